-- +goose Up
-- Search tables, counters and totals are declared in internal/platform/schema and created after the migrations. This is
-- the list of these objects, with the statements that remove them and the tables to lock for that. Objects that
-- migrations of earlier releases created are registered with an empty hash.

CREATE TABLE derived_objects (
    name TEXT PRIMARY KEY,
    hash TEXT NOT NULL DEFAULT '',
    drops TEXT NOT NULL,
    locks TEXT NOT NULL DEFAULT '',
    revision {{int}} NOT NULL DEFAULT 0
);
{{if sqlite}}
INSERT INTO derived_objects (name, drops) SELECT name, 'DROP TABLE IF EXISTS ' || name FROM sqlite_master
WHERE sql LIKE 'CREATE VIRTUAL TABLE % USING fts5 %' AND name GLOB '*_search';
INSERT INTO derived_objects (name, drops) SELECT 'view ' || name, 'DROP VIEW IF EXISTS ' || name FROM sqlite_master
WHERE type = 'view' AND name = 'user_facets';
INSERT INTO derived_objects (name, drops) SELECT 'trigger ' || name, 'DROP TRIGGER IF EXISTS ' || name
FROM sqlite_master WHERE type = 'trigger' AND (name GLOB '*_search_*' OR name GLOB '*_count_on_*'
    OR name GLOB '*_live_*' OR name GLOB '*_links' OR name GLOB '*_type_*' OR name GLOB 'users_facets_*'
    OR name = 'users_account_type' OR name GLOB '*_added_at_on_*');
{{else}}
INSERT INTO derived_objects (name, drops) SELECT indexname, 'DROP INDEX IF EXISTS ' || indexname FROM pg_indexes
WHERE schemaname = current_schema() AND indexname LIKE '%\_search'
    AND indexdef LIKE '% USING gin (search_text gin_trgm_ops)';
INSERT INTO derived_objects (name, drops)
SELECT 'function ' || proname, 'DROP FUNCTION IF EXISTS ' || oid::regprocedure || ' CASCADE' FROM pg_proc
WHERE pronamespace = current_schema()::regnamespace AND proname IN ('count_rows', 'count_live', 'count_trashed_links',
    'count_deleted_links', 'count_types', 'count_user_facets', 'count_partner_account_types', 'facets_of_user',
    'share_search_text', 'take_account_type', 'content_added');
{{end}}
