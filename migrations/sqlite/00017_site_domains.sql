-- +goose Up
-- The Copilot domains of all sites, each of which belongs to one site. Triggers keep them up to date.

CREATE TABLE site_domains (
    domain TEXT NOT NULL,
    site_id INTEGER NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    PRIMARY KEY (site_id, domain)
) WITHOUT ROWID;
CREATE UNIQUE INDEX site_domains_domain ON site_domains (domain);

-- Several sites may have the same domain. The one that is named after it keeps it, or else the oldest.

INSERT INTO site_domains (domain, site_id)
SELECT d.value, coalesce((SELECT own.id FROM sites AS own WHERE own.domain = d.value AND own.deleted_at IS NULL), min(s.id))
FROM sites AS s, json_each(s.copilot_domains) AS d
WHERE s.deleted_at IS NULL
GROUP BY d.value;

UPDATE sites SET copilot_domains = (
    SELECT coalesce(json_group_array(kept.value), '[]') FROM (
        SELECT d.value FROM json_each(sites.copilot_domains) AS d
        WHERE EXISTS (SELECT 1 FROM site_domains WHERE domain = d.value AND site_id = sites.id)
        ORDER BY d.key
    ) AS kept
)
WHERE deleted_at IS NULL AND EXISTS (
    SELECT 1 FROM json_each(sites.copilot_domains) AS d
    JOIN site_domains ON site_domains.domain = d.value AND site_domains.site_id <> sites.id
);
