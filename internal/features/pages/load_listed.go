package pages

import (
	"context"
	"fmt"
	"time"

	"waymark/internal/kit/db"
	"waymark/internal/platform/schema"
)

// listed is a collection in a list of collections, with the item whose image stands for it.
type listed struct {
	ID         int64      `db:"id"`
	AltID      string     `db:"alt_id"`
	Name       string     `db:"name"`
	ExpiresAt  *time.Time `db:"expires_at"`
	Item       *int64     `db:"item_id"`
	ItemExpiry *time.Time `db:"item_expires_at"`
	Image      *int64     `db:"image_id"`
}

// maxWithoutImage is how many items a page is discarded for one by one, and otherwise with every change of content.
const maxWithoutImage = 100

// readListed reads the newest public collections of a partner except one, with the image of one of their items. It
// notes when the list or one of the images changes.
func (l *loader) readListed(ctx context.Context, o *owner, except int64, limit int) ([]listed, error) {
	l.dependOn(schema.ChangedPartnerCollections, o.ID)
	list, err := db.All[listed](ctx, l.c, `
		SELECT c.id, c.alt_id, c.name, c.expires_at, i.id AS item_id, i.expires_at AS item_expires_at,
			i.featured_image_id AS image_id
		FROM (
			SELECT c.id, c.alt_id, c.name, c.inspires_publish_at, c.expires_at, (
				SELECT content.id
				FROM collection_content AS cc
				JOIN content ON content.id = cc.content_id
				WHERE cc.collection_id = c.id AND content.featured_image_id IS NOT NULL AND content.deleted_at IS NULL
					AND content.published_at <= ? AND (content.expires_at IS NULL OR content.expires_at > ?)
				LIMIT 1
			) AS item_id
			FROM collections AS c
			WHERE c.partner_id = ? AND c.deleted_at IS NULL AND c.inspires_publish_at <= ? AND c.id <> ?
				AND c.contents_count > 0
				AND (c.expires_at IS NULL OR c.expires_at > ?)
			ORDER BY c.inspires_publish_at DESC, c.id DESC
			LIMIT ?
		) AS c
		LEFT JOIN content AS i ON i.id = c.item_id
		ORDER BY c.inspires_publish_at DESC, c.id DESC`, l.now, l.now, o.ID, l.now, except, l.now, limit)
	if err != nil {
		return nil, fmt.Errorf("list collections: %w", err)
	}
	return list, l.noteListed(ctx, list)
}

// noteListed notes when a list of collections changes. A collection without an image may get one from any of its items.
func (l *loader) noteListed(ctx context.Context, list []listed) error {
	without := []int64{}
	for _, c := range list {
		l.dates(l.now, c.ExpiresAt, c.ItemExpiry)
		if c.Item == nil {
			without = append(without, c.ID)
		} else {
			l.dependOn(schema.ChangedContent, *c.Item)
		}
	}
	if len(without) == 0 {
		return nil
	}
	items, err := db.All[struct {
		ID          int64      `db:"id"`
		PublishedAt *time.Time `db:"published_at"`
	}](ctx, l.c, `
		SELECT content.id, content.published_at
		FROM collection_content AS cc
		JOIN content ON content.id = cc.content_id
		WHERE cc.collection_id IN (?)
		ORDER BY content.id
		LIMIT ?`, without, maxWithoutImage)
	if err != nil {
		return fmt.Errorf("find items without an image: %w", err)
	}
	for _, item := range items {
		l.dependOn(schema.ChangedContent, item.ID)
		l.dates(l.now, item.PublishedAt)
	}
	if len(items) == maxWithoutImage {
		l.dependOn(schema.ChangedContent, 0)
	}
	return nil
}

// readTeasers reads the other collections that the page links to.
func (l *loader) readTeasers(_ context.Context, s *subject, _ *owner) error {
	if s.UserID != nil || s.personal != nil || l.Kind != Landing {
		return nil
	}
	for _, c := range l.brand.newest {
		if c.ID == s.ID || len(l.More) == maxTeasers {
			continue
		}
		at := l.at
		at.id, at.page, at.sent = c.AltID, 1, false
		l.More = append(l.More, Teaser{Name: c.Name, URL: at.link(), Image: c.image})
	}
	return nil
}

// readCollections reads the collections that an embed shows as items.
func (l *loader) readCollections(ctx context.Context, o *owner) error {
	found, err := l.readListed(ctx, o, 0, itemsPerPage)
	if err != nil {
		return err
	}
	l.Items = make([]Item, len(found))
	for i, c := range found {
		l.Items[i] = Item{
			ID: c.ID, Block: BlockContent, Title: c.Name, URL: l.sites.LandingPage(o.Domain, c.AltID),
		}
		l.want(c.Image, &l.Items[i].Image)
	}
	return nil
}
