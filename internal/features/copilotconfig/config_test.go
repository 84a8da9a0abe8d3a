package copilotconfig_test

import (
	"encoding/json"
	"maps"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
)

func TestConfig_Fields(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		photo := f.Picture()
		f.Exec("UPDATE users SET personal_photo_id = ?, booking_email = 'book@harbour.example' WHERE id = 91", photo)
		f.Exec(`UPDATE sites SET copilot_css = '.price{}', copilot_disclaimer_enabled = TRUE,
			copilot_disclaimer_text = 'Ask us.', copilot_disclaimer_selector = 'main' WHERE id = 3`)
		for i, r := range []object{
			{"path_pattern": "/**", "redirect_url": "/all"},
			{"path_pattern": "/deals/*", "redirect_url": "/deal", "ignore_previous_page": true},
			{"path_pattern": "/b/*", "redirect_url": "/b"},
			{"path_pattern": "/off", "redirect_url": "/never", "enabled": false},
			{"path_pattern": "/a?b=c", "redirect_url": "/exact", "use_exact_match": true},
		} {
			maps.Copy(r, object{"id": 50 + i, "site_id": 3})
			f.add("site_redirects", r)
		}
		for _, r := range []object{
			{"id": 72, "name": "Call", "selector": `[".cta"]`, "advisor_cta": true, "replace_element": true},
			{"id": 71, "name": "Book", "selector": `["a.book", "#b"]`, "href": "https://x.example", "text": "Ask"},
			{"id": 73, "name": "German", "selector": `["p"]`, "text": "Hallo", "language_id": f.language("de")},
			{"id": 74, "name": "Off", "selector": `["p"]`, "text": "x", "enabled": false},
		} {
			maps.Copy(r, object{"site_id": 3, "name_key": "x"})
			f.add("site_transformations", r)
		}
		f.poll()
		redirect := func(pattern, target string, exact, ignore bool) object {
			return object{"pattern": pattern, "target": target, "exact": exact, "ignore_previous_page": ignore}
		}
		book := object{
			"id": 71, "selectors": []string{"a.book", "#b"}, "href": "https://x.example", "text": "Ask",
			"advisor_cta": false, "replace": false,
		}
		call := object{
			"id": 72, "selectors": []string{".cta"}, "href": "", "text": "", "advisor_cta": true, "replace": true,
		}
		german := object{
			"id": 73, "selectors": []string{"p"}, "href": "", "text": "Hallo", "advisor_cta": false, "replace": false,
		}
		got := f.config().want(200).is("site", object{"id": 3, "domain": "trips.example"}).is("language", "en").
			is("partner", object{"name": "Harbour"}).is("css", ".price{}").
			is("disclaimer", object{"text": "Ask us.", "selector": "main"}).
			is("redirects", []object{
				redirect("/a?b=c", "/exact", true, false), redirect("/deals/*", "/deal", false, true),
				redirect("/b/*", "/b", false, false), redirect("/**", "/all", false, false),
			}).
			is("transformations", []object{book, call}).
			is("advisor.uid", anaUID).is("advisor.name", "Ana Reis").is("advisor.company", "Harbour").
			is("advisor.email", "book@harbour.example").is("advisor.phone", "+351 1").is("advisor.logo_url", "").
			is("email.to", "book@harbour.example").is("email.subject", "%pageTitle%").is("email.label", "Ask your advisor")
		if photo, _ := got.value("advisor.photo_url").(string); !strings.HasPrefix(photo, "https://go.test.example/files/") {
			t.Errorf("got the photo %q", photo)
		}
		f.config("lang", "de-AT").want(200).is("language", "de").is("transformations", []object{book, call, german}).
			is("email.label", "Reiseberatung fragen")
		// The public API returns the same.
		public := f.harbour.Get(configPath + "?origin=" + url.QueryEscape(siteOrigin) + "&insider=" + anaUID).Want(200)
		if strings.TrimSpace(public.Text) != got.text {
			t.Errorf("got %s, want %s", public.Text, got.text)
		}
		f.checkUID(got.text)
	})
}

// checkUID asks for a configuration by uid instead of insider, and by both.
func (f *fixture) checkUID(want string) {
	f.t.Helper()
	path := configPath + "?origin=" + url.QueryEscape(siteOrigin)
	for _, query := range []string{
		"&uid=" + anaUID, "&uid=" + anaUID + "&insider=" + anaUID, "&uid=&insider=" + anaUID,
	} {
		if got := f.harbour.Get(path + query).Want(200); strings.TrimSpace(got.Text) != want {
			f.t.Errorf("%s: got %s, want %s", query, got.Text, want)
		}
		page := f.visit("GET", path+query+"&lang=en&key="+url.QueryEscape(harbourKey), "", "Origin", siteOrigin).want(200)
		if page.text != want {
			f.t.Errorf("%s from a page: got %s, want %s", query, page.text, want)
		}
	}
	f.harbour.Get(path + "&uid=" + anaUID + "&insider=" + tomUID).Refused("insider")
	f.config("uid", tomUID).want(422)
}

// language returns the id of a language, which is created if there is none.
func (f *fixture) language(code string) int64 {
	f.t.Helper()
	if n := f.Count("SELECT count(*) FROM languages WHERE alpha2 = ?", code); n == 0 {
		f.add("languages", object{"name": code, "name_key": code, "alpha2": code})
	}
	return f.Count("SELECT id FROM languages WHERE alpha2 = ?", code)
}

func TestConfig_Branding(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		for _, test := range []struct{ chosen, shown, want string }{
			{"", "personal", "advisor"},
			{"", "company", "agency"},
			{"", "none", "none"},
			{"advisor", "none", "advisor"},
			{"agency", "personal", "agency"},
			{"co-branded", "none", "co-branded"},
			{"none", "personal", "none"},
		} {
			f.Exec("UPDATE partners SET copilot_advisor_branding = ? WHERE id = 7", test.chosen)
			f.Exec("UPDATE users SET display_contact_info_on_links = ? WHERE id = 91", test.shown)
			f.poll()
			f.config().want(200).is("advisor.branding", test.want)
		}
	})
}

func TestConfig_HiddenAdvisor(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		const name, email, phone = "Ana Reis", "ana@harbour.example", "+351 1"
		for _, test := range []struct{ chosen, shown, name, email, phone string }{
			{"", "none", "", "", ""},
			{"none", "none", "", "", ""},
			{"none", "personal", name, email, ""},
			{"none", "company", name, email, ""},
			{"advisor", "none", name, email, phone},
			{"", "personal", name, email, phone},
		} {
			f.Exec("UPDATE partners SET copilot_advisor_branding = ? WHERE id = 7", test.chosen)
			f.Exec("UPDATE users SET display_contact_info_on_links = ? WHERE id = 91", test.shown)
			f.poll()
			config := f.config().want(200).is("advisor.name", test.name).is("advisor.email", test.email).
				is("advisor.phone", test.phone)
			if test.email == "" {
				config.is("email", nil)
			} else {
				config.is("email.to", test.email)
			}
		}
	})
}

func TestConfig_Languages(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		f.Exec("UPDATE sites SET copilot_disclaimer_enabled = TRUE, copilot_disclaimer_text = ' ' WHERE id = 3")
		german, japanese := f.language("de"), f.language("ja")
		f.poll()
		for lang, want := range map[string]string{"de": "de", "DE-at": "de", "ja": "ja", "": "en", "xx": "en", "\x00": "en"} {
			f.config("lang", lang).want(200).is("language", want)
		}
		// A language without words of the platform has English ones.
		f.config("lang", "ja").is("email.label", "Ask your advisor")
		words := readWords(t, "words.json")
		f.config("lang", "de").is("disclaimer.text", words["de"]["disclaimer"]).is("email.body", words["de"]["email_body"])
		f.add("partner_languages", object{
			"partner_id": 7, "language_id": f.language("en"), "advisor_email_subject": "Hello", "advisor_email_body": "Body",
		})
		f.poll()
		f.config("lang", "de").is("email", object{
			"to": "ana@harbour.example", "subject": "Hello", "body": "Body", "label": words["en"]["label"],
		}).is("language", "de")
		f.add("partner_languages", object{"partner_id": 7, "language_id": german, "cta_label": "Fragen"})
		f.add("partner_languages", object{"partner_id": 8, "language_id": japanese, "cta_label": "Not ours"})
		f.poll()
		f.config("lang", "de").is("email", object{
			"to": "ana@harbour.example", "subject": "%pageTitle%", "body": words["de"]["email_body"], "label": "Fragen",
		})
		f.config("lang", "ja").is("email.subject", "Hello")
	})
}

func readWords(t *testing.T, path string) map[string]map[string]string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	words := map[string]map[string]string{}
	if err := json.Unmarshal(text, &words); err != nil {
		t.Fatal(err)
	}
	return words
}

func TestWords_Complete(t *testing.T) {
	t.Parallel()
	own, others := readWords(t, "words.json"), readWords(t, "../pages/words.json")
	if got, want := slices.Sorted(maps.Keys(own)), slices.Sorted(maps.Keys(others)); !slices.Equal(got, want) {
		t.Errorf("got the languages %v, want %v", got, want)
	}
	for language, words := range own {
		for name := range own["en"] {
			if words[name] == "" || len(words) != len(own["en"]) {
				t.Errorf("%s lacks %s, or has other words", language, name)
			}
		}
		for _, variable := range []string{"%advisorName%", "%pageTitle%", "%pageUrl%"} {
			if !strings.Contains(words["email_body"], variable) {
				t.Errorf("the e-mail in %s lacks %s", language, variable)
			}
		}
	}
}

// Texts are data: they arrive as they were entered, and the JSON can't end a script element.
func TestConfig_HostileValues(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		const hostile = "</script><img src=x onerror=alert(1)>\"'\\\u2028%advisorName%\n"
		f.Exec("UPDATE users SET first_name = ?, last_name = '' WHERE id = 91", hostile)
		f.Exec(`UPDATE sites SET copilot_css = ?, copilot_disclaimer_enabled = TRUE, copilot_disclaimer_text = ?
			WHERE id = 3`, hostile, hostile)
		f.add("site_transformations", object{
			"site_id": 3, "name": "x", "name_key": "x", "selector": db.JSON([]string{hostile}), "text": hostile,
			"href": "javascript:alert(1)",
		})
		f.poll()
		got := f.config().want(200).is("css", hostile).is("disclaimer.text", strings.TrimSpace(hostile))
		if strings.Contains(got.text, "<") || got.Header.Get("Content-Type") != "application/json" ||
			got.Header.Get("X-Content-Type-Options") != "" && got.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("got %s with %v", got.text, got.Header)
		}
	})
}

func TestConfig_NoAdvisor(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		f.Exec("UPDATE sites SET copilot_css = 'a{}', copilot_disclaimer_enabled = TRUE WHERE id = 3")
		f.Exec("UPDATE partners SET copilot_cache_duration = 60 WHERE id = 7")
		f.add("site_redirects", object{"site_id": 3, "path_pattern": "/a", "redirect_url": "/b"})
		f.poll()
		nothing := func(uid string) {
			t.Helper()
			got := f.config("insider", uid).want(200).is("advisor", nil).is("redirects", []any{}).
				is("transformations", []any{}).is("css", "").is("disclaimer", nil).is("email", nil).
				is("site", object{"id": 3, "domain": "trips.example"}).is("partner", object{"name": "Harbour"})
			if got.Header.Get("Cache-Control") != "no-cache" {
				t.Errorf("got %v", got.Header)
			}
		}
		for _, uid := range []string{"", "nobody", miaUID, strings.Repeat("x", 1000), "\x00", "\xff", "UANA000000"} {
			nothing(uid)
		}
		f.config("insider", tomUID).want(200).is("advisor.name", "Tom").is("advisor.company", "Okafor").
			is("redirects", []object{{"pattern": "/a", "target": "/b", "exact": false, "ignore_previous_page": false}})
		now := clock.Now()
		for column, value := range map[string]any{"deactivated_at": now, "deleted_at": now, "internal": true} {
			f.config().want(200).is("advisor.uid", anaUID)
			f.Exec("UPDATE users SET "+column+" = ? WHERE id = 91", value)
			f.poll()
			nothing(anaUID)
			if column == "internal" {
				value = false
			} else {
				value = nil
			}
			f.Exec("UPDATE users SET "+column+" = ? WHERE id = 91", value)
			f.poll()
		}
	})
}
