-- +goose Up
-- The logo Inspires shows is the one of the partner's customisations; there is no other.

ALTER TABLE partners DROP COLUMN inspires_logo_url;

-- How many live partners there are of each account type.

INSERT INTO live_counts (list, facet, value, n) SELECT 'partners', 'account_type', account_type_id::text, count(*) FROM partners WHERE deleted_at IS NULL GROUP BY account_type_id;
-- Adds to the counts of the rows a statement touched, in one order, so that two such statements take turns.
-- +goose StatementBegin
CREATE FUNCTION count_partner_account_types() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    touched text := '';
BEGIN
    IF TG_OP <> 'DELETE' THEN
        touched := 'SELECT account_type_id, 1 AS n FROM added WHERE deleted_at IS NULL';
    END IF;
    IF TG_OP = 'UPDATE' THEN
        touched := touched || ' UNION ALL ';
    END IF;
    IF TG_OP <> 'INSERT' THEN
        touched := touched || 'SELECT account_type_id, -1 AS n FROM removed WHERE deleted_at IS NULL';
    END IF;
    EXECUTE format('INSERT INTO live_counts AS kept (list, facet, value, n)
        SELECT ''partners'', ''account_type'', account_type_id::text, sum(n) FROM (%s) AS touched GROUP BY account_type_id HAVING sum(n) <> 0 ORDER BY account_type_id::text
        ON CONFLICT (list, facet, value) DO UPDATE SET n = kept.n + excluded.n', touched);
    RETURN NULL;
END;
$$;
-- +goose StatementEnd
CREATE TRIGGER partners_account_type_insert AFTER INSERT ON partners REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_partner_account_types();
CREATE TRIGGER partners_account_type_delete AFTER DELETE ON partners REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_partner_account_types();
CREATE TRIGGER partners_account_type_update AFTER UPDATE ON partners REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_partner_account_types();
