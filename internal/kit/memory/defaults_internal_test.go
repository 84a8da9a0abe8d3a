package memory

import (
	"os"
	"runtime"
	"runtime/debug"
	"testing"
)

func TestGrowthOf(t *testing.T) {
	t.Parallel()
	const megabyte = 1 << 20
	for live, want := range map[uint64]int{
		0: 400, 10 * megabyte: 400, 16 * megabyte: 400, 32 * megabyte: 200, 64 * megabyte: 100, 128 * megabyte: 50,
		1000 * megabyte: 50,
	} {
		if got := growthOf(live); got != want {
			t.Errorf("a heap of %d MB: got %d %%, want %d", live/megabyte, got, want)
		}
	}
}

// Not parallel: the limit applies to the whole process.
func TestSetDefaults_FollowsHeap(t *testing.T) {
	t.Setenv("GOGC", "")
	SetDefaults()
	awaitGrowth(t, func(percent int) bool { return percent == maxGrowth })
	block := make([]byte, 64<<20)
	awaitGrowth(t, func(percent int) bool { return percent <= 100 })
	runtime.KeepAlive(block)
}

// awaitGrowth collects garbage until the heap may grow as wanted. The runtime adjusts it some time after a collection.
func awaitGrowth(t *testing.T, wanted func(percent int) bool) {
	t.Helper()
	for range 5000 {
		runtime.GC()
		mu.Lock()
		percent := debug.SetGCPercent(defaultGrowth)
		mu.Unlock()
		if wanted(percent) {
			return
		}
	}
	t.Fatal("the heap may not grow as wanted")
}

func TestContainerLimit(t *testing.T) {
	t.Parallel()
	const second, first = "/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"
	for name, c := range map[string]struct {
		files map[string]string
		want  int64
		ok    bool
	}{
		"no control groups": {nil, 0, false},
		"second version":    {map[string]string{second: "536870912\n"}, 512 << 20, true},
		"no limit":          {map[string]string{second: "max\n"}, 0, false},
		"first version":     {map[string]string{first: "268435456\n"}, 256 << 20, true},
		"no limit in the first version": {
			map[string]string{first: "9223372036854771712\n"}, 9223372036854771712, false,
		},
	} {
		got, ok := containerLimit(func(name string) ([]byte, error) {
			content, ok := c.files[name]
			if !ok {
				return nil, os.ErrNotExist
			}
			return []byte(content), nil
		})
		if got != c.want || ok != c.ok {
			t.Errorf("%s: got %d, %t", name, got, ok)
		}
	}
	if got := heapLimit(512 << 20); got != 412<<20 {
		t.Errorf("a container of 512 MB: %d", got)
	}
	if got := heapLimit(128 << 20); got != 64<<20 {
		t.Errorf("a container of 128 MB: %d", got)
	}
}
