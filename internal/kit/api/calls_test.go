package api_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
)

// send makes a request as a user, or as nobody.
func send(handler http.Handler, user *auth.User, method, target, body string,
	header http.Header,
) *httptest.ResponseRecorder {
	request := httptest.NewRequest(method, target, strings.NewReader(body))
	for name, values := range header {
		request.Header[name] = values
	}
	if user != nil {
		request = request.WithContext(auth.WithUser(request.Context(), user))
	}
	answer := httptest.NewRecorder()
	handler.ServeHTTP(answer, request)
	return answer
}

func TestAccess(t *testing.T) {
	t.Parallel()
	a := api.New("Test", "test", "")
	for access, path := range map[api.Access]string{
		api.Public: "/api/open", api.Staff: "/api/staff",
		api.Admins: "/api/admins",
	} {
		api.Handle(a, api.Op{Method: "GET", Path: path, Access: access, Query: []*huma.Param{api.TextParam("q", "")}},
			nothing)
	}
	editor, admin := &auth.User{Role: auth.Editor}, &auth.User{Role: auth.Admin}
	for _, one := range []struct {
		user   *auth.User
		target string
		want   int
	}{
		{nil, "/api/open", 204},
		{nil, "/api/staff", 401},
		{nil, "/api/staff?unknown=1", 401},
		{editor, "/api/staff", 204},
		{nil, "/api/admins", 401},
		{editor, "/api/admins", 403},
		{admin, "/api/admins", 204},
		{admin, "/api/admins?q=word", 204},
		{admin, "/api/admins?q=%00", 422},
		{admin, "/api/admins?unknown=1", 422},
		{admin, "/api/nowhere", 404},
	} {
		if answer := send(a, one.user, "GET", one.target, "", nil); answer.Code != one.want {
			t.Errorf("%s: got %d, want %d: %s", one.target, answer.Code, one.want, answer.Body)
		}
	}
	if answer := send(a, admin, "PATCH", "/api/staff", "", nil); answer.Code != 405 ||
		!strings.Contains(answer.Header().Get("Allow"), "GET") {
		t.Errorf("got %d with %v", answer.Code, answer.Header())
	}
	if paths := a.Paths(); !slices.Equal(paths, []string{"GET /api/admins", "GET /api/open", "GET /api/staff"}) {
		t.Errorf("the paths are %q", paths)
	}
}

func TestDocument_Credentials(t *testing.T) {
	t.Parallel()
	a := api.NewPublic("Test", "test", "", map[string]*huma.SecurityScheme{"key": {Type: "http", Scheme: "basic"}})
	api.Handle(a, api.Op{Method: "GET", Path: "/api/v1/tides", Access: api.Public, Credentials: []string{"key"}}, nothing)
	api.Handle(a, api.Op{Method: "GET", Path: "/api/v1/hidden", Access: api.Public, Hidden: true}, nothing)
	document := documentOf(t, a)
	security := document.Paths["/api/v1/tides"]["get"].Security
	if len(document.Paths) != 1 || len(security) != 1 || security[0]["key"] == nil {
		t.Errorf("the calls are %v", document.Paths)
	}
}

type receipt struct {
	Name string `json:"name"`
	code int
}

func (r receipt) HTTPStatus() int { return r.code }

func TestCall(t *testing.T) {
	t.Parallel()
	a := api.New("Test", "test", "")
	op := api.Op{
		Method: "GET", Path: "/api/ports/{id}/{name}", Access: api.Public,
		Query: []*huma.Param{api.TextParam("tide", "")},
	}
	api.Handle(a, op, func(_ context.Context, call *api.Call) (receipt, error) {
		id, err := call.ID("id")
		if err != nil {
			return receipt{}, err
		}
		call.SetCookie(&http.Cookie{Name: "seen", Value: "yes"})
		text := fmt.Sprint(id, call.Text("name"), call.Query().Get("tide"), call.Cookie("crew"), call.Cookie("none"),
			call.HasBody())
		return receipt{Name: text, code: http.StatusAccepted}, nil
	})
	answer := send(a, nil, "GET", "/api/ports/7/Hull?tide=low", "", http.Header{"Cookie": {"crew=Ada"}})
	if answer.Code != 202 || !strings.Contains(answer.Body.String(), `"7HulllowAdafalse"`) || answer.Header().
		Get("Set-Cookie") != "seen=yes" {
		t.Errorf("%d %v %s", answer.Code, answer.Header(), answer.Body)
	}
	if answer := send(a, nil, "GET", "/api/ports/07/Hull", "", nil); answer.Code != 404 {
		t.Errorf("got %d", answer.Code)
	}
}

func TestCall_RequireConsole(t *testing.T) {
	t.Parallel()
	a := api.New("Test", "test", "")
	api.Handle(a, api.Op{Method: "GET", Path: "/api/copy", Access: api.Public},
		func(_ context.Context, call *api.Call) (api.None, error) {
			return api.None{}, call.RequireConsole()
		})
	for name, one := range map[string]struct {
		header http.Header
		want   int
	}{
		"a link on another site":     {http.Header{"Sec-Fetch-Site": {"cross-site"}, "Sec-Fetch-Mode": {"navigate"}}, 403},
		"a link on our page":         {http.Header{"Sec-Fetch-Site": {"same-origin"}, "Sec-Fetch-Mode": {"navigate"}}, 403},
		"a script of our page":       {http.Header{"Sec-Fetch-Site": {"same-origin"}, "Sec-Fetch-Mode": {"cors"}}, 204},
		"a script of an old browser": {http.Header{"X-Requested-With": {"fetch"}}, 204},
		"a program":                  {nil, 403},
	} {
		if answer := send(a, nil, "GET", "/api/copy", "", one.header); answer.Code != one.want {
			t.Errorf("%s: got %d, want %d", name, answer.Code, one.want)
		}
	}
}

func TestGet_Errors(t *testing.T) {
	t.Parallel()
	a := api.New("Test", "test", "")
	api.Handle(a, api.Op{Method: "GET", Path: "/api/admin/broken", Access: api.Public},
		func(context.Context, *api.Call) (api.None, error) {
			return api.None{}, errors.New("a bug")
		})
	_, err := a.Get(t.Context(), "broken", nil)
	if _, forClients := apierr.As(err); err == nil || forClients {
		t.Errorf("an error of our own is %v", err)
	}
	if _, err := a.Get(t.Context(), "broken\x7f", nil); err == nil {
		t.Error("an invalid path is no error")
	}
	if got := api.CamelCase("list port tides"); got != "listPortTides" {
		t.Errorf("got %s", got)
	}
}

func TestSameOrigin(t *testing.T) {
	t.Parallel()
	a := api.New("Test", "test", "")
	api.Handle(a, api.Op{Method: "POST", Path: "/api/things/remove", Access: api.Public}, nothing)
	handler := api.SameOrigin(a)
	for site, want := range map[string]int{"same-origin": 204, "cross-site": 403} {
		if answer := send(handler, nil, "POST", "/api/things/remove", "",
			http.Header{"Sec-Fetch-Site": {site}}); answer.Code != want {
			t.Errorf("%s: got %d, want %d", site, answer.Code, want)
		}
	}
}

func TestLogged_DerivedHandlers(t *testing.T) {
	t.Parallel()
	log := &strings.Builder{}
	logger := slog.New(api.Logged{Handler: slog.NewTextHandler(log, nil)}).With("part", "gate").WithGroup("g")
	handler := api.Identify(nil, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		logger.InfoContext(r.Context(), "hello", "n", 1)
	}))
	send(handler, nil, "GET", "/", "", nil)
	if !strings.Contains(log.String(), "part=gate") || !strings.Contains(log.String(), "g.n=1") ||
		!strings.Contains(log.String(), "request_id=") {
		t.Errorf("the log is %s", log)
	}
}
