// Package globaltags manages the words that are suggested as tags of collections.
package globaltags

import (
	"context"
	"fmt"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/merge"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/uses"
	"waymark/internal/kit/write"
	"waymark/internal/platform/schema"
)

// GlobalTag is a suggested tag.
type GlobalTag struct {
	resource.Row
	Name string `json:"name"`
}

// Definition declares global tags.
var Definition = resource.Definition[GlobalTag]{
	Path: "global-tags", Label: "Global tag", Sort: "name", SortBy: []string{"created_at"},
	Uses: []uses.Use{{
		Kind: "collections", Table: schema.Collections, IDs: schema.GlobalTagCollections,
		Path: "/collections?exact_tag={name}", OnDelete: uses.Keeps,
	}},
	Merge: &merge.Rules[GlobalTag]{Repoint: retag},
	Fields: func(t *GlobalTag) resource.Fields {
		return resource.Fields{
			resource.Text(&t.Name, resource.Required, resource.Max(80), resource.Unique, resource.Searchable),
		}
	},
}

// retag gives the collections that are tagged with one of the merged words the remaining one instead.
func retag(ctx context.Context, tx *write.Tx, survivor *GlobalTag, merged []*GlobalTag) error {
	keys := make([]string, len(merged))
	for i, tag := range merged {
		keys[i] = fold.Key(tag.Name)
	}
	for _, statement := range []struct {
		query string
		args  []any
	}{
		{`UPDATE collections SET version = version + 1, updated_at = ?
			WHERE id IN (SELECT collection_id FROM collection_tags WHERE tag_key IN (?))`, []any{tx.Now, keys}},
		{`INSERT INTO collection_tags (collection_id, tag_key, tag, position)
			SELECT collection_id, ?, ?, position FROM collection_tags WHERE tag_key IN (?)
			ORDER BY collection_id, position ON CONFLICT DO NOTHING`, []any{fold.Key(survivor.Name), survivor.Name, keys}},
		{"DELETE FROM collection_tags WHERE tag_key IN (?)", []any{keys}},
	} {
		if _, err := tx.Exec(ctx, statement.query, statement.args...); err != nil {
			return fmt.Errorf("retag collections: %w", err)
		}
	}
	return nil
}

// Scan reports where a word is already used.
type Scan struct {
	Exists      bool             `json:"exists" doc:"Whether a global tag has this name."`
	Tag         *GlobalTag       `json:"tag"`
	Partners    []resource.Named `json:"partners" nullable:"false" doc:"Up to 20 partners of these collections."`
	Collections []resource.Named `json:"collections" nullable:"false" doc:"Up to 20 collections that have this tag."`
}

const maxShown = 20

// Mount registers the endpoints.
func Mount(kit resource.Kit) {
	tags := resource.Mount(kit, Definition)
	api.Handle(kit.API, api.Op{
		Method: "GET", Path: "/api/admin/global-tags/scan", Tag: "Global tag", Summary: "Find where a word is already used",
		Query: []*huma.Param{api.TextParam("name", "The word. Case and accents are ignored.")}, Replica: true,
	}, func(ctx context.Context, call *api.Call) (*Scan, error) {
		name := strings.TrimSpace(call.Query().Get("name"))
		if name == "" {
			return nil, apierr.Field("name", "This field is required.")
		}
		return scan(ctx, kit.Store.DB.Read(), tags, fold.Key(name))
	})
}

func scan(ctx context.Context, c db.Conn, tags *resource.Resource[GlobalTag], key string) (*Scan, error) {
	result := &Scan{}
	ids, err := db.All[int64](ctx, c, "SELECT id FROM global_tags WHERE name_key = ?", key)
	if err != nil {
		return nil, fmt.Errorf("scan global tags: %w", err)
	}
	found, err := tags.Load(ctx, c, ids)
	if err != nil {
		return nil, err
	}
	if len(found) > 0 {
		result.Exists, result.Tag = true, found[0]
	}
	const tagged = "FROM collection_tags t JOIN collections c ON c.id = t.collection_id AND c.deleted_at IS NULL"
	result.Collections, err = db.All[resource.Named](ctx, c,
		"SELECT c.id, c.name "+tagged+" WHERE t.tag_key = ? ORDER BY c.name_key, c.id LIMIT ?", key, maxShown)
	if err != nil {
		return nil, fmt.Errorf("scan collections: %w", err)
	}
	result.Partners, err = db.All[resource.Named](ctx, c, `
		SELECT id, name
		FROM partners
		WHERE deleted_at IS NULL AND id IN (SELECT c.partner_id `+tagged+` WHERE t.tag_key = ?)
		ORDER BY name_key, id LIMIT ?`, key, maxShown)
	if err != nil {
		return nil, fmt.Errorf("scan partners: %w", err)
	}
	return result, nil
}
