// Package encode writes JSON like encoding/json does, without escaping for HTML, in less time: how a type is written is
// worked out once, not for each value. What it does not know is left to encoding/json.
package encode

import (
	"bytes"
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"sync"
	"time"
	"unsafe"
)

// JSON appends a value as JSON.
func JSON(b []byte, value any) ([]byte, error) {
	v := reflect.ValueOf(value)
	if v.Kind() != reflect.Pointer || v.IsNil() {
		return appendStandard(b, value)
	}
	return writerOf(v.Type().Elem())(b, v.UnsafePointer())
}

// writer appends the value that a pointer of a certain type points to. This is unsafe, but each writer is made for the
// type of the struct field, slice element or pointer that it is used for.
type writer func(b []byte, at unsafe.Pointer) ([]byte, error)

var writers sync.Map // reflect.Type to writer

// writerOf returns the writer of a type. A type that contains itself gets one that looks it up when it is used.
func writerOf(t reflect.Type) writer {
	if known, ok := writers.Load(t); ok {
		return known.(writer) //nolint:forcetypeassert // the only type stored
	}
	var (
		ready sync.WaitGroup
		made  writer
	)
	ready.Add(1)
	later := writer(func(b []byte, at unsafe.Pointer) ([]byte, error) {
		ready.Wait()
		return made(b, at)
	})
	if known, loaded := writers.LoadOrStore(t, later); loaded {
		return known.(writer) //nolint:forcetypeassert // the only type stored
	}
	made = newWriter(t)
	ready.Done()
	writers.Store(t, made)
	return made
}

// Appender is implemented by pointers to types that append their JSON themselves. It must be what encoding/json would
// write.
type Appender interface {
	AppendJSON(b []byte) ([]byte, error)
}

var (
	appenderType  = reflect.TypeFor[Appender]()
	timeType      = reflect.TypeFor[time.Time]()
	marshalerType = reflect.TypeFor[json.Marshaler]()
	textType      = reflect.TypeFor[encoding.TextMarshaler]()
)

func newWriter(t reflect.Type) writer {
	if t == timeType {
		return writeTime
	}
	if reflect.PointerTo(t).Implements(appenderType) {
		return func(b []byte, at unsafe.Pointer) ([]byte, error) {
			return reflect.NewAt(t, at).Interface().(Appender).AppendJSON(b) //nolint:forcetypeassert // checked above
		}
	}
	// A pointer is written like what it points to, which also has the methods of the pointer.
	if t.Kind() != reflect.Pointer && hasOwnMethod(t) {
		return standard(t)
	}
	switch t.Kind() { //nolint:exhaustive // the others are left to encoding/json
	case reflect.Bool:
		return func(b []byte, at unsafe.Pointer) ([]byte, error) { return strconv.AppendBool(b, *(*bool)(at)), nil }
	case reflect.Int:
		return writeInt[int]
	case reflect.Int32:
		return writeInt[int32]
	case reflect.Int64:
		return writeInt[int64]
	case reflect.String:
		return func(b []byte, at unsafe.Pointer) ([]byte, error) { return appendText(b, *(*string)(at)), nil }
	case reflect.Pointer:
		return pointerWriter(t)
	case reflect.Slice:
		return sliceWriter(t)
	case reflect.Struct:
		return structWriter(t)
	}
	return standard(t)
}

// hasOwnMethod reports whether a type, or a pointer to it, has a method that writes it.
func hasOwnMethod(t reflect.Type) bool {
	pointer := reflect.PointerTo(t)
	return t.Implements(marshalerType) || pointer.Implements(marshalerType) || t.Implements(textType) ||
		pointer.Implements(textType)
}

// standard leaves a type to encoding/json.
func standard(t reflect.Type) writer {
	return func(b []byte, at unsafe.Pointer) ([]byte, error) {
		// The pointer lets encoding/json find methods of pointers.
		return appendStandard(b, reflect.NewAt(t, at).Interface())
	}
}

func appendStandard(b []byte, value any) ([]byte, error) {
	out := bytes.NewBuffer(b)
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return b, err
	}
	return bytes.TrimSuffix(out.Bytes(), []byte{'\n'}), nil
}

func writeInt[N int | int32 | int64](b []byte, at unsafe.Pointer) ([]byte, error) {
	return strconv.AppendInt(b, int64(*(*N)(at)), 10), nil
}

func writeTime(b []byte, at unsafe.Pointer) ([]byte, error) {
	written, err := (*time.Time)(at).AppendText(append(b, '"'))
	if err != nil {
		return b, fmt.Errorf("write a time: %w", err)
	}
	return append(written, '"'), nil
}

func pointerWriter(t reflect.Type) writer {
	write := writerOf(t.Elem())
	return func(b []byte, at unsafe.Pointer) ([]byte, error) {
		if to := *(*unsafe.Pointer)(at); to != nil {
			return write(b, to)
		}
		return append(b, "null"...), nil
	}
}

func sliceWriter(t reflect.Type) writer {
	if t.Elem().Kind() == reflect.Uint8 {
		return standard(t) // as base64
	}
	write, size := writerOf(t.Elem()), t.Elem().Size()
	return func(b []byte, at unsafe.Pointer) ([]byte, error) {
		slice := (*[]byte)(at) // for its beginning and its length, in elements
		if *slice == nil {
			return append(b, "null"...), nil
		}
		b = append(b, '[')
		first := unsafe.Pointer(unsafe.SliceData(*slice)) //nolint:gosec // see writer
		for i := range len(*slice) {
			if i > 0 {
				b = append(b, ',')
			}
			var err error
			if b, err = write(b, unsafe.Add(first, uintptr(i)*size)); err != nil {
				return b, err
			}
		}
		return append(b, ']'), nil
	}
}
