// Package partnermarkets keeps where partners sell: countries, languages and regions.
package partnermarkets

import "waymark/internal/kit/resource"

// PartnerMarket is where a partner sells.
type PartnerMarket struct {
	resource.Row
	PartnerID        *int64           `json:"partner_id"`
	Partner          *resource.Named  `json:"partner"`
	Name             string           `json:"name"`
	IncludeIfNoMatch bool             `json:"include_if_no_match" doc:"Visitors who fit no market of the partner get this one."`
	CountryIDs       []int64          `json:"country_ids" nullable:"false"`
	Countries        []resource.Named `json:"countries" nullable:"false"`
	LanguageIDs      []int64          `json:"language_ids" nullable:"false"`
	Languages        []resource.Named `json:"languages" nullable:"false"`
	RegionIDs        []int64          `json:"region_ids" nullable:"false"`
	Regions          []resource.Named `json:"regions" nullable:"false"`
}

var (
	partners  = resource.Rows{Table: "partners", Trashable: true}
	countries = resource.Rows{Table: "countries"}
	languages = resource.Rows{Table: "languages"}
	regions   = resource.Rows{Table: "regions"}

	inCountries = resource.Link{Table: "partner_market_countries", Own: "partner_market_id", Other: "country_id", To: countries}
	inLanguages = resource.Link{Table: "partner_market_languages", Own: "partner_market_id", Other: "language_id", To: languages}
	inRegions   = resource.Link{Table: "partner_market_regions", Own: "partner_market_id", Other: "region_id", To: regions}
)

// Definition declares partner markets. They go to the trash with their partner, and are deleted for good alone.
var Definition = resource.Definition[PartnerMarket]{
	Path: "partner-markets", Label: "Partner market", Name: "name", Sort: "name", Trashable: true,
	Filters: []resource.Filter{
		resource.FilterRef("partner_id", "partner"),
		resource.FilterLinked("country_id", inCountries), resource.FilterLinked("language_id", inLanguages), resource.FilterLinked("region_id", inRegions),
	},
	Fields: []resource.Field[PartnerMarket]{
		resource.Ref("partner_id", func(m *PartnerMarket) **int64 { return &m.PartnerID }, partners, resource.Required, resource.Searchable),
		resource.Related("partner", func(m *PartnerMarket) **resource.Named { return &m.Partner }, func(m *PartnerMarket) *int64 { return m.PartnerID }, partners),
		resource.Text("name", func(m *PartnerMarket) *string { return &m.Name }, resource.Required, resource.Max(120), resource.UniqueWithin, resource.Searchable),
		resource.Bool("include_if_no_match", func(m *PartnerMarket) *bool { return &m.IncludeIfNoMatch }),
		resource.Refs("country_ids", func(m *PartnerMarket) *[]int64 { return &m.CountryIDs }, inCountries),
		resource.RelatedAll("countries", func(m *PartnerMarket) *[]resource.Named { return &m.Countries }, func(m *PartnerMarket) []int64 { return m.CountryIDs }, countries),
		resource.Refs("language_ids", func(m *PartnerMarket) *[]int64 { return &m.LanguageIDs }, inLanguages),
		resource.RelatedAll("languages", func(m *PartnerMarket) *[]resource.Named { return &m.Languages }, func(m *PartnerMarket) []int64 { return m.LanguageIDs }, languages),
		resource.Refs("region_ids", func(m *PartnerMarket) *[]int64 { return &m.RegionIDs }, inRegions),
		resource.RelatedAll("regions", func(m *PartnerMarket) *[]resource.Named { return &m.Regions }, func(m *PartnerMarket) []int64 { return m.RegionIDs }, regions),
	},
}

// Mount adds the calls.
func Mount(kit resource.Kit) { resource.Mount(kit, Definition) }
