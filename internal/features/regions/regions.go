// Package regions keeps groups of countries that markets are made of.
package regions

import "waymark/internal/kit/resource"

// Region is a group of countries.
type Region struct {
	resource.Row
	Name       string           `json:"name"`
	CountryIDs []int64          `json:"country_ids" nullable:"false"`
	Countries  []resource.Named `json:"countries" nullable:"false"`
}

var (
	countries = resource.Rows{Table: "countries"}
	members   = resource.Link{Table: "region_countries", Own: "region_id", Other: "country_id", To: countries}
)

// Definition declares regions.
var Definition = resource.Definition[Region]{
	Path: "regions", Label: "Region", Sort: "name",
	Filters: []resource.Filter{resource.FilterLinked("country_id", members)},
	Options: []string{"search/regions"},
	Fields: []resource.Field[Region]{
		resource.Text("name", func(r *Region) *string { return &r.Name }, resource.Required, resource.Max(120), resource.Unique, resource.Searchable),
		resource.Refs("country_ids", func(r *Region) *[]int64 { return &r.CountryIDs }, members),
		resource.RelatedAll("countries", func(r *Region) *[]resource.Named { return &r.Countries }, func(r *Region) []int64 { return r.CountryIDs }, countries),
	},
}

// Mount adds the calls.
func Mount(kit resource.Kit) { resource.Mount(kit, Definition) }
