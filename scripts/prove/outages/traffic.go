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
	maxWait       = 13 * time.Second // the statement limit, and what comes around it
	maxLogLines   = 8                // errors and warnings in one second: requests, jobs and the log of the public API each have their own
	recoversAfter = 30 * time.Second
)

// counts are answers by kind of request and status.
type counts map[string]map[int]int

// traffic makes requests of all kinds until it is judged.
type traffic struct {
	server       *server
	mu           sync.Mutex
	counts       counts
	slowest      time.Duration
	problems     []string
	acknowledged map[string]bool
	stop         chan struct{}
	running      sync.WaitGroup
	number       atomic.Int64
}

func (s *server) traffic() *traffic {
	t := &traffic{server: s, counts: counts{}, acknowledged: map[string]bool{}, stop: make(chan struct{})}
	requests := []func() (kind string, status int, text string){
		func() (string, int, string) {
			name := fmt.Sprintf("Publisher %d", t.number.Add(1))
			status, text := s.post("/api/admin/publishers", `{"name":"`+name+`"}`)
			if status == http.StatusCreated {
				t.mu.Lock()
				t.acknowledged[name] = true
				t.mu.Unlock()
			}
			return "write", status, text
		},
		func() (string, int, string) { status, text := s.get("/api/admin/content"); return "read", status, text },
		func() (string, int, string) { status, text := s.get("/content"); return "page", status, text },
		func() (string, int, string) { status, text := s.get("/api/auth/me"); return "read", status, text },
		func() (string, int, string) {
			status, text := s.post("/api/auth/forgot-password", fmt.Sprintf(`{"email":"nobody%d@example.org"}`,
				t.number.Add(1)%5))
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
				began := time.Now()
				kind, status, text := requests[n%len(requests)]()
				t.note(kind, status, text, time.Since(began))
			}
		})
	}
	return t
}

func (t *traffic) note(kind string, status int, text string, took time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.counts[kind] == nil {
		t.counts[kind] = map[int]int{}
	}
	t.counts[kind][status]++
	t.slowest = max(t.slowest, took)
	if status == http.StatusInternalServerError || status <= 0 {
		t.problem("%s was answered %d: %.200s", kind, status, text)
	}
	if kind == "page" && status == http.StatusServiceUnavailable && !strings.Contains(text, "<h1>") {
		t.problem("a page for people is not one: %.200s", text)
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

// phase lets time pass and then looks at the answers of that time.
func (t *traffic) phase(name string, lasts time.Duration, want func(counts) error) {
	t.mu.Lock()
	t.counts, t.slowest = counts{}, 0
	t.mu.Unlock()
	time.Sleep(lasts)
	t.mu.Lock()
	defer t.mu.Unlock()
	fmt.Printf("  %-28s %s; slowest %v\n", name, t.counts, t.slowest.Round(time.Millisecond))
	if want != nil {
		if err := want(t.counts); err != nil {
			t.problem("%s: %v", name, err)
		}
	}
}

// recovers waits until everything is served again.
func (t *traffic) recovers(name string) {
	began := time.Now()
	for time.Since(began) < recoversAfter {
		if status, _ := t.server.post("/api/admin/publishers", fmt.Sprintf(`{"name":"Recovery %d"}`,
			t.number.Add(1))); status == http.StatusCreated {
			fmt.Printf("  %-28s writes are taken again after %v\n", name, time.Since(began).Round(time.Millisecond))
			time.Sleep(time.Second)
			t.phase(name, 2*time.Second, wantServed)
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.problem("%s: no write was taken within %v", name, recoversAfter)
}

// judge ends the traffic and holds what was acknowledged against what is there.
func (t *traffic) judge() error {
	close(t.stop)
	t.running.Wait()
	there, err := t.server.names()
	if err != nil {
		return err
	}
	lost := 0
	for name := range t.acknowledged {
		if !there[name] {
			lost++
		}
	}
	fmt.Printf("  %d writes acknowledged, %d of them lost; at most %d lines of errors and warnings in a second\n",
		len(t.acknowledged), lost, t.server.log.busiest())
	if lost > 0 {
		t.problem("%d acknowledged writes are lost", lost)
	}
	if lines := t.server.log.busiest(); lines > maxLogLines {
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

func (c counts) only(kind string, statuses ...int) error {
	if len(c[kind]) == 0 {
		return fmt.Errorf("there was no %s", kind)
	}
	for status := range c[kind] {
		if !slices.Contains(statuses, status) {
			return fmt.Errorf("%s was answered %d", kind, status)
		}
	}
	return nil
}

// 429 is the limit of forgot-password, which is reached after some time.
func wantServed(c counts) error {
	return errors.Join(c.only("write", 201, 204, 429), c.only("read", 200), c.only("page", 200))
}

// wantOutage allows the answers of requests that were under way when the outage began.
func wantOutage(c counts) error {
	if c["write"][503] == 0 || c["read"][503] == 0 || c["page"][503] == 0 {
		return errors.New("not every kind of request was answered 503")
	}
	return errors.Join(c.only("write", 201, 204, 429, 503), c.only("read", 200, 503), c.only("page", 200, 503))
}

func wantReadsOnly(c counts) error {
	if c["write"][503] == 0 {
		return errors.New("no write was answered 503")
	}
	return errors.Join(c.only("write", 201, 204, 429, 503), c.only("read", 200), c.only("page", 200))
}
