package app_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"waymark/internal/kit/auth"
	"waymark/internal/kit/kittest"
)

func TestEmbedPreview(t *testing.T) {
	t.Parallel()
	h := open(t, "sqlite:"+kittest.SQLite(t).Path)
	answer := h.do("GET", "/embed-preview", h.session(auth.Admin), "")
	if answer.StatusCode != http.StatusOK {
		t.Fatalf("got %d", answer.StatusCode)
	}
	page := read(t, answer)
	policy := map[string][]string{}
	for directive := range strings.SplitSeq(answer.Header.Get("Content-Security-Policy"), ";") {
		words := strings.Fields(directive)
		policy[words[0]] = words[1:]
	}
	t.Run("is sandboxed without an origin", func(t *testing.T) {
		allowed, sandboxed := policy["sandbox"]
		if !sandboxed || slices.Contains(allowed, "allow-same-origin") || slices.Contains(allowed, "allow-top-navigation") {
			t.Errorf("the sandbox is %v", allowed)
		}
	})
	t.Run("may load only from other sites, and send nothing", func(t *testing.T) {
		for name, want := range map[string]string{"default-src": "'none'", "base-uri": "'none'", "form-action": "'none'"} {
			if got := strings.Join(policy[name], " "); got != want {
				t.Errorf("%s is %q", name, got)
			}
		}
		for name, sources := range policy {
			if strings.HasSuffix(name, "-src") && slices.Contains(sources, "'self'") || name == "connect-src" {
				t.Errorf("%s is %v", name, sources)
			}
		}
	})
	t.Run("can't be framed by other sites", func(t *testing.T) {
		if got := policy["frame-ancestors"]; !slices.Equal(got, []string{"'self'"}) ||
			answer.Header.Get("X-Frame-Options") != "SAMEORIGIN" {
			t.Errorf("frame-ancestors %v, %s", got, answer.Header.Get("X-Frame-Options"))
		}
	})
	t.Run("does not depend on the session", func(t *testing.T) {
		if answer.Header.Get("Set-Cookie") != "" || page != read(t, h.do("GET", "/embed-preview", "", "")) {
			t.Error("the page differs for a signed-in user")
		}
		if got := h.do("POST", "/embed-preview", "", "{}").StatusCode; got != http.StatusMethodNotAllowed {
			t.Errorf("POST: %d", got)
		}
	})
}
