package resource

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"waymark/internal/kit/db"
	"waymark/internal/kit/history"
	"waymark/internal/kit/write"
)

// branch is a record of a tree with its parent, as an undo left them.
type branch struct {
	ID       int64  `db:"id"`
	Name     string `db:"name"`
	ParentID *int64 `db:"parent_id"`
}

// CheckUndo refuses records that an undo would put into themselves or too deep into the tree, and stores the labels and
// paths of the others. An undo does not set them back, because their ancestors may have changed since.
func (t Tree[T]) CheckUndo(ctx context.Context, tx *write.Tx, changes *history.Changes) error {
	ids := changes.Setting("name", "parent_id")
	branches, err := t.ancestry(ctx, tx.Conn, ids)
	if err != nil {
		return err
	}
	moved, refused := []branch{}, false
	for _, id := range ids {
		own, exists := branches[id]
		if !exists {
			continue
		}
		level, inside := levelOf(branches, own)
		if inside {
			changes.Refuse(id, "parent_id", fmt.Sprintf("A %s can't be inside itself.", t.Noun))
			refused = true
		} else if level > maxLevels {
			changes.Refuse(id, "parent_id", fmt.Sprintf("The tree has at most %d levels.", maxLevels))
			refused = true
		}
		moved = append(moved, own)
	}
	if refused {
		return nil
	}
	slices.SortStableFunc(moved, func(a, b branch) int { // parents first: their descendants move with them
		levelA, _ := levelOf(branches, a)
		levelB, _ := levelOf(branches, b)
		return cmp.Compare(levelA, levelB)
	})
	for _, own := range moved {
		if err := t.move(ctx, tx, own.ID, own.Name, own.ParentID); err != nil {
			return err
		}
	}
	return t.refuseDeep(ctx, tx.Conn, moved, changes)
}

// levelOf returns the level of a record, of which the first is 1, or reports that it is inside itself.
func levelOf(branches map[int64]branch, own branch) (level int, inside bool) {
	at := own
	for level = 1; at.ParentID != nil; level++ {
		if at = branches[*at.ParentID]; at.ID == own.ID || level > 2*maxLevels {
			return level, true
		}
	}
	return level, false
}

// ancestry reads records and their ancestors.
func (t Tree[T]) ancestry(ctx context.Context, c db.Conn, ids []int64) (map[int64]branch, error) {
	branches := map[int64]branch{}
	for len(ids) > 0 {
		found, err := db.All[branch](ctx, c, "SELECT id, name, parent_id FROM "+t.Table+" WHERE "+c.OneOf("id"), db.IDs(ids))
		if err != nil {
			return nil, fmt.Errorf("find ancestors in %s: %w", t.Table, err)
		}
		ids = nil
		for _, b := range found {
			branches[b.ID] = b
		}
		for _, b := range found {
			if b.ParentID == nil {
				continue
			}
			if _, known := branches[*b.ParentID]; !known && !slices.Contains(ids, *b.ParentID) {
				ids = append(ids, *b.ParentID)
			}
		}
	}
	return branches, nil
}

// refuseDeep refuses records with descendants that are too deep in the tree by now.
func (t Tree[T]) refuseDeep(ctx context.Context, c db.Conn, moved []branch, changes *history.Changes) error {
	for _, own := range moved {
		at, err := t.nodeOf(ctx, c, own.ID)
		if err != nil {
			return err
		}
		levels, err := t.levelsOf(ctx, c, at)
		if err != nil {
			return err
		}
		if at.level()+levels-1 > maxLevels {
			changes.Refuse(own.ID, "parent_id", fmt.Sprintf("The tree has at most %d levels.", maxLevels))
		}
	}
	return nil
}
