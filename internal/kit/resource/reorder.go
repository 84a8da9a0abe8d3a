package resource

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/listing"
	"waymark/internal/kit/write"
)

const maxReordered = 1000

// position is the position of a record in its list, from 1.
type position struct {
	ID    int64 `json:"id"`
	Order int64 `json:"order"`
}

func (r *Resource[T]) mountReorder() {
	all := func(ctx context.Context, c db.Conn) (*listing.Page[T], error) {
		ids, err := db.All[int64](ctx, c, `SELECT id FROM `+r.Table.Name+` ORDER BY "order", id LIMIT ?`, maxReordered)
		if err != nil {
			return nil, fmt.Errorf("read order of %s: %w", r.Table.Name, err)
		}
		items, err := r.Load(ctx, c, ids)
		return &listing.Page[T]{Items: items, Meta: listing.NewMeta(1, maxReordered,
			listing.Count{Total: int64(len(items))})}, err
	}
	api.Handle(r.kit.API, r.Op("GET", "/reorder", "List all "+r.kit.API.Plural(r.Path)+" in order", r.Access.Read),
		func(ctx context.Context, _ *api.Call) (*listing.Page[T], error) {
			return all(ctx, r.kit.Store.DB.Read())
		})

	op := r.Op("PUT", "/reorder", "Reorder "+r.kit.API.Plural(r.Path), r.Access.Write)
	op.Description = "The request must list every record once, with its new position."
	op.Body = &huma.Schema{Type: huma.TypeObject, Required: []string{"order"}, Properties: map[string]*huma.Schema{
		"order": {Type: huma.TypeArray, Items: r.kit.API.SchemaOf(position{})},
	}}
	api.Handle(r.kit.API, op, func(ctx context.Context, call *api.Call) (*listing.Page[T], error) {
		moves, err := parseMoves(call)
		if err != nil {
			return nil, err
		}
		var answer *listing.Page[T]
		err = r.kit.Store.Do(ctx, func(tx *write.Tx) error {
			if err := r.rearrange(ctx, tx, moves); err != nil {
				return err
			}
			answer, err = all(ctx, tx.Conn)
			return err
		})
		return answer, err
	})
}

func parseMoves(call *api.Call) ([]position, error) {
	object, err := call.Object()
	if err != nil {
		return nil, err
	}
	var problems apierr.Fields
	var moves []position
	raw, sent := object["order"]
	delete(object, "order")
	if !sent {
		problems.Add("order", "This field is required.")
	} else if err := json.Unmarshal(raw, &moves); err != nil || len(moves) == 0 || len(moves) > maxReordered {
		problems.Add("order", "Must be a list of ids with their positions.")
	}
	for name := range object {
		problems.Add(name, "Is not a field of this form.")
	}
	return moves, problems.Err()
}

// rearrange stores the new positions of the records.
func (r *Resource[T]) rearrange(ctx context.Context, tx *write.Tx, moves []position) error {
	if tx.Engine == db.Postgres {
		// Two people who drag at the same time wait for each other, or two records would get the same position.
		if _, err := tx.Exec(ctx, "LOCK TABLE "+r.Table.Name+" IN SHARE ROW EXCLUSIVE MODE"); err != nil {
			return fmt.Errorf("lock %s: %w", r.Table.Name, err)
		}
	}
	current, err := db.All[struct {
		position
		Name string `db:"name"`
	}](ctx, tx.Conn, `SELECT id, "order", `+r.Table.NameSQL()+` AS name FROM `+r.Table.Name+` ORDER BY "order", id`)
	if err != nil {
		return fmt.Errorf("read order of %s: %w", r.Table.Name, err)
	}
	before, names := make([]int64, len(current)), write.Names{}
	for i, p := range current {
		before[i], names[p.ID] = p.ID, p.Name
	}
	after, err := arrange(before, moves)
	if err != nil {
		return err
	}
	if slices.Equal(before, after) {
		return nil
	}
	for i, id := range after {
		if current[i].ID == id && current[i].Order == int64(i+1) {
			continue
		}
		if _, err := tx.Exec(ctx, `UPDATE `+r.Table.Name+` SET "order" = ? WHERE id = ?`, i+1, id); err != nil {
			return fmt.Errorf("reorder %s: %w", r.Table.Name, err)
		}
	}
	return tx.Record(ctx, write.Change{
		Action: "reordered", Kind: r.Kind(), Name: r.Label,
		Before: map[string]any{"order": before}, After: map[string]any{"order": after},
		Names: map[string]write.Names{"order": names},
	})
}

func arrange(before []int64, moves []position) ([]int64, error) {
	var problems apierr.Fields
	byPosition := map[int64]int64{}
	moved := map[int64]bool{}
	for i, move := range moves {
		switch {
		case !slices.Contains(before, move.ID):
			problems.Add(fmt.Sprintf("order.%d", i), "This record doesn't exist.")
		case move.Order < 1 || move.Order > int64(len(before)):
			problems.Add(fmt.Sprintf("order.%d", i), "Must be a position from 1 to %d.", len(before))
		case moved[move.ID] || byPosition[move.Order] != 0:
			problems.Add(fmt.Sprintf("order.%d", i), "Appears more than once.")
		default:
			byPosition[move.Order], moved[move.ID] = move.ID, true
		}
	}
	if missing := len(before) - len(moved); len(problems) == 0 && missing > 0 {
		problems.Add("order", "Must name every record: %d are missing. Reload the list and try again.", missing)
	}
	if err := problems.Err(); err != nil {
		return nil, err
	}
	after := make([]int64, len(before))
	for position, id := range byPosition {
		after[position-1] = id
	}
	return after, nil
}
