package db

import (
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"reflect"
	"strconv"
)

// assign stores a value of a driver like database/sql does. The most frequent types need no reflection.
func assign(dest any, value driver.Value) error {
	switch to := dest.(type) {
	case *int64:
		if v, ok := value.(int64); ok {
			*to = v
			return nil
		}
	case *string:
		if v, ok := value.(string); ok {
			*to = v
			return nil
		}
	case **int64:
		switch v := value.(type) {
		case nil:
			*to = nil
			return nil
		case int64:
			*to = &v
			return nil
		}
	case *any:
		*to = value
		return nil
	case sql.Scanner:
		return to.Scan(value)
	}
	to := reflect.ValueOf(dest)
	if to.Kind() != reflect.Pointer || to.IsNil() {
		return errors.New("the destination is not a pointer")
	}
	return assignValue(to.Elem(), value)
}

var errNull = errors.New("the value is NULL")

func assignValue(to reflect.Value, value driver.Value) error {
	switch to.Kind() { //nolint:exhaustive // others are refused below
	case reflect.Pointer:
		if value == nil {
			to.SetZero()
			return nil
		}
		to.Set(reflect.New(to.Type().Elem()))
		return assign(to.Interface(), value)
	case reflect.Slice:
		if value == nil {
			to.SetZero()
			return nil
		}
	}
	if value == nil {
		return errNull
	}
	switch to.Kind() { //nolint:exhaustive // others are refused below
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n, err := strconv.ParseInt(textOf(value), 10, to.Type().Bits())
		to.SetInt(n)
		return err
	case reflect.Float32, reflect.Float64:
		n, err := strconv.ParseFloat(textOf(value), to.Type().Bits())
		to.SetFloat(n)
		return err
	case reflect.Bool:
		v, err := driver.Bool.ConvertValue(value)
		if err != nil {
			return err
		}
		to.Set(reflect.ValueOf(v).Convert(to.Type()))
		return nil
	case reflect.String:
		to.SetString(textOf(value))
		return nil
	case reflect.Slice:
		if to.Type().Elem().Kind() == reflect.Uint8 {
			to.SetBytes([]byte(textOf(value)))
			return nil
		}
	}
	return fmt.Errorf("a value of type %T does not fit into %s", value, to.Type())
}

func textOf(value driver.Value) string {
	switch v := value.(type) {
	case string:
		return v
	case []byte:
		return string(v)
	case int64:
		return strconv.FormatInt(v, 10)
	}
	return fmt.Sprint(value)
}
