package linkchecks_test

import (
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"waymark/internal/kit/fetch"
	"waymark/internal/kit/fetch/fetchtest"
)

// site is a server that plays many hosts. It remembers when each host was requested.
type site struct {
	t       *testing.T
	plain   *httptest.Server
	secure  *httptest.Server // its certificate is not valid
	six     *httptest.Server // listens on IPv6
	private *fetchtest.Listener
	port    uint16

	mu       sync.Mutex
	busy     map[string]int
	first    map[string]time.Time
	requests map[string]int
	problems []string
	minGap   time.Duration
	agents   map[string]bool
}

func newSite(t *testing.T, minGap time.Duration) *site {
	t.Helper()
	s := &site{
		t: t, private: fetchtest.Listen(t, "127.0.0.1:0"), busy: map[string]int{}, first: map[string]time.Time{},
		requests: map[string]int{}, minGap: minGap, agents: map[string]bool{},
	}
	s.plain = httptest.NewServer(http.HandlerFunc(s.serve))
	t.Cleanup(s.plain.Close)
	s.secure = httptest.NewUnstartedServer(http.HandlerFunc(s.serve))
	s.secure.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.secure.StartTLS()
	t.Cleanup(s.secure.Close)
	s.six = httptest.NewUnstartedServer(http.HandlerFunc(s.serve))
	if listener, err := net.Listen("tcp", "[::1]:0"); err == nil {
		_ = s.six.Listener.Close()
		s.six.Listener = listener
	}
	s.six.Start()
	t.Cleanup(s.six.Close)
	s.port = addressOf(s.plain).Port()
	return s
}

func addressOf(s *httptest.Server) netip.AddrPort {
	return netip.MustParseAddrPort(s.Listener.Addr().String())
}

// network is one in which the servers are public. Names that begin with "nobody" don't exist, and those that begin with
// "inner" are private.
func (s *site) network(timeout time.Duration) *fetch.Prober {
	return fetch.TestNetwork{
		Public: []netip.AddrPort{addressOf(s.plain), addressOf(s.secure), addressOf(s.six)},
		Ports:  []uint16{s.port, addressOf(s.secure).Port(), s.private.At.Port()},
		Resolver: fetchtest.Resolver(func(name string) []string {
			switch {
			case strings.HasPrefix(name, "nobody"):
				return nil
			case strings.HasPrefix(name, "inner"):
				return []string{"127.0.0.2"}
			}
			return []string{"127.0.0.1"}
		}),
	}.Client().Prober(timeout)
}

// url returns a URL on one of the hosts.
func (s *site) url(host, path string) string {
	return fmt.Sprintf("http://%s.example:%d%s", host, s.port, path)
}

// enter checks that the requests of a host keep their distance.
func (s *site) enter(host string, agent string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.agents[agent] = true
	s.requests[host]++
	s.busy[host]++
	if s.requests[host] == 1 {
		s.first[host] = time.Now()
	}
	// Requests arrive later than they were sent, by a time that differs.
	atLeast := time.Duration(s.requests[host]-1)*s.minGap - maxDifference
	if elapsed := time.Since(s.first[host]); elapsed < atLeast {
		s.problems = append(s.problems, fmt.Sprintf("%s had %d requests in %s", host, s.requests[host], elapsed))
	}
}

const maxDifference = 200 * time.Millisecond

func (s *site) leave(host string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.busy[host]--
}

// awaitFormer checks that a host has one request at a time. The server notices a little later that the client has ended
// the one before.
func (s *site) awaitFormer(host string) {
	for deadline := time.Now().Add(maxDifference); time.Now().Before(deadline); runtime.Gosched() {
		s.mu.Lock()
		alone := s.busy[host] == 1
		s.mu.Unlock()
		if alone {
			return
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.busy[host] > 1 {
		s.problems = append(s.problems, host+" has two requests at a time")
	}
}

func (s *site) serve(w http.ResponseWriter, r *http.Request) {
	host, _, _ := net.SplitHostPort(r.Host)
	s.enter(host, r.UserAgent())
	defer s.leave(host)
	s.awaitFormer(host)
	if r.Method != http.MethodGet {
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	name, rest, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	page := pages[name]
	switch {
	case name == "robots.txt":
		robots(w, host)
	case page != nil:
		page(s, w, r)
	case rest == "" || name == "en":
		_, _ = fmt.Fprint(w, "<html><title>Welcome</title></html>")
	default:
		w.WriteHeader(http.StatusNotFound)
	}
}

// answer returns a page with a status and the rest of the path as its title.
func answer(status int) func(*site, http.ResponseWriter, *http.Request) {
	return func(_ *site, w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(status)
		_, _ = fmt.Fprintf(w, "<html><head><title>A page</title></head><body><h1>About %s</h1></body></html>", r.URL.Path)
	}
}

func titled(title string) func(*site, http.ResponseWriter, *http.Request) {
	return func(_ *site, w http.ResponseWriter, _ *http.Request) {
		_, _ = fmt.Fprintf(w, "<!doctype html><html><head><title>%s</title></head><body><p>Text</p></body></html>", title)
	}
}

// moved redirects to the URL in the parameter "to".
func moved(status int) func(*site, http.ResponseWriter, *http.Request) {
	return func(_ *site, w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Location", r.URL.Query().Get("to"))
		w.WriteHeader(status)
	}
}

var pages = map[string]func(*site, http.ResponseWriter, *http.Request){
	"ok": answer(200), "gone": answer(410), "missing": answer(404), "forbidden": answer(403), "error": answer(500),
	"unavailable": answer(503), "login": answer(401),
	"301": moved(301), "302": moved(302), "303": moved(303), "307": moved(307), "308": moved(308),
	"soft":    titled("Page not found | Example"),
	"soft404": titled("404"),
	"german":  titled("Seite nicht gefunden – Beispiel"),
	"article": titled("Lost and not found: a night in Lisbon"),
	"peugeot": titled("Touring France in a Peugeot 404"),
	"busy": func(_ *site, w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "3600")
		w.WriteHeader(http.StatusTooManyRequests)
	},
	"slow": func(_ *site, _ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
	"endless": func(_ *site, w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			if _, err := w.Write(make([]byte, 4096)); err != nil {
				return
			}
		}
	},
	"loop": func(_ *site, w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, r.URL.Path, http.StatusFound)
	},
	"consent": func(_ *site, w http.ResponseWriter, r *http.Request) {
		if _, err := r.Cookie("seen"); err != nil {
			http.SetCookie(w, &http.Cookie{Name: "seen", Value: "1", Path: "/"})
			http.Redirect(w, r, r.URL.Path, http.StatusFound)
			return
		}
		answer(200)(nil, w, r)
	},
}

func robots(w http.ResponseWriter, host string) {
	switch host {
	case "strict.example":
		_, _ = fmt.Fprint(w, "User-agent: *\nDisallow: /\n\nUser-agent: Waymark\nDisallow: /ok/\nAllow: /ok/open\n")
	case "down.example":
		w.WriteHeader(http.StatusServiceUnavailable)
	default:
		w.WriteHeader(http.StatusNotFound)
	}
}
