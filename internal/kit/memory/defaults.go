package memory

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"
	"sync"
)

const (
	// maxGrowth is how much a small heap may grow before garbage is collected, in percent. What a server keeps is small
	// next to what its requests allocate, so collecting four times less often saves a tenth of its time.
	maxGrowth = 400
	// maxGarbage is how much a larger heap may grow, in bytes. Caches make the heap larger, but don't make requests
	// allocate more.
	maxGarbage = 64 << 20
	// minGrowth is how much any heap may grow, in percent. Each collection reads the whole heap.
	minGrowth = 50
	// otherMemory is what the process needs besides the Go heap, above all the caches of SQLite.
	otherMemory = 100 << 20
)

// SetDefaults sets how often garbage is collected, and a limit near the memory that the container permits. GOGC and
// GOMEMLIMIT take precedence.
func SetDefaults() {
	if os.Getenv("GOGC") == "" {
		followHeap()
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		if limit, ok := containerLimit(os.ReadFile); ok {
			debug.SetMemoryLimit(heapLimit(limit))
		}
	}
}

// followHeap sets after each collection how much the heap may grow until the next.
var followHeap = sync.OnceFunc(func() {
	setDefaultGrowth(maxGrowth)
	// The runtime runs the finalizer after each collection, since nothing refers to the value.
	var adjust func(*[16]byte)
	adjust = func(unreferenced *[16]byte) {
		setDefaultGrowth(growthOf(readMetric("/gc/heap/live:bytes")))
		runtime.SetFinalizer(unreferenced, adjust)
	}
	runtime.SetFinalizer(new([16]byte), adjust)
})

// growthOf returns how much a heap of the given size may grow before garbage is collected, in percent.
func growthOf(live uint64) int {
	return int(min(max(maxGarbage*100/max(live, 1), minGrowth), maxGrowth))
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

func readMetric(name string) uint64 {
	sample := []metrics.Sample{{Name: name}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
