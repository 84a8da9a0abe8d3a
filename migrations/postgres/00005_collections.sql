-- +goose Up
-- Collections and what is shared of them are listed in the order of their ids, which is the order they were made in
-- (docs/decisions/0015).

DROP INDEX collections_created_at_id;
DROP INDEX collections_type_created_at_id;
DROP INDEX collections_partner_id_created_at_id;
DROP INDEX collections_user_id_created_at_id;
DROP INDEX collections_created_at_id_where_tags_count_some;
DROP INDEX collections_created_at_id_where_tags_count_none;
CREATE INDEX collections_id ON collections (id) WHERE deleted_at IS NULL;
CREATE INDEX collections_id_inspires_publish_at ON collections (id, inspires_publish_at) WHERE deleted_at IS NULL;
CREATE INDEX collections_type_id ON collections (type, id) WHERE deleted_at IS NULL;
CREATE INDEX collections_partner_id_id ON collections (partner_id, id) WHERE deleted_at IS NULL;
CREATE INDEX collections_user_id_id ON collections (user_id, id) WHERE deleted_at IS NULL;
CREATE INDEX collections_id_where_tags_count_some ON collections (id) WHERE deleted_at IS NULL AND tags_count > 0;
CREATE INDEX collections_id_where_tags_count_none ON collections (id) WHERE deleted_at IS NULL AND tags_count = 0;
DROP INDEX shared_collections_created_at_id;
DROP INDEX shared_collections_type_created_at_id;
DROP INDEX shared_collections_partner_id_created_at_id;
DROP INDEX shared_collections_partner_id_type_created_at_id;
DROP INDEX shared_collections_user_id_created_at_id;
DROP INDEX shared_collections_collection_id;
CREATE INDEX shared_collections_id ON shared_collections (id) WHERE deleted_at IS NULL;
CREATE INDEX shared_collections_type_id ON shared_collections (type, id) WHERE deleted_at IS NULL;
CREATE INDEX shared_collections_partner_id_id ON shared_collections (partner_id, id) WHERE deleted_at IS NULL;
CREATE INDEX shared_collections_partner_id_type_id ON shared_collections (partner_id, type, id) WHERE deleted_at IS NULL;
CREATE INDEX shared_collections_type_personalisations_count_id ON shared_collections (type, personalisations_count, id) WHERE deleted_at IS NULL;
CREATE INDEX shared_collections_user_id_id ON shared_collections (user_id, id) WHERE deleted_at IS NULL;
CREATE INDEX shared_collections_collection_id_id ON shared_collections (collection_id, id);
DROP INDEX collaborators_views_id;
CREATE INDEX collaborators_views_name_key_id ON collaborators (views DESC, name_key, id);

-- What is shared is found by the texts of the collection and of the user. Whoever adds a row writes both; names that
-- change later reach it here.

ALTER TABLE shared_collections ADD COLUMN search_text TEXT NOT NULL DEFAULT '';
UPDATE shared_collections SET search_text = (SELECT search_text FROM collections WHERE id = shared_collections.collection_id) || (SELECT search_text FROM users WHERE id = shared_collections.user_id);
CREATE INDEX shared_collections_search ON shared_collections USING gin (search_text gin_trgm_ops);
-- +goose StatementBegin
CREATE FUNCTION share_search_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_TABLE_NAME = 'collections' THEN
        UPDATE shared_collections SET search_text = NEW.search_text || u.search_text FROM users AS u WHERE u.id = shared_collections.user_id AND collection_id = NEW.id;
    ELSE
        UPDATE shared_collections SET search_text = c.search_text || NEW.search_text FROM collections AS c WHERE c.id = shared_collections.collection_id AND shared_collections.user_id = NEW.id;
    END IF;
    RETURN NULL;
END;
$$;
-- +goose StatementEnd
CREATE TRIGGER collections_search_text_on_shared_collections AFTER UPDATE OF search_text ON collections FOR EACH ROW WHEN (OLD.search_text <> NEW.search_text) EXECUTE FUNCTION share_search_text();
CREATE TRIGGER users_search_text_on_shared_collections AFTER UPDATE OF search_text ON users FOR EACH ROW WHEN (OLD.search_text <> NEW.search_text) EXECUTE FUNCTION share_search_text();

-- A folder's label is the way to it: the names from the top down. It is sorted and searched by it.

ALTER TABLE folders ADD COLUMN label_key TEXT NOT NULL DEFAULT '';
ALTER TABLE folders ADD COLUMN search_text TEXT NOT NULL DEFAULT '';
CREATE INDEX folders_partner_id_label_key_id ON folders (partner_id, label_key, id);
CREATE INDEX folders_user_id_label_key_id ON folders (user_id, label_key, id);
CREATE INDEX folders_search ON folders USING gin (search_text gin_trgm_ops);

-- How many live rows of each type there are.

INSERT INTO live_counts (list, facet, value) VALUES ('collections', 'type', 'partner'), ('collections', 'type', 'personal'), ('shared_collections', 'type', 'user-accepted'), ('shared_collections', 'type', 'auto-accepted');
UPDATE live_counts SET n = (SELECT count(*) FROM collections WHERE deleted_at IS NULL AND type = value) WHERE list = 'collections' AND facet = 'type';
UPDATE live_counts SET n = (SELECT count(*) FROM shared_collections WHERE deleted_at IS NULL AND type = value) WHERE list = 'shared_collections' AND facet = 'type';
-- Adds to the counts of the types of the rows a statement touched.
-- +goose StatementBegin
CREATE FUNCTION count_types() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    touched text := '';
    types text[];
    deltas bigint[];
BEGIN
    IF TG_OP <> 'DELETE' THEN
        touched := 'SELECT type, 1 AS n FROM added WHERE deleted_at IS NULL';
    END IF;
    IF TG_OP = 'UPDATE' THEN
        touched := touched || ' UNION ALL ';
    END IF;
    IF TG_OP <> 'INSERT' THEN
        touched := touched || 'SELECT type, -1 AS n FROM removed WHERE deleted_at IS NULL';
    END IF;
    EXECUTE format('SELECT array_agg(type), array_agg(n) FROM (SELECT type, sum(n) AS n FROM (%s) AS touched GROUP BY type HAVING sum(n) <> 0 ORDER BY type) AS delta', touched)
        INTO types, deltas;
    IF types IS NOT NULL THEN
        UPDATE live_counts SET n = live_counts.n + delta.n FROM unnest(types, deltas) AS delta (type, n) WHERE list = TG_TABLE_NAME AND facet = 'type' AND value = delta.type;
    END IF;
    RETURN NULL;
END;
$$;
-- +goose StatementEnd
CREATE TRIGGER collections_type_insert AFTER INSERT ON collections REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_types();
CREATE TRIGGER collections_type_delete AFTER DELETE ON collections REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_types();
CREATE TRIGGER collections_type_update AFTER UPDATE ON collections REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_types();
CREATE TRIGGER shared_collections_type_insert AFTER INSERT ON shared_collections REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_types();
CREATE TRIGGER shared_collections_type_delete AFTER DELETE ON shared_collections REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_types();
CREATE TRIGGER shared_collections_type_update AFTER UPDATE ON shared_collections REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_types();

-- The record that work is done for besides its target: where content is moved to.

ALTER TABLE tasks ADD COLUMN other_id BIGINT;

-- A row that goes to the trash or comes back is looked at on its own. Comparing all old with all new rows of a statement
-- took longer the more rows it had: seconds for the five thousand items that one move touches.

DROP TRIGGER content_trashed_links_update ON content;
DROP TRIGGER collections_trashed_links_update ON collections;
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION count_trashed_links() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    i integer := 1;
    delta integer := CASE WHEN NEW.deleted_at IS NULL THEN 1 ELSE -1 END;
BEGIN
    WHILE i < TG_NARGS LOOP
        EXECUTE format('UPDATE %I SET %I = %I + $2 WHERE id IN (SELECT %I FROM %I WHERE %I = $1)',
            TG_ARGV[i], TG_ARGV[i + 1], TG_ARGV[i + 1], TG_ARGV[i + 3], TG_ARGV[i + 2], TG_ARGV[0]) USING NEW.id, delta;
        i := i + 4;
    END LOOP;
    RETURN NULL;
END;
$$;
-- +goose StatementEnd
CREATE TRIGGER content_trashed_links_update AFTER UPDATE ON content FOR EACH ROW WHEN ((OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL)) EXECUTE FUNCTION count_trashed_links('content_id', 'tags', 'content_count', 'content_tags', 'tag_id', 'destinations', 'content_count', 'content_destinations', 'destination_id', 'libraries', 'content_count', 'content_libraries', 'library_id', 'publishers', 'content_count', 'content_publishers', 'publisher_id', 'languages', 'content_count', 'content_languages', 'language_id', 'collections', 'contents_count', 'collection_content', 'collection_id');
CREATE TRIGGER collections_trashed_links_update AFTER UPDATE ON collections FOR EACH ROW WHEN ((OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL)) EXECUTE FUNCTION count_trashed_links('collection_id', 'content', 'collections_count', 'collection_content', 'content_id');
