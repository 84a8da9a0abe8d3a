// Package importer creates and updates records from the rows of files. A row is written in the same way as a request
// with its values, so the rules of the record apply to both.
package importer

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/sheet"
	"waymark/internal/kit/table"
	"waymark/internal/kit/write"
)

// Records is a kind of record that files can create or update.
type Records struct {
	Writer
	Address string // the pattern of the path of its list
	Kind    string // what people call one: publisher
	Table   table.Table
	Fields  []Field
	Creates bool           // rows can be new records
	Updates bool           // rows can change existing records
	Zone    *time.Location // a date without a time is a day there
}

// Writer finds and writes the records of a kind. Package resource implements it.
type Writer interface {
	// MayWrite refuses people who may not write such records.
	MayWrite(ctx context.Context) error
	// Parents reads the records that new ones are nested below from the path of their list.
	Parents(ctx context.Context, path string) ([]int64, error)
	// Key returns a value of a key field in its normal form. It is empty for a value that the field refuses.
	Key(ctx context.Context, field, text string) string
	// Lock makes changes wait for each other if they affect other records of the kind. It comes before Match.
	Lock(ctx context.Context, tx *write.Tx) error
	// Match locks the records that have one of the keys, and returns them by key.
	Match(ctx context.Context, tx *write.Tx, parents []int64, field string, keys []string) (map[string][]Record, error)
	// Create creates a record and returns the name by which others can refer to it, if there is one.
	Create(ctx context.Context, tx *write.Tx, parents []int64, values Values) (name string, err error)
}

// Record is an existing record that a row is matched with.
type Record interface {
	// Exports reports whether exports write the value of a field as this text.
	Exports(field, text string) bool
	// Update changes the record, and reports whether its values were different before.
	Update(ctx context.Context, tx *write.Tx, parents []int64, values Values) (changed bool, err error)
}

// Values are the cells of a row as the body of a request. Cells that could not be read are problems instead.
type Values struct {
	Object   map[string]json.RawMessage
	Problems apierr.Fields
}

// IDField is the field with the ids of records, by which rows can be matched.
const IDField = "id"

// The types of fields.
const (
	TypeID         = "id"
	TypeText       = "text"
	TypeNumber     = "number"
	TypeBoolean    = "boolean"
	TypeDate       = "date"
	TypeChoice     = "choice"
	TypeList       = "list"
	TypeReference  = "reference"
	TypeReferences = "references"
	TypeTexts      = "texts"
)

// Field is a field that files can fill.
type Field struct {
	Name     string   `json:"name"`
	Label    string   `json:"label" doc:"Heading of its column in exports and in the sample file."`
	Type     string   `json:"type" enum:"id,text,number,boolean,date,choice,list,reference,references,texts"`
	Required bool     `json:"required" doc:"Whether a new record needs it."`
	Key      bool     `json:"key" doc:"Whether rows can be matched with existing records by it."`
	Choices  []string `json:"choices" nullable:"false" doc:"Values of a choice."`

	Headings []string    `json:"-"` // of columns, besides the name and the label
	RefersTo table.Table `json:"-"` // of references
	Min      float64     `json:"-"` // of numbers
}

// MatchesHeading reports whether the heading of a column names the field.
func (f Field) MatchesHeading(heading string) bool {
	return slices.ContainsFunc(append([]string{f.Name, f.Label}, f.Headings...), func(known string) bool {
		return foldHeading(known) == foldHeading(heading)
	})
}

// foldHeading makes content_url, Content URL and content-url the same.
func foldHeading(heading string) string {
	return fold.Key(strings.NewReplacer("_", " ", "-", " ", ".", " ").Replace(heading))
}

// KeyColumn makes a field a key of imports although it is not unique. A row that matches several records is refused.
type KeyColumn struct {
	Column string // an indexed column with a text that is the same for equal values
	Where  string // the condition of a partial index
	Value  func(text string) string
}

// Plan says how the rows of a file become records.
type Plan struct {
	Parents []int64
	Columns []string // the name of the field of each column; empty for columns that are not imported
	Key     string   // the name of the field by which rows are matched; empty if all rows are new records
	// ClearEmpty says that empty cells clear the fields of existing records. Otherwise they leave them as they are.
	ClearEmpty bool
	Dates      sheet.DateFormat
	// DryRun says that the transaction will be rolled back, so that later rows don't find what earlier ones create.
	DryRun bool

	created map[string]bool // names of records that a dry run would have created, if rows can refer to them
}

// Row is a row of a file.
type Row struct {
	Cells   []string
	Key     string // see KeyOf
	Problem string // why the row is refused without looking at its other values
}

// The outcomes of a row.
const (
	Created   = "created"
	Changed   = "changed"
	Unchanged = "unchanged"
	Rejected  = "rejected"
)

// Result is what happened to a row.
type Result struct {
	Outcome  string
	Problems []Problem // of a rejected row
}

// Problem is a reason why a row was rejected.
type Problem struct {
	Field   string `json:"field" doc:"Name of the field; empty if it is about the whole row."`
	Message string `json:"message"`
}

// Registry has the records that can be imported, by the patterns of the paths of their lists.
type Registry struct{ byPattern map[string]*Records }

// NewRegistry returns an empty registry. Records are added when they are mounted.
func NewRegistry() *Registry { return &Registry{map[string]*Records{}} }

// Add makes records known, instead of earlier ones with the same path. A nil registry ignores them.
func (r *Registry) Add(records *Records) {
	if r != nil {
		r.byPattern[records.Address] = records
	}
}

// At returns the records whose list is at a pattern, or nil.
func (r *Registry) At(pattern string) *Records { return r.byPattern[pattern] }

// MayWrite refuses people who may not write the records of a table.
func (r *Registry) MayWrite(ctx context.Context, table string) error {
	for _, records := range r.byPattern {
		if records.Table.Name == table {
			return records.MayWrite(ctx)
		}
	}
	return nil
}
