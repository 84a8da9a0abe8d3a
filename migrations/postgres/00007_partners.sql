-- +goose Up
-- The logo Inspires shows is the one of the partner's customisations; there is no other.

ALTER TABLE partners DROP COLUMN inspires_logo_url;

-- How many live partners there are of each account type.

INSERT INTO live_counts (list, facet, value, n) SELECT 'partners', 'account_type', account_type_id::text, count(*) FROM partners WHERE deleted_at IS NULL GROUP BY account_type_id;
-- Looks at each row that changes its type or goes to the trash, and at no other: counters of partners change all day. Both
-- counts are touched in one order, so that two such changes take turns.
-- +goose StatementBegin
CREATE FUNCTION count_partner_account_types() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO live_counts AS kept (list, facet, value, n)
        SELECT 'partners', 'account_type', touched.account_type_id::text, sum(touched.n) FROM (
            SELECT NEW.account_type_id, 1 AS n WHERE TG_OP <> 'DELETE' AND NEW.deleted_at IS NULL
            UNION ALL SELECT OLD.account_type_id, -1 WHERE TG_OP <> 'INSERT' AND OLD.deleted_at IS NULL
        ) AS touched GROUP BY touched.account_type_id HAVING sum(touched.n) <> 0 ORDER BY touched.account_type_id::text
        ON CONFLICT (list, facet, value) DO UPDATE SET n = kept.n + excluded.n;
    RETURN NULL;
END;
$$;
-- +goose StatementEnd
CREATE TRIGGER partners_account_type_insert AFTER INSERT ON partners FOR EACH ROW EXECUTE FUNCTION count_partner_account_types();
CREATE TRIGGER partners_account_type_delete AFTER DELETE ON partners FOR EACH ROW EXECUTE FUNCTION count_partner_account_types();
CREATE TRIGGER partners_account_type_update AFTER UPDATE ON partners FOR EACH ROW
    WHEN (OLD.account_type_id <> NEW.account_type_id OR (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL)) EXECUTE FUNCTION count_partner_account_types();
