package admission_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"waymark/internal/kit/admission"
	"waymark/internal/kit/apierr"
)

// request is a request that waits for a slot or has one.
type request struct {
	slot     *admission.Slot
	err      error
	done     bool
	finished bool
}

// start begins a request in the background, and returns after it has a slot, is refused or waits.
func start(l *admission.Limiter, class admission.Class, caller string) *request {
	r := &request{}
	go func() {
		r.slot, r.err = l.Acquire(context.Background(), class, caller)
		r.done = true
	}()
	synctest.Wait()
	return r
}

func startMany(l *admission.Limiter, n int, class admission.Class, caller string) []*request {
	list := make([]*request, n)
	for i := range list {
		list[i] = start(l, class, caller)
	}
	return list
}

func (r *request) isRunning() bool { return r.done && r.err == nil && !r.finished }

func (r *request) isWaiting() bool { return !r.done }

func (r *request) isRefused() bool {
	refused, ok := apierr.As(r.err)
	return r.done && ok && refused.GetStatus() == http.StatusServiceUnavailable &&
		refused.GetHeaders().Get("Retry-After") != ""
}

func (r *request) finish() {
	r.finished = true
	r.slot.Release()
	synctest.Wait()
}

func count(list []*request, is func(*request) bool) (n int) {
	for _, r := range list {
		if is(r) {
			n++
		}
	}
	return n
}

// finishAll ends the requests that run and those that run after them.
func finishAll(list []*request) {
	for range list {
		for _, r := range list {
			if r.isRunning() {
				r.finish()
			}
		}
	}
}

func TestLimiter_Priority(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := admission.New(8, 1)
		running := startMany(l, 6, admission.Read, "")
		running = append(running, startMany(l, 2, admission.Public, "")...)
		if n := count(running, (*request).isRunning); n != 8 {
			t.Fatalf("got %d running requests, want 8", n)
		}
		public := start(l, admission.Public, "")
		read := start(l, admission.Read, "")
		saved := startMany(l, 3, admission.Write, "")
		if !public.isWaiting() || !read.isWaiting() || count(saved, (*request).isWaiting) != 3 {
			t.Fatal("a request did not wait for a slot")
		}
		for i, expected := range []*request{saved[0], saved[1], saved[2], read, public} {
			running[i].finish()
			if !expected.isRunning() {
				t.Errorf("slot %d went to another request", i)
			}
		}
		finishAll(append(append(running[5:], saved...), read, public))
	})
}

func TestLimiter_ReservedSlots(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := admission.New(8, 1)
		saved := startMany(l, 20, admission.Write, "")
		if n := count(saved, (*request).isRunning); n != 7 {
			t.Errorf("%d writes take slots, want all but one", n)
		}
		lists := startMany(l, 4, admission.Read, "")
		if n := count(lists, (*request).isRunning); n != 1 {
			t.Errorf("%d lists run beside the writes, want 1", n)
		}
		saved[0].finish()
		if n := count(lists, (*request).isRunning); n != 2 {
			t.Errorf("%d lists run after a write, want 2: the reserved slots", n)
		}
		finishAll(append(saved, lists...))
	})
}

// Slow requests, and those of a flood of others, must not keep people from signing in.
func TestLimiter_OwnSlots(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := admission.New(8, 1)
		others := startMany(l, 8, admission.Slow, "")
		for _, class := range []admission.Class{admission.Write, admission.Read, admission.Public, admission.Page} {
			others = append(others, startMany(l, 20, class, "")...)
		}
		signIn := start(l, admission.SignIn, "")
		if !signIn.isRunning() {
			t.Error("a sign-in had to wait")
		}
		finishAll(append(others, signIn))
	})
}

func TestLimiter_Callers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := admission.New(16, 1)
		flood := startMany(l, 100, admission.Public, "partner 1")
		if n := count(flood, (*request).isRunning); n != 6 {
			t.Errorf("one caller alone takes %d slots, want three quarters of those of the class", n)
		}
		if n := count(flood, (*request).isRefused); n == 0 {
			t.Error("one caller takes the whole queue")
		}
		other := start(l, admission.Public, "partner 2")
		if !other.isRunning() {
			t.Error("another caller has to wait")
		}
		for range 3 {
			flood[slices.IndexFunc(flood, (*request).isRunning)].finish()
		}
		if n := count(flood, (*request).isRunning); n != 4 {
			t.Errorf("one caller beside another takes %d slots, want half of those of the class", n)
		}
		app := startMany(l, 3, admission.Public, "")
		if n := count(app, (*request).isRunning); n != 3 {
			t.Errorf("%d requests of a caller without a limit run, want 3", n)
		}
		finishAll(append(append(flood, app...), other))
	})
}

// A burst is handled in the order of its arrival, however long that takes, up to the longest wait.
func TestLimiter_Burst(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := admission.New(1, 1)
		burst := startMany(l, 5, admission.Read, "")
		for i, r := range burst {
			time.Sleep(100 * time.Millisecond)
			if !r.isRunning() {
				t.Fatalf("request %d was not handled in its turn", i)
			}
			r.finish()
		}
	})
}

// In an overload, requests that would have to wait for too long are refused at once, and the others are handled soon,
// in the order of their arrival.
func TestLimiter_Overload(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := admission.New(1, 1)
		list := startMany(l, 1, admission.Read, "")
		for i := range 100 { // two arrive while one is handled
			time.Sleep(100 * time.Millisecond)
			arrived := startMany(l, 2, admission.Read, "")
			list = slices.DeleteFunc(append(list, arrived...), (*request).isRefused)
			list[0].finish()
			list = list[1:]
			if !list[0].isRunning() {
				t.Errorf("round %d: the request that has waited longest is not handled", i)
			}
			if i > 25 && len(list) > 5 { // one runs, three are handled within 300 ms, and one has just arrived
				t.Errorf("round %d: %d requests run or wait, want at most 5", i, len(list))
			}
		}
		finishAll(list)
		again := startMany(l, 9, admission.Read, "")
		if count(again, (*request).isRefused) > 0 {
			t.Error("a request is refused after the overload")
		}
		finishAll(again)
	})
}

// A queue never holds more than eight requests for each slot.
func TestLimiter_FullQueue(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := admission.New(1, 1)
		list := startMany(l, 12, admission.Read, "")
		for i, r := range list {
			if i < 9 == r.isRefused() {
				t.Errorf("request %d: refused is %v", i, r.isRefused())
			}
		}
		finishAll(list)
	})
}

func TestLimiter_Wait(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := admission.New(1, 1)
		running := start(l, admission.Read, "")
		waiting := start(l, admission.Read, "")
		time.Sleep(3 * time.Second)
		synctest.Wait()
		if !waiting.isRefused() {
			t.Error("a request still waits after the longest wait")
		}
		ctx, cancel := context.WithCancel(context.Background())
		var err error
		go func() { _, err = l.Acquire(ctx, admission.Read, "") }()
		synctest.Wait()
		cancel()
		synctest.Wait()
		if err == nil {
			t.Error("a request of a client that has left still waits")
		}
		running.finish()
		next := start(l, admission.Read, "")
		if !next.isRunning() {
			t.Error("a slot was lost")
		}
		next.finish()
		next.slot.Release() // a second time
		if again := startMany(l, 2, admission.Read, ""); count(again, (*request).isRunning) != 1 {
			t.Error("a slot was given back twice")
		} else {
			finishAll(again)
		}
	})
}

// When the disk stalls, changes wait for it, and lists are refused.
func TestLimiter_Stall(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := admission.New(8, 1)
		running := startMany(l, 7, admission.Write, "")
		running = append(running, start(l, admission.Read, ""))
		saved := startMany(l, 7, admission.Write, "")
		list := start(l, admission.Read, "")
		for range 3 { // requests are handled again, but slowly: the class is overloaded
			time.Sleep(time.Second)
			running[0].finish()
			running = append(running[1:], saved[0])
			saved = append(saved[1:], start(l, admission.Write, ""))
		}
		if n := count(saved, (*request).isWaiting); n != 7 {
			t.Errorf("%d changes wait, want 7", n)
		}
		if !list.isRefused() {
			t.Error("a list still waits")
		}
		finishAll(append(running, saved...))
	})
}

// slowReader is a body that arrives after a second, and slowWriter a client that takes a second to receive.
type (
	slowReader struct{ io.Reader }
	slowWriter struct{ http.ResponseWriter }
)

func (r slowReader) Read(p []byte) (int, error) {
	time.Sleep(time.Second)
	return r.Reader.Read(p)
}

func (w slowWriter) Write(p []byte) (int, error) {
	time.Sleep(time.Second)
	return w.ResponseWriter.Write(p)
}

func TestSlot_SlowClients(t *testing.T) {
	t.Parallel()
	t.Run("a request takes its slot again when its body has arrived", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			l := admission.New(1, 1)
			slow := start(l, admission.Write, "")
			incoming := httptest.NewRequest(http.MethodPost, "/", slowReader{strings.NewReader("{}")})
			_, wrapped := slow.slot.Wrap(httptest.NewRecorder(), incoming)
			go func() { _, _ = wrapped.Body.Read(make([]byte, 10)) }()
			time.Sleep(500 * time.Millisecond)
			other := start(l, admission.Write, "")
			if !other.isRunning() {
				t.Error("a client that sends slowly takes a slot")
			}
			other.finish()
			time.Sleep(time.Second)
			if waiting := start(l, admission.Write, ""); !waiting.isWaiting() {
				t.Error("the request has no slot while it is handled")
			} else {
				slow.finish()
				waiting.finish()
			}
		})
	})
	t.Run("a response gives its slot back", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			l := admission.New(1, 1)
			slow := start(l, admission.Read, "")
			w, _ := slow.slot.Wrap(slowWriter{httptest.NewRecorder()}, httptest.NewRequest(http.MethodGet, "/", nil))
			go func() { _, _ = w.Write([]byte("a large response")) }()
			time.Sleep(500 * time.Millisecond)
			other := start(l, admission.Read, "")
			if !other.isRunning() {
				t.Error("a client that receives slowly takes a slot")
			}
			other.finish()
			time.Sleep(time.Second)
			slow.finish()
		})
	})
}

func BenchmarkLimiter(b *testing.B) {
	l := admission.New(16, 2)
	for b.Loop() {
		slot, err := l.Acquire(b.Context(), admission.Read, "")
		if err != nil {
			b.Fatal(err)
		}
		slot.Release()
	}
}
