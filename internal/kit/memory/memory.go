// Package memory keeps the process small around work that needs a lot of memory. By default the Go runtime lets the
// heap grow to twice the size of what is in use, and returns memory to the operating system only slowly.
package memory

import (
	"runtime/debug"
	"slices"
	"sync"
	"time"
)

const (
	delay    = time.Second
	interval = 10 * time.Second
)

var (
	mu      sync.Mutex
	pending bool
	last    time.Time

	limits        []int // percentages requested by callers of LimitGrowth
	defaultGrowth int   // the percentage in force without them
)

// LimitGrowth sets how much the heap may grow before garbage is collected, as a percentage of what is in use, until
// release is called. If several limits are set at the same time, the lowest applies.
func LimitGrowth(percent int) (release func()) {
	mu.Lock()
	defer mu.Unlock()
	if len(limits) == 0 {
		defaultGrowth = debug.SetGCPercent(percent)
	}
	limits = append(limits, percent)
	apply()
	return sync.OnceFunc(func() {
		mu.Lock()
		defer mu.Unlock()
		at := slices.Index(limits, percent)
		limits = slices.Delete(limits, at, at+1)
		apply()
	})
}

// setDefaultGrowth sets the percentage that applies without a limit.
func setDefaultGrowth(percent int) {
	mu.Lock()
	defer mu.Unlock()
	if defaultGrowth != percent {
		defaultGrowth = percent
		apply()
	}
}

// apply sets the lowest percentage. A negative default, which turns the collector off, is ignored while there is a
// limit.
func apply() {
	percent := defaultGrowth
	for _, limit := range limits {
		if percent < 0 || limit < percent {
			percent = limit
		}
	}
	debug.SetGCPercent(percent)
}

// FreeSoon schedules a call of FreeNow a second later. Calls are combined so that this happens at most every ten
// seconds, because each collection slows down the whole process.
func FreeSoon() {
	mu.Lock()
	defer mu.Unlock()
	if pending {
		return
	}
	pending = true
	time.AfterFunc(max(delay, time.Until(last.Add(interval))), FreeNow)
}

// FreeNow collects garbage and returns the freed memory to the operating system before it returns.
func FreeNow() {
	debug.FreeOSMemory()
	mu.Lock()
	defer mu.Unlock()
	pending, last = false, time.Now()
}
