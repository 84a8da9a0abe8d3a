package admission

import (
	"slices"
	"time"
)

func (q *queue) callerMayRun(caller string) bool {
	if q.perCaller == 0 || caller == "" {
		return true
	}
	used := q.callers[caller]
	if used == nil || used.running < q.perCaller {
		return true
	}
	alone := used.running == q.running && used.waiting == len(q.waiting)
	return alone && used.running < q.perCallerAlone
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

// firstRunnable returns the index of the request that is handled next, or -1.
func (q *queue) firstRunnable() int {
	return slices.IndexFunc(q.waiting, func(w *waiter) bool { return q.callerMayRun(w.caller) })
}

// pop removes the request that is handled next. There must be one.
func (q *queue) pop(now time.Time) *waiter {
	w := q.waiting[q.firstRunnable()]
	q.adapt(now, w)
	q.remove(w)
	return w
}

// adapt sets how many requests may wait, given one that has reached the front. In an overload, the queue is as long as
// can be handled within target at the speed at which this one moved forward, and has room for as many requests as run
// at the same time: these double the time of a request at most. The overload ends when the queue is empty.
func (q *queue) adapt(now time.Time, w *waiter) {
	waited := now.Sub(w.since)
	late := waited > q.target
	if late && q.delayedSince.IsZero() {
		q.delayedSince = now
	}
	overloaded := !q.delayedSince.IsZero() && now.Sub(q.delayedSince) > interval
	switch {
	case overloaded && waited > 0:
		q.limit = min(q.length, max(q.max, int(time.Duration(w.position)*q.target/waited)))
	case !overloaded && !late:
		q.delayedSince = time.Time{}
	}
}

// isFull reports whether a request has to be refused. A caller with a limit gets the same share of the queue as of the
// slots.
func (q *queue) isFull(caller string) bool {
	if len(q.waiting) >= q.limit {
		return true
	}
	used := q.callers[caller]
	return q.perCaller > 0 && caller != "" && used != nil && used.waiting >= max(1, q.limit*q.perCaller/q.max)
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
		q.delayedSince, q.limit = time.Time{}, q.length
	}
	return true
}
