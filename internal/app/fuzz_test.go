package app_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"waymark/internal/app"
	"waymark/internal/kit/api"
	_ "waymark/internal/kit/kittest/puresqlite"
)

const (
	fuzzSeed     = 20_240_607
	fuzzRequests = 1_500
	fuzzWorkers  = 4  // concurrent requests, so that transactions conflict
	maxFailures  = 15 // the test stops then, because one cause often breaks many requests
	answerLimit  = 15 * time.Second
)

// TestFuzz reads both OpenAPI documents, makes a successful request to every operation and then sends hostile variants
// of these requests. None may cause a server error, reveal internals or remain unanswered. WAYMARK_FUZZ_SEED and
// WAYMARK_FUZZ_REQUESTS change the requests; make prove fuzz runs the test for longer.
func TestFuzz(t *testing.T) {
	t.Parallel()
	seed := uint64(environmentNumber(t, "WAYMARK_FUZZ_SEED", fuzzSeed))
	requests := environmentNumber(t, "WAYMARK_FUZZ_REQUESTS", fuzzRequests)
	log := watchLog(t)
	run := func(t *testing.T, c app.Config) {
		t.Helper()
		c.AllowPrivateURLs = true // The app fetches pictures and pages from a server of the test.
		f := newFuzzer(t, openConfig(t, c), seed, log)
		started := time.Now()
		f.reachAll()
		t.Logf("%d operations, reached with all their credentials by %d requests in %s",
			len(f.operations), len(f.targets), time.Since(started).Round(time.Millisecond))
		f.fuzz(requests)
	}
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		run(t, demoOnSQLite(t))
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		run(t, demoOnPostgres(t))
	})
}

func environmentNumber(t *testing.T, name string, fallback int) int {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return fallback
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		t.Fatalf("%s=%q: want a number", name, text)
	}
	return n
}

// fuzzer drives the whole app over HTTP.
type fuzzer struct {
	t    *testing.T
	h    *harness
	seed uint64
	log  *fuzzLog

	operations map[string]*operation // by method and path
	recipes    map[string]func(*fuzzer, *request) error
	targets    []*target
	errorShape *schema // the documented shape of errors

	sessions     sync.Mutex
	admin        string // session tokens
	editor       string
	signedInAt   time.Time
	formerAdmins map[string]bool // cookies of earlier admin sessions
	protected    map[string]bool // ids of the records that credentials belong to
	client       *client
	// The public ids of a collection of the client and of one of its user, and the id of one of its content items.
	shared, personal, partnerContent string
	web                              string // URL of a server with a page and a picture

	cache    sync.Mutex
	lists    map[string][]string // ids by the path of their list
	owned    map[string]string   // a record created by the test, by the path of its list
	serial   atomic.Int64
	codes    atomic.Int64
	failures atomic.Int64
	statuses [6]atomic.Int64
}

func (f *fuzzer) fuzz(requests int) {
	f.t.Helper()
	if f.t.Failed() {
		return
	}
	var next atomic.Int64
	var workers sync.WaitGroup
	started := time.Now()
	for range fuzzWorkers {
		workers.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= requests || f.failures.Load() >= maxFailures {
					return
				}
				f.sendHostile(i)
			}
		})
	}
	workers.Wait()
	f.t.Logf("seed %d: %d operations, %d hostile requests in %s; answers 2xx: %d, 3xx: %d, 4xx: %d, 5xx: %d",
		f.seed, len(f.operations), requests, time.Since(started).Round(time.Millisecond),
		f.statuses[2].Load(), f.statuses[3].Load(), f.statuses[4].Load(), f.statuses[5].Load())
	if f.failures.Load() == 0 && requests >= len(f.targets) && (f.statuses[2].Load() == 0 || f.statuses[4].Load() == 0) {
		f.t.Error("the hostile requests were all refused, or none was: the sessions or the mutations are broken")
	}
}

// sendHostile sends hostile request number i. Apart from the ids of records, the request
// depends only on the seed and i.
func (f *fuzzer) sendHostile(i int) {
	random := rand.New(rand.NewPCG(f.seed, uint64(i)))
	if i%200 == 0 {
		f.renewSessions()
	}
	on := f.targets[i%len(f.targets)]
	base := on.base
	if on.singleUse && random.IntN(4) == 0 { // The record of the base request is gone, and a 404 would test little.
		if again, err := f.build(on.operation, on.credential); err == nil {
			base = again
		}
	}
	base = f.renewed(base)
	r := f.variant(random, on.operation, base, i/len(f.targets))
	a := f.send(r)
	if a.status > 0 {
		f.statuses[min(a.status/100, 5)].Add(1)
	}
	for _, problem := range f.problems(on.operation, r, a) {
		f.failures.Add(1)
		f.t.Errorf("request %d of WAYMARK_FUZZ_SEED=%d (%s): %s\n%s", i, f.seed, r.mutation, problem, f.report(r, a))
	}
}

// internals are words that an error must not contain. No hostile string contains one of them.
var internals = []string{"sql", "pq:", "goroutine", "panic", ".go:", "constraint", "river_", "runtime error"}

// problems returns what is wrong with an answer.
func (f *fuzzer) problems(op *operation, r *request, a *answer) []string {
	// Requests that are not valid HTTP are refused by net/http itself, in plain text.
	byServer := a.header.Get("X-Request-Id") == ""
	list := []string{}
	// net/http then closes the connection without reading the rest of the request, which resets it. The end of the
	// answer may be lost, and after a large body all of it.
	cut := errors.Is(a.err, syscall.ECONNRESET) && (a.status > 0 || len(r.body) > 1<<19)
	if a.err != nil && !cut {
		return []string{"no answer: " + a.err.Error()}
	}
	if a.status >= 500 && (a.status != http.StatusServiceUnavailable || a.header.Get("Retry-After") == "") {
		list = append(list, "server error")
	}
	if a.status < 300 && r.method == op.method && op.takesBody() && r.ending != complete {
		list = append(list, "a request that ended early was accepted")
	}
	if r.method == http.MethodHead || a.status < 400 || byServer || cut {
		return list
	}
	if problem := f.errorProblem(r, a); problem != "" {
		list = append(list, problem)
	}
	return list
}

func (f *fuzzer) errorProblem(r *request, a *answer) string {
	if !strings.HasPrefix(r.path, "/api/") { // Errors of files and pages are not JSON.
		return f.leak(a.body)
	}
	body := object{}
	isJSON := strings.HasPrefix(a.header.Get("Content-Type"), "application/json")
	if err := json.Unmarshal(a.body, &body); err != nil || !isJSON {
		return "the error is not JSON"
	}
	if message, _ := body["message"].(string); message == "" {
		return "the error has no message"
	}
	for key := range body {
		if f.errorShape.Properties[key] == nil {
			return "the error has an undocumented key: " + key
		}
	}
	if fields, ok := body["errors"]; ok {
		list, ok := fields.(object)
		for _, messages := range list {
			texts, isList := messages.([]any)
			ok = ok && isList && len(texts) > 0
		}
		if !ok {
			return "errors are not lists of messages by field"
		}
	}
	delete(body, "item") // The record itself may contain any word.
	text, err := json.Marshal(body)
	if err != nil {
		return err.Error()
	}
	return f.leak(text)
}

// leak reports a word in an error that reveals internals.
func (f *fuzzer) leak(text []byte) string {
	lower := strings.ToLower(string(text))
	for _, word := range append(internals, strings.ToLower(strings.TrimPrefix(f.h.Config.Storage, "file:"))) {
		if strings.Contains(lower, word) {
			return fmt.Sprintf("the error contains %q", word)
		}
	}
	return ""
}

func excerpt(text []byte) string {
	const limit = 500
	if len(text) > limit {
		return fmt.Sprintf("%q… (%d bytes)", text[:limit], len(text))
	}
	return fmt.Sprintf("%q", text)
}

// unzip decompresses a body that was compressed because of a hostile Accept-Encoding header.
func unzip(header http.Header, body []byte) []byte {
	if header.Get("Content-Encoding") != "gzip" {
		return body
	}
	reader, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		return body
	}
	text, err := io.ReadAll(reader)
	if err != nil {
		return body
	}
	return text
}

// fuzzLog collects the errors in the log of the whole process by request, and all messages that mention a panic.
type fuzzLog struct {
	slog.Handler
	mutex  sync.Mutex
	errors map[string]string
	panics []string
}

// watchLog collects the log until the test ends, and fails the test if anything panicked. net/http logs the panics of
// handlers there too.
func watchLog(t *testing.T) *fuzzLog {
	t.Helper()
	before := slog.Default()
	log := &fuzzLog{Handler: before.Handler(), errors: map[string]string{}}
	slog.SetDefault(slog.New(log))
	t.Cleanup(func() {
		slog.SetDefault(before)
		log.mutex.Lock()
		defer log.mutex.Unlock()
		for _, line := range log.panics {
			t.Errorf("panic: %s", line)
		}
	})
	return log
}

func (l *fuzzLog) Enabled(context.Context, slog.Level) bool { return true }

// Handle doesn't pass records on: thousands of requests would bury the output of other tests.
func (l *fuzzLog) Handle(ctx context.Context, record slog.Record) error {
	text := record.Message
	record.Attrs(func(a slog.Attr) bool {
		text += " " + a.String()
		return true
	})
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if record.Level >= slog.LevelError && api.RequestID(ctx) != "" {
		l.errors[api.RequestID(ctx)] = text
	}
	if strings.Contains(strings.ToLower(record.Message), "panic") && len(l.panics) < maxFailures {
		l.panics = append(l.panics, text)
	}
	return nil
}

func (l *fuzzLog) WithAttrs([]slog.Attr) slog.Handler { return l }
func (l *fuzzLog) WithGroup(string) slog.Handler      { return l }

func (l *fuzzLog) of(request string) string {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.errors[request]
}
