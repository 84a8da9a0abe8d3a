package gate

import (
	"context"
	"fmt"
	"sync"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
)

// limiter counts calls on all nodes together without writing down each of them: a node takes them from the database in
// blocks and hands them out one by one. What a node has left when the minute ends is gone, so that there are never more
// than allowed, and with several nodes at times a few less.
type limiter struct {
	lock   sync.Mutex
	leases map[string]*lease
}

type lease struct {
	lock sync.Mutex
	left int64
	ends time.Time
	full bool // there are no more in this minute, on any node
}

const (
	minute     = time.Minute
	parts      = 20 // a minute's calls are taken in so many blocks
	mostLeases = 10_000
)

// take asks for one call and tells how long to wait when there is none left.
func (l *limiter) take(ctx context.Context, d *db.DB, key string, most int64) (time.Duration, error) {
	held := l.held(key)
	held.lock.Lock()
	defer held.lock.Unlock()
	now := clock.Now()
	if !now.Before(held.ends) {
		held.left, held.full = 0, false
	}
	if held.left == 0 && !held.full {
		if err := held.fetch(ctx, d, key, most, now); err != nil {
			return 0, err
		}
	}
	if held.left > 0 {
		held.left--
		return 0, nil
	}
	return max(held.ends.Sub(now), time.Second), nil
}

func (l *limiter) held(key string) *lease {
	l.lock.Lock()
	defer l.lock.Unlock()
	if l.leases == nil || len(l.leases) > mostLeases {
		l.leases = map[string]*lease{} // whoever is forgotten takes a new block
	}
	held := l.leases[key]
	if held == nil {
		held = &lease{}
		l.leases[key] = held
	}
	return held
}

// fetch takes the next block out of the minute.
func (h *lease) fetch(ctx context.Context, d *db.DB, key string, most int64, now time.Time) error {
	block := max(1, most/parts)
	counted, err := db.One[struct {
		Count    int64     `db:"count"`
		ResetsAt time.Time `db:"resets_at"`
	}](ctx, d.Writer(), `INSERT INTO limits (key, count, resets_at) VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE SET
			count = CASE WHEN limits.resets_at <= ? THEN excluded.count ELSE limits.count + excluded.count END,
			resets_at = CASE WHEN limits.resets_at <= ? THEN excluded.resets_at ELSE limits.resets_at END
		RETURNING count, resets_at`, key, block, now.Add(minute), now, now)
	if err != nil {
		return fmt.Errorf("count the calls of %s: %w", key, err)
	}
	h.left = max(0, block-max(0, counted.Count-most))
	h.ends, h.full = counted.ResetsAt, h.left < block
	return nil
}
