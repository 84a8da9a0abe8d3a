package resource

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"waymark/internal/kit/listing"
)

// Resource is a declared record. Features that write their own endpoints use its methods.
type Resource[T any] struct {
	Definition[T]
	kit     Kit
	list    *listing.List
	fields  Fields
	byName  map[string]*Field
	columns string
	shown   []string // the names of fields in responses

	arranged bool // staff arrange the records: there is a Position

	relations       int      // how many fields have one
	relationQueries sync.Map // statements that read relations, by their relationSet
}

// New checks a definition and makes it usable, without registering endpoints. A mistake in a definition stops the
// program.
func New[T any](kit Kit, def Definition[T]) *Resource[T] {
	r := &Resource[T]{Definition: def, kit: kit, byName: map[string]*Field{}}
	if r.Table.Name == "" {
		r.Table.Name = strings.ReplaceAll(r.Path, "-", "_")
	}
	r.Table.Trash = r.Table.Trash || r.Trash != nil
	if err := r.declare(); err != nil {
		panic(fmt.Sprintf("resource %s: %v", r.Path, err))
	}
	return r
}

// declare locates the declared fields in the record's type, and checks everything that refers to them.
func (r *Resource[T]) declare() error {
	sample := new(T)
	if _, ok := any(sample).(record); !ok {
		return fmt.Errorf("%T must embed resource.Row or resource.LogRow", *sample)
	}
	if r.Fields != nil {
		r.fields = r.Fields(sample)
	}
	shape, columns := reflect.TypeFor[T](), slices.Clone(recordOf(sample).columns())
	for i := range r.fields {
		f := &r.fields[i]
		if err := f.locate(rowOf(sample), shape); err != nil {
			return err
		}
		if r.byName[f.name] != nil {
			return fmt.Errorf("field %q is declared twice", f.name)
		}
		r.byName[f.name] = f
		if f.column != "" {
			columns = append(columns, f.selected(r.kit))
		}
		r.arranged = r.arranged || f.kind == kindPosition
		if r.Name == "" && f.text != nil && f.column != "" {
			r.Name = f.name
		}
	}
	r.columns, r.shown = strings.Join(columns, ", "), jsonNames(shape)
	if len(r.fields) > maxFields {
		return fmt.Errorf("%d fields are more than %d", len(r.fields), maxFields)
	}
	r.relate(rowOf(sample), shape)
	return r.check(shape)
}

// relate joins each RelatedAll with its Refs field, so that one query reads both, and counts the relations.
func (r *Resource[T]) relate(sample row, shape reflect.Type) {
	shown := map[string]*names{}
	for i := range r.fields {
		if f := &r.fields[i]; f.shows != nil {
			refs, _ := f.sources[0].locate(sample, shape)
			shown[refs.name] = f.shows
		}
	}
	for i := range r.fields {
		f := &r.fields[i]
		if f.relate != nil {
			f.relation = f.relate(shown[f.name])
		}
		if f.relation != nil {
			r.relations++
		}
	}
}

// locate finds the struct fields that a declared field was given pointers to.
func (f *Field) locate(sample row, shape reflect.Type) error {
	found, ok := f.target.locate(sample, shape)
	if !ok {
		return fmt.Errorf("a %s field does not point into %s", f.kind, shape)
	}
	if found.column == "" {
		return fmt.Errorf("a %s field of %s has neither a JSON name nor a db tag", f.kind, shape)
	}
	f.name, f.hidden = found.name, found.name == ""
	if f.hidden {
		f.name = found.column
	}
	if f.dest != nil {
		f.column = found.column
		if f.image != nil {
			f.column += "_id"
		}
	}
	for i, source := range f.sources {
		from, ok := source.locate(sample, shape)
		if !ok {
			return fmt.Errorf("the field %q is made from something outside of %s", f.name, shape)
		}
		if i == 0 {
			f.source = from.column
		}
	}
	return nil
}

// check reports mistakes in a declaration.
func (r *Resource[T]) check(shape reflect.Type) error {
	for _, f := range r.fields {
		if rule := f.invalidRule(); rule != "" {
			return fmt.Errorf("the rule %s does not apply to the %s field %q", rule, f.kind, f.name)
		}
		if c := f.counter; c != nil && (c.Table.Name != r.Table.Name || c.Column != f.column) {
			return fmt.Errorf("field %q shows the counter %s of the table %s", f.name, c.Column, c.Table.Name)
		}
		if f.kind == kindPosition && f.column != "order" {
			return fmt.Errorf("field %q is a Position, but its column is not called order", f.name)
		}
		if f.kind == "attached" && r.Attach == nil {
			return fmt.Errorf("field %q is Attached, but there is no Attach", f.name)
		}
	}
	for _, name := range r.shown {
		if r.byName[name] == nil && !slices.Contains(rowColumns, name) {
			return fmt.Errorf("field %q of %s is not declared", name, shape)
		}
	}
	if f := r.byName[r.Name]; f == nil || f.text == nil {
		return fmt.Errorf("there is no text field %q to name records by", r.Name)
	}
	for _, lookup := range r.Options {
		if err := r.checkLookup(lookup); err != nil {
			return err
		}
	}
	r.list = r.newList()
	if s := r.Search; r.list.Search == nil && (s.URLColumn != "" || s.ExactMatch != nil || s.Generation != nil) {
		return errors.New("there is a Search, but no field is searchable")
	}
	return r.list.Check()
}

func (r *Resource[T]) checkLookup(path string) error {
	if strings.Count(path, "{") != len(r.Under) {
		return fmt.Errorf("the lookup %s does not name the parents of its records", path)
	}
	return nil
}

// newList describes the list of the records.
func (r *Resource[T]) newList() *listing.List {
	l := &listing.List{
		Table: r.Table, Scope: r.Scope, Sort: r.Sort, Filters: r.Filters, Tabs: r.Tabs,
		Sorts: []listing.Sort{{Name: "id", Column: "id", Unique: true}},
	}
	if n := len(r.Under); n > 0 {
		l.Parent = r.Under[n-1].Column
	}
	searched := []*Field{}
	for i := range r.fields {
		f := &r.fields[i]
		if f.rules.sortable || (f.rules.unique && f.column != "") {
			unique := f.rules.unique && (!f.rules.perOwner || len(r.Under) > 0)
			l.Sorts = append(l.Sorts, listing.Sort{Name: f.name, Column: f.sortColumn(), Unique: unique, Nullable: f.nullable})
		}
		if f.rules.searchable {
			searched = append(searched, f)
		}
	}
	for _, column := range r.SortBy {
		f := r.byName[column]
		sort := listing.Sort{Name: column, Column: column, Nullable: f != nil && f.nullable}
		if column == "created_at" && r.Table.IDOrder {
			sort.Column, sort.Unique = "id", true
		}
		l.Sorts = append(l.Sorts, sort)
	}
	if len(searched) > 0 {
		l.Search = r.newSearch(searched)
	}
	return l
}

func (r *Resource[T]) newSearch(searched []*Field) *listing.Search {
	search := r.Search
	for _, f := range searched {
		if f.ref != nil {
			search.Refs = append(search.Refs, listing.Ref{Column: f.column, Table: *f.ref})
		}
	}
	if f := searched[0]; len(searched) == 1 && f.rules.folded {
		search.KeyColumn = f.sortColumn()
	}
	return &search
}

// jsonNames lists the JSON names of a struct's fields.
func jsonNames(shape reflect.Type) []string {
	names := []string{}
	for _, field := range reflect.VisibleFields(shape) {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if !field.Anonymous && name != "" && name != "-" {
			names = append(names, name)
		}
	}
	return names
}

func (r *Resource[T]) has(verb Verb) bool { return !slices.Contains(r.Without, verb) }

// Kind returns the name of the record in the audit log and the trash.
func (r *Resource[T]) Kind() string { return strings.ToLower(r.Label) }

// NameOf returns the text that names a record in messages and in the audit log.
func (r *Resource[T]) NameOf(item *T) string { return r.byName[r.Name].text(rowOf(item)) }

func recordOf[T any](item *T) record { return any(item).(record) } //nolint:forcetypeassert // declare has checked it

func idOf[T any](item *T) int64 {
	id, _ := recordOf(item).key()
	return *id
}

func rowsOf[T any](items []*T) []row {
	rows := make([]row, len(items))
	for i, item := range items {
		rows[i] = rowOf(item)
	}
	return rows
}

func wrap(err error, action string) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", action, err)
}
