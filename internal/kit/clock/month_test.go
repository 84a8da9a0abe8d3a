package clock_test

import (
	"testing"
	"time"

	"waymark/internal/kit/clock"
)

func TestAMonthBeforeIsInTheMonthBefore(t *testing.T) {
	t.Parallel()
	for day, want := range map[string]string{
		"2026-11-15": "2026-10-15", "2026-03-31": "2026-02-28", "2028-03-30": "2028-02-29", "2026-12-31": "2026-11-30", "2026-01-31": "2025-12-31", "2026-05-31": "2026-04-30",
	} {
		at, err := time.Parse(time.DateOnly, day)
		if err != nil {
			t.Fatal(err)
		}
		if got := clock.MonthBefore(at).Format(time.DateOnly); got != want {
			t.Errorf("a month before %s is %s, want %s", day, got, want)
		}
	}
}
