package demo

import (
	"context"
	"fmt"
	"strings"
	"time"

	"waymark/internal/kit/db"
	"waymark/internal/kit/write"
)

// How many items of the demo data need attention, besides those that do by chance.
const (
	brokenLinks = 12
	movedLinks  = 4
	sameURLs    = 2
	// unillustratedEvery is the distance between items without a picture.
	unillustratedEvery = 20
)

// brokenPages are what checks find behind broken links.
var brokenPages = []struct {
	code    int
	problem string
}{
	{404, "The page does not exist."},
	{410, "The page has been removed."},
	{0, "The site can't be found."},
	{200, "The page says that it was not found."},
}

// linkedItem is an item with a link.
type linkedItem struct {
	ID        int64  `db:"id"`
	URL       string `db:"content_url"`
	Canonical string `db:"canonical_url"`
}

// addProblems makes items need attention as they do after some years: links are broken or have moved, and some items
// exist twice. Nothing is requested for that.
func (f *filler) addProblems(ctx context.Context) error {
	return f.store.Do(ctx, func(tx *write.Tx) error {
		if err := f.illustrate(ctx, tx); err != nil {
			return err
		}
		if err := repeatURLs(ctx, tx); err != nil {
			return err
		}
		items, err := db.All[linkedItem](ctx, tx.Conn, `SELECT id, content_url, canonical_url FROM content
			WHERE content_url <> '' AND deleted_at IS NULL AND published_at <= ? AND (expires_at IS NULL OR expires_at > ?)
			ORDER BY id`, f.now, f.now.Add(90*day))
		if err != nil {
			return fmt.Errorf("find items with links: %w", err)
		}
		for i := range min(brokenLinks+movedLinks, len(items)) {
			item := items[i*len(items)/(brokenLinks+movedLinks)]
			if err := f.breakLink(ctx, tx, item, i); err != nil {
				return err
			}
		}
		return nil
	})
}

// illustrate gives most items one of the pictures.
func (f *filler) illustrate(ctx context.Context, tx *write.Tx) error {
	pictures, err := f.listIDs(ctx, "SELECT featured_image_id FROM tags WHERE featured_image_id IS NOT NULL ORDER BY id")
	if err != nil || len(pictures) == 0 {
		return err
	}
	items, err := db.All[int64](ctx, tx.Conn, "SELECT id FROM content WHERE featured_image_id IS NULL ORDER BY id")
	if err != nil {
		return err
	}
	for i, id := range items {
		if i%unillustratedEvery == 0 {
			continue
		}
		_, err := tx.Exec(ctx, "UPDATE content SET featured_image_id = ? WHERE id = ?", pictures[i%len(pictures)], id)
		if err != nil {
			return err
		}
	}
	return nil
}

// repeatURLs gives items with the same title the same URL.
func repeatURLs(ctx context.Context, tx *write.Tx) error {
	_, err := tx.Exec(ctx, `UPDATE content SET content_url = first.content_url, canonical_url = first.canonical_url,
			type_id = first.type_id, author = first.author, runtime = first.runtime
		FROM (
			SELECT title_key, max(id) AS last_id, min(id) AS id FROM content
			WHERE content_url <> '' AND deleted_at IS NULL AND expires_at IS NULL AND published_at <= ?
			GROUP BY title_key HAVING count(*) = 2 ORDER BY title_key LIMIT ?
		) AS pairs
		JOIN content AS first ON first.id = pairs.id
		WHERE content.id = pairs.last_id`, tx.Now, sameURLs)
	if err != nil {
		return fmt.Errorf("repeat URLs: %w", err)
	}
	return nil
}

// breakLink stores that a link was found to be broken, or every fourth one to have moved.
func (f *filler) breakLink(ctx context.Context, tx *write.Tx, item linkedItem, i int) error {
	checked := f.now.Add(-time.Duration(1+i) * 7 * time.Hour)
	since := checked.Add(-time.Duration(i%5) * 7 * day)
	page := brokenPages[(i+i/4)%len(brokenPages)]
	status, code, final, problem, failing := "broken", page.code, item.URL, page.problem, &since
	if i%4 == 3 && i/4 < movedLinks {
		status, code, final, problem, failing = "moved", 200, "https://www."+item.Canonical+"/", "", nil
	}
	if _, err := tx.Exec(ctx, "UPDATE content SET link_status = ?, link_checked_at = ? WHERE id = ?",
		status, checked, item.ID); err != nil {
		return fmt.Errorf("break the link of item %d: %w", item.ID, err)
	}
	if _, err := tx.Exec(ctx, `INSERT INTO content_links (content_id, url, host, due_at, checked_at, status, code,
		final_url, problem, failing_since) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, item.ID, item.URL, hostOf(item),
		checked.Add(7*day), checked, status, code, final, problem, failing); err != nil {
		return fmt.Errorf("store the check of item %d: %w", item.ID, err)
	}
	_, err := tx.Exec(ctx, `INSERT INTO link_checks (content_id, url, checked_at, status, code, final_url, problem)
		VALUES (?, ?, ?, ?, ?, ?, ?)`, item.ID, item.URL, since, status, code, final, problem)
	return err
}

// hostOf returns the host of an item's link. Canonical URLs begin with it.
func hostOf(item linkedItem) string {
	name, _, _ := strings.Cut(item.Canonical, "/")
	return name
}
