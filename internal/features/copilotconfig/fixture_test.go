package copilotconfig_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"waymark/internal/features/copilot"
	"waymark/internal/features/copilotconfig"
	"waymark/internal/kit/api"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/kittest"
	"waymark/internal/platform/changes"
)

type object = map[string]any

const (
	harbourKey   = "key of Harbour"
	siteOrigin   = "https://www.trips.example:8443"
	othersOrigin = "https://meridian-trips.example"
	anaUID       = "UAna000000" // works for Harbour
	tomUID       = "UTom000000" // an independent advisor
	miaUID       = "UMia000000" // works for Meridian
	configPath   = "/api/v1/copilot/config"
	eventsPath   = "/api/v1/copilot/events"
)

// fixture has the partners Harbour (7) with the site 3, trips.example, and Meridian (8) with the site 4.
// visitors is the origin of public pages.
type fixture struct {
	*kittest.Server
	t                 *testing.T
	service           *copilotconfig.Service
	watch             *changes.Watcher
	visitors          http.Handler
	harbour, meridian *kittest.Client
}

func newFixture(t *testing.T, d *db.DB) *fixture {
	t.Helper()
	f := &fixture{t: t, watch: &changes.Watcher{DB: d}}
	f.Server = kittest.Serve(t, d, func(k *kittest.Server, set *jobs.Set) {
		k.Gate.FilesOrigin = "https://go.test.example"
		f.service = &copilotconfig.Service{DB: d, Gate: k.Gate, Changes: f.watch}
		f.service.Start()
		f.service.Mount(k.Kit.API, k.Public)
		(&copilot.Events{Store: k.Kit.Store}).MountPublic(k.Public)
		copilot.Jobs(set, k.Kit.Store, 0)
	})
	mux := http.NewServeMux()
	mux.HandleFunc("GET /copilot.js", copilotconfig.ServeScript)
	mux.HandleFunc("GET "+configPath, f.service.ServeConfig)
	mux.Handle("POST "+eventsPath, f.Gate.Guard(f.Public))
	f.visitors = api.Identify(nil, mux)
	f.fill()
	f.poll()
	return f
}

func (f *fixture) fill() {
	now := clock.Now()
	f.harbour, f.meridian = f.Partner(7, "Harbour", "PHarbour00"), f.Partner(8, "Meridian", "PMeridian0")
	f.User(91, anaUID, 7)
	f.User(92, tomUID, nil)
	f.User(93, miaUID, 8)
	f.Exec(`UPDATE users SET first_name = 'Ana', last_name = 'Reis', email = 'ana@harbour.example', phone = '+351 1',
		display_contact_info_on_links = 'personal' WHERE id = 91`)
	f.Exec(`UPDATE users SET first_name = 'Tom', last_name = '', company_name = ' Okafor ',
		display_contact_info_on_links = 'personal' WHERE id = 92`)
	for id, site := range map[int64]struct {
		partner int64
		domains string
	}{
		3: {7, `["trips.example", "deals.trips.example"]`}, 4: {8, `["meridian-trips.example"]`},
	} {
		f.Exec(`INSERT INTO sites (id, partner_id, domain, copilot_domains, created_at, updated_at)
			VALUES (?, ?, ?, ?, ?, ?)`, id, site.partner, strings.Split(site.domains, `"`)[1], site.domains, now, now)
	}
}

// add inserts a row into a table of the site.
func (f *fixture) add(table string, values object) {
	columns, marks, args := []string{"created_at", "updated_at"}, "?, ?", []any{clock.Now(), clock.Now()}
	for name, value := range values {
		columns, marks, args = append(columns, name), marks+", ?", append(args, value)
	}
	f.Exec("INSERT INTO "+table+" ("+strings.Join(columns, ", ")+") VALUES ("+marks+")", args...)
}

// poll makes the service learn about all changes so far.
func (f *fixture) poll() {
	f.t.Helper()
	if err := f.watch.Poll(f.t.Context()); err != nil {
		f.t.Fatal(err)
	}
}

// reply is a response to a visitor.
type reply struct {
	*http.Response
	t    *testing.T
	text string
}

// visit sends a request to the origin of public pages. headers are pairs of a name and a value.
func (f *fixture) visit(method, target, body string, headers ...string) *reply {
	f.t.Helper()
	r := httptest.NewRequestWithContext(f.t.Context(), method, target, strings.NewReader(body))
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	recorder := httptest.NewRecorder()
	f.visitors.ServeHTTP(recorder, r)
	response := recorder.Result()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		f.t.Fatal(err)
	}
	if len(response.Cookies()) > 0 {
		f.t.Errorf("%s sets the cookies %v", target, response.Cookies())
	}
	return &reply{response, f.t, string(text)}
}

// params are the parameters of a page of Harbour's site, with some of them changed.
func params(pairs ...string) string {
	values := url.Values{"key": {harbourKey}, "origin": {siteOrigin}, "lang": {"en"}, "insider": {anaUID}}
	for i := 0; i+1 < len(pairs); i += 2 {
		values.Set(pairs[i], pairs[i+1])
	}
	return "?" + values.Encode()
}

// config asks for a configuration like the script on a page of the origin in the parameters.
func (f *fixture) config(pairs ...string) *reply {
	f.t.Helper()
	query := params(pairs...)
	values, err := url.ParseQuery(query[1:])
	if err != nil {
		f.t.Fatal(err)
	}
	return f.visit("GET", configPath+query, "", "Origin", values.Get("origin"))
}

func (r *reply) want(status int) *reply {
	r.t.Helper()
	if r.StatusCode != status {
		r.t.Errorf("got status %d, want %d: %.300s", r.StatusCode, status, r.text)
	}
	return r
}

// value returns the part of the JSON at a path of names, such as advisor.name.
func (r *reply) value(path string) any {
	r.t.Helper()
	var value any
	if err := json.Unmarshal([]byte(r.text), &value); err != nil {
		r.t.Fatalf("%v: %.200s", err, r.text)
	}
	for name := range strings.SplitSeq(path, ".") {
		fields, ok := value.(object)
		if !ok {
			r.t.Errorf("there is no %s in %.300s", path, r.text)
			return nil
		}
		value = fields[name]
	}
	return value
}

// is checks the value at a path.
func (r *reply) is(path string, want any) *reply {
	r.t.Helper()
	encoded, err := json.Marshal(want)
	if err != nil {
		r.t.Fatal(err)
	}
	var plain any
	if err := json.Unmarshal(encoded, &plain); err != nil {
		r.t.Fatal(err)
	}
	if got := r.value(path); !reflect.DeepEqual(got, plain) {
		r.t.Errorf("%s is %v, want %v", path, got, plain)
	}
	return r
}
