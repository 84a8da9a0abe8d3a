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

// rowKind describes how to generate rows of a table.
type rowKind struct {
	table        table.Table
	texts        string // columns that get a unique text
	refs         []ref
	optionalRefs []ref // nullable references
}

// ref is a column that refers to a row of another table.
type ref struct{ column, table string }

// rowKinds lists all tables that something is derived from. A table comes after those it refers to.
var rowKinds = []rowKind{
	{table: schema.Languages, texts: "name, name_key, alpha2"},
	{table: schema.Countries, texts: "name, name_key, alpha2, alpha3"},
	{table: schema.CountryRegions, texts: "name, name_key", refs: []ref{{"country_id", "countries"}}},
	{table: schema.Regions, texts: "name, name_key"},
	{
		table: schema.Destinations, texts: "name, name_key, label, label_key",
		optionalRefs: []ref{{"parent_id", "destinations"}},
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
	{table: schema.Users, texts: "email, alt_id", optionalRefs: []ref{
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
		refs:         []ref{{"type_id", "content_types"}, {"partner_id", "partners"}},
		optionalRefs: []ref{{"depth_id", "content_depths"}},
	},
	{table: schema.Folders, texts: "name, name_key, label", optionalRefs: []ref{{"parent_id", "folders"}}},
	{
		table: schema.Collections, texts: "alt_id, name, name_key", refs: []ref{{"language_id", "languages"}},
		optionalRefs: []ref{{"partner_id", "partners"}, {"user_id", "users"}, {"folder_id", "folders"}},
	},
	{
		table: schema.SharedCollections, refs: []ref{{"user_id", "users"}, {"collection_id", "collections"}},
		optionalRefs: []ref{{"partner_id", "partners"}},
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

// randomData makes random changes to a database.
type randomData struct {
	t      *testing.T
	d      *db.DB
	random *rand.Rand
	n      int
}

func newRandomData(t *testing.T, d *db.DB) *randomData {
	t.Helper()
	data := &randomData{t: t, d: d, random: rand.New(rand.NewPCG(7, 11))}
	for range 6 {
		data.populate()
	}
	return data
}

// populate adds a row to each table that has fewer than six, so that other tables can refer to it.
func (data *randomData) populate() {
	for _, k := range rowKinds {
		n, err := db.Value[int](context.Background(), data.d.Read(), "SELECT count(*) FROM "+k.table.Name)
		if err != nil {
			data.t.Fatal(err)
		}
		if n < 6 {
			data.insert(k)
		}
	}
}

// exec runs a statement. It ignores constraint violations, such as deleting a row that others refer to.
func (data *randomData) exec(query string, args ...any) {
	data.t.Helper()
	_, err := data.d.Writer().Exec(context.Background(), query, args...)
	if _, refused := db.AsViolation(err); err != nil && !refused {
		data.t.Fatalf("%s: %v", query, err)
	}
}

// randomRow returns an SQL expression for the id of a random row that works on both engines.
func (data *randomData) randomRow(name string) string {
	return fmt.Sprintf("(SELECT id FROM %s ORDER BY (id * %d) %% 101, id LIMIT 1)", name, 1+data.random.IntN(100))
}

// randomSubset returns a condition that matches some of the rows.
func (data *randomData) randomSubset(column string) string {
	n := 2 + data.random.IntN(5)
	return fmt.Sprintf("%s %% %d = %d", column, n, data.random.IntN(n))
}

func (data *randomData) nextWord() string { data.n++; return fmt.Sprintf("  word%d", data.n) }

func (data *randomData) insert(k rowKind) {
	columns, values, args := []string{"created_at"}, []string{"?"}, []any{clock.Now().AddDate(0, 0, -data.random.IntN(90))}
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
		data.n++
		for column := range strings.SplitSeq(k.texts, ", ") {
			add(column, "?", fmt.Sprint("x", data.n))
		}
	}
	for _, to := range k.refs {
		add(to.column, data.randomRow(to.table))
	}
	for _, to := range k.optionalRefs {
		if data.random.IntN(3) > 0 {
			add(to.column, data.randomRow(to.table))
		}
	}
	if k.table != schema.SharedCollections && k.table != schema.SiteTransformations && k.table != schema.SiteRedirects {
		add("search_text", "?", data.nextWord())
	}
	into := "INSERT INTO " + k.table.Name + " (" + strings.Join(columns, ", ") + ") VALUES "
	data.exec(into+"("+strings.Join(values, ", ")+")", args...)
	if k.table == schema.SharedCollections { // inserting code is responsible for the text
		data.exec(schema.SharedSearchText.Refresh[0])
	}
}

// randomChange makes one random change.
func (data *randomData) randomChange() {
	k, link := rowKinds[data.random.IntN(len(rowKinds))], links[data.random.IntN(len(links))]
	name := k.table.Name
	switch data.random.IntN(11) {
	case 0, 1, 2:
		for range 1 + data.random.IntN(4) {
			data.insert(k)
		}
	case 3:
		data.exec("DELETE FROM " + name + " WHERE id = " + data.randomRow(name))
		data.populate()
	case 4, 5:
		data.toggleTrash(rowKinds[data.random.IntN(len(rowKinds))])
		data.toggleTrash([]rowKind{{table: schema.Content}, {table: schema.Collections}}[data.random.IntN(2)])
	case 6:
		data.reparent(k)
	case 7, 8:
		data.link(link)
	case 9:
		data.exec("DELETE FROM " + link.Table + " WHERE " + data.randomSubset(link.OwnColumn))
		data.exec("DELETE FROM collection_tags WHERE " + data.randomSubset("collection_id"))
		data.exec("DELETE FROM " + name + " WHERE " + data.randomSubset("id") + " AND id > 10")
		data.populate()
	case 10:
		data.changeDetails(k)
	}
}

func (data *randomData) toggleTrash(k rowKind) {
	if k.table.Trash {
		data.exec("UPDATE " + k.table.Name + " SET deleted_at = CASE WHEN deleted_at IS NULL THEN updated_at END WHERE " +
			data.randomSubset("id"))
	}
}

func (data *randomData) reparent(k rowKind) {
	for _, to := range append(slices.Clone(k.refs), k.optionalRefs...) {
		data.exec("UPDATE " + k.table.Name + " SET " + to.column + " = " + data.randomRow(to.table) +
			" WHERE " + data.randomSubset("id"))
	}
	for _, to := range k.optionalRefs {
		data.exec("UPDATE " + k.table.Name + " SET " + to.column + " = NULL WHERE " + data.randomSubset("id"))
	}
	if k.table == schema.SharedCollections {
		data.exec(schema.SharedSearchText.Refresh[0])
	}
}

func (data *randomData) link(link table.Link) {
	columns, values := link.OwnColumn+", "+link.ToColumn, "a.id, b.id"
	if link.AddedAt != "" {
		columns, values = columns+", "+link.AddedAt, values+", b.updated_at"
	}
	data.exec("INSERT INTO " + link.Table + " (" + columns + ") SELECT " + values +
		" FROM " + link.From.Name + " AS a JOIN " + link.To.Name + " AS b ON " + data.randomSubset("(a.id + b.id)") +
		" WHERE TRUE ON CONFLICT DO NOTHING")
	data.exec("INSERT INTO collection_tags (collection_id, tag_key, tag) SELECT id, ?, 'x' FROM collections WHERE "+
		data.randomSubset("id")+" ON CONFLICT DO NOTHING", data.nextWord())
}

// changeDetails changes the columns that rows are searched and counted by.
func (data *randomData) changeDetails(k rowKind) {
	if k.table != schema.SharedCollections && k.table != schema.SiteTransformations && k.table != schema.SiteRedirects {
		data.exec("UPDATE "+k.table.Name+" SET search_text = ? WHERE "+data.randomSubset("id"), data.nextWord())
	}
	var activeAt any
	if data.random.IntN(3) > 0 {
		activeAt = clock.Now().AddDate(0, 0, -data.random.IntN(70))
	}
	data.exec("UPDATE users SET active_at = ? WHERE "+data.randomSubset("id"), activeAt)
	data.exec("UPDATE users SET internal = NOT internal, partner_id = NULL WHERE " + data.randomSubset("id"))
	data.exec("UPDATE users SET partner_id = " + data.randomRow("partners") + " WHERE " + data.randomSubset("id"))
	data.exec("UPDATE shared_collections SET partner_id = " + data.randomRow("partners") +
		" WHERE " + data.randomSubset("id"))
	data.exec("UPDATE users SET search_text = ? WHERE "+data.randomSubset("id"), data.nextWord())
	data.exec("UPDATE collections SET type = 'personal', search_text = ? WHERE "+data.randomSubset("id"), data.nextWord())
	data.exec("UPDATE collections SET type = 'partner' WHERE " + data.randomSubset("id"))
	data.exec("UPDATE shared_collections SET type = 'auto-accepted' WHERE " + data.randomSubset("id"))
}

func (data *randomData) run(actions int) {
	for range actions {
		data.randomChange()
	}
}

func (data *randomData) fold() {
	data.t.Helper()
	if err := derived.Fold(context.Background(), data.d, schema.Counters()...); err != nil {
		data.t.Fatal(err)
	}
}

// check compares derived values with a recount from the declarations, and some of them with hand-written queries.
func (data *randomData) check(about string, objects ...derived.Object) {
	data.t.Helper()
	if err := derived.Verify(context.Background(), data.d, objects...); err != nil {
		data.t.Fatalf("%s: %v", about, err)
	}
	for name, query := range map[string]string{
		"advisors": `SELECT count(*) FROM (SELECT
			(SELECT coalesce(sum(n), 0) FROM current_counts
				WHERE list = 'users' AND facet = 'kind' AND value = 'advisor') AS total,
			(SELECT coalesce(sum(n), 0) FROM current_counts WHERE list = 'users' AND facet = 'advisor_created') AS signed_up,
			(SELECT coalesce(sum(n), 0) FROM current_counts WHERE list = 'users' AND facet = 'active') AS active,
			(SELECT count(*) FROM users WHERE partner_id IS NULL AND NOT internal AND deleted_at IS NULL) AS advisors,
			(SELECT count(*) FROM users WHERE active_at IS NOT NULL AND deleted_at IS NULL) AS users_active
			) AS sums WHERE total <> advisors OR signed_up <> advisors OR active <> users_active`,
		"publishers": "SELECT count(*) FROM publishers WHERE " + schema.PublisherContentCount.Value(data.d.Engine) + ` <> (
			SELECT count(*) FROM content_publishers AS l JOIN content AS c ON c.id = l.content_id
			WHERE l.publisher_id = publishers.id AND c.deleted_at IS NULL)`,
		"collections": `SELECT count(*) FROM collections AS c WHERE shared_collections_count <>
			(SELECT count(*) FROM shared_collections AS s WHERE s.collection_id = c.id AND s.deleted_at IS NULL)`,
		"types of collections": `SELECT count(*) FROM current_counts WHERE list = 'collections' AND facet = 'type'
			AND n <> (SELECT count(*) FROM collections WHERE deleted_at IS NULL AND type = value)`,
	} {
		if wrong, err := db.Value[int](context.Background(), data.d.Read(), query); err != nil || wrong > 0 {
			data.t.Fatalf("%s: %d wrong counts of %s (%v)", about, wrong, name, err)
		}
	}
}
