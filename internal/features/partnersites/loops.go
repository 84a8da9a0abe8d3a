package partnersites

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"waymark/internal/kit/db"
	"waymark/internal/kit/history"
	"waymark/internal/kit/pathpattern"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/write"
)

// enabledRedirect is a redirect that visitors of a site follow.
type enabledRedirect struct {
	ID     int64  `db:"id"`
	Path   string `db:"path_pattern"`
	Exact  bool   `db:"use_exact_match"`
	Target string `db:"redirect_url"`
}

func (r enabledRedirect) rule() pathpattern.Redirect {
	return pathpattern.Redirect{Pattern: pathpattern.Pattern{Path: r.Path, Exact: r.Exact}, Target: r.Target}
}

// findEnabled returns the enabled redirects of a site, the most specific ones first.
func findEnabled(ctx context.Context, c db.Conn, site int64) ([]enabledRedirect, error) {
	list, err := db.All[enabledRedirect](ctx, c, `
		SELECT id, path_pattern, use_exact_match, redirect_url
		FROM site_redirects
		WHERE site_id = ? AND enabled
		ORDER BY id`, site)
	if err != nil {
		return nil, fmt.Errorf("list redirects of site %d: %w", site, err)
	}
	slices.SortStableFunc(list, func(a, b enabledRedirect) int {
		return pathpattern.Compare(a.rule().Pattern, b.rule().Pattern)
	})
	return list, nil
}

func rulesOf(list []enabledRedirect) []pathpattern.Redirect {
	rules := make([]pathpattern.Redirect, len(list))
	for i, r := range list {
		rules[i] = r.rule()
	}
	return rules
}

// refuseLoop refuses a redirect that leads back to itself by way of others. The site is locked, because two redirects
// that are saved at the same time could form a loop.
func refuseLoop(ctx context.Context, tx *write.Tx, c *resource.Change[SiteRedirect]) error {
	if !c.After.Enabled {
		return nil
	}
	site := c.Parents[1]
	if _, err := tx.Exec(ctx, "SELECT 1 FROM sites WHERE id = ?"+tx.ForUpdate(), site); err != nil {
		return fmt.Errorf("lock site %d: %w", site, err)
	}
	list, err := findEnabled(ctx, tx.Conn, site)
	if err != nil {
		return err
	}
	list = slices.DeleteFunc(list, func(r enabledRedirect) bool { return r.ID == c.After.ID })
	rules := append(rulesOf(list), pathpattern.Redirect{Pattern: c.After.pattern(), Target: c.After.RedirectURL})
	loop := pathpattern.Loop(rules, len(rules)-1)
	if loop == nil {
		return nil
	}
	others := []string{}
	for _, i := range loop[1:] {
		others = append(others, rules[i].Path)
	}
	c.Problems.Add("redirect_url", "Visitors would be redirected in a loop, by way of the redirect of %s.",
		strings.Join(others, " and "))
	return nil
}

// checkRedirects refuses redirects that an undo would make part of a loop.
func checkRedirects(ctx context.Context, tx *write.Tx, changes *history.Changes) error {
	ids := changes.Setting("path_pattern", "redirect_url", "use_exact_match", "enabled")
	if len(ids) == 0 {
		return nil
	}
	sites, err := db.All[int64](ctx, tx.Conn, `
		SELECT id
		FROM sites
		WHERE id IN (SELECT site_id FROM site_redirects WHERE `+tx.OneOf("id")+`)
		ORDER BY id`+tx.ForUpdate(), db.IDs(ids))
	if err != nil {
		return fmt.Errorf("lock the sites of redirects: %w", err)
	}
	for _, site := range sites {
		list, err := findEnabled(ctx, tx.Conn, site)
		if err != nil {
			return err
		}
		rules := rulesOf(list)
		for i, redirect := range list {
			if slices.Contains(ids, redirect.ID) && (rules[i].Match(redirect.Target) || pathpattern.Loop(rules, i) != nil) {
				changes.Refuse(redirect.ID, "redirect_url", "Visitors would be redirected in a loop.")
			}
		}
	}
	return nil
}
