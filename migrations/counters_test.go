package migrations_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
)

// counters are the stored counts and what each must equal.
var counters = []struct{ table, column, truth string }{
	{"publishers", "content_count", "SELECT count(*) FROM content_publishers l JOIN content c ON c.id = l.content_id WHERE l.publisher_id = t.id AND c.deleted_at IS NULL"},
	{"tags", "content_count", "SELECT count(*) FROM content_tags l JOIN content c ON c.id = l.content_id WHERE l.tag_id = t.id AND c.deleted_at IS NULL"},
	{"libraries", "content_count", "SELECT count(*) FROM content_libraries l JOIN content c ON c.id = l.content_id WHERE l.library_id = t.id AND c.deleted_at IS NULL"},
	{"languages", "content_count", "SELECT count(*) FROM content_languages l JOIN content c ON c.id = l.content_id WHERE l.language_id = t.id AND c.deleted_at IS NULL"},
	{"collections", "contents_count", "SELECT count(*) FROM collection_content l JOIN content c ON c.id = l.content_id WHERE l.collection_id = t.id AND c.deleted_at IS NULL"},
	{"collections", "shared_collections_count", "SELECT count(*) FROM shared_collections s WHERE s.collection_id = t.id AND s.deleted_at IS NULL"},
	{"collections", "tags_count", "SELECT count(*) FROM collection_tags l WHERE l.collection_id = t.id"},
	{"content", "collections_count", "SELECT count(*) FROM collection_content l JOIN collections c ON c.id = l.collection_id WHERE l.content_id = t.id AND c.deleted_at IS NULL"},
	{"content", "publishers_count", "SELECT count(*) FROM content_publishers l WHERE l.content_id = t.id"},
	{"content", "tags_count", "SELECT count(*) FROM content_tags l WHERE l.content_id = t.id"},
	{"content", "libraries_count", "SELECT count(*) FROM content_libraries l WHERE l.content_id = t.id"},
	{"content_types", "content_count", "SELECT count(*) FROM content c WHERE c.type_id = t.id AND c.deleted_at IS NULL"},
	{"content_depths", "content_count", "SELECT count(*) FROM content c WHERE c.depth_id = t.id AND c.deleted_at IS NULL"},
	{"partners", "users_count", "SELECT count(*) FROM users u WHERE u.partner_id = t.id AND u.deleted_at IS NULL"},
	{"partners", "collections_count", "SELECT count(*) FROM collections c WHERE c.partner_id = t.id AND c.deleted_at IS NULL"},
	{"partners", "shared_collections_count", "SELECT count(*) FROM shared_collections s WHERE s.partner_id = t.id AND s.deleted_at IS NULL"},
	{"users", "collections_count", "SELECT count(*) FROM collections c WHERE c.user_id = t.id AND c.deleted_at IS NULL"},
	{"users", "shared_collections_count", "SELECT count(*) FROM shared_collections s WHERE s.user_id = t.id AND s.deleted_at IS NULL"},
	{"folders", "collections_count", "SELECT count(*) FROM collections c WHERE c.folder_id = t.id AND c.deleted_at IS NULL"},
	{"folders", "folders_count", "SELECT count(*) FROM folders f WHERE f.parent_id = t.id"},
	{"account_types", "user_templates_count", "SELECT count(*) FROM user_templates u WHERE u.account_type_id = t.id"},
}

func TestStoredCountersAlwaysTellTheTruth(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		x := &world{t: t, d: d, dice: rand.New(rand.NewPCG(7, 11))}
		x.settle()
		for round := range 15 {
			for range 40 {
				x.act()
			}
			x.check(round)
		}
	})
}

type world struct {
	t    *testing.T
	d    *db.DB
	dice *rand.Rand
	n    int
}

func (x *world) exec(query string, args ...any) {
	x.t.Helper()
	if _, err := x.d.Writer().Exec(context.Background(), query, args...); err != nil {
		x.t.Fatalf("%s: %v", query, err)
	}
}

// Three of each record that is counted on.
func (x *world) settle() {
	now := clock.Now()
	x.exec("INSERT INTO account_types (id, name, name_key, created_at, updated_at) VALUES (12, 'Airline', 'airline', ?, ?)", now, now)
	for i := 2; i <= 4; i++ {
		x.exec("INSERT INTO partners (id, account_type_id, name, name_key, slug, alt_id, created_at, updated_at) VALUES (?, 11, '', '', ?, ?, ?, ?)", i, fmt.Sprint(i), fmt.Sprint(i), now, now)
		x.exec("INSERT INTO users (id, email, alt_id, partner_id, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)", i, fmt.Sprint(i), fmt.Sprint(i), i, now, now)
		x.exec("INSERT INTO folders (id, partner_id, name, name_key, label, created_at, updated_at) VALUES (?, ?, ?, ?, '', ?, ?)", i, i, fmt.Sprint(i), fmt.Sprint(i), now, now)
		x.exec("INSERT INTO publishers (id, name, name_key, created_at, updated_at) VALUES (?, ?, ?, ?, ?)", i, fmt.Sprint(i), fmt.Sprint(i), now, now)
		x.exec("INSERT INTO tags (id, tag, tag_key, created_at, updated_at) VALUES (?, ?, ?, ?, ?)", i, fmt.Sprint(i), fmt.Sprint(i), now, now)
		x.exec("INSERT INTO libraries (id, name, name_key, partner_id, created_at, updated_at) VALUES (?, ?, ?, 1, ?, ?)", i, fmt.Sprint(i), fmt.Sprint(i), now, now)
	}
}

func (x *world) some() int { return 2 + x.dice.IntN(3) }

// any row of a table, by an expression both engines know
func (x *world) one(table string) string {
	return fmt.Sprintf("(SELECT id FROM %s ORDER BY (id * %d) %% 101 LIMIT 1)", table, 1+x.dice.IntN(100))
}

func (x *world) act() {
	now := clock.Now()
	x.n++
	id := 1000 + x.n
	toggle := "deleted_at = CASE WHEN deleted_at IS NULL THEN updated_at END"
	switch x.dice.IntN(20) {
	case 0, 1, 2:
		x.exec("INSERT INTO content (id, title, title_key, type_id, depth_id, partner_id, created_at, updated_at) VALUES (?, '', '', ?, ?, 1, ?, ?)", id, x.some(), 1+x.dice.IntN(3), now, now)
	case 3:
		x.exec("INSERT INTO collections (id, alt_id, name, name_key, partner_id, user_id, language_id, created_at, updated_at) VALUES (?, ?, '', '', ?, ?, 1, ?, ?)", id, fmt.Sprint(id), x.some(), x.some(), now, now)
	case 4, 5:
		x.exec("INSERT INTO collection_content (collection_id, content_id, added_at) SELECT c.id, i.id, i.created_at FROM collections c JOIN content i ON (c.id + i.id) % 3 = ? WHERE TRUE ON CONFLICT DO NOTHING", x.dice.IntN(3))
	case 6:
		x.exec("INSERT INTO content_publishers (content_id, publisher_id) SELECT id, ? FROM content WHERE id % 2 = ? ON CONFLICT DO NOTHING", x.some(), x.dice.IntN(2))
	case 7:
		x.exec("INSERT INTO content_tags (content_id, tag_id) SELECT id, ? FROM content WHERE id % 3 = ? ON CONFLICT DO NOTHING", x.some(), x.dice.IntN(3))
	case 8:
		x.exec("INSERT INTO content_libraries (content_id, library_id) SELECT id, ? FROM content WHERE TRUE ON CONFLICT DO NOTHING", x.some())
		x.exec("INSERT INTO content_languages (content_id, language_id) SELECT id, 1 FROM content WHERE id % 2 = ? ON CONFLICT DO NOTHING", x.dice.IntN(2))
	case 9:
		x.exec("UPDATE content SET "+toggle+" WHERE id % 4 = ?", x.dice.IntN(4))
	case 10:
		x.exec("UPDATE collections SET "+toggle+" WHERE id % 3 = ?", x.dice.IntN(3))
	case 11:
		x.exec("DELETE FROM content WHERE id = " + x.one("content"))
	case 12:
		x.exec("DELETE FROM collections WHERE id = " + x.one("collections"))
	case 13:
		x.exec("DELETE FROM content_publishers WHERE content_id % 3 = ?", x.dice.IntN(3))
		x.exec("DELETE FROM collection_content WHERE content_id % 5 = ?", x.dice.IntN(5))
	case 14:
		x.exec(`INSERT INTO shared_collections (user_id, collection_id, partner_id, search_text, created_at, updated_at)
			SELECT u.id, c.id, c.partner_id, c.search_text || u.search_text, c.created_at, c.updated_at FROM collections c JOIN users u ON u.id = ? WHERE TRUE ON CONFLICT DO NOTHING`, x.some())
		x.exec("UPDATE shared_collections SET deleted_at = updated_at WHERE id % 2 = ?", x.dice.IntN(2))
	case 15:
		x.exec("UPDATE collections SET partner_id = ?, user_id = NULL, folder_id = ?, type = 'partner' WHERE id = "+x.one("collections"), x.some(), x.some())
		x.exec("UPDATE collections SET type = 'personal', search_text = ? WHERE id % 3 = ?", fmt.Sprint(x.n), x.dice.IntN(3))
		x.exec("UPDATE shared_collections SET type = 'auto-accepted' WHERE id % 3 = ?", x.dice.IntN(3))
		x.exec("UPDATE folders SET parent_id = ? WHERE id = 4", 2+x.dice.IntN(2))
		x.exec("UPDATE users SET search_text = ? WHERE id = ?", fmt.Sprint(x.n), x.some())
		x.exec("UPDATE users SET partner_id = ? WHERE id = ?", x.some(), x.some())
		x.exec("UPDATE content SET type_id = ?, depth_id = NULL WHERE id % 5 = ?", x.some(), x.dice.IntN(5))
	case 16:
		x.exec("INSERT INTO collection_tags (collection_id, tag_key, tag) SELECT id, ?, 'x' FROM collections WHERE TRUE ON CONFLICT DO NOTHING", fmt.Sprint(x.some()))
		x.exec("INSERT INTO user_templates (account_type_id, name, name_key, created_at, updated_at) VALUES (11, ?, ?, ?, ?)", fmt.Sprint(id), fmt.Sprint(id), now, now)
	case 17:
		for i, partner := range []any{nil, nil, x.some()} {
			key := fmt.Sprintf("%d-%d", id, i)
			x.exec("INSERT INTO users (id, email, alt_id, partner_id, internal, active_at, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
				3*id+i, key, key, partner, x.dice.IntN(5) == 0, x.daysAgo(), now.AddDate(0, 0, -x.dice.IntN(90)), now)
		}
	case 18:
		x.exec("UPDATE users SET active_at = ? WHERE id % 3 = ?", x.daysAgo(), x.dice.IntN(3))
		x.exec("UPDATE users SET internal = NOT internal, partner_id = NULL WHERE id % 7 = ? AND id > 4", x.dice.IntN(7))
		x.exec("UPDATE users SET "+toggle+" WHERE id % 5 = ? AND id > 4", x.dice.IntN(5))
		x.exec("DELETE FROM users WHERE id % 11 = ? AND id > 4", x.dice.IntN(11))
	case 19:
		x.exec("UPDATE users SET partner_id = ? WHERE id % 4 = ? AND id > 4", x.some(), x.dice.IntN(4))
		x.exec("UPDATE partners SET account_type_id = CASE WHEN account_type_id = 11 THEN 12 ELSE 11 END WHERE id = ?", x.some())
	}
}

// daysAgo is a moment of the last weeks, or never.
func (x *world) daysAgo() any {
	if x.dice.IntN(3) == 0 {
		return nil
	}
	return clock.Now().AddDate(0, 0, -x.dice.IntN(70))
}

func (x *world) check(round int) {
	x.t.Helper()
	ctx := context.Background()
	for about, query := range map[string]string{
		"types of collections":    "SELECT count(*) FROM live_counts WHERE list = 'collections' AND facet = 'type' AND n <> (SELECT count(*) FROM collections WHERE deleted_at IS NULL AND type = value)",
		"types of what is shared": "SELECT count(*) FROM live_counts WHERE list = 'shared_collections' AND facet = 'type' AND n <> (SELECT count(*) FROM shared_collections WHERE deleted_at IS NULL AND type = value)",
		"kept facets of users":    "SELECT count(*) FROM live_counts k WHERE list = 'users' AND facet <> '' AND n <> (SELECT count(*) FROM user_facets v WHERE v.facet = k.facet AND v.value = k.value)",
		"facets that nobody kept": "SELECT count(*) FROM user_facets v WHERE NOT EXISTS (SELECT 1 FROM live_counts k WHERE list = 'users' AND k.facet = v.facet AND k.value = v.value)",
		"account types of users":  "SELECT count(*) FROM users u LEFT JOIN partners p ON p.id = u.partner_id WHERE coalesce(u.account_type_id, 0) <> coalesce(p.account_type_id, 0)",
		"advisors": `SELECT count(*) FROM (SELECT
			(SELECT coalesce(sum(n), 0) FROM live_counts WHERE list = 'users' AND facet = 'kind' AND value = 'advisor') AS kept,
			(SELECT coalesce(sum(n), 0) FROM live_counts WHERE list = 'users' AND facet = 'advisor_created') AS signed_up,
			(SELECT coalesce(sum(n), 0) FROM live_counts WHERE list = 'users' AND facet = 'active') AS active,
			(SELECT count(*) FROM users WHERE partner_id IS NULL AND NOT internal AND deleted_at IS NULL) AS advisors,
			(SELECT count(*) FROM users WHERE active_at IS NOT NULL AND deleted_at IS NULL) AS seen) AS sums WHERE kept <> advisors OR signed_up <> advisors OR active <> seen`,
		"texts of what is shared": `SELECT count(*) FROM shared_collections s JOIN collections c ON c.id = s.collection_id JOIN users u ON u.id = s.user_id WHERE s.search_text <> c.search_text || u.search_text`,
	} {
		if wrong, err := db.Value[int](ctx, x.d.Read(), query); err != nil || wrong > 0 {
			x.t.Fatalf("round %d: %d %s are wrong (%v)", round, wrong, about, err)
		}
	}
	for _, c := range counters {
		wrong, err := db.Value[int](ctx, x.d.Read(), fmt.Sprintf("SELECT count(*) FROM %s t WHERE t.%s <> (%s)", c.table, c.column, c.truth))
		if err != nil {
			x.t.Fatal(err)
		}
		if wrong > 0 {
			x.t.Fatalf("round %d: %s.%s is wrong in %d rows", round, c.table, c.column, wrong)
		}
	}
	for _, list := range []string{"content", "collections", "users", "partners", "publishers", "shared_collections"} {
		live := " WHERE deleted_at IS NULL"
		if list == "publishers" {
			live = ""
		}
		wrong, err := db.Value[int](ctx, x.d.Read(), "SELECT count(*) FROM live_counts WHERE list = ? AND facet = '' AND n <> (SELECT count(*) FROM "+list+live+")", list)
		if err != nil {
			x.t.Fatal(err)
		}
		if wrong > 0 {
			x.t.Fatalf("round %d: the live count of %s is wrong", round, list)
		}
	}
}
