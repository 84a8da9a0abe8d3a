package main

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"waymark/scripts/prove/internal/server"
)

// generator makes requests of all kinds.
type generator struct {
	address, cookies string
	keys             []keyPair
	client           *http.Client
	number           atomic.Int64
}

func newGenerator(s *server.Server, keys []keyPair) *generator {
	address, cookies := s.Session()
	return &generator{
		address: address, cookies: cookies, keys: keys,
		client: &http.Client{Timeout: 20 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: maxOpen}},
	}
}

// maxOpen is how many requests can be open at the same time.
const maxOpen = 2000

// result counts the responses of a run.
type result struct {
	mu        sync.Mutex
	duration  time.Duration
	latencies []time.Duration // of the requests that were handled
	refused   int
	unsent    int
	problems  []string
}

func (r *result) goodput() float64 { return float64(len(r.latencies)) / r.duration.Seconds() }

func (r *result) sent() int { return len(r.latencies) + r.refused + r.unsent }

func (r *result) percentile(share float64) time.Duration {
	if len(r.latencies) == 0 {
		return time.Hour
	}
	slices.Sort(r.latencies)
	return r.latencies[int(share*float64(len(r.latencies)-1))]
}

func (r *result) String() string {
	return fmt.Sprintf("%.0f handled per second, median %s, 99 %% within %s; %.0f refused per second, %d not sent",
		r.goodput(), r.percentile(0.5).Round(time.Millisecond), r.percentile(0.99).Round(time.Millisecond),
		float64(r.refused)/r.duration.Seconds(), r.unsent)
}

// closedLoop makes requests with clients that wait for each response.
func (g *generator) closedLoop(clients int, duration time.Duration) *result {
	r := &result{duration: duration}
	end := time.Now().Add(duration)
	var running sync.WaitGroup
	for range clients {
		running.Go(func() {
			for time.Now().Before(end) {
				g.send(r)
			}
		})
	}
	running.Wait()
	return r
}

// openLoop makes requests at a rate that does not depend on the responses.
func (g *generator) openLoop(perSecond float64, duration time.Duration) *result {
	r := &result{duration: duration}
	began := time.Now()
	open := make(chan struct{}, maxOpen)
	var running sync.WaitGroup
	ticker := time.NewTicker(time.Millisecond)
	defer ticker.Stop()
	for sent := 0; time.Since(began) < duration; <-ticker.C {
		for ; float64(sent) < time.Since(began).Seconds()*perSecond; sent++ {
			select {
			case open <- struct{}{}:
				running.Go(func() {
					g.send(r)
					<-open
				})
			default:
				r.unsent++
			}
		}
	}
	running.Wait()
	return r
}

// send makes one request: of ten, four lists, two records, one change and three calls of the public API.
func (g *generator) send(r *result) {
	request, err := g.next()
	if err != nil {
		r.problem("%v", err)
		return
	}
	began := time.Now()
	response, err := g.client.Do(request)
	if err != nil {
		r.problem("%s %s: %v", request.Method, request.URL.Path, err)
		return
	}
	text, _ := io.ReadAll(response.Body)
	_ = response.Body.Close()
	took := time.Since(began)
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case response.StatusCode < http.StatusMultipleChoices:
		r.latencies = append(r.latencies, took)
	case response.StatusCode == http.StatusServiceUnavailable && response.Header.Get("Retry-After") != "":
		r.refused++
	default:
		r.problems = append(r.problems, fmt.Sprintf("%s %s: %d %.200s", request.Method, request.URL.Path,
			response.StatusCode, text))
	}
}

func (g *generator) next() (*http.Request, error) {
	number := g.number.Add(1)
	method, path, body := http.MethodGet, "", ""
	isPublic := false
	switch number % 10 {
	case 0:
		method, path = http.MethodPost, "/api/admin/publishers"
		body = fmt.Sprintf(`{"name":"Publisher %d of the proof"}`, number)
	case 1, 2, 3, 4:
		path = fmt.Sprintf("/api/admin/content?page=%d", 1+number%50)
	case 5, 6:
		path = fmt.Sprintf("/api/admin/content/%d", 1+12*(number%100))
	default:
		path, isPublic = fmt.Sprintf("/api/v1/search/content?per_page=20&page=%d", 1+number%40), true
	}
	request, err := http.NewRequest(method, g.address+path, strings.NewReader(body)) //nolint:noctx // the client has a time limit
	if err != nil {
		return nil, err
	}
	if isPublic {
		pair := g.keys[number%int64(len(g.keys))]
		request.SetBasicAuth(pair.Key, pair.Secret)
		return request, nil
	}
	request.Header.Set("Cookie", g.cookies)
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	return request, nil
}

func (r *result) problem(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.problems = append(r.problems, fmt.Sprintf(format, args...))
}

// signIns signs in every second.
type signIns struct {
	end     chan struct{}
	running sync.WaitGroup
	count   int
	slowest time.Duration
	failed  []string
}

func startSignIns(s *server.Server) *signIns {
	list := &signIns{end: make(chan struct{})}
	list.running.Go(func() {
		for {
			select {
			case <-list.end:
				return
			case <-time.After(time.Second):
			}
			began := time.Now()
			status, text := s.SignIn()
			list.count++
			list.slowest = max(list.slowest, time.Since(began))
			if status != http.StatusOK {
				list.failed = append(list.failed, fmt.Sprintf("sign-in: %d %.200s", status, text))
			}
		}
	})
	return list
}

// stop returns how long the slowest sign-in took, and which have failed.
func (s *signIns) stop() (slowest time.Duration, failed []string) {
	close(s.end)
	s.running.Wait()
	return s.slowest, s.failed
}
