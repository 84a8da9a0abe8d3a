package clock

import (
	"fmt"
	"time"
)

// Ago tells how long something is past, in the largest unit that fits: 3 days ago.
func Ago(at time.Time) string {
	past := Now().Sub(at)
	const day = 24 * time.Hour
	for _, unit := range []struct {
		name   string
		length time.Duration
	}{{"year", 365 * day}, {"month", 30 * day}, {"week", 7 * day}, {"day", day}, {"hour", time.Hour}, {"minute", time.Minute}} {
		switch n := past / unit.length; {
		case n == 1:
			return "1 " + unit.name + " ago"
		case n > 1:
			return fmt.Sprintf("%d %ss ago", n, unit.name)
		}
	}
	return "just now"
}
