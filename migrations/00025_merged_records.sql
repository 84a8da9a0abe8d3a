-- +goose Up
-- Where records went that were merged into others. The kind is the name of their table.
CREATE TABLE merged_records (
    kind TEXT NOT NULL,
    old_id {{int}} NOT NULL,
    new_id {{int}} NOT NULL,
    PRIMARY KEY (kind, old_id)
){{withoutRowID}};
CREATE INDEX merged_records_kind_new_id ON merged_records (kind, new_id);
