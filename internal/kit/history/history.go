// Package history undoes change sets: what one request or one job did to the rows of many tables.
//
// Triggers keep each row that is inserted, updated or deleted (derived.History). Undoing a change set goes through
// these rows, last first, and reverses each of them, unless its values have changed since: that is a conflict.
package history

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"sync"
	"time"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/derived"
	"waymark/internal/kit/table"
	"waymark/internal/kit/trash"
	"waymark/internal/kit/write"
)

// Retention is how long the rows of a change set are kept, and thus how long it can be undone.
const Retention = trash.Retention

// Kind is how people know the rows of a table.
type Kind struct {
	// Name is the word staff use, and Title an expression for the name of a row.
	Name, Title string
	// Owner is the column with the id of the record that a row is part of, if it is no record itself, and OwnerTable that
	// record's table. Field is then the field of the record that a row belongs to.
	Owner, OwnerTable, Field string
	// Path is the path of its calls, if it is a record.
	Path string
	// ForAdmins says that only admins may read such records.
	ForAdmins bool
	// Table is the table of a record, and Parent the record that it is nested below, if any.
	Table  string
	Parent Parent
}

// Parent is the table of the records that others are nested below, and the column of the others with its id.
type Parent struct{ Table, Column string }

// Kinds are the kinds of all tables.
type Kinds struct {
	byTable    map[string]Kind
	byName     map[string]Kind
	references map[string]map[string]table.Table
	rules      map[string][]Rules // by table
}

// NewKinds returns an empty set.
func NewKinds() *Kinds {
	return &Kinds{map[string]Kind{}, map[string]Kind{}, map[string]map[string]table.Table{}, map[string][]Rules{}}
}

// Add adds a kind of rows. A table may have several; the first one names rows in conflicts. A nil set ignores them.
func (k *Kinds) Add(table string, kind Kind) {
	if k == nil {
		return
	}
	if _, known := k.byTable[table]; !known {
		k.byTable[table] = kind
	}
	if known, ok := k.byName[kind.Name]; kind.Owner == "" && (!ok || known.Path == "" || known.ForAdmins) {
		k.byName[kind.Name] = kind
	}
}

// AddReferences adds fields of a kind that contain the ids of other records, with their tables. A nil set ignores them.
func (k *Kinds) AddReferences(kind string, fields map[string]table.Table) {
	if k == nil {
		return
	}
	if k.references[kind] == nil {
		k.references[kind] = map[string]table.Table{}
	}
	maps.Copy(k.references[kind], fields)
}

// References returns the fields of a kind that contain the ids of other records, with their tables.
func (k *Kinds) References(kind string) map[string]table.Table { return k.references[kind] }

// WithPath returns the kinds that have calls, by their names.
func (k *Kinds) WithPath() []Kind {
	list := []Kind{}
	for _, name := range slices.Sorted(maps.Keys(k.byName)) {
		if k.byName[name].Path != "" {
			list = append(list, k.byName[name])
		}
	}
	return list
}

// Below returns the kinds of records that are nested right below those of a table, by their names.
func (k *Kinds) Below(table string) []Kind {
	return slices.DeleteFunc(k.WithPath(), func(kind Kind) bool { return table == "" || kind.Parent.Table != table })
}

// Named returns the kind with a name. Of several, it is one that all staff may read.
func (k *Kinds) Named(name string) (Kind, bool) {
	kind, ok := k.byName[name]
	return kind, ok
}

// TrashKind is a kind of record that goes to the trash. A table may have several, which differ in a column.
type TrashKind struct {
	trash.Kind
	Column, Value string
}

func (k TrashKind) of(values map[string]json.RawMessage) bool {
	return k.Column == "" || string(values[k.Column]) == `"`+k.Value+`"`
}

// Undoer undoes change sets.
type Undoer struct {
	Store *write.Store
	// Tables are those whose changes are kept.
	Tables []derived.History
	// Kinds are how people know the tables.
	Kinds *Kinds
	// Trash lists the kinds of records that go to the trash when their creation is undone.
	Trash []TrashKind
	// Uploads is the table of images, whose claims never conflict.
	Uploads string
	// MayChange refuses people who may not reverse a change of a row, although they may make the call that made it. It
	// is for what depends on the call; the Rules of the kinds are checked as well. Nil refuses nobody.
	MayChange func(ctx context.Context, change RowChange) error
	// Secrets returns new secrets for a row that comes back, by table: the old ones are not kept.
	Secrets map[string]func(context.Context, *write.Tx) (map[string]any, error)
	// Refresh are statements that work out columns of rows that come back, by table. Their argument is a list of ids.
	Refresh map[string]string
	// Reports are the changes of links that no trigger reports, by table. The id of the changed record comes first in the
	// key of a row.
	Reports map[string]table.Report

	window     int // instead of windowSize, in tests
	once       sync.Once
	catalog    *catalog
	catalogErr error
}

// Conflict is a value that can't be set back.
type Conflict struct {
	apierr.ChangedValue
	source, key string
}

// Conflicts are the first conflicts of an undo, and how many there are.
type Conflicts struct {
	First []Conflict
	Count int64
}

// keptRow is what a change set did to a row.
type keptRow struct {
	ID     int64  `db:"id"`
	Source string `db:"source"`
	Key    string `db:"row_key"`
	Event  string `db:"event"`
	Data   string `db:"data"`

	values map[string]json.RawMessage // of a row that was inserted or deleted
	before map[string]json.RawMessage // of one that was updated, as is after
	after  map[string]json.RawMessage

	refused bool // it is not reversed, or not as a whole
}

// The events of rows.
const (
	inserted = "insert"
	updated  = "update"
	deleted  = "delete"
)

func (r *keptRow) parse() error {
	if r.Event != updated {
		return json.Unmarshal([]byte(r.Data), &r.values)
	}
	var pairs map[string][2]json.RawMessage
	if err := json.Unmarshal([]byte(r.Data), &pairs); err != nil {
		return err
	}
	r.before, r.after = map[string]json.RawMessage{}, map[string]json.RawMessage{}
	for column, pair := range pairs {
		r.before[column], r.after[column] = pair[0], pair[1]
	}
	return nil
}

func (u *Undoer) table(name string) derived.History {
	i := slices.IndexFunc(u.Tables, func(t derived.History) bool { return t.Table == name })
	if i < 0 {
		return derived.History{Table: name, Key: []string{"id"}}
	}
	return u.Tables[i]
}

// hasTrash reports whether rows of a table can be in the trash.
func (u *Undoer) hasTrash(table string) bool {
	return slices.ContainsFunc(u.Trash, func(k TrashKind) bool { return k.Table == table })
}

// oldest is the time since which change sets can be undone.
func oldest(now time.Time) time.Time { return now.Add(-Retention) }

func isPostgres(c db.Conn) bool { return c.Engine == db.Postgres }
