package clock

import "time"

// MonthBefore returns the same day of the previous month, or the last day of that month if it is shorter.
func MonthBefore(t time.Time) time.Time {
	before := t.AddDate(0, -1, 0)
	if before.Day() != t.Day() {
		return before.AddDate(0, 0, -before.Day())
	}
	return before
}
