package changes

import (
	"context"
	"time"

	"waymark/internal/kit/db"
)

// NumberAt numbers all changes as a server whose clock shows at.
func NumberAt(ctx context.Context, d *db.DB, at time.Time) error {
	for more := true; more; {
		var err error
		if more, err = numberAt(ctx, d, func() time.Time { return at }); err != nil {
			return err
		}
	}
	return nil
}

// PruneAt deletes old changes as a server whose clock shows at.
func PruneAt(ctx context.Context, d *db.DB, at time.Time) error { return prune(ctx, d, at) }
