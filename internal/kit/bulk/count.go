package bulk

import (
	"context"
	"encoding/json"
	"fmt"

	"waymark/internal/kit/db"
	"waymark/internal/kit/listing"
)

// Count counts those of the records named by a request that meet each of the conditions, so that people can be warned
// before the action. A condition without SQL counts all of them. Counts are exact if the records would be changed at
// once. Otherwise they are capped like those of the list.
func (a *Action) Count(
	ctx context.Context, body map[string]json.RawMessage, conditions map[string]listing.Condition,
) (map[string]listing.Count, error) {
	chosen, err := a.choose(ctx, body, nil)
	if err != nil {
		return nil, err
	}
	count := a.countMatching
	if !a.tooMany(chosen) {
		count = a.countIDs
	}
	counts := map[string]listing.Count{}
	for name, condition := range conditions {
		if counts[name], err = count(ctx, chosen, condition); err != nil {
			return nil, err
		}
	}
	return counts, nil
}

func (a *Action) countIDs(ctx context.Context, chosen *choice, condition listing.Condition) (listing.Count, error) {
	list, read := a.runner.lists[a.List], a.runner.store.DB.Read()
	conditions := append(list.Base(listing.Query{}),
		listing.Condition{SQL: read.OneOf("id"), Args: []any{db.IDs(chosen.ids)}})
	if condition.SQL != "" {
		conditions = append(conditions, condition)
	}
	where, args := listing.And(conditions)
	n, err := db.Value[int64](ctx, read, "SELECT count(*) FROM "+list.Table.Name+where, args...)
	if err != nil {
		return listing.Count{}, fmt.Errorf("count selected %s: %w", list.Table.Name, err)
	}
	return listing.Count{Total: n}, nil
}

func (a *Action) countMatching(
	ctx context.Context, chosen *choice, condition listing.Condition,
) (listing.Count, error) {
	list := a.runner.lists[a.List]
	q, err := list.Parse(chosen.filter)
	if err != nil {
		return listing.Count{}, err
	}
	q.Conditions["selected"] = condition
	plan, err := list.Plan(ctx, a.runner.store.DB.Read(), q)
	if err != nil {
		return listing.Count{}, err
	}
	return plan.Count(ctx)
}
