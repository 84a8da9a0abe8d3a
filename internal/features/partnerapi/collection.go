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

// collection returns a collection with a page of its content, sorted by title.
func (s *Service) collection(
	ctx context.Context, call *api.Call, v *gate.Visit,
) (*api.Item[*PublishedCollection], error) {
	values := call.Query()
	page, size, err := listing.ParsePage(values, 25)
	if err != nil {
		return nil, err
	}
	r, err := s.findRequester(ctx, v, values.Get("uid"))
	if err != nil {
		return nil, err
	}
	c := s.kit.Store.DB.Read()
	const query = "SELECT id FROM collections WHERE alt_id = ? AND deleted_at IS NULL"
	id, err := db.Value[int64](ctx, c, query, call.Text("alt_id"))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, apierr.NotFound()
	}
	if err != nil {
		return nil, fmt.Errorf("find collection: %w", err)
	}
	collection, err := s.collections.Find(ctx, c, id, nil)
	if err != nil {
		return nil, err
	}
	if !visible(collection, v, r) {
		return nil, apierr.NotFound()
	}
	if collection.Content, err = s.contentPage(ctx, c, id, page, size); err != nil {
		return nil, err
	}
	ids := make([]int64, len(collection.Content.Items))
	for i, item := range collection.Content.Items {
		ids[i] = item.ID
	}
	v.SetContent(ids)
	v.SetResults(collection.Content.Meta.Total)
	return &api.Item[*PublishedCollection]{Item: collection}, nil
}

// visible reports whether a caller may see a collection.
func visible(c *PublishedCollection, v *gate.Visit, r requester) bool {
	if clock.Reached(c.ExpiresAt) {
		return false
	}
	own := c.PartnerID != nil && *c.PartnerID == v.PartnerID
	ofUser := r.user != nil && c.UserID != nil && *c.UserID == r.user.ID
	return v.Kind == gate.App || own || ofUser || c.Public
}

// contentPage returns a page of the published content of a collection.
func (s *Service) contentPage(ctx context.Context, c db.Conn, collection, page, size int64) (*PublishedInside, error) {
	now := clock.Now()
	const from = `
		FROM collection_content AS cc
		CROSS JOIN content
		WHERE content.id = cc.content_id AND cc.collection_id = ? AND content.deleted_at IS NULL
			AND content.published_at <= ? AND (content.expires_at IS NULL OR content.expires_at > ?)`
	total, err := db.Value[int64](ctx, c, "SELECT count(*)"+from, collection, now, now)
	if err != nil {
		return nil, fmt.Errorf("count content of collection %d: %w", collection, err)
	}
	query := "SELECT content.id" + from + " ORDER BY content.title_key, content.id LIMIT ? OFFSET ?"
	ids, err := db.All[int64](ctx, c, query, collection, now, now, size, (page-1)*size)
	if err != nil {
		return nil, fmt.Errorf("list content of collection %d: %w", collection, err)
	}
	content := &PublishedInside{Meta: listing.NewMeta(page, size, listing.Count{Total: total})}
	content.Items, err = s.items.Load(ctx, c, ids)
	return content, err
}
