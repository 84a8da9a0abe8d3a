package linkchecks

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/webpage"
	"waymark/internal/platform/changes"
	"waymark/internal/platform/schema"
)

// planned is the key under which the position of the plan is stored: the number of the last change that it includes,
// and the last id of a walk through all items, if one has begun.
const planned = "links_planned"

const planBatch = 1000

// Plan brings the links to check in line with the items. It reads the items that have changed since the last time, or
// all of them if that was too long ago.
func (s *Service) Plan(ctx context.Context) error {
	c := s.Kit.Store.DB.Read()
	for {
		number, walked, err := position(ctx, c)
		if err != nil {
			return err
		}
		if walked >= 0 {
			if err := s.walk(ctx, number, walked); err != nil {
				return err
			}
			continue
		}
		list, err := changes.Since(ctx, c, number, planBatch)
		if errors.Is(err, changes.ErrTooOld) {
			head, err := changes.Head(ctx, c)
			if err != nil {
				return err
			}
			if err := s.storePosition(ctx, s.Kit.Store.DB.Writer(), head, 0); err != nil {
				return err
			}
			continue
		}
		if err != nil || len(list) == 0 {
			return err
		}
		ids := []int64{}
		for _, change := range list {
			if change.Kind == schema.ChangedContent {
				ids = append(ids, change.RecordID)
			}
		}
		if err := s.planItems(ctx, ids, list[len(list)-1].Number, -1, s.soon); err != nil {
			return err
		}
	}
}

func position(ctx context.Context, c db.Conn) (number, walked int64, err error) {
	stored, err := db.All[string](ctx, c, "SELECT value FROM installation WHERE key = ?", planned)
	if err != nil || len(stored) == 0 {
		return 0, -1, wrap(err, "read the plan of link checks")
	}
	first, second, _ := strings.Cut(stored[0], " ")
	number, err = strconv.ParseInt(first, 10, 64)
	if err != nil {
		return 0, -1, nil //nolint:nilerr // the plan begins again
	}
	if walked, err = strconv.ParseInt(second, 10, 64); err != nil {
		walked = -1
	}
	return number, walked, nil
}

func (s *Service) storePosition(ctx context.Context, c db.Conn, number, walked int64) error {
	value := strconv.FormatInt(number, 10)
	if walked >= 0 {
		value += " " + strconv.FormatInt(walked, 10)
	}
	_, err := c.Exec(ctx, `INSERT INTO installation (key, value) VALUES (?, ?)
		ON CONFLICT (key) DO UPDATE SET value = excluded.value`, planned, value)
	return wrap(err, "store the plan of link checks")
}

// walk plans the items after an id. Their checks are spread over the whole interval.
func (s *Service) walk(ctx context.Context, number, after int64) error {
	for {
		ids, err := db.All[int64](ctx, s.Kit.Store.DB.Read(),
			"SELECT id FROM content WHERE id > ? AND deleted_at IS NULL ORDER BY id LIMIT ?", after, planBatch)
		if err != nil {
			return fmt.Errorf("walk through the items: %w", err)
		}
		if len(ids) == 0 {
			return s.storePosition(ctx, s.Kit.Store.DB.Writer(), number, -1)
		}
		after = ids[len(ids)-1]
		if err := s.planItems(ctx, ids, number, after, s.spread); err != nil {
			return err
		}
	}
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

// planItems plans the checks of items, and stores the position of the plan with them.
func (s *Service) planItems(
	ctx context.Context, ids []int64, number, walked int64, due func(id int64) time.Time,
) error {
	return s.Kit.Store.DB.WriteAlone(ctx, func(tx *db.Tx) error {
		if err := s.planBatch(ctx, tx, ids, due); err != nil {
			return err
		}
		return s.storePosition(ctx, tx.Conn, number, walked)
	})
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
