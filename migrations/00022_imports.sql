-- +goose Up
-- Files that people import, with how they are read and what happened to their rows.
CREATE TABLE imports (
    id {{id}},
    name TEXT NOT NULL,
    path TEXT NOT NULL, -- of the list of the records
    file_name TEXT NOT NULL,
    file TEXT NOT NULL,
    bytes {{int}} NOT NULL,
    type TEXT NOT NULL,
    encoding TEXT NOT NULL DEFAULT '',
    separator TEXT NOT NULL DEFAULT '',
    date_format TEXT NOT NULL,
    columns {{json}} NOT NULL DEFAULT '[]',
    match_key TEXT NOT NULL DEFAULT '',
    clear_empty BOOLEAN NOT NULL DEFAULT FALSE,
    state TEXT NOT NULL,
    attempt {{int}} NOT NULL DEFAULT 0, -- increases with each check and import
    total {{int}}, -- NULL until the rows have been counted
    position {{int}} NOT NULL DEFAULT 0, -- the number of the last row that is done
    done {{int}} NOT NULL DEFAULT 0,
    created {{int}} NOT NULL DEFAULT 0,
    changed {{int}} NOT NULL DEFAULT 0,
    unchanged {{int}} NOT NULL DEFAULT 0,
    rejected {{int}} NOT NULL DEFAULT 0,
    problem TEXT NOT NULL DEFAULT '',
    change_id {{int}},
    confirmed BOOLEAN NOT NULL DEFAULT FALSE, -- the password was given before the import was started
    user_id {{int}} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    request_id TEXT NOT NULL DEFAULT '',
    ip_address TEXT NOT NULL DEFAULT '',
    created_at {{time}} NOT NULL,
    finished_at {{time}}
);
CREATE INDEX imports_user_id_id ON imports (user_id, id);
CREATE INDEX imports_created_at ON imports (created_at);

-- The rows that were rejected. A job deletes those of earlier attempts and of deleted imports.
CREATE TABLE import_rejections (
    import_id {{int}} NOT NULL,
    attempt {{int}} NOT NULL,
    row_number {{int}} NOT NULL,
    problems {{json}} NOT NULL,
    PRIMARY KEY (import_id, attempt, row_number)
){{withoutRowID}};

-- Imports find records by their names alone.
CREATE INDEX country_regions_name_key ON country_regions (name_key);
CREATE INDEX destinations_name_key ON destinations (name_key);
CREATE INDEX folders_name_key ON folders (name_key);
CREATE INDEX user_templates_name_key ON user_templates (name_key);
