package schema

import "waymark/internal/kit/derived"

// SiteDomains are the Copilot domains of sites that are not in the trash. A domain belongs to one site, so that Copilot
// knows what to do on a page.
var SiteDomains = derived.Custom{
	ID: "site_domains",
	On: []string{Sites.Name, "site_domains"},
	SQLite: derived.Statements{
		Create: []string{
			`CREATE TRIGGER site_domains_insert AFTER INSERT ON sites WHEN new.deleted_at IS NULL BEGIN
    INSERT INTO site_domains (domain, site_id) SELECT DISTINCT value, new.id FROM json_each(new.copilot_domains);
END`,
			`CREATE TRIGGER site_domains_update AFTER UPDATE OF copilot_domains, deleted_at ON sites
WHEN old.copilot_domains <> new.copilot_domains OR (old.deleted_at IS NULL) <> (new.deleted_at IS NULL) BEGIN
    DELETE FROM site_domains WHERE site_id = new.id;
    INSERT INTO site_domains (domain, site_id)
        SELECT DISTINCT value, new.id FROM json_each(new.copilot_domains) WHERE new.deleted_at IS NULL;
END`,
		},
		Drop: []string{"DROP TRIGGER IF EXISTS site_domains_insert", "DROP TRIGGER IF EXISTS site_domains_update"},
	},
	Postgres: derived.Statements{
		Create: []string{
			`CREATE FUNCTION site_domains() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM site_domains WHERE site_id = NEW.id;
    IF NEW.deleted_at IS NULL THEN
        INSERT INTO site_domains (domain, site_id)
            SELECT DISTINCT value, NEW.id FROM jsonb_array_elements_text(NEW.copilot_domains) AS d (value)
            ORDER BY value;
    END IF;
    RETURN NULL;
END;
$$`,
			`CREATE TRIGGER site_domains_insert AFTER INSERT ON sites FOR EACH ROW EXECUTE FUNCTION site_domains()`,
			`CREATE TRIGGER site_domains_update AFTER UPDATE OF copilot_domains, deleted_at ON sites FOR EACH ROW
WHEN (OLD.copilot_domains <> NEW.copilot_domains OR (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL))
EXECUTE FUNCTION site_domains()`,
		},
		Drop: []string{"DROP FUNCTION IF EXISTS site_domains() CASCADE"},
	},
	Differing: `SELECT count(*) FROM site_domains JOIN sites ON sites.id = site_id
		WHERE deleted_at IS NOT NULL OR CAST(copilot_domains AS TEXT) NOT LIKE '%"' || site_domains.domain || '"%'`,
}
