package sites

import (
	"context"
	"fmt"
	"slices"

	"waymark/internal/kit/db"
	"waymark/internal/kit/host"
)

// FindCopilot returns the id of the site of a partner that has a host among its Copilot domains, or 0. The host is
// normalised. If several sites have it, the oldest one counts.
func FindCopilot(ctx context.Context, c db.Conn, partner int64, hostname string) (int64, error) {
	if host.Problem(hostname) != "" {
		return 0, nil
	}
	// The text of the list is compared first, so that only sites that are likely to match are read.
	list, err := db.All[struct {
		ID      int64    `db:"id"`
		Domains []string `db:"copilot_domains"`
	}](ctx, c, `
		SELECT id, copilot_domains
		FROM sites
		WHERE partner_id = ? AND deleted_at IS NULL AND CAST(copilot_domains AS TEXT) LIKE ?
		ORDER BY id`, partner, `%"`+hostname+`"%`)
	if err != nil {
		return 0, fmt.Errorf("find site %s of partner %d: %w", hostname, partner, err)
	}
	for _, site := range list {
		if slices.Contains(site.Domains, hostname) {
			return site.ID, nil
		}
	}
	return 0, nil
}
