// Package otlp sends the spans of package tracing to a collector.
package otlp

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"

	"waymark/internal/kit/tracing"
	"waymark/internal/kit/unavailable"
)

// CheckEndpoint returns an error unless an endpoint is the URL of a collector.
func CheckEndpoint(endpoint string) error {
	u, err := url.Parse(endpoint)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || u.User != nil || u.RawQuery != "" {
		return errors.New("--otlp-endpoint: use the address of a collector such as http://127.0.0.1:4318, " +
			"without a password or query")
	}
	return nil
}

// Open starts sending spans to the collector at an endpoint, with OTLP over HTTP. The function it returns sends what is
// left. The sampler, headers and limits are set with the standard variables of OpenTelemetry (OTEL_…).
func Open(ctx context.Context, endpoint, version string) (closeTracing func(context.Context) error, err error) {
	exporter, err := otlptracehttp.New(ctx,
		otlptracehttp.WithEndpointURL(strings.TrimRight(endpoint, "/")+"/v1/traces"))
	if err != nil {
		return nil, fmt.Errorf("open tracing: %w", err)
	}
	service, err := resource.New(ctx, resource.WithAttributes(
		attribute.String("service.name", "waymark"), attribute.String("service.version", version),
	), resource.WithFromEnv())
	if err != nil {
		return nil, fmt.Errorf("open tracing: %w", err)
	}
	otel.SetErrorHandler(&failureLog{})
	provider := sdktrace.NewTracerProvider(sdktrace.WithBatcher(exporter), sdktrace.WithResource(service))
	tracing.SetTracer(provider.Tracer("waymark"))
	return func(ctx context.Context) error {
		tracing.SetTracer(nil)
		ctx, cancel := context.WithTimeout(ctx, closeTimeout)
		defer cancel()
		if err := provider.Shutdown(ctx); err != nil {
			slog.WarnContext(ctx, "the last traces were not sent", "error", err)
		}
		return nil
	}, nil
}

// closeTimeout limits how long a collector that does not respond delays the end of the program.
const closeTimeout = 3 * time.Second

// failureLog logs spans that can't be sent. A collector that is unavailable must not fill the log.
type failureLog struct{ sampler unavailable.Sampler }

// Handle logs an error.
func (l *failureLog) Handle(err error) {
	if skipped, ok := l.sampler.Allow(time.Now()); ok {
		slog.Warn("traces not sent", "error", err, "similar_lines_not_logged", skipped)
	}
}
