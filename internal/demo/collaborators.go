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

// insertCollaborators inserts collaborators, once. Their secrets are encrypted with the key of the installation.
func (f *filler) insertCollaborators(ctx context.Context, key *secret.Key) error {
	exists, err := db.Exists(ctx, f.store.DB.Read(), "SELECT 1 FROM collaborators")
	if err != nil || exists {
		return err
	}
	logos, err := f.collaboratorLogos(ctx)
	if err != nil {
		return err
	}
	return f.store.Do(ctx, func(tx *write.Tx) error {
		rows := [][]any{}
		for i, c := range data().Collaborators {
			apiKey, sealed, err := key.APIPair()
			if err != nil {
				return err
			}
			if logos[i] != nil {
				if _, err := media.Claim(ctx, tx, *logos[i]); err != nil {
					return err
				}
			}
			at := f.timeAgo(years)
			var extended *time.Time
			if c.Experiences > 0 {
				last := f.timeBetween(at, f.now)
				extended = &last
			}
			letters := strings.Map(asciiLetter, fold.Key(strings.ReplaceAll(c.Name, "&", "and")))
			slug := strings.Join(strings.Fields(letters), "-")
			rows = append(rows, []any{
				c.Name, fold.Key(c.Name), slug, logos[i], apiKey, sealed, c.Views, c.Experiences, extended,
				fold.SearchText(c.Name, slug), at, at,
			})
		}
		_, err := rowByRow{tx}.insert(ctx, "collaborators",
			`name, name_key, slug, logo_id, api_key, api_secret, views, extended_content_experiences_count,
			extended_collection_versions_max_created_at, search_text, created_at, updated_at`, rows)
		return err
	})
}

// collaboratorLogos draws the logos of the collaborators that have one.
func (f *filler) collaboratorLogos(ctx context.Context) ([]*int64, error) {
	ids := make([]*int64, len(data().Collaborators))
	for i, c := range data().Collaborators {
		if c.NoLogo {
			continue
		}
		id, err := f.uploadPicture(ctx, logo, 40+i) // The numbers up to 40 are the logos of the directories.
		if err != nil {
			return nil, err
		}
		ids[i] = &id
	}
	return ids, nil
}
