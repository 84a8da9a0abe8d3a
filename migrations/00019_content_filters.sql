-- Filters of content are often combined with its status, which the two dates decide. With them in the index, neither a
-- page nor a count has to read rows.
-- +goose Up
DROP INDEX content_type_id_id;
DROP INDEX content_depth_id_id;
DROP INDEX content_partner_id_id;
DROP INDEX content_block_type_id;
CREATE INDEX content_type_id_dates ON content (type_id, id, published_at, expires_at) WHERE deleted_at IS NULL;
CREATE INDEX content_depth_id_dates ON content (depth_id, id, published_at, expires_at) WHERE deleted_at IS NULL;
CREATE INDEX content_partner_id_dates ON content (partner_id, id, published_at, expires_at) WHERE deleted_at IS NULL;
CREATE INDEX content_block_type_dates ON content (block_type, id, published_at, expires_at) WHERE deleted_at IS NULL;
