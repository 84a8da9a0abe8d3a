package history

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"waymark/internal/kit/db"
)

// describe adds to each conflict which record it is about.
func (v *reversal) describe(ctx context.Context) error {
	for i := range v.conflicts.First {
		c := &v.conflicts.First[i]
		kind := v.kind(c.source)
		c.Kind = kind.Name
		var key []json.RawMessage
		if err := json.Unmarshal([]byte(c.key), &key); err != nil {
			return fmt.Errorf("read the key %s: %w", c.key, err)
		}
		table, at := v.undoer.table(c.source), 0
		if kind.Owner != "" {
			at = max(0, slices.Index(table.Key, kind.Owner))
			c.Field = kind.Field
		}
		if json.Unmarshal(key[at], &c.RecordID) != nil {
			continue
		}
		if err := v.name(ctx, c, kind); err != nil {
			return err
		}
	}
	return nil
}

// kind returns how people know the rows of a table. Unknown links belong to the record that is named first in their
// key.
func (v *reversal) kind(table string) Kind {
	if kind, known := v.undoer.Kinds.byTable[table]; known {
		return kind
	}
	key := v.undoer.table(table).Key
	for _, ref := range v.catalog.byTable[table] {
		if len(key) > 1 && ref.Column == key[0] {
			return Kind{Name: v.kind(ref.Parent).Name, Owner: ref.Column, OwnerTable: ref.Parent, Field: table}
		}
	}
	return Kind{Name: strings.ReplaceAll(table, "_", " ")}
}

// maxDescribed limits the conflicts that are described: their names are read one by one.
const maxDescribed = 100

func (v *reversal) name(ctx context.Context, c *Conflict, kind Kind) error {
	table := c.source
	if kind.Owner != "" {
		table = kind.OwnerTable
	}
	if v.undoer.Kinds.byTable[table].Title == "" {
		return nil
	}
	names, err := db.All[string](ctx, v.conn, "SELECT "+v.title(table)+" FROM "+table+" WHERE id = ?", c.RecordID)
	if err != nil {
		return fmt.Errorf("read the name of %s %d: %w", kind.Name, c.RecordID, err)
	}
	if len(names) > 0 {
		c.Name = names[0]
	}
	return nil
}
