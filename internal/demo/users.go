package demo

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"time"

	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/media"
	"waymark/internal/kit/secret"
	"waymark/internal/kit/write"
)

// Of the people, by their numbers: every twelfth has given no name, some have very long ones, and some were deactivated.
const (
	perNameless    = 12
	perLong        = 37
	perDeactivated = 29
)

// portrayed is how many of the newest people may have pictures, and portraits how many faces they share.
const (
	portrayed = 200
	portraits = 8
)

// The days somebody was active on are kept for so long, and the demo makes at most so many.
const (
	keptDays = 90
	mostDays = 8
)

// user is somebody before they are written.
type user struct {
	first, last, email, phone, company                    string
	created, updated                                      time.Time
	verified, active, deactivated                         *time.Time
	partner, accountType, template                        *int64
	country, subdivision, agency, consortium              *int64
	otherAgency, contact, editor, source                  string
	bookingEmail, bookingPhone, iata, clia                string
	suggestedLanguages, suggestedCountry, suggestedRegion bool
	leads, advisor                                        bool
	signupPartner                                         *int64
	logo, lightLogo, header, photo                        *int64
	days                                                  []int64
}

const userColumns = `first_name, first_name_key, last_name, last_name_key, email, alt_id, phone, company_name, email_verified_at, active_at, deactivated_at,
	partner_id, account_type_id, user_template_id, country_id, country_region_id, host_agency_id, host_agency_other, consortium_id,
	using_suggested_languages, using_suggested_country, using_suggested_country_region, display_contact_info_on_links, live_editor_display,
	lead_generation_notifications, is_travel_advisor, booking_email, booking_phone_number, booking_iata, booking_clia, signup_source, signup_partner_id,
	logo_id, logo_light_id, header_background_image_id, personal_photo_id, search_text, created_at, updated_at`

func (u *user) row() []any {
	return []any{
		u.first, fold.Key(u.first), u.last, fold.Key(u.last), u.email, secret.AltID(), u.phone, u.company, u.verified,
		u.active, u.deactivated,
		u.partner, u.accountType, u.template, u.country, u.subdivision, u.agency, u.otherAgency, u.consortium,
		u.suggestedLanguages, u.suggestedCountry, u.suggestedRegion, u.contact, u.editor,
		u.leads, u.advisor, u.bookingEmail, u.bookingPhone, u.iata, u.clia, u.source, u.signupPartner,
		u.logo, u.lightLogo, u.header, u.photo, fold.SearchText(u.first, u.last, u.email, u.company), u.created, u.updated,
	}
}

func (f *filler) users(ctx context.Context, n int) error {
	if err := f.houseFirst(ctx); err != nil {
		return err
	}
	from, err := f.next(ctx, "users")
	if err != nil {
		return err
	}
	line, err := f.after(ctx, "users", n)
	if err != nil {
		return err
	}
	c, err := f.circle(ctx)
	if err != nil {
		return err
	}
	batch := []user{}
	err = f.into(ctx, []string{"users", "user_languages", "user_active_days"}, n, func(l *load) error {
		return f.insert(ctx, l, "users", userColumns, n, func(i int) []any {
			u := f.user(c, from+i, line.at(i, f.dice.Float64()))
			if i >= n-portrayed {
				portray(&u, c, i)
			}
			batch = append(batch, u)
			return u.row()
		}, func(to target, ids []int64) error {
			speak, days := [][]any{}, [][]any{}
			for i, id := range ids {
				for _, language := range append(f.some(c.languages, f.dice.IntN(3)), 1) {
					speak = append(speak, []any{id, language})
				}
				for _, day := range batch[i].days {
					days = append(days, []any{id, day})
				}
			}
			batch = batch[:0]
			if err := to.link(ctx, "user_languages", "user_id, language_id", speak); err != nil {
				return err
			}
			return to.link(ctx, "user_active_days", "user_id, day", days)
		})
	})
	if err != nil {
		return err
	}
	// A partner was last here when the last of its people was.
	_, err = f.store.DB.Writer().
		Exec(ctx, "UPDATE partners SET last_login_at = (SELECT max(u.active_at) FROM users AS u WHERE u.partner_id = partners.id AND u.deleted_at IS NULL)")
	return err
}

// houseFirst makes the people of the house older than the first users, whose ids come after theirs: the list is in the order of ids.
func (f *filler) houseFirst(ctx context.Context) error {
	there, err := db.Exists(ctx, f.store.DB.Read(), "SELECT 1 FROM users WHERE NOT internal")
	if err != nil || there {
		return err
	}
	return f.store.Do(ctx, func(tx *write.Tx) error {
		begin := f.now.Add(-years)
		_, err := tx.Exec(ctx, "UPDATE users SET created_at = ? WHERE internal AND created_at > ?", begin, begin)
		return err
	})
}

func (f *filler) user(c *circle, number int, created time.Time) user {
	u := user{
		first: pick(f, data().FirstNames), last: pick(f, data().LastNames), created: created, updated: created,
		contact: "none", editor: "landing-page", source: "admin",
	}
	u.email = fmt.Sprintf("%s.%s.%d@example.com", strings.Map(plainRune, fold.Key(u.first)),
		strings.Map(plainRune, fold.Key(u.last)), number)
	if len(c.partners) > 0 && f.dice.IntN(10) < 3 {
		f.employ(&u, c)
	} else {
		f.advise(&u, c)
	}
	f.settle(&u, c)
	f.act(&u, number)
	switch {
	case number%perNameless == 0:
		u.first, u.last = "", ""
	case number%perLong == 5:
		name := pick(f, data().LongNames)
		u.first, u.last = name[0], name[1]
	}
	if f.dice.IntN(3) == 0 {
		u.updated = latest(created, f.within(created, f.now))
	}
	if f.dice.IntN(5) < 2 {
		u.contact = pick(f, []string{"personal", "personal", "company"})
	}
	if f.dice.IntN(4) == 0 {
		u.editor = "embed"
	}
	u.leads = f.dice.IntN(2) == 0
	return u
}

// employ makes somebody one of the people of a partner.
func (f *filler) employ(u *user, c *circle) {
	p := &c.partners[f.dice.IntN(len(c.partners))]
	u.partner, u.accountType, u.template, u.company = &p.ID, &p.AccountTypeID, f.maybe(c.templates[p.AccountTypeID], 1),
		p.Name
	u.advisor = f.dice.IntN(4) == 0
	if f.dice.IntN(4) == 0 {
		u.source = "import"
	}
}

// advise makes somebody an advisor on their own, with an agency and a consortium behind some.
func (f *filler) advise(u *user, c *circle) {
	u.agency, u.consortium, u.advisor = f.maybe(c.hostAgencies, 0.6), f.maybe(c.consortia, 0.4), f.dice.IntN(10) > 0
	if u.agency == nil && f.dice.IntN(3) == 0 {
		u.otherAgency = pick(f, data().OtherAgencies)
	}
	if f.dice.IntN(5) < 3 {
		u.company = strings.NewReplacer("{first}", u.first, "{last}", u.last, "{other}", pick(f, data().LastNames), "{place}",
			strings.TrimPrefix(pick(f, data().Places), "the ")).Replace(pick(f, data().Companies))
	}
	u.source = pick(f, data().SignupSources)
	if u.source == "invite" || u.source == "partner" {
		if len(c.partners) == 0 {
			u.source = "direct"
			return
		}
		from := pick(f, c.partners).ID
		u.signupPartner = &from
	}
}

// settle gives somebody a country, a telephone there, and a desk that takes bookings.
func (f *filler) settle(u *user, c *circle) {
	number := data().PhoneNumbers[data().HomeCountries[0]]
	if u.country = f.maybe(c.countries, 0.9); u.country != nil {
		u.subdivision = f.maybe(c.subdivisions[*u.country], 0.7)
		number = c.dials[*u.country]
	}
	if f.dice.IntN(4) > 0 {
		u.phone = f.digits(number)
	}
	if u.advisor && f.dice.IntN(5) < 3 {
		u.bookingEmail = "bookings+" + u.email
		if f.dice.IntN(4) > 0 {
			u.bookingPhone = f.digits(number)
		}
		if f.dice.IntN(3) > 0 {
			u.iata = f.digits("########")
		}
		if f.dice.IntN(2) == 0 {
			u.clia = f.digits("00######")
		}
	}
	if u.partner == nil {
		u.suggestedLanguages = f.dice.IntN(5) == 0
		u.suggestedCountry = u.country != nil && f.dice.IntN(5) == 0
		u.suggestedRegion = u.subdivision != nil && u.suggestedCountry && f.dice.IntN(2) == 0
	}
}

// digits replaces each # by a digit.
func (f *filler) digits(pattern string) string {
	return strings.Map(func(r rune) rune {
		if r == '#' {
			return rune('0' + f.dice.IntN(10))
		}
		return r
	}, pattern)
}

// act is what somebody has done since they signed up: three of four have been active, most of them lately.
func (f *filler) act(u *user, number int) {
	last := u.created
	if f.dice.IntN(4) > 0 {
		seen := f.seen(u, number)
		u.active, last = &seen, seen
	}
	if confirmed := f.dice.IntN(20); confirmed > 0 && (u.active != nil || confirmed > 10) {
		verified := f.within(u.created, earliest(u.created.Add(day), last))
		u.verified = &verified
	}
	if number%perDeactivated == 0 {
		gone := f.within(last, f.now)
		u.deactivated = &gone
	}
}

// seen is when somebody was last active, and keeps the days before on which they were. With these chances some percent more people
// are active in thirty days than in the thirty before.
func (f *filler) seen(u *user, number int) time.Time {
	_, x := math.Modf(float64(number)*math.Phi + 0.15) // spread evenly, so that few people are active like many
	at := latest(u.created, f.now.Add(-time.Duration(x*x*float64(f.now.Sub(u.created)))).Truncate(time.Microsecond))
	dice := rand.New(rand.NewPCG(uint64(number), keptDays)) // their own: how often they are rolled depends on the hour
	first, habit := max(daysOf(u.created), daysOf(f.now)-keptDays+1), 8+dice.IntN(32)
	for day := daysOf(at); day >= first && len(u.days) < mostDays; day -= int64(1 + dice.IntN(habit)) {
		u.days = append(u.days, day)
		if dice.IntN(8) == 0 {
			break
		}
	}
	return at
}

// daysOf is the day of a moment, counted since 1970.
func daysOf(at time.Time) int64 { return at.Unix() / int64(day/time.Second) }

// portray gives some people pictures: two of five a photo, a third a logo and half of those one for dark grounds, a fifth a header.
func portray(u *user, c *circle, i int) {
	show := func(pictures []int64, n int) *int64 {
		if len(pictures) == 0 {
			return nil
		}
		return &pictures[n%len(pictures)]
	}
	switch i % 5 {
	case 1, 3:
		u.photo = show(c.photos, 2*i/5)
	case 4:
		u.header = show(c.scenes, i)
	}
	if i%3 == 0 {
		u.logo = show(c.logos, i/3)
	}
	if i%6 == 0 {
		u.lightLogo = show(c.logos, i/3)
	}
}

// photos are the faces people show. They are drawn once.
func (f *filler) photos(ctx context.Context) ([]int64, error) {
	there, err := f.ids(ctx, "SELECT DISTINCT personal_photo_id FROM users WHERE personal_photo_id IS NOT NULL ORDER BY 1 LIMIT 8")
	if err != nil || len(there) > 0 {
		return there, err
	}
	ids := []int64{}
	for n := range portraits {
		id, err := f.upload(ctx, portrait, n)
		if err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, f.store.Do(ctx, func(tx *write.Tx) error {
		for _, id := range ids {
			if _, err := media.Claim(ctx, tx, id); err != nil {
				return err
			}
		}
		return nil
	})
}

// invited ties those who came by an invitation to the newest collection its partner had by then.
func (f *filler) invited(ctx context.Context) error {
	return f.store.Do(ctx, func(tx *write.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE users SET signup_collection_id = (SELECT max(c.id) FROM collections AS c
			WHERE c.partner_id = users.signup_partner_id AND c.created_at <= users.created_at AND c.deleted_at IS NULL) WHERE signup_source = 'invite' AND signup_collection_id IS NULL`)
		return err
	})
}
