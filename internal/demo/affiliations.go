package demo

import (
	"context"

	"waymark/internal/kit/db"
)

// affiliations contains the records that users can belong to.
type affiliations struct {
	partners                           []partner
	countries                          []int64           // the most frequent first
	subdivisions, templates            map[int64][]int64 // by country, and by account type
	languages, hostAgencies, consortia []int64
	phonePatterns                      map[int64]string // by country
	photos, logos, scenes              []int64          // ids of pictures, which users may share
}

type partner struct {
	ID            int64  `db:"id"`
	Name          string `db:"name"`
	AccountTypeID int64  `db:"account_type_id"`
}

func (f *filler) loadAffiliations(ctx context.Context) (*affiliations, error) {
	read := f.store.DB.Read()
	c := &affiliations{}
	var err error
	if c.partners, err = db.All[partner](ctx, read,
		"SELECT id, name, account_type_id FROM partners WHERE id > 1 AND deleted_at IS NULL ORDER BY id"); err != nil {
		return nil, err
	}
	codes, err := loadIndex(ctx, read, "SELECT id, alpha2 AS word FROM countries")
	if err != nil {
		return nil, err
	}
	c.countries, c.phonePatterns = codes.find(data().HomeCountries), map[int64]string{}
	for code, number := range data().PhoneNumbers {
		c.phonePatterns[codes[code]] = number
	}
	if c.subdivisions, err = groupIDs(ctx, read,
		"SELECT id, country_id AS parent FROM country_regions WHERE country_id IN (?) ORDER BY id", c.countries); err != nil {
		return nil, err
	}
	if c.templates, err = groupIDs(ctx, read,
		"SELECT id, account_type_id AS parent FROM user_templates ORDER BY id"); err != nil {
		return nil, err
	}
	languages, err := loadIndex(ctx, read, "SELECT id, alpha2 AS word FROM languages")
	if err != nil {
		return nil, err
	}
	c.languages = languages.find(data().UserLanguages)
	if c.hostAgencies, err = f.listIDs(ctx, "SELECT id FROM host_agencies ORDER BY id"); err != nil {
		return nil, err
	}
	if c.consortia, err = f.listIDs(ctx, "SELECT id FROM consortia ORDER BY id"); err != nil {
		return nil, err
	}
	if c.logos, err = f.listIDs(ctx,
		"SELECT logo_id FROM host_agencies WHERE logo_id IS NOT NULL ORDER BY id LIMIT 100"); err != nil {
		return nil, err
	}
	if c.scenes, err = f.listIDs(ctx,
		"SELECT featured_image_id FROM tags WHERE featured_image_id IS NOT NULL ORDER BY id LIMIT 100"); err != nil {
		return nil, err
	}
	c.photos, err = f.loadPhotos(ctx)
	return c, err
}

// groupIDs groups the ids of rows by their parent.
func groupIDs(ctx context.Context, c db.Conn, query string, args ...any) (map[int64][]int64, error) {
	rows, err := db.All[struct {
		ID     int64 `db:"id"`
		Parent int64 `db:"parent"`
	}](ctx, c, query, args...)
	found := map[int64][]int64{}
	for _, row := range rows {
		found[row.Parent] = append(found[row.Parent], row.ID)
	}
	return found, err
}

// sampleOne picks an id from a list with the given chance, the first ones more often. Otherwise it returns nil.
func (f *filler) sampleOne(list []int64, chance float64) *int64 {
	if f.random.Float64() >= chance || len(list) == 0 {
		return nil
	}
	return &f.sample(list, 1)[0]
}
