package memory

import (
	"slices"
	"strings"
	"testing"
)

const smaps = `00400000-00403000 r--p 00000000 fe:00 1234    /opt/way mark
Rss:                   0 kB
Anonymous:             0 kB
VmFlags: rd mr mw me
00403000-01834000 r-xp 00003000 fe:00 1234    /opt/way mark
Rss:               20676 kB
Anonymous:             0 kB
01834000-01835000 r-xp 00003000 fe:00 1234    /opt/way mark
Anonymous:             4 kB
02fe4000-02fe7000 rw-p 02be4000 fe:00 1234    /opt/way mark
Anonymous:             0 kB
7f9f9e9bb000-7f9f9eb11000 r-xp 00026000 fe:00 99   /usr/lib/libc.so.6
Anonymous:             0 kB
2c2c7cc00000-2c2c7f000000 r--p 00000000 00:00 0
Anonymous:             0 kB
`

func TestUnchangedMappings(t *testing.T) {
	t.Parallel()
	got, err := unchangedMappings(strings.NewReader(smaps), "/opt/way mark")
	want := []mapping{{0x400000, 0x403000}, {0x403000, 0x1834000}}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %x, %v, want %x", got, err, want)
	}
	if _, err := unchangedMappings(strings.NewReader("x-y r--p 0 0 0 /a\n"), "/a"); err == nil {
		t.Error("addresses that are no numbers are accepted")
	}
}

// The program must run on after its own code has been unmapped.
func TestUnmapProgram(t *testing.T) {
	t.Parallel()
	for range 10 {
		unmapProgram()
		if got := strings.ToUpper("still running"); got != "STILL RUNNING" {
			t.Error(got)
		}
	}
}
