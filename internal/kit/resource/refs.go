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
	"waymark/internal/kit/table"
	"waymark/internal/kit/write"
)

const noSuchRecord = "This record doesn't exist."

// Named is what a record shows of another.
type Named struct {
	ID   int64  `json:"id" doc:"Id of the record." example:"7"`
	Name string `json:"name" doc:"Name of the record." example:"Lisbon"`
}

// Identity returns the record's id.
func (n Named) Identity() int64 { return n.ID }

// Identified is what a record shows of another. A type can embed Named and add columns by their JSON names.
type Identified interface{ Identity() int64 }

// Ref is the id of another record, or none. A searchable ref is found by the other record's own search text.
func Ref(field **int64, to table.Table, list ...Rule) Field {
	h, r := newHandle(field), collect(list)
	f := Field{
		kind: "ref", target: h, rules: r, ref: &to, nullable: true,
		schema: &huma.Schema{Type: huma.TypeInteger, Nullable: !r.required},
		dest:   func(r row) any { return h.in(r) },
		value:  func(r row) any { return optional(*h.in(r)) },
		clear:  func(r row) { *h.in(r) = nil },
		parse: func(_ context.Context, in *input) func(row) {
			var id int64
			if !in.decode(&id, "the id of a record") {
				return nil
			}
			return func(r row) { *h.in(r) = &id }
		},
	}
	f.check = func(ctx context.Context, tx *write.Tx, r row, name string, problems *apierr.Fields) error {
		id := *h.in(r)
		if id == nil {
			return nil
		}
		existing, err := to.Existing(ctx, tx.Conn, []int64{*id})
		if err == nil && !existing[*id] {
			problems.Add(name, noSuchRecord)
		}
		return err
	}
	return f
}

// Related shows the record that a Ref refers to.
func Related[R Identified](field **R, id **int64, to table.Table) Field {
	h, ref, columns := newHandle(field), newHandle(id), columnsOf[R](to)
	return Field{
		kind: "related", target: h, sources: []locator{ref}, rules: rules{readOnly: true},
		attach: func(ctx context.Context, c db.Conn, rows []row) error {
			ids := []int64{}
			for _, r := range rows {
				if id := *ref.in(r); id != nil {
					ids = append(ids, *id)
				}
			}
			if len(ids) == 0 {
				return nil
			}
			others, err := db.All[R](ctx, c, "SELECT "+columns+" FROM "+to.Name+" WHERE id IN (?)", unique(ids))
			if err != nil {
				return fmt.Errorf("read %s: %w", to.Name, err)
			}
			byID := map[int64]*R{}
			for i := range others {
				byID[others[i].Identity()] = &others[i]
			}
			for _, r := range rows {
				if id := *ref.in(r); id != nil {
					*h.in(r) = byID[*id]
				}
			}
			return nil
		},
	}
}

// RelatedAll shows the records that a Refs field refers to, in the order of their names. It is declared after that
// field.
func RelatedAll[R Identified](field *[]R, ids *[]int64, to table.Table) Field {
	h, refs, columns := newHandle(field), newHandle(ids), columnsOf[R](to)
	query := "SELECT " + columns + " FROM " + to.Name + " WHERE id IN (?) ORDER BY " + to.TitleColumn() + "_key, id"
	return Field{
		kind: "related", target: h, sources: []locator{refs}, rules: rules{readOnly: true},
		attach: func(ctx context.Context, c db.Conn, rows []row) error {
			all := []int64{}
			for _, r := range rows {
				*h.in(r) = []R{}
				all = append(all, *refs.in(r)...)
			}
			if len(all) == 0 {
				return nil
			}
			others, err := db.All[R](ctx, c, query, unique(all))
			if err != nil {
				return fmt.Errorf("read %s: %w", to.Name, err)
			}
			for _, r := range rows {
				for _, other := range others {
					if slices.Contains(*refs.in(r), other.Identity()) {
						*h.in(r) = append(*h.in(r), other)
					}
				}
			}
			return nil
		},
	}
}

// columnsOf lists the columns of what is shown of another record.
func columnsOf[R any](of table.Table) string {
	names := jsonNames(reflect.TypeFor[R]())
	for i, name := range names {
		names[i] = quote(name)
		if name == "name" {
			names[i] = quote(of.TitleColumn()) + " AS name"
		}
	}
	return strings.Join(names, ", ")
}

const maxRefs = 1000

type pair struct {
	Own   int64 `db:"own"`
	Other int64 `db:"other"`
}

// Refs is a set of other records, stored in a table of pairs.
func Refs(field *[]int64, link table.Link, list ...Rule) Field {
	h := newHandle(field)
	f := Field{
		kind: "refs", target: h, rules: collect(list),
		schema: &huma.Schema{Type: huma.TypeArray, Items: &huma.Schema{Type: huma.TypeInteger}},
		clear:  func(r row) { *h.in(r) = []int64{} },
		value:  func(r row) any { return slices.Sorted(slices.Values(*h.in(r))) },
		parse: func(_ context.Context, in *input) func(row) {
			ids, ok := in.ids()
			if !ok {
				return nil
			}
			return func(r row) { *h.in(r) = ids }
		},
		attach: func(ctx context.Context, c db.Conn, rows []row) error { return loadRefs(ctx, c, link, h, rows) },
		save: func(ctx context.Context, tx *write.Tx, before *row, after row) error {
			old := []int64{}
			if before != nil {
				old = *h.in(*before)
			}
			return saveRefs(ctx, tx, link, after.id, old, *h.in(after))
		},
	}
	f.check = func(ctx context.Context, tx *write.Tx, r row, name string, problems *apierr.Fields) error {
		existing, err := link.To.Existing(ctx, tx.Conn, *h.in(r))
		for i, id := range *h.in(r) {
			if err == nil && !existing[id] {
				problems.Add(fmt.Sprintf("%s.%d", name, i), noSuchRecord)
			}
		}
		return err
	}
	if f.rules.initial == nil {
		f.fill = func(r row) { *h.in(r) = notNil(*h.in(r)) }
	}
	return f
}

func (in *input) ids() ([]int64, bool) {
	var ids []int64
	if !in.decode(&ids, "a list of ids") {
		return nil, false
	}
	if len(ids) == 0 && in.rules.required {
		in.refuse("This field is required.")
		return nil, false
	}
	if len(ids) > maxRefs {
		in.refuse("Must have at most %d entries.", maxRefs)
		return nil, false
	}
	return unique(ids), true
}

func loadRefs(ctx context.Context, c db.Conn, link table.Link, h *handle[[]int64], rows []row) error {
	owners := make([]int64, len(rows))
	for i, r := range rows {
		owners[i] = r.id
		*h.in(r) = []int64{}
	}
	query := "SELECT " + link.OwnColumn + " AS own, " + link.ToColumn + " AS other FROM " + link.Table +
		" WHERE " + link.OwnColumn + " IN (?)" + link.AndLive() + " ORDER BY " + link.ToColumn
	pairs, err := db.All[pair](ctx, c, query, owners)
	if err != nil {
		return fmt.Errorf("read %s: %w", link.Table, err)
	}
	for _, p := range pairs {
		ids := h.in(rows[slices.Index(owners, p.Own)])
		*ids = append(*ids, p.Other)
	}
	return nil
}

func saveRefs(ctx context.Context, tx *write.Tx, link table.Link, id int64, old, now []int64) error {
	if removed := without(old, now); len(removed) > 0 {
		query := "DELETE FROM " + link.Table + " WHERE " + link.OwnColumn + " = ? AND " + link.ToColumn + " IN (?)"
		if _, err := tx.Exec(ctx, query, id, removed); err != nil {
			return fmt.Errorf("unlink %s: %w", link.Table, err)
		}
	}
	_, err := link.Add(ctx, tx, id, without(now, old))
	return err
}
