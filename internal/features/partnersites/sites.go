// Package partnersites keeps the sites Copilot works on for a partner, what it changes there, and where it leads visitors.
package partnersites

import (
	"context"
	"slices"

	"waymark/internal/kit/hashid"
	"waymark/internal/kit/host"
	"waymark/internal/kit/media"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/write"
	"waymark/internal/platform/schema"
)

// Site is a site of a partner.
type Site struct {
	resource.Row
	HashID                    string       `json:"hashid"`
	Name                      string       `json:"name" db:"domain" doc:"The domain."`
	Domain                    string       `json:"domain"`
	CopilotDomains            []string     `json:"copilot_domains" nullable:"false" doc:"Where Copilot works. The domain is always among them."`
	FeaturedImage             *media.Image `json:"featured_image"`
	CopilotCSS                string       `json:"copilot_css"`
	CopilotDisclaimerEnabled  bool         `json:"copilot_disclaimer_enabled"`
	CopilotDisclaimerText     string       `json:"copilot_disclaimer_text" doc:"The default text when empty."`
	CopilotDisclaimerSelector string       `json:"copilot_disclaimer_selector" doc:"After the body tag when empty."`
	TransformationsCount      int64        `json:"transformations_count"`
	RedirectsCount            int64        `json:"redirects_count"`
}

var (
	ofPartner = resource.Parent{Path: "partners", Table: schema.Partners, Column: "partner_id"}
	ofSite    = resource.Parent{Path: "sites", Table: schema.Sites, Column: "site_id"}
)

// Definition declares sites. They go to the trash with their partner, and are deleted for good alone, with all below them.
var Definition = resource.Definition[Site]{
	Path: "sites", Table: schema.Sites, Label: "Site", Name: "domain", Sort: "name", SortBy: []string{"updated_at"},
	Under: []resource.Parent{ofPartner},
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
	Check: func(_ context.Context, _ *write.Tx, c *resource.Change[Site]) error {
		includeDomain(c)
		return nil
	},
}

// includeDomain puts the main domain first among those Copilot works on. One that is replaced goes, unless the request
// itself names the list.
func includeDomain(c *resource.Change[Site]) {
	s, b := c.After, c.Before
	others := slices.DeleteFunc(slices.Clone(s.CopilotDomains), func(domain string) bool {
		return domain == s.Domain || (b != nil && domain == b.Domain && !c.Sent("copilot_domains"))
	})
	s.CopilotDomains = append([]string{s.Domain}, others...)
}

// Mount adds the calls.
func Mount(kit resource.Kit) {
	resource.Mount(kit, Definition)
	resource.Mount(kit, Transformations)
	mountRedirects(kit)
}
