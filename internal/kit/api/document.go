package api

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/danielgtaylor/huma/v2"
)

// Document is the OpenAPI 3.1 document of all calls. Responses and parameters that calls have in common are components,
// which the calls refer to.
func (a *API) Document() ([]byte, error) {
	document, operations, _ := a.describe()
	components := document.Components
	components.Responses = shareResponses(operations)
	components.Parameters = shareParameters(operations)
	return json.MarshalIndent(document, "", "  ")
}

// describe returns a copy of what huma knows of the calls, completed with what it doesn't: null, the parameters of
// paths and examples.
func (a *API) describe() (*huma.OpenAPI, []*huma.Operation, *schemas) {
	document := *a.huma.OpenAPI()
	components := *document.Components
	document.Components = &components
	documented := documentedSchemas(components.Schemas)
	components.Schemas = documented
	var operations []*huma.Operation
	document.Paths, operations = copyPaths(document.Paths)
	a.describePaths(operations)
	documented.allowMore(operations)
	if a.public {
		documented.listCodes()
		document.Tags = tagsOf(operations)
		documented.addExamples(operations)
	}
	return &document, operations, documented
}

// tagsOf returns the tags of operations, sorted.
func tagsOf(operations []*huma.Operation) []*huma.Tag {
	names := []string{}
	for _, operation := range operations {
		names = append(names, operation.Tags...)
	}
	slices.Sort(names)
	tags := []*huma.Tag{}
	for _, name := range slices.Compact(names) {
		tags = append(tags, &huma.Tag{Name: name})
	}
	return tags
}

// copyPaths copies the parts of a document that get references: huma answers calls with the original.
func copyPaths(paths map[string]*huma.PathItem) (map[string]*huma.PathItem, []*huma.Operation) {
	copied := make(map[string]*huma.PathItem, len(paths))
	operations := []*huma.Operation{}
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		item := *paths[path]
		for _, operation := range []**huma.Operation{&item.Get, &item.Post, &item.Put, &item.Delete} {
			if *operation == nil {
				continue
			}
			one := **operation
			one.Parameters, one.Responses = slices.Clone(one.Parameters), maps.Clone(one.Responses)
			*operation = &one
			operations = append(operations, &one)
		}
		copied[path] = &item
	}
	return copied, operations
}

// documented is the description of a call, or nil.
func (a *API) documented(method, path string) *huma.Operation {
	item := a.huma.OpenAPI().Paths[path]
	if item == nil {
		return nil
	}
	return map[string]*huma.Operation{"GET": item.Get, "POST": item.Post, "PUT": item.Put, "DELETE": item.Delete}[method]
}
