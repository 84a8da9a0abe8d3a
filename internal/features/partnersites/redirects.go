package partnersites

import (
	"context"
	"fmt"

	"github.com/danielgtaylor/huma/v2"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
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
	Check: func(_ context.Context, _ *write.Tx, c *resource.Change[SiteRedirect]) error {
		if problem := c.After.pattern().Problem(); problem != "" {
			c.Problems.Add("path_pattern", "%s", problem)
		} else if c.After.pattern().Match(c.After.RedirectURL) {
			c.Problems.Add("redirect_url", "Matches the path pattern, so visitors would be redirected in a loop.")
		}
		return nil
	},
}

// RedirectTrial is the result of testing a path against the redirects of a site.
type RedirectTrial struct {
	Redirect *SiteRedirect `json:"redirect" doc:"The redirect that matches the path, or null."`
}

// mountRedirects registers the endpoints, including one that tests which enabled redirect matches a path.
func mountRedirects(kit resource.Kit) {
	redirects := resource.Mount(kit, Redirects)
	api.Handle(kit.API, api.Op{
		Method: "GET", Path: "/api/admin/partners/{partner_id}/sites/{site_id}/redirect-trial", ID: "testSiteRedirects",
		Tag: "Site redirect", Summary: "Test which redirect matches a path",
		Query: []*huma.Param{api.TextParam("path", "The path of the page, with its query if it has one.")},
	}, func(ctx context.Context, call *api.Call) (*RedirectTrial, error) {
		parents, err := redirects.Parents(ctx, call)
		if err != nil {
			return nil, err
		}
		path := call.Query().Get("path")
		if len(path) > maxPathLength {
			return nil, apierr.Field("path", "Must have at most %d characters.", maxPathLength)
		}
		if problem := pathpattern.PathProblem(path); problem != "" {
			return nil, apierr.Field("path", "%s", problem)
		}
		id, err := matchRedirect(ctx, kit, parents[1], path)
		if err != nil || id == 0 {
			return &RedirectTrial{}, err
		}
		redirect, err := redirects.Find(ctx, kit.Store.DB.Read(), id, parents)
		return &RedirectTrial{Redirect: redirect}, err
	})
}

// matchRedirect returns the id of the most specific enabled redirect that matches a path, or 0. It reads the rows one
// at a time to limit the memory used.
func matchRedirect(ctx context.Context, kit resource.Kit, site int64, path string) (int64, error) {
	rows, err := kit.Store.DB.Read().Query(ctx, `
		SELECT id, path_pattern, use_exact_match
		FROM site_redirects
		WHERE site_id = ? AND enabled
		ORDER BY id`, site)
	if err != nil {
		return 0, fmt.Errorf("list redirects of site %d: %w", site, err)
	}
	defer func() { _ = rows.Close() }()
	best, bestID := pathpattern.Pattern{}, int64(0)
	for rows.Next() {
		var id int64
		var pattern pathpattern.Pattern
		if err := rows.Scan(&id, &pattern.Path, &pattern.Exact); err != nil {
			return 0, fmt.Errorf("list redirects of site %d: %w", site, err)
		}
		if pattern.Match(path) && (bestID == 0 || pattern.MoreSpecificThan(best)) {
			best, bestID = pattern, id
		}
	}
	return bestID, rows.Err()
}
