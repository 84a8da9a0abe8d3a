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
)

func mount(kit resource.Kit) { partners.Mount(kit, kittest.Sites) }

// world is a server with partners, and what can happen to them.
type world struct {
	*testing.T
	s             *kittest.Server
	admin, editor *kittest.Client
	bin           *trash.Bin
}

func each(t *testing.T, run func(w *world)) {
	t.Helper()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		w := &world{T: t}
		w.s = kittest.Serve(t, d, kittest.Resources(mount), func(s *kittest.Server, set *jobs.Set) {
			w.bin = &trash.Bin{Store: s.Kit.Store, Kinds: []trash.Kind{people.Trash, partners.Trash}}
			trashfeature.Mount(s.Kit.API, w.bin)
			trashfeature.Jobs(set, w.bin)
		})
		w.admin, w.editor = w.s.Admin(), w.s.Editor()
		run(w)
	})
}

func (w *world) make(name string) string {
	w.Helper()
	return "partners/" + strconv.FormatInt(w.admin.Post("partners", map[string]any{"name": name}).Want(201).Int("item.id"),
		10)
}

func idOf(one string) string { return one[strings.LastIndexByte(one, '/')+1:] }

func TestPartnersKeepWhatEveryRecordOwes(t *testing.T) {
	t.Parallel()
	resourcetest.Try(t, mount, resourcetest.Sample{
		Path: "partners", Kind: "partner", Name: "name", Trashed: true,
		Create:   map[string]any{"name": "Éclair Voyages", "slug": "eclair", "email": "bonjour@eclair.example"},
		Update:   map[string]any{"name": "Lightning Travel"},
		Required: []string{"name"}, Longest: map[string]int{"name": 120, "slug": 120},
	})
}

func TestANewPartnerHasWhatItNeeds(t *testing.T) {
	t.Parallel()
	each(t, func(w *world) {
		made := w.editor.Post("partners", map[string]any{
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
			if got := made.Value(path); got != want {
				w.Errorf("%s is %v, want %v", path, got, want)
			}
		}
		if got := made.Value("item.whitelist_domains"); fmt.Sprint(got) != "[two.example]" {
			w.Errorf("may embed: %v", got)
		}
		if len(made.String("item.alt_id")) != 10 || len(made.String("item.hash_id")) < 8 ||
			len(made.String("item.api_key")) != 24 {
			w.Errorf("made: %s", made.Text)
		}
		if snippet := made.String("item.embed_snippet"); !strings.Contains(snippet,
			`src="https://www.trips.example/embed.js"`) || !strings.Contains(snippet, `data-pid="`+made.String("item.alt_id")+
			`"`) {
			w.Errorf("the snippet is %s", snippet)
		}
		w.editor.Post("partners", map[string]any{"name": "Other", "slug": "two-words-here"}).Refused("slug")
		for key := range made.Value("item").(map[string]any) {
			if strings.Contains(key, "status") {
				w.Errorf("partners have no status, but there is %s", key)
			}
		}
	})
}

func TestWhatIsWrongInAPartnerStandsUnderItsField(t *testing.T) {
	t.Parallel()
	each(t, func(w *world) {
		one := w.make("Harbour")
		before := w.admin.Get(one).Want(200).Text
		notSites := []string{
			"", "not a domain", "localhost", "-a.example", "a_b", "exa mple.com", "http://", "*.example.com",
			"1.2.3.4", "[::1]", "a..b", strings.Repeat("a", 64) + ".example", strings.Repeat("a.", 130) + "example",
			"javascript:alert(1)", "<b>.example", "a.example,b.example",
		}
		for _, field := range []string{"whitelist_domains", "same_tab_domains"} {
			for _, wrong := range notSites {
				w.admin.Put(one, map[string]any{field: []string{"fine.example", wrong}}).Refused(field + ".1")
			}
			w.admin.Put(one, map[string]any{field: "fine.example"}).Refused(field)
			w.admin.Put(one, map[string]any{field: []int{1}}).Refused(field)
			w.admin.Put(one, map[string]any{field: slices.Repeat([]string{"a.example"}, 201)}).Refused(field)
		}
		for _, wrong := range notSites {
			if wrong == "" || wrong == "http://" { // leave nothing: the platform's own domain
				continue
			}
			w.admin.Put(one, map[string]any{"landing_page_domain": wrong}).Refused("landing_page_domain")
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
				w.admin.Put(one, map[string]any{field: value}).Refused(field)
			}
		}
		if after := w.admin.Get(one).Want(200).Text; after != before {
			w.Errorf("refused changes changed it:\n%s\n%s", before, after)
		}
		w.admin.Put(one, map[string]any{
			"copilot_domains": []string{"a.example"}, "api_key": "mine", "api_secret": "mine",
			"users_count": 9, "hash_id": "x", "alt_id": "x", "inspires_logo_url": "https://x.example",
			"has_premium_collaborators": true, "last_login_at": "2020-01-01",
		}).Want(200)
		if after := w.admin.Get(one).Want(200).Text; after != before {
			w.Errorf("what is read-only was changed:\n%s\n%s", before, after)
		}
	})
}

func TestTheListHasATabForEachAccountType(t *testing.T) {
	t.Parallel()
	each(t, func(w *world) {
		now := clock.Now()
		w.s.Exec(`
			INSERT INTO account_types (id, name, name_key, created_at, updated_at)
			VALUES (20, 'Airline', 'airline', ?, ?), (21, 'Cruise line', 'cruise line', ?, ?)`, now, now, now, now)
		for name, kind := range map[string]int{"Alder": 20, "Birch": 20, "Cedar": 11} {
			w.admin.Post("partners", map[string]any{"name": name, "account_type_id": kind, "email": strings.ToLower(name) +
				"@wood.example"}).Want(201)
		}
		counts := func() string {
			all := w.editor.Get("partners?counts=1").Want(200)
			return fmt.Sprint(all.Int("meta.counts.all.total"), all.Int("meta.counts.11.total"), all.Int("meta.counts.20.total"),
				all.Int("meta.counts.21.total"))
		}
		if got := counts(); got != "4 2 2 0" {
			w.Errorf("counted %s", got)
		}
		for query, want := range map[string]string{
			"account_type_id=20": "[Alder Birch]", "accountType=20": "[Alder Birch]",
			"account_type_id=all": "[Alder Birch Cedar House]", "account_type_id=21": "[]",
			"account_type_id=20&sort=-name": "[Birch Alder]", "query=wood": "[Alder Birch Cedar]",
			"query=BIRCH&account_type_id=20": "[Birch]", "query=birch&account_type_id=11": "[]",
			"sort=-created_at": "", "sort=last_login_at": "", "sort=-users_count&account_type_id=20": "",
			"sort=collections_count": "", "sort=shared_collections_count": "",
		} {
			got := w.editor.Get("partners?" + query).Want(200)
			if want != "" && fmt.Sprint(got.Column("name")) != want {
				w.Errorf("%s: %v, want %s", query, got.Column("name"), want)
			}
		}
		for _, wrong := range []string{"0", "-1", "x", "1.5"} {
			w.editor.Get("partners?account_type_id=" + wrong).Refused("account_type_id")
		}
		for _, sort := range []string{"api_key", "api_secret", "email", "alt_id", "phone"} {
			w.editor.Get("partners?sort=" + sort).Refused("sort")
		}
		birch := w.editor.Get("partners?query=birch").Want(200)
		if got := w.editor.Get("partners?query=" + birch.String("items.0.alt_id")).Want(200).
			Column("name"); fmt.Sprint(got) != "[Birch]" {
			w.Errorf("by its PID: %v", got)
		}
		one := "partners/" + strconv.FormatInt(birch.Int("items.0.id"), 10)
		w.admin.Put(one, map[string]any{"account_type_id": 21}).Want(200)
		if got := counts(); got != "4 2 1 1" {
			w.Errorf("counted %s after a change", got)
		}
		w.admin.Delete(one).Want(204)
		if got := counts(); got != "3 2 1 0" {
			w.Errorf("counted %s after a delete", got)
		}
		w.s.Exec("DELETE FROM partners WHERE id = ?", idOf(one))
		if got := counts(); got != "3 2 1 0" {
			w.Errorf("counted %s when what was in the trash is gone", got)
		}
	})
}

func TestAnotherAccountTypeTakesTheTemplatesOfTheOldOne(t *testing.T) {
	t.Parallel()
	each(t, func(w *world) {
		one, two := w.make("Alder"), w.make("Birch")
		now := clock.Now()
		w.s.Exec(`
			INSERT INTO account_types (id, name, name_key, created_at, updated_at)
			VALUES (20, 'Tour operator', 'tour operator', ?, ?)`, now, now)
		w.s.Exec(`
			INSERT INTO user_templates (id, account_type_id, name, name_key, created_at, updated_at)
			VALUES (50, 11, 'Sales', 'sales', ?, ?), (51, 20, 'Guide', 'guide', ?, ?)`, now, now, now, now)
		for i, at := range []string{one, one, two} {
			w.s.Exec(`
				INSERT INTO users (email, alt_id, partner_id, user_template_id, created_at, updated_at)
				VALUES (?, ?, ?, 50, ?, ?)`,
				fmt.Sprint("u", i, "@x.example"), fmt.Sprint("U00000000", i), idOf(at), now, now)
		}
		w.admin.Put(one, map[string]any{"phone": "+351 21 000 00 00"}).Want(200)
		if n := w.s.Count("SELECT count(*) FROM users WHERE user_template_id = 50"); n != 3 {
			w.Fatalf("%d users have their template", n)
		}
		w.admin.Put(one, map[string]any{"account_type_id": 20}).Want(200)
		if n := w.s.Count("SELECT count(*) FROM users WHERE user_template_id = 50"); n != 1 {
			w.Errorf("%d users have a template of the old type", n)
		}
		if n := w.s.Count("SELECT users_count FROM user_templates WHERE id = 50"); n != 1 {
			w.Errorf("the template counts %d", n)
		}
	})
}

func TestEachCardHasItsOwnCall(t *testing.T) {
	t.Parallel()
	each(t, func(w *world) {
		one := w.make("Harbour")
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
			card := one + "/" + path
			w.s.Anyone().Get(card).Want(401)
			w.s.Anyone().Put(card, sent).Want(401)
			changed, read, whole := w.editor.Put(card, sent).Want(200), w.editor.Get(card).Want(200), w.editor.Get(one).Want(200)
			for name, value := range sent {
				for _, answer := range []*kittest.Answer{changed, read, whole} {
					if got := answer.Value("item." + name); got != value {
						w.Errorf("%s: %s reads %v, want %v", path, name, got, value)
					}
				}
			}
			if extra := len(read.Value("item").(map[string]any)) - len(sent); extra < 0 || extra > 1 {
				w.Errorf("%s has %s", path, read.Text)
			}
			w.editor.Put(card, map[string]any{"name": "Other"}).Refused("name")
			w.editor.Put(card, map[string]any{"no_such": 1}).Refused("no_such")
			w.editor.Put(card, map[string]any{}).Want(200)
			w.editor.Put(card, "[").Want(400)
			w.editor.Put("partners/999/"+path, sent).Want(404)
			w.editor.Get("partners/x/" + path).Want(404)
		}
		w.editor.Put(one+"/permissions", map[string]any{"has_premium_collaborators": true, "has_premium_seo": false}).
			Want(200)
		w.editor.Put(one+"/inspires", map[string]any{"inspires_logo_url": "https://elsewhere.example/x.png"}).Want(200)
		w.editor.Put(one+"/copilot", map[string]any{"copilot_advisor_branding": nil}).Want(200)
		after := w.editor.Get(one).Want(200)
		if after.Value("item.has_premium_collaborators") != false || after.Value("item.has_premium_seo") != false ||
			after.String("item.inspires_logo_url") != "" || after.String("item.copilot_advisor_branding") != "" {
			w.Errorf("reads %s", after.Text)
		}
		w.editor.Put(one+"/copilot", map[string]any{"copilot_cache_duration": 60, "name": "x"}).
			Refused("copilot_cache_duration", "name")
	})
}

func TestKeysAreForAdmins(t *testing.T) {
	t.Parallel()
	each(t, func(w *world) {
		one := w.make("Harbour")
		key := w.admin.Get(one).Want(200).String("item.api_key")
		pair := w.admin.Post(one+"/api-secret", nil).Want(200)
		hidden := pair.String("api_secret")
		if len(hidden) != 40 || pair.String("api_key") != key {
			w.Fatalf("told %s", pair.Text)
		}
		for _, body := range []any{
			map[string]any{},
			map[string]any{"confirm": false},
			map[string]any{"confirm": "true"},
			map[string]any{"confirm": nil},
		} {
			w.admin.Put(one+"/refresh-api-keys", body).Refused("confirm")
		}
		w.admin.Put(one+"/refresh-api-keys", map[string]any{"confirm": true, "api_key": "mine"}).Refused("api_key")
		confirmed := map[string]any{"confirm": true}
		for path, call := range map[string]func(*kittest.Client, string) *kittest.Answer{
			"/api-secret":       func(c *kittest.Client, at string) *kittest.Answer { return c.Post(at, nil) },
			"/refresh-api-keys": func(c *kittest.Client, at string) *kittest.Answer { return c.Put(at, confirmed) },
		} {
			call(w.editor, one+path).Want(403)
			call(w.s.Anyone(), one+path).Want(401)
			call(w.admin, "partners/999"+path).Want(404)
		}
		if got := w.admin.Post(one+"/api-secret", nil).Want(200).String("api_secret"); got != hidden {
			w.Error("a refused refresh changed the secret")
		}
		fresh := w.admin.Put(one+"/refresh-api-keys", confirmed).Want(200)
		if fresh.String("api_key") == key || fresh.String("api_secret") == hidden || len(fresh.String("api_secret")) != 40 {
			w.Errorf("refreshed: %s", fresh.Text)
		}
		if again := w.admin.Post(one+"/api-secret", nil).Want(200); again.Text != fresh.Text {
			w.Errorf("told %s after %s", again.Text, fresh.Text)
		}
		stored, err := db.Value[string](w.Context(), w.s.DB.Read(), "SELECT api_secret FROM partners WHERE id = ?", idOf(one))
		if err != nil || strings.Contains(stored, fresh.String("api_secret")) {
			w.Errorf("it is stored as it is (%v)", err)
		}
		w.hides(one, hidden, fresh.String("api_secret"), stored)
		w.s.Exec("UPDATE partners SET api_key = NULL, api_secret = NULL WHERE id = ?", idOf(one))
		if got := w.admin.Get(one).Want(200); got.Value("item.api_key") != nil || got.String("item.api_secret") != "" {
			w.Errorf("without keys: %s", got.Text)
		}
		w.admin.Post(one+"/api-secret", nil).Want(409)
	})
}

// hides sees that no secret is in an answer, found by a search or in the log, and that lists have no keys at all.
func (w *world) hides(one string, secrets ...string) {
	w.Helper()
	list := w.admin.Get("partners").Want(200).Text
	for _, word := range []string{"api_key", "api_secret"} {
		if strings.Contains(list, word) {
			w.Errorf("the list has %s", word)
		}
	}
	log, err := db.All[string](w.Context(), w.s.DB.Read(),
		"SELECT action || ' ' || record_name || ' ' || coalesce(CAST(changes AS TEXT), '') FROM audit_log")
	if err != nil {
		w.Fatal(err)
	}
	for _, secret := range secrets {
		for _, path := range []string{one, "partners", "options/partners", one + "/permissions"} {
			if strings.Contains(w.admin.Get(path).Want(200).Text, secret) {
				w.Errorf("%s tells a secret", path)
			}
		}
		if strings.Contains(strings.Join(log, "\n"), secret) {
			w.Error("the audit log has a secret")
		}
		for _, path := range []string{"partners?query=", "options/partners?query="} {
			if got := w.admin.Get(path + secret[:12]).Want(200).Int("meta.total"); got != 0 {
				w.Error("a search for the secret finds it")
			}
		}
	}
	for action, want := range map[string]int{"revealed the secret of": 3, "refreshed the keys of": 1} {
		if got := len(slices.DeleteFunc(slices.Clone(log), func(row string) bool {
			return !strings.HasPrefix(row,
				action+" Harbour")
		})); got != want {
			w.Errorf("the log tells %d times that somebody %s it, want %d", got, action, want)
		}
	}
}

func TestPartnerLanguagesKeepWhatEveryRecordOwes(t *testing.T) {
	t.Parallel()
	resourcetest.Try(t, mount, resourcetest.Sample{
		Path: "partners/1/languages", Kind: "partner language",
		Create:   map[string]any{"language_id": 1, "advisor_email_subject": "About %pageTitle%", "cta_label": "Ask"},
		Update:   map[string]any{"cta_label": "Ask us"},
		Required: []string{"language_id"}, Longest: map[string]int{"advisor_email_subject": 200, "cta_label": 80},
	})
}

func TestALanguageIsThereOnceAndItsVariablesAreKnown(t *testing.T) {
	t.Parallel()
	each(t, func(w *world) {
		one, other := w.make("Harbour"), w.make("Quay")
		body := "Dear %advisorName%,\nI read %pageTitle% (%pageUrl%) at %partnerName%. 100% sure, 50%off."
		made := w.editor.Post(one+"/languages", map[string]any{
			"language_id": 1, "advisor_email_subject": "About %pageTitle%",
			"advisor_email_body": body,
		}).Want(201)
		if made.String("item.name") != "English" || made.String("item.language.name") != "English" ||
			made.String("item.advisor_email_body") != body {
			w.Errorf("made %s", made.Text)
		}
		at := one + "/languages/" + strconv.FormatInt(made.Int("item.id"), 10)
		w.editor.Post(one+"/languages", map[string]any{"language_id": 1}).Refused("language_id")
		second := w.editor.Post(one+"/languages", map[string]any{"language_id": 2}).Want(201)
		w.editor.Put(fmt.Sprintf("%s/languages/%d", one, second.Int("item.id")), map[string]any{"language_id": 1}).
			Refused("language_id")
		w.editor.Post(one+"/languages", map[string]any{"language_id": 99999}).Refused("language_id")
		w.editor.Post(other+"/languages", map[string]any{"language_id": 1}).Want(201)
		for _, wrong := range []string{
			"%advisor%", "%AdvisorName%", "%pageurl%", "Hello %name%, %pageTitle%",
			"%page_title%",
		} {
			w.editor.Put(at, map[string]any{"advisor_email_subject": wrong}).Refused("advisor_email_subject")
			w.editor.Put(at, map[string]any{"advisor_email_body": wrong}).Refused("advisor_email_body")
		}
		elsewhere := other + "/languages/" + strconv.FormatInt(made.Int("item.id"), 10)
		w.editor.Get(elsewhere).Want(404)
		w.editor.Put(elsewhere, map[string]any{"cta_label": "x"}).Want(404)
		w.editor.Delete(elsewhere).Want(404)
		w.editor.Get("partners/999/languages").Want(404)
		w.editor.Post("partners/999/languages", map[string]any{"language_id": 1}).Want(404)
		if got := w.editor.Get(at).Want(200).String("item.cta_label"); got != "" {
			w.Errorf("it was changed from elsewhere: %q", got)
		}
	})
}

func TestAPartnerGoesToTheTrashWithAllThatIsIts(t *testing.T) {
	t.Parallel()
	each(t, func(w *world) {
		one, other := w.make("Harbour"), w.make("Quay")
		id, now := idOf(one), clock.Now()
		picture, portrait := w.s.Picture(), w.s.Picture()
		w.s.Exec(`
			INSERT INTO users (id, first_name, first_name_key, last_name, last_name_key, email, alt_id, partner_id,
				personal_photo_id, created_at, updated_at)
			VALUES (70, 'Ada', 'ada', 'A', 'a', 'ada@h.example', 'ada', ?, ?, ?, ?),
				(71, 'Bo', 'bo', 'B', 'b', 'bo@h.example', 'bo', ?, ?, ?, ?)`,
			id, picture, now, now, id, portrait, now, now)
		w.s.Exec("UPDATE uploads SET claimed_at = ?", now)
		w.s.Exec(`
			INSERT INTO collections (id, name, name_key, alt_id, type, partner_id, user_id, language_id, created_at,
				updated_at)
			VALUES (80, 'C', 'c', 'c80', 'partner', ?, NULL, 1, ?, ?),
				(81, 'P', 'p', 'c81', 'personal', NULL, 70, 1, ?, ?)`, id, now, now, now, now)
		w.s.Exec(`
			INSERT INTO shared_collections (id, user_id, collection_id, partner_id, created_at, updated_at)
			VALUES (90, 71, 80, ?, ?, ?)`, id, now, now)
		w.s.Exec(`
			INSERT INTO sites (id, partner_id, domain, created_at, updated_at)
			VALUES (60, ?, 'harbour.example', ?, ?)`,
			id, now, now)
		w.s.Exec(`
			INSERT INTO partner_markets (id, partner_id, name, name_key, created_at, updated_at)
			VALUES (50, ?, 'M', 'm', ?, ?)`, id, now, now)
		live := func() string {
			counts := []any{}
			for _, table := range []string{
				"partners WHERE id = " + id + " AND", "users WHERE partner_id = " + id + " AND",
				"collections WHERE id IN (80, 81) AND", "shared_collections WHERE", "sites WHERE", "partner_markets WHERE",
			} {
				counts = append(counts, w.s.Count("SELECT count(*) FROM "+table+" deleted_at IS NULL"))
			}
			return fmt.Sprint(counts...)
		}
		if got := live(); got != "1 2 2 1 1 1" {
			w.Fatalf("at first: %s", got)
		}
		w.editor.Delete(one).Want(403)
		w.s.Anyone().Delete(one).Want(401)
		w.admin.Delete(one).Want(204)
		if got := live(); got != "0 0 0 0 0 0" {
			w.Errorf("in the trash: %s", got)
		}
		w.admin.Get(one).Want(404)
		w.admin.Get(one + "/customisations").Want(404)
		w.admin.Get(one + "/languages").Want(404)
		w.admin.Post(one+"/api-secret", nil).Want(404)
		entry := w.admin.Get("trash?kind=partner").Want(200)
		restore := "trash/" + strconv.FormatInt(entry.Int("items.0.id"), 10) + "/restore"
		if entry.String("items.0.name") != "Harbour" {
			w.Errorf("the trash has %s", entry.Text)
		}
		w.s.Exec("UPDATE partners SET slug = 'harbour' WHERE id = ?", idOf(other))
		w.admin.Post(restore, nil).Refused("slug")
		w.s.Exec("UPDATE partners SET slug = 'quay' WHERE id = ?", idOf(other))
		w.s.Exec(`
			INSERT INTO sites (id, partner_id, domain, created_at, updated_at)
			VALUES (61, ?, 'harbour.example', ?, ?)`,
			idOf(other), now, now)
		w.admin.Post(restore, nil).Refused("domain")
		w.s.Exec("DELETE FROM sites WHERE id = 61")
		epoch := w.s.Count("SELECT session_epoch FROM users WHERE id = 70")
		w.admin.Post(restore, nil).Want(204)
		if got := live(); got != "1 2 2 1 1 1" {
			w.Errorf("restored: %s", got)
		}
		if now := w.s.Count("SELECT session_epoch FROM users WHERE id = 70"); now <= epoch {
			w.Error("sessions from before the deletion are alive again")
		}
		back := w.admin.Get(one).Want(200)
		if back.Int("item.users_count") != 2 || back.Int("item.collections_count") != 1 || back.Int("item.sites_count") != 1 {
			w.Errorf("counts %s", back.Text)
		}

		w.Run("what was deleted before stays so, and goes for good with its owner", func(t *testing.T) {
			w.s.Exec(`
				INSERT INTO trash (id, kind, record_id, name, deleted_at, deleted_by_name)
				VALUES (900, 'user', 70, 'Ada', ?, 'x')`, now)
			w.s.Exec("UPDATE users SET deleted_at = ?, trash_id = 900 WHERE id = 70", now)
			w.admin.Delete(one).Want(204)
			w.admin.Post("trash/900/restore", nil).Want(409)
			entry := w.admin.Get("trash?kind=partner").Want(200).Int("items.0.id")
			w.editor.Delete(fmt.Sprintf("trash/%d", entry)).Want(403)
			w.admin.Delete(fmt.Sprintf("trash/%d", entry)).Want(204)
			for _, table := range []string{
				"trash", "users WHERE id IN (70, 71)", "collections", "shared_collections", "sites",
				"partner_markets", "partners WHERE name = 'Harbour'",
			} {
				if n := w.s.Count("SELECT count(*) FROM " + table); n != 0 {
					t.Errorf("%d are left in %s", n, table)
				}
			}
			if n := w.s.Count("SELECT count(*) FROM uploads WHERE claimed_at IS NULL"); n != 2 {
				t.Error("photos of people who are gone are still kept")
			}
		})
	})
}

func TestAPartnerThatIsNeededStays(t *testing.T) {
	t.Parallel()
	each(t, func(w *world) {
		one, now := w.make("Harbour"), clock.Now()
		id := idOf(one)
		if refused := w.admin.Delete("partners/1").Want(409); !strings.Contains(refused.String("message"),
			"belongs to the product") {
			w.Errorf("refused: %s", refused.Text)
		}
		w.s.Exec(`
			INSERT INTO libraries (id, name, name_key, partner_id, created_at, updated_at)
			VALUES (40, 'L', 'l', ?, ?, ?)`, id, now, now)
		w.s.Exec(`
			INSERT INTO content (id, title, title_key, type_id, partner_id, created_at, updated_at)
			VALUES (30, 'A', 'a', 2, ?, ?, ?)`, id, now, now)
		refused := w.admin.Delete(one).Want(409)
		if refused.String("uses.0.kind") != "libraries" || refused.String("uses.0.path") != "/libraries?partner_id="+id ||
			refused.String("uses.1.kind") != "content" || refused.Int("uses.1.count") != 1 {
			w.Errorf("refused: %s", refused.Text)
		}
		w.s.Exec("DELETE FROM libraries WHERE id = 40")
		w.s.Exec("DELETE FROM content WHERE id = 30")
		w.s.Exec("UPDATE users SET partner_id = ? WHERE id = ?", id, w.editor.UserID)
		w.admin.Delete(one).Want(409)
		w.s.Exec("UPDATE users SET partner_id = 1 WHERE id = ?", w.editor.UserID)
		w.admin.Delete(one).Want(204)
	})
}
