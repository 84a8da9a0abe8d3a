package main

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

const (
	clients       = 6
	maxWait       = 13 * time.Second // the statement limit and some overhead
	maxLogLines   = 8                // errors and warnings per second: of requests, jobs and the API log
	recoveryLimit = 30 * time.Second
	// restartLimit is how long writes may fail after PostgreSQL accepts connections again.
	restartLimit = 2 * time.Second
)

// counts are numbers of responses by kind of request and status.
type counts map[string]map[int]int

// traffic makes requests of all kinds until finish is called.
type traffic struct {
	server       *outageServer
	mu           sync.Mutex
	counts       counts
	slowest      time.Duration
	problems     []string
	acknowledged map[string]bool
	stop         chan struct{}
	running      sync.WaitGroup
	number       atomic.Int64
}

func (s *outageServer) startTraffic() *traffic {
	t := &traffic{server: s, counts: counts{}, acknowledged: map[string]bool{}, stop: make(chan struct{})}
	requests := []func() (kind string, status int, text string){
		func() (string, int, string) {
			name := fmt.Sprintf("Publisher %d", t.number.Add(1))
			status, text := s.Post("/api/admin/publishers", `{"name":"`+name+`"}`)
			if status == http.StatusCreated {
				t.mu.Lock()
				t.acknowledged[name] = true
				t.mu.Unlock()
			}
			return "write", status, text
		},
		func() (string, int, string) { status, text := s.Get("/api/admin/content"); return "read", status, text },
		func() (string, int, string) { status, text := s.Get("/content"); return "page", status, text },
		func() (string, int, string) { status, text := s.Get("/api/auth/me"); return "read", status, text },
		func() (string, int, string) {
			body := fmt.Sprintf(`{"email":"nobody%d@example.org"}`, t.number.Add(1)%5)
			status, text := s.Post("/api/auth/forgot-password", body)
			return "write", status, text
		},
	}
	for i := range clients {
		t.running.Go(func() {
			for n := i; ; n++ {
				select {
				case <-t.stop:
					return
				case <-time.After(20 * time.Millisecond):
				}
				started := time.Now()
				kind, status, text := requests[n%len(requests)]()
				t.record(kind, status, text, time.Since(started))
			}
		})
	}
	return t
}

func (t *traffic) record(kind string, status int, text string, took time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.counts[kind] == nil {
		t.counts[kind] = map[int]int{}
	}
	t.counts[kind][status]++
	t.slowest = max(t.slowest, took)
	if status == http.StatusInternalServerError || status <= 0 {
		t.problem("%s: got %d: %.200s", kind, status, text)
	}
	if kind == "page" && status == http.StatusServiceUnavailable && !strings.Contains(text, "<h1>") {
		t.problem("a page is not HTML: %.200s", text)
	}
	if took > maxWait {
		t.problem("%s took %v", kind, took.Round(time.Millisecond))
	}
}

func (t *traffic) problem(format string, args ...any) {
	if len(t.problems) < 20 {
		t.problems = append(t.problems, fmt.Sprintf(format, args...))
	}
}

// phase waits, and then checks the responses of that time.
func (t *traffic) phase(name string, duration time.Duration, want func(counts) error) {
	t.mu.Lock()
	t.counts, t.slowest = counts{}, 0
	t.mu.Unlock()
	time.Sleep(duration)
	t.mu.Lock()
	defer t.mu.Unlock()
	fmt.Printf("  %-28s %s; slowest %v\n", name, t.counts, t.slowest.Round(time.Millisecond))
	if want != nil {
		if err := want(t.counts); err != nil {
			t.problem("%s: %v", name, err)
		}
	}
}

// waitForRecovery waits until a write succeeds, and then checks that everything is served again.
func (t *traffic) waitForRecovery(name string, limit time.Duration) {
	started := time.Now()
	for time.Since(started) < limit {
		body := fmt.Sprintf(`{"name":"Recovery %d"}`, t.number.Add(1))
		if status, _ := t.server.Post("/api/admin/publishers", body); status == http.StatusCreated {
			fmt.Printf("  %-28s writes succeed again after %v\n", name, time.Since(started).Round(time.Millisecond))
			time.Sleep(time.Second)
			t.phase(name, 2*time.Second, wantServed)
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.problem("%s: no write succeeded within %v", name, limit)
}

// finish stops the traffic, checks that all acknowledged writes were saved, and reports all problems.
func (t *traffic) finish() error {
	close(t.stop)
	t.running.Wait()
	existing, err := t.server.listPublishers()
	if err != nil {
		return err
	}
	lost := 0
	for name := range t.acknowledged {
		if !existing[name] {
			lost++
		}
	}
	fmt.Printf("  %d writes acknowledged, %d of them lost; at most %d lines of errors and warnings in a second\n",
		len(t.acknowledged), lost, t.server.log.maxPerSecond())
	if lost > 0 {
		t.problem("%d acknowledged writes are lost", lost)
	}
	if lines := t.server.log.maxPerSecond(); lines > maxLogLines {
		t.problem("%d lines of errors and warnings in one second, such as\n%s", lines, t.server.log.tail())
	}
	if len(t.problems) > 0 {
		return errors.New(strings.Join(t.problems, "\n        "))
	}
	return nil
}

func (c counts) String() string {
	parts := []string{}
	for _, kind := range slices.Sorted(maps.Keys(c)) {
		for _, status := range slices.Sorted(maps.Keys(c[kind])) {
			parts = append(parts, fmt.Sprintf("%s %d × %d", kind, status, c[kind][status]))
		}
	}
	return strings.Join(parts, ", ")
}

func (c counts) check(kind string, statuses ...int) error {
	if len(c[kind]) == 0 {
		return fmt.Errorf("no %s was made", kind)
	}
	for status := range c[kind] {
		if !slices.Contains(statuses, status) {
			return fmt.Errorf("%s: got %d", kind, status)
		}
	}
	return nil
}

// wantServed accepts 429, because the rate limit of forgot-password is reached after some time.
func wantServed(c counts) error {
	return errors.Join(c.check("write", 201, 204, 429), c.check("read", 200), c.check("page", 200))
}

// wantOutage also accepts the responses of requests that were in progress when the outage began.
func wantOutage(c counts) error {
	if c["write"][503] == 0 || c["read"][503] == 0 || c["page"][503] == 0 {
		return errors.New("not every kind of request got 503")
	}
	return errors.Join(c.check("write", 201, 204, 429, 503), c.check("read", 200, 503), c.check("page", 200, 503))
}

func wantReadOnly(c counts) error {
	if c["write"][503] == 0 {
		return errors.New("no write got 503")
	}
	return errors.Join(c.check("write", 201, 204, 429, 503), c.check("read", 200), c.check("page", 200))
}
