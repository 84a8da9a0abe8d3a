package search

import (
	"cmp"
	"strings"

	"waymark/internal/kit/api"
	"waymark/internal/kit/db"
	"waymark/internal/kit/hashid"
	"waymark/internal/kit/listing"
	"waymark/internal/kit/table"
	"waymark/internal/kit/webpage"
	"waymark/internal/platform/schema"
)

// kind is a kind of record that can be found.
type kind struct {
	name  string // as in the audit log
	table table.Table
	// keys are the indexed columns with the folded name. Without one, records are not found by words.
	keys []string
	// title and hint are SQL expressions on a row.
	title, hint string
	codes       []code
	// hashed says that links contain the encoded id.
	hashed bool
}

// code is another way to name one record: a column that must equal what was typed.
type code struct {
	column string
	// value returns what the column must equal, and false if what was typed can't be such a code.
	value func(typed string) (string, bool)
}

// kinds are all kinds of records, the ones that staff look for most often first: of two equally good matches, the first
// one wins.
var kinds = []kind{
	{
		name: "partner", table: schema.Partners, keys: []string{"name_key"}, title: "name",
		hint: nameOf(schema.AccountTypes, "account_type_id"), codes: []code{{"alt_id", publicID}}, hashed: true,
	},
	{
		name: "user", table: schema.Users, keys: []string{"first_name_key", "last_name_key"},
		title: "coalesce(nullif(trim(first_name || ' ' || last_name), ''), email)", hint: "email",
		codes: []code{{"alt_id", insiderID}, {"email", email}},
	},
	{
		name: "collection", table: schema.Collections, keys: []string{"name_key"}, title: "name",
		hint:  "coalesce(" + nameOf(schema.Partners, "partner_id") + ", " + fullNameOf("user_id") + ")",
		codes: []code{{"alt_id", publicID}},
	},
	{
		name: "content", table: schema.Content, keys: []string{"title_key"}, title: "title", hint: "content_url",
		codes: []code{{"canonical_url", webpage.Canonical}},
	},
	named("library", schema.Libraries, nameOf(schema.Partners, "partner_id")),
	named("collaborator", schema.Collaborators, "slug"),
	named("publisher", schema.Publishers, ""),
	{name: "destination", table: schema.Destinations, keys: []string{"label_key"}, title: "name", hint: "label"},
	named("country", schema.Countries, "alpha2"),
	named("region", schema.Regions, ""),
	named("language", schema.Languages, "alpha2"),
	{name: "subject area", table: schema.Tags, keys: []string{"tag_key"}, title: "tag"},
	named("global tag", schema.GlobalTags, ""),
	{
		name: "facade", table: schema.Facades, keys: []string{"term_key"}, title: "term",
		hint: "(SELECT label FROM destinations WHERE destinations.id = facades.destination_id)",
	},
	named("media type", schema.ContentTypes, "description"),
	named("content depth", schema.ContentDepths, "description"),
	{
		name: "content domain", table: schema.ContentDomains, keys: []string{"display_name_key"}, title: "display_name",
		hint: "host", codes: []code{{"host", lower}},
	},
	named("account type", schema.AccountTypes, ""),
	named("consortium", schema.Consortia, ""),
	named("host agency", schema.HostAgencies, ""),
	named("partner market", schema.PartnerMarkets, nameOf(schema.Partners, "partner_id")),
	{
		name: "shared collection", table: schema.SharedCollections, title: nameOf(schema.Collections, "collection_id"),
		hint: fullNameOf("user_id"), hashed: true,
	},
}

func named(name string, t table.Table, hint string) kind {
	return kind{name: name, table: t, keys: []string{"name_key"}, title: "name", hint: hint}
}

func nameOf(t table.Table, column string) string {
	return "(SELECT name FROM " + t.Name + " WHERE " + t.Name + ".id = " + column + ")"
}

func fullNameOf(column string) string {
	return "(SELECT trim(first_name || ' ' || last_name) FROM users WHERE users.id = " + column + ")"
}

func lower(typed string) (string, bool) { return strings.ToLower(typed), true }

func email(typed string) (string, bool) { return strings.ToLower(typed), strings.Contains(typed, "@") }

// publicIDLength is the length of PIDs, UIDs and the public ids of collections.
const publicIDLength = 10

func publicID(typed string) (string, bool) { return typed, len(typed) == publicIDLength }

// insiderID also takes a link that has the UID as its insider parameter.
func insiderID(typed string) (string, bool) {
	if _, id, found := strings.Cut(typed, "insider="); found {
		typed, _, _ = strings.Cut(id, "&")
	}
	return publicID(typed)
}

// ids returns the ids that the typed text may mean: a number, or the encoded id in a link.
func (k kind) ids(typed string) []int64 {
	ids := []int64{}
	if id, ok := api.ParseID(typed); ok {
		ids = append(ids, id)
	}
	if id, ok := hashid.Decode(typed); ok && k.hashed {
		ids = append(ids, id)
	}
	return ids
}

// columns are what a hit shows. Images are content with a kind of their own.
func (k kind) columns() string {
	name := "'" + k.name + "'"
	if k.table.Name == schema.Content.Name {
		name = "CASE WHEN block_type = 'image' THEN 'image' ELSE 'content' END"
	}
	hint := "coalesce(" + cmp.Or(k.hint, "''") + ", '')"
	return "CAST(" + name + " AS TEXT) AS kind, id, " + k.title + " AS name, " + hint + " AS hint"
}

// words is a query for the rows that have all terms in their search text, along its index.
func (k kind) words(engine db.Engine, terms []string) listing.Statement {
	query := listing.Words(engine, k.table.Name, terms)
	switch {
	case engine == db.Postgres:
		query.SQL += k.table.AndLive()
	case k.table.Trash: // SQLite's search table also has rows in the trash
		query.SQL += " AND (SELECT deleted_at FROM " + k.table.Name + " WHERE id = rowid) IS NULL"
	}
	return query
}
