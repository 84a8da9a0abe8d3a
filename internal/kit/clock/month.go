package clock

import "time"

// MonthBefore is the same day of the month before, or its last day where that month is shorter.
func MonthBefore(t time.Time) time.Time {
	before := t.AddDate(0, -1, 0)
	if before.Day() != t.Day() {
		return before.AddDate(0, 0, -before.Day())
	}
	return before
}
