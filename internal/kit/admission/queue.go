package admission

import (
	"slices"
	"time"

	"waymark/internal/kit/apierr"
)

func (q *queue) callerMayRun(caller string) bool {
	if q.perCaller == 0 || caller == "" {
		return true
	}
	used := q.callers[caller]
	return used == nil || used.running < q.perCaller
}

// count adds to the numbers of a caller's running and waiting requests.
func (q *queue) count(caller string, running, waiting int) {
	if q.perCaller == 0 || caller == "" {
		return
	}
	used := q.callers[caller]
	if used == nil {
		used = &usage{}
		q.callers[caller] = used
	}
	used.running += running
	used.waiting += waiting
	if *used == (usage{}) {
		delete(q.callers, caller)
	}
}

func (q *queue) hasRunnable() bool {
	return slices.ContainsFunc(q.waiting, func(w *waiter) bool { return q.callerMayRun(w.caller) })
}

// pop removes the request that is handled next, or returns nil if it has refused all that could be.
func (q *queue) pop(now time.Time) *waiter {
	overloaded := q.isOverloaded(now)
	for overloaded && len(q.waiting) > 0 && now.Sub(q.waiting[0].since) > q.target {
		q.refuse(q.waiting[0])
	}
	for i := range q.waiting {
		if overloaded {
			i = len(q.waiting) - 1 - i
		}
		if w := q.waiting[i]; q.callerMayRun(w.caller) {
			q.remove(w)
			return w
		}
	}
	return nil
}

// isOverloaded reports whether requests have waited for too long for a whole interval. The overload ends when the queue
// is empty.
func (q *queue) isOverloaded(now time.Time) bool {
	late := now.Sub(q.waiting[0].since) > q.target
	if q.delayedSince.IsZero() && late {
		q.delayedSince = now
	}
	overloaded := !q.delayedSince.IsZero() && now.Sub(q.delayedSince) > interval
	if !overloaded && !late {
		q.delayedSince = time.Time{}
	}
	return overloaded
}

// remove removes a request, and reports whether it was in the queue.
func (q *queue) remove(w *waiter) bool {
	i := slices.Index(q.waiting, w)
	if i < 0 {
		return false
	}
	q.waiting = slices.Delete(q.waiting, i, i+1)
	q.count(w.caller, 0, -1)
	if len(q.waiting) == 0 {
		q.delayedSince = time.Time{}
	}
	return true
}

func (q *queue) refuse(w *waiter) {
	q.remove(w)
	w.done <- apierr.Overloaded()
}
