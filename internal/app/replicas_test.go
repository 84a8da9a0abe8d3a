package app_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
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
		{"no list changes anything or fails on the standby", testListsOnReplicas},
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
