// Package tracing records OpenTelemetry spans of requests, statements, jobs and calls of other services. Until
// SetTracer is called it does nothing.
package tracing

import (
	"context"
	"net/http"
	"strings"
	"sync/atomic"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
)

// tracer is nil while tracing is off.
var tracer atomic.Pointer[trace.Tracer]

// SetTracer turns tracing on, or off if t is nil.
func SetTracer(t trace.Tracer) {
	if t == nil {
		tracer.Store(nil)
		return
	}
	tracer.Store(&t)
}

// Span is an operation that is being traced. The zero Span does nothing.
type Span struct{ span trace.Span }

// WithParent returns a context whose spans belong to the trace that a traceparent header names. An invalid header has
// no effect.
func WithParent(ctx context.Context, traceparent string) context.Context {
	if tracer.Load() == nil || traceparent == "" {
		return ctx
	}
	return propagation.TraceContext{}.Extract(ctx, propagation.MapCarrier{"traceparent": traceparent})
}

// StartRequest starts the span of a request. It returns the same context if tracing is off.
func StartRequest(ctx context.Context, method string) (context.Context, Span) {
	if tracer.Load() == nil {
		return ctx, Span{}
	}
	return start(ctx, "HTTP", trace.SpanKindServer, attribute.String("http.request.method", knownMethod(method)))
}

// EndRequest ends the span of a request and names it after its route.
func (s Span) EndRequest(route string, status int) {
	if s.span == nil {
		return
	}
	s.span.SetName(route)
	s.span.SetAttributes(attribute.String("http.route", route), attribute.Int("http.response.status_code", status))
	if status >= http.StatusInternalServerError {
		s.span.SetStatus(codes.Error, "")
	}
	s.span.End()
}

// StartJob starts the span of a background job.
func StartJob(ctx context.Context, kind, queue string) (context.Context, Span) {
	if tracer.Load() == nil {
		return ctx, Span{}
	}
	return start(ctx, kind, trace.SpanKindConsumer, attribute.String("messaging.destination.name", queue))
}

// StartStatement starts the span of a statement, as part of a request or a job. The text of the statement must not
// contain its arguments.
func StartStatement(ctx context.Context, engine, query string) Span {
	if tracer.Load() == nil || !trace.SpanFromContext(ctx).IsRecording() {
		return Span{}
	}
	query = strings.Join(strings.Fields(query), " ")
	name, _, _ := strings.Cut(query, " ")
	_, span := start(ctx, name, trace.SpanKindClient, attribute.String("db.system.name", engine),
		attribute.String("db.query.text", query[:min(len(query), maxQuery)]))
	return span
}

// maxQuery limits the text of a statement in a span.
const maxQuery = 2000

// StartCall starts the span of a call of another service, as part of a request or a job.
func StartCall(ctx context.Context, name string) (context.Context, Span) {
	if tracer.Load() == nil || !trace.SpanFromContext(ctx).IsRecording() {
		return ctx, Span{}
	}
	return start(ctx, name, trace.SpanKindClient)
}

// End ends a span. The text of an error is not recorded, because it may contain data.
func (s Span) End(err error) {
	if s.span == nil {
		return
	}
	if err != nil {
		s.span.SetStatus(codes.Error, "")
	}
	s.span.End()
}

func start(
	ctx context.Context, name string, kind trace.SpanKind, attributes ...attribute.KeyValue,
) (context.Context, Span) {
	t := tracer.Load()
	if t == nil {
		return ctx, Span{}
	}
	ctx, span := (*t).Start(ctx, name, trace.WithSpanKind(kind), trace.WithAttributes(attributes...))
	return ctx, Span{span}
}

// knownMethod returns a method, or _OTHER for one that a client has made up, as OpenTelemetry prescribes.
func knownMethod(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete,
		http.MethodOptions:
		return method
	}
	return "_OTHER"
}
