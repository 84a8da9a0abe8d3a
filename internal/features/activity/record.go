package activity

import (
	"context"
	"fmt"
	"strings"

	"waymark/internal/kit/api"
	"waymark/internal/kit/db"
	"waymark/internal/kit/history"
	"waymark/internal/kit/listing"
	"waymark/internal/kit/write"
)

// recordFilter limits the list to the history of a record. If whole, it includes the records below it.
func (u *undoing) recordFilter(name, doc string, whole bool) listing.Filter {
	return listing.Filter{
		Names: []string{name}, Doc: doc,
		Condition: func(value string) (listing.Condition, bool) {
			kind, id, ok := parseRecord(value)
			conditions := u.entriesOf(kind, id, whole)
			parts, args := make([]string, len(conditions)), []any{}
			for i, c := range conditions {
				parts[i] = "SELECT e.change_id AS row_id FROM audit_log AS e WHERE " + c.SQL
				args = append(args, c.Args...)
			}
			changes := strings.Join(parts, " UNION ")
			return listing.Condition{
				SQL: "id IN (" + changes + ")", Args: args,
				IDs: &listing.IDSource{SQL: changes, Args: args, Exact: true},
			}, ok
		},
	}
}

func parseRecord(value string) (kind string, id int64, ok bool) {
	kind, number, _ := strings.Cut(value, ":")
	id, ok = api.ParseID(number)
	return strings.ToLower(kind), id, ok && kind != ""
}

// entriesOf returns conditions for the audit entries of a record and, if whole, of the records below it. Each uses the
// index by kind and record.
func (u *undoing) entriesOf(kind string, id int64, whole bool) []listing.Condition {
	conditions := []listing.Condition{{SQL: "e.kind = ? AND e.record_id = ?", Args: []any{kind, id}}}
	record, known := u.undoer.Kinds.Named(kind)
	if !whole || !known {
		return conditions
	}
	var below func(parent history.Kind, ids string)
	below = func(parent history.Kind, ids string) {
		for _, child := range u.undoer.Kinds.Below(parent.Table) {
			own := "SELECT id FROM " + child.Table + " WHERE " + child.Parent.Column + ids
			conditions = append(conditions, listing.Condition{
				SQL: "e.kind = ? AND e.record_id IN (" + own + ")", Args: []any{child.Name, id},
			})
			below(child, " IN ("+own+")")
		}
	}
	below(record, " = ?")
	return conditions
}

// maxEntries limits the entries that describe a page of change sets.
const maxEntries = 500

// describeBy describes change sets by their entries about a record, or about one below it, instead of their first
// entries.
func (u *undoing) describeBy(ctx context.Context, record string, whole bool, items []*Activity) error {
	kind, id, ok := parseRecord(record)
	if !ok || len(items) == 0 {
		return nil
	}
	ids, byID := []int64{}, map[int64]*Activity{}
	for _, item := range items {
		ids, byID[item.ID] = append(ids, item.ID), item
	}
	parts, args := []string{}, []any{}
	for _, c := range u.entriesOf(kind, id, whole) {
		// With the sum, the index by change set is not used: a bulk action has many more entries than a record.
		parts = append(parts, `SELECT e.change_id, e.id, e.action, e.kind, e.record_id, e.record_name, e.changes
			FROM audit_log AS e WHERE `+c.SQL+" AND e.change_id + 0 IN (?)")
		args = append(append(args, c.Args...), ids)
	}
	entries, err := db.All[struct {
		Change int64 `db:"change_id"`
		Entry
	}](ctx, u.kit.Store.DB.Read(), strings.Join(parts, " UNION ALL ")+" ORDER BY id LIMIT ?", append(args, maxEntries)...)
	if err != nil {
		return fmt.Errorf("read the entries of %s: %w", record, err)
	}
	described := map[int64]bool{}
	for _, entry := range entries {
		isOwn := entry.Kind == kind && *entry.RecordID == id
		byID[entry.Change].describe(entry.Entry, described[entry.Change], isOwn)
		described[entry.Change] = true
	}
	return nil
}

// describe describes the change set by an entry. Another entry of the same record adds its changes; an entry of the
// record itself comes before those of the records below it.
func (a *Activity) describe(e Entry, described, isOwn bool) {
	same := described && a.Kind == e.Kind && *a.RecordID == *e.RecordID
	if same {
		for field, later := range e.Changes {
			if first, ok := a.Changes[field]; ok {
				later.Before = first.Before
			}
			a.Changes[field] = later
		}
		return
	}
	if !described || isOwn {
		a.Action, a.Kind, a.RecordID, a.RecordName, a.Changes = e.Action, e.Kind, e.RecordID, e.RecordName, e.Changes
	}
	if a.Changes == nil {
		a.Changes = map[string]write.Difference{}
	}
}
