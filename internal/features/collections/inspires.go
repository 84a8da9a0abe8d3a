package collections

import (
	"context"
	"fmt"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/bulk"
	"waymark/internal/kit/db"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/table"
	"waymark/internal/kit/write"
)

// Updated reports how many collections were changed.
type Updated struct {
	Updated int64 `json:"updated"`
	bulk.Outcome
}

// mountInspires registers the four bulk actions that publish and feature collections on Inspires, or stop doing so.
func mountInspires(kit resource.Kit) {
	for _, act := range []struct {
		path, summary, column string
		on                    bool
		id                    string
	}{
		{"publish-on-inspires", "Publish collections on Inspires", "inspires_publish_at", true, ""},
		{"unpublish-on-inspires", "Unpublish collections from Inspires", "inspires_publish_at", false, ""},
		{"feature-on-inspires", "Feature collections on Inspires", "inspires_feature_at", true, ""},
		{
			"remove-featured-on-inspires", "Stop featuring collections on Inspires", "inspires_feature_at", false,
			"unfeatureCollectionsOnInspires",
		},
	} {
		action := kit.Bulk.Add(bulk.Action{
			Name: "collections/" + act.path, List: "collections", Field: "ids",
			Apply: func(ctx context.Context, tx *write.Tx, _ bulk.Target, ids []int64, named bool) (int64, error) {
				return setInspiresDate(ctx, tx, act.column, act.on, ids, named)
			},
		})
		op := api.Op{
			Method: "POST", Path: "/api/admin/" + action.Name, ID: act.id, Tag: "Collection", Summary: act.summary,
			Body: action.BodySchema(),
		}
		api.Handle(kit.API, op, func(ctx context.Context, call *api.Call) (*Updated, error) {
			body, err := call.Object()
			if err != nil {
				return nil, err
			}
			result, err := action.Run(ctx, bulk.Target{}, body, nil)
			if err != nil {
				return nil, err
			}
			return &Updated{result.Changed, result.Outcome}, nil
		})
	}
}

// setInspiresDate sets a date column to now, unless the date is already in the past, or clears it. It writes one audit
// entry per collection, so that the change appears in the history of each. Ids that the request named must exist.
func setInspiresDate(
	ctx context.Context, tx *write.Tx, column string, on bool, ids []int64, named bool,
) (int64, error) {
	rows, err := db.All[struct {
		ID   int64      `db:"id"`
		Name string     `db:"name"`
		Date *time.Time `db:"date"`
	}](ctx, tx.Conn, "SELECT id, name, "+column+
		" AS date FROM collections WHERE id IN (?) AND deleted_at IS NULL ORDER BY id"+tx.ForUpdate(), ids)
	if err != nil {
		return 0, fmt.Errorf("load collections: %w", err)
	}
	found, changing := map[int64]bool{}, []int64{}
	var after *time.Time
	if on {
		after = &tx.Now
	}
	changes := []write.Change{}
	for _, row := range rows {
		found[row.ID] = true
		already := row.Date == nil
		if on {
			already = row.Date != nil && !row.Date.After(tx.Now)
		}
		if already {
			continue
		}
		changing = append(changing, row.ID)
		changes = append(changes, write.Change{
			Action: "updated", Kind: "collection", ID: row.ID, Name: row.Name,
			Before: map[string]any{column: row.Date}, After: map[string]any{column: after},
		})
	}
	if named {
		if err := table.Missing("ids", ids, found, "This record doesn't exist."); err != nil {
			return 0, err
		}
	}
	if len(changing) == 0 {
		return 0, nil
	}
	_, err = tx.Exec(ctx, "UPDATE collections SET "+column+" = ?, version = version + 1, updated_at = ? WHERE id IN (?)",
		after, tx.Now, changing)
	if err != nil {
		return 0, fmt.Errorf("update collections: %w", err)
	}
	for _, change := range changes {
		if err := tx.Record(ctx, change); err != nil {
			return 0, err
		}
	}
	return int64(len(changing)), nil
}
