// Package partnermarkets manages the markets of partners: countries, languages and regions.
package partnermarkets

import (
	"waymark/internal/kit/listing"
	"waymark/internal/kit/resource"
	"waymark/internal/platform/schema"
)

// PartnerMarket is a market in which a partner sells.
type PartnerMarket struct {
	resource.Row
	PartnerID        *int64           `json:"partner_id"`
	Partner          *resource.Named  `json:"partner"`
	Name             string           `json:"name"`
	IncludeIfNoMatch bool             `json:"include_if_no_match" doc:"Whether this is the default market for visitors without one."`
	CountryIDs       []int64          `json:"country_ids" nullable:"false"`
	Countries        []resource.Named `json:"countries" nullable:"false"`
	LanguageIDs      []int64          `json:"language_ids" nullable:"false"`
	Languages        []resource.Named `json:"languages" nullable:"false"`
	RegionIDs        []int64          `json:"region_ids" nullable:"false"`
	Regions          []resource.Named `json:"regions" nullable:"false"`
}

// Definition declares partner markets. They move to the trash together with their partner; deleting a single market
// is permanent.
var Definition = resource.Definition[PartnerMarket]{
	Path: "partner-markets", Table: schema.PartnerMarkets, Label: "Partner market", Name: "name", Sort: "name",
	Filters: []listing.Filter{
		listing.RefFilter("partner_id", "partner"),
		listing.LinkFilter("country_id", schema.PartnerMarketCountries),
		listing.LinkFilter("language_id", schema.PartnerMarketLanguages),
		listing.LinkFilter("region_id", schema.PartnerMarketRegions),
	},
	Fields: func(m *PartnerMarket) resource.Fields {
		return resource.Fields{
			resource.Ref(&m.PartnerID, schema.Partners, resource.Required, resource.Searchable),
			resource.Related(&m.Partner, &m.PartnerID, schema.Partners),
			resource.Text(&m.Name, resource.Required, resource.Max(120), resource.UniquePerOwner, resource.Searchable),
			resource.Bool(&m.IncludeIfNoMatch),
			resource.Refs(&m.CountryIDs, schema.PartnerMarketCountries),
			resource.RelatedAll(&m.Countries, &m.CountryIDs, schema.Countries),
			resource.Refs(&m.LanguageIDs, schema.PartnerMarketLanguages),
			resource.RelatedAll(&m.Languages, &m.LanguageIDs, schema.Languages),
			resource.Refs(&m.RegionIDs, schema.PartnerMarketRegions),
			resource.RelatedAll(&m.Regions, &m.RegionIDs, schema.Regions),
		}
	},
}

// Mount registers the endpoints.
func Mount(kit resource.Kit) { resource.Mount(kit, Definition) }
