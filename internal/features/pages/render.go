package pages

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"waymark/internal/kit/host"
	"waymark/internal/platform/branding"
)

var defaultBranding = sync.OnceValues(func() (*branding.Branding, error) { return branding.Values{}.Branding() })

// Render returns the HTML of a page and its Content-Security-Policy, which allows exactly the style sheet of this page.
func Render(p *Page) (html []byte, policy string, err error) {
	v, err := newView(p)
	if err != nil {
		return nil, "", err
	}
	html, _, err = v.render()
	return html, v.policy(), err
}

func (v *view) render() (html []byte, at parts, err error) {
	w, _ := writers.Get().(*writer)
	defer writers.Put(w)
	w.out = w.out[:0]
	if at, err = w.page(v); err != nil {
		return nil, parts{}, fmt.Errorf("render page: %w", err)
	}
	return bytes.Clone(w.out), at, nil
}

// policy returns the Content-Security-Policy of a page. The structured data is no script to a browser, so it needs no
// permission.
func (v *view) policy() string {
	return "default-src 'none'; script-src 'self'; style-src " + v.Look.hash + "; img-src 'self' https:; " +
		"font-src 'self'; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; " +
		"frame-ancestors " + strings.Join(frameAncestors(v.page), " ")
}

// ancestorPattern matches a host name. Anything else could add directives to the policy.
var ancestorPattern = regexp.MustCompile(`^[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?$`)

func frameAncestors(p *Page) []string {
	allowed := []string{}
	if p.Kind == Embed {
		for _, site := range p.FrameAncestors {
			// As for the keys of pages, the port and a leading www. do not matter.
			if site = host.Normalise(site); ancestorPattern.MatchString(site) {
				allowed = append(allowed, site+":*", "www."+site+":*")
			}
		}
	}
	if len(allowed) == 0 {
		return []string{"'none'"}
	}
	return allowed
}
