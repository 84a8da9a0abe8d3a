// Package sheet writes tables as CSV that spreadsheets open as what they are.
package sheet

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// mark tells spreadsheets that the file is UTF-8; without it they show accents wrongly.
const mark = "\ufeff"

// Writer writes rows. What was written is in the file after Flush.
type Writer struct {
	// Site is where the console is: the addresses of its own files are written out in full.
	Site string
	csv  *csv.Writer
}

// New begins a file.
func New(w io.Writer, site string) (*Writer, error) {
	if _, err := io.WriteString(w, mark); err != nil {
		return nil, fmt.Errorf("begin the file: %w", err)
	}
	return &Writer{Site: strings.TrimSuffix(site, "/"), csv: csv.NewWriter(w)}, nil
}

// Header writes the names of the columns.
func (w *Writer) Header(names ...string) error { return w.csv.Write(names) }

// Row writes values as cells.
func (w *Writer) Row(values ...any) error {
	cells := make([]string, len(values))
	for i, value := range values {
		cells[i] = w.cell(reflect.ValueOf(value))
	}
	return w.csv.Write(cells)
}

// Record writes a record as the row of its columns.
func (w *Writer) Record(columns []Column, record reflect.Value) error {
	for record.Kind() == reflect.Pointer {
		record = record.Elem()
	}
	cells := make([]string, len(columns))
	for i, column := range columns {
		cells[i] = w.cell(record.FieldByIndex(column.index))
	}
	return w.csv.Write(cells)
}

// Flush hands everything on.
func (w *Writer) Flush() error {
	w.csv.Flush()
	return w.csv.Error()
}

// cell is a value that no spreadsheet takes for a formula. Numbers are told by their type, not by how they look.
func (w *Writer) cell(value reflect.Value) string {
	text := w.text(value)
	first, _ := utf8.DecodeRuneInString(text)
	if text != "" && strings.ContainsRune("=+-@\t\r\n＝＋－＠", first) && !isNumber(value) {
		return "'" + text
	}
	return text
}

func isNumber(value reflect.Value) bool {
	for value.Kind() == reflect.Pointer || value.Kind() == reflect.Interface {
		value = value.Elem()
	}
	return value.IsValid() && (value.CanInt() || value.CanUint() || value.CanFloat())
}

const several = "; "

func (w *Writer) text(value reflect.Value) string {
	if !value.IsValid() {
		return ""
	}
	switch v := value.Interface().(type) {
	case time.Time:
		if v.IsZero() {
			return ""
		}
		return v.UTC().Format(time.RFC3339)
	case json.RawMessage:
		return string(v)
	}
	switch value.Kind() { //nolint:exhaustive // the rest is written as JSON
	case reflect.Pointer, reflect.Interface:
		return w.text(value.Elem())
	case reflect.String:
		return value.String()
	case reflect.Bool:
		return map[bool]string{true: "yes", false: "no"}[value.Bool()]
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return strconv.FormatInt(value.Int(), 10)
	case reflect.Float32, reflect.Float64:
		return strconv.FormatFloat(value.Float(), 'f', -1, 64)
	case reflect.Slice, reflect.Array:
		return w.list(value)
	case reflect.Map:
		return w.pairs(value)
	case reflect.Struct:
		if text, ok := w.named(value); ok {
			return text
		}
	}
	encoded, err := json.Marshal(value.Interface())
	if err != nil {
		return ""
	}
	return string(encoded)
}

func (w *Writer) list(value reflect.Value) string {
	parts := []string{}
	for i := range value.Len() {
		if text := w.text(value.Index(i)); text != "" {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, several)
}

// pairs are the entries of a map; a record that came as one is its name.
func (w *Writer) pairs(value reflect.Value) string {
	entries := map[string]reflect.Value{}
	keys := []string{}
	for _, key := range value.MapKeys() {
		name := fmt.Sprint(key.Interface())
		entries[name], keys = value.MapIndex(key), append(keys, name)
	}
	if _, ok := entries["id"]; ok {
		for _, name := range names {
			if entry, ok := entries[name]; ok {
				return w.text(entry)
			}
		}
	}
	slices.Sort(keys)
	for i, key := range keys {
		keys[i] = key + ": " + w.text(entries[key])
	}
	return strings.Join(keys, several)
}

// names are the fields another record is known by, the best first.
var names = []string{"name", "full_name", "called", "title", "label", "tag"}

// named is what is written of another record: its name, or the address of an image. What was changed is told from what to what.
func (w *Writer) named(value reflect.Value) (string, bool) {
	fields := fieldsOf(value.Type())
	if full, ok := fields["full_url"]; ok {
		address := value.FieldByIndex(full).String()
		if strings.HasPrefix(address, "/") {
			address = w.Site + address
		}
		return address, true
	}
	for _, name := range names {
		if index, ok := fields[name]; ok {
			return w.text(value.FieldByIndex(index)), true
		}
	}
	before, changed := fields["before"]
	if after, ok := fields["after"]; ok && changed {
		return w.text(value.FieldByIndex(before)) + " → " + w.text(value.FieldByIndex(after)), true
	}
	return "", false
}
