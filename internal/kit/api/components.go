package api

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/danielgtaylor/huma/v2"
)

// sharedResponses are the statuses whose responses are the same for all operations, with the names of the components.
var sharedResponses = map[string]string{
	"default": "Error", "204": "NoContent", "400": "BadRequest", "401": "Unauthenticated", "403": "Forbidden",
	"404": "NotFound", "408": "RequestTimeout", "409": "Conflict", "413": "TooLarge", "415": "UnsupportedMediaType",
	"422": "Invalid", "429": "RateLimited", "500": "Internal", "503": "Unavailable",
}

// shareResponses makes components of the responses that all operations have, and lets the operations refer to them.
func shareResponses(operations []*huma.Operation) map[string]*huma.Response {
	components := map[string]*huma.Response{}
	for _, operation := range operations {
		for status, name := range sharedResponses {
			if response := operation.Responses[status]; response != nil {
				components[name] = response
				operation.Responses[status] = &huma.Response{Ref: "#/components/responses/" + name}
			}
		}
	}
	return components
}

// shareParameters makes components of the parameters that several operations have, and lets the operations refer to
// them. Where parameters of the same name differ, the most frequent one becomes the component.
func shareParameters(operations []*huma.Operation) map[string]*huma.Param {
	uses := map[string]map[string]int{} // by the component's name and the parameter's text
	forEachParameter(operations, func(_ **huma.Param, name, text string) {
		if uses[name] == nil {
			uses[name] = map[string]int{}
		}
		uses[name][text]++
	})
	components := map[string]*huma.Param{}
	forEachParameter(operations, func(param **huma.Param, name, text string) {
		if variants := uses[name]; variants[text] > 1 && text == mostFrequent(variants) {
			components[name] = *param
			*param = &huma.Param{Ref: "#/components/parameters/" + name}
		}
	})
	return components
}

func forEachParameter(operations []*huma.Operation, visit func(param **huma.Param, name, text string)) {
	for _, operation := range operations {
		for i, param := range operation.Parameters {
			// The words that a list sorts and filters by are its own, even where two lists have the same.
			if len(param.Schema.Enum) > 1 {
				continue
			}
			text, err := json.Marshal(param)
			if err != nil {
				panic(fmt.Sprintf("api: parameter %s of %s: %v", param.Name, operation.OperationID, err))
			}
			visit(&operation.Parameters[i], componentName(param), string(text))
		}
	}
}

func mostFrequent(variants map[string]int) string {
	return slices.MaxFunc(slices.Collect(maps.Keys(variants)), func(a, b string) int {
		return cmp.Or(cmp.Compare(variants[a], variants[b]), cmp.Compare(a, b))
	})
}

// componentName is PerPage25 for the query parameter per_page with that default, and PathPartnerId for {partner_id}.
func componentName(param *huma.Param) string {
	name := pascalCase(param.Name)
	if param.In != "query" {
		name = pascalCase(param.In) + name
	}
	if param.Schema.Default != nil && param.Name != "page" {
		name += fmt.Sprint(param.Schema.Default)
	}
	return name
}
