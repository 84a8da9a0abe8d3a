-- +goose Up
-- The logo Inspires shows is the one of the partner's customisations; there is no other.

ALTER TABLE partners DROP COLUMN inspires_logo_url;

-- How many live partners there are of each account type.

INSERT INTO live_counts (list, facet, value, n) SELECT 'partners', 'account_type', CAST(account_type_id AS TEXT), count(*) FROM partners WHERE deleted_at IS NULL GROUP BY account_type_id;
-- +goose StatementBegin
CREATE TRIGGER partners_account_type_insert AFTER INSERT ON partners WHEN new.deleted_at IS NULL BEGIN
    INSERT INTO live_counts (list, facet, value, n) VALUES ('partners', 'account_type', CAST(new.account_type_id AS TEXT), 1) ON CONFLICT (list, facet, value) DO UPDATE SET n = n + 1;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER partners_account_type_delete AFTER DELETE ON partners WHEN old.deleted_at IS NULL BEGIN
    UPDATE live_counts SET n = n - 1 WHERE list = 'partners' AND facet = 'account_type' AND value = CAST(old.account_type_id AS TEXT);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER partners_account_type_update AFTER UPDATE OF account_type_id, deleted_at ON partners WHEN old.account_type_id <> new.account_type_id OR (old.deleted_at IS NULL) <> (new.deleted_at IS NULL) BEGIN
    UPDATE live_counts SET n = n - 1 WHERE list = 'partners' AND facet = 'account_type' AND value = CAST(old.account_type_id AS TEXT) AND old.deleted_at IS NULL;
    INSERT INTO live_counts (list, facet, value, n) SELECT 'partners', 'account_type', CAST(new.account_type_id AS TEXT), 1 WHERE new.deleted_at IS NULL ON CONFLICT (list, facet, value) DO UPDATE SET n = n + 1;
END;
-- +goose StatementEnd
