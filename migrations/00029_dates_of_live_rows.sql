{{if sqlite}}
-- The calendar counts events along these indexes. SQLite compares deleted_at although all rows of the indexes are live,
-- so without the column it would read each row.
{{end}}
-- +goose Up
{{if sqlite}}
DROP INDEX content_published_at_expires_at_id;
DROP INDEX content_expires_at_id;
DROP INDEX collections_inspires_publish_at_id;
DROP INDEX collections_inspires_feature_at_id;
DROP INDEX collections_expires_at_id;
CREATE INDEX content_published_at_expires_at_id ON content (published_at, expires_at, id, deleted_at)
	WHERE deleted_at IS NULL;
CREATE INDEX content_expires_at_id ON content (expires_at, id, deleted_at) WHERE deleted_at IS NULL;
CREATE INDEX collections_inspires_publish_at_id ON collections (inspires_publish_at, id, deleted_at)
	WHERE deleted_at IS NULL AND inspires_publish_at IS NOT NULL;
CREATE INDEX collections_inspires_feature_at_id ON collections (inspires_feature_at, id, deleted_at)
	WHERE deleted_at IS NULL AND inspires_feature_at IS NOT NULL;
CREATE INDEX collections_expires_at_id ON collections (expires_at, id, deleted_at)
	WHERE deleted_at IS NULL AND expires_at IS NOT NULL;
{{else}}
-- PostgreSQL knows that all rows of a partial index meet its condition.
SELECT 1;
{{end}}
