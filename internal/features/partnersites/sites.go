// Package partnersites manages the sites on which Copilot runs for a partner, with their transformations and redirects.
package partnersites

import (
	"context"
	"fmt"
	"slices"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/hashid"
	"waymark/internal/kit/history"
	"waymark/internal/kit/host"
	"waymark/internal/kit/media"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/write"
	"waymark/internal/platform/schema"
)

// Site is a website of a partner.
type Site struct {
	resource.Row
	HashID                    string       `json:"hashid"`
	Name                      string       `json:"name" db:"domain" doc:"The domain."`
	Domain                    string       `json:"domain"`
	CopilotDomains            []string     `json:"copilot_domains" nullable:"false" doc:"Domains on which Copilot runs."`
	FeaturedImage             *media.Image `json:"featured_image"`
	CopilotCSS                string       `json:"copilot_css"`
	CopilotDisclaimerEnabled  bool         `json:"copilot_disclaimer_enabled"`
	CopilotDisclaimerText     string       `json:"copilot_disclaimer_text" doc:"Defaults to a standard text."`
	CopilotDisclaimerSelector string       `json:"copilot_disclaimer_selector" doc:"Defaults to the start of the body."`
	TransformationsCount      int64        `json:"transformations_count"`
	RedirectsCount            int64        `json:"redirects_count"`
}

var (
	partnerParent = resource.Parent{Path: "partners", Table: schema.Partners, Column: "partner_id"}
	siteParent    = resource.Parent{Path: "sites", Table: schema.Sites, Column: "site_id"}
)

// Definition declares sites. They move to the trash together with their partner; deleting a single site is permanent
// and includes its transformations and redirects.
var Definition = resource.Definition[Site]{
	Path: "sites", Table: schema.Sites, Label: "Site", Name: "domain", Sort: "name", SortBy: []string{"updated_at"},
	Under: []resource.Parent{partnerParent},
	Fields: func(s *Site) resource.Fields {
		return resource.Fields{
			resource.Computed(&s.HashID, s, func(s *Site) string { return hashid.Encode(s.ID) }),
			resource.Code(&s.Domain, resource.Required, resource.Max(253), resource.Unique, resource.Searchable,
				resource.Normalised(host.Normalise), resource.Valid(host.Problem)),
			resource.Stored(&s.Name, resource.Sortable),
			resource.List(&s.CopilotDomains, resource.Max(253), resource.Searchable,
				resource.Normalised(host.Normalise), resource.Valid(host.Problem)),
			resource.Image(&s.FeaturedImage),
			resource.Source(&s.CopilotCSS, resource.Max(100_000), resource.Valid(cssProblem)),
			resource.Bool(&s.CopilotDisclaimerEnabled),
			resource.Source(&s.CopilotDisclaimerText, resource.Max(2000)),
			resource.Code(&s.CopilotDisclaimerSelector, resource.Max(500), resource.Valid(selectorProblem)),
			resource.Counter(&s.TransformationsCount, schema.SiteTransformationsCount),
			resource.Counter(&s.RedirectsCount, schema.SiteRedirectsCount),
		}
	},
	Check: func(ctx context.Context, tx *write.Tx, c *resource.Change[Site]) error {
		includeDomain(c)
		return checkDomains(ctx, tx, c)
	},
	Rules: resource.Rules[Site]{CheckUndo: checkSites},
}

// checkSites refuses sites whose domain is no longer one of their Copilot domains after an undo.
func checkSites(ctx context.Context, tx *write.Tx, changes *history.Changes) error {
	return changes.RefuseAll(ctx, tx.Conn, changes.Setting("domain", "copilot_domains"), `
		SELECT sites.id
		FROM sites
		WHERE deleted_at IS NULL
			AND NOT EXISTS (SELECT 1 FROM site_domains AS d WHERE d.site_id = sites.id AND d.domain = sites.domain)
			AND `+tx.OneOf("sites.id"), "copilot_domains", "The domain of the site is one of them.")
}

// checkDomains refuses domains that belong to another site.
func checkDomains(ctx context.Context, tx *write.Tx, c *resource.Change[Site]) error {
	own := int64(0)
	if c.Before != nil {
		own = c.Before.ID
	}
	taken, err := db.All[string](ctx, tx.Conn,
		"SELECT domain FROM site_domains WHERE domain IN (?) AND site_id <> ?", c.After.CopilotDomains, own)
	if err != nil {
		return fmt.Errorf("find sites by their domains: %w", err)
	}
	for _, domain := range taken {
		switch {
		case domain != c.After.Domain:
			c.Problems.Add("copilot_domains", "%s already belongs to another site.", domain)
		case len(c.Problems["domain"]) == 0:
			c.Problems.Add("domain", "%s", apierr.AlreadyInUse("domain"))
		}
	}
	return nil
}

// includeDomain makes the main domain the first of the Copilot domains. It removes a previous main domain, unless the
// request sets the list.
func includeDomain(c *resource.Change[Site]) {
	s, b := c.After, c.Before
	others := slices.DeleteFunc(slices.Clone(s.CopilotDomains), func(domain string) bool {
		return domain == s.Domain || (b != nil && domain == b.Domain && !c.Sent("copilot_domains"))
	})
	s.CopilotDomains = append([]string{s.Domain}, others...)
}

// Mount registers the endpoints.
func Mount(kit resource.Kit) {
	resource.Mount(kit, Definition)
	resource.Mount(kit, Transformations)
	mountRedirects(kit)
}
