package pages_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"waymark/internal/features/copilot"
	"waymark/internal/features/leads"
	"waymark/internal/features/pages"
	"waymark/internal/kit/api"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/write"
	"waymark/internal/platform/changes"
	"waymark/internal/platform/sites"
)

// Public ids of the fixture.
const (
	harbourPID  = "PHarb11111"
	meridianPID = "PMerid1111"
	anaUID      = "UAna111111" // works for Harbour
	tomUID      = "UTom111111" // an independent advisor
	lisbonID    = "Lisbon1111" // published
	draftID     = "Draft11111"
	laterID     = "Later11111" // published in an hour
	endedID     = "Ended11111"
	trashedID   = "Trash11111"
	othersID    = "Merid11111" // of Meridian, whose pages have a domain of their own
	personalID  = "Mine111111" // of Tom
)

var testSites = sites.Sites{
	Landing: "https://go.test.example", Inspires: "https://inspires.test.example", App: "https://app.test.example",
	Console: "https://console.test.example",
}

// pageServer has the partners Harbour (7) and Meridian (8) with their collections and content.
type pageServer struct {
	*kittest.Server
	pages *pages.Server
	watch *changes.Watcher
	http  http.Handler
	t     *testing.T
}

func servePages(t *testing.T, d *db.DB) *pageServer {
	t.Helper()
	s := &pageServer{t: t, watch: &changes.Watcher{DB: d}}
	leadService := &leads.Service{}
	s.Server = kittest.Serve(t, d, func(k *kittest.Server, set *jobs.Set) {
		*leadService = leads.Service{Store: k.Kit.Store, Mail: k.Mail}
		leadService.Jobs(set)
		copilot.Jobs(set, k.Kit.Store, 0)
	})
	s.pages = &pages.Server{
		DB: d, Sites: testSites, Changes: s.watch, Files: s.Kit.Media, Fetch: s.Kit.Media.Fetch,
		SubmitLead: func(ctx context.Context, l pages.Lead) error {
			_, _, err := leadService.Submit(ctx, leads.Submission{
				PartnerID: l.PartnerID, UserID: l.UserID, CollectionID: l.CollectionID, Name: l.Name, Email: l.Email,
				Phone: l.Phone, Message: l.Message, PageURL: l.PageURL,
			})
			return err
		},
		RecordEvent: func(ctx context.Context, e pages.Event) error {
			return s.Kit.Store.Do(ctx, func(tx *write.Tx) error {
				return copilot.Record(ctx, tx, e.PartnerID, e.UserID,
					copilot.SentEvent{ID: e.ID, Kind: e.Kind, SourceURL: e.SourceURL})
			})
		},
	}
	s.pages.Start()
	s.http = api.Identify(nil, s.pages)
	s.fill()
	s.poll()
	return s
}

// fill inserts the records.
func (s *pageServer) fill() {
	now := clock.Now()
	s.Partner(7, "Harbour", harbourPID)
	s.Partner(8, "Meridian", meridianPID)
	s.Exec(`UPDATE partners SET email = 'hello@harbour.example', phone = '+44 20 7946 0000',
		url = 'https://harbour.example', whitelist_domains = ?, same_tab_domains = ?, inspires_allow_ctas = TRUE,
		has_premium_forms = TRUE,
		has_premium_seo = TRUE WHERE id = 7`, `["harbour.example"]`, `["harbour.example"]`)
	s.Exec("UPDATE partners SET landing_page_domain = 'trips.meridian.example', whitelist_domains = '[]' WHERE id = 8")
	s.User(91, anaUID, 7)
	s.User(92, tomUID, nil)
	s.Exec(`UPDATE users SET first_name = 'Ana', last_name = 'Reis', display_contact_info_on_links = 'personal',
		booking_email = 'ana@harbour.example' WHERE id = 91`)
	s.Exec(`UPDATE users SET first_name = 'Tom', last_name = 'Okafor', display_contact_info_on_links = 'personal'
		WHERE id = 92`)
	for i, c := range []struct {
		id, name                    string
		partner, user               any
		published, expires, trashed any
	}{
		{lisbonID, "Lisbon walks", 7, nil, now.Add(-time.Hour), nil, nil},
		{draftID, "Secret draft", 7, nil, nil, nil, nil},
		{laterID, "Secret plan", 7, nil, now.Add(time.Hour), nil, nil},
		{endedID, "Old summer", 7, nil, now.Add(-time.Hour), now.Add(-time.Minute), nil},
		{trashedID, "Thrown away", 7, nil, now.Add(-time.Hour), nil, now},
		{othersID, "Meridian lights", 8, nil, now.Add(-time.Hour), nil, nil},
		{personalID, "Tom's list", nil, 92, now.Add(-time.Hour), nil, nil},
	} {
		kind := "partner"
		if c.user != nil {
			kind = "personal"
		}
		s.Exec(`INSERT INTO collections (id, alt_id, name, name_key, type, partner_id, user_id, language_id,
				inspires_publish_at, expires_at, deleted_at, created_at, updated_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?)`, 500+i, c.id, c.name, fold.Key(c.name), kind, c.partner, c.user,
			c.published, c.expires, c.trashed, now, now)
	}
	s.content(1001, "A morning in Alfama", now.Add(-time.Hour), nil, lisbonID, personalID)
	s.content(1002, "Unfinished story", nil, nil, lisbonID)
	s.content(1003, "Yesterday's news", now.Add(-time.Hour), now.Add(-time.Minute), lisbonID)
	s.content(1004, "Northern lights", now.Add(-time.Hour), nil, othersID)
	s.content(1005, "Hidden story", now.Add(-time.Hour), nil, draftID)
}

// content inserts an item of content into collections.
func (s *pageServer) content(id int64, title string, published, expires any, collections ...string) {
	now := clock.Now()
	s.Exec(`INSERT INTO content (id, title, title_key, synopsis, content_url, type_id, partner_id, published_at,
			expires_at, created_at, updated_at)
		VALUES (?, ?, ?, 'About *it*.', 'https://magazine.example/story', 2, 1, ?, ?, ?, ?)`,
		id, title, fold.Key(title), published, expires, now, now)
	for _, alt := range collections {
		s.Exec(`INSERT INTO collection_content (collection_id, content_id, added_at)
			SELECT id, ?, ? FROM collections WHERE alt_id = ?`, id, now, alt)
	}
}

// poll makes the server learn about all changes so far.
func (s *pageServer) poll() {
	s.t.Helper()
	if err := s.watch.Poll(s.t.Context()); err != nil {
		s.t.Fatal(err)
	}
}

// reply is a response to a visitor.
type reply struct {
	*http.Response
	text string
	t    *testing.T
}

// visit sends a request to a URL of one of the sites. headers are pairs of a name and a value.
func (s *pageServer) visit(method, address string, body io.Reader, headers ...string) *reply {
	s.t.Helper()
	parsed, err := url.Parse(address)
	if err != nil {
		s.t.Fatal(err)
	}
	request := httptest.NewRequestWithContext(s.t.Context(), method, parsed.RequestURI(), body)
	request.Host = parsed.Host
	for i := 0; i+1 < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	recorder := httptest.NewRecorder()
	s.http.ServeHTTP(recorder, request)
	response := recorder.Result()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	if len(response.Cookies()) > 0 {
		s.t.Errorf("%s sets the cookies %v", address, response.Cookies())
	}
	return &reply{response, string(text), s.t}
}

// get requests a path of the landing site, or a URL.
func (s *pageServer) get(address string, headers ...string) *reply {
	s.t.Helper()
	if strings.HasPrefix(address, "/") {
		address = testSites.Landing + address
	}
	return s.visit(http.MethodGet, address, nil, headers...)
}

// send posts a form from a page of the landing site.
func (s *pageServer) send(path string, values url.Values, headers ...string) *reply {
	s.t.Helper()
	headers = append([]string{
		"Content-Type", "application/x-www-form-urlencoded", "Origin", testSites.Landing, "Sec-Fetch-Site", "same-origin",
	}, headers...)
	return s.visit(http.MethodPost, testSites.Landing+path, strings.NewReader(values.Encode()), headers...)
}

// want checks the status and that the page contains or, after a "-", lacks texts.
func (r *reply) want(status int, texts ...string) *reply {
	r.t.Helper()
	if r.StatusCode != status {
		r.t.Errorf("got status %d, want %d: %.300s", r.StatusCode, status, r.text)
	}
	for _, text := range texts {
		unwanted, without := strings.CutPrefix(text, "-")
		switch {
		case without && strings.Contains(r.text, unwanted):
			r.t.Errorf("the page contains %q", unwanted)
		case !without && !strings.Contains(r.text, text):
			r.t.Errorf("the page lacks %q: %.300s", text, r.text)
		}
	}
	return r
}
