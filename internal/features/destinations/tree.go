package destinations

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/write"
)

const (
	arrow     = " > "
	maxLevels = 8
)

// node is where a destination stands: the ids from the top down to its own, each with a slash after it.
type node struct {
	Label string `db:"label"`
	Path  string `db:"path"`
}

func (n node) level() int { return strings.Count(n.Path, "/") }

func nodeOf(ctx context.Context, c db.Conn, id int64) (node, error) {
	n, err := db.One[node](ctx, c, "SELECT label, path FROM destinations WHERE id = ?", id)
	if err != nil {
		return n, fmt.Errorf("find destination %d: %w", id, err)
	}
	return n, nil
}

// below is a condition: the destinations under one, at any depth. The digit 0 comes right after the slash.
func below(path string) resource.Where {
	return resource.Where{SQL: "path > ? AND path < ?", Args: []any{path, strings.TrimSuffix(path, "/") + "0"}}
}

// place works out the label of a destination at its place in the tree, and refuses places that make no tree.
func place(ctx context.Context, tx *write.Tx, c *resource.Change[Destination]) error {
	c.After.Label = c.After.Name
	if c.After.ParentID == nil || len(c.Problems) > 0 {
		return nil
	}
	parent, err := nodeOf(ctx, tx.Conn, *c.After.ParentID)
	if err != nil {
		return err
	}
	levels := 1
	if c.Before != nil {
		own, err := nodeOf(ctx, tx.Conn, c.Before.ID)
		if err != nil {
			return err
		}
		if strings.HasPrefix(parent.Path, own.Path) {
			c.Problems.Add("parent_id", "A destination can't stand below itself.")
			return nil
		}
		if levels, err = levelsOf(ctx, tx.Conn, own); err != nil {
			return err
		}
	}
	if parent.level()+levels > maxLevels {
		c.Problems.Add("parent_id", "The tree has at most %d levels.", maxLevels)
	}
	c.After.Label = parent.Label + arrow + c.After.Name
	return nil
}

// levelsOf is how many levels a destination and those under it take up.
func levelsOf(ctx context.Context, c db.Conn, own node) (int, error) {
	under := below(own.Path)
	slashes, err := db.Value[int](ctx, c, "SELECT coalesce(max(length(path) - length(replace(path, '/', ''))), 0) FROM destinations WHERE "+under.SQL, under.Args...)
	if err != nil {
		return 0, fmt.Errorf("measure the tree: %w", err)
	}
	return max(slashes, own.level()) - own.level() + 1, nil
}

func labelColumns(label string) map[string]any {
	return map[string]any{"label": label, "label_key": fold.Key(label)}
}

// relabel writes the place of a destination, and puts the new label and path before those of all under it.
func relabel(ctx context.Context, tx *write.Tx, c *resource.Change[Destination]) error {
	old, err := nodeOf(ctx, tx.Conn, c.After.ID)
	if err != nil {
		return err
	}
	now := node{Label: c.After.Label, Path: strconv.FormatInt(c.After.ID, 10) + "/"}
	if c.After.ParentID != nil {
		parent, err := nodeOf(ctx, tx.Conn, *c.After.ParentID)
		if err != nil {
			return err
		}
		now.Path = parent.Path + now.Path
	}
	if _, err := tx.Exec(ctx, "UPDATE destinations SET label = ?, label_key = ?, path = ? WHERE id = ?", now.Label, fold.Key(now.Label), now.Path, c.After.ID); err != nil {
		return fmt.Errorf("place destination %d: %w", c.After.ID, err)
	}
	if c.Before == nil || old == now {
		return nil
	}
	under := below(old.Path)
	args := []any{}
	for _, part := range []struct{ old, now string }{
		{old.Label, now.Label},
		{fold.Key(old.Label), fold.Key(now.Label)},
		{fold.SearchText(old.Label), fold.SearchText(now.Label)},
		{old.Path, now.Path},
	} {
		args = append(args, part.now, len([]rune(part.old))+1)
	}
	_, err = tx.Exec(ctx, `UPDATE destinations SET label = ? || substr(label, ?), label_key = ? || substr(label_key, ?),
		search_text = ? || substr(search_text, ?), path = ? || substr(path, ?) WHERE `+under.SQL, append(args, under.Args...)...)
	if err != nil {
		return fmt.Errorf("label what is below destination %d: %w", c.After.ID, err)
	}
	return nil
}
