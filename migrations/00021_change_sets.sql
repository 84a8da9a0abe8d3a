-- +goose Up
-- What one request or one job changed. Activity lists these; their entries are in audit_log.
CREATE TABLE change_sets (
    id {{id}},
    created_at {{time}} NOT NULL,
    finished_at {{time}}, -- NULL while a job is still working on it
    user_id {{int}},
    user_name TEXT NOT NULL DEFAULT '',
    operation TEXT NOT NULL DEFAULT '', -- the call that made it
    program TEXT NOT NULL DEFAULT '',
    request_id TEXT NOT NULL DEFAULT '',
    ip_address TEXT NOT NULL DEFAULT '',
    -- Its first entry, and how many there are.
    action TEXT NOT NULL DEFAULT '',
    kind TEXT NOT NULL DEFAULT '',
    record_id {{int}},
    record_name TEXT NOT NULL DEFAULT '',
    entries {{int}} NOT NULL DEFAULT 0,
    undoes_id {{int}},
    undone_by_id {{int}},
{{if sqlite}}
    is_open BOOLEAN NOT NULL DEFAULT FALSE -- its transaction is writing: triggers add to it
{{else}}
    is_open BOOLEAN NOT NULL DEFAULT FALSE -- its transaction is writing
{{end}}
);
CREATE INDEX change_sets_created_at_id ON change_sets (created_at, id);
CREATE INDEX change_sets_user_id_id ON change_sets (user_id, id);
CREATE INDEX change_sets_id_where_is_open ON change_sets (id) WHERE is_open;

-- The rows that a change set inserted, updated and deleted, so that it can be undone. Triggers write them.
CREATE TABLE change_rows (
    id {{id}},
    change_id {{int}} NOT NULL,
    source TEXT NOT NULL, -- the table
    row_key {{json}} NOT NULL, -- the values of its primary key, as a JSON array
    event TEXT NOT NULL, -- insert, update or delete
    data {{json}} NOT NULL -- the values of the row by column; those of an update are pairs: before and after
);
CREATE INDEX change_rows_change_id_id ON change_rows (change_id, id);

ALTER TABLE audit_log ADD COLUMN change_id {{int}};
UPDATE audit_log SET change_id = id;
CREATE INDEX audit_log_change_id_id ON audit_log (change_id, id);
INSERT INTO change_sets (id, created_at, finished_at, user_id, user_name, request_id, ip_address, action, kind, record_id,
    record_name, entries)
SELECT id, created_at, created_at, user_id, user_name, request_id, ip_address, action, kind, record_id, record_name, 1
FROM audit_log;
{{if postgres}}
SELECT setval(pg_get_serial_sequence('change_sets', 'id'), (SELECT coalesce(max(id), 0) + 1 FROM change_sets), false);
{{end}}

-- Images that a record no longer shows are kept as long as the change can be undone.
ALTER TABLE uploads ADD COLUMN kept_until {{time}};
ALTER TABLE tasks ADD COLUMN change_id {{int}};
