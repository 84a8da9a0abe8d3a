package kittest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/fetch"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/mail"
	"waymark/internal/kit/media"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/secret"
	"waymark/internal/kit/write"
	"waymark/internal/platform/gate"
	"waymark/internal/platform/people"
	"waymark/internal/platform/sites"
)

func init() { slog.SetLogLoggerLevel(slog.LevelError) } //nolint:gochecknoinits // tests read failures, not every request

// Server is a running server with the calls a test mounted.
type Server struct {
	DB       *db.DB
	Kit      resource.Kit
	Sessions *auth.Sessions
	Queue    *jobs.Queue
	Mail     *Mailbox
	// Public is the API for other programs, behind its gate.
	Public *api.API
	Gate   *gate.Gate
	URL    string

	t testing.TB
}

// Mount adds calls and jobs to a server under test.
type Mount func(s *Server, set *jobs.Set)

// Resources mounts calls that need nothing but the kit.
func Resources(mount func(resource.Kit)) Mount {
	return func(s *Server, _ *jobs.Set) { mount(s.Kit) }
}

// Sites are the platform's other sites in tests.
var Sites = sites.Sites{Landing: "https://go.test.example", Inspires: "https://inspires.test.example"}

// AppKey is the user-facing app's credential in tests.
const AppKey = "the key of the app"

// Serve runs the kit with the given calls on a database.
func Serve(t testing.TB, d *db.DB, mounts ...Mount) *Server {
	t.Helper()
	storage, err := media.OpenStorage("file:" + t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	store := &write.Store{DB: d}
	library := &media.Library{Store: store, Storage: storage, Fetch: fetch.New(true)}
	key, err := secret.Parse(strings.Repeat("test key ", 8))
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{
		DB: d, Sessions: people.Sessions(d, false), Mail: &Mailbox{}, t: t,
		Kit: resource.Kit{API: api.New("Test", "test", ""), Store: store, Media: library, Bulk: resource.NewBulk(store), Tables: resource.NewTables(), Key: key},
	}
	s.Public = gate.NewAPI("Test", "test", "")
	s.Gate = &gate.Gate{Store: store, Key: key, AppKey: AppKey, PerMinute: 10_000, Log: gate.NewLog(store)}
	set := jobs.NewSet()
	library.Jobs(set)
	s.Kit.Bulk.Jobs(set)
	s.Kit.Bulk.Mount(s.Kit.API)
	for _, mount := range mounts {
		mount(s, set)
	}
	if s.Queue, err = jobs.Open(d, set, 2); err != nil {
		t.Fatal(err)
	}
	store.Jobs = s.Queue
	mux := http.NewServeMux()
	mux.Handle("/api/", api.SameOrigin(api.SignedIn(s.Sessions, s.Kit.API)))
	mux.Handle("/api/v1/", s.Gate.Guard(s.Public))
	mux.Handle("/files/", library)
	// Requests come from this machine, which is trusted to say in X-Forwarded-For where they come from.
	proxies := []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}
	listener := httptest.NewServer(api.Identify(proxies, api.Log(mux)))
	t.Cleanup(func() {
		listener.Close()
		_ = s.Gate.Log.Close(context.Background())
	})
	s.URL = listener.URL
	return s
}

// Picture is the id of a small picture somebody has just uploaded.
func (s *Server) Picture() int64 {
	s.t.Helper()
	var content bytes.Buffer
	if err := png.Encode(&content, image.NewGray(image.Rect(0, 0, 30, 20))); err != nil {
		s.t.Fatal(err)
	}
	taken, err := s.Kit.Media.Take(context.Background(), "file", content.Bytes())
	if err != nil {
		s.t.Fatal(err)
	}
	return taken.ID
}

// RunJobs runs what is queued, until nothing is waiting.
func (s *Server) RunJobs() {
	s.t.Helper()
	ctx := context.Background()
	if err := s.Queue.Start(ctx); err != nil {
		s.t.Fatal(err)
	}
	deadline := time.Now().Add(30 * time.Second)
	for {
		waiting, err := db.Value[int](ctx, s.DB.Read(), "SELECT count(*) FROM river_job WHERE state IN ('available', 'running', 'pending', 'scheduled')")
		if err != nil {
			s.t.Fatal(err)
		}
		if waiting == 0 {
			break
		}
		if time.Now().After(deadline) {
			s.t.Fatalf("%d jobs are still waiting", waiting)
		}
		time.Sleep(20 * time.Millisecond)
	}
	if err := s.Queue.Stop(ctx); err != nil {
		s.t.Fatal(err)
	}
}

// Client makes requests as one person.
type Client struct {
	server *Server
	token  string
	header http.Header
	UserID int64
}

// Admin signs an admin in.
func (s *Server) Admin() *Client { return s.signIn(auth.Admin) }

// Editor signs an editor in.
func (s *Server) Editor() *Client { return s.signIn(auth.Editor) }

// Anyone is someone who is not signed in.
func (s *Server) Anyone() *Client { return &Client{server: s, header: http.Header{}} }

// App is the user-facing app.
func (s *Server) App() *Client { return s.Anyone().With("Authorization", "Bearer "+AppKey) }

// signIn makes a person and a session for them, without the cost of a password.
func (s *Server) signIn(role auth.Role) *Client {
	s.t.Helper()
	ctx, now := context.Background(), clock.Now()
	id, err := s.DB.Writer().Insert(ctx, `INSERT INTO users (first_name, first_name_key, last_name, last_name_key, email, alt_id, internal, staff_role, partner_id, search_text, created_at, updated_at)
		VALUES ('Test', 'test', ?, ?, ?, ?, TRUE, ?, 1, '', ?, ?)`, string(role), string(role), secret.AltID()+"@test.example", secret.AltID(), string(role), now, now)
	if err != nil {
		s.t.Fatal(err)
	}
	cookie, err := s.Sessions.Start(ctx, id, 0, "", "")
	if err != nil {
		s.t.Fatal(err)
	}
	return &Client{server: s, token: cookie.Value, header: http.Header{}, UserID: id}
}

// Unconfirmed is the same person in another session, whose password was given longer ago than counts as confirmed.
func (c *Client) Unconfirmed() *Client {
	s := c.server
	s.t.Helper()
	epoch := s.Count("SELECT session_epoch FROM users WHERE id = ?", c.UserID)
	cookie, err := s.Sessions.Start(context.Background(), c.UserID, epoch, "", "")
	if err != nil {
		s.t.Fatal(err)
	}
	s.Exec("UPDATE sessions SET confirmed_at = ? WHERE token_hash = ?", clock.Now().Add(-auth.ConfirmedFor), secret.Hash(cookie.Value))
	changed := *c
	changed.token = cookie.Value
	return &changed
}

// With is the same person sending another header.
func (c *Client) With(name, value string) *Client {
	changed := *c
	changed.header = c.header.Clone()
	changed.header.Set(name, value)
	return &changed
}

// Answer is what came back.
type Answer struct {
	Status int
	Header http.Header
	Text   string
	JSON   map[string]any

	t    testing.TB
	call string
}

// Get asks.
func (c *Client) Get(path string) *Answer { return c.Do("GET", path, nil) }

// Post sends a JSON body.
func (c *Client) Post(path string, body any) *Answer { return c.Do("POST", path, body) }

// Put sends a JSON body.
func (c *Client) Put(path string, body any) *Answer { return c.Do("PUT", path, body) }

// Delete deletes.
func (c *Client) Delete(path string) *Answer { return c.Do("DELETE", path, nil) }

// Do makes a request. A path without a slash is one of the admin API; a string or bytes are sent as they are.
func (c *Client) Do(method, path string, body any) *Answer {
	t := c.server.t
	t.Helper()
	if !strings.HasPrefix(path, "/") {
		path = "/api/admin/" + path
	}
	var content io.Reader
	switch b := body.(type) {
	case nil:
	case string:
		content = strings.NewReader(b)
	case []byte:
		content = bytes.NewReader(b)
	default:
		encoded, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		content = bytes.NewReader(encoded)
	}
	request, err := http.NewRequestWithContext(context.Background(), method, c.server.URL+path, content)
	if err != nil {
		t.Fatal(err)
	}
	request.Header = c.header.Clone()
	if content != nil && request.Header.Get("Content-Type") == "" {
		request.Header.Set("Content-Type", "application/json")
	}
	if c.token != "" {
		request.AddCookie(&http.Cookie{Name: c.server.Sessions.CookieName(), Value: c.token}) //nolint:gosec // sent, not set
	}
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if response.StatusCode == http.StatusInternalServerError {
		t.Errorf("%s %s: the server failed: %s", method, path, text)
	}
	answer := &Answer{Status: response.StatusCode, Header: response.Header, Text: string(text), t: t, call: method + " " + path}
	if strings.HasPrefix(response.Header.Get("Content-Type"), "application/json") && len(text) > 0 {
		if err := json.Unmarshal(text, &answer.JSON); err != nil {
			t.Fatalf("%s: not JSON: %s", answer.call, text)
		}
	}
	return answer
}

// Want fails the test when the status is another.
func (a *Answer) Want(status int) *Answer {
	a.t.Helper()
	if a.Status != status {
		a.t.Fatalf("%s: got %d, want %d: %s", a.call, a.Status, status, a.Text)
	}
	return a
}

// Refused fails the test unless the answer is 422 with an error under each of the fields, and no other.
func (a *Answer) Refused(fields ...string) *Answer {
	a.t.Helper()
	a.Want(http.StatusUnprocessableEntity)
	found, _ := a.JSON["errors"].(map[string]any)
	for _, field := range fields {
		if _, ok := found[field]; !ok {
			a.t.Fatalf("%s: no error under %q: %s", a.call, field, a.Text)
		}
	}
	if len(found) != len(fields) {
		a.t.Fatalf("%s: want errors under %v only: %s", a.call, fields, a.Text)
	}
	return a
}

// Value is what stands at a path in the JSON: "item.name", "items.0.id". It fails the test when nothing does.
func (a *Answer) Value(path string) any {
	a.t.Helper()
	var at any = a.JSON
	for key := range strings.SplitSeq(path, ".") {
		switch v := at.(type) {
		case map[string]any:
			next, ok := v[key]
			if !ok {
				a.t.Fatalf("%s: nothing at %s: %s", a.call, path, a.Text)
			}
			at = next
		case []any:
			var i int
			if _, err := fmt.Sscan(key, &i); err != nil || i >= len(v) {
				a.t.Fatalf("%s: nothing at %s: %s", a.call, path, a.Text)
			}
			at = v[i]
		default:
			a.t.Fatalf("%s: nothing at %s: %s", a.call, path, a.Text)
		}
	}
	return at
}

// Text at a path.
func (a *Answer) String(path string) string {
	a.t.Helper()
	text, ok := a.Value(path).(string)
	if !ok {
		a.t.Fatalf("%s: no text at %s: %s", a.call, path, a.Text)
	}
	return text
}

// NotConfirmed fails the test unless the answer asks for the password.
func (a *Answer) NotConfirmed() *Answer {
	a.t.Helper()
	if a.Want(http.StatusForbidden); a.JSON["code"] != "reauthentication_required" {
		a.t.Fatalf("%s: does not ask for the password: %s", a.call, a.Text)
	}
	return a
}

// Int is a number at a path.
func (a *Answer) Int(path string) int64 {
	a.t.Helper()
	number, ok := a.Value(path).(float64)
	if !ok {
		a.t.Fatalf("%s: no number at %s: %s", a.call, path, a.Text)
	}
	return int64(number)
}

// Column is one field of all items of a list, as text.
func (a *Answer) Column(field string) []string {
	a.t.Helper()
	column := []string{}
	items, _ := a.Value("items").([]any)
	for _, item := range items {
		row, _ := item.(map[string]any)
		column = append(column, fmt.Sprint(row[field]))
	}
	return column
}

// Keys are the names of what an object at a path has, in alphabetical order.
func (a *Answer) Keys(path string) []string {
	a.t.Helper()
	object, ok := a.Value(path).(map[string]any)
	if !ok {
		a.t.Fatalf("%s: no object at %s: %s", a.call, path, a.Text)
	}
	return slices.Sorted(maps.Keys(object))
}

// Mailbox keeps messages instead of sending them.
type Mailbox struct{ Messages []mail.Message }

// Send keeps a message.
func (m *Mailbox) Send(_ context.Context, message mail.Message) error {
	m.Messages = append(m.Messages, message)
	return nil
}

// Exec runs SQL a test needs.
func (s *Server) Exec(query string, args ...any) {
	s.t.Helper()
	if _, err := s.DB.Writer().Exec(context.Background(), query, args...); err != nil {
		s.t.Fatal(err)
	}
}

// Count counts by SQL.
func (s *Server) Count(query string, args ...any) int64 {
	s.t.Helper()
	n, err := db.Value[int64](context.Background(), s.DB.Read(), query, args...)
	if err != nil {
		s.t.Fatal(err)
	}
	return n
}

// Analyse lets the engine see what is in the tables, as it does by itself sooner or later.
func (s *Server) Analyse() {
	s.t.Helper()
	s.Exec("ANALYZE")
}
