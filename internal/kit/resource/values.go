package resource

import (
	"context"
	"math"
	"reflect"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"waymark/internal/kit/db"
	"waymark/internal/kit/derived"
)

// Int is a whole number.
func Int(field *int64, list ...Rule) Field {
	return numberField(field, "a whole number", huma.TypeInteger, append([]Rule{Between(math.MinInt32, math.MaxInt32)},
		list...))
}

// Number is a number that may have decimals.
func Number(field *float64, list ...Rule) Field {
	return numberField(field, "a number", huma.TypeNumber, append([]Rule{Between(-1e9, 1e9)}, list...))
}

func numberField[N int64 | float64](field *N, noun, schemaType string, list []Rule) Field {
	h, r := newHandle(field), collect(list)
	return Field{
		kind: "number", target: h, rules: r, schema: &huma.Schema{Type: schemaType, Minimum: &r.min, Maximum: &r.max},
		dest:  func(r row) any { return h.in(r) },
		value: func(r row) any { return *h.in(r) },
		clear: func(r row) { *h.in(r) = 0 },
		parse: func(_ context.Context, in *input) func(row) {
			var n N
			if !in.decode(&n, noun) || !in.inBounds(float64(n)) {
				return nil
			}
			return func(r row) { *h.in(r) = n }
		},
	}
}

// OptionalInt is a whole number, or none.
func OptionalInt(field **int64, list ...Rule) Field {
	h, r := newHandle(field), collect(append([]Rule{Between(math.MinInt32, math.MaxInt32)}, list...))
	return Field{
		kind: "number", target: h, rules: r, nullable: true,
		schema: &huma.Schema{Type: huma.TypeInteger, Minimum: &r.min, Maximum: &r.max, Nullable: true},
		dest:   func(r row) any { return h.in(r) },
		value:  func(r row) any { return optional(*h.in(r)) },
		clear:  func(r row) { *h.in(r) = nil },
		parse: func(_ context.Context, in *input) func(row) {
			var n int64
			if !in.decode(&n, "a whole number") || !in.inBounds(float64(n)) {
				return nil
			}
			return func(r row) { *h.in(r) = &n }
		},
	}
}

// optional returns the number, or an untyped nil, which is stored as NULL and compares equal to another.
func optional(n *int64) any {
	if n == nil {
		return nil
	}
	return *n
}

func (in *input) inBounds(n float64) bool {
	if in.rules.bounded && (n < in.rules.min || n > in.rules.max) {
		in.refuse("Must be between %v and %v.", in.rules.min, in.rules.max)
		return false
	}
	if in.rules.numberProblem != nil {
		if problem := in.rules.numberProblem(int64(n)); problem != "" {
			in.refuse("%s", problem)
			return false
		}
	}
	return true
}

// Bool is true or false.
func Bool(field *bool, list ...Rule) Field {
	h := newHandle(field)
	return Field{
		kind: "bool", target: h, rules: collect(list), schema: &huma.Schema{Type: huma.TypeBoolean},
		dest:  func(r row) any { return h.in(r) },
		value: func(r row) any { return *h.in(r) },
		clear: func(r row) { *h.in(r) = false },
		parse: func(_ context.Context, in *input) func(row) {
			var b bool
			if !in.decode(&b, "true or false") {
				return nil
			}
			return func(r row) { *h.in(r) = b }
		},
	}
}

// Date is a time, or none. It takes a day in the office's time zone (YYYY-MM-DD), or a time (RFC 3339).
func Date(field **time.Time, list ...Rule) Field {
	h := newHandle(field)
	return Field{
		kind: "date", target: h, rules: collect(list), nullable: true,
		schema: &huma.Schema{Type: huma.TypeString, Format: "date-time", Nullable: true},
		dest:   func(r row) any { return db.Into(h.in(r)) },
		value: func(r row) any {
			if *h.in(r) == nil {
				return nil
			}
			return (*h.in(r)).UTC()
		},
		clear: func(r row) { *h.in(r) = nil },
		parse: func(_ context.Context, in *input) func(row) {
			var text string
			if !in.decode(&text, "a date") {
				return nil
			}
			at, err := in.time(text)
			if err != nil || at.Year() < 1900 || at.Year() > 2999 {
				in.refuse("Must be a date.")
				return nil
			}
			at = at.UTC().Truncate(time.Microsecond)
			return func(r row) { *h.in(r) = &at }
		},
	}
}

func (in *input) time(text string) (time.Time, error) {
	if len(text) != len(time.DateOnly) {
		return time.Parse(time.RFC3339, text)
	}
	begins, ends, err := in.kit.Day(text)
	if in.rules.endOfDay {
		return ends.Add(-time.Microsecond), err
	}
	return begins, err
}

// Counter is a count that the database maintains.
func Counter(field *int64, counter derived.Counter, list ...Rule) Field {
	f := Stored(field, list...)
	f.counter = &counter
	return f
}

// Stored is a column of any type that requests can't change. If the struct field has the JSON name "-", it is read but
// not part of responses, and its db tag names the column.
func Stored[V any](field *V, list ...Rule) Field {
	h, r := newHandle(field), collect(list)
	r.readOnly = true
	return Field{
		kind: "stored", target: h, rules: r, nullable: reflect.TypeFor[V]().Kind() == reflect.Pointer,
		dest:  func(r row) any { return db.Into(h.in(r)) },
		value: func(r row) any { return h.in(r) },
	}
}

// kindPosition is the kind of Position.
const kindPosition = "position"

// Position is the place of a record in an order that staff arrange, from 1; its column is called order. New records
// come last.
func Position(field *int64) Field {
	f := Stored(field, Sortable)
	f.kind = kindPosition
	return f
}

// Computed is made from the record's columns whenever it is read. A record can be named by a computed text.
func Computed[V, R any](field *V, from *R, compute func(*R) V) Field {
	h, source := newHandle(field), newHandle(from)
	f := Field{
		kind: "computed", target: h, sources: []locator{source}, rules: rules{readOnly: true},
		attach: func(_ context.Context, _ db.Conn, rows []row) error {
			for _, r := range rows {
				*h.in(r) = compute(source.in(r))
			}
			return nil
		},
	}
	if textOf, ok := any(compute).(func(*R) string); ok {
		f.text = func(r row) string { return textOf(source.in(r)) }
	}
	return f
}

// Attached is filled by the definition's Attach.
func Attached[V any](field *V) Field {
	return Field{kind: "attached", target: newHandle(field), rules: rules{readOnly: true}}
}

func without(list, taken []int64) []int64 {
	return slices.DeleteFunc(slices.Clone(list), func(id int64) bool { return slices.Contains(taken, id) })
}
