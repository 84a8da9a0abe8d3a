// Package sites builds links to the platform's other sites.
package sites

import (
	"slices"
	"strings"

	"waymark/internal/kit/host"
)

// Sites holds the base URLs that the operator has configured.
type Sites struct {
	Landing  string // base URL of landing pages without a domain of their own
	Inspires string
	App      string // the user-facing app
	Console  string // the console itself
	// SharedDomain puts the pages of all partners on the landing site, because their own domains lead nowhere: the data
	// is a demonstration.
	SharedDomain bool
}

// LandingPage returns the URL of the landing page with a public id, on the partner's own domain if it has one.
func (s Sites) LandingPage(domain, id string) string {
	if domain != "" && !s.SharedDomain {
		return "https://" + domain + "/" + id
	}
	return strings.TrimRight(s.Landing, "/") + "/" + id
}

// Invite returns the URL of the page on Inspires where users accept a collection.
func (s Sites) Invite(altID string) string {
	return strings.TrimRight(s.Inspires, "/") + "/invite/" + altID
}

// Reserved reports whether a domain is that of one of these sites, so that it can't be a partner's.
func (s Sites) Reserved(domain string) bool {
	return slices.ContainsFunc([]string{s.Landing, s.Inspires, s.App, s.Console}, func(site string) bool {
		return host.Name(site) == domain
	})
}

// Accept returns the URL at which a user of the app accepts a collection.
func (s Sites) Accept(altID string) string {
	return strings.TrimRight(s.App, "/") + "/invite/" + altID
}

// Copilot returns the HTML that a partner adds to its own site to run Copilot there, or "" if it has no key.
func (s Sites) Copilot(domain string, key *string) string {
	if key == nil {
		return ""
	}
	return `<script async src="` + s.LandingPage(domain, "copilot.js") + `" data-key="` + *key + `"></script>`
}

// Embed returns the HTML that a partner adds to its own site to show its collections there.
func (s Sites) Embed(domain, pid string) string {
	return `<script async src="` + s.LandingPage(domain, "embed.js") + `" data-pid="` + pid + `"></script>`
}
