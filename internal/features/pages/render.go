package pages

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"regexp"
	"strings"
	"sync"

	"waymark/internal/kit/host"
	"waymark/internal/platform/branding"
)

//go:embed templates/*.html
var templateFiles embed.FS

var templates = template.Must(template.ParseFS(templateFiles, "templates/*.html"))

var defaultBranding = sync.OnceValues(func() (*branding.Branding, error) { return branding.Values{}.Branding() })

// Render returns the HTML of a page and its Content-Security-Policy, which allows exactly the style sheet of this page.
func Render(p *Page) (html []byte, policy string, err error) {
	defaults, err := defaultBranding()
	if err != nil {
		return nil, "", fmt.Errorf("render page: %w", err)
	}
	v := newView(p, defaults)
	var out bytes.Buffer
	if err := templates.ExecuteTemplate(&out, "page.html", v); err != nil {
		return nil, "", fmt.Errorf("render page: %w", err)
	}
	return out.Bytes(), contentPolicy(p, v.Look.hash), nil
}

// contentPolicy returns the Content-Security-Policy of a page. The structured data is no script to a browser, so it
// needs no permission.
func contentPolicy(p *Page, hash string) string {
	return "default-src 'none'; script-src 'self'; style-src " + hash + "; img-src 'self' https:; " +
		"font-src 'self'; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; " +
		"frame-ancestors " + strings.Join(frameAncestors(p), " ")
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
