// Package resource turns the declaration of a record into its endpoints: list, create, read, update, delete, reorder
// and look up, on both databases. Package listing plans its lists, package bulk changes many records at once, package
// uses counts what refers to a record, package merge merges records, and package importer reads them from files.
package resource

import (
	"context"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/bulk"
	"waymark/internal/kit/db"
	"waymark/internal/kit/exporter"
	"waymark/internal/kit/history"
	"waymark/internal/kit/importer"
	"waymark/internal/kit/listing"
	"waymark/internal/kit/media"
	"waymark/internal/kit/merge"
	"waymark/internal/kit/secret"
	"waymark/internal/kit/table"
	"waymark/internal/kit/trash"
	"waymark/internal/kit/uses"
	"waymark/internal/kit/write"
)

// Row has the columns that every record has. A record's type embeds it.
type Row struct {
	ID        int64     `json:"id"`
	Version   int64     `json:"version" doc:"Increases with each change. Saving with an older version fails with 409."`
	CreatedAt time.Time `json:"created_at"`
	UpdatedAt time.Time `json:"updated_at"`
}

// Identity returns the record's id.
func (r Row) Identity() int64 { return r.ID }

func (r *Row) key() (id, version *int64) { return &r.ID, &r.Version }

func (*Row) columns() []string { return rowColumns }

func (r *Row) dest() []any {
	return []any{&r.ID, &r.Version, db.Into(&r.CreatedAt), db.Into(&r.UpdatedAt)}
}

// LogRow has the columns of records that are written once and never changed.
type LogRow struct {
	ID        int64     `json:"id" doc:"Id of the record." example:"42"`
	CreatedAt time.Time `json:"created_at" doc:"When the record was created." example:"2026-01-31T12:00:00Z"`
}

func (r *LogRow) key() (id, version *int64) { return &r.ID, new(int64) }

func (*LogRow) columns() []string { return []string{"id", "created_at"} }

func (r *LogRow) dest() []any { return []any{&r.ID, db.Into(&r.CreatedAt)} }

var rowColumns = []string{"id", "version", "created_at", "updated_at"}

// record is a type that embeds Row or LogRow.
type record interface {
	key() (id, version *int64)
	columns() []string
	dest() []any
}

// Definition declares a record.
type Definition[T any] struct {
	Path  string // the last part of the path: publishers
	Label string // what staff call one: Publisher
	Table table.Table
	// Fields returns the fields of a record. It is called once, with a sample record: each field is declared with a
	// pointer to its struct field, whose JSON tag names it.
	Fields func(*T) Fields
	// Name is the field that names a record in messages and lookups. The default is the first text field.
	Name string
	// Hint distinguishes records with the same name in lookups.
	Hint func(*T) string

	// Sort is the default order: name, or -created_at. A second name after a comma breaks its ties.
	Sort    string
	SortBy  []string // columns of the Row that can be sorted by: created_at, updated_at
	Filters []listing.Filter
	Tabs    *listing.Tabs
	// Search is how records are found otherwise than by the words of their searchable fields.
	Search listing.Search
	// Scope is a condition that all records meet, for tables that hold more than one kind.
	Scope string

	Under   []Parent // the records this one is nested below; every request checks the whole chain
	Access  Access
	Without []Verb   // endpoints this record does not have
	Options []string // lookups that offer these records: options/publishers, search/publishers
	Serial  bool     // changes of one record affect others, as in a tree: one change at a time

	Fixed int64           // records up to this id are built in and can't be deleted
	Uses  []uses.Use      // what refers to a record, and whether it keeps it from being deleted
	Trash *trash.Kind     // where deleted records go; nil deletes them permanently
	Merge *merge.Rules[T] // how records are merged; nil if they can't be

	// Columns returns further columns of a new record besides its fields, such as public ids.
	Columns func(context.Context, *Change[T]) map[string]any
	// Check checks a change as a whole before it is written, and may complete it: with values of After, or with
	// Change.SetColumn.
	Check func(context.Context, *write.Tx, *Change[T]) error
	// Saved runs after a create or an update was written, in the same transaction.
	Saved func(context.Context, *write.Tx, *Change[T]) error
	Rules[T]
	// Attach fills the Attached fields of records that were read.
	Attach func(context.Context, db.Conn, []*T) error
}

// Rules are what is checked besides saves.
type Rules[T any] struct {
	// CheckRemove checks a record that is about to be deleted.
	CheckRemove func(context.Context, *write.Tx, *T) error
	// MayUndo refuses people who may not undo changes of records, or who have to confirm their password before, as the
	// calls that make such changes do. Access is checked without it.
	MayUndo func(context.Context, db.Conn, []history.RowChange) error
	// CheckUndo checks the records that an undo has changed, as they are now, and applies the consequences, as Check and
	// Saved do for a save. CheckRemove and the rules of the trash also apply to an undo.
	CheckUndo func(context.Context, *write.Tx, *history.Changes) error
}

// Access says who may use the endpoints of a record: all staff if empty.
type Access struct {
	Read   api.Access
	Write  api.Access
	Delete api.Access // if fewer may delete than write
	Export api.Access // if fewer may export the list than read it
}

// Verb is one of the endpoints of a record.
type Verb string

// The endpoints a record can have.
const (
	Listing   Verb = "list"
	Creating  Verb = "create"
	Reading   Verb = "read"
	Updating  Verb = "update"
	Removing  Verb = "delete"
	Importing Verb = "import" // creating or updating records from files
)

// Change is a create, whose Before is nil, or an update in progress.
type Change[T any] struct {
	Before   *T
	After    *T
	Parents  []int64 // the records it is nested below
	Problems apierr.Fields
	sent     map[string]bool
	alone    bool                   // the transaction contains no other change
	columns  map[string]any         // see SetColumn
	names    map[string]write.Names // of the records that changed fields refer to
	written  *T                     // a copy of After with the columns as the statement that wrote them returned them
	result   *T                     // the record as it is stored, if it has been read
}

// Sent reports whether the request has a field.
func (c *Change[T]) Sent(field string) bool { return c.sent[field] }

// SetColumn writes a column that is not a field of the record, together with the change.
func (c *Change[T]) SetColumn(name string, value any) {
	if c.columns == nil {
		c.columns = map[string]any{}
	}
	c.columns[name] = value
}

// Parent is a record that another is nested below.
type Parent struct {
	Path   string // countries
	Table  table.Table
	Column string // the column with the parent's id in the next table: country_id
}

// Kit is what resources are built on.
type Kit struct {
	API   *api.API
	Store *write.Store
	Media *media.Library
	// Zone is the office's time zone: a date without a time is a day there. UTC if nil.
	Zone *time.Location
	// Bulk runs actions on many records.
	Bulk *bulk.Runner
	// Exports are the lists that can be exported. No list can if nil.
	Exports *exporter.Registry
	// Imports are the records that can be imported. None can if nil.
	Imports *importer.Registry
	// References are the references that rows in the trash have to other records. None are found if nil.
	References *trash.References
	// Uses are what records declare to be used in. They are not collected if nil.
	Uses uses.Declared
	// Key encrypts secrets.
	Key *secret.Key
	// Kinds are how people know the rows of tables.
	Kinds *history.Kinds
}

// Day returns when a day (YYYY-MM-DD) begins and ends in the office's time zone. It is not always 24 hours long.
func (k Kit) Day(date string) (begins, ends time.Time, err error) {
	zone := k.Zone
	if zone == nil {
		zone = time.UTC
	}
	begins, err = time.ParseInLocation(time.DateOnly, date, zone)
	return begins, begins.AddDate(0, 0, 1), err
}
