package linkchecks

import (
	"context"
	"fmt"
	"net/url"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/linkcheck"
	"waymark/internal/kit/secret"
)

const (
	// leaseTime is how long a server may visit a host without saying that it still does.
	leaseTime = time.Minute
	// maxWait is how long a check waits for a host that is being visited by another.
	maxWait = 10 * time.Second
	// rulesAge is how long the rules of a site are used.
	rulesAge = 24 * time.Hour
	// retryWait is the time between two attempts to take the lease of a host.
	retryWait = 100 * time.Millisecond
)

// lease is the right to visit a host.
type lease struct {
	Host        string     `db:"host"`
	Token       string     `db:"lease"`
	RequestedAt *time.Time `db:"requested_at"`
	Rules       string     `db:"rules"`
	RulesAt     *time.Time `db:"rules_at"`
}

const leaseColumns = "host, lease, requested_at, rules, rules_at"

// claimDue takes the leases of hosts that have links to check, those that have waited longest first.
func (s *Service) claimDue(ctx context.Context, limit int) ([]lease, error) {
	if limit == 0 {
		return nil, nil
	}
	now, c := clock.Now(), s.Kit.Store.DB.Writer()
	claimed, err := db.All[lease](ctx, c, `UPDATE link_hosts SET next_at = ?, lease = ? WHERE host IN (
		SELECT host FROM link_hosts WHERE next_at <= ? ORDER BY next_at LIMIT ?`+skipLocked(c)+`)
		RETURNING `+leaseColumns, now.Add(leaseTime), secret.Token(), now, limit)
	if err != nil {
		return nil, fmt.Errorf("claim hosts: %w", err)
	}
	return claimed, nil
}

func skipLocked(c db.Conn) string {
	if c.Engine == db.Postgres {
		return " FOR UPDATE SKIP LOCKED"
	}
	return ""
}

// claim takes the lease of a host, unless it is being visited or wants to be left alone.
func (s *Service) claim(ctx context.Context, host string) (*lease, error) {
	now := clock.Now()
	claimed, err := db.All[lease](ctx, s.Kit.Store.DB.Writer(), `
		INSERT INTO link_hosts (host, next_at, lease) VALUES (?, ?, ?)
		ON CONFLICT (host) DO UPDATE SET next_at = excluded.next_at, lease = excluded.lease
		WHERE (link_hosts.lease = '' AND coalesce(link_hosts.rests_until <= ?, TRUE)) OR
			(link_hosts.lease <> '' AND link_hosts.next_at <= ?)
		RETURNING `+leaseColumns, host, now.Add(leaseTime), secret.Token(), now, now)
	if err != nil || len(claimed) == 0 {
		return nil, wrap(err, "claim a host")
	}
	return &claimed[0], nil
}

// nextDue returns when the next host is due, or nil.
func (s *Service) nextDue(ctx context.Context) (*time.Time, error) {
	due, err := db.Value[*time.Time](ctx, s.Kit.Store.DB.Read(),
		"SELECT min(next_at) FROM link_hosts WHERE next_at IS NOT NULL")
	return due, wrap(err, "find the next host")
}

// turns are the hosts that one check visits.
type turns struct {
	*Service
	held map[string]*turn
}

type turn struct {
	lease
	delay time.Duration
	rest  time.Duration // how long the host wants to be left alone afterwards
}

func (s *Service) newTurns(claimed lease) *turns {
	t := &turns{Service: s, held: map[string]*turn{}}
	t.hold(claimed)
	return t
}

func (t *turns) hold(l lease) *turn {
	h := &turn{lease: l, delay: max(t.Delay, linkcheck.RulesFrom(l.Rules).Delay)}
	if t.Delay == 0 {
		h.delay = max(h.delay, defaultDelay)
	}
	t.held[l.Host] = h
	return h
}

// take waits until a request may be sent to a host.
func (t *turns) take(ctx context.Context, host string) error {
	h, err := t.find(ctx, host)
	if err != nil {
		return err
	}
	if h.RequestedAt != nil {
		pause(ctx, h.RequestedAt.Add(h.delay).Sub(clock.Now()))
	}
	if ctx.Err() != nil {
		return fmt.Errorf("wait for a host: %w", ctx.Err())
	}
	now := clock.Now()
	renewed, err := t.Kit.Store.DB.Writer().Exec(ctx,
		"UPDATE link_hosts SET requested_at = ?, next_at = ? WHERE host = ? AND lease = ?",
		now, now.Add(leaseTime), host, h.Token)
	if err != nil {
		return fmt.Errorf("renew a lease: %w", err)
	}
	if renewed == 0 {
		delete(t.held, host)
		return linkcheck.ErrBusy
	}
	sent := clock.Now() // the request follows, after the time that the database took
	h.RequestedAt = &sent
	return nil
}

// find returns the turn of a host, for which it waits if another check has it.
func (t *turns) find(ctx context.Context, host string) (*turn, error) {
	if h := t.held[host]; h != nil {
		return h, nil
	}
	for end := clock.Now().Add(maxWait); ; {
		claimed, err := t.claim(ctx, host)
		if err != nil {
			return nil, err
		}
		if claimed != nil {
			return t.hold(*claimed), nil
		}
		if clock.Now().After(end) || ctx.Err() != nil {
			return nil, linkcheck.ErrBusy
		}
		pause(ctx, retryWait)
	}
}

// rulesOf returns the rules of sites, which are stored for a day.
func (t *turns) rulesOf(c *linkcheck.Checker) func(context.Context, *url.URL) (linkcheck.Rules, error) {
	return func(ctx context.Context, site *url.URL) (linkcheck.Rules, error) {
		h, err := t.find(ctx, site.Hostname())
		if err != nil {
			return linkcheck.Rules{}, err
		}
		now := clock.Now()
		if h.RulesAt != nil && now.Sub(*h.RulesAt) < rulesAge {
			return linkcheck.RulesFrom(h.Rules), nil
		}
		rules, err := c.FetchRules(ctx, site)
		if err != nil {
			return rules, err
		}
		h.Rules, h.RulesAt, h.delay = rules.String(), &now, max(h.delay, rules.Delay)
		if rules.Unreadable { // they are fetched again with the next check
			return rules, nil
		}
		_, err = t.Kit.Store.DB.Writer().Exec(ctx, "UPDATE link_hosts SET rules = ?, rules_at = ? WHERE host = ?",
			h.Rules, now, h.Host)
		return rules, wrap(err, "store the rules of a site")
	}
}

// release returns the leases. A host is due again when its next link is, but not before its turn.
func (t *turns) release(ctx context.Context) error {
	for _, h := range t.held {
		earliest := clock.Now().Add(h.rest)
		if h.RequestedAt != nil && h.rest == 0 {
			earliest = h.RequestedAt.Add(h.delay)
		}
		_, err := t.Kit.Store.DB.Writer().Exec(ctx, `UPDATE link_hosts SET lease = '', requested_at = ?, rests_until = ?,
			next_at = (SELECT CASE WHEN min(due_at) < ? THEN ? ELSE min(due_at) END
				FROM content_links WHERE host = link_hosts.host)
			WHERE host = ? AND lease = ?`, h.RequestedAt, earliest, earliest, earliest, h.Host, h.Token)
		if err != nil {
			return fmt.Errorf("release a host: %w", err)
		}
	}
	return nil
}

func wrap(err error, action string) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", action, err)
}
