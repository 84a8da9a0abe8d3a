-- +goose Up
-- Entries of the audit log are sealed after they are committed: they are numbered without gaps, and each has a keyed hash
-- of its content and the previous seal. The hash covers values_digest instead of the changes, so that those can be erased.

ALTER TABLE audit_log ADD COLUMN seal_number {{int}};
ALTER TABLE audit_log ADD COLUMN seal TEXT NOT NULL DEFAULT '';
ALTER TABLE audit_log ADD COLUMN values_digest TEXT NOT NULL DEFAULT '';
ALTER TABLE audit_log ADD COLUMN erased_at {{time}};
CREATE UNIQUE INDEX audit_log_seal_number ON audit_log (seal_number) WHERE seal_number IS NOT NULL;
CREATE INDEX audit_log_id_where_seal_number_is_null ON audit_log (id) WHERE seal_number IS NULL;
