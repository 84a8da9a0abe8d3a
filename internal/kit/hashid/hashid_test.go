package hashid_test

import (
	"math"
	"testing"

	"waymark/internal/kit/hashid"
)

func TestEncode(t *testing.T) {
	t.Parallel()
	t.Run("returns a different hash id for every id, also after the cache was full", func(t *testing.T) {
		t.Parallel()
		ids := map[string]int64{}
		for id := int64(1); id <= 20_000; id++ {
			hash := hashid.Encode(id)
			if len(hash) < 8 {
				t.Fatalf("%d is %q: too short", id, hash)
			}
			if other, ok := ids[hash]; ok {
				t.Fatalf("%d and %d are both %q", id, other, hash)
			}
			ids[hash] = id
		}
	})
	t.Run("never changes, because shared URLs must keep working", func(t *testing.T) {
		t.Parallel()
		for id, want := range map[int64]string{1: "snDrTH0u", 7_000_000: "SaLI4Vkt"} {
			for range 2 { // the second one comes from the cache
				if got := hashid.Encode(id); got != want {
					t.Errorf("%d is now %q, was %q", id, got, want)
				}
			}
		}
	})
}

func TestDecode(t *testing.T) {
	t.Parallel()
	t.Run("returns the id that was encoded", func(t *testing.T) {
		t.Parallel()
		for _, id := range []int64{0, 1, 2, 61, 62, 63, 7_000_000, math.MaxInt32, math.MaxInt64} {
			if got, ok := hashid.Decode(hashid.Encode(id)); !ok || got != id {
				t.Errorf("%d came back as %d (%v)", id, got, ok)
			}
		}
	})
	t.Run("refuses everything that Encode never returns", func(t *testing.T) {
		t.Parallel()
		for _, hash := range []string{
			"", "a", "1", "snDrTH0", "snDrTH0uu", "SNDRTH0U", "sndrth0u", "snDrTH0-", " snDrTH0u", "ü", "'; DROP TABLE users",
			"00000000",
		} {
			if id, ok := hashid.Decode(hash); ok {
				t.Errorf("%q was decoded as %d", hash, id)
			}
		}
	})
}
