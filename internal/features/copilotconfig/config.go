// Package copilotconfig serves the script of Copilot and its configuration: what it changes on the pages of a partner's
// site for the visitors of an advisor.
package copilotconfig

import (
	"waymark/internal/kit/pathpattern"
)

// CopilotConfig is what Copilot does on the pages of a site for the visitors of an advisor.
type CopilotConfig struct {
	Site            *CopilotSite            `json:"site" doc:"The site, or null if the origin is in the whitelist but no Copilot domain of a site."`
	Language        string                  `json:"language" doc:"ISO 639-1 code of the language of the texts." example:"de"`
	Advisor         *CopilotAdvisor         `json:"advisor" doc:"The advisor, or null if the insider parameter names no active user of this partner and no active independent advisor. Then Copilot changes nothing."`
	Partner         CopilotPartner          `json:"partner" doc:"The owner of the site."`
	Redirects       []CopilotRedirect       `json:"redirects" nullable:"false" doc:"Redirects in the order in which they are tried."`
	Transformations []CopilotTransformation `json:"transformations" nullable:"false" doc:"Changes to elements of the page, in the order in which they are made."`
	CSS             string                  `json:"css" doc:"Style sheet for the pages of the site." example:".price { display: none }"`
	Disclaimer      *CopilotDisclaimer      `json:"disclaimer" doc:"Disclaimer, or null if there is none."`
	Email           *CopilotEmail           `json:"email" doc:"E-mail to the advisor, or null if there is no advisor, or the advisor has chosen to show no contact details and the partner no branding."`
}

// CopilotSite is the site of a configuration.
type CopilotSite struct {
	ID     int64  `json:"id" doc:"Id of the site." example:"3"`
	Domain string `json:"domain" doc:"Main domain of the site." example:"harbour.example"`
}

// CopilotPartner is the owner of a site.
type CopilotPartner struct {
	Name string `json:"name" doc:"Name of the partner." example:"Harbour Travel"`
}

// CopilotAdvisor is the advisor whose visitors see a changed page.
type CopilotAdvisor struct {
	UID      string `json:"uid" doc:"UID: the public id of the user." example:"U5erAn4Qx7"`
	Name     string `json:"name" doc:"First and last name. Empty, like the e-mail address, if the advisor has chosen to show no contact details and the partner no branding." example:"Ana Moreira"`
	Company  string `json:"company" doc:"Company. That of a partner's own user is the partner unless the user has given another one." example:"Harbour Travel"`
	Email    string `json:"email" doc:"E-mail address for bookings." example:"ana@harbour.example"`
	Phone    string `json:"phone" doc:"Phone number for bookings. Empty without branding." example:"+351 21 555 0101"`
	PhotoURL string `json:"photo_url" doc:"URL of a small photo, or empty." example:"https://go.example.com/files/9f2c/ana-thumb.jpg"`
	LogoURL  string `json:"logo_url" doc:"URL of a small logo, or empty." example:"https://go.example.com/files/7b1d/logo-thumb.png"`
	Branding string `json:"branding" enum:"advisor,agency,co-branded,none" doc:"Whose branding is shown."`
}

// CopilotRedirect sends visitors of some pages to another page of the site.
type CopilotRedirect struct {
	Pattern            string `json:"pattern" db:"path_pattern" doc:"Pattern of paths. * matches one segment, ** at the end matches the rest." example:"/deals/*"`
	Target             string `json:"target" db:"redirect_url" doc:"Path on the same site." example:"/advisor-deals"`
	Exact              bool   `json:"exact" db:"use_exact_match" doc:"Whether the path and the query must be the same as the pattern." example:"false"`
	IgnorePreviousPage bool   `json:"ignore_previous_page" db:"ignore_previous_page" doc:"Whether the page is left out of the browser's history." example:"true"`
}

func (r CopilotRedirect) redirect() pathpattern.Redirect {
	return pathpattern.Redirect{Pattern: pathpattern.Pattern{Path: r.Pattern, Exact: r.Exact}, Target: r.Target}
}

// CopilotTransformation is a change to elements of the page.
type CopilotTransformation struct {
	ID         int64    `json:"id" db:"id" doc:"Id of the transformation." example:"7"`
	Name       string   `json:"-" db:"name"`
	Selectors  []string `json:"selectors" db:"selector" nullable:"false" doc:"CSS selectors of the elements." example:"[\"a.book\"]"`
	Href       string   `json:"href" db:"href" doc:"Link of the elements, or empty to leave it." example:"https://harbour.example/ask"`
	Text       string   `json:"text" db:"text" doc:"Text of the elements, or empty to leave it." example:"Ask Ana"`
	AdvisorCTA bool     `json:"advisor_cta" db:"advisor_cta" doc:"Whether the elements become the advisor's call to action: a link to an e-mail." example:"false"`
	Replace    bool     `json:"replace" db:"replace_element" doc:"Whether the elements are replaced by new ones." example:"false"`
}

// CopilotDisclaimer is a text on all pages of the site.
type CopilotDisclaimer struct {
	Text     string `json:"text" doc:"The text." example:"Please contact your travel advisor to book."`
	Selector string `json:"selector" doc:"CSS selector of the element that contains it, or empty for the start of the page." example:"main"`
}

// CopilotEmail is an e-mail that visitors can write to the advisor.
type CopilotEmail struct {
	To      string `json:"to" doc:"E-mail address." example:"ana@harbour.example"`
	Subject string `json:"subject" doc:"Subject. May contain the same variables as the body." example:"About %pageTitle%"`
	Body    string `json:"body" doc:"Body. May contain %advisorName%, %partnerName%, %pageTitle% and %pageUrl%." example:"Dear %advisorName%, please tell me more about %pageUrl%."`
	Label   string `json:"label" doc:"Label of the call to action." example:"Ask your advisor"`
}
