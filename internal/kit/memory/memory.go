// Package memory returns freed memory to the operating system. Left alone, the runtime keeps what a large picture or a
// burst of password hashes needed for a long time, in case it is needed again.
package memory

import (
	"runtime/debug"
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
)

// ReturnSoon collects garbage and returns it a moment later. However often it is called, that happens at most every ten
// seconds, because each collection costs the whole process some time.
func ReturnSoon() {
	mu.Lock()
	defer mu.Unlock()
	if pending {
		return
	}
	pending = true
	time.AfterFunc(max(delay, time.Until(last.Add(interval))), ReturnNow)
}

// ReturnNow collects garbage and returns it before it comes back.
func ReturnNow() {
	debug.FreeOSMemory()
	mu.Lock()
	defer mu.Unlock()
	pending, last = false, time.Now()
}
