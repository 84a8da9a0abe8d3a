package memory

import (
	"context"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"
	"time"
)

const (
	// defaultGrowth is how much the heap may grow before garbage is collected, in percent. What a server keeps is small
	// next to what its requests allocate, so collecting four times less often saves a tenth of its time for a few dozen
	// megabytes.
	defaultGrowth = 400
	// otherMemory is what the process needs besides the Go heap, above all the caches of SQLite.
	otherMemory = 100 << 20

	idleInterval = 30 * time.Second
	// idleAllocation is how much an idle server allocates in an interval: jobs look for work, metrics are read.
	idleAllocation = 16 << 20
)

// SetDefaults sets how often garbage is collected, and a limit near the memory that the container permits. GOGC and
// GOMEMLIMIT take precedence.
func SetDefaults() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(defaultGrowth)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		if limit, ok := containerLimit(os.ReadFile); ok {
			debug.SetMemoryLimit(heapLimit(limit))
		}
	}
}

// heapLimit returns the limit of the Go runtime in a container. In small ones it gets half.
func heapLimit(container int64) int64 { return max(container-otherMemory, container/2) }

// containerLimit returns the memory that the control group of the process permits, in the files of its second version
// or of its first. Outside of containers the limit is missing, "max", or larger than any memory.
func containerLimit(read func(name string) ([]byte, error)) (int64, bool) {
	const unlimited = 1 << 50
	for _, name := range []string{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"} {
		content, err := read(name)
		if err != nil {
			continue
		}
		limit, err := strconv.ParseInt(strings.TrimSpace(string(content)), 10, 64)
		return limit, err == nil && limit > 0 && limit < unlimited
	}
	return 0, false
}

// FreeWhenIdle returns memory to the operating system after the start, and whenever little has been allocated for a
// while, until the context ends. The Go runtime keeps what the last busy time needed.
func FreeWhenIdle(ctx context.Context) {
	wait := time.NewTimer(delay)
	defer wait.Stop()
	last, freed := totalAllocated(), false
	for {
		select {
		case <-ctx.Done():
			return
		case <-wait.C:
		}
		allocated := totalAllocated()
		idle := allocated-last < idleAllocation
		if idle && !freed {
			FreeNow()
		}
		last, freed = allocated, idle
		wait.Reset(idleInterval)
	}
}

// totalAllocated returns how many bytes have been allocated so far.
func totalAllocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
