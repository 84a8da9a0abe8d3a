package content_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"

	"waymark/internal/features/content"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/fetch"
	"waymark/internal/kit/fetch/fetchtest"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/kittest"
)

const parseAdvice = " Please fill in the details yourself."

// serveParser serves the endpoint, which fetches pages through the given client.
func serveParser(t testing.TB, d *db.DB, pages *fetch.Client) (*kittest.Server, *kittest.Client) {
	t.Helper()
	s := kittest.Serve(t, d, func(s *kittest.Server, _ *jobs.Set) { content.MountParse(s.Kit, pages) })
	return s, s.Editor()
}

// serveSite serves pages by path, as HTML unless they start with a brace. HERE in a page is replaced by the site's
// origin.
func serveSite(t testing.TB, pages map[string]string) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		page, ok := pages[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		if strings.HasPrefix(page, "{") {
			w.Header().Set("Content-Type", "application/json")
		}
		_, _ = io.WriteString(w, strings.ReplaceAll(page, "HERE", "http://"+r.Host))
	}))
	t.Cleanup(server.Close)
	return server.URL
}

type parsed = map[string]any

func parse(c *kittest.Client, address string) *kittest.Response {
	return c.Post("content/parse-url", parsed{"content_url": address})
}

// wantParsed checks the given values of a response.
func wantParsed(t testing.TB, response *kittest.Response, want parsed) {
	t.Helper()
	response.Want(200)
	for name, value := range want {
		if got := response.Value(name); fmt.Sprint(got) != fmt.Sprint(value) {
			t.Errorf("%s: got %v, want %v", name, got, value)
		}
	}
}

func TestParseURL_Metadata(t *testing.T) {
	t.Parallel()
	site := serveSite(t, map[string]string{
		"/article": `<html lang="fr-FR"><head><title>Plain</title><meta property="og:title" content="A walk &amp; a talk">
			<meta property="og:type" content="article"><meta property="og:description" content="Up the &quot;hill&quot;.">
			<meta name="author" content="Ana Sá"><meta property="og:image" content="/hill.jpg"></head>`,
		"/video": `<title>Tram 28</title><meta property="og:type" content="video.other">
			<meta property="og:video:duration" content="640">
			<link rel="alternate" type="application/json+oembed" href="/oembed?url=x">`,
		"/oembed": `{"type":"video","title":"no","author_name":"Bo","thumbnail_url":"HERE/thumb.png",
			"html":"<iframe src=\"https://v.example/28\"></iframe>"}`,
		"/recipe": `<meta property="og:type" content="article">
			<script type="application/ld+json">{"@graph":[{"@type":"WebPage","name":"no"},
			{"@type":"Recipe","name":"Caldo verde","description":"Soup.","author":{"name":"Ana"},
				"image":["https://img.example/soup.jpg"]}]}</script>`,
		"/podcast": `<html lang=en><script type="application/ld+json">{"@type":"PodcastEpisode","name":"Fado",
			"timeRequired":"PT31M40S","author":[{"name":"A"},{"name":"B"}]}</script>`,
		"/short": `<title>Half a minute</title>
			<script type="application/ld+json">{"@type":"VideoObject","duration":"PT20S"}</script>`,
		"/site": `<title>Home</title><meta property="og:type" content="website">
			<meta property="og:locale" content="xx_XX">`,
		"/lost": `<title>Film</title><link type="application/json+oembed" href="/nowhere">
			<meta property="og:image" content="javascript:alert(1)">`,
		"/silent": `<p>Nothing`,
	})
	_, editor := serveParser(t, kittest.SQLite(t), fetch.New(true))
	for path, want := range map[string]parsed{
		"/article": {
			"content_url": site + "/article", "title": "A walk & a talk", "synopsis": `Up the "hill".`, "author": "Ana Sá",
			"type_id": 2, "lead_in": "Read", "runtime": nil,
			"image": parsed{"url": site + "/hill.jpg"}, "embed_code": "", "url_exists": false, "existing": nil, "warning": "",
		},
		"/video": {
			"title": "Tram 28", "type_id": 4, "lead_in": "Watch", "runtime": 11, "author": "Bo",
			"image":      parsed{"url": site + "/thumb.png"},
			"embed_code": `<iframe src="https://v.example/28"></iframe>`, "language_ids": []int{}, "warning": "",
		},
		"/recipe": {
			"title": "Caldo verde", "synopsis": "Soup.", "author": "Ana", "type_id": 7, "lead_in": "Cook",
			"image": parsed{"url": "https://img.example/soup.jpg"}, "warning": "",
		},
		"/podcast": {
			"title": "Fado", "type_id": 8, "lead_in": "Listen", "runtime": 32, "author": "A, B",
			"language_ids": []int{1},
		},
		"/short":  {"type_id": 4, "runtime": 1},
		"/site":   {"title": "Home", "type_id": nil, "lead_in": "Read", "language_ids": []int{}},
		"/lost":   {"title": "Film", "embed_code": "", "image": nil, "warning": ""},
		"/silent": {"title": "", "image": nil, "warning": warnNoTitle},
		"/none": {
			"title": "", "type_id": nil, "lead_in": "Read",
			"warning": "Page not found." + parseAdvice,
		},
	} {
		t.Run(path, func(t *testing.T) { wantParsed(t, parse(editor, site+path), want) })
	}
	t.Run("finds the language", func(t *testing.T) {
		ids, _ := parse(editor, site+"/article").Value("language_ids").([]any)
		if len(ids) != 1 || fmt.Sprint(ids[0]) == "1" {
			t.Errorf("got %v", ids)
		}
	})
}

func TestParseURL_MediaTypeOfKnownSite(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		pages := fetch.TestNetwork{Resolver: fetchtest.Resolver(func(string) []string { return nil })}.Client()
		s, editor := serveParser(t, d, pages)
		now := clock.Now()
		for host, kind := range map[string]int{
			"films.example": 4, "maps.films.example": 5, "xn--mnchen-3ya.example": 8, "example": 1,
		} {
			s.Exec(`INSERT INTO content_domains
					(display_name, display_name_key, host, content_type_id, created_at, updated_at)
				VALUES (?, ?, ?, ?, ?, ?)`, host, host, host, kind, now, now)
		}
		const unreachable = "The page could not be reached." + parseAdvice
		for address, want := range map[string]parsed{
			"https://films.example/1": {
				"type_id": 4, "lead_in": "Watch", "warning": unreachable, "title": "",
				"content_url": "https://films.example/1",
			},
			"http://WWW.Films.Example./1":        {"type_id": 4, "lead_in": "Watch"},
			"films.example/1":                    {"type_id": 4, "content_url": "films.example/1"},
			"  https://m.films.example ":         {"type_id": 4, "content_url": "https://m.films.example"},
			"https://maps.films.example/1":       {"type_id": 5, "lead_in": "Explore"},
			"https://a.b.maps.films.example/1":   {"type_id": 5},
			"https://myfilms.example/1":          {"type_id": 1},
			"https://films.example.org/":         {"type_id": nil, "lead_in": "Read", "warning": unreachable},
			"https://münchen.example/":           {"type_id": 8, "lead_in": "Listen"},
			"https://other.test/?films.example/": {"type_id": nil},
		} {
			t.Run(address, func(t *testing.T) { wantParsed(t, parse(editor, address), want) })
		}
	})
	t.Run("overrides the page and works behind a short link", func(t *testing.T) {
		t.Parallel()
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Host == "short.example:"+portOfRequest(r) {
				http.Redirect(w, r, "http://films.example:"+portOfRequest(r)+"/long", http.StatusMovedPermanently)
				return
			}
			_, _ = io.WriteString(w, `<title>A book?</title><meta property="og:type" content="book">`)
		}))
		t.Cleanup(server.Close)
		public := netip.MustParseAddrPort(strings.TrimPrefix(server.URL, "http://"))
		pages := fetch.TestNetwork{
			Public: []netip.AddrPort{public}, Ports: []uint16{public.Port()},
			Resolver: fetchtest.Resolver(func(string) []string { return []string{"127.0.0.1"} }),
		}.Client()
		s, editor := serveParser(t, kittest.SQLite(t), pages)
		s.Exec(`INSERT INTO content_domains
				(display_name, display_name_key, host, content_type_id, created_at, updated_at)
			VALUES ('f', 'f', 'films.example', 4, 0, 0)`)
		for _, name := range []string{"films.example", "short.example"} {
			address := fmt.Sprintf("http://%s:%d/", name, public.Port())
			wantParsed(t, parse(editor, address), parsed{"title": "A book?", "type_id": 4})
		}
		address := fmt.Sprintf("http://other.example:%d/", public.Port())
		wantParsed(t, parse(editor, address), parsed{"title": "A book?", "type_id": 1})
	})
}

func portOfRequest(r *http.Request) string { return r.Host[strings.LastIndexByte(r.Host, ':')+1:] }

func TestParseURL_ExistingItem(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s, editor := serveParser(t, d,
			fetch.TestNetwork{Resolver: fetchtest.Resolver(func(string) []string { return nil })}.Client())
		now := clock.Now()
		insert := func(canonical, title, block string, deleted any) int64 {
			id, err := s.DB.Writer().Insert(t.Context(),
				`INSERT INTO content (block_type, canonical_url, title, title_key, type_id, partner_id, created_at,
					updated_at, deleted_at)
				VALUES (?, ?, ?, ?, 2, 1, ?, ?, ?)`, block, canonical, title, title, now, now, deleted)
			if err != nil {
				t.Fatal(err)
			}
			return id
		}
		insert("stories.example/a", "In the trash", "content", now)
		id := insert("stories.example/a", "Mine", "content", nil)
		twin := insert("stories.example/b?x=1&y=2", "Twin", "content", nil)
		insert("stories.example/b?x=1&y=2", "Twin's twin", "image", nil)
		insert("stories.example/trashed", "In the trash", "content", now)
		insert("", "Without an address", "image", nil)
		wantExisting := func(body parsed, id any, title string) {
			t.Helper()
			response := editor.Post("content/parse-url", body).Want(200)
			if title == "" {
				wantParsed(t, response, parsed{"url_exists": false, "existing": nil})
				return
			}
			wantParsed(t, response, parsed{"url_exists": true, "existing.id": id, "existing.title": title})
		}
		for _, same := range []string{
			"https://stories.example/a", "http://www.STORIES.example:80/a/?utm_source=x#top", "stories.example/a",
		} {
			wantExisting(parsed{"content_url": same}, id, "Mine")
		}
		wantExisting(parsed{"content_url": "https://stories.example/a", "id": id}, nil, "")
		wantExisting(parsed{"content_url": "https://stories.example/a", "id": id + 1000}, id, "Mine")
		wantExisting(parsed{"content_url": "https://stories.example/a", "id": nil}, id, "Mine")
		wantExisting(parsed{"content_url": "https://stories.example/b?y=2&x=1"}, twin, "Twin")
		wantExisting(parsed{"content_url": "https://stories.example/b?y=2&x=1", "id": twin}, twin+1, "Twin's twin")
		wantExisting(parsed{"content_url": "https://stories.example/trashed"}, nil, "")
		wantExisting(parsed{"content_url": "https://stories.example/A"}, nil, "")
		wantExisting(parsed{"content_url": "https://stories.example/"}, nil, "")
		wantParsed(t, editor.Post("content/parse-url", parsed{
			"content_url": "https://stories.example/b?x=1&y=2", "id": twin,
		}), parsed{"existing.block_type": "image"})
	})
}

func TestParseURL_InvalidRequests(t *testing.T) {
	t.Parallel()
	s, editor := serveParser(t, kittest.SQLite(t),
		fetch.TestNetwork{Resolver: fetchtest.Resolver(func(string) []string { return nil })}.Client())
	post := func(body any) *kittest.Response { return editor.Post("content/parse-url", body) }
	s.Anyone().Post("content/parse-url", parsed{"content_url": "https://a.example"}).Want(401)
	post(parsed{}).Refused("content_url")
	post(parsed{"content_url": nil}).Refused("content_url")
	post(parsed{"content_url": 5}).Refused("content_url")
	post(parsed{"content_url": "a\u0000.example"}).Refused("content_url")
	post(parsed{"content_url": "https://a.example", "url": "x"}).Refused("url")
	post(parsed{"content_url": "https://a.example", "id": "x"}).Refused("id")
	post(parsed{"content_url": "https://a.example", "id": 1.5}).Refused("id")
	post(parsed{"content_url": "https://a.example/" + strings.Repeat("é", 1982)}).Want(200)
	post(parsed{"content_url": "https://a.example/" + strings.Repeat("é", 1983)}).Refused("content_url")
	post(parsed{"content_url": "https://a.example/" + strings.Repeat("x", 10_000)}).Refused("content_url")
	post("[").Want(400)
	post("[]").Want(400)
	wantParsed(t, post(parsed{"content_url": "https://a.example", "id": -1}), parsed{"url_exists": false})
	problem := post(parsed{"content_url": "nonsense"}).Refused("content_url").Value("errors.content_url.0")
	if problem != "Must be the URL of a web page, such as https://example.com/page." {
		t.Errorf("got %v", problem)
	}
	if names := sortedKeys(post(parsed{"content_url": "https://a.example"}).JSON); !slices.Equal(names, []string{
		"author", "content_url", "embed_code", "existing", "image", "language_ids", "lead_in", "runtime", "synopsis", "title",
		"type_id", "url_exists", "warning",
	}) {
		t.Errorf("got %v", names)
	}
}

func sortedKeys(m map[string]any) []string {
	list := []string{}
	for key := range m {
		list = append(list, key)
	}
	slices.Sort(list)
	return list
}

func TestParseURL_RateLimit(t *testing.T) {
	t.Parallel()
	arrived, finish := make(chan struct{}, 10), make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/again" {
			arrived <- struct{}{}
			<-finish
		}
	}))
	t.Cleanup(server.Close)
	s, editor := serveParser(t, kittest.SQLite(t), fetch.New(true))
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() { parse(editor, server.URL) })
		<-arrived
	}
	refused := parse(editor, server.URL).Want(http.StatusTooManyRequests)
	if refused.Header.Get("Retry-After") == "" {
		t.Error("Retry-After is missing")
	}
	all.Go(func() { parse(s.Editor(), server.URL) })
	<-arrived // Another user is not limited.
	close(finish)
	all.Wait()
	parse(editor, server.URL+"/again").Want(http.StatusOK)
}
