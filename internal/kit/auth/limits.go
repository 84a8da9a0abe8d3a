package auth

import (
	"context"
	"fmt"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
)

// Limits counts in the database, so that a limit holds across nodes and restarts.
type Limits struct{ DB *db.DB }

type window struct {
	Count    int64     `db:"count"`
	ResetsAt time.Time `db:"resets_at"`
}

// Hit counts one more for key and tells how long to wait when there were more than allowed in the window.
func (l Limits) Hit(ctx context.Context, key string, allowed int64, per time.Duration) (wait time.Duration, err error) {
	now := clock.Now()
	w, err := db.One[window](ctx, l.DB.Writer(), `INSERT INTO limits (key, count, resets_at) VALUES (?, 1, ?)
		ON CONFLICT (key) DO UPDATE SET
			count = CASE WHEN limits.resets_at <= ? THEN 1 ELSE limits.count + 1 END,
			resets_at = CASE WHEN limits.resets_at <= ? THEN excluded.resets_at ELSE limits.resets_at END
		RETURNING count, resets_at`, key, now.Add(per), now, now)
	if err != nil {
		return 0, fmt.Errorf("count %s: %w", key, err)
	}
	if w.Count > allowed {
		return max(w.ResetsAt.Sub(now), time.Second), nil
	}
	return 0, nil
}

// Forgive forgets what was counted for key.
func (l Limits) Forgive(ctx context.Context, key string) error {
	if _, err := l.DB.Writer().Exec(ctx, "DELETE FROM limits WHERE key = ?", key); err != nil {
		return fmt.Errorf("forgive %s: %w", key, err)
	}
	return nil
}
