package sites

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"waymark/internal/kit/db"
)

// FindCopilot returns the id of the site of a partner that has a host among its Copilot domains, or 0. The host is
// normalised.
func FindCopilot(ctx context.Context, c db.Conn, partner int64, hostname string) (int64, error) {
	id, err := db.Value[int64](ctx, c, `
		SELECT s.id
		FROM site_domains AS d
		JOIN sites AS s ON s.id = d.site_id
		WHERE d.domain = ? AND s.partner_id = ? AND s.deleted_at IS NULL`, hostname, partner)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return 0, fmt.Errorf("find site %s of partner %d: %w", hostname, partner, err)
	}
	return id, nil
}
