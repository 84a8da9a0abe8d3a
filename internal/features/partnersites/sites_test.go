package partnersites_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"waymark/internal/features/partners"
	"waymark/internal/features/partnersites"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/resourcetest"
)

func mount(kit resource.Kit) {
	partners.Mount(kit, kittest.Sites)
	partnersites.Mount(kit)
}

// fixture is a server with partners 1 and 2.
type fixture struct {
	*testing.T
	s      *kittest.Server
	editor *kittest.Client
}

func each(t *testing.T, run func(f *fixture)) {
	t.Helper()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := kittest.Serve(t, d, kittest.Resources(mount))
		f := &fixture{T: t, s: s, editor: s.Editor()}
		if id := f.editor.Post("partners", map[string]any{"name": "Harbour"}).Want(201).Int("item.id"); id != 2 {
			t.Fatalf("got partner %d, want 2", id)
		}
		run(f)
	})
}

// make creates a record and returns its path.
func (f *fixture) make(path string, sent map[string]any) string {
	f.Helper()
	return path + "/" + strconv.FormatInt(f.editor.Post(path, sent).Want(201).Int("item.id"), 10)
}

func insertSite(s *kittest.Server) {
	now := clock.Now()
	s.Exec(`
		INSERT INTO sites (id, partner_id, domain, copilot_domains, created_at, updated_at)
		VALUES (5, 1, 'house.example', '["house.example"]', ?, ?)`, now, now)
}

func TestSites_CRUD(t *testing.T) {
	t.Parallel()
	resourcetest.Run(t, mount, resourcetest.Sample{
		Path: "partners/1/sites", Kind: "site", Name: "domain",
		Create:   map[string]any{"domain": "harbour.example", "copilot_disclaimer_selector": ".hero"},
		Update:   map[string]any{"copilot_disclaimer_enabled": true},
		Required: []string{"domain"}, Unique: []string{"domain"}, Longest: map[string]int{"copilot_disclaimer_selector": 500},
	})
}

func TestTransformations_CRUD(t *testing.T) {
	t.Parallel()
	resourcetest.Run(t, mount, resourcetest.Sample{
		Path: "partners/1/sites/5/transformations", Kind: "site transformation", Before: insertSite,
		Create:   map[string]any{"name": "Book button", "selector": []any{".a", "#b"}, "href": "https://a.example/x"},
		Update:   map[string]any{"name": "Call button"},
		Required: []string{"name", "selector"}, Longest: map[string]int{"name": 160, "text": 500},
	})
}

func TestRedirects_CRUD(t *testing.T) {
	t.Parallel()
	resourcetest.Run(t, mount, resourcetest.Sample{
		Path: "partners/1/sites/5/redirects", Kind: "site redirect", Before: insertSite,
		Create:   map[string]any{"path_pattern": "/old/*", "redirect_url": "/new"},
		Update:   map[string]any{"redirect_url": "/newer"},
		Required: []string{"path_pattern", "redirect_url"},
		Longest:  map[string]int{"path_pattern": 1000, "redirect_url": 1000},
	})
}

func TestSites_CopilotDomains(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		domains := func(one string) string { return fmt.Sprint(f.editor.Get(one).Want(200).Value("item.copilot_domains")) }
		one := f.make("partners/2/sites", map[string]any{
			"domain":          "HTTPS://www.Harbour.example/home",
			"copilot_domains": []string{"blog.harbour.example", "harbour.example"},
		})
		if got := domains(one); got != "[harbour.example blog.harbour.example]" {
			f.Errorf("got domains %s", got)
		}
		item := f.editor.Get(one).Want(200)
		if item.String("item.domain") != "harbour.example" || item.String("item.name") != "harbour.example" ||
			len(item.String("item.hashid")) < 8 {
			f.Errorf("got %s", item.Text)
		}
		f.editor.Put(one, map[string]any{"domain": "quay.example"}).Want(200)
		if got := domains(one); got != "[quay.example blog.harbour.example]" {
			f.Errorf("got domains %s after changing the domain", got)
		}
		f.editor.Put(one, map[string]any{"domain": "pier.example", "copilot_domains": []string{"quay.example"}}).Want(200)
		if got := domains(one); got != "[pier.example quay.example]" {
			f.Errorf("got domains %s after keeping the old domain", got)
		}
		f.editor.Put(one, map[string]any{"copilot_domains": []string{}}).Want(200)
		if got := domains(one); got != "[pier.example]" {
			f.Errorf("got domains %s after clearing the list", got)
		}
		anchor := map[string]any{"domain": "anchor.example", "copilot_domains": []string{"pier.example"}}
		f.editor.Post("partners/2/sites", anchor).Refused("copilot_domains")
		anchor["copilot_domains"] = []string{"pier-2.example"}
		f.make("partners/2/sites", anchor)
		whole := f.editor.Get("partners/2").Want(200)
		if got := fmt.Sprint(whole.Value("item.copilot_domains")); got != "[anchor.example pier-2.example pier.example]" ||
			whole.Int("item.sites_count") != 2 {
			f.Errorf("got domains %s of the partner", got)
		}
		for sort, want := range map[string]string{
			"":          "[anchor.example pier.example]",
			"sort=name": "[anchor.example pier.example]", "sort=-name": "[pier.example anchor.example]",
			"sort=-domain": "[pier.example anchor.example]", "query=pier": "[anchor.example pier.example]",
			"query=ANCHOR": "[anchor.example]", "sort=-updated_at": "",
		} {
			if got := f.editor.Get("partners/2/sites?" + sort).Want(200).Column("name"); want != "" && fmt.Sprint(got) != want {
				f.Errorf("%s: got %v, want %s", sort, got, want)
			}
		}
		// The domain belongs to a site of another partner.
		f.editor.Post("partners/1/sites", map[string]any{"domain": "www.pier.example"}).Refused("domain")
		f.editor.Post("partners/1/sites", map[string]any{"domain": "pier-2.example"}).Refused("domain")
		f.editor.Post("partners/1/sites", map[string]any{
			"domain": "free.example", "copilot_domains": []string{"PIER.example", "anchor.example"},
		}).Refused("copilot_domains")
		f.editor.Put(one, map[string]any{"copilot_domains": []string{"pier-2.example"}}).Refused("copilot_domains")
		f.editor.Delete(one).Want(204)
		f.editor.Post("partners/1/sites", map[string]any{"domain": "pier.example"}).Want(201)
	})
}

// Of sites that are saved at the same time with the same domain, one gets it.
func TestSites_ConcurrentDomains(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		statuses := make([]int, 8)
		kittest.Concurrently(len(statuses), func(i int) {
			statuses[i] = f.editor.Post(fmt.Sprintf("partners/%d/sites", 1+i%2), map[string]any{
				"domain": fmt.Sprintf("site%d.example", i), "copilot_domains": []string{"shared.example"},
			}).Status
		})
		created := 0
		for _, status := range statuses {
			switch status {
			case 201:
				created++
			case 409, 422:
			default:
				f.Errorf("got %v", statuses)
			}
		}
		if n := f.s.Count("SELECT count(*) FROM site_domains WHERE domain = 'shared.example'"); created != 1 || n != 1 {
			f.Errorf("got %v and %d rows, want one site", statuses, n)
		}
	})
}

func TestSites_Delete(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		picture := f.s.Picture()
		one := f.make("partners/2/sites", map[string]any{
			"domain":         "harbour.example",
			"featured_image": map[string]any{"id": picture},
		})
		f.make(one+"/transformations", map[string]any{"name": "A", "selector": []string{"a"}})
		f.make(one+"/redirects", map[string]any{"path_pattern": "/a", "redirect_url": "/b"})
		read := f.editor.Get(one).Want(200)
		if read.Int("item.transformations_count") != 1 || read.Int("item.redirects_count") != 1 ||
			read.Int("item.featured_image.id") != picture {
			f.Errorf("got %s", read.Text)
		}
		f.editor.Delete(one).Want(204)
		tables := []string{
			"sites", "site_transformations", "site_redirects", "trash", "uploads WHERE claimed_at IS NOT NULL",
		}
		for _, table := range tables {
			if n := f.s.Count("SELECT count(*) FROM " + table); n != 0 {
				f.Errorf("got %d rows in %s, want none", n, table)
			}
		}
	})
}

func TestSites_WrongParent(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		mine := f.make("partners/1/sites", map[string]any{"domain": "a.example"})
		theirs := f.make("partners/2/sites", map[string]any{"domain": "b.example"})
		transformation := f.make(theirs+"/transformations", map[string]any{"name": "A", "selector": []string{"a"}})
		redirect := f.make(theirs+"/redirects", map[string]any{"path_pattern": "/a", "redirect_url": "/b"})
		last := func(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }
		site, wrongSite := last(theirs), last(mine)
		for _, path := range []string{
			"partners/1/sites/" + site,
			"partners/1/sites/" + site + "/transformations/" + last(transformation),
			"partners/2/sites/" + wrongSite + "/transformations/" + last(transformation),
			mine + "/transformations/" + last(transformation),
			mine + "/redirects/" + last(redirect),
			"partners/1/sites/" + site + "/redirects/" + last(redirect),
			"partners/999/sites/" + site, "partners/x/sites/" + site, theirs + "/transformations/999",
			theirs + "/redirects/" + last(redirect) + "0", theirs + "/redirects/x",
		} {
			f.editor.Get(path).Want(404)
			f.editor.Put(path, map[string]any{}).Want(404)
			f.editor.Delete(path).Want(404)
		}
		for _, path := range []string{
			"partners/1/sites/" + site + "/transformations",
			"partners/1/sites/" + site + "/redirects", "partners/999/sites", "partners/2/sites/999/redirects",
			"partners/2/sites/" + wrongSite + "/transformations",
		} {
			f.editor.Get(path).Want(404)
			f.editor.Post(path, map[string]any{
				"name": "A", "selector": []string{"a"}, "domain": "c.example",
				"path_pattern": "/c", "redirect_url": "/d",
			}).Want(404)
		}
		f.editor.Get("partners/1/sites/" + site + "/redirect-trial?path=/a").Want(404)
		for _, path := range []string{theirs, transformation, redirect} {
			f.editor.Get(path).Want(200)
		}
		f.s.Exec("UPDATE partners SET deleted_at = ? WHERE id = 2", clock.Now())
		for _, path := range []string{theirs, transformation, redirect, theirs + "/redirects"} {
			f.editor.Get(path).Want(404)
		}
	})
}

func TestSites_CSS(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		one := f.make("partners/2/sites", map[string]any{"domain": "harbour.example"})
		for _, wrong := range []string{
			"</style><script>alert(1)</script>", "a{} </STYLE >", "a { content: '</style>' }", "<!-- a",
			`a { content: "\3c/style>" }`, `a { content: "\00003c /style>" }`,
			"@import url(https://evil.example/x.css);", "@IMPORT 'x.css';", "@im/**/port 'x.css';", `@\69mport 'x.css';`,
			`@\000069 mport "x.css";`, "@charset 'utf-8';",
			"a { background: url(javascript:alert(1)) }", "a { background: URL( 'JaVaScRiPt:alert(1)' ) }",
			`a { background: url("java\73 cript:alert(1)") }`, "a { background: url(java\nscript:alert(1)) }",
			"a { background: url(http://a.example/x.png) }", "a { background: url(data:text/html;base64,PHNjcmlwdD4=) }",
			"a { background: url(vbscript:x) }", "a { background: url(file:///etc/passwd) }",
			"a { background: url(ftp://a.example/) }",
			"a { width: expression(alert(1)) }", "a { width: exp/* */ression(alert(1)) }",
			"a { -moz-binding: url(https://a.example/x.xml#y) }", "a { behavior: url(x.htc) }",
			"a { behaviour: x; BEHAVIOR : url(#x) }",
			"a { color: red", "a } b", strings.Repeat("x", 100_001), "a\x00b", "a { /* </style> */ }",
			`a { content: "/*" } b { background: url(javascript:alert(1)) }`,
			`a { content: "/*" } b { background: url(http://a.example/x.png) } /* "*/`, `a { content: '/*' } @import "x.css";`,
			"a{behavior:url(#x)}", "a{*behavior:url(#x)}", "/**/behavior:x",
		} {
			f.editor.Put(one, map[string]any{"copilot_css": wrong}).Refused("copilot_css")
		}
		for _, right := range []string{
			"", ".a > .b:hover::before { content: \"\\201C\"; color: #0f6b5c }", "@media (width <= 600px) { a { color: red } }",
			"a { background: url(https://a.example/x.png) }", "a { background: url('/img/x.png') no-repeat }",
			"a { background: url(data:image/png;base64,AAAA) }", "/* important */ a { color: red !important }",
			":root { --brand: #fff }", "@font-face { font-family: X; src: url(https://a.example/x.woff2) }", "a{}/* open",
			"html { scroll-behavior: smooth; overscroll-behavior: contain }", `a { content: "{" }`, `a { content: "\"}" }`,
			`a { content: "/* no comment" }`, "/* { */ a { color: red }",
		} {
			got := f.editor.Put(one, map[string]any{"copilot_css": right}).Want(200)
			if got.String("item.copilot_css") != right {
				f.Errorf("got %q, want %q", got.String("item.copilot_css"), right)
			}
		}
	})
}

func TestSites_Validation(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		one := f.make("partners/2/sites", map[string]any{"domain": "harbour.example"})
		for _, wrong := range []string{
			"not a domain", "localhost", "*.example.com", "1.2.3.4", "a_b", "-a.example",
			"javascript:alert(1)", "<b>.example", strings.Repeat("a.", 130) + "example", "a.example b.example", "http://",
		} {
			f.editor.Put(one, map[string]any{"domain": wrong}).Refused("domain")
			f.editor.Post("partners/2/sites", map[string]any{"domain": wrong}).Refused("domain")
			f.editor.Put(one, map[string]any{"copilot_domains": []string{"fine.example", wrong}}).Refused("copilot_domains.1")
		}
		for _, wrong := range []string{
			"{", "a { b }", "<script>", "a,", "> a", "a >", "[href", "a[href='x]", "(a", "a)",
			"a;b", ".", "#", "a:", "123", "a/*b*/", "@media", "a\\", "a[href='<b>']",
		} {
			f.editor.Put(one, map[string]any{"copilot_disclaimer_selector": wrong}).Refused("copilot_disclaimer_selector")
			f.editor.Post(one+"/transformations", map[string]any{"name": "A", "selector": []string{"a", wrong}}).
				Refused("selector.1")
		}
		right := []string{
			"a", "*", ".hero a.button", "#book-now", "a[href^='/contact']", "a[data-x=\"a,b\"]",
			"main > .x + .y ~ z", "li:not(.a):nth-child(2n+1)", "a::after", "div:is(.a, .b)", "html|a", "ä-element", `.md\:flex`,
			"a[href='mailto:a@b.example']", "a[style*='color: red;']",
		}
		created := f.editor.Post(one+"/transformations", map[string]any{"name": "A", "selector": right}).Want(201)
		if got := fmt.Sprint(created.Value("item.selector")); got != fmt.Sprint(right) {
			f.Errorf("got selectors %s", got)
		}
		f.editor.Post(one+"/transformations", map[string]any{"name": "A", "selector": []string{}}).Refused("selector")
	})
}

func TestTransformations_Validation(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		site := f.make("partners/2/sites", map[string]any{"domain": "harbour.example"})
		sent := map[string]any{"name": "Book", "selector": []string{".a"}}
		created := f.editor.Post(site+"/transformations", sent).Want(201)
		one := site + "/transformations/" + strconv.FormatInt(created.Int("item.id"), 10)
		if created.Value("item.enabled") != true || created.Value("item.language_id") != nil ||
			created.Value("item.advisor_cta") != false || created.String("item.href") != "" {
			f.Errorf("got %s", created.Text)
		}
		for _, wrong := range []string{
			"example.com", "/contact", "//example.com", "javascript:alert(1)", "JAVASCRIPT:alert(1)", " javascript:alert(1)",
			"java\tscript:alert(1)", "data:text/html,x", "vbscript:x", "file:///etc/passwd", "ftp://a.example", "https:",
			"https://", "https:///x",
			"https://user:pw@a.example", "mailto:", "mailto:nobody", "mailto:a@b.example,c@d.example", "mailto:%3Cscript%3E",
			"mailto:Ann%20%3Ca@b.example%3E", "tel:", "tel:call-me", "tel:12", "sms:123456", "blob:https://a.example/x", "#top",
			"?a=b", "https://a b.example", strings.Repeat("https://a.example/", 200),
		} {
			f.editor.Put(one, map[string]any{"href": wrong}).Refused("href")
		}
		for _, right := range []string{
			"https://a.example/x?y=z#w", "http://a.example", "HTTPS://A.example",
			"mailto:a@b.example", "mailto:a@b.example?subject=Hello%20there", "tel:+442079460958", "tel:+44-20-7946-0958", "",
		} {
			f.editor.Put(one, map[string]any{"href": right}).Want(200)
		}
		f.editor.Put(one, map[string]any{"language_id": 99999}).Refused("language_id")
		changed := f.editor.Put(one, map[string]any{
			"language_id": 1, "advisor_cta": true, "text": "Ask", "notes": "a\nb",
			"replace_element": true, "enabled": false,
		}).Want(200)
		if changed.String("item.language.name") != "English" || changed.Value("item.enabled") != false ||
			changed.String("item.notes") != "a\nb" {
			f.Errorf("got %s", changed.Text)
		}
		cleared := f.editor.Put(one, map[string]any{"language_id": nil}).Want(200)
		if cleared.Value("item.language") != nil {
			f.Errorf("got %s, want no language", cleared.Text)
		}
	})
}

func TestRedirects_Validation(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		site := f.make("partners/2/sites", map[string]any{"domain": "harbour.example"})
		list := site + "/redirects"
		created := f.editor.Post(list, map[string]any{"path_pattern": "/old/*", "redirect_url": "/new"}).Want(201)
		one := list + "/" + strconv.FormatInt(created.Int("item.id"), 10)
		if created.Value("item.enabled") != true || created.Value("item.use_exact_match") != false ||
			created.Value("item.ignore_previous_page") != false {
			f.Errorf("got %s", created.Text)
		}
		for _, wrong := range []string{
			"https://x.y/z", "//evil.example", `/\evil.example`, "new", "", "/a b", "/../a",
			"/<b>", "javascript:alert(1)", "/a\nb",
		} {
			f.editor.Put(one, map[string]any{"path_pattern": wrong}).Refused("path_pattern")
			f.editor.Put(one, map[string]any{"redirect_url": wrong}).Refused("redirect_url")
		}
		for _, wrong := range []string{"/a/**/b", "/a*", "/a?b=c", "/a#b"} {
			f.editor.Put(one, map[string]any{"path_pattern": wrong}).Refused("path_pattern")
		}
		f.editor.Put(one, map[string]any{"redirect_url": "/old/a"}).Refused("redirect_url")
		f.editor.Post(list, map[string]any{"path_pattern": "/**", "redirect_url": "/sorry"}).Refused("redirect_url")
		f.editor.Post(list, map[string]any{"path_pattern": "/old/*", "redirect_url": "/x"}).Refused("path_pattern")
		f.make(list, map[string]any{"path_pattern": "/a?b=c", "redirect_url": "/a", "use_exact_match": true})
		f.editor.Put(one, map[string]any{"use_exact_match": true, "path_pattern": "/x*?y"}).Want(200)
		f.editor.Put(one, map[string]any{"use_exact_match": false}).Refused("path_pattern")
		if got := f.editor.Get(list).Want(200).Column("path_pattern"); !slices.Equal(got, []string{"/a?b=c", "/x*?y"}) {
			f.Errorf("got redirects %v", got)
		}
	})
}

func TestRedirects_Trial(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		site := f.make("partners/2/sites", map[string]any{"domain": "harbour.example"})
		for _, r := range []map[string]any{
			{"path_pattern": "/guides/**", "redirect_url": "/g"},
			{"path_pattern": "/guides/*/map", "redirect_url": "/m"},
			{"path_pattern": "/guides/lisbon/map", "redirect_url": "/l"},
			{"path_pattern": "/guides/lisbon/map?x=1", "redirect_url": "/x", "use_exact_match": true},
			{"path_pattern": "/off", "redirect_url": "/o", "enabled": false},
		} {
			f.make(site+"/redirects", r)
		}
		for path, want := range map[string]string{
			"/guides": "/g", "/guides/a/b": "/g", "/guides/porto/map": "/m", "/guides/lisbon/map": "/l",
			"/guides/lisbon/map/": "/l", "/guides/lisbon/map?x=1": "/x", "/guides/lisbon/map?x=2": "/l", "/off": "",
			"/other": "", "/": "",
		} {
			escaped := strings.NewReplacer("?", "%3F", "=", "%3D").Replace(path)
			got := f.editor.Get(site + "/redirect-trial?path=" + escaped).Want(200)
			if want == "" {
				if got.Value("redirect") != nil {
					f.Errorf("%s: got redirect %s, want none", path, got.Text)
				}
			} else if got.String("redirect.redirect_url") != want {
				f.Errorf("%s: got %s, want %s", path, got.Text, want)
			}
		}
		for _, wrong := range []string{"", "a", "%2F%2Fevil.example", "https://a.example", "/" + strings.Repeat("a", 1000)} {
			f.editor.Get(site + "/redirect-trial?path=" + wrong).Refused("path")
		}
		f.s.Anyone().Get(site + "/redirect-trial?path=/").Want(401)
	})
}
