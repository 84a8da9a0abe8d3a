-- +goose Up
-- The oldest schema whose programs may still use the database. A migration that they could not tolerate raises it in the
-- same transaction: UPDATE installation SET value = '31' WHERE key = 'compatible_from'.
INSERT INTO installation (key, value) VALUES ('compatible_from', '28');
