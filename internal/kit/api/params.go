package api

import (
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// Param describes a query parameter.
func Param(name, doc string, schema *huma.Schema) *huma.Param {
	return &huma.Param{Name: name, In: "query", Description: doc, Schema: schema}
}

// TextParam describes a query parameter that takes any text, or one of some words.
func TextParam(name, doc string, words ...string) *huma.Param {
	schema := &huma.Schema{Type: huma.TypeString}
	for _, word := range words {
		schema.Enum = append(schema.Enum, word)
	}
	return Param(name, doc, schema)
}

// PageParams are page and per_page.
func PageParams(perPage, maxPerPage int) []*huma.Param {
	one, most := 1.0, float64(maxPerPage)
	return []*huma.Param{
		Param("page", "Page number, from 1.", &huma.Schema{Type: huma.TypeInteger, Minimum: &one, Default: 1}),
		Param("per_page", "Rows per page.", &huma.Schema{
			Type: huma.TypeInteger, Minimum: &one, Maximum: &most, Default: perPage,
		}),
	}
}

// SortParam is sort: each name sorts ascending, and with a minus descending.
func SortParam(initial string, names ...string) *huma.Param {
	words := []string{}
	for _, name := range names {
		words = append(words, name, "-"+name)
	}
	param := TextParam("sort", "Sort order; prefix with - for descending.", words...)
	param.Schema.Default = initial
	return param
}

// SearchParams are query and search, two names of the same parameter.
func SearchParams() []*huma.Param {
	return []*huma.Param{
		TextParam("query", "Search words. All must match, each anywhere within a word. Case and accents are ignored."),
		TextParam("search", "Alias of query."),
	}
}

// IDsParam is ids, with which a form loads the names of the records it shows as selected.
func IDsParam() *huma.Param {
	return TextParam("ids", "Only these records, separated by commas: 1,2,3.")
}

// CountsParam is counts, which adds the number of rows of each tab.
func CountsParam() *huma.Param {
	return TextParam("counts", "Set to 1 to include the number of rows in each tab.", "1")
}

// IDParam describes a query parameter that takes the id of a record.
func IDParam(name, doc string) *huma.Param { return Param(name, doc, idSchema()) }

// SeveralParam describes a parameter that takes one or several of its values, separated by commas.
func SeveralParam(one *huma.Param, highest int) *huma.Param {
	least, explode := 1, false
	several := Param(one.Name, strings.TrimSpace(one.Description+" Any of several, separated by commas."), &huma.Schema{
		Type: huma.TypeArray, Items: one.Schema, MinItems: &least, MaxItems: &highest,
	})
	several.Style, several.Explode = "form", &explode
	return several
}

// RefParam narrows a list to the records that refer to the record with an id.
func RefParam(name string) *huma.Param { return IDParam(name, "The id of a record.") }

func idSchema() *huma.Schema {
	one := 1.0
	return &huma.Schema{Type: huma.TypeInteger, Format: "int64", Minimum: &one}
}

// DescribePath describes the parameter with a name in the paths of all calls. Its type is that of the example: an id,
// or text.
func (a *API) DescribePath(name, doc string, example any) {
	schema := &huma.Schema{Type: huma.TypeString}
	if _, isText := example.(string); !isText {
		schema = idSchema()
	}
	a.pathParams[name] = &huma.Param{
		Name: name, In: "path", Required: true, Description: doc, Schema: schema, Example: example,
	}
}

func (a *API) describePaths(operations []*huma.Operation) {
	for _, operation := range operations {
		for i, param := range operation.Parameters {
			if described := a.pathParams[param.Name]; param.In == "path" && described != nil {
				operation.Parameters[i] = described
			}
		}
	}
}

// takes reports whether a call has a query parameter.
func (o Op) takes(name string) bool {
	return slices.ContainsFunc(o.Query, func(p *huma.Param) bool { return p.Name == name })
}
