package api

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"waymark/internal/kit/apierr"
)

// exampleTime is the example of every time that has no other.
const exampleTime = "2026-01-31T12:00:00Z"

// maxExampleDepth ends the examples of schemas that contain themselves.
const maxExampleDepth = 10

// exampleObject is an object whose members keep their order.
type exampleObject []exampleMember

type exampleMember struct {
	name  string
	value any
}

// MarshalJSON encodes the members in order.
func (o exampleObject) MarshalJSON() ([]byte, error) {
	text := bytes.Buffer{}
	text.WriteByte('{')
	for i, member := range o {
		name, err := json.Marshal(member.name)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(member.value)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			text.WriteByte(',')
		}
		text.Write(append(append(name, ':'), value...))
	}
	text.WriteByte('}')
	return text.Bytes(), nil
}

// example composes an example of a schema from those of its properties, which have the tag example.
func (s *schemas) example(schema *huma.Schema, depth int, inList bool) any {
	switch {
	case depth > maxExampleDepth:
		return nil
	case len(schema.Examples) > 0:
		return schema.Examples[0]
	case len(schema.AnyOf) > 0:
		return s.example(schema.AnyOf[0], depth+1, inList)
	case len(schema.OneOf) > 0:
		return s.example(schema.OneOf[0], depth+1, inList)
	case len(schema.Enum) > 0:
		return schema.Enum[0]
	case schema.Default != nil:
		return schema.Default
	case schema.Ref != "" || schema.Type == huma.TypeObject:
		return s.exampleObject(schema, depth, inList)
	}
	switch schema.Type {
	case huma.TypeArray:
		return s.exampleList(schema.Items, depth)
	case huma.TypeBoolean:
		return true
	case huma.TypeInteger, huma.TypeNumber:
		return 1
	}
	if schema.Format == "date-time" {
		return exampleTime
	}
	return ""
}

// exampleList has one entry, or one of each kind.
func (s *schemas) exampleList(items *huma.Schema, depth int) []any {
	list := []any{}
	for _, kind := range items.OneOf {
		list = append(list, s.example(kind, depth+1, true))
	}
	if len(list) == 0 {
		list = append(list, s.example(items, depth+1, true))
	}
	return list
}

// exampleObject has all properties, except for optional ones whose example is empty: they can't be combined with
// others. The records of a list have no optional parts: those are what a single record has in addition.
func (s *schemas) exampleObject(schema *huma.Schema, depth int, inList bool) exampleObject {
	schema, names := s.find(schema)
	object := exampleObject{}
	for _, name := range names {
		property := schema.Properties[name]
		value := s.example(property, depth+1, inList)
		if !slices.Contains(schema.Required, name) && (value == "" || (inList && property.Ref != "")) {
			continue
		}
		object = append(object, exampleMember{name, value})
	}
	if values, ok := schema.AdditionalProperties.(*huma.Schema); ok {
		object = append(object, exampleMember{"name", s.example(values, depth+1, inList)})
	}
	return object
}

// errorExamples are the examples of responses with errors.
func errorExamples() map[int]*apierr.Error {
	list := []*apierr.Error{
		apierr.New(http.StatusBadRequest, "The request is not valid JSON."),
		apierr.New(http.StatusUnauthorized, "The key or the secret is wrong."),
		apierr.NotAllowed("This type of key can't be used for this request."),
		apierr.NotFound(),
		apierr.New(http.StatusRequestTimeout, "The request took too long to arrive."),
		apierr.New(http.StatusRequestEntityTooLarge, "The request is too large."),
		apierr.New(http.StatusUnsupportedMediaType, "The request must be JSON."),
		apierr.Field("limit", "Must be between 1 and 500."),
		apierr.TooMany("Too many requests.", time.Minute),
		apierr.Internal("b1946ac92492d234"),
		apierr.Unavailable(),
	}
	examples := map[int]*apierr.Error{}
	for _, example := range list {
		examples[example.GetStatus()] = example
	}
	return examples
}

// addExamples adds examples to the request and the responses of each operation.
func (s *schemas) addExamples(operations []*huma.Operation) {
	failures := errorExamples()
	for _, operation := range operations {
		if body := operation.RequestBody; body != nil {
			copied := *body
			copied.Content = s.withExamples(body.Content, nil)
			operation.RequestBody = &copied
		}
		for status, response := range operation.Responses {
			code, _ := strconv.Atoi(status) // "default" is none of the failures
			copied := *response
			copied.Content = s.withExamples(response.Content, failures[code])
			operation.Responses[status] = &copied
		}
	}
}

func (s *schemas) withExamples(content map[string]*huma.MediaType, failure *apierr.Error) map[string]*huma.MediaType {
	content = maps.Clone(content)
	for name, media := range content {
		copied := *media
		if failure != nil {
			copied.Example = failure
		} else if media.Schema != nil {
			copied.Example = s.example(media.Schema, 0, false)
		}
		content[name] = &copied
	}
	return content
}

// unordered returns the names of properties that are not in an order, sorted.
func unordered(properties map[string]*huma.Schema, ordered map[string]bool) []string {
	names := []string{}
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		if !ordered[name] {
			names = append(names, name)
		}
	}
	return names
}
