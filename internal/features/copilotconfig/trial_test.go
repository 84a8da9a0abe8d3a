package copilotconfig_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
)

const trialPath = "partners/7/sites/3/copilot-trial"

func trial(page, uid string) string {
	return trialPath + "?" + url.Values{"url": {page}, "uid": {uid}}.Encode()
}

func TestTrial(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		editor := f.Editor()
		for i, r := range [][2]string{{"/a", "/b"}, {"/b", "/c/d#x"}, {"/loop", "/pool"}, {"/pool", "/loop"}} {
			f.add("site_redirects", object{
				"site_id": 3, "path_pattern": r[0], "redirect_url": r[1], "ignore_previous_page": i == 1,
			})
		}
		f.add("site_redirects", object{"site_id": 3, "path_pattern": "/x?y=1", "redirect_url": "/q", "use_exact_match": true})
		for i, r := range []object{
			{"href": "https://a.example"}, {"text": "A"}, {"href": "https://a.example", "text": "A"}, {"advisor_cta": true}, {},
		} {
			r["id"], r["site_id"], r["name"], r["name_key"], r["selector"] = 60+i, 3, fmt.Sprint("T", i), "t", `["a"]`
			f.add("site_transformations", r)
		}
		f.Exec("UPDATE sites SET copilot_css = 'a{}', copilot_disclaimer_enabled = TRUE WHERE id = 3")
		got := editor.Get(trial("https://www.trips.example/a?insider=x#y", anaUID) + "&lang=en").Want(200)
		if got.Value("applies") != true || got.Value("reason") != nil || got.Value("css") != true ||
			got.String("advisor.name") != "Ana Reis" || got.String("language") != "en" ||
			got.String("disclaimer.text") == "" || fmt.Sprint(got.Value("redirect.chain")) != "[/a /b /c/d#x]" ||
			got.String("redirect.target") != "/c/d#x" || got.Value("redirect.ignore_previous_page") != true {
			t.Errorf("got %s", got.Text)
		}
		list, _ := got.Value("transformations").([]any)
		actions := []string{}
		for _, entry := range list {
			actions = append(actions, fmt.Sprint(entry.(object)["action"], ":", entry.(object)["text"]))
		}
		if want := "link: text:A link_and_text:A call_to_action:Ask your advisor none:"; strings.Join(actions, " ") != want {
			t.Errorf("got the actions %v, want %s", actions, want)
		}
		for page, target := range map[string]any{
			"https://trips.example/x?y=1&insider=z": "/q", "https://trips.example/x?y=2": nil, "https://trips.example": nil,
		} {
			got := editor.Get(trial(page, anaUID)).Want(200)
			redirect, _ := got.Value("redirect").(object)
			if redirect["target"] != target || got.Value("reason") != nil {
				t.Errorf("%s: got %s", page, got.Text)
			}
		}
		f.Exec("UPDATE users SET display_contact_info_on_links = 'none' WHERE id = 91")
		hidden := editor.Get(trial("https://trips.example/", anaUID)).Want(200)
		if got := hidden.String("transformations.3.action"); got != "none" {
			t.Errorf("the call to action of a hidden advisor: got %s, want none", got)
		}
		f.Exec("UPDATE users SET display_contact_info_on_links = 'personal' WHERE id = 91")
		loop := editor.Get(trial("https://trips.example/loop", tomUID)).Want(200)
		if loop.Value("applies") != true || loop.Value("redirect") != nil ||
			!strings.Contains(loop.String("reason"), "loop") {
			t.Errorf("got %s", loop.Text)
		}
	})
}

func TestTrial_DoesNotApply(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		editor := f.Editor()
		f.add("sites", object{"id": 9, "partner_id": 7, "domain": "second.example", "copilot_domains": `["second.example"]`})
		f.User(194, "UDee000000", 7)
		f.Exec("UPDATE users SET deactivated_at = ? WHERE id = 194", clock.Now())
		for _, test := range [][3]string{
			{"https://evil.example/", anaUID, "none of the site's"},
			{"https://harbour.example/", anaUID, "whitelist"},
			{"https://meridian-trips.example/", anaUID, "none of the site's"},
			{"http://127.0.0.1/", anaUID, "none of the site's"},
			{"https://second.example/", anaUID, "second.example"},
			{"https://trips.example/", miaUID, "another partner"},
			{"https://trips.example/", "UDee000000", "deactivated"},
		} {
			got := editor.Get(trial(test[0], test[1])).Want(200)
			if got.Value("applies") != false || !strings.Contains(got.String("reason"), test[2]) ||
				got.Value("advisor") != nil || got.Value("redirect") != nil {
				t.Errorf("%v: got %s", test, got.Text)
			}
		}
		for _, wrong := range []string{
			"", "/a", "trips.example/a", "javascript:alert(1)", "https://", "https://trips.example/" + strings.Repeat("a", 2000),
			"https://trips.example/%", "https://trips.example:x/",
		} {
			editor.Get(trial(wrong, anaUID)).Refused("url")
		}
		editor.Get(trial("https://trips.example/", "")).Refused("uid")
		editor.Get(trial("https://trips.example/", "nobody")).Refused("uid")
		editor.Get(trialPath).Refused("uid", "url")
		for _, path := range []string{
			"partners/8/sites/3", "partners/7/sites/4", "partners/7/sites/999", "partners/x/sites/3", "partners/7/sites/x",
		} {
			editor.Get(path + "/copilot-trial?url=https://trips.example/&uid=" + anaUID).Want(404)
		}
		f.Anyone().Get(trial("https://trips.example/", anaUID)).Want(401)
		f.Exec("UPDATE partners SET deleted_at = ? WHERE id = 7", clock.Now())
		editor.Get(trial("https://trips.example/", anaUID)).Want(404)
	})
}
