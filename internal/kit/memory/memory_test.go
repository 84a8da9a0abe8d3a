package memory_test

import (
	"runtime/debug"
	"testing"

	"waymark/internal/kit/memory"
)

// current is the percentage in force. There is no way to read it without setting it.
func current() int {
	percent := debug.SetGCPercent(100)
	debug.SetGCPercent(percent)
	return percent
}

// Not parallel: the limit is that of the whole process.
func TestLimit(t *testing.T) {
	usual := current()
	want := func(percent int) {
		t.Helper()
		if got := current(); got != percent {
			t.Errorf("the heap may grow by %d %%, want %d", got, percent)
		}
	}
	first := memory.LimitGrowth(50)
	want(50)
	second := memory.LimitGrowth(20)
	want(20)
	third := memory.LimitGrowth(50)
	first()
	first() // releasing twice changes nothing
	want(20)
	second()
	want(50)
	third()
	want(usual)
	debug.SetGCPercent(10)
	defer debug.SetGCPercent(usual)
	release := memory.LimitGrowth(20)
	want(10)
	release()
	want(10)
}
