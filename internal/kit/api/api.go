// Package api is the ground every call stands on: routing, the OpenAPI document, access, shapes of
// answers, and refusals that are JSON whatever goes wrong.
package api

import (
	"context"
	"encoding/json"
	"net/http"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
)

// Access is who may make a call.
type Access int

// Who may make a call.
const (
	Staff  Access = iota // anyone signed in to the console
	Admins               // admins only
	Public               // no session needed
)

const (
	maxBody     = 1 << 20
	bodyTimeout = time.Minute // a slow connection gets this long to send a JSON body
)

// API is one OpenAPI document and the calls in it.
type API struct {
	huma  huma.API
	mux   *http.ServeMux
	lists map[string]List // by their patterns
}

// New makes an API without calls.
func New(title, version, description string) *API {
	config := huma.DefaultConfig(title, version)
	config.Info.Description = description
	config.Servers = []*huma.Server{{URL: "/"}}
	config.OpenAPIPath, config.DocsPath, config.SchemasPath, config.CreateHooks = "", "", "", nil
	config.Formats = map[string]huma.Format{"application/json": huma.DefaultJSONFormat, "json": huma.DefaultJSONFormat}
	config.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		"session": {Type: "apiKey", In: "cookie", Name: auth.Cookie, Description: "The cookie that sign-in sets."},
	}
	mux := http.NewServeMux()
	return &API{huma: humago.New(mux, config), mux: mux, lists: map[string]List{}}
}

// NewPublic makes an API without calls that is open to other programs: they show one of these credentials with each request.
func NewPublic(title, version, description string, credentials map[string]*huma.SecurityScheme) *API {
	a := New(title, version, description)
	a.huma.OpenAPI().Components.SecuritySchemes = credentials
	return a
}

// Document is the OpenAPI 3.1 document of all calls.
func (a *API) Document() ([]byte, error) { return json.MarshalIndent(a.huma.OpenAPI(), "", "  ") }

// Mount puts a plain handler beside the calls, for what is not JSON.
func (a *API) Mount(pattern string, handler http.Handler) { a.mux.Handle(pattern, handler) }

// Op describes a call.
type Op struct {
	Method, Path string
	Summary      string
	Description  string
	Tag          string
	Access       Access
	Export       Access        // who may take the whole of a list away, where fewer may than read it
	Status       int           // 200 when not given
	Query        []*huma.Param // the query parameters it takes; any other is refused
	Body         *huma.Schema  // the JSON object it takes, if any
	Form         *huma.Schema  // a multipart form it takes instead
	MaxBody      int64         // 1 MiB when not given
	BodyTimeout  time.Duration // how long the body may take to arrive; a minute when not given
	BodyOptional bool          // the body may be left out
	Credentials  []string      // the credentials the call looks at itself, by their names in the document
	Hidden       bool          // not in the OpenAPI document
}

// None is the answer of calls that say nothing: 204.
type None struct{}

// Item is the answer of calls about one record.
type Item[T any] struct {
	Item T `json:"item"`
}

type output[T any] struct{ Body T }

// Statused answers come with more than one status: 200 when it is done, 202 when it will be.
type Statused interface{ HTTPStatus() int }

type statusOutput[T any] struct {
	Status int
	Body   T
}

type noOutput struct{}

// Handle registers a call. fn returns what the answer's JSON is made of, or a refusal.
func Handle[T any](a *API, op Op, fn func(context.Context, *Call) (T, error)) {
	operation := a.operation(op)
	a.noteList(op, reflect.TypeFor[T]())
	serve := func(ctx context.Context, call *Call) (T, error) {
		answer, err := fn(ctx, call)
		if err != nil {
			return answer, refusal(ctx, err)
		}
		return answer, nil
	}
	if reflect.TypeFor[T]() == reflect.TypeFor[None]() {
		operation.DefaultStatus = http.StatusNoContent
		register(a, op, operation, func(ctx context.Context, call *Call) (*noOutput, error) {
			_, err := serve(ctx, call)
			return nil, err
		})
		return
	}
	if reflect.TypeFor[T]().Implements(reflect.TypeFor[Statused]()) {
		register(a, op, operation, func(ctx context.Context, call *Call) (*statusOutput[T], error) {
			answer, err := serve(ctx, call)
			if err != nil {
				return nil, err
			}
			return &statusOutput[T]{Status: any(answer).(Statused).HTTPStatus(), Body: answer}, nil //nolint:forcetypeassert // seen above
		})
		return
	}
	register(a, op, operation, func(ctx context.Context, call *Call) (*output[T], error) {
		answer, err := serve(ctx, call)
		if err != nil {
			return nil, err
		}
		return &output[T]{Body: answer}, nil
	})
}

func register[O any](a *API, op Op, operation huma.Operation, fn func(context.Context, *Call) (*O, error)) {
	if op.Body == nil {
		huma.Register(a.huma, operation, func(ctx context.Context, in *struct{ Call }) (*O, error) { return fn(ctx, &in.Call) })
		if op.Form != nil {
			// Described only now: a form that huma knows of it reads itself, and no more than a megabyte.
			a.documented(op.Method, op.Path).RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"multipart/form-data": {Schema: op.Form}}}
		}
		return
	}
	huma.Register(a.huma, operation, func(ctx context.Context, in *struct {
		Call
		RawBody []byte `contentType:"application/json"`
	},
	) (*O, error) {
		in.body = in.RawBody
		return fn(ctx, &in.Call)
	})
	// huma describes a raw body as bytes; what they must be is known here.
	if documented := a.documented(op.Method, op.Path); documented != nil {
		documented.RequestBody.Content["application/json"].Schema = op.Body
		documented.RequestBody.Required = !op.BodyOptional
	}
}

func (a *API) documented(method, path string) *huma.Operation {
	item := a.huma.OpenAPI().Paths[path]
	if item == nil {
		return nil
	}
	return map[string]*huma.Operation{"GET": item.Get, "POST": item.Post, "PUT": item.Put, "DELETE": item.Delete}[method]
}

var inBraces = regexp.MustCompile(`\{(\w+)\}`)

func (a *API) operation(op Op) huma.Operation {
	operation := huma.Operation{
		OperationID: operationID(op), Method: op.Method, Path: op.Path, Summary: op.Summary, Description: op.Description,
		DefaultStatus: op.Status, Hidden: op.Hidden, MaxBodyBytes: maxBody, BodyReadTimeout: bodyTimeout, SkipValidateBody: true, SkipValidateParams: true,
		Middlewares: huma.Middlewares{a.guard(op)},
	}
	if op.Tag != "" {
		operation.Tags = []string{op.Tag}
	}
	if op.MaxBody > 0 {
		operation.MaxBodyBytes = op.MaxBody
	}
	if op.BodyTimeout > 0 {
		operation.BodyReadTimeout = op.BodyTimeout
	}
	operation.Security = []map[string][]string{{"session": {}}}
	if op.Access == Public {
		operation.Security = []map[string][]string{{}}
	}
	if len(op.Credentials) > 0 {
		operation.Security = nil
	}
	for _, name := range op.Credentials {
		operation.Security = append(operation.Security, map[string][]string{name: {}})
	}
	for _, match := range inBraces.FindAllStringSubmatch(op.Path, -1) {
		operation.Parameters = append(operation.Parameters, &huma.Param{Name: match[1], In: "path", Required: true, Schema: &huma.Schema{Type: huma.TypeString}})
	}
	operation.Parameters = append(operation.Parameters, op.Query...)
	if op.Body != nil {
		operation.RequestBody = &huma.RequestBody{Required: !op.BodyOptional, Content: map[string]*huma.MediaType{"application/json": {Schema: op.Body}}}
	}
	return operation
}

func operationID(op Op) string {
	path := strings.TrimPrefix(strings.TrimPrefix(op.Path, "/api/admin"), "/api")
	words := strings.FieldsFunc(strings.ToLower(op.Method)+" "+path, func(r rune) bool { return strings.ContainsRune("/{}_ ", r) })
	return strings.Join(words, "-")
}

// guard checks who calls and what they ask by, before anything of the request is read.
func (a *API) guard(op Op) func(huma.Context, func(huma.Context)) {
	known := map[string]bool{}
	for _, p := range op.Query {
		known[p.Name] = true
	}
	places := inBraces.FindAllStringSubmatch(op.Path, -1)
	return func(ctx huma.Context, next func(huma.Context)) {
		if problem := allowed(ctx.Context(), op.Access); problem != nil {
			a.refuse(ctx, problem)
			return
		}
		if r, _ := humago.Unwrap(ctx); r.ContentLength != 0 && r.Header.Get("Content-Type") == "" {
			a.refuse(ctx, ofStatus(ctx.Context(), http.StatusUnsupportedMediaType))
			return
		}
		for _, place := range places {
			if !Storable(ctx.Param(place[1])) { // nothing has such a name
				a.refuse(ctx, apierr.NotFound())
				return
			}
		}
		target := ctx.URL()
		if target.RawQuery != "" {
			var problems apierr.Fields
			for name, values := range target.Query() {
				if !known[name] {
					problems.Add(strings.ToValidUTF8(name, "?"), "Is not a parameter of this call.")
				} else if !Storable(strings.Join(values, " ")) {
					problems.Add(name, "Has characters that can't be read.")
				}
			}
			if err, ok := apierr.As(problems.Err()); ok {
				a.refuse(ctx, err)
				return
			}
		}
		next(ctx)
	}
}

func allowed(ctx context.Context, access Access) *apierr.Error {
	if access == Public {
		return nil
	}
	user := auth.Current(ctx)
	if user == nil {
		return apierr.SignInRequired()
	}
	if access == Admins && user.Role != auth.Admin {
		return apierr.NotAllowed("Only admins can do this.")
	}
	return nil
}

func (a *API) refuse(ctx huma.Context, problem *apierr.Error) {
	for name, values := range problem.GetHeaders() {
		ctx.SetHeader(name, values[0])
	}
	ctx.SetHeader("Content-Type", "application/json")
	ctx.SetStatus(problem.GetStatus())
	_ = a.huma.Marshal(ctx.BodyWriter(), "application/json", problem) // the client may be gone
}

// ServeHTTP answers calls, and refuses unknown paths and wrong methods in JSON.
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	handler, pattern := a.mux.Handler(r)
	if pattern != "" {
		a.mux.ServeHTTP(w, r)
		return
	}
	probe := &statusProbe{header: http.Header{}}
	handler.ServeHTTP(probe, r) // the mux's own plain-text answer tells 404 from 405
	if allow := probe.header.Get("Allow"); allow != "" {
		w.Header().Set("Allow", allow)
	}
	WriteError(w, r, ofStatus(r.Context(), probe.status))
}

type statusProbe struct {
	header http.Header
	status int
}

func (p *statusProbe) Header() http.Header         { return p.header }
func (p *statusProbe) Write(b []byte) (int, error) { return len(b), nil }
func (p *statusProbe) WriteHeader(status int)      { p.status = status }

// SchemaOf describes a Go type in the document.
func (a *API) SchemaOf(v any) *huma.Schema {
	return a.huma.OpenAPI().Components.Schemas.Schema(reflect.TypeOf(v), true, "")
}

// Param describes a query parameter of a list.
func Param(name, doc string, schema *huma.Schema) *huma.Param {
	return &huma.Param{Name: name, In: "query", Description: doc, Schema: schema}
}

// Paths lists every path and method of the document, for the test that walks them all.
func (a *API) Paths() []string {
	list := []string{}
	for path := range a.huma.OpenAPI().Paths {
		for _, method := range []string{"GET", "POST", "PUT", "DELETE"} {
			if a.documented(method, path) != nil {
				list = append(list, method+" "+path)
			}
		}
	}
	slices.Sort(list)
	return list
}

// Storable tells whether both databases can take a text: neither takes what is not UTF-8, and one no zero bytes.
func Storable(text string) bool { return utf8.ValidString(text) && !strings.ContainsRune(text, 0) }

// ID reads an id out of an address: what is no number leads nowhere.
func ID(text string) (int64, error) {
	id, ok := ParseID(text)
	if !ok {
		return 0, apierr.NotFound()
	}
	return id, nil
}

// ParseID reads an id as the server writes it: digits without a sign or leading zeros, so that each record has one address.
func ParseID(text string) (int64, bool) {
	id, err := strconv.ParseInt(text, 10, 64)
	return id, err == nil && id > 0 && text[0] != '0' && text[0] != '+'
}
