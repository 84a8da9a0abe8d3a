-- +goose Up
{{if sqlite}}
-- Changes of counts that have not been added to the stored counts. On SQLite, which has one writer, there are none.
{{else}}
-- Changes of counts that have not been added to the stored counts. Their writers do not wait for each other.
{{end}}

CREATE TABLE counter_deltas (
    counter TEXT NOT NULL,
    row_id {{int}} NOT NULL,
    n {{int}} NOT NULL
{{if sqlite}}
);
{{else}}
) WITH (autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_scale_factor = 0);
{{end}}
CREATE INDEX counter_deltas_row ON counter_deltas (counter, row_id);

CREATE TABLE live_count_deltas (
    list TEXT NOT NULL,
    facet TEXT NOT NULL,
    value TEXT NOT NULL,
    n {{int}} NOT NULL
{{if sqlite}}
);
{{else}}
) WITH (autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_scale_factor = 0);
{{end}}
CREATE INDEX live_count_deltas_value ON live_count_deltas (list, facet, value);

-- The exact counts.

{{if sqlite}}
CREATE VIEW current_counts AS SELECT list, facet, value, n FROM live_counts;
{{else}}
CREATE VIEW current_counts AS
SELECT list, facet, value, CAST(sum(n) AS BIGINT) AS n
FROM (
    SELECT list, facet, value, n FROM live_counts
    UNION ALL SELECT list, facet, value, n FROM live_count_deltas
) AS counts
GROUP BY list, facet, value;
{{end}}
