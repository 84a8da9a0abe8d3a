package clock_test

import (
	"testing"
	"time"

	"waymark/internal/kit/clock"
)

func parse(t *testing.T, day string) time.Time {
	t.Helper()
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func TestNow(t *testing.T) {
	t.Parallel()
	before := time.Now()
	now := clock.Now()
	if now.Location() != time.UTC || now.Nanosecond()%1000 != 0 {
		t.Errorf("%v is not in UTC, or has more than microseconds", now)
	}
	if now.Before(before.Truncate(time.Microsecond)) || now.After(time.Now()) {
		t.Errorf("%v is not the current time", now)
	}
}

func TestAgo(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	for past, want := range map[time.Duration]string{
		-time.Hour: "just now", 0: "just now", 50 * time.Second: "just now",
		time.Minute: "1 minute ago", 110 * time.Second: "1 minute ago", 2 * time.Minute: "2 minutes ago",
		time.Hour: "1 hour ago", 23 * time.Hour: "23 hours ago", day: "1 day ago", 6 * day: "6 days ago",
		7 * day: "1 week ago", 29 * day: "4 weeks ago", 30 * day: "1 month ago", 364 * day: "12 months ago",
		365 * day: "1 year ago", 800 * day: "2 years ago",
	} {
		// No case is so close to the next unit that the time between this line and the call matters.
		if got := clock.Ago(clock.Now().Add(-past)); got != want {
			t.Errorf("%v ago reads %q, want %q", past, got, want)
		}
	}
}

func TestMonthBefore(t *testing.T) {
	t.Parallel()
	for day, want := range map[string]string{
		"2026-11-15": "2026-10-15", "2026-03-31": "2026-02-28", "2028-03-30": "2028-02-29", "2026-12-31": "2026-11-30",
		"2026-01-31": "2025-12-31", "2026-05-31": "2026-04-30",
	} {
		if got := clock.MonthBefore(parse(t, day)).Format(time.DateOnly); got != want {
			t.Errorf("a month before %s is %s, want %s", day, got, want)
		}
	}
}

func TestDay(t *testing.T) {
	t.Parallel()
	last := time.Date(2026, 3, 1, 23, 59, 59, 999_999_999, time.UTC)
	if got, want := clock.Day(last), clock.Day(parse(t, "2026-03-01")); got != want {
		t.Errorf("the end of a day is day %d, its start day %d", got, want)
	}
	if clock.Day(last.Add(1)) != clock.Day(last)+1 {
		t.Error("the next day does not have the next number")
	}
	t.Run("counts UTC days, whatever the zone of the time is", func(t *testing.T) {
		t.Parallel()
		tokyo := time.Date(2026, 3, 2, 8, 0, 0, 0, time.FixedZone("Tokyo", 9*3600))
		if got, want := clock.Day(tokyo), clock.Day(parse(t, "2026-03-01")); got != want {
			t.Errorf("got %d, want %d", got, want)
		}
	})
}

func TestWindow(t *testing.T) {
	t.Parallel()
	t.Run("covers thirty days up to today", func(t *testing.T) {
		t.Parallel()
		before := clock.Day(clock.Now())
		window := clock.Window()
		if window.Last < before || window.Last > clock.Day(clock.Now()) || window.Last-window.First != 29 {
			t.Errorf("got %+v, and today is %d", window, before)
		}
	})
	day := clock.Day(parse(t, "2026-03-30"))
	window := clock.WindowEnding(day)
	t.Run("begins at midnight UTC of its first day", func(t *testing.T) {
		t.Parallel()
		if got, want := window.Start(), parse(t, "2026-03-01"); !got.Equal(want) || got.Location() != time.UTC {
			t.Errorf("got %v, want %v", got, want)
		}
	})
	t.Run("follows the previous window without a gap", func(t *testing.T) {
		t.Parallel()
		previous := window.Previous()
		if previous != clock.WindowEnding(window.First-1) || previous.Last != window.First-1 {
			t.Errorf("got %+v before %+v", previous, window)
		}
	})
}

func TestDayKey(t *testing.T) {
	t.Parallel()
	if got := clock.DayKey(20_513); got != "020513" {
		t.Errorf("got %q", got)
	}
	for _, days := range [][2]int64{{0, 9}, {9, 10}, {9_999, 10_000}, {99_999, 100_000}} {
		if clock.DayKey(days[0]) >= clock.DayKey(days[1]) {
			t.Errorf("day %d does not sort before day %d", days[0], days[1])
		}
	}
}
