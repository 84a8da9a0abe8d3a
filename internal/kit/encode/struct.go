package encode

import (
	"reflect"
	"strings"
	"unsafe"
)

// member is a field of a struct, or of a struct embedded in it.
type member struct {
	name   string // quoted, with a comma before and a colon after it
	offset uintptr
	write  writer
	// omits reports whether the field is left out. It may be nil.
	omits func(at unsafe.Pointer) bool
}

func structWriter(t reflect.Type) writer {
	members, ok := membersOf(t)
	if !ok {
		return standard(t)
	}
	return func(b []byte, at unsafe.Pointer) ([]byte, error) {
		b = append(b, '{')
		start := len(b)
		for i := range members {
			m := &members[i]
			field := unsafe.Add(at, m.offset)
			if m.omits != nil && m.omits(field) {
				continue
			}
			name := m.name
			if len(b) == start {
				name = name[1:] // without the comma
			}
			b = append(b, name...)
			var err error
			if b, err = m.write(b, field); err != nil {
				return b, err
			}
		}
		return append(b, '}'), nil
	}
}

// membersOf lists the fields that are written. It returns false for structs whose fields encoding/json chooses by
// rules that are not repeated here: two fields with the same name, an embedded pointer, or an option like ",string".
func membersOf(t reflect.Type) ([]member, bool) {
	members, names := []member{}, map[string]bool{}
	for _, field := range reflect.VisibleFields(t) {
		tag := field.Tag.Get("json")
		if tag == "-" {
			continue
		}
		name, options, _ := strings.Cut(tag, ",")
		if field.Anonymous {
			if name != "" || field.Type.Kind() != reflect.Struct || hasOwnMethod(field.Type) {
				return nil, false
			}
			continue // its fields follow
		}
		if !field.IsExported() {
			continue
		}
		if name == "" {
			name = field.Name
		}
		omits, ok := omission(field.Type, options)
		if !ok || names[name] {
			return nil, false
		}
		names[name] = true
		members = append(members, member{
			name: "," + string(appendText(nil, name)) + ":", offset: offsetOf(t, field.Index),
			write: writerOf(field.Type), omits: omits,
		})
	}
	return members, true
}

// offsetOf returns the distance of a field from the beginning of a struct that contains it, or embeds it.
func offsetOf(t reflect.Type, index []int) uintptr {
	var offset uintptr
	for _, i := range index {
		field := t.Field(i)
		offset, t = offset+field.Offset, field.Type
	}
	return offset
}

// omission returns when a field is left out, and false for options that are not known.
func omission(t reflect.Type, options string) (omits func(unsafe.Pointer) bool, ok bool) {
	switch options {
	case "":
		return nil, true
	case "omitempty":
		return func(at unsafe.Pointer) bool { return isEmpty(reflect.NewAt(t, at).Elem()) }, true
	case "omitzero":
		if _, ok := t.MethodByName("IsZero"); ok {
			return nil, false
		}
		return func(at unsafe.Pointer) bool { return reflect.NewAt(t, at).Elem().IsZero() }, true
	}
	return nil, false
}

func isEmpty(v reflect.Value) bool {
	switch v.Kind() { //nolint:exhaustive // structs are never empty
	case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
		return v.Len() == 0
	case reflect.Struct:
		return false
	}
	return v.IsZero()
}
