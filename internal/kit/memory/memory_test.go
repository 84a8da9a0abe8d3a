package memory_test

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
	"testing/synctest"
	"time"

	"waymark/internal/kit/memory"
)

// currentLimit returns the percentage in force. The runtime can report it only while setting another one.
func currentLimit() int {
	percent := debug.SetGCPercent(100)
	debug.SetGCPercent(percent)
	return percent
}

// Not parallel: the limit applies to the whole process.
func TestLimitGrowth(t *testing.T) {
	before := currentLimit()
	want := func(percent int) {
		t.Helper()
		if got := currentLimit(); got != percent {
			t.Errorf("the heap may grow by %d %%, want %d", got, percent)
		}
	}
	first := memory.LimitGrowth(50)
	want(50)
	second := memory.LimitGrowth(20)
	want(20)
	third := memory.LimitGrowth(50)
	first()
	first() // a second release has no effect
	want(20)
	second()
	want(50)
	third()
	want(before)
	t.Run("keeps a lower default", func(t *testing.T) {
		debug.SetGCPercent(10)
		defer debug.SetGCPercent(before)
		release := memory.LimitGrowth(20)
		want(10)
		release()
		want(10)
	})
	t.Run("applies although the collector is turned off by default", func(t *testing.T) {
		debug.SetGCPercent(-1)
		defer debug.SetGCPercent(before)
		release := memory.LimitGrowth(20)
		want(20)
		release()
		want(-1)
	})
}

// forcedCollections returns how often a collection was requested by the program.
func forcedCollections() uint64 {
	sample := []metrics.Sample{{Name: "/gc/cycles/forced:gc-cycles"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// Not parallel: collections of other tests would be counted.
func TestFreeNow(t *testing.T) {
	block := make([]byte, 64<<20)
	runtime.KeepAlive(block)
	released := func() uint64 {
		sample := []metrics.Sample{{Name: "/memory/classes/heap/released:bytes"}}
		metrics.Read(sample)
		return sample[0].Value.Uint64()
	}
	before := released()
	memory.FreeNow()
	if after := released(); after < before+32<<20 {
		t.Errorf("%d bytes were returned to the system after freeing 64 MB", after-before)
	}
}

// Not parallel: collections of other tests would be counted.
func TestFreeSoon(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		memory.FreeNow() // so that the last one is at the start of the fake clock
		start := forcedCollections()
		want := func(after time.Duration, count uint64) {
			t.Helper()
			time.Sleep(after) // fake time: this takes no time at all
			synctest.Wait()
			if got := forcedCollections() - start; got != count {
				t.Errorf("%d collections, want %d", got, count)
			}
		}
		for range 100 {
			memory.FreeSoon()
		}
		want(9*time.Second, 0)
		want(2*time.Second, 1)
		memory.FreeSoon()
		want(5*time.Second, 1)
		want(6*time.Second, 2)
		want(time.Hour, 2)
		memory.FreeSoon()
		want(500*time.Millisecond, 2)
		want(time.Second, 3)
	})
}
