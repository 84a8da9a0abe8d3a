package app_test

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// openAPI is an OpenAPI document as generic JSON, to check values against its schemas.
type openAPI struct {
	object
	// nulls has what was seen of each property that may be null, by "Schema.property".
	nulls map[string]*seenValues
}

type seenValues struct{ null, other bool }

func parseOpenAPI(t *testing.T, text []byte, err error) *openAPI {
	t.Helper()
	d := &openAPI{nulls: map[string]*seenValues{}}
	if err == nil {
		err = json.Unmarshal(text, &d.object)
	}
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// resolve returns what a reference refers to. Anything else is returned as it is.
func (d *openAPI) resolve(part any) object {
	found, _ := part.(object)
	ref, ok := found["$ref"].(string)
	if !ok {
		return found
	}
	var at any = d.object
	for name := range strings.SplitSeq(strings.TrimPrefix(ref, "#/"), "/") {
		at = at.(object)[name]
	}
	return d.resolve(at)
}

// operation is an operation with its path.
type documentedOperation struct {
	object
	method, path string
}

func (d *openAPI) operations() []documentedOperation {
	list := []documentedOperation{}
	for path, methods := range d.object["paths"].(object) {
		for method, described := range methods.(object) {
			list = append(list, documentedOperation{described.(object), strings.ToUpper(method), path})
		}
	}
	return list
}

// content returns the schema and the example of a JSON body.
func (d *openAPI) content(body any) (schema, example any) {
	content, _ := d.resolve(body)["content"].(object)
	media, _ := content["application/json"].(object)
	return media["schema"], media["example"]
}

// check returns how a value differs from a schema. Properties that the schema doesn't have are an error.
func (d *openAPI) check(schema, value any, at string) []string {
	part, _ := schema.(object)
	if ref, ok := part["$ref"].(string); ok {
		name := ref[strings.LastIndex(ref, "/")+1:]
		return d.check(d.resolve(part), value, at+"("+name+")")
	}
	if choices, ok := part["anyOf"].([]any); ok {
		return d.checkChoices(choices, value, at, false)
	}
	if choices, ok := part["oneOf"].([]any); ok {
		return d.checkChoices(choices, value, at, true)
	}
	if problem := checkType(part["type"], value); problem != "" {
		return []string{at + " " + problem}
	}
	if words, ok := part["enum"].([]any); ok && value != nil && !slices.Contains(words, value) {
		return []string{fmt.Sprintf("%s is %v, want one of %v", at, value, words)}
	}
	switch value := value.(type) {
	case object:
		return d.checkObject(part, value, at)
	case []any:
		return d.checkList(part, value, at)
	case string:
		return checkText(part, value, at)
	case float64:
		return checkNumber(part, value, at)
	}
	return nil
}

func (d *openAPI) checkChoices(choices []any, value any, at string, exactlyOne bool) []string {
	matches, problems := 0, []string{}
	for _, choice := range choices {
		found := d.check(choice, value, at)
		if len(found) == 0 {
			matches++
		}
		problems = append(problems, found...)
	}
	if matches == 0 {
		return problems
	}
	if matches > 1 && exactlyOne {
		return []string{fmt.Sprintf("%s matches %d alternatives", at, matches)}
	}
	return nil
}

func (d *openAPI) checkObject(schema, value object, at string) []string {
	properties, _ := schema["properties"].(object)
	problems := []string{}
	required, _ := schema["required"].([]any)
	for _, name := range required {
		if _, ok := value[name.(string)]; !ok {
			problems = append(problems, fmt.Sprintf("%s.%s is missing", at, name))
		}
	}
	for name, member := range value {
		property, ok := properties[name]
		if !ok {
			property, ok = schema["additionalProperties"].(object)
		}
		if !ok {
			problems = append(problems, fmt.Sprintf("%s.%s is not documented", at, name))
			continue
		}
		if allowsNull(property) {
			key := at[strings.LastIndex(at, "(")+1:]
			d.see(strings.TrimSuffix(key, ")")+"."+name, member)
		}
		problems = append(problems, d.check(property, member, at+"."+name)...)
	}
	return problems
}

func (d *openAPI) see(name string, value any) {
	if d.nulls[name] == nil {
		d.nulls[name] = &seenValues{}
	}
	if value == nil {
		d.nulls[name].null = true
	} else {
		d.nulls[name].other = true
	}
}

// allowsNull reports whether a schema allows null.
func allowsNull(schema any) bool {
	part, _ := schema.(object)
	choices, _ := part["anyOf"].([]any)
	return slices.Contains(typesOf(part["type"]), "null") || slices.ContainsFunc(choices, allowsNull)
}

func typesOf(value any) []string {
	if one, ok := value.(string); ok {
		return []string{one}
	}
	list := []string{}
	several, _ := value.([]any)
	for _, one := range several {
		list = append(list, one.(string))
	}
	return list
}

func checkType(allowed, value any) string {
	if allowed == nil {
		return ""
	}
	actual := map[reflect.Kind]string{
		reflect.String: "string", reflect.Float64: "number", reflect.Bool: "boolean", reflect.Map: "object",
		reflect.Slice: "array", reflect.Invalid: "null",
	}[reflect.ValueOf(value).Kind()]
	names := typesOf(allowed)
	if number, ok := value.(float64); ok && number == math.Trunc(number) && slices.Contains(names, "integer") {
		return ""
	}
	if slices.Contains(names, actual) {
		return ""
	}
	return fmt.Sprintf("is %s, want %s", actual, strings.Join(names, " or "))
}

func (d *openAPI) checkList(schema object, list []any, at string) []string {
	problems := []string{}
	if limit, ok := schema["maxItems"].(float64); ok && float64(len(list)) > limit {
		problems = append(problems, fmt.Sprintf("%s has %d entries, want at most %v", at, len(list), limit))
	}
	if limit, ok := schema["minItems"].(float64); ok && float64(len(list)) < limit {
		problems = append(problems, fmt.Sprintf("%s has %d entries, want at least %v", at, len(list), limit))
	}
	for i, entry := range list {
		problems = append(problems, d.check(schema["items"], entry, fmt.Sprintf("%s[%d]", at, i))...)
	}
	return problems
}

func checkText(schema object, text, at string) []string {
	if limit, ok := schema["maxLength"].(float64); ok && float64(utf8.RuneCountInString(text)) > limit {
		return []string{fmt.Sprintf("%s has more than %v characters", at, limit)}
	}
	if schema["format"] == "date-time" {
		if _, err := time.Parse(time.RFC3339, text); err != nil {
			return []string{fmt.Sprintf("%s is %q, want a time", at, text)}
		}
	}
	return nil
}

func checkNumber(schema object, number float64, at string) []string {
	if limit, ok := schema["minimum"].(float64); ok && number < limit {
		return []string{fmt.Sprintf("%s is %v, want at least %v", at, number, limit)}
	}
	if limit, ok := schema["maximum"].(float64); ok && number > limit {
		return []string{fmt.Sprintf("%s is %v, want at most %v", at, number, limit)}
	}
	return nil
}

// The checker must find the mistakes that the tests rely on it to find.
func TestOpenAPI_Check(t *testing.T) {
	t.Parallel()
	d := parseOpenAPI(t, []byte(`{"components": {"schemas": {
		"Port": {"type": "object", "additionalProperties": false, "required": ["name"], "properties": {
			"name": {"type": "string", "maxLength": 5},
			"depth": {"type": ["integer", "null"], "minimum": 1},
			"kind": {"type": "string", "enum": ["sea", "river"]},
			"open_at": {"type": "string", "format": "date-time"},
			"near": {"anyOf": [{"$ref": "#/components/schemas/Port"}, {"type": "null"}]},
			"ships": {"type": "array", "items": {"oneOf": [{"type": "string"}, {"type": "boolean"}]}},
			"berths": {"type": "object", "additionalProperties": {"type": "integer"}}
		}}
	}}}`), nil)
	port := object{"$ref": "#/components/schemas/Port"}
	for text, valid := range map[string]bool{
		`{"name": "Faro", "depth": null, "kind": "sea", "near": null, "ships": ["a", true], "berths": {"a": 1}}`: true,
		`{"name": "Faro", "near": {"name": "Lagos", "depth": 3}, "open_at": "2026-01-31T12:00:00Z"}`:             true,
		`{"depth": 3}`:                             false,
		`{"name": null}`:                           false,
		`{"name": "Lisbon"}`:                       false,
		`{"name": "Faro", "mayor": "Ana"}`:         false,
		`{"name": "Faro", "depth": 1.5}`:           false,
		`{"name": "Faro", "depth": 0}`:             false,
		`{"name": "Faro", "depth": "3"}`:           false,
		`{"name": "Faro", "kind": "lake"}`:         false,
		`{"name": "Faro", "open_at": "yesterday"}`: false,
		`{"name": "Faro", "near": {}}`:             false,
		`{"name": "Faro", "ships": [1]}`:           false,
		`{"name": "Faro", "berths": {"a": "x"}}`:   false,
		`[]`:                                       false,
		`null`:                                     false,
	} {
		var value any
		if err := json.Unmarshal([]byte(text), &value); err != nil {
			t.Fatal(err)
		}
		if problems := d.check(port, value, "port"); (len(problems) == 0) != valid {
			t.Errorf("%s: got %q", text, problems)
		}
	}
	if got := d.nulls["Port.near"]; got == nil || !got.null || !got.other {
		t.Errorf("got %v of a property that was null and an object", got)
	}
}
