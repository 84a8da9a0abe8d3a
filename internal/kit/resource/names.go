package resource

import (
	"context"
	"maps"
	"slices"

	"waymark/internal/kit/db"
	"waymark/internal/kit/table"
	"waymark/internal/kit/write"
)

// readNames returns the names of the records that fields refer to or have referred to. It reads those that are not
// known.
func readNames(
	ctx context.Context, c db.Conn, fields []*Field, before, after *row, known map[string]write.Names,
) (map[string]write.Names, error) {
	names, missing := make(map[string]write.Names, len(fields)), []table.Rows{}
	for _, f := range fields {
		ids := f.referredIDs(before, after)
		unknown := slices.DeleteFunc(slices.Clone(ids), func(id int64) bool { return known[f.name][id] != "" })
		names[f.name] = write.Names{}
		for _, id := range ids {
			if name, ok := known[f.name][id]; ok {
				names[f.name][id] = name
			}
		}
		missing = append(missing, table.Rows{Table: f.referredTable(), IDs: unknown})
	}
	read, err := table.Names(ctx, c, missing)
	if err != nil {
		return nil, err
	}
	for i, f := range fields {
		maps.Copy(names[f.name], read[i])
	}
	return names, nil
}

// referredTable returns the table of the records that a Ref or Refs refers to.
func (f *Field) referredTable() table.Table {
	if f.ref != nil {
		return *f.ref
	}
	return f.link.To
}

// referredIDs returns the ids of the records that a field of any of the given rows refers to, once each.
func (f *Field) referredIDs(rows ...*row) []int64 {
	ids := []int64{}
	for _, r := range rows {
		if r != nil {
			ids = append(ids, f.refers(*r).ids...)
		}
	}
	return table.UniqueIDs(ids)
}

// rowAt returns a record as a row, or nil.
func rowAt[T any](item *T) *row {
	if item == nil {
		return nil
	}
	at := rowOf(item)
	return &at
}
