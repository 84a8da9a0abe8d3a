-- +goose Up
ALTER TABLE content ADD COLUMN link_status TEXT NOT NULL DEFAULT '';
ALTER TABLE content ADD COLUMN link_checked_at {{time}};
CREATE INDEX content_link_status_id ON content (link_status, id)
    WHERE deleted_at IS NULL AND link_status IN ('moved', 'broken', 'unsure');

-- When the link of an item is checked next, and what the last check found.
CREATE TABLE content_links (
    content_id {{int}} PRIMARY KEY REFERENCES content (id) ON DELETE CASCADE,
    url TEXT NOT NULL,
    host TEXT NOT NULL,
    due_at {{time}} NOT NULL,
    checked_at {{time}},
    status TEXT NOT NULL DEFAULT '',
    code {{int}} NOT NULL DEFAULT 0,
    final_url TEXT NOT NULL DEFAULT '',
    problem TEXT NOT NULL DEFAULT '',
    failing_since {{time}},
    failed_days {{int}} NOT NULL DEFAULT 0, -- days in a row on which the server gave no answer that counts
    failed_at {{time}}
);
CREATE INDEX content_links_host_due_at_content_id ON content_links (host, due_at, content_id);
-- The results of checks that differ from the one before.
CREATE TABLE link_checks (
    id {{id}},
    content_id {{int}} NOT NULL REFERENCES content (id) ON DELETE CASCADE,
    url TEXT NOT NULL,
    checked_at {{time}} NOT NULL,
    status TEXT NOT NULL,
    code {{int}} NOT NULL,
    final_url TEXT NOT NULL,
    problem TEXT NOT NULL
);
CREATE INDEX link_checks_content_id_id ON link_checks (content_id, id);
-- The hosts of links. One request at a time is sent to a host, by the server that has its lease.
CREATE TABLE link_hosts (
    host TEXT PRIMARY KEY,
    next_at {{time}}, -- when it may be claimed; NULL if nothing is to be checked
    lease TEXT NOT NULL DEFAULT '',
    requested_at {{time}},
    rests_until {{time}}, -- until then it wants to be left alone
    rules TEXT NOT NULL DEFAULT '', -- of its robots.txt
    rules_at {{time}}
);
CREATE INDEX link_hosts_next_at ON link_hosts (next_at) WHERE next_at IS NOT NULL;

ALTER TABLE content_domains ADD COLUMN check_links BOOLEAN NOT NULL DEFAULT TRUE;
