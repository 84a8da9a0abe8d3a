package resource

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/write"
)

// Named is another record as it shows in this one.
type Named struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

// Ref is the id of another record, or none. Searchable refs are found by the other record's own search.
func Ref[T any](name string, at func(*T) **int64, to Rows, list ...Rule) Field[T] {
	r := gather(list)
	return Field[T]{
		name: name, column: name, rules: r, ref: &to, schema: &huma.Schema{Type: huma.TypeInteger, Nullable: !r.required},
		dest:  func(t *T) any { return at(t) },
		value: orNone(at),
		clear: func(t *T) { *at(t) = nil },
		parse: func(_ context.Context, in *input) func(*T) {
			var id int64
			if !in.into(&id, "the id of a record") {
				return nil
			}
			return func(t *T) { *at(t) = &id }
		},
		check: func(ctx context.Context, tx *write.Tx, t *T, problems *apierr.Fields) error {
			if *at(t) == nil {
				return nil
			}
			found, err := to.exist(ctx, tx.Conn, []int64{**at(t)})
			if err == nil && !found[**at(t)] {
				problems.Add(name, "There is no such record.")
			}
			return err
		},
	}
}

// Identity is the record's id.
func (n Named) Identity() int64 { return n.ID }

// Identified is what is shown of another record. A type of its own embeds Named and adds columns by their json names.
type Identified interface{ Identity() int64 }

// Related shows the record a Ref leads to.
func Related[T any, R Identified](name string, at func(*T) **R, id func(*T) *int64, to Rows) Field[T] {
	columns := columnsOf[R](to)
	return Field[T]{
		name: name, rules: gather([]Rule{ReadOnly}),
		attach: func(ctx context.Context, c db.Conn, _ *Resource[T], rows []*T) error {
			ids := []int64{}
			for _, t := range rows {
				if ref := id(t); ref != nil {
					ids = append(ids, *ref)
				}
			}
			if len(ids) == 0 {
				return nil
			}
			others, err := db.All[R](ctx, c, "SELECT "+columns+" FROM "+to.Table+" WHERE id IN (?)", unique(ids))
			if err != nil {
				return fmt.Errorf("read %s: %w", name, err)
			}
			byID := map[int64]*R{}
			for i := range others {
				byID[others[i].Identity()] = &others[i]
			}
			for _, t := range rows {
				if ref := id(t); ref != nil {
					*at(t) = byID[*ref]
				}
			}
			return nil
		},
	}
}

// RelatedAll shows the records a Refs field leads to, in the order of their names. It is declared after it.
func RelatedAll[T any, R Identified](name string, at func(*T) *[]R, ids func(*T) []int64, to Rows) Field[T] {
	columns := columnsOf[R](to)
	return Field[T]{
		name: name, rules: gather([]Rule{ReadOnly}),
		attach: func(ctx context.Context, c db.Conn, _ *Resource[T], rows []*T) error {
			all := []int64{}
			for _, t := range rows {
				*at(t) = []R{}
				all = append(all, ids(t)...)
			}
			if len(all) == 0 {
				return nil
			}
			others, err := db.All[R](ctx, c, "SELECT "+columns+" FROM "+to.Table+" WHERE id IN (?) ORDER BY "+to.named()+"_key, id", unique(all))
			if err != nil {
				return fmt.Errorf("read %s: %w", name, err)
			}
			for _, t := range rows {
				wanted := map[int64]bool{}
				for _, id := range ids(t) {
					wanted[id] = true
				}
				for _, other := range others {
					if wanted[other.Identity()] {
						*at(t) = append(*at(t), other)
					}
				}
			}
			return nil
		},
	}
}

func columnsOf[R any](of Rows) string {
	names := jsonNames(reflect.TypeFor[R]())
	for i, name := range names {
		names[i] = quote(name)
		if name == "name" {
			names[i] = quote(of.named()) + " AS name"
		}
	}
	return strings.Join(names, ", ")
}

// Link is a table of pairs that ties this record to others.
type Link struct {
	Table string
	Own   string // the column with this record's id
	Other string // the column with the other's
	To    Rows
	// AddedAt and AddedBy are columns that keep when a pair was made, and by whom, if the table has them.
	AddedAt, AddedBy string
}

type pair struct {
	Own   int64 `db:"own"`
	Other int64 `db:"other"`
}

// Refs is a set of other records, kept in a table of pairs.
func Refs[T any](name string, at func(*T) *[]int64, link Link, list ...Rule) Field[T] {
	f := Field[T]{
		name: name, rules: gather(list), schema: &huma.Schema{Type: huma.TypeArray, Items: &huma.Schema{Type: huma.TypeInteger}},
		clear: func(t *T) { *at(t) = []int64{} },
		value: func(t *T) any { return slices.Sorted(slices.Values(*at(t))) },
	}
	if f.rules.initial == nil {
		f.rules.initial = func(t *T) { *at(t) = notNil(*at(t)) }
	}
	f.parse = func(_ context.Context, in *input) func(*T) {
		var ids []int64
		if !in.into(&ids, "a list of ids") {
			return nil
		}
		if len(ids) == 0 && in.rules.required {
			in.refuse("This field is required.")
			return nil
		}
		if len(ids) > 1000 {
			in.refuse("Must have at most 1000 entries.")
			return nil
		}
		ids = unique(ids)
		return func(t *T) { *at(t) = ids }
	}
	f.attach = func(ctx context.Context, c db.Conn, _ *Resource[T], rows []*T) error {
		owners := make([]int64, len(rows))
		for i, t := range rows {
			owners[i] = idOf(t)
			*at(t) = []int64{}
		}
		pairs, err := db.All[pair](ctx, c, "SELECT "+link.Own+" AS own, "+link.Other+" AS other FROM "+link.Table+" WHERE "+link.Own+" IN (?)"+link.live()+" ORDER BY "+link.Other, owners)
		if err != nil {
			return fmt.Errorf("read %s: %w", name, err)
		}
		for _, p := range pairs {
			i := slices.Index(owners, p.Own)
			*at(rows[i]) = append(*at(rows[i]), p.Other)
		}
		return nil
	}
	f.check = func(ctx context.Context, tx *write.Tx, t *T, problems *apierr.Fields) error {
		found, err := link.To.exist(ctx, tx.Conn, *at(t))
		for i, id := range *at(t) {
			if err == nil && !found[id] {
				problems.Add(fmt.Sprintf("%s.%d", name, i), "There is no such record.")
			}
		}
		return err
	}
	f.save = func(ctx context.Context, tx *write.Tx, before, after *T) error {
		old := []int64{}
		if before != nil {
			old = *at(before)
		}
		id := idOf(after)
		if gone := without(old, *at(after)); len(gone) > 0 {
			if _, err := tx.Exec(ctx, "DELETE FROM "+link.Table+" WHERE "+link.Own+" = ? AND "+link.Other+" IN (?)", id, gone); err != nil {
				return fmt.Errorf("unlink %s: %w", name, err)
			}
		}
		_, err := link.Add(ctx, tx, id, without(*at(after), old))
		return err
	}
	return f
}

// live leaves out ties to records in the trash. They stay as they are, and are there again when the record comes back.
func (l Link) live() string {
	if !l.To.Trashable {
		return ""
	}
	return " AND EXISTS (SELECT 1 FROM " + l.To.Table + " AS other WHERE other.id = " + l.Table + "." + l.Other + " AND other.deleted_at IS NULL)"
}

// Add ties a record to others, skipping those it is tied to already, and tells how many were new.
func (l Link) Add(ctx context.Context, tx *write.Tx, id int64, others []int64) (int64, error) {
	if len(others) == 0 {
		return 0, nil
	}
	columns, marks, args := l.Own+", "+l.Other, "?, id", []any{id}
	if l.AddedAt != "" {
		columns, marks, args = columns+", "+l.AddedAt, marks+", ?", append(args, tx.Now)
	}
	if by := write.ActorOf(ctx).UserID; l.AddedBy != "" && by != 0 {
		columns, marks, args = columns+", "+l.AddedBy, marks+", ?", append(args, by)
	}
	added, err := tx.Exec(ctx, "INSERT INTO "+l.Table+" ("+columns+") SELECT "+marks+" FROM "+l.To.Table+" WHERE id IN (?)"+l.To.live()+" ORDER BY id ON CONFLICT DO NOTHING", append(args, others)...)
	if err != nil {
		return 0, fmt.Errorf("link %s: %w", l.Table, err)
	}
	return added, nil
}

func unique(ids []int64) []int64 {
	once, seen := make([]int64, 0, len(ids)), make(map[int64]bool, len(ids))
	for _, id := range ids {
		if !seen[id] {
			once, seen[id] = append(once, id), true
		}
	}
	return once
}

func without(list, taken []int64) []int64 {
	return slices.DeleteFunc(slices.Clone(list), func(id int64) bool { return slices.Contains(taken, id) })
}
