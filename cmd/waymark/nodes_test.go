package main_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"waymark/internal/kit/kittest"
)

const (
	nodeAppKey  = "the key of the app"
	nodeRate    = 200
	nodePartner = "Two Harbours"
)

// startNodes starts two servers on one PostgreSQL database and one bucket.
func startNodes(t *testing.T) (one, two *server) {
	t.Helper()
	if os.Getenv(kittest.PostgresVariable) == "" {
		t.Skip("needs PostgreSQL")
	}
	backend := s3mem.New()
	if err := backend.CreateBucket("waymark"); err != nil {
		t.Fatal(err)
	}
	bucket := httptest.NewServer(gofakes3.New(backend, gofakes3.WithLogger(gofakes3.DiscardLog())).Server())
	t.Cleanup(bucket.Close)
	flags := []string{
		"--database", kittest.PostgresURL(t), "--secret-key", "a secret key of some length", "--app-key", nodeAppKey,
		"--api-rate", fmt.Sprint(nodeRate), "--drain", "0s",
		"--storage", strings.Replace(bucket.URL, "http://", "s3://key:secret@", 1) + "/waymark?insecure=true",
	}
	one = start(t, t.TempDir(), flags...)
	two = start(t, t.TempDir(), flags...)
	return one, two
}

// request makes a request with the server's client and checks the status.
func (s *server) request(method, path string, body any, want int, header ...string) map[string]any {
	s.t.Helper()
	status, answer := s.try(method, path, body, header...)
	if status != want {
		s.t.Fatalf("%s %s: %d, want %d: %v", method, path, status, want, answer)
	}
	return answer
}

func (s *server) try(method, path string, body any, header ...string) (int, map[string]any) {
	s.t.Helper()
	encoded, _ := json.Marshal(body)
	request, err := http.NewRequestWithContext(s.t.Context(), method, s.url+path, bytes.NewReader(encoded))
	if err != nil {
		s.t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	response, err := s.client.Do(request)
	if err != nil {
		s.t.Error(err)
		return 0, nil
	}
	defer func() { _ = response.Body.Close() }()
	var answer map[string]any
	_ = json.NewDecoder(response.Body).Decode(&answer)
	return response.StatusCode, answer
}

func at(answer map[string]any, path string) any {
	var value any = answer
	for key := range strings.SplitSeq(path, ".") {
		object, _ := value.(map[string]any)
		value = object[key]
	}
	return value
}

// waitFor waits for the result of a background job or of the log writer.
func waitFor(t *testing.T, what string, done func() bool) {
	t.Helper()
	deadline := time.Now().Add(30 * time.Second)
	for !done() {
		if time.Now().After(deadline) {
			t.Fatalf("timed out waiting for %s", what)
		}
		time.Sleep(25 * time.Millisecond)
	}
}

func TestNodes_SharedState(t *testing.T) {
	t.Parallel()
	one, two := startNodes(t)
	one.signIn()
	two.client.Jar = one.client.Jar // The same browser, routed to another node.
	two.request("GET", "/api/auth/me", nil, 200)

	partner := at(two.request("POST", "/api/admin/partners", map[string]any{"name": nodePartner}, 201), "item.id")
	pair := one.request("POST", fmt.Sprintf("/api/admin/partners/%v/api-secret", partner), map[string]any{}, 200)
	key, secret := fmt.Sprint(pair["api_key"]), fmt.Sprint(pair["api_secret"])
	basic := httptest.NewRequest(http.MethodGet, "/", nil)
	basic.SetBasicAuth(key, secret)
	authorization := []string{"Authorization", basic.Header.Get("Authorization")}
	app := []string{"Authorization", "Bearer " + nodeAppKey}

	t.Run("each node caches searches, and clearing the cache empties both", func(t *testing.T) {
		cached := func(node *server) bool {
			return at(node.request("GET", "/api/v1/search/content?query=lisbon", nil, 200, app...), "cached") == true
		}
		for _, node := range []*server{one, two} {
			if cached(node) {
				t.Error("the first search was cached")
			}
		}
		for _, node := range []*server{one, two} {
			// The node may first read that the partner was created, and forget its searches.
			waitFor(t, "a cached search", func() bool { return cached(node) })
		}
		one.request("POST", "/api/admin/tools/clear-cache", map[string]any{"confirm": true}, 204)
		for _, node := range []*server{two, one} {
			if cached(node) {
				t.Error("a node still has a cleared entry")
			}
		}
	})

	t.Run("a picture uploaded to one node is served by the other in all sizes", func(t *testing.T) {
		var body bytes.Buffer
		form := multipart.NewWriter(&body)
		part, _ := form.CreateFormFile("file", "a.png")
		if err := png.Encode(part, image.NewGray(image.Rect(0, 0, 900, 600))); err != nil {
			t.Fatal(err)
		}
		_ = form.Close()
		response, err := one.client.Post(one.url+"/api/admin/uploads", form.FormDataContentType(), &body)
		if err != nil {
			t.Fatal(err)
		}
		var uploaded map[string]any
		_ = json.NewDecoder(response.Body).Decode(&uploaded)
		_ = response.Body.Close()
		thumb, _ := at(uploaded, "item.thumb_url").(string)
		waitFor(t, "the thumbnail", func() bool {
			response, err := two.client.Get(two.url + thumb)
			if err != nil {
				return false
			}
			defer func() { _ = response.Body.Close() }()
			content, _ := io.ReadAll(response.Body)
			picture, err := png.DecodeConfig(bytes.NewReader(content))
			return response.StatusCode == http.StatusOK && (err != nil || picture.Width <= 200)
		})
	})

	t.Run("events sent to both nodes are summed up once", func(t *testing.T) {
		batch := func(from int) map[string]any {
			events := []any{}
			for i := range 100 {
				events = append(events, map[string]any{
					"id": fmt.Sprint("e", from+i), "kind": "view",
					"source_url": fmt.Sprintf("https://harbours.example/%d", i%7),
				})
			}
			return map[string]any{"events": events}
		}
		var wait sync.WaitGroup
		for i := range 10 {
			for _, node := range []*server{one, two} { // Every batch goes to both nodes.
				wait.Go(func() { node.request("POST", "/api/v1/copilot/events", batch(100*i), 200, authorization...) })
			}
		}
		wait.Wait()
		waitFor(t, "the totals", func() bool {
			items, _ := at(two.request("GET", "/api/admin/copilot-insights/views-by-partner", nil, 200), "items").([]any)
			if len(items) != 1 {
				return false
			}
			row, _ := items[0].(map[string]any)
			views, _ := row["views"].(float64)
			if views > 1000 {
				t.Fatalf("%v views of 1,000", views)
			}
			return views == 1000
		})
	})

	t.Run("the rate limit applies to both nodes together", func(t *testing.T) {
		var wait sync.WaitGroup
		var lock sync.Mutex
		answers := map[int]int{}
		for i := range 8 {
			node := []*server{one, two}[i%2]
			wait.Go(func() {
				for range nodeRate / 4 {
					status, _ := node.try("GET", "/api/v1/search/content?query=x", nil, authorization...)
					lock.Lock()
					answers[status]++
					lock.Unlock()
				}
			})
		}
		wait.Wait()
		// 20 calls were made above. Since then a new minute may have started, and another one during this test.
		n, refused := answers[200], answers[429]
		if n < nodeRate-20-2*nodeRate/20 || n > 2*nodeRate-20 || n+refused != 2*nodeRate || refused == 0 {
			t.Errorf("of %d calls: %v", 2*nodeRate, answers)
		}
	})

	t.Run("signing out on one node ends the session on the other", func(t *testing.T) {
		two.request("POST", "/api/auth/logout", nil, 204)
		one.client.Jar, two.client.Jar = nil, nil
		one.request("GET", "/api/auth/me", nil, 401)
	})
}

// Every call answered before a stop must be in the log after it.
func TestServe_StopKeepsLog(t *testing.T) {
	t.Parallel()
	for name, flags := range databases(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			flags := append(flags, "--app-key", nodeAppKey)
			s := start(t, folder, flags...)
			var lock sync.Mutex
			var wait sync.WaitGroup
			answered := 0.0
			for range 8 {
				wait.Go(func() {
					for {
						url := s.url + "/api/v1/search/content?query=lisbon"
						request, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
						request.Header.Set("Authorization", "Bearer "+nodeAppKey)
						response, err := s.client.Do(request)
						if err != nil {
							return // The server has stopped.
						}
						_, _ = io.Copy(io.Discard, response.Body)
						_ = response.Body.Close()
						lock.Lock()
						answered++
						if answered == 300 {
							_ = s.Process.Signal(syscall.SIGTERM)
						}
						lock.Unlock()
					}
				})
			}
			wait.Wait()
			if err := <-s.ended; err != nil {
				t.Fatalf("%v: %s", err, s.log)
			}
			s = start(t, folder, flags...)
			s.signIn()
			for _, list := range []string{"api-logs", "search-history"} {
				if total := at(s.request("GET", "/api/admin/"+list, nil, 200), "meta.total"); total != answered {
					t.Errorf("%v calls were answered, but %v are in %s", answered, total, list)
				}
			}
		})
	}
}
