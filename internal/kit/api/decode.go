package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"reflect"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"waymark/internal/kit/apierr"
)

// Object is the JSON object of the request, by key.
func (c *Call) Object() (map[string]json.RawMessage, error) {
	mediaType, _, err := mime.ParseMediaType(c.huma.Header("Content-Type"))
	if c.HasBody() && (err != nil || mediaType != "application/json") {
		return nil, statusError(c.huma.Context(), http.StatusUnsupportedMediaType)
	}
	if !json.Valid(c.body) || !utf8.Valid(c.body) { // encoding/json replaces invalid UTF-8
		return nil, statusError(c.huma.Context(), http.StatusBadRequest)
	}
	if key, found := duplicateKey(c.body); found {
		return nil, apierr.New(http.StatusBadRequest, fmt.Sprintf("The key %q appears twice in the same object.", key))
	}
	var object map[string]json.RawMessage
	if err := json.Unmarshal(c.body, &object); err != nil || object == nil {
		return nil, apierr.New(http.StatusBadRequest, "The request must be a JSON object.")
	}
	return object, nil
}

// Decode reads the request into a struct by its json tags. Values of the wrong type, and keys that the struct doesn't
// have, are reported under their names. Absent keys and null leave zero values.
func Decode[T any](c *Call) (T, error) {
	object, err := c.Object()
	if err != nil {
		var none T
		return none, err
	}
	return DecodeObject[T](object)
}

// DecodeObject does the same with an object that has been read.
func DecodeObject[T any](object map[string]json.RawMessage) (T, error) {
	into, err := Take[T](object)
	problems := apierr.Fields{}
	if known, ok := apierr.As(err); ok {
		problems = known.Errors
	}
	for name := range object {
		problems.Add(name, "Is not a field of this form.")
	}
	return into, problems.Err()
}

// Take removes the keys that a struct has from an object, and reads them into the struct.
func Take[T any](object map[string]json.RawMessage) (T, error) {
	var into T
	var problems apierr.Fields
	value := reflect.ValueOf(&into).Elem()
	for _, field := range fieldsOf(value.Type()) {
		name := field.Name
		raw, sent := object[name]
		if !sent {
			continue
		}
		delete(object, name)
		if bytes.Equal(raw, []byte("null")) {
			continue
		}
		if err := json.Unmarshal(raw, value.FieldByIndex(field.Index).Addr().Interface()); err != nil {
			problems.Add(name, "Must be %s.", nounOf(field.Type))
		} else if field.Type != reflect.TypeFor[[]json.RawMessage]() && hasZero(raw) { // handlers check raw entries
			problems.Add(name, "Contains characters that can't be stored.")
		}
	}
	return into, problems.Err()
}

// shapes caches the fields of structs with their JSON names: finding them takes longer than reading a small object.
var shapes sync.Map

func fieldsOf(shape reflect.Type) []reflect.StructField {
	if known, ok := shapes.Load(shape); ok {
		fields, _ := known.([]reflect.StructField)
		return fields
	}
	fields := []reflect.StructField{}
	for _, field := range reflect.VisibleFields(shape) {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if field.Name = name; !field.Anonymous {
			fields = append(fields, field)
		}
	}
	shapes.Store(shape, fields)
	return fields
}

// hasZero reports whether a JSON text contains an escaped zero byte. An escaped backslash before u0000 is no escape.
func hasZero(raw []byte) bool {
	for {
		before, after, found := bytes.Cut(raw, []byte(`\u0000`))
		if !found {
			return false
		}
		if slashes := len(before) - len(bytes.TrimRight(before, `\`)); slashes%2 == 0 {
			return true
		}
		raw = after
	}
}

func nounOf(t reflect.Type) string {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t == reflect.TypeFor[time.Time]() {
		return "a time like 2026-01-31T09:30:00Z"
	}
	switch t.Kind() { //nolint:exhaustive // the rest reads as the default
	case reflect.String:
		return "text"
	case reflect.Bool:
		return "true or false"
	case reflect.Int, reflect.Int64:
		return "a whole number"
	case reflect.Slice:
		return "a list"
	}
	return "something else"
}
