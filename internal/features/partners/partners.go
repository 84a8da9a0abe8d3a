// Package partners manages the companies that the platform serves: their details, settings and the appearance of
// their pages.
package partners

import (
	"context"
	"fmt"
	"slices"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/db"
	"waymark/internal/kit/hashid"
	"waymark/internal/kit/host"
	"waymark/internal/kit/lookup"
	"waymark/internal/kit/media"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/secret"
	"waymark/internal/kit/trash"
	"waymark/internal/kit/uses"
	"waymark/internal/kit/webpage"
	"waymark/internal/kit/write"
	"waymark/internal/platform/apikeys"
	"waymark/internal/platform/contact"
	"waymark/internal/platform/people"
	"waymark/internal/platform/schema"
	"waymark/internal/platform/sites"
)

// Partner is a company that the platform serves. Some groups of fields have their own endpoints; see mountCards.
type Partner struct {
	resource.Row
	HashID            string          `json:"hash_id"`
	AltID             string          `json:"alt_id" doc:"The PID, the partner's public id."`
	AccountTypeID     *int64          `json:"account_type_id"`
	AccountType       *resource.Named `json:"account_type"`
	Name              string          `json:"name"`
	Slug              string          `json:"slug"`
	Email             string          `json:"email"`
	Phone             string          `json:"phone"`
	URL               string          `json:"url"`
	WhitelistDomains  []string        `json:"whitelist_domains" nullable:"false" doc:"Sites that may embed collections."`
	SameTabDomains    []string        `json:"same_tab_domains" nullable:"false" doc:"Sites whose links open in the same tab."`
	LandingPageDomain string          `json:"landing_page_domain" doc:"Defaults to the platform's domain when empty."`
	CopilotDomains    []string        `json:"copilot_domains" nullable:"false" doc:"The domains of all its sites."`
	EmbedSnippet      string          `json:"embed_snippet" doc:"HTML that shows its collections on another site."`
	CopilotSnippet    string          `json:"copilot_snippet" doc:"HTML that runs Copilot on its sites. Empty without an API key."`

	APIKey            *string `json:"api_key"`
	APISecret         string  `json:"api_secret" doc:"Masked. Admins can reveal it through a separate endpoint."`
	sealed            string
	LastAPIActivityAt *time.Time `json:"last_api_activity_at"`
	LastLoginAt       *time.Time `json:"last_login_at"`

	CollectionsCount       int64 `json:"collections_count"`
	UsersCount             int64 `json:"users_count"`
	SharedCollectionsCount int64 `json:"shared_collections_count"`
	SitesCount             int64 `json:"sites_count"`

	PartnerInspires
	PartnerCopilot
	PartnerAI
	PartnerPremium
}

// PartnerInspires holds the settings of a partner's presentation on Inspires.
type PartnerInspires struct {
	InspiresLogoURL        string `json:"inspires_logo_url" doc:"The logo from its customisations."`
	InspiresPartnerDetails string `json:"inspires_partner_details" doc:"Markdown."`
	InspiresAllowCTAs      bool   `json:"inspires_allow_ctas"`
}

// PartnerCopilot holds the Copilot settings of a partner.
type PartnerCopilot struct {
	InspiresDisplayCopilot        bool   `json:"inspires_display_copilot"`
	InspiresCustomisationsEnabled bool   `json:"inspires_customisations_enabled"`
	CopilotAdvisorBranding        string `json:"copilot_advisor_branding" doc:"Chosen automatically if empty."`
	CopilotCacheDuration          int64  `json:"copilot_cache_duration" doc:"Minutes; 0 disables the cache."`
}

// PartnerAI holds the guidelines for generated texts.
type PartnerAI struct {
	AIBrandVoice string `json:"ai_brand_voice"`
}

// PartnerPremium holds the premium features that are enabled for a partner.
type PartnerPremium struct {
	HasPremiumSEO           bool `json:"has_premium_seo"`
	HasPremiumItineraries   bool `json:"has_premium_itineraries"`
	HasPremiumForms         bool `json:"has_premium_forms"`
	HasPremiumThemes        bool `json:"has_premium_themes"`
	HasPremiumShare         bool `json:"has_premium_share"`
	HasPremiumCollaborators bool `json:"has_premium_collaborators" doc:"Set by the platform."`
}

// houseID is the partner that staff and the platform's own content belong to.
const houseID = 1

// defaultAccountType is the account type of a new partner if none is given.
const defaultAccountType = 11

var (
	// cacheDurations are the allowed durations in minutes, up to a year.
	cacheDurations = []int64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 1440, 4320, 20160, 43200, 129600, 525600}
	brandings      = []string{"advisor", "agency", "co-branded", "none"}
)

func cacheDurationProblem(minutes int64) string {
	if !slices.Contains(cacheDurations, minutes) {
		return "Is not one of the options."
	}
	return ""
}

// Trash describes how partners are deleted and restored, together with their users and all their records.
var Trash = trash.Kind{
	Name: "partner", Table: "partners",
	Fields: map[string]string{
		"slug": "slug", "email": "email", "domain": "domain", "landing_page_domain": "landing_page_domain",
	},
	Dependents: []trash.Dependent{
		{Table: "users", Key: "partner_id", Images: people.ImageColumns, Dependents: people.Dependents},
		{Table: "collections", Key: "partner_id", Dependents: []trash.Dependent{
			{Table: "shared_collections", Key: "collection_id"},
		}},
		{Table: "sites", Key: "partner_id", Images: []string{"featured_image_id"}},
		{Table: "partner_markets", Key: "partner_id"},
	},
	Allowed:       auth.RequireAdmin,
	BeforeRestore: signOutAll,
	BeforePurge:   releaseImages,
}

// signOutAll ends the sessions of a partner's users, so that sessions from before the deletion do not become valid
// again.
func signOutAll(ctx context.Context, tx *write.Tx, id int64) error {
	if _, err := tx.Exec(ctx, "UPDATE users SET session_epoch = session_epoch + 1 WHERE partner_id = ?", id); err != nil {
		return fmt.Errorf("end sessions of users of partner %d: %w", id, err)
	}
	return nil
}

func fields(links sites.Sites) func(*Partner) resource.Fields {
	domains := []resource.Rule{resource.Max(253), resource.Normalised(host.Normalise), resource.Valid(host.Problem)}
	return func(p *Partner) resource.Fields {
		return resource.Fields{
			resource.Computed(&p.HashID, p, func(p *Partner) string { return hashid.Encode(p.ID) }),
			resource.Stored(&p.AltID),
			resource.Ref(&p.AccountTypeID, schema.AccountTypes, resource.Required, resource.Initially(defaultAccountType)),
			resource.Related(&p.AccountType, &p.AccountTypeID, schema.AccountTypes),
			resource.Text(&p.Name, resource.Required, resource.Max(120), resource.Sortable, resource.Searchable),
			resource.Slug(&p.Slug, &p.Name, resource.Required, resource.Max(120), resource.Unique, resource.Searchable),
			resource.Code(&p.Email, resource.Max(200), resource.Normalised(auth.NormaliseEmail),
				resource.Valid(auth.EmailProblem), resource.Searchable),
			resource.Code(&p.Phone, resource.Max(40), resource.Valid(contact.PhoneProblem)),
			resource.Code(&p.URL, resource.Max(500), resource.Normalised(webpage.WithScheme), resource.Valid(webpage.Problem)),
			resource.List(&p.WhitelistDomains, domains...),
			resource.List(&p.SameTabDomains, domains...),
			resource.Code(&p.LandingPageDomain, resource.Max(253), resource.Normalised(host.Name), resource.Unique,
				resource.Valid(func(domain string) string {
					if links.Reserved(domain) {
						return "This is a domain of the platform itself."
					}
					return host.Problem(domain)
				})),
			resource.Computed(&p.EmbedSnippet, p, func(p *Partner) string { return links.Embed(p.LandingPageDomain, p.AltID) }),

			resource.Stored(&p.APIKey),
			resource.Computed(&p.CopilotSnippet, p, func(p *Partner) string {
				return links.Copilot(p.LandingPageDomain, p.APIKey)
			}),
			resource.Computed(&p.APISecret, p, func(p *Partner) string {
				if p.APIKey == nil {
					return ""
				}
				return apikeys.Masked
			}),
			resource.Stored(&p.LastAPIActivityAt),
			resource.Stored(&p.LastLoginAt),
			resource.Counter(&p.CollectionsCount, schema.PartnerCollectionsCount),
			resource.Counter(&p.UsersCount, schema.PartnerUsersCount),
			resource.Counter(&p.SharedCollectionsCount, schema.PartnerSharedCollectionsCount),

			resource.Markdown(&p.InspiresPartnerDetails),
			resource.Bool(&p.InspiresAllowCTAs),
			resource.Bool(&p.InspiresDisplayCopilot),
			resource.Bool(&p.InspiresCustomisationsEnabled),
			resource.Enum(&p.CopilotAdvisorBranding, brandings),
			resource.Int(&p.CopilotCacheDuration, resource.Valid(cacheDurationProblem)),
			resource.Source(&p.AIBrandVoice),
			resource.Bool(&p.HasPremiumSEO),
			resource.Bool(&p.HasPremiumItineraries),
			resource.Bool(&p.HasPremiumForms),
			resource.Bool(&p.HasPremiumThemes),
			resource.Bool(&p.HasPremiumShare),
			resource.Bool(&p.HasPremiumCollaborators, resource.ReadOnly),
			resource.Attached(&p.CopilotDomains),
			resource.Attached(&p.SitesCount),
			resource.Attached(&p.InspiresLogoURL),
		}
	}
}

// Definition declares the endpoints of single partners. Their list is declared by Listed.
func Definition(key *secret.Key, links sites.Sites) resource.Definition[Partner] {
	return resource.Definition[Partner]{
		Path: "partners", Label: "Partner", Access: resource.Access{Delete: api.Admins}, Name: "name", Sort: "name",
		Trash: &Trash, Fixed: houseID,
		Without: []resource.Verb{resource.Listing, resource.Updating}, // see Mount
		Uses: []uses.Use{
			{Kind: "libraries", Table: schema.Libraries, Column: "partner_id", Path: "/libraries?partner_id={id}"},
			{Kind: "content", Table: schema.Content, Column: "partner_id", Path: "/content?partner_id={id}"},
			{
				Kind: "users", Table: schema.Users, Column: "partner_id", Path: "/users?partner_id={id}",
				OnDelete: uses.Deletes,
			},
			{
				Kind: "collections", Table: schema.Collections, Column: "partner_id", Path: "/collections?partner_id={id}",
				OnDelete: uses.Deletes,
			},
			{
				Kind: "shared collections", Table: schema.SharedCollections, Column: "partner_id",
				Path: "/shared-collections?partner_id={id}", OnDelete: uses.Deletes,
			},
			{
				Kind: "sites", Table: schema.Sites, Column: "partner_id", Path: "/partners/{id}/sites",
				OnDelete: uses.Deletes,
			},
			{
				Kind: "partner markets", Table: schema.PartnerMarkets, Column: "partner_id",
				Path: "/partner-markets?partner_id={id}", OnDelete: uses.Deletes,
			},
			{
				Kind: "shared libraries", Link: schema.LibraryPartners.Reverse(), Path: "/libraries?partner_access={id}",
				OnDelete: uses.Keeps,
			},
		},
		Fields: fields(links),
		Check: func(ctx context.Context, tx *write.Tx, c *resource.Change[Partner]) error {
			if c.Before != nil {
				return checkTemplates(ctx, tx, c)
			}
			apiKey, sealed, err := apikeys.NewPair(ctx, tx, key)
			c.After.APIKey, c.After.sealed = &apiKey, sealed
			return err
		},
		Columns: func(_ context.Context, c *resource.Change[Partner]) map[string]any {
			return map[string]any{"alt_id": secret.AltID(), "api_key": c.After.APIKey, "api_secret": c.After.sealed}
		},
		Saved:  changeTemplates,
		Rules:  resource.Rules[Partner]{CheckRemove: requireNoStaff, CheckUndo: checkUndo},
		Attach: attach,
	}
}

// requireNoStaff prevents members of staff from being deleted together with a partner.
func requireNoStaff(ctx context.Context, tx *write.Tx, p *Partner) error {
	const query = "SELECT 1 FROM users WHERE partner_id = ? AND internal AND deleted_at IS NULL"
	found, err := db.Exists(ctx, tx.Conn, query, p.ID)
	if err != nil {
		return fmt.Errorf("find staff of partner %d: %w", p.ID, err)
	}
	if found {
		return apierr.Conflict(p.Name + " has staff members, so it can't be deleted.")
	}
	return nil
}

// attach sets the fields that come from a partner's sites and customisations. It runs a query per partner, since
// partners are loaded one at a time.
func attach(ctx context.Context, c db.Conn, list []*Partner) error {
	for _, p := range list {
		if err := attachSites(ctx, c, p); err != nil {
			return err
		}
		logos, err := db.All[int64](ctx, c,
			"SELECT logo_id FROM partner_customisations WHERE partner_id = ? AND logo_id IS NOT NULL", p.ID)
		if err != nil {
			return fmt.Errorf("find logo of partner %d: %w", p.ID, err)
		}
		images, err := media.Images(ctx, c, logos)
		if err != nil {
			return err
		}
		for _, image := range images {
			p.InspiresLogoURL = image.FullURL
		}
	}
	return nil
}

func attachSites(ctx context.Context, c db.Conn, p *Partner) error {
	found, err := db.All[struct {
		Domains []string `db:"copilot_domains"`
	}](ctx, c, "SELECT copilot_domains FROM sites WHERE partner_id = ? AND deleted_at IS NULL ORDER BY domain", p.ID)
	if err != nil {
		return fmt.Errorf("list sites of partner %d: %w", p.ID, err)
	}
	p.CopilotDomains, p.SitesCount = []string{}, int64(len(found))
	added := map[string]bool{}
	for _, site := range found {
		for _, domain := range site.Domains {
			if !added[domain] {
				p.CopilotDomains, added[domain] = append(p.CopilotDomains, domain), true
			}
		}
	}
	return nil
}

// Mount registers the endpoints.
func Mount(kit resource.Kit, links sites.Sites) {
	lookup.MountWords(kit.API, "options/copilot-advisor-branding", "List the branding choices of Copilot", []lookup.Word{
		{ID: "", Name: "Automatic"},
		{ID: "advisor", Name: "Advisor"},
		{ID: "agency", Name: "Agency"},
		{ID: "co-branded", Name: "Co-branded"},
		{ID: "none", Name: "None"},
	})
	resource.Mount(kit, Listed)
	partners := resource.Mount(kit, Definition(kit.Key, links))
	mountUpdate(kit, partners)
	apikeys.MountReveal(kit, partners)
	apikeys.MountRefresh(kit, partners)
	mountCards(kit, partners)
	mountCustomisations(kit, partners)
	resource.Mount(kit, Languages)
	imported := Definition(kit.Key, links)
	imported.Without = nil
	kit.Imports.Add(resource.New(kit, imported).Importable())
}
