-- +goose Up
-- Public pages: font files that are served to visitors, and domains that lead to one partner each.

CREATE TABLE font_files (
    name TEXT PRIMARY KEY,
    content {{bytes}} NOT NULL,
    fetched_at {{time}} NOT NULL
);

-- Two partners may have entered the same domain. The older one keeps it.
UPDATE partners SET landing_page_domain = ''
WHERE landing_page_domain <> '' AND deleted_at IS NULL AND EXISTS (
    SELECT 1 FROM partners AS older
    WHERE older.landing_page_domain = partners.landing_page_domain AND older.deleted_at IS NULL AND older.id < partners.id
);
CREATE UNIQUE INDEX partners_landing_page_domain ON partners (landing_page_domain)
    WHERE deleted_at IS NULL AND landing_page_domain <> '';
CREATE INDEX collections_partner_id_inspires_publish_at_id ON collections (partner_id, inspires_publish_at, id)
    WHERE deleted_at IS NULL AND inspires_publish_at IS NOT NULL;
