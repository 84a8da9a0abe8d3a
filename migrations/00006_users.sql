-- +goose Up
-- Users are listed in the order of their ids, which is the order of signing up (docs/decisions/0015).

DROP INDEX IF EXISTS users_created_at_id;
DROP INDEX IF EXISTS users_partner_id_created_at_id;
DROP INDEX IF EXISTS users_partner_id_first_name_key_id;
DROP INDEX IF EXISTS users_user_template_id;
CREATE INDEX users_id ON users (id) WHERE deleted_at IS NULL;
-- Users without a partner are left out: they are many, and the planner would expect few and search for advisors here.
CREATE INDEX users_partner_id_id ON users (partner_id, id) WHERE deleted_at IS NULL AND partner_id IS NOT NULL;
CREATE INDEX users_partner_id_first_name_key_id ON users (partner_id, first_name_key, id) WHERE deleted_at IS NULL AND partner_id IS NOT NULL;
CREATE INDEX users_user_template_id_id ON users (user_template_id, id) WHERE deleted_at IS NULL;
CREATE INDEX users_partner_id_active_at_id ON users (partner_id, active_at{{nullsFirst}}, id) WHERE deleted_at IS NULL AND partner_id IS NOT NULL;
{{if postgres}}
DROP INDEX IF EXISTS users_country_id_id;
CREATE INDEX users_country_id_id ON users (country_id NULLS FIRST, id) WHERE deleted_at IS NULL;
{{end}}
-- The completeness of a profile is computed when it is read, so it needs no column.

DROP INDEX IF EXISTS users_profile_completion_percentage_id;
ALTER TABLE users DROP COLUMN profile_completion_percentage;

-- A user has the account type of their partner. It is copied to the user, so that users can be filtered by it.

ALTER TABLE users ADD COLUMN account_type_id {{int}} REFERENCES account_types (id);
CREATE INDEX users_account_type_id_id ON users (account_type_id, id) WHERE deleted_at IS NULL;

-- Number of advisors that were active in the thirty days up to and including a day.
CREATE TABLE advisor_activity (
    day {{int}} PRIMARY KEY,
    active_advisors {{int}} NOT NULL
);
