package fetch_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"code.dny.dev/ssrf"

	"waymark/internal/kit/fetch"
)

// serve runs a server on loopback and counts its requests.
func serve(t *testing.T, handler http.HandlerFunc) (address string, requests *atomic.Int32) {
	t.Helper()
	requests = &atomic.Int32{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		handler(w, r)
	}))
	t.Cleanup(server.Close)
	return server.URL, requests
}

func TestGet_PrivateNetwork(t *testing.T) {
	t.Parallel()
	client := fetch.New(false)
	for _, host := range []string{
		"127.0.0.1", "127.8.8.8", "localhost", "0.0.0.0", "10.0.0.1", "172.16.0.1", "192.168.1.1", "100.64.0.1",
		"169.254.169.254", "224.0.0.1", "255.255.255.255",
		"[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:a00:1]", "[::ffff:169.254.169.254]", "[fe80::1]", "[fd00::1]",
		"[64:ff9b::7f00:1]",
	} {
		for _, address := range []string{"http://" + host + "/", "https://" + host + "/latest/meta-data"} {
			t.Run(address, func(t *testing.T) {
				t.Parallel()
				started := time.Now()
				page, err := client.Get(context.Background(), address, 1000)
				if page != nil || err == nil {
					t.Fatal("the page was fetched")
				}
				if errors.Is(err, syscall.EAFNOSUPPORT) {
					t.Skip("this machine has no IPv6")
				}
				if !errors.Is(err, ssrf.ErrProhibitedIP) {
					t.Errorf("refused for another reason: %v", err)
				}
				if took := time.Since(started); took > 4*time.Second {
					t.Errorf("refused only after %v", took)
				}
			})
		}
	}
	t.Run("is not reached although a server listens there", func(t *testing.T) {
		t.Parallel()
		address, requests := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "the inside") })
		_, port, _ := strings.Cut(strings.TrimPrefix(address, "http://"), ":")
		for _, host := range []string{"127.0.0.1", "localhost", "0.0.0.0", "[::ffff:127.0.0.1]"} {
			if page, err := client.Get(context.Background(), "http://"+host+":"+port+"/", 1000); err == nil {
				t.Errorf("%s answered %q", host, page.Body)
			}
		}
		if n := requests.Load(); n != 0 {
			t.Errorf("it got %d requests", n)
		}
		if page, err := fetch.New(true).Get(context.Background(), address, 1000); err != nil ||
			string(page.Body) != "the inside" {
			t.Errorf("without the guard it was not reached: %v", err)
		}
	})
	t.Run("refuses ports other than 80 and 443", func(t *testing.T) {
		t.Parallel()
		for _, address := range []string{"http://192.0.2.1:22/", "http://192.0.2.1:6379/", "https://192.0.2.1:8080/"} {
			if _, err := client.Get(context.Background(), address, 1000); !errors.Is(err, ssrf.ErrProhibitedPort) {
				t.Errorf("%s: %v", address, err)
			}
		}
	})
}

func TestGet_Addresses(t *testing.T) {
	t.Parallel()
	for _, address := range []string{
		"", "example.org", "//example.org/", "/etc/passwd", "file:///etc/passwd", "ftp://example.org/",
		"gopher://example.org/", "javascript:alert(1)",
		"data:text/html,x", "http://", "https:///path", "http://:80/", "http://user:password@example.org/",
		"http://user@example.org/", "http://[::1", "http://exa mple.org/", "ht tp://x/", "http://example.org/%zz",
	} {
		if page, err := fetch.New(true).Get(context.Background(), address, 1000); !errors.Is(err, fetch.ErrNotAnAddress) ||
			page != nil {
			t.Errorf("%q: %v", address, err)
		}
	}
}

func TestGet_RedirectTargets(t *testing.T) {
	t.Parallel()
	inside, reached := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "here") })
	address, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Location", r.URL.Query().Get("to"))
		w.WriteHeader(http.StatusFound)
	})
	get := func(to string) (*fetch.Page, error) {
		return fetch.New(true).Get(context.Background(), address+"/?to="+url.QueryEscape(to), 1000)
	}
	for _, to := range []string{
		"file:///etc/passwd", "ftp://example.org/", "gopher://127.0.0.1/", "javascript:alert(1)",
		strings.Replace(inside, "http://", "http://user:password@", 1), "http:///nowhere",
	} {
		if page, err := get(to); !errors.Is(err, fetch.ErrNotAnAddress) || page != nil {
			t.Errorf("to %s: %v", to, err)
		}
	}
	if n := reached.Load(); n != 0 {
		t.Errorf("%d of them were followed", n)
	}
	page, err := get(inside + "/there")
	if err != nil || string(page.Body) != "here" {
		t.Fatalf("a valid redirect was not followed: %v", err)
	}
	if page.URL.String() != inside+"/there" {
		t.Errorf("the URL of the page is %s", page.URL)
	}
}

func TestGet_RedirectLimit(t *testing.T) {
	t.Parallel()
	address, requests := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if left, _ := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/")); left != 0 {
			http.Redirect(w, r, fmt.Sprint("/", left-1), http.StatusMovedPermanently)
		}
	})
	client := fetch.New(true)
	if page, err := client.Get(context.Background(), address+"/4", 1000); err != nil || page.URL.Path != "/0" {
		t.Errorf("four redirects: %v", err)
	}
	requests.Store(0)
	if _, err := client.Get(context.Background(), address+"/-1", 1000); err == nil ||
		!strings.Contains(err.Error(), "too many redirects") {
		t.Errorf("an endless redirect: %v", err)
	}
	if n := requests.Load(); n > 6 {
		t.Errorf("%d requests were made before it stopped", n)
	}
}

func TestGet_SizeLimit(t *testing.T) {
	t.Parallel()
	const limit = 10_000
	var bomb bytes.Buffer
	zip := gzip.NewWriter(&bomb)
	_, _ = zip.Write(make([]byte, 20<<20))
	_ = zip.Close()
	address, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/bomb":
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = w.Write(bomb.Bytes())
		case "/endless":
			for r.Context().Err() == nil {
				if _, err := w.Write(make([]byte, 1000)); err != nil {
					return
				}
			}
		case "/header":
			w.Header().Set("X-Long", strings.Repeat("x", 200<<10))
		default:
			n, _ := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/"))
			_, _ = w.Write(make([]byte, n))
		}
	})
	client := fetch.New(true)
	for _, path := range []string{"/0", "/9999", "/10000"} {
		if page, err := client.Get(context.Background(), address+path, limit); err != nil ||
			"/"+strconv.Itoa(len(page.Body)) != path {
			t.Errorf("%s: %v", path, err)
		}
	}
	for _, path := range []string{"/10001", "/1000000", "/bomb", "/endless"} {
		if page, err := client.Get(context.Background(), address+path, limit); !errors.Is(err, fetch.ErrTooLarge) ||
			page != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
	if _, err := client.Get(context.Background(), address+"/header", limit); err == nil {
		t.Error("an oversized header was accepted")
	}
}

func TestGet_Timeout(t *testing.T) {
	t.Parallel()
	address, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/half" {
			_, _ = io.WriteString(w, "half")
			_ = http.NewResponseController(w).Flush()
		}
		<-r.Context().Done()
	})
	for _, path := range []string{"/silent", "/half"} {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			soon, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
			defer cancel()
			started := time.Now()
			if page, err := fetch.New(true).Get(soon, address+path, 1000); !errors.Is(err, context.DeadlineExceeded) ||
				page != nil {
				t.Errorf("got %v", err)
			}
			if took := time.Since(started); took > fetch.Timeout/2 {
				t.Errorf("it took %v", took)
			}
		})
	}
}

func TestGet_StatusError(t *testing.T) {
	t.Parallel()
	address, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		status, _ := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/"))
		w.WriteHeader(status)
		_, _ = io.WriteString(w, "<title>Sorry</title>")
	})
	for _, status := range []string{"400", "401", "403", "404", "429", "500", "503"} {
		if page, err := fetch.New(true).Get(context.Background(), address+"/"+status, 1000); page != nil || err == nil ||
			!strings.Contains(err.Error(), status) {
			t.Errorf("%s: %v", status, err)
		}
	}
}

func TestGet(t *testing.T) {
	t.Parallel()
	address, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain")
		_, _ = io.WriteString(w, r.Method+" "+r.URL.RequestURI()+" "+r.UserAgent())
	})
	page, err := fetch.New(true).Get(context.Background(), address+"/a%20b?q=%C3%A9#part", 1000)
	if err != nil {
		t.Fatal(err)
	}
	if got := string(page.Body); got != "GET /a%20b?q=%C3%A9 Mozilla/5.0 (compatible; Waymark)" {
		t.Errorf("requested %q", got)
	}
	if page.Header.Get("Content-Type") != "text/plain" || page.URL.Path != "/a b" {
		t.Errorf("got %v at %v", page.Header, page.URL)
	}
}
