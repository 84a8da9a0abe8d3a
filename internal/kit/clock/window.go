package clock

import (
	"fmt"
	"time"
)

// Days is a range of UTC days, numbered as by Day. Both ends are included.
type Days struct{ First, Last int64 }

// windowLength is the number of days that reported figures cover.
const windowLength = 30

// Window returns the days that reported figures cover: today and the 29 days before.
func Window() Days { return WindowEnding(Day(Now())) }

// WindowEnding returns the window whose last day is day.
func WindowEnding(day int64) Days { return Days{day - windowLength + 1, day} }

// Previous returns the window that ends on the day before d.
func (d Days) Previous() Days { return Days{d.First - windowLength, d.First - 1} }

// Start returns the first moment of the first day.
func (d Days) Start() time.Time { return time.Unix(d.First*24*60*60, 0).UTC() }

// DayKey returns the text by which daily counts are stored. Its keys sort in the order of the days.
func DayKey(day int64) string { return fmt.Sprintf("%06d", day) }
