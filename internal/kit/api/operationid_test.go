package api_test

import (
	"context"
	"strings"
	"testing"

	"waymark/internal/kit/api"
)

func TestOperationID(t *testing.T) {
	t.Parallel()
	a := api.New("Test", "test", "")
	a.NameRecords("crew", "crew-member", "crew")
	list := func(op api.Op) {
		api.Handle(a, op, func(context.Context, *api.Call) (*page, error) { return &page{}, nil })
	}
	want := map[string]string{}
	for _, one := range []struct {
		op     api.Op
		isList bool
		want   string
	}{
		{api.Op{Method: "GET", Path: "/api/admin/ferry-lines"}, true, "listFerryLines"},
		{api.Op{Method: "POST", Path: "/api/admin/ferry-lines", Status: 201}, false, "createFerryLine"},
		{api.Op{Method: "GET", Path: "/api/admin/ferry-lines/{id}"}, false, "getFerryLine"},
		{api.Op{Method: "PUT", Path: "/api/admin/ferry-lines/{id}"}, false, "updateFerryLine"},
		{api.Op{Method: "DELETE", Path: "/api/admin/ferry-lines/{id}"}, false, "deleteFerryLine"},
		{api.Op{Method: "PUT", Path: "/api/admin/ferry-lines/reorder"}, false, "reorderFerryLines"},
		{api.Op{Method: "GET", Path: "/api/admin/ferry-lines/reorder"}, true, "listFerryLinesInOrder"},
		{api.Op{Method: "POST", Path: "/api/admin/ferry-lines/{id}/duplicate"}, false, "duplicateFerryLine"},
		{api.Op{Method: "PUT", Path: "/api/admin/ferry-lines/{id}/refresh-api-keys"}, false, "refreshFerryLineApiKeys"},
		{api.Op{Method: "GET", Path: "/api/admin/ferry-lines/{id}/status"}, false, "getFerryLineStatus"},
		{api.Op{Method: "GET", Path: "/api/admin/coasts/{coast_id}/ports/{port_id}/piers"}, true, "listPortPiers"},
		{
			api.Op{Method: "POST", Path: "/api/admin/coasts/{coast_id}/ports/{port_id}/piers", Status: 201},
			false,
			"createPortPier",
		},
		{api.Op{Method: "POST", Path: "/api/admin/ports/{id}/cargo"}, false, "addCargoToPort"},
		{api.Op{Method: "POST", Path: "/api/admin/ports/{id}/cargo/move"}, false, "movePortCargo"},
		{api.Op{Method: "GET", Path: "/api/admin/ports/{id}/port-authorities/{authority_id}"}, false, "getPortAuthority"},
		{api.Op{Method: "GET", Path: "/api/admin/crew"}, true, "listCrew"},
		{api.Op{Method: "GET", Path: "/api/admin/crew/{id}"}, false, "getCrewMember"},
		{api.Op{Method: "GET", Path: "/api/admin/aquaria/{id}"}, false, "getAquarium"},
		{api.Op{Method: "GET", Path: "/api/admin/buses/{id}"}, false, "getBus"},
		{api.Op{Method: "GET", Path: "/api/admin/glass/{id}"}, false, "getGlass"},
		{api.Op{Method: "GET", Path: "/api/admin/options/ferry-lines"}, true, "listFerryLineOptions"},
		{api.Op{Method: "GET", Path: "/api/admin/coasts/{id}/ports-options"}, true, "listCoastPortOptions"},
		{api.Op{Method: "GET", Path: "/api/admin/search/ports"}, true, "searchPorts"},
		{api.Op{Method: "GET", Path: "/api/auth/profile"}, false, "getProfile"},
		{api.Op{Method: "GET", Path: "/api/v1/tides", ID: "readTheTides"}, false, "readTheTides"},
		{api.Op{Method: "GET", Path: "/api/{anything}"}, false, "getApiAnything"},
	} {
		if one.isList {
			list(one.op)
		} else {
			api.Handle(a, one.op, nothing)
		}
		want[one.op.Method+" "+one.op.Path] = one.want
	}
	for path, methods := range documentOf(t, a).Paths {
		for method, operation := range methods {
			call := strings.ToUpper(method) + " " + path
			if operation.OperationID != want[call] {
				t.Errorf("%s is %s, want %s", call, operation.OperationID, want[call])
			}
		}
	}
}

func TestOperationID_Duplicate(t *testing.T) {
	t.Parallel()
	a := api.New("Test", "test", "")
	api.Handle(a, api.Op{Method: "POST", Path: "/api/admin/boats/{id}/duplicate"}, nothing)
	defer func() {
		message, _ := recover().(string)
		for _, part := range []string{
			`"duplicateBoat"`, "POST /api/admin/boats/{id}/duplicate",
			"GET /api/admin/boats/{id}/duplicate", "Op.ID",
		} {
			if !strings.Contains(message, part) {
				t.Errorf("the panic doesn't mention %s: %q", part, message)
			}
		}
	}()
	api.Handle(a, api.Op{Method: "GET", Path: "/api/admin/boats/{id}/duplicate"}, nothing)
}
