package collections

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
	"waymark/internal/kit/write"
)

// PublishChoice is what the bulk actions do to collections that are scheduled.
type PublishChoice struct {
	KeepScheduled bool `json:"keep_scheduled,omitempty" doc:"Skip collections whose date on Inspires is in the future."`
}

// SelectedCollections counts the collections that a bulk action would be applied to.
type SelectedCollections struct {
	Selected         listing.Count `json:"selected"`
	PublishScheduled listing.Count `json:"publish_scheduled" doc:"Those whose publish date on Inspires is in the future."`
	FeatureScheduled listing.Count `json:"feature_scheduled" doc:"Those whose feature date on Inspires is in the future."`
	Published        listing.Count `json:"published" doc:"Those whose publish date on Inspires has passed."`
	Featured         listing.Count `json:"featured" doc:"Those whose feature date on Inspires has passed."`
}

// inspiresAction sets or clears a date on Inspires.
type inspiresAction struct {
	path, summary, column string
	on                    bool
	id                    string
}

// mountInspires registers the four bulk actions that publish and feature collections on Inspires, or stop doing so.
func mountInspires(kit resource.Kit) {
	var action *bulk.Action
	for _, act := range []inspiresAction{
		{"publish-on-inspires", "Publish collections on Inspires", "inspires_publish_at", true, ""},
		{"unpublish-on-inspires", "Unpublish collections from Inspires", "inspires_publish_at", false, ""},
		{"feature-on-inspires", "Feature collections on Inspires", "inspires_feature_at", true, ""},
		{
			"remove-featured-on-inspires", "Stop featuring collections on Inspires", "inspires_feature_at", false,
			"unfeatureCollectionsOnInspires",
		},
	} {
		action = act.mount(kit)
	}
	mountSelection(kit, action) // All four name collections in the same way.
}

func (act inspiresAction) mount(kit resource.Kit) *bulk.Action {
	actions := map[bool]*bulk.Action{}
	add := func(name string, keepScheduled bool) {
		actions[keepScheduled] = kit.Bulk.Add(bulk.Action{
			Name: name, List: "collections", Field: "ids",
			Apply: func(ctx context.Context, tx *write.Tx, _ bulk.Target, ids []int64, named bool) (int64, error) {
				return act.apply(ctx, tx, keepScheduled, ids, named)
			},
		})
	}
	add("collections/"+act.path, false)
	body := actions[false].BodySchema()
	if act.on {
		add("collections/"+act.path+"/keep-scheduled", true)
		body = api.AddOptionalFields[PublishChoice](body)
	}
	op := api.Op{
		Method: "POST", Path: "/api/admin/collections/" + act.path, ID: act.id, Tag: "Collection", Summary: act.summary,
		Body: body,
	}
	api.Handle(kit.API, op, func(ctx context.Context, call *api.Call) (*bulk.Updated, error) {
		body, err := call.Object()
		if err != nil {
			return nil, err
		}
		choice := PublishChoice{}
		if act.on {
			if choice, err = api.Take[PublishChoice](body); err != nil {
				return nil, err
			}
		}
		result, err := actions[choice.KeepScheduled].Run(ctx, bulk.Target{}, body, nil)
		if err != nil {
			return nil, err
		}
		return &bulk.Updated{Updated: result.Changed, Outcome: result.Outcome}, nil
	})
	return actions[false]
}

func mountSelection(kit resource.Kit, action *bulk.Action) {
	op := api.Op{
		Method: "POST", Path: "/api/admin/collections/selection", ReadOnly: true,
		ID: "countSelectedCollections", Tag: "Collection",
		Summary:     "Count selected collections",
		Description: "What a bulk action would be applied to. Nothing is changed.", Body: action.BodySchema(),
	}
	api.Handle(kit.API, op, func(ctx context.Context, call *api.Call) (*SelectedCollections, error) {
		body, err := call.Object()
		if err != nil {
			return nil, err
		}
		now := clock.Now()
		counts, err := action.Count(ctx, body, map[string]listing.Condition{
			"selected":  {},
			"publish":   listing.Indexed("collections", "inspires_publish_at > ?", now),
			"feature":   listing.Indexed("collections", "inspires_feature_at > ?", now),
			"published": listing.Indexed("collections", "inspires_publish_at <= ?", now),
			"featured":  listing.Indexed("collections", "inspires_feature_at <= ?", now),
		})
		return &SelectedCollections{
			counts["selected"], counts["publish"], counts["feature"], counts["published"], counts["featured"],
		}, err
	})
}

// apply sets a date column to now, unless the date is already in the past, or clears it. It writes one audit entry per
// collection, so that the change appears in the history of each. Ids that the request named must exist.
func (act inspiresAction) apply(
	ctx context.Context, tx *write.Tx, keepScheduled bool, ids []int64, named bool,
) (int64, error) {
	column, on := act.column, act.on
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
			already = row.Date != nil && (keepScheduled || !row.Date.After(tx.Now))
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
	return int64(len(changing)), tx.RecordAll(ctx, changes)
}
