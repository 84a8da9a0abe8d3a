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

// SiteRedirect leads visitors from pages of a site to another of its pages.
type SiteRedirect struct {
	resource.Row
	PathPattern        string `json:"path_pattern" doc:"A path in which * stands for one segment, and ** at the end for the rest."`
	RedirectURL        string `json:"redirect_url" doc:"A path on the same site."`
	UseExactMatch      bool   `json:"use_exact_match" doc:"Compares the whole path to the letter, query included."`
	IgnorePreviousPage bool   `json:"ignore_previous_page" doc:"Drops the page the visitor came from."`
	Enabled            bool   `json:"enabled"`
}

func (r *SiteRedirect) pattern() pathpattern.Pattern {
	return pathpattern.Pattern{Path: r.PathPattern, Exact: r.UseExactMatch}
}

const longestPath = 1000

// Redirects declares the redirects of a site.
var Redirects = resource.Definition[SiteRedirect]{
	Path: "redirects", Table: schema.SiteRedirects, Label: "Site redirect", Name: "path_pattern", Sort: "path_pattern",
	Under: []resource.Parent{ofPartner, ofSite},
	Fields: func(r *SiteRedirect) resource.Fields {
		return resource.Fields{
			resource.Code(&r.PathPattern, resource.Required, resource.Max(longestPath), resource.UniquePerOwner,
				resource.Valid(pathpattern.PathProblem)),
			resource.Code(&r.RedirectURL, resource.Required, resource.Max(longestPath), resource.Valid(pathpattern.PathProblem)),
			resource.Bool(&r.UseExactMatch),
			resource.Bool(&r.IgnorePreviousPage),
			resource.Bool(&r.Enabled, resource.Initially(true)),
		}
	},
	Check: func(_ context.Context, _ *write.Tx, c *resource.Change[SiteRedirect]) error {
		if problem := c.After.pattern().Problem(); problem != "" {
			c.Problems.Add("path_pattern", "%s", problem)
		} else if c.After.pattern().Match(c.After.RedirectURL) {
			c.Problems.Add("redirect_url", "Leads back to the pattern, so that visitors would go round in circles.")
		}
		return nil
	},
}

// RedirectTrial is where a visitor of a page would be led.
type RedirectTrial struct {
	Redirect *SiteRedirect `json:"redirect" doc:"The redirect that catches the page; null when none does."`
}

// mountRedirects adds the calls, and one that tries a page: the redirect that would catch it, of those enabled.
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
		if len(path) > longestPath {
			return nil, apierr.Field("path", "Must have at most %d characters.", longestPath)
		}
		if problem := pathpattern.PathProblem(path); problem != "" {
			return nil, apierr.Field("path", "%s", problem)
		}
		caught, err := catching(ctx, kit, parents[1], path)
		if err != nil || caught == 0 {
			return &RedirectTrial{}, err
		}
		one, err := redirects.Find(ctx, kit.Store.DB.Read(), caught, parents)
		return &RedirectTrial{Redirect: one}, err
	})
}

// catching is the id of the enabled redirect that wins for a page, or 0. The rows pass by one at a time.
func catching(ctx context.Context, kit resource.Kit, site int64, path string) (int64, error) {
	rows, err := kit.Store.DB.Read().
		Query(ctx, `
			SELECT id, path_pattern, use_exact_match
			FROM site_redirects
			WHERE site_id = ? AND enabled
			ORDER BY id`,
			site)
	if err != nil {
		return 0, fmt.Errorf("read the redirects of site %d: %w", site, err)
	}
	defer func() { _ = rows.Close() }()
	best, winner := pathpattern.Pattern{}, int64(0)
	for rows.Next() {
		var id int64
		var pattern pathpattern.Pattern
		if err := rows.Scan(&id, &pattern.Path, &pattern.Exact); err != nil {
			return 0, fmt.Errorf("read the redirects of site %d: %w", site, err)
		}
		if pattern.Match(path) && (winner == 0 || pattern.MoreSpecificThan(best)) {
			best, winner = pattern, id
		}
	}
	return winner, rows.Err()
}
