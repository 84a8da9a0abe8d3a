package db

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"time"
)

// Into wraps a pointer so that Scan can read a column of either engine into it: times from numbers or times, and slices
// and maps from JSON. Other pointers are returned unchanged, and those that scan themselves.
func Into(pointer any) any {
	switch p := pointer.(type) {
	case *time.Time:
		return timeScanner{p}
	case **time.Time:
		return nullTimeScanner{p}
	case *json.RawMessage:
		return jsonScanner{p}
	case sql.Scanner:
		return p
	}
	switch kind := reflect.TypeOf(pointer).Elem().Kind(); kind { //nolint:exhaustive // database/sql reads the others
	case reflect.Slice, reflect.Map:
		if reflect.TypeOf(pointer).Elem() != reflect.TypeFor[[]byte]() {
			return jsonScanner{pointer}
		}
	}
	return pointer
}

type timeScanner struct{ to *time.Time }

func (s timeScanner) Scan(src any) error {
	switch v := src.(type) {
	case int64:
		*s.to = time.UnixMicro(v).UTC()
	case time.Time:
		*s.to = v.UTC()
	case nil:
		*s.to = time.Time{}
	default:
		return fmt.Errorf("read a time from %T", src)
	}
	return nil
}

type nullTimeScanner struct{ to **time.Time }

func (s nullTimeScanner) Scan(src any) error {
	if src == nil {
		*s.to = nil
		return nil
	}
	*s.to = new(time.Time)
	return timeScanner{*s.to}.Scan(src)
}

type jsonScanner struct{ to any }

func (s jsonScanner) Scan(src any) error {
	switch v := src.(type) {
	case nil:
		return nil
	case string:
		return json.Unmarshal([]byte(v), s.to)
	case []byte:
		return json.Unmarshal(v, s.to)
	}
	return fmt.Errorf("read JSON from %T", src)
}

func fieldPaths(row reflect.Type, columns []string) ([][]int, error) {
	byName := fieldsOf(row)
	paths := make([][]int, len(columns))
	for i, column := range columns {
		path, ok := byName[column]
		if !ok {
			return nil, fmt.Errorf("%s has no field for column %q", row, column)
		}
		paths[i] = path
	}
	return paths, nil
}

var fieldCache sync.Map // reflect.Type to the result of fieldsOf

// fieldsOf returns the index of the field for each column name. Reflection takes longer than a short query, so the
// result is cached.
func fieldsOf(row reflect.Type) map[string][]int {
	if known, ok := fieldCache.Load(row); ok {
		return known.(map[string][]int) //nolint:forcetypeassert // the only type stored below
	}
	byName := map[string][]int{}
	for _, field := range reflect.VisibleFields(row) {
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
	fieldCache.Store(row, byName)
	return byName
}
