package api

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/unavailable"
)

// huma's own errors get our format, without the text of Go errors.
func init() { //nolint:gochecknoinits // these are huma's global settings
	huma.NewErrorWithContext = func(ctx huma.Context, status int, message string, _ ...error) huma.StatusError {
		if message == bodyUnreadable {
			status = http.StatusBadRequest
		}
		return report(ctx.Context(), statusError(ctx.Context(), status))
	}
	huma.NewError = func(status int, _ string, _ ...error) huma.StatusError {
		return statusError(context.Background(), status)
	}
}

// bodyUnreadable is huma's message for a body that ends early or has a broken chunk. It reports that as a fault of
// the server, but the client sent it.
const bodyUnreadable = "cannot read request body"

// outages limits what requests write to the log during an outage.
var outages unavailable.Sampler

type errorHookKey struct{}

// WithErrorHook returns a context in which fn gets the error that a request is answered with.
func WithErrorHook(ctx context.Context, fn func(*apierr.Error)) context.Context {
	return context.WithValue(ctx, errorHookKey{}, fn)
}

// report passes an error that is about to be sent to the hook of its request, and returns it.
func report(ctx context.Context, problem *apierr.Error) *apierr.Error {
	if fn, ok := ctx.Value(errorHookKey{}).(func(*apierr.Error)); ok {
		fn(problem)
	}
	return problem
}

// toAPIError is the error that the client gets. Errors that are not meant for clients are logged here, once, and their
// text is not sent.
func toAPIError(ctx context.Context, err error) *apierr.Error {
	if known, ok := apierr.As(err); ok {
		return known
	}
	if errors.Is(err, db.ErrReadOnly) {
		return apierr.ReadOnly()
	}
	if ctx.Err() != nil {
		return apierr.New(499, "The request was cancelled.")
	}
	if unavailable.Is(err) {
		if skipped, ok := outages.Allow(time.Now()); ok {
			slog.ErrorContext(ctx, "unavailable", "error", err, "similar_errors_not_logged", skipped)
		}
		if errors.Is(err, db.ErrUnknownOutcome) {
			return apierr.UnknownOutcome()
		}
		return apierr.Unavailable()
	}
	slog.ErrorContext(ctx, "request failed", "error", err)
	return apierr.Internal(RequestID(ctx))
}

// statusError is the error of a status that huma or the mux chose.
func statusError(ctx context.Context, status int) *apierr.Error {
	switch status {
	case http.StatusBadRequest:
		return apierr.New(status, "The request is not valid JSON.")
	case http.StatusNotFound:
		return apierr.NotFound()
	case http.StatusMethodNotAllowed:
		return apierr.New(status, "This method is not allowed here.")
	case http.StatusRequestEntityTooLarge:
		return apierr.New(status, "The request is too large.")
	case http.StatusUnsupportedMediaType:
		return apierr.New(status, "The request must be JSON.")
	case http.StatusRequestTimeout:
		return apierr.New(status, "The request took too long to arrive.")
	}
	if status >= http.StatusInternalServerError {
		return apierr.Internal(RequestID(ctx))
	}
	return apierr.New(status, http.StatusText(status)+".")
}

// WriteError writes an error outside of calls: as JSON, or as a page where a person opened a page of the console.
func WriteError(w http.ResponseWriter, r *http.Request, err error) {
	problem := report(r.Context(), toAPIError(r.Context(), err))
	for name, values := range problem.GetHeaders() {
		w.Header().Set(name, values[0])
	}
	if isNavigation(r) {
		writePage(w, problem)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(problem.GetStatus())
	_ = json.NewEncoder(w).Encode(problem) // the client may be gone
}
