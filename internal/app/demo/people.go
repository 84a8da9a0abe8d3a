package demo

import (
	"context"
	"fmt"
	"strings"
	"time"

	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/secret"
)

// circle is what people belong to.
type circle struct {
	partners                           []partner
	countries                          []int64           // the more people the earlier
	subdivisions, templates            map[int64][]int64 // of a country, of an account type
	languages, hostAgencies, consortia []int64
}

type partner struct {
	ID            int64  `db:"id"`
	Name          string `db:"name"`
	AccountTypeID int64  `db:"account_type_id"`
}

func (f *filler) circle(ctx context.Context) (*circle, error) {
	read := f.store.DB.Read()
	c := &circle{}
	var err error
	if c.partners, err = db.All[partner](ctx, read, "SELECT id, name, account_type_id FROM partners WHERE id > 1 AND deleted_at IS NULL ORDER BY id"); err != nil {
		return nil, err
	}
	codes, err := known(ctx, read, "SELECT id, alpha2 AS word FROM countries")
	if err != nil {
		return nil, err
	}
	c.countries = codes.of(homes)
	if c.subdivisions, err = below(ctx, read, "SELECT id, country_id AS above FROM country_regions WHERE country_id IN (?) ORDER BY id", c.countries); err != nil {
		return nil, err
	}
	if c.templates, err = below(ctx, read, "SELECT id, account_type_id AS above FROM user_templates ORDER BY id"); err != nil {
		return nil, err
	}
	languages, err := known(ctx, read, "SELECT id, alpha2 AS word FROM languages")
	if err != nil {
		return nil, err
	}
	c.languages = languages.of(spoken)
	if c.hostAgencies, err = f.ids(ctx, "SELECT id FROM host_agencies ORDER BY id"); err != nil {
		return nil, err
	}
	c.consortia, err = f.ids(ctx, "SELECT id FROM consortia ORDER BY id")
	return c, err
}

// below groups the ids of rows by the record they stand below.
func below(ctx context.Context, c db.Conn, query string, args ...any) (map[int64][]int64, error) {
	rows, err := db.All[struct {
		ID    int64 `db:"id"`
		Above int64 `db:"above"`
	}](ctx, c, query, args...)
	found := map[int64][]int64{}
	for _, row := range rows {
		found[row.Above] = append(found[row.Above], row.ID)
	}
	return found, err
}

func (f *filler) users(ctx context.Context, n int) error {
	from, err := f.next(ctx, "users")
	if err != nil {
		return err
	}
	c, err := f.circle(ctx)
	if err != nil {
		return err
	}
	columns := `first_name, first_name_key, last_name, last_name_key, email, alt_id, partner_id, user_template_id, company_name, is_travel_advisor, country_id, country_region_id,
		host_agency_id, consortium_id, email_verified_at, active_at, search_text, created_at, updated_at`
	return f.into(ctx, []string{"users", "user_languages"}, n, func(l *load) error {
		return f.insert(ctx, l, "users", columns, n, func(i int) []any {
			first, last := pick(f, firstNames), pick(f, lastNames)
			email := fmt.Sprintf("%s.%s.%d@example.com", strings.Map(plainRune, fold.Key(first)), strings.Map(plainRune, fold.Key(last)), from+i)
			at := f.ago(years)
			var active, verified *time.Time
			if f.dice.IntN(4) > 0 {
				seen := f.ago(f.now.Sub(at))
				active, verified = &seen, &at
			}
			row := []any{first, fold.Key(first), last, fold.Key(last), email, secret.AltID()}
			row = append(row, f.belongs(c)...)
			return append(row, verified, active, fold.SearchText(first, last, email), at, at)
		}, func(to target, ids []int64) error {
			speak := [][]any{}
			for _, id := range ids {
				for _, language := range append(f.some(c.languages, f.dice.IntN(3)), 1) {
					speak = append(speak, []any{id, language})
				}
			}
			return to.link(ctx, "user_languages", "user_id, language_id", speak)
		})
	})
}

// belongs is what somebody is part of: a partner and its kind of people, or, for an advisor, an agency and a consortium; and where they live.
func (f *filler) belongs(c *circle) []any {
	var employer, template, subdivision, agency, consortium *int64
	company := ""
	if len(c.partners) > 0 && f.dice.IntN(10) < 3 {
		p := &c.partners[f.dice.IntN(len(c.partners))]
		employer, company, template = &p.ID, p.Name, f.maybe(c.templates[p.AccountTypeID], 1)
	} else {
		agency, consortium = f.maybe(c.hostAgencies, 0.6), f.maybe(c.consortia, 0.4)
	}
	country := f.maybe(c.countries, 0.9)
	if country != nil {
		subdivision = f.maybe(c.subdivisions[*country], 0.7)
	}
	return []any{employer, template, company, employer == nil, country, subdivision, agency, consortium}
}

// maybe picks one of a list, the first ones more often, or none.
func (f *filler) maybe(list []int64, chance float64) *int64 {
	if f.dice.Float64() >= chance || len(list) == 0 {
		return nil
	}
	return &f.some(list, 1)[0]
}
