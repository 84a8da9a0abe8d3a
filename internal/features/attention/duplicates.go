package attention

import (
	"context"
	"fmt"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/resource"
)

// maxSame is how many duplicates of an item are returned, as many as can be merged at once.
const maxSame = 50

// SameItems are an item and its likely duplicates.
type SameItems struct {
	Items []resource.Named `json:"items" nullable:"false" doc:"The item and others with the same URL or title, oldest first; at most 50."`
}

func (s *Service) mountDuplicates() {
	api.Handle(s.Kit.API, api.Op{
		Method: "GET", Path: "/api/admin/attention/{id}/duplicates", Tag: label, ID: "listDuplicatesOfAttentionItem",
		Summary: "List the likely duplicates of an item that needs attention",
	}, s.duplicates)
}

func (s *Service) duplicates(ctx context.Context, call *api.Call) (*SameItems, error) {
	id, err := call.ID("id")
	if err != nil {
		return nil, err
	}
	c := s.Kit.Store.DB.Read()
	found, err := db.All[row](ctx, c, "SELECT url_key, title_key FROM attention WHERE id = ?", id)
	if err != nil {
		return nil, fmt.Errorf("find a row: %w", err)
	}
	if len(found) == 0 {
		return nil, apierr.NotFound()
	}
	same, now := found[0], s.now()
	list, err := db.All[resource.Named](ctx, c, `SELECT id, title AS name FROM content WHERE id IN (
		SELECT id FROM content AS other WHERE canonical_url = ? AND `+isDuplicable+` AND canonical_url <> ''
		UNION
		SELECT id FROM content AS other WHERE title_key = ? AND title_key <> '' AND `+isDuplicable+`
	) ORDER BY id LIMIT ?`, same.URLKey, now, same.TitleKey, now, maxSame)
	if err != nil {
		return nil, fmt.Errorf("find duplicates: %w", err)
	}
	return &SameItems{Items: list}, nil
}
