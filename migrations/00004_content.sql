-- +goose Up
-- Content is listed in the order of its ids, which is the order of creation (docs/decisions/0015). Join tables are indexed
-- in that order too, so that a list filtered by a tag or a library is read from one index.

DROP INDEX IF EXISTS content_created_at_id;
DROP INDEX IF EXISTS content_type_id_created_at_id;
DROP INDEX IF EXISTS content_depth_id_created_at_id;
DROP INDEX IF EXISTS content_block_type_created_at_id;
DROP INDEX IF EXISTS content_partner_id_created_at_id;
DROP INDEX IF EXISTS content_admin_id_created_at_id;
DROP INDEX IF EXISTS content_expires_at_published_at_id;
DROP INDEX IF EXISTS content_created_at_id_where_published_at_is_null;
DROP INDEX IF EXISTS content_created_at_id_where_collections_count_some;
DROP INDEX IF EXISTS content_created_at_id_where_collections_count_none;
DROP INDEX IF EXISTS content_created_at_id_where_destinations_count_none;
DROP INDEX IF EXISTS content_created_at_id_where_by_user;
CREATE INDEX content_id ON content (id) WHERE deleted_at IS NULL;
CREATE INDEX content_type_id_id ON content (type_id, id) WHERE deleted_at IS NULL;
CREATE INDEX content_depth_id_id ON content (depth_id, id) WHERE deleted_at IS NULL;
CREATE INDEX content_block_type_id ON content (block_type, id) WHERE deleted_at IS NULL;
CREATE INDEX content_partner_id_id ON content (partner_id, id) WHERE deleted_at IS NULL;
CREATE INDEX content_admin_id_id ON content (admin_id, id) WHERE admin_id IS NOT NULL;
CREATE INDEX content_expires_at_id ON content (expires_at{{nullsFirst}}, id) WHERE deleted_at IS NULL;
CREATE INDEX content_id_expires_at_where_published_at_is_null ON content (id, expires_at) WHERE deleted_at IS NULL AND published_at IS NULL;
CREATE INDEX content_id_where_collections_count_some ON content (id) WHERE deleted_at IS NULL AND collections_count > 0;
CREATE INDEX content_id_where_collections_count_none ON content (id) WHERE deleted_at IS NULL AND collections_count = 0;
CREATE INDEX content_id_where_destinations_count_none ON content (id) WHERE deleted_at IS NULL AND destinations_count = 0;
CREATE INDEX content_id_where_by_user ON content (id) WHERE deleted_at IS NULL AND by_user;

-- Bulk actions on all records that match the filters of a list, and their progress.

CREATE TABLE tasks (
    id {{id}},
    work TEXT NOT NULL,
    target_id {{int}} NOT NULL,
    filter TEXT NOT NULL,
    last_id {{int}} NOT NULL,
    after_id {{int}} NOT NULL DEFAULT 0,
    total {{int}},
    done {{int}} NOT NULL DEFAULT 0,
    added {{int}} NOT NULL DEFAULT 0,
    problem TEXT NOT NULL DEFAULT '',
    user_id {{int}} REFERENCES users (id) ON DELETE SET NULL,
    user_name TEXT NOT NULL DEFAULT '',
    request_id TEXT NOT NULL DEFAULT '',
    ip_address TEXT NOT NULL DEFAULT '',
    created_at {{time}} NOT NULL,
    finished_at {{time}}
);
CREATE INDEX tasks_user_id ON tasks (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX tasks_finished_at_id ON tasks (finished_at{{nullsFirst}}, id);
