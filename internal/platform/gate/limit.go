package gate

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
)

// limiter limits the number of calls over all nodes without a database write per call: a node reserves calls in the
// database in blocks and counts them down in memory. Calls left over at the end of the minute are discarded, so the
// limit is never exceeded; with several nodes it may be reached a little early.
type limiter struct {
	lock   sync.Mutex
	leases map[string]*lease
}

type lease struct {
	lock sync.Mutex
	left int64
	ends time.Time
	full bool  // the limit of this minute is used up on all nodes
	free int64 // the calls that no node has reserved yet, as of the last refill
}

// quota is what a caller has left of its limit in the current minute.
type quota struct {
	limit, remaining int64
	resetsIn         time.Duration
	wait             time.Duration // how long to wait before the next call; 0 if the call is allowed
}

// setHeaders tells the caller about its quota, in the headers of the IETF draft.
func (q quota) setHeaders(header http.Header) {
	header.Set("RateLimit-Limit", strconv.FormatInt(q.limit, 10))
	header.Set("RateLimit-Remaining", strconv.FormatInt(q.remaining, 10))
	header.Set("RateLimit-Reset", strconv.FormatInt(int64((q.resetsIn+time.Second-1)/time.Second), 10))
}

const (
	minute          = time.Minute
	blocksPerMinute = 20
	maxLeases       = 10_000
)

// take uses up one call, and returns what is left. The remaining calls are those of all nodes as of the last refill.
func (l *limiter) take(ctx context.Context, d *db.DB, key string, limit int64) (quota, error) {
	lease := l.lease(key)
	lease.lock.Lock()
	defer lease.lock.Unlock()
	now := clock.Now()
	if !now.Before(lease.ends) {
		lease.left, lease.full = 0, false
	}
	if lease.left == 0 && !lease.full {
		if err := lease.refill(ctx, d, key, limit, now); err != nil {
			return quota{}, err
		}
	}
	q := quota{limit: limit, resetsIn: max(lease.ends.Sub(now), time.Second)}
	if lease.left == 0 {
		q.wait = q.resetsIn
		return q, nil
	}
	lease.left--
	q.remaining = lease.left + lease.free
	return q, nil
}

func (l *limiter) lease(key string) *lease {
	l.lock.Lock()
	defer l.lock.Unlock()
	if l.leases == nil || len(l.leases) > maxLeases {
		l.leases = map[string]*lease{} // a caller without a lease reserves a new block
	}
	current := l.leases[key]
	if current == nil {
		current = &lease{}
		l.leases[key] = current
	}
	return current
}

// refill reserves the next block of calls in the database.
func (l *lease) refill(ctx context.Context, d *db.DB, key string, limit int64, now time.Time) error {
	if d.ReadOnly() { // each node counts for itself
		l.left, l.ends, l.full, l.free = limit, now.Add(minute), true, 0
		return nil
	}
	block := max(1, limit/blocksPerMinute)
	counted, err := db.One[struct {
		Count    int64     `db:"count"`
		ResetsAt time.Time `db:"resets_at"`
	}](ctx, d.Writer(), `
		INSERT INTO limits (key, count, resets_at) VALUES (?, ?, ?)
		ON CONFLICT (key) DO UPDATE SET
			count = CASE WHEN limits.resets_at <= ? THEN excluded.count ELSE limits.count + excluded.count END,
			resets_at = CASE WHEN limits.resets_at <= ? THEN excluded.resets_at ELSE limits.resets_at END
		RETURNING count, resets_at`, key, block, now.Add(minute), now, now)
	if err != nil {
		return fmt.Errorf("reserve calls of %s: %w", key, err)
	}
	l.left = max(0, block-max(0, counted.Count-limit))
	l.ends, l.full, l.free = counted.ResetsAt, l.left < block, max(0, limit-counted.Count)
	return nil
}
