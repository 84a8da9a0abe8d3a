-- +goose Up
{{if postgres}}
-- The search indexes use trigrams.
{{end}}

{{if postgres}}
CREATE EXTENSION IF NOT EXISTS pg_trgm;

{{end}}
-- Infrastructure

-- Facts about this installation: the fingerprint of its secret key, cache generations.
CREATE TABLE installation (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
);
-- Number of live rows of each list, so that no list has to count a million rows.
CREATE TABLE live_counts (
    list TEXT NOT NULL,
    facet TEXT NOT NULL DEFAULT '',
    value TEXT NOT NULL DEFAULT '',
    n {{int}} NOT NULL DEFAULT 0,
    PRIMARY KEY (list, facet, value)
){{withoutRowID}};
-- One row per deletion. All rows that were deleted together have its id in trash_id and are restored together.
CREATE TABLE trash (
    id {{id}},
    kind TEXT NOT NULL,
    record_id {{int}} NOT NULL,
    name TEXT NOT NULL DEFAULT '',
    deleted_at {{time}} NOT NULL,
    deleted_by_id {{int}},
    deleted_by_name TEXT NOT NULL DEFAULT ''
);
CREATE INDEX trash_deleted_at_id ON trash (deleted_at, id);
CREATE INDEX trash_kind_record_id ON trash (kind, record_id);
-- Changes of records: who, when, and the values before and after. No foreign keys, because entries outlive their records.
CREATE TABLE audit_log (
    id {{id}},
    created_at {{time}} NOT NULL,
    user_id {{int}},
    user_name TEXT NOT NULL DEFAULT '',
    action TEXT NOT NULL,
    kind TEXT NOT NULL,
    record_id {{int}},
    record_name TEXT NOT NULL DEFAULT '',
    changes {{json}} NOT NULL,
    request_id TEXT NOT NULL DEFAULT '',
    ip_address TEXT NOT NULL DEFAULT ''
);
CREATE INDEX audit_log_created_at_id ON audit_log (created_at, id);
CREATE INDEX audit_log_kind_record_id_id ON audit_log (kind, record_id, id);
CREATE INDEX audit_log_user_id_id ON audit_log (user_id, id);
CREATE INDEX audit_log_action_id ON audit_log (action, id);
-- Uploaded images. claimed_at is set while a record uses the image; unclaimed images are deleted after a day.
CREATE TABLE uploads (
    id {{id}},
    storage_key TEXT NOT NULL,
    name TEXT NOT NULL DEFAULT '',
    content_type TEXT NOT NULL,
    width {{int}} NOT NULL,
    height {{int}} NOT NULL,
    bytes {{int}} NOT NULL,
    conversions {{json}} NOT NULL,
    converted_at {{time}},
    claimed_at {{time}},
    created_by_id {{int}},
    created_at {{time}} NOT NULL
);
CREATE INDEX uploads_created_at_where_claimed_at_is_null ON uploads (created_at) WHERE claimed_at IS NULL;
CREATE UNIQUE INDEX uploads_storage_key ON uploads (storage_key){{includeID}};
-- Counters shared by all nodes: failed sign-ins, leased request budgets.
CREATE TABLE limits (
    key TEXT PRIMARY KEY,
    count {{int}} NOT NULL DEFAULT 0,
    resets_at {{time}} NOT NULL
);
CREATE INDEX limits_resets_at ON limits (resets_at);

-- Markets

CREATE TABLE languages (
    id {{id}},
    name TEXT NOT NULL,
    name_key {{key}} NOT NULL,
    alpha2 TEXT NOT NULL,
    user_profile_enabled BOOLEAN NOT NULL DEFAULT FALSE,
    content_count {{int}} NOT NULL DEFAULT 0,
    search_text TEXT NOT NULL DEFAULT '',
    version {{int}} NOT NULL DEFAULT 1,
    created_at {{time}} NOT NULL,
    updated_at {{time}} NOT NULL
);
CREATE UNIQUE INDEX languages_name_key ON languages (name_key){{includeID}};
CREATE UNIQUE INDEX languages_alpha2 ON languages (alpha2){{includeID}};
CREATE INDEX languages_content_count_id ON languages (content_count, id);
CREATE TABLE countries (
    id {{id}},
    name TEXT NOT NULL,
    name_key {{key}} NOT NULL,
    alpha2 TEXT NOT NULL,
    alpha3 TEXT NOT NULL,
    users_count {{int}} NOT NULL DEFAULT 0,
    country_regions_count {{int}} NOT NULL DEFAULT 0,
    search_text TEXT NOT NULL DEFAULT '',
    version {{int}} NOT NULL DEFAULT 1,
    created_at {{time}} NOT NULL,
    updated_at {{time}} NOT NULL
);
CREATE UNIQUE INDEX countries_name_key ON countries (name_key){{includeID}};
CREATE UNIQUE INDEX countries_alpha2 ON countries (alpha2){{includeID}};
CREATE UNIQUE INDEX countries_alpha3 ON countries (alpha3){{includeID}};
CREATE INDEX countries_users_count_id ON countries (users_count, id);
CREATE INDEX countries_country_regions_count_id ON countries (country_regions_count, id);
CREATE TABLE country_regions (
    id {{id}},
    country_id {{int}} NOT NULL REFERENCES countries (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    name_key {{key}} NOT NULL,
    abbreviation TEXT NOT NULL DEFAULT '',
    users_count {{int}} NOT NULL DEFAULT 0,
    search_text TEXT NOT NULL DEFAULT '',
    version {{int}} NOT NULL DEFAULT 1,
    created_at {{time}} NOT NULL,
    updated_at {{time}} NOT NULL
);
CREATE UNIQUE INDEX country_regions_country_id_name_key ON country_regions (country_id, name_key){{includeID}};
CREATE INDEX country_regions_country_id_users_count_id ON country_regions (country_id, users_count, id);
CREATE INDEX country_regions_country_id_abbreviation_id ON country_regions (country_id, abbreviation, id);
CREATE TABLE regions (
    id {{id}},
    name TEXT NOT NULL,
    name_key {{key}} NOT NULL,
    search_text TEXT NOT NULL DEFAULT '',
    version {{int}} NOT NULL DEFAULT 1,
    created_at {{time}} NOT NULL,
    updated_at {{time}} NOT NULL
);
CREATE UNIQUE INDEX regions_name_key ON regions (name_key){{includeID}};
CREATE TABLE region_countries (
    region_id {{int}} NOT NULL REFERENCES regions (id) ON DELETE CASCADE,
    country_id {{int}} NOT NULL REFERENCES countries (id) ON DELETE CASCADE,
    PRIMARY KEY (region_id, country_id)
){{withoutRowID}};
CREATE INDEX region_countries_country_id_region_id ON region_countries (country_id, region_id);
CREATE TABLE destinations (
    id {{id}},
    parent_id {{int}} REFERENCES destinations (id),
    name TEXT NOT NULL,
    name_key {{key}} NOT NULL,
    label TEXT NOT NULL,
    label_key {{key}} NOT NULL,
    path {{key}} NOT NULL DEFAULT '',
    content_count {{int}} NOT NULL DEFAULT 0,
    children_count {{int}} NOT NULL DEFAULT 0,
    search_text TEXT NOT NULL DEFAULT '',
    version {{int}} NOT NULL DEFAULT 1,
    created_at {{time}} NOT NULL,
    updated_at {{time}} NOT NULL
);
CREATE INDEX destinations_label_key_id ON destinations (label_key, id);
CREATE UNIQUE INDEX destinations_parent_id_name_key ON destinations (coalesce(parent_id, 0), name_key){{includeID}};
CREATE INDEX destinations_path ON destinations (path);
CREATE INDEX destinations_content_count_id ON destinations (content_count, id);
CREATE INDEX destinations_parent_id ON destinations (parent_id);

-- Account types and rights

CREATE TABLE account_types (
    id {{id}},
    name TEXT NOT NULL,
    name_key {{key}} NOT NULL,
    user_templates_count {{int}} NOT NULL DEFAULT 0,
    search_text TEXT NOT NULL DEFAULT '',
    version {{int}} NOT NULL DEFAULT 1,
    created_at {{time}} NOT NULL,
    updated_at {{time}} NOT NULL
);
CREATE UNIQUE INDEX account_types_name_key ON account_types (name_key){{includeID}};
CREATE INDEX account_types_user_templates_count_id ON account_types (user_templates_count, id);
CREATE TABLE user_templates (
    id {{id}},
    account_type_id {{int}} NOT NULL REFERENCES account_types (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    name_key {{key}} NOT NULL,
    users_count {{int}} NOT NULL DEFAULT 0,
    search_text TEXT NOT NULL DEFAULT '',
    version {{int}} NOT NULL DEFAULT 1,
    created_at {{time}} NOT NULL,
    updated_at {{time}} NOT NULL
);
CREATE UNIQUE INDEX user_templates_account_type_id_name_key ON user_templates (account_type_id, name_key){{includeID}};
CREATE TABLE user_template_permissions (
    user_template_id {{int}} NOT NULL REFERENCES user_templates (id) ON DELETE CASCADE,
    permission TEXT NOT NULL,
    PRIMARY KEY (user_template_id, permission)
){{withoutRowID}};

-- Directories

CREATE TABLE consortia (
    id {{id}},
    name TEXT NOT NULL,
    name_key {{key}} NOT NULL,
    slug TEXT NOT NULL,
    logo_id {{int}} REFERENCES uploads (id),
    search_text TEXT NOT NULL DEFAULT '',
    version {{int}} NOT NULL DEFAULT 1,
    created_at {{time}} NOT NULL,
    updated_at {{time}} NOT NULL
);
CREATE UNIQUE INDEX consortia_name_key ON consortia (name_key){{includeID}};
CREATE UNIQUE INDEX consortia_slug ON consortia (slug){{includeID}};
CREATE INDEX consortia_logo_id ON consortia (logo_id) WHERE logo_id IS NOT NULL;
CREATE TABLE host_agencies (
    id {{id}},
    name TEXT NOT NULL,
    name_key {{key}} NOT NULL,
    slug TEXT NOT NULL,
    logo_id {{int}} REFERENCES uploads (id),
    search_text TEXT NOT NULL DEFAULT '',
    version {{int}} NOT NULL DEFAULT 1,
    created_at {{time}} NOT NULL,
    updated_at {{time}} NOT NULL
);
CREATE UNIQUE INDEX host_agencies_name_key ON host_agencies (name_key){{includeID}};
CREATE UNIQUE INDEX host_agencies_slug ON host_agencies (slug){{includeID}};
CREATE INDEX host_agencies_logo_id ON host_agencies (logo_id) WHERE logo_id IS NOT NULL;
CREATE TABLE collaborators (
    id {{id}},
    name TEXT NOT NULL,
    name_key {{key}} NOT NULL,
    slug TEXT NOT NULL,
    logo_id {{int}} REFERENCES uploads (id),
    api_key TEXT NOT NULL,
    api_secret TEXT NOT NULL,
    views {{int}} NOT NULL DEFAULT 0,
    extended_content_experiences_count {{int}} NOT NULL DEFAULT 0,
    extended_collection_versions_max_created_at {{time}},
    search_text TEXT NOT NULL DEFAULT '',
    version {{int}} NOT NULL DEFAULT 1,
    created_at {{time}} NOT NULL,
    updated_at {{time}} NOT NULL
);
CREATE INDEX collaborators_name_key_id ON collaborators (name_key, id);
CREATE UNIQUE INDEX collaborators_slug ON collaborators (slug){{includeID}};
CREATE UNIQUE INDEX collaborators_api_key ON collaborators (api_key){{includeID}};
CREATE INDEX collaborators_extended_content_experiences_count_id ON collaborators (extended_content_experiences_count, id);
CREATE INDEX collaborators_extended_collection_versions_max_created_at_id ON collaborators (extended_collection_versions_max_created_at{{nullsFirst}}, id);
CREATE INDEX collaborators_logo_id ON collaborators (logo_id) WHERE logo_id IS NOT NULL;

-- Partners

CREATE TABLE partners (
    id {{id}},
    account_type_id {{int}} NOT NULL REFERENCES account_types (id),
    name TEXT NOT NULL,
    name_key {{key}} NOT NULL,
    slug TEXT NOT NULL,
    email TEXT NOT NULL DEFAULT '',
    phone TEXT NOT NULL DEFAULT '',
    url TEXT NOT NULL DEFAULT '',
    whitelist_domains {{json}} NOT NULL DEFAULT '[]',
    same_tab_domains {{json}} NOT NULL DEFAULT '[]',
    landing_page_domain TEXT NOT NULL DEFAULT '',
    alt_id TEXT NOT NULL,
    api_key TEXT,
    api_secret TEXT,
    last_api_activity_at {{time}},
    last_login_at {{time}},
    inspires_logo_url TEXT NOT NULL DEFAULT '',
    inspires_partner_details TEXT NOT NULL DEFAULT '',
    inspires_allow_ctas BOOLEAN NOT NULL DEFAULT FALSE,
    inspires_display_copilot BOOLEAN NOT NULL DEFAULT FALSE,
    inspires_customisations_enabled BOOLEAN NOT NULL DEFAULT FALSE,
    copilot_advisor_branding TEXT NOT NULL DEFAULT '',
    copilot_cache_duration {{int}} NOT NULL DEFAULT 0,
    ai_brand_voice TEXT NOT NULL DEFAULT '',
    has_premium_seo BOOLEAN NOT NULL DEFAULT FALSE,
    has_premium_itineraries BOOLEAN NOT NULL DEFAULT FALSE,
    has_premium_forms BOOLEAN NOT NULL DEFAULT FALSE,
    has_premium_themes BOOLEAN NOT NULL DEFAULT FALSE,
    has_premium_share BOOLEAN NOT NULL DEFAULT FALSE,
    has_premium_collaborators BOOLEAN NOT NULL DEFAULT FALSE,
    collections_count {{int}} NOT NULL DEFAULT 0,
    users_count {{int}} NOT NULL DEFAULT 0,
    shared_collections_count {{int}} NOT NULL DEFAULT 0,
    search_text TEXT NOT NULL DEFAULT '',
    version {{int}} NOT NULL DEFAULT 1,
    created_at {{time}} NOT NULL,
    updated_at {{time}} NOT NULL,
    deleted_at {{time}},
    trash_id {{int}} REFERENCES trash (id) ON DELETE SET NULL
);
CREATE INDEX partners_name_key_id ON partners (name_key, id) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX partners_slug ON partners (slug){{includeID}} WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX partners_alt_id ON partners (alt_id){{includeID}};
CREATE UNIQUE INDEX partners_api_key ON partners (api_key){{includeID}};
CREATE INDEX partners_account_type_id_name_key_id ON partners (account_type_id, name_key, id) WHERE deleted_at IS NULL;
CREATE INDEX partners_last_login_at_id ON partners (last_login_at{{nullsFirst}}, id) WHERE deleted_at IS NULL;
CREATE INDEX partners_created_at_id ON partners (created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX partners_collections_count_id ON partners (collections_count, id) WHERE deleted_at IS NULL;
CREATE INDEX partners_users_count_id ON partners (users_count, id) WHERE deleted_at IS NULL;
CREATE INDEX partners_shared_collections_count_id ON partners (shared_collections_count, id) WHERE deleted_at IS NULL;
CREATE INDEX partners_account_type_id_created_at_id ON partners (account_type_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX partners_trash_id ON partners (trash_id) WHERE trash_id IS NOT NULL;
CREATE TABLE partner_customisations (
    partner_id {{int}} PRIMARY KEY REFERENCES partners (id) ON DELETE CASCADE,
    settings {{json}} NOT NULL DEFAULT '{}',
    brand_color TEXT NOT NULL DEFAULT '',
    logo_id {{int}} REFERENCES uploads (id),
    logo_light_id {{int}} REFERENCES uploads (id),
    favicon_id {{int}} REFERENCES uploads (id),
    header_background_image_id {{int}} REFERENCES uploads (id),
    version {{int}} NOT NULL DEFAULT 1,
    updated_at {{time}} NOT NULL
);
CREATE TABLE partner_languages (
    id {{id}},
    partner_id {{int}} NOT NULL REFERENCES partners (id) ON DELETE CASCADE,
    language_id {{int}} NOT NULL REFERENCES languages (id),
    advisor_email_subject TEXT NOT NULL DEFAULT '',
    advisor_email_body TEXT NOT NULL DEFAULT '',
    cta_label TEXT NOT NULL DEFAULT '',
    version {{int}} NOT NULL DEFAULT 1,
    created_at {{time}} NOT NULL,
    updated_at {{time}} NOT NULL
);
CREATE UNIQUE INDEX partner_languages_partner_id_language_id ON partner_languages (partner_id, language_id){{includeID}};
CREATE INDEX partner_languages_language_id ON partner_languages (language_id);
CREATE TABLE sites (
    id {{id}},
    partner_id {{int}} NOT NULL REFERENCES partners (id) ON DELETE CASCADE,
    domain TEXT NOT NULL,
    copilot_domains {{json}} NOT NULL DEFAULT '[]',
    featured_image_id {{int}} REFERENCES uploads (id),
    copilot_css TEXT NOT NULL DEFAULT '',
    copilot_disclaimer_enabled BOOLEAN NOT NULL DEFAULT FALSE,
    copilot_disclaimer_text TEXT NOT NULL DEFAULT '',
    copilot_disclaimer_selector TEXT NOT NULL DEFAULT '',
    transformations_count {{int}} NOT NULL DEFAULT 0,
    redirects_count {{int}} NOT NULL DEFAULT 0,
    search_text TEXT NOT NULL DEFAULT '',
    version {{int}} NOT NULL DEFAULT 1,
    created_at {{time}} NOT NULL,
    updated_at {{time}} NOT NULL,
    deleted_at {{time}},
    trash_id {{int}} REFERENCES trash (id) ON DELETE SET NULL
);
CREATE UNIQUE INDEX sites_domain ON sites (domain){{includeID}} WHERE deleted_at IS NULL;
CREATE INDEX sites_partner_id_domain_id ON sites (partner_id, domain, id) WHERE deleted_at IS NULL;
CREATE INDEX sites_partner_id_updated_at_id ON sites (partner_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX sites_trash_id ON sites (trash_id) WHERE trash_id IS NOT NULL;
CREATE TABLE site_transformations (
    id {{id}},
    site_id {{int}} NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    name_key {{key}} NOT NULL,
    language_id {{int}} REFERENCES languages (id),
    selector {{json}} NOT NULL DEFAULT '[]',
    href TEXT NOT NULL DEFAULT '',
    text TEXT NOT NULL DEFAULT '',
    advisor_cta BOOLEAN NOT NULL DEFAULT FALSE,
    notes TEXT NOT NULL DEFAULT '',
    replace_element BOOLEAN NOT NULL DEFAULT FALSE,
    enabled BOOLEAN NOT NULL DEFAULT TRUE,
    version {{int}} NOT NULL DEFAULT 1,
    created_at {{time}} NOT NULL,
    updated_at {{time}} NOT NULL
);
CREATE INDEX site_transformations_site_id_name_key_id ON site_transformations (site_id, name_key, id);
CREATE INDEX site_transformations_language_id ON site_transformations (language_id) WHERE language_id IS NOT NULL;
CREATE TABLE site_redirects (
    id {{id}},
    site_id {{int}} NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    path_pattern TEXT NOT NULL,
    redirect_url TEXT NOT NULL,
    use_exact_match BOOLEAN NOT NULL DEFAULT FALSE,
    ignore_previous_page BOOLEAN NOT NULL DEFAULT FALSE,
    enabled BOOLEAN NOT NULL DEFAULT TRUE,
    version {{int}} NOT NULL DEFAULT 1,
    created_at {{time}} NOT NULL,
    updated_at {{time}} NOT NULL
);
CREATE UNIQUE INDEX site_redirects_site_id_path_pattern ON site_redirects (site_id, path_pattern){{includeID}};
CREATE TABLE partner_markets (
    id {{id}},
    partner_id {{int}} NOT NULL REFERENCES partners (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    name_key {{key}} NOT NULL,
    include_if_no_match BOOLEAN NOT NULL DEFAULT FALSE,
    search_text TEXT NOT NULL DEFAULT '',
    version {{int}} NOT NULL DEFAULT 1,
    created_at {{time}} NOT NULL,
    updated_at {{time}} NOT NULL,
    deleted_at {{time}},
    trash_id {{int}} REFERENCES trash (id) ON DELETE SET NULL
);
CREATE INDEX partner_markets_name_key_id ON partner_markets (name_key, id) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX partner_markets_partner_id_name_key ON partner_markets (partner_id, name_key){{includeID}} WHERE deleted_at IS NULL;
CREATE INDEX partner_markets_trash_id ON partner_markets (trash_id) WHERE trash_id IS NOT NULL;
CREATE TABLE partner_market_countries (
    partner_market_id {{int}} NOT NULL REFERENCES partner_markets (id) ON DELETE CASCADE,
    country_id {{int}} NOT NULL REFERENCES countries (id) ON DELETE CASCADE,
    PRIMARY KEY (partner_market_id, country_id)
){{withoutRowID}};
CREATE INDEX partner_market_countries_country_id_partner_market_id ON partner_market_countries (country_id, partner_market_id);
CREATE TABLE partner_market_languages (
    partner_market_id {{int}} NOT NULL REFERENCES partner_markets (id) ON DELETE CASCADE,
    language_id {{int}} NOT NULL REFERENCES languages (id) ON DELETE CASCADE,
    PRIMARY KEY (partner_market_id, language_id)
){{withoutRowID}};
CREATE INDEX partner_market_languages_language_id_partner_market_id ON partner_market_languages (language_id, partner_market_id);
CREATE TABLE partner_market_regions (
    partner_market_id {{int}} NOT NULL REFERENCES partner_markets (id) ON DELETE CASCADE,
    region_id {{int}} NOT NULL REFERENCES regions (id) ON DELETE CASCADE,
    PRIMARY KEY (partner_market_id, region_id)
){{withoutRowID}};
CREATE INDEX partner_market_regions_region_id_partner_market_id ON partner_market_regions (region_id, partner_market_id);

-- Users

CREATE TABLE users (
    id {{id}},
    first_name TEXT NOT NULL DEFAULT '',
    first_name_key {{key}} NOT NULL DEFAULT '',
    last_name TEXT NOT NULL DEFAULT '',
    last_name_key {{key}} NOT NULL DEFAULT '',
    email TEXT NOT NULL,
    email_verified_at {{time}},
    phone TEXT NOT NULL DEFAULT '',
    password_hash TEXT NOT NULL DEFAULT '',
    session_epoch {{int}} NOT NULL DEFAULT 0,
    partner_id {{int}} REFERENCES partners (id) ON DELETE CASCADE,
    user_template_id {{int}} REFERENCES user_templates (id),
    alt_id TEXT NOT NULL,
    company_name TEXT NOT NULL DEFAULT '',
    country_id {{int}} REFERENCES countries (id),
    country_region_id {{int}} REFERENCES country_regions (id),
    using_suggested_languages BOOLEAN NOT NULL DEFAULT FALSE,
    using_suggested_country BOOLEAN NOT NULL DEFAULT FALSE,
    using_suggested_country_region BOOLEAN NOT NULL DEFAULT FALSE,
    host_agency_id {{int}} REFERENCES host_agencies (id) ON DELETE SET NULL,
    host_agency_other TEXT NOT NULL DEFAULT '',
    consortium_id {{int}} REFERENCES consortia (id) ON DELETE SET NULL,
    display_contact_info_on_links TEXT NOT NULL DEFAULT 'none',
    live_editor_display TEXT NOT NULL DEFAULT 'landing-page',
    lead_generation_notifications BOOLEAN NOT NULL DEFAULT FALSE,
    is_travel_advisor BOOLEAN NOT NULL DEFAULT FALSE,
    booking_email TEXT NOT NULL DEFAULT '',
    booking_phone_number TEXT NOT NULL DEFAULT '',
    booking_iata TEXT NOT NULL DEFAULT '',
    booking_clia TEXT NOT NULL DEFAULT '',
    internal BOOLEAN NOT NULL DEFAULT FALSE,
    staff_role TEXT,
    deactivated_at {{time}},
    signup_source TEXT NOT NULL DEFAULT 'admin',
    signup_partner_id {{int}} REFERENCES partners (id) ON DELETE SET NULL,
    signup_collection_id {{int}},
    profile_completion_percentage {{int}} NOT NULL DEFAULT 0,
    active_at {{time}},
    collections_count {{int}} NOT NULL DEFAULT 0,
    shared_collections_count {{int}} NOT NULL DEFAULT 0,
    logo_id {{int}} REFERENCES uploads (id),
    logo_light_id {{int}} REFERENCES uploads (id),
    header_background_image_id {{int}} REFERENCES uploads (id),
    personal_photo_id {{int}} REFERENCES uploads (id),
    search_text TEXT NOT NULL DEFAULT '',
    version {{int}} NOT NULL DEFAULT 1,
    created_at {{time}} NOT NULL,
    updated_at {{time}} NOT NULL,
    deleted_at {{time}},
    trash_id {{int}} REFERENCES trash (id) ON DELETE SET NULL
);
CREATE UNIQUE INDEX users_email ON users (email){{includeID}} WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX users_alt_id ON users (alt_id){{includeID}};
CREATE INDEX users_first_name_key_id ON users (first_name_key, id) WHERE deleted_at IS NULL;
CREATE INDEX users_last_name_key_id ON users (last_name_key, id) WHERE deleted_at IS NULL;
CREATE INDEX users_active_at_id ON users (active_at{{nullsFirst}}, id) WHERE deleted_at IS NULL;
{{if sqlite}}
CREATE INDEX users_country_id_id ON users (country_id, id) WHERE deleted_at IS NULL;
{{end}}
CREATE INDEX users_country_region_id ON users (country_region_id) WHERE deleted_at IS NULL;
CREATE INDEX users_host_agency_id ON users (host_agency_id) WHERE deleted_at IS NULL AND host_agency_id IS NOT NULL;
CREATE INDEX users_consortium_id ON users (consortium_id) WHERE deleted_at IS NULL AND consortium_id IS NOT NULL;
CREATE INDEX users_created_at_id_where_partner_id_is_null_and_not_internal ON users (created_at, id) WHERE deleted_at IS NULL AND partner_id IS NULL AND NOT internal;
CREATE INDEX users_active_at_id_where_partner_id_is_null_and_not_internal ON users (active_at{{nullsFirst}}, id) WHERE deleted_at IS NULL AND partner_id IS NULL AND NOT internal;
CREATE INDEX users_last_name_key_id_where_internal ON users (last_name_key, id) WHERE deleted_at IS NULL AND internal;
CREATE INDEX users_logo_id ON users (logo_id) WHERE logo_id IS NOT NULL;
CREATE INDEX users_logo_light_id ON users (logo_light_id) WHERE logo_light_id IS NOT NULL;
CREATE INDEX users_header_background_image_id ON users (header_background_image_id) WHERE header_background_image_id IS NOT NULL;
CREATE INDEX users_personal_photo_id ON users (personal_photo_id) WHERE personal_photo_id IS NOT NULL;
CREATE INDEX users_trash_id ON users (trash_id) WHERE trash_id IS NOT NULL;
CREATE TABLE user_languages (
    user_id {{int}} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    language_id {{int}} NOT NULL REFERENCES languages (id),
    PRIMARY KEY (user_id, language_id)
){{withoutRowID}};
CREATE INDEX user_languages_language_id_user_id ON user_languages (language_id, user_id);
-- The days on which a user was active, counted from 1970.
CREATE TABLE user_active_days (
    user_id {{int}} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    day {{int}} NOT NULL,
    PRIMARY KEY (user_id, day)
){{withoutRowID}};
CREATE INDEX user_active_days_day_user_id ON user_active_days (day, user_id);
CREATE TABLE staff_settings (
    user_id {{int}} PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    color_scheme TEXT NOT NULL DEFAULT 'auto',
    sidebar_style TEXT NOT NULL DEFAULT 'default',
    density TEXT NOT NULL DEFAULT 'comfortable',
    page_size {{int}} NOT NULL DEFAULT 25
);
CREATE TABLE sessions (
    token_hash TEXT PRIMARY KEY,
    user_id {{int}} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    epoch {{int}} NOT NULL,
    created_at {{time}} NOT NULL,
    seen_at {{time}} NOT NULL,
    expires_at {{time}} NOT NULL,
    ip_address TEXT NOT NULL DEFAULT '',
    user_agent TEXT NOT NULL DEFAULT ''
);
CREATE INDEX sessions_expires_at ON sessions (expires_at);
CREATE INDEX sessions_user_id ON sessions (user_id);
CREATE TABLE password_resets (
    token_hash TEXT PRIMARY KEY,
    user_id {{int}} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at {{time}} NOT NULL,
    expires_at {{time}} NOT NULL
);
CREATE INDEX password_resets_expires_at ON password_resets (expires_at);
CREATE INDEX password_resets_user_id ON password_resets (user_id);
CREATE TABLE impersonation_tokens (
    token_hash TEXT PRIMARY KEY,
    user_id {{int}} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    staff_id {{int}} NOT NULL,
    created_at {{time}} NOT NULL,
    expires_at {{time}} NOT NULL,
    redeemed_at {{time}}
);
CREATE INDEX impersonation_tokens_expires_at ON impersonation_tokens (expires_at);

-- Content settings

-- Media types. The flags determine which fields content of this type has.
CREATE TABLE content_types (
    id {{id}},
    name TEXT NOT NULL,
    name_key {{key}} NOT NULL,
    icon TEXT NOT NULL DEFAULT '',
    description TEXT NOT NULL DEFAULT '',
    lead_in TEXT NOT NULL DEFAULT '',
    call_to_action TEXT NOT NULL DEFAULT '',
{{if sqlite}}
    weight REAL NOT NULL DEFAULT 0,
{{else}}
    weight DOUBLE PRECISION NOT NULL DEFAULT 0,
{{end}}
    "order" {{int}} NOT NULL DEFAULT 0,
    has_author BOOLEAN NOT NULL DEFAULT FALSE,
    has_runtime BOOLEAN NOT NULL DEFAULT FALSE,
    content_count {{int}} NOT NULL DEFAULT 0,
    search_text TEXT NOT NULL DEFAULT '',
    version {{int}} NOT NULL DEFAULT 1,
    created_at {{time}} NOT NULL,
    updated_at {{time}} NOT NULL
);
CREATE UNIQUE INDEX content_types_name_key ON content_types (name_key){{includeID}};
CREATE INDEX content_types_order_id ON content_types ("order", id);
CREATE INDEX content_types_content_count_id ON content_types (content_count, id);
CREATE INDEX content_types_weight_id ON content_types (weight, id);
CREATE TABLE content_depths (
    id {{id}},
    name TEXT NOT NULL,
    name_key {{key}} NOT NULL,
    icon TEXT NOT NULL DEFAULT '',
    description TEXT NOT NULL DEFAULT '',
    "order" {{int}} NOT NULL DEFAULT 0,
    content_count {{int}} NOT NULL DEFAULT 0,
    search_text TEXT NOT NULL DEFAULT '',
    version {{int}} NOT NULL DEFAULT 1,
    created_at {{time}} NOT NULL,
    updated_at {{time}} NOT NULL
);
CREATE UNIQUE INDEX content_depths_name_key ON content_depths (name_key){{includeID}};
CREATE INDEX content_depths_order_id ON content_depths ("order", id);
CREATE TABLE content_domains (
    id {{id}},
    display_name TEXT NOT NULL,
    display_name_key {{key}} NOT NULL,
    host TEXT NOT NULL,
    content_type_id {{int}} NOT NULL REFERENCES content_types (id),
    search_text TEXT NOT NULL DEFAULT '',
    version {{int}} NOT NULL DEFAULT 1,
    created_at {{time}} NOT NULL,
    updated_at {{time}} NOT NULL
);
CREATE UNIQUE INDEX content_domains_host ON content_domains (host){{includeID}};
CREATE INDEX content_domains_display_name_key_id ON content_domains (display_name_key, id);
CREATE INDEX content_domains_content_type_id ON content_domains (content_type_id);
-- Subject areas.
CREATE TABLE tags (
    id {{id}},
    tag TEXT NOT NULL,
    tag_key {{key}} NOT NULL,
    featured_image_id {{int}} REFERENCES uploads (id),
    content_count {{int}} NOT NULL DEFAULT 0,
    search_text TEXT NOT NULL DEFAULT '',
    version {{int}} NOT NULL DEFAULT 1,
    created_at {{time}} NOT NULL,
    updated_at {{time}} NOT NULL
);
CREATE UNIQUE INDEX tags_tag_key ON tags (tag_key){{includeID}};
CREATE INDEX tags_content_count_id ON tags (content_count, id);
CREATE TABLE publishers (
    id {{id}},
    name TEXT NOT NULL,
    name_key {{key}} NOT NULL,
    content_count {{int}} NOT NULL DEFAULT 0,
    search_text TEXT NOT NULL DEFAULT '',
    version {{int}} NOT NULL DEFAULT 1,
    created_at {{time}} NOT NULL,
    updated_at {{time}} NOT NULL
);
CREATE UNIQUE INDEX publishers_name_key ON publishers (name_key){{includeID}};
CREATE INDEX publishers_content_count_id ON publishers (content_count, id);
CREATE INDEX publishers_created_at_id ON publishers (created_at, id);
CREATE TABLE libraries (
    id {{id}},
    name TEXT NOT NULL,
    name_key {{key}} NOT NULL,
    partner_id {{int}} NOT NULL REFERENCES partners (id),
    content_count {{int}} NOT NULL DEFAULT 0,
    search_text TEXT NOT NULL DEFAULT '',
    version {{int}} NOT NULL DEFAULT 1,
    created_at {{time}} NOT NULL,
    updated_at {{time}} NOT NULL
);
CREATE UNIQUE INDEX libraries_name_key ON libraries (name_key){{includeID}};
CREATE INDEX libraries_content_count_id ON libraries (content_count, id);
CREATE INDEX libraries_partner_id_name_key_id ON libraries (partner_id, name_key, id);
CREATE TABLE library_partners (
    library_id {{int}} NOT NULL REFERENCES libraries (id) ON DELETE CASCADE,
    partner_id {{int}} NOT NULL REFERENCES partners (id) ON DELETE CASCADE,
    PRIMARY KEY (library_id, partner_id)
){{withoutRowID}};
CREATE INDEX library_partners_partner_id_library_id ON library_partners (partner_id, library_id);
CREATE TABLE facades (
    id {{id}},
    term TEXT NOT NULL,
    term_key {{key}} NOT NULL,
    destination_id {{int}} NOT NULL REFERENCES destinations (id),
    type TEXT NOT NULL DEFAULT 'correction',
    views {{int}} NOT NULL DEFAULT 0,
    search_text TEXT NOT NULL DEFAULT '',
    version {{int}} NOT NULL DEFAULT 1,
    created_at {{time}} NOT NULL,
    updated_at {{time}} NOT NULL
);
CREATE UNIQUE INDEX facades_term_key ON facades (term_key){{includeID}};
CREATE INDEX facades_views_id ON facades (views, id);
CREATE INDEX facades_destination_id ON facades (destination_id);
CREATE INDEX facades_type_term_key_id ON facades (type, term_key, id);
CREATE TABLE global_tags (
    id {{id}},
    name TEXT NOT NULL,
    name_key {{key}} NOT NULL,
    search_text TEXT NOT NULL DEFAULT '',
    version {{int}} NOT NULL DEFAULT 1,
    created_at {{time}} NOT NULL,
    updated_at {{time}} NOT NULL
);
CREATE UNIQUE INDEX global_tags_name_key ON global_tags (name_key){{includeID}};
CREATE INDEX global_tags_created_at_id ON global_tags (created_at, id);

-- Content

-- Content items and images. The status is computed from the dates when a row is read, so it has no column.
CREATE TABLE content (
    id {{id}},
    block_type TEXT NOT NULL DEFAULT 'content',
    content_url TEXT NOT NULL DEFAULT '',
    canonical_url TEXT NOT NULL DEFAULT '',
    title TEXT NOT NULL,
    title_key {{key}} NOT NULL,
    synopsis TEXT NOT NULL DEFAULT '',
    type_id {{int}} NOT NULL REFERENCES content_types (id),
    depth_id {{int}} REFERENCES content_depths (id),
    featured_image_id {{int}} REFERENCES uploads (id),
    author TEXT NOT NULL DEFAULT '',
    runtime {{int}},
    expires_at {{time}},
    published_at {{time}},
    lead_in TEXT NOT NULL DEFAULT '',
    lead_in_override BOOLEAN NOT NULL DEFAULT FALSE,
    embed_code TEXT NOT NULL DEFAULT '',
    embed_code_override BOOLEAN NOT NULL DEFAULT FALSE,
    embed_classes TEXT NOT NULL DEFAULT '',
    partner_id {{int}} NOT NULL REFERENCES partners (id),
    created_by_id {{int}} REFERENCES users (id) ON DELETE SET NULL,
    by_user BOOLEAN NOT NULL DEFAULT FALSE,
    admin_id {{int}} REFERENCES users (id) ON DELETE SET NULL,
    image_source TEXT NOT NULL DEFAULT '',
    image_source_url TEXT NOT NULL DEFAULT '',
    image_license TEXT NOT NULL DEFAULT '',
    image_license_url TEXT NOT NULL DEFAULT '',
    image_attribution TEXT NOT NULL DEFAULT '',
    image_modifications TEXT NOT NULL DEFAULT '',
    original BOOLEAN NOT NULL DEFAULT FALSE,
    destinations_count {{int}} NOT NULL DEFAULT 0,
    tags_count {{int}} NOT NULL DEFAULT 0,
    collections_count {{int}} NOT NULL DEFAULT 0,
    libraries_count {{int}} NOT NULL DEFAULT 0,
    publishers_count {{int}} NOT NULL DEFAULT 0,
    added_at {{time}},
    last_api_at {{time}},
    search_text TEXT NOT NULL DEFAULT '',
    version {{int}} NOT NULL DEFAULT 1,
    created_at {{time}} NOT NULL,
    updated_at {{time}} NOT NULL,
    deleted_at {{time}},
    trash_id {{int}} REFERENCES trash (id) ON DELETE SET NULL
);
CREATE INDEX content_title_key_id ON content (title_key, id) WHERE deleted_at IS NULL;
CREATE INDEX content_added_at_id ON content (added_at{{nullsFirst}}, id) WHERE deleted_at IS NULL;
CREATE INDEX content_published_at_expires_at_id ON content (published_at{{nullsFirst}}, expires_at, id) WHERE deleted_at IS NULL;
CREATE INDEX content_last_api_at_id ON content (last_api_at{{nullsFirst}}, id) WHERE deleted_at IS NULL AND last_api_at IS NOT NULL;
CREATE INDEX content_canonical_url ON content (canonical_url) WHERE deleted_at IS NULL AND canonical_url <> '';
CREATE INDEX content_created_by_id ON content (created_by_id);
CREATE INDEX content_featured_image_id ON content (featured_image_id) WHERE featured_image_id IS NOT NULL;
CREATE INDEX content_trash_id ON content (trash_id) WHERE trash_id IS NOT NULL;
CREATE TABLE content_tags (
    content_id {{int}} NOT NULL REFERENCES content (id) ON DELETE CASCADE,
    tag_id {{int}} NOT NULL REFERENCES tags (id) ON DELETE CASCADE,
    PRIMARY KEY (content_id, tag_id)
){{withoutRowID}};
CREATE INDEX content_tags_tag_id_content_id ON content_tags (tag_id, content_id);
CREATE TABLE content_destinations (
    content_id {{int}} NOT NULL REFERENCES content (id) ON DELETE CASCADE,
    destination_id {{int}} NOT NULL REFERENCES destinations (id),
    PRIMARY KEY (content_id, destination_id)
){{withoutRowID}};
CREATE INDEX content_destinations_destination_id_content_id ON content_destinations (destination_id, content_id);
CREATE TABLE content_libraries (
    content_id {{int}} NOT NULL REFERENCES content (id) ON DELETE CASCADE,
    library_id {{int}} NOT NULL REFERENCES libraries (id) ON DELETE CASCADE,
    PRIMARY KEY (content_id, library_id)
){{withoutRowID}};
CREATE INDEX content_libraries_library_id_content_id ON content_libraries (library_id, content_id);
CREATE TABLE content_publishers (
    content_id {{int}} NOT NULL REFERENCES content (id) ON DELETE CASCADE,
    publisher_id {{int}} NOT NULL REFERENCES publishers (id) ON DELETE CASCADE,
    PRIMARY KEY (content_id, publisher_id)
){{withoutRowID}};
CREATE INDEX content_publishers_publisher_id_content_id ON content_publishers (publisher_id, content_id);
CREATE TABLE content_languages (
    content_id {{int}} NOT NULL REFERENCES content (id) ON DELETE CASCADE,
    language_id {{int}} NOT NULL REFERENCES languages (id),
    PRIMARY KEY (content_id, language_id)
){{withoutRowID}};
CREATE INDEX content_languages_language_id_content_id ON content_languages (language_id, content_id);
CREATE TABLE content_subtitles (
    content_id {{int}} NOT NULL REFERENCES content (id) ON DELETE CASCADE,
    language_id {{int}} NOT NULL REFERENCES languages (id),
    PRIMARY KEY (content_id, language_id)
){{withoutRowID}};
CREATE INDEX content_subtitles_language_id_content_id ON content_subtitles (language_id, content_id);

-- Collections

CREATE TABLE folders (
    id {{id}},
    partner_id {{int}} REFERENCES partners (id) ON DELETE CASCADE,
    user_id {{int}} REFERENCES users (id) ON DELETE CASCADE,
    parent_id {{int}} REFERENCES folders (id),
    name TEXT NOT NULL,
    name_key {{key}} NOT NULL,
    label TEXT NOT NULL,
    path {{key}} NOT NULL DEFAULT '',
    folders_count {{int}} NOT NULL DEFAULT 0,
    collections_count {{int}} NOT NULL DEFAULT 0,
    version {{int}} NOT NULL DEFAULT 1,
    created_at {{time}} NOT NULL,
    updated_at {{time}} NOT NULL
);
CREATE UNIQUE INDEX folders_partner_id_user_id_parent_id_name_key ON folders (coalesce(partner_id, 0), coalesce(user_id, 0), coalesce(parent_id, 0), name_key){{includeID}};
CREATE INDEX folders_partner_id_parent_id_name_key_id ON folders (partner_id, parent_id, name_key, id);
CREATE INDEX folders_user_id_parent_id_name_key_id ON folders (user_id, parent_id, name_key, id);
CREATE INDEX folders_parent_id ON folders (parent_id);
CREATE INDEX folders_path ON folders (path);
CREATE TABLE collections (
    id {{id}},
    alt_id TEXT NOT NULL,
    name TEXT NOT NULL,
    name_key {{key}} NOT NULL,
    type TEXT NOT NULL DEFAULT 'partner',
    partner_id {{int}} REFERENCES partners (id) ON DELETE CASCADE,
    user_id {{int}} REFERENCES users (id) ON DELETE CASCADE,
    folder_id {{int}} REFERENCES folders (id) ON DELETE SET NULL,
    language_id {{int}} NOT NULL REFERENCES languages (id),
    code {{json}} NOT NULL DEFAULT '[]',
    inspires_publish_at {{time}},
    inspires_feature_at {{time}},
    expires_at {{time}},
    contents_count {{int}} NOT NULL DEFAULT 0,
    shared_collections_count {{int}} NOT NULL DEFAULT 0,
    tags_count {{int}} NOT NULL DEFAULT 0,
    created_by_id {{int}} REFERENCES users (id) ON DELETE SET NULL,
    search_text TEXT NOT NULL DEFAULT '',
    version {{int}} NOT NULL DEFAULT 1,
    created_at {{time}} NOT NULL,
    updated_at {{time}} NOT NULL,
    deleted_at {{time}},
    trash_id {{int}} REFERENCES trash (id) ON DELETE SET NULL
);
CREATE UNIQUE INDEX collections_alt_id ON collections (alt_id){{includeID}};
CREATE INDEX collections_name_key_id ON collections (name_key, id) WHERE deleted_at IS NULL;
CREATE INDEX collections_partner_id_folder_id_name_key_id ON collections (partner_id, folder_id, name_key, id) WHERE deleted_at IS NULL;
CREATE INDEX collections_user_id_folder_id_name_key_id ON collections (user_id, folder_id, name_key, id) WHERE deleted_at IS NULL;
CREATE INDEX collections_folder_id ON collections (folder_id) WHERE deleted_at IS NULL;
CREATE INDEX collections_language_id ON collections (language_id) WHERE deleted_at IS NULL;
CREATE INDEX collections_contents_count_id ON collections (contents_count, id) WHERE deleted_at IS NULL;
CREATE INDEX collections_shared_collections_count_id ON collections (shared_collections_count, id) WHERE deleted_at IS NULL;
CREATE INDEX collections_inspires_publish_at_id ON collections (inspires_publish_at{{nullsFirst}}, id) WHERE deleted_at IS NULL AND inspires_publish_at IS NOT NULL;
CREATE INDEX collections_inspires_feature_at_id ON collections (inspires_feature_at{{nullsFirst}}, id) WHERE deleted_at IS NULL AND inspires_feature_at IS NOT NULL;
CREATE INDEX collections_expires_at_id ON collections (expires_at{{nullsFirst}}, id) WHERE deleted_at IS NULL AND expires_at IS NOT NULL;
CREATE INDEX collections_trash_id ON collections (trash_id) WHERE trash_id IS NOT NULL;
-- Free-text tags of a collection. tag_key is normalised without case and accents.
CREATE TABLE collection_tags (
    collection_id {{int}} NOT NULL REFERENCES collections (id) ON DELETE CASCADE,
    tag_key {{key}} NOT NULL,
    tag TEXT NOT NULL,
    position {{int}} NOT NULL DEFAULT 0,
    PRIMARY KEY (collection_id, tag_key)
){{withoutRowID}};
CREATE INDEX collection_tags_tag_key_collection_id ON collection_tags (tag_key, collection_id);
CREATE TABLE collection_content (
    collection_id {{int}} NOT NULL REFERENCES collections (id) ON DELETE CASCADE,
    content_id {{int}} NOT NULL REFERENCES content (id) ON DELETE CASCADE,
    added_at {{time}} NOT NULL,
    added_by_id {{int}} REFERENCES users (id) ON DELETE SET NULL,
    by_user BOOLEAN NOT NULL DEFAULT FALSE,
    PRIMARY KEY (collection_id, content_id)
){{withoutRowID}};
CREATE INDEX collection_content_content_id_added_at ON collection_content (content_id, added_at);
CREATE INDEX collection_content_collection_id_added_at_content_id ON collection_content (collection_id, added_at, content_id);
CREATE INDEX collection_content_added_at_collection_id_content_id_where_by_ ON collection_content (added_at, collection_id, content_id) WHERE by_user;
CREATE INDEX collection_content_added_by_id ON collection_content (added_by_id) WHERE added_by_id IS NOT NULL;
CREATE TABLE shared_collections (
    id {{id}},
    user_id {{int}} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    collection_id {{int}} NOT NULL REFERENCES collections (id) ON DELETE CASCADE,
    partner_id {{int}} REFERENCES partners (id) ON DELETE SET NULL,
    type TEXT NOT NULL DEFAULT 'user-accepted',
    has_personal_message BOOLEAN NOT NULL DEFAULT FALSE,
    personalisations_count {{int}} NOT NULL DEFAULT 0,
    created_at {{time}} NOT NULL,
    updated_at {{time}} NOT NULL,
    deleted_at {{time}},
    trash_id {{int}} REFERENCES trash (id) ON DELETE SET NULL
);
CREATE UNIQUE INDEX shared_collections_user_id_collection_id ON shared_collections (user_id, collection_id){{includeID}} WHERE deleted_at IS NULL;
CREATE INDEX shared_collections_personalisations_count_id ON shared_collections (personalisations_count, id) WHERE deleted_at IS NULL;
CREATE INDEX shared_collections_trash_id ON shared_collections (trash_id) WHERE trash_id IS NOT NULL;
CREATE TABLE personalisations (
    id {{id}},
    shared_collection_id {{int}} NOT NULL REFERENCES shared_collections (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    name_key {{key}} NOT NULL,
    personal_message TEXT NOT NULL DEFAULT '',
    cta_display TEXT NOT NULL DEFAULT 'none',
    content_customisations_count {{int}} NOT NULL DEFAULT 0,
    search_text TEXT NOT NULL DEFAULT '',
    created_at {{time}} NOT NULL,
    updated_at {{time}} NOT NULL
);
CREATE INDEX personalisations_shared_collection_id_created_at_id ON personalisations (shared_collection_id, created_at, id);
CREATE INDEX personalisations_shared_collection_id_name_key_id ON personalisations (shared_collection_id, name_key, id);

-- Traffic

CREATE TABLE api_logs (
    id {{id}},
    created_at {{time}} NOT NULL,
    duration {{int}} NOT NULL,
    status_code {{int}} NOT NULL,
    path TEXT NOT NULL,
    results {{int}},
    parameters {{json}} NOT NULL,
    parameters_count {{int}} NOT NULL DEFAULT 0,
    partner_id {{int}} REFERENCES partners (id) ON DELETE SET NULL,
    user_id {{int}} REFERENCES users (id) ON DELETE SET NULL,
    ip_address TEXT NOT NULL DEFAULT '',
    user_agent TEXT NOT NULL DEFAULT '',
    search_text TEXT NOT NULL DEFAULT ''
);
CREATE INDEX api_logs_created_at_id ON api_logs (created_at, id);
CREATE INDEX api_logs_partner_id_created_at_id ON api_logs (partner_id, created_at, id);
CREATE INDEX api_logs_created_at_id_where_status_code_ok ON api_logs (created_at, id) WHERE status_code < 400;
CREATE INDEX api_logs_partner_id_created_at_id_where_status_code_ok ON api_logs (partner_id, created_at, id) WHERE status_code < 400;
CREATE INDEX api_logs_duration_id ON api_logs (duration, id);
CREATE INDEX api_logs_user_id ON api_logs (user_id) WHERE user_id IS NOT NULL;
CREATE TABLE search_history (
    id {{id}},
    created_at {{time}} NOT NULL,
    duration {{int}} NOT NULL,
    cached BOOLEAN NOT NULL DEFAULT FALSE,
    term TEXT NOT NULL,
    results {{int}} NOT NULL DEFAULT 0,
    filters {{json}} NOT NULL,
    partner_id {{int}} REFERENCES partners (id) ON DELETE SET NULL,
    user_id {{int}} REFERENCES users (id) ON DELETE SET NULL,
    search_text TEXT NOT NULL DEFAULT ''
);
CREATE INDEX search_history_created_at_id ON search_history (created_at, id);
CREATE INDEX search_history_partner_id_created_at_id ON search_history (partner_id, created_at, id);
CREATE INDEX search_history_created_at_id_where_results_none ON search_history (created_at, id) WHERE results = 0;
CREATE INDEX search_history_created_at_id_where_results_some ON search_history (created_at, id) WHERE results > 0;
CREATE INDEX search_history_partner_id_created_at_id_where_results_none ON search_history (partner_id, created_at, id) WHERE results = 0;
CREATE INDEX search_history_partner_id_created_at_id_where_results_some ON search_history (partner_id, created_at, id) WHERE results > 0;
CREATE INDEX search_history_duration_id ON search_history (duration, id);
CREATE INDEX search_history_results_id ON search_history (results, id);
CREATE INDEX search_history_user_id ON search_history (user_id) WHERE user_id IS NOT NULL;
-- URLs of the pages that send events, without duplicates.
CREATE TABLE copilot_pages (
    id {{id}},
    url_hash TEXT NOT NULL,
    url TEXT NOT NULL
);
CREATE UNIQUE INDEX copilot_pages_url_hash ON copilot_pages (url_hash){{includeID}};
-- Events before they are rolled up. No foreign keys, because figures of a deleted partner are kept.
CREATE TABLE copilot_events (
    id {{id}},
    partner_id {{int}} NOT NULL,
    event_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    user_id {{int}},
    collaborator_id {{int}},
    page_id {{int}},
    occurred_at {{time}} NOT NULL,
    received_at {{time}} NOT NULL
);
CREATE UNIQUE INDEX copilot_events_partner_id_event_id ON copilot_events (partner_id, event_id){{includeID}};
CREATE INDEX copilot_events_received_at_id ON copilot_events (received_at, id);
CREATE TABLE copilot_days (
    day {{int}} PRIMARY KEY,
    views {{int}} NOT NULL DEFAULT 0,
    clicks {{int}} NOT NULL DEFAULT 0,
    lead_intents {{int}} NOT NULL DEFAULT 0,
    leads {{int}} NOT NULL DEFAULT 0
);
CREATE TABLE copilot_partner_days (
    partner_id {{int}} NOT NULL,
    day {{int}} NOT NULL,
    views {{int}} NOT NULL DEFAULT 0,
    clicks {{int}} NOT NULL DEFAULT 0,
    lead_intents {{int}} NOT NULL DEFAULT 0,
    leads {{int}} NOT NULL DEFAULT 0,
    PRIMARY KEY (partner_id, day)
){{withoutRowID}};
CREATE INDEX copilot_partner_days_day_partner_id ON copilot_partner_days (day, partner_id);
CREATE TABLE copilot_user_partner_days (
    user_id {{int}} NOT NULL,
    partner_id {{int}} NOT NULL,
    day {{int}} NOT NULL,
    views {{int}} NOT NULL DEFAULT 0,
    clicks {{int}} NOT NULL DEFAULT 0,
    lead_intents {{int}} NOT NULL DEFAULT 0,
    leads {{int}} NOT NULL DEFAULT 0,
    PRIMARY KEY (user_id, partner_id, day)
){{withoutRowID}};
CREATE INDEX copilot_user_partner_days_partner_id_day_user_id ON copilot_user_partner_days (partner_id, day, user_id);
CREATE INDEX copilot_user_partner_days_day_user_id_partner_id ON copilot_user_partner_days (day, user_id, partner_id);
CREATE TABLE copilot_partner_page_days (
    partner_id {{int}} NOT NULL,
    page_id {{int}} NOT NULL,
    day {{int}} NOT NULL,
    views {{int}} NOT NULL DEFAULT 0,
    clicks {{int}} NOT NULL DEFAULT 0,
    lead_intents {{int}} NOT NULL DEFAULT 0,
    leads {{int}} NOT NULL DEFAULT 0,
    PRIMARY KEY (partner_id, page_id, day)
){{withoutRowID}};
CREATE INDEX copilot_partner_page_days_partner_id_day_page_id ON copilot_partner_page_days (partner_id, day, page_id);
CREATE INDEX copilot_partner_page_days_day ON copilot_partner_page_days (day);
CREATE TABLE copilot_user_page_days (
    user_id {{int}} NOT NULL,
    page_id {{int}} NOT NULL,
    day {{int}} NOT NULL,
    views {{int}} NOT NULL DEFAULT 0,
    clicks {{int}} NOT NULL DEFAULT 0,
    lead_intents {{int}} NOT NULL DEFAULT 0,
    leads {{int}} NOT NULL DEFAULT 0,
    PRIMARY KEY (user_id, page_id, day)
){{withoutRowID}};
CREATE INDEX copilot_user_page_days_user_id_day_page_id ON copilot_user_page_days (user_id, day, page_id);
CREATE INDEX copilot_user_page_days_day ON copilot_user_page_days (day);
