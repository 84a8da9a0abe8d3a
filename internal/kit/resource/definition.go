// Package resource turns the declaration of a record into its calls: list, search, sort, page, filter,
// validate, write, reorder, delete, restore and look up, on both databases.
package resource

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/media"
	"waymark/internal/kit/secret"
	"waymark/internal/kit/trash"
	"waymark/internal/kit/write"
)

// Row is what every record has. A record's type embeds it.
type Row struct {
	ID        int64     `json:"id"`
	Version   int64     `json:"version" doc:"Raised by each change. A save that sends an older one is refused."`
	CreatedAt time.Time `json:"created_at"`
	UpdatedAt time.Time `json:"updated_at"`
}

// Identity is the record's id.
func (r Row) Identity() int64 { return r.ID }

func (r *Row) base() base {
	return base{&r.ID, &r.Version, []string{"id", "version", "created_at", "updated_at"}, []any{&r.ID, &r.Version, db.Into(&r.CreatedAt), db.Into(&r.UpdatedAt)}}
}

// LogRow is what records have that are written once and never changed.
type LogRow struct {
	ID        int64     `json:"id"`
	CreatedAt time.Time `json:"created_at"`
}

func (r *LogRow) base() base {
	return base{&r.ID, new(int64), []string{"id", "created_at"}, []any{&r.ID, db.Into(&r.CreatedAt)}}
}

type base struct {
	id, version *int64
	columns     []string
	dest        []any
}

type based interface{ base() base }

// Definition declares a record. Fields read downwards as the record does.
type Definition[T any] struct {
	Path  string // the last part of the address: publishers
	Table string // the path with underscores when not given
	Label string // the word staff use for one: Publisher
	Sort  string // the default order: name, or -created_at
	// Name is the field that tells one from another in messages and lookups: the first text field when not given.
	Name string
	// Hint is a stored field that tells two of the same name apart in lookups: an e-mail, a code.
	Hint string
	// HintOf makes such a hint from what hangs on the record.
	HintOf func(*T) string
	Fields []Field[T]

	// Known is a condition for searches that name a record otherwise than by words, like its address; false for others.
	Known func(search string) (Where, bool)

	Then   string   // the field by which those are sorted that the default order leaves equal; the id when not given
	SortBy []string // orders beyond the sortable fields: id, created_at, updated_at
	// Chronological records are sorted by created_at in the order of their ids, which is the same.
	Chronological bool
	Filters       []Filter
	Tabs          *Tabs
	PerPage       int // 25 when not given

	// Under nests the record below others. Every call checks the whole chain.
	Under []Parent
	// Scope is a condition that all records of this definition meet, for tables that hold more than one kind.
	Scope string

	Read    api.Access
	Write   api.Access
	Delete  api.Access // where fewer may delete than write
	Export  api.Access // where fewer may take the whole list away than read it
	Without []Verb     // calls this record does not have
	ItemKey string     // the key of one record in answers to reading it: item, or data

	Reorder bool     // records have an "order" staff arrange, from 1
	Options []string // lookups that offer these records: options/publishers, search/publishers

	Fixed int64       // records up to this id belong to the product and stay
	Uses  []Use       // what keeps a record from being deleted
	Trash *trash.Kind // where deleted records go; nowhere when nil
	// Serial records depend on each other, as those of a tree do: one change of them at a time.
	Serial bool
	// Trashable records go to the trash with another, though they are deleted for good on their own.
	Trashable bool

	// Columns are stored with a new record besides its fields: public ids, owners.
	Columns func(context.Context, *Change[T]) map[string]any
	// Lacks tells what is missing in a new record besides required fields, together with what is wrong in those that were sent.
	Lacks func(*T, *apierr.Fields)
	// Check looks at a change as a whole before it is written, and may complete it.
	Check func(context.Context, *write.Tx, *Change[T]) error
	// Saved runs in the same transaction after a create or update was written.
	Saved func(context.Context, *write.Tx, *Change[T]) error
	// CheckRemove looks at a record that is about to be deleted.
	CheckRemove func(context.Context, *write.Tx, *T) error
	// Attach adds what is not in the table to the records that are shown.
	Attach func(context.Context, db.Conn, []*T) error
}

// Verb is one of the calls a record has.
type Verb string

// The calls.
const (
	Listing  Verb = "list"
	Creating Verb = "create"
	Reading  Verb = "read"
	Updating Verb = "update"
	Removing Verb = "delete"
)

// Change is a create (Before is nil) or an update in progress.
type Change[T any] struct {
	Before   *T
	After    *T
	Parents  []int64 // the records it is nested below
	Problems apierr.Fields
	sent     map[string]bool
}

// Sent tells whether the request named a field.
func (c *Change[T]) Sent(field string) bool { return c.sent[field] }

// Parent is a record this one is nested below.
type Parent struct {
	Path   string // countries
	Rows   Rows
	Column string // where the next table down keeps the parent's id: country_id
}

// Rows are the rows something may refer to.
type Rows struct {
	Table     string
	Trashable bool   // rows in the trash do not count
	Name      string // the column that names a row, which has a folded twin: name when not given
}

func (r Rows) named() string { return cmp.Or(r.Name, "name") }

func (r Rows) live() string {
	if r.Trashable {
		return " AND deleted_at IS NULL"
	}
	return ""
}

func (r Rows) exist(ctx context.Context, c db.Conn, ids []int64) (map[int64]bool, error) {
	found, err := db.All[int64](ctx, c, "SELECT id FROM "+r.Table+" WHERE id IN (?)"+r.live(), ids)
	if err != nil {
		return nil, fmt.Errorf("look for %s: %w", r.Table, err)
	}
	set := map[int64]bool{}
	for _, id := range found {
		set[id] = true
	}
	return set, nil
}

// Use is a column that may refer to a record, or a table of pairs that may tie others to it.
type Use struct {
	Kind   string // what staff call the rows: content
	Rows   Rows
	Column string
	Link   Link   // instead of the two above: Own is the column with this record's id, To are the others
	Path   string // where the console lists them; {id} stands for the record
}

// Kit is what resources are built on.
type Kit struct {
	API   *api.API
	Store *write.Store
	Media *media.Library
	// Zone is the office's: picked dates are days there. UTC when nil.
	Zone *time.Location
	// Bulk does things to all records that match.
	Bulk *Bulk
	// Tables are the lists that can be read to their end. Nobody reads them there when nil.
	Tables *Tables
	// Key seals what is kept secret.
	Key *secret.Key
}

// Day is when a picked date (YYYY-MM-DD) begins and ends in the office. It is not always 24 hours long.
func (k Kit) Day(date string) (begins, ends time.Time, err error) {
	zone := k.Zone
	if zone == nil {
		zone = time.UTC
	}
	begins, err = time.ParseInLocation(time.DateOnly, date, zone)
	return begins, begins.AddDate(0, 0, 1), err
}

// Resource is a declared record with its calls. Features that write their own use its parts.
type Resource[T any] struct {
	Definition[T]
	kit     Kit
	byName  map[string]*Field[T]
	columns string
	search  bool
	shown   []string // what answers have, by the names they have there
}

// New checks a definition and makes it usable, without calls of its own. A definition that does not fit its type stops the program.
func New[T any](kit Kit, def Definition[T]) *Resource[T] {
	r := &Resource[T]{Definition: def, kit: kit, byName: map[string]*Field[T]{}}
	if r.Table == "" {
		r.Table = strings.ReplaceAll(r.Path, "-", "_")
	}
	if r.ItemKey == "" {
		r.ItemKey = "item"
	}
	if r.PerPage == 0 {
		r.PerPage = 25
	}
	if _, ok := any(new(T)).(based); !ok {
		panic(fmt.Sprintf("resource %s: %T must embed resource.Row or resource.LogRow", r.Path, *new(T)))
	}
	columns := baseOf(new(T)).columns
	for i := range r.Fields {
		f := &r.Fields[i]
		r.byName[f.name] = f
		if f.column != "" {
			columns = append(columns, quote(f.column))
		}
		r.search = r.search || f.rules.searchable
		if r.Name == "" && f.text != nil {
			r.Name = f.name
		}
	}
	r.columns = strings.Join(columns, ", ")
	r.mustFit()
	return r
}

// mustFit holds the declaration against the type: each says every field, under the same name.
func (r *Resource[T]) mustFit() {
	fail := func(format string, args ...any) {
		panic(fmt.Sprintf("resource %s: ", r.Path) + fmt.Sprintf(format, args...))
	}
	shape := reflect.TypeFor[T]()
	tags := jsonNames(shape)
	r.shown = tags
	for name, f := range r.byName {
		if !f.hidden && !slices.Contains(tags, name) {
			fail("%s has no field with the json name %q", shape, name)
		}
	}
	for _, tag := range tags {
		if r.byName[tag] == nil && !slices.Contains(rowNames, tag) && r.Attach == nil {
			fail("field %q is not declared", tag)
		}
	}
	if _, _, ok := r.order(r.Sort); !ok {
		fail("can't sort by %q", r.Sort)
	}
	if r.byName[r.Name] == nil {
		fail("has no field %q to be named by", r.Name)
	}
}

var rowNames = []string{"id", "version", "created_at", "updated_at"}

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

func (r *Resource[T]) mayBeTrashed() bool { return r.Trash != nil || r.Trashable }

// Kind is what the audit log and the trash call the record.
func (r *Resource[T]) Kind() string { return strings.ToLower(r.Label) }

// NameOf is what tells a record from others in messages and in the audit log.
func (r *Resource[T]) NameOf(item *T) string { return r.byName[r.Name].text(item) }

func baseOf[T any](item *T) base { return any(item).(based).base() } //nolint:forcetypeassert // New has seen to it

func idOf[T any](item *T) int64 { return *baseOf(item).id }

func quote(column string) string { return `"` + column + `"` }
