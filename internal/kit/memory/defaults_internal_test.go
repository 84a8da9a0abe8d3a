package memory

import (
	"os"
	"testing"
)

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
