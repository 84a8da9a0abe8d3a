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

// sample is what one window of time showed.
type sample struct {
	perSecond float64
	median    time.Duration
}

// counter numbers the requests of a case on a bed; no number comes twice, so names made from it are distinct.
type counter struct{ atomic.Int64 }

// job makes the i-th request; each of the workers has its own.
type job func(i int) error

// runner takes turns: in each round every case is measured at every size before the next round begins. A
// disturbance of the machine then falls on all of them alike, and the middle of three rounds leaves it out.
type runner struct {
	plan  plan
	beds  []*bed
	found *findings
}

func (r *runner) run(ctx context.Context) error {
	page, err := r.probe(ctx)
	if err != nil {
		return err
	}
	address, stop, err := serveReadyMade(page)
	if err != nil {
		return err
	}
	defer stop()
	for _, writing := range []bool{false, true} {
		for round := range r.plan.rounds {
			progress("%s: round %d of %d, %s", r.found.engine, round+1, r.plan.rounds, map[bool]string{
				false: "reading",
				true:  "writing",
			}[writing])
			if !writing {
				if err := r.bareHTTP(ctx, address); err != nil {
					return err
				}
			}
			if err := r.round(ctx, writing); err != nil {
				return err
			}
		}
	}
	return nil
}

// probe makes each reading request once: a list that finds nothing would be measured as a fast one. It
// returns the answer of the first, which is the list.
func (r *runner) probe(ctx context.Context) (page []byte, err error) {
	for _, b := range r.beds {
		for _, c := range cases {
			if c.writes() || !c.measuredAt(b.size, r.plan.sizes) {
				continue
			}
			path := c.path(b.size, 0)
			answer, err := fetch(ctx, b.server.address, b.server.cookie, c.method, path, nil)
			if err != nil {
				return nil, err
			}
			if bytes.Contains(answer, []byte(`"items":[]`)) {
				return nil, fmt.Errorf("%s finds nothing among %s", path, thousands(b.size))
			}
			if page == nil {
				page = answer
			}
		}
	}
	return page, nil
}

func (r *runner) round(ctx context.Context, writing bool) error {
	for _, c := range cases {
		if c.writes() != writing {
			continue
		}
		for _, b := range r.beds {
			if !c.measuredAt(b.size, r.plan.sizes) {
				continue
			}
			s, err := r.overHTTP(ctx, b, c)
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
		largest := r.beds[len(r.beds)-1]
		if !c.measuredAt(largest.size, r.plan.sizes) {
			continue
		}
		if err := r.inProcess(ctx, largest, c); err != nil {
			return err
		}
	}
	return nil
}

func (r *runner) overHTTP(ctx context.Context, b *bed, c useCase) (sample, error) {
	b.server.forgetLog()
	window := r.plan.window
	if c.ends || c.brief {
		window /= 4
	}
	s, err := r.onWires(ctx, b.server.address, b.server.cookie, window, b.count(c.name), func(w *wire, i int) error {
		var body any
		if c.body != nil {
			body = c.body(i)
		}
		return w.send(c.method, c.path(b.size, i), body, io.Discard)
	})
	if err != nil {
		return s, fmt.Errorf("%s among %s: %w\n%s", c.name, thousands(b.size), err, b.server.lastWords())
	}
	return s, nil
}

func (r *runner) bareHTTP(ctx context.Context, address string) error {
	s, err := r.onWires(ctx, address, "", r.plan.window, new(counter),
		func(w *wire, _ int) error { return w.send("GET", "/", nil, io.Discard) })
	r.found.http = append(r.found.http, s)
	return err
}

func (r *runner) onWires(ctx context.Context, address, cookie string, window time.Duration, n *counter,
	do func(w *wire, i int) error,
) (sample, error) {
	jobs := make([]job, connections)
	for k := range jobs {
		w, err := dial(ctx, address, cookie)
		if err != nil {
			return sample{}, err
		}
		defer w.close()
		jobs[k] = func(i int) error { return do(w, i) }
	}
	return r.window(ctx, window, jobs, n)
}

func (r *runner) inProcess(ctx context.Context, b *bed, c useCase) error {
	if c.data == nil {
		return nil
	}
	jobs := slices.Repeat([]job{func(i int) error { return c.data(ctx, b.data, b.size, i) }}, connections)
	s, err := r.window(ctx, r.plan.window, jobs, b.count("data: "+c.name))
	r.found.data[c.name] = append(r.found.data[c.name], s)
	return err
}

func (b *bed) count(name string) *counter {
	if b.counts[name] == nil {
		b.counts[name] = &counter{}
	}
	return b.counts[name]
}

// window lets all jobs run at once for a bounded time, after a warm-up that does not count.
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
	// What stops one worker mostly stops all; one of them tells it.
	for _, err := range append(problems, ctx.Err()) {
		if err != nil {
			return sample{}, err
		}
	}
	if len(all) == 0 {
		return sample{}, errors.New("not one request ended in its window")
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

// middle is the median of the rounds.
func middle(samples []sample) sample {
	rates, medians := make([]float64, len(samples)), make([]time.Duration, len(samples))
	for i, s := range samples {
		rates[i], medians[i] = s.perSecond, s.median
	}
	slices.Sort(rates)
	slices.Sort(medians)
	return sample{perSecond: rates[len(rates)/2], median: medians[len(medians)/2]}
}
