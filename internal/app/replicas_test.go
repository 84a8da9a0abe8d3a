package app_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"waymark/internal/kit/auth"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
)

// cluster is two nodes whose database has a standby.
type cluster struct {
	*kittest.Replication
	first, second *harness
	admin         string // the token of an admin's session
	t             *testing.T
}

func newCluster(t *testing.T) *cluster {
	t.Helper()
	c := &cluster{Replication: kittest.NewReplication(t), t: t}
	config := config(t, c.Primary)
	standby := strings.Replace(c.Standby, "waymark@", "waymark:hush@", 1)
	config.DatabaseReplicas, config.ReplicaLag = []string{standby}, db.DefaultReplicaLag
	c.first, c.second = openConfig(t, config), openConfig(t, config)
	c.admin = c.first.session(auth.Admin)
	c.catchUp()
	return c
}

// catchUp waits until the standby has everything and both nodes know that.
func (c *cluster) catchUp() {
	c.CatchUp(c.first.DB)
	c.CatchUp(c.second.DB)
}

// check checks the standby from both nodes, as they do each second.
func (c *cluster) check() {
	c.first.DB.CheckReplicas(c.t.Context())
	c.second.DB.CheckReplicas(c.t.Context())
}

// call makes a request with some headers and returns the response and its body.
func (c *cluster) call(h *harness, method, path, body string, header http.Header) (*http.Response, string) {
	c.t.Helper()
	request, err := http.NewRequestWithContext(context.Background(), method, h.URL+path, strings.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	request.Host = ownHost
	if header != nil {
		request.Header = header.Clone()
	}
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	if strings.HasPrefix(path, "/api/admin/") {
		request.AddCookie(&http.Cookie{Name: h.Sessions.CookieName(), Value: c.admin})
	} else if request.Header.Get("Authorization") == "" {
		asApp(request)
	}
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		c.t.Fatal(err)
	}
	text := read(c.t, response)
	if response.StatusCode >= http.StatusBadRequest {
		c.t.Fatalf("%s %s: %d %s", method, path, response.StatusCode, text)
	}
	return response, text
}

func position(text string) http.Header { return http.Header{"Waymark-Position": {text}} }

// positionOf returns a header with the position of a response, as a browser sends it.
func positionOf(t *testing.T, response *http.Response) http.Header {
	t.Helper()
	for _, cookie := range response.Cookies() {
		if cookie.Name == "waymark_position" {
			if !cookie.Secure || !cookie.HttpOnly || cookie.Value != response.Header.Get("Waymark-Position") {
				t.Errorf("got the cookie %v with the header %q", cookie, response.Header.Get("Waymark-Position"))
			}
			return http.Header{"Cookie": {cookie.Name + "=" + cookie.Value}}
		}
	}
	t.Fatal("the response has no position")
	return nil
}

// shows reports whether a request gets a response that contains a text, and whether a replica was read.
func (c *cluster) shows(h *harness, path string, header http.Header, text string) (found, fromReplica bool) {
	c.t.Helper()
	_, before, _ := h.DB.ReadCounts()
	_, body := c.call(h, http.MethodGet, path, "", header)
	_, after, _ := h.DB.ReadCounts()
	return strings.Contains(body, text), after > before
}

func (c *cluster) expect(h *harness, name, path string, header http.Header, text string, found, fromReplica bool) {
	c.t.Helper()
	if got, replica := c.shows(h, path, header, text); got != found || replica != fromReplica {
		c.t.Errorf("%s: %q found: %v, from the replica: %v; want %v, %v", name, text, got, replica, found, fromReplica)
	}
}

// The tests share two servers, which take seconds to start, so they run one after the other.
func TestReplicas(t *testing.T) {
	t.Parallel()
	c := newCluster(t)
	for _, test := range []struct {
		name string
		run  func(*cluster)
	}{
		{"staff see their own changes on every node", testConsolePositions},
		{"staff see what their jobs have done", testJobPositions},
		{"programs see their own changes", testPublicPositions},
		{"caches are not filled with what has changed", testCachesOfReplicas},
		{"feeds deliver every change", testFeedsOfReplicas},
		{"the status and the metrics describe the standby", testStatusOfReplicas},
		{"nobody misses a change while the standby lags, stops and starts", testConcurrentPositions},
	} {
		t.Run(test.name, func(t *testing.T) {
			c.t = t
			c.catchUp()
			test.run(c)
		})
	}
}

const tags = "/api/admin/global-tags"

func testConsolePositions(c *cluster) {
	c.Pause()
	defer c.Resume()
	created, body := c.call(c.first, http.MethodPost, tags, `{"name":"Harbours"}`, nil)
	c.check()
	c.expect(c.second, "another person", tags, nil, "Harbours", false, true)
	c.expect(c.second, "the same browser", tags, positionOf(c.t, created), "Harbours", true, false)
	c.expect(c.second, "with the header", tags, position(created.Header.Get("Waymark-Position")), "Harbours", true, false)
	for _, text := range []string{"nonsense", "FFFFFFFFFFFFFFFE", "", strings.Repeat("0", 1000), "-1"} {
		c.expect(c.second, "a position like "+text, tags, position(text), "Harbours", true, false)
	}
	var answer struct{ Item struct{ ID int64 } }
	if err := json.Unmarshal([]byte(body), &answer); err != nil {
		c.t.Fatal(err)
	}
	c.expect(c.second, "a single record", fmt.Sprintf("%s/%d", tags, answer.Item.ID), nil, "Harbours", true, false)
	if read, _ := c.call(c.first, http.MethodGet, tags, "", nil); read.Header.Get("Waymark-Position") != "" {
		c.t.Error("the response to a read has a position")
	}
	c.Resume()
	c.catchUp()
	c.expect(c.second, "after the standby has caught up", tags, positionOf(c.t, created), "Harbours", true, true)
}

func testJobPositions(c *cluster) {
	c.Pause()
	defer c.Resume()
	now := clock.Now()
	for _, statement := range []string{ // what a job on another node does
		`INSERT INTO global_tags (name, name_key, search_text, created_at, updated_at)
			VALUES ('Lagoons', 'lagoons', ' lagoons', ?, ?)`,
		`INSERT INTO tasks (id, work, target_id, filter, last_id, total, done, created_at, finished_at)
			VALUES (77, 'test', 0, '', 0, 1, 1, ?, ?)`,
	} {
		if _, err := c.first.DB.Writer().Exec(c.t.Context(), statement, now, now); err != nil {
			c.t.Fatal(err)
		}
	}
	c.check()
	progress, text := c.call(c.first, http.MethodGet, "/api/admin/jobs/77", "", nil)
	if !strings.Contains(text, `"done"`) {
		c.t.Errorf("got the progress %s, want the job to be done", text)
	}
	c.expect(c.second, "before the progress is known", tags, nil, "Lagoons", false, true)
	c.expect(c.second, "after it", tags, positionOf(c.t, progress), "Lagoons", true, false)
}

// publish creates an item of content that the house partner can read, and returns its id.
func (c *cluster) publish(title string) int64 {
	c.t.Helper()
	id := c.first.create(c.admin, "content", fmt.Sprintf(
		`{"content_url":"https://a.example/%s","title":%q,"library_ids":[1]}`, url.PathEscape(title), title))
	if _, err := c.first.DB.Writer().Exec(c.t.Context(), "UPDATE content SET published_at = created_at WHERE id = ?",
		id); err != nil {
		c.t.Fatal(err)
	}
	return id
}

func testPublicPositions(c *cluster) {
	id := c.publish("Ferries")
	collection := c.first.create(c.admin, "collections",
		`{"name":"Islands","type":"partner","partner_id":1,"language_id":1}`)
	now := clock.Now()
	for _, statement := range []string{
		fmt.Sprintf("UPDATE collections SET alt_id = 'CIslands00' WHERE id = %d", collection),
		fmt.Sprintf(`INSERT INTO users (first_name, email, alt_id, partner_id, created_at, updated_at)
			VALUES ('Ana', 'ana@test.example', 'UAna000000', 1, '%s', '%[1]s')`, now.Format(time.RFC3339)),
	} {
		if _, err := c.first.DB.Writer().Exec(c.t.Context(), statement); err != nil {
			c.t.Fatal(err)
		}
	}
	c.catchUp()
	c.Pause()
	defer c.Resume()
	const path = "/api/v1/collections/CIslands00"
	added, _ := c.call(c.first, http.MethodPost, path+"/content",
		fmt.Sprintf(`{"uid":"UAna000000","content_ids":[%d]}`, id), nil)
	if len(added.Cookies()) > 0 {
		c.t.Errorf("a program got the cookies %v", added.Cookies())
	}
	c.check()
	c.expect(c.second, "another program", path, nil, "Ferries", false, true)
	c.expect(c.second, "the same program", path, position(added.Header.Get("Waymark-Position")), "Ferries", true, false)
}

func testCachesOfReplicas(c *cluster) {
	id := c.publish("Lighthouses of Brittany")
	c.first.create(c.admin, "publishers", `{"name":"Quay Press"}`)
	c.poll()
	c.catchUp()
	const search, lookup = "/api/v1/search/content?query=lighthouses", "/api/v1/publishers"
	c.expect(c.second, "search", search, nil, "Brittany", true, true)
	before, _ := c.call(c.second, http.MethodGet, lookup, "", nil)

	c.Pause()
	defer c.Resume()
	c.call(c.first, http.MethodPut, fmt.Sprintf("/api/admin/content/%d", id), `{"title":"Lighthouses of Galicia"}`, nil)
	c.first.create(c.admin, "publishers", `{"name":"Pier Press"}`)
	c.check()
	// Until a node learns of the changes, it may answer with the old state, also from a cache.
	c.shows(c.second, search+"&per_page=7", nil, "Brittany")
	c.poll()
	for _, when := range []string{"first", "from the cache"} {
		for _, path := range []string{search, search + "&per_page=7", search + "&per_page=8"} {
			c.expect(c.second, "search, "+when, path, nil, "Galicia", true, false)
		}
	}
	after, text := c.call(c.second, http.MethodGet, lookup, "", http.Header{"If-None-Match": {before.Header.Get("ETag")}})
	if after.StatusCode != http.StatusOK || !strings.Contains(text, "Pier Press") {
		c.t.Errorf("a lookup after the change: got %d %s, want the new publisher", after.StatusCode, text)
	}
	c.Resume()
	c.catchUp()
	c.expect(c.second, "search on a standby that has caught up", search+"&per_page=9", nil, "Galicia", true, true)
}

// poll makes both nodes number the changes and learn of them.
func (c *cluster) poll() {
	c.t.Helper()
	for _, h := range []*harness{c.first, c.second} {
		if err := h.PollChanges(c.t.Context()); err != nil {
			c.t.Fatal(err)
		}
	}
}

// server returns the credentials of the house partner's server.
func (c *cluster) server() http.Header {
	c.t.Helper()
	key, sealed, err := c.first.Key.APIPair()
	if err != nil {
		c.t.Fatal(err)
	}
	password, err := c.first.Key.Decrypt(sealed, key)
	if err != nil {
		c.t.Fatal(err)
	}
	if _, err := c.first.DB.Writer().Exec(c.t.Context(), "UPDATE partners SET api_key = ?, api_secret = ? WHERE id = 1",
		key, sealed); err != nil {
		c.t.Fatal(err)
	}
	request := http.Request{Header: http.Header{}}
	request.SetBasicAuth(key, password)
	return request.Header
}

func testFeedsOfReplicas(c *cluster) {
	credentials := c.server()
	fromPrimary := credentials.Clone()
	fromPrimary.Set("Waymark-Position", "the primary, please")
	feed := func(cursor string, header http.Header) (next, text string) {
		_, text = c.call(c.second, http.MethodGet, "/api/v1/content?limit=500&cursor="+cursor, "", header)
		var page struct {
			Next string `json:"next_cursor"`
		}
		if err := json.Unmarshal([]byte(text), &page); err != nil {
			c.t.Fatal(err)
		}
		return page.Next, text
	}
	number := func() { // only the first node learns of the changes
		if err := c.first.PollChanges(c.t.Context()); err != nil {
			c.t.Fatal(err)
		}
	}
	c.poll()
	c.catchUp()
	start, _ := feed("", credentials)
	c.Pause()
	defer c.Resume()
	c.publish("Canals")
	number()
	c.check()
	behind, text := feed(start, credentials)
	if strings.Contains(text, "Canals") {
		c.t.Error("the standby has what it has not replayed")
	}
	ahead, text := feed(start, fromPrimary)
	if !strings.Contains(text, "Canals") {
		c.t.Error("the primary has no new content in its feed")
	}
	ahead, _ = feed(ahead, credentials) // a cursor that is newer than the standby
	c.publish("Locks")
	number()
	c.Resume()
	c.catchUp()
	if _, text := feed(behind, credentials); !strings.Contains(text, "Canals") || !strings.Contains(text, "Locks") {
		c.t.Errorf("after a page from a standby that was behind: got %s, want both items", text)
	}
	if _, text := feed(ahead, credentials); !strings.Contains(text, "Locks") {
		c.t.Errorf("after a cursor that was newer than the standby: got %s, want the newer item", text)
	}
}

func testStatusOfReplicas(c *cluster) {
	address, err := url.Parse(c.Standby)
	if err != nil {
		c.t.Fatal(err)
	}
	_, status := c.call(c.first, http.MethodGet, "/api/admin/status", "", nil)
	if want := `"replicas":[{"name":"` + address.Host + `","state":"ok","lag":0}]`; !strings.Contains(status, want) {
		c.t.Errorf("got the status %s, want %s in it", status, want)
	}
	recorder := httptest.NewRecorder()
	c.first.Metrics(false).ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	metrics := recorder.Body.String()
	for _, want := range []string{
		`waymark_database_replica_state{replica="1",state="ok"} 1`,
		`waymark_database_replica_state{replica="1",state="lagging"} 0`,
		`waymark_database_replica_state{replica="1",state="unavailable"} 0`,
		`waymark_database_replica_lag_seconds{replica="1"} 0`,
		`waymark_database_reads_total{target="primary"} `, `waymark_database_reads_total{target="replica"} `,
		`waymark_database_reads_repeated_total 0`,
	} {
		if !strings.Contains(metrics, want) {
			c.t.Errorf("the metrics have no line %s", want)
		}
	}
	if strings.Contains(status+metrics, "hush") {
		c.t.Error("the status or the metrics have a password")
	}
}

func testConcurrentPositions(c *cluster) {
	ctx, stop := context.WithCancel(c.t.Context())
	var watching sync.WaitGroup
	c.first.DB.WatchReplicas(ctx, &watching)
	c.second.DB.WatchReplicas(ctx, &watching)
	defer watching.Wait()
	defer stop()
	_, before, _ := c.second.DB.ReadCounts()
	running, done, rounds := sync.WaitGroup{}, make(chan struct{}), make(chan struct{})
	for client := range 3 {
		running.Go(func() {
			for i := 0; ; i++ {
				name := fmt.Sprintf("Client %d tag %d", client, i)
				created, _ := c.call(c.first, http.MethodPost, tags, `{"name":"`+name+`"}`, nil)
				path := tags + "?query=" + url.QueryEscape(name)
				if found, _ := c.shows(c.second, path, positionOf(c.t, created), name); !found {
					c.t.Errorf("%s is missing for the client that has created it", name)
				}
				c.call(c.second, http.MethodGet, tags, "", nil)
				select {
				case rounds <- struct{}{}:
				case <-done:
					return
				}
			}
		})
	}
	for _, step := range []func(){c.Pause, c.Resume, c.StopStandby, c.StartStandby, c.Pause, c.Resume} {
		step()
		for range 20 { // the clients go on
			<-rounds
		}
	}
	close(done)
	running.Wait()
	if _, after, _ := c.second.DB.ReadCounts(); after == before {
		c.t.Error("no read has reached the standby")
	}
}

func TestConfig_Replicas(t *testing.T) {
	t.Parallel()
	const standby = "postgres://reader:hush@standby.example/waymark"
	for name, test := range map[string]struct {
		database string
		replicas []string
		lag      time.Duration
		problem  string
	}{
		"none":             {"sqlite:x.db", nil, 0, ""},
		"on SQLite":        {"sqlite:x.db", []string{standby}, time.Second, "only PostgreSQL has replicas"},
		"on PostgreSQL":    {"postgres://db.example/x", []string{standby, standby}, time.Second, ""},
		"another address":  {"postgres://db.example/x", []string{standby, "sqlite:hush"}, time.Second, "number 2"},
		"a broken address": {"postgres://db.example/x", []string{standby + "?sslmode=hm"}, time.Second, "number 1"},
		"several hosts": {
			"postgres://db.example/x", []string{"postgres://r:hush@a.example,b.example/x"}, time.Second, "several servers",
		},
		"no lag":    {"postgres://db.example/x", []string{standby}, 0, "--replica-lag"},
		"a day lag": {"postgres://db.example/x", []string{standby}, 24 * time.Hour, "--replica-lag"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			config := configIn(t.TempDir(), test.database)
			config.DatabaseReplicas, config.ReplicaLag = test.replicas, test.lag
			err := config.Check()
			switch {
			case test.problem == "" && err != nil:
				t.Errorf("got %v, want no error", err)
			case test.problem != "" && (err == nil || !strings.Contains(err.Error(), test.problem)):
				t.Errorf("got %v, want an error with %q", err, test.problem)
			case err != nil && strings.Contains(err.Error(), "hush"):
				t.Errorf("the error contains a password: %v", err)
			}
		})
	}
}
