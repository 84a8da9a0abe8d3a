package app_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"maps"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"waymark/internal/kit/auth"
	"waymark/internal/kit/bulk"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/secret"
)

const (
	fuzzPassword = "correct horse battery"
	sessionAge   = 3 * time.Minute
)

func newFuzzer(t *testing.T, h *harness, seed uint64, log *fuzzLog) *fuzzer {
	t.Helper()
	f := &fuzzer{
		t: t, h: h, seed: seed, log: log, operations: map[string]*operation{}, recipes: recipes(),
		protected: map[string]bool{}, lists: map[string][]string{}, owned: map[string]string{},
		formerAdmins: map[string]bool{},
	}
	if err := h.Start(t.Context()); err != nil { // Hostile input must reach background jobs too.
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := h.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	f.readDocument(h.Public.Document())
	f.readDocument(h.API.Document())
	f.addUndocumented()
	f.web = fuzzWeb(t)
	f.renewSessions()
	if err := f.addClient(); err != nil {
		t.Fatal(err)
	}
	return f
}

// fuzzWeb serves a page and a picture, which the app fetches.
func fuzzWeb(t *testing.T) string {
	t.Helper()
	picture := fuzzPicture()
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/picture") {
			w.Header().Set("Content-Type", "image/png")
			_, _ = w.Write(picture)
			return
		}
		_, _ = w.Write([]byte("<!doctype html><title>A page</title><meta name=description content=Words>"))
	}))
	t.Cleanup(web.Close)
	return web.URL
}

func fuzzPicture() []byte {
	out := bytes.Buffer{}
	_ = png.Encode(&out, image.NewRGBA(image.Rect(0, 0, 8, 8))) // Writing to a buffer does not fail.
	return out.Bytes()
}

// renewSessions starts new sessions if a hostile request has ended the current ones, and before the passwords would
// have to be confirmed again.
func (f *fuzzer) renewSessions() {
	f.sessions.Lock()
	old := time.Since(f.signedInAt) > sessionAge
	if old {
		f.signedInAt = time.Now()
	}
	f.sessions.Unlock()
	for role, token := range map[auth.Role]*string{auth.Admin: &f.admin, auth.Editor: &f.editor} {
		f.sessions.Lock()
		r := &request{method: http.MethodGet, path: "/api/auth/me", header: http.Header{"Cookie": {f.cookie(*token)}}}
		f.sessions.Unlock()
		if _, err := f.ok(r); err == nil && !old {
			continue
		}
		f.sessions.Lock()
		if role == auth.Admin {
			f.formerAdmins[f.cookie(*token)] = true
		}
		*token = f.h.session(role)
		f.protected[strconv.FormatInt(f.h.count("SELECT max(user_id) FROM sessions"), 10)] = true
		f.sessions.Unlock()
	}
}

// addClient creates the partner whose credentials are used for /api/v1, with a user, content and collections.
func (f *fuzzer) addClient() error {
	f.client = &client{name: "Fuzz partner"}
	item := func(method, path string, body any) (object, error) {
		answer, err := f.call(method, path, body)
		inner, _ := answer["item"].(object)
		return inner, err
	}
	partner, err := item("POST", "/api/admin/partners", object{
		"name":              f.client.name,
		"whitelist_domains": []any{"fuzz.example"},
	})
	if err != nil {
		return err
	}
	id := fmt.Sprint(partner["id"])
	f.client.id, _ = strconv.ParseInt(id, 10, 64)
	f.client.pid, _ = partner["alt_id"].(string)
	f.protected[id] = true
	pair, err := f.call("POST", "/api/admin/partners/"+id+"/api-secret", nil)
	if err != nil {
		return err
	}
	f.client.key, _ = pair["api_key"].(string)
	f.client.secret, _ = pair["api_secret"].(string)
	user, err := item("POST", "/api/admin/users", object{
		"first_name": "Member", "email": "member@fuzz.example",
		"password": fuzzPassword, "password_confirmation": fuzzPassword, "partner_id": f.client.id,
	})
	if err != nil {
		return err
	}
	userID, _ := strconv.ParseInt(fmt.Sprint(user["id"]), 10, 64)
	uid, _ := user["alt_id"].(string)
	f.client.users = []member{{id: userID, uid: uid, name: "Member"}}
	f.protected[fmt.Sprint(userID)] = true
	library, err := item("POST", "/api/admin/libraries", object{"name": "Fuzz library", "partner_id": f.client.id})
	if err != nil {
		return err
	}
	content, err := item("POST", "/api/admin/content", object{
		"title": "Shared", "content_url": "https://fuzz.example/shared", "library_ids": []any{library["id"]},
		"published_at": "2020-01-01",
	})
	if err != nil {
		return err
	}
	shared, err := item("POST", "/api/admin/collections", object{
		"name": "Shared", "type": "partner", "partner_id": f.client.id,
	})
	if err != nil {
		return err
	}
	personal, err := item("POST", "/api/admin/collections", object{"name": "Mine", "type": "personal", "user_id": userID})
	f.partnerContent = fmt.Sprint(content["id"])
	f.shared, f.personal = fmt.Sprint(shared["alt_id"]), fmt.Sprint(personal["alt_id"])
	return err
}

func (f *fuzzer) uid() string { return f.client.users[0].uid }

// value returns a valid value for a schema.
func (f *fuzzer) value(name string, s *schema, op *operation) any {
	n := f.serial.Add(1)
	switch s.kind() {
	case "object":
		out := object{}
		for _, property := range slices.Sorted(maps.Keys(s.Properties)) {
			of := s.Properties[property]
			required := slices.Contains(s.Required, property)
			if !required && (op.refused[property] || optionalTraps[property] || of.kind() == "object") {
				continue
			}
			if value := f.value(property, of, op); value != nil || required {
				out[property] = value
			}
		}
		return out
	case "array":
		if strings.HasSuffix(name, "_ids") {
			if id := f.reference(strings.TrimSuffix(name, "_ids"), n); id != nil {
				return []any{id}
			}
			return []any{}
		}
		return []any{f.value(name, s.Items, op)}
	case "boolean":
		return name == "confirm"
	case "integer", "number":
		if len(s.Enum) > 0 {
			return s.Enum[0]
		}
		if strings.HasSuffix(name, "_id") {
			return f.reference(strings.TrimSuffix(name, "_id"), n)
		}
		if s.Minimum != nil {
			return max(1, *s.Minimum)
		}
		return 1
	}
	return f.text(name, s, n)
}

// kind returns the first type that isn't null.
func (s *schema) kind() string {
	for _, one := range s.Types {
		if one != "null" {
			return one
		}
	}
	if s.Properties != nil {
		return "object"
	}
	return "string"
}

// optionalTraps are optional fields that are valid only in certain states.
var optionalTraps = map[string]bool{
	"version": true, "parent_id": true, "folder_id": true, "deactivated_at": true,
	"filter": true, "delete": true, "deactivated": true,
}

func (f *fuzzer) text(name string, s *schema, n int64) any {
	if len(s.Enum) > 0 {
		return s.Enum[0]
	}
	letters := func(many int64) string {
		out, rest := "", n*7
		for range many {
			out, rest = out+string(rune('A'+rest%26)), rest/26
		}
		return out
	}
	switch {
	case s.Format == "date-time":
		return "2031-02-03T04:05:06Z"
	case strings.Contains(name, "email") && !strings.Contains(name, "subject") && !strings.Contains(name, "body"):
		return fmt.Sprintf("fuzz%d@fuzz.example", n)
	case strings.Contains(name, "password"):
		return fuzzPassword
	case strings.Contains(name, "phone"):
		return "+44 20 7946 0018"
	case strings.HasSuffix(name, "color"):
		return "#112233"
	case name == "slug":
		return fmt.Sprintf("fuzz-%d", n)
	case name == "host", strings.Contains(name, "domain"):
		return fmt.Sprintf("d%d.fuzz.example", n)
	case name == "href", name == "url", strings.HasSuffix(name, "_url"):
		return fmt.Sprintf("https://fuzz.example/%d", n)
	case name == "path_pattern":
		return fmt.Sprintf("/fuzz/%d", n)
	case name == "selector":
		return "h1"
	case name == "alpha2":
		code := f.codes.Add(1) // Hardly any code of a country or language starts with X or Q.
		return []string{"X", "Q"}[code/26%2] + string(rune('A'+code%26))
	case name == "alpha3":
		return letters(3)
	case s.MaxLength > 0 && s.MaxLength < 20:
		return letters(min(int64(s.MaxLength), 6))
	}
	return fmt.Sprintf("Fuzz %d", n)
}

// references maps the names of fields like type_id to the lists they refer to.
var references = map[string]string{
	"account_type": "account-types", "collection": "collections", "consortium": "consortia", "content": "content",
	"content_type": "content-types", "country": "countries",
	"depth": "content-depths", "destination": "destinations", "host_agency": "host-agencies", "language": "languages",
	"library": "libraries", "partner": "partners", "partners": "partners",
	"publisher": "publishers", "region": "regions", "subtitle": "languages", "tag": "tags", "type": "content-types",
	"user": "users",
}

func (f *fuzzer) reference(name string, n int64) any {
	list := references[name]
	if list == "" {
		return nil
	}
	ids, err := f.list("/api/admin/" + list)
	if err != nil || len(ids) == 0 {
		return nil
	}
	id, err := strconv.ParseInt(ids[int(n)%len(ids)], 10, 64)
	if err != nil {
		return nil
	}
	return id
}

// singleUse contains operations for which the same request succeeds only once. Deletions are not listed.
var singleUse = map[string]bool{
	"POST /api/auth/logout": true, "POST /api/auth/reset-password": true, "PUT /api/auth/password": true,
	"POST /api/v1/impersonation":         true,
	"POST /api/admin/trash/{id}/restore": true, "POST /api/admin/failed-jobs/{id}/retry": true,
	"POST /api/admin/collaborators/{id}/merge": true, "POST /api/admin/consortia/{id}/merge": true,
	"POST /api/admin/content/{id}/merge": true, "POST /api/admin/destinations/{id}/merge": true,
	"POST /api/admin/global-tags/{id}/merge": true, "POST /api/admin/host-agencies/{id}/merge": true,
	"POST /api/admin/publishers/{id}/merge": true, "POST /api/admin/tags/{id}/merge": true,
}

// recipes returns functions that complete requests to operations whose rules a schema can't express. They may leave
// parameters in the path.
func recipes() map[string]func(f *fuzzer, r *request) error {
	return map[string]func(f *fuzzer, r *request) error{
		"POST /api/admin/collections": body(object{
			"name": "Fuzz", "type": "partner", "partner_id": 1,
		}),
		"POST /api/admin/collections/{id}/duplicate":              body(object{"name": "Fuzz"}),
		"POST /api/admin/collections/feature-on-inspires":         records("ids", "/api/admin/collections"),
		"POST /api/admin/collections/publish-on-inspires":         records("ids", "/api/admin/collections"),
		"POST /api/admin/collections/remove-featured-on-inspires": records("ids", "/api/admin/collections"),
		"POST /api/admin/collections/unpublish-on-inspires":       records("ids", "/api/admin/collections"),
		"POST /api/admin/collections/{id}/content":                records("content_ids", "/api/admin/content"),
		"POST /api/admin/collections/{id}/content/remove":         records("content_ids", "/api/admin/content"),
		"POST /api/admin/libraries/{id}/content":                  records("content_ids", "/api/admin/content"),
		"POST /api/admin/publishers/{id}/content":                 records("content_ids", "/api/admin/content"),
		"POST /api/admin/destinations/{id}/content":               records("content_ids", "/api/admin/content"),
		"POST /api/admin/destinations/{id}/content/remove":        records("content_ids", "/api/admin/content"),
		"POST /api/admin/tags/{id}/content":                       records("content_ids", "/api/admin/content"),
		"POST /api/admin/tags/{id}/content/remove":                records("content_ids", "/api/admin/content"),
		"GET /api/admin/calendar":                                 query("from=2026-11-01&to=2026-11-30"),
		"GET /api/admin/calendar/events":                          query("from=2026-11-01&to=2026-11-30"),
		"POST /api/admin/collections/{id}/content/copy":           toCollection,
		"POST /api/admin/collections/{id}/content/move":           toCollection,
		"POST /api/admin/attention/use-new-address":               body(object{"filter": object{"reason": "moved"}}),
		"POST /api/admin/attention/reschedule": body(object{
			"filter": object{"reason": "expiring"}, "days": 30,
		}),
		"POST /api/admin/attention/remove-from-collections": body(object{"filter": object{"reason": "expired"}}),
		"POST /api/admin/attention/snooze": body(object{
			"filter": object{"reason": "broken"}, "until": clock.Now().AddDate(0, 1, 0).Format(time.DateOnly), "note": "Fuzz",
		}),
		"POST /api/admin/attention/assign": body(object{"filter": object{"reason": "broken"}, "user_id": 1}),
		"POST /api/admin/content/parse-url": func(f *fuzzer, r *request) error {
			r.json(object{"content_url": f.web + "/page"})
			return nil
		},
		"POST /api/admin/uploads/from-url": func(f *fuzzer, r *request) error {
			r.json(object{"url": f.web + "/picture"})
			return nil
		},
		"POST /api/admin/uploads":                    uploadRecipe,
		"POST /api/admin/imports":                    importRecipe,
		"PUT /api/admin/imports/{id}":                ofNewImport("", object{"clear_empty": true}),
		"POST /api/admin/imports/{id}/check":         ofNewImport("/check", nil),
		"POST /api/admin/imports/{id}/start":         ofNewImport("/start", object{"rows": "all"}),
		"POST /api/admin/images":                     withPicture(object{"title": "Fuzz"}),
		"PUT /api/admin/content/{id}/featured-image": withPicture(object{}),
		"PUT /api/admin/content-depths/reorder":      reorder,
		"PUT /api/admin/content-types/reorder":       reorder,
		"PUT /api/admin/account-types/{account_type_id}/user-templates/{id}/permission": body(object{
			"permission": "collections.create",
		}),
		"GET /api/admin/views": query("table=content"),
		"POST /api/admin/views": func(_ *fuzzer, r *request) error {
			r.json(object{"table": "content", "name": "Fuzz " + secret.AltID(), "params": object{"sort": "title"}})
			return nil
		},
		"POST /api/admin/exports": body(object{"path": "partners", "query": object{"sort": "name"}}),
		"POST /api/admin/failed-jobs/retry": func(f *fuzzer, r *request) error {
			r.json(object{"ids": []any{1}})
			return f.failedJob(nil)
		},
		"POST /api/admin/failed-jobs/{id}/retry": func(f *fuzzer, r *request) error {
			return f.failedJob(r)
		},
		"GET /api/admin/jobs/{id}":       bulkTask,
		"GET /api/admin/folders/{id}":    folder("/api/admin/partners", "/api/admin/folders/"),
		"PUT /api/admin/folders/{id}":    folder("/api/admin/partners", "/api/admin/folders/"),
		"DELETE /api/admin/folders/{id}": folder("/api/admin/partners", "/api/admin/folders/"),
		"POST /api/admin/folders/{id}/restore": func(f *fuzzer, r *request) error {
			err := folder("/api/admin/partners", "/api/admin/folders/")(f, r)
			r.path += "/restore"
			return err
		},
		"GET /api/admin/folders/{id}/uses": func(f *fuzzer, r *request) error {
			err := folder("/api/admin/partners", "/api/admin/folders/")(f, r)
			r.path += "/uses"
			return err
		},
		"POST /api/admin/collaborators/{id}/merge": mergeLast("collaborators"),
		"POST /api/admin/consortia/{id}/merge":     mergeLast("consortia"),
		"POST /api/admin/content/{id}/merge":       mergeLast("content"),
		"POST /api/admin/destinations/{id}/merge":  mergeLast("destinations"),
		"POST /api/admin/global-tags/{id}/merge":   mergeLast("global-tags"),
		"POST /api/admin/host-agencies/{id}/merge": mergeLast("host-agencies"),
		"POST /api/admin/publishers/{id}/merge":    mergeLast("publishers"),
		"POST /api/admin/tags/{id}/merge":          mergeLast("tags"),
		"GET /api/admin/global-tags/scan":          query("name=lisbon"),
		"GET /api/admin/content/{id}/duplicate":    fromConsole,
		"GET /api/admin/users/{id}/impersonate":    impersonate,
		"POST /api/admin/trash/{id}/restore":       trashed("/restore"),
		"DELETE /api/admin/trash/{id}":             trashed(""),
		"DELETE /api/admin/leads/{id}": func(f *fuzzer, r *request) error {
			id, err := f.h.DB.Writer().Insert(f.t.Context(),
				`INSERT INTO leads (partner_id, name, email, submission_key, created_at)
				VALUES (1, 'Fuzz', 'lead@fuzz.example', ?, ?)`, secret.Token(), clock.Now())
			r.path = fmt.Sprintf("/api/admin/leads/%d", id)
			return err
		},
		"DELETE /api/admin/shared-collections/{id}": func(f *fuzzer, r *request) error {
			ids, err := f.fresh("/api/admin/shared-collections")
			if err == nil {
				r.path = "/api/admin/shared-collections/" + ids[len(ids)-1]
			}
			return err
		},
		"GET /api/admin/partners/{id}/collections-folders/{folder_id}":        folder("/api/admin/partners", ""),
		"GET /api/admin/users/{id}/collections-folders/{folder_id}":           folder("/api/admin/users", ""),
		"GET /api/admin/partners/{partner_id}/sites/{site_id}/redirect-trial": query("path=/fuzz"),
		"GET /api/admin/partners/{id}/account-type-change":                    query("account_type_id=11"),
		"GET /api/admin/partners/{partner_id}/sites/{site_id}/copilot-trial": func(f *fuzzer, r *request) error {
			r.query = "url=https://fuzz.example/page&uid=" + f.uid()
			return nil
		},
		"GET /api/v1/copilot/config": func(f *fuzzer, r *request) error {
			in := "origin=https://www.fuzz.example&lang=de&insider=" + f.uid()
			if strings.HasPrefix(r.header.Get("Authorization"), "Bearer ") {
				in += "&pid=" + f.client.pid
			}
			r.query = in
			return nil
		},
		"POST /api/admin/partners/{partner_id}/sites/{site_id}/transformations": body(object{
			"name": "Fuzz", "selector": []any{"h1"}, "text": "New",
		}),
		"PUT /api/admin/partners/{partner_id}/sites/{site_id}/transformations/{id}": body(object{
			"name": "Fuzz", "selector": []any{"h1", ".a"}, "text": "New",
		}),
		"POST /api/admin/partners/{partner_id}/sites/{site_id}/redirects": redirect,

		"GET /api/admin/export/files/{key}": download,
		"GET /files/{folder}/{name}":        file,
		"GET /content/{id}":                 func(_ *fuzzer, r *request) error { r.path = "/content/1"; return nil },

		"POST /api/auth/login": func(f *fuzzer, r *request) error {
			email, err := f.account()
			r.json(object{"email": email, "password": fuzzPassword})
			return err
		},
		"POST /api/auth/logout": func(f *fuzzer, r *request) error {
			token, err := f.ownSession()
			r.header.Set("Cookie", f.cookie(token))
			return err
		},
		"POST /api/auth/confirm": func(f *fuzzer, r *request) error {
			token, err := f.ownSession()
			r.header.Set("Cookie", f.cookie(token))
			r.json(object{"password": fuzzPassword})
			return err
		},
		"PUT /api/auth/password": func(f *fuzzer, r *request) error {
			token, err := f.ownSession()
			r.header.Set("Cookie", f.cookie(token))
			r.json(object{
				"current_password": fuzzPassword, "password": fuzzPassword + "!",
				"password_confirmation": fuzzPassword + "!",
			})
			return err
		},
		"POST /api/auth/reset-password": func(f *fuzzer, r *request) error {
			email, err := f.account()
			if err != nil {
				return err
			}
			token := secret.Token()
			r.json(object{"token": token, "password": fuzzPassword, "password_confirmation": fuzzPassword})
			now := clock.Now()
			_, err = f.h.DB.Writer().Exec(f.t.Context(),
				`INSERT INTO password_resets (token_hash, user_id, created_at, expires_at)
				SELECT ?, id, ?, ? FROM users WHERE email = ?`, secret.Hash(token), now, now.AddDate(0, 0, 1), email)
			return err
		},

		"GET /api/v1/content/{id}": func(f *fuzzer, r *request) error {
			r.path = "/api/v1/content/" + f.partnerContent
			if strings.HasPrefix(r.header.Get("Authorization"), "Bearer ") { // the app reads for a user
				r.query = "uid=" + f.uid()
			}
			return nil
		},
		"GET /api/v1/users/{uid}": func(f *fuzzer, r *request) error {
			r.path = "/api/v1/users/" + f.uid()
			return nil
		},
		"GET /api/v1/collections/{alt_id}": func(f *fuzzer, r *request) error {
			r.path = "/api/v1/collections/" + f.shared
			return nil
		},
		"POST /api/v1/collections/{alt_id}/content": func(f *fuzzer, r *request) error {
			r.path = "/api/v1/collections/" + f.personal + "/content"
			r.json(object{"uid": f.uid(), "content_ids": []any{raw(f.partnerContent)}})
			return nil
		},
		"POST /api/v1/content": func(f *fuzzer, r *request) error {
			r.json(object{
				"uid": f.uid(), "title": "Found", "synopsis": "Words",
				"content_url": fmt.Sprintf("https://fuzz.example/found/%d", f.serial.Add(1)),
			})
			return nil
		},
		"POST /api/v1/copilot/events": func(f *fuzzer, r *request) error {
			event := object{
				"id": fmt.Sprintf("fuzz-%d", f.serial.Add(1)), "kind": "view", "uid": f.uid(),
				"source_url": "https://fuzz.example/page",
			}
			in := object{"events": []any{event}}
			if strings.HasPrefix(r.header.Get("Authorization"), "Bearer ") {
				in["pid"] = f.client.pid
			}
			r.json(in)
			return nil
		},
		"POST /api/v1/impersonation": func(f *fuzzer, r *request) error {
			ticket, err := f.call("POST", fmt.Sprintf("/api/admin/users/%d/impersonate", f.client.users[0].id), nil)
			r.json(object{"token": ticket["token"]})
			return err
		},
		"POST /api/v1/invites/{alt_id}/accept": func(f *fuzzer, r *request) error {
			r.path = "/api/v1/invites/" + f.shared + "/accept"
			r.json(object{
				"email": fmt.Sprintf("invited%d@fuzz.example", f.serial.Add(1)), "first_name": "Invited",
				"last_name": "Guest",
			})
			return nil
		},
		"PUT /api/v1/shared-collections/{hashid}/personalisations": func(f *fuzzer, r *request) error {
			accept := &request{method: "POST", path: "/api/v1/invites/" + f.shared + "/accept", header: http.Header{}}
			f.authorise(accept, "appKey")
			accept.json(object{"uid": f.uid()})
			answer, err := f.ok(accept)
			accepted, _ := answer["item"].(object)
			r.path = fmt.Sprintf("/api/v1/shared-collections/%v/personalisations", accepted["hashid"])
			r.json(object{"uid": f.uid(), "personalisations": []any{object{
				"name": "Client", "personal_message": "For you",
				"cta_display": "book", "content_customisations_count": 1,
			}}})
			return err
		},
	}
}

// body returns a recipe that sends a fixed JSON body.
func body(in object) func(*fuzzer, *request) error {
	return func(_ *fuzzer, r *request) error { r.json(in); return nil }
}

func query(text string) func(*fuzzer, *request) error {
	return func(_ *fuzzer, r *request) error { r.query = text; return nil }
}

// fresh returns the ids in a list without using the cache.
func (f *fuzzer) fresh(path string) ([]string, error) {
	f.cache.Lock()
	delete(f.lists, path)
	f.cache.Unlock()
	ids, err := f.list(path)
	if err == nil && len(ids) == 0 {
		err = fmt.Errorf("no record at %s", path)
	}
	return ids, err
}

func numbers(ids []string) []any {
	list := []any{}
	for _, id := range ids {
		list = append(list, raw(id))
	}
	return list
}

// records returns a recipe that sends the ids of up to three records of a list.
func records(field, list string) func(*fuzzer, *request) error {
	return func(f *fuzzer, r *request) error {
		ids, err := f.list(list)
		r.json(object{field: numbers(ids[:min(len(ids), 3)])})
		return err
	}
}

// mergeLast merges the last record of a list into the first. Those that other operations use stay.
func mergeLast(list string) func(*fuzzer, *request) error {
	return func(f *fuzzer, r *request) error {
		ids, err := f.fresh("/api/admin/" + list)
		if err != nil {
			return err
		}
		if list == "content" { // the list has images, too
			ids = slices.DeleteFunc(ids, func(id string) bool {
				return f.h.count("SELECT count(*) FROM content WHERE block_type = 'content' AND id = "+id) == 0
			})
		}
		f.cache.Lock()
		ids = slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return id == f.owned["/api/admin/"+list] })
		f.cache.Unlock()
		if len(ids) < 2 {
			return fmt.Errorf("%s has %d records", list, len(ids))
		}
		r.path = "/api/admin/" + list + "/" + ids[0] + "/merge"
		r.json(object{"ids": numbers(ids[len(ids)-1:])})
		return nil
	}
}

// toCollection copies or moves an item of a collection to another one.
func toCollection(f *fuzzer, r *request) error {
	ids, err := f.list("/api/admin/collections")
	if err != nil {
		return err
	}
	for i, id := range ids {
		inside, err := f.fresh("/api/admin/collections/" + id + "/content")
		if err != nil {
			continue
		}
		r.path = strings.Replace(r.path, "{id}", id, 1)
		r.json(object{"collection_id": raw(ids[(i+1)%len(ids)]), "content_ids": numbers(inside[:1])})
		return nil
	}
	return errors.New("every collection is empty")
}

func reorder(f *fuzzer, r *request) error {
	ids, err := f.fresh(strings.TrimSuffix(r.path, "/reorder"))
	order := []any{}
	for i, id := range ids {
		order = append(order, object{"id": raw(id), "order": len(ids) - i})
	}
	r.json(object{"order": order})
	return err
}

func redirect(f *fuzzer, r *request) error {
	r.json(object{"path_pattern": fmt.Sprintf("/fuzz/%d", f.serial.Add(1)), "redirect_url": "/there", "enabled": true})
	return nil
}

func uploadRecipe(_ *fuzzer, r *request) error { return r.form("picture.png", fuzzPicture()) }

func importRecipe(f *fuzzer, r *request) error {
	r.query = "path=publishers"
	return r.form("rows.csv", fmt.Appendf(nil, "Name\nFuzz %d\n", f.serial.Add(1)))
}

// ofNewImport returns a recipe for a call about an import that has been checked.
func ofNewImport(suffix string, in object) func(*fuzzer, *request) error {
	return func(f *fuzzer, r *request) error {
		upload := &request{method: "POST", path: "/api/admin/imports", header: http.Header{}}
		f.authorise(upload, "session")
		if err := importRecipe(f, upload); err != nil {
			return err
		}
		answer, err := f.ok(upload)
		if err != nil {
			return err
		}
		id := answer["item"].(object)["id"]
		r.path = fmt.Sprintf("/api/admin/imports/%v%s", id, suffix)
		if in != nil {
			r.json(in)
		}
		_, err = f.h.DB.Writer().Exec(f.t.Context(), fmt.Sprintf("UPDATE imports SET state = 'checked' WHERE id = %v", id))
		return err
	}
}

// form makes the body a form with a file.
func (r *request) form(name string, content []byte) error {
	out := bytes.Buffer{}
	form := multipart.NewWriter(&out)
	part, err := form.CreateFormFile("file", name)
	if err != nil {
		return err
	}
	if _, err := part.Write(content); err != nil {
		return err
	}
	r.header.Set("Content-Type", form.FormDataContentType())
	err = form.Close()
	r.body = out.Bytes()
	return err
}

// download requests a signed URL whose file is generated during the download.
func download(f *fuzzer, r *request) error {
	answer, err := f.call("GET", "/api/admin/export/signed-urls", nil)
	if err != nil {
		return err
	}
	signed, _ := answer["signed_urls"].(object)
	address, _ := signed["advisors"].(string)
	r.path, r.query, _ = strings.Cut(address, "?")
	return nil
}

// file requests an uploaded picture.
func file(f *fuzzer, r *request) error {
	upload := &request{method: "POST", path: "/api/admin/uploads", header: http.Header{}}
	f.authorise(upload, "session")
	if err := uploadRecipe(f, upload); err != nil {
		return err
	}
	answer, err := f.ok(upload)
	item, _ := answer["item"].(object)
	r.path, _ = item["full_url"].(string)
	return err
}

// withPicture returns a recipe that adds an uploaded picture to a body.
func withPicture(in object) func(*fuzzer, *request) error {
	return func(f *fuzzer, r *request) error {
		upload := &request{method: "POST", path: "/api/admin/uploads", header: http.Header{}}
		f.authorise(upload, "session")
		if err := uploadRecipe(f, upload); err != nil {
			return err
		}
		answer, err := f.ok(upload)
		if err != nil {
			return err
		}
		out := object{"featured_image": object{"id": answer["item"].(object)["id"]}}
		for key, value := range in {
			out[key] = value
		}
		r.json(out)
		return nil
	}
}

// failedJob adds a failed job, and puts its id into the path of r unless r is nil.
func (f *fuzzer) failedJob(r *request) error {
	ctx := f.t.Context()
	err := f.h.DB.Write(ctx, func(tx *db.Tx) error {
		return f.h.Queue.InsertFailed(ctx, tx, bulk.WorkOnTask{}, clock.Now(), "fuzz")
	})
	if err != nil || r == nil {
		return err
	}
	ids, err := f.fresh("/api/admin/failed-jobs")
	if err == nil {
		r.path = "/api/admin/failed-jobs/" + ids[0] + "/retry"
	}
	return err
}

// bulkTask inserts a finished task, because the demo data is too small for a task to run in the background.
func bulkTask(f *fuzzer, r *request) error {
	now := clock.Now()
	id, err := f.h.DB.Writer().Insert(f.t.Context(),
		`INSERT INTO tasks (work, target_id, filter, last_id, total, created_at, finished_at)
		VALUES ('fuzz', 1, '', 0, 0, ?, ?)`, now, now)
	r.path = fmt.Sprintf("/api/admin/jobs/%d", id)
	return err
}

// folder returns a recipe that creates a folder of a partner or a user. The path starts with prefix or, if that is
// empty, with the path of the owner.
func folder(owners, prefix string) func(*fuzzer, *request) error {
	return func(f *fuzzer, r *request) error {
		owner, err := f.own(f.operations["POST "+owners], owners, false)
		if err != nil {
			return err
		}
		answer, err := f.call("POST", owners+"/"+owner+"/folders", object{"name": fmt.Sprintf("Fuzz %d", f.serial.Add(1))})
		if err != nil {
			return err
		}
		below := prefix
		if below == "" {
			below = owners + "/" + owner + "/collections-folders/"
		}
		r.path = below + fmt.Sprint(answer["item"].(object)["id"])
		return nil
	}
}

// fromConsole marks a request as coming from the console, as GET operations that change something require.
func fromConsole(_ *fuzzer, r *request) error {
	r.header.Set("X-Requested-With", "fetch")
	return nil
}

func impersonate(f *fuzzer, r *request) error {
	r.path = fmt.Sprintf("/api/admin/users/%d/impersonate", f.client.users[0].id)
	return fromConsole(f, r)
}

// trashed returns a recipe that deletes content and puts the id of its trash entry into the path.
func trashed(suffix string) func(*fuzzer, *request) error {
	return func(f *fuzzer, r *request) error {
		id, err := f.own(f.operations["POST /api/admin/content"], "/api/admin/content", true)
		if err != nil {
			return err
		}
		if _, err := f.call("DELETE", "/api/admin/content/"+id, nil); err != nil {
			return err
		}
		answer, err := f.call("GET", "/api/admin/trash?per_page=100", nil)
		if err != nil {
			return err
		}
		items, _ := answer["items"].([]any)
		for _, item := range items {
			if entry, _ := item.(object); entry["kind"] == "content" && fmt.Sprint(entry["record_id"]) == id {
				r.path = fmt.Sprintf("/api/admin/trash/%v%s", entry["id"], suffix)
				return nil
			}
		}
		return fmt.Errorf("content %s is not in the trash", id)
	}
}

// account creates a member of staff with a password and returns the e-mail address.
func (f *fuzzer) account() (string, error) {
	email := fmt.Sprintf("staff%d@fuzz.example", f.serial.Add(1))
	_, err := f.call("POST", "/api/admin/staff", object{
		"first_name": "Fuzz", "email": email, "staff_role": "editor",
		"password": fuzzPassword, "password_confirmation": fuzzPassword,
	})
	return email, err
}

// ownSession starts a session that nothing else depends on.
func (f *fuzzer) ownSession() (string, error) {
	email, err := f.account()
	if err != nil {
		return "", err
	}
	login := &request{method: "POST", path: "/api/auth/login", header: http.Header{}}
	login.json(object{"email": email, "password": fuzzPassword})
	a := f.send(login)
	for _, cookie := range (&http.Response{Header: a.header}).Cookies() {
		if cookie.Name == f.h.Sessions.CookieName() {
			return cookie.Value, nil
		}
	}
	return "", errors.New(f.report(login, a))
}
