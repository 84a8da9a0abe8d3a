package api

import (
	"encoding/json"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

// SchemaOf describes a Go struct by its tags, as a component of the document: json for the name, doc, enum, minimum,
// maximum, maxLength, format. Fields without omitempty are required. As Op.Body it describes what Decode reads into the
// same struct.
func (a *API) SchemaOf(v any) *huma.Schema {
	return a.huma.OpenAPI().Components.Schemas.Schema(reflect.TypeOf(v), true, "")
}

// AddFields adds the fields of a struct to a body, for calls that Take them out of the body of a record.
func AddFields[T any](body *huma.Schema) *huma.Schema {
	fields := BodyOf[T]()
	body.Required = append(body.Required, fields.Required...)
	return addProperties(body, fields)
}

// AddOptionalFields does the same where the fields may be left out.
func AddOptionalFields[T any](body *huma.Schema) *huma.Schema {
	return addProperties(body, BodyOf[T]())
}

func addProperties(body, fields *huma.Schema) *huma.Schema {
	for name, property := range fields.Properties {
		body.Properties[name] = property
	}
	return body
}

// BodyOf describes a struct like SchemaOf, but in place: the caller can change the result. T refers to no other struct
// that stays in the result.
func BodyOf[T any]() *huma.Schema {
	registry := huma.NewMapRegistry("#/components/schemas/", huma.DefaultSchemaNamer)
	return huma.SchemaFromType(registry, reflect.TypeFor[T]())
}

// Only is the body of a call that takes some of the fields of a record. None is required.
func Only(body *huma.Schema, names ...string) *huma.Schema {
	only := &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{}, AdditionalProperties: false}
	for _, name := range names {
		if property := body.Properties[name]; property != nil {
			only.Properties[name] = property
		}
	}
	return only
}

// RawObject is a field whose JSON object is read later, by a handler with its own messages.
type RawObject struct{ json.RawMessage }

// Schema describes it as an object with any keys.
func (RawObject) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true}
}

// Confirmation is the body of calls that must not be made by accident.
type Confirmation struct {
	Confirm bool `json:"confirm" doc:"Must be true."`
}
