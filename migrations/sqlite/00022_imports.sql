-- +goose Up
-- Files that people import, with how they are read and what happened to their rows.
CREATE TABLE imports (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    path TEXT NOT NULL, -- of the list of the records
    file_name TEXT NOT NULL,
    file TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    type TEXT NOT NULL,
    encoding TEXT NOT NULL DEFAULT '',
    separator TEXT NOT NULL DEFAULT '',
    date_format TEXT NOT NULL,
    columns TEXT NOT NULL DEFAULT '[]',
    match_key TEXT NOT NULL DEFAULT '',
    clear_empty BOOLEAN NOT NULL DEFAULT FALSE,
    state TEXT NOT NULL,
    attempt INTEGER NOT NULL DEFAULT 0, -- increases with each check and import
    total INTEGER, -- NULL until the rows have been counted
    position INTEGER NOT NULL DEFAULT 0, -- the number of the last row that is done
    done INTEGER NOT NULL DEFAULT 0,
    created INTEGER NOT NULL DEFAULT 0,
    changed INTEGER NOT NULL DEFAULT 0,
    unchanged INTEGER NOT NULL DEFAULT 0,
    rejected INTEGER NOT NULL DEFAULT 0,
    problem TEXT NOT NULL DEFAULT '',
    change_id INTEGER,
    confirmed BOOLEAN NOT NULL DEFAULT FALSE, -- the password was given before the import was started
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    request_id TEXT NOT NULL DEFAULT '',
    ip_address TEXT NOT NULL DEFAULT '',
    created_at INTEGER NOT NULL,
    finished_at INTEGER
);
CREATE INDEX imports_user_id_id ON imports (user_id, id);
CREATE INDEX imports_created_at ON imports (created_at);

-- The rows that were rejected. A job deletes those of earlier attempts and of deleted imports.
CREATE TABLE import_rejections (
    import_id INTEGER NOT NULL,
    attempt INTEGER NOT NULL,
    row_number INTEGER NOT NULL,
    problems TEXT NOT NULL,
    PRIMARY KEY (import_id, attempt, row_number)
) WITHOUT ROWID;

-- Imports find records by their names alone.
CREATE INDEX country_regions_name_key ON country_regions (name_key);
CREATE INDEX destinations_name_key ON destinations (name_key);
CREATE INDEX folders_name_key ON folders (name_key);
CREATE INDEX user_templates_name_key ON user_templates (name_key);
