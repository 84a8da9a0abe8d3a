package partnersites

import (
	"context"
	"fmt"
	"net/url"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/host"
	"waymark/internal/kit/pathpattern"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/write"
	"waymark/internal/platform/schema"
)

// SiteRedirect redirects visitors from pages of a site to another page of the site.
type SiteRedirect struct {
	resource.Row
	PathPattern        string `json:"path_pattern" doc:"* matches one segment, ** at the end matches the rest."`
	RedirectURL        string `json:"redirect_url" doc:"A path on the same site."`
	UseExactMatch      bool   `json:"use_exact_match" doc:"Whether the path and query must match exactly."`
	IgnorePreviousPage bool   `json:"ignore_previous_page" doc:"Whether to discard the page the visitor came from."`
	Enabled            bool   `json:"enabled"`
}

func (r *SiteRedirect) pattern() pathpattern.Pattern {
	return pathpattern.Pattern{Path: r.PathPattern, Exact: r.UseExactMatch}
}

const maxPathLength = 1000

// Redirects declares the redirects of a site.
var Redirects = resource.Definition[SiteRedirect]{
	Path: "redirects", Table: schema.SiteRedirects, Label: "Site redirect", Name: "path_pattern", Sort: "path_pattern",
	Under: []resource.Parent{partnerParent, siteParent},
	Fields: func(r *SiteRedirect) resource.Fields {
		return resource.Fields{
			resource.Code(&r.PathPattern, resource.Required, resource.Max(maxPathLength), resource.UniquePerOwner,
				resource.Valid(pathpattern.PathProblem)),
			resource.Code(&r.RedirectURL, resource.Required, resource.Max(maxPathLength),
				resource.Valid(pathpattern.PathProblem)),
			resource.Bool(&r.UseExactMatch),
			resource.Bool(&r.IgnorePreviousPage),
			resource.Bool(&r.Enabled, resource.Initially(true)),
		}
	},
	Check: func(ctx context.Context, tx *write.Tx, c *resource.Change[SiteRedirect]) error {
		if problem := c.After.pattern().Problem(); problem != "" {
			c.Problems.Add("path_pattern", "%s", problem)
			return nil
		}
		if c.After.pattern().Match(c.After.RedirectURL) {
			c.Problems.Add("redirect_url", "Matches the path pattern, so visitors would be redirected in a loop.")
			return nil
		}
		return refuseLoop(ctx, tx, c)
	},
	Rules: resource.Rules[SiteRedirect]{CheckUndo: checkRedirects},
}

// RedirectTrial is the result of testing a path against the redirects of a site.
type RedirectTrial struct {
	Redirect *SiteRedirect `json:"redirect" doc:"The redirect that matches the path, or null."`
	Chain    []string      `json:"chain" nullable:"false" doc:"The path and those that it redirects to, one after the other. Empty if no redirect matches."`
	Endless  bool          `json:"endless" doc:"Whether the redirects form a loop or are more than ten, so that none is followed."`
}

// mountRedirects registers the endpoints, including one that tests which enabled redirects a visitor follows.
func mountRedirects(kit resource.Kit) {
	redirects := resource.Mount(kit, Redirects)
	api.Handle(kit.API, api.Op{
		Method: "GET", Path: "/api/admin/partners/{partner_id}/sites/{site_id}/redirect-trial", ID: "testSiteRedirects",
		Tag: "Site redirect", Summary: "Test which redirects a visitor of a path follows",
		Query: []*huma.Param{api.TextParam("path", "The path of the page, with its query if it has one, or its whole URL.")},
	}, func(ctx context.Context, call *api.Call) (*RedirectTrial, error) {
		parents, err := redirects.Parents(ctx, call)
		if err != nil {
			return nil, err
		}
		c, site := kit.Store.DB.Read(), parents[1]
		path, err := testedPath(ctx, c, site, call.Query().Get("path"))
		if err != nil {
			return nil, err
		}
		list, err := findEnabled(ctx, c, site)
		if err != nil {
			return nil, err
		}
		rules, trial := rulesOf(list), &RedirectTrial{Chain: []string{}}
		first := slices.IndexFunc(rules, func(r pathpattern.Redirect) bool { return r.Match(path) })
		if first < 0 {
			return trial, nil
		}
		steps := pathpattern.Follow(rules, path)
		trial.Endless, trial.Chain = len(steps) == 0, append(trial.Chain, path)
		for _, i := range steps {
			trial.Chain = append(trial.Chain, rules[i].Target)
		}
		trial.Redirect, err = redirects.Find(ctx, c, list[first].ID, parents)
		return trial, err
	})
}

// testedPath returns the path of a page of the site, which may have been pasted as a whole URL.
func testedPath(ctx context.Context, c db.Conn, site int64, path string) (string, error) {
	if pasted, err := url.Parse(path); err == nil && pasted.Host != "" {
		domains, err := db.Value[[]string](ctx, c, "SELECT copilot_domains FROM sites WHERE id = ?", site)
		if err != nil {
			return "", fmt.Errorf("find domains of site %d: %w", site, err)
		}
		if !slices.Contains(domains, host.Normalise(pasted.Host)) {
			return "", apierr.Field("path", "%s is none of the site's Copilot domains.", pasted.Host)
		}
		path = pasted.RequestURI()
	}
	if len(path) > maxPathLength {
		return "", apierr.Field("path", "Must have at most %d characters.", maxPathLength)
	}
	if problem := pathpattern.PathProblem(path); problem != "" {
		return "", apierr.Field("path", "%s", problem)
	}
	return path, nil
}
