package db

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"time"
)

// Into wraps a pointer so that a column can be read into it on either engine: moments from numbers or
// times, lists and maps from JSON. Other pointers are read by database/sql as they are.
func Into(pointer any) any {
	switch p := pointer.(type) {
	case *time.Time:
		return moment{p}
	case **time.Time:
		return maybeMoment{p}
	case *json.RawMessage:
		return document{p}
	}
	switch kind := reflect.TypeOf(pointer).Elem().Kind(); kind { //nolint:exhaustive // all other kinds are plain
	case reflect.Slice, reflect.Map:
		if reflect.TypeOf(pointer).Elem() != reflect.TypeFor[[]byte]() {
			return document{pointer}
		}
	}
	return pointer
}

type moment struct{ to *time.Time }

func (m moment) Scan(src any) error {
	switch v := src.(type) {
	case int64:
		*m.to = time.UnixMicro(v).UTC()
	case time.Time:
		*m.to = v.UTC()
	case nil:
		*m.to = time.Time{}
	default:
		return fmt.Errorf("read a moment from %T", src)
	}
	return nil
}

type maybeMoment struct{ to **time.Time }

func (m maybeMoment) Scan(src any) error {
	if src == nil {
		*m.to = nil
		return nil
	}
	*m.to = new(time.Time)
	return moment{*m.to}.Scan(src)
}

type document struct{ to any }

func (d document) Scan(src any) error {
	switch v := src.(type) {
	case nil:
		return nil
	case string:
		return json.Unmarshal([]byte(v), d.to)
	case []byte:
		return json.Unmarshal(v, d.to)
	}
	return fmt.Errorf("read JSON from %T", src)
}

func fieldPaths(shape reflect.Type, columns []string) ([][]int, error) {
	byName := fieldsOf(shape)
	paths := make([][]int, len(columns))
	for i, column := range columns {
		path, ok := byName[column]
		if !ok {
			return nil, fmt.Errorf("%s has no field for column %q", shape, column)
		}
		paths[i] = path
	}
	return paths, nil
}

var shapes sync.Map // of the types that are read into: reflect.Type to what fieldsOf says

// fieldsOf tells where in a type each column goes. Looking costs more than a short query, so it is done once for each.
func fieldsOf(shape reflect.Type) map[string][]int {
	if known, ok := shapes.Load(shape); ok {
		return known.(map[string][]int) //nolint:forcetypeassert // it is stored below
	}
	byName := map[string][]int{}
	for _, field := range reflect.VisibleFields(shape) {
		if field.Anonymous {
			continue
		}
		name := field.Tag.Get("db")
		if name == "" {
			name, _, _ = strings.Cut(field.Tag.Get("json"), ",")
		}
		if name != "" && name != "-" {
			byName[name] = field.Index
		}
	}
	shapes.Store(shape, byName)
	return byName
}
