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

// Tree maintains records that are nested in others of their kind. Each record has a label, which is the names from the
// root down to it, and a path, which is the ids from the root down to it, each followed by a slash. The label has a
// folded copy and is searchable. Changing a record updates the labels and paths of all its descendants. Such records
// are Serial.
type Tree[T any] struct {
	Table    string
	Noun     string // a destination
	Name     func(*T) *string
	Label    func(*T) *string
	ParentID func(*T) **int64
}

// TreeName returns what is wrong with a name in a tree, or nothing. A label must stay readable: its separator can't be
// part of a name.
func TreeName(name string) string {
	first, _ := utf8.DecodeRuneInString(name)
	if strings.Contains(name, ">") || unicode.IsMark(first) {
		return "Can't contain > or start with punctuation."
	}
	return ""
}

// node is the position of a record in the tree.
type node struct {
	Label string `db:"label"`
	Path  string `db:"path"`
}

func (n node) level() int { return strings.Count(n.Path, "/") }

func (t Tree[T]) nodeOf(ctx context.Context, c db.Conn, id int64) (node, error) {
	n, err := db.One[node](ctx, c, "SELECT label, path FROM "+t.Table+" WHERE id = ?", id)
	return n, wrap(err, fmt.Sprintf("find %s %d", t.Table, id))
}

// under is the condition that selects the descendants of a record. 0 is the character after the slash.
func under(path string) listing.Condition {
	return listing.Condition{SQL: "path > ? AND path < ?", Args: []any{path, strings.TrimSuffix(path, "/") + "0"}}
}

// Place sets the label of a record, and refuses a parent that would create a cycle or too many levels.
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
			c.Problems.Add("parent_id", "A %s can't be inside itself.", t.Noun)
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

// levelsOf returns the number of levels that a record and its descendants occupy.
func (t Tree[T]) levelsOf(ctx context.Context, c db.Conn, own node) (int, error) {
	below := under(own.Path)
	slashes, err := db.Value[int](ctx, c, "SELECT coalesce(max(length(path) - length(replace(path, '/', ''))), 0) FROM "+
		t.Table+" WHERE "+below.SQL, below.Args...)
	return max(slashes, own.level()) - own.level() + 1, wrap(err, "count levels")
}

// Columns returns the columns that are stored with a new record.
func (t Tree[T]) Columns(_ context.Context, c *Change[T]) map[string]any {
	label := *t.Label(c.After)
	return map[string]any{"label": label, "label_key": fold.Key(label)}
}

// Saved stores the label and the path of a record, and replaces them at the beginning of those of its descendants.
func (t Tree[T]) Saved(ctx context.Context, tx *write.Tx, c *Change[T]) error {
	return t.move(ctx, tx, idOf(c.After), *t.Name(c.After), *t.ParentID(c.After))
}

func (t Tree[T]) move(ctx context.Context, tx *write.Tx, id int64, name string, parentID *int64) error {
	old, err := t.nodeOf(ctx, tx.Conn, id)
	if err != nil {
		return err
	}
	now := node{Label: name, Path: strconv.FormatInt(id, 10) + "/"}
	if parentID != nil {
		parent, err := t.nodeOf(ctx, tx.Conn, *parentID)
		if err != nil {
			return err
		}
		now = node{Label: parent.Label + arrow + name, Path: parent.Path + now.Path}
	}
	if _, err := tx.Exec(ctx, "UPDATE "+t.Table+" SET label = ?, label_key = ?, search_text = ?, path = ? WHERE id = ?",
		now.Label, fold.Key(now.Label), fold.SearchText(now.Label), now.Path, id); err != nil {
		return fmt.Errorf("place %s %d: %w", t.Table, id, err)
	}
	if old == now || old.Path == "" {
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
	return wrap(err, fmt.Sprintf("label descendants of %s %d", t.Table, id))
}
