package pathpattern_test

import (
	_ "embed"
	"encoding/json"
	"testing"

	"waymark/internal/kit/pathpattern"
)

//go:embed testdata/cases.json
var casesFile []byte

type sharedPattern struct {
	Pattern string
	Exact   bool
}

func (p sharedPattern) pattern() pathpattern.Pattern {
	return pathpattern.Pattern{Path: p.Pattern, Exact: p.Exact}
}

type sharedCases struct {
	Match []struct {
		sharedPattern
		Path  string
		Match bool
	}
	Order  [][]sharedPattern
	Chains []struct {
		About     string
		Redirects []struct {
			sharedPattern
			Target             string
			IgnorePreviousPage bool `json:"ignore_previous_page"`
		}
		Path               string
		Target             *string
		IgnorePreviousPage bool `json:"ignore_previous_page"`
	}
}

func readCases(t *testing.T) sharedCases {
	t.Helper()
	var cases sharedCases
	if err := json.Unmarshal(casesFile, &cases); err != nil {
		t.Fatal(err)
	}
	if len(cases.Match) < 50 || len(cases.Order) < 2 || len(cases.Chains) < 10 {
		t.Fatal("cases are missing")
	}
	return cases
}

func TestMatch(t *testing.T) {
	t.Parallel()
	for _, c := range readCases(t).Match {
		if got := c.pattern().Match(c.Path); got != c.Match {
			t.Errorf("%s (exact %v) matches %s: %v", c.Pattern, c.Exact, c.Path, got)
		}
	}
}

func TestMoreSpecificThan(t *testing.T) {
	t.Parallel()
	for _, order := range readCases(t).Order {
		for i, first := range order {
			for j, second := range order {
				if got := first.pattern().MoreSpecificThan(second.pattern()); got != (i < j) {
					t.Errorf("%v is more specific than %v: %v", first, second, got)
				}
			}
		}
	}
}

func TestFollow(t *testing.T) {
	t.Parallel()
	for _, c := range readCases(t).Chains {
		list := []pathpattern.Redirect{}
		for _, r := range c.Redirects {
			list = append(list, pathpattern.Redirect{Pattern: r.pattern(), Target: r.Target})
		}
		steps := pathpattern.Follow(list, c.Path)
		ignores := false
		for _, i := range steps {
			ignores = ignores || c.Redirects[i].IgnorePreviousPage
		}
		switch {
		case c.Target == nil:
			if len(steps) > 0 {
				t.Errorf("%s: got %v, want no redirect", c.About, steps)
			}
		case len(steps) == 0 || list[steps[len(steps)-1]].Target != *c.Target:
			t.Errorf("%s: got %v, want one to %s", c.About, steps, *c.Target)
		}
		if ignores != c.IgnorePreviousPage {
			t.Errorf("%s: got ignore_previous_page %v", c.About, ignores)
		}
	}
}
