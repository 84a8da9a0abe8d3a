-- +goose Up
-- What visitors sent with the lead forms of landing pages. It is personal data, deleted after --keep-leads-days.
CREATE TABLE leads (
    id {{id}},
    partner_id {{int}} NOT NULL REFERENCES partners (id) ON DELETE CASCADE,
    user_id {{int}} REFERENCES users (id) ON DELETE SET NULL,
    collection_id {{int}} REFERENCES collections (id) ON DELETE SET NULL,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    phone TEXT NOT NULL DEFAULT '',
    message TEXT NOT NULL DEFAULT '',
    page_url TEXT NOT NULL DEFAULT '',
    submission_key TEXT NOT NULL,
    search_text TEXT NOT NULL DEFAULT '',
    created_at {{time}} NOT NULL
);
CREATE UNIQUE INDEX leads_submission_key ON leads (submission_key);
CREATE INDEX leads_partner_id_created_at_id ON leads (partner_id, created_at, id);
CREATE INDEX leads_partner_id_id ON leads (partner_id, id);
CREATE INDEX leads_user_id_created_at_id ON leads (user_id, created_at, id) WHERE user_id IS NOT NULL;
CREATE INDEX leads_user_id_id ON leads (user_id, id) WHERE user_id IS NOT NULL;
CREATE INDEX leads_collection_id ON leads (collection_id) WHERE collection_id IS NOT NULL;
CREATE INDEX leads_created_at_id ON leads (created_at, id);
