package resource

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/listing"
	"waymark/internal/kit/table"
)

// relation fills a field with other records, or with their ids. All relations of a page are read with one statement.
type relation struct {
	// query selects the columns of another, or reports that there are none.
	query func(rows []row) (listing.Statement, bool)
	// fill takes the others in any order.
	fill func(rows []row, others []another)
}

// another is what a relation reads of another record.
type another struct {
	own   int64 // the record that shows it; for a Ref the other record itself
	id    int64
	name  string
	extra string // the column that a type adds to Named
}

// byName compares like the folded copies of names in the database do.
func byName(a, b another) int {
	return cmp.Or(cmp.Compare(fold.Key(a.name), fold.Key(b.name)), cmp.Compare(a.id, b.id))
}

// readRelations fills the fields of all relations.
func (r *Resource[T]) readRelations(ctx context.Context, c db.Conn, rows []row) error {
	parts, args, relations := []string{}, []any{}, []*relation{}
	for i := range r.fields {
		relation := r.fields[i].relation
		if relation == nil {
			continue
		}
		part, ok := relation.query(rows)
		if !ok {
			relation.fill(rows, nil)
			continue
		}
		parts = append(parts, "SELECT "+strconv.Itoa(len(relations))+", "+part.SQL)
		args, relations = append(args, part.Args...), append(relations, relation)
	}
	if len(parts) == 0 {
		return nil
	}
	found, err := readOthers(ctx, c, strings.Join(parts, " UNION ALL "), args, len(parts))
	if err != nil {
		return fmt.Errorf("read relations of %s: %w", r.Table.Name, err)
	}
	for i, relation := range relations {
		relation.fill(rows, found[i])
	}
	return nil
}

func readOthers(ctx context.Context, c db.Conn, query string, args []any, relations int) ([][]another, error) {
	rows, err := c.Query(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	found := make([][]another, relations)
	for rows.Next() {
		var relation int
		var o another
		if err := rows.Scan(&relation, &o.own, &o.id, &o.name, &o.extra); err != nil {
			return nil, err
		}
		found[relation] = append(found[relation], o)
	}
	return found, rows.Err()
}

// shape is a type that shows another record: Named, or a struct that embeds it and may add the text of one column.
type shape[R Identified] struct {
	column string // the added column, or ''
	field  []int  // the struct field of the added column
}

func shapeOf[R Identified]() shape[R] {
	s := shape[R]{column: "''"}
	for _, field := range reflect.VisibleFields(reflect.TypeFor[R]()) {
		name := describe(field).name
		if field.Anonymous || name == "id" || name == "name" {
			continue
		}
		if s.field != nil || field.Type.Kind() != reflect.String {
			panic(fmt.Sprintf("resource: %s adds more to Named than one text", reflect.TypeFor[R]()))
		}
		s.column, s.field = quote(name), field.Index
	}
	return s
}

// columns lists what is read of another record in a table with the given alias, after the own id.
func (s shape[R]) columns(of table.Table, alias string) string {
	extra := s.column
	if s.field != nil {
		extra = alias + "." + extra
	}
	return alias + ".id, " + alias + "." + quote(of.TitleColumn()) + ", " + extra
}

func (s shape[R]) of(o another) R {
	var shown R
	if named, ok := any(&shown).(*Named); ok {
		*named = Named{o.id, o.name}
		return shown
	}
	value := reflect.ValueOf(&shown).Elem()
	value.FieldByName("Named").Set(reflect.ValueOf(Named{o.id, o.name}))
	if s.field != nil {
		value.FieldByIndex(s.field).SetString(o.extra)
	}
	return shown
}

// Related shows the record that a Ref refers to.
func Related[R Identified](field **R, id **int64, to table.Table) Field {
	h, ref, shape := newHandle(field), newHandle(id), shapeOf[R]()
	return Field{
		kind: "related", target: h, sources: []locator{ref}, rules: rules{readOnly: true},
		relation: &relation{
			query: func(rows []row) (listing.Statement, bool) {
				ids := []int64{}
				for _, r := range rows {
					if id := *ref.in(r); id != nil {
						ids = append(ids, *id)
					}
				}
				query := "other.id, " + shape.columns(to, "other") + " FROM " + to.Name + " AS other WHERE other.id IN (?)"
				return listing.Statement{SQL: query, Args: []any{unique(ids)}}, len(ids) > 0
			},
			fill: func(rows []row, others []another) {
				byID := make(map[int64]*R, len(others))
				for _, o := range others {
					shown := shape.of(o)
					byID[o.id] = &shown
				}
				for _, r := range rows {
					if id := *ref.in(r); id != nil {
						*h.in(r) = byID[*id]
					}
				}
			},
		},
	}
}

// RelatedAll shows the records of a Refs field, in the order of their names. It is declared after that field.
func RelatedAll[R Identified](field *[]R, ids *[]int64, to table.Table) Field {
	h, refs, shape := newHandle(field), newHandle(ids), shapeOf[R]()
	return Field{
		kind: "related", target: h, sources: []locator{refs}, rules: rules{readOnly: true},
		shows: &names{
			columns: shape.columns(to, "other"),
			fill: func(rows []row, others [][]another) {
				for i, r := range rows {
					if len(others[i]) > 1 {
						slices.SortFunc(others[i], byName)
					}
					shown := make([]R, len(others[i]))
					for k, o := range others[i] {
						shown[k] = shape.of(o)
					}
					*h.in(r) = shown
				}
			},
		},
	}
}

// names is what RelatedAll adds to the relation of its Refs field.
type names struct {
	columns string
	fill    func(rows []row, others [][]another) // the others of each row
}

// byOwner returns the others of each row.
func byOwner(rows []row, others []another) [][]another {
	position, own := make(map[int64]int, len(rows)), make([][]another, len(rows))
	for i, r := range rows {
		position[r.id] = i
	}
	for _, o := range others {
		i := position[o.own]
		own[i] = append(own[i], o)
	}
	return own
}

// refsRelation reads the ids of a Refs field, and the names that a RelatedAll shows of them.
func refsRelation(h *handle[[]int64], link table.Link, shown *names) *relation {
	own := link.Table + "." + link.OwnColumn
	query := own + ", " + link.Table + "." + link.ToColumn + ", '', '' FROM " + link.Table + " WHERE " + own +
		" IN (?)" + link.AndLive()
	if shown != nil {
		query = own + ", " + shown.columns + " FROM " + link.Table + " JOIN " + link.To.Name + " AS other ON other.id = " +
			link.Table + "." + link.ToColumn + " WHERE " + own + " IN (?)"
		if link.To.Trash {
			query += " AND other.deleted_at IS NULL"
		}
	}
	return &relation{
		query: func(rows []row) (listing.Statement, bool) {
			owners := make([]int64, len(rows))
			for i, r := range rows {
				owners[i] = r.id
			}
			return listing.Statement{SQL: query, Args: []any{owners}}, true
		},
		fill: func(rows []row, others []another) {
			own := byOwner(rows, others)
			for i, r := range rows {
				ids := make([]int64, len(own[i]))
				for k, o := range own[i] {
					ids[k] = o.id
				}
				slices.Sort(ids)
				*h.in(r) = ids
			}
			if shown != nil {
				shown.fill(rows, own)
			}
		},
	}
}
