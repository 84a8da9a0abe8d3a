package app_test

import (
	"encoding/json"
	"net/http"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"waymark/internal/app"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
)

// TestReadOnly makes a request that would succeed to every operation of a server that is read-only.
func TestReadOnly(t *testing.T) {
	t.Parallel()
	log := watchLog(t)
	run := func(t *testing.T, c app.Config) {
		t.Helper()
		c.AllowPrivateURLs = true
		f := newFuzzer(t, openConfig(t, c), fuzzSeed, log)
		requests := []*request{}
		for _, op := range f.operations {
			for _, credential := range op.credentials {
				r, err := f.build(op, credential)
				if err != nil && op.method == http.MethodGet {
					continue
				}
				if err != nil { // The record does not exist, but the refusal comes first.
					r = &request{method: op.method, path: pathParameter.ReplaceAllString(op.path, "1"), header: http.Header{}}
					f.authorise(r, credential)
				}
				r.header.Set("Waymark-Test-Operation", op.name())
				requests = append(requests, r)
			}
		}
		c.Database, c.ReadOnly = copyOf(t, f.h, c.Database), true
		h := openConfig(t, c)
		if err := h.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		path, isFile := strings.CutPrefix(c.Database, "sqlite:")
		var before [32]byte
		if isFile {
			before = fileHash(t, path)
		}
		readOnly := &fuzzer{t: t, h: h, log: log, operations: f.operations}
		refused, answered := 0, 0
		for _, r := range requests {
			operation := r.header.Get("Waymark-Test-Operation")
			r.header.Del("Waymark-Test-Operation")
			a := readOnly.send(r)
			if expectReadOnly(t, h, operation, r, a) {
				refused++
			} else {
				answered++
			}
		}
		t.Logf("%d requests were refused, %d answered", refused, answered)
		if refused < 190 || answered < 100 {
			t.Errorf("only %d requests were refused and %d answered", refused, answered)
		}
		if isFile && fileHash(t, path) != before {
			t.Error("the database was changed")
		}
	}
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		run(t, demoOnSQLite(t))
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		run(t, demoOnPostgres(t))
	})
}

var pathParameter = regexp.MustCompile(`\{\w+\}`)

// recorded are reads that leave an entry in the audit log, and older calls that change something although their method
// is GET. They are refused too.
var recorded = []string{"/export", "/impersonate", "/duplicate"}

// expectReadOnly reports whether a request was refused because it would change something.
func expectReadOnly(t *testing.T, h *harness, operation string, r *request, a *answer) bool {
	t.Helper()
	method, path, _ := strings.Cut(operation, " ")
	console, found := h.API.Find(method, path)
	if !found {
		console, _ = h.Public.Find(method, path)
	}
	var problem struct{ Code, Message string }
	_ = json.Unmarshal(a.body, &problem)
	isRefused := a.status == http.StatusServiceUnavailable && problem.Code == "read_only"
	reads := method == http.MethodGet || console.ReadOnly
	mayRefuse := slices.ContainsFunc(recorded, func(part string) bool { return strings.Contains(path, part) })
	switch {
	case reads && isRefused && !mayRefuse, reads && a.status >= http.StatusInternalServerError && !mayRefuse:
		t.Errorf("%s: got %d %s", operation, a.status, excerpt(a.body))
	case !reads && !isRefused:
		t.Errorf("%s: got %d %s, want 503 read_only", operation, a.status, excerpt(a.body))
	case isRefused && (a.header.Get("Retry-After") == "" || !strings.Contains(problem.Message, "read-only")):
		t.Errorf("%s: got Retry-After %q and %q", operation, a.header.Get("Retry-After"), problem.Message)
	}
	return isRefused
}

// copyOf returns the address of the database for a second server. On SQLite it is a copy, because the first server goes
// on writing.
func copyOf(t *testing.T, h *harness, database string) string {
	t.Helper()
	if h.DB.Engine == db.Postgres {
		return database
	}
	path := filepath.Join(t.TempDir(), "copy.db")
	if err := h.DB.Backup(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	return "sqlite:" + path
}

func TestReadOnly_SignIn(t *testing.T) {
	t.Parallel()
	run := func(t *testing.T, c app.Config) {
		t.Helper()
		existing := openConfig(t, c).session("admin")
		c.ReadOnly = true
		h := openConfig(t, c)
		const credentials = `{"email":"ada@example.com","password":"correct horse"}`
		signIn := h.do("POST", "/api/auth/login", "", credentials)
		if signIn.StatusCode != http.StatusOK {
			t.Fatalf("got %d %s", signIn.StatusCode, read(t, signIn))
		}
		token := ""
		for _, cookie := range signIn.Cookies() {
			if cookie.Name == h.Sessions.CookieName() {
				token = cookie.Value
			}
		}
		for name, session := range map[string]string{"new": token, "existing": existing} {
			if got := h.do("GET", "/api/auth/me", session, "").StatusCode; got != http.StatusOK {
				t.Errorf("the %s session: got %d", name, got)
			}
			if got := h.do("POST", "/api/auth/logout", session, "").StatusCode; got != http.StatusNoContent {
				t.Errorf("sign-out of the %s session: got %d", name, got)
			}
			if got := h.do("GET", "/api/auth/me", session, "").StatusCode; got != http.StatusUnauthorized {
				t.Errorf("the %s session after its sign-out: got %d", name, got)
			}
		}
		wrong := `{"email":"ada@example.com","password":"wrong"}`
		for range 10 {
			if got := h.do("POST", "/api/auth/login", "", wrong).StatusCode; got != http.StatusUnprocessableEntity {
				t.Fatalf("a wrong password: got %d", got)
			}
		}
		if got := h.do("POST", "/api/auth/login", "", credentials).StatusCode; got != http.StatusTooManyRequests {
			t.Errorf("after ten wrong passwords: got %d", got)
		}
		if page := read(t, h.do("GET", "/", "", "")); !strings.Contains(page, `"read_only":true`) {
			t.Error("the page doesn't say that it is read-only")
		}
	}
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		run(t, config(t, "sqlite:"+kittest.SQLite(t).Path))
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		run(t, config(t, kittest.PostgresURL(t)))
	})
}
