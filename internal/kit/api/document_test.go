package api_test

import (
	"context"
	"encoding/json"
	"slices"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"waymark/internal/kit/api"
)

// described is the part of an OpenAPI document that the tests read.
type described struct {
	Paths map[string]map[string]struct {
		OperationID string              `json:"operationId"`
		Parameters  []map[string]any    `json:"parameters"`
		Responses   map[string]response `json:"responses"`
		RequestBody struct {
			Required bool `json:"required"`
			Content  map[string]struct {
				Schema map[string]any `json:"schema"`
			} `json:"content"`
		} `json:"requestBody"`
		Security []map[string][]string `json:"security"`
	} `json:"paths"`
	Components struct {
		Responses  map[string]response       `json:"responses"`
		Parameters map[string]map[string]any `json:"parameters"`
		Schemas    map[string]map[string]any `json:"schemas"`
	} `json:"components"`
}

type response struct {
	Ref     string         `json:"$ref"`
	Content map[string]any `json:"content"`
}

func documentOf(t *testing.T, a *api.API) described {
	t.Helper()
	text, err := a.Document()
	if err != nil {
		t.Fatal(err)
	}
	document := described{}
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	return document
}

func nothing(context.Context, *api.Call) (api.None, error) { return api.None{}, nil }

func TestDocument_Components(t *testing.T) {
	t.Parallel()
	text := &huma.Schema{Type: huma.TypeString}
	perPage := func(size int) *huma.Param {
		return api.Param("per_page", "Rows per page.", &huma.Schema{Type: huma.TypeInteger, Default: size})
	}
	sort := api.Param("sort", "", &huma.Schema{Type: huma.TypeString, Enum: []any{"name", "-name"}})
	a := api.New("Test", "test", "")
	for path, query := range map[string][]*huma.Param{
		"boats":           {api.Param("query", "Words.", text), perPage(25), sort},
		"ports":           {api.Param("query", "Words.", text), perPage(25), sort},
		"ports/{id}/tags": {api.Param("query", "Words of a tag.", text), perPage(10)},
		"ports/{id}/oars": {api.Param("kind", "", text), perPage(10)},
	} {
		api.Handle(a, api.Op{Method: "GET", Path: "/api/admin/" + path, Query: query},
			func(context.Context, *api.Call) (*page, error) { return &page{}, nil })
	}
	api.Handle(a, api.Op{Method: "DELETE", Path: "/api/admin/ports/{id}"}, nothing)

	for range 2 { // the second document is made like the first
		document := documentOf(t, a)
		refs := func(path, method string) (list []string) {
			for _, param := range document.Paths["/api/admin/"+path][method].Parameters {
				ref, _ := param["$ref"].(string)
				list = append(list, ref)
			}
			return list
		}
		const prefix = "#/components/parameters/"
		for _, one := range []struct {
			path, method string
			want         []string
		}{
			{"boats", "get", []string{prefix + "Query", prefix + "PerPage25", ""}},
			{"ports", "get", []string{prefix + "Query", prefix + "PerPage25", ""}},
			{"ports/{id}/tags", "get", []string{prefix + "PathId", "", prefix + "PerPage10"}},
			{"ports/{id}/oars", "get", []string{prefix + "PathId", "", prefix + "PerPage10"}},
			{"ports/{id}", "delete", []string{prefix + "PathId"}},
		} {
			got := refs(one.path, one.method)
			if len(got) != len(one.want) {
				t.Fatalf("%s has the parameters %q, want %q", one.path, got, one.want)
			}
			for i := range got {
				if got[i] != one.want[i] {
					t.Errorf("%s has the parameters %q, want %q", one.path, got, one.want)
				}
			}
		}
		got := document.Components.Parameters
		if len(got) != 4 || got["Query"]["description"] != "Words." || got["PathId"]["required"] != true {
			t.Errorf("the parameters are %v", got)
		}
		for path, methods := range document.Paths {
			for method, operation := range methods {
				if operation.Responses["default"].Ref != "#/components/responses/Error" {
					t.Errorf("%s %s: errors are %v", method, path, operation.Responses["default"])
				}
			}
		}
		deleted := document.Paths["/api/admin/ports/{id}"]["delete"].Responses["204"]
		if deleted.Ref != "#/components/responses/NoContent" {
			t.Errorf("204 is %v", deleted)
		}
		if got := document.Components.Responses; len(got) != 2 || got["Error"].Content["application/json"] == nil {
			t.Errorf("the responses are %v", got)
		}
	}
}

func TestDocument_Public(t *testing.T) {
	t.Parallel()
	a := api.NewPublic("Test", "test", "", nil)
	for path, tag := range map[string]string{"ports": "Port", "berths": "Berth", "quays": "Port"} {
		api.Handle(a, api.Op{Method: "DELETE", Path: "/api/v1/" + path, Tag: tag, Errors: []int{408, 413, 415}}, nothing)
	}
	text, err := a.Document()
	if err != nil {
		t.Fatal(err)
	}
	var document struct {
		Tags []struct {
			Name string `json:"name"`
		} `json:"tags"`
		Components struct {
			Responses map[string]any `json:"responses"`
			Schemas   map[string]struct {
				Properties map[string]struct {
					Enum []string `json:"enum"`
				} `json:"properties"`
			} `json:"schemas"`
		} `json:"components"`
	}
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	if got := document.Tags; len(got) != 2 || got[0].Name != "Berth" || got[1].Name != "Port" {
		t.Errorf("the tags are %v", got)
	}
	for _, name := range []string{"RequestTimeout", "TooLarge", "UnsupportedMediaType"} {
		if document.Components.Responses[name] == nil {
			t.Errorf("there is no response %s", name)
		}
	}
	codes := document.Components.Schemas["Error"].Properties["code"].Enum
	if !slices.Contains(codes, "rate_limited") || slices.Contains(codes, "stale_version") {
		t.Errorf("the codes are %v", codes)
	}
}

type berth struct {
	Number int `json:"number"`
}

type booking struct {
	Berths []berth `json:"berths"`
}

type ticket struct {
	Paid int `json:"paid"`
}

func TestDocument_AdditionalProperties(t *testing.T) {
	t.Parallel()
	a := api.New("Test", "test", "")
	op := api.Op{Method: "POST", Path: "/api/admin/bookings", Body: a.SchemaOf(booking{})}
	api.Handle(a, op, func(context.Context, *api.Call) (*ticket, error) { return &ticket{}, nil })
	for range 2 { // the second document is made like the first
		schemas := documentOf(t, a).Components.Schemas
		for name, refused := range map[string]bool{"Booking": true, "Berth": true, "Ticket": false, "Error": false} {
			if _, documented := schemas[name]; !documented {
				t.Fatalf("there is no %s in %v", name, schemas)
			}
			if got := schemas[name]["additionalProperties"] == false; got != refused {
				t.Errorf("%s refuses other properties: got %v, want %v", name, got, refused)
			}
		}
	}
}
