// Package clock returns times in the precision that both databases store.
package clock

import "time"

// Now returns the current time in UTC, truncated to microseconds. Both databases store no more, so a value that was
// returned after a write equals the value that is read later.
func Now() time.Time { return time.Now().UTC().Truncate(time.Microsecond) }

// Reached reports whether there is a time that is not in the future.
func Reached(t *time.Time) bool { return t != nil && !t.After(Now()) }

// Day returns the number of the UTC day that t is in, counted from 1970. Roll-ups are keyed by it.
func Day(t time.Time) int64 { return t.Unix() / 86400 }
