// Package languages keeps the languages content, collections and people have.
package languages

import (
	"regexp"
	"strings"

	"waymark/internal/kit/resource"
)

// Language is a language.
type Language struct {
	resource.Row
	Name               string `json:"name"`
	Alpha2             string `json:"alpha2"`
	UserProfileEnabled bool   `json:"user_profile_enabled" doc:"Users can choose it in their profile."`
	ContentCount       int64  `json:"content_count"`
}

var content = resource.Rows{Table: "content", Trashable: true}

// Definition declares languages. The first is English, which everything begins in.
var Definition = resource.Definition[Language]{
	Path: "languages", Label: "Language", Sort: "name", Fixed: 1,
	Options: []string{"options/languages", "search/languages"},
	Uses: []resource.Use{
		{Kind: "content", Link: resource.Link{Table: "content_languages", Own: "language_id", Other: "content_id", To: content}, Path: "/content?language_id={id}"},
		{Kind: "subtitles", Link: resource.Link{Table: "content_subtitles", Own: "language_id", Other: "content_id", To: content}, Path: "/content"},
		{Kind: "collections", Rows: resource.Rows{Table: "collections", Trashable: true}, Column: "language_id", Path: "/collections"},
		{Kind: "users", Link: resource.Link{Table: "user_languages", Own: "language_id", Other: "user_id", To: resource.Rows{Table: "users", Trashable: true}}, Path: "/users"},
		{Kind: "partner languages", Rows: resource.Rows{Table: "partner_languages"}, Column: "language_id", Path: "/partners"},
		{Kind: "site transformations", Rows: resource.Rows{Table: "site_transformations"}, Column: "language_id", Path: "/partners"},
		{
			Kind: "partner markets", Path: "/partner-markets?language_id={id}",
			Link: resource.Link{Table: "partner_market_languages", Own: "language_id", Other: "partner_market_id", To: resource.Rows{Table: "partner_markets", Trashable: true}},
		},
	},
	Fields: []resource.Field[Language]{
		resource.Text("name", func(l *Language) *string { return &l.Name }, resource.Required, resource.Max(80), resource.Unique, resource.Searchable),
		resource.Code("alpha2", func(l *Language) *string { return &l.Alpha2 }, resource.Required, resource.Unique, resource.Searchable,
			resource.Normalised(strings.ToLower), resource.Valid(alpha2)),
		resource.Bool("user_profile_enabled", func(l *Language) *bool { return &l.UserProfileEnabled }),
		resource.Counter("content_count", func(l *Language) *int64 { return &l.ContentCount }, resource.Sortable),
	},
}

var twoLetters = regexp.MustCompile("^[a-z]{2}$")

func alpha2(s string) string {
	if !twoLetters.MatchString(s) {
		return "Must be two letters."
	}
	return ""
}

// Mount adds the calls.
func Mount(kit resource.Kit) {
	resource.Mount(kit, Definition).MountOptions("options/user-languages", resource.Where{SQL: "user_profile_enabled"})
}
