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
CREATE INDEX users_partner_id_active_at_id ON users (partner_id, active_at NULLS FIRST, id) WHERE deleted_at IS NULL AND partner_id IS NOT NULL;
DROP INDEX users_country_id_id;
CREATE INDEX users_country_id_id ON users (country_id NULLS FIRST, id) WHERE deleted_at IS NULL;
-- How complete a profile is follows from the rest of it, and is told whenever it is read.

DROP INDEX users_profile_completion_percentage_id;
ALTER TABLE users DROP COLUMN profile_completion_percentage;

-- A user has the account type of their partner. It is kept with the user, so that users can be listed by it.

ALTER TABLE users ADD COLUMN account_type_id BIGINT REFERENCES account_types (id);
UPDATE users SET account_type_id = (SELECT p.account_type_id FROM partners AS p WHERE p.id = users.partner_id);
CREATE INDEX users_account_type_id_id ON users (account_type_id, id) WHERE deleted_at IS NULL;

-- How many live users there are of each kind, so that lists and highlights count nobody: advisors, the days they signed up
-- on and were last active on, the days all users were last active on, and account types. Days are those since 1970, with
-- six digits.

-- +goose StatementBegin
CREATE FUNCTION facets_of_user(partner_id bigint, internal boolean, account_type_id bigint, created_at timestamptz, active_at timestamptz) RETURNS TABLE (facet text, value text) LANGUAGE sql IMMUTABLE AS $$
    SELECT f.facet, f.value FROM (VALUES
        ('kind', 'advisor', $1 IS NULL AND NOT $2),
        ('advisor_created', lpad(floor(extract(epoch FROM $4) / 86400)::bigint::text, 6, '0'), $1 IS NULL AND NOT $2),
        ('advisor_active', lpad(floor(extract(epoch FROM $5) / 86400)::bigint::text, 6, '0'), $1 IS NULL AND NOT $2),
        ('active', lpad(floor(extract(epoch FROM $5) / 86400)::bigint::text, 6, '0'), TRUE),
        ('account_type', $3::text, TRUE)
    ) AS f (facet, value, holds) WHERE f.holds AND f.value IS NOT NULL
$$;
-- +goose StatementEnd
CREATE VIEW user_facets AS
    SELECT u.id AS user_id, f.facet, f.value FROM users AS u CROSS JOIN LATERAL facets_of_user(u.partner_id, u.internal, u.account_type_id, u.created_at, u.active_at) AS f WHERE u.deleted_at IS NULL;
INSERT INTO live_counts (list, facet, value, n) SELECT 'users', facet, value, count(*) FROM user_facets GROUP BY facet, value;
-- Adds to the counts of the facets of the rows a statement touched, in one order, so that two such statements take turns.
-- +goose StatementBegin
CREATE FUNCTION count_user_facets() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    touched text := '';
    columns CONSTANT text := 'partner_id, internal, account_type_id, created_at, active_at';
BEGIN
    IF TG_OP <> 'DELETE' THEN
        touched := 'SELECT ' || columns || ', 1 AS n FROM added WHERE deleted_at IS NULL';
    END IF;
    IF TG_OP = 'UPDATE' THEN
        touched := touched || ' UNION ALL ';
    END IF;
    IF TG_OP <> 'INSERT' THEN
        touched := touched || 'SELECT ' || columns || ', -1 AS n FROM removed WHERE deleted_at IS NULL';
    END IF;
    EXECUTE format('INSERT INTO live_counts AS kept (list, facet, value, n)
        SELECT ''users'', f.facet, f.value, sum(u.n) FROM (%s) AS u CROSS JOIN LATERAL facets_of_user(u.partner_id, u.internal, u.account_type_id, u.created_at, u.active_at) AS f
        GROUP BY f.facet, f.value HAVING sum(u.n) <> 0 ORDER BY f.facet, f.value
        ON CONFLICT (list, facet, value) DO UPDATE SET n = kept.n + excluded.n', touched);
    RETURN NULL;
END;
$$;
-- +goose StatementEnd
CREATE TRIGGER users_facets_insert AFTER INSERT ON users REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_user_facets();
CREATE TRIGGER users_facets_delete AFTER DELETE ON users REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_user_facets();
CREATE TRIGGER users_facets_update AFTER UPDATE ON users REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_user_facets();
-- +goose StatementBegin
CREATE FUNCTION take_account_type() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_TABLE_NAME = 'partners' THEN
        UPDATE users SET account_type_id = NEW.account_type_id WHERE partner_id = NEW.id;
        RETURN NULL;
    END IF;
    NEW.account_type_id := (SELECT p.account_type_id FROM partners AS p WHERE p.id = NEW.partner_id);
    RETURN NEW;
END;
$$;
-- +goose StatementEnd
CREATE TRIGGER users_account_type BEFORE INSERT OR UPDATE OF partner_id ON users FOR EACH ROW EXECUTE FUNCTION take_account_type();
CREATE TRIGGER partners_account_type_on_users AFTER UPDATE OF account_type_id ON partners FOR EACH ROW WHEN (OLD.account_type_id <> NEW.account_type_id) EXECUTE FUNCTION take_account_type();

-- How many advisors were active in the thirty days that end with a day.
CREATE TABLE advisor_activity (
    day BIGINT PRIMARY KEY,
    active_advisors BIGINT NOT NULL
);
