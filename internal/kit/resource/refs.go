package resource

import (
	"context"
	"fmt"
	"slices"

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
	f.refers = func(r row) references {
		if id := *h.in(r); id != nil {
			return references{ids: []int64{*id}}
		}
		return references{}
	}
	return f
}

// references are the records that a field refers to.
type references struct {
	ids     []int64
	several bool // a problem is reported for the position of its id
}

func (r references) problemAt(name string, i int) string {
	if r.several {
		return fmt.Sprintf("%s.%d", name, i)
	}
	return name
}

// checkReferences refuses references of changed fields to records that don't exist. It returns the names of those that
// the fields refer to, and have referred to before, by field. One statement finds them all.
func checkReferences(
	ctx context.Context, c db.Conn, before *row, after row, fields []*Field, problems *apierr.Fields,
) (map[string]write.Names, error) {
	lists := make([]table.Rows, len(fields))
	for i, f := range fields {
		lists[i] = table.Rows{Table: f.referredTable(), IDs: f.referredIDs(before, &after), Live: true}
	}
	found, err := table.Names(ctx, c, lists)
	if err != nil {
		return nil, fmt.Errorf("find the records that fields refer to: %w", err)
	}
	names := make(map[string]write.Names, len(fields))
	for i, f := range fields {
		refs := f.refers(after)
		for position, id := range refs.ids {
			if _, exists := found[i][id]; !exists {
				problems.Add(refs.problemAt(f.name, position), noSuchRecord)
			}
		}
		names[f.name] = found[i]
	}
	return names, nil
}

const maxRefs = 1000

// Refs is a set of other records, stored in a table of pairs.
func Refs(field *[]int64, link table.Link, list ...Rule) Field {
	h := newHandle(field)
	f := Field{
		kind: "refs", target: h, rules: collect(list), link: &link,
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
		sort:   func(r row) { *h.in(r) = notNil(slices.Sorted(slices.Values(*h.in(r)))) },
		relate: func(shown *names) *relation { return refsRelation(h, link, shown) },
		save: func(ctx context.Context, tx *write.Tx, before *row, after row) error {
			return saveRefs(ctx, tx, link, after.id, *h.in(*before), *h.in(after))
		},
	}
	f.refers = func(r row) references { return references{ids: *h.in(r), several: true} }
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
	return table.UniqueIDs(ids), true
}

// addRefs links a new record. It may have been stored with the number of its links, so none can be left out.
func (r *Resource[T]) addRefs(ctx context.Context, tx *write.Tx, item row) error {
	all, want := []table.Others{}, 0
	for i := range r.fields {
		if f := &r.fields[i]; f.link != nil && !f.rules.readOnly {
			ids := f.refers(item).ids
			all, want = append(all, table.Others{Link: *f.link, IDs: ids}), want+len(ids)
		}
	}
	added, err := table.AddAll(ctx, tx, item.id, all)
	if err == nil && added < int64(want) {
		return apierr.ReferenceDeleted()
	}
	return err
}

func saveRefs(ctx context.Context, tx *write.Tx, link table.Link, id int64, old, now []int64) error {
	if removed := without(old, now); len(removed) > 0 {
		if _, err := link.Remove(ctx, tx, id, removed); err != nil {
			return err
		}
	}
	_, err := link.Add(ctx, tx, id, without(now, old))
	return err
}
