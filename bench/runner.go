package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// sample is the result of one measurement.
type sample struct {
	perSecond float64
	median    time.Duration
	// statements is the number of statements per request, or 0 if it is unknown. It includes the few that the server runs
	// without a request.
	statements float64
}

// counter numbers the requests of a case in a fixture. No number repeats, so names made from it are unique.
type counter struct{ atomic.Int64 }

// job makes the i-th request. Each worker has its own job.
type job func(i int) error

// runner measures every case at every size before it starts the next round. A disturbance of the machine then affects
// all cases of a round, and the median of three rounds ignores it.
type runner struct {
	plan     plan
	fixtures []*fixture
	found    *findings
}

func (r *runner) run(ctx context.Context) error {
	ceilings, stop, err := r.startCeilings(ctx)
	if err != nil {
		return err
	}
	defer stop()
	for _, writing := range []bool{false, true} {
		for round := range r.plan.rounds {
			kind := map[bool]string{false: "reading", true: "writing"}[writing]
			progress("%s: round %d of %d, %s", r.found.engine, round+1, r.plan.rounds, kind)
			if !writing {
				for _, c := range ceilings {
					if err := r.measureCeiling(ctx, c); err != nil {
						return err
					}
				}
			}
			if err := r.round(ctx, writing); err != nil {
				return err
			}
		}
	}
	return nil
}

// ceiling is a bare HTTP server.
type ceiling struct{ address, response string }

// startCeilings starts the bare HTTP servers that our responses are compared with.
func (r *runner) startCeilings(ctx context.Context) (started []ceiling, stop func(), err error) {
	responses, err := r.probe(ctx)
	if err != nil {
		return nil, nil, err
	}
	stops := []func(){}
	stop = func() {
		for _, stop := range stops {
			stop()
		}
	}
	for name, body := range responses {
		address, stopOne, err := startStatic(ctx, body)
		if err != nil {
			stop()
			return nil, nil, err
		}
		started, stops = append(started, ceiling{address, name}), append(stops, stopOne)
	}
	return started, stop, nil
}

// probe makes each reading request once and checks that it finds rows, because an empty list would be measured as a
// fast one. It returns the first response of each kind that a bare server sends.
func (r *runner) probe(ctx context.Context) (map[string][]byte, error) {
	found := map[string][]byte{}
	for _, b := range r.fixtures {
		for _, c := range cases {
			if c.isWrite() || !c.measuredAt(b.size, r.plan.sizes) {
				continue
			}
			answer, err := b.probe(ctx, c)
			if err != nil {
				return nil, err
			}
			if name := c.bareResponse(); found[name] == nil {
				found[name] = answer
			}
		}
	}
	return found, nil
}

func (b *fixture) probe(ctx context.Context, c useCase) ([]byte, error) {
	w, err := b.dial(ctx, c)
	if err != nil {
		return nil, err
	}
	defer w.close()
	path := b.path(c, 0)
	answer, err := w.fetch(c.method, path, nil)
	if err == nil && bytes.Contains(answer, []byte(`"items":[]`)) {
		err = fmt.Errorf("%s finds nothing in %s rows", path, thousands(b.size))
	}
	return answer, err
}

// dial opens a connection for the requests of a case.
func (b *fixture) dial(ctx context.Context, c useCase) (*connection, error) {
	if c.page != nil {
		return dialWithHeader(ctx, b.server.pages, c.pageHeader)
	}
	return dial(ctx, b.server.address, b.server.cookie)
}

// path returns the path of the i-th request of a case.
func (b *fixture) path(c useCase, i int) string {
	if c.page != nil {
		return c.page(b.public, i)
	}
	return c.path(b.size, i)
}

func (r *runner) round(ctx context.Context, writing bool) error {
	for _, c := range cases {
		if c.isWrite() != writing {
			continue
		}
		for _, b := range r.fixtures {
			if !c.measuredAt(b.size, r.plan.sizes) {
				continue
			}
			s, err := r.measureHTTP(ctx, b, c)
			if err != nil {
				return err
			}
			bySize := r.found.cases[c.name]
			if bySize == nil {
				bySize = map[int][]sample{}
				r.found.cases[c.name] = bySize
			}
			bySize[b.size] = append(bySize[b.size], s)
		}
		largest := r.fixtures[len(r.fixtures)-1]
		if !c.measuredAt(largest.size, r.plan.sizes) {
			continue
		}
		if err := r.measureSQL(ctx, largest, c); err != nil {
			return err
		}
	}
	return nil
}

// minAloneWindow is enough for some requests that change many rows.
const minAloneWindow = 5 * time.Second

func (r *runner) measureHTTP(ctx context.Context, b *fixture, c useCase) (sample, error) {
	b.server.truncateLog()
	window := r.plan.window
	if c.extremesOnly || c.brief {
		window /= 4
	}
	send := func(w *connection, i int) error {
		var body any
		if c.body != nil {
			body = c.body(i)
		}
		return w.do(c.method, b.path(c, i), body, io.Discard)
	}
	dial := func() (*connection, error) { return b.dial(ctx, c) }
	n := b.counter(c.name)
	sent := n.Load()
	before, known, err := b.server.statements(ctx)
	if err != nil {
		return sample{}, err
	}
	clients := connections
	if c.alone {
		clients, window = 1, max(window, minAloneWindow)
	}
	s, err := r.runConnections(ctx, clients, dial, window, n, send)
	if err != nil {
		return s, fmt.Errorf("%s with %s rows: %w\n%s", c.name, thousands(b.size), err, b.server.logTail())
	}
	if known {
		after, _, err := b.server.statements(ctx)
		if err != nil {
			return s, err
		}
		s.statements = float64(after-before) / float64(n.Load()-sent)
	}
	return s, nil
}

func (r *runner) measureCeiling(ctx context.Context, c ceiling) error {
	get := func(w *connection, _ int) error { return w.do("GET", "/", nil, io.Discard) }
	open := func() (*connection, error) { return dial(ctx, c.address, "") }
	s, err := r.runConnections(ctx, connections, open, r.plan.window, new(counter), get)
	r.found.bare[c.response] = append(r.found.bare[c.response], s)
	return err
}

func (r *runner) runConnections(
	ctx context.Context, connections int, dial func() (*connection, error), window time.Duration, n *counter,
	do func(w *connection, i int) error,
) (sample, error) {
	jobs := make([]job, connections)
	for k := range jobs {
		w, err := dial()
		if err != nil {
			return sample{}, err
		}
		defer w.close()
		jobs[k] = func(i int) error { return do(w, i) }
	}
	return r.window(ctx, window, jobs, n)
}

func (r *runner) measureSQL(ctx context.Context, b *fixture, c useCase) error {
	if c.sql == nil {
		return nil
	}
	jobs := slices.Repeat([]job{func(i int) error { return c.sql(ctx, b.db, b.size, i) }}, connections)
	s, err := r.window(ctx, r.plan.window, jobs, b.counter("data: "+c.name))
	r.found.sql[c.name] = append(r.found.sql[c.name], s)
	return err
}

func (b *fixture) counter(name string) *counter {
	if b.counters[name] == nil {
		b.counters[name] = &counter{}
	}
	return b.counters[name]
}

// window runs all jobs concurrently for a limited time, after a warm-up that does not count.
func (r *runner) window(ctx context.Context, length time.Duration, jobs []job, n *counter) (sample, error) {
	begin := time.Now().Add(r.plan.warmUp)
	end := begin.Add(length)
	took, problems := make([][]time.Duration, len(jobs)), make([]error, len(jobs))
	var wait sync.WaitGroup
	for k, do := range jobs {
		wait.Go(func() { took[k], problems[k] = repeat(ctx, do, n, begin, end) })
	}
	wait.Wait()
	elapsed := time.Since(begin)
	all := slices.Concat(took...)
	// An error usually stops all workers, so reporting the first is enough.
	for _, err := range append(problems, ctx.Err()) {
		if err != nil {
			return sample{}, err
		}
	}
	if len(all) == 0 {
		return sample{}, errors.New("no request finished within the window")
	}
	slices.Sort(all)
	return sample{perSecond: float64(len(all)) / elapsed.Seconds(), median: all[len(all)/2]}, nil
}

func repeat(ctx context.Context, do job, n *counter, begin, end time.Time) ([]time.Duration, error) {
	took := []time.Duration{}
	for ctx.Err() == nil {
		started := time.Now()
		if started.After(end) {
			break
		}
		if err := do(int(n.Add(1) - 1)); err != nil {
			return nil, err
		}
		if !started.Before(begin) {
			took = append(took, time.Since(started))
		}
	}
	return took, nil
}

// medianOf returns the median of the rounds.
func medianOf(samples []sample) sample {
	rates, medians := make([]float64, len(samples)), make([]time.Duration, len(samples))
	statements := make([]float64, len(samples))
	for i, s := range samples {
		rates[i], medians[i], statements[i] = s.perSecond, s.median, s.statements
	}
	return sample{perSecond: median(rates), median: median(medians), statements: median(statements)}
}
