// Command images proves that no image makes the server use too much memory or time. It starts the real program on an
// empty SQLite database and sends it hostile images: one at a time, twenty at once, as uploads and from addresses, while
// another client measures how long ordinary requests take.
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

// What must hold.
const (
	maxGrowth  = 200 << 20
	maxAnswer  = 10 * time.Second
	maxP99     = time.Second
	atOnce     = 20
	rounds     = 3 // of twenty at once, for each way
	email      = "prove@waymark.example"
	password   = "a password for one run"
	measureGap = 10 * time.Millisecond
)

func main() {
	if err := prove(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "FAILED:", err)
		os.Exit(1)
	}
	fmt.Println("passed")
}

func prove(ctx context.Context) (err error) {
	fmt.Println("making images …")
	images := hostileImages()
	fmt.Printf("%d images\n", len(images))
	server, err := start(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.stop()) }()
	site := serveImages(images)
	defer site.Close()
	idle, err := server.idle()
	if err != nil {
		return err
	}
	fmt.Printf("idle: %d MB\n", idle>>20)

	measured := measure(ctx, server)
	results := &results{statuses: map[string]int{}}
	upload := func(i int) { results.add("upload", images[i].name, server.upload(images[i].content)) }
	fromURL := func(i int) {
		results.add("from-url", images[i].name, server.post("/api/admin/uploads/from-url",
			map[string]string{"url": fmt.Sprintf("%s/%d", site.URL, i)}))
	}
	report := func(what string) {
		peak, _ := server.resident("VmHWM")
		fmt.Printf("%-32s peak so far: idle + %d MB\n", what, (peak-idle)>>20)
	}
	for i := range images {
		upload(i)
	}
	report("uploads, one at a time")
	for i := range images {
		fromURL(i)
	}
	report("from addresses, one at a time")
	for _, way := range []struct {
		name string
		send func(int)
	}{{"uploads", upload}, {"from addresses", fromURL}} {
		for round := range rounds {
			together(func(n int) { way.send((round*atOnce + n) % len(images)) })
		}
		report(fmt.Sprintf("%s, %d at once", way.name, atOnce))
	}
	for _, worst := range largest(images) {
		together(func(int) { upload(worst) })
		report(fmt.Sprintf("%d × %s", atOnce, images[worst].name))
	}
	if err := server.waitForJobs(); err != nil {
		return err
	}
	report("conversions")
	latencies := measured()
	peak, err := server.resident("VmHWM")
	if err != nil {
		return err
	}
	return results.judge(idle, peak, latencies)
}

// serveImages runs a site that serves each image under its number.
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

// largest are images that use the most memory and time while they are accepted, and one large in bytes.
func largest(images []image) []int {
	found := []int{}
	for i := range images {
		if images[i].repeat {
			found = append(found, i)
		}
	}
	return found
}

func together(send func(n int)) {
	var all sync.WaitGroup
	for n := range atOnce {
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

func (r *results) add(way, name string, a answer) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.statuses[fmt.Sprintf("%s %d", way, a.status)]++
	if os.Getenv("VERBOSE") != "" {
		fmt.Printf("  %-9s %-50s %d %5d ms %.150s\n", way, name, a.status, a.took.Milliseconds(), strings.TrimSpace(a.text))
	}
	if a.took > r.slowest {
		r.slowest, r.slowName = a.took, name
	}
	if a.took > maxAnswer {
		r.problems = append(r.problems, fmt.Sprintf("%s of %s took %v", way, name, a.took))
	}
	if !slices.Contains([]int{201, 413, 422, 429, 503}, a.status) {
		r.problems = append(r.problems, fmt.Sprintf("%s of %s was answered %d: %.200s", way, name, a.status, a.text))
	}
}

func (r *results) judge(idle, peak int64, latencies []time.Duration) error {
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
		r.problems = append(r.problems, "other requests had to wait")
	}
	if len(r.problems) > 0 {
		return errors.New(strings.Join(r.problems, "\n        "))
	}
	return nil
}

// measure makes ordinary requests until the function it returns is called.
func measure(ctx context.Context, s *server) func() []time.Duration {
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
					fmt.Printf("  %s was answered %d\n", path, got.status)
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
