package resource

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/derived"
	"waymark/internal/kit/importer"
	"waymark/internal/kit/table"
	"waymark/internal/kit/write"
)

// Field is a declared field of a record: where it is, how it is checked and how it is stored. Its name and type are
// those of the struct field it was declared with.
type Field struct {
	kind    string    // for messages: text, number
	target  locator   // the struct field
	sources []locator // struct fields it is made from
	source  string    // the column of the first of them
	name    string    // the JSON name; the column for fields that are not in responses
	column  string    // empty if the field is not stored in the record's own table
	hidden  bool      // not in responses
	rules   rules
	schema  *huma.Schema

	nullable bool             // the column can be NULL
	dest     func(row) any    // where a stored value is scanned into
	value    func(row) any    // what is stored
	text     func(row) string // the value as text, for names, searches and uniqueness
	parse    func(context.Context, *input) func(row)
	clear    func(row) // what null does
	fill     func(row) // completes a new record that leaves the field empty

	attach   func(context.Context, db.Conn, []row) error
	relation *relation
	relate   func(shown *names) *relation // makes the relation of a Refs field
	shows    *names                       // of a RelatedAll
	check    func(ctx context.Context, tx *write.Tx, r row, name string, problems *apierr.Fields) error
	refers   func(row) references
	save     func(ctx context.Context, tx *write.Tx, before *row, after row) error
	sort     func(row) // brings the ids of a Refs into the order in which they are read

	ref   *table.Table // the table a Ref refers to
	link  *table.Link  // of a Refs
	image func(row) *int64
	// counter is what a Counter shows.
	counter *derived.Counter
}

// Fields are the fields of a record, in the order in which it is read.
type Fields []Field

func (f *Field) writable() bool { return f.parse != nil && !f.rules.readOnly }

// same reports whether two records have the same value.
func (f *Field) same(a, b row) bool { return reflect.DeepEqual(f.value(a), f.value(b)) }

// selected is the expression that reads the column. The column of a counter may lag behind its exact value. There is no
// database while the API document is made.
func (f *Field) selected(kit Kit) string {
	if f.counter != nil && kit.Store != nil && kit.Store.DB != nil {
		return f.counter.Value(kit.Store.DB.Engine)
	}
	return table.Quote(f.column)
}

// sortColumn is the column that sorts and compares the field: the folded copy of a text, if it has one.
func (f *Field) sortColumn() string {
	if f.rules.folded {
		return f.column + "_key"
	}
	return f.column
}

// input is a value of a request on its way into a field.
type input struct {
	kit      Kit
	name     string
	rules    rules
	raw      json.RawMessage
	problems *apierr.Fields
	failed   error // a failure that is not the request's fault
}

func (in *input) refuse(format string, args ...any) { in.problems.Add(in.name, format, args...) }

func (in *input) decode(target any, noun string) bool {
	if err := json.Unmarshal(in.raw, target); err != nil {
		in.refuse("Must be %s.", noun)
		return false
	}
	return true
}

type rules struct {
	given []string // names of the rules

	required   bool
	unique     bool
	perOwner   bool // unique among the records of one owner only
	searchable bool
	sortable   bool
	folded     bool // has a folded copy in a second column, which sorts and compares
	readOnly   bool
	multiline  bool
	endOfDay   bool
	bounded    bool
	min, max   float64
	maxLength  int
	normalise  func(string) string
	problem    func(string) string // returns what is wrong with a text, or nothing
	initial    json.RawMessage     // the value of a new record that does not send the field
	importKey  *importer.KeyColumn // by which rows of files are matched with records, besides unique fields

	numberProblem func(int64) string
}

// Rule is a rule of a field.
type Rule struct {
	name  string
	apply func(*rules)
}

// Rules that have no parameters.
var (
	// Required fields can't be left out of a new record, or emptied.
	Required = Rule{"Required", func(r *rules) { r.required = true }}
	// Unique texts can be used once, whatever their case and accents.
	Unique = Rule{"Unique", func(r *rules) { r.unique = true }}
	// UniquePerOwner texts can be used once among the records of one owner. The index says who the owner is.
	UniquePerOwner = Rule{"UniquePerOwner", func(r *rules) { r.unique, r.perOwner = true, true }}
	// Searchable fields are found by the list's search.
	Searchable = Rule{"Searchable", func(r *rules) { r.searchable = true }}
	// Sortable fields can order the list. Their column must have an index.
	Sortable = Rule{"Sortable", func(r *rules) { r.sortable = true }}
	// ReadOnly fields are in responses only. A request may send them; they are ignored.
	ReadOnly = Rule{"ReadOnly", func(r *rules) { r.readOnly = true }}
	// EndOfDay makes a date without a time mean the end of that day, not its beginning.
	EndOfDay = Rule{"EndOfDay", func(r *rules) { r.endOfDay = true }}
)

// Max limits the number of characters of a text.
func Max(length int) Rule { return Rule{"Max", func(r *rules) { r.maxLength = length }} }

// Between limits a number.
func Between(lowest, highest float64) Rule {
	return Rule{"Between", func(r *rules) { r.bounded, r.min, r.max = true, lowest, highest }}
}

// Normalised brings a text into one form before it is checked.
func Normalised(normalise func(string) string) Rule {
	return Rule{"Normalised", func(r *rules) { r.normalise = normalise }}
}

// Valid checks a text or a whole number beyond its length or size: the function returns what is wrong with it, or
// nothing.
func Valid[V string | int64](problem func(V) string) Rule {
	switch check := any(problem).(type) {
	case func(string) string:
		return Rule{"Valid", func(r *rules) { r.problem = check }}
	case func(int64) string:
		return Rule{"Valid for numbers", func(r *rules) { r.numberProblem = check }}
	}
	panic("resource: Valid takes a function of a text or a whole number")
}

// Initially sets the value of a new record that does not send the field.
func Initially[V any](value V) Rule {
	return Rule{"Initially", func(r *rules) {
		raw, err := json.Marshal(value)
		if err != nil {
			panic(fmt.Sprintf("resource: Initially(%v): %v", value, err))
		}
		r.initial = raw
	}}
}

// ImportKey matches the rows of files with existing records by the field, although it is not unique.
func ImportKey(key importer.KeyColumn) Rule {
	return Rule{"ImportKey", func(r *rules) { r.importKey = &key }}
}

func collect(list []Rule) rules {
	r := rules{maxLength: 255}
	for _, rule := range list {
		rule.apply(&r)
		r.given = append(r.given, rule.name)
	}
	return r
}

// rulesOf lists the rules that each kind of field can have.
var rulesOf = map[string][]string{
	"text": {
		"Required", "Unique", "UniquePerOwner", "Searchable", "Sortable", "ReadOnly", "Max", "Normalised", "Valid",
		"Initially", "ImportKey",
	},
	"slug":     {"Required", "Unique", "Searchable", "Sortable", "ReadOnly", "Max", "Normalised", "Valid"},
	"number":   {"Required", "Sortable", "ReadOnly", "Between", "Valid for numbers", "Initially"},
	"bool":     {"Sortable", "ReadOnly", "Initially"},
	"date":     {"Required", "Sortable", "ReadOnly", "EndOfDay", "Initially"},
	"list":     {"Required", "Searchable", "ReadOnly", "Max", "Normalised", "Valid", "Initially"},
	"text map": {"ReadOnly", "Max", "Normalised", "Valid", "Initially"},
	"keywords": {"Required", "ReadOnly", "Max", "Normalised", "Valid", "Initially"},
	"ref":      {"Required", "Searchable", "Sortable", "ReadOnly", "Initially"},
	"refs":     {"Required", "ReadOnly", "Initially"},
	"image":    {"Required", "ReadOnly"},
	"stored":   {"Sortable"},
	"position": {"Sortable"},
}

// invalidRule returns the first rule that does not apply to the kind of field.
func (f *Field) invalidRule() string {
	for _, name := range f.rules.given {
		if !slices.Contains(rulesOf[f.kind], name) {
			return name
		}
	}
	return ""
}
