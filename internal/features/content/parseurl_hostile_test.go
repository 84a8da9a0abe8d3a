package content_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"waymark/internal/kit/fetch"
	"waymark/internal/kit/fetch/fetchtest"
	"waymark/internal/kit/kittest"
)

// The warnings for staff. wantInvalid stands for a field error on content_url.
const (
	wantInvalid     = "422"
	warnUnreachable = "The page could not be reached." + parseAdvice
	warnSlow        = "The page took too long to respond." + parseAdvice
	warnLarge       = "The page is too large to read." + parseAdvice
	warnTruncated   = "The page is very large, and only its beginning was read. Please review the details."
	warnRedirects   = "The address redirects too many times." + parseAdvice
	warnNotAPage    = "The address is not a web page." + parseAdvice
	warnImage       = "The address is an image, not a web page." + parseAdvice
	warnPDF         = "The address is a PDF, not a web page." + parseAdvice
	warnNoPage      = "Page not found." + parseAdvice
	warnNotAllowed  = "The site doesn't allow us to read this page." + parseAdvice
	warnError       = "The page responded with an error." + parseAdvice
	warnNoTitle     = "We couldn't find a title or description on the page." + parseAdvice
)

// hostileAddresses maps addresses to the expected warning. PORT is the port of the internal listener; the test allows
// it, so that no address is refused only because of its port.
var hostileAddresses = map[string]string{
	// Loopback addresses in every notation.
	"http://127.0.0.1:PORT/": warnUnreachable, "http://127.8.8.8:PORT/": warnUnreachable,
	"127.0.0.1:PORT": warnUnreachable, "http://127.0.0.2:PORT/": warnUnreachable,
	"http://2130706433:PORT/": warnUnreachable, "http://017700000001:PORT/": warnUnreachable,
	"http://0x7f000001:PORT/": warnUnreachable, "http://0X7F000001:PORT/": warnUnreachable,
	"http://0177.0.0.1:PORT/": warnUnreachable, "http://0x7f.1:PORT/": warnUnreachable,
	"http://127.1:PORT/": warnUnreachable, "http://127.0.1:PORT/": warnUnreachable,
	"http://0x7f.0.0.0x1:PORT/": warnUnreachable,
	"http://127.0.0.1.:PORT/":   warnUnreachable, "http://127.000.000.001:PORT/": warnUnreachable,
	"http://0.0.0.0:PORT/": warnUnreachable, "http://0:PORT/": warnUnreachable,
	"http://localhost:PORT/": warnUnreachable, "http://LocalHost:PORT/": warnUnreachable,
	"http://localhost.:PORT/": warnUnreachable, "http://a.localhost:PORT/": warnUnreachable,
	"http://localhost.localdomain:PORT/": warnUnreachable,
	"http://１２７.０.０.１:PORT/":             warnUnreachable, "http://①②⑦.⓪.⓪.①:PORT/": warnUnreachable,
	"http://127。0。0。1:PORT/": warnUnreachable, "http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ:PORT/": warnUnreachable,
	"http://𝟙𝟚𝟟.𝟘.𝟘.𝟙:PORT/": warnUnreachable,
	"http://[::1]:PORT/":     warnUnreachable, "http://[0:0:0:0:0:0:0:1]:PORT/": warnUnreachable,
	"http://[::]:PORT/": warnUnreachable, "http://[::ffff:127.0.0.1]:PORT/": warnUnreachable,
	"http://[::FFFF:7F00:1]:PORT/": warnUnreachable, "http://[::127.0.0.1]:PORT/": warnUnreachable,
	"http://[::1%25lo]:PORT/": warnUnreachable,

	// Private networks and addresses that are not on the public internet.
	"http://10.0.0.1/": warnUnreachable, "http://172.16.0.1/": warnUnreachable, "http://192.168.1.1/": warnUnreachable,
	"http://100.64.0.1/": warnUnreachable, "http://100.100.100.200/": warnUnreachable,
	"http://169.254.169.254/latest/meta-data/": warnUnreachable, "http://2852039166/": warnUnreachable,
	"http://168.63.129.16/": warnUnreachable, "http://192.0.0.192/": warnUnreachable,
	"http://192.0.2.1/": warnUnreachable, "http://198.51.100.1/": warnUnreachable, "http://203.0.113.1/": warnUnreachable,
	"http://198.18.0.1/": warnUnreachable, "http://224.0.0.1/": warnUnreachable,
	"http://240.0.0.1/": warnUnreachable, "http://255.255.255.255/": warnUnreachable, "https://10.0.0.1/": warnUnreachable,
	"http://[64:ff9b::7f00:1]/": warnUnreachable, "http://[64:ff9b:1::7f00:1]/": warnUnreachable,
	"http://[2002:7f00:1::]/": warnUnreachable, "http://[2001:0:7f00:1::1]/": warnUnreachable,
	"http://[fe80::1]/": warnUnreachable, "http://[fe80::1%25eth0]/": warnUnreachable,
	"http://[fc00::1]/": warnUnreachable, "http://[fd00:ec2::254]/": warnUnreachable, "http://[fec0::1]/": warnUnreachable,
	"http://[ff02::1]/": warnUnreachable, "http://[2001:db8::1]/": warnUnreachable, "http://[100::1]/": warnUnreachable,
	"http://[::ffff:169.254.169.254]/": warnUnreachable,

	// Names that resolve to internal addresses, among others.
	"http://inner.example:PORT/": warnUnreachable, "http://INNER.example:PORT/": warnUnreachable,
	"http://127.0.0.1.inner.example:PORT/": warnUnreachable, "http://inner6.example:PORT/": warnUnreachable,
	"http://both.example:PORT/": warnUnreachable, "http://metadata.example/": warnUnreachable,
	"http://mapped.example:PORT/": warnUnreachable, "http://nobody.example/": warnUnreachable,
	"http://intranet/": warnUnreachable,

	// Unusual ports, and user information.
	"http://site.example:22/": warnUnreachable, "http://site.example:6379/": warnUnreachable,
	"http://site.example:0/": warnUnreachable, "https://site.example:8443/": warnUnreachable,
	"http://site.example:65536/": wantInvalid, "http://site.example:-1/": wantInvalid,
	"http://site.example:80a/": wantInvalid, "http://127.0.0.1:PORT:80/": wantInvalid,
	"http://user@127.0.0.1:PORT/": wantInvalid, "http://site.example@127.0.0.1:PORT/": wantInvalid,
	"http://127.0.0.1:PORT@site.example/": wantInvalid, "http://site.example%2f@127.0.0.1:PORT/": wantInvalid,
	`http://site.example\@127.0.0.1:PORT/`: wantInvalid, "http://127.0.0.1:PORT#@site.example/": warnUnreachable,
	"http://127.0.0.1:PORT?@site.example/": warnUnreachable,

	// Texts that are not the URL of a web page.
	"http:/127.0.0.1:PORT/": wantInvalid, "http:127.0.0.1:PORT": wantInvalid, "http:///127.0.0.1/": wantInvalid,
	"//127.0.0.1:PORT/": wantInvalid, "http://": wantInvalid, "http://:PORT/": wantInvalid,
	"http://127.0.0.1:PORT /": wantInvalid, "http://127.0.0.1\t:PORT/": wantInvalid,
	"http://site.example/a b": wantInvalid, "http://%31%32%37.0.0.1/": wantInvalid, "http://[::1": wantInvalid,
	"file:///etc/passwd": wantInvalid, "gopher://127.0.0.1:PORT/_x": wantInvalid, "ftp://127.0.0.1/": wantInvalid,
	"dict://127.0.0.1:PORT/": wantInvalid, "ldap://127.0.0.1/": wantInvalid,
	"javascript:alert(1)": wantInvalid, "JaVaScRiPt://site.example/%0aalert(1)": wantInvalid,
	"data:text/html,<title>x</title>": wantInvalid, "view-source:http://127.0.0.1/": wantInvalid,
	"unix:///run/x.sock": wantInvalid, "http+unix://%2Frun%2Fx.sock/": wantInvalid, "about:blank": wantInvalid,
	"localhost": wantInvalid, "localhost:PORT": wantInvalid, "word": wantInvalid,
	"http://a..b.example/": wantInvalid, "http://<script>.example/": wantInvalid,
	"http://site.example/%zz": wantInvalid,
}

type hostilePage struct {
	serve   http.HandlerFunc
	warning string
	title   string
}

func htmlPage(body string) http.HandlerFunc { return servedAs("text/html; charset=utf-8", body) }

func servedAs(contentType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		_, _ = io.WriteString(w, body)
	}
}

func redirectTo(status int, to string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Location", to)
		w.WriteHeader(status)
	}
}

func respondWith(status int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(status)
		if status != http.StatusNoContent && status != http.StatusNotModified {
			_, _ = io.WriteString(w, "<title>Sorry</title>")
		}
	}
}

// dripAfter sends a text and then single bytes, forever.
func dripAfter(begin string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, begin)
		for r.Context().Err() == nil {
			_, _ = io.WriteString(w, " ")
			_ = http.NewResponseController(w).Flush()
			select {
			case <-r.Context().Done():
			case <-time.After(10 * time.Millisecond):
			}
		}
	}
}

// rawAnswer sends a text that need not be valid HTTP and closes the connection.
func rawResponse(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		connection, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return
		}
		_, _ = io.WriteString(connection, text)
		_ = connection.Close()
	}
}

func gzipPage(size int) http.HandlerFunc {
	var b bytes.Buffer
	zip := gzip.NewWriter(&b)
	_, _ = io.WriteString(zip, "<title>t</title>")
	_, _ = zip.Write(make([]byte, size))
	_ = zip.Close()
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Content-Encoding", "gzip")
		_, _ = w.Write(b.Bytes())
	}
}

func hostilePages(port string) map[string]hostilePage {
	x := strings.Repeat
	inside := "http://127.0.0.1:" + port + "/"
	pages := map[string]hostilePage{
		"/redirect-301":      {serve: redirectTo(301, inside), warning: warnUnreachable},
		"/redirect-302":      {serve: redirectTo(302, "//inner.example:"+port), warning: warnUnreachable},
		"/redirect-303":      {serve: redirectTo(303, "http://localhost:"+port), warning: warnUnreachable},
		"/redirect-307":      {serve: redirectTo(307, "http://[::1]:"+port), warning: warnUnreachable},
		"/redirect-308":      {serve: redirectTo(308, "http://both.example:"+port), warning: warnUnreachable},
		"/redirect-metadata": {serve: redirectTo(302, "http://169.254.169.254/latest/meta-data/"), warning: warnUnreachable},
		"/redirect-user":     {serve: redirectTo(302, "http://user:password@site.example/"), warning: warnUnreachable},
		"/redirect-port":     {serve: redirectTo(302, "http://site.example:22/"), warning: warnUnreachable},
		"/redirect-file":     {serve: redirectTo(302, "file:///etc/passwd"), warning: warnUnreachable},
		"/redirect-script":   {serve: redirectTo(302, "javascript:alert(1)"), warning: warnUnreachable},
		"/redirect-nonsense": {serve: redirectTo(302, "http://[::1"), warning: warnUnreachable},
		"/redirect-nowhere":  {serve: redirectTo(302, ""), warning: warnError},
		"/redirect-loop":     {serve: redirectTo(302, "/redirect-loop"), warning: warnRedirects},
		"/redirect-meta": {
			serve: htmlPage(`<meta http-equiv=refresh content="0;url=` + inside + `"><title>t</title>`),
			title: "t",
		},
		"/frames": {serve: htmlPage(`<title>t</title><iframe src="` + inside +
			`"></iframe><link rel=stylesheet href="` + inside + `"><script src="` + inside + `"></script>`), title: "t"},

		"/bomb": {serve: gzipPage(50 << 20), warning: warnTruncated, title: "t"},
		"/half-packed": {serve: func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = io.WriteString(w, "<title>x</title>")
		}, warning: warnUnreachable},
		"/brotli": {serve: func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "br")
			htmlPage("\x1b\x00")(w, nil)
		}, warning: warnNotAPage},
		"/just-packed": {serve: gzipPage(1000), title: "t"},
		"/title-5MB":   {serve: htmlPage("<title>" + x("word ", 1<<20) + "</title>"), warning: warnLarge},
		"/title-300kB": {
			serve: htmlPage("<title>" + x("word ", 60_000) + "</title>"),
			title: strings.TrimSpace(x("word ", 50)) + "…",
		},
		"/endless": {serve: func(w http.ResponseWriter, r *http.Request) {
			for r.Context().Err() == nil {
				htmlPage(x("<p>", 10_000))(w, r)
			}
		}, warning: warnLarge},
		"/drip":    {serve: dripAfter("<title>t</title>"), warning: warnSlow},
		"/silence": {serve: func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, warning: warnSlow},
		"/header-200kB": {serve: func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("X-Long", x("x", 200<<10))
			htmlPage("<title>t</title>")(w, r)
		}, warning: warnUnreachable},
		"/garbage": {serve: rawResponse("\x00\x01nonsense\r\n\r\n"), warning: warnUnreachable},
		"/hang-up": {serve: rawResponse(""), warning: warnUnreachable},
		"/cut-off": {
			serve:   rawResponse("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 1000\r\n\r\n<title>t"),
			warning: warnUnreachable,
		},
		"/two-lengths": {
			serve: rawResponse("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 5\r\n" +
				"Content-Length: 6\r\n\r\n<title>t"),
			warning: warnUnreachable,
		},

		"/json":         {serve: servedAs("application/json", `{"title":"t"}`), warning: warnNotAPage},
		"/film.mp4":     {serve: servedAs("video/mp4", x("x", 3<<20)), warning: warnNotAPage},
		"/plain":        {serve: servedAs("text/plain", "just words"), warning: warnNotAPage},
		"/Old-town.png": {serve: servedAs("image/png", x("x", 3<<20)), warning: warnImage, title: "Old town"},
		"/huge-image": {
			serve: servedAs("", "\x89PNG\x0d\x0a\x1a\x0a"+x("\x00", 3<<20)), warning: warnImage,
			title: "huge image",
		},
		"/Map_2024.pdf":  {serve: servedAs("application/pdf", "%PDF-1.7"), warning: warnPDF, title: "Map 2024"},
		"/lies-png":      {serve: htmlPage("\x89PNG\x0d\x0a\x1a\x0a\x00\x00"), warning: warnImage, title: "lies png"},
		"/lies-pdf":      {serve: htmlPage("%PDF-1.7"), warning: warnPDF, title: "lies pdf"},
		"/lies-zip":      {serve: htmlPage("PK\x03\x04\x00\x00"), warning: warnNotAPage},
		"/lies-plain":    {serve: servedAs("text/plain", "<!doctype html><title>t</title>"), title: "t"},
		"/lies-charset":  {serve: servedAs("text/html; charset=utf-8", "<title>Caf\xe9</title>"), title: "Café"},
		"/lies-charset2": {serve: servedAs("text/html; charset=utf-16", "<title>Café</title>"), title: "Café"},
		"/lies-charset3": {serve: servedAs(`text/html; charset="`, "<title>Café</title>"), title: "Café"},
		"/empty":         {serve: htmlPage(""), warning: warnNoTitle},
		"/zero":          {serve: htmlPage("<title>a\x00b&#0;c\x1b</title>" + x("\x00", 1000)), title: "abc"},
		"/script":        {serve: htmlPage("<title><script>alert(1)</script>t</title>"), title: "t"},
		"/turned":        {serve: htmlPage("<title>\u202eabc\u202c\u200b</title>"), title: "abc"},
		"/deep":          {serve: htmlPage(x("<div>", 200_000) + "<title>t</title>"), title: "t"},
		"/attribute": {
			serve: htmlPage(`<meta property="og:title" content="` + x("x", 1<<20) + `">`),
			title: x("x", 254) + "…",
		},
		"/linked-broken": {
			serve: htmlPage(`<script type="application/ld+json">{"@type":"Recipe","name":</script><title>t</title>`),
			title: "t",
		},
		"/linked-deep": {
			serve: htmlPage(`<script type="application/ld+json">` + x("[", 400_000) + `</script><title>t</title>`),
			title: "t",
		},
		"/image-script": {
			serve: htmlPage(`<title>t</title><meta property="og:image" content="javascript:alert(1)">`),
			title: "t",
		},
		"/image-inside": {
			serve: htmlPage(`<title>t</title><meta property="og:image" content="` + inside + `x.png">`),
			title: "t",
		},
		"/image-user": {
			serve: htmlPage(`<base href="http://u:p@site.example/"><title>t</title>` +
				`<meta property="og:image" content="http://u:p@site.example/x.png">`),
			title: "t",
		},

		"/oembed-json": {
			serve:   servedAs("application/json", `{"html":"`+x("x", 20_001)+`","title":{"a":[]},"duration":"x"}`),
			warning: warnNotAPage,
		},
		"/oembed-moves":  {serve: redirectTo(302, inside), warning: warnUnreachable},
		"/oembed-drips":  {serve: dripAfter("{"), warning: warnSlow},
		"/oembed-floods": {serve: servedAs("application/json", x(" ", 1<<20)), warning: warnNotAPage},
	}
	for _, status := range []int{400, 401, 403, 404, 410, 429, 451, 500, 503} {
		words := map[int]string{
			401: warnNotAllowed, 403: warnNotAllowed, 404: warnNoPage, 410: warnNoPage, 429: warnNotAllowed, 451: warnNotAllowed,
		}[status]
		if words == "" {
			words = warnError
		}
		pages["/status-"+strconv.Itoa(status)] = hostilePage{serve: respondWith(status), warning: words}
	}
	pages["/status-304"] = hostilePage{serve: respondWith(304), warning: warnError}
	pages["/status-204"] = hostilePage{serve: respondWith(204), warning: warnNoTitle}
	for name, to := range map[string]string{
		"inside": inside, "json": "/oembed-json", "moves": "/oembed-moves",
		"drips": "/oembed-drips", "floods": "/oembed-floods", "file": "file:///etc/passwd", "garbage": "/garbage",
	} {
		link := `<link type="application/json+oembed" href="` + to + `">`
		pages["/embeds-"+name] = hostilePage{serve: htmlPage("<title>t</title>" + link), title: "t"}
	}
	return pages
}

// No address and no page may reach an internal address, exceed the time limit, cause an error, or reveal more than a
// warning for staff.
func TestParseURL_HostilePages(t *testing.T) {
	t.Parallel()
	const limit, maxDuration = 1500 * time.Millisecond, 6 * time.Second
	inside := fetchtest.Listen(t, "127.0.0.1:0")
	port := strconv.Itoa(int(inside.At.Port()))
	listeners := []*fetchtest.Listener{inside}
	for _, address := range []string{"127.0.0.2:" + port, "[::1]:" + port} {
		t.Run("listens on "+address, func(*testing.T) { listeners = append(listeners, fetchtest.Listen(t, address)) })
	}
	pages := hostilePages(port)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		pages[r.URL.Path].serve(w, r)
	}))
	t.Cleanup(server.Close)
	public := netip.MustParseAddrPort(strings.TrimPrefix(server.URL, "http://"))
	names := fetchtest.Resolver(func(name string) []string {
		return map[string][]string{
			"inner.example": {"127.0.0.1"}, "127.0.0.1.inner.example": {"127.0.0.1"}, "inner6.example": {"::1"},
			"both.example":     {"127.0.0.1", "192.0.2.1", "::1"},
			"metadata.example": {"169.254.169.254"}, "mapped.example": {"::ffff:127.0.0.1"}, "site.example": {"127.0.0.1"},
			"intranet": {"10.0.0.7"},
		}[name]
	})
	network := fetch.TestNetwork{
		Public: []netip.AddrPort{public}, Ports: []uint16{inside.At.Port(), public.Port()},
		Resolver: names, Timeout: limit,
	}
	s, _ := serveParser(t, kittest.SQLite(t), network.Client())

	check := func(t *testing.T, address string, want hostilePage) {
		t.Parallel()
		editor := s.Editor() // Each user has a rate limit of their own.
		started := time.Now()
		response := parse(editor, address)
		if took := time.Since(started); took > maxDuration {
			t.Errorf("took %v", took)
		}
		if strings.Contains(response.Text, "the inside") || strings.Contains(response.Text, "alert(1)") {
			t.Errorf("the response reveals too much: %.300s", response.Text)
		}
		if want.warning == wantInvalid {
			const problem = `"errors":{"content_url":["Must be the URL of a web page`
			if response.Status != http.StatusUnprocessableEntity || !strings.Contains(response.Text, problem) {
				t.Errorf("got %d: %.300s", response.Status, response.Text)
			}
			return
		}
		if response.Status != http.StatusOK {
			t.Fatalf("got %d: %.300s", response.Status, response.Text)
		}
		if response.JSON["warning"] != want.warning || response.JSON["title"] != want.title ||
			response.JSON["image"] != nil || response.JSON["embed_code"] != "" {
			t.Errorf("got %.600s, want title %.60q and warning %q", response.Text, want.title, want.warning)
		}
		if !utf8.ValidString(response.Text) || strings.Contains(response.Text, `\u0000`) {
			t.Errorf("can't be stored: %.300q", response.Text)
		}
	}
	t.Run("addresses", func(t *testing.T) {
		for address, warning := range hostileAddresses {
			address = strings.ReplaceAll(address, "PORT", port)
			t.Run(address, func(t *testing.T) { check(t, address, hostilePage{warning: warning}) })
		}
	})
	t.Run("pages", func(t *testing.T) {
		for path, page := range pages {
			address := fmt.Sprintf("http://site.example:%d%s", public.Port(), path)
			t.Run(path, func(t *testing.T) { check(t, address, page) })
		}
	})
	for _, inside := range listeners {
		if n := inside.Reached(); n != 0 {
			t.Errorf("the internal listener at %s was reached %d times", inside.At, n)
		}
	}
	if n := len(hostileAddresses) + len(pages); n < 60 {
		t.Errorf("only %d addresses and pages were tried", n)
	}
}
