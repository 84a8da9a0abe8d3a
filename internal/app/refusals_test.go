package app_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// refusedCall is a call that is refused, and what support must find about it in the log.
type refusedCall struct {
	name         string
	as           func(*http.Request)
	method, path string
	contentType  string
	body         string

	status   int
	code     string
	reason   string // part of it
	partner  int64  // 0: the log can't know it
	user     string
	caller   string
	repeated bool // the call is refused the second time
}

// TestRefusals_InTheLog makes each kind of call that a partner may be refused, and finds it under the partner with its
// method and the reason that the caller got.
func TestRefusals_InTheLog(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, h *harness) {
		s := newSimulation(t, h)
		deleted := s.createClient("Gone")
		s.request("DELETE", fmt.Sprintf("partners/%d", deleted.id), nil)
		limited := s.createClient("Busy")
		s.request("POST", fmt.Sprintf("partners/%d/sites", s.partners[0].id), object{"domain": "harbour.example"})
		calls := append(refusedCredentials(s, deleted), refusedRequests(s)...)
		for i, call := range calls {
			s.refuse(i, call)
		}
		h.Gate.PerMinute = 1 // calls have been reserved for the partners above
		calls = append(calls, refusedCall{
			name: "rate limit", as: limited.server, method: "GET", path: "me", repeated: true, status: 429,
			code: "rate_limited", reason: "Too many requests.", partner: limited.id, caller: "server",
		})
		s.refuse(len(calls)-1, calls[len(calls)-1])
		s.waitForCalls(int64(len(calls)) + 1)
		for i, call := range calls {
			s.checkRefusal(i, call)
		}
		s.checkRefusalFilters(int64(len(calls)))
		s.checkSecrets(deleted, limited)
	})
}

// createClient creates a partner with a key and a secret.
func (s *simulation) createClient(name string) *client {
	s.t.Helper()
	c := &client{name: name, id: s.create("partners", object{"name": name})}
	pair := s.request("POST", fmt.Sprintf("partners/%d/api-secret", c.id), object{})
	c.key, _ = pair["api_key"].(string)
	c.secret, _ = pair["api_secret"].(string)
	return c
}

// refusedCredentials are calls that are refused because of who makes them.
func refusedCredentials(s *simulation, deleted *client) []refusedCall {
	c := s.partners[0]
	basic := func(key, secret string) func(*http.Request) {
		return func(r *http.Request) { r.SetBasicAuth(key, secret) }
	}
	page := func(key, origin string) func(*http.Request) {
		return func(r *http.Request) {
			r.Header.Set("Origin", origin)
			if key != "" {
				r.Header.Set("X-Api-Key", key)
			}
		}
	}
	const own, foreign, whitelist = "https://www.harbour.example", "https://evil.example", "on the partner's whitelist"
	const search, wrong, required = "search/content?query=x", "The key or the secret is wrong.", "Authentication required."
	event := fmt.Sprintf(`{"key":%q,"events":[{"id":"e1","kind":"view"}]}`, c.key)
	return []refusedCall{
		{name: "wrong secret", as: basic(c.key, "hush"), path: search, status: 401, reason: wrong, partner: c.id},
		{name: "no secret", as: basic(c.key, ""), path: search, status: 401, reason: wrong, partner: c.id},
		{name: "unknown key", as: basic("hush", "hush"), path: search, status: 401, reason: wrong},
		{
			name: "key of a deleted partner", as: basic(deleted.key, deleted.secret), path: search, status: 401,
			reason: wrong, partner: deleted.id,
		},
		{name: "foreign page", as: page(c.key, foreign), path: search, status: 403, reason: whitelist, partner: c.id},
		{name: "no origin", as: page(c.key, ""), path: search, status: 403, reason: whitelist, partner: c.id},
		{
			name: "page on a call for servers", as: page(c.key, own), path: "partner", status: 403,
			reason: "This type of key", partner: c.id, caller: "browser",
		},
		{name: "page with an outdated key", as: page("hush", own), path: search, status: 401, reason: wrong, partner: c.id},
		{name: "page without a key", as: page("", own), path: search, status: 401, reason: required, partner: c.id},
		{name: "foreign page without a key", as: page("", foreign), path: search, status: 401, reason: required},
		{
			name: "PID without credentials", as: func(*http.Request) {}, path: "copilot/config?pid=" + c.pid, status: 401,
			reason: required, partner: c.id,
		},
		{
			name: "wrong app key", as: func(r *http.Request) { r.Header.Set("Authorization", "Bearer hush") },
			path: "copilot/config?pid=" + c.pid, status: 401, reason: wrong, partner: c.id,
		},
		{
			name: "key in the text of a foreign page", as: page("", foreign), method: "POST", path: "copilot/events",
			contentType: "text/plain", body: event, status: 403, reason: whitelist, partner: c.id,
		},
		{
			name: "key as a parameter of a foreign page", as: page("", foreign), path: "copilot/config?key=" + c.key,
			status: 403, reason: whitelist, partner: c.id,
		},
		{
			name: "malformed text of a page", as: page("", own), method: "POST", path: "copilot/events",
			contentType: "text/plain", body: event[:20], status: 401, reason: required, partner: c.id,
		},
		{
			name: "too large a text of a page", as: page("", own), method: "POST", path: "copilot/events",
			contentType: "text/plain", body: strings.Repeat(" ", 5<<20), status: 413, reason: "too large", partner: c.id,
		},
	}
}

// refusedRequests are calls with accepted credentials.
func refusedRequests(s *simulation) []refusedCall {
	c, other := s.partners[0], s.partners[1]
	own, foreign := c.users[0], other.users[0]
	const noUser, json = "uid: This user doesn't exist.", "application/json"
	calls := []refusedCall{
		{name: "unknown parameter", path: "search/content?nonsense=1", status: 422, reason: "nonsense: Is not a parameter"},
		{name: "invalid parameter", path: "search/content?per_page=0", status: 422, reason: "per_page: "},
		{name: "unknown user", path: "search/content?uid=nobody", status: 422, reason: noUser},
		{name: "user of another partner", path: "search/content?uid=" + foreign.uid, status: 422, reason: noUser},
		{
			name: "own user with an invalid parameter", path: "search/content?page=x&uid=" + own.uid, status: 422,
			reason: "page: ", user: own.name,
		},
		{name: "unknown collection", path: "collections/nowhere", status: 404, reason: "Not found."},
		{name: "unknown content", path: "content/999999999", status: 404, reason: "Not found."},
		{name: "user of another partner in the path", path: "users/" + foreign.uid, status: 404, reason: "Not found."},
		{name: "unknown path", path: "nowhere", status: 404, reason: "Not found."},
		{name: "wrong method", method: "DELETE", path: "content", status: 405, reason: "This method is not allowed"},
		{name: "unknown method", method: "HUSHHUSHHUSHHUSHHUSHHUSH", path: "content", status: 405, reason: "method"},
		{
			name: "invalid fields", method: "POST", path: "content", contentType: json,
			body: fmt.Sprintf(`{"uid":%q,"nonsense":1}`, own.uid), status: 422, reason: "nonsense: Is not a field",
			user: own.name,
		},
		{
			name: "many invalid fields", method: "POST", path: "copilot/events", contentType: json,
			body: `{"events":[` + strings.Repeat(`{"id":"e","kind":"hop"},`, 30) + `{}]}`, status: 422,
			reason: "events.0.kind: Must be one of",
		},
		{
			name: "too large", method: "POST", path: "content", contentType: json,
			body: `{"title":"` + strings.Repeat("x", 2<<20) + `"}`, status: 413, reason: "too large",
		},
		{
			name: "wrong content type", method: "POST", path: "content", contentType: "text/xml", body: "<a/>", status: 415,
			reason: "must be JSON",
		},
		{name: "no content type", method: "POST", path: "content", body: "{}", status: 415, reason: "must be JSON"},
		{
			name: "malformed JSON", method: "POST", path: "content", contentType: json, body: "{", status: 400,
			reason: "not valid JSON",
		},
		{
			name: "no object", method: "POST", path: "content", contentType: json, body: "[]", status: 400,
			reason: "must be a JSON object",
		},
	}
	for i := range calls {
		calls[i].as, calls[i].partner, calls[i].caller = c.server, c.id, "server"
	}
	return append(calls, refusedCall{
		name: "the app, with a user and an invalid parameter", as: asApp, path: "search/content?page=x&uid=" + own.uid,
		status: 422, reason: "page: ", partner: c.id, user: own.name, caller: "app",
	}, refusedCall{
		name: "the app, with a PID and no events", as: asApp, method: "POST", path: "copilot/events", contentType: json,
		body: fmt.Sprintf(`{"pid":%q,"events":[]}`, c.pid), status: 422, reason: "events: ", partner: c.id, caller: "app",
	}, refusedCall{
		name: "the app, about a user it may not name", as: asApp, path: "users/nobody", status: 404, reason: "Not found.",
		caller: "app",
	})
}

// refuse makes a call. It is found again by its user agent.
func (s *simulation) refuse(i int, call refusedCall) {
	s.t.Helper()
	for n := 0; n == 0 || (n == 1 && call.repeated); n++ {
		method := call.method
		if method == "" {
			method = http.MethodGet
		}
		request, err := http.NewRequestWithContext(s.t.Context(), method, s.h.URL+"/api/v1/"+call.path,
			bytes.NewReader([]byte(call.body)))
		if err != nil {
			s.t.Fatal(err)
		}
		request.Host = ownHost
		if call.contentType != "" {
			request.Header.Set("Content-Type", call.contentType)
		}
		call.as(request)
		request.Header.Set("User-Agent", "allowed")
		refused := !call.repeated || n == 1
		if refused {
			request.Header.Set("User-Agent", fmt.Sprint("refused ", i))
		}
		response, err := http.DefaultTransport.RoundTrip(request)
		if err != nil {
			s.t.Fatalf("%s: %v", call.name, err)
		}
		text, _ := io.ReadAll(response.Body)
		_ = response.Body.Close()
		if refused && response.StatusCode != call.status {
			s.t.Errorf("%s: got status %d, want %d: %s", call.name, response.StatusCode, call.status, text)
		}
	}
}

func (s *simulation) waitForCalls(n int64) {
	s.t.Helper()
	deadline := time.Now().Add(30 * time.Second)
	for s.h.count("SELECT count(*) FROM api_logs") < n {
		if time.Now().After(deadline) {
			s.t.Fatalf("%d of %d calls are in the log", s.h.count("SELECT count(*) FROM api_logs"), n)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// checkRefusal finds a call as support would: among the calls of its partner.
func (s *simulation) checkRefusal(i int, call refusedCall) {
	s.t.Helper()
	path := "api-logs?per_page=100"
	if call.partner != 0 {
		path += fmt.Sprint("&partner=", call.partner)
	}
	items, _ := s.request("GET", path, nil)["items"].([]any)
	for _, item := range items {
		log, _ := item.(object)
		if log["user_agent"] != fmt.Sprint("refused ", i) {
			continue
		}
		method, reason := log["method"].(string), log["reason"].(string)
		if method == "" || !strings.HasPrefix(call.method+"GET", strings.TrimSuffix(method, "…")) {
			s.t.Errorf("%s: got method %q", call.name, method)
		}
		if log["status_code"] != float64(call.status) || !strings.Contains(reason, call.reason) {
			s.t.Errorf("%s: got %v %q, want %d %q", call.name, log["status_code"], reason, call.status, call.reason)
		}
		if code, _ := log["error_code"].(string); code == "" || (call.code != "" && code != call.code) {
			s.t.Errorf("%s: got code %q", call.name, code)
		}
		caller := call.caller
		if caller == "" {
			caller = "anonymous"
		}
		user, _ := log["user"].(object)
		if name, _ := user["name"].(string); name != call.user || log["caller"] != caller {
			s.t.Errorf("%s: got user %q and caller %v, want %q and %s", call.name, name, log["caller"], call.user, caller)
		}
		if call.partner == 0 && log["partner"] != nil {
			s.t.Errorf("%s: got partner %v", call.name, log["partner"])
		}
		return
	}
	s.t.Errorf("%s is not in the log of partner %d", call.name, call.partner)
}

func (s *simulation) checkRefusalFilters(refused int64) {
	s.t.Helper()
	s.check("refused calls", s.total("api-logs?status=refused"), refused)
	s.check("calls that failed", s.total("api-logs?status=failed"), 0)
	s.check("calls with DELETE", s.total("api-logs?method=DELETE"), 1)
	s.check("refused calls with DELETE", s.total("api-logs?method=DELETE&status=refused&query=method_not_allowed"), 1)
	s.check("calls found by their reason", s.total("api-logs?query=whitelist"), 4)
}

// checkSecrets looks for keys and secrets, right and wrong ones, in everything that is logged.
func (s *simulation) checkSecrets(clients ...*client) {
	s.t.Helper()
	secrets := []string{"hush", "the key of the app"}
	for _, c := range append(clients, s.partners...) {
		secrets = append(secrets, c.key, c.secret)
	}
	for _, secret := range secrets {
		n := s.h.count(`SELECT count(*) FROM api_logs
			WHERE CAST(parameters AS TEXT) LIKE ? OR search_text LIKE ? OR path LIKE ? OR error_message LIKE ?
				OR CAST(errors AS TEXT) LIKE ?`, like(secret), like(strings.ToLower(secret)), like(secret), like(secret),
			like(secret))
		if n != 0 {
			s.t.Errorf("%q is in %d log entries", secret, n)
		}
	}
}

func like(text string) string { return "%" + text + "%" }

// TestApp_InTheLog checks that calls and searches of the app are logged under the partner of the user they name.
func TestApp_InTheLog(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, h *harness) {
		s := newSimulation(t, h)
		c, user, advisor := s.partners[0], s.partners[0].users[0], s.advisors[0]
		s.call(asApp, c.name, "GET", "search/content?query=walks&uid="+user.uid, nil, 200)
		s.call(asApp, c.name, "GET", "users/"+user.uid, nil, 200)
		s.call(asApp, "", "GET", "search/content?query=walks&uid="+advisor.uid, nil, 200)
		s.call(asApp, "", "GET", "search/content?query=walks", nil, 200)
		s.waitForCalls(4)
		for path, want := range map[string]int64{
			"api-logs": 4, fmt.Sprint("api-logs?partner=", c.id): 2, "search-history": 3,
			fmt.Sprint("search-history?partner_id=", c.id): 1,
		} {
			s.check(path, s.total(path), want)
		}
		for query, want := range map[string]int64{
			"SELECT count(*) FROM api_logs WHERE caller = 'app' AND method = 'GET' AND error_code = ''":        4,
			fmt.Sprintf("SELECT count(*) FROM api_logs WHERE user_id = %d AND partner_id = %d", user.id, c.id): 2,
			fmt.Sprintf("SELECT count(*) FROM api_logs WHERE user_id = %d AND partner_id IS NULL", advisor.id): 1,
			// Reading a profile is nothing that its user did.
			"SELECT count(*) FROM user_active_days": 2,
		} {
			s.check(query, h.count(query), want)
		}
	})
}
