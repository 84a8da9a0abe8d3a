package sheet

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// Column is one field of a record.
type Column struct {
	Label string // as people read it: Content URL
	Name  string // as the API has it: content_url
	index []int
}

// inside is what no file has: what signs people in, what only screens need, and what tells saves apart.
var inside = regexp.MustCompile(`(^|_)(secret|password|token|api_key|version|initials|human)(_|$)`)

// ColumnsOf are the columns of a type of records, in the order of its fields. The id of another record is left out where the
// record itself is there, which is written by its name. A field with the tag `export:"-"` is left out, too.
func ColumnsOf(record reflect.Type) []Column {
	fields := fieldsOf(record)
	columns := []Column{}
	for _, field := range reflect.VisibleFields(record) {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if index, ok := fields[name]; !ok || !slices.Equal(index, field.Index) || field.Tag.Get("export") == "-" || inside.MatchString(name) || toldBetter(name, fields) {
			continue
		}
		columns = append(columns, Column{Label: Label(name), Name: name, index: field.Index})
	}
	first := func(name string) int { return slices.IndexFunc(columns, func(c Column) bool { return c.Name == name }) }
	// When a record was made and changed comes with what every record has. Read from left to right, it comes last.
	for _, name := range []string{"created_at", "updated_at"} {
		if i := first(name); i >= 0 {
			moved := columns[i]
			columns = append(slices.Delete(columns, i, i+1), moved)
		}
	}
	return columns
}

// toldBetter tells whether an id, or a list of them, is there as records with names.
func toldBetter(name string, fields map[string][]int) bool {
	has := func(other string) bool { return fields[other] != nil }
	if one, ok := strings.CutSuffix(name, "_id"); ok {
		return has(one) || has(camel(one))
	}
	one, ok := strings.CutSuffix(name, "_ids")
	return ok && (has(one+"s") || has(strings.TrimSuffix(one, "y")+"ies"))
}

func camel(name string) string {
	parts := strings.Split(name, "_")
	for i, part := range parts[1:] {
		parts[i+1] = strings.ToUpper(part[:1]) + part[1:]
	}
	return strings.Join(parts, "")
}

// fieldsOf tells where the fields of a type are, by their names in JSON. Of two of the same name the outer one counts.
func fieldsOf(record reflect.Type) map[string][]int {
	if known, ok := shapes.Load(record); ok {
		return known.(map[string][]int) //nolint:forcetypeassert // it is stored below
	}
	fields := map[string][]int{}
	for _, field := range reflect.VisibleFields(record) {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if field.Anonymous || !field.IsExported() || name == "" || name == "-" {
			continue
		}
		if known := fields[name]; known == nil || len(field.Index) < len(known) {
			fields[name] = field.Index
		}
	}
	shapes.Store(record, fields)
	return fields
}

var shapes sync.Map // reflect.Type to what fieldsOf says: looking costs more than writing a row

// short are words that are written in capitals.
var short = map[string]string{"id": "ID", "url": "URL", "ip": "IP", "iata": "IATA", "clia": "CLIA", "alt": "Public", "api": "API", "css": "CSS", "cta": "CTA", "email": "E-mail"}

// Label are a name of the API as people read it: content_url is Content URL, published_at is Published.
func Label(name string) string {
	spaced := strings.Builder{}
	for _, r := range strings.TrimSuffix(name, "_at") {
		if unicode.IsUpper(r) {
			spaced.WriteRune(' ')
		}
		spaced.WriteRune(unicode.ToLower(r))
	}
	words := strings.FieldsFunc(spaced.String(), func(r rune) bool { return r == '_' || r == '-' || r == ' ' })
	for i, word := range words {
		if known, ok := short[word]; ok {
			words[i] = known
		}
	}
	if len(words) == 0 {
		return ""
	}
	words[0] = strings.ToUpper(words[0][:1]) + words[0][1:]
	return strings.Join(words, " ")
}
