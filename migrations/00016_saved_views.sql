-- +goose Up
-- Views of tables in the console: filters, sort order and columns under a name. A shared view has no owner.
CREATE TABLE saved_views (
    id {{id}},
    table_name TEXT NOT NULL,
    name TEXT NOT NULL,
    name_key {{key}} NOT NULL,
    params {{json}} NOT NULL DEFAULT '{}',
    columns {{json}} NOT NULL DEFAULT '[]',
{{if sqlite}}
    shared INTEGER NOT NULL DEFAULT 0,
{{else}}
    shared BOOLEAN NOT NULL DEFAULT FALSE,
{{end}}
    owner_id {{int}} REFERENCES users (id) ON DELETE CASCADE,
    version {{int}} NOT NULL DEFAULT 1,
    created_at {{time}} NOT NULL,
    updated_at {{time}} NOT NULL
);
CREATE UNIQUE INDEX saved_views_owner_id_table_name_name_key ON saved_views (owner_id, table_name, name_key);
CREATE UNIQUE INDEX saved_views_shared_name_key ON saved_views (table_name, name_key) WHERE shared;

-- The view with which a table opens, for each person.
CREATE TABLE saved_view_defaults (
    user_id {{int}} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    table_name TEXT NOT NULL,
    view_id {{int}} NOT NULL REFERENCES saved_views (id) ON DELETE CASCADE,
    PRIMARY KEY (user_id, table_name)
){{withoutRowID}};
CREATE INDEX saved_view_defaults_view_id ON saved_view_defaults (view_id);
