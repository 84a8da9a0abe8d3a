package memory

import (
	"context"
	"time"
)

const (
	idleInterval = 5 * time.Second
	// idleAllocation is how much an idle server allocates in an interval: jobs look for work, metrics are read.
	idleAllocation = 4 << 20
)

// FreeWhenIdle returns memory to the operating system after the start, and whenever little has been allocated for a
// while, until the context ends: the Go runtime and C libraries keep what the last busy time needed. It calls release
// first, which can free caches.
func FreeWhenIdle(ctx context.Context, release func()) {
	wait := time.NewTimer(delay)
	defer wait.Stop()
	last, freed := readMetric("/gc/heap/allocs:bytes"), false
	for {
		select {
		case <-ctx.Done():
			return
		case <-wait.C:
		}
		allocated := readMetric("/gc/heap/allocs:bytes")
		idle := allocated-last < idleAllocation
		if idle && !freed {
			release()
			FreeNow()
			trimNative()
			unmapProgram()
		}
		last, freed = allocated, idle
		wait.Reset(idleInterval)
	}
}
