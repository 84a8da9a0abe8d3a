package resource

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
	"golang.org/x/text/unicode/norm"

	"waymark/internal/kit/db"
	"waymark/internal/kit/secret"
)

// Text is a line of text.
func Text[T any](name string, at func(*T) *string, list ...Rule) Field[T] {
	r := gather(list)
	r.keyed = r.unique || r.sortable
	return textField(name, at, r)
}

// Code is a short text that is compared to the letter: a code, an address. It has no folded twin column.
func Code[T any](name string, at func(*T) *string, list ...Rule) Field[T] {
	return textField(name, at, gather(list))
}

// Markdown is text of many lines, shown as Markdown.
func Markdown[T any](name string, at func(*T) *string, list ...Rule) Field[T] {
	r := gather(append([]Rule{Max(20_000)}, list...))
	r.multiline = true
	return textField(name, at, r)
}

// Source is text of many lines that is kept as it is, in whatever language it is written.
func Source[T any](name string, at func(*T) *string, list ...Rule) Field[T] {
	return Markdown(name, at, list...)
}

// Icon is the name of an icon, without the prefix that style sheets give it.
func Icon[T any](name string, at func(*T) *string, list ...Rule) Field[T] {
	check := Valid(func(s string) string {
		if strings.HasPrefix(s, "fa-") {
			return "Leave out the fa- prefix."
		}
		if !iconShape.MatchString(s) {
			return "Must be the name of an icon, like book-open."
		}
		return ""
	})
	return Code(name, at, append([]Rule{Max(60), check, Normalised(strings.ToLower)}, list...)...)
}

var iconShape = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// Slug is the part of an address that names a record. On create it is made from another field when left empty;
// a required one can't be emptied later.
func Slug[T any](name string, at func(*T) *string, from func(*T) string, list ...Rule) Field[T] {
	check := Valid(func(s string) string {
		if strings.ContainsFunc(s, func(r rune) bool { return unicode.IsUpper(r) || unfit(r) }) {
			return "Must be lower-case, without spaces, slashes and emoji."
		}
		if s != "" && !hasWord(s) {
			return "Must contain a letter or a digit."
		}
		return ""
	})
	f := Code(name, at, append([]Rule{check}, list...)...)
	f.rules.initial = func(t *T) {
		if *at(t) == "" {
			*at(t) = Slugify(from(t))
		}
	}
	return f
}

// Slugify makes a slug of a name: lower case, with hyphens for white space and for characters no slug can have. A name
// without letters and digits gets a random one, because "." or "-" is no address.
func Slugify(s string) string {
	slug := strings.ToLower(strings.Join(strings.FieldsFunc(s, unfit), "-"))
	if !hasWord(slug) {
		return secret.Letters(8, "abcdefghijkmnpqrstuvwxyz23456789")
	}
	return slug
}

func hasWord(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// unfit characters have a meaning of their own in an address, or are shown differently everywhere: symbols such as emoji,
// and characters that can't be seen.
func unfit(r rune) bool {
	return unicode.IsSpace(r) || strings.ContainsRune(`/\?#%"<>`, r) || unicode.In(r, unicode.So, unicode.Sk, unicode.C, unicode.Variation_Selector)
}

func textField[T any](name string, at func(*T) *string, r rules) Field[T] {
	return Field[T]{
		name: name, column: name, rules: r, schema: &huma.Schema{Type: huma.TypeString, MaxLength: &r.maxLength},
		dest: func(t *T) any { return at(t) }, value: func(t *T) any { return *at(t) },
		text: func(t *T) string { return *at(t) }, clear: func(t *T) { *at(t) = "" },
		parse: func(_ context.Context, in *input) func(*T) {
			var s string
			if !in.into(&s, "text") {
				return nil
			}
			s, ok := in.clean(s)
			if !ok {
				return nil
			}
			return func(t *T) { *at(t) = s }
		},
	}
}

func (in *input) clean(s string) (string, bool) {
	s = strings.TrimSpace(norm.NFC.String(s))
	if in.rules.normalise != nil {
		s = in.rules.normalise(s)
	}
	if s == "" {
		if in.rules.required {
			in.refuse("This field is required.")
		}
		return s, !in.rules.required
	}
	if strings.ContainsFunc(s, func(r rune) bool {
		return unicode.IsControl(r) && (!in.rules.multiline || (r != '\n' && r != '\r' && r != '\t'))
	}) {
		in.refuse("Has characters that can't be stored.")
		return s, false
	}
	if utf8.RuneCountInString(s) > in.rules.maxLength {
		in.refuse("Must have at most %d characters.", in.rules.maxLength)
		return s, false
	}
	if in.rules.valid != nil {
		if problem := in.rules.valid(s); problem != "" {
			in.refuse("%s", problem)
			return s, false
		}
	}
	return s, true
}

// Int is a whole number.
func Int[T any](name string, at func(*T) *int64, list ...Rule) Field[T] {
	r := gather(append([]Rule{Between(math.MinInt32, math.MaxInt32)}, list...))
	return Field[T]{
		name: name, column: name, rules: r, schema: &huma.Schema{Type: huma.TypeInteger, Minimum: &r.min, Maximum: &r.max},
		dest: func(t *T) any { return at(t) }, value: func(t *T) any { return *at(t) }, clear: func(t *T) { *at(t) = 0 },
		parse: func(_ context.Context, in *input) func(*T) {
			var n int64
			if !in.into(&n, "a whole number") || !in.inBounds(float64(n)) {
				return nil
			}
			if in.rules.choices != nil && !slices.Contains(in.rules.choices, n) {
				in.refuse("There is no such choice.")
				return nil
			}
			return func(t *T) { *at(t) = n }
		},
	}
}

// Amount is a whole number, or none.
func Amount[T any](name string, at func(*T) **int64, list ...Rule) Field[T] {
	r := gather(append([]Rule{Between(math.MinInt32, math.MaxInt32)}, list...))
	return Field[T]{
		name: name, column: name, rules: r, schema: &huma.Schema{Type: huma.TypeInteger, Minimum: &r.min, Maximum: &r.max, Nullable: true},
		dest:  func(t *T) any { return at(t) },
		value: orNone(at),
		clear: func(t *T) { *at(t) = nil },
		parse: func(_ context.Context, in *input) func(*T) {
			var n int64
			if !in.into(&n, "a whole number") || !in.inBounds(float64(n)) {
				return nil
			}
			return func(t *T) { *at(t) = &n }
		},
	}
}

// orNone is what is stored of a number that may be missing.
func orNone[T any](at func(*T) **int64) func(*T) any {
	return func(t *T) any {
		if *at(t) == nil {
			return nil
		}
		return **at(t)
	}
}

// Number is a number that may have decimals.
func Number[T any](name string, at func(*T) *float64, list ...Rule) Field[T] {
	r := gather(append([]Rule{Between(-1e9, 1e9)}, list...))
	return Field[T]{
		name: name, column: name, rules: r, schema: &huma.Schema{Type: huma.TypeNumber, Minimum: &r.min, Maximum: &r.max},
		dest: func(t *T) any { return at(t) }, value: func(t *T) any { return *at(t) }, clear: func(t *T) { *at(t) = 0 },
		parse: func(_ context.Context, in *input) func(*T) {
			var n float64
			if !in.into(&n, "a number") || !in.inBounds(n) {
				return nil
			}
			return func(t *T) { *at(t) = n }
		},
	}
}

func (in *input) inBounds(n float64) bool {
	if in.rules.bounded && (n < in.rules.min || n > in.rules.max) {
		in.refuse("Must be between %v and %v.", in.rules.min, in.rules.max)
		return false
	}
	return true
}

// Bool is a switch.
func Bool[T any](name string, at func(*T) *bool, list ...Rule) Field[T] {
	return Field[T]{
		name: name, column: name, rules: gather(list), schema: &huma.Schema{Type: huma.TypeBoolean},
		dest: func(t *T) any { return at(t) }, value: func(t *T) any { return *at(t) }, clear: func(t *T) { *at(t) = false },
		parse: func(_ context.Context, in *input) func(*T) {
			var b bool
			if !in.into(&b, "true or false") {
				return nil
			}
			return func(t *T) { *at(t) = b }
		},
	}
}

// Enum is one of a few words.
func Enum[T any](name string, at func(*T) *string, words []string, list ...Rule) Field[T] {
	allowed := make([]any, len(words))
	for i, word := range words {
		allowed[i] = word
	}
	check := Valid(func(s string) string {
		if !slices.Contains(words, s) {
			return fmt.Sprintf("Must be one of: %s.", strings.Join(words, ", "))
		}
		return ""
	})
	f := Code(name, at, append([]Rule{check}, list...)...)
	f.schema = &huma.Schema{Type: huma.TypeString, Enum: allowed}
	return f
}

// Date is a moment, or none. It takes a day of the office (YYYY-MM-DD), or a whole time (RFC 3339).
func Date[T any](name string, at func(*T) **time.Time, list ...Rule) Field[T] {
	return Field[T]{
		name: name, column: name, rules: gather(list), schema: &huma.Schema{Type: huma.TypeString, Format: "date-time", Nullable: true},
		dest: func(t *T) any { return db.Into(at(t)) },
		value: func(t *T) any {
			if *at(t) == nil {
				return nil
			}
			return (*at(t)).UTC()
		},
		clear: func(t *T) { *at(t) = nil },
		parse: func(_ context.Context, in *input) func(*T) {
			var text string
			if !in.into(&text, "a date") {
				return nil
			}
			moment, err := in.moment(text)
			if err != nil || moment.Year() < 1900 || moment.Year() > 2999 {
				in.refuse("Must be a date.")
				return nil
			}
			moment = moment.UTC().Truncate(time.Microsecond)
			return func(t *T) { *at(t) = &moment }
		},
	}
}

func (in *input) moment(text string) (time.Time, error) {
	if len(text) != len(time.DateOnly) {
		return time.Parse(time.RFC3339, text)
	}
	begins, ends, err := in.kit.Day(text)
	if in.rules.endOfDay {
		return ends.Add(-time.Microsecond), err
	}
	return begins, err
}

const maxEntries = 200

// List is a list of texts, in the order they were entered, none twice. The rules are those of each entry.
func List[T any](name string, at func(*T) *[]string, list ...Rule) Field[T] {
	f := Field[T]{
		name: name, column: name, rules: gather(list),
		schema: &huma.Schema{Type: huma.TypeArray, Items: &huma.Schema{Type: huma.TypeString}},
		dest:   func(t *T) any { return db.Into(at(t)) }, value: func(t *T) any { return db.JSON(notNil(*at(t))) },
		clear: func(t *T) { *at(t) = []string{} },
	}
	if f.rules.searchable {
		f.text = func(t *T) string { return strings.Join(*at(t), " ") }
	}
	if !f.rules.required { // what must be entered is never left out
		f.rules.initial = func(t *T) { *at(t) = notNil(*at(t)) }
	}
	f.parse = func(_ context.Context, in *input) func(*T) {
		var entries []string
		if !in.into(&entries, "a list of texts") {
			return nil
		}
		if len(entries) > maxEntries {
			in.refuse("Must have at most %d entries.", maxEntries)
			return nil
		}
		kept, fine := []string{}, true
		for i, entry := range entries {
			each := *in
			each.name, each.rules.required = fmt.Sprintf("%s.%d", in.name, i), true
			clean, ok := each.clean(entry)
			fine = fine && ok
			if !slices.Contains(kept, clean) {
				kept = append(kept, clean)
			}
		}
		if len(kept) == 0 && in.rules.required {
			in.refuse("This field is required.")
			return nil
		}
		if !fine {
			return nil
		}
		return func(t *T) { *at(t) = kept }
	}
	return f
}

func notNil[E any](list []E) []E {
	if list == nil {
		return []E{}
	}
	return list
}

// Counter is a number that triggers of the schema keep.
func Counter[T any](name string, at func(*T) *int64, list ...Rule) Field[T] {
	return Field[T]{
		name: name, column: name, rules: gather(append(list, ReadOnly)), schema: &huma.Schema{Type: huma.TypeInteger},
		dest: func(t *T) any { return at(t) }, value: func(t *T) any { return *at(t) },
	}
}

// Stored is a column of any type that this record only shows, under its own name or another.
func Stored[T any](name string, at func(*T) any, list ...Rule) Field[T] {
	r := gather(append(list, ReadOnly))
	return Field[T]{
		name: name, column: cmp.Or(r.column, name), rules: r,
		dest: func(t *T) any { return db.Into(at(t)) }, value: func(t *T) any { return at(t) },
	}
}

// Hidden is a column that is read with the record and shown by other fields.
func Hidden[T any](column string, at func(*T) any) Field[T] {
	f := Stored(column, at)
	f.hidden = true
	return f
}

// Composed is a text made from the record's own columns. A record can be named by it.
func Composed[T any](name string, at func(*T) *string, compose func(*T) string) Field[T] {
	f := Computed(name, func(t *T) { *at(t) = compose(t) })
	f.text = compose
	return f
}

// Computed is made from the record's own columns whenever it is read.
func Computed[T any](name string, fill func(*T)) Field[T] {
	return Field[T]{
		name: name, rules: gather([]Rule{ReadOnly}),
		attach: func(_ context.Context, _ db.Conn, _ *Resource[T], rows []*T) error {
			for _, t := range rows {
				fill(t)
			}
			return nil
		},
	}
}
