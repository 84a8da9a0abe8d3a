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
CREATE VIRTUAL TABLE shared_collections_search USING fts5 (search_text, content = 'shared_collections', content_rowid = 'id', tokenize = 'trigram case_sensitive 1');
INSERT INTO shared_collections_search (shared_collections_search) VALUES ('rebuild');
-- +goose StatementBegin
CREATE TRIGGER shared_collections_search_insert AFTER INSERT ON shared_collections BEGIN
    INSERT INTO shared_collections_search (rowid, search_text) VALUES (new.id, new.search_text);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER shared_collections_search_delete AFTER DELETE ON shared_collections BEGIN
    INSERT INTO shared_collections_search (shared_collections_search, rowid, search_text) VALUES ('delete', old.id, old.search_text);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER shared_collections_search_update AFTER UPDATE OF search_text ON shared_collections WHEN old.search_text <> new.search_text BEGIN
    INSERT INTO shared_collections_search (shared_collections_search, rowid, search_text) VALUES ('delete', old.id, old.search_text);
    INSERT INTO shared_collections_search (rowid, search_text) VALUES (new.id, new.search_text);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER collections_search_text_on_shared_collections AFTER UPDATE OF search_text ON collections WHEN old.search_text <> new.search_text BEGIN
    UPDATE shared_collections SET search_text = new.search_text || (SELECT u.search_text FROM users AS u WHERE u.id = shared_collections.user_id) WHERE collection_id = new.id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER users_search_text_on_shared_collections AFTER UPDATE OF search_text ON users WHEN old.search_text <> new.search_text BEGIN
    UPDATE shared_collections SET search_text = (SELECT c.search_text FROM collections AS c WHERE c.id = shared_collections.collection_id) || new.search_text WHERE user_id = new.id;
END;
-- +goose StatementEnd

-- A folder's label is the way to it: the names from the top down. It is sorted and searched by it.

ALTER TABLE folders ADD COLUMN label_key TEXT NOT NULL DEFAULT '';
ALTER TABLE folders ADD COLUMN search_text TEXT NOT NULL DEFAULT '';
CREATE INDEX folders_partner_id_label_key_id ON folders (partner_id, label_key, id);
CREATE INDEX folders_user_id_label_key_id ON folders (user_id, label_key, id);
CREATE VIRTUAL TABLE folders_search USING fts5 (search_text, content = 'folders', content_rowid = 'id', tokenize = 'trigram case_sensitive 1');
INSERT INTO folders_search (folders_search) VALUES ('rebuild');
-- +goose StatementBegin
CREATE TRIGGER folders_search_insert AFTER INSERT ON folders BEGIN
    INSERT INTO folders_search (rowid, search_text) VALUES (new.id, new.search_text);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER folders_search_delete AFTER DELETE ON folders BEGIN
    INSERT INTO folders_search (folders_search, rowid, search_text) VALUES ('delete', old.id, old.search_text);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER folders_search_update AFTER UPDATE OF search_text ON folders WHEN old.search_text <> new.search_text BEGIN
    INSERT INTO folders_search (folders_search, rowid, search_text) VALUES ('delete', old.id, old.search_text);
    INSERT INTO folders_search (rowid, search_text) VALUES (new.id, new.search_text);
END;
-- +goose StatementEnd

-- How many live rows of each type there are.

INSERT INTO live_counts (list, facet, value) VALUES ('collections', 'type', 'partner'), ('collections', 'type', 'personal'), ('shared_collections', 'type', 'user-accepted'), ('shared_collections', 'type', 'auto-accepted');
UPDATE live_counts SET n = (SELECT count(*) FROM collections WHERE deleted_at IS NULL AND type = value) WHERE list = 'collections' AND facet = 'type';
UPDATE live_counts SET n = (SELECT count(*) FROM shared_collections WHERE deleted_at IS NULL AND type = value) WHERE list = 'shared_collections' AND facet = 'type';
-- +goose StatementBegin
CREATE TRIGGER collections_type_insert AFTER INSERT ON collections WHEN new.deleted_at IS NULL BEGIN
    UPDATE live_counts SET n = n + 1 WHERE list = 'collections' AND facet = 'type' AND value = new.type;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER collections_type_delete AFTER DELETE ON collections WHEN old.deleted_at IS NULL BEGIN
    UPDATE live_counts SET n = n - 1 WHERE list = 'collections' AND facet = 'type' AND value = old.type;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER collections_type_update AFTER UPDATE OF type, deleted_at ON collections WHEN old.type <> new.type OR (old.deleted_at IS NULL) <> (new.deleted_at IS NULL) BEGIN
    UPDATE live_counts SET n = n - 1 WHERE list = 'collections' AND facet = 'type' AND value = old.type AND old.deleted_at IS NULL;
    UPDATE live_counts SET n = n + 1 WHERE list = 'collections' AND facet = 'type' AND value = new.type AND new.deleted_at IS NULL;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER shared_collections_type_insert AFTER INSERT ON shared_collections WHEN new.deleted_at IS NULL BEGIN
    UPDATE live_counts SET n = n + 1 WHERE list = 'shared_collections' AND facet = 'type' AND value = new.type;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER shared_collections_type_delete AFTER DELETE ON shared_collections WHEN old.deleted_at IS NULL BEGIN
    UPDATE live_counts SET n = n - 1 WHERE list = 'shared_collections' AND facet = 'type' AND value = old.type;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER shared_collections_type_update AFTER UPDATE OF type, deleted_at ON shared_collections WHEN old.type <> new.type OR (old.deleted_at IS NULL) <> (new.deleted_at IS NULL) BEGIN
    UPDATE live_counts SET n = n - 1 WHERE list = 'shared_collections' AND facet = 'type' AND value = old.type AND old.deleted_at IS NULL;
    UPDATE live_counts SET n = n + 1 WHERE list = 'shared_collections' AND facet = 'type' AND value = new.type AND new.deleted_at IS NULL;
END;
-- +goose StatementEnd

-- The record that work is done for besides its target: where content is moved to.

ALTER TABLE tasks ADD COLUMN other_id INTEGER;
