-- +goose Up
-- What support needs to know about a call of the public API: its method, who made it, and why it was refused. Earlier
-- calls have no method and no caller.

ALTER TABLE api_logs ADD COLUMN method TEXT NOT NULL DEFAULT '';
ALTER TABLE api_logs ADD COLUMN caller TEXT NOT NULL DEFAULT '';
ALTER TABLE api_logs ADD COLUMN error_code TEXT NOT NULL DEFAULT '';
ALTER TABLE api_logs ADD COLUMN error_message TEXT NOT NULL DEFAULT '';
ALTER TABLE api_logs ADD COLUMN errors {{json}} NOT NULL DEFAULT '{}';
CREATE INDEX api_logs_method_created_at_id ON api_logs (method, created_at, id);
CREATE INDEX api_logs_created_at_id_where_refused ON api_logs (created_at, id)
    WHERE status_code >= 400 AND status_code < 500;
CREATE INDEX api_logs_partner_id_created_at_id_where_refused ON api_logs (partner_id, created_at, id)
    WHERE status_code >= 400 AND status_code < 500;
CREATE INDEX api_logs_created_at_id_where_failed ON api_logs (created_at, id) WHERE status_code >= 500;
