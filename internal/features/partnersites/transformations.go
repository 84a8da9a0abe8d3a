package partnersites

import (
	"net/mail"
	"net/url"
	"strings"

	"waymark/internal/kit/resource"
	"waymark/internal/kit/webpage"
	"waymark/internal/platform/contact"
	"waymark/internal/platform/schema"
)

// SiteTransformation is a change that Copilot makes to the pages of a site.
type SiteTransformation struct {
	resource.Row
	Name           string          `json:"name"`
	LanguageID     *int64          `json:"language_id" doc:"Applies to all languages when null."`
	Language       *resource.Named `json:"language"`
	Selector       []string        `json:"selector" nullable:"false" doc:"CSS selectors of the elements."`
	Href           string          `json:"href" doc:"The link; not used for an advisor's call to action."`
	Text           string          `json:"text" doc:"The label; empty uses the default of an advisor's call to action."`
	AdvisorCTA     bool            `json:"advisor_cta" doc:"Whether the element becomes the advisor's call to action."`
	Notes          string          `json:"notes"`
	ReplaceElement bool            `json:"replace_element"`
	Enabled        bool            `json:"enabled"`
}

// Transformations declares the transformations of a site.
var Transformations = resource.Definition[SiteTransformation]{
	Path: "transformations", Table: schema.SiteTransformations, Label: "Site transformation", Sort: "name",
	Under: []resource.Parent{partnerParent, siteParent},
	Fields: func(t *SiteTransformation) resource.Fields {
		return resource.Fields{
			resource.Text(&t.Name, resource.Required, resource.Max(160), resource.Sortable),
			resource.Ref(&t.LanguageID, schema.Languages),
			resource.Related(&t.Language, &t.LanguageID, schema.Languages),
			resource.List(&t.Selector, resource.Required, resource.Max(500), resource.Valid(selectorProblem)),
			resource.Code(&t.Href, resource.Max(2000), resource.Valid(hrefProblem)),
			resource.Code(&t.Text, resource.Max(500)),
			resource.Bool(&t.AdvisorCTA),
			resource.Source(&t.Notes, resource.Max(2000)),
			resource.Bool(&t.ReplaceElement),
			resource.Bool(&t.Enabled, resource.Initially(true)),
		}
	},
}

const invalidHref = "Must include a protocol: https://, http://, mailto: or tel:."

// hrefProblem describes what is wrong with the link of an element, or returns "". Schemes that run code in the page,
// such as javascript:, are not allowed.
func hrefProblem(href string) string {
	u, err := url.Parse(href)
	if err != nil {
		return invalidHref
	}
	switch strings.ToLower(u.Scheme) {
	case "http", "https":
		return webpage.Problem(href)
	case "mailto":
		address, _, _ := strings.Cut(u.Opaque, "?")
		plain, err := url.PathUnescape(address)
		if parsed, parseErr := mail.ParseAddress(plain); err != nil || parseErr != nil || parsed.Address != plain {
			return "Must be an e-mail address after mailto:."
		}
		return ""
	case "tel":
		if contact.PhoneProblem(u.Opaque) != "" {
			return "Must be a phone number after tel:."
		}
		return ""
	}
	return invalidHref
}
