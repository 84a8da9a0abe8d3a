package clock

import (
	"fmt"
	"time"
)

// Days are a stretch of UTC days, numbered as Day does, both ends included.
type Days struct{ First, Last int64 }

// The length of the windows that figures are about.
const window = 30

// Window is the days that figures are about: today and the 29 before.
func Window() Days { return WindowEnding(Day(Now())) }

// WindowEnding is the window that ends with a day.
func WindowEnding(day int64) Days { return Days{day - window + 1, day} }

// Previous is the stretch of the same length that ended when this one began.
func (d Days) Previous() Days { return Days{d.First - window, d.First - 1} }

// Start is the first moment of them.
func (d Days) Start() time.Time { return time.Unix(d.First*24*60*60, 0).UTC() }

// DayKey is how counts that are kept by day name one: as texts they are in the order of days.
func DayKey(day int64) string { return fmt.Sprintf("%06d", day) }
