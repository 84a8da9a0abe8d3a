package linkchecks

import (
	"context"
	"fmt"
	"hash/fnv"
	"slices"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/webpage"
	"waymark/internal/platform/changes"
	"waymark/internal/platform/schema"
)

// lockPlan is the number of an advisory lock.
const lockPlan = 7_305_120_483

// Plan brings the links to check in line with the items. The checks of items that a walk has come to are spread over
// the whole interval.
func (s *Service) Plan(ctx context.Context) error {
	return changes.Follower{
		DB: s.Kit.Store.DB, Key: changes.LinksKey, Lock: lockPlan,
		Changed: func(ctx context.Context, tx *db.Tx, list []changes.Change) error {
			return s.planBatch(ctx, tx, changes.RecordIDs(list, schema.ChangedContent), s.soon)
		},
		Walked: func(ctx context.Context, tx *db.Tx, ids []int64) error { return s.planBatch(ctx, tx, ids, s.spread) },
	}.CatchUp(ctx)
}

// soon is when an item is checked that has just been added or changed.
func (s *Service) soon(int64) time.Time { return clock.Now() }

// spread returns a time within the interval, which depends on the id.
func (s *Service) spread(id int64) time.Time {
	sum := fnv.New64a()
	_, _ = fmt.Fprint(sum, id)
	every := s.Every
	if every == 0 {
		every = defaultEvery
	}
	return clock.Now().Add(time.Duration(sum.Sum64() % uint64(every)))
}

// plannedItem is an item with the link that is planned for it.
type plannedItem struct {
	ID      int64   `db:"id"`
	URL     string  `db:"content_url"`
	Planned *string `db:"url"`
}

func (s *Service) planBatch(ctx context.Context, tx *db.Tx, ids []int64, due func(id int64) time.Time) error {
	if len(ids) == 0 {
		return nil
	}
	items, err := db.All[plannedItem](ctx, tx.Conn, `SELECT content.id, content_url, url FROM content
		LEFT JOIN content_links ON content_id = content.id
		WHERE deleted_at IS NULL AND content_url <> '' AND content.id IN (?)`, ids)
	if err != nil {
		return fmt.Errorf("read items: %w", err)
	}
	live, changed, links, hosts := []int64{}, []int64{}, [][]any{}, map[string]time.Time{}
	for _, item := range items {
		live = append(live, item.ID)
		address, ok := webpage.Address(item.URL)
		if (item.Planned != nil && *item.Planned == item.URL) || !ok {
			continue
		}
		name, at := address.Hostname(), due(item.ID)
		if first, known := hosts[name]; !known || at.Before(first) {
			hosts[name] = at
		}
		changed, links = append(changed, item.ID), append(links, []any{item.ID, item.URL, name, at})
	}
	gone := slices.DeleteFunc(slices.Clone(ids), func(id int64) bool { return slices.Contains(live, id) })
	return s.storePlan(ctx, tx, gone, changed, links, hosts)
}

func (s *Service) storePlan(
	ctx context.Context, tx *db.Tx, gone, changed []int64, links [][]any, hosts map[string]time.Time,
) error {
	if len(gone) > 0 {
		if _, err := tx.Exec(ctx, "DELETE FROM content_links WHERE content_id IN (?)", gone); err != nil {
			return fmt.Errorf("delete planned checks: %w", err)
		}
	}
	if len(links) == 0 {
		return nil
	}
	if err := tx.InsertRows(ctx, db.Insertion{
		Into: "content_links (content_id, url, host, due_at)",
		End: `ON CONFLICT (content_id) DO UPDATE SET url = excluded.url, host = excluded.host, due_at = excluded.due_at,
			checked_at = NULL, status = '', code = 0, final_url = '', problem = '', failing_since = NULL, failed_days = 0,
			failed_at = NULL`,
	}, links); err != nil {
		return fmt.Errorf("plan checks: %w", err)
	}
	_, err := tx.Exec(ctx, `UPDATE content SET link_status = '', link_checked_at = NULL
		WHERE id IN (?) AND link_checked_at IS NOT NULL`, changed)
	if err != nil {
		return fmt.Errorf("clear the status of links: %w", err)
	}
	if s.Changed != nil {
		if err := s.Changed(ctx, tx, changed); err != nil {
			return err
		}
	}
	rows := [][]any{}
	for name, at := range hosts {
		rows = append(rows, []any{name, at})
	}
	// A host that is being visited finds its new links when the visit ends.
	return wrap(tx.InsertRows(ctx, db.Insertion{
		Into: "link_hosts (host, next_at)",
		End: `ON CONFLICT (host) DO UPDATE SET next_at =
			CASE WHEN link_hosts.rests_until > excluded.next_at THEN link_hosts.rests_until ELSE excluded.next_at END
			WHERE link_hosts.lease = '' AND (link_hosts.next_at IS NULL OR link_hosts.next_at > excluded.next_at)`,
	}, rows), "plan hosts")
}
