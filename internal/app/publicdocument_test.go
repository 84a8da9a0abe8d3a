package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"waymark/internal/kit/auth"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
)

func TestPublicDocument(t *testing.T) {
	t.Parallel()
	h := open(t, "sqlite:"+kittest.SQLite(t).Path)
	text, err := h.Public.Document()
	d := parseOpenAPI(t, text, err)
	t.Run("describes every operation and parameter", func(t *testing.T) {
		for _, operation := range d.operations() {
			name := operation.method + " " + operation.path
			for _, key := range []string{"operationId", "summary", "tags"} {
				if operation.object[key] == nil || operation.object[key] == "" {
					t.Errorf("%s has no %s", name, key)
				}
			}
			parameters, _ := operation.object["parameters"].([]any)
			for _, p := range parameters {
				checkParameter(t, name, d.resolve(p))
			}
		}
	})
	t.Run("describes every property, with an example", func(t *testing.T) {
		components := d.object["components"].(object)["schemas"].(object)
		if len(components) < 30 {
			t.Fatalf("got %d schemas", len(components))
		}
		for component, schema := range components {
			properties, _ := schema.(object)["properties"].(object)
			for name, property := range properties {
				checkProperty(t, component+"."+name, property.(object))
			}
		}
	})
	t.Run("has valid examples of every request and response", func(t *testing.T) {
		for _, operation := range d.operations() {
			name := operation.method + " " + operation.path
			if body := operation.object["requestBody"]; body != nil {
				checkExample(t, d, name+" request", body)
			}
			for status, response := range operation.object["responses"].(object) {
				if status != "204" {
					checkExample(t, d, name+" "+status, response)
				}
			}
		}
	})
}

var idName = regexp.MustCompile(`^(id|\w+_id)$`)

func checkParameter(t *testing.T, operation string, p object) {
	t.Helper()
	name, _ := p["name"].(string)
	if description, _ := p["description"].(string); description == "" {
		t.Errorf("%s: the parameter %s has no description", operation, name)
	}
	// An alt_id is a public id, which is text.
	schema, _ := p["schema"].(object)
	if idName.MatchString(name) && name != "alt_id" && schema["type"] != "integer" {
		t.Errorf("%s: the parameter %s is %v, want integer", operation, name, schema["type"])
	}
}

func checkProperty(t *testing.T, name string, property object) {
	t.Helper()
	if description, _ := property["description"].(string); description == "" {
		t.Errorf("%s has no description", name)
	}
	isText := slices.Contains(typesOf(property["type"]), "string")
	if isText && property["examples"] == nil && property["enum"] == nil && property["format"] != "date-time" {
		t.Errorf("%s has no example", name)
	}
	_, field, _ := strings.Cut(name, ".")
	if idName.MatchString(field) && !strings.HasSuffix(name, ".alt_id") && !slices.Contains([]string{
		"SentEvent.id", // chosen by the caller
		"Error.request_id",
	}, name) && !strings.HasSuffix(field, "google_font_id") && !slices.Contains(typesOf(property["type"]), "integer") {
		t.Errorf("%s is %v, want integer", name, property["type"])
	}
}

func checkExample(t *testing.T, d *openAPI, name string, body any) {
	t.Helper()
	schema, example := d.content(body)
	if schema == nil || example == nil {
		t.Errorf("%s has no schema or no example", name)
		return
	}
	for _, problem := range d.check(schema, example, name) {
		t.Error(problem)
	}
}

// TestPublicAPI_Responses sends requests to every read operation of the public API, as every kind of caller that it
// accepts. The responses must be as documented, and every property that may be null must have been null and not null.
func TestPublicAPI_Responses(t *testing.T) {
	t.Parallel()
	onEachDemo(t, func(t *testing.T, h *harness) {
		addNulls(t, h)
		numberChanges(t, h)
		text, err := h.Public.Document()
		r := &reader{t: t, h: h, d: parseOpenAPI(t, text, err), read: map[string]bool{}}
		r.authorise = func(request *http.Request) { request.Header.Set("Authorization", "Bearer "+h.Config.AppKey) }
		r.readAll(1)
		for _, partner := range r.partners() {
			r.authorise = r.server(partner)
			r.readAll(partner)
		}
		for _, operation := range r.d.operations() {
			if operation.method == http.MethodGet && !r.read[operation.path] {
				t.Errorf("no successful request to %s", operation.path)
			}
		}
		for name, seen := range r.d.nulls {
			// The last page is unknown only of lists that are too long to count.
			if (!seen.null && name != "Meta.last_page") || !seen.other {
				t.Errorf("%s may be null: seen null %v, seen not null %v", name, seen.null, seen.other)
			}
		}
	})
}

// addNulls adds the values and nulls that the demo data lacks.
func addNulls(t *testing.T, h *harness) {
	t.Helper()
	const partners = "SELECT partner_id FROM library_partners WHERE partner_id > 1"
	for _, statement := range []string{
		"DELETE FROM partner_customisations WHERE partner_id = (SELECT min(partner_id) FROM (" + partners + ") AS p)",
		"UPDATE partner_customisations SET favicon_id = logo_id",
		"UPDATE users SET user_template_id = NULL WHERE id % 2 = 0",
		"UPDATE uploads SET conversions = '[]', converted_at = NULL WHERE id % 2 = 0", // not yet converted
	} {
		if _, err := h.DB.Writer().Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
}

// reader makes read requests to the public API and checks the responses.
type reader struct {
	t         *testing.T
	h         *harness
	d         *openAPI
	authorise func(*http.Request)
	read      map[string]bool // paths that returned 200
}

// partners returns some partners with libraries, users and collections.
func (r *reader) partners() []int64 {
	r.t.Helper()
	return r.ids(`
		SELECT p.id
		FROM partners AS p
		WHERE p.deleted_at IS NULL AND p.id > 1 AND EXISTS (SELECT 1 FROM library_partners WHERE partner_id = p.id)
		ORDER BY p.id
		LIMIT 4`)
}

func (r *reader) ids(query string, args ...any) []int64 {
	r.t.Helper()
	ids, err := db.All[int64](r.t.Context(), r.h.DB.Read(), query, args...)
	if err != nil {
		r.t.Fatal(err)
	}
	return ids
}

func (r *reader) texts(query string, args ...any) []string {
	r.t.Helper()
	texts, err := db.All[string](r.t.Context(), r.h.DB.Read(), query, args...)
	if err != nil {
		r.t.Fatal(err)
	}
	return texts
}

// server returns the credentials of a partner's server.
func (r *reader) server(partner int64) func(*http.Request) {
	r.t.Helper()
	path := fmt.Sprintf("/api/admin/partners/%d/api-secret", partner)
	response := r.h.do("POST", path, r.h.session(auth.Admin), "{}")
	pair := struct {
		Key    string `json:"api_key"`
		Secret string `json:"api_secret"`
	}{}
	if err := json.NewDecoder(response.Body).Decode(&pair); err != nil || pair.Secret == "" {
		r.t.Fatalf("got %d %v", response.StatusCode, err)
	}
	return func(request *http.Request) { request.SetBasicAuth(pair.Key, pair.Secret) }
}

func (r *reader) readAll(partner int64) {
	r.t.Helper()
	for _, path := range []string{
		"me", "partner", "partner/branding", "media-types", "depths", "languages", "subject-areas", "libraries",
		"publishers", "destinations?per_page=100", "content?limit=500", "collections?limit=500",
		"search/content?per_page=100", "search/collections?per_page=100",
	} {
		template, _, _ := strings.Cut(path, "?")
		r.get(template, path)
	}
	for _, term := range r.texts("SELECT term FROM facades ORDER BY id LIMIT 4") {
		for _, search := range []string{"search/content", "search/collections"} {
			r.get(search, search+"?query="+url.QueryEscape(term))
		}
	}
	for _, id := range r.ids("SELECT id FROM content WHERE deleted_at IS NULL ORDER BY id LIMIT 30") {
		r.get("content/{id}", fmt.Sprintf("content/%d", id))
	}
	for _, alt := range r.texts(`
		SELECT alt_id
		FROM collections
		WHERE deleted_at IS NULL AND (partner_id = ? OR partner_id IS NULL)
		ORDER BY id
		LIMIT 30`, partner) {
		r.get("collections/{alt_id}", "collections/"+alt)
	}
	r.readCopilot(partner)
	for _, uid := range r.texts("SELECT alt_id FROM users WHERE partner_id = ? ORDER BY id LIMIT 30", partner) {
		r.get("users/{uid}", "users/"+uid)
	}
}

// readCopilot reads the configuration of Copilot for a site and for a host that is only in the whitelist.
func (r *reader) readCopilot(partner int64) {
	r.t.Helper()
	if _, err := r.h.DB.Writer().Exec(r.t.Context(),
		`UPDATE partners SET whitelist_domains = '["only-whitelisted.example"]' WHERE id = ?`, partner); err != nil {
		r.t.Fatal(err)
	}
	hosts := append(r.texts("SELECT domain FROM sites WHERE partner_id = ? AND deleted_at IS NULL ORDER BY id LIMIT 4",
		partner), "only-whitelisted.example", "unknown.example")
	users := append(r.texts("SELECT alt_id FROM users WHERE partner_id IS NULL ORDER BY id LIMIT 2"), "nobody")
	pid := ""
	if partner == 1 { // the app reads it
		pid = "&pid=" + r.texts("SELECT alt_id FROM partners WHERE id = 1")[0]
	}
	for _, host := range hosts {
		for _, uid := range users {
			r.get("copilot/config", "copilot/config?origin=https://"+host+"&lang=en&insider="+uid+pid)
		}
	}
}

// get reads a path and checks the response, whatever its status.
func (r *reader) get(template, path string) {
	r.t.Helper()
	request, err := http.NewRequestWithContext(r.t.Context(), http.MethodGet, r.h.URL+"/api/v1/"+path, http.NoBody)
	if err != nil {
		r.t.Fatal(err)
	}
	request.Host = ownHost
	r.authorise(request)
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		r.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	var body any
	if err := json.NewDecoder(response.Body).Decode(&body); err != nil {
		r.t.Fatalf("%s: %v", path, err)
	}
	documented := r.d.object["paths"].(object)["/api/v1/"+template].(object)["get"].(object)["responses"].(object)
	status := fmt.Sprint(response.StatusCode)
	if documented[status] == nil {
		r.t.Errorf("%s: the status %s is not documented: %v", path, status, body)
		return
	}
	r.read["/api/v1/"+template] = r.read["/api/v1/"+template] || response.StatusCode == http.StatusOK
	schema, _ := r.d.content(documented[status])
	for _, problem := range r.d.check(schema, body, path) {
		r.t.Error(problem)
	}
}
