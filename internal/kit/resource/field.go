package resource

import (
	"context"
	"encoding/json"

	"github.com/danielgtaylor/huma/v2"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/write"
)

// Field is one field of a record: where it is read into, how it is checked, how it is stored.
type Field[T any] struct {
	name   string
	column string // where it is stored; empty when not in the record's own table
	rules  rules
	schema *huma.Schema
	hidden bool // not in answers

	dest  func(*T) any // where a stored value is read into
	value func(*T) any // what is stored
	text  func(*T) string
	parse func(context.Context, *input) func(*T) // nil for fields nobody writes
	clear func(*T)                               // what null does

	attach func(context.Context, db.Conn, *Resource[T], []*T) error
	check  func(context.Context, *write.Tx, *T, *apierr.Fields) error
	save   func(ctx context.Context, tx *write.Tx, before, after *T) error
	ref    *Rows
}

// input is a value as the request has it, on its way into a field.
type input struct {
	kit      Kit
	name     string
	rules    rules
	raw      json.RawMessage
	problems *apierr.Fields
	failed   error // not the request's fault
}

func (in *input) refuse(format string, args ...any) { in.problems.Add(in.name, format, args...) }

func (in *input) into(target any, noun string) bool {
	if err := json.Unmarshal(in.raw, target); err != nil {
		in.refuse("Must be %s.", noun)
		return false
	}
	return true
}

type rules struct {
	required   bool
	unique     bool
	within     bool // among the records of one owner only
	searchable bool
	sortable   bool
	keyed      bool // has a folded twin column that sorts and compares
	secret     bool
	readOnly   bool
	maxLength  int
	endOfDay   bool
	min, max   float64
	bounded    bool
	choices    []int64
	multiline  bool
	normalise  func(string) string
	valid      func(string) string // the problem with a text, or nothing
	column     string
	initial    any
}

// Rule is an adjective of a field.
type Rule func(*rules)

// Required fields can't be left out on create, or emptied.
func Required(r *rules) { r.required = true }

// Unique texts are taken once, whatever their case and accents.
func Unique(r *rules) { r.unique = true }

// UniqueWithin texts are taken once among the records of one owner; the schema's index says which.
func UniqueWithin(r *rules) { r.unique, r.within = true, true }

// Searchable fields are found by the list's search.
func Searchable(r *rules) { r.searchable = true }

// Sortable fields can order the list. Their index must exist.
func Sortable(r *rules) { r.sortable = true }

// Secret values leave no trace in the audit log.
func Secret(r *rules) { r.secret = true }

// ReadOnly fields are shown; a request that sends them is taken, and they are ignored.
func ReadOnly(r *rules) { r.readOnly = true }

// Max is the most characters a text may have.
func Max(length int) Rule { return func(r *rules) { r.maxLength = length } }

// Between bounds a number.
func Between(lowest, highest float64) Rule {
	return func(r *rules) { r.bounded, r.min, r.max = true, lowest, highest }
}

// OneOf are the only values a whole number takes.
func OneOf(list ...int64) Rule { return func(r *rules) { r.choices = list } }

// EndOfDay makes a picked date last until the end of that day; others begin with it.
func EndOfDay(r *rules) { r.endOfDay = true }

// Normalised texts are brought into one form before they are checked.
func Normalised(normalise func(string) string) Rule {
	return func(r *rules) { r.normalise = normalise }
}

// Valid checks a text beyond its length: the answer is the problem with it, or nothing.
func Valid(problem func(string) string) Rule { return func(r *rules) { r.valid = problem } }

// In is the column of a stored field that is shown under another name.
func In(column string) Rule { return func(r *rules) { r.column = column } }

// Initially is the value of a new record that does not say.
func Initially(value any) Rule { return func(r *rules) { r.initial = value } }

func gather(list []Rule) rules {
	r := rules{maxLength: 255}
	for _, rule := range list {
		rule(&r)
	}
	return r
}
