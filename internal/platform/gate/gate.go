// Package gate guards the public API: it authenticates calling programs by their keys, limits their rate, and logs each
// of their calls.
package gate

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"waymark/internal/kit/admission"
	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/media"
	"waymark/internal/kit/secret"
	"waymark/internal/kit/write"
)

// Gate is the middleware of the public API.
type Gate struct {
	Store *write.Store
	Key   *secret.Key
	// AppKey is the credential of the user-facing app. If it is empty, the app can't sign in.
	AppKey string
	// PerMinute is the number of calls a partner may make per minute, over all nodes. The app may make ten times as
	// many.
	PerMinute int64
	// FilesOrigin is the origin of the site that serves files to everyone. Responses refer to images there.
	FilesOrigin string
	// Head returns the number of the newest change, if it is known. Until it increases, repeated reads get a 304 response.
	Head func() int64
	Log  *Log
	// Limiter limits how many calls are handled at the same time.
	Limiter *admission.Limiter

	limits     limiter
	callers    knownCallers
	validators validators
}

// The paths of the API's OpenAPI document and of its documentation for people.
const (
	documentPath = "/api/v1/openapi.json"
	docsPath     = "/api/v1/docs"
)

// wrongKeysPerMinute is the number of wrong keys or users per minute after which an IP address has to wait.
const wrongKeysPerMinute = 60

// Visit is one call of the public API: its caller and its entry in the log.
type Visit struct {
	Caller
	PerMinute int64 // the caller's rate limit
	entry     entry
	response  *encodedResponse
}

type visitKey struct{}

// FromContext returns the visit that a request belongs to.
func FromContext(ctx context.Context) *Visit {
	v, ok := ctx.Value(visitKey{}).(*Visit)
	if !ok {
		return &Visit{}
	}
	return v
}

// Guard wraps the handler of the public API.
func (g *Gate) Guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodOptions && r.Header.Get("Access-Control-Request-Method") != "" {
			preflight(w, r)
			return
		}
		if r.URL.Path == documentPath || r.URL.Path == docsPath { // reading the documentation is not logged as a call
			next.ServeHTTP(w, r)
			return
		}
		// Space in the log is reserved before the call is handled, so that every handled call is logged.
		if err := g.Log.reserve(r.Context()); err != nil {
			refusalCounters[reasonLog].Inc()
			api.WriteError(w, r, err)
			return
		}
		v := &Visit{entry: newEntry(r)}
		r = r.WithContext(api.WithErrorHook(r.Context(), v.setRefusal))
		recorder := &responseRecorder{ResponseWriter: w, status: http.StatusOK}
		started := time.Now()
		finished := false
		defer func() {
			v.entry.duration, v.entry.status = time.Since(started), recorder.status
			if !finished {
				v.entry.status = http.StatusInternalServerError
				v.setRefusal(apierr.Internal(api.RequestID(r.Context())))
			}
			v.entry.caller = v.Caller
			api.SetPartner(r.Context(), v.PartnerID)
			v.count()
			g.Log.put(v.entry)
		}()
		g.serve(recorder, r, v, next)
		finished = true
	})
}

func (g *Gate) serve(w http.ResponseWriter, r *http.Request, v *Visit, next http.Handler) {
	ctx := r.Context()
	r, key, unreadable := copilotKey(w, r)
	caller, owner, err := g.identify(ctx, r, key)
	if err == nil && unreadable != nil {
		err = unreadable
	}
	v.entry.partner = owner
	w.Header().Add("Vary", variesBy)
	if err == nil || unreadable != nil {
		v.Caller = caller
	}
	if err == nil {
		g.callers.remember(r, caller)
		err = g.limit(ctx, w.Header(), caller)
	} else if refused, ok := apierr.As(err); ok && refused.GetStatus() == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", `Basic realm="api"`)
		err = g.limitWrongKeys(ctx, err)
	}
	// A page may read why it was refused; the response contains nothing else.
	origin := caller.origin
	if err != nil || caller.Kind == Anonymous {
		origin = r.Header.Get("Origin")
	}
	allowOrigin(w.Header(), origin)
	if err != nil {
		api.WriteError(w, r, err)
		return
	}
	v.PerMinute = g.limitOf(caller)
	ctx = media.WithOrigin(context.WithValue(ctx, visitKey{}, v), g.FilesOrigin)
	ctx = write.WithActor(ctx, write.Actor{
		Name: caller.displayName(), RequestID: api.RequestID(ctx), IP: api.ClientIP(ctx),
	})
	if r.Method == http.MethodGet {
		g.serveRead(w, r.WithContext(ctx), v, next)
		return
	}
	next.ServeHTTP(w, r.WithContext(ctx))
}

// variesBy are the request headers that a response depends on.
const variesBy = "Origin, Authorization, X-Api-Key"

// allowOrigin lets a page read the response.
func allowOrigin(header http.Header, origin string) {
	if origin != "" {
		header.Set("Access-Control-Allow-Origin", origin)
		header.Set("Access-Control-Expose-Headers", exposedHeaders)
	}
}

// exposedHeaders are the response headers that a page may read.
const exposedHeaders = "ETag, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, " +
	api.PositionHeader + ", X-Request-Id"

// limitWrongKeys counts a wrong key. It returns refusal, or the error of an address that has sent too many of them.
func (g *Gate) limitWrongKeys(ctx context.Context, refusal error) error {
	if err := g.limitWrong(ctx, "api wrong key ", "Too many requests with a wrong key."); err != nil {
		return err
	}
	return refusal
}

// limitWrong counts a wrong request of an address, and returns an error if it has made too many of them.
func (g *Gate) limitWrong(ctx context.Context, kind, message string) error {
	quota, err := g.limits.take(ctx, g.Store.DB, kind+auth.AddressKey(api.ClientIP(ctx)), wrongKeysPerMinute)
	if err != nil {
		return err
	}
	if quota.wait > 0 {
		return apierr.TooMany(message, quota.wait)
	}
	return nil
}

// limitOf returns the number of calls that a caller may make per minute.
func (g *Gate) limitOf(caller Caller) int64 {
	if caller.Kind == App {
		return 10 * g.PerMinute
	}
	return g.PerMinute
}

func (g *Gate) limit(ctx context.Context, header http.Header, caller Caller) error {
	key := "api partner " + strconv.FormatInt(caller.PartnerID, 10)
	switch caller.Kind {
	case Anonymous:
		key = "api address " + auth.AddressKey(api.ClientIP(ctx))
	case App:
		key = "api app"
	case Server, Browser:
	}
	quota, err := g.limits.take(ctx, g.Store.DB, key, g.limitOf(caller))
	if err != nil {
		return err
	}
	quota.setHeaders(header)
	if quota.wait > 0 {
		return apierr.TooMany("Too many requests.", quota.wait)
	}
	return nil
}

// preflight accepts the CORS preflight request of any site. It carries no key, so the site is checked against the
// whitelist in the request that follows.
func preflight(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	if origin := r.Header.Get("Origin"); origin != "" {
		header.Set("Access-Control-Allow-Origin", origin)
		header.Set("Access-Control-Allow-Methods", "GET, POST, PUT")
		header.Set("Access-Control-Allow-Headers", "Content-Type, If-None-Match, "+api.PositionHeader+", X-Api-Key")
		header.Set("Access-Control-Max-Age", "600")
	}
	header.Add("Vary", "Origin")
	w.WriteHeader(http.StatusNoContent)
}

func (v *Visit) setRefusal(problem *apierr.Error) {
	r := newRefusal(problem)
	v.entry.refusal = &r
}

// SetResults logs the number of records in the response.
func (v *Visit) SetResults(n int64) { v.entry.results = &n }

// SetContent logs which content the response contains.
func (v *Visit) SetContent(content []int64) { v.entry.content = content }

// SetResponse sends an encoded JSON response, with its ETag, instead of what the handler returns.
func (v *Visit) SetResponse(body []byte, etag string) { v.response = &encodedResponse{body, etag} }

// SetSearch logs the call as a search.
func (v *Visit) SetSearch(s Search) { v.entry.search = &s }

// AllowFields returns a field error for each field of a body that is not among names.
func AllowFields(object map[string]json.RawMessage, names ...string) error {
	var problems apierr.Fields
	for name := range object {
		if !slices.Contains(names, name) {
			problems.Add(name, "Is not a field of this form.")
		}
	}
	return problems.Err()
}

// DecodeList decodes the entries of a list one by one, so that each field error names its position: events.3.kind.
func DecodeList[T any](field string, list []json.RawMessage) ([]T, error) {
	var problems apierr.Fields
	entries := make([]T, len(list))
	for i, raw := range list {
		path := field + "." + strconv.Itoa(i)
		var object map[string]json.RawMessage
		if json.Unmarshal(raw, &object) != nil || object == nil {
			problems.Add(path, "Must be an object.")
			continue
		}
		var err error
		entries[i], err = api.DecodeObject[T](object)
		if refused, ok := apierr.As(err); ok {
			for name, texts := range refused.Errors {
				problems.Add(path+"."+name, "%s", strings.Join(texts, " "))
			}
		}
	}
	return entries, problems.Err()
}

// Decode decodes the request body into a struct and logs its fields.
func Decode[T any](ctx context.Context, call *api.Call) (T, error) {
	object, err := call.Object()
	if err != nil {
		var zero T
		return zero, err
	}
	FromContext(ctx).SetParameters(object)
	return api.DecodeObject[T](object)
}

type responseRecorder struct {
	http.ResponseWriter
	status int
	wrote  bool
}

func (a *responseRecorder) WriteHeader(status int) {
	if !a.wrote {
		a.status, a.wrote = status, true
	}
	a.ResponseWriter.WriteHeader(status)
}

func (a *responseRecorder) Write(b []byte) (int, error) {
	a.wrote = true
	return a.ResponseWriter.Write(b)
}

// Unwrap gives http.ResponseController access to the underlying writer.
func (a *responseRecorder) Unwrap() http.ResponseWriter { return a.ResponseWriter }
