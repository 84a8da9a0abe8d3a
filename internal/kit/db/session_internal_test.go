package db

import (
	"testing"
	"time"
)

// fakeReplica returns a replica whose last check found that it has replayed the log up to a position.
func fakeReplica(replayed Position) *replica {
	r := &replica{}
	r.state.Store(&replicaState{name: ReplicaOK, replayed: replayed, at: time.Now()})
	return r
}

// A second replica could be older than what a request has read from the first.
func TestReading_OneReplica(t *testing.T) {
	t.Parallel()
	all := &replicas{list: []*replica{fakeReplica(20), fakeReplica(20)}}
	r := &reading{session: NewSession(10)}
	chosen := r.choose(all)
	if chosen == nil {
		t.Fatal("no replica was chosen")
	}
	for range 5 {
		if got := r.choose(all); got != chosen {
			t.Errorf("got %p for a later statement, want %p as for the first", got, chosen)
		}
	}
	chosen.suspend()
	for range 5 {
		if got := r.choose(all); got != nil {
			t.Errorf("got %p after the first replica has failed, want the primary", got)
		}
	}
	if got := (&reading{session: NewSession(10)}).choose(all); got == nil || got == chosen {
		t.Errorf("got %p for another request, want the other replica", got)
	}
}

func TestReading_Position(t *testing.T) {
	t.Parallel()
	behind, ahead := fakeReplica(10), fakeReplica(20)
	all := &replicas{list: []*replica{behind, ahead}}
	for range 4 { // they take turns
		if got := (&reading{session: NewSession(15)}).choose(all); got != ahead {
			t.Errorf("got %p, want the replica that has the position", got)
		}
	}
	began := &reading{session: NewSession(5)}
	for began.choose(all) != behind {
		began = &reading{session: NewSession(5)}
	}
	all.raiseMinimum(15)
	if got := began.choose(all); got != nil {
		t.Errorf("got %p for a request that began before the position was raised, want the primary", got)
	}
	if all.raiseMinimum(12); all.minimum() != 15 {
		t.Errorf("got %v, want the minimum to stay", all.minimum())
	}
	ahead.state.Store(&replicaState{name: ReplicaOK, replayed: 20, at: time.Now().Add(-maxStateAge)})
	if got := (&reading{session: NewSession(15)}).choose(all); got != nil {
		t.Errorf("got %p whose last check is too old, want the primary", got)
	}
}
