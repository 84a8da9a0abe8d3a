package schema

import "waymark/internal/kit/derived"

// UserAccountType copies a partner's account type to its users, so that users can be filtered and counted by it.
var UserAccountType = derived.Custom{
	ID: "users_account_type_id",
	On: []string{Partners.Name, Users.Name},
	SQLite: derived.Statements{
		Create: []string{
			`CREATE TRIGGER users_account_type_id_insert AFTER INSERT ON users
WHEN new.partner_id IS NOT NULL OR new.account_type_id IS NOT NULL BEGIN
    UPDATE users SET account_type_id = (SELECT p.account_type_id FROM partners AS p WHERE p.id = new.partner_id)
        WHERE id = new.id;
END`,
			`CREATE TRIGGER users_account_type_id_update AFTER UPDATE OF partner_id ON users
WHEN old.partner_id IS NOT new.partner_id BEGIN
    UPDATE users SET account_type_id = (SELECT p.account_type_id FROM partners AS p WHERE p.id = new.partner_id)
        WHERE id = new.id;
END`,
			`CREATE TRIGGER users_account_type_id_partner AFTER UPDATE OF account_type_id ON partners
WHEN old.account_type_id <> new.account_type_id BEGIN
    UPDATE users SET account_type_id = new.account_type_id WHERE partner_id = new.id;
END`,
		},
		Drop: []string{
			"DROP TRIGGER IF EXISTS users_account_type_id_insert", "DROP TRIGGER IF EXISTS users_account_type_id_update",
			"DROP TRIGGER IF EXISTS users_account_type_id_partner",
		},
	},
	Postgres: derived.Statements{
		Create: []string{
			`CREATE FUNCTION users_account_type_id() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.account_type_id := (SELECT p.account_type_id FROM partners AS p WHERE p.id = NEW.partner_id);
    RETURN NEW;
END;
$$`,
			`CREATE FUNCTION users_account_type_id_partner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE users SET account_type_id = NEW.account_type_id WHERE partner_id = NEW.id;
    RETURN NULL;
END;
$$`,
			`CREATE TRIGGER users_account_type_id BEFORE INSERT OR UPDATE OF partner_id ON users
FOR EACH ROW EXECUTE FUNCTION users_account_type_id()`,
			`CREATE TRIGGER users_account_type_id_partner AFTER UPDATE OF account_type_id ON partners
FOR EACH ROW WHEN (OLD.account_type_id <> NEW.account_type_id) EXECUTE FUNCTION users_account_type_id_partner()`,
		},
		Drop: []string{
			"DROP FUNCTION IF EXISTS users_account_type_id() CASCADE",
			"DROP FUNCTION IF EXISTS users_account_type_id_partner() CASCADE",
		},
	},
	Refresh: []string{`UPDATE users SET account_type_id = wrong.account_type_id FROM (
		SELECT u.id, p.account_type_id FROM users AS u LEFT JOIN partners AS p ON p.id = u.partner_id
		WHERE coalesce(u.account_type_id, 0) <> coalesce(p.account_type_id, 0)) AS wrong WHERE users.id = wrong.id`},
	Differing: `SELECT count(*) FROM users AS u LEFT JOIN partners AS p ON p.id = u.partner_id
		WHERE coalesce(u.account_type_id, 0) <> coalesce(p.account_type_id, 0)`,
}

// SharedSearchText copies the search texts of the collection and of the user into a shared collection, so that one
// search covers both (docs/decisions/0018). New rows are inserted with their text; the triggers propagate later
// changes.
var SharedSearchText = derived.Custom{
	ID: "shared_collections_search_text",
	On: []string{Collections.Name, Users.Name, SharedCollections.Name},
	SQLite: derived.Statements{
		Create: []string{
			`CREATE TRIGGER shared_collections_search_text_collection AFTER UPDATE OF search_text ON collections
WHEN old.search_text <> new.search_text BEGIN
    UPDATE shared_collections SET search_text =
        new.search_text || (SELECT u.search_text FROM users AS u WHERE u.id = shared_collections.user_id)
        WHERE collection_id = new.id;
END`,
			`CREATE TRIGGER shared_collections_search_text_user AFTER UPDATE OF search_text ON users
WHEN old.search_text <> new.search_text BEGIN
    UPDATE shared_collections SET search_text =
        (SELECT c.search_text FROM collections AS c WHERE c.id = shared_collections.collection_id) || new.search_text
        WHERE user_id = new.id;
END`,
		},
		Drop: []string{
			"DROP TRIGGER IF EXISTS shared_collections_search_text_collection",
			"DROP TRIGGER IF EXISTS shared_collections_search_text_user",
		},
	},
	Postgres: derived.Statements{
		Create: []string{
			`CREATE FUNCTION shared_collections_search_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_TABLE_NAME = 'collections' THEN
        UPDATE shared_collections SET search_text = NEW.search_text || u.search_text FROM users AS u
            WHERE u.id = shared_collections.user_id AND collection_id = NEW.id;
    ELSE
        UPDATE shared_collections SET search_text = c.search_text || NEW.search_text FROM collections AS c
            WHERE c.id = shared_collections.collection_id AND shared_collections.user_id = NEW.id;
    END IF;
    RETURN NULL;
END;
$$`,
			`CREATE TRIGGER shared_collections_search_text_collection AFTER UPDATE OF search_text ON collections
FOR EACH ROW WHEN (OLD.search_text <> NEW.search_text) EXECUTE FUNCTION shared_collections_search_text()`,
			`CREATE TRIGGER shared_collections_search_text_user AFTER UPDATE OF search_text ON users
FOR EACH ROW WHEN (OLD.search_text <> NEW.search_text) EXECUTE FUNCTION shared_collections_search_text()`,
		},
		Drop: []string{"DROP FUNCTION IF EXISTS shared_collections_search_text() CASCADE"},
	},
	Refresh: []string{`UPDATE shared_collections SET search_text = wrong.search_text FROM (
		SELECT s.id, c.search_text || u.search_text AS search_text FROM shared_collections AS s
		JOIN collections AS c ON c.id = s.collection_id JOIN users AS u ON u.id = s.user_id
		WHERE s.search_text <> c.search_text || u.search_text) AS wrong WHERE shared_collections.id = wrong.id`},
	Differing: `SELECT count(*) FROM shared_collections AS s JOIN collections AS c ON c.id = s.collection_id
		JOIN users AS u ON u.id = s.user_id WHERE s.search_text <> c.search_text || u.search_text`,
}

// SetSharedSearchText sets the search texts of shared collections that come back, whose ids are its argument.
const SetSharedSearchText = `UPDATE shared_collections SET search_text = c.search_text || u.search_text
	FROM collections AS c, users AS u
	WHERE c.id = shared_collections.collection_id AND u.id = shared_collections.user_id AND shared_collections.id IN (?)`

// ContentAddedAt is the time at which an item was last added to a collection. Removing the item does not change it.
var ContentAddedAt = derived.Custom{
	ID: "content_added_at",
	On: []string{Content.Name, CollectionContent.Table},
	SQLite: derived.Statements{
		Create: []string{`CREATE TRIGGER content_added_at_insert AFTER INSERT ON collection_content BEGIN
    UPDATE content SET added_at = new.added_at
        WHERE id = new.content_id AND (added_at IS NULL OR added_at < new.added_at);
END`},
		Drop: []string{"DROP TRIGGER IF EXISTS content_added_at_insert"},
	},
	Postgres: derived.Statements{
		Create: []string{
			`CREATE FUNCTION content_added_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE content SET added_at = latest.added_at
    FROM (SELECT content_id, max(added_at) AS added_at FROM added GROUP BY content_id) AS latest
    WHERE content.id = latest.content_id AND (content.added_at IS NULL OR content.added_at < latest.added_at);
    RETURN NULL;
END;
$$`,
			`CREATE TRIGGER content_added_at_insert AFTER INSERT ON collection_content REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION content_added_at()`,
		},
		Drop: []string{"DROP FUNCTION IF EXISTS content_added_at() CASCADE"},
	},
	Refresh: []string{`UPDATE content SET added_at = latest.added_at FROM (
		SELECT content_id, max(added_at) AS added_at FROM collection_content GROUP BY content_id) AS latest
		WHERE content.id = latest.content_id AND (content.added_at IS NULL OR content.added_at < latest.added_at)`},
	Differing: `SELECT count(*) FROM content AS c JOIN (
		SELECT content_id, max(added_at) AS added_at FROM collection_content GROUP BY content_id) AS latest
		ON latest.content_id = c.id WHERE c.added_at IS NULL OR c.added_at < latest.added_at`,
}
