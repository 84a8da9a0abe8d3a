-- The staff who have published content are offered by first name. Without the index SQLite read all users to find them.
-- +goose Up
CREATE INDEX users_first_name_key_id_where_internal ON users (first_name_key, id) WHERE deleted_at IS NULL AND internal;
