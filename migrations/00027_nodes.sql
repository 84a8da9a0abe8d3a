-- +goose Up
-- The servers that use the database. Each refreshes seen_at, and removes its row when it stops.
CREATE TABLE nodes (
    id TEXT NOT NULL PRIMARY KEY, -- random, of one run of a server
    name TEXT NOT NULL,
    version TEXT NOT NULL,
    draining BOOLEAN NOT NULL DEFAULT FALSE,
    started_at {{time}} NOT NULL,
    seen_at {{time}} NOT NULL
);
