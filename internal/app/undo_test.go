package app_test

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
	tables "waymark/internal/platform/schema"
)

// TestUndo_EveryOperation makes a successful request to every operation that changes something, undoes what it did, and
// does it again by undoing the undo. Operations that can't be undone say why.
func TestUndo_EveryOperation(t *testing.T) {
	t.Parallel()
	log := watchLog(t)
	run := func(t *testing.T, database string) {
		t.Helper()
		c := config(t, database)
		c.AllowPrivateURLs = true
		f := newFuzzer(t, openConfig(t, c), fuzzSeed, log)
		undone := 0
		for _, op := range f.writingOperations() {
			if f.undoAndRedo(op) {
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
		run(t, "sqlite:"+kittest.SQLite(t).Path)
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		run(t, kittest.PostgresURL(t))
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
func (f *fuzzer) undoAndRedo(op *operation) bool {
	f.t.Helper()
	declared, ok := f.h.API.Find(op.method, op.path)
	if !ok {
		f.t.Fatalf("%s is not declared", op.name())
	}
	var before map[string]string
	r, a, err := f.reachWith(op, op.credentials[0], func() { before = f.liveRows() })
	if err != nil {
		f.t.Errorf("no successful request to %s: %v", op.name(), err)
		return false
	}
	after, change := f.liveRows(), a.header.Get("Waymark-Change")
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
	undone := f.expectUndo(r, change, before)
	return undone != "" && f.expectUndo(r, undone, after) != ""
}

// expectUndo undoes a change set, after which the rows must be the given ones, and returns the change set of the undo.
func (f *fuzzer) expectUndo(r *request, change string, want map[string]string) string {
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
	if difference := firstDifference(want, f.liveRows()); difference != "" {
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

// liveRows returns the kept columns of all live rows, by table and key. Links of records in the trash are not live.
func (f *fuzzer) liveRows() map[string]string {
	f.t.Helper()
	found, dead := map[string]string{}, map[string]bool{}
	links := map[string][]string{
		"content_id": {"content"}, "user_id": {"users"}, "collection_id": {"collections"},
		"partner_id": {"partners"},
	}
	for _, linked := range []bool{false, true} {
		for _, h := range tables.Histories() {
			if h.Table == "trash" || h.Table == "uploads" || linked != (len(h.Key) > 1) {
				continue
			}
			for _, row := range f.rowsOf(h.Table, h.Key, h.Columns, slices.Contains(h.Columns, "deleted_at")) {
				owner := false
				for i, id := range strings.Split(row.Key, "|") {
					for _, table := range links[h.Key[i]] {
						owner = owner || dead[table+" "+id]
					}
				}
				if row.Live && !owner {
					found[h.Table+" "+row.Key] = row.Data
				} else {
					dead[h.Table+" "+row.Key] = true
				}
			}
		}
	}
	return found
}

type liveRow struct {
	Key  string `db:"row_key"`
	Data string `db:"data"`
	Live bool   `db:"live"`
}

func (f *fuzzer) rowsOf(table string, key, columns []string, trash bool) []liveRow {
	f.t.Helper()
	text := func(columns []string) string {
		parts := []string{}
		for _, c := range columns {
			parts = append(parts, `coalesce(CAST("`+c+`" AS TEXT), '∅')`)
		}
		return strings.Join(parts, " || '|' || ")
	}
	live := "TRUE"
	if trash {
		live = "deleted_at IS NULL"
	}
	rows, err := db.All[liveRow](f.t.Context(), f.h.DB.Read(),
		fmt.Sprintf("SELECT %s AS row_key, %s AS data, %s AS live FROM %s", text(key), text(columns), live, table))
	if err != nil {
		f.t.Fatal(err)
	}
	return rows
}

// firstDifference describes a row that is different, or returns nothing.
func firstDifference(want, got map[string]string) string {
	for key, row := range want {
		if got[key] != row {
			return fmt.Sprintf("%s is\n%s, want\n%s", key, got[key], row)
		}
	}
	for key, row := range got {
		if _, ok := want[key]; !ok {
			return fmt.Sprintf("%s exists: %s", key, row)
		}
	}
	return ""
}
