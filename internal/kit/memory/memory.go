// Package memory keeps the process small around work that needs much memory. Left alone, the runtime lets the heap grow to
// twice of what is in use, and keeps what a large picture or a burst of password hashes needed for a long time.
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

	wanted []int // percentages that callers of LimitGrowth want
	usual  int   // the percentage they replace
)

// LimitGrowth lets the heap grow by no more than a percentage of what is in use, until release is called. By default that is 100.
// Where several callers want a limit at the same time, the lowest counts.
func LimitGrowth(percent int) (release func()) {
	mu.Lock()
	defer mu.Unlock()
	if len(wanted) == 0 {
		usual = debug.SetGCPercent(percent)
	}
	wanted = append(wanted, percent)
	apply()
	return sync.OnceFunc(func() {
		mu.Lock()
		defer mu.Unlock()
		at := slices.Index(wanted, percent)
		wanted = slices.Delete(wanted, at, at+1)
		apply()
	})
}

// apply sets the lowest percentage. A negative one, which turns the collector off, is overruled while there is a limit.
func apply() {
	percent := usual
	for _, other := range wanted {
		if percent < 0 || other < percent {
			percent = other
		}
	}
	debug.SetGCPercent(percent)
}

// FreeSoon collects garbage and returns it a moment later. However often it is called, that happens at most every ten
// seconds, because each collection costs the whole process some time.
func FreeSoon() {
	mu.Lock()
	defer mu.Unlock()
	if pending {
		return
	}
	pending = true
	time.AfterFunc(max(delay, time.Until(last.Add(interval))), FreeNow)
}

// FreeNow collects garbage and returns it before it comes back.
func FreeNow() {
	debug.FreeOSMemory()
	mu.Lock()
	defer mu.Unlock()
	pending, last = false, time.Now()
}
