package resource

import (
	"context"
	"slices"
	"strings"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/sheet"
	"waymark/internal/kit/write"
)

// Importable is a record that can be created or updated from the rows of a file.
type Importable interface {
	// Address is the pattern of the path of its list.
	Address() string
	// Kind is what people call one: publisher.
	Kind() string
	// TableName is the table that it is stored in.
	TableName() string
	// MayImport refuses people who may not write such records.
	MayImport(ctx context.Context) error
	// ImportFields lists the fields that files can fill.
	ImportFields() []ImportField
	// ImportParents reads the records that new ones are nested below from the path of their list.
	ImportParents(ctx context.Context, path string) ([]int64, error)
	// ImportKey returns the value that a row is matched by in its normal form, and what is wrong with it.
	ImportKey(ctx context.Context, plan *ImportPlan, cells []string) (key, problem string)
	// ImportRows creates and updates records. A row that is refused leaves no trace in the transaction.
	ImportRows(ctx context.Context, tx *write.Tx, plan *ImportPlan, rows []ImportRow) ([]ImportResult, error)
	// ImportSample returns the cells of a row that shows what each field takes.
	ImportSample(ctx context.Context) ([]string, error)
}

// ImportField is a field that files can fill.
type ImportField struct {
	Name     string   `json:"name"`
	Label    string   `json:"label" doc:"Heading of its column in exports and in the sample file."`
	Type     string   `json:"type" enum:"id,text,number,boolean,date,choice,list,reference,references,texts"`
	Required bool     `json:"required" doc:"Whether a new record needs it."`
	Key      bool     `json:"key" doc:"Whether rows can be matched with existing records by it."`
	Choices  []string `json:"choices" nullable:"false" doc:"Values of a choice."`

	headings []string // folded
}

// MatchesHeading reports whether the heading of a column names the field.
func (f ImportField) MatchesHeading(heading string) bool {
	return slices.Contains(f.headings, foldHeading(heading))
}

// foldHeading makes content_url, Content URL and content-url the same.
func foldHeading(heading string) string {
	return fold.Key(strings.NewReplacer("_", " ", "-", " ", ".", " ").Replace(heading))
}

// ImportKeyColumn makes a field a key of imports although it is not unique. A row that matches several records is
// refused.
type ImportKeyColumn struct {
	Field  string
	Column string // an indexed column with a text that is the same for equal values
	Where  string // the condition of a partial index
	Value  func(text string) string
}

// ImportPlan says how the rows of a file become records.
type ImportPlan struct {
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

// ImportRow is a row of a file.
type ImportRow struct {
	Cells   []string
	Key     string // see ImportKey
	Problem string // why the row is refused without looking at its other values
}

// The outcomes of a row.
const (
	RowCreated   = "created"
	RowChanged   = "changed"
	RowUnchanged = "unchanged"
	RowRejected  = "rejected"
)

// ImportResult is what happened to a row.
type ImportResult struct {
	Outcome  string
	Problems []ImportProblem // of a rejected row
}

// ImportProblem is a reason why a row was rejected.
type ImportProblem struct {
	Field   string `json:"field" doc:"Name of the field; empty if it is about the whole row."`
	Message string `json:"message"`
}

// Imports are the records that can be imported, by the patterns of the paths of their lists.
type Imports struct{ byPattern map[string]Importable }

// NewImports returns an empty set. Records are added when they are mounted.
func NewImports() *Imports { return &Imports{map[string]Importable{}} }

// Add makes a record known, instead of an earlier one with the same path. A nil set ignores it.
func (i *Imports) Add(record Importable) {
	if i != nil {
		i.byPattern[record.Address()] = record
	}
}

// At returns the record whose list is at a pattern, or nil.
func (i *Imports) At(pattern string) Importable { return i.byPattern[pattern] }

// MayChange refuses people who may not write the records of a table.
func (i *Imports) MayChange(ctx context.Context, table string) error {
	for _, record := range i.byPattern {
		if record.TableName() == table {
			return record.MayImport(ctx)
		}
	}
	return nil
}

// TableName returns the table that the record is stored in.
func (r *Resource[T]) TableName() string { return r.Table.Name }

// MayImport refuses people who may not write the record.
func (r *Resource[T]) MayImport(ctx context.Context) error {
	if r.Access.Write == api.Admins && !auth.IsAdmin(ctx) {
		return apierr.NotAllowed("Only admins can do this.")
	}
	return nil
}

// ImportParents reads the records that new ones are nested below from the path of their list.
func (r *Resource[T]) ImportParents(ctx context.Context, path string) ([]int64, error) {
	return r.parentsAt(ctx, path)
}

// addImport makes the record known to imports if files can change it.
func (r *Resource[T]) addImport() {
	if (r.has(Creating) || r.has(Updating)) && !r.NoImport {
		r.kit.Imports.Add(r)
	}
}

// ImportFields lists the fields that files can fill. Images are not among them: they would have to be fetched.
func (r *Resource[T]) ImportFields() []ImportField {
	fields := []ImportField{}
	if r.has(Updating) {
		fields = append(fields, ImportField{
			Name: idField, Label: "ID", Type: "id", Key: true, Choices: []string{}, headings: []string{"id"},
		})
	}
	shown := r.shownBy()
	for i := range r.fields {
		f := &r.fields[i]
		if !f.writable() || f.hidden || f.image != nil {
			continue
		}
		imported := ImportField{
			Name: f.name, Label: sheet.Label(f.name), Type: f.importType(), Required: f.requiredInFiles(),
			Key: r.matchColumn(f.name) != nil, Choices: f.choices(),
			headings: []string{foldHeading(f.name), foldHeading(sheet.Label(f.name))},
		}
		if other := shown[f.name]; other != "" {
			imported.Label = sheet.Label(other)
			imported.headings = append(imported.headings, foldHeading(other), foldHeading(imported.Label))
		}
		fields = append(fields, imported)
	}
	return fields
}

const idField = "id"

func (f *Field) requiredInFiles() bool {
	return f.rules.required && f.rules.initial == nil && f.fill == nil
}

// choices returns the words of an Enum.
func (f *Field) choices() []string {
	words := []string{}
	for _, word := range f.schema.Enum {
		if text, ok := word.(string); ok {
			words = append(words, text)
		}
	}
	return words
}

func (f *Field) importType() string {
	if len(f.schema.Enum) > 0 {
		return "choice"
	}
	switch f.kind {
	case "number", "date", "list":
		return f.kind
	case "bool":
		return "boolean"
	case "keywords":
		return "list"
	case "ref":
		return "reference"
	case "refs":
		return "references"
	case "text map":
		return "texts"
	}
	return "text"
}

// shownBy returns the names of the fields that show what reference fields refer to.
func (r *Resource[T]) shownBy() map[string]string {
	shown := map[string]string{}
	for i := range r.fields {
		f := &r.fields[i]
		if f.kind == "related" {
			shown[f.source] = f.name
		}
	}
	for i := range r.fields {
		f := &r.fields[i]
		one, isRef := strings.CutSuffix(f.name, "_id")
		if isRef && shown[f.name] == "" && r.byName[one] != nil { // attached by hand
			shown[f.name] = one
		}
	}
	return shown
}
