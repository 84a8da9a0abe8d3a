package api

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// Reference is the content of the document, arranged for a page.
type Reference struct {
	Title, Version, Description string
	Groups                      []ReferenceGroup
}

// ReferenceGroup has the operations with one tag.
type ReferenceGroup struct {
	Name       string
	Operations []ReferenceOperation
}

// ReferenceOperation describes a call.
type ReferenceOperation struct {
	ID, Method, Path, Summary, Description string

	Credentials []string // the names of the security schemes
	Parameters  []ReferenceField
	Request     *ReferenceContent
	Responses   []ReferenceContent // those of success
	Errors      []string           // the statuses of errors: "404 Not Found"
}

// ReferenceContent describes the body of a request or a response.
type ReferenceContent struct {
	Status  string // "200 OK"
	Fields  []ReferenceField
	Example string // JSON
}

// ReferenceField describes a parameter or a property.
type ReferenceField struct {
	Name, In, Type, Description string

	Required bool
	Notes    []string // the allowed values, the default and limits
	Fields   []ReferenceField
}

// Reference describes all calls, grouped by tag. The given tags come first.
func (a *API) Reference(tags ...string) (*Reference, error) {
	document, operations, documented := a.describe()
	reference := &Reference{
		Title: document.Info.Title, Version: document.Info.Version, Description: document.Info.Description,
	}
	groups := map[string][]ReferenceOperation{}
	for _, operation := range operations {
		described, err := documented.operation(operation)
		if err != nil {
			return nil, fmt.Errorf("describe %s: %w", operation.OperationID, err)
		}
		tag := strings.Join(operation.Tags, ", ")
		groups[tag] = append(groups[tag], described)
	}
	for _, tag := range slices.Sorted(maps.Keys(groups)) {
		if !slices.Contains(tags, tag) {
			tags = append(tags, tag)
		}
	}
	for _, tag := range tags {
		if len(groups[tag]) > 0 {
			reference.Groups = append(reference.Groups, ReferenceGroup{tag, groups[tag]})
		}
	}
	return reference, nil
}

func (s *schemas) operation(operation *huma.Operation) (ReferenceOperation, error) {
	described := ReferenceOperation{
		ID: operation.OperationID, Method: operation.Method, Path: operation.Path, Summary: operation.Summary,
		Description: operation.Description,
	}
	for _, scheme := range operation.Security {
		described.Credentials = append(described.Credentials, slices.Sorted(maps.Keys(scheme))...)
	}
	for _, param := range operation.Parameters {
		field := s.field(param.Name, param.Schema, param.Required, maxExampleDepth)
		field.In, field.Description = param.In, param.Description
		described.Parameters = append(described.Parameters, field)
	}
	if operation.RequestBody != nil {
		request, err := s.content(operation.RequestBody.Content)
		if err != nil {
			return described, err
		}
		described.Request = &request
	}
	for _, status := range slices.SortedFunc(maps.Keys(operation.Responses), compareStatuses) {
		code, _ := strconv.Atoi(status) // 0 for the default response, which is an error
		if code < http.StatusOK || code >= http.StatusMultipleChoices {
			described.Errors = append(described.Errors, strings.TrimSpace(status+" "+http.StatusText(code)))
			continue
		}
		response, err := s.content(operation.Responses[status].Content)
		if err != nil {
			return described, err
		}
		response.Status = status + " " + http.StatusText(code)
		described.Responses = append(described.Responses, response)
	}
	return described, nil
}

// compareStatuses orders responses. The usual one of a call that creates a record is 201, before 200 for a record that
// existed.
func compareStatuses(a, b string) int {
	if a == "201" && b == "200" {
		return -1
	}
	if a == "200" && b == "201" {
		return 1
	}
	return cmp.Compare(a, b)
}

func (s *schemas) content(content map[string]*huma.MediaType) (ReferenceContent, error) {
	described := ReferenceContent{}
	for _, media := range content {
		described.Fields = s.fields(media.Schema, 0)
		example, err := json.MarshalIndent(media.Example, "", "  ")
		if err != nil {
			return described, err
		}
		if media.Example != nil {
			described.Example = string(example)
		}
	}
	return described, nil
}

// fields describes the properties of a schema: those of an object, of the entries of a list, or of one of several
// alternatives.
func (s *schemas) fields(schema *huma.Schema, depth int) []ReferenceField {
	if depth > maxExampleDepth || schema == nil {
		return nil
	}
	for _, parts := range [][]*huma.Schema{schema.AnyOf, schema.OneOf} {
		if len(parts) > 0 {
			return s.fields(parts[0], depth+1)
		}
	}
	if schema.Type == huma.TypeArray {
		return s.fields(schema.Items, depth+1)
	}
	schema, names := s.find(schema)
	list := []ReferenceField{}
	for _, name := range names {
		list = append(list, s.field(name, schema.Properties[name], slices.Contains(schema.Required, name), depth+1))
	}
	return list
}

func (s *schemas) field(name string, schema *huma.Schema, required bool, depth int) ReferenceField {
	field := ReferenceField{
		Name: name, Type: s.typeOf(schema), Description: schema.Description, Required: required,
		Fields: s.fields(schema, depth),
	}
	note := func(format string, args ...any) { field.Notes = append(field.Notes, fmt.Sprintf(format, args...)) }
	words := []string{}
	for _, word := range schema.Enum {
		words = append(words, fmt.Sprint(word))
	}
	if len(words) > 1 {
		note("One of: %s.", strings.Join(words, ", "))
	}
	if schema.Default != nil {
		note("Default: %v.", schema.Default)
	}
	if schema.Maximum != nil {
		note("Maximum: %v.", *schema.Maximum)
	}
	if schema.MaxLength != nil {
		note("At most %d characters.", *schema.MaxLength)
	}
	if schema.MaxItems != nil {
		note("At most %d entries.", *schema.MaxItems)
	}
	return field
}

// typeOf names the type of a schema: "integer", "list of objects", "object or null".
func (s *schemas) typeOf(schema *huma.Schema) string {
	name := schema.Type
	switch {
	case len(schema.AnyOf) > 0:
		return s.typeOf(schema.AnyOf[0]) + " or null"
	case schema.Ref != "" || len(schema.OneOf) > 0:
		name = "object"
	case schema.Type == huma.TypeArray:
		name = "list of " + s.typeOf(schema.Items) + "s"
	case schema.Format == "date-time":
		name = "time"
	case schema.Type == "":
		name = "any"
	}
	if schema.Nullable {
		name += " or null"
	}
	return name
}
