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

// The intervals, by number, of users without a name, with a very long name and deactivated.
const (
	namelessEvery    = 12
	longNameEvery    = 37
	deactivatedEvery = 29
)

// The number of the newest users who may have pictures, and of the portraits they share.
const (
	usersWithPictures = 200
	portraitCount     = 8
)

// The number of days for which active days are kept, and the maximum number of active days per user.
const (
	activeDaysKept = 90
	maxActiveDays  = 8
)

// user is a user before they are inserted.
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

const userColumns = `first_name, first_name_key, last_name, last_name_key, email, alt_id, phone, company_name,
	email_verified_at, active_at, deactivated_at,
	partner_id, account_type_id, user_template_id, country_id, country_region_id, host_agency_id, host_agency_other,
	consortium_id, using_suggested_languages, using_suggested_country, using_suggested_country_region,
	display_contact_info_on_links, live_editor_display, lead_generation_notifications, is_travel_advisor,
	booking_email, booking_phone_number, booking_iata, booking_clia, signup_source, signup_partner_id,
	logo_id, logo_light_id, header_background_image_id, personal_photo_id, search_text, created_at, updated_at`

func (u *user) row() []any {
	return []any{
		u.first, fold.Key(u.first), u.last, fold.Key(u.last), u.email, secret.AltID(), u.phone, u.company,
		u.verified, u.active, u.deactivated,
		u.partner, u.accountType, u.template, u.country, u.subdivision, u.agency, u.otherAgency,
		u.consortium, u.suggestedLanguages, u.suggestedCountry, u.suggestedRegion,
		u.contact, u.editor, u.leads, u.advisor,
		u.bookingEmail, u.bookingPhone, u.iata, u.clia, u.source, u.signupPartner,
		u.logo, u.lightLogo, u.header, u.photo, fold.SearchText(u.first, u.last, u.email, u.company), u.created, u.updated,
	}
}

func (f *filler) insertUsers(ctx context.Context, n int) error {
	if err := f.backdateStaff(ctx); err != nil {
		return err
	}
	from, err := f.nextID(ctx, "users")
	if err != nil {
		return err
	}
	line, err := f.timelineAfter(ctx, "users", n)
	if err != nil {
		return err
	}
	c, err := f.loadAffiliations(ctx)
	if err != nil {
		return err
	}
	batch := []user{}
	err = f.fillTables(ctx, []string{"users", "user_languages", "user_active_days"}, n, func(l *load) error {
		return f.insert(ctx, l, "users", userColumns, n, func(i int) []any {
			u := f.newUser(c, from+i, line.time(i, f.random.Float64()))
			if i >= n-usersWithPictures {
				assignPictures(&u, c, i)
			}
			batch = append(batch, u)
			return u.row()
		}, func(to target, ids []int64) error {
			languages, days := [][]any{}, [][]any{}
			for i, id := range ids {
				for _, language := range append(f.sample(c.languages, f.random.IntN(3)), 1) {
					languages = append(languages, []any{id, language})
				}
				for _, day := range batch[i].days {
					days = append(days, []any{id, day})
				}
			}
			batch = batch[:0]
			if err := to.link(ctx, "user_languages", "user_id, language_id", languages); err != nil {
				return err
			}
			return to.link(ctx, "user_active_days", "user_id, day", days)
		})
	})
	if err != nil {
		return err
	}
	// The last login of a partner is that of its users.
	_, err = f.store.DB.Writer().Exec(ctx, `UPDATE partners
		SET last_login_at = (
			SELECT max(u.active_at) FROM users AS u WHERE u.partner_id = partners.id AND u.deleted_at IS NULL)`)
	return err
}

// backdateStaff makes staff older than the first users, whose ids are higher: lists are ordered by id.
func (f *filler) backdateStaff(ctx context.Context) error {
	exists, err := db.Exists(ctx, f.store.DB.Read(), "SELECT 1 FROM users WHERE NOT internal")
	if err != nil || exists {
		return err
	}
	return f.store.Do(ctx, func(tx *write.Tx) error {
		begin := f.now.Add(-years)
		_, err := tx.Exec(ctx, "UPDATE users SET created_at = ? WHERE internal AND created_at > ?", begin, begin)
		return err
	})
}

func (f *filler) newUser(c *affiliations, number int, created time.Time) user {
	u := user{
		first: pick(f, data().FirstNames), last: pick(f, data().LastNames), created: created, updated: created,
		contact: "none", editor: "landing-page", source: "admin",
	}
	u.email = fmt.Sprintf("%s.%s.%d@example.com",
		strings.Map(asciiLetter, fold.Key(u.first)), strings.Map(asciiLetter, fold.Key(u.last)), number)
	if len(c.partners) > 0 && f.random.IntN(10) < 3 {
		f.fillPartnerUser(&u, c)
	} else {
		f.fillAdvisor(&u, c)
	}
	f.fillContact(&u, c)
	f.fillActivity(&u, number)
	switch {
	case number%namelessEvery == 0:
		u.first, u.last = "", ""
	case number%longNameEvery == 5:
		name := pick(f, data().LongNames)
		u.first, u.last = name[0], name[1]
	}
	if f.random.IntN(3) == 0 {
		u.updated = latest(created, f.timeBetween(created, f.now))
	}
	if f.random.IntN(5) < 2 {
		u.contact = pick(f, []string{"personal", "personal", "company"})
	}
	if f.random.IntN(4) == 0 {
		u.editor = "embed"
	}
	u.leads = f.random.IntN(2) == 0
	return u
}

// fillPartnerUser makes u a user of a partner.
func (f *filler) fillPartnerUser(u *user, c *affiliations) {
	p := &c.partners[f.random.IntN(len(c.partners))]
	u.partner, u.accountType, u.company = &p.ID, &p.AccountTypeID, p.Name
	u.template = f.sampleOne(c.templates[p.AccountTypeID], 1)
	u.advisor = f.random.IntN(4) == 0
	if f.random.IntN(4) == 0 {
		u.source = "import"
	}
}

// fillAdvisor makes u an independent advisor. Some have a host agency or a consortium.
func (f *filler) fillAdvisor(u *user, c *affiliations) {
	u.agency, u.consortium = f.sampleOne(c.hostAgencies, 0.6), f.sampleOne(c.consortia, 0.4)
	u.advisor = f.random.IntN(10) > 0
	if u.agency == nil && f.random.IntN(3) == 0 {
		u.otherAgency = pick(f, data().OtherAgencies)
	}
	if f.random.IntN(5) < 3 {
		words := strings.NewReplacer(
			"{first}", u.first, "{last}", u.last, "{other}", pick(f, data().LastNames),
			"{place}", withoutArticle(pick(f, data().Places)),
		)
		u.company = words.Replace(pick(f, data().Companies))
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

// fillContact sets the country, a phone number there and the booking details of u.
func (f *filler) fillContact(u *user, c *affiliations) {
	number := data().PhoneNumbers[data().HomeCountries[0]]
	if u.country = f.sampleOne(c.countries, 0.9); u.country != nil {
		u.subdivision = f.sampleOne(c.subdivisions[*u.country], 0.7)
		number = c.phonePatterns[*u.country]
	}
	if f.random.IntN(4) > 0 {
		u.phone = f.fillDigits(number)
	}
	if u.advisor && f.random.IntN(5) < 3 {
		u.bookingEmail = "bookings+" + u.email
		if f.random.IntN(4) > 0 {
			u.bookingPhone = f.fillDigits(number)
		}
		if f.random.IntN(3) > 0 {
			u.iata = f.fillDigits("########")
		}
		if f.random.IntN(2) == 0 {
			u.clia = f.fillDigits("00######")
		}
	}
	if u.partner == nil {
		u.suggestedLanguages = f.random.IntN(5) == 0
		u.suggestedCountry = u.country != nil && f.random.IntN(5) == 0
		u.suggestedRegion = u.subdivision != nil && u.suggestedCountry && f.random.IntN(2) == 0
	}
}

// fillDigits replaces each # with a random digit.
func (f *filler) fillDigits(pattern string) string {
	return strings.Map(func(r rune) rune {
		if r == '#' {
			return rune('0' + f.random.IntN(10))
		}
		return r
	}, pattern)
}

// fillActivity sets what u has done since signing up. Three of four users have been active, most of them recently.
func (f *filler) fillActivity(u *user, number int) {
	last := u.created
	if f.random.IntN(4) > 0 {
		active := f.fillActiveDays(u, number)
		u.active, last = &active, active
	}
	if confirmed := f.random.IntN(20); confirmed > 0 && (u.active != nil || confirmed > 10) {
		verified := f.timeBetween(u.created, earliest(u.created.Add(day), last))
		u.verified = &verified
	}
	if number%deactivatedEvery == 0 {
		deactivated := f.timeBetween(last, f.now)
		u.deactivated = &deactivated
	}
}

// fillActiveDays sets the days on which u was active, and returns the last time. With these chances, a few percent more
// users are active in the last thirty days than in the thirty days before.
func (f *filler) fillActiveDays(u *user, number int) time.Time {
	_, x := math.Modf(float64(number)*math.Phi + 0.15) // Spread evenly, so that the figures hold for a few users too.
	at := latest(u.created, f.now.Add(-time.Duration(x*x*float64(f.now.Sub(u.created)))).Truncate(time.Microsecond))
	// A separate source, because the number of values drawn from it depends on the current time.
	random := rand.New(rand.NewPCG(uint64(number), activeDaysKept))
	first, habit := max(dayNumber(u.created), dayNumber(f.now)-activeDaysKept+1), 8+random.IntN(32)
	for day := dayNumber(at); day >= first && len(u.days) < maxActiveDays; day -= int64(1 + random.IntN(habit)) {
		u.days = append(u.days, day)
		if random.IntN(8) == 0 {
			break
		}
	}
	return at
}

// dayNumber returns the number of days since 1970.
func dayNumber(at time.Time) int64 { return at.Unix() / int64(day/time.Second) }

// assignPictures gives two of five users a photo, a fifth a header, a third a logo, and half of those a
// logo for dark backgrounds.
func assignPictures(u *user, c *affiliations, i int) {
	choose := func(pictures []int64, n int) *int64 {
		if len(pictures) == 0 {
			return nil
		}
		return &pictures[n%len(pictures)]
	}
	switch i % 5 {
	case 1, 3:
		u.photo = choose(c.photos, 2*i/5)
	case 4:
		u.header = choose(c.scenes, i)
	}
	if i%3 == 0 {
		u.logo = choose(c.logos, i/3)
	}
	if i%6 == 0 {
		u.lightLogo = choose(c.logos, i/3)
	}
}

// loadPhotos returns the portraits that users share. They are drawn once.
func (f *filler) loadPhotos(ctx context.Context) ([]int64, error) {
	existing, err := f.listIDs(ctx, `SELECT DISTINCT personal_photo_id
		FROM users
		WHERE personal_photo_id IS NOT NULL
		ORDER BY 1
		LIMIT 8`)
	if err != nil || len(existing) > 0 {
		return existing, err
	}
	ids := []int64{}
	for n := range portraitCount {
		id, err := f.uploadPicture(ctx, portrait, n)
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

// linkInvitations links users who signed up by invitation to the newest collection that the partner had at that time.
func (f *filler) linkInvitations(ctx context.Context) error {
	return f.store.Do(ctx, func(tx *write.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE users
			SET signup_collection_id = (
				SELECT max(c.id) FROM collections AS c
				WHERE c.partner_id = users.signup_partner_id AND c.created_at <= users.created_at AND c.deleted_at IS NULL)
			WHERE signup_source = 'invite' AND signup_collection_id IS NULL`)
		return err
	})
}
