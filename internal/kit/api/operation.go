package api

import (
	"context"
	"net/http"
	"reflect"
	"regexp"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"waymark/internal/kit/admission"
	"waymark/internal/kit/db"
	"waymark/internal/kit/write"
)

// Access says who may make a call.
type Access int

// The greater of Staff and Admins is the stricter one.
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
	ID           string // replaces the operation id made of method and path
	Summary      string
	Description  string
	Tag          string
	Access       Access
	Export       Access        // who may export a list, where fewer people may than read it
	Status       int           // 200 when not given
	Query        []*huma.Param // all other query parameters are refused
	Body         *huma.Schema  // the JSON object of the request, if any
	Form         *huma.Schema  // a multipart form instead of JSON
	MaxBody      int64         // 1 MiB when not given
	BodyTimeout  time.Duration // how long the body may take to arrive; a minute when not given
	BodyOptional bool          // the body may be left out
	Credentials  []string      // the credentials that Authorise accepts, by their names in the document
	Hidden       bool          // not in the OpenAPI document
	// Authorise refuses callers before anything else about their request is checked. It may be nil.
	Authorise func(context.Context) error
	// ReadOnly says that the call changes nothing although its method is not GET, or is allowed when nothing else may be
	// changed.
	ReadOnly bool
	// Replica says that the call may be answered by a replica of the database, which is a few seconds behind. It is for
	// calls whose result is only shown: lists, searches and reports. What changes are based on comes from the primary.
	Replica bool
	// Progress says that the response shows what jobs have done. Like the response to a change, it makes the client see
	// their work in what it reads later.
	Progress bool
	// Class is the class of its requests when the server limits them. If it is not given, calls that change nothing are
	// reads, and others are writes.
	Class admission.Class
	// NoUndo is the reason why changes of this call can't be undone, as a sentence; empty if they can.
	NoUndo string
	Errors []int // the statuses of errors to document one by one; a single default response when not given
}

func (op Op) class() admission.Class {
	switch {
	case op.Class != 0:
		return op.Class
	case op.Method == http.MethodGet || op.ReadOnly:
		return admission.Read
	}
	return admission.Write
}

// reading returns the context in which the call reads.
func (op Op) reading(ctx context.Context) context.Context {
	if op.Progress {
		db.NoteChange(ctx)
	}
	if op.Replica {
		ctx = db.FromReplica(ctx)
	}
	return ctx
}

// None is the result of calls without a response body: 204.
type None struct{}

// Item is the response of calls about one record.
type Item[T any] struct {
	Item T `json:"item" nullable:"false" doc:"The record."`
}

// Statused responses choose their status: 200 when the work is done, 202 when a job will do it.
type Statused interface{ HTTPStatus() int }

// reply is what huma sends. Its body is any, because huma.Register is a large generic function, and compiling it for
// every type of body took most of the time of a build. Handle documents the type.
type reply struct {
	Status int
	Body   any
}

// Handle registers a call. fn returns the response, which is sent as JSON, or an error. Errors of package apierr are
// sent to the client; any other is logged, and the client gets a 500 without details.
func Handle[T any](a *API, op Op, fn func(context.Context, *Call) (T, error)) {
	a.handle(op, reflect.TypeFor[T](), func(ctx context.Context, call *Call) (any, error) { return fn(ctx, call) })
}

func (a *API) handle(op Op, answer reflect.Type, fn func(context.Context, *Call) (any, error)) {
	if op.Replica && op.Method != http.MethodGet {
		panic("api: " + op.Path + " is not only read, so it can't use a replica")
	}
	isList := a.addList(op, answer)
	a.classes[op.Method+" "+op.Path] = op.class()
	operation := a.operation(op, a.operationID(op, isList))
	if operation.DefaultStatus == 0 {
		operation.DefaultStatus = http.StatusOK
	}
	hasBody := answer != reflect.TypeFor[None]()
	if hasBody {
		schema := a.huma.OpenAPI().Components.Schemas.Schema(answer, true, operation.OperationID+"Response")
		operation.Responses = map[string]*huma.Response{strconv.Itoa(operation.DefaultStatus): {
			Content: map[string]*huma.MediaType{"application/json": {Schema: schema}},
		}}
	} else {
		operation.DefaultStatus = http.StatusNoContent
	}
	a.register(op, operation, func(ctx context.Context, call *Call) (*reply, error) {
		if origin := write.OriginOf(ctx); origin != nil {
			origin.Operation, origin.NoRows = operation.OperationID, op.NoUndo != ""
		}
		body, err := fn(op.reading(ctx), call)
		switch statused, ok := body.(Statused); {
		case err != nil:
			return nil, report(ctx, toAPIError(ctx, err))
		case !hasBody:
			return nil, nil //nolint:nilnil // huma sends the default status
		case ok:
			return &reply{Status: statused.HTTPStatus(), Body: body}, nil
		default:
			return &reply{Status: operation.DefaultStatus, Body: body}, nil
		}
	})
	if answer.Implements(reflect.TypeFor[Statused]()) {
		a.documentOtherStatus(op)
	}
	if documented := a.documented(op.Method, op.Path); documented != nil && !hasBody {
		documented.Responses[strconv.Itoa(http.StatusNoContent)].Content = nil
	}
}

// documentOtherStatus documents the second status of a Statused response: 200 beside 201, where the record existed
// before, and 202 beside 200, where a job does the work.
func (a *API) documentOtherStatus(op Op) {
	documented := a.documented(op.Method, op.Path)
	if documented == nil {
		return
	}
	status, other := http.StatusOK, http.StatusAccepted
	if op.Status == http.StatusCreated {
		status, other = http.StatusCreated, http.StatusOK
	}
	response := *documented.Responses[strconv.Itoa(status)]
	response.Description = http.StatusText(other)
	documented.Responses[strconv.Itoa(other)] = &response
}

func (a *API) register(op Op, operation huma.Operation, fn func(context.Context, *Call) (*reply, error)) {
	if op.Body == nil {
		huma.Register(a.huma, operation, func(ctx context.Context, in *struct{ Call }) (*reply, error) {
			return fn(ctx, &in.Call)
		})
		if op.Form != nil {
			// Added after registering: huma reads a form that it knows of itself, and at most a megabyte.
			a.documented(op.Method, op.Path).RequestBody = requestBody("multipart/form-data", op.Form, true)
		}
		return
	}
	huma.Register(a.huma, operation, func(ctx context.Context, in *struct {
		Call
		RawBody []byte `contentType:"application/json"`
	},
	) (*reply, error) {
		in.body = in.RawBody
		return fn(ctx, &in.Call)
	})
	// huma describes a raw body as bytes.
	if documented := a.documented(op.Method, op.Path); documented != nil {
		documented.RequestBody = requestBody("application/json", op.Body, !op.BodyOptional)
	}
}

// pathParams finds the parameters of a path: {id}.
var pathParams = regexp.MustCompile(`\{(\w+)\}`)

func (a *API) operation(op Op, id string) huma.Operation {
	a.claimID(op, id)
	operation := huma.Operation{
		OperationID: id, Method: op.Method, Path: op.Path, Summary: op.Summary, Description: op.Description,
		DefaultStatus: op.Status, Hidden: op.Hidden, MaxBodyBytes: maxBody, BodyReadTimeout: bodyTimeout,
		SkipValidateBody: true, SkipValidateParams: true, // the handlers have better messages
		Middlewares: huma.Middlewares{a.guard(op)}, Errors: op.Errors,
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
	for _, match := range pathParams.FindAllStringSubmatch(op.Path, -1) {
		param := &huma.Param{Name: match[1], In: "path", Required: true, Schema: &huma.Schema{Type: huma.TypeString}}
		operation.Parameters = append(operation.Parameters, param)
	}
	operation.Parameters = append(operation.Parameters, op.Query...)
	if op.Body != nil {
		operation.RequestBody = requestBody("application/json", op.Body, !op.BodyOptional)
	}
	return operation
}

func requestBody(mediaType string, schema *huma.Schema, required bool) *huma.RequestBody {
	return &huma.RequestBody{Required: required, Content: map[string]*huma.MediaType{mediaType: {Schema: schema}}}
}
