// Package languages manages the languages of content, collections and users.
package languages

import (
	"regexp"
	"strings"

	"waymark/internal/kit/listing"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/uses"
	"waymark/internal/platform/schema"
)

// Language is a language.
type Language struct {
	resource.Row
	Name               string `json:"name"`
	Alpha2             string `json:"alpha2"`
	UserProfileEnabled bool   `json:"user_profile_enabled" doc:"Whether users can choose it in their profile."`
	ContentCount       int64  `json:"content_count"`
}

// Definition declares languages. The first one, English, is the default and can't be deleted.
var Definition = resource.Definition[Language]{
	Path: "languages", Label: "Language", Sort: "name", Fixed: 1,
	Uses: []uses.Use{
		{Kind: "content", Link: schema.ContentLanguages.Reverse(), Path: "/content?language_id={id}"},
		{Kind: "subtitles", Link: schema.ContentSubtitles.Reverse(), Path: "/content?subtitle_id={id}"},
		{Kind: "collections", Table: schema.Collections, Column: "language_id", Path: "/collections?language_id={id}"},
		{Kind: "users", Link: schema.UserLanguages.Reverse(), Path: "/users?language_id={id}"},
		{Kind: "partner languages", Link: schema.PartnerLanguageLinks.Reverse(), Path: "/partners?language_id={id}"},
		{
			Kind: "partners with site transformations", Table: schema.Partners, IDs: schema.TransformationPartners,
			Path: "/partners?transformation_language_id={id}",
		},
		{
			Kind: "partner markets", Path: "/partner-markets?language_id={id}",
			Link: schema.PartnerMarketLanguages.Reverse(),
		},
	},
	Fields: func(l *Language) resource.Fields {
		return resource.Fields{
			resource.Text(&l.Name, resource.Required, resource.Max(80), resource.Unique, resource.Searchable),
			resource.Code(&l.Alpha2, resource.Required, resource.Unique, resource.Searchable,
				resource.Normalised(strings.ToLower), resource.Valid(alpha2Problem)),
			resource.Bool(&l.UserProfileEnabled),
			resource.Counter(&l.ContentCount, schema.LanguageContentCount, resource.Sortable),
		}
	},
}

var alpha2Pattern = regexp.MustCompile("^[a-z]{2}$")

func alpha2Problem(s string) string {
	if !alpha2Pattern.MatchString(s) {
		return "Must be two letters."
	}
	return ""
}

// Mount registers the endpoints.
func Mount(kit resource.Kit) {
	resource.Mount(kit, Definition)
	byUse := Definition
	byUse.Sort = "-content_count,name" // of two hundred languages, few are used
	options := resource.New(kit, byUse)
	options.MountOptions("options/languages")
	options.MountOptions("search/languages")
	options.MountOptions("options/user-languages", listing.Condition{SQL: "user_profile_enabled"})
}
