// Package countries stores countries and their regions.
package countries

import (
	"regexp"
	"strings"

	"waymark/internal/kit/resource"
	"waymark/internal/kit/uses"
	"waymark/internal/platform/schema"
)

// Country is a country.
type Country struct {
	resource.Row
	Name                string `json:"name"`
	Alpha2              string `json:"alpha2"`
	Alpha3              string `json:"alpha3"`
	UsersCount          int64  `json:"users_count"`
	CountryRegionsCount int64  `json:"country_regions_count"`
}

// CountryRegion is a part of a country, such as a state or a province.
type CountryRegion struct {
	resource.Row
	Name         string `json:"name"`
	Abbreviation string `json:"abbreviation"`
	UsersCount   int64  `json:"users_count"`
}

// Definition declares countries.
var Definition = resource.Definition[Country]{
	Path: "countries", Label: "Country", Sort: "name", Hint: func(c *Country) string { return c.Alpha2 },
	Options: []string{"options/countries", "search/countries"},
	Uses: []uses.Use{
		{Kind: "users", Table: schema.Users, Column: "country_id", Path: "/users?country_id={id}"},
		{Kind: "regions", Link: schema.RegionCountries.Reverse(), Path: "/regions?country_id={id}"},
		{Kind: "partner markets", Link: schema.PartnerMarketCountries.Reverse(), Path: "/partner-markets?country_id={id}"},
		{
			Kind: "country regions", Table: schema.CountryRegions, Column: "country_id", Path: "/countries/{id}",
			Counter: "country_regions_count", OnDelete: uses.Deletes,
		},
	},
	Fields: func(c *Country) resource.Fields {
		return resource.Fields{
			resource.Text(&c.Name, resource.Required, resource.Max(120), resource.Unique, resource.Searchable),
			resource.Code(&c.Alpha2, codeRules(2)...),
			resource.Code(&c.Alpha3, codeRules(3)...),
			resource.Counter(&c.UsersCount, schema.CountryUsersCount, resource.Sortable),
			resource.Counter(&c.CountryRegionsCount, schema.CountryCountryRegionsCount, resource.Sortable),
		}
	},
}

var codePatterns = map[int]*regexp.Regexp{2: regexp.MustCompile("^[A-Z]{2}$"), 3: regexp.MustCompile("^[A-Z]{3}$")}

// codeRules returns the rules of an ISO 3166 code with the given number of letters.
func codeRules(length int) []resource.Rule {
	problem := map[int]string{2: "Must be two letters.", 3: "Must be three letters."}[length]
	return []resource.Rule{
		resource.Required, resource.Unique, resource.Searchable, resource.Normalised(strings.ToUpper),
		resource.Valid(func(s string) string {
			if codePatterns[length].MatchString(s) {
				return ""
			}
			return problem
		}),
	}
}

// Regions declares the regions of a country. They can't be deleted, because users refer to them.
var Regions = resource.Definition[CountryRegion]{
	Path: "country-regions", Label: "Country region", Sort: "name",
	Hint: func(r *CountryRegion) string { return r.Abbreviation }, Without: []resource.Verb{resource.Removing},
	Under: []resource.Parent{{Path: "countries", Table: schema.Countries, Column: "country_id"}},
	Uses: []uses.Use{{
		Kind: "users", Table: schema.Users, Column: "country_region_id", Counter: "users_count",
	}},
	Fields: func(r *CountryRegion) resource.Fields {
		return resource.Fields{
			resource.Text(&r.Name, resource.Required, resource.Max(120), resource.UniquePerOwner, resource.Searchable),
			resource.Code(&r.Abbreviation, resource.Max(12), resource.Sortable, resource.Searchable),
			resource.Counter(&r.UsersCount, schema.CountryRegionUsersCount, resource.Sortable),
		}
	},
}

// Mount registers the endpoints.
func Mount(kit resource.Kit) {
	resource.Mount(kit, Definition)
	resource.Mount(kit, Regions).MountOptions("options/countries/{country_id}/regions")
}
