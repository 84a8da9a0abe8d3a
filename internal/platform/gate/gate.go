// Package gate lets other programs in: it knows them by their keys, holds them to their limits, and keeps a log of
// every call they make.
package gate

import (
	"context"
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/secret"
	"waymark/internal/kit/write"
)

// Gate stands before the public API.
type Gate struct {
	Store *write.Store
	Key   *secret.Key
	// AppKey is the user-facing app's credential. Without one the app is not let in.
	AppKey string
	// PerMinute is how often a partner may call, on all nodes together. The app may ten times as often.
	PerMinute int64
	Log       *Log

	limits limiter
}

// document is where the description of the API is.
const document = "/api/v1/openapi.json"

// Wrong keys are refused this often a minute before their address has to wait.
const wrongPerMinute = 60

// Visit is one call: who makes it, and what the log will tell of it.
type Visit struct {
	Caller
	entry entry
}

type visitKey struct{}

// Of is the visit a request belongs to.
func Of(ctx context.Context) *Visit {
	v, ok := ctx.Value(visitKey{}).(*Visit)
	if !ok {
		return &Visit{}
	}
	return v
}

// Guard is the public API behind the gate.
func (g *Gate) Guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodOptions && r.Header.Get("Access-Control-Request-Method") != "" {
			preflight(w, r)
			return
		}
		if r.URL.Path == document { // to read what there is, is no call
			next.ServeHTTP(w, r)
			return
		}
		// A place in the log is taken before anything is done, so that nothing is done that is not told of.
		if err := g.Log.reserve(r.Context()); err != nil {
			api.WriteError(w, r, err)
			return
		}
		v := &Visit{entry: entryOf(r)}
		answer := &answer{ResponseWriter: w, status: http.StatusOK}
		started := time.Now()
		finished := false
		defer func() {
			v.entry.duration, v.entry.status = time.Since(started), answer.status
			if !finished {
				v.entry.status = http.StatusInternalServerError
			}
			v.entry.caller = v.Caller
			g.Log.put(v.entry)
		}()
		g.serve(answer, r, v, next)
		finished = true
	})
}

func (g *Gate) serve(w http.ResponseWriter, r *http.Request, v *Visit, next http.Handler) {
	ctx := r.Context()
	caller, err := g.identify(ctx, r)
	if err == nil && caller.origin != "" {
		w.Header().Set("Access-Control-Allow-Origin", caller.origin)
		w.Header().Set("Access-Control-Expose-Headers", "Retry-After, X-Request-Id")
	}
	w.Header().Add("Vary", "Origin, Authorization, X-Api-Key")
	if err == nil {
		v.Caller = caller
		err = g.limit(ctx, caller)
	} else if refused, ok := apierr.As(err); ok && refused.GetStatus() == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", `Basic realm="api"`)
		if wait, limitErr := g.limits.take(ctx, g.Store.DB, "api wrong key "+auth.AddressKey(api.ClientIP(ctx)),
			wrongPerMinute); limitErr != nil {
			err = limitErr
		} else if wait > 0 {
			err = apierr.TooMany("Too many wrong keys.", wait)
		}
	}
	if err != nil {
		api.WriteError(w, r, err)
		return
	}
	ctx = context.WithValue(ctx, visitKey{}, v)
	ctx = write.WithActor(ctx, write.Actor{Name: caller.called(), RequestID: api.RequestID(ctx), IP: api.ClientIP(ctx)})
	next.ServeHTTP(w, r.WithContext(ctx))
}

func (g *Gate) limit(ctx context.Context, caller Caller) error {
	key, most := "api partner "+strconv.FormatInt(caller.PartnerID, 10), g.PerMinute
	switch caller.Kind {
	case Nobody:
		key = "api address " + auth.AddressKey(api.ClientIP(ctx))
	case Server, Browser:
	case App:
		key, most = "api app", 10*g.PerMinute
	}
	wait, err := g.limits.take(ctx, g.Store.DB, key, most)
	if err == nil && wait > 0 {
		return apierr.TooMany("Too many requests.", wait)
	}
	return err
}

// preflight lets a page of any site ask; whether it gets an answer is told by the key it then shows.
func preflight(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	if origin := r.Header.Get("Origin"); origin != "" {
		header.Set("Access-Control-Allow-Origin", origin)
		header.Set("Access-Control-Allow-Methods", "GET, POST, PUT")
		header.Set("Access-Control-Allow-Headers", "Content-Type, X-Api-Key")
		header.Set("Access-Control-Max-Age", "600")
	}
	header.Add("Vary", "Origin")
	w.WriteHeader(http.StatusNoContent)
}

// Returned notes how many records the answer is about.
func (v *Visit) Returned(n int64) { v.entry.results = &n }

// Shown notes which content was in the answer.
func (v *Visit) Shown(content []int64) { v.entry.content = content }

// Search notes that this was a search.
func (v *Visit) Search(s Searched) { v.entry.search = &s }

// Sent notes what the body had: what is a list or an object is told by its length, since nobody knows what is in it.
func (v *Visit) Sent(object map[string]json.RawMessage) {
	for name, raw := range object {
		var value any
		_ = json.Unmarshal(raw, &value) // the object was read before
		text := string(raw)
		switch value := value.(type) {
		case string:
			text = value
		case []any:
			text = strconv.Itoa(len(value)) + " entries"
		case map[string]any:
			text = strconv.Itoa(len(value)) + " fields"
		}
		v.entry.parameter(name, text)
	}
}

// Only refuses each field of a body that a call does not take.
func Only(object map[string]json.RawMessage, names ...string) error {
	var problems apierr.Fields
	for name := range object {
		if !slices.Contains(names, name) {
			problems.Add(name, "Is not a field of this form.")
		}
	}
	return problems.Err()
}

// Each reads the entries of a list one by one, so that what is wrong with one is told by its place: events.3.kind.
func Each[T any](field string, list []json.RawMessage) ([]T, error) {
	var problems apierr.Fields
	entries := make([]T, len(list))
	for i, raw := range list {
		at := field + "." + strconv.Itoa(i)
		var object map[string]json.RawMessage
		if json.Unmarshal(raw, &object) != nil || object == nil {
			problems.Add(at, "Must be an object.")
			continue
		}
		var err error
		entries[i], err = api.DecodeObject[T](object)
		if refused, ok := apierr.As(err); ok {
			for name, texts := range refused.Errors {
				problems.Add(at+"."+name, "%s", strings.Join(texts, " "))
			}
		}
	}
	return entries, problems.Err()
}

// Decode reads a body into a struct and notes what it had.
func Decode[T any](ctx context.Context, call *api.Call) (T, error) {
	object, err := call.Object()
	if err != nil {
		var none T
		return none, err
	}
	Of(ctx).Sent(object)
	return api.DecodeObject[T](object)
}

func entryOf(r *http.Request) entry {
	e := entry{
		at: clock.Now(), path: clean(r.URL.Path, maxText), parameters: map[string]string{},
		ip: api.ClientIP(r.Context()), agent: clean(r.UserAgent(), maxText),
	}
	for name, values := range r.URL.Query() {
		e.parameter(name, strings.Join(values, ", "))
	}
	return e
}

const (
	maxText       = 500
	maxParameters = 50
)

// secretive are names of parameters that nobody should send here, but somebody will.
var secretive = regexp.MustCompile(`(?i)secret|pass(w|phrase|$)|pwd|token|jwt|bearer|auth(ori[sz]ation)?$|credential|session|cookie|signature|keys?$`)

// parameter notes one of them. What may be secret is not told.
func (e *entry) parameter(name, value string) {
	if len(e.parameters) >= maxParameters {
		return
	}
	name = clean(name, 100)
	if secretive.MatchString(name) {
		value = write.Redacted
	}
	e.parameters[name] = clean(value, maxText)
}

// clean makes a text from outside fit to be stored.
func clean(text string, most int) string {
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "?"), "\x00", "?")
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most-1]) + "…"
}

type answer struct {
	http.ResponseWriter
	status int
	wrote  bool
}

func (a *answer) WriteHeader(status int) {
	if !a.wrote {
		a.status, a.wrote = status, true
	}
	a.ResponseWriter.WriteHeader(status)
}

func (a *answer) Write(b []byte) (int, error) {
	a.wrote = true
	return a.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController reach what is beneath.
func (a *answer) Unwrap() http.ResponseWriter { return a.ResponseWriter }
