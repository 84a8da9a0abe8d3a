-- +goose Up
-- Changes of counts that have not been added to the stored counts. Their writers do not wait for each other.

CREATE TABLE counter_deltas (
    counter TEXT NOT NULL,
    row_id BIGINT NOT NULL,
    n BIGINT NOT NULL
) WITH (autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_scale_factor = 0);
CREATE INDEX counter_deltas_row ON counter_deltas (counter, row_id);

CREATE TABLE live_count_deltas (
    list TEXT NOT NULL,
    facet TEXT NOT NULL,
    value TEXT NOT NULL,
    n BIGINT NOT NULL
) WITH (autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_scale_factor = 0);
CREATE INDEX live_count_deltas_value ON live_count_deltas (list, facet, value);

-- The exact counts.

CREATE VIEW current_counts AS
SELECT list, facet, value, CAST(sum(n) AS BIGINT) AS n
FROM (
    SELECT list, facet, value, n FROM live_counts
    UNION ALL SELECT list, facet, value, n FROM live_count_deltas
) AS counts
GROUP BY list, facet, value;
