// Package merge merges records into one of them. It moves what refers to the others, suggests records that may be the
// same, and remembers where merged records went, so that their ids still lead somewhere.
package merge

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/table"
	"waymark/internal/kit/uses"
	"waymark/internal/kit/write"
)

// Rules say how records of a kind are merged into one of them, the survivor. What their uses declare refers to the
// survivor afterwards.
type Rules[T any] struct {
	Access api.Access // if fewer may merge than update and delete
	// Copied are links of the records themselves. The survivor gets those of the others; they keep theirs in the trash.
	Copied []table.Link
	// Parent is the field with the parent of records in a tree, whose children move to the survivor.
	Parent string
	// NameColumn is the column with the folded names by which duplicates are found, if it is not that of the name.
	NameColumn string
	// URLColumn is a column that two records have the same value in only if they are duplicates. It has an index.
	URLColumn string
	// Repoint changes references that are neither columns nor links, and thus are uses with a query.
	Repoint func(ctx context.Context, tx *write.Tx, survivor *T, merged []*T) error
}

// MaxRecords is how many records can be merged at once, with the survivor.
const MaxRecords = 50

// maxMovedReferences is what one transaction can change within two minutes.
const maxMovedReferences = 50_000

// Record is a record that is merged.
type Record struct {
	ID   int64
	Name string
}

// Plan is a merge of records into one of them.
type Plan struct {
	Table    table.Table
	Uses     []uses.Use
	Copied   []table.Link // see Rules
	Parent   string       // see Rules
	Survivor Record
	Merged   []Record
}

// MovedReferences counts references of one kind.
type MovedReferences struct {
	Kind  string `json:"kind" doc:"Kind of the records that refer to it." example:"content"`
	Count int64  `json:"count" doc:"Number of references, with those of records in the trash." example:"3"`
}

// IDs returns the ids of the merged records, without the survivor.
func (p Plan) IDs() []int64 {
	ids := make([]int64, len(p.Merged))
	for i, record := range p.Merged {
		ids[i] = record.ID
	}
	return ids
}

// Check refuses a merge that is not possible, and returns what it moves.
func (p Plan) Check(ctx context.Context, c db.Conn) ([]MovedReferences, error) {
	if p.Parent != "" {
		if err := p.checkChildren(ctx, c); err != nil {
			return nil, err
		}
	}
	counts, err := uses.CountReferences(ctx, c, p.Uses, p.IDs(), maxMovedReferences)
	if err != nil {
		return nil, fmt.Errorf("count references to %s: %w", p.Table.Name, err)
	}
	moved, sum := []MovedReferences{}, int64(0)
	for i, use := range p.Uses {
		if counts[i] > 0 {
			moved, sum = append(moved, MovedReferences{use.Kind, counts[i]}), sum+counts[i]
		}
	}
	if sum > maxMovedReferences {
		return nil, apierr.Field("ids", "More than 50,000 records refer to these. Merge fewer at once.")
	}
	return moved, nil
}

// checkChildren refuses to merge records of a tree if the survivor is inside one of them, or if children of two of them
// have the same name.
func (p Plan) checkChildren(ctx context.Context, c db.Conn) error {
	id, ids, parent := p.Survivor.ID, p.IDs(), table.Quote(p.Parent)
	path, err := db.Value[string](ctx, c, "SELECT path FROM "+p.Table.Name+" WHERE id = ?", id)
	if err != nil {
		return fmt.Errorf("find %s %d: %w", p.Table.Name, id, err)
	}
	for _, record := range p.Merged {
		if strings.Contains("/"+path, fmt.Sprintf("/%d/", record.ID)) {
			return apierr.Conflict(fmt.Sprintf("%s is inside %s. Keep %[2]s instead, or move %[1]s elsewhere first.",
				p.Survivor.Name, record.Name))
		}
	}
	labels, err := db.All[string](ctx, c, `SELECT label FROM `+p.Table.Name+` AS child
		WHERE `+parent+` IN (?) AND NOT (id IN (?)) AND EXISTS (
			SELECT 1 FROM `+p.Table.Name+` AS other
			WHERE other.`+parent+` IN (?) AND NOT (other.id IN (?)) AND other.name_key = child.name_key
				AND other.id <> child.id)
		ORDER BY name_key, id LIMIT 2`, append(slices.Clone(ids), id), ids, append(slices.Clone(ids), id), ids)
	if err != nil {
		return fmt.Errorf("compare the children of %s: %w", p.Table.Name, err)
	}
	if len(labels) == 2 {
		return apierr.Conflict(fmt.Sprintf(
			"%s and %s would have the same name and the same parent. Merge or rename them first.", labels[0], labels[1]))
	}
	return nil
}

// MoveReferences has all columns and links that refer to the merged records refer to the survivor.
func (p Plan) MoveReferences(ctx context.Context, tx *write.Tx) error {
	ids := p.IDs()
	for _, use := range p.Uses {
		if err := p.moveUse(ctx, tx, use, ids); err != nil {
			return err
		}
	}
	for _, link := range p.Copied {
		if _, err := link.Copy(ctx, tx, ids, p.Survivor.ID); err != nil {
			return err
		}
	}
	return nil
}

func (p Plan) moveUse(ctx context.Context, tx *write.Tx, use uses.Use, ids []int64) error {
	switch {
	case slices.Contains(p.Copied, use.Link):
		return nil
	case use.Link.Table != "":
		return use.Link.Move(ctx, tx, ids, p.Survivor.ID)
	case use.IDs != "" || use.Table.Name == p.Table.Name: // Rules.Repoint changes the former, Children has the latter
		return nil
	}
	_, err := tx.Exec(ctx, "UPDATE "+use.Table.Name+" SET "+table.Quote(use.Column)+
		" = ?, version = version + 1, updated_at = ? WHERE "+table.Quote(use.Column)+" IN (?)",
		p.Survivor.ID, tx.Now, ids)
	if err != nil {
		return fmt.Errorf("repoint %s: %w", use.Table.Name, err)
	}
	return nil
}

// Children returns the ids of the records in a tree that have to move to the survivor.
func (p Plan) Children(ctx context.Context, c db.Conn) ([]int64, error) {
	children, err := db.All[int64](ctx, c, "SELECT id FROM "+p.Table.Name+" WHERE "+table.Quote(p.Parent)+
		" IN (?) AND NOT (id IN (?)) ORDER BY id", p.IDs(), p.IDs())
	if err != nil {
		return nil, fmt.Errorf("find the children of %s: %w", p.Table.Name, err)
	}
	return children, nil
}

// Order returns the ids of the merged records in the order in which they can be deleted: in a tree, those below others
// come first.
func (p Plan) Order(ctx context.Context, c db.Conn) ([]int64, error) {
	if p.Parent == "" {
		return p.IDs(), nil
	}
	ordered, err := db.All[int64](ctx, c,
		"SELECT id FROM "+p.Table.Name+" WHERE id IN (?) ORDER BY length(path) DESC, id", p.IDs())
	if err != nil {
		return nil, fmt.Errorf("order merged %s: %w", p.Table.Name, err)
	}
	return ordered, nil
}
