// Package linkchecks checks the links of content about once a week, and remembers what it found.
//
// Each item with a link has a row in content_links that says when it is due. The rows of a host are checked one after
// the other, oldest first: a row in link_hosts says when the host may be visited again, and which server visits it now.
package linkchecks

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/fetch"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/linkcheck"
	"waymark/internal/kit/resource"
)

// Service checks links.
type Service struct {
	Kit    resource.Kit
	Prober *fetch.Prober
	// Every is how often each link is checked. If it is 0, links are checked only when someone asks.
	Every time.Duration
	// Agent is the User-Agent of requests.
	Agent string
	// Changed is called in the transaction that changes the status of items' links. Nil if nothing depends on it.
	Changed func(ctx context.Context, tx *db.Tx, ids []int64) error
	// Delay is the time between two requests to a host. If it is 0, it is two seconds.
	Delay time.Duration

	stopped atomic.Bool
}

// New returns a service whose requests say at which URL people can read who sends them.
func New(kit resource.Kit, every time.Duration, site string) *Service {
	return &Service{
		Kit: kit, Prober: kit.Media.Fetch.Prober(linkcheck.Timeout), Every: every,
		Agent: fmt.Sprintf("Mozilla/5.0 (compatible; %s/1.0; +%s)", linkcheck.Product, site),
	}
}

// Stop ends a job that is checking links after the checks that have begun, so that a shutdown need not wait for it.
func (s *Service) Stop() { s.stopped.Store(true) }

const (
	defaultDelay = 2 * time.Second
	// parallel is the number of hosts that are visited at the same time.
	parallel = 16
	// runTime is how long a job checks links. The next one begins after a minute.
	runTime = 50 * time.Second
	// idleWait is the time after which an idle server looks for hosts again, unless one is due sooner.
	idleWait = 500 * time.Millisecond
	minWait  = 20 * time.Millisecond
)

// CheckLinks is the job that checks the links that are due.
type CheckLinks struct{}

// Kind returns the name of the job.
func (CheckLinks) Kind() string { return "check-links" }

// Jobs registers the job. It has a queue of its own, so that it never delays others.
func (s *Service) Jobs(set *jobs.Set) {
	jobs.Add(set, jobs.Links, func(ctx context.Context, _ jobs.Job[CheckLinks]) error {
		if s.Every == 0 {
			return nil
		}
		if err := s.Plan(ctx); err != nil {
			return err
		}
		return s.Work(ctx, clock.Now().Add(runTime))
	})
	set.Every(time.Minute, CheckLinks{})
}

// Work checks links that are due until a time, or until none is left.
func (s *Service) Work(ctx context.Context, until time.Time) error {
	busy := make(chan struct{}, parallel)
	var group sync.WaitGroup
	defer group.Wait()
	for ctx.Err() == nil && !s.stopped.Load() && clock.Now().Before(until) {
		claimed, err := s.claimDue(ctx, parallel-len(busy))
		if err != nil {
			return err
		}
		for _, host := range claimed {
			busy <- struct{}{}
			group.Go(func() {
				defer func() { <-busy }()
				s.visit(ctx, host)
			})
		}
		if len(claimed) > 0 {
			continue
		}
		due, err := s.nextDue(ctx)
		if err != nil {
			return err
		}
		if len(busy) == 0 && (due == nil || due.After(until)) {
			return nil
		}
		wait := idleWait
		if due != nil {
			wait = min(wait, max(minWait, due.Sub(clock.Now())))
		}
		pause(ctx, wait)
	}
	return nil
}

// visit checks the link of a host that has been due for the longest time.
func (s *Service) visit(ctx context.Context, host lease) {
	t := s.newTurns(host)
	err := s.checkOldest(ctx, t, host.Host)
	if err != nil && !errors.Is(err, linkcheck.ErrBusy) && ctx.Err() == nil {
		slog.ErrorContext(ctx, "a link could not be checked", "host", host.Host, "error", err)
	}
	// A lease that can't be returned ends by itself.
	if err := t.release(context.WithoutCancel(ctx)); err != nil {
		slog.WarnContext(ctx, "the lease of a host could not be returned", "host", host.Host, "error", err)
	}
}

// pause waits, unless ctx ends first.
func pause(ctx context.Context, wait time.Duration) {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}

func (s *Service) checker(t *turns) *linkcheck.Checker {
	c := &linkcheck.Checker{Prober: s.Prober, Agent: s.Agent, Turn: t.take}
	c.Rules = t.rulesOf(c)
	return c
}
