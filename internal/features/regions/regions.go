// Package regions manages groups of countries, which markets consist of.
package regions

import (
	"waymark/internal/kit/listing"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/uses"
	"waymark/internal/platform/schema"
)

// Region is a group of countries.
type Region struct {
	resource.Row
	Name       string           `json:"name"`
	CountryIDs []int64          `json:"country_ids" nullable:"false"`
	Countries  []resource.Named `json:"countries" nullable:"false"`
}

// Definition declares regions.
var Definition = resource.Definition[Region]{
	Path: "regions", Label: "Region", Sort: "name",
	Filters: []listing.Filter{listing.LinkFilter("country_id", schema.RegionCountries)},
	Options: []string{"search/regions"},
	Uses: []uses.Use{{
		Kind: "partner markets", Link: schema.PartnerMarketRegions.Reverse(), Path: "/partner-markets?region_id={id}",
		OnDelete: uses.Unlinks,
	}},
	Fields: func(r *Region) resource.Fields {
		return resource.Fields{
			resource.Text(&r.Name, resource.Required, resource.Max(120), resource.Unique, resource.Searchable),
			resource.Refs(&r.CountryIDs, schema.RegionCountries),
			resource.RelatedAll(&r.Countries, &r.CountryIDs, schema.Countries),
		}
	},
}

// Mount registers the endpoints.
func Mount(kit resource.Kit) { resource.Mount(kit, Definition) }
