-- +goose Up
-- Users are listed in the order of their ids, which is the order they signed up in (docs/decisions/0015).

DROP INDEX users_created_at_id;
DROP INDEX users_partner_id_created_at_id;
DROP INDEX users_partner_id_first_name_key_id;
DROP INDEX users_user_template_id;
CREATE INDEX users_id ON users (id) WHERE deleted_at IS NULL;
-- Advisors are not found among partners: they are most of those without one, which an engine would not expect.
CREATE INDEX users_partner_id_id ON users (partner_id, id) WHERE deleted_at IS NULL AND partner_id IS NOT NULL;
CREATE INDEX users_partner_id_first_name_key_id ON users (partner_id, first_name_key, id) WHERE deleted_at IS NULL AND partner_id IS NOT NULL;
CREATE INDEX users_user_template_id_id ON users (user_template_id, id) WHERE deleted_at IS NULL;
CREATE INDEX users_partner_id_active_at_id ON users (partner_id, active_at, id) WHERE deleted_at IS NULL AND partner_id IS NOT NULL;
-- How complete a profile is follows from the rest of it, and is told whenever it is read.

DROP INDEX users_profile_completion_percentage_id;
ALTER TABLE users DROP COLUMN profile_completion_percentage;

-- A user has the account type of their partner. It is kept with the user, so that users can be listed by it.

ALTER TABLE users ADD COLUMN account_type_id INTEGER REFERENCES account_types (id);
UPDATE users SET account_type_id = (SELECT p.account_type_id FROM partners AS p WHERE p.id = users.partner_id);
CREATE INDEX users_account_type_id_id ON users (account_type_id, id) WHERE deleted_at IS NULL;

-- How many live users there are of each kind, so that lists and highlights count nobody: advisors, the days they signed up
-- on and were last active on, the days all users were last active on, and account types. Days are those since 1970, with
-- six digits.

CREATE VIEW user_facets AS
    SELECT id AS user_id, 'kind' AS facet, 'advisor' AS value FROM users WHERE deleted_at IS NULL AND partner_id IS NULL AND NOT internal
    UNION ALL SELECT id, 'advisor_created', printf('%06d', created_at / 86400000000) FROM users WHERE deleted_at IS NULL AND partner_id IS NULL AND NOT internal
    UNION ALL SELECT id, 'advisor_active', printf('%06d', active_at / 86400000000) FROM users WHERE deleted_at IS NULL AND partner_id IS NULL AND NOT internal AND active_at IS NOT NULL
    UNION ALL SELECT id, 'active', printf('%06d', active_at / 86400000000) FROM users WHERE deleted_at IS NULL AND active_at IS NOT NULL
    UNION ALL SELECT id, 'account_type', CAST(account_type_id AS TEXT) FROM users WHERE deleted_at IS NULL AND account_type_id IS NOT NULL;
INSERT INTO live_counts (list, facet, value, n) SELECT 'users', facet, value, count(*) FROM user_facets GROUP BY facet, value;
-- Account types are counted apart: they follow the partner within the same change.
-- +goose StatementBegin
CREATE TRIGGER users_facets_insert AFTER INSERT ON users BEGIN
    INSERT INTO live_counts (list, facet, value, n) SELECT 'users', facet, value, 1 FROM user_facets WHERE user_id = new.id ON CONFLICT (list, facet, value) DO UPDATE SET n = n + 1;
    UPDATE users SET account_type_id = (SELECT p.account_type_id FROM partners AS p WHERE p.id = new.partner_id) WHERE id = new.id AND (new.partner_id IS NOT NULL OR new.account_type_id IS NOT NULL);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER users_facets_delete BEFORE DELETE ON users BEGIN
    UPDATE live_counts SET n = n - 1 WHERE list = 'users' AND (facet, value) IN (SELECT facet, value FROM user_facets WHERE user_id = old.id);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER users_facets_update_before BEFORE UPDATE OF partner_id, internal, created_at, active_at, deleted_at ON users BEGIN
    UPDATE live_counts SET n = n - 1 WHERE list = 'users' AND (facet, value) IN (SELECT facet, value FROM user_facets WHERE user_id = old.id AND facet <> 'account_type');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER users_facets_update_after AFTER UPDATE OF partner_id, internal, created_at, active_at, deleted_at ON users BEGIN
    INSERT INTO live_counts (list, facet, value, n) SELECT 'users', facet, value, 1 FROM user_facets WHERE user_id = new.id AND facet <> 'account_type' ON CONFLICT (list, facet, value) DO UPDATE SET n = n + 1;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER users_account_type_counted AFTER UPDATE OF account_type_id, deleted_at ON users WHEN old.account_type_id IS NOT new.account_type_id OR (old.deleted_at IS NULL) <> (new.deleted_at IS NULL) BEGIN
    UPDATE live_counts SET n = n - 1 WHERE list = 'users' AND facet = 'account_type' AND value = CAST(old.account_type_id AS TEXT) AND old.deleted_at IS NULL;
    INSERT INTO live_counts (list, facet, value, n) SELECT 'users', 'account_type', CAST(new.account_type_id AS TEXT), 1 WHERE new.account_type_id IS NOT NULL AND new.deleted_at IS NULL ON CONFLICT (list, facet, value) DO UPDATE SET n = n + 1;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER users_account_type AFTER UPDATE OF partner_id ON users WHEN old.partner_id IS NOT new.partner_id BEGIN
    UPDATE users SET account_type_id = (SELECT p.account_type_id FROM partners AS p WHERE p.id = new.partner_id) WHERE id = new.id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER partners_account_type_on_users AFTER UPDATE OF account_type_id ON partners WHEN old.account_type_id <> new.account_type_id BEGIN
    UPDATE users SET account_type_id = new.account_type_id WHERE partner_id = new.id;
END;
-- +goose StatementEnd

-- How many advisors were active in the thirty days that end with a day.
CREATE TABLE advisor_activity (
    day INTEGER PRIMARY KEY,
    active_advisors INTEGER NOT NULL
);
