// Package sites builds links to the platform's other sites.
package sites

import "strings"

// Sites holds the base URLs that the operator has configured.
type Sites struct {
	Landing  string // base URL of landing pages without a domain of their own
	Inspires string
}

// LandingPage returns the URL of the landing page with a public id, on the partner's own domain if it has one.
func (s Sites) LandingPage(domain, id string) string {
	if domain != "" {
		return "https://" + domain + "/" + id
	}
	return strings.TrimRight(s.Landing, "/") + "/" + id
}

// Invite returns the URL of the page on Inspires where users accept a collection.
func (s Sites) Invite(altID string) string {
	return strings.TrimRight(s.Inspires, "/") + "/invite/" + altID
}

// Embed returns the HTML that a partner adds to its own site to show its collections there.
func (s Sites) Embed(domain, pid string) string {
	return `<script async src="` + s.LandingPage(domain, "embed.js") + `" data-pid="` + pid + `"></script>`
}
