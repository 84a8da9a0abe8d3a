package content

import (
	"context"
	"fmt"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/bulk"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/listing"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/table"
	"waymark/internal/kit/trash"
	"waymark/internal/kit/write"
)

// PublishChoice is what a bulk publish does to items that are scheduled.
type PublishChoice struct {
	KeepScheduled bool `json:"keep_scheduled,omitempty" doc:"Skip items whose publish date is in the future."`
}

// Deleted reports how many items were moved to the trash.
type Deleted struct {
	Deleted int64 `json:"deleted"`
	bulk.Outcome
}

// SelectedContent counts the items that a bulk action would be applied to.
type SelectedContent struct {
	Selected  listing.Count `json:"selected"`
	Scheduled listing.Count `json:"scheduled" doc:"Those whose publish date is in the future. Publishing them replaces it."`
	Published listing.Count `json:"published" doc:"Those whose publish date has passed. Drafts lose it."`
	Expiring  listing.Count `json:"expiring" doc:"Those whose expiry date is in the future. Expiring them replaces it."`
}

// applyFunc changes items and returns how many it changed.
type applyFunc func(ctx context.Context, tx *write.Tx, items []item) (int64, error)

// bulkAction adds an action on items that are named by content_ids or a filter.
func bulkAction(kit resource.Kit, name string, apply applyFunc) *bulk.Action {
	return kit.Bulk.Add(bulk.Action{
		Name: "content/" + name, List: "content", Field: "content_ids",
		Apply: func(ctx context.Context, tx *write.Tx, _ bulk.Target, ids []int64, named bool) (int64, error) {
			items, err := lockItems(ctx, tx, ids, named)
			if err != nil {
				return 0, err
			}
			return apply(ctx, tx, items)
		},
	})
}

func mountBulk(kit resource.Kit) {
	publish := bulkAction(kit, "publish", setStatus(published, false))
	publishUnscheduled := bulkAction(kit, "publish/keep-scheduled", setStatus(published, true))
	mountStatus(kit, "publish", "Publish content", publish, publishUnscheduled,
		"Sets the publish date to now unless it has passed, and removes an expiry date that has. Skips published items.")
	mountStatus(kit, "draft", "Revert content to drafts", bulkAction(kit, "draft", setStatus(draft, false)), nil,
		"Removes the publish date, and an expiry date that has passed. Drafts are skipped.")
	mountStatus(kit, "expire", "Expire content", bulkAction(kit, "expire", setStatus(expired, false)), nil,
		"Sets the expiry date to now. Items that have expired are skipped.")
	remove := bulkAction(kit, "delete", deleteItems)
	remove.Slow = true
	mountDelete(kit, remove)

	count := api.Op{
		Method: "POST", Path: "/api/admin/content/selection", ReadOnly: true, ID: "countSelectedContent", Tag: "Content",
		Summary:     "Count selected content",
		Description: "What a bulk action would be applied to. Nothing is changed.", Body: publish.BodySchema(),
	}
	api.Handle(kit.API, count, func(ctx context.Context, call *api.Call) (*SelectedContent, error) {
		body, err := call.Object()
		if err != nil {
			return nil, err
		}
		now := clock.Now()
		counts, err := publish.Count(ctx, body, map[string]listing.Condition{
			"selected": {}, "scheduled": indexed("published_at > ?", now), "published": indexed("published_at <= ?", now),
			"expiring": indexed("expires_at > ?", now),
		})
		return &SelectedContent{counts["selected"], counts["scheduled"], counts["published"], counts["expiring"]}, err
	})
}

// mountStatus registers the endpoint of a bulk action on the status. Requests can choose the action that skips
// scheduled items, if there is one.
func mountStatus(kit resource.Kit, path, summary string, action, keepScheduled *bulk.Action, description string) {
	op := api.Op{
		Method: "POST", Path: "/api/admin/content/" + path, ID: path + "Content", Tag: "Content", Summary: summary,
		Description: description, Body: action.BodySchema(),
	}
	if keepScheduled != nil {
		op.Body = api.AddOptionalFields[PublishChoice](op.Body)
	}
	api.Handle(kit.API, op, func(ctx context.Context, call *api.Call) (*bulk.Updated, error) {
		body, err := call.Object()
		if err != nil {
			return nil, err
		}
		chosen := action
		if keepScheduled != nil {
			choice, err := api.Take[PublishChoice](body)
			if err != nil {
				return nil, err
			}
			if choice.KeepScheduled {
				chosen = keepScheduled
			}
		}
		result, err := chosen.Run(ctx, bulk.Target{}, body, nil)
		if err != nil {
			return nil, err
		}
		return &bulk.Updated{Updated: result.Changed, Outcome: result.Outcome}, nil
	})
}

func mountDelete(kit resource.Kit, action *bulk.Action) {
	op := api.Op{
		Method: "POST", Path: "/api/admin/content/delete", ID: "deleteSelectedContent", Tag: "Content",
		Summary: "Delete selected content", Description: "Moves the items to the trash.", Body: action.BodySchema(),
	}
	api.Handle(kit.API, op, func(ctx context.Context, call *api.Call) (*Deleted, error) {
		body, err := call.Object()
		if err != nil {
			return nil, err
		}
		result, err := action.Run(ctx, bulk.Target{}, body, nil)
		if err != nil {
			return nil, err
		}
		return &Deleted{result.Changed, result.Outcome}, nil
	})
}

// item is the part of an item that bulk actions read.
type item struct {
	ID          int64      `db:"id"`
	Title       string     `db:"title"`
	BlockType   string     `db:"block_type"`
	PublishedAt *time.Time `db:"published_at"`
	ExpiresAt   *time.Time `db:"expires_at"`
}

// lockItems loads live items and locks them in the order of their ids. Ids that the request named must exist.
func lockItems(ctx context.Context, tx *write.Tx, ids []int64, named bool) ([]item, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	items, err := db.All[item](ctx, tx.Conn, `SELECT id, title, block_type, published_at, expires_at
		FROM content WHERE id IN (?) AND deleted_at IS NULL ORDER BY id`+tx.ForUpdate(), ids)
	if err != nil {
		return nil, fmt.Errorf("load content: %w", err)
	}
	if !named {
		return items, nil
	}
	found := map[int64]bool{}
	for _, item := range items {
		found[item.ID] = true
	}
	return items, table.Missing("content_ids", ids, found, "This record doesn't exist.")
}

// setStatus returns an action that changes the dates of items as the status switcher does. It writes one audit entry
// per item, so that the change appears in the history of each.
func setStatus(status string, keepScheduled bool) applyFunc {
	return func(ctx context.Context, tx *write.Tx, items []item) (int64, error) {
		byDates, changes := map[datesChange][]int64{}, []write.Change{}
		for _, item := range items {
			if keepScheduled && item.PublishedAt != nil && item.PublishedAt.After(tx.Now) {
				continue
			}
			before := Schedule{PublishedAt: item.PublishedAt, ExpiresAt: item.ExpiresAt}
			after := before.withStatus(status, tx.Now)
			change := datesChange{
				published: !sameTime(before.PublishedAt, after.PublishedAt), expires: !sameTime(before.ExpiresAt, after.ExpiresAt),
			}
			if !change.published && !change.expires {
				continue
			}
			byDates[change] = append(byDates[change], item.ID)
			changes = append(changes, write.Change{
				Action: "updated", Kind: item.BlockType, ID: item.ID, Name: item.Title,
				Before: map[string]any{"published_at": before.PublishedAt, "expires_at": before.ExpiresAt},
				After:  map[string]any{"published_at": after.PublishedAt, "expires_at": after.ExpiresAt},
			})
		}
		for change, ids := range byDates {
			if err := change.write(ctx, tx, status, ids); err != nil {
				return 0, err
			}
		}
		return int64(len(changes)), tx.RecordAll(ctx, changes)
	}
}

// datesChange says which dates of an item a status changes.
type datesChange struct{ published, expires bool }

// write changes the dates of items. Those that change get the same value whatever they were before.
func (c datesChange) write(ctx context.Context, tx *write.Tx, status string, ids []int64) error {
	set, args := "version = version + 1, updated_at = ?", []any{tx.Now}
	now := map[bool]any{true: tx.Now, false: nil}
	if c.published {
		set, args = set+", published_at = ?", append(args, now[status == published])
		if by := write.ActorOf(ctx).UserID; status == published && by != 0 {
			set, args = set+", admin_id = ?", append(args, by)
		}
	}
	if c.expires {
		set, args = set+", expires_at = ?", append(args, now[status == expired])
	}
	if _, err := tx.Exec(ctx, "UPDATE content SET "+set+" WHERE id IN (?)", append(args, ids)...); err != nil {
		return fmt.Errorf("set the status of content: %w", err)
	}
	return nil
}

// deleteItems moves items to the trash.
func deleteItems(ctx context.Context, tx *write.Tx, items []item) (int64, error) {
	byKind, changes := map[string][]int64{}, []write.Change{}
	for _, item := range items {
		byKind[item.BlockType] = append(byKind[item.BlockType], item.ID)
		changes = append(changes, write.Change{
			Action: "deleted", Kind: item.BlockType, ID: item.ID, Name: item.Title,
			Before: map[string]any{"title": item.Title},
		})
	}
	for _, kind := range []trash.Kind{Trash, ImageTrash} {
		if err := trash.PutAll(ctx, tx, kind, "title", byKind[kind.Name]); err != nil {
			return 0, err
		}
	}
	return int64(len(items)), tx.RecordAll(ctx, changes)
}
