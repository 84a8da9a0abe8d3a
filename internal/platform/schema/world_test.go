package schema_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/derived"
	"waymark/internal/kit/table"
	"waymark/internal/platform/schema"
)

// kind is how rows of a table are made.
type kind struct {
	table table.Table
	texts string // columns that get a text of their own
	refs  []ref
	maybe []ref // these may be empty
}

// ref is a column that refers to a row of another table.
type ref struct{ column, table string }

// kinds are all tables that something is derived from. Those that others refer to are first.
var kinds = []kind{
	{table: schema.Languages, texts: "name, name_key, alpha2"},
	{table: schema.Countries, texts: "name, name_key, alpha2, alpha3"},
	{table: schema.CountryRegions, texts: "name, name_key", refs: []ref{{"country_id", "countries"}}},
	{table: schema.Regions, texts: "name, name_key"},
	{
		table: schema.Destinations, texts: "name, name_key, label, label_key",
		maybe: []ref{{"parent_id", "destinations"}},
	},
	{table: schema.AccountTypes, texts: "name, name_key"},
	{table: schema.UserTemplates, texts: "name, name_key", refs: []ref{{"account_type_id", "account_types"}}},
	{table: schema.Consortia, texts: "name, name_key, slug"},
	{table: schema.HostAgencies, texts: "name, name_key, slug"},
	{table: schema.Collaborators, texts: "name, name_key, slug, api_key, api_secret"},
	{table: schema.Partners, texts: "name, name_key, slug, alt_id", refs: []ref{{"account_type_id", "account_types"}}},
	{table: schema.Sites, texts: "domain", refs: []ref{{"partner_id", "partners"}}},
	{table: schema.SiteTransformations, texts: "name, name_key", refs: []ref{{"site_id", "sites"}}},
	{table: schema.SiteRedirects, texts: "path_pattern, redirect_url", refs: []ref{{"site_id", "sites"}}},
	{table: schema.PartnerMarkets, texts: "name, name_key", refs: []ref{{"partner_id", "partners"}}},
	{table: schema.Users, texts: "email, alt_id", maybe: []ref{
		{"partner_id", "partners"},
		{"user_template_id", "user_templates"},
		{"country_id", "countries"},
		{"country_region_id", "country_regions"},
	}},
	{table: schema.ContentTypes, texts: "name, name_key"},
	{table: schema.ContentDepths, texts: "name, name_key"},
	{
		table: schema.ContentDomains, texts: "display_name, display_name_key, host",
		refs: []ref{{"content_type_id", "content_types"}},
	},
	{table: schema.Tags, texts: "tag, tag_key"},
	{table: schema.Publishers, texts: "name, name_key"},
	{table: schema.Libraries, texts: "name, name_key", refs: []ref{{"partner_id", "partners"}}},
	{table: schema.Facades, texts: "term, term_key", refs: []ref{{"destination_id", "destinations"}}},
	{table: schema.GlobalTags, texts: "name, name_key"},
	{
		table: schema.Content, texts: "title, title_key",
		refs:  []ref{{"type_id", "content_types"}, {"partner_id", "partners"}},
		maybe: []ref{{"depth_id", "content_depths"}},
	},
	{table: schema.Folders, texts: "name, name_key, label", maybe: []ref{{"parent_id", "folders"}}},
	{
		table: schema.Collections, texts: "alt_id, name, name_key", refs: []ref{{"language_id", "languages"}},
		maybe: []ref{{"partner_id", "partners"}, {"user_id", "users"}, {"folder_id", "folders"}},
	},
	{
		table: schema.SharedCollections, refs: []ref{{"user_id", "users"}, {"collection_id", "collections"}},
		maybe: []ref{{"partner_id", "partners"}},
	},
	{
		table: schema.Personalisations, texts: "name, name_key",
		refs: []ref{{"shared_collection_id", "shared_collections"}},
	},
	{table: schema.APILogs, texts: "path"},
	{table: schema.SearchHistory, texts: "term"},
}

var links = []table.Link{
	schema.ContentTags, schema.ContentDestinations, schema.ContentLibraries, schema.ContentPublishers,
	schema.ContentLanguages, schema.CollectionContent, schema.LibraryPartners, schema.UserLanguages,
}

// world is a database in which anything may happen.
type world struct {
	t    *testing.T
	d    *db.DB
	dice *rand.Rand
	n    int
}

func newWorld(t *testing.T, d *db.DB) *world {
	t.Helper()
	w := &world{t: t, d: d, dice: rand.New(rand.NewPCG(7, 11))}
	for range 6 {
		w.populate()
	}
	return w
}

// populate adds a row to each table with few of them: others refer to it.
func (w *world) populate() {
	for _, k := range kinds {
		n, err := db.Value[int](context.Background(), w.d.Read(), "SELECT count(*) FROM "+k.table.Name)
		if err != nil {
			w.t.Fatal(err)
		}
		if n < 6 {
			w.insert(k)
		}
	}
}

// exec runs a statement. What the schema refuses, such as deleting a row that others need, is no failure.
func (w *world) exec(query string, args ...any) {
	w.t.Helper()
	_, err := w.d.Writer().Exec(context.Background(), query, args...)
	if _, refused := db.AsViolation(err); err != nil && !refused {
		w.t.Fatalf("%s: %v", query, err)
	}
}

// pick is one of the rows of a table, by an expression that both engines know.
func (w *world) pick(name string) string {
	return fmt.Sprintf("(SELECT id FROM %s ORDER BY (id * %d) %% 101, id LIMIT 1)", name, 1+w.dice.IntN(100))
}

// some is a condition that a part of the rows meets.
func (w *world) some(column string) string {
	n := 2 + w.dice.IntN(5)
	return fmt.Sprintf("%s %% %d = %d", column, n, w.dice.IntN(n))
}

func (w *world) word() string { w.n++; return fmt.Sprintf("  word%d", w.n) }

func (w *world) insert(k kind) {
	columns, values, args := []string{"created_at"}, []string{"?"}, []any{clock.Now().AddDate(0, 0, -w.dice.IntN(90))}
	add := func(column, value string, arg ...any) {
		columns, values, args = append(columns, column), append(values, value), append(args, arg...)
	}
	switch k.table {
	case schema.APILogs:
		add("duration, status_code, parameters", "1, 200, '{}'")
	case schema.SearchHistory:
		add("duration, filters", "1, '{}'")
	default:
		add("updated_at", "?", args[0])
	}
	if k.texts != "" {
		w.n++
		for column := range strings.SplitSeq(k.texts, ", ") {
			add(column, "?", fmt.Sprint("x", w.n))
		}
	}
	for _, r := range k.refs {
		add(r.column, w.pick(r.table))
	}
	for _, r := range k.maybe {
		if w.dice.IntN(3) > 0 {
			add(r.column, w.pick(r.table))
		}
	}
	if k.table != schema.SharedCollections && k.table != schema.SiteTransformations && k.table != schema.SiteRedirects {
		add("search_text", "?", w.word())
	}
	into := "INSERT INTO " + k.table.Name + " (" + strings.Join(columns, ", ") + ") VALUES "
	w.exec(into+"("+strings.Join(values, ", ")+")", args...)
	if k.table == schema.SharedCollections { // who adds a row writes its text
		w.exec(schema.SharedSearchText.Refresh[0])
	}
}

// act changes something, like a careless program would.
func (w *world) act() {
	k, link := kinds[w.dice.IntN(len(kinds))], links[w.dice.IntN(len(links))]
	name := k.table.Name
	switch w.dice.IntN(11) {
	case 0, 1, 2:
		for range 1 + w.dice.IntN(4) {
			w.insert(k)
		}
	case 3:
		w.exec("DELETE FROM " + name + " WHERE id = " + w.pick(name))
		w.populate()
	case 4, 5:
		w.trash(kinds[w.dice.IntN(len(kinds))])
		w.trash([]kind{{table: schema.Content}, {table: schema.Collections}}[w.dice.IntN(2)])
	case 6:
		w.reparent(k)
	case 7, 8:
		w.link(link)
	case 9:
		w.exec("DELETE FROM " + link.Table + " WHERE " + w.some(link.OwnColumn))
		w.exec("DELETE FROM collection_tags WHERE " + w.some("collection_id"))
		w.exec("DELETE FROM " + name + " WHERE " + w.some("id") + " AND id > 10")
		w.populate()
	case 10:
		w.describe(k)
	}
}

func (w *world) trash(k kind) {
	if k.table.Trash {
		w.exec("UPDATE " + k.table.Name + " SET deleted_at = CASE WHEN deleted_at IS NULL THEN updated_at END WHERE " +
			w.some("id"))
	}
}

func (w *world) reparent(k kind) {
	for _, r := range append(slices.Clone(k.refs), k.maybe...) {
		w.exec("UPDATE " + k.table.Name + " SET " + r.column + " = " + w.pick(r.table) + " WHERE " + w.some("id"))
	}
	for _, r := range k.maybe {
		w.exec("UPDATE " + k.table.Name + " SET " + r.column + " = NULL WHERE " + w.some("id"))
	}
	if k.table == schema.SharedCollections {
		w.exec(schema.SharedSearchText.Refresh[0])
	}
}

func (w *world) link(link table.Link) {
	columns, values := link.OwnColumn+", "+link.ToColumn, "a.id, b.id"
	if link.AddedAt != "" {
		columns, values = columns+", "+link.AddedAt, values+", b.updated_at"
	}
	w.exec("INSERT INTO " + link.Table + " (" + columns + ") SELECT " + values + " FROM " + link.From.Name +
		" AS a JOIN " + link.To.Name + " AS b ON " + w.some("(a.id + b.id)") + " WHERE TRUE ON CONFLICT DO NOTHING")
	w.exec("INSERT INTO collection_tags (collection_id, tag_key, tag) SELECT id, ?, 'x' FROM collections WHERE "+
		w.some("id")+" ON CONFLICT DO NOTHING", w.word())
}

// describe changes the columns that rows are searched and counted by.
func (w *world) describe(k kind) {
	if k.table != schema.SharedCollections && k.table != schema.SiteTransformations && k.table != schema.SiteRedirects {
		w.exec("UPDATE "+k.table.Name+" SET search_text = ? WHERE "+w.some("id"), w.word())
	}
	var seen any
	if w.dice.IntN(3) > 0 {
		seen = clock.Now().AddDate(0, 0, -w.dice.IntN(70))
	}
	w.exec("UPDATE users SET active_at = ? WHERE "+w.some("id"), seen)
	w.exec("UPDATE users SET internal = NOT internal, partner_id = NULL WHERE " + w.some("id"))
	w.exec("UPDATE users SET partner_id = " + w.pick("partners") + " WHERE " + w.some("id"))
	w.exec("UPDATE shared_collections SET partner_id = " + w.pick("partners") + " WHERE " + w.some("id"))
	w.exec("UPDATE users SET search_text = ? WHERE "+w.some("id"), w.word())
	w.exec("UPDATE collections SET type = 'personal', search_text = ? WHERE "+w.some("id"), w.word())
	w.exec("UPDATE collections SET type = 'partner' WHERE " + w.some("id"))
	w.exec("UPDATE shared_collections SET type = 'auto-accepted' WHERE " + w.some("id"))
}

func (w *world) run(actions int) {
	for range actions {
		w.act()
	}
}

// check compares everything derived with a recount from the declarations, and some of it with sums written by hand.
func (w *world) check(about string) {
	w.t.Helper()
	if err := derived.Verify(context.Background(), w.d, schema.Derived()...); err != nil {
		w.t.Fatalf("%s: %v", about, err)
	}
	for what, query := range map[string]string{
		"advisors": `SELECT count(*) FROM (SELECT
			(SELECT coalesce(sum(n), 0) FROM live_counts WHERE list = 'users' AND facet = 'kind' AND value = 'advisor') AS kept,
			(SELECT coalesce(sum(n), 0) FROM live_counts WHERE list = 'users' AND facet = 'advisor_created') AS signed_up,
			(SELECT coalesce(sum(n), 0) FROM live_counts WHERE list = 'users' AND facet = 'active') AS active,
			(SELECT count(*) FROM users WHERE partner_id IS NULL AND NOT internal AND deleted_at IS NULL) AS advisors,
			(SELECT count(*) FROM users WHERE active_at IS NOT NULL AND deleted_at IS NULL) AS seen
			) AS sums WHERE kept <> advisors OR signed_up <> advisors OR active <> seen`,
		"publishers": `SELECT count(*) FROM publishers AS p WHERE content_count <> (
			SELECT count(*) FROM content_publishers AS l JOIN content AS c ON c.id = l.content_id
			WHERE l.publisher_id = p.id AND c.deleted_at IS NULL)`,
		"collections": `SELECT count(*) FROM collections AS c WHERE shared_collections_count <>
			(SELECT count(*) FROM shared_collections AS s WHERE s.collection_id = c.id AND s.deleted_at IS NULL)`,
		"types of collections": `SELECT count(*) FROM live_counts WHERE list = 'collections' AND facet = 'type'
			AND n <> (SELECT count(*) FROM collections WHERE deleted_at IS NULL AND type = value)`,
	} {
		if wrong, err := db.Value[int](context.Background(), w.d.Read(), query); err != nil || wrong > 0 {
			w.t.Fatalf("%s: %d %s are counted wrong (%v)", about, wrong, what, err)
		}
	}
}
