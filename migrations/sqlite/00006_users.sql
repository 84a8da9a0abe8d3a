-- +goose Up
-- Users are listed in the order of their ids, which is the order they signed up in (docs/decisions/0015).

DROP INDEX IF EXISTS users_created_at_id;
DROP INDEX IF EXISTS users_partner_id_created_at_id;
DROP INDEX IF EXISTS users_partner_id_first_name_key_id;
DROP INDEX IF EXISTS users_user_template_id;
CREATE INDEX users_id ON users (id) WHERE deleted_at IS NULL;
-- Advisors are not found among partners: they are most of those without one, which an engine would not expect.
CREATE INDEX users_partner_id_id ON users (partner_id, id) WHERE deleted_at IS NULL AND partner_id IS NOT NULL;
CREATE INDEX users_partner_id_first_name_key_id ON users (partner_id, first_name_key, id) WHERE deleted_at IS NULL AND partner_id IS NOT NULL;
CREATE INDEX users_user_template_id_id ON users (user_template_id, id) WHERE deleted_at IS NULL;
CREATE INDEX users_partner_id_active_at_id ON users (partner_id, active_at, id) WHERE deleted_at IS NULL AND partner_id IS NOT NULL;
-- How complete a profile is follows from the rest of it, and is told whenever it is read.

DROP INDEX IF EXISTS users_profile_completion_percentage_id;
ALTER TABLE users DROP COLUMN profile_completion_percentage;

-- A user has the account type of their partner. It is kept with the user, so that users can be listed by it.

ALTER TABLE users ADD COLUMN account_type_id INTEGER REFERENCES account_types (id);
CREATE INDEX users_account_type_id_id ON users (account_type_id, id) WHERE deleted_at IS NULL;

-- How many advisors were active in the thirty days that end with a day.
CREATE TABLE advisor_activity (
    day INTEGER PRIMARY KEY,
    active_advisors INTEGER NOT NULL
);
