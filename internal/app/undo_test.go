package app_test

import (
	"cmp"
	"net/http"
	"slices"
	"strings"
	"testing"

	"waymark/internal/app"
)

// TestUndo_EveryOperation makes a successful request to every operation that changes something, undoes what it did, and
// does it again by undoing the undo. Operations that can't be undone say why.
func TestUndo_EveryOperation(t *testing.T) {
	t.Parallel()
	log := watchLog(t)
	run := func(t *testing.T, c app.Config) {
		t.Helper()
		c.AllowPrivateURLs = true
		f := newFuzzer(t, openConfig(t, c), fuzzSeed, log)
		rows := watchRows(t, f.h.DB)
		undone := 0
		for _, op := range f.writingOperations() {
			if f.undoAndRedo(rows, op) {
				undone++
			}
		}
		t.Logf("%d operations were undone and done again", undone)
		if undone < 100 {
			t.Errorf("only %d operations were undone", undone)
		}
	}
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		run(t, demoOnSQLite(t))
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		run(t, demoOnPostgres(t))
	})
}

// writingOperations returns the operations of staff that change something: those that create records come first, and
// those that delete some last.
func (f *fuzzer) writingOperations() []*operation {
	order := map[string]int{http.MethodPost: 0, http.MethodPut: 1, http.MethodDelete: 2}
	// A job does what the second of these starts; the tests of imports undo it.
	others := []string{"/api/admin/activity/{id}/undo", "/api/admin/imports/{id}/start"}
	list := []*operation{}
	for _, op := range f.operations {
		if op.method != http.MethodGet && strings.HasPrefix(op.path, "/api/admin/") && !slices.Contains(others, op.path) {
			list = append(list, op)
		}
	}
	slices.SortFunc(list, func(a, b *operation) int {
		return cmp.Or(cmp.Compare(order[a.method], order[b.method]),
			cmp.Compare(strings.Count(a.path, "{"), strings.Count(b.path, "{")), cmp.Compare(a.path, b.path))
	})
	return list
}

// undoAndRedo reports whether the operation changed something that could be undone.
func (f *fuzzer) undoAndRedo(rows *watchedRows, op *operation) bool {
	f.t.Helper()
	declared, ok := f.h.API.Find(op.method, op.path)
	if !ok {
		f.t.Fatalf("%s is not declared", op.name())
	}
	var before liveRows
	r, a, err := f.reachWith(op, op.credentials[0], func() { before = rows.live() })
	if err != nil {
		f.t.Errorf("no successful request to %s: %v", op.name(), err)
		return false
	}
	after, change := rows.live(), a.header.Get("Waymark-Change")
	if change == "" {
		if difference := firstDifference(before, after); difference != "" && declared.NoUndo == "" {
			f.t.Errorf("%s has no change set and no NoUndo, but changed %s", op.name(), difference)
		}
		return false
	}
	if declared.NoUndo != "" {
		f.t.Errorf("%s can't be undone, but names change set %s", op.name(), change)
		return false
	}
	undone := f.expectUndo(rows, r, change, before)
	return undone != "" && f.expectUndo(rows, r, undone, after) != ""
}

// expectUndo undoes a change set, after which the rows must be the given ones, and returns the change set of the undo.
func (f *fuzzer) expectUndo(rows *watchedRows, r *request, change string, want liveRows) string {
	f.t.Helper()
	if kept := f.h.count("SELECT count(*) FROM change_rows WHERE change_id = " + change); kept == 0 {
		f.t.Errorf("no rows of change set %s are kept, so it needs a NoUndo: %s", change, r)
		return ""
	}
	a := f.undo(change)
	if a.status != http.StatusOK {
		f.t.Errorf("undo of change set %s: %s", change, f.report(r, a))
		return ""
	}
	if difference := firstDifference(want, rows.live()); difference != "" {
		f.t.Errorf("%s\nafter the undo of change set %s, %s", r, change, difference)
		return ""
	}
	return a.header.Get("Waymark-Change")
}

func (f *fuzzer) undo(change string) *answer {
	r := &request{method: http.MethodPost, path: "/api/admin/activity/" + change + "/undo", header: http.Header{}}
	f.authorise(r, "session")
	return f.send(r)
}
