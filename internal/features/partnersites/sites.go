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
)

// Site is a site of a partner.
type Site struct {
	resource.Row
	HashID                    string       `json:"hashid"`
	Name                      string       `json:"name" doc:"The domain."`
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
	ofPartner = resource.Parent{Path: "partners", Rows: resource.Rows{Table: "partners", Trashable: true}, Column: "partner_id"}
	ofSite    = resource.Parent{Path: "sites", Rows: resource.Rows{Table: "sites", Trashable: true}, Column: "site_id"}
	languages = resource.Rows{Table: "languages"}
)

// Definition declares sites. They go to the trash with their partner, and are deleted for good alone, with all below them.
var Definition = resource.Definition[Site]{
	Path: "sites", Label: "Site", Name: "domain", Sort: "name", SortBy: []string{"updated_at"}, Trashable: true, Under: []resource.Parent{ofPartner},
	Fields: []resource.Field[Site]{
		resource.Computed("hashid", func(s *Site) { s.HashID = hashid.Of(s.ID) }),
		resource.Code("domain", func(s *Site) *string { return &s.Domain }, resource.Required, resource.Max(253), resource.Unique, resource.Searchable,
			resource.Normalised(host.Normalise), resource.Valid(host.Problem)),
		resource.Stored("name", func(s *Site) any { return &s.Name }, resource.In("domain"), resource.Sortable),
		resource.List("copilot_domains", func(s *Site) *[]string { return &s.CopilotDomains }, resource.Max(253), resource.Searchable,
			resource.Normalised(host.Normalise), resource.Valid(host.Problem)),
		resource.Image("featured_image", func(s *Site) **media.Image { return &s.FeaturedImage }),
		resource.Source("copilot_css", func(s *Site) *string { return &s.CopilotCSS }, resource.Max(100_000), resource.Valid(cssProblem)),
		resource.Bool("copilot_disclaimer_enabled", func(s *Site) *bool { return &s.CopilotDisclaimerEnabled }),
		resource.Source("copilot_disclaimer_text", func(s *Site) *string { return &s.CopilotDisclaimerText }, resource.Max(2000)),
		resource.Code("copilot_disclaimer_selector", func(s *Site) *string { return &s.CopilotDisclaimerSelector }, resource.Max(500), resource.Valid(selectorProblem)),
		resource.Counter("transformations_count", func(s *Site) *int64 { return &s.TransformationsCount }),
		resource.Counter("redirects_count", func(s *Site) *int64 { return &s.RedirectsCount }),
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
