package auth

import (
	"context"
	"fmt"
	"net/netip"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
)

// Limits counts attempts in the database, so that a limit holds across nodes and restarts.
type Limits struct {
	DB *db.DB
	// Memory counts attempts while the database may not be changed. It is nil otherwise.
	Memory *Memory
}

// Limit is how many attempts may be made under a key in a period.
type Limit struct {
	Key     string
	Allowed int64
	Per     time.Duration
}

type window struct {
	Count    int64     `db:"count"`
	ResetsAt time.Time `db:"resets_at"`
}

// Hit counts an attempt against each limit in order and returns how long to wait once a limit is exceeded. Later limits
// are not counted then: an attempt that is refused anyway must not use up a limit that others share.
func (l Limits) Hit(ctx context.Context, limits ...Limit) (wait time.Duration, err error) {
	if l.Memory != nil {
		for _, limit := range limits {
			if wait = l.Memory.hit(limit); wait > 0 {
				return wait, nil
			}
		}
		return 0, nil
	}
	err = l.DB.Write(ctx, func(tx *db.Tx) error {
		wait = 0
		for _, limit := range limits {
			if wait, err = hit(ctx, tx.Conn, limit); err != nil || wait > 0 {
				return err
			}
		}
		return nil
	})
	return wait, err
}

func hit(ctx context.Context, c db.Conn, limit Limit) (time.Duration, error) {
	now := clock.Now()
	w, err := db.One[window](ctx, c, `INSERT INTO limits (key, count, resets_at) VALUES (?, 1, ?)
		ON CONFLICT (key) DO UPDATE SET
			count = CASE WHEN limits.resets_at <= ? THEN 1 ELSE limits.count + 1 END,
			resets_at = CASE WHEN limits.resets_at <= ? THEN excluded.resets_at ELSE limits.resets_at END
		RETURNING count, resets_at`, limit.Key, now.Add(limit.Per), now, now)
	if err != nil {
		return 0, fmt.Errorf("count %s: %w", limit.Key, err)
	}
	return w.wait(limit, now), nil
}

// wait returns how long a caller has to wait, or 0.
func (w window) wait(limit Limit, now time.Time) time.Duration {
	if w.Count > limit.Allowed {
		return max(w.ResetsAt.Sub(now), time.Second)
	}
	return 0
}

// Uncount subtracts one attempt under each key, after it turned out to be legitimate.
func Uncount(ctx context.Context, c db.Conn, limits ...Limit) error {
	for _, limit := range limits {
		if _, err := c.Exec(ctx, "UPDATE limits SET count = count - 1 WHERE key = ? AND count > 0", limit.Key); err != nil {
			return fmt.Errorf("uncount %s: %w", limit.Key, err)
		}
	}
	return nil
}

// ResetLimit deletes all attempts under a key.
func ResetLimit(ctx context.Context, c db.Conn, key string) error {
	if _, err := c.Exec(ctx, "DELETE FROM limits WHERE key = ?", key); err != nil {
		return fmt.Errorf("reset the limit %s: %w", key, err)
	}
	return nil
}

// ipv6Network is the prefix length of the network that one IPv6 customer usually has at least.
const ipv6Network = 64

// AddressKey returns the key under which limits count a client: an IPv4 address, or the /64 network of an IPv6 address.
func AddressKey(ip string) string {
	address, err := netip.ParseAddr(ip)
	if err != nil {
		return ip
	}
	address = address.Unmap().WithZone("")
	if address.Is4() {
		return address.String()
	}
	network, err := address.Prefix(ipv6Network)
	if err != nil {
		return address.String()
	}
	return network.String()
}
