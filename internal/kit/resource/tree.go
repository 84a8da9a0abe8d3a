package resource

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/listing"
	"waymark/internal/kit/write"
)

const (
	arrow     = " > "
	maxLevels = 8
)

// Tree is how records stand below others of their kind. Each has a label, the names from the top down, which has a
// folded twin and is searched, and a path, the ids from the top down, each with a slash after it. Both are kept here,
// for a record and for all below it. Such records are Serial.
type Tree[T any] struct {
	Table    string
	Noun     string // a destination
	Name     func(*T) *string
	Label    func(*T) *string
	ParentID func(*T) **int64
}

// TreeName keeps labels readable: a sign between two names means one stands below the other.
func TreeName(name string) string {
	first, _ := utf8.DecodeRuneInString(name)
	if strings.Contains(name, ">") || unicode.IsMark(first) {
		return "Can't have the sign > or begin with a mark."
	}
	return ""
}

// node is where a record stands.
type node struct {
	Label string `db:"label"`
	Path  string `db:"path"`
}

func (n node) level() int { return strings.Count(n.Path, "/") }

func (t Tree[T]) nodeOf(ctx context.Context, c db.Conn, id int64) (node, error) {
	n, err := db.One[node](ctx, c, "SELECT label, path FROM "+t.Table+" WHERE id = ?", id)
	return n, wrap(err, fmt.Sprintf("find %s %d", t.Table, id))
}

// under is a condition: the records under one, at any depth. The digit 0 comes right after the slash.
func under(path string) listing.Condition {
	return listing.Condition{SQL: "path > ? AND path < ?", Args: []any{path, strings.TrimSuffix(path, "/") + "0"}}
}

// Place works out the label of a record at its place in the tree, and refuses places that make no tree.
func (t Tree[T]) Place(ctx context.Context, tx *write.Tx, c *Change[T]) error {
	*t.Label(c.After) = *t.Name(c.After)
	parentID := *t.ParentID(c.After)
	if parentID == nil || len(c.Problems) > 0 {
		return nil
	}
	parent, err := t.nodeOf(ctx, tx.Conn, *parentID)
	if err != nil {
		return err
	}
	levels := 1
	if c.Before != nil {
		own, err := t.nodeOf(ctx, tx.Conn, idOf(c.Before))
		if err != nil {
			return err
		}
		if strings.HasPrefix(parent.Path, own.Path) {
			c.Problems.Add("parent_id", "A %s can't stand below itself.", t.Noun)
			return nil
		}
		if levels, err = t.levelsOf(ctx, tx.Conn, own); err != nil {
			return err
		}
	}
	if parent.level()+levels > maxLevels {
		c.Problems.Add("parent_id", "The tree has at most %d levels.", maxLevels)
	}
	*t.Label(c.After) = parent.Label + arrow + *t.Name(c.After)
	return nil
}

// levelsOf is how many levels a record and those under it take up.
func (t Tree[T]) levelsOf(ctx context.Context, c db.Conn, own node) (int, error) {
	below := under(own.Path)
	slashes, err := db.Value[int](ctx, c, "SELECT coalesce(max(length(path) - length(replace(path, '/', ''))), 0) FROM "+
		t.Table+" WHERE "+below.SQL, below.Args...)
	return max(slashes, own.level()) - own.level() + 1, wrap(err, "measure the tree")
}

// Columns are stored with a new record.
func (t Tree[T]) Columns(_ context.Context, c *Change[T]) map[string]any {
	label := *t.Label(c.After)
	return map[string]any{"label": label, "label_key": fold.Key(label)}
}

// Saved writes the place of a record, and puts the new label and path before those of all under it.
func (t Tree[T]) Saved(ctx context.Context, tx *write.Tx, c *Change[T]) error {
	id := idOf(c.After)
	old, err := t.nodeOf(ctx, tx.Conn, id)
	if err != nil {
		return err
	}
	now := node{Label: *t.Label(c.After), Path: strconv.FormatInt(id, 10) + "/"}
	if parentID := *t.ParentID(c.After); parentID != nil {
		parent, err := t.nodeOf(ctx, tx.Conn, *parentID)
		if err != nil {
			return err
		}
		now.Path = parent.Path + now.Path
	}
	if _, err := tx.Exec(ctx, "UPDATE "+t.Table+" SET label = ?, label_key = ?, path = ? WHERE id = ?", now.Label,
		fold.Key(now.Label), now.Path, id); err != nil {
		return fmt.Errorf("place %s %d: %w", t.Table, id, err)
	}
	if c.Before == nil || old == now {
		return nil
	}
	below := under(old.Path)
	args := []any{}
	for _, part := range []struct{ old, now string }{
		{old.Label, now.Label},
		{fold.Key(old.Label), fold.Key(now.Label)},
		{fold.SearchText(old.Label), fold.SearchText(now.Label)},
		{old.Path, now.Path},
	} {
		args = append(args, part.now, len([]rune(part.old))+1)
	}
	_, err = tx.Exec(ctx, "UPDATE "+t.Table+` SET label = ? || substr(label, ?), label_key = ? || substr(label_key, ?),
		search_text = ? || substr(search_text, ?), path = ? || substr(path, ?) WHERE `+below.SQL,
		append(args, below.Args...)...)
	return wrap(err, fmt.Sprintf("label what is below %s %d", t.Table, id))
}
