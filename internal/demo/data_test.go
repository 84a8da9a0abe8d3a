package demo

import (
	"reflect"
	"testing"
)

func TestData_Complete(t *testing.T) {
	t.Parallel()
	checkFilled(t, "data", reflect.ValueOf(*data()))
}

// checkFilled reports lists without entries, whose key in the file is missing or misspelt.
func checkFilled(t *testing.T, path string, v reflect.Value) {
	t.Helper()
	for i := range v.NumField() {
		field, name := v.Field(i), path+"."+v.Type().Field(i).Name
		if field.Kind() == reflect.Struct {
			checkFilled(t, name, field)
		} else if field.Len() == 0 {
			t.Errorf("%s is empty", name)
		}
	}
}
