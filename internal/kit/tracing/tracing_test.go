package tracing_test

import (
	"context"
	"net/http"
	"testing"

	"waymark/internal/kit/tracing"
)

// While tracing is off, which is the default, it must cost nothing.
func TestTracing_Off(t *testing.T) {
	ctx := context.Background()
	trace := func() {
		parent := tracing.WithParent(ctx, "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
		request, span := tracing.StartRequest(parent, http.MethodGet)
		tracing.StartStatement(request, "sqlite", "SELECT 1").End(nil)
		_, call := tracing.StartCall(request, "storage put")
		call.End(nil)
		span.EndRequest("/", http.StatusOK)
		if request != ctx {
			t.Error("the context was changed")
		}
	}
	if allocations := testing.AllocsPerRun(100, trace); allocations > 0 {
		t.Errorf("got %v allocations", allocations)
	}
}
