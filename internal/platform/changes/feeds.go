package changes

import (
	"context"
	"slices"
	"time"

	"waymark/internal/kit/db"
	"waymark/internal/platform/schema"
)

// PublicStream is the stream of collections that are public on Inspires.
const PublicStream = 0

// stream is an entry of the table feed.
type stream struct {
	RecordID int64 `db:"record_id"`
	StreamID int64 `db:"stream_id"`
}

// streamsOf returns the streams in which records of a kind have been visible.
func streamsOf(ctx context.Context, tx *db.Tx, kind string, ids []int64) (map[int64][]int64, error) {
	return groupByRecord(ctx, tx, "SELECT record_id, stream_id FROM feed WHERE kind = ? AND "+tx.OneOf("record_id"),
		kind, db.IDs(ids))
}

func groupByRecord(ctx context.Context, tx *db.Tx, query string, args ...any) (map[int64][]int64, error) {
	list, err := db.All[stream](ctx, tx.Conn, query, args...)
	if err != nil {
		return nil, err
	}
	streams := map[int64][]int64{}
	for _, s := range list {
		streams[s.RecordID] = append(streams[s.RecordID], s.StreamID)
	}
	return streams, nil
}

// put adds the streams of a record to the feed: those in which it is visible now, and those in which it was.
func (b *batch) put(kind string, id int64, now, before []int64) {
	for _, s := range now {
		b.feed = append(b.feed, []any{kind, id, s, b.next(), true})
	}
	for _, s := range before {
		if !slices.Contains(now, s) {
			b.feed = append(b.feed, []any{kind, id, s, b.next(), false})
		}
	}
}

// putDates notes the future dates at which a record changes.
func (b *batch) putDates(kind string, id int64, dates ...*time.Time) {
	for _, at := range dates {
		if at != nil && at.After(b.now) {
			b.due = append(b.due, []any{*at, kind, id})
		}
	}
}

// addContent adds content to the streams of its libraries.
func (b *batch) addContent(ctx context.Context, tx *db.Tx) error {
	ids := b.records[schema.ChangedContent]
	if len(ids) == 0 {
		return nil
	}
	items, err := db.All[struct {
		ID          int64      `db:"id"`
		PublishedAt *time.Time `db:"published_at"`
		ExpiresAt   *time.Time `db:"expires_at"`
	}](ctx, tx.Conn, "SELECT id, published_at, expires_at FROM content WHERE deleted_at IS NULL AND "+tx.OneOf("id"),
		db.IDs(ids))
	if err != nil {
		return err
	}
	libraries, err := groupByRecord(ctx, tx, "SELECT content_id AS record_id, library_id AS stream_id "+
		"FROM content_libraries WHERE "+tx.OneOf("content_id"), db.IDs(ids))
	if err != nil {
		return err
	}
	before, err := streamsOf(ctx, tx, schema.ChangedContent, ids)
	if err != nil {
		return err
	}
	published := map[int64]bool{}
	for _, item := range items {
		published[item.ID] = reached(item.PublishedAt, b.now) && !reached(item.ExpiresAt, b.now)
		b.putDates(schema.ChangedContent, item.ID, item.PublishedAt, item.ExpiresAt)
	}
	for _, id := range ids {
		now := libraries[id]
		if !published[id] {
			now = nil
		}
		b.put(schema.ChangedContent, id, now, before[id])
	}
	return nil
}

// addCollections adds collections to the stream of their partner, and to that of public collections.
func (b *batch) addCollections(ctx context.Context, tx *db.Tx) error {
	ids := b.records[schema.ChangedCollection]
	if len(ids) == 0 {
		return nil
	}
	list, err := db.All[struct {
		ID        int64      `db:"id"`
		PartnerID *int64     `db:"partner_id"`
		PublicAt  *time.Time `db:"inspires_publish_at"`
		FeatureAt *time.Time `db:"inspires_feature_at"`
		ExpiresAt *time.Time `db:"expires_at"`
	}](ctx, tx.Conn, `
		SELECT id, partner_id, inspires_publish_at, inspires_feature_at, expires_at
		FROM collections
		WHERE deleted_at IS NULL AND `+tx.OneOf("id"), db.IDs(ids))
	if err != nil {
		return err
	}
	before, err := streamsOf(ctx, tx, schema.ChangedCollection, ids)
	if err != nil {
		return err
	}
	streams := map[int64][]int64{}
	for _, c := range list {
		b.putDates(schema.ChangedCollection, c.ID, c.PublicAt, c.FeatureAt, c.ExpiresAt)
		if reached(c.ExpiresAt, b.now) {
			continue
		}
		if c.PartnerID != nil {
			streams[c.ID] = append(streams[c.ID], *c.PartnerID)
		}
		if reached(c.PublicAt, b.now) {
			streams[c.ID] = append(streams[c.ID], PublicStream)
		}
	}
	for _, id := range ids {
		b.put(schema.ChangedCollection, id, streams[id], before[id])
		for _, partner := range slices.Concat(streams[id], before[id]) {
			if partner != PublicStream {
				b.add(pending{Kind: schema.ChangedPartnerCollections, RecordID: partner})
			}
		}
	}
	return nil
}

// addRenamed adds the collections of partners that have a new name, which the feed delivers with each collection. A
// partner with more collections than fit into a batch stays pending.
func (b *batch) addRenamed(ctx context.Context, tx *db.Tx) error {
	for _, p := range b.renamed {
		ids, err := db.All[int64](ctx, tx.Conn, `
			SELECT id FROM collections WHERE partner_id = ? AND id > ? AND deleted_at IS NULL ORDER BY id LIMIT ?`,
			p.RecordID, p.OtherID, batchSize)
		if err != nil {
			return err
		}
		for _, id := range ids {
			b.add(pending{Kind: schema.ChangedCollection, RecordID: id})
		}
		if len(ids) < batchSize {
			continue
		}
		if _, err := tx.Exec(ctx, "INSERT INTO pending_changes (kind, record_id, other_id) VALUES (?, ?, ?)",
			p.Kind, p.RecordID, ids[len(ids)-1]); err != nil {
			return err
		}
		b.full = true
	}
	return nil
}

// addAccess adds the libraries that partners have gained or lost to the streams of the partners.
func (b *batch) addAccess(ctx context.Context, tx *db.Tx) error {
	for _, p := range b.access {
		allowed, err := db.Exists(ctx, tx.Conn, `
			SELECT 1 FROM libraries WHERE id = ? AND partner_id = ?
			UNION ALL
			SELECT 1 FROM library_partners WHERE library_id = ? AND partner_id = ?`,
			p.library, p.partner, p.library, p.partner)
		if err != nil {
			return err
		}
		b.feed = append(b.feed, []any{schema.ChangedAccess, p.library, p.partner, b.next(), allowed})
		b.recent = append(b.recent, []any{b.next(), schema.ChangedAccess, p.library})
	}
	return nil
}

func reached(at *time.Time, now time.Time) bool { return at != nil && !at.After(now) }
