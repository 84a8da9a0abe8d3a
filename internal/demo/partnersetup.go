package demo

import (
	"context"
	"fmt"
	"maps"

	"waymark/internal/features/demosite"
	"waymark/internal/features/partners"
	"waymark/internal/features/partnersites"
	"waymark/internal/kit/db"
	"waymark/internal/kit/media"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/write"
	"waymark/internal/platform/sites"
)

// demoSitePartner is the partner whose website is part of the demonstration: it has texts in two languages, and
// browsers don't keep its configuration.
const demoSitePartner = 2

// setUpPartners gives the demo partners what staff would set up for them: domains, languages, branding and sites.
func (f *filler) setUpPartners(ctx context.Context) error {
	exists, err := db.Exists(ctx, f.store.DB.Read(), "SELECT 1 FROM sites")
	if err != nil || exists {
		return err
	}
	pictures, err := f.brandPictures(ctx)
	if err != nil {
		return err
	}
	ids, err := loadIndex(ctx, f.store.DB.Read(), "SELECT id, name AS word FROM partners WHERE deleted_at IS NULL")
	if err != nil {
		return err
	}
	languages, err := loadIndex(ctx, f.store.DB.Read(), "SELECT id, name AS word FROM languages")
	if err != nil {
		return err
	}
	ctx = write.WithActor(ctx, write.Actor{RequestID: fillRequest})
	return f.store.Do(ctx, func(tx *write.Tx) error {
		for i, company := range data().Partners {
			partner := company.Name
			id := ids[partner]
			if err := f.setPartnerDetails(ctx, tx, id, partner, i); err != nil {
				return err
			}
			for _, language := range data().AdvisorEmails[:i%4] {
				sent := values{
					"language_id": languages[language.Name], "advisor_email_subject": language.Subject,
					"advisor_email_body": language.Body, "cta_label": language.Label,
				}
				if _, err := create(ctx, f, tx, partners.Languages, sent, id); err != nil {
					return err
				}
			}
			if err := f.setCustomisations(ctx, tx, id, i, pictures); err != nil {
				return err
			}
			if err := f.insertSites(ctx, tx, id, partner, i, pictures, languages); err != nil {
				return err
			}
		}
		return forgetFilling(ctx, tx)
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
			id, err := f.uploadPicture(ctx, picture.draw, picture.n+n)
			if err != nil {
				return nil, err
			}
			*picture.into = append(*picture.into, id)
		}
	}
	return all, nil
}

// setPartnerDetails sets the fields of a partner. Every fourth partner has few of them.
func (f *filler) setPartnerDetails(ctx context.Context, tx *write.Tx, id int64, name string, i int) error {
	domain := makeSlug(name) + ".example"
	sent := values{
		"whitelist_domains": []string{domain, "blog." + domain}, "same_tab_domains": []string{domain},
		"inspires_partner_details": fmt.Sprintf("**%s** plans journeys for people who would rather stay a week than tick "+
			"off a list.\n\n- Advisors in three time zones\n- Small groups, or none\n- [How we work](https://%s/about)",
			name, domain),
		"inspires_allow_ctas":             i%2 == 0,
		"inspires_display_copilot":        i%3 != 1,
		"inspires_customisations_enabled": i%2 == 1,
		"copilot_advisor_branding":        []string{"", "advisor", "co-branded", "agency"}[i%4],
		"copilot_cache_duration":          []int{15, 5, 0, 1440, 43200}[i%5],
		"ai_brand_voice": "Warm and exact. We write to one traveller at a time, name places by their own names, " +
			"and never promise the weather.",
		"has_premium_seo": i%2 == 0, "has_premium_itineraries": i%3 == 0, "has_premium_forms": i%4 == 0,
		"has_premium_themes": i%2 == 1, "has_premium_share": i%5 < 2,
	}
	if i%4 == 3 {
		sent = values{"same_tab_domains": []string{domain}}
	}
	if err := update(ctx, f, tx, partners.Definition(f.kit.Key, sites.Sites{}), id, sent); err != nil {
		return err
	}
	if i%4 == 3 {
		return nil
	}
	_, err := tx.Exec(ctx, "UPDATE partners SET has_premium_collaborators = ?, last_api_activity_at = ? WHERE id = ?",
		i%3 == 1, f.timeAgo(30*day), id)
	return err
}

// update updates a record as the console would.
func update[T resource.Identified](
	ctx context.Context, f *filler, tx *write.Tx, definition resource.Definition[T], id int64, sent values,
) error {
	object, err := encode(sent)
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

// setCustomisations sets the customisations of a partner. The last partners keep the default.
func (f *filler) setCustomisations(ctx context.Context, tx *write.Tx, id int64, i int, pictures *brandPictures) error {
	if i >= len(data().Customisations) {
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
	_, err := tx.Exec(ctx, `INSERT INTO partner_customisations
			(partner_id, settings, logo_id, logo_light_id, header_background_image_id, updated_at)
		VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (partner_id) DO UPDATE SET
			settings = excluded.settings, logo_id = excluded.logo_id, logo_light_id = excluded.logo_light_id,
			header_background_image_id = excluded.header_background_image_id`,
		id, db.JSON(data().Customisations[i]), logo, light, header, f.now)
	return err
}

// insertSites inserts the sites of a partner, the first of them with transformations and redirects.
func (f *filler) insertSites(
	ctx context.Context, tx *write.Tx, partner int64, name string, i int, pictures *brandPictures, languages idIndex,
) error {
	for n := range []int{3, 1, 2, 0}[i%4] {
		domain := []string{"", "blog.", "offers."}[n] + makeSlug(name) + ".example"
		sent := values{"domain": domain, "copilot_domains": []string{domain, "staging." + domain}}
		if i == demoSitePartner && n == 0 {
			sent["copilot_domains"] = []string{domain, "staging." + domain, demosite.Host}
		}
		if n == 0 {
			sent["featured_image"] = values{"id": pictures.scenes[i%len(pictures.scenes)]}
			sent["copilot_css"] = ".copilot-card {\n  border-radius: 12px;\n  box-shadow: 0 2px 12px rgb(0 0 0 / 12%);\n}\n" +
				".copilot-card a:hover {\n  text-decoration: underline;\n}\n" +
				".price::after {\n  content: \", or less with your advisor\";\n}"
			sent["copilot_disclaimer_enabled"] = true
			sent["copilot_disclaimer_text"] = "Suggestions on this page are made with the help of " + name + "’s advisors."
		}
		site, err := create(ctx, f, tx, partnersites.Definition, sent, partner)
		if err != nil {
			return err
		}
		if n > 0 {
			continue
		}
		for _, t := range data().Transformations {
			sent := maps.Clone(t.Sent)
			if t.Language != "" {
				sent["language_id"] = languages[t.Language]
			}
			if _, err := create(ctx, f, tx, partnersites.Transformations, sent, partner, site); err != nil {
				return err
			}
		}
		for _, sent := range data().Redirects {
			if _, err := create(ctx, f, tx, partnersites.Redirects, sent, partner, site); err != nil {
				return err
			}
		}
	}
	return nil
}
