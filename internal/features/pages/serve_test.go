package pages_test

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/hashid"
	"waymark/internal/kit/kittest"
)

func TestServer_VisibleCollections(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := servePages(t, d)
		s.get("/"+lisbonID).want(200, "Lisbon walks", "A morning in Alfama", "-Unfinished story", "-Yesterday", "-Secret")
		for id, status := range map[string]int{
			draftID: 404, laterID: 404, endedID: 410, trashedID: 410, "Unknown111": 404, "short": 404, "O0lI000000": 404,
			harbourPID: 404,
		} {
			page := s.get("/"+id).want(status, "-Secret", "-Old summer", "-Thrown away", "-Lisbon walks")
			if page.Header.Get("Cache-Control") != "no-cache" || page.Header.Get("ETag") != "" {
				t.Errorf("%s: got headers %v, want an error page that is not kept", id, page.Header)
			}
		}
		s.get("/"+personalID).want(200, "Tom&#39;s list", "A morning in Alfama")
		s.get("/invite/" + lisbonID).want(302)
		s.get(testSites.Inspires+"/invite/"+lisbonID).want(200, testSites.App+"/invite/"+lisbonID, "Accept invitation")
		s.get(testSites.Inspires + "/invite/" + draftID).want(404)
		s.Exec("UPDATE partners SET deleted_at = ? WHERE id = 7", clock.Now())
		s.poll()
		s.get("/"+lisbonID).want(410, "-Harbour", "-Lisbon")
	})
}

func TestServer_Hosts(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := servePages(t, d)
		others := "https://trips.meridian.example/" + othersID
		redirects := map[string]string{
			testSites.Landing + "/" + othersID + "?pid=" + meridianPID: others + "?pid=" + meridianPID,
			"https://trips.meridian.example/" + lisbonID + "?x=1":      testSites.Landing + "/" + lisbonID,
			testSites.Inspires + "/" + lisbonID:                        testSites.Landing + "/" + lisbonID,
			"http://localhost:8081/" + lisbonID:                        testSites.Landing + "/" + lisbonID,
			testSites.Landing + "/invite/" + lisbonID:                  testSites.Inspires + "/invite/" + lisbonID,
		}
		for from, to := range redirects {
			if got := s.get(from).want(302).Header.Get("Location"); got != to {
				t.Errorf("%s redirects to %q, want %q", from, got, to)
			}
		}
		s.get("https://trips.meridian.example/"+othersID).want(200, "Meridian lights")
		s.get("https://TRIPS.meridian.example:443/" + othersID).want(302)
		// An unpublished collection is not revealed by a redirect, and errors look like the site.
		s.get("https://trips.meridian.example/"+draftID).want(404, "-Harbour", "Meridian")
		for _, name := range []string{
			"evil.example", "trips.meridian.example.evil.example", "console.test.example", "a b", "", "[::1",
		} {
			if got := s.hostStatus(name); got != http.StatusMisdirectedRequest {
				t.Errorf("host %q: got status %d, want 421", name, got)
			}
		}
		for domain, status := range map[string]int{
			"trips.meridian.example": 200, "go.test.example": 200, "inspires.test.example": 200, "evil.example": 404, "": 404,
			"console.test.example": 404, "127.0.0.1": 404,
		} {
			if got := s.checkDomain(domain); got != status {
				t.Errorf("domain check of %q: got %d, want %d", domain, got, status)
			}
		}
		s.Exec("UPDATE partners SET landing_page_domain = 'new.meridian.example' WHERE id = 8")
		s.poll()
		s.get("https://new.meridian.example/"+othersID).want(200, "Meridian lights")
		s.get("https://trips.meridian.example/" + othersID).want(421)
	})
}

func TestServer_Contact(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := servePages(t, d)
		now := clock.Now()
		page := "/" + lisbonID
		s.get(page).want(200, "-hello@harbour.example")
		s.get(page+"?pid="+harbourPID).want(200, "hello@harbour.example", "44 20 7946 0000")
		s.get(page+"?pid="+meridianPID).want(200, "-hello@", "-Meridian")
		s.get(page+"?uid="+anaUID).want(200, "Ana Reis", "ana@harbour.example")
		s.get(page+"?uid="+tomUID).want(200, "-Okafor") // has nothing to do with the collection
		s.Exec(`INSERT INTO shared_collections (id, user_id, collection_id, partner_id, created_at, updated_at)
			VALUES (700, 92, 500, 7, ?, ?)`, now, now)
		s.Exec(`INSERT INTO personalisations (id, shared_collection_id, name, name_key, personal_message, cta_display,
				created_at, updated_at)
			VALUES (900, 700, 'The Okafors', 'the okafors', ?, 'call', ?, ?)`, "Enjoy <b>it</b>!", now, now)
		s.Exec("UPDATE users SET phone = '+44 20 7946 9999' WHERE id = 92")
		s.poll()
		s.get(page+"?uid="+tomUID).want(200, "Tom Okafor")
		personal := "/" + hashid.Encode(900)
		s.get(personal).want(200, "Tom Okafor", "Enjoy &lt;b&gt;it&lt;/b&gt;!", `href="tel:+442079469999"`, "noindex",
			"-The Okafors")
		s.Exec("UPDATE users SET display_contact_info_on_links = 'none' WHERE id = 92")
		s.poll()
		s.get(personal).want(200, "-Tom Okafor", "Enjoy")
		s.Exec("UPDATE users SET deactivated_at = ? WHERE id = 92", now)
		s.poll()
		s.get(personal).want(410, "-Enjoy")
		s.get(page+"?uid="+tomUID).want(200, "-Okafor")
		s.get("/" + hashid.Encode(901)).want(404)
	})
}

// Each change must reach a cached page once the server has heard of it.
func TestServer_ChangesReachCachedPages(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := servePages(t, d)
		page := "/" + lisbonID + "?uid=" + anaUID
		brand := func(settings string, version int) {
			s.Exec(`INSERT INTO partner_customisations (partner_id, settings, version, updated_at) VALUES (7, ?, ?, ?)
				ON CONFLICT (partner_id) DO UPDATE SET settings = excluded.settings, version = excluded.version`,
				settings, version, clock.Now())
		}
		for _, step := range []struct {
			name   string
			change func()
			want   []string
		}{
			{"a theme", func() { brand(`{"theme": "modernello"}`, 1) }, []string{`data-theme="modernello"`}},
			{"a colour", func() { brand(`{"link_color": "#123456"}`, 2) }, []string{"#123456", `data-theme="default"`}},
			{
				"an item's title",
				func() { s.Exec("UPDATE content SET title = 'Alfama at noon' WHERE id = 1001") },
				[]string{"Alfama at noon"},
			},
			{
				"an unfinished item is published",
				func() { s.Exec("UPDATE content SET published_at = ? WHERE id = 1002", clock.Now()) },
				[]string{"Unfinished story"},
			},
			{
				"an item is added",
				func() { s.content(1010, "A new story", clock.Now(), nil, lisbonID) },
				[]string{"A new story"},
			},
			{
				"an item is removed",
				func() { s.Exec("DELETE FROM collection_content WHERE content_id = 1010") },
				[]string{"-A new story"},
			},
			{
				"the name",
				func() { s.Exec("UPDATE collections SET name = 'Lisbon strolls' WHERE id = 500") },
				[]string{"Lisbon strolls"},
			},
			{
				"a media type",
				func() { s.Exec("UPDATE content_types SET call_to_action = 'Have a look' WHERE id = 2") },
				[]string{"Have a look"},
			},
			{
				"a text",
				func() {
					s.Exec(`INSERT INTO partner_languages (partner_id, language_id, cta_label, created_at, updated_at)
						VALUES (7, 1, 'Talk to us', ?, ?)`, clock.Now(), clock.Now())
				},
				[]string{"Talk to us"},
			},
			{
				"the advisor's name",
				func() { s.Exec("UPDATE users SET last_name = 'Nunes' WHERE id = 91") },
				[]string{"Ana Nunes"},
			},
			{
				"another collection is published",
				func() { s.Exec("UPDATE collections SET inspires_publish_at = ? WHERE id = 501", clock.Now()) },
				[]string{"Secret draft"},
			},
			{"an item of it gets an image", func() { s.image(41, "teaser", 1005) }, []string{"/teaser/picture.jpg"}},
			{
				"the item is unpublished",
				func() { s.Exec("UPDATE content SET published_at = NULL WHERE id = 1005") },
				[]string{"-/teaser/picture.jpg"},
			},
			{
				"it is renamed",
				func() { s.Exec("UPDATE collections SET name = 'Open secret' WHERE id = 501") },
				[]string{"Open secret"},
			},
		} {
			s.get(page).want(200)
			step.change()
			s.poll()
			if got := s.get(page); !t.Run(step.name, func(t *testing.T) { got.t = t; got.want(200, step.want...) }) {
				return
			}
		}
		s.get(page).want(200)
		s.Exec("UPDATE collections SET inspires_publish_at = NULL WHERE id = 500")
		s.poll()
		s.get(page).want(404, "-Lisbon")
	})
}

// A page is taken from the cache until something it shows changes.
func TestServer_Cache(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := servePages(t, d)
		page := "/" + lisbonID
		first := s.get(page).want(200, "Lisbon walks")
		// A change that no trigger reports shows whether a page comes from the cache.
		s.Exec("UPDATE collections SET name_key = 'x' WHERE id = 500")
		s.disableTriggers(func() { s.Exec("UPDATE collections SET name = 'Loaded again' WHERE id = 500") })
		s.poll()
		s.get(page).want(200, "Lisbon walks")
		etag := first.Header.Get("ETag")
		unchanged := s.get(page, "If-None-Match", etag).want(304)
		if unchanged.text != "" || unchanged.Header.Get("ETag") != etag {
			t.Errorf("got %q with the ETag %q", unchanged.text, unchanged.Header.Get("ETag"))
		}
		if got := s.get(page, "Accept-Encoding", "br, gzip").want(200); got.Header.Get("Content-Encoding") != "gzip" {
			t.Error("the page is not compressed")
		}
		// Changes of other records leave it alone.
		s.Exec("UPDATE content SET title = 'Lights in the north' WHERE id = 1004")
		s.poll()
		s.get(page).want(200, "Lisbon walks")
		s.Exec("UPDATE content SET title = 'Noon' WHERE id = 1001")
		s.poll()
		s.get(page).want(200, "Loaded again", "Noon")
	})
}

// disableTriggers makes changes that are not reported.
func (s *pageServer) disableTriggers(change func()) {
	s.t.Helper()
	change()
	s.Exec("DELETE FROM pending_changes")
}

// An item that expires disappears from a cached page without any change being reported.
func TestServer_Dates(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := servePages(t, d)
		ends := clock.Now().Add(3 * time.Second)
		s.content(1020, "Ends soon", clock.Now(), ends, lisbonID)
		s.content(1021, "Starts soon", ends, nil, lisbonID)
		s.poll()
		s.get("/"+lisbonID).want(200, "Ends soon", "-Starts soon")
		// Lists show collections with the image of one of their items.
		s.Exec("UPDATE collections SET inspires_publish_at = ? WHERE id IN (501, 502)", clock.Now())
		s.Exec("UPDATE collections SET partner_id = 8 WHERE id = 502")
		s.content(1022, "Old picture", clock.Now(), ends, draftID)
		s.content(1023, "New picture", ends, nil, laterID)
		s.image(40, "lisbon", 1001)
		s.image(41, "old", 1022)
		s.image(42, "new", 1023)
		s.poll()
		others := "https://trips.meridian.example/" + othersID
		s.get("/embed/"+harbourPID).want(200, "/lisbon/picture.jpg", "/old/picture.jpg")
		s.get(others).want(200, "Secret plan", "-/new/picture.jpg")
		for clock.Now().Before(ends) {
			time.Sleep(time.Until(ends))
		}
		s.get("/"+lisbonID).want(200, "-Ends soon", "Starts soon")
		s.get("/embed/"+harbourPID).want(200, "/lisbon/picture.jpg", "-/old/picture.jpg")
		s.get(others).want(200, "Secret plan", "/new/picture.jpg")
	})
}

// image gives an item an image.
func (s *pageServer) image(id int64, folder string, content int64) {
	s.t.Helper()
	s.Exec(`INSERT INTO uploads (id, storage_key, content_type, width, height, bytes, conversions, created_at)
		VALUES (?, ?, 'image/jpeg', 400, 300, 1, '[]', ?)`, id, folder+"/picture.jpg", clock.Now())
	s.Exec("UPDATE content SET featured_image_id = ? WHERE id = ?", id, content)
}

// Pages that are loaded while records change must not stay outdated.
func TestServer_ConcurrentChanges(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := servePages(t, d)
		stop, running := context.WithCancel(t.Context())
		var visitors sync.WaitGroup
		for range 4 {
			visitors.Go(func() {
				for stop.Err() == nil {
					s.get("/" + lisbonID).want(200)
				}
			})
		}
		for i := range 50 {
			title := "Version " + strings.Repeat("I", i+1) + "."
			s.Exec("UPDATE content SET title = ? WHERE id = 1001", title)
			s.poll()
			s.get("/"+lisbonID).want(200, title)
		}
		running()
		visitors.Wait()
	})
}
