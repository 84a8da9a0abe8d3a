package partnerapi

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/resource"
	"waymark/internal/platform/branding"
	"waymark/internal/platform/gate"
	"waymark/internal/platform/schema"
)

// CallerInfo describes the caller's key.
type CallerInfo struct {
	Kind      string         `json:"kind" enum:"server,browser,app" doc:"What the key was used as."`
	Partner   *CallerPartner `json:"partner" doc:"The partner the key belongs to. Null for the app."`
	RateLimit RateLimit      `json:"rate_limit" doc:"How many requests the key may make."`
}

// CallerPartner is the partner that a key belongs to.
type CallerPartner struct {
	ID   int64  `json:"id" doc:"Id of the partner." example:"7"`
	PID  string `json:"pid" doc:"PID: the public id of the partner." example:"H4rb0urQx2"`
	Name string `json:"name" doc:"Name of the partner." example:"Harbour Travel"`
	Slug string `json:"slug" doc:"Short name in URLs." example:"harbour-travel"`
	PremiumFlags
}

// RateLimit is the number of requests that all programs with the same key may make.
type RateLimit struct {
	PerMinute int64 `json:"per_minute" doc:"Requests per minute, over all programs that use the same key." example:"600"`
}

// PremiumFlags are the premium features of a partner.
type PremiumFlags struct {
	HasPremiumSEO           bool `json:"has_premium_seo" doc:"Whether its pages have complete metadata for search engines." example:"true"`
	HasPremiumItineraries   bool `json:"has_premium_itineraries" doc:"Whether it may publish itineraries." example:"false"`
	HasPremiumForms         bool `json:"has_premium_forms" doc:"Whether its pages have lead forms." example:"true"`
	HasPremiumThemes        bool `json:"has_premium_themes" doc:"Whether it may choose a theme." example:"true"`
	HasPremiumShare         bool `json:"has_premium_share" doc:"Whether its users may share collections with clients." example:"false"`
	HasPremiumCollaborators bool `json:"has_premium_collaborators" doc:"Whether collaborators may extend its collections." example:"false"`
}

// PublicPartner is a partner as its own programs read it.
type PublicPartner struct {
	ID                int64    `json:"id" doc:"Id of the partner." example:"7"`
	PID               string   `json:"pid" db:"alt_id" doc:"PID: the public id of the partner." example:"H4rb0urQx2"`
	Name              string   `json:"name" doc:"Name of the partner." example:"Harbour Travel"`
	Slug              string   `json:"slug" doc:"Short name in URLs." example:"harbour-travel"`
	Email             string   `json:"email" doc:"E-mail address for enquiries." example:"hello@harbour.example"`
	Phone             string   `json:"phone" doc:"Phone number for enquiries." example:"+351 21 555 0100"`
	URL               string   `json:"url" doc:"Website." example:"https://www.harbour.example"`
	LandingPageDomain string   `json:"landing_page_domain" doc:"Domain of its landing pages. Empty if they are on the platform's domain." example:"go.harbour.example"`
	WhitelistDomains  []string `json:"whitelist_domains" nullable:"false" doc:"Sites that may embed its collections." example:"[\"harbour.example\"]"`
	SameTabDomains    []string `json:"same_tab_domains" nullable:"false" doc:"Sites whose links open in the same tab." example:"[\"harbour.example\"]"`
	Details           string   `json:"inspires_partner_details" db:"inspires_partner_details" doc:"Text about the partner, in Markdown." example:"We plan journeys along the Atlantic."`
	AllowCTAs         bool     `json:"inspires_allow_ctas" db:"inspires_allow_ctas" doc:"Whether its collections on Inspires have calls to action." example:"true"`
	DisplayCopilot    bool     `json:"inspires_display_copilot" db:"inspires_display_copilot" doc:"Whether its collections on Inspires show Copilot." example:"true"`
	AdvisorBranding   string   `json:"copilot_advisor_branding" db:"copilot_advisor_branding" doc:"Whose branding Copilot shows. Empty if that is chosen automatically." example:"advisor"`
	CacheDuration     int64    `json:"copilot_cache_duration" db:"copilot_cache_duration" doc:"How long browsers may keep the configuration of Copilot, in minutes." example:"60"`
	AIBrandVoice      string   `json:"ai_brand_voice" db:"ai_brand_voice" doc:"How generated texts should sound." example:"Warm, short sentences, no superlatives."`
	PremiumFlags

	Languages []PublicPartnerLanguage `json:"languages" db:"-" nullable:"false" doc:"Texts by language."`
	Markets   []*PublicMarket         `json:"markets" db:"-" nullable:"false" doc:"Markets in which the partner sells."`
}

// PublicPartnerLanguage holds the texts of a partner in one language.
type PublicPartnerLanguage struct {
	LanguageID          int64  `json:"language_id" doc:"Id of the language." example:"12"`
	Name                string `json:"name" doc:"English name of the language." example:"Portuguese"`
	Alpha2              string `json:"alpha2" doc:"ISO 639-1 code." example:"pt"`
	AdvisorEmailSubject string `json:"advisor_email_subject" doc:"Subject of e-mails to advisors. May contain the same variables as the body." example:"About %pageTitle%"`
	AdvisorEmailBody    string `json:"advisor_email_body" doc:"Body of e-mails to advisors. May contain %advisorName%, %partnerName%, %pageTitle% and %pageUrl%." example:"Dear %advisorName%, please tell me more about %pageUrl%."`
	CTALabel            string `json:"cta_label" doc:"Label of the call to action." example:"Ask your advisor"`
}

// PublicMarket is a market in which a partner sells.
type PublicMarket struct {
	resource.LogRow
	PartnerID        *int64           `json:"-" db:"partner_id"`
	Name             string           `json:"name" doc:"Name of the market." example:"Iberia"`
	IncludeIfNoMatch bool             `json:"include_if_no_match" doc:"Whether this is the market of visitors who match no other." example:"false"`
	CountryIDs       []int64          `json:"country_ids" nullable:"false" doc:"Ids of the countries." example:"[620]"`
	Countries        []resource.Named `json:"countries" nullable:"false" doc:"The countries." example:"[{\"id\": 620, \"name\": \"Portugal\"}]"`
	LanguageIDs      []int64          `json:"language_ids" nullable:"false" doc:"Ids of the languages." example:"[12]"`
	Languages        []resource.Named `json:"languages" nullable:"false" doc:"The languages." example:"[{\"id\": 12, \"name\": \"Portuguese\"}]"`
	RegionIDs        []int64          `json:"region_ids" nullable:"false" doc:"Ids of the regions." example:"[3]"`
	Regions          []resource.Named `json:"regions" nullable:"false" doc:"The regions." example:"[{\"id\": 3, \"name\": \"Southern Europe\"}]"`
}

var markets = resource.Definition[PublicMarket]{
	Path: "markets", Table: schema.PartnerMarkets, Label: "Market", Name: "name", Sort: "name",
	Fields: func(m *PublicMarket) resource.Fields {
		return resource.Fields{
			resource.Stored(&m.PartnerID),
			resource.Text(&m.Name, resource.Sortable, resource.Searchable),
			resource.Stored(&m.IncludeIfNoMatch),
			resource.Refs(&m.CountryIDs, schema.PartnerMarketCountries),
			resource.RelatedAll(&m.Countries, &m.CountryIDs, schema.Countries),
			resource.Refs(&m.LanguageIDs, schema.PartnerMarketLanguages),
			resource.RelatedAll(&m.Languages, &m.LanguageIDs, schema.Languages),
			resource.Refs(&m.RegionIDs, schema.PartnerMarketRegions),
			resource.RelatedAll(&m.Regions, &m.RegionIDs, schema.Regions),
		}
	},
}

func (s *Service) mountPartner(public *api.API) {
	partners := []gate.Kind{gate.Server, gate.Browser}
	gate.Handle(public, api.Op{
		Method: "GET", Path: "/api/v1/me", ID: "getCaller", Tag: "Account", Summary: "Get the identity of the key",
		Description: "Whose key it is, what it was used as, and its rate limit.",
	}, []gate.Kind{gate.Server, gate.Browser, gate.App}, s.me)
	gate.Handle(public, api.Op{
		Method: "GET", Path: "/api/v1/partner", ID: "getPartner", Tag: "Partner", Summary: "Get the partner",
		Replica:     true,
		Description: "Details, premium features, texts by language, markets and the voice of its brand.",
	}, []gate.Kind{gate.Server}, s.partner)
	gate.Handle(public, api.Op{
		Method: "GET", Path: "/api/v1/partner/branding", ID: "getPartnerBranding", Tag: "Partner",
		Summary: "Get the appearance of the partner's pages", Replica: true,
		Description: "All settings, with their defaults applied, and the images.",
	}, partners, s.branding)
}

var kindNames = map[gate.Kind]string{gate.Server: "server", gate.Browser: "browser", gate.App: "app"}

func (s *Service) me(ctx context.Context, _ *api.Call, v *gate.Visit) (*api.Item[*CallerInfo], error) {
	info := &CallerInfo{Kind: kindNames[v.Kind], RateLimit: RateLimit{PerMinute: v.PerMinute}}
	if v.PartnerID != 0 {
		partner, err := s.findPartner(ctx, v)
		if err != nil {
			return nil, err
		}
		info.Partner = &CallerPartner{
			ID: partner.ID, PID: partner.PID, Name: partner.Name, Slug: partner.Slug, PremiumFlags: partner.PremiumFlags,
		}
	}
	return &api.Item[*CallerInfo]{Item: info}, nil
}

func (s *Service) findPartner(ctx context.Context, v *gate.Visit) (*PublicPartner, error) {
	partner, err := db.One[PublicPartner](ctx, s.kit.Store.DB.Read(), `
		SELECT id, alt_id, name, slug, email, phone, url, landing_page_domain, whitelist_domains, same_tab_domains,
			inspires_partner_details, inspires_allow_ctas, inspires_display_copilot, copilot_advisor_branding,
			copilot_cache_duration, ai_brand_voice, has_premium_seo, has_premium_itineraries, has_premium_forms,
			has_premium_themes, has_premium_share, has_premium_collaborators
		FROM partners
		WHERE id = ? AND deleted_at IS NULL`, v.PartnerID)
	if errors.Is(err, sql.ErrNoRows) { // deleted since the key was checked
		return nil, apierr.NotFound()
	}
	if err != nil {
		return nil, fmt.Errorf("find partner %d: %w", v.PartnerID, err)
	}
	return &partner, nil
}

func (s *Service) partner(ctx context.Context, _ *api.Call, v *gate.Visit) (*api.Item[*PublicPartner], error) {
	partner, err := s.findPartner(ctx, v)
	if err != nil {
		return nil, err
	}
	c := s.kit.Store.DB.Read()
	partner.Languages, err = db.All[PublicPartnerLanguage](ctx, c, `
		SELECT pl.language_id, l.name, l.alpha2, pl.advisor_email_subject, pl.advisor_email_body, pl.cta_label
		FROM partner_languages AS pl
		JOIN languages AS l ON l.id = pl.language_id
		WHERE pl.partner_id = ?
		ORDER BY l.name_key, l.id`, v.PartnerID)
	if err != nil {
		return nil, fmt.Errorf("list languages of partner %d: %w", v.PartnerID, err)
	}
	ids, err := db.All[int64](ctx, c,
		"SELECT id FROM partner_markets WHERE partner_id = ? AND deleted_at IS NULL ORDER BY name_key, id", v.PartnerID)
	if err != nil {
		return nil, fmt.Errorf("list markets of partner %d: %w", v.PartnerID, err)
	}
	partner.Markets, err = s.markets.Load(ctx, c, ids)
	return &api.Item[*PublicPartner]{Item: partner}, err
}

func (s *Service) branding(ctx context.Context, _ *api.Call, v *gate.Visit) (*api.Item[*branding.Branding], error) {
	c := s.kit.Store.DB.Read()
	appearance, err := branding.Find(ctx, c, v.PartnerID)
	if err != nil {
		return nil, err
	}
	found, err := appearance.Branding(ctx, c)
	return &api.Item[*branding.Branding]{Item: found}, err
}
