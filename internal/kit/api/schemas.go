package api

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"waymark/internal/kit/apierr"
)

const schemaPrefix = "#/components/schemas/"

// schemas are the schemas of the components as the document has them.
type schemas struct {
	huma.Registry
	byName map[string]*huma.Schema
}

// MarshalJSON encodes the schemas by name.
func (s *schemas) MarshalJSON() ([]byte, error) { return json.Marshal(s.byName) }

// documentedSchemas copies schemas and allows null where it is sent. huma documents a pointer to a struct like the
// struct itself.
func documentedSchemas(registry huma.Registry) *schemas {
	s := &schemas{Registry: registry, byName: maps.Clone(registry.Map())}
	for name, schema := range s.byName {
		if shape := registry.TypeFromRef(schemaPrefix + name); shape != nil {
			s.byName[name] = allowNulls(schema, shape)
		}
	}
	return s
}

// allowNulls returns the schema of a struct in which the fields that may be nil pointers to structs allow null.
func allowNulls(schema *huma.Schema, shape reflect.Type) *huma.Schema {
	copied := *schema
	copied.Properties = maps.Clone(schema.Properties)
	for _, field := range fieldsOf(shape) {
		property := copied.Properties[field.Name]
		if property == nil || property.Ref == "" || !sendsNull(field) {
			continue
		}
		copied.Properties[field.Name] = &huma.Schema{
			Description: property.Description, Examples: property.Examples,
			AnyOf: []*huma.Schema{{Ref: property.Ref}, {Type: "null"}},
		}
	}
	return &copied
}

// allowMore lets responses have properties that are not documented, so that a client that checks them accepts those of
// later versions. Requests with such properties are refused.
func (s *schemas) allowMore(operations []*huma.Operation) {
	sent := map[string]bool{}
	for _, operation := range operations {
		if operation.RequestBody == nil {
			continue
		}
		for _, content := range operation.RequestBody.Content {
			s.addReferences(content.Schema, sent)
		}
	}
	for name, schema := range s.byName {
		if more, isBool := schema.AdditionalProperties.(bool); !sent[name] && isBool && !more {
			copied := *schema
			copied.AdditionalProperties = nil
			s.byName[name] = &copied
		}
	}
}

// listCodes documents the codes of errors that the public API uses.
func (s *schemas) listCodes() {
	problem := s.byName["Error"]
	if problem == nil || problem.Properties["code"] == nil {
		return
	}
	copied, code := *problem, *problem.Properties["code"]
	for _, known := range apierr.Codes {
		if !known.ConsoleOnly {
			code.Enum = append(code.Enum, known.Code)
		}
	}
	copied.Properties = maps.Clone(problem.Properties)
	copied.Properties["code"] = &code
	s.byName["Error"] = &copied
}

// addReferences adds the names of the components that a schema refers to.
func (s *schemas) addReferences(schema *huma.Schema, names map[string]bool) {
	if schema == nil {
		return
	}
	if name, isReference := strings.CutPrefix(schema.Ref, schemaPrefix); isReference && !names[name] {
		names[name] = true
		s.addReferences(s.byName[name], names)
	}
	s.addReferences(schema.Items, names)
	for _, property := range schema.Properties {
		s.addReferences(property, names)
	}
	for _, choice := range slices.Concat(schema.AnyOf, schema.OneOf, schema.AllOf) {
		s.addReferences(choice, names)
	}
	if values, ok := schema.AdditionalProperties.(*huma.Schema); ok {
		s.addReferences(values, names)
	}
}

// sendsNull reports whether a field can be sent as null.
func sendsNull(field reflect.StructField) bool {
	_, options, _ := strings.Cut(field.Tag.Get("json"), ",")
	return field.Type.Kind() == reflect.Pointer && !strings.Contains(options, "omit") &&
		field.Tag.Get("nullable") != "false"
}

// find returns the schema that a schema refers to, and the names of its properties in the order of the struct. A schema
// without a reference is returned as it is.
func (s *schemas) find(schema *huma.Schema) (found *huma.Schema, names []string) {
	ordered := map[string]bool{}
	if schema.Ref != "" {
		if shape := s.TypeFromRef(schema.Ref); shape != nil {
			for _, field := range fieldsOf(shape) {
				names, ordered[field.Name] = append(names, field.Name), true
			}
		}
		schema = s.byName[strings.TrimPrefix(schema.Ref, schemaPrefix)]
	}
	known := []string{}
	for _, name := range names {
		if schema.Properties[name] != nil {
			known = append(known, name)
		}
	}
	return schema, append(known, unordered(schema.Properties, ordered)...)
}
