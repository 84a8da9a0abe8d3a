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
	"waymark/internal/kit/table"
)

// relation fills a field with other records, or with their ids. All relations of a page are read with one statement.
type relation struct {
	// query selects the columns of another. Its only argument is a list of ids. Relations with the same query share it.
	query string
	// ids returns the ids that the rows refer to, which the query is given. If it is nil, those are the ids of the rows.
	ids func(rows []row) []int64
	// fill takes the others in any order. There may be others that the rows don't refer to.
	fill func(ctx context.Context, c db.Conn, rows []row, others []another) error
}

// another is what a relation reads of another record.
type another struct {
	own   int64 // the record that shows it; for a Ref the other record itself
	id    int64
	texts [3]string // for a type with Named, the name and the column that it adds
}

// sortByName compares like the folded copies of names in the database do.
func sortByName(others []another) {
	if len(others) < 2 {
		return
	}
	type keyed struct {
		another
		key string
	}
	list := make([]keyed, len(others))
	for i, o := range others {
		list[i] = keyed{o, fold.Key(o.texts[0])}
	}
	slices.SortFunc(list, func(a, b keyed) int {
		return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.id, b.id))
	})
	for i := range list {
		others[i] = list[i].another
	}
}

// relationPart is a part of the statement that reads relations.
type relationPart struct {
	field     int // the first field that it fills
	query     string
	ids       []int64
	relations []*relation
	others    []another
}

// readRelations fills the relation fields for which chosen returns true.
func (r *Resource[T]) readRelations(ctx context.Context, c db.Conn, rows []row, chosen func(*Field) bool) error {
	parts, owners := make([]relationPart, 0, r.relations), idsOf(rows)
	for i := range r.fields {
		if relation := r.fields[i].relation; relation != nil && chosen(&r.fields[i]) {
			ids := owners
			if relation.ids != nil {
				ids = relation.ids(rows)
			}
			parts = addRelation(parts, relation, ids, i)
		}
	}
	if err := r.readOthers(ctx, c, parts); err != nil {
		return fmt.Errorf("read relations of %s: %w", r.Table.Name, err)
	}
	for i := range parts {
		for _, relation := range parts[i].relations {
			if err := relation.fill(ctx, c, rows, parts[i].others); err != nil {
				return err
			}
		}
	}
	return nil
}

func idsOf(rows []row) []int64 {
	ids := make([]int64, len(rows))
	for i, r := range rows {
		ids[i] = r.id
	}
	return ids
}

func addRelation(parts []relationPart, added *relation, ids []int64, field int) []relationPart {
	for i := range parts {
		if part := &parts[i]; part.query == added.query {
			part.ids, part.relations = table.UniqueIDs(slices.Concat(part.ids, ids)), append(part.relations, added)
			return parts
		}
	}
	return append(parts, relationPart{field: field, query: added.query, ids: ids, relations: []*relation{added}})
}

// relationSet has a bit for each field whose relation is read.
type relationSet [(maxFields + 63) / 64]uint64

// maxFields is how many fields a record can have.
const maxFields = 128

func (s *relationSet) add(field int) { s[field/64] |= 1 << (field % 64) }

// unionOf composes the queries of those parts that have ids. Each row begins with the field of its part.
func unionOf(parts []relationPart) string {
	queries := []string{}
	for i := range parts {
		if len(parts[i].ids) > 0 {
			queries = append(queries, "SELECT "+strconv.Itoa(parts[i].field)+", "+parts[i].query)
		}
	}
	return strings.Join(queries, " UNION ALL ")
}

// readOthers runs the queries of those parts that have ids.
func (r *Resource[T]) readOthers(ctx context.Context, c db.Conn, parts []relationPart) error {
	var present relationSet
	var byField [maxFields]*relationPart
	args := make([]any, 0, len(parts))
	for i := range parts {
		if part := &parts[i]; len(part.ids) > 0 {
			present.add(part.field)
			byField[part.field], args = part, append(args, part.ids)
		}
	}
	if len(args) == 0 {
		return nil
	}
	query, ok := r.relationQueries.Load(present)
	if !ok { // composing it takes longer than looking it up
		query = unionOf(parts)
		r.relationQueries.Store(present, query)
	}
	rows, err := c.Query(ctx, query.(string), args...) //nolint:forcetypeassert // the only type stored
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	var field int64
	var o another
	dest := []any{&field, &o.own, &o.id, &o.texts[0], &o.texts[1], &o.texts[2]} // once, for all rows
	for rows.Next() {
		if err := rows.Scan(dest...); err != nil {
			return err
		}
		part := byField[field]
		part.others = append(part.others, o)
	}
	return rows.Err()
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
		s.column, s.field = table.Quote(name), field.Index
	}
	return s
}

// columns lists what is read of another record in a table with the given alias, after the own id.
func (s shape[R]) columns(of table.Table, alias string) string {
	extra := s.column
	if s.field != nil {
		extra = alias + "." + extra
	}
	return alias + ".id, " + alias + "." + table.Quote(of.TitleColumn()) + ", " + extra + ", ''"
}

func (s shape[R]) of(o another) R {
	var shown R
	if named, ok := any(&shown).(*Named); ok {
		*named = Named{o.id, o.texts[0]}
		return shown
	}
	value := reflect.ValueOf(&shown).Elem()
	value.FieldByName("Named").Set(reflect.ValueOf(Named{o.id, o.texts[0]}))
	if s.field != nil {
		value.FieldByIndex(s.field).SetString(o.texts[1])
	}
	return shown
}

// Related shows the record that a Ref refers to.
func Related[R Identified](field **R, id **int64, to table.Table) Field {
	shape := shapeOf[R]()
	query := "other.id, " + shape.columns(to, "other") + " FROM " + to.Name + " AS other WHERE other.id IN (?)"
	return relatedBy(field, id, query, shape.of)
}

// RecordSource is where RelatedTo finds records that are shown otherwise than by their name.
type RecordSource[R any] struct {
	Table string
	// Columns are SQL expressions for three texts.
	Columns [3]string
	Make    func(id int64, texts [3]string) R
}

// RelatedTo shows a record of a source. Records in the trash are shown, too.
func RelatedTo[R any](field **R, id **int64, from RecordSource[R]) Field {
	return relatedBy(field, id, byIDs(from.Table, from.Columns), func(o another) R { return from.Make(o.id, o.texts) })
}

// byIDs is the query of a relation to records with certain ids.
func byIDs(table string, columns [3]string) string {
	return "id, id, " + strings.Join(columns[:], ", ") + " FROM " + table + " WHERE id IN (?)"
}

func relatedBy[R any](field **R, id **int64, query string, of func(another) R) Field {
	h, ref := newHandle(field), newHandle(id)
	return Field{
		kind: "related", target: h, sources: []locator{ref}, rules: rules{readOnly: true},
		relation: &relation{
			query: query,
			ids:   func(rows []row) []int64 { return presentIDs(rows, func(r row) *int64 { return *ref.in(r) }) },
			fill: func(_ context.Context, _ db.Conn, rows []row, others []another) error {
				byID := make(map[int64]*R, len(others))
				for _, o := range others {
					shown := of(o)
					byID[o.id] = &shown
				}
				for _, r := range rows {
					if id := *ref.in(r); id != nil {
						*h.in(r) = byID[*id]
					}
				}
				return nil
			},
		},
	}
}

// presentIDs returns each id that rows refer to once.
func presentIDs(rows []row, id func(row) *int64) []int64 {
	ids := make([]int64, 0, len(rows))
	for _, r := range rows {
		if id := id(r); id != nil {
			ids = append(ids, *id)
		}
	}
	return table.UniqueIDs(ids)
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
					sortByName(others[i])
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
	if len(rows) == 1 {
		return [][]another{others}
	}
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
	query := own + ", " + link.Table + "." + link.ToColumn + ", '', '', '' FROM " + link.Table + " WHERE " + own +
		" IN (?)" + link.AndLive()
	if shown != nil {
		query = own + ", " + shown.columns + " FROM " + link.Table + " JOIN " + link.To.Name + " AS other ON other.id = " +
			link.Table + "." + link.ToColumn + " WHERE " + own + " IN (?)"
		if link.To.Trash {
			query += " AND other.deleted_at IS NULL"
		}
	}
	return &relation{
		query: query,
		fill: func(_ context.Context, _ db.Conn, rows []row, others []another) error {
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
			return nil
		},
	}
}
