-- +goose Up
-- The Copilot domains of all sites, each of which belongs to one site. Triggers keep them up to date.

CREATE TABLE site_domains (
    domain TEXT NOT NULL,
    site_id {{int}} NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    PRIMARY KEY (site_id, domain)
){{withoutRowID}};
CREATE UNIQUE INDEX site_domains_domain ON site_domains (domain);

-- Several sites may have the same domain. The one that is named after it keeps it, or else the oldest.

INSERT INTO site_domains (domain, site_id)
SELECT d.value, coalesce((SELECT own.id FROM sites AS own WHERE own.domain = d.value AND own.deleted_at IS NULL), min(s.id))
{{if sqlite}}
FROM sites AS s, json_each(s.copilot_domains) AS d
{{else}}
FROM sites AS s CROSS JOIN LATERAL jsonb_array_elements_text(s.copilot_domains) AS d (value)
{{end}}
WHERE s.deleted_at IS NULL
GROUP BY d.value;

UPDATE sites SET copilot_domains = (
{{if sqlite}}
    SELECT coalesce(json_group_array(kept.value), '[]') FROM (
        SELECT d.value FROM json_each(sites.copilot_domains) AS d
        WHERE EXISTS (SELECT 1 FROM site_domains WHERE domain = d.value AND site_id = sites.id)
        ORDER BY d.key
    ) AS kept
{{else}}
    SELECT coalesce(jsonb_agg(d.value ORDER BY d.position), '[]')
    FROM jsonb_array_elements_text(sites.copilot_domains) WITH ORDINALITY AS d (value, position)
    WHERE EXISTS (SELECT 1 FROM site_domains WHERE domain = d.value AND site_id = sites.id)
{{end}}
)
WHERE deleted_at IS NULL AND EXISTS (
{{if sqlite}}
    SELECT 1 FROM json_each(sites.copilot_domains) AS d
{{else}}
    SELECT 1 FROM jsonb_array_elements_text(sites.copilot_domains) AS d (value)
{{end}}
    JOIN site_domains ON site_domains.domain = d.value AND site_domains.site_id <> sites.id
);
