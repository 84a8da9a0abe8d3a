-- +goose Up
-- Why items need attention, worked out from them by a worker that follows the numbered changes.
CREATE TABLE attention (
    id {{id}},
    content_id {{int}} NOT NULL REFERENCES content (id) ON DELETE CASCADE,
    reason TEXT NOT NULL,
    collection_id {{int}} NOT NULL DEFAULT 0, -- the public collection that shows an expired item
    tab TEXT NOT NULL, -- the reason, or 'snoozed'
    since {{time}} NOT NULL,
    url_key TEXT NOT NULL DEFAULT '', -- of a duplicate: what it has in common with others
    title_key TEXT NOT NULL DEFAULT '',
    snoozed_until {{time}},
    note TEXT NOT NULL DEFAULT '', -- why it is snoozed
    assignee_id {{int}} REFERENCES users (id) ON DELETE SET NULL,
    created_at {{time}} NOT NULL
);
CREATE UNIQUE INDEX attention_content_id_reason_collection_id ON attention (content_id, reason, collection_id);
CREATE INDEX attention_since_id ON attention (since, id);
CREATE INDEX attention_tab_since_id ON attention (tab, since, id);
CREATE INDEX attention_assignee_id_since_id ON attention (assignee_id, since, id) WHERE assignee_id IS NOT NULL;
CREATE INDEX attention_snoozed_until ON attention (snoozed_until) WHERE snoozed_until IS NOT NULL;
CREATE INDEX attention_collection_id ON attention (collection_id) WHERE collection_id <> 0;
CREATE INDEX attention_url_key ON attention (url_key) WHERE url_key <> '';
CREATE INDEX attention_title_key ON attention (title_key) WHERE title_key <> '';

-- A text that belongs to what a task does, such as the note of a snooze.
ALTER TABLE tasks ADD COLUMN note TEXT NOT NULL DEFAULT '';
-- Whether someone gets a weekly e-mail about what needs attention.
ALTER TABLE staff_settings ADD COLUMN attention_email BOOLEAN NOT NULL DEFAULT FALSE;
