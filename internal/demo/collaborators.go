package demo

import (
	"context"
	"strings"
	"time"

	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/media"
	"waymark/internal/kit/secret"
	"waymark/internal/kit/write"
)

// collaborators makes those who extend content through the API, once. Their secrets are sealed with the key of the installation.
func (f *filler) collaborators(ctx context.Context, key *secret.Key) error {
	there, err := db.Exists(ctx, f.store.DB.Read(), "SELECT 1 FROM collaborators")
	if err != nil || there {
		return err
	}
	logos, err := f.collaboratorLogos(ctx)
	if err != nil {
		return err
	}
	return f.store.Do(ctx, func(tx *write.Tx) error {
		rows := [][]any{}
		for i, c := range collaborators {
			apiKey, sealed, err := key.APIPair()
			if err != nil {
				return err
			}
			if logos[i] != nil {
				if _, err := media.Claim(ctx, tx, *logos[i]); err != nil {
					return err
				}
			}
			at := f.ago(years)
			var extended *time.Time
			if c.experiences > 0 {
				last := f.within(at, f.now)
				extended = &last
			}
			slug := strings.ReplaceAll(strings.Join(strings.Fields(strings.Map(plainRune, fold.Key(strings.ReplaceAll(c.name, "&", "and")))), " "), " ", "-")
			rows = append(rows, []any{c.name, fold.Key(c.name), slug, logos[i], apiKey, sealed, c.views, c.experiences, extended, fold.SearchText(c.name, slug), at, at})
		}
		_, err := plain{tx}.insert(ctx, "collaborators", `name, name_key, slug, logo_id, api_key, api_secret, views, extended_content_experiences_count,
			extended_collection_versions_max_created_at, search_text, created_at, updated_at`, rows)
		return err
	})
}

// collaboratorLogos draws the logos of those who have one.
func (f *filler) collaboratorLogos(ctx context.Context) ([]*int64, error) {
	ids := make([]*int64, len(collaborators))
	for i, c := range collaborators {
		if c.bare {
			continue
		}
		id, err := f.upload(ctx, logo, 40+i) // not those of the directories
		if err != nil {
			return nil, err
		}
		ids[i] = &id
	}
	return ids, nil
}

var collaborators = []struct {
	name               string
	views, experiences int
	bare               bool // without a logo
}{
	{"Visit Alentejo", 48_210, 412, false},
	{"Dolomiti Tourist Board", 31_907, 288, false},
	{"Open Table Guides", 12_480, 935, false},
	{"The Festival Almanac", 12_480, 1_204, false},
	{"Galápagos Trust", 9_041, 57, false},
	{"Kyoto Craft Calendar", 5_377, 163, false},
	{"Nordic Light Guides", 2_216, 88, false},
	{"Rail & Rivers Timetables", 1_530, 640, true},
	{"Oaxaca Turismo", 874, 41, false},
	{"Savannah Stories", 402, 19, false},
	{"Museums After Dark", 118, 73, true},
	{"Île de Ré Tourisme", 36, 8, false},
	{"Southern Cross Events", 3, 0, false},
	{"Tasmania Walks", 0, 0, true},
}
