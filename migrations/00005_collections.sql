-- +goose Up
-- Collections and shared collections are listed in the order of their ids, which is the order of creation
-- (docs/decisions/0015).

DROP INDEX IF EXISTS collections_created_at_id;
DROP INDEX IF EXISTS collections_type_created_at_id;
DROP INDEX IF EXISTS collections_partner_id_created_at_id;
DROP INDEX IF EXISTS collections_user_id_created_at_id;
DROP INDEX IF EXISTS collections_created_at_id_where_tags_count_some;
DROP INDEX IF EXISTS collections_created_at_id_where_tags_count_none;
CREATE INDEX collections_id ON collections (id) WHERE deleted_at IS NULL;
CREATE INDEX collections_id_inspires_publish_at ON collections (id, inspires_publish_at) WHERE deleted_at IS NULL;
CREATE INDEX collections_type_id ON collections (type, id) WHERE deleted_at IS NULL;
CREATE INDEX collections_partner_id_id ON collections (partner_id, id) WHERE deleted_at IS NULL;
CREATE INDEX collections_user_id_id ON collections (user_id, id) WHERE deleted_at IS NULL;
CREATE INDEX collections_id_where_tags_count_some ON collections (id) WHERE deleted_at IS NULL AND tags_count > 0;
CREATE INDEX collections_id_where_tags_count_none ON collections (id) WHERE deleted_at IS NULL AND tags_count = 0;
DROP INDEX IF EXISTS shared_collections_created_at_id;
DROP INDEX IF EXISTS shared_collections_type_created_at_id;
DROP INDEX IF EXISTS shared_collections_partner_id_created_at_id;
DROP INDEX IF EXISTS shared_collections_partner_id_type_created_at_id;
DROP INDEX IF EXISTS shared_collections_user_id_created_at_id;
DROP INDEX IF EXISTS shared_collections_collection_id;
CREATE INDEX shared_collections_id ON shared_collections (id) WHERE deleted_at IS NULL;
CREATE INDEX shared_collections_type_id ON shared_collections (type, id) WHERE deleted_at IS NULL;
CREATE INDEX shared_collections_partner_id_id ON shared_collections (partner_id, id) WHERE deleted_at IS NULL;
CREATE INDEX shared_collections_partner_id_type_id ON shared_collections (partner_id, type, id) WHERE deleted_at IS NULL;
CREATE INDEX shared_collections_type_personalisations_count_id ON shared_collections (type, personalisations_count, id) WHERE deleted_at IS NULL;
CREATE INDEX shared_collections_user_id_id ON shared_collections (user_id, id) WHERE deleted_at IS NULL;
CREATE INDEX shared_collections_collection_id_id ON shared_collections (collection_id, id);
DROP INDEX IF EXISTS collaborators_views_id;
CREATE INDEX collaborators_views_name_key_id ON collaborators (views DESC, name_key, id);

-- Search text of a shared collection: that of its collection and that of its user.

ALTER TABLE shared_collections ADD COLUMN search_text TEXT NOT NULL DEFAULT '';

-- The label of a folder is its path: the names from the top level down. Folders are sorted and searched by it.

ALTER TABLE folders ADD COLUMN label_key TEXT NOT NULL DEFAULT '';
ALTER TABLE folders ADD COLUMN search_text TEXT NOT NULL DEFAULT '';
CREATE INDEX folders_partner_id_label_key_id ON folders (partner_id, label_key, id);
CREATE INDEX folders_user_id_label_key_id ON folders (user_id, label_key, id);

-- A second record that a bulk action refers to, such as the collection that content is moved to.

ALTER TABLE tasks ADD COLUMN other_id {{int}};
