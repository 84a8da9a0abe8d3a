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

// outside serves pages on an address that stands for the outside.
func outside(t *testing.T, handler http.HandlerFunc) netip.AddrPort {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return netip.MustParseAddrPort(strings.TrimPrefix(server.URL, "http://"))
}

func TestNamesLeadToTheOutsideOnly(t *testing.T) {
	t.Parallel()
	var moved atomic.Bool
	public := outside(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/move" {
			moved.Store(true)
			http.Redirect(w, r, "/there", http.StatusFound)
			return
		}
		_, _ = io.WriteString(w, "the outside")
	})
	inside := fetchtest.Listen(t, fmt.Sprintf("127.0.0.2:%d", public.Port()))
	names := fetchtest.Resolver(func(name string) []string {
		switch name {
		case "public.example":
			return []string{"127.0.0.1"}
		case "private.example":
			return []string{"127.0.0.2"}
		case "both.example":
			return []string{"127.0.0.2", "127.0.0.1"}
		case "both-turned.example":
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
	client := fetch.TestNetwork{Public: []netip.AddrPort{public}, Ports: []uint16{public.Port()}, Resolver: names}.Client()
	get := func(name, path string) (string, error) {
		page, err := client.Get(context.Background(), fmt.Sprintf("http://%s:%d%s", name, public.Port(), path), 1000)
		if err != nil {
			return "", err
		}
		return string(page.Body), nil
	}
	for _, name := range []string{"public.example", "PUBLIC.Example", "public.example.", "both.example", "both-turned.example"} {
		if text, err := get(name, "/"); text != "the outside" {
			t.Errorf("%s: got %q, %v", name, text, err)
		}
	}
	for _, name := range []string{"private.example", "six.example", "127.0.0.2"} {
		if text, err := get(name, "/"); !errors.Is(err, fetch.ErrRefused) {
			t.Errorf("%s: got %q, %v", name, text, err)
		}
	}
	if _, err := get("nobody.example", "/?token=secret"); err == nil || errors.Is(err, fetch.ErrRefused) || strings.Contains(err.Error(), "secret") {
		t.Errorf("a name nobody has: %v", err)
	}
	t.Run("also when a name moves inside between two steps", func(t *testing.T) {
		if text, err := get("moving.example", "/move"); !errors.Is(err, fetch.ErrRefused) {
			t.Errorf("got %q, %v", text, err)
		}
	})
	if n := inside.Reached(); n != 0 {
		t.Errorf("the inside was reached %d times", n)
	}
}

// Without these two the tests above could pass for the wrong reason.
func TestTheInsideOfTestsCanBeReached(t *testing.T) {
	t.Parallel()
	inside := fetchtest.Listen(t, "127.0.0.1:0")
	names := fetchtest.Resolver(func(string) []string { return []string{"127.0.0.1"} })
	address := fmt.Sprintf("http://any.example:%d/", inside.At.Port())
	if _, err := (fetch.TestNetwork{Public: []netip.AddrPort{inside.At}, Ports: []uint16{inside.At.Port()}, Resolver: names}).Client().Get(context.Background(), address, 1000); err != nil || inside.Reached() != 1 {
		t.Errorf("reached %d times: %v", inside.Reached(), err)
	}
	if _, err := (fetch.TestNetwork{Ports: []uint16{inside.At.Port()}, Resolver: names}).Client().Get(context.Background(), address, 1000); !errors.Is(err, fetch.ErrRefused) || inside.Reached() != 1 {
		t.Errorf("reached %d times: %v", inside.Reached(), err)
	}
}

func TestNoRedirectLeadsInside(t *testing.T) {
	t.Parallel()
	inside := fetchtest.Listen(t, "127.0.0.1:0")
	public := outside(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Location", r.URL.Query().Get("to"))
		w.WriteHeader(http.StatusFound)
	})
	client := fetch.TestNetwork{Public: []netip.AddrPort{public}, Ports: []uint16{inside.At.Port()}, Resolver: fetchtest.Resolver(func(string) []string { return []string{"127.0.0.1"} })}.Client()
	for _, to := range []string{
		"//127.0.0.1:PORT/", "http://127.0.0.1:PORT/", "http://localhost:PORT/", "http://a.LOCALHOST.:PORT/", "http://2130706433:PORT/", "http://0x7f.1:PORT/", "http://0177.0.0.1:PORT/",
		"http://127.1:PORT/", "http://127.0.0.1.:PORT/", "http://[::ffff:127.0.0.1]:PORT/", "http://[::1]:PORT/", "http://inner.example:PORT/", "http://１２７.0.0.1:PORT/", "http://①②⑦.⓪.⓪.①:PORT/",
		"http://168.63.129.16/", "http://127.0.0.1:22/", "http://any.example:8080/",
	} {
		to = strings.ReplaceAll(to, "PORT", strconv.Itoa(int(inside.At.Port())))
		if _, err := client.Get(context.Background(), "http://"+public.String()+"/?to="+url.QueryEscape(to), 1000); !errors.Is(err, fetch.ErrRefused) {
			t.Errorf("to %s: %v", to, err)
		}
	}
	if n := inside.Reached(); n != 0 {
		t.Errorf("the inside was reached %d times", n)
	}
}

// Not in parallel: the environment is everybody's.
func TestNoProxyIsAsked(t *testing.T) {
	proxy := fetchtest.Listen(t, "127.0.0.1:0")
	for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy"} {
		t.Setenv(name, "http://"+proxy.At.String())
	}
	names := fetchtest.Resolver(func(string) []string { return nil })
	for _, address := range []string{"http://any.example/", "https://any.example/"} {
		if _, err := (fetch.TestNetwork{Public: []netip.AddrPort{proxy.At}, Resolver: names}).Client().Get(context.Background(), address, 1000); err == nil {
			t.Errorf("%s was fetched", address)
		}
	}
	if n := proxy.Reached(); n != 0 {
		t.Errorf("the proxy was asked %d times", n)
	}
}

func TestAllFetchesOfAVisitShareItsTime(t *testing.T) {
	t.Parallel()
	public := outside(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/first" {
			return
		}
		for r.Context().Err() == nil { // a byte now and then, so that no single read waits long
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

func TestAVisitTakesEightSecondsAtMost(t *testing.T) {
	t.Parallel()
	ctx, done, err := fetch.New(false).Visit(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer done()
	if deadline, ok := ctx.Deadline(); !ok || time.Until(deadline) > 8*time.Second || time.Until(deadline) < 4*time.Second {
		t.Errorf("it has until %v", deadline)
	}
}

func TestABodyNobodyWantsIsNotRead(t *testing.T) {
	t.Parallel()
	address, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "image/png")
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	})
	unwanted := errors.New("unwanted")
	page, err := fetch.New(true).GetIf(context.Background(), address, 1000, func(p *fetch.Page) error {
		if p.Header.Get("Content-Type") != "image/png" || p.URL.String() != address {
			t.Errorf("asked about %v at %v", p.Header, p.URL)
		}
		return unwanted
	})
	if page != nil || !errors.Is(err, unwanted) {
		t.Errorf("got %v, %v", page, err)
	}
}
