// Package sheet writes CSV files that spreadsheet programs open without changing or executing their values, and reads
// CSV and XLSX files that people upload.
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

// byteOrderMark makes spreadsheet programs read the file as UTF-8.
const byteOrderMark = "\ufeff"

// Writer writes rows. They are complete in the file after Flush.
type Writer struct {
	// Site is the URL of the console. Paths of uploaded files are completed with it.
	Site string
	csv  *csv.Writer
}

// New starts a file.
func New(w io.Writer, site string) (*Writer, error) {
	if _, err := io.WriteString(w, byteOrderMark); err != nil {
		return nil, fmt.Errorf("start the file: %w", err)
	}
	return &Writer{Site: strings.TrimSuffix(site, "/"), csv: csv.NewWriter(w)}, nil
}

// Header writes the headings of the columns.
func (w *Writer) Header(names ...string) error { return w.csv.Write(names) }

// Row writes a row with one cell for each value.
func (w *Writer) Row(values ...any) error {
	cells := make([]string, len(values))
	for i, value := range values {
		cells[i] = w.cell(reflect.ValueOf(value))
	}
	return w.csv.Write(cells)
}

// Record writes a row with the columns of a record.
func (w *Writer) Record(columns []Column, record reflect.Value) error {
	record = indirect(record)
	cells := make([]string, len(columns))
	for i, column := range columns {
		cells[i] = w.cell(record.FieldByIndex(column.index))
	}
	return w.csv.Write(cells)
}

func indirect(record reflect.Value) reflect.Value {
	for record.Kind() == reflect.Pointer {
		record = record.Elem()
	}
	return record
}

// Flush writes buffered rows to the file.
func (w *Writer) Flush() error {
	w.csv.Flush()
	return w.csv.Error()
}

// cell formats a value so that no spreadsheet program treats it as a formula. Only values of a number type may start
// with a minus sign.
func (w *Writer) cell(value reflect.Value) string {
	text := w.text(value)
	first, _ := utf8.DecodeRuneInString(text)
	if text != "" && strings.ContainsRune(formulaStarts, first) && !isNumber(value) {
		return "'" + text
	}
	return text
}

// formulaStarts are the characters that a formula can start with.
const formulaStarts = "=+-@\t\r\n＝＋－＠"

func isNumber(value reflect.Value) bool {
	for value.Kind() == reflect.Pointer || value.Kind() == reflect.Interface {
		value = value.Elem()
	}
	return value.IsValid() && (value.CanInt() || value.CanUint() || value.CanFloat())
}

const listSeparator = "; "

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
	return strings.Join(parts, listSeparator)
}

// pairs formats the entries of a map. A map that is a decoded record is formatted as its name.
func (w *Writer) pairs(value reflect.Value) string {
	entries := map[string]reflect.Value{}
	keys := []string{}
	for _, key := range value.MapKeys() {
		name := fmt.Sprint(key.Interface())
		entries[name], keys = value.MapIndex(key), append(keys, name)
	}
	if _, ok := entries["id"]; ok {
		for _, name := range nameFields {
			if entry, ok := entries[name]; ok {
				return w.text(entry)
			}
		}
	}
	slices.Sort(keys)
	for i, key := range keys {
		keys[i] = key + ": " + w.text(entries[key])
	}
	return strings.Join(keys, listSeparator)
}

// nameFields are the fields that can contain the name of a record, in order of preference.
var nameFields = []string{"name", "full_name", "called", "title", "label", "tag"}

// named formats a related record by its name, an image by its URL, and a change by the values before and after it.
func (w *Writer) named(value reflect.Value) (string, bool) {
	fields := fieldsOf(value.Type())
	if full, ok := fields["full_url"]; ok {
		address := value.FieldByIndex(full).String()
		if strings.HasPrefix(address, "/") {
			address = w.Site + address
		}
		return address, true
	}
	for _, name := range nameFields {
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
