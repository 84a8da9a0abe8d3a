package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
)

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
	created, _ := c.call(c.first, http.MethodPost, "/api/admin/publishers", `{"name":"Pier Press"}`, nil)
	known := position(created.Header.Get("Waymark-Position"))
	c.check()
	// Until a node learns of the changes, it may answer with the old state, also from a cache, but not to programs that
	// have made them.
	c.shows(c.second, search+"&per_page=7", nil, "Brittany")
	c.expect(c.second, "search by who has changed it", search, known, "Galicia", true, false)
	own := http.Header{"If-None-Match": {before.Header.Get("ETag")}, "Waymark-Position": known["Waymark-Position"]}
	if after, _ := c.call(c.second, http.MethodGet, lookup, "", own); after.StatusCode != http.StatusOK {
		c.t.Errorf("a lookup by who has changed it: got %d, want the new publisher", after.StatusCode)
	}
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

func testListsOnReplicas(c *cluster) {
	showsProgress := []string{"/api/admin/exports", "/api/admin/imports"}
	_, read, repeated := c.first.DB.ReadCounts()
	for _, operation := range append(c.first.API.Paths(), c.first.Public.Paths()...) {
		path, isRead := strings.CutPrefix(operation, "GET ")
		if !isRead || strings.Contains(path, "{") {
			continue
		}
		c.check() // what is known about a standby is used for three seconds
		request := httptest.NewRequest(http.MethodGet, c.first.URL+path, nil)
		request.RequestURI, request.Host = "", ownHost
		request.AddCookie(&http.Cookie{Name: c.first.Sessions.CookieName(), Value: c.admin})
		if strings.HasPrefix(path, "/api/v1/") {
			asApp(request)
		}
		response, err := http.DefaultTransport.RoundTrip(request)
		if err != nil {
			c.t.Fatal(err)
		}
		_ = response.Body.Close()
		hasPosition := response.Header.Get("Waymark-Position") != ""
		if response.StatusCode >= 500 || hasPosition != slices.Contains(showsProgress, path) {
			c.t.Errorf("%s: status %d, with a position: %v", operation, response.StatusCode, hasPosition)
		}
	}
	_, readAfter, repeatedAfter := c.first.DB.ReadCounts()
	if readAfter-read < 100 || repeatedAfter != repeated {
		c.t.Errorf("%d reads from the standby, of which %d failed", readAfter-read, repeatedAfter-repeated)
	}
}
