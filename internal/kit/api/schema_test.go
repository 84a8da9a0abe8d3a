package api_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"waymark/internal/kit/api"
)

type mooring struct {
	Berth  string        `json:"berth" maxLength:"3" doc:"Letter and number."`
	Nights int64         `json:"nights,omitempty" minimum:"1"`
	Kind   string        `json:"kind" enum:"sail,motor"`
	Extras api.RawObject `json:"extras,omitempty" doc:"Anything else."`
}

func TestRequestBody_Schema(t *testing.T) {
	t.Parallel()
	a := api.New("Test", "test", "")
	var extras string
	op := api.Op{
		Method: "POST", Path: "/api/moorings", Access: api.Public, Body: a.SchemaOf(mooring{}), BodyOptional: true,
	}
	api.Handle(a, op, func(_ context.Context, call *api.Call) (api.None, error) {
		sent, err := api.Decode[mooring](call)
		extras = string(sent.Extras.RawMessage)
		return api.None{}, err
	})
	form := api.Op{Method: "POST", Path: "/api/pictures", Access: api.Public, Form: a.SchemaOf(struct {
		File string `json:"file" format:"binary"`
	}{})}
	api.Handle(a, form, nothing)

	t.Run("comes from the tags of the struct", func(t *testing.T) {
		document := documentOf(t, a)
		body := document.Paths["/api/moorings"]["post"].RequestBody
		if ref := body.Content["application/json"].Schema["$ref"]; ref != "#/components/schemas/Mooring" || body.Required {
			t.Fatalf("the body is %v", body)
		}
		schema := document.Components.Schemas["Mooring"]
		required, _ := schema["required"].([]any)
		properties, _ := schema["properties"].(map[string]any)
		berth, _ := properties["berth"].(map[string]any)
		nights, _ := properties["nights"].(map[string]any)
		kind, _ := properties["kind"].(map[string]any)
		described, _ := properties["extras"].(map[string]any)
		if len(required) != 2 || schema["additionalProperties"] != false || berth["maxLength"] != 3.0 ||
			berth["description"] != "Letter and number." || nights["minimum"] != 1.0 || len(kind["enum"].([]any)) != 2 ||
			described["type"] != "object" || described["description"] != "Anything else." {
			t.Errorf("the schema is %v", schema)
		}
		content := document.Paths["/api/pictures"]["post"].RequestBody.Content
		if content["multipart/form-data"].Schema == nil {
			t.Errorf("the form is %v", content)
		}
	})
	t.Run("describes what is decoded", func(t *testing.T) {
		for body, says := range map[string]string{
			`{"berth":"A1","kind":"sail","extras":{"crane":[1]}}`: "",
			`{"berth":1,"nights":"two","extras":{}}`: `"berth":["Must be text."],` +
				`"nights":["Must be a whole number."]`,
			`{"berth":"A1","extras":"a \u0000"}`: "can't be stored",
			`{"mast":1}`:                         `"mast":["Is not a field of this form."]`,
			`["berth"]`:                          "must be a JSON object",
			`{"berth":null,"extras":null,"kind":null,"nights":null,"mast":[]}`: `"errors":{"mast"`,
		} {
			answer := httptest.NewRecorder()
			request := httptest.NewRequest(http.MethodPost, "/api/moorings", strings.NewReader(body))
			request.Header.Set("Content-Type", "application/json")
			a.ServeHTTP(answer, request)
			if !strings.Contains(answer.Body.String(), says) || (says == "") != (answer.Code == 204) {
				t.Errorf("%s: %d %s", body, answer.Code, answer.Body)
			}
			if says == "" && extras != `{"crane":[1]}` {
				t.Errorf("the extras are %s", extras)
			}
		}
	})
}

func TestRequestBody_Fields(t *testing.T) {
	t.Parallel()
	record := func() *huma.Schema {
		return &huma.Schema{
			Type: huma.TypeObject, Required: []string{"name"}, Properties: map[string]*huma.Schema{"name": {}, "port": {}},
		}
	}
	t.Run("of a struct are added to those of a record", func(t *testing.T) {
		body := api.AddFields[mooring](record())
		if len(body.Properties) != 6 || !slices.Equal(body.Required, []string{"name", "berth", "kind"}) {
			t.Errorf("%d properties, %q are required", len(body.Properties), body.Required)
		}
		if body = api.AddOptionalFields[mooring](record()); len(body.Properties) != 6 || len(body.Required) != 1 {
			t.Errorf("%d properties, %q are required", len(body.Properties), body.Required)
		}
	})
	t.Run("of a record are picked", func(t *testing.T) {
		whole := record()
		body := api.Only(whole, "port", "unknown")
		if len(body.Properties) != 1 || body.Properties["port"] == nil || body.Required != nil || len(whole.Properties) != 2 {
			t.Errorf("the properties are %v of %v", body.Properties, whole.Properties)
		}
	})
}

func TestParams(t *testing.T) {
	t.Parallel()
	a := api.New("Test", "test", "")
	params := slices.Concat(api.PageParams(25, 100), api.SearchParams(), []*huma.Param{
		api.SortParam("-name", "name", "id"), api.IDsParam(), api.CountsParam(), api.RefParam("port_id"),
		api.TextParam("kind", "", "sail", "motor"),
	})
	op := api.Op{Method: "GET", Path: "/api/admin/boats", Query: params}
	api.Handle(a, op, func(context.Context, *api.Call) (*page, error) { return &page{}, nil })
	if list, ok := a.ListAt("boats"); !ok || !list.Paged {
		t.Errorf("the list is %v", list)
	}
	texts := map[string]string{}
	for _, param := range documentOf(t, a).Paths["/api/admin/boats"]["get"].Parameters {
		name, _ := param["name"].(string)
		schema, _ := param["schema"].(map[string]any)
		texts[name], _ = schema["type"].(string)
		if name == "sort" && (schema["default"] != "-name" || len(schema["enum"].([]any)) != 4 ||
			param["description"] != "Sort order; prefix with - for descending.") {
			t.Errorf("sort is %v", param)
		}
		if name == "per_page" && (schema["default"] != 25.0 || schema["maximum"] != 100.0) {
			t.Errorf("per_page is %v", param)
		}
	}
	if len(texts) != 9 || texts["page"] != "integer" || texts["ids"] != "string" {
		t.Errorf("the parameters are %v", texts)
	}
}
