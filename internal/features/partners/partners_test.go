package partners_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"waymark/internal/features/partners"
	trashfeature "waymark/internal/features/trash"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/resourcetest"
	"waymark/internal/kit/trash"
	"waymark/internal/platform/people"
	"waymark/internal/platform/schema"
)

func mount(kit resource.Kit) { partners.Mount(kit, kittest.Sites) }

// fixture is a server with partners and a trash.
type fixture struct {
	*testing.T
	s             *kittest.Server
	admin, editor *kittest.Client
	bin           *trash.Bin
}

func each(t *testing.T, run func(f *fixture)) {
	t.Helper()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := &fixture{T: t}
		f.s = kittest.Serve(t, d, kittest.Resources(mount), func(s *kittest.Server, set *jobs.Set) {
			f.bin = &trash.Bin{Store: s.Kit.Store, Kinds: []trash.Kind{people.Trash, partners.Trash}}
			trashfeature.Mount(s.Kit.API, f.bin)
			trashfeature.Jobs(set, f.bin)
		})
		f.admin, f.editor = f.s.Admin(), f.s.Editor()
		run(f)
	})
}

// make creates a partner and returns its path.
func (f *fixture) make(name string) string {
	f.Helper()
	id := f.admin.Post("partners", map[string]any{"name": name}).Want(201).Int("item.id")
	return "partners/" + strconv.FormatInt(id, 10)
}

func idOf(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

func TestPartners_CRUD(t *testing.T) {
	t.Parallel()
	resourcetest.Run(t, mount, resourcetest.Sample{
		Path: "partners", Kind: "partner", Name: "name", Trashed: true,
		Create:   map[string]any{"name": "Éclair Voyages", "slug": "eclair", "email": "bonjour@eclair.example"},
		Update:   map[string]any{"name": "Lightning Travel"},
		Required: []string{"name"}, Longest: map[string]int{"name": 120, "slug": 120},
	})
}

func TestPartners_Create(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		created := f.editor.Post("partners", map[string]any{
			"name": "Two  Words HERE", "url": "two.example/x",
			"whitelist_domains":   []string{"https://WWW.Two.example/", "two.example"},
			"landing_page_domain": "WWW.Trips.example",
		}).Want(201)
		for path, want := range map[string]any{
			"item.slug": "two-words-here", "item.account_type_id": float64(11), "item.account_type.name": "Partner",
			"item.url":                 "https://two.example/x",
			"item.landing_page_domain": "www.trips.example", "item.copilot_cache_duration": float64(0),
			"item.copilot_advisor_branding": "", "item.inspires_logo_url": "",
			"item.has_premium_seo": false, "item.has_premium_itineraries": false, "item.has_premium_forms": false,
			"item.has_premium_themes": false, "item.has_premium_share": false, "item.has_premium_collaborators": false,
			"item.last_login_at": nil, "item.last_api_activity_at": nil, "item.sites_count": float64(0),
		} {
			if got := created.Value(path); got != want {
				f.Errorf("%s: got %v, want %v", path, got, want)
			}
		}
		if got := created.Value("item.whitelist_domains"); fmt.Sprint(got) != "[two.example]" {
			f.Errorf("got whitelist %v, want [two.example]", got)
		}
		if len(created.String("item.alt_id")) != 10 || len(created.String("item.hash_id")) < 8 ||
			len(created.String("item.api_key")) != 24 {
			f.Errorf("got ids and keys %s", created.Text)
		}
		snippet, pid := created.String("item.embed_snippet"), `data-pid="`+created.String("item.alt_id")+`"`
		if !strings.Contains(snippet, `src="https://www.trips.example/embed.js"`) || !strings.Contains(snippet, pid) {
			f.Errorf("got snippet %s", snippet)
		}
		copilot := `<script async src="https://www.trips.example/copilot.js" data-key="` + created.String("item.api_key") +
			`"></script>`
		if got := created.String("item.copilot_snippet"); got != copilot {
			f.Errorf("got snippet %s, want %s", got, copilot)
		}
		f.editor.Post("partners", map[string]any{"name": "Other", "slug": "two-words-here"}).Refused("slug")
		for key := range created.Value("item").(map[string]any) {
			if strings.Contains(key, "status") {
				f.Errorf("got field %s, want no status", key)
			}
		}
	})
}

func TestPartners_Validation(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		partner := f.make("Harbour")
		before := f.admin.Get(partner).Want(200).Text
		badDomains := []string{
			"", "not a domain", "localhost", "-a.example", "a_b", "exa mple.com", "http://", "*.example.com",
			"1.2.3.4", "[::1]", "a..b", strings.Repeat("a", 64) + ".example", strings.Repeat("a.", 130) + "example",
			"javascript:alert(1)", "<b>.example", "a.example,b.example",
		}
		for _, field := range []string{"whitelist_domains", "same_tab_domains"} {
			for _, wrong := range badDomains {
				f.admin.Put(partner, map[string]any{field: []string{"fine.example", wrong}}).Refused(field + ".1")
			}
			f.admin.Put(partner, map[string]any{field: "fine.example"}).Refused(field)
			f.admin.Put(partner, map[string]any{field: []int{1}}).Refused(field)
			f.admin.Put(partner, map[string]any{field: slices.Repeat([]string{"a.example"}, 201)}).Refused(field)
		}
		for _, wrong := range badDomains {
			if wrong == "" || wrong == "http://" { // these are normalised to an empty value, which is allowed
				continue
			}
			f.admin.Put(partner, map[string]any{"landing_page_domain": wrong}).Refused("landing_page_domain")
		}
		for field, values := range map[string][]any{
			"account_type_id": {999, nil, "11", 0, -1, 1.5},
			"slug":            {"Has Space", "UPPER", "a/b", "a?b", "a#b", "", nil, 7},
			"email": {
				"nobody", "a@b@c", "a b@c.example", strings.Repeat("a", 200) + "@c.example",
				"Name <a@b.example>",
			},
			"phone": {"call me", "12", "+44 20 7946 0958; rm", strings.Repeat("1", 41)},
			"url": {
				"javascript:alert(1)", "ftp://a.example", "https://", "https://user:pw@a.example",
				"https://a b.example", "//a.example", "data:text/html,x", strings.Repeat("https://a.example/", 40),
			},
			"copilot_advisor_branding": {"automatic", "Advisor", 1, true},
			"copilot_cache_duration":   {-1, 11, 14, 60, 525601, "5", 1.5, 1 << 40},
			"inspires_partner_details": {strings.Repeat("x", 20_001), 1, "a\x00b"},
			"inspires_allow_ctas":      {"yes", 1},
			"ai_brand_voice":           {strings.Repeat("x", 20_001), []string{}},
			"has_premium_seo":          {"true", 0},
		} {
			for _, value := range values {
				f.admin.Put(partner, map[string]any{field: value}).Refused(field)
			}
		}
		if after := f.admin.Get(partner).Want(200).Text; after != before {
			f.Errorf("refused changes were stored: got %s\nwant %s", after, before)
		}
		f.admin.Put(partner, map[string]any{
			"copilot_domains": []string{"a.example"}, "api_key": "mine", "api_secret": "mine",
			"users_count": 9, "hash_id": "x", "alt_id": "x", "inspires_logo_url": "https://x.example",
			"has_premium_collaborators": true, "last_login_at": "2020-01-01",
		}).Want(200)
		if after := f.admin.Get(partner).Want(200).Text; after != before {
			f.Errorf("read-only fields were changed: got %s\nwant %s", after, before)
		}
	})
}

// Everything that is wrong with a form is reported at once: single values, and what only the database knows.
func TestPartners_AllErrorsAtOnce(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		f.make("Harbour")
		wrong := map[string]any{
			"name": "", "slug": "harbour", "account_type_id": 999, "email": "nobody", "whitelist_domains": []string{"a b"},
		}
		fields := []string{"name", "slug", "account_type_id", "email", "whitelist_domains.0"}
		f.editor.Post("partners", wrong).Refused(fields...)
		other := f.make("Meridian")
		f.editor.Put(other, wrong).Refused(fields...)
		wrong["version"] = 99
		f.editor.Put(other, wrong).Refused(fields...)
		f.editor.Put(other, map[string]any{"version": 99, "name": "Zenith"}).Want(409)
		f.editor.Put(other+"/ai", map[string]any{"version": 99, "ai_brand_voice": "Warm"}).Want(409)
		f.editor.Put(other+"/ai", map[string]any{"version": 1, "ai_brand_voice": "Warm"}).Want(200)
	})
}

func TestPartners_Tabs(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		now := clock.Now()
		f.s.Exec(`
			INSERT INTO account_types (id, name, name_key, created_at, updated_at)
			VALUES (20, 'Airline', 'airline', ?, ?), (21, 'Cruise line', 'cruise line', ?, ?)`, now, now, now, now)
		for name, kind := range map[string]int{"Alder": 20, "Birch": 20, "Cedar": 11} {
			email := strings.ToLower(name) + "@wood.example"
			f.admin.Post("partners", map[string]any{"name": name, "account_type_id": kind, "email": email}).Want(201)
		}
		counts := func() string {
			all := f.editor.Get("partners?counts=1").Want(200)
			return fmt.Sprint(all.Int("meta.counts.all.total"), all.Int("meta.counts.11.total"),
				all.Int("meta.counts.20.total"), all.Int("meta.counts.21.total"))
		}
		if got := counts(); got != "4 2 2 0" {
			f.Errorf("got counts %s", got)
		}
		for query, want := range map[string]string{
			"account_type_id=20": "[Alder Birch]", "accountType=20": "[Alder Birch]",
			"account_type_id=all": "[Alder Birch Cedar House]", "account_type_id=21": "[]",
			"account_type_id=20&sort=-name": "[Birch Alder]", "query=wood": "[Alder Birch Cedar]",
			"query=BIRCH&account_type_id=20": "[Birch]", "query=birch&account_type_id=11": "[]",
			"sort=-created_at": "", "sort=last_login_at": "", "sort=-users_count&account_type_id=20": "",
			"sort=collections_count": "", "sort=shared_collections_count": "",
		} {
			got := f.editor.Get("partners?" + query).Want(200)
			if want != "" && fmt.Sprint(got.Column("name")) != want {
				f.Errorf("%s: got %v, want %s", query, got.Column("name"), want)
			}
		}
		for _, wrong := range []string{"0", "-1", "x", "1.5"} {
			f.editor.Get("partners?account_type_id=" + wrong).Refused("account_type_id")
		}
		for _, sort := range []string{"api_key", "api_secret", "email", "alt_id", "phone"} {
			f.editor.Get("partners?sort=" + sort).Refused("sort")
		}
		birch := f.editor.Get("partners?query=birch").Want(200)
		found := f.editor.Get("partners?query=" + birch.String("items.0.alt_id")).Want(200)
		if got := fmt.Sprint(found.Column("name")); got != "[Birch]" {
			f.Errorf("search by PID: got %s, want [Birch]", got)
		}
		partner := "partners/" + strconv.FormatInt(birch.Int("items.0.id"), 10)
		f.admin.Put(partner, map[string]any{"account_type_id": 21}).Want(200)
		if got := counts(); got != "4 2 1 1" {
			f.Errorf("got counts %s after a change", got)
		}
		f.admin.Delete(partner).Want(204)
		if got := counts(); got != "3 2 1 0" {
			f.Errorf("got counts %s after a delete", got)
		}
		f.s.Exec("DELETE FROM partners WHERE id = ?", idOf(partner))
		if got := counts(); got != "3 2 1 0" {
			f.Errorf("got counts %s after a permanent delete", got)
		}
	})
}

func TestPartners_ChangeAccountType(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		partner, two := f.make("Alder"), f.make("Birch")
		now := clock.Now()
		f.s.Exec(`
			INSERT INTO account_types (id, name, name_key, created_at, updated_at)
			VALUES (20, 'Tour operator', 'tour operator', ?, ?)`, now, now)
		f.s.Exec(`
			INSERT INTO user_templates (id, account_type_id, name, name_key, created_at, updated_at)
			VALUES (50, 11, 'Sales', 'sales', ?, ?), (51, 20, 'Guide', 'guide', ?, ?)`, now, now, now, now)
		for i, at := range []string{partner, partner, two} {
			f.s.Exec(`
				INSERT INTO users (email, alt_id, partner_id, user_template_id, created_at, updated_at)
				VALUES (?, ?, ?, 50, ?, ?)`,
				fmt.Sprint("u", i, "@x.example"), fmt.Sprint("U00000000", i), idOf(at), now, now)
		}
		f.admin.Put(partner, map[string]any{"phone": "+351 21 000 00 00"}).Want(200)
		if n := f.s.Count("SELECT count(*) FROM users WHERE user_template_id = 50"); n != 3 {
			f.Fatalf("got %d users with a template, want 3", n)
		}
		f.s.Exec(`INSERT INTO user_templates (id, account_type_id, name, name_key, created_at, updated_at)
			VALUES (52, 11, 'Back office', 'back office', ?, ?)`, now, now)
		f.s.Exec(`
			INSERT INTO users (email, alt_id, partner_id, user_template_id, created_at, updated_at)
			VALUES ('u3@x.example', 'U000000003', ?, 52, ?, ?)`, idOf(partner), now, now)
		preview := f.editor.Get(partner + "/account-type-change?account_type_id=20").Want(200)
		want := `{"users_count":3,"templates":[{"id":52,"name":"Back office","users_count":1},` +
			`{"id":50,"name":"Sales","users_count":2}],"choices":[{"id":51,"name":"Guide"}]}`
		if strings.TrimSpace(preview.Text) != want {
			f.Errorf("got %s, want %s", preview.Text, want)
		}
		if n := f.editor.Get(partner + "/account-type-change?account_type_id=11").Want(200).Int("users_count"); n != 0 {
			f.Errorf("got %d users for the current account type, want 0", n)
		}
		f.editor.Get(partner + "/account-type-change?account_type_id=x").Refused("account_type_id")
		f.editor.Get("partners/999/account-type-change?account_type_id=20").Want(404)
		f.s.Anyone().Get(partner + "/account-type-change?account_type_id=20").Want(401)
		for _, templates := range []any{
			nil,
			map[string]any{},
			map[string]any{"50": 51},
			map[string]any{"50": 50, "52": nil},
			map[string]any{"50": 999, "52": nil},
			map[string]any{"50": "51", "52": nil},
			[]any{50, 51},
			"51",
			map[string]any{"50": 51, "52": nil, "x": 51},
		} {
			f.editor.Put(partner, map[string]any{"account_type_id": 20, "user_templates": templates}).
				Refused("user_templates")
		}
		f.editor.Put(partner, map[string]any{"account_type_id": 20, "email": "x", "slug": idOf(two)}).
			Refused("user_templates", "email")
		f.editor.Put(partner, map[string]any{"name": "Ash", "user_templates": map[string]any{"50": 51}}).
			Refused("user_templates")
		if n := f.s.Count("SELECT count(*) FROM users WHERE user_template_id IN (50, 52)"); n != 4 {
			f.Fatalf("got %d users with a template after refused changes, want 4", n)
		}
		f.admin.Put(partner, map[string]any{
			"account_type_id": 20, "user_templates": map[string]any{"50": 51, "52": nil},
		}).Want(200)
		n := f.s.Count("SELECT count(*) FROM users WHERE user_template_id = 51 AND partner_id = ?", idOf(partner))
		if n != 2 {
			f.Errorf("got %d users with the new template, want 2", n)
		}
		if n := f.s.Count("SELECT count(*) FROM users WHERE user_template_id IS NULL AND email = 'u3@x.example'"); n != 1 {
			f.Error("the template that has no successor was not removed")
		}
		if n := f.s.Count("SELECT count(*) FROM audit_log WHERE kind = 'users of partner'"); n != 1 {
			f.Errorf("got %d audit entries about users, want 1", n)
		}
		if n := f.s.Count("SELECT count(*) FROM users WHERE user_template_id = 50"); n != 1 {
			f.Errorf("got %d users with a template of the old type, want 1", n)
		}
		usersCount := schema.UserTemplateUsersCount.Value(f.s.DB.Engine)
		if n := f.s.Count("SELECT " + usersCount + " FROM user_templates WHERE id = 50"); n != 1 {
			f.Errorf("got users_count %d, want 1", n)
		}
	})
}

func TestPartners_Cards(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		partner := f.make("Harbour")
		for path, sent := range map[string]map[string]any{
			"inspires": {"inspires_partner_details": "**Warm**", "inspires_allow_ctas": true},
			"copilot": {
				"inspires_display_copilot": true, "inspires_customisations_enabled": true,
				"copilot_advisor_branding": "co-branded", "copilot_cache_duration": float64(1440),
			},
			"ai": {"ai_brand_voice": "Warm.\nExact."},
			"permissions": {
				"has_premium_seo": true, "has_premium_itineraries": true, "has_premium_forms": true,
				"has_premium_themes": true, "has_premium_share": true,
			},
		} {
			card := partner + "/" + path
			f.s.Anyone().Get(card).Want(401)
			f.s.Anyone().Put(card, sent).Want(401)
			changed := f.editor.Put(card, sent).Want(200)
			read := f.editor.Get(card).Want(200)
			whole := f.editor.Get(partner).Want(200)
			for name, value := range sent {
				for _, answer := range []*kittest.Response{changed, read, whole} {
					if got := answer.Value("item." + name); got != value {
						f.Errorf("%s: %s: got %v, want %v", path, name, got, value)
					}
				}
			}
			if extra := len(read.Value("item").(map[string]any)) - len(sent) - 1; extra < 0 || extra > 1 {
				f.Errorf("%s: got unexpected fields %s", path, read.Text)
			}
			for _, answer := range []*kittest.Response{changed, read} {
				if got, want := answer.Value("item.version"), whole.Value("item.version"); got != want {
					f.Errorf("%s: got version %v, want %v", path, got, want)
				}
			}
			f.editor.Put(card, map[string]any{"version": changed.Value("item.version")}).Want(200)
			f.editor.Put(card, map[string]any{"name": "Other"}).Refused("name")
			f.editor.Put(card, map[string]any{"no_such": 1}).Refused("no_such")
			f.editor.Put(card, map[string]any{}).Want(200)
			f.editor.Put(card, "[").Want(400)
			f.editor.Put("partners/999/"+path, sent).Want(404)
			f.editor.Get("partners/x/" + path).Want(404)
		}
		f.editor.Put(partner+"/permissions", map[string]any{"has_premium_collaborators": true, "has_premium_seo": false}).
			Want(200)
		f.editor.Put(partner+"/inspires", map[string]any{"inspires_logo_url": "https://elsewhere.example/x.png"}).Want(200)
		f.editor.Put(partner+"/copilot", map[string]any{"copilot_advisor_branding": nil}).Want(200)
		after := f.editor.Get(partner).Want(200)
		if after.Value("item.has_premium_collaborators") != false || after.Value("item.has_premium_seo") != false ||
			after.String("item.inspires_logo_url") != "" || after.String("item.copilot_advisor_branding") != "" {
			f.Errorf("got %s", after.Text)
		}
		f.editor.Put(partner+"/copilot", map[string]any{"copilot_cache_duration": 60, "name": "x"}).
			Refused("copilot_cache_duration", "name")
	})
}

func TestPartners_APIKeys(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		partner := f.make("Harbour")
		key := f.admin.Get(partner).Want(200).String("item.api_key")
		pair := f.admin.Post(partner+"/api-secret", nil).Want(200)
		hidden := pair.String("api_secret")
		if len(hidden) != 40 || pair.String("api_key") != key {
			f.Fatalf("got %s", pair.Text)
		}
		for _, body := range []map[string]any{{}, {"confirm": false}, {"confirm": "true"}, {"confirm": nil}} {
			f.admin.Put(partner+"/refresh-api-keys", body).Refused("confirm")
		}
		f.admin.Put(partner+"/refresh-api-keys", map[string]any{"confirm": true, "api_key": "mine"}).Refused("api_key")
		confirmed := map[string]any{"confirm": true}
		for path, call := range map[string]func(*kittest.Client, string) *kittest.Response{
			"/api-secret":       func(c *kittest.Client, url string) *kittest.Response { return c.Post(url, nil) },
			"/refresh-api-keys": func(c *kittest.Client, url string) *kittest.Response { return c.Put(url, confirmed) },
		} {
			call(f.editor, partner+path).Want(403)
			call(f.s.Anyone(), partner+path).Want(401)
			call(f.admin, "partners/999"+path).Want(404)
		}
		if got := f.admin.Post(partner+"/api-secret", nil).Want(200).String("api_secret"); got != hidden {
			f.Error("a refused refresh changed the secret")
		}
		fresh := f.admin.Put(partner+"/refresh-api-keys", confirmed).Want(200)
		if fresh.String("api_key") == key || fresh.String("api_secret") == hidden || len(fresh.String("api_secret")) != 40 {
			f.Errorf("got %s, want new keys", fresh.Text)
		}
		if again := f.admin.Post(partner+"/api-secret", nil).Want(200); again.Text != fresh.Text {
			f.Errorf("got %s, want %s", again.Text, fresh.Text)
		}
		const query = "SELECT api_secret FROM partners WHERE id = ?"
		stored, err := db.Value[string](f.Context(), f.s.DB.Read(), query, idOf(partner))
		if err != nil || strings.Contains(stored, fresh.String("api_secret")) {
			f.Errorf("the secret is stored unencrypted (%v)", err)
		}
		f.assertNoSecrets(partner, hidden, fresh.String("api_secret"), stored)
		f.s.Exec("UPDATE partners SET api_key = NULL, api_secret = NULL WHERE id = ?", idOf(partner))
		if got := f.admin.Get(partner).Want(200); got.Value("item.api_key") != nil || got.String("item.api_secret") != "" {
			f.Errorf("got %s, want no keys", got.Text)
		}
		f.admin.Post(partner+"/api-secret", nil).Want(409)
	})
}

// assertNoSecrets checks that no secret appears in a response, in search results or in the audit log, and that lists
// contain no keys at all.
func (f *fixture) assertNoSecrets(partner string, secrets ...string) {
	f.Helper()
	list := f.admin.Get("partners").Want(200).Text
	for _, word := range []string{"api_key", "api_secret"} {
		if strings.Contains(list, word) {
			f.Errorf("the list contains %s", word)
		}
	}
	log, err := db.All[string](f.Context(), f.s.DB.Read(),
		"SELECT action || ' ' || record_name || ' ' || coalesce(CAST(changes AS TEXT), '') FROM audit_log")
	if err != nil {
		f.Fatal(err)
	}
	for _, secret := range secrets {
		for _, path := range []string{partner, "partners", "options/partners", partner + "/permissions"} {
			if strings.Contains(f.admin.Get(path).Want(200).Text, secret) {
				f.Errorf("%s contains a secret", path)
			}
		}
		if strings.Contains(strings.Join(log, "\n"), secret) {
			f.Error("the audit log contains a secret")
		}
		for _, path := range []string{"partners?query=", "options/partners?query="} {
			if got := f.admin.Get(path + secret[:12]).Want(200).Int("meta.total"); got != 0 {
				f.Error("a search for the secret has results")
			}
		}
	}
	for action, want := range map[string]int{"revealed the secret of": 3, "refreshed the keys of": 1} {
		matches := slices.DeleteFunc(slices.Clone(log), func(row string) bool {
			return !strings.HasPrefix(row, action+" Harbour")
		})
		if got := len(matches); got != want {
			f.Errorf("got %d audit entries %q, want %d", got, action, want)
		}
	}
}

func TestPartnerLanguages_CRUD(t *testing.T) {
	t.Parallel()
	resourcetest.Run(t, mount, resourcetest.Sample{
		Path: "partners/1/languages", Kind: "partner language",
		Create:   map[string]any{"language_id": 1, "advisor_email_subject": "About %pageTitle%", "cta_label": "Ask"},
		Update:   map[string]any{"cta_label": "Ask us"},
		Required: []string{"language_id"}, Longest: map[string]int{"advisor_email_subject": 200, "cta_label": 80},
	})
}

func TestPartnerLanguages_Validation(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		partner, otherPartner := f.make("Harbour"), f.make("Quay")
		body := "Dear %advisorName%,\nI read %pageTitle% (%pageUrl%) at %partnerName%. 100% sure, 50%off."
		created := f.editor.Post(partner+"/languages", map[string]any{
			"language_id": 1, "advisor_email_subject": "About %pageTitle%",
			"advisor_email_body": body,
		}).Want(201)
		if created.String("item.name") != "English" || created.String("item.language.name") != "English" ||
			created.String("item.advisor_email_body") != body {
			f.Errorf("got %s", created.Text)
		}
		english := partner + "/languages/" + strconv.FormatInt(created.Int("item.id"), 10)
		f.editor.Post(partner+"/languages", map[string]any{"language_id": 1}).Refused("language_id")
		second := f.editor.Post(partner+"/languages", map[string]any{"language_id": 2}).Want(201)
		f.editor.Put(fmt.Sprintf("%s/languages/%d", partner, second.Int("item.id")), map[string]any{"language_id": 1}).
			Refused("language_id")
		f.editor.Post(partner+"/languages", map[string]any{"language_id": 99999}).Refused("language_id")
		f.editor.Post(otherPartner+"/languages", map[string]any{"language_id": 1}).Want(201)
		unknown := []string{"%advisor%", "%AdvisorName%", "%pageurl%", "Hello %name%, %pageTitle%", "%page_title%"}
		for _, wrong := range unknown {
			f.editor.Put(english, map[string]any{"advisor_email_subject": wrong}).Refused("advisor_email_subject")
			f.editor.Put(english, map[string]any{"advisor_email_body": wrong}).Refused("advisor_email_body")
		}
		elsewhere := otherPartner + "/languages/" + strconv.FormatInt(created.Int("item.id"), 10)
		f.editor.Get(elsewhere).Want(404)
		f.editor.Put(elsewhere, map[string]any{"cta_label": "x"}).Want(404)
		f.editor.Delete(elsewhere).Want(404)
		f.editor.Get("partners/999/languages").Want(404)
		f.editor.Post("partners/999/languages", map[string]any{"language_id": 1}).Want(404)
		if got := f.editor.Get(english).Want(200).String("item.cta_label"); got != "" {
			f.Errorf("got label %q, want no change through another partner", got)
		}
	})
}

func TestPartners_Trash(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		partner, otherPartner := f.make("Harbour"), f.make("Quay")
		id, now := idOf(partner), clock.Now()
		picture, portrait := f.s.Picture(), f.s.Picture()
		f.s.Exec(`
			INSERT INTO users (id, first_name, first_name_key, last_name, last_name_key, email, alt_id, partner_id,
				personal_photo_id, created_at, updated_at)
			VALUES (70, 'Ada', 'ada', 'A', 'a', 'ada@h.example', 'ada', ?, ?, ?, ?),
				(71, 'Bo', 'bo', 'B', 'b', 'bo@h.example', 'bo', ?, ?, ?, ?)`,
			id, picture, now, now, id, portrait, now, now)
		f.s.Exec("UPDATE uploads SET claimed_at = ?", now)
		f.s.Exec(`
			INSERT INTO collections (id, name, name_key, alt_id, type, partner_id, user_id, language_id, created_at,
				updated_at)
			VALUES (80, 'C', 'c', 'c80', 'partner', ?, NULL, 1, ?, ?),
				(81, 'P', 'p', 'c81', 'personal', NULL, 70, 1, ?, ?)`, id, now, now, now, now)
		f.s.Exec(`
			INSERT INTO shared_collections (id, user_id, collection_id, partner_id, created_at, updated_at)
			VALUES (90, 71, 80, ?, ?, ?)`, id, now, now)
		f.s.Exec(`
			INSERT INTO sites (id, partner_id, domain, created_at, updated_at)
			VALUES (60, ?, 'harbour.example', ?, ?)`,
			id, now, now)
		f.s.Exec(`
			INSERT INTO partner_markets (id, partner_id, name, name_key, created_at, updated_at)
			VALUES (50, ?, 'M', 'm', ?, ?)`, id, now, now)
		liveCounts := func() string {
			counts := []any{}
			for _, table := range []string{
				"partners WHERE id = " + id + " AND", "users WHERE partner_id = " + id + " AND",
				"collections WHERE id IN (80, 81) AND", "shared_collections WHERE", "sites WHERE", "partner_markets WHERE",
			} {
				counts = append(counts, f.s.Count("SELECT count(*) FROM "+table+" deleted_at IS NULL"))
			}
			return fmt.Sprint(counts...)
		}
		if got := liveCounts(); got != "1 2 2 1 1 1" {
			f.Fatalf("got %s before the deletion", got)
		}
		f.editor.Delete(partner).Want(403)
		f.s.Anyone().Delete(partner).Want(401)
		f.admin.Delete(partner).Want(204)
		if got := liveCounts(); got != "0 0 0 0 0 0" {
			f.Errorf("got %s in the trash", got)
		}
		f.admin.Get(partner).Want(404)
		f.admin.Get(partner + "/customisations").Want(404)
		f.admin.Get(partner + "/languages").Want(404)
		f.admin.Post(partner+"/api-secret", nil).Want(404)
		entry := f.admin.Get("trash?kind=partner").Want(200)
		restore := "trash/" + strconv.FormatInt(entry.Int("items.0.id"), 10) + "/restore"
		if entry.String("items.0.name") != "Harbour" {
			f.Errorf("got trash entry %s", entry.Text)
		}
		f.s.Exec("UPDATE partners SET slug = 'harbour' WHERE id = ?", idOf(otherPartner))
		f.admin.Post(restore, nil).Refused("slug")
		f.s.Exec("UPDATE partners SET slug = 'quay' WHERE id = ?", idOf(otherPartner))
		f.s.Exec(`
			INSERT INTO sites (id, partner_id, domain, created_at, updated_at)
			VALUES (61, ?, 'harbour.example', ?, ?)`,
			idOf(otherPartner), now, now)
		f.admin.Post(restore, nil).Refused("domain")
		f.s.Exec("DELETE FROM sites WHERE id = 61")
		epoch := f.s.Count("SELECT session_epoch FROM users WHERE id = 70")
		f.admin.Post(restore, nil).Want(204)
		if got := liveCounts(); got != "1 2 2 1 1 1" {
			f.Errorf("got %s after restoring", got)
		}
		if now := f.s.Count("SELECT session_epoch FROM users WHERE id = 70"); now <= epoch {
			f.Error("sessions from before the deletion are valid again")
		}
		back := f.admin.Get(partner).Want(200)
		if back.Int("item.users_count") != 2 || back.Int("item.collections_count") != 1 || back.Int("item.sites_count") != 1 {
			f.Errorf("got counts %s", back.Text)
		}

		f.Run("keeps earlier deletions in the trash and purges them with the partner", func(t *testing.T) {
			f.s.Exec(`
				INSERT INTO trash (id, kind, record_id, name, deleted_at, deleted_by_name)
				VALUES (900, 'user', 70, 'Ada', ?, 'x')`, now)
			f.s.Exec("UPDATE users SET deleted_at = ?, trash_id = 900 WHERE id = 70", now)
			f.admin.Delete(partner).Want(204)
			f.admin.Post("trash/900/restore", nil).Want(409)
			entry := f.admin.Get("trash?kind=partner").Want(200).Int("items.0.id")
			f.editor.Delete(fmt.Sprintf("trash/%d", entry)).Want(403)
			f.admin.Delete(fmt.Sprintf("trash/%d", entry)).Want(204)
			for _, table := range []string{
				"trash", "users WHERE id IN (70, 71)", "collections", "shared_collections", "sites",
				"partner_markets", "partners WHERE name = 'Harbour'",
			} {
				if n := f.s.Count("SELECT count(*) FROM " + table); n != 0 {
					t.Errorf("got %d rows in %s, want none", n, table)
				}
			}
			if n := f.s.Count("SELECT count(*) FROM uploads WHERE claimed_at IS NULL"); n != 2 {
				t.Errorf("got %d released photos, want 2", n)
			}
		})
	})
}

func TestPartners_DeleteRefused(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		partner, now := f.make("Harbour"), clock.Now()
		id := idOf(partner)
		house := f.admin.Delete("partners/1").Want(409)
		if !strings.Contains(house.String("message"), "is built in") {
			f.Errorf("got %s", house.Text)
		}
		f.s.Exec(`
			INSERT INTO libraries (id, name, name_key, partner_id, created_at, updated_at)
			VALUES (40, 'L', 'l', ?, ?, ?)`, id, now, now)
		f.s.Exec(`
			INSERT INTO content (id, title, title_key, type_id, partner_id, created_at, updated_at)
			VALUES (30, 'A', 'a', 2, ?, ?, ?)`, id, now, now)
		refused := f.admin.Delete(partner).Want(409)
		if refused.String("uses.0.kind") != "libraries" || refused.String("uses.0.path") != "/libraries?partner_id="+id ||
			refused.String("uses.1.kind") != "content" || refused.Int("uses.1.count") != 1 {
			f.Errorf("got %s", refused.Text)
		}
		f.s.Exec("DELETE FROM libraries WHERE id = 40")
		f.s.Exec("DELETE FROM content WHERE id = 30")
		f.s.Exec("UPDATE users SET partner_id = ? WHERE id = ?", id, f.editor.UserID)
		f.admin.Delete(partner).Want(409)
		f.s.Exec("UPDATE users SET partner_id = 1 WHERE id = ?", f.editor.UserID)
		f.admin.Delete(partner).Want(204)
	})
}
