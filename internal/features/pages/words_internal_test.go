package pages

import (
	"reflect"
	"strings"
	"testing"
)

func TestWords_Complete(t *testing.T) {
	t.Parallel()
	english := reflect.ValueOf(*wordsIn("en"))
	for language, translated := range translations() {
		values := reflect.ValueOf(*translated)
		for i := range values.NumField() {
			name, text := values.Type().Field(i).Name, values.Field(i).String()
			if text == "" || strings.Count(text, "%s") != strings.Count(english.Field(i).String(), "%s") {
				t.Errorf("%s in %s: got %q", name, language, text)
			}
		}
	}
	if wordsIn("xx") != wordsIn("en") || wordsIn("DE") == wordsIn("en") {
		t.Error("the words of a language are not found")
	}
}
