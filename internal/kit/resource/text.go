package resource

import (
	"context"
	_ "embed" // for the names of icons
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
	"golang.org/x/text/unicode/norm"

	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/secret"
)

// Text is a line of text. If it is unique or sortable, it has a folded copy in a second column, NAME_key.
func Text(field *string, list ...Rule) Field {
	r := collect(list)
	r.folded = r.unique || r.sortable
	return textField(field, r)
}

// Code is a short text that is compared exactly, such as a code or an address. It has no folded copy.
func Code(field *string, list ...Rule) Field { return textField(field, collect(list)) }

// Markdown is text of several lines, rendered as Markdown.
func Markdown(field *string, list ...Rule) Field {
	r := collect(list)
	if !slices.Contains(r.given, "Max") {
		r.maxLength = 20_000
	}
	r.multiline = true
	return textField(field, r)
}

// Source is text of several lines that is stored as it is, such as a style sheet.
func Source(field *string, list ...Rule) Field { return Markdown(field, list...) }

// Icon is the name of an icon, without the prefix that style sheets use.
func Icon(field *string, list ...Rule) Field {
	check := Valid(func(s string) string {
		if strings.HasPrefix(s, "fa-") {
			return "Leave out the fa- prefix."
		}
		if !icons()[s] {
			return "Must be the name of an icon, such as book-open."
		}
		return ""
	})
	return Code(field, append([]Rule{Max(60), check, Normalised(strings.ToLower)}, list...)...)
}

// iconNames lists the icons that the web app has, one on each line. `make gen` writes it.
//
//go:embed icons.txt
var iconNames string

var icons = sync.OnceValue(func() map[string]bool {
	known := map[string]bool{}
	for name := range strings.Lines(iconNames) {
		known[strings.TrimSpace(name)] = true
	}
	return known
})

// Enum is one of a few words.
func Enum(field *string, words []string, list ...Rule) Field {
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
	f := Code(field, append([]Rule{check}, list...)...)
	f.schema = &huma.Schema{Type: huma.TypeString, Enum: allowed}
	return f
}

// Slug is the part of an address that names a record. If a new record leaves it empty, it is made from another field.
func Slug(field, from *string, list ...Rule) Field {
	check := Valid(func(s string) string {
		if strings.ContainsFunc(s, func(r rune) bool { return unicode.IsUpper(r) || notInSlugs(r) }) {
			return "Must be lower case, without spaces, slashes or emoji."
		}
		if s != "" && !hasWord(s) {
			return "Must contain a letter or a digit."
		}
		return ""
	})
	f := Code(field, append([]Rule{check}, list...)...)
	f.kind = "slug"
	own, source := newHandle(field), newHandle(from)
	f.sources = []locator{own, source}
	f.fill = func(r row) {
		if slug := own.in(r); *slug == "" {
			*slug = slugify(*source.in(r))
		}
	}
	return f
}

// slugify makes a slug from a name: its words in lower case and without accents, separated by hyphens. A name without
// letters and digits gets a random slug.
func slugify(s string) string {
	words := strings.FieldsFunc(fold.Key(apostrophes.Replace(s)), func(r rune) bool {
		return !unicode.In(r, unicode.L, unicode.M, unicode.N)
	})
	slug := strings.Join(words, "-")
	if !hasWord(slug) {
		return secret.RandomString(8, "abcdefghijkmnpqrstuvwxyz23456789")
	}
	return slug
}

var apostrophes = strings.NewReplacer("'", "", "’", "")

func hasWord(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// notInSlugs reports characters that mean something else in an address, and those that look different everywhere or are
// invisible: symbols such as emoji, and control characters.
func notInSlugs(r rune) bool {
	return unicode.IsSpace(r) || strings.ContainsRune(`/\?#%"<>`, r) ||
		unicode.In(r, unicode.So, unicode.Sk, unicode.C, unicode.Variation_Selector)
}

func textField(field *string, r rules) Field {
	h := newHandle(field)
	return Field{
		kind: "text", target: h, rules: r, schema: &huma.Schema{Type: huma.TypeString, MaxLength: &r.maxLength},
		dest:  func(r row) any { return h.in(r) },
		value: func(r row) any { return *h.in(r) },
		text:  func(r row) string { return *h.in(r) },
		clear: func(r row) { *h.in(r) = "" },
		parse: func(_ context.Context, in *input) func(row) {
			var s string
			if !in.decode(&s, "text") {
				return nil
			}
			s, ok := in.clean(s)
			if !ok {
				return nil
			}
			return func(r row) { *h.in(r) = s }
		},
	}
}

// clean normalises a text and checks it against the rules.
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
		example := ", such as a tab or line break"
		if in.rules.multiline {
			example = ""
		}
		in.refuse("Contains characters that can't be stored%s.", example)
		return s, false
	}
	if utf8.RuneCountInString(s) > in.rules.maxLength {
		in.refuse("Must have at most %d characters.", in.rules.maxLength)
		return s, false
	}
	if in.rules.problem != nil {
		if problem := in.rules.problem(s); problem != "" {
			in.refuse("%s", problem)
			return s, false
		}
	}
	return s, true
}

const maxEntries = 200

// List is a list of texts, in the order in which they were entered, without duplicates. The rules apply to each entry.
func List(field *[]string, list ...Rule) Field {
	h := newHandle(field)
	f := Field{
		kind: "list", target: h, rules: collect(list),
		schema: &huma.Schema{Type: huma.TypeArray, Items: &huma.Schema{Type: huma.TypeString}},
		dest:   func(r row) any { return db.Into(h.in(r)) },
		value:  func(r row) any { return db.JSON(notNil(*h.in(r))) },
		clear:  func(r row) { *h.in(r) = []string{} },
		parse: func(_ context.Context, in *input) func(row) {
			entries, ok := in.cleanList()
			if !ok {
				return nil
			}
			return func(r row) { *h.in(r) = entries }
		},
	}
	if f.rules.searchable {
		f.text = func(r row) string { return strings.Join(*h.in(r), " ") }
	}
	if !f.rules.required {
		f.fill = func(r row) { *h.in(r) = notNil(*h.in(r)) }
	}
	return f
}

func (in *input) cleanList() ([]string, bool) {
	var entries []string
	if !in.decode(&entries, "a list of texts") {
		return nil, false
	}
	if len(entries) > maxEntries {
		in.refuse("Must have at most %d entries.", maxEntries)
		return nil, false
	}
	clean, fine := []string{}, true
	for i, entry := range entries {
		each := *in
		each.name, each.rules.required = fmt.Sprintf("%s.%d", in.name, i), true
		text, ok := each.clean(entry)
		fine = fine && ok
		if !slices.Contains(clean, text) {
			clean = append(clean, text)
		}
	}
	if len(clean) == 0 && in.rules.required {
		in.refuse("This field is required.")
		return nil, false
	}
	return clean, fine
}

func notNil[E any](list []E) []E {
	if list == nil {
		return []E{}
	}
	return list
}
