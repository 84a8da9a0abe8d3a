package partnersites_test

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"waymark/internal/kit/db"
	"waymark/internal/kit/pathpattern"
)

func TestRedirects_Loops(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		site := f.make("partners/2/sites", map[string]any{"domain": "harbour.example"})
		list := site + "/redirects"
		redirect := func(path, target string) map[string]any {
			return map[string]any{"path_pattern": path, "redirect_url": target}
		}
		f.make(list, redirect("/a", "/b?from=a#top"))
		second := f.make(list, redirect("/b", "/c/1"))
		f.editor.Post(list, redirect("/c/*", "/a")).Refused("redirect_url")
		third := f.make(list, redirect("/c/*", "/d"))
		for _, sent := range []map[string]any{{"redirect_url": "/a"}, {"redirect_url": "/b/?x=y"}, {"redirect_url": "/c/2"}} {
			f.editor.Put(third, sent).Refused("redirect_url")
		}
		// A redirect that is off does no harm until it is switched on.
		f.editor.Put(second, map[string]any{"enabled": false}).Want(200)
		f.editor.Put(third, map[string]any{"redirect_url": "/a"}).Want(200)
		problem := f.editor.Put(second, map[string]any{"enabled": true}).Refused("redirect_url").Text
		if want := "by way of the redirect of /c/* and /a"; !strings.Contains(problem, want) {
			f.Errorf("got %s, want %s", problem, want)
		}
		// Another site is not affected, nor is an exact match that the target does not have.
		other := f.make("partners/2/sites", map[string]any{"domain": "other.example"})
		f.make(other+"/redirects", redirect("/b", "/a"))
		f.editor.Post(list, map[string]any{
			"path_pattern": "/c/1?x=1", "redirect_url": "/b", "use_exact_match": true,
		}).Want(201)
	})
}

// Redirects that are saved at random, also at the same time, never form a loop, whatever is removed from them.
func TestRedirects_RandomLoops(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		list := f.make("partners/2/sites", map[string]any{"domain": "harbour.example"}) + "/redirects"
		random := rand.New(rand.NewPCG(7, 24))
		patterns := []string{"/a", "/b", "/c", "/a/1", "/b/1", "/c/1", "/a/*", "/b/*", "/*/1", "/c/**"}
		targets := []string{"/a", "/b", "/c", "/a/1", "/b/1", "/c/1", "/d"}
		refused := 0
		for range 25 {
			var wait sync.WaitGroup
			var lock sync.Mutex
			for range 3 {
				pattern, target := patterns[random.IntN(len(patterns))], targets[random.IntN(len(targets))]
				remove := random.IntN(4) == 0
				known := f.ids(pattern)
				wait.Go(func() {
					sent := map[string]any{"path_pattern": pattern, "redirect_url": target, "enabled": true}
					var status int
					switch {
					case len(known) == 0:
						status = f.editor.Post(list, sent).Status
					case remove:
						status = f.editor.Delete(list + "/" + strconv.FormatInt(known[0], 10)).Status
					default:
						status = f.editor.Put(list+"/"+strconv.FormatInt(known[0], 10), sent).Status
					}
					lock.Lock()
					defer lock.Unlock()
					if status == 422 {
						refused++
					} else if status >= 500 {
						f.Errorf("%s → %s: got %d", pattern, target, status)
					}
				})
			}
			wait.Wait()
			f.expectNoLoop()
		}
		if refused < 5 {
			f.Errorf("%d redirects were refused; the test needs more", refused)
		}
	})
}

func (f *fixture) ids(pattern string) []int64 {
	f.Helper()
	ids, err := db.All[int64](f.Context(), f.s.DB.Read(), "SELECT id FROM site_redirects WHERE path_pattern = ?", pattern)
	if err != nil {
		f.Fatal(err)
	}
	return ids
}

// expectNoLoop follows the redirects from each target, with any of them in the first place.
func (f *fixture) expectNoLoop() {
	f.Helper()
	rows, err := db.All[struct {
		Path   string `db:"path_pattern"`
		Target string `db:"redirect_url"`
	}](f.Context(), f.s.DB.Read(), "SELECT path_pattern, redirect_url FROM site_redirects WHERE enabled ORDER BY id")
	if err != nil {
		f.Fatal(err)
	}
	rules := []pathpattern.Redirect{}
	for _, r := range rows {
		rules = append(rules, pathpattern.Redirect{Pattern: pathpattern.Pattern{Path: r.Path}, Target: r.Target})
	}
	for start := range rules {
		path := rules[start].Target
		matches := slices.ContainsFunc(rules, func(r pathpattern.Redirect) bool { return r.Match(path) })
		for turn := range rules {
			order := append(slices.Clone(rules[turn:]), rules[:turn]...)
			if matches && pathpattern.Follow(order, path) == nil {
				f.Fatalf("visitors of %s are redirected in a loop: %v", path, rules)
			}
		}
	}
}

func TestRedirects_TrialFollowsChains(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		site := f.make("partners/2/sites", map[string]any{
			"domain": "harbour.example", "copilot_domains": []string{"b.example"},
		})
		for path, target := range map[string]string{"/old/**": "/new?from=old", "/new": "/newest#top", "/x": "/y"} {
			f.make(site+"/redirects", map[string]any{"path_pattern": path, "redirect_url": target})
		}
		// An upgrade may have left a loop.
		f.s.Exec("UPDATE site_redirects SET redirect_url = '/x' WHERE path_pattern = '/x'")
		for path, want := range map[string]struct {
			chain   string
			endless bool
		}{
			"/old/a?b=c":                       {"[/old/a?b=c /new?from=old /newest#top]", false},
			"/newest":                          {"[]", false},
			"/x":                               {"[/x]", true},
			"https://www.harbour.example/new":  {"[/new /newest#top]", false},
			"http://B.example:8080/old/?a#top": {"[/old/?a /new?from=old /newest#top]", false},
		} {
			got := f.editor.Get(site + "/redirect-trial?path=" + url.QueryEscape(path)).Want(200)
			if fmt.Sprint(got.Value("chain")) != want.chain || got.Value("endless") != want.endless {
				f.Errorf("%s: got %s", path, got.Text)
			}
			if (got.Value("redirect") != nil) != (want.chain != "[]") {
				f.Errorf("%s: got %s", path, got.Text)
			}
		}
		for _, wrong := range []string{"https://evil.example/new", "//evil.example/new"} {
			f.editor.Get(site + "/redirect-trial?path=" + url.QueryEscape(wrong)).Refused("path")
		}
	})
}
