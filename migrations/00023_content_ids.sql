{{if sqlite}}
-- A partner's search checks the dates of each hit. With them in the index of ids, it reads no rows for that.
{{end}}
-- +goose Up
{{if sqlite}}
DROP INDEX content_id;
CREATE INDEX content_id ON content (id, published_at, expires_at) WHERE deleted_at IS NULL;
{{else}}
-- PostgreSQL reads the rows of all hits anyway, to compare their words.
SELECT 1;
{{end}}
