// Package clock tells the time the way the databases keep it.
package clock

import "time"

// Now is the present in UTC, cut to the microseconds both databases store, so that
// what is answered after a write equals what is read later.
func Now() time.Time { return time.Now().UTC().Truncate(time.Microsecond) }

// Day numbers the UTC day t falls on, counted from 1970. Roll-ups are keyed by it.
func Day(t time.Time) int64 { return t.Unix() / 86400 }
