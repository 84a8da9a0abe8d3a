package demo

import (
	"context"
	"fmt"
	"maps"

	"waymark/internal/features/partners"
	"waymark/internal/features/partnersites"
	"waymark/internal/kit/db"
	"waymark/internal/kit/media"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/write"
	"waymark/internal/platform/sites"
)

// furnish gives the partners of the demo data what staff set up for them: domains, languages, branding, sites.
func (f *filler) furnish(ctx context.Context) error {
	there, err := db.Exists(ctx, f.store.DB.Read(), "SELECT 1 FROM sites")
	if err != nil || there {
		return err
	}
	pictures, err := f.brandPictures(ctx)
	if err != nil {
		return err
	}
	ids, err := known(ctx, f.store.DB.Read(), "SELECT id, name AS word FROM partners WHERE deleted_at IS NULL")
	if err != nil {
		return err
	}
	speaks, err := known(ctx, f.store.DB.Read(), "SELECT id, name AS word FROM languages")
	if err != nil {
		return err
	}
	ctx = write.WithActor(ctx, write.Actor{RequestID: fillRequest})
	return f.store.Do(ctx, func(tx *write.Tx) error {
		for i, company := range clients {
			partner := company.name
			id := ids[partner]
			if err := f.introduce(ctx, tx, id, partner, i); err != nil {
				return err
			}
			for _, language := range phrases[:i%4] {
				sent := values{"language_id": speaks[language.name], "advisor_email_subject": language.subject, "advisor_email_body": language.body, "cta_label": language.label}
				if _, err := add(ctx, f, tx, partners.Languages, sent, id); err != nil {
					return err
				}
			}
			if err := f.dress(ctx, tx, id, i, pictures); err != nil {
				return err
			}
			if err := f.sites(ctx, tx, id, partner, i, pictures, speaks); err != nil {
				return err
			}
		}
		_, err := tx.Exec(ctx, "DELETE FROM audit_log WHERE request_id = ?", fillRequest)
		return err
	})
}

type brandPictures struct{ logos, lights, scenes []int64 }

func (f *filler) brandPictures(ctx context.Context) (*brandPictures, error) {
	all := &brandPictures{}
	for n := range 5 {
		for _, picture := range []struct {
			into *[]int64
			draw func(int) ([]byte, error)
			n    int
		}{{&all.logos, logo, 60}, {&all.lights, logo, 61}, {&all.scenes, scene, 40}} {
			id, err := f.upload(ctx, picture.draw, picture.n+n)
			if err != nil {
				return nil, err
			}
			*picture.into = append(*picture.into, id)
		}
	}
	return all, nil
}

// introduce fills the cards about a partner. Every fourth has left most of them empty.
func (f *filler) introduce(ctx context.Context, tx *write.Tx, id int64, name string, i int) error {
	domain := slugOf(name) + ".example"
	sent := values{
		"whitelist_domains": []string{domain, "blog." + domain}, "same_tab_domains": []string{domain},
		"inspires_partner_details": fmt.Sprintf("**%s** plans journeys for people who would rather stay a week than tick off a list.\n\n- Advisors in three time zones\n- Small groups, or none\n- [How we work](https://%s/about)", name, domain),
		"inspires_allow_ctas":      i%2 == 0, "inspires_display_copilot": i%3 != 1, "inspires_customisations_enabled": i%2 == 1,
		"copilot_advisor_branding": []string{"", "advisor", "agency", "co-branded"}[i%4], "copilot_cache_duration": []int{0, 5, 15, 1440, 43200}[i%5],
		"ai_brand_voice":  "Warm and exact. We write to one traveller at a time, name places by their own names, and never promise the weather.",
		"has_premium_seo": i%2 == 0, "has_premium_itineraries": i%3 == 0, "has_premium_forms": i%4 == 1, "has_premium_themes": i%2 == 1, "has_premium_share": i%5 < 2,
	}
	if i%4 == 3 {
		sent = values{"same_tab_domains": []string{domain}}
	}
	if err := change(ctx, f, tx, partners.Definition(f.kit.Key, sites.Sites{}), id, sent); err != nil {
		return err
	}
	if i%4 == 3 {
		return nil
	}
	_, err := tx.Exec(ctx, "UPDATE partners SET has_premium_collaborators = ?, last_api_activity_at = ? WHERE id = ?", i%3 == 1, f.ago(30*day), id)
	return err
}

// change changes a record as the console would.
func change[T resource.Identified](ctx context.Context, f *filler, tx *write.Tx, definition resource.Definition[T], id int64, sent values) error {
	object, err := encoded(sent)
	if err != nil {
		return err
	}
	r := resource.New(f.kit, definition)
	in, err := r.Parse(ctx, object, false)
	if err != nil {
		return fmt.Errorf("%s %d %v: %w", definition.Label, id, sent, err)
	}
	_, err = r.Update(ctx, tx, id, in, nil)
	return err
}

// dress gives a partner's pages a look of their own. The last ones keep the default.
func (f *filler) dress(ctx context.Context, tx *write.Tx, id int64, i int, pictures *brandPictures) error {
	if i >= len(looks) {
		return nil
	}
	var logo, light, header *int64
	if i < len(pictures.logos) {
		logo, light, header = &pictures.logos[i], &pictures.lights[i], &pictures.scenes[i]
	}
	for _, image := range []*int64{logo, light, header} {
		if image != nil {
			if _, err := media.Claim(ctx, tx, *image); err != nil {
				return err
			}
		}
	}
	_, err := tx.Exec(ctx, `INSERT INTO partner_customisations (partner_id, settings, logo_id, logo_light_id, header_background_image_id, updated_at) VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (partner_id) DO UPDATE SET settings = excluded.settings, logo_id = excluded.logo_id, logo_light_id = excluded.logo_light_id, header_background_image_id = excluded.header_background_image_id`,
		id, db.JSON(looks[i]), logo, light, header, f.now)
	return err
}

// sites makes the sites of a partner, the first of them with much to show.
func (f *filler) sites(ctx context.Context, tx *write.Tx, partner int64, name string, i int, pictures *brandPictures, speaks words) error {
	for n := range []int{3, 1, 2, 0}[i%4] {
		domain := []string{"", "blog.", "offers."}[n] + slugOf(name) + ".example"
		sent := values{"domain": domain, "copilot_domains": []string{domain, "staging." + domain}}
		if n == 0 {
			sent["featured_image"] = values{"id": pictures.scenes[i%len(pictures.scenes)]}
			sent["copilot_css"] = ".copilot-card {\n  border-radius: 12px;\n  box-shadow: 0 2px 12px rgb(0 0 0 / 12%);\n}\n.copilot-card a:hover {\n  text-decoration: underline;\n}"
			sent["copilot_disclaimer_enabled"] = true
			sent["copilot_disclaimer_text"] = "Suggestions on this page are made with the help of " + name + "’s advisors."
		}
		site, err := add(ctx, f, tx, partnersites.Definition, sent, partner)
		if err != nil {
			return err
		}
		if n > 0 {
			continue
		}
		for _, t := range transformations {
			sent := maps.Clone(t.sent)
			if t.language != "" {
				sent["language_id"] = speaks[t.language]
			}
			if _, err := add(ctx, f, tx, partnersites.Transformations, sent, partner, site); err != nil {
				return err
			}
		}
		for _, sent := range redirects {
			if _, err := add(ctx, f, tx, partnersites.Redirects, sent, partner, site); err != nil {
				return err
			}
		}
	}
	return nil
}

// phrases are what partners say to visitors, by language.
var phrases = []struct{ name, subject, body, label string }{
	{"English", "A question about %pageTitle%", "Hello %advisorName%,\n\nI was reading %pageTitle% (%pageUrl%) at %partnerName% and would like to know more.\n\nCould we talk?", "Ask an advisor"},
	{"French", "Une question à propos de %pageTitle%", "Bonjour %advisorName%,\n\nJe viens de lire %pageTitle% (%pageUrl%) chez %partnerName%.\n\nPourrions-nous en parler ?", "Demander conseil"},
	{"German", "Eine Frage zu %pageTitle%", "Guten Tag %advisorName%,\n\nich habe %pageTitle% (%pageUrl%) bei %partnerName% gelesen und hätte gern mehr gewusst.", "Beratung anfragen"},
}

// looks are branding that differs from the default, one for each of the first partners.
var looks = []values{
	{"theme": "classic-grid", "content_layout": "three-columns", "header_style": "dark", "header_overlay": "full", "header_overlay_background_style": "linear-gradient", "header_overlay_opacity": 70, "heading_color": "#1c3d2e"},
	{"theme": "modernello", "content_layout": "two-columns", "collection_title_font_type": "google-font", "collection_title_google_font_id": "playfair-display", "collection_title_google_font_weight": "700", "collection_title_font_size": "6xl"},
	{"header_style": "dark", "header_overlay": "none", "logo_location": "contact-bar", "link_color": "#0b4f8a", "link_hover_color": "#0b1b2b", "content_layout": "one-column"},
	{"body_text_websafe_font_family": "Verdana", "body_text_font_size": "sm", "header_message_font_size": 22, "content_author_enabled": false, "content_runtime_enabled": false},
	{"theme": "classic-grid", "content_title_websafe_font_family": "Palatino", "content_lead_in_enabled": false},
}

// transformations are what Copilot changes on a site.
var transformations = []struct {
	language string
	sent     values
}{
	{"", values{"name": "Book button", "selector": []string{".hero a.button", "#book-now"}, "advisor_cta": true, "notes": "Agreed with their web team in spring."}},
	{"", values{"name": "Newsletter", "selector": []string{"footer form.newsletter"}, "text": "Letters from the road, once a month", "replace_element": true}},
	{"French", values{"name": "Contact in French", "selector": []string{"a[href^='/contact']"}, "href": "mailto:bonjour@example.com", "text": "Écrivez-nous"}},
	{"", values{"name": "Old phone number", "selector": []string{".phone"}, "href": "tel:+442079460958", "text": "+44 20 7946 0958", "enabled": false}},
}

// redirects are where visitors of a site are led.
var redirects = []values{
	{"path_pattern": "/specials/**", "redirect_url": "/offers"},
	{"path_pattern": "/guides/*/map", "redirect_url": "/maps"},
	{"path_pattern": "/search?type=cruise", "redirect_url": "/cruises", "use_exact_match": true, "ignore_previous_page": true},
	{"path_pattern": "/about-us", "redirect_url": "/about#team", "enabled": false},
}
