-- +goose Up
{{if sqlite}}
-- Rows whose search tables are updated before the commit. old_text is the text that the search table has; NULL for a new
-- row. The table is empty between transactions.

CREATE TABLE pending_search (
    list TEXT NOT NULL,
    row_id INTEGER NOT NULL,
    old_text TEXT,
    PRIMARY KEY (list, row_id)
) WITHOUT ROWID;
{{else}}
-- PostgreSQL updates its search indexes itself.
SELECT 1;
{{end}}
