package api

import (
	"net/http"
	"testing"
)

// Every request is counted, so that must cost almost nothing.
func TestRoute_Allocations(t *testing.T) {
	counted := &route{template: "/counted"}
	count := func() { counted.observe(http.MethodGet, http.StatusOK, 0.1) }
	if allocations := testing.AllocsPerRun(100, count); allocations > 0 {
		t.Errorf("counting a request makes %v allocations", allocations)
	}
}
