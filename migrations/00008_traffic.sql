-- +goose Up
-- The UTC day of an event, counted from 1970. Roll-ups are keyed by it.

ALTER TABLE copilot_events ADD COLUMN day {{int}} NOT NULL DEFAULT 0;
{{if sqlite}}
UPDATE copilot_events SET day = occurred_at / 86400000000;
{{else}}
UPDATE copilot_events SET day = floor(extract(epoch FROM occurred_at) / 86400);
{{end}}

-- Events that are not rolled up yet. Events from before this migration are rolled up already.

CREATE TABLE copilot_fresh (
    event_id {{int}} PRIMARY KEY
);
INSERT INTO copilot_fresh (event_id) SELECT id FROM copilot_events ORDER BY id;

-- Sums over a window of thirty days, whose last day is stored in the first table. Lists read these tables in index order.
-- When the window moves, the days that leave it are subtracted.

CREATE TABLE copilot_window (
    id {{int}} PRIMARY KEY,
    last_day {{int}} NOT NULL
);
INSERT INTO copilot_window (id, last_day) VALUES (1, 0);
CREATE TABLE copilot_partner_window (
    partner_id {{int}} NOT NULL,
    advisors_count {{int}} NOT NULL DEFAULT 0,
    views {{int}} NOT NULL DEFAULT 0,
    clicks {{int}} NOT NULL DEFAULT 0,
    lead_intents {{int}} NOT NULL DEFAULT 0,
    leads {{int}} NOT NULL DEFAULT 0,
    PRIMARY KEY (partner_id)
){{withoutRowID}};
CREATE INDEX copilot_partner_window_views_partner_id ON copilot_partner_window (views, partner_id);
CREATE INDEX copilot_partner_window_clicks_partner_id ON copilot_partner_window (clicks, partner_id);
CREATE INDEX copilot_partner_window_lead_intents_partner_id ON copilot_partner_window (lead_intents, partner_id);
CREATE INDEX copilot_partner_window_leads_partner_id ON copilot_partner_window (leads, partner_id);
CREATE INDEX copilot_partner_window_advisors_count_partner_id ON copilot_partner_window (advisors_count, partner_id);
CREATE TABLE copilot_user_window (
    user_id {{int}} NOT NULL,
    partners_count {{int}} NOT NULL DEFAULT 0,
    views {{int}} NOT NULL DEFAULT 0,
    clicks {{int}} NOT NULL DEFAULT 0,
    lead_intents {{int}} NOT NULL DEFAULT 0,
    leads {{int}} NOT NULL DEFAULT 0,
    PRIMARY KEY (user_id)
){{withoutRowID}};
CREATE INDEX copilot_user_window_views_user_id ON copilot_user_window (views, user_id);
CREATE INDEX copilot_user_window_clicks_user_id ON copilot_user_window (clicks, user_id);
CREATE INDEX copilot_user_window_lead_intents_user_id ON copilot_user_window (lead_intents, user_id);
CREATE INDEX copilot_user_window_leads_user_id ON copilot_user_window (leads, user_id);
CREATE INDEX copilot_user_window_partners_count_user_id ON copilot_user_window (partners_count, user_id);
CREATE TABLE copilot_user_partner_window (
    user_id {{int}} NOT NULL,
    partner_id {{int}} NOT NULL,
    views {{int}} NOT NULL DEFAULT 0,
    clicks {{int}} NOT NULL DEFAULT 0,
    lead_intents {{int}} NOT NULL DEFAULT 0,
    leads {{int}} NOT NULL DEFAULT 0,
    PRIMARY KEY (user_id, partner_id)
){{withoutRowID}};
CREATE INDEX copilot_user_partner_window_partner_id_views_user_id ON copilot_user_partner_window (partner_id, views, user_id);
CREATE INDEX copilot_user_partner_window_user_id_views_partner_id ON copilot_user_partner_window (user_id, views, partner_id);
CREATE TABLE copilot_partner_page_window (
    partner_id {{int}} NOT NULL,
    page_id {{int}} NOT NULL,
    views {{int}} NOT NULL DEFAULT 0,
    clicks {{int}} NOT NULL DEFAULT 0,
    lead_intents {{int}} NOT NULL DEFAULT 0,
    leads {{int}} NOT NULL DEFAULT 0,
    PRIMARY KEY (partner_id, page_id)
){{withoutRowID}};
CREATE INDEX copilot_partner_page_window_partner_id_views_page_id ON copilot_partner_page_window (partner_id, views, page_id);
CREATE TABLE copilot_user_page_window (
    user_id {{int}} NOT NULL,
    page_id {{int}} NOT NULL,
    views {{int}} NOT NULL DEFAULT 0,
    clicks {{int}} NOT NULL DEFAULT 0,
    lead_intents {{int}} NOT NULL DEFAULT 0,
    leads {{int}} NOT NULL DEFAULT 0,
    PRIMARY KEY (user_id, page_id)
){{withoutRowID}};
CREATE INDEX copilot_user_page_window_user_id_views_page_id ON copilot_user_page_window (user_id, views, page_id);

-- These are no longer used: activity comes from advisor_activity, and the other figures from counts by day.

DROP TABLE IF EXISTS advisor_days;

-- Exports requested by staff: the table, the progress and the file.

CREATE TABLE exports (
    id {{id}},
    name TEXT NOT NULL,
    path TEXT NOT NULL,
    query TEXT NOT NULL DEFAULT '',
    total {{int}},
    done {{int}} NOT NULL DEFAULT 0,
    bytes {{int}} NOT NULL DEFAULT 0,
    file TEXT NOT NULL DEFAULT '',
    problem TEXT NOT NULL DEFAULT '',
    user_id {{int}} REFERENCES users (id) ON DELETE SET NULL,
    request_id TEXT NOT NULL DEFAULT '',
    ip_address TEXT NOT NULL DEFAULT '',
    created_at {{time}} NOT NULL,
    finished_at {{time}}
);
CREATE INDEX exports_user_id ON exports (user_id);
CREATE INDEX exports_finished_at ON exports (finished_at) WHERE finished_at IS NOT NULL;
