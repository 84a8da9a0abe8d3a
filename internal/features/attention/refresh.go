package attention

import (
	"context"
	"fmt"
	"slices"
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
	neighbours, err := r.neighbours(ctx, ids)
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

	// What the items had in common with others and no longer have, or have in common now: canonical URLs and folded
	// titles.
	urls, titles []string
}

func (r *refresh) addKeys(url, title string) {
	if url != "" {
		r.urls = append(r.urls, url)
	}
	if title != "" {
		r.titles = append(r.titles, title)
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
			r.addKeys(old.URLKey, old.TitleKey)
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
			r.addKeys(w.URLKey, w.TitleKey)
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
		r.addKeys(old.URLKey, "")
		r.addKeys(now.URLKey, "")
	}
	if old.TitleKey != now.TitleKey {
		r.addKeys("", old.TitleKey)
		r.addKeys("", now.TitleKey)
	}
	_, err := r.tx.Exec(ctx, "UPDATE attention SET since = ?, url_key = ?, title_key = ? WHERE id = ?",
		since, now.URLKey, now.TitleKey, old.ID)
	if err != nil {
		return fmt.Errorf("update what needs attention: %w", err)
	}
	return nil
}

// neighbours returns other items whose reasons follow. That is the item that alone remains with a URL or title, or that
// was alone with it until now. If there are several others, they are listed because of each other, and remain so.
func (r *refresh) neighbours(ctx context.Context, ids []int64) ([]int64, error) {
	found := []int64{}
	for _, same := range []struct {
		keys      []string
		condition string
	}{
		{r.urls, "other.canonical_url = keys.value AND other.canonical_url <> ''"}, // the second part selects the index
		{r.titles, "other.title_key = keys.value"},
	} {
		if len(same.keys) == 0 {
			continue
		}
		slices.Sort(same.keys)
		keys := slices.Compact(same.keys)
		list, err := db.All[int64](ctx, r.tx.Conn, r.onlyOther(same.condition), r.now, db.IDs(ids), db.JSON(keys))
		if err != nil {
			return nil, fmt.Errorf("find other duplicates: %w", err)
		}
		found = append(found, list...)
	}
	return table.UniqueIDs(found), nil
}

// onlyOther returns a query for the items that are the only one of their key, apart from given ones. Its arguments are
// the time, the given items and the keys.
func (r *refresh) onlyOther(condition string) string {
	keys := "json_each(?) AS keys"
	if r.tx.Engine == db.Postgres {
		keys = "jsonb_array_elements_text(?::jsonb) AS keys (value)"
	}
	return `SELECT id FROM (
		SELECT (SELECT CASE count(*) WHEN 1 THEN min(id) END FROM (
			SELECT id FROM content AS other
			WHERE ` + condition + ` AND ` + isDuplicable + ` AND NOT ` + r.tx.OneOf("other.id") + ` LIMIT 2
		) AS others) AS id FROM ` + keys + `
	) AS found WHERE id IS NOT NULL`
}
