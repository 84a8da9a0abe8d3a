package sheet

import (
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
)

// Column is one field of a record.
type Column struct {
	Label string // the heading: Content URL
	Name  string // the JSON key: content_url
	index []int
}

// neverExported matches credentials, values that only screens need, and the version that detects concurrent saves.
var neverExported = regexp.MustCompile(`(^|_)(secret|password|token|api_key|version|initials|human)(_|$)`)

// ColumnsOf returns the columns of a record type in the order of its fields. The id of a related record is left out if
// the record itself is a field, because that is exported by its name. A field with the tag `export:"-"` is left out.
func ColumnsOf(record reflect.Type) []Column {
	fields := fieldsOf(record)
	columns := []Column{}
	for _, field := range reflect.VisibleFields(record) {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if index, ok := fields[name]; !ok || !slices.Equal(index, field.Index) {
			continue
		}
		if field.Tag.Get("export") == "-" || neverExported.MatchString(name) || hasRelatedRecord(name, fields) {
			continue
		}
		columns = append(columns, Column{Label: Label(name), Name: name, index: field.Index})
	}
	// The timestamps are part of the embedded base record, so they would come first. In a file they are expected last.
	for _, name := range []string{"created_at", "updated_at"} {
		if i := slices.IndexFunc(columns, func(c Column) bool { return c.Name == name }); i >= 0 {
			moved := columns[i]
			columns = append(slices.Delete(columns, i, i+1), moved)
		}
	}
	return columns
}

// hasRelatedRecord reports whether the record, or the list of records, that an id field refers to is a field as well.
func hasRelatedRecord(name string, fields map[string][]int) bool {
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

// fieldsOf returns the index of each field of a type by its JSON key. If two fields have the same key, the outer one is
// used.
func fieldsOf(record reflect.Type) map[string][]int {
	if known, ok := fieldCache.Load(record); ok {
		return known.(map[string][]int) //nolint:forcetypeassert // the only type stored below
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
	fieldCache.Store(record, fields)
	return fields
}

// fieldCache maps a reflect.Type to the result of fieldsOf, which takes longer than writing a row.
var fieldCache sync.Map

// specialWords have a spelling in labels that is not just lower case.
var specialWords = map[string]string{
	"id": "ID", "url": "URL", "ip": "IP", "iata": "IATA", "clia": "CLIA", "alt": "Public", "api": "API", "css": "CSS",
	"cta": "CTA", "email": "E-mail",
}

// Label converts a JSON key to a heading: content_url to Content URL, published_at to Published.
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
		if known, ok := specialWords[word]; ok {
			words[i] = known
		}
	}
	if len(words) == 0 {
		return ""
	}
	words[0] = strings.ToUpper(words[0][:1]) + words[0][1:]
	return strings.Join(words, " ")
}

// ColumnNamed returns the column of a field, whether it is exported or not.
func ColumnNamed(record reflect.Type, name string) (Column, bool) {
	index, ok := fieldsOf(record)[name]
	return Column{Label: Label(name), Name: name, index: index}, ok
}

// PathTitle returns the path of a list for people: partners/5/sites is "Partners 5 · Sites".
func PathTitle(listPath string) string {
	title := ""
	for part := range strings.SplitSeq(listPath, "/") {
		if _, err := strconv.ParseInt(part, 10, 64); err == nil {
			title += " " + part
			continue
		}
		if title != "" {
			title += " · "
		}
		title += Label(part)
	}
	return title
}
