-- +goose Up
-- Views of tables in the console: filters, sort order and columns under a name. A shared view has no owner.
CREATE TABLE saved_views (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    table_name TEXT NOT NULL,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    params TEXT NOT NULL DEFAULT '{}',
    columns TEXT NOT NULL DEFAULT '[]',
    shared INTEGER NOT NULL DEFAULT 0,
    owner_id INTEGER REFERENCES users (id) ON DELETE CASCADE,
    version INTEGER NOT NULL DEFAULT 1,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
);
CREATE UNIQUE INDEX saved_views_owner_id_table_name_name_key ON saved_views (owner_id, table_name, name_key);
CREATE UNIQUE INDEX saved_views_shared_name_key ON saved_views (table_name, name_key) WHERE shared;

-- The view with which a table opens, for each person.
CREATE TABLE saved_view_defaults (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    table_name TEXT NOT NULL,
    view_id INTEGER NOT NULL REFERENCES saved_views (id) ON DELETE CASCADE,
    PRIMARY KEY (user_id, table_name)
) WITHOUT ROWID;
CREATE INDEX saved_view_defaults_view_id ON saved_view_defaults (view_id);
