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

// What staff are told. noAddress stands for the refusal under the field.
const (
	fine        = ""
	noAddress   = "422"
	unreachable = "The page could not be reached." + advice
	tooSlow     = "The page took too long to answer." + advice
	tooLarge    = "The page is too large to be read." + advice
	endless     = "The address leads from one page to the next without end." + advice
	notAPage    = "The address leads to something that is not a web page." + advice
	anImage     = "The address leads to an image, not to a web page." + advice
	aPDF        = "The address leads to a PDF, not to a web page." + advice
	noPage      = "There is no page at this address." + advice
	notForUs    = "The site does not let us read this page." + advice
	anError     = "The page answered with an error." + advice
	silent      = "The page says nothing about itself." + advice
)

// PORT is one on which the inside listens, and which is allowed here so that nothing is refused for its port alone.
var hostileAddresses = map[string]string{
	// This machine, in every notation.
	"http://127.0.0.1:PORT/": unreachable, "http://127.8.8.8:PORT/": unreachable, "127.0.0.1:PORT": unreachable, "http://127.0.0.2:PORT/": unreachable,
	"http://2130706433:PORT/": unreachable, "http://017700000001:PORT/": unreachable, "http://0x7f000001:PORT/": unreachable, "http://0X7F000001:PORT/": unreachable,
	"http://0177.0.0.1:PORT/": unreachable, "http://0x7f.1:PORT/": unreachable, "http://127.1:PORT/": unreachable, "http://127.0.1:PORT/": unreachable, "http://0x7f.0.0.0x1:PORT/": unreachable,
	"http://127.0.0.1.:PORT/": unreachable, "http://127.000.000.001:PORT/": unreachable, "http://0.0.0.0:PORT/": unreachable, "http://0:PORT/": unreachable,
	"http://localhost:PORT/": unreachable, "http://LocalHost:PORT/": unreachable, "http://localhost.:PORT/": unreachable, "http://a.localhost:PORT/": unreachable, "http://localhost.localdomain:PORT/": unreachable,
	"http://１２７.０.０.１:PORT/": unreachable, "http://①②⑦.⓪.⓪.①:PORT/": unreachable, "http://127。0。0。1:PORT/": unreachable, "http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ:PORT/": unreachable, "http://𝟙𝟚𝟟.𝟘.𝟘.𝟙:PORT/": unreachable,
	"http://[::1]:PORT/": unreachable, "http://[0:0:0:0:0:0:0:1]:PORT/": unreachable, "http://[::]:PORT/": unreachable, "http://[::ffff:127.0.0.1]:PORT/": unreachable,
	"http://[::FFFF:7F00:1]:PORT/": unreachable, "http://[::127.0.0.1]:PORT/": unreachable, "http://[::1%25lo]:PORT/": unreachable,

	// Our own network, and what is no place on the web.
	"http://10.0.0.1/": unreachable, "http://172.16.0.1/": unreachable, "http://192.168.1.1/": unreachable, "http://100.64.0.1/": unreachable, "http://100.100.100.200/": unreachable,
	"http://169.254.169.254/latest/meta-data/": unreachable, "http://2852039166/": unreachable, "http://168.63.129.16/": unreachable, "http://192.0.0.192/": unreachable,
	"http://192.0.2.1/": unreachable, "http://198.51.100.1/": unreachable, "http://203.0.113.1/": unreachable, "http://198.18.0.1/": unreachable, "http://224.0.0.1/": unreachable,
	"http://240.0.0.1/": unreachable, "http://255.255.255.255/": unreachable, "https://10.0.0.1/": unreachable,
	"http://[64:ff9b::7f00:1]/": unreachable, "http://[64:ff9b:1::7f00:1]/": unreachable, "http://[2002:7f00:1::]/": unreachable, "http://[2001:0:7f00:1::1]/": unreachable,
	"http://[fe80::1]/": unreachable, "http://[fe80::1%25eth0]/": unreachable, "http://[fc00::1]/": unreachable, "http://[fd00:ec2::254]/": unreachable, "http://[fec0::1]/": unreachable,
	"http://[ff02::1]/": unreachable, "http://[2001:db8::1]/": unreachable, "http://[100::1]/": unreachable, "http://[::ffff:169.254.169.254]/": unreachable,

	// Names that lead inside, whatever else they lead to.
	"http://inner.example:PORT/": unreachable, "http://INNER.example:PORT/": unreachable, "http://127.0.0.1.inner.example:PORT/": unreachable, "http://inner6.example:PORT/": unreachable,
	"http://both.example:PORT/": unreachable, "http://metadata.example/": unreachable, "http://mapped.example:PORT/": unreachable, "http://nobody.example/": unreachable, "http://intranet/": unreachable,

	// Odd ports, and users.
	"http://site.example:22/": unreachable, "http://site.example:6379/": unreachable, "http://site.example:0/": unreachable, "https://site.example:8443/": unreachable,
	"http://site.example:65536/": noAddress, "http://site.example:-1/": noAddress, "http://site.example:80a/": noAddress, "http://127.0.0.1:PORT:80/": noAddress,
	"http://user@127.0.0.1:PORT/": noAddress, "http://site.example@127.0.0.1:PORT/": noAddress, "http://127.0.0.1:PORT@site.example/": noAddress, "http://site.example%2f@127.0.0.1:PORT/": noAddress,
	`http://site.example\@127.0.0.1:PORT/`: noAddress, "http://127.0.0.1:PORT#@site.example/": unreachable, "http://127.0.0.1:PORT?@site.example/": unreachable,

	// What is no address of a page.
	"http:/127.0.0.1:PORT/": noAddress, "http:127.0.0.1:PORT": noAddress, "http:///127.0.0.1/": noAddress, "//127.0.0.1:PORT/": noAddress, "http://": noAddress, "http://:PORT/": noAddress,
	"http://127.0.0.1:PORT /": noAddress, "http://127.0.0.1\t:PORT/": noAddress, "http://site.example/a b": noAddress, "http://%31%32%37.0.0.1/": noAddress, "http://[::1": noAddress,
	"file:///etc/passwd": noAddress, "gopher://127.0.0.1:PORT/_x": noAddress, "ftp://127.0.0.1/": noAddress, "dict://127.0.0.1:PORT/": noAddress, "ldap://127.0.0.1/": noAddress,
	"javascript:alert(1)": noAddress, "JaVaScRiPt://site.example/%0aalert(1)": noAddress, "data:text/html,<title>x</title>": noAddress, "view-source:http://127.0.0.1/": noAddress,
	"unix:///run/x.sock": noAddress, "http+unix://%2Frun%2Fx.sock/": noAddress, "about:blank": noAddress, "localhost": noAddress, "localhost:PORT": noAddress, "word": noAddress,
	"http://a..b.example/": noAddress, "http://<script>.example/": noAddress, "http://site.example/%zz": noAddress,
}

type hostilePage struct {
	serve   http.HandlerFunc
	warning string
	title   string
}

func htmlPage(body string) http.HandlerFunc { return bodyOf("text/html; charset=utf-8", body) }

func bodyOf(contentType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		_, _ = io.WriteString(w, body)
	}
}

func redirect(status int, to string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Location", to)
		w.WriteHeader(status)
	}
}

func answers(status int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(status)
		if status != http.StatusNoContent && status != http.StatusNotModified {
			_, _ = io.WriteString(w, "<title>Sorry</title>")
		}
	}
}

// drip sends some bytes, and then one by one for ever.
func drip(begin string) http.HandlerFunc {
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

// raw says something that need not be HTTP, and hangs up.
func raw(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		connection, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return
		}
		_, _ = io.WriteString(connection, text)
		_ = connection.Close()
	}
}

func packed(size int) http.HandlerFunc {
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
		"/redirect-301":      {serve: redirect(301, inside), warning: unreachable},
		"/redirect-302":      {serve: redirect(302, "//inner.example:"+port), warning: unreachable},
		"/redirect-303":      {serve: redirect(303, "http://localhost:"+port), warning: unreachable},
		"/redirect-307":      {serve: redirect(307, "http://[::1]:"+port), warning: unreachable},
		"/redirect-308":      {serve: redirect(308, "http://both.example:"+port), warning: unreachable},
		"/redirect-metadata": {serve: redirect(302, "http://169.254.169.254/latest/meta-data/"), warning: unreachable},
		"/redirect-user":     {serve: redirect(302, "http://user:password@site.example/"), warning: unreachable},
		"/redirect-port":     {serve: redirect(302, "http://site.example:22/"), warning: unreachable},
		"/redirect-file":     {serve: redirect(302, "file:///etc/passwd"), warning: unreachable},
		"/redirect-script":   {serve: redirect(302, "javascript:alert(1)"), warning: unreachable},
		"/redirect-nonsense": {serve: redirect(302, "http://[::1"), warning: unreachable},
		"/redirect-nowhere":  {serve: redirect(302, ""), warning: anError},
		"/redirect-loop":     {serve: redirect(302, "/redirect-loop"), warning: endless},
		"/redirect-meta":     {serve: htmlPage(`<meta http-equiv=refresh content="0;url=` + inside + `"><title>t</title>`), title: "t"},
		"/frames":            {serve: htmlPage(`<title>t</title><iframe src="` + inside + `"></iframe><link rel=stylesheet href="` + inside + `"><script src="` + inside + `"></script>`), title: "t"},

		"/bomb": {serve: packed(50 << 20), warning: tooLarge},
		"/half-packed": {serve: func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = io.WriteString(w, "<title>x</title>")
		}, warning: unreachable},
		"/brotli": {serve: func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "br")
			htmlPage("\x1b\x00")(w, nil)
		}, warning: notAPage},
		"/just-packed": {serve: packed(1000), title: "t"},
		"/title-5MB":   {serve: htmlPage("<title>" + x("word ", 1<<20) + "</title>"), warning: tooLarge},
		"/title-300kB": {serve: htmlPage("<title>" + x("word ", 60_000) + "</title>"), title: strings.TrimSpace(x("word ", 50)) + "…"},
		"/endless": {serve: func(w http.ResponseWriter, r *http.Request) {
			for r.Context().Err() == nil {
				htmlPage(x("<p>", 10_000))(w, r)
			}
		}, warning: tooLarge},
		"/drip":    {serve: drip("<title>t</title>"), warning: tooSlow},
		"/silence": {serve: func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, warning: tooSlow},
		"/header-200kB": {serve: func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("X-Long", x("x", 200<<10))
			htmlPage("<title>t</title>")(w, r)
		}, warning: unreachable},
		"/garbage":     {serve: raw("\x00\x01nonsense\r\n\r\n"), warning: unreachable},
		"/hang-up":     {serve: raw(""), warning: unreachable},
		"/cut-off":     {serve: raw("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 1000\r\n\r\n<title>t"), warning: unreachable},
		"/two-lengths": {serve: raw("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n<title>t"), warning: unreachable},

		"/json":          {serve: bodyOf("application/json", `{"title":"t"}`), warning: notAPage},
		"/film.mp4":      {serve: bodyOf("video/mp4", x("x", 3<<20)), warning: notAPage},
		"/plain":         {serve: bodyOf("text/plain", "just words"), warning: notAPage},
		"/Old-town.png":  {serve: bodyOf("image/png", x("x", 3<<20)), warning: anImage, title: "Old town"},
		"/Map_2024.pdf":  {serve: bodyOf("application/pdf", "%PDF-1.7"), warning: aPDF, title: "Map 2024"},
		"/lies-png":      {serve: htmlPage("\x89PNG\x0d\x0a\x1a\x0a\x00\x00"), warning: anImage, title: "lies png"},
		"/lies-pdf":      {serve: htmlPage("%PDF-1.7"), warning: aPDF, title: "lies pdf"},
		"/lies-zip":      {serve: htmlPage("PK\x03\x04\x00\x00"), warning: notAPage},
		"/lies-plain":    {serve: bodyOf("text/plain", "<!doctype html><title>t</title>"), title: "t"},
		"/lies-charset":  {serve: bodyOf("text/html; charset=utf-8", "<title>Caf\xe9</title>"), title: "Café"},
		"/lies-charset2": {serve: bodyOf("text/html; charset=utf-16", "<title>Café</title>"), title: "Café"},
		"/lies-charset3": {serve: bodyOf(`text/html; charset="`, "<title>Café</title>"), title: "Café"},
		"/empty":         {serve: htmlPage(""), warning: silent},
		"/zero":          {serve: htmlPage("<title>a\x00b&#0;c\x1b</title>" + x("\x00", 1000)), title: "abc"},
		"/script":        {serve: htmlPage("<title><script>alert(1)</script>t</title>"), title: "t"},
		"/turned":        {serve: htmlPage("<title>\u202eabc\u202c\u200b</title>"), title: "abc"},
		"/deep":          {serve: htmlPage(x("<div>", 200_000) + "<title>t</title>"), title: "t"},
		"/attribute":     {serve: htmlPage(`<meta property="og:title" content="` + x("x", 1<<20) + `">`), title: x("x", 254) + "…"},
		"/linked-broken": {serve: htmlPage(`<script type="application/ld+json">{"@type":"Recipe","name":</script><title>t</title>`), title: "t"},
		"/linked-deep":   {serve: htmlPage(`<script type="application/ld+json">` + x("[", 400_000) + `</script><title>t</title>`), title: "t"},
		"/image-script":  {serve: htmlPage(`<title>t</title><meta property="og:image" content="javascript:alert(1)">`), title: "t"},
		"/image-inside":  {serve: htmlPage(`<title>t</title><meta property="og:image" content="` + inside + `x.png">`), title: "t"},
		"/image-user":    {serve: htmlPage(`<base href="http://u:p@site.example/"><title>t</title><meta property="og:image" content="http://u:p@site.example/x.png">`), title: "t"},

		"/oembed-json":   {serve: bodyOf("application/json", `{"html":"`+x("x", 20_001)+`","title":{"a":[]},"duration":"x"}`), warning: notAPage},
		"/oembed-moves":  {serve: redirect(302, inside), warning: unreachable},
		"/oembed-drips":  {serve: drip("{"), warning: tooSlow},
		"/oembed-floods": {serve: bodyOf("application/json", x(" ", 1<<20)), warning: notAPage},
	}
	for _, status := range []int{400, 401, 403, 404, 410, 429, 451, 500, 503} {
		words := map[int]string{401: notForUs, 403: notForUs, 404: noPage, 410: noPage, 429: notForUs, 451: notForUs}[status]
		if words == "" {
			words = anError
		}
		pages["/status-"+strconv.Itoa(status)] = hostilePage{serve: answers(status), warning: words}
	}
	pages["/status-304"] = hostilePage{serve: answers(304), warning: anError}
	pages["/status-204"] = hostilePage{serve: answers(204), warning: silent}
	for name, to := range map[string]string{"inside": inside, "json": "/oembed-json", "moves": "/oembed-moves", "drips": "/oembed-drips", "floods": "/oembed-floods", "file": "file:///etc/passwd", "garbage": "/garbage"} {
		pages["/embeds-"+name] = hostilePage{serve: htmlPage(`<title>t</title><link type="application/json+oembed" href="` + to + `">`), title: "t"}
	}
	return pages
}

// No address and no page reaches the inside, takes longer than the limit, fails, or tells more than a sentence for staff.
func TestNothingHostileComesThrough(t *testing.T) {
	t.Parallel()
	const limit, patience = 1500 * time.Millisecond, 6 * time.Second
	inside := fetchtest.Listen(t, "127.0.0.1:0")
	port := strconv.Itoa(int(inside.At.Port()))
	insides := []*fetchtest.Inside{inside}
	for _, address := range []string{"127.0.0.2:" + port, "[::1]:" + port} {
		t.Run("there is an inside on "+address, func(*testing.T) { insides = append(insides, fetchtest.Listen(t, address)) })
	}
	pages := hostilePages(port)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { pages[r.URL.Path].serve(w, r) }))
	t.Cleanup(server.Close)
	public := netip.MustParseAddrPort(strings.TrimPrefix(server.URL, "http://"))
	names := fetchtest.Names(func(name string) []string {
		return map[string][]string{
			"inner.example": {"127.0.0.1"}, "127.0.0.1.inner.example": {"127.0.0.1"}, "inner6.example": {"::1"}, "both.example": {"127.0.0.1", "192.0.2.1", "::1"},
			"metadata.example": {"169.254.169.254"}, "mapped.example": {"::ffff:127.0.0.1"}, "site.example": {"127.0.0.1"}, "intranet": {"10.0.0.7"},
		}[name]
	})
	stage := fetch.Stage{Outside: []netip.AddrPort{public}, Ports: []uint16{inside.At.Port(), public.Port()}, Names: names, Limit: limit}
	_, editor := parser(t, kittest.SQLite(t), stage.Client())

	try := func(t *testing.T, address string, want hostilePage) {
		t.Parallel()
		started := time.Now()
		answer := ask(editor, address)
		if took := time.Since(started); took > patience {
			t.Errorf("it took %v", took)
		}
		if strings.Contains(answer.Text, "the inside") || strings.Contains(answer.Text, "alert(1)") {
			t.Errorf("too much was told: %.300s", answer.Text)
		}
		if want.warning == noAddress {
			if answer.Status != http.StatusUnprocessableEntity || !strings.Contains(answer.Text, `"errors":{"content_url":["Must be the address of a web page`) {
				t.Errorf("got %d: %.300s", answer.Status, answer.Text)
			}
			return
		}
		if answer.Status != http.StatusOK {
			t.Fatalf("got %d: %.300s", answer.Status, answer.Text)
		}
		if answer.JSON["warning"] != want.warning || answer.JSON["title"] != want.title || answer.JSON["image"] != nil || answer.JSON["embed_code"] != "" {
			t.Errorf("got %.600s, want the title %.60q and the warning %q", answer.Text, want.title, want.warning)
		}
		if !utf8.ValidString(answer.Text) || strings.Contains(answer.Text, `\u0000`) {
			t.Errorf("can't be stored: %.300q", answer.Text)
		}
	}
	t.Run("addresses", func(t *testing.T) {
		for address, warning := range hostileAddresses {
			address = strings.ReplaceAll(address, "PORT", port)
			t.Run(address, func(t *testing.T) { try(t, address, hostilePage{warning: warning}) })
		}
	})
	t.Run("pages", func(t *testing.T) {
		for path, page := range pages {
			t.Run(path, func(t *testing.T) { try(t, fmt.Sprintf("http://site.example:%d%s", public.Port(), path), page) })
		}
	})
	for _, inside := range insides {
		if n := inside.Reached(); n != 0 {
			t.Errorf("the inside at %s was reached %d times", inside.At, n)
		}
	}
	if n := len(hostileAddresses) + len(pages); n < 60 {
		t.Errorf("only %d were tried", n)
	}
}
