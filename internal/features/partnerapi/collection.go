package partnerapi

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/listing"
	"waymark/internal/platform/gate"
)

// collection shows one with a page of its content, by title.
func (s *Service) collection(ctx context.Context, call *api.Call, v *gate.Visit) (*api.Item[*PublishedCollection],
	error,
) {
	values := call.Query()
	page, size, err := listing.ParsePage(values, 25)
	if err != nil {
		return nil, err
	}
	who, err := s.asker(ctx, v, values.Get("uid"))
	if err != nil {
		return nil, err
	}
	c := s.kit.Store.DB.Read()
	id, err := db.Value[int64](ctx, c, "SELECT id FROM collections WHERE alt_id = ? AND deleted_at IS NULL",
		call.Text("alt_id"))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, apierr.NotFound()
	}
	if err != nil {
		return nil, fmt.Errorf("find a collection: %w", err)
	}
	one, err := s.collections.Find(ctx, c, id, nil)
	if err != nil {
		return nil, err
	}
	if !visible(one, v, who) {
		return nil, apierr.NotFound()
	}
	if one.Content, err = s.inside(ctx, c, id, page, size); err != nil {
		return nil, err
	}
	shown := make([]int64, len(one.Content.Items))
	for i, item := range one.Content.Items {
		shown[i] = item.ID
	}
	v.SetContent(shown)
	v.SetResults(one.Content.Meta.Total)
	return &api.Item[*PublishedCollection]{Item: one}, nil
}

// visible tells whether a caller may see a collection.
func visible(c *PublishedCollection, v *gate.Visit, who asker) bool {
	if reached(c.ExpiresAt) {
		return false
	}
	own := c.PartnerID != nil && *c.PartnerID == v.PartnerID
	theirs := who.user != nil && c.UserID != nil && *c.UserID == who.user.ID
	return v.Kind == gate.App || own || theirs || c.Public
}

func (s *Service) inside(ctx context.Context, c db.Conn, collection, page, size int64) (*PublishedInside, error) {
	now := clock.Now()
	const from = ` FROM collection_content AS cc CROSS JOIN content WHERE content.id = cc.content_id AND cc.collection_id = ? AND content.deleted_at IS NULL
		AND content.published_at <= ? AND (content.expires_at IS NULL OR content.expires_at > ?)`
	total, err := db.Value[int64](ctx, c, "SELECT count(*)"+from, collection, now, now)
	if err != nil {
		return nil, fmt.Errorf("count the content of collection %d: %w", collection, err)
	}
	ids, err := db.All[int64](ctx, c, "SELECT content.id"+from+" ORDER BY content.title_key, content.id LIMIT ? OFFSET ?",
		collection, now, now, size, (page-1)*size)
	if err != nil {
		return nil, fmt.Errorf("list the content of collection %d: %w", collection, err)
	}
	inside := &PublishedInside{Meta: listing.NewMeta(page, size, listing.Count{Total: total})}
	inside.Items, err = s.items.Load(ctx, c, ids)
	return inside, err
}
