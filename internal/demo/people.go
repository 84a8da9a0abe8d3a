package demo

import (
	"context"

	"waymark/internal/kit/db"
)

// circle is what people belong to.
type circle struct {
	partners                           []partner
	countries                          []int64           // the more people the earlier
	subdivisions, templates            map[int64][]int64 // of a country, of an account type
	languages, hostAgencies, consortia []int64
	dials                              map[int64]string // telephone numbers of a country
	photos, logos, scenes              []int64          // pictures, which many may show
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
	if c.partners, err = db.All[partner](ctx, read,
		"SELECT id, name, account_type_id FROM partners WHERE id > 1 AND deleted_at IS NULL ORDER BY id"); err != nil {
		return nil, err
	}
	codes, err := known(ctx, read, "SELECT id, alpha2 AS word FROM countries")
	if err != nil {
		return nil, err
	}
	c.countries, c.dials = codes.of(data().HomeCountries), map[int64]string{}
	for code, number := range data().PhoneNumbers {
		c.dials[codes[code]] = number
	}
	if c.subdivisions, err = below(ctx, read,
		"SELECT id, country_id AS above FROM country_regions WHERE country_id IN (?) ORDER BY id", c.countries); err != nil {
		return nil, err
	}
	if c.templates, err = below(ctx, read,
		"SELECT id, account_type_id AS above FROM user_templates ORDER BY id"); err != nil {
		return nil, err
	}
	languages, err := known(ctx, read, "SELECT id, alpha2 AS word FROM languages")
	if err != nil {
		return nil, err
	}
	c.languages = languages.of(data().UserLanguages)
	if c.hostAgencies, err = f.ids(ctx, "SELECT id FROM host_agencies ORDER BY id"); err != nil {
		return nil, err
	}
	if c.consortia, err = f.ids(ctx, "SELECT id FROM consortia ORDER BY id"); err != nil {
		return nil, err
	}
	if c.logos, err = f.ids(ctx, "SELECT logo_id FROM host_agencies WHERE logo_id IS NOT NULL ORDER BY id LIMIT 100"); err != nil {
		return nil, err
	}
	if c.scenes, err = f.ids(ctx,
		"SELECT featured_image_id FROM tags WHERE featured_image_id IS NOT NULL ORDER BY id LIMIT 100"); err != nil {
		return nil, err
	}
	c.photos, err = f.photos(ctx)
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

// maybe picks one of a list, the first ones more often, or none.
func (f *filler) maybe(list []int64, chance float64) *int64 {
	if f.dice.Float64() >= chance || len(list) == 0 {
		return nil
	}
	return &f.some(list, 1)[0]
}
