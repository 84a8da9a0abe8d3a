-- +goose Up
-- Changes of counts that have not been added to the stored counts. On SQLite, which has one writer, there are none.

CREATE TABLE counter_deltas (
    counter TEXT NOT NULL,
    row_id INTEGER NOT NULL,
    n INTEGER NOT NULL
);
CREATE INDEX counter_deltas_row ON counter_deltas (counter, row_id);

CREATE TABLE live_count_deltas (
    list TEXT NOT NULL,
    facet TEXT NOT NULL,
    value TEXT NOT NULL,
    n INTEGER NOT NULL
);
CREATE INDEX live_count_deltas_value ON live_count_deltas (list, facet, value);

-- The exact counts.

CREATE VIEW current_counts AS SELECT list, facet, value, n FROM live_counts;
