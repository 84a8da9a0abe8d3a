package kittest

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// Response is a response.
type Response struct {
	Status int
	Header http.Header
	Text   string
	JSON   map[string]any

	t    testing.TB
	call string
}

// Want fails the test if the status is different.
func (a *Response) Want(status int) *Response {
	a.t.Helper()
	if a.Status != status {
		a.t.Fatalf("%s: got %d, want %d: %s", a.call, a.Status, status, a.Text)
	}
	return a
}

// Refused fails the test unless the response is 422 with errors for exactly these fields.
func (a *Response) Refused(fields ...string) *Response {
	a.t.Helper()
	a.Want(http.StatusUnprocessableEntity)
	found, _ := a.JSON["errors"].(map[string]any)
	for _, field := range fields {
		if _, ok := found[field]; !ok {
			a.t.Fatalf("%s: no error for %q: %s", a.call, field, a.Text)
		}
	}
	if len(found) != len(fields) {
		a.t.Fatalf("%s: want errors for %v only: %s", a.call, fields, a.Text)
	}
	return a
}

// Value returns the value at a path in the JSON, such as item.name or items.0.id. It fails the test if there is none.
func (a *Response) Value(path string) any {
	a.t.Helper()
	var at any = a.JSON
	for key := range strings.SplitSeq(path, ".") {
		switch v := at.(type) {
		case map[string]any:
			next, ok := v[key]
			if !ok {
				a.t.Fatalf("%s: nothing at %s: %s", a.call, path, a.Text)
			}
			at = next
		case []any:
			var i int
			if _, err := fmt.Sscan(key, &i); err != nil || i >= len(v) {
				a.t.Fatalf("%s: nothing at %s: %s", a.call, path, a.Text)
			}
			at = v[i]
		default:
			a.t.Fatalf("%s: nothing at %s: %s", a.call, path, a.Text)
		}
	}
	return at
}

// String returns the text at a path.
func (a *Response) String(path string) string {
	a.t.Helper()
	text, ok := a.Value(path).(string)
	if !ok {
		a.t.Fatalf("%s: no text at %s: %s", a.call, path, a.Text)
	}
	return text
}

// NotConfirmed fails the test unless the response asks for the password.
func (a *Response) NotConfirmed() *Response {
	a.t.Helper()
	if a.Want(http.StatusForbidden); a.JSON["code"] != "reauthentication_required" {
		a.t.Fatalf("%s: does not ask for the password: %s", a.call, a.Text)
	}
	return a
}

// Int returns the number at a path.
func (a *Response) Int(path string) int64 {
	a.t.Helper()
	number, ok := a.Value(path).(float64)
	if !ok {
		a.t.Fatalf("%s: no number at %s: %s", a.call, path, a.Text)
	}
	return int64(number)
}

// Column returns one field of all items of a list, as text.
func (a *Response) Column(field string) []string {
	a.t.Helper()
	column := []string{}
	items, _ := a.Value("items").([]any)
	for _, item := range items {
		row, _ := item.(map[string]any)
		column = append(column, fmt.Sprint(row[field]))
	}
	return column
}

// Keys returns the names of the values in the object at a path, in alphabetical order.
func (a *Response) Keys(path string) []string {
	a.t.Helper()
	object, ok := a.Value(path).(map[string]any)
	if !ok {
		a.t.Fatalf("%s: no object at %s: %s", a.call, path, a.Text)
	}
	return slices.Sorted(maps.Keys(object))
}
