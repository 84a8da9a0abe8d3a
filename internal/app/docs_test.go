package app_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/kittest"
	"waymark/internal/platform/changes"
)

func TestDocs(t *testing.T) {
	t.Parallel()
	h := open(t, "sqlite:"+kittest.SQLite(t).Path)
	pages := map[string]string{}
	for _, path := range []string{"/api/docs", "/api/v1/docs"} {
		response := h.do("GET", path, "", "")
		page := read(t, response)
		pages[path] = page
		policy := response.Header.Get("Content-Security-Policy")
		if response.StatusCode != http.StatusOK || !strings.HasPrefix(policy, "default-src 'none'; script-src 'nonce-") ||
			strings.Contains(policy, "unsafe") || strings.Contains(page, "{{nonce}}") {
			t.Errorf("%s: got %d with the policy %s", path, response.StatusCode, policy)
		}
		if found := regexp.MustCompile(`(?:src|href)="?(?:https?:)?//[^ >]*`).FindString(page); found != "" {
			t.Errorf("%s refers to another server: %s", path, found)
		}
		ids := map[string]bool{}
		for _, match := range regexp.MustCompile(` id="([^"]+)"`).FindAllStringSubmatch(page, -1) {
			if ids[match[1]] {
				t.Errorf("%s: the id %s appears twice", path, match[1])
			}
			ids[match[1]] = true
		}
		for _, match := range regexp.MustCompile(`href="#([^"]+)"`).FindAllStringSubmatch(page, -1) {
			if !ids[match[1]] {
				t.Errorf("%s: the link to #%s leads nowhere", path, match[1])
			}
		}
	}
	t.Run("have every operation", func(t *testing.T) {
		for path, document := range map[string]func() ([]byte, error){
			"/api/docs": h.API.Document, "/api/v1/docs": h.Public.Document,
		} {
			text, err := document()
			for _, operation := range parseOpenAPI(t, text, err).operations() {
				article := fmt.Sprintf(`<article class="operation" id="%s"`, operation.object["operationId"])
				if !strings.Contains(pages[path], article) {
					t.Errorf("%s lacks %s", path, operation.object["operationId"])
				}
			}
		}
	})
	t.Run("list the codes that the public API uses", func(t *testing.T) {
		for _, code := range apierr.Codes {
			if got := strings.Contains(pages["/api/v1/docs"], "<td><code>"+code.Code+"</code></td>"); got == code.ConsoleOnly {
				t.Errorf("%s: %v", code.Code, got)
			}
		}
	})
	t.Run("show the programs that the tests run", func(t *testing.T) {
		shown := html.UnescapeString(pages["/api/v1/docs"])
		for _, file := range []string{"quickstart.sh", "quickstart.py", "quickstart.ts"} {
			code, err := os.ReadFile(filepath.Join("docs", "quickstart", file))
			if err != nil || !strings.Contains(shown, string(code)) {
				t.Errorf("%s is not on the page (%v)", file, err)
			}
		}
	})
	t.Run("are not logged as calls", func(t *testing.T) {
		h.do("GET", "/api/v1/openapi.json", "", "")
		h.do("GET", "/api/v1/me", "", "")
		if err := h.Gate.Log.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := h.count("SELECT count(*) FROM api_logs"); got != 1 {
			t.Errorf("got %d calls in the log, want the one of me", got)
		}
	})
}

// numberChanges makes changes visible in the feeds, as a running server does every half a second.
func numberChanges(t *testing.T, h *harness) {
	t.Helper()
	for more := true; more; {
		var err error
		if more, err = changes.Number(t.Context(), h.DB); err != nil {
			t.Fatal(err)
		}
	}
}

// TestDocs_QuickStart runs the programs of the documentation as they are shown.
func TestDocs_QuickStart(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, h *harness) {
		s := newSimulation(t, h)
		harbour := s.partners[0]
		library := s.create("libraries", object{"name": "Lisbon", "partner_id": harbour.id})
		s.create("content", object{
			"title": "A morning in Lisbon", "content_url": "https://harbour.example/morning", "library_ids": []int64{library},
			"published_at": "2020-01-01",
		})
		gone := s.create("content", object{
			"title": "Sold out", "content_url": "https://harbour.example/sold-out", "library_ids": []int64{library},
			"published_at": "2020-01-01",
		})
		target, err := url.Parse(h.URL)
		if err != nil {
			t.Fatal(err)
		}
		proxy := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(target)
			r.Out.Host = ownHost
		}})
		defer proxy.Close()
		runners := map[string]*quickStart{}
		for _, file := range []string{"quickstart.sh", "quickstart.py", "quickstart.ts"} {
			runners[file] = &quickStart{folder: t.TempDir(), environment: append(os.Environ(),
				"API_URL="+proxy.URL, "API_KEY="+harbour.key, "API_SECRET="+harbour.secret)}
		}
		runAll := func(step string, entries, items int) {
			numberChanges(t, h)
			for file, runner := range runners {
				t.Run(step+" "+file, func(t *testing.T) {
					before := h.count("SELECT count(*) FROM copilot_events")
					output := runner.run(t, file)
					if file == "quickstart.sh" {
						runner.checkCurl(t, output, entries)
					} else if want := fmt.Sprintf("Partner: Harbour\nResults: 1\n- A morning in Lisbon\nCopy: %d items\nRecorded: 1\n",
						items); output != want {
						t.Errorf("got\n%s\nwant\n%s", output, want)
					}
					if got := h.count("SELECT count(*) FROM copilot_events") - before; got != 1 {
						t.Errorf("got %d events, want 1", got)
					}
				})
			}
		}
		const published = 9 // seven of the simulation, and the two above
		runAll("the first time", published, published)
		s.request("DELETE", fmt.Sprintf("content/%d", gone), nil)
		runAll("after a removal", 1, published-1)
	})
}

// quickStart runs a program in its own folder, in which it keeps its copy.
type quickStart struct {
	folder      string
	environment []string
}

func (q *quickStart) run(t *testing.T, file string) string {
	t.Helper()
	source, err := filepath.Abs(filepath.Join("docs", "quickstart", file))
	if err != nil {
		t.Fatal(err)
	}
	var command []string
	switch filepath.Ext(file) {
	case ".sh":
		need(t, "curl")
		command = []string{need(t, "bash"), source}
	case ".py":
		command = []string{need(t, "python3"), source}
	case ".ts":
		command = q.node(t, source)
	}
	return q.execute(t, command...)
}

// need returns the path of a program, and skips the test if it is not installed.
func need(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if errors.Is(err, exec.ErrNotFound) {
		t.Skipf("%s is not installed: run scripts/need %s", name, name)
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// node returns the command that runs a TypeScript program. Node.js before 22.6 needs the types removed by the compiler
// of the web app.
func (q *quickStart) node(t *testing.T, source string) []string {
	t.Helper()
	node := need(t, "node")
	var major, minor int
	if _, err := fmt.Sscanf(q.execute(t, node, "--version"), "v%d.%d", &major, &minor); err != nil {
		t.Fatal(err)
	}
	if major > 22 || (major == 22 && minor >= 6) {
		return []string{node, "--no-warnings", "--experimental-strip-types", source}
	}
	compiler, err := filepath.Abs("../../web/node_modules/.bin/tsc")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(compiler); err != nil {
		t.Skip("TypeScript needs Node.js 22.6, or the compiler of the web app: run npm ci in web")
	}
	q.execute(t, compiler, "--noCheck", "--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler",
		"--outDir", q.folder, source)
	compiled := filepath.Join(q.folder, "quickstart.mjs")
	if err := os.Rename(filepath.Join(q.folder, "quickstart.js"), compiled); err != nil {
		t.Fatal(err)
	}
	return []string{node, compiled}
}

func (q *quickStart) execute(t *testing.T, command ...string) string {
	t.Helper()
	run := exec.CommandContext(t.Context(), command[0], command[1:]...)
	run.Dir, run.Env = q.folder, q.environment
	output, failure := bytes.Buffer{}, bytes.Buffer{}
	run.Stdout, run.Stderr = &output, &failure
	if err := run.Run(); err != nil {
		t.Fatalf("%q: %v\n%s%s", command, err, output.String(), failure.String())
	}
	return output.String()
}

// checkCurl checks the responses that the program in Bash prints, and the entries of the feed that it stored.
func (q *quickStart) checkCurl(t *testing.T, output string, entries int) {
	t.Helper()
	for _, want := range []string{`"name":"Harbour"`, `"title":"A morning in Lisbon"`, `"accepted":1`} {
		if !strings.Contains(output, want) {
			t.Errorf("the output lacks %s:\n%s", want, output)
		}
	}
	stored, err := os.ReadFile(filepath.Join(q.folder, "changes.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	page := struct{ Items []any }{}
	lines := strings.Split(strings.TrimSpace(string(stored)), "\n")
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &page); err != nil || len(page.Items) != entries {
		t.Errorf("got %d entries (%v), want %d", len(page.Items), err, entries)
	}
}
