package resource_test

import (
	_ "embed"
	"encoding/json"
	"testing"

	"waymark/internal/kit/resource"
)

// slugsFile has names with their slugs. The web app derives the same ones while somebody types a name.
//
//go:embed testdata/slugs.json
var slugsFile []byte

func TestSlugify(t *testing.T) {
	t.Parallel()
	slugs := map[string]string{}
	if err := json.Unmarshal(slugsFile, &slugs); err != nil {
		t.Fatal(err)
	}
	for name, want := range slugs {
		if got := resource.Slugify(name); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
	if got := resource.Slugify("???"); len(got) != 8 {
		t.Errorf("got %q, want eight random characters", got)
	}
}
