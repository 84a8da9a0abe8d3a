package attention

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/bulk"
	"waymark/internal/kit/db"
	"waymark/internal/kit/table"
	"waymark/internal/kit/webpage"
	"waymark/internal/kit/write"
	"waymark/internal/platform/schema"
)

// RescheduleInput says when items expire: a number of days later, or on a day.
type RescheduleInput struct {
	Days int64  `json:"days,omitempty" doc:"Number of days by which items expire later, counted from now if they have expired."`
	Date string `json:"date,omitempty" format:"date" doc:"The last day of the items, instead of a number of days."`
}

// maxDays is by how many days an expiry date can be moved.
const maxDays = 3660

func (s *Service) mountFixes() {
	none := func(context.Context, map[string]json.RawMessage) (bulk.Target, error) { return bulk.Target{}, nil }
	use := s.rowAction("use-new-address", s.useNewAddress)
	s.mountAction(api.Op{
		Path: "/api/admin/attention/use-new-address", ID: "useNewAddresses", Summary: "Use the new addresses of moved links",
		Description: "Replaces the URLs of items with the addresses they redirect to. Rows with other reasons are skipped.",
		Body:        use.BodySchema(),
	}, use, none)
	reschedule := s.rowAction("reschedule", s.reschedule)
	s.mountAction(api.Op{
		Path: "/api/admin/attention/reschedule", ID: "rescheduleExpiries", Summary: "Reschedule expiry dates",
		Description: "Changes the dates of items that expire soon or have expired. Rows with other reasons are skipped.",
		Body:        api.AddOptionalFields[RescheduleInput](reschedule.BodySchema()),
	}, reschedule, s.rescheduleArguments)
	remove := s.rowAction("remove-from-collections", s.removeFromCollections)
	s.mountAction(api.Op{
		Path: "/api/admin/attention/remove-from-collections", ID: "removeExpiredFromCollections",
		Summary:     "Remove expired items from public collections",
		Description: "Rows with other reasons are skipped.", Body: remove.BodySchema(),
	}, remove, none)
}

// useNewAddress replaces the URLs of moved links. The new ones are checked next.
func (s *Service) useNewAddress(ctx context.Context, tx *write.Tx, _ bulk.Target, rows []chosenRow) (int64, error) {
	rows = withReason(rows, moved)
	links, err := movedTo(ctx, tx, contentIDs(rows))
	if err != nil {
		return 0, err
	}
	changes, changed := []write.Change{}, []int64{}
	for _, row := range rows {
		address := links[row.ContentID]
		canonical, ok := webpage.Canonical(address)
		if !ok || address == row.ContentURL || webpage.Problem(address) != "" {
			continue
		}
		_, err := tx.Exec(ctx, `UPDATE content SET content_url = ?, canonical_url = ?, link_status = '',
			link_checked_at = NULL, version = version + 1, updated_at = ? WHERE id = ?`,
			address, canonical, tx.Now, row.ContentID)
		if err != nil {
			return 0, fmt.Errorf("use the new address of item %d: %w", row.ContentID, err)
		}
		changed = append(changed, row.ContentID)
		changes = append(changes, row.record("updated",
			map[string]any{"content_url": row.ContentURL}, map[string]any{"content_url": address}))
	}
	return s.settle(ctx, tx, changed, changes)
}

// movedTo returns where the links of items lead, by item.
func movedTo(ctx context.Context, tx *write.Tx, ids []int64) (map[int64]string, error) {
	to := map[int64]string{}
	if len(ids) == 0 {
		return to, nil
	}
	found, err := db.All[struct {
		ContentID int64  `db:"content_id"`
		FinalURL  string `db:"final_url"`
	}](ctx, tx.Conn, `SELECT content_id, final_url
		FROM content_links
		JOIN content ON content.id = content_id AND content_url = url
		WHERE content_id IN (?) AND link_status = 'moved' AND status = 'moved'`, ids)
	if err != nil {
		return nil, fmt.Errorf("find new addresses: %w", err)
	}
	for _, f := range found {
		to[f.ContentID] = f.FinalURL
	}
	return to, nil
}

// settle records changes of items, and removes the rows whose reason is gone with them.
func (s *Service) settle(ctx context.Context, tx *write.Tx, ids []int64, changes []write.Change) (int64, error) {
	if len(ids) == 0 {
		return 0, nil
	}
	if err := tx.RecordAll(ctx, changes); err != nil {
		return 0, err
	}
	return int64(len(ids)), s.Refresh(ctx, tx.Tx, table.UniqueIDs(ids))
}

// rescheduleArguments returns the number of days, or the time in microseconds.
func (s *Service) rescheduleArguments(_ context.Context, body map[string]json.RawMessage) (bulk.Target, error) {
	in, err := api.Take[RescheduleInput](body)
	if err != nil {
		return bulk.Target{}, err
	}
	if in.Date == "" {
		if in.Days < 1 || in.Days > maxDays {
			return bulk.Target{}, apierr.Field("days", "Must be a whole number from 1 to %d.", maxDays)
		}
		return bulk.Target{ID: in.Days}, nil
	}
	if in.Days != 0 {
		return bulk.Target{}, apierr.Field("date", "Send a date or a number of days, not both.")
	}
	_, end, err := s.Kit.Day(in.Date)
	if err != nil {
		return bulk.Target{}, apierr.Field("date", "Must be a day, such as 2026-01-31.")
	}
	if !end.After(s.now()) || end.After(s.now().AddDate(0, 0, maxDays)) {
		return bulk.Target{}, apierr.Field("date", "Must be within the next ten years.")
	}
	return bulk.Target{Other: end.Add(-lastMoment).UnixMicro()}, nil
}

// lastMoment is how long before the next day a day ends.
const lastMoment = time.Microsecond

func (s *Service) reschedule(ctx context.Context, tx *write.Tx, target bulk.Target, rows []chosenRow) (int64, error) {
	changes, changed := []write.Change{}, []int64{}
	for _, row := range withReason(rows, expiring, expired) {
		if n := len(changed); row.ExpiresAt == nil || (n > 0 && changed[n-1] == row.ContentID) {
			continue // an item can be in several collections
		}
		at := time.UnixMicro(target.Other).UTC()
		if target.ID != 0 {
			at = latest(*row.ExpiresAt, tx.Now).AddDate(0, 0, int(target.ID))
		}
		if at.Equal(*row.ExpiresAt) {
			continue
		}
		_, err := tx.Exec(ctx, "UPDATE content SET expires_at = ?, version = version + 1, updated_at = ? WHERE id = ?",
			at, tx.Now, row.ContentID)
		if err != nil {
			return 0, fmt.Errorf("reschedule item %d: %w", row.ContentID, err)
		}
		changed = append(changed, row.ContentID)
		changes = append(changes, row.record("updated",
			map[string]any{"expires_at": row.ExpiresAt}, map[string]any{"expires_at": at}))
	}
	return s.settle(ctx, tx, changed, changes)
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// removeFromCollections removes expired items from the public collections that show them.
func (s *Service) removeFromCollections(
	ctx context.Context, tx *write.Tx, _ bulk.Target, rows []chosenRow,
) (int64, error) {
	rows = withReason(rows, expired)
	byCollection := map[int64][]int64{}
	titles := write.Names{}
	for _, row := range rows {
		byCollection[row.CollectionID] = append(byCollection[row.CollectionID], row.ContentID)
		titles[row.ContentID] = row.Title
	}
	collections := slices.Sorted(maps.Keys(byCollection))
	names, err := schema.Collections.Names(ctx, tx.Conn, collections)
	if err != nil {
		return 0, err
	}
	changes, removed := []write.Change{}, int64(0)
	for _, id := range collections {
		n, err := schema.CollectionContent.Remove(ctx, tx, id, byCollection[id])
		if err != nil {
			return 0, err
		}
		removed += n
		changes = append(changes, write.Change{
			Action: "removed from", Kind: "collection", ID: id, Name: names[id],
			After: map[string]any{"content_ids": byCollection[id]}, Names: map[string]write.Names{"content_ids": titles},
		})
	}
	_, err = s.settle(ctx, tx, contentIDs(rows), changes)
	return removed, err
}

func withReason(rows []chosenRow, reasons ...string) []chosenRow {
	return slices.DeleteFunc(slices.Clone(rows), func(r chosenRow) bool { return !slices.Contains(reasons, r.Reason) })
}

func contentIDs(rows []chosenRow) []int64 {
	ids := make([]int64, len(rows))
	for i, row := range rows {
		ids[i] = row.ContentID
	}
	return ids
}
