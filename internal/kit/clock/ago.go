package clock

import (
	"fmt"
	"time"
)

// Ago describes how long ago a time was, in the largest unit of which at least one has passed: "3 days ago".
func Ago(at time.Time) string {
	past := Now().Sub(at)
	const day = 24 * time.Hour
	units := []struct {
		name   string
		length time.Duration
	}{
		{"year", 365 * day},
		{"month", 30 * day},
		{"week", 7 * day},
		{"day", day},
		{"hour", time.Hour},
		{"minute", time.Minute},
	}
	for _, unit := range units {
		switch n := past / unit.length; {
		case n == 1:
			return "1 " + unit.name + " ago"
		case n > 1:
			return fmt.Sprintf("%d %ss ago", n, unit.name)
		}
	}
	return "just now"
}
