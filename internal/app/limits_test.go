package app_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"waymark/internal/kit/admission"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/kittest"
)

// takeSlots takes all slots that a class or one of its callers may have, and returns a function that releases them.
func (h *harness) takeSlots(class admission.Class, caller string) (release func()) {
	h.t.Helper()
	taken := []*admission.Slot{}
	for {
		ctx, cancel := context.WithTimeout(h.t.Context(), time.Millisecond)
		slot, err := h.Limiter().Acquire(ctx, class, caller)
		cancel()
		if err != nil {
			break
		}
		taken = append(taken, slot)
	}
	if len(taken) < 2 {
		h.t.Fatalf("there were only %d slots", len(taken))
	}
	return func() {
		for _, slot := range taken {
			slot.Release()
		}
	}
}

func TestOverload(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, h *harness) {
		token := h.session(auth.Admin)
		release := h.takeSlots(admission.Read, "")
		var waiting sync.WaitGroup
		waiting.Go(func() {
			wantUnavailable(t, "a list", h.do("GET", "/api/admin/publishers", token, ""))
		})
		waiting.Go(func() {
			request := httptest.NewRequestWithContext(t.Context(), http.MethodGet, h.URL+"/publishers", nil)
			request.RequestURI, request.Host = "", ownHost
			request.Header.Set("Accept", "text/html")
			answer, err := http.DefaultTransport.RoundTrip(request)
			if err != nil {
				t.Error(err)
				return
			}
			defer func() { _ = answer.Body.Close() }()
			wantUnavailable(t, "a page", answer)
			if text := read(t, answer); !strings.Contains(text, "<h1>") {
				t.Errorf("a person got %s", text)
			}
		})
		for call, want := range map[string]int{
			"POST /api/admin/publishers": http.StatusCreated, "POST /api/auth/login": http.StatusOK,
			"GET /healthz": http.StatusOK, "GET /readyz": http.StatusOK, "GET /icon.svg": http.StatusOK,
			"GET /api/v1/collections": http.StatusUnauthorized,
		} {
			method, path, _ := strings.Cut(call, " ")
			body := map[string]string{
				"POST /api/admin/publishers": `{"name":"Saved during an overload"}`,
				"POST /api/auth/login":       `{"email":"ada@example.com","password":"correct horse"}`,
			}[call]
			if answer := h.do(method, path, token, body); answer.StatusCode != want {
				t.Errorf("%s: got %d, want %d: %s", call, answer.StatusCode, want, read(t, answer))
			}
		}
		waiting.Wait()
		release()
		if answer := h.do("GET", "/api/admin/publishers", token, ""); answer.StatusCode != http.StatusOK {
			t.Errorf("after the overload: got %d", answer.StatusCode)
		}
	})
}

// A partner that makes many calls at the same time must not take the slots of others.
func TestOverload_Partners(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, h *harness) {
		key, err := h.Key.Encrypt("the secret", "the key")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := h.DB.Writer().Exec(t.Context(),
			"UPDATE partners SET api_key = 'the key', api_secret = ? WHERE id = 1", key); err != nil {
			t.Fatal(err)
		}
		call := func(authorise func(*http.Request)) *http.Response {
			request := httptest.NewRequestWithContext(t.Context(), http.MethodGet, h.URL+"/api/v1/collections", nil)
			request.RequestURI, request.Host = "", ownHost
			request.Header.Set("Origin", "https://partner.example")
			authorise(request)
			answer, err := http.DefaultTransport.RoundTrip(request)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = answer.Body.Close() })
			return answer
		}
		partner := func(r *http.Request) { r.SetBasicAuth("the key", "the secret") }
		if answer := call(partner); answer.StatusCode != http.StatusOK {
			t.Fatalf("got %d: %s", answer.StatusCode, read(t, answer))
		}
		release := h.takeSlots(admission.Public, "partner 1")
		answer := call(partner)
		wantUnavailable(t, "a call", answer)
		if answer.Header.Get("Access-Control-Allow-Origin") == "" {
			t.Error("a page can't read why its call was refused")
		}
		if answer.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Error("the refusal has no security headers")
		}
		for name, authorise := range map[string]func(*http.Request){
			"the app":          func(r *http.Request) { r.Header.Set("Authorization", "Bearer the key of the app") },
			"nobody":           func(*http.Request) {},
			"the wrong secret": func(r *http.Request) { r.SetBasicAuth("the key", "another secret") },
		} {
			if answer := call(authorise); answer.StatusCode == http.StatusServiceUnavailable {
				t.Errorf("%s was refused because of the calls of a partner", name)
			}
		}
		release()
		if answer := call(partner); answer.StatusCode != http.StatusOK {
			t.Errorf("after the overload: got %d", answer.StatusCode)
		}
	})
}

func TestOverload_Classes(t *testing.T) {
	t.Parallel()
	h := open(t, "sqlite:"+kittest.SQLite(t).Path)
	for call, want := range map[string]admission.Class{
		"GET /api/admin/content":                  admission.Read,
		"GET /api/admin/content/1":                admission.Read,
		"GET /api/unknown":                        admission.Read,
		"POST /api/admin/content/selection":       admission.Read,
		"POST /api/admin/publishers":              admission.Write,
		"DELETE /api/admin/publishers/1":          admission.Write,
		"POST /api/auth/logout":                   admission.Read,
		"POST /api/auth/login":                    admission.SignIn,
		"POST /api/auth/confirm":                  admission.SignIn,
		"PUT /api/auth/password":                  admission.SignIn,
		"POST /api/auth/reset-password":           admission.SignIn,
		"POST /api/auth/forgot-password":          admission.SignIn,
		"GET /api/admin/export/files/all-content": admission.Slow,
		"POST /api/admin/uploads":                 admission.Slow,
		"POST /api/admin/uploads/from-url":        admission.Slow,
		"POST /api/admin/content/parse-url":       admission.Slow,
		"POST /api/admin/imports":                 admission.Slow,
		"GET /api/admin/imports/1/rejected":       admission.Slow,
	} {
		method, path, _ := strings.Cut(call, " ")
		if got := h.API.ClassOf(httptest.NewRequest(method, path, nil)); got != want {
			t.Errorf("%s: got class %d, want %d", call, got, want)
		}
	}
}
