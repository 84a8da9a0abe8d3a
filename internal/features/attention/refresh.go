package attention

import (
	"context"
	"fmt"
	"time"

	"waymark/internal/kit/db"
	"waymark/internal/kit/table"
)

// Refresh brings the reasons of items in line with what the items look like now. Those of other items follow if they
// are duplicates of these, or no longer are.
func (s *Service) Refresh(ctx context.Context, tx *db.Tx, ids []int64) error {
	now := s.now()
	r := &refresh{tx: tx, now: now, known: func(state) time.Time { return now }}
	if err := r.run(ctx, ids); err != nil {
		return err
	}
	neighbours, err := r.neighbours(ctx)
	if err != nil || len(neighbours) == 0 {
		return err
	}
	return r.run(ctx, neighbours)
}

// refresh compares stored reasons with those that items have now.
type refresh struct {
	tx    *db.Tx
	now   time.Time
	known func(state) time.Time // from when on a reason counts, if nothing else says so

	// What items had in common with others and no longer have, or have in common now.
	left, joined keys
}

// keys are canonical URLs and folded titles.
type keys struct{ urls, titles []string }

func (k *keys) add(url, title string) {
	if url != "" {
		k.urls = append(k.urls, url)
	}
	if title != "" {
		k.titles = append(k.titles, title)
	}
}

const refreshSize = 1000

func (r *refresh) run(ctx context.Context, ids []int64) error {
	for len(ids) > 0 {
		n := min(len(ids), refreshSize)
		if err := r.batch(ctx, ids[:n]); err != nil {
			return err
		}
		ids = ids[n:]
	}
	return nil
}

func (r *refresh) batch(ctx context.Context, ids []int64) error {
	found, err := states(ctx, r.tx.Conn, ids, r.now)
	if err != nil {
		return err
	}
	in, err := shownExpired(ctx, r.tx.Conn, found, r.now)
	if err != nil {
		return err
	}
	stored, err := db.All[row](ctx, r.tx.Conn, `SELECT id, content_id, reason, collection_id, since, url_key, title_key
		FROM attention WHERE content_id IN (?) ORDER BY id`, ids)
	if err != nil {
		return fmt.Errorf("read what needs attention: %w", err)
	}
	wanted := map[key]row{}
	order := []key{}
	for _, item := range found {
		for _, row := range item.rows(in[item.ID], r.now, r.known(item)) {
			wanted[row.key()], order = row, append(order, row.key())
		}
	}
	return r.store(ctx, stored, wanted, order)
}

// store writes the difference between stored and wanted rows.
func (r *refresh) store(ctx context.Context, stored []row, wanted map[key]row, order []key) error {
	gone, exists := []int64{}, map[key]bool{}
	for _, old := range stored {
		now, still := wanted[old.key()]
		if !still {
			gone = append(gone, old.ID)
			r.left.add(old.URLKey, old.TitleKey)
			continue
		}
		exists[old.key()] = true
		if err := r.update(ctx, old, now); err != nil {
			return err
		}
	}
	if len(gone) > 0 {
		if _, err := r.tx.Exec(ctx, "DELETE FROM attention WHERE id IN (?)", gone); err != nil {
			return fmt.Errorf("remove what no longer needs attention: %w", err)
		}
	}
	added := [][]any{}
	for _, k := range order {
		if w := wanted[k]; !exists[k] {
			r.joined.add(w.URLKey, w.TitleKey)
			added = append(added, []any{
				w.ContentID, w.Reason, w.CollectionID, w.Reason, w.Since, w.URLKey, w.TitleKey, r.now,
			})
		}
	}
	err := r.tx.InsertRows(ctx, db.Insertion{
		Into: "attention (content_id, reason, collection_id, tab, since, url_key, title_key, created_at)",
		End:  "ON CONFLICT (content_id, reason, collection_id) DO NOTHING",
	}, added)
	if err != nil {
		return fmt.Errorf("add what needs attention: %w", err)
	}
	return nil
}

// update updates a row whose reason has remained, but not what it is about: another expiry date, or another title that
// others have, too.
func (r *refresh) update(ctx context.Context, old, now row) error {
	since := old.Since
	if now.Reason == expiring {
		since = now.Since
	}
	if old.URLKey == now.URLKey && old.TitleKey == now.TitleKey && old.Since.Equal(since) {
		return nil
	}
	if old.URLKey != now.URLKey {
		r.left.add(old.URLKey, "")
		r.joined.add(now.URLKey, "")
	}
	if old.TitleKey != now.TitleKey {
		r.left.add("", old.TitleKey)
		r.joined.add("", now.TitleKey)
	}
	_, err := r.tx.Exec(ctx, "UPDATE attention SET since = ?, url_key = ?, title_key = ? WHERE id = ?",
		since, now.URLKey, now.TitleKey, old.ID)
	if err != nil {
		return fmt.Errorf("update what needs attention: %w", err)
	}
	return nil
}

// neighbours returns other items whose reasons follow: those that were duplicates of the refreshed items and no longer
// are, and those that have become duplicates with them.
func (r *refresh) neighbours(ctx context.Context) ([]int64, error) {
	ids := []int64{}
	for _, find := range []struct {
		keys  []string
		query string
	}{
		{r.left.urls, leftBehind("url_key", "canonical_url")},
		{r.left.titles, leftBehind("title_key", "title_key")},
		{r.joined.urls, notListed("url_key", "canonical_url")},
		{r.joined.titles, notListed("title_key", "title_key")},
	} {
		for keys := find.keys; len(keys) > 0; {
			n := min(len(keys), refreshSize)
			found, err := db.All[int64](ctx, r.tx.Conn, find.query, keys[:n], r.now)
			if err != nil {
				return nil, fmt.Errorf("find other duplicates: %w", err)
			}
			ids, keys = append(ids, found...), keys[n:]
		}
	}
	return table.UniqueIDs(ids), nil
}

// leftBehind finds listed duplicates that have nothing in common with another item any longer.
func leftBehind(key, column string) string {
	return `SELECT content_id FROM attention
		JOIN content ON content.id = content_id
		WHERE attention.` + key + ` IN (?) AND attention.` + key + ` <> '' AND NOT EXISTS (
			SELECT 1 FROM content AS other WHERE other.` + column + ` = attention.` + key + ` AND ` + other + `)`
}

// notListed finds items that have something in common with others and are not listed for it.
func notListed(key, column string) string {
	condition := ""
	if column == "canonical_url" {
		condition = " AND other.canonical_url <> ''" // selects the index
	}
	return `SELECT other.id FROM content AS other
		WHERE other.` + column + ` IN (?)` + condition + ` AND other.deleted_at IS NULL AND other.block_type = 'content'
			AND (other.expires_at IS NULL OR other.expires_at > ?) AND NOT EXISTS (
			SELECT 1 FROM attention WHERE content_id = other.id AND reason = '` + duplicate + `' AND attention.` + key +
		` = other.` + column + `)`
}
