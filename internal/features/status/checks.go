package status

import (
	"context"
	"errors"
	"log/slog"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/unavailable"
	"waymark/internal/platform/nodes"
)

// timeLimit is that of each check.
const timeLimit = 2 * time.Second

// check is one of the checks. It remembers whether its last run has ended: one that hangs, such as a call of a network
// file system, can't be cancelled and must not be started again and again.
type check struct {
	running atomic.Bool
	failing unavailable.Sampler
}

var errStillRunning = errors.New("the last check has not ended")

// run runs a check with its time limit, and returns how long it took.
func run[T any](ctx context.Context, c *check, name string, fn func(context.Context) (T, error)) (
	value T, took time.Duration, err error,
) {
	if !c.running.CompareAndSwap(false, true) {
		return value, 0, errStillRunning
	}
	limited, cancel := context.WithTimeout(ctx, timeLimit)
	type result struct {
		value T
		err   error
	}
	done, started := make(chan result, 1), time.Now()
	go func() {
		defer cancel()
		defer c.running.Store(false)
		found, err := fn(limited)
		done <- result{found, err}
	}()
	select {
	case r := <-done:
		value, err = r.value, r.err
	case <-limited.Done():
		err = limited.Err()
	}
	if err != nil {
		if _, ok := c.failing.Allow(time.Now()); ok {
			slog.WarnContext(ctx, "a status check failed", "check", name, "error", err)
		}
	}
	return value, time.Since(started), err
}

// failed returns the result of a check that failed. The error itself is only logged: it may contain addresses.
func failed(problem string, err error) Result {
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, errStillRunning) {
		problem += " It did not respond within two seconds."
	}
	return Result{State: Failed, Problem: problem}
}

// checkAll runs all checks at the same time.
func (s *Service) checkAll(ctx context.Context) *Status {
	if s.checks == nil {
		s.checks = map[string]*check{}
		for _, name := range []string{"nodes", "database", "storage", "queues", "replicas"} {
			s.checks[name] = &check{}
		}
	}
	now := &Status{CheckedAt: clock.Now(), Replicas: []Replica{}, Mail: s.mail(), Backups: s.Backups()}
	now.Versions = Versions{Program: s.Version, Go: runtime.Version()}
	var all sync.WaitGroup
	all.Go(func() { now.Nodes = s.nodes(ctx) })
	all.Go(func() { now.Database = s.database(ctx) })
	all.Go(func() { now.Storage = s.storage(ctx) })
	all.Go(func() { now.Queues = s.queues(ctx) })
	all.Go(func() {
		if s.Replicas != nil {
			now.Replicas, _, _ = run(ctx, s.checks["replicas"], "replicas",
				func(ctx context.Context) ([]Replica, error) { return s.Replicas(ctx), nil })
		}
	})
	all.Wait()
	if now.Replicas == nil {
		now.Replicas = []Replica{}
	}
	now.Versions.Schema = now.Database.Schema
	return now
}

func (s *Service) nodes(ctx context.Context) Nodes {
	list, _, err := run(ctx, s.checks["nodes"], "nodes", func(ctx context.Context) ([]nodes.Node, error) {
		return nodes.List(ctx, s.DB.Read(), s.Self)
	})
	if err != nil {
		return Nodes{Result: failed("The list of nodes can't be read.", err), Items: []nodes.Node{}}
	}
	answer := Nodes{Result: Result{State: OK}, Items: list}
	for _, node := range list {
		if node.State == nodes.Gone {
			answer.Result = Result{State: Warning, Problem: "A node has stopped without saying so, or can't be reached."}
		}
	}
	return answer
}
