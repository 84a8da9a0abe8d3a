package db

import (
	"context"
	"log/slog"
)

type progressKey struct{}

// WithProgress calls report with each step of a migration that runs with the context.
func WithProgress(ctx context.Context, report func(step string)) context.Context {
	return context.WithValue(ctx, progressKey{}, report)
}

// ReportProgress logs a step of a migration and reports it to the function of WithProgress.
func ReportProgress(ctx context.Context, step string) {
	slog.InfoContext(ctx, "changing the schema", "step", step)
	if report, ok := ctx.Value(progressKey{}).(func(string)); ok {
		report(step)
	}
}
