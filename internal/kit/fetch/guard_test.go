package fetch_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"waymark/internal/kit/fetch"
	"waymark/internal/kit/fetch/fetchtest"
)

// servePublic runs a server for an address that tests declare to be public.
func servePublic(t *testing.T, handler http.HandlerFunc) netip.AddrPort {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return netip.MustParseAddrPort(strings.TrimPrefix(server.URL, "http://"))
}

func TestGuard_Names(t *testing.T) {
	t.Parallel()
	var moved atomic.Bool
	public := servePublic(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/move" {
			moved.Store(true)
			http.Redirect(w, r, "/there", http.StatusFound)
			return
		}
		_, _ = io.WriteString(w, "the outside")
	})
	private := fetchtest.Listen(t, fmt.Sprintf("127.0.0.2:%d", public.Port()))
	resolver := fetchtest.Resolver(func(name string) []string {
		switch name {
		case "public.example":
			return []string{"127.0.0.1"}
		case "private.example":
			return []string{"127.0.0.2"}
		case "both.example":
			return []string{"127.0.0.2", "127.0.0.1"}
		case "both-reversed.example":
			return []string{"127.0.0.1", "127.0.0.2"}
		case "six.example":
			return []string{"::1", "::ffff:127.0.0.2", "64:ff9b::7f00:2", "2002:7f00:2::"}
		case "moving.example":
			if moved.Load() {
				return []string{"127.0.0.2"}
			}
			return []string{"127.0.0.1"}
		}
		return nil
	})
	client := fetch.TestNetwork{
		Public: []netip.AddrPort{public}, Ports: []uint16{public.Port()}, Resolver: resolver,
	}.Client()
	get := func(name, path string) (string, error) {
		page, err := client.Get(context.Background(), fmt.Sprintf("http://%s:%d%s", name, public.Port(), path), 1000)
		if err != nil {
			return "", err
		}
		return string(page.Body), nil
	}
	for _, name := range []string{
		"public.example", "PUBLIC.Example", "public.example.", "both.example", "both-reversed.example",
	} {
		if text, err := get(name, "/"); text != "the outside" {
			t.Errorf("%s: got %q, %v", name, text, err)
		}
	}
	for _, name := range []string{"private.example", "six.example", "127.0.0.2"} {
		if text, err := get(name, "/"); !errors.Is(err, fetch.ErrRefused) {
			t.Errorf("%s: got %q, %v", name, text, err)
		}
	}
	if _, err := get("nobody.example", "/?token=secret"); err == nil || errors.Is(err, fetch.ErrRefused) ||
		strings.Contains(err.Error(), "secret") {
		t.Errorf("a name that does not exist: %v", err)
	}
	t.Run("refuses a name that changes to a private address between two requests", func(t *testing.T) {
		if text, err := get("moving.example", "/move"); !errors.Is(err, fetch.ErrRefused) {
			t.Errorf("got %q, %v", text, err)
		}
	})
	if n := private.Reached(); n != 0 {
		t.Errorf("the private server was reached %d times", n)
	}
}

// These two checks prove that the listener can be reached: otherwise the other tests could pass for the wrong reason.
func TestGuard_TestNetwork(t *testing.T) {
	t.Parallel()
	private := fetchtest.Listen(t, "127.0.0.1:0")
	resolver := fetchtest.Resolver(func(string) []string { return []string{"127.0.0.1"} })
	address := fmt.Sprintf("http://any.example:%d/", private.At.Port())
	ports := []uint16{private.At.Port()}
	allowed := fetch.TestNetwork{Public: []netip.AddrPort{private.At}, Ports: ports, Resolver: resolver}.Client()
	if _, err := allowed.Get(context.Background(), address, 1000); err != nil || private.Reached() != 1 {
		t.Errorf("reached %d times: %v", private.Reached(), err)
	}
	guarded := fetch.TestNetwork{Ports: ports, Resolver: resolver}.Client()
	_, err := guarded.Get(context.Background(), address, 1000)
	if !errors.Is(err, fetch.ErrRefused) || private.Reached() != 1 {
		t.Errorf("reached %d times: %v", private.Reached(), err)
	}
}

func TestGuard_Redirects(t *testing.T) {
	t.Parallel()
	private := fetchtest.Listen(t, "127.0.0.1:0")
	public := servePublic(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Location", r.URL.Query().Get("to"))
		w.WriteHeader(http.StatusFound)
	})
	client := fetch.TestNetwork{
		Public: []netip.AddrPort{public}, Ports: []uint16{private.At.Port()},
		Resolver: fetchtest.Resolver(func(string) []string { return []string{"127.0.0.1"} }),
	}.Client()
	for _, to := range []string{
		"//127.0.0.1:PORT/", "http://127.0.0.1:PORT/", "http://localhost:PORT/", "http://a.LOCALHOST.:PORT/",
		"http://2130706433:PORT/", "http://0x7f.1:PORT/", "http://0177.0.0.1:PORT/",
		"http://127.1:PORT/", "http://127.0.0.1.:PORT/", "http://[::ffff:127.0.0.1]:PORT/", "http://[::1]:PORT/",
		"http://inner.example:PORT/", "http://１２７.0.0.1:PORT/", "http://①②⑦.⓪.⓪.①:PORT/",
		"http://168.63.129.16/", "http://127.0.0.1:22/", "http://any.example:8080/",
	} {
		to = strings.ReplaceAll(to, "PORT", strconv.Itoa(int(private.At.Port())))
		_, err := client.Get(context.Background(), "http://"+public.String()+"/?to="+url.QueryEscape(to), 1000)
		if !errors.Is(err, fetch.ErrRefused) {
			t.Errorf("to %s: %v", to, err)
		}
	}
	if n := private.Reached(); n != 0 {
		t.Errorf("the private server was reached %d times", n)
	}
}

// Not parallel: the environment belongs to the whole process.
func TestGet_IgnoresProxies(t *testing.T) {
	proxy := fetchtest.Listen(t, "127.0.0.1:0")
	for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy"} {
		t.Setenv(name, "http://"+proxy.At.String())
	}
	resolver := fetchtest.Resolver(func(string) []string { return nil })
	for _, address := range []string{"http://any.example/", "https://any.example/"} {
		client := fetch.TestNetwork{Public: []netip.AddrPort{proxy.At}, Resolver: resolver}.Client()
		if _, err := client.Get(context.Background(), address, 1000); err == nil {
			t.Errorf("%s was fetched", address)
		}
	}
	if n := proxy.Reached(); n != 0 {
		t.Errorf("the proxy was used %d times", n)
	}
}

func TestVisit_SharedTimeLimit(t *testing.T) {
	t.Parallel()
	public := servePublic(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/first" {
			return
		}
		for r.Context().Err() == nil { // single bytes, so that no single read times out
			_, _ = io.WriteString(w, "x")
			_ = http.NewResponseController(w).Flush()
			select {
			case <-r.Context().Done():
			case <-time.After(5 * time.Millisecond):
			}
		}
	})
	client := fetch.TestNetwork{Public: []netip.AddrPort{public}, Timeout: 300 * time.Millisecond}.Client()
	ctx, done, err := client.Visit(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer done()
	started := time.Now()
	if _, err := client.Get(ctx, "http://"+public.String()+"/first", 1000); err != nil {
		t.Fatal(err)
	}
	if _, err := client.Get(ctx, "http://"+public.String()+"/drip", 1<<20); !errors.Is(err, fetch.ErrTooSlow) {
		t.Errorf("got %v", err)
	}
	if _, err := client.Get(ctx, "http://"+public.String()+"/first", 1000); !errors.Is(err, fetch.ErrTooSlow) {
		t.Errorf("got %v", err)
	}
	if took := time.Since(started); took > 4*time.Second {
		t.Errorf("it took %v", took)
	}
}

func TestVisit_TimeLimit(t *testing.T) {
	t.Parallel()
	ctx, done, err := fetch.New(false).Visit(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer done()
	if deadline, ok := ctx.Deadline(); !ok || time.Until(deadline) > 8*time.Second ||
		time.Until(deadline) < 4*time.Second {
		t.Errorf("its deadline is %v", deadline)
	}
}

func TestGetIf(t *testing.T) {
	t.Parallel()
	address, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "image/png")
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	})
	errUnwanted := errors.New("unwanted")
	page, err := fetch.New(true).GetIf(context.Background(), address, 1000, func(p *fetch.Page) error {
		if p.Header.Get("Content-Type") != "image/png" || p.URL.String() != address {
			t.Errorf("checked %v at %v", p.Header, p.URL)
		}
		return errUnwanted
	})
	if page != nil || !errors.Is(err, errUnwanted) {
		t.Errorf("got %v, %v", page, err)
	}
}
