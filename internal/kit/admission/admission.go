// Package admission limits how many requests are handled at the same time. Requests beyond the limit wait in a short
// queue, the important ones first, and are refused with 503 if the server can't keep up. Without such a limit, all
// requests become slower together until every one of them takes too long to be of use.
package admission

import (
	"context"
	"runtime"
	"sync"
	"time"

	"waymark/internal/kit/apierr"
)

// Class is a kind of request. Requests of a class share a queue.
type Class int

// The classes. Write, Read, Public and Page share the slots of the server and get them in this order. SignIn and Slow
// have slots of their own, so that people can always sign in, and requests that take long don't keep the others from
// being handled.
const (
	SignIn Class = iota + 1 // hashes a password
	Write                   // changes something
	Read                    // a list, a record or a page of the console
	Public                  // a call of the public API
	Page                    // a public page
	Slow                    // an export, an upload, or a page that is fetched from another server

	classes = iota + 1
)

// names are the values of the label class in metrics.
var names = [classes]string{
	SignIn: "sign_in", Write: "write", Read: "read", Public: "public", Page: "page", Slow: "slow",
}

// shared are the classes that share slots, the most important first.
var shared = [...]Class{Write, Read, Public, Page}

// The queue of a class is overloaded if requests have waited for longer than target during a whole interval. A burst of
// requests does not overload it. In an overload, only as many may wait as can be handled within target, and the others
// are refused when they arrive: otherwise all would wait for as long as a request may wait at all, and a request that
// waits and is then refused takes more of the server's time than one that is refused at once.
const (
	target   = 300 * time.Millisecond
	interval = 500 * time.Millisecond
	maxWait  = 700 * time.Millisecond
	// writeWait is how long changes wait. They go first, so they only wait for long if the disk or the database stalls,
	// and people who save would rather wait than try again.
	writeWait = 5 * time.Second
	// slowWait is how long requests wait that take long themselves.
	slowWait = 10 * time.Second
)

// queue holds the requests of a class.
type queue struct {
	max      int // of running requests
	reserved int // a class with fewer running requests gets the next slot, whatever its importance
	length   int // of waiting requests, unless the queue is overloaded
	// perCaller is how many of the running requests may be those of one caller; 0 if there is no such limit. The same
	// share applies to the waiting ones. A caller gets perCallerAlone slots while there are no other requests.
	perCaller, perCallerAlone int
	target                    time.Duration
	maxWait                   time.Duration

	running      int
	limit        int       // of waiting requests; less than length in an overload
	waiting      []*waiter // in the order of their arrival
	callers      map[string]*usage
	delayedSince time.Time // since when requests have waited for longer than target; zero if they have not
}

// usage counts the requests of a caller.
type usage struct{ running, waiting int }

// waiter is a request in a queue.
type waiter struct {
	caller   string
	position int // in the queue when it arrived, from 1
	since    time.Time
	done     chan struct{} // closed when the request has a slot
}

// Limiter admits requests.
type Limiter struct {
	mu      sync.Mutex
	free    int // shared slots; negative while requests continue that had given theirs back
	queues  [classes]queue
	metrics metrics
}

// queuePerSlot is how many requests may wait for each slot. A waiting request has not been read beyond its header.
const queuePerSlot = 8

// New returns a limiter with as many shared slots. They should be enough to use all processors and connections to the
// database: more of them only take memory and make every request slower.
func New(slots, processors int) *Limiter {
	l := &Limiter{free: slots, metrics: newMetrics()}
	share := func(most, reserved int) queue {
		return queue{max: max(1, most), reserved: max(1, reserved), target: target, maxWait: maxWait}
	}
	// No class gets all slots: slow reports must not keep people from saving, nor imports from reading.
	l.queues[Write] = share(slots*7/8, slots/4)
	l.queues[Write].maxWait = writeWait
	l.queues[Read] = share(slots*7/8, slots/4)
	l.queues[Public] = share(slots/2, slots/8)
	l.queues[Public].perCaller, l.queues[Public].perCallerAlone = max(1, slots/4), slots*3/8
	l.queues[Page] = share(slots/2, slots/8)
	l.queues[SignIn] = queue{max: max(4, 2*processors), target: slowWait, maxWait: slowWait}
	l.queues[Slow] = queue{max: slots, target: slowWait, maxWait: slowWait}
	for i := range l.queues {
		l.queues[i].length = queuePerSlot * l.queues[i].max
		l.queues[i].limit = l.queues[i].length
		l.queues[i].callers = map[string]*usage{}
	}
	l.metrics.addGauges(l)
	return l
}

// Acquire waits for a slot. The error is a refusal with 503, or that of the context. Requests with the same caller
// share the limit of a caller, if the class has one; "" has no such limit. The slot must be released.
func (l *Limiter) Acquire(ctx context.Context, class Class, caller string) (*Slot, error) {
	w, refused := l.enter(class, caller)
	if w != nil {
		err := l.wait(ctx, class, w)
		l.metrics.waited[class].Observe(time.Since(w.since).Seconds())
		if err != nil {
			return nil, err
		}
		// A goroutine that is woken by another runs before those that have been waiting for the network. If all were
		// woken by others, new requests would not even be refused.
		runtime.Gosched()
	}
	if refused {
		l.metrics.refused[class].Inc()
		return nil, apierr.Overloaded()
	}
	l.metrics.admitted[class].Inc()
	return &Slot{limiter: l, class: class, caller: caller, held: true}, nil
}

// enter takes a slot for a request if one is free, and otherwise returns its place in the queue, unless that is full.
func (l *Limiter) enter(class Class, caller string) (w *waiter, refused bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	q := &l.queues[class]
	switch {
	case l.mayRun(class) && q.callerMayRun(caller):
		l.start(class, caller)
		return nil, false
	case q.isFull(caller):
		return nil, true
	}
	w = &waiter{caller: caller, position: len(q.waiting) + 1, since: time.Now(), done: make(chan struct{})}
	q.waiting = append(q.waiting, w)
	q.count(caller, 0, 1)
	return w, false
}

func (l *Limiter) mayRun(class Class) bool {
	return (l.free > 0 || !class.isShared()) && l.queues[class].running < l.queues[class].max
}

func (c Class) isShared() bool { return c != SignIn && c != Slow }

// start counts a request as running.
func (l *Limiter) start(class Class, caller string) {
	q := &l.queues[class]
	q.running++
	if class.isShared() {
		l.free--
	}
	q.count(caller, 1, 0)
}

// stop counts a request as not running, and gives its slot to others.
func (l *Limiter) stop(class Class, caller string) {
	q := &l.queues[class]
	q.running--
	if class.isShared() {
		l.free++
	}
	q.count(caller, -1, 0)
	l.dispatch()
}

// wait waits until a request in the queue has a slot.
func (l *Limiter) wait(ctx context.Context, class Class, w *waiter) error {
	q := &l.queues[class]
	timer := time.NewTimer(q.maxWait)
	defer timer.Stop()
	var err error
	select {
	case <-w.done:
		return nil
	case <-timer.C:
		err = apierr.Overloaded()
	case <-ctx.Done():
		err = ctx.Err()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if !q.remove(w) {
		l.stop(class, w.caller) // it was given a slot at the same moment
	}
	if ctx.Err() == nil {
		l.metrics.refused[class].Inc()
	}
	return err
}

// dispatch gives free slots to waiting requests.
func (l *Limiter) dispatch() {
	for class := l.next(); class != 0; class = l.next() {
		q := &l.queues[class]
		w := q.pop(time.Now())
		l.start(class, w.caller)
		close(w.done)
	}
}

// next returns the class that gets the next slot, or 0.
func (l *Limiter) next() Class {
	for _, class := range shared {
		if q := &l.queues[class]; q.running < q.reserved && l.couldRun(class) {
			return class
		}
	}
	for class := SignIn; class < classes; class++ {
		if l.couldRun(class) {
			return class
		}
	}
	return 0
}

// couldRun reports whether a waiting request of a class may run.
func (l *Limiter) couldRun(class Class) bool {
	return l.mayRun(class) && l.queues[class].firstRunnable() >= 0
}
