package api

import (
	"context"
	"net/http"
	"reflect"
	"regexp"
	"time"

	"github.com/danielgtaylor/huma/v2"
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

// Op describes a call.
type Op struct {
	Method, Path string
	ID           string // the operation id, where the one made of method and path reads badly
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
	isList := a.noteList(op, reflect.TypeFor[T]())
	operation := a.operation(op, a.operationID(op, isList))
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

var inBraces = regexp.MustCompile(`\{(\w+)\}`)

func (a *API) operation(op Op, id string) huma.Operation {
	a.claimID(op, id)
	operation := huma.Operation{
		OperationID: id, Method: op.Method, Path: op.Path, Summary: op.Summary, Description: op.Description,
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
