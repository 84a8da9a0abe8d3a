package kittest

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/bulk"
	"waymark/internal/kit/db"
	"waymark/internal/kit/exporter"
	"waymark/internal/kit/fetch"
	"waymark/internal/kit/history"
	"waymark/internal/kit/importer"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/mail"
	"waymark/internal/kit/media"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/secret"
	"waymark/internal/kit/trash"
	"waymark/internal/kit/write"
	"waymark/internal/platform/gate"
	"waymark/internal/platform/people"
	"waymark/internal/platform/schema"
	"waymark/internal/platform/sites"
)

func init() { //nolint:gochecknoinits // for all tests
	slog.SetLogLoggerLevel(slog.LevelError) // failures, not every request
	auth.UseCheapHashes()
}

// Server is a running server with the endpoints that a test mounts.
type Server struct {
	DB       *db.DB
	Kit      resource.Kit
	Sessions *auth.Sessions
	Queue    *jobs.Queue
	Mail     *Mailbox
	// Public is the partner API, behind its gate.
	Public *api.API
	Gate   *gate.Gate
	URL    string

	t testing.TB
}

// Mount registers endpoints and jobs of a server under test.
type Mount func(s *Server, set *jobs.Set)

// Resources mounts endpoints that need nothing but the kit.
func Resources(mount func(resource.Kit)) Mount {
	return func(s *Server, _ *jobs.Set) { mount(s.Kit) }
}

// Sites are the addresses of the platform's other sites in tests.
var Sites = sites.Sites{
	Landing: "https://go.test.example", Inspires: "https://inspires.test.example", App: "https://app.test.example",
	Console: "https://console.test.example:8443",
}

// AppKey is the credential of the user-facing app in tests.
const AppKey = "the key of the app"

// Serve starts a server with the given endpoints on a database.
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
		Kit: resource.Kit{
			API: api.New("Test", "test", ""), Store: store, Media: library, Bulk: bulk.NewRunner(store),
			Exports: exporter.NewRegistry(), Imports: importer.NewRegistry(), References: trash.NewReferences(), Key: key,
			Kinds: history.NewKinds(),
		},
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
	// Requests come from this machine, which is a trusted proxy, so that tests can set X-Forwarded-For.
	proxies := []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}
	listener := httptest.NewServer(api.Identify(proxies, api.Log(mux)))
	t.Cleanup(func() {
		listener.Close()
		_ = s.Gate.Log.Close(context.Background())
	})
	s.URL = listener.URL
	return s
}

// Picture uploads a small picture and returns its id.
func (s *Server) Picture() int64 {
	s.t.Helper()
	var content bytes.Buffer
	if err := png.Encode(&content, image.NewGray(image.Rect(0, 0, 30, 20))); err != nil {
		s.t.Fatal(err)
	}
	taken, err := s.Kit.Media.Add(context.Background(), "file", content.Bytes())
	if err != nil {
		s.t.Fatal(err)
	}
	return taken.ID
}

// RunJobs runs the queued jobs until none is left.
func (s *Server) RunJobs() {
	s.t.Helper()
	ctx := context.Background()
	if err := s.Queue.Start(ctx); err != nil {
		s.t.Fatal(err)
	}
	deadline := time.Now().Add(30 * time.Second)
	for {
		waiting, err := db.Value[int](ctx, s.DB.Read(),
			"SELECT count(*) FROM river_job WHERE state IN ('available', 'running', 'pending', 'scheduled')")
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

// Mailbox collects messages instead of sending them.
type Mailbox struct{ Messages []mail.Message }

// Send adds a message.
func (m *Mailbox) Send(_ context.Context, message mail.Message) error {
	m.Messages = append(m.Messages, message)
	return nil
}

// Exec runs a statement. It has no time limit, because inserting thousands of rows can take longer than a request may,
// on a busy machine.
func (s *Server) Exec(query string, args ...any) {
	s.t.Helper()
	ctx := db.WithStatementLimit(context.Background(), 0)
	if _, err := s.DB.Writer().Exec(ctx, query, args...); err != nil {
		s.t.Fatal(err)
	}
}

// Count returns the number that a query selects.
func (s *Server) Count(query string, args ...any) int64 {
	s.t.Helper()
	n, err := db.Value[int64](context.Background(), s.DB.Read(), query, args...)
	if err != nil {
		s.t.Fatal(err)
	}
	return n
}

// Analyse updates the statistics that the engine plans with.
func (s *Server) Analyse() {
	s.t.Helper()
	s.Exec("ANALYZE")
}

// Undoer undoes the changes of a server under test.
func Undoer(s *Server) *history.Undoer {
	return &history.Undoer{Store: s.Kit.Store, Tables: schema.Histories(), Kinds: s.Kit.Kinds, Uploads: "uploads"}
}
