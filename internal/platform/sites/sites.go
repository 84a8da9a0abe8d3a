// Package sites knows where the platform's other sites are, and makes addresses there.
package sites

import "strings"

// Sites are the addresses the operator gave.
type Sites struct {
	Landing  string // where landing pages are that have no domain of their own
	Inspires string
}

// LandingPage is the page of what is known by a public id, on the partner's own domain if it has one.
func (s Sites) LandingPage(domain, id string) string {
	if domain != "" {
		return "https://" + domain + "/" + id
	}
	return strings.TrimRight(s.Landing, "/") + "/" + id
}

// Invite is the page on Inspires where a collection is accepted.
func (s Sites) Invite(altID string) string {
	return strings.TrimRight(s.Inspires, "/") + "/invite/" + altID
}

// Embed is what a partner puts into the pages of its own site to show its collections there.
func (s Sites) Embed(domain, pid string) string {
	return `<script async src="` + s.LandingPage(domain, "embed.js") + `" data-pid="` + pid + `"></script>`
}
