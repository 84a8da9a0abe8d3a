package resource

import (
	"reflect"
	"strings"
	"unsafe"
)

// row is a record whose fields are reached through handles.
type row struct {
	at unsafe.Pointer // the record
	id int64
}

// rowOf returns a record as a row.
func rowOf[T any](item *T) row {
	return row{at: unsafe.Pointer(item), id: idOf(item)} //nolint:gosec // see handle
}

// handle is a struct field of a record. A declaration gives a pointer into a sample record; the distance from the
// record's beginning, and the type, identify the field. From then on the handle finds it in every record.
//
// This is the only place with unsafe code: locate makes sure that there is a field of type V at the offset, and a row
// is always a whole record of the located type.
type handle[V any] struct {
	sample *V
	offset uintptr
}

func newHandle[V any](sample *V) *handle[V] { return &handle[V]{sample: sample} }

// in returns the field in a record.
func (h *handle[V]) in(r row) *V { return (*V)(unsafe.Add(r.at, h.offset)) }

// located is a struct field as its tags describe it.
type located struct {
	name   string // the JSON name; empty if the field is not in responses
	column string // the name of its column: the db tag, or the JSON name
}

// locator finds the struct field of a handle in a record's type.
type locator interface {
	locate(sample row, shape reflect.Type) (located, bool)
	get(r row) any
}

// get returns the value of the field, nil for a nil pointer.
func (h *handle[V]) get(r row) any {
	value := *h.in(r)
	if v := reflect.ValueOf(&value).Elem(); v.Kind() == reflect.Pointer && v.IsNil() {
		return nil
	}
	return value
}

func (h *handle[V]) locate(sample row, shape reflect.Type) (located, bool) {
	start, field := uintptr(sample.at), uintptr(unsafe.Pointer(h.sample)) //nolint:gosec // see handle
	if field < start || field >= start+shape.Size() {
		return located{}, false
	}
	h.offset = field - start
	return fieldAt(shape, h.offset, reflect.TypeFor[V]())
}

// fieldAt finds the field of a type at an offset, in a struct or in the structs it embeds. The struct itself counts,
// too: it has the offset 0, as its first field has, but another type.
func fieldAt(shape reflect.Type, offset uintptr, want reflect.Type) (located, bool) {
	if offset == 0 && shape == want {
		return located{}, true
	}
	for i := range shape.NumField() {
		field := shape.Field(i)
		if offset < field.Offset || offset >= field.Offset+max(field.Type.Size(), 1) {
			continue
		}
		if field.Offset == offset && field.Type == want && !field.Anonymous {
			return describe(field), true
		}
		if field.Type.Kind() == reflect.Struct {
			if found, ok := fieldAt(field.Type, offset-field.Offset, want); ok {
				return found, true
			}
		}
	}
	return located{}, false
}

func describe(field reflect.StructField) located {
	name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
	if name == "-" {
		name = ""
	}
	column := field.Tag.Get("db")
	if column == "" {
		column = name
	}
	return located{name, column}
}
