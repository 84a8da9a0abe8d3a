// Command images proves that no image makes the server use too much memory or time. It runs the binary on an empty
// SQLite database and sends it hostile images, as uploads and from URLs, one at a time and many concurrently, while
// other clients measure the latency of ordinary requests.
//
//	go run ./scripts/prove/images
package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Limits and settings of the proof.
const (
	maxGrowth   = 200 << 20
	maxAnswer   = 10 * time.Second
	maxP99      = time.Second
	concurrency = 20
	rounds      = 3 // of concurrent requests, for uploads and for URLs
	email       = "prove@waymark.example"
	password    = "a password for one run"
	measureGap  = 10 * time.Millisecond
)

func main() {
	if err := prove(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "FAILED:", err)
		os.Exit(1)
	}
	fmt.Println("passed")
}

func prove(ctx context.Context) (err error) {
	fmt.Println("creating images …")
	images := hostileImages()
	fmt.Printf("%d images\n", len(images))
	server, err := start(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.stop()) }()
	site := serveImages(images)
	defer site.Close()
	idle, err := server.measureIdle()
	if err != nil {
		return err
	}
	fmt.Printf("idle: %d MB\n", idle>>20)

	measured := measureLatencies(ctx, server)
	results := &results{statuses: map[string]int{}}
	upload := func(i int) { results.add("upload", images[i].name, server.upload(images[i].content)) }
	fromURL := func(i int) {
		body := map[string]string{"url": fmt.Sprintf("%s/%d", site.URL, i)}
		results.add("from-url", images[i].name, server.post("/api/admin/uploads/from-url", body))
	}
	report := func(what string) {
		peak, _ := server.memory("VmHWM")
		fmt.Printf("%-32s peak so far: idle + %d MB\n", what, (peak-idle)>>20)
	}
	for i := range images {
		upload(i)
	}
	report("uploads, one at a time")
	for i := range images {
		fromURL(i)
	}
	report("from URLs, one at a time")
	for _, kind := range []struct {
		name string
		send func(int)
	}{{"uploads", upload}, {"from URLs", fromURL}} {
		for round := range rounds {
			sendConcurrently(func(n int) { kind.send((round*concurrency + n) % len(images)) })
		}
		report(fmt.Sprintf("%s, %d concurrently", kind.name, concurrency))
	}
	for _, worst := range mostExpensive(images) {
		sendConcurrently(func(int) { upload(worst) })
		report(fmt.Sprintf("%d × %s", concurrency, images[worst].name))
	}
	if err := server.waitForJobs(); err != nil {
		return err
	}
	report("conversions")
	latencies := measured()
	peak, err := server.memory("VmHWM")
	if err != nil {
		return err
	}
	return results.check(idle, peak, latencies)
}

// serveImages starts a server that serves each image under its index.
func serveImages(images []image) *httptest.Server {
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		i, err := strconv.Atoi(strings.Trim(r.URL.Path, "/"))
		if err != nil || i < 0 || i >= len(images) {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write(images[i].content)
	}))
}

// mostExpensive returns the indexes of the accepted images that use the most memory, time or bytes.
func mostExpensive(images []image) []int {
	found := []int{}
	for i := range images {
		if images[i].repeat {
			found = append(found, i)
		}
	}
	return found
}

func sendConcurrently(send func(n int)) {
	var all sync.WaitGroup
	for n := range concurrency {
		all.Go(func() { send(n) })
	}
	all.Wait()
}

type answer struct {
	status int
	took   time.Duration
	text   string
}

type results struct {
	mu       sync.Mutex
	statuses map[string]int
	slowest  time.Duration
	slowName string
	problems []string
}

func (r *results) add(kind, name string, a answer) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.statuses[fmt.Sprintf("%s %d", kind, a.status)]++
	if os.Getenv("VERBOSE") != "" {
		fmt.Printf("  %-9s %-50s %d %5d ms %.150s\n", kind, name, a.status, a.took.Milliseconds(), strings.TrimSpace(a.text))
	}
	if a.took > r.slowest {
		r.slowest, r.slowName = a.took, name
	}
	if a.took > maxAnswer {
		r.problems = append(r.problems, fmt.Sprintf("%s of %s took %v", kind, name, a.took))
	}
	if !slices.Contains([]int{201, 413, 422, 429, 503}, a.status) {
		r.problems = append(r.problems, fmt.Sprintf("%s of %s: got %d: %.200s", kind, name, a.status, a.text))
	}
}

func (r *results) check(idle, peak int64, latencies []time.Duration) error {
	slices.Sort(latencies)
	p99 := latencies[len(latencies)*99/100]
	fmt.Printf("idle %d MB, peak %d MB: %d MB more (limit %d)\n", idle>>20, peak>>20, (peak-idle)>>20, maxGrowth>>20)
	fmt.Printf("other requests: %d, p50 %v, p99 %v, slowest %v (p99 below %v)\n", len(latencies),
		latencies[len(latencies)/2].Round(time.Millisecond), p99.Round(time.Millisecond),
		latencies[len(latencies)-1].Round(time.Millisecond), maxP99)
	fmt.Printf("slowest answer: %v, %s (limit %v)\n", r.slowest.Round(time.Millisecond), r.slowName, maxAnswer)
	names := []string{}
	for name, count := range r.statuses {
		names = append(names, fmt.Sprintf("%s × %d", name, count))
	}
	slices.Sort(names)
	fmt.Println("answers: " + strings.Join(names, ", "))
	if peak-idle > maxGrowth {
		r.problems = append(r.problems, "too much memory")
	}
	if p99 >= maxP99 {
		r.problems = append(r.problems, "other requests were too slow")
	}
	if len(r.problems) > 0 {
		return errors.New(strings.Join(r.problems, "\n        "))
	}
	return nil
}

// measureLatencies makes ordinary requests until the returned function is called, which returns their latencies.
func measureLatencies(ctx context.Context, s *server) func() []time.Duration {
	ctx, cancel := context.WithCancel(ctx)
	var all sync.WaitGroup
	var mu sync.Mutex
	found := []time.Duration{}
	for _, path := range []string{"/api/admin/publishers", "/api/auth/me"} {
		all.Go(func() {
			for ctx.Err() == nil {
				got := s.do(http.MethodGet, path, "", nil)
				mu.Lock()
				found = append(found, got.took)
				mu.Unlock()
				if got.status != http.StatusOK {
					fmt.Printf("  %s: got %d\n", path, got.status)
				}
				time.Sleep(measureGap)
			}
		})
	}
	return func() []time.Duration {
		cancel()
		all.Wait()
		return found
	}
}
