package users_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"waymark/internal/features/users"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/trash"
	"waymark/internal/platform/people"
)

// fixture is a server with two partners of different account types, their templates, and countries with regions.
type fixture struct {
	*kittest.Server
	admin, editor *kittest.Client
}

const (
	compass, lantern     = 2, 3 // partners
	airline              = 12   // account type of lantern
	owner, pilot         = 1, 2 // user templates of the account types of compass and lantern
	portugal, spain      = 901, 902
	algarve, galicia     = 90011, 90012
	hostAgency, alliance = 921, 931
)

func serve(t *testing.T, d *db.DB) *fixture {
	s := kittest.Serve(t, d, kittest.Resources(users.Mount))
	now := clock.Now()
	s.Exec(`
		INSERT INTO account_types (id, name, name_key, created_at, updated_at)
		VALUES (12, 'Airline', 'airline', ?, ?)`, now, now)
	s.Exec(`
		INSERT INTO user_templates (id, account_type_id, name, name_key, created_at, updated_at)
		VALUES (1, 11, 'Owner', 'owner', ?, ?), (2, 12, 'Pilot', 'pilot', ?, ?)`, now, now, now, now)
	s.Exec(`
		INSERT INTO partners (id, account_type_id, name, name_key, slug, alt_id, created_at, updated_at)
		VALUES (2, 11, 'Compass', 'compass', 'compass', 'PCompass00', ?, ?),
			(3, 12, 'Lantern', 'lantern', 'lantern', 'PLantern00', ?, ?)`, now, now, now, now)
	s.Exec("INSERT INTO partner_customisations (partner_id, brand_color, updated_at) VALUES (2, '#0a7d5a', ?)", now)
	s.Exec(`
		INSERT INTO countries (id, name, name_key, alpha2, alpha3, created_at, updated_at)
		VALUES (901, 'Portucale', 'portucale', 'X1', 'XX1', ?, ?), (902, 'Hispania', 'hispania', 'X2', 'XX2', ?, ?)`,
		now, now, now, now)
	s.Exec(`
		INSERT INTO country_regions (id, country_id, name, name_key, created_at, updated_at)
		VALUES (90011, 901, 'Algarve', 'algarve', ?, ?), (90012, 902, 'Galicia', 'galicia', ?, ?)`,
		now, now, now, now)
	s.Exec(`
		INSERT INTO host_agencies (id, name, name_key, slug, created_at, updated_at)
		VALUES (921, 'Harbour Hosts', 'harbour hosts', 'harbour-hosts', ?, ?)`, now, now)
	s.Exec(`
		INSERT INTO consortia (id, name, name_key, slug, created_at, updated_at)
		VALUES (931, 'Alliance', 'alliance', 'alliance', ?, ?)`, now, now)
	return &fixture{Server: s, admin: s.Admin(), editor: s.Editor()}
}

const password = "Correct9horse"

// form returns the body of a request that creates a user.
func form(email string, changes ...map[string]any) map[string]any {
	body := map[string]any{"email": email, "password": password, "password_confirmation": password}
	for _, change := range changes {
		maps.Copy(body, change)
	}
	return body
}

type fields = map[string]any

func (f *fixture) add(email string, changes ...map[string]any) (id int64, path string) {
	id = f.editor.Post("users", form(email, changes...)).Want(201).Int("item.id")
	return id, fmt.Sprintf("users/%d", id)
}

func TestUsers_Create(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := serve(t, d)
		created := f.editor.Post("users", form(" Ana.Lopes@X.example ", fields{
			"first_name": "Ana", "last_name": "Lopes", "partner_id": compass, "user_template_id": owner,
			"phone": "+351 21 000 00 00",
		})).Want(201)
		for path, want := range map[string]any{
			"email": "ana.lopes@x.example", "full_name": "Ana Lopes", "called": "Ana Lopes", "initials": "AL",
			"status": "unverified", "internal": false, "signup_source": "admin",
			"live_editor_display": "landing-page", "display_contact_info_on_links": "none", "email_verified_at": nil,
			"deactivated_at": nil, "active_at_human": "never",
			"partner.name": "Compass", "partner.account_type.name": "Partner", "partner.customisations.brand_color": "#0a7d5a",
			"user_template.name": "Owner",
		} {
			if got := created.Value("item." + path); got != want {
				t.Errorf("%s: got %v, want %v", path, got, want)
			}
		}
		if uid := created.String("item.alt_id"); len(uid) != 10 || created.String("item.insider_param") != "insider="+uid {
			t.Errorf("got UID %s", created.Text)
		}
		if hash := f.Count(`
			SELECT count(*)
			FROM users
			WHERE email = 'ana.lopes@x.example' AND password_hash LIKE '$argon2id$%'`); hash != 1 {
			t.Error("the password hash was not stored")
		}
		before, auditCount := f.Count("SELECT count(*) FROM users"), f.Count("SELECT count(*) FROM audit_log")
		for name, test := range map[string]struct {
			sent   map[string]any
			fields []string
		}{
			"nothing":         {fields{}, []string{"email", "password"}},
			"a taken address": {form("ANA.LOPES@x.example"), []string{"email"}},
			"no address":      {form("ana at x"), []string{"email"}},
			"no password":     {fields{"email": "b@x.example"}, []string{"password"}},
			"no confirmation": {
				fields{"email": "b@x.example", "password": password},
				[]string{"password_confirmation"},
			},
			"another confirmation": {
				form("b@x.example", fields{"password_confirmation": "Other9horse"}),
				[]string{"password_confirmation"},
			},
			"a short password": {
				form("b@x.example", fields{"password": "short", "password_confirmation": "short"}),
				[]string{"password"},
			},
			"a password that is a list":  {form("b@x.example", fields{"password": []int{1}}), []string{"password"}},
			"two mistakes":               {form("b", fields{"password": "x"}), []string{"email", "password"}},
			"a template without partner": {form("b@x.example", fields{"user_template_id": owner}), []string{"user_template_id"}},
			"another's template": {
				form("b@x.example", fields{"partner_id": compass, "user_template_id": pilot}),
				[]string{"user_template_id"},
			},
			"no such template": {
				form("b@x.example", fields{"partner_id": compass, "user_template_id": 99}),
				[]string{"user_template_id"},
			},
			"no such partner":     {form("b@x.example", fields{"partner_id": 99}), []string{"partner_id"}},
			"letters for a phone": {form("b@x.example", fields{"phone": "call me"}), []string{"phone"}},
			"a long name": {
				form("b@x.example", fields{"first_name": strings.Repeat("é", 81)}),
				[]string{"first_name"},
			},
			"another display": {
				form("b@x.example", fields{"live_editor_display": "popup"}),
				[]string{"live_editor_display"},
			},
			"a role": {form("b@x.example", fields{"staff_role": "admin"}), []string{"staff_role"}},
			"a hash": {form("b@x.example", fields{"password_hash": "x"}), []string{"password_hash"}},
			"a region without country": {
				form("b@x.example", fields{"country_region_id": algarve}),
				[]string{"country_region_id"},
			},
		} {
			t.Run(name, func(*testing.T) { f.editor.Post("users", test.sent).Refused(test.fields...) })
		}
		if f.Count("SELECT count(*) FROM users") != before || f.Count("SELECT count(*) FROM audit_log") != auditCount {
			t.Error("a refused request was stored")
		}
		// Read-only fields are ignored.
		internal := f.editor.Post("users", form("c@x.example", fields{"internal": true})).Want(201)
		if internal.Value("item.internal") != false {
			t.Error("the new user is a member of staff")
		}
		f.Anyone().Post("users", form("d@x.example")).Want(401)
	})
}

func TestUsers_HidesSecrets(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := serve(t, d)
		id, path := f.add("ana@x.example")
		f.editor.Put(path+"/change-password", fields{"password": "Second9horse", "password_confirmation": "Second9horse"}).
			Want(204)
		for _, call := range []string{path, "users", "users?query=argon2id", "users?query=ana"} {
			if text := f.admin.Get(call).Want(200).Text; strings.Contains(text, "argon2") || strings.Contains(text, "horse") ||
				strings.Contains(text, "password") || strings.Contains(text, "session_epoch") {
				t.Errorf("%s contains a secret: %s", call, text)
			}
		}
		if n := f.Count(`
			SELECT count(*)
			FROM audit_log
			WHERE CAST(changes AS TEXT) LIKE '%argon2%' OR CAST(changes AS TEXT) LIKE '%horse%'`); n != 0 {
			t.Errorf("got %d audit entries that contain a password", n)
		}
		if n := f.Count("SELECT count(*) FROM users WHERE id = ? AND search_text LIKE '%argon2%'", id); n != 0 {
			t.Error("the hash is in the search text")
		}
		for _, secret := range []string{"password_hash", "password", "session_epoch"} {
			f.admin.Get("users?sort=" + secret).Refused("sort")
			f.admin.Get("users?" + secret + "=x").Refused(secret)
		}
		auditCount := f.Count(`
			SELECT count(*)
			FROM audit_log
			WHERE kind = 'user' AND record_id = ? AND action = 'changed the password of'`, id)
		if auditCount != 1 {
			t.Errorf("got %d audit entries, want 1", auditCount)
		}
	})
}

func TestUsers_Update(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := serve(t, d)
		id, path := f.add("ana@x.example", fields{"first_name": "Ana", "partner_id": compass, "user_template_id": owner})
		f.Exec(`
			UPDATE users
			SET email_verified_at = created_at, using_suggested_languages = TRUE, using_suggested_country = TRUE,
				using_suggested_country_region = TRUE
			WHERE id = ?`, id)
		check := func(t *testing.T, name string, answer *kittest.Response, want map[string]any) {
			t.Helper()
			for field, value := range want {
				if got := fmt.Sprint(answer.Value("item." + field)); got != fmt.Sprint(value) {
					t.Errorf("%s: %s: got %s, want %v", name, field, got, value)
				}
			}
		}
		put := func(sent map[string]any) *kittest.Response { return f.editor.Put(path, sent).Want(200) }

		check(t, "details", put(fields{
			"last_name": "Lopes", "company_name": "Lopes Lda", "language_ids": []int{1},
			"country_id": portugal, "country_region_id": algarve, "host_agency_id": hostAgency, "consortium_id": alliance,
		}),
			fields{
				"full_name": "Ana Lopes", "company_name": "Lopes Lda", "languages.0.name": "English", "country.alpha2": "X1",
				"country_region.name": "Algarve", "hostAgency.name": "Harbour Hosts", "consortium.name": "Alliance",
				"using_suggested_languages": false, "using_suggested_country": false, "using_suggested_country_region": false,
				"status": "inactive",
			})
		check(t, "changing the country clears the region", put(fields{"country_id": spain}), fields{
			"country_region": nil,
			"country.alpha2": "X2",
		})
		check(t, "an agency that is not in the directory",
			put(fields{"host_agency_id": nil, "host_agency_other": "Cousin's agency"}),
			fields{"hostAgency": nil, "host_agency_other": "Cousin's agency"})
		check(t, "an agency in the directory replaces it", put(fields{"host_agency_id": hostAgency}),
			fields{"hostAgency.id": hostAgency, "host_agency_other": ""})
		picture := f.Picture()
		check(t, "media", put(fields{"logo": fields{"id": picture}, "personal_photo": fields{"id": f.Picture()}}),
			fields{"logo.id": picture})
		check(t, "explore", put(fields{
			"display_contact_info_on_links": "company", "live_editor_display": "embed",
			"lead_generation_notifications": true,
		}), fields{
			"display_contact_info_on_links": "company",
			"live_editor_display":           "embed", "lead_generation_notifications": true,
		})
		check(t, "travel advisor", put(fields{
			"is_travel_advisor": true, "booking_email": "Book@X.example",
			"booking_phone_number": "+351 1234", "booking_iata": "12345678", "booking_clia": "00-12",
		}),
			fields{"booking_email": "book@x.example", "booking_iata": "12345678"})
		check(t, "changing the partner clears the template", put(fields{"partner_id": lantern}), fields{
			"partner.name":     "Lantern",
			"user_template_id": nil,
		})
		check(t, "a template of the new partner", put(fields{"partner_id": lantern, "user_template_id": pilot}),
			fields{"user_template.name": "Pilot"})
		check(t, "no partner", put(fields{"partner_id": nil}), fields{"partner": nil, "user_template": nil})
		check(t, "a changed e-mail is unverified", put(fields{"email": "lopes@x.example"}), fields{
			"email":             "lopes@x.example",
			"email_verified_at": nil, "status": "unverified",
		})
		version := f.editor.Get(path).Want(200).Int("data.version")
		check(t, "read-only fields are ignored", put(fields{
			"alt_id": "Mine", "signup_source": "direct",
			"collections_count": 99, "profile_tasks": fields{}, "partner": nil, "called": "x", "status": "active",
			"internal": true, "email_verified_at": "2026-01-01",
		}), fields{
			"signup_source": "admin", "collections_count": 0,
			"internal": false, "version": version,
		})
		for field, wrong := range map[string]any{
			"country_region_id": algarve, "host_agency_other": "Both", "host_agency_id": 99, "consortium_id": 99,
			"country_id": 99999, "partner_id": 99, "user_template_id": owner, "language_ids.0": nil,
			"booking_email": "x", "booking_phone_number": "x", "booking_iata": "<script>", "booking_clia": strings.Repeat("1",
				21), "display_contact_info_on_links": "all", "is_travel_advisor": "yes", "logo": fields{"id": 999999}, "email": "",
		} {
			sent := fields{field: wrong}
			if field == "language_ids.0" {
				sent = fields{"language_ids": []int{9999}}
			}
			f.editor.Put(path, sent).Refused(field)
		}
		if now := f.editor.Get(path).Want(200).Int("data.version"); now != version {
			t.Error("a refused request was stored")
		}
		stale := f.editor.Put(path, fields{"first_name": "Anna", "version": version - 1}).Want(409)
		if stale.String("item.first_name") != "Ana" {
			t.Errorf("got %s, want the current version", stale.Text)
		}
	})
}

func TestUsers_ProfileCompletion(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := serve(t, d)
		id, path := f.add("ana@x.example")
		percent := func() int64 { return f.editor.Get(path).Want(200).Int("data.profile_completion_percentage") }
		if got := percent(); got != 0 {
			t.Errorf("got %d %% for an empty profile, want 0", got)
		}
		f.editor.Put(path, fields{"first_name": "Ana", "phone": "+351 1234", "company_name": "Lopes"}).Want(200)
		if got := percent(); got != 27 { // 3 of 11
			t.Errorf("got %d %% for three tasks, want 27", got)
		}
		now := clock.Now()
		f.Exec("UPDATE users SET email_verified_at = created_at WHERE id = ?", id)
		f.editor.Put(path, fields{
			"personal_photo": fields{"id": f.Picture()}, "logo": fields{"id": f.Picture()}, "country_id": spain,
			"language_ids": []int{1}, "host_agency_other": "Cousin's", "booking_phone_number": "+351 1234",
		}).Want(200)
		f.Exec(`
			INSERT INTO collections (id, alt_id, name, name_key, type, partner_id, language_id, created_at, updated_at)
			VALUES (5, 'C5', 'Lisbon', 'lisbon', 'partner', 2, 1, ?, ?)`, now, now)
		if got := f.editor.Get(path).Want(200); got.Int("data.profile_completion_percentage") != 91 ||
			got.Value("data.profile_tasks.accept_collection") != false {
			t.Errorf("got %s, want all tasks but one", got.Text)
		}
		f.Exec(`
			INSERT INTO shared_collections (user_id, collection_id, partner_id, created_at, updated_at)
			VALUES (?, 5, 2, ?, ?)`, id, now, now)
		if got := percent(); got != 100 {
			t.Errorf("got %d %% for a complete profile, want 100", got)
		}
		one := f.editor.Get(path).Want(200)
		if one.String("shared_collections_by_partner.0.partner.name") != "Compass" ||
			one.Int("shared_collections_by_partner.0.count") != 1 {
			t.Errorf("got %s", one.Text)
		}
	})
}

// person is a user to insert. Without a partner, they are an advisor.
type person struct {
	name           string
	joined, active int // days ago; -1 means never
	partner        any
	internal       bool
}

func (f *fixture) people(list []person) {
	now := clock.Now()
	midnight := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, time.UTC)
	for i, p := range list {
		var active any
		if p.active >= 0 {
			active = midnight.AddDate(0, 0, -p.active)
		}
		joined := midnight.AddDate(0, 0, -p.joined)
		f.Exec(`
			INSERT INTO users (id, first_name, first_name_key, email, email_verified_at, alt_id, partner_id, internal,
				country_id, active_at, search_text, created_at, updated_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			100+i, p.name, fold.Key(p.name), p.name+"@x.example", joined, "U"+p.name, p.partner, p.internal,
			[]any{nil, portugal, spain}[i%3], active, fold.SearchText(p.name, p.name+"@x.example"), joined, joined)
		if p.active >= 0 {
			f.Exec("INSERT INTO user_active_days (user_id, day) VALUES (?, ?)", 100+i, clock.Day(midnight)-int64(p.active))
		}
	}
}

var samplePeople = []person{
	{"Ada", 400, 0, nil, false},
	{"Bo", 80, 29, nil, false},
	{"Cy", 59, 30, nil, false},
	{"Di", 45, 45, compass, false},
	{"Ed", 40, 59, nil, false},
	{"Flo", 35, 60, nil, false},
	{"Gus", 30, -1, nil, false},
	{"Hal", 29, 1, nil, false},
	{"Ida", 3, 2, compass, false},
	{"Jo", 1, 1, lantern, false},
	{"Kim", 0, -1, nil, false},
	{"Sam", 0, 0, 1, true},
}

func TestUsers_List(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := serve(t, d)
		f.people(samplePeople)
		f.Exec("DELETE FROM sessions WHERE user_id = ?", f.editor.UserID)
		f.Exec("DELETE FROM users WHERE id = ?", f.editor.UserID)
		f.Exec(`
			UPDATE users SET first_name = 'Zoe', first_name_key = 'zoe', active_at = created_at, country_id = NULL,
				created_at = created_at
			WHERE id = ?`, f.admin.UserID)
		names := func(query string) string {
			return strings.Join(f.admin.Get("users?"+query).Want(200).Column("first_name"), " ")
		}
		// The position of Zoe, who makes the requests, depends on her id, so she is removed from the results.
		without := func(s string) string { return strings.Join(strings.Fields(strings.ReplaceAll(s, "Zoe", "")), " ") }
		for query, want := range map[string]string{
			"":                                    "Sam Kim Jo Ida Hal Gus Flo Ed Di Cy Bo Ada",
			"type=all":                            "Sam Kim Jo Ida Hal Gus Flo Ed Di Cy Bo Ada",
			"type=advisors":                       "Kim Hal Gus Flo Ed Cy Bo Ada",
			"type=new-advisors":                   "Kim Hal",
			"type=active":                         "Sam Jo Ida Hal Bo Ada",
			"type=inactive":                       "Kim Gus Flo Ed Di Cy",
			"partner_id=2":                        "Ida Di",
			"partner=2":                           "Ida Di",
			"accountType=11":                      "Sam Ida Di",
			"account_type_id=12":                  "Jo",
			"accountType=12&type=inactive":        "",
			"partner=2&type=active":               "Ida",
			"country_id=901":                      "Kim Hal Ed Bo",
			"sort=first_name":                     "Ada Bo Cy Di Ed Flo Gus Hal Ida Jo Kim Sam",
			"sort=-first_name&type=advisors":      "Kim Hal Gus Flo Ed Cy Bo Ada",
			"sort=-active_at&type=active":         "Sam Ada Jo Hal Ida Bo",
			"sort=active_at&type=inactive":        "Gus Kim Flo Ed Di Cy",
			"sort=country_id&type=advisors":       "Ada Gus Bo Ed Hal Kim Cy Flo",
			"sort=created_at&type=new-advisors":   "Hal Kim",
			"query=ida":                           "Ida",
			"query=x.example&type=new-advisors":   "Kim Hal",
			"query=insider%3DUnobody123&type=all": "",
			"sort=email&partner_id=2":             "Di Ida",
			"type=advisors&per_page=3&page=2":     "Flo Ed Cy",
			"type=active&accountType=11&sort=-id": "Sam Ida",
			"user_template_id=1":                  "",
		} {
			if got := without(names(query)); got != want {
				t.Errorf("%s: got %s, want %s", query, got, want)
			}
		}
		counts := f.admin.Get("users?counts=1").Want(200)
		for tab, want := range map[string]int64{"all": 13, "advisors": 8, "new-advisors": 2, "active": 7, "inactive": 6} {
			if got := counts.Int("meta.counts." + tab + ".total"); got != want {
				t.Errorf("count of %s: got %d, want %d", tab, got, want)
			}
			if got := f.admin.Get("users?type=" + tab).Want(200).Int("meta.total"); got != want {
				t.Errorf("total of %s: got %d, want %d", tab, got, want)
			}
		}
		for query, field := range map[string]string{
			"type=everyone": "type", "sort=phone": "sort",
			"partner_id=x": "partner_id", "accountType=0": "accountType", "per_page=101": "per_page", "page=0": "page",
		} {
			f.admin.Get("users?" + query).Refused(field)
		}
		if uid := f.admin.Get("users?query=insider%3DUAdaAdaAda").Want(200).Column("id"); len(uid) != 0 {
			t.Errorf("got users %v, want none", uid)
		}
		f.Exec("UPDATE users SET alt_id = 'UAdaAdaAda' WHERE id = 100")
		for _, query := range []string{"insider%3DUAdaAdaAda", "UAdaAdaAda"} {
			if got := names("query=" + query); got != "Ada" {
				t.Errorf("%s: got %q, want Ada", query, got)
			}
		}
		f.Anyone().Get("users").Want(401)
	})
}

func TestUsers_Highlights(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := serve(t, d)
		f.people(samplePeople)
		check := func(name string, want string) {
			t.Helper()
			got := f.editor.Get("users/highlights").Want(200)
			figures := []int64{}
			for _, field := range []string{
				"now.advisors_count", "now.new_advisors_count", "now.active_advisors_count",
				"previous.advisors_count", "previous.new_advisors_count", "previous.active_advisors_count",
			} {
				figures = append(figures, got.Int(field))
			}
			if fmt.Sprint(figures) != want {
				t.Errorf("%s: got %v, want %s", name, figures, want)
			}
		}
		// Now: Kim and Hal signed up; Ada, Bo and Hal were active. Before: Gus, Flo, Ed, Cy signed up; Cy and Ed were active.
		check("without a roll-up", "[8 2 3 6 4 2]")
		t.Run("the roll-up has the same result and can be repeated", func(t *testing.T) {
			for range 2 {
				if err := users.RollUp(t.Context(), f.Kit.Store); err != nil {
					t.Fatal(err)
				}
			}
			check("rolled up", "[8 2 3 6 4 2]")
			if n := f.Count("SELECT count(*) FROM advisor_activity"); n != 2 {
				t.Errorf("got %d days, want 2", n)
			}
		})
		today := clock.Day(clock.Now()) // Ada was active on two days, and is counted once
		f.Exec("INSERT INTO user_active_days (user_id, day) VALUES (100, ?), (100, ?)", today-30, today-31)
		check("before the next roll-up", "[8 2 3 6 4 2]")
		if err := users.RollUp(t.Context(), f.Kit.Store); err != nil {
			t.Fatal(err)
		}
		check("after the next roll-up", "[8 2 3 6 4 3]")
		f.editor.Delete("users/107").Want(204)                             // Hal
		f.editor.Put("users/101", fields{"partner_id": compass}).Want(200) // Bo is no longer an advisor
		check("without Hal and Bo", "[6 1 1 5 4 3]")
		f.editor.Delete("users/102").Want(204) // Cy was active in the previous period
		if err := users.RollUp(t.Context(), f.Kit.Store); err != nil {
			t.Fatal(err)
		}
		check("without Cy", "[5 1 1 4 3 2]")
		f.Anyone().Get("users/highlights").Want(401)
	})
}

func TestUsers_Staff(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := serve(t, d)
		other := f.Admin()
		path, own := fmt.Sprintf("users/%d", other.UserID), fmt.Sprintf("users/%d", f.editor.UserID)
		newPassword := fields{"password": password, "password_confirmation": password}
		for _, staff := range []string{path, own} {
			f.editor.Put(staff, fields{"first_name": "Mine"}).Want(403)
			f.editor.Put(staff, fields{"staff_role": "admin"}).Refused("staff_role")
			f.editor.Put(staff+"/change-password", newPassword).Want(403)
			f.editor.Delete(staff).Want(403)
		}
		if role := f.Count("SELECT count(*) FROM users WHERE staff_role = 'editor' AND id = ?", f.editor.UserID); role != 1 {
			t.Error("an editor has changed their role")
		}
		f.admin.Put(path, fields{"first_name": "Renamed", "phone": "+351 1234"}).Want(200)
		f.admin.Put(path, fields{"partner_id": compass}).Refused("partner_id")
		f.admin.Put(path, fields{"deactivated_at": "2026-01-01"}).Refused("deactivated_at")
		f.admin.Put(path, fields{"staff_role": "editor"}).Refused("staff_role")
		if one := f.admin.Put(path, fields{"internal": false}).Want(200); one.Value("item.internal") != true {
			t.Error("a read-only field was changed")
		}
		other.Get("users").Want(200)
		f.admin.Put(path+"/change-password", newPassword).Want(204)
		other.Get("users").Want(401) // signed out by the new password
		f.admin.Delete(path).Want(204)
		f.admin.Delete(fmt.Sprintf("users/%d", f.admin.UserID)).Want(409) // the last admin
		f.admin.Get("users").Want(200)
	})
}

func TestUsers_Deactivate(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := serve(t, d)
		id, path := f.add("ana@x.example")
		epoch := func() int64 { return f.Count("SELECT session_epoch FROM users WHERE id = ?", id) }
		before := epoch()
		off := f.editor.Put(path, fields{"deactivated_at": "2001-01-01"}).Want(200)
		month := clock.Now().Format("2006-01-")
		if off.String("item.status") != "deactivated" || !strings.HasPrefix(off.String("item.deactivated_at"), month) ||
			epoch() != before+1 {
			t.Errorf("got %s, epoch %d", off.Text, epoch())
		}
		f.editor.Put(path, fields{"deactivated_at": "2002-01-01", "first_name": "Ana"}).Want(200)
		if epoch() != before+1 {
			t.Error("deactivating again ended sessions")
		}
		if on := f.editor.Put(path, fields{"deactivated_at": nil}).Want(200); on.String("item.status") != "unverified" {
			t.Errorf("got %s, want status unverified", on.Text)
		}
		f.editor.Put(path+"/change-password", fields{"password": password, "password_confirmation": password}).Want(204)
		if epoch() != before+2 {
			t.Error("a new password did not end sessions")
		}
		for _, wrong := range []map[string]any{
			{},
			{"password": "x"},
			{"password": password},
			{"password": password, "password_confirmation": "other"},
			{"password": strings.Repeat("x", 201), "password_confirmation": strings.Repeat("x", 201)},
		} {
			f.editor.Put(path+"/change-password", wrong).Want(422)
		}
		f.editor.Put("users/9999/change-password", fields{"password": password, "password_confirmation": password}).Want(404)
		if epoch() != before+2 {
			t.Error("a refused request ended sessions")
		}
	})
}

func TestUsers_Trash(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := serve(t, d)
		id, path := f.add("ana@x.example", fields{"first_name": "Ana", "partner_id": compass, "user_template_id": owner})
		now := clock.Now()
		f.Exec(`
			INSERT INTO collections (id, alt_id, name, name_key, type, user_id, language_id, created_at, updated_at)
			VALUES (5, 'C5', 'Mine', 'mine', 'personal', ?, 1, ?, ?)`, id, now, now)
		f.editor.Delete(path).Want(204)
		f.editor.Get(path).Want(404)
		f.editor.Put(path, fields{"first_name": "x"}).Want(404)
		f.editor.Delete(path).Want(404)
		if n := f.Count("SELECT count(*) FROM collections WHERE id = 5 AND deleted_at IS NOT NULL"); n != 1 {
			t.Error("the collection was not deleted")
		}
		if got := f.editor.Get("users?query=ana@x.example").Want(200).Column("id"); len(got) != 0 {
			t.Errorf("got users %v, want none", got)
		}
		bin := &trash.Bin{Store: f.Kit.Store, Kinds: []trash.Kind{people.Trash}}
		restore := func() *apierr.Error {
			refusal, _ := apierr.As(bin.Restore(t.Context(), f.Count("SELECT max(id) FROM trash")))
			return refusal
		}
		f.Exec("UPDATE partners SET deleted_at = created_at WHERE id = 2")
		if refusal := restore(); refusal == nil || refusal.GetStatus() != 409 {
			t.Errorf("got %v, want 409 while the partner is in the trash", refusal)
		}
		f.Exec("UPDATE partners SET deleted_at = NULL WHERE id = 2")
		other, _ := f.add("ana@x.example") // the e-mail can be used again
		if refusal := restore(); refusal == nil || len(refusal.Errors["email"]) != 1 {
			t.Errorf("got %v, want an error for the e-mail in use", refusal)
		}
		f.editor.Put(fmt.Sprintf("users/%d", other), fields{"email": "anna@x.example"}).Want(200)
		if refusal := restore(); refusal != nil {
			t.Errorf("got %v, want the user restored", refusal.Errors)
		}
		if back := f.editor.Get(path).Want(200); back.Int("data.collections_count") != 1 {
			t.Errorf("got %s, want the collection restored", back.Text)
		}
		f.editor.Delete(path).Want(204)
		if got := f.editor.Get("users?partner=2").Want(200).Int("meta.total"); got != 0 {
			t.Errorf("got a total of %d, want 0", got)
		}
	})
}

func TestUsers_Read(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := serve(t, d)
		id, path := f.add("tom@x.example")
		tom := f.editor.Get(path).Want(200)
		if tom.String("data.called") != "tom@x.example" || tom.String("data.full_name") != "" ||
			tom.Value("data.partner") != nil || tom.Int("data.id") != id {
			t.Errorf("got %s, want the e-mail as name", tom.Text)
		}
		if got, _ := tom.Value("shared_collections_by_partner").([]any); len(got) != 0 {
			t.Errorf("got accepted collections %v, want none", got)
		}
		for _, missing := range []string{"users/99999", "users/x", "users/0"} {
			f.editor.Get(missing).Want(404)
		}
		f.Anyone().Get(path).Want(401)
		keys := slices.Sorted(maps.Keys(tom.JSON))
		if !slices.Equal(keys, []string{"data", "shared_collections_by_partner"}) {
			t.Errorf("got keys %v", keys)
		}
	})
}
