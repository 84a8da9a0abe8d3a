-- +goose Up
-- Changes that other programs and the caches of all servers learn about (docs/decisions/0034). Triggers insert them here, and
-- a server numbers them after they have been committed.

CREATE TABLE pending_changes (
    id {{id}},
    kind TEXT NOT NULL,
    record_id {{int}} NOT NULL,
    other_id {{int}} NOT NULL DEFAULT 0
);

-- Dates at which a record changes without being written, such as the date it is published on.
CREATE TABLE due_changes (
    due_at {{time}} NOT NULL,
    kind TEXT NOT NULL,
    record_id {{int}} NOT NULL,
    PRIMARY KEY (due_at, kind, record_id)
){{withoutRowID}};

-- The number of the newest change. A number is at least the time of the change in microseconds since 1970.
CREATE TABLE change_counter (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    number {{int}} NOT NULL
);
INSERT INTO change_counter (id, number) VALUES (1, 0);

-- The numbered changes of the last hour, from which servers learn which of their cached pages are out of date.
CREATE TABLE recent_changes (
    number {{int}} PRIMARY KEY,
    kind TEXT NOT NULL,
    record_id {{int}} NOT NULL
);

-- The newest change of each record that partners have been able to read, in each stream: content by library, collections by
-- partner (0 for those that are public), and access to libraries by partner.
CREATE TABLE feed (
    kind TEXT NOT NULL,
    record_id {{int}} NOT NULL,
    stream_id {{int}} NOT NULL,
    number {{int}} NOT NULL,
    visible BOOLEAN NOT NULL,
    PRIMARY KEY (kind, record_id, stream_id)
){{withoutRowID}};
CREATE INDEX feed_kind_stream_id_number_record_id ON feed (kind, stream_id, number, record_id);
CREATE INDEX feed_number_where_not_visible ON feed (number) WHERE NOT visible;
