package api_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"waymark/internal/kit/api"
)

type person struct {
	Name string `json:"name" doc:"Full name." example:"Ana"`
}

type quay struct {
	ID      int64    `json:"id" example:"42" doc:"Its id."`
	Master  *person  `json:"master" doc:"Who is in charge, or null."`
	Deputy  *person  `json:"deputy,omitempty"`
	Owner   *person  `json:"owner" nullable:"false"`
	Crew    []person `json:"crew" nullable:"false"`
	Metres  *int64   `json:"metres"`
	Kind    string   `json:"kind" enum:"sea,river"`
	Private string   `json:"-"`
}

type quayList struct {
	Items []*quay `json:"items" nullable:"false"`
}

func quays() *api.API {
	a := api.NewPublic("Ports", "1.2.3", "About ports.", map[string]*huma.SecurityScheme{"key": {Type: "http"}})
	a.DescribePath("id", "Id of the quay.", 42)
	one := api.Op{
		Method: "PUT", Path: "/api/v1/quays/{id}", Tag: "Quays", Summary: "Change a quay", Access: api.Public,
		Credentials: []string{"key"}, Body: a.SchemaOf(quay{}), Errors: []int{404, 422},
	}
	api.Handle(a, one, func(context.Context, *api.Call) (*api.Item[*quay], error) {
		return &api.Item[*quay]{Item: &quay{}}, nil
	})
	list := api.Op{
		Method: "GET", Path: "/api/v1/quays", Tag: "Lists", Summary: "List quays", Access: api.Public,
		Query: []*huma.Param{api.RefParam("port_id")},
	}
	api.Handle(a, list, func(context.Context, *api.Call) (*quayList, error) { return &quayList{}, nil })
	return a
}

func TestDocument_Null(t *testing.T) {
	t.Parallel()
	schema := documentOf(t, quays()).Components.Schemas
	properties, _ := schema["Quay"]["properties"].(map[string]any)
	for name, want := range map[string]string{
		"master": `{"anyOf":[{"$ref":"#/components/schemas/Person"},{"type":"null"}],` +
			`"description":"Who is in charge, or null."}`,
		"deputy": `{"$ref":"#/components/schemas/Person"}`,
		"owner":  `{"$ref":"#/components/schemas/Person"}`,
		"crew":   `{"items":{"$ref":"#/components/schemas/Person"},"type":"array"}`,
		"metres": `{"format":"int64","type":["integer","null"]}`,
	} {
		if got, _ := json.Marshal(properties[name]); string(got) != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
	item, _ := schema["ItemQuay"]["properties"].(map[string]any)
	if got, _ := item["item"].(map[string]any); got["$ref"] != "#/components/schemas/Quay" {
		t.Errorf("got %v for a record that is never null", got)
	}
}

func TestReference(t *testing.T) {
	t.Parallel()
	reference, err := quays().Reference("Quays")
	if err != nil || reference.Title != "Ports" || reference.Version != "1.2.3" || len(reference.Groups) != 2 {
		t.Fatalf("got %+v, %v", reference, err)
	}
	put := reference.Groups[0].Operations[0]
	if put.ID != "updateQuay" || put.Method != http.MethodPut || strings.Join(put.Credentials, " ") != "key" {
		t.Errorf("got %+v", put)
	}
	if p := put.Parameters[0]; p.Name != "id" || p.In != "path" || p.Type != "integer" || !p.Required ||
		p.Description != "Id of the quay." {
		t.Errorf("got the parameter %+v", p)
	}
	if got := strings.Join(put.Errors, ", "); got != "404 Not Found, 422 Unprocessable Entity, 500 Internal Server Error" {
		t.Errorf("got the errors %s", got)
	}
	types := []string{}
	for _, field := range put.Request.Fields {
		types = append(types, field.Name+": "+field.Type)
	}
	if got, want := strings.Join(types, ", "), "id: integer, master: object or null, deputy: object, owner: object, "+
		"crew: list of objects, metres: integer or null, kind: string"; got != want {
		t.Errorf("got the fields %s, want %s", got, want)
	}
	if kind := put.Request.Fields[6]; len(kind.Notes) != 1 || kind.Notes[0] != "One of: sea, river." {
		t.Errorf("got the notes %q", kind.Notes)
	}
	if master := put.Request.Fields[1]; len(master.Fields) != 1 || master.Fields[0].Description != "Full name." {
		t.Errorf("got the fields %v of an object", master.Fields)
	}
	const record = `{"id":42,"master":{"name":"Ana"},"deputy":{"name":"Ana"},"owner":{"name":"Ana"},` +
		`"crew":[{"name":"Ana"}],"metres":1,"kind":"sea"}`
	for what, pair := range map[string][2]string{
		"a request":  {put.Request.Example, record},
		"a response": {put.Responses[0].Example, `{"item":` + record + `}`},
		"a list without optional parts": {
			reference.Groups[1].Operations[0].Responses[0].Example,
			`{"items":[` + strings.Replace(record, `"deputy":{"name":"Ana"},`, "", 1) + `]}`,
		},
	} {
		if got := strings.NewReplacer("\n", "", "  ", "", ": ", ":").Replace(pair[0]); got != pair[1] {
			t.Errorf("%s: got %s, want %s", what, got, pair[1])
		}
	}
}
