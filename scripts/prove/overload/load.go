package main

import (
	"bufio"
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"waymark/bench/response"
	"waymark/scripts/prove/internal/server"
)

// generator makes requests of all kinds. It writes them to its connections itself, because http.Client needs as much
// of a processor as the server.
type generator struct {
	host, cookies string
	keys          []keyPair
	idle          chan *connection
	number        atomic.Int64
}

// kind is a kind of request. They take the server different amounts of time.
type kind int

const (
	lists kind = iota
	records
	changes
	calls // of the public API

	kinds = iota
)

// rates are how many requests of each kind the server can handle per second if it gets no others.
type rates [kinds]float64

// work is the time in which the server could handle the requests of a run, as a share of its duration.
func (r *result) work(alone rates) (share float64) {
	for k, list := range r.latencies {
		share += float64(len(list)) / r.duration.Seconds() / alone[k]
	}
	return share
}

// maxOpen is how many requests can be open at the same time.
const maxOpen = 1000

type connection struct {
	net.Conn
	responses *bufio.Reader
}

// newGenerator returns a generator with all its connections.
func newGenerator(ctx context.Context, s *server.Server, keys []keyPair) (*generator, error) {
	address, cookies := s.Session()
	g := &generator{
		host: strings.TrimPrefix(address, "http://"), cookies: cookies, keys: keys, idle: make(chan *connection, maxOpen),
	}
	for range maxOpen {
		conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", g.host)
		if err != nil {
			return nil, err
		}
		g.idle <- &connection{conn, bufio.NewReader(conn)}
	}
	return g, nil
}

// result counts the responses of a run.
type result struct {
	mu        sync.Mutex
	duration  time.Duration
	latencies [kinds][]time.Duration // of the requests that were handled
	refused   int
	unsent    int
	problems  []string
}

// add adds the responses of another run.
func (r *result) add(other *result) {
	r.duration += other.duration
	for k, list := range other.latencies {
		r.latencies[k] = append(r.latencies[k], list...)
	}
	r.refused, r.unsent = r.refused+other.refused, r.unsent+other.unsent
	r.problems = append(r.problems, other.problems...)
}

// all returns the latencies of requests of all kinds.
func (r *result) all() []time.Duration { return slices.Concat(r.latencies[:]...) }

func (r *result) goodput() float64 { return float64(len(r.all())) / r.duration.Seconds() }

func (r *result) sent() int { return len(r.all()) + r.refused + r.unsent }

func percentile(list []time.Duration, share float64) time.Duration {
	if len(list) == 0 {
		return time.Hour
	}
	return slices.Sorted(slices.Values(list))[int(share*float64(len(list)-1))]
}

func (r *result) String() string {
	within := func(list []time.Duration, share float64) time.Duration {
		return percentile(list, share).Round(time.Millisecond)
	}
	text := fmt.Sprintf("%.0f handled per second, median %s, 99 %% within %s (", r.goodput(), within(r.all(), 0.5),
		within(r.all(), 0.99))
	for k, name := range [kinds]string{"lists", "records", "changes", "calls"} {
		text += fmt.Sprintf("%d %s %s, ", len(r.latencies[k]), name, within(r.latencies[k], 0.99))
	}
	return strings.TrimSuffix(text, ", ") + fmt.Sprintf("); %.0f refused per second, %d not sent",
		float64(r.refused)/r.duration.Seconds(), r.unsent)
}

// closedLoop makes requests with clients that wait for each response.
func (g *generator) closedLoop(clients int, duration time.Duration, next func() (string, kind)) *result {
	r := &result{duration: duration}
	end := time.Now().Add(duration)
	var running sync.WaitGroup
	for range clients {
		running.Go(func() {
			for time.Now().Before(end) {
				g.send(r, <-g.idle, next)
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
	var running sync.WaitGroup
	ticker := time.NewTicker(time.Millisecond)
	defer ticker.Stop()
	for sent := 0; time.Since(began) < duration; <-ticker.C {
		for ; float64(sent) < time.Since(began).Seconds()*perSecond; sent++ {
			select {
			case on := <-g.idle:
				running.Go(func() { g.send(r, on, g.next) })
			default:
				r.unsent++
			}
		}
	}
	running.Wait()
	return r
}

// send makes one request.
func (g *generator) send(r *result, on *connection, next func() (string, kind)) {
	request, k := next()
	began := time.Now()
	status, retryAfter, err := on.exchange(request)
	took := time.Since(began)
	if err != nil {
		r.problem("%.60s: %v", request, err)
		return // without the connection
	}
	g.idle <- on
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case status < http.StatusMultipleChoices:
		r.latencies[k] = append(r.latencies[k], took)
	case status == http.StatusServiceUnavailable && retryAfter != "":
		r.refused++
	default:
		r.problems = append(r.problems, fmt.Sprintf("%.60s: got %d", request, status))
	}
}

// exchange sends a request and reads the response.
func (c *connection) exchange(request string) (status int, retryAfter string, err error) {
	if err := c.SetDeadline(time.Now().Add(20 * time.Second)); err != nil {
		return 0, "", err
	}
	if _, err := io.WriteString(c, request); err != nil {
		return 0, "", err
	}
	head, err := response.ReadHead(c.responses)
	if err != nil {
		return 0, "", err
	}
	return head.Status, head.RetryAfter, head.CopyBody(io.Discard, c.responses)
}

// next returns a request: of ten, four lists, two records, one change and three calls of the public API.
func (g *generator) next() (string, kind) {
	number := g.number.Add(1)
	k := [10]kind{changes, lists, lists, lists, lists, records, records, calls, calls, calls}[number%10]
	return g.request(k, number), k
}

// only returns requests of one kind.
func (g *generator) only(k kind) func() (string, kind) {
	return func() (string, kind) { return g.request(k, g.number.Add(1)), k }
}

func (g *generator) request(k kind, number int64) string {
	var line, body string
	header := "Cookie: " + g.cookies + "\r\n"
	switch k {
	case changes:
		line, body = "POST /api/admin/publishers", fmt.Sprintf(`{"name":"Publisher %d of the proof"}`, number)
		header += fmt.Sprintf("Content-Type: application/json\r\nContent-Length: %d\r\n", len(body))
	case lists:
		line = fmt.Sprintf("GET /api/admin/content?page=%d", 1+number%50)
	case records:
		line = fmt.Sprintf("GET /api/admin/content/%d", 1+12*(number%100))
	case calls:
		line = fmt.Sprintf("GET /api/v1/search/content?per_page=20&page=%d", 1+number%40)
		pair := g.keys[number/10%int64(len(g.keys))]
		credentials := base64.StdEncoding.EncodeToString([]byte(pair.Key + ":" + pair.Secret))
		header = "Authorization: Basic " + credentials + "\r\n"
	}
	return line + " HTTP/1.1\r\nHost: " + g.host + "\r\nAccept-Encoding: gzip\r\n" + header + "\r\n" + body
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

func (s *signIns) stop() {
	close(s.end)
	s.running.Wait()
}
