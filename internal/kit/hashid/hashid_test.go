package hashid_test

import (
	"testing"

	"waymark/internal/kit/hashid"
)

func TestEveryIDHasAWordOfItsOwn(t *testing.T) {
	t.Parallel()
	seen := map[string]int64{}
	for id := int64(1); id <= 20_000; id++ {
		word := hashid.Encode(id)
		if len(word) < 8 {
			t.Fatalf("%d is %q: too short", id, word)
		}
		if other, taken := seen[word]; taken {
			t.Fatalf("%d and %d are both %q", id, other, word)
		}
		seen[word] = id
	}
}

// Addresses that have been given away must keep working.
func TestWordsNeverChange(t *testing.T) {
	t.Parallel()
	for id, want := range map[int64]string{1: "snDrTH0u", 7_000_000: "SaLI4Vkt"} {
		if got := hashid.Encode(id); got != want {
			t.Errorf("%d is now %q, was %q", id, got, want)
		}
	}
}
