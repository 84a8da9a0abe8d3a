package app_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"waymark/internal/app"
	"waymark/internal/kit/db"
	"waymark/internal/kit/write"
	tables "waymark/internal/platform/schema"
)

// walkActions is the length of a walk. make prove undo takes a longer one.
const walkActions = 60

// TestUndo_Walk makes random changes to records of all kinds, and undoes them in reverse order: all rows must be as
// they were before. A second person changes some of the same values in between. These are conflicts, and must stay as
// they are. WAYMARK_WALK_SEED and WAYMARK_WALK_ACTIONS change the walk; a longer one is also made without the second
// person.
func TestUndo_Walk(t *testing.T) {
	t.Parallel()
	log := watchLog(t)
	seed := uint64(environmentNumber(t, "WAYMARK_WALK_SEED", fuzzSeed))
	actions := environmentNumber(t, "WAYMARK_WALK_ACTIONS", walkActions)
	run := func(t *testing.T, c app.Config, people int) {
		t.Helper()
		c.AllowPrivateURLs = true
		f := newFuzzer(t, openConfig(t, c), seed, log)
		w := &walk{fuzzer: f, random: rand.New(rand.NewPCG(seed, 0)), rows: watchRows(t, f.h.DB)}
		w.populate()
		if people == 2 {
			w.copyOriginals()
		}
		before, base := w.rows.live(), w.newest()
		w.goAhead(actions)
		w.goBack(base)
		w.resetOthers()
		after := w.rows.live()
		maps.DeleteFunc(*after["users"], func(id, values string) bool { // sessions of the test that were renewed
			return (*before["users"])[id] == "" && strings.Contains(values, "@test.example")
		})
		if difference := firstDifference(before, after); difference != "" {
			t.Errorf("seed %d: after all changes were undone, %s", seed, difference)
		}
		if err := app.VerifyDerived(t.Context(), f.h.DB); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
		t.Logf("seed %d: %d actions (%d more were refused) made %d change sets; %d values changed by a second person, "+
			"%d conflicts", seed, w.actions, w.refused, w.sets, len(w.others), w.conflicts)
	}
	walks := map[int]string{2: "by two people"}
	if actions != walkActions {
		walks[1] = "by one person" // the longer walk of make prove undo
	}
	for people, name := range walks {
		t.Run(name+" on sqlite", func(t *testing.T) {
			t.Parallel()
			run(t, demoOnSQLite(t), people)
		})
		t.Run(name+" on postgres", func(t *testing.T) {
			t.Parallel()
			run(t, demoOnPostgres(t), people)
		})
	}
}

// walk is a series of random changes.
type walk struct {
	*fuzzer
	random *rand.Rand
	rows   *watchedRows
	pool   map[string][]string // records that existed before, by the path of their list
	others map[cell]otherValue // what the second person changed; nil if there is none

	actions, refused, sets, conflicts int
}

// cell is a value of a record.
type cell struct {
	table string
	id    int64
	field string
}

// otherValue is the value that the second person gave a cell, and the last change set at that time.
type otherValue struct {
	text  string
	after int64
}

// otherColumns are the columns that the second person changes: texts that no other column depends on.
var otherColumns = []string{"name", "title", "description", "first_name", "last_name", "author"}

func (w *walk) newest() int64 {
	return w.number("SELECT coalesce(max(id), 0) FROM change_sets")
}

func (w *walk) number(query string, args ...any) int64 {
	w.t.Helper()
	n, err := db.Value[int64](w.t.Context(), w.h.DB.Read(), query, args...)
	if err != nil {
		w.t.Fatal(err)
	}
	return n
}

// populate creates records of all kinds, which the walk changes.
func (w *walk) populate() {
	w.t.Helper()
	w.pool = map[string][]string{}
	for _, op := range w.writingOperations() {
		if op.method != http.MethodPost || strings.Contains(op.path, "{") || w.operations["PUT "+op.path+"/{id}"] == nil {
			continue
		}
		_, err := w.reach(op, op.credentials[0]) // learns which fields it refuses
		for range 3 {
			id, ownErr := w.own(op, op.path, true)
			if err = errors.Join(err, ownErr); err != nil {
				w.t.Fatal(err)
			}
			w.pool[op.path] = append(w.pool[op.path], id)
		}
	}
}

// choose has the next request use records of the pool, rather than those that the last one may have deleted.
func (w *walk) choose() {
	w.cache.Lock()
	defer w.cache.Unlock()
	clear(w.lists)
	for _, path := range slices.Sorted(maps.Keys(w.pool)) {
		w.owned[path] = w.pool[path][w.random.IntN(len(w.pool[path]))]
	}
}

// goAhead makes random requests to the operations that can be undone.
func (w *walk) goAhead(actions int) {
	w.t.Helper()
	operations := slices.DeleteFunc(w.writingOperations(), func(op *operation) bool {
		declared, ok := w.h.API.Find(op.method, op.path)
		return !ok || declared.NoUndo != ""
	})
	for attempts := 0; w.actions < actions && attempts < 2*actions; attempts++ {
		if attempts%200 == 199 {
			w.renewSessions()
		}
		w.choose()
		before := w.newest()
		op := operations[w.random.IntN(len(operations))]
		if _, err := w.reach(op, op.credentials[0]); err != nil {
			w.refused++
			continue
		}
		w.actions++
		if w.others != nil && w.random.IntN(3) == 0 {
			w.changeAsOther(before)
		}
	}
	if w.actions < actions {
		w.t.Errorf("only %d of %d actions succeeded", w.actions, actions)
	}
}

// copyOriginals copies the tables in which a second person changes values.
func (w *walk) copyOriginals() {
	w.t.Helper()
	w.others = map[cell]otherValue{}
	for _, h := range tables.Histories() {
		if slices.Equal(h.Key, []string{"id"}) {
			w.exec("CREATE TABLE original_" + h.Table + " AS SELECT * FROM " + h.Table)
		}
	}
}

func (w *walk) exec(query string, args ...any) {
	w.t.Helper()
	err := w.h.Store.Do(w.t.Context(), func(tx *write.Tx) error {
		_, err := tx.Exec(w.t.Context(), query, args...)
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
}

// changeAsOther changes a value that one of the newest change sets has changed, if it is one of a record that existed
// before.
func (w *walk) changeAsOther(after int64) {
	w.t.Helper()
	for _, c := range w.cells("change_id > ?", after) {
		original, err := db.Exists(w.t.Context(), w.h.DB.Read(), "SELECT 1 FROM original_"+c.table+" WHERE id = ?", c.id)
		if err != nil {
			w.t.Fatal(err)
		}
		if original && slices.Contains(otherColumns, c.field) {
			value := otherValue{fmt.Sprintf("Other %d", w.random.IntN(1_000_000)), w.newest()}
			w.exec("UPDATE "+c.table+" SET "+c.field+" = ? WHERE id = ?", value.text, c.id)
			w.others[c] = value
			return
		}
	}
}

// cells returns the values that change sets have changed.
func (w *walk) cells(condition string, args ...any) []cell {
	w.t.Helper()
	kept, err := db.All[struct {
		Table string `db:"source"`
		Key   string `db:"row_key"`
		Data  string `db:"data"`
	}](w.t.Context(), w.h.DB.Read(), `SELECT source, CAST(row_key AS TEXT) AS row_key, CAST(data AS TEXT) AS data
		FROM change_rows WHERE event = 'update' AND `+condition+" ORDER BY id", args...)
	if err != nil {
		w.t.Fatal(err)
	}
	list := []cell{}
	for _, k := range kept {
		var key []int64
		var columns map[string]any
		if json.Unmarshal([]byte(k.Key), &key) != nil || len(key) != 1 {
			continue
		}
		if err := json.Unmarshal([]byte(k.Data), &columns); err != nil {
			w.t.Fatal(err)
		}
		for column := range columns {
			list = append(list, cell{k.Table, key[0], column})
		}
	}
	slices.SortFunc(list, func(a, b cell) int { return slices.Compare(a.sortKey(), b.sortKey()) })
	return list
}

func (c cell) sortKey() []string { return []string{c.table, strconv.FormatInt(c.id, 10), c.field} }

// goBack undoes all change sets since base, the last one first.
func (w *walk) goBack(base int64) {
	w.t.Helper()
	sets, err := db.All[int64](w.t.Context(), w.h.DB.Read(), `SELECT id FROM change_sets
		WHERE id > ? AND EXISTS (SELECT 1 FROM change_rows WHERE change_id = change_sets.id) ORDER BY id DESC`, base)
	if err != nil {
		w.t.Fatal(err)
	}
	w.sets = len(sets)
	for i, set := range sets {
		if i%200 == 199 {
			w.renewSessions()
		}
		if w.undoOne(set); w.t.Failed() {
			return
		}
	}
}

// undoOne undoes a change set. What a second person has changed since must be reported, and nothing else.
func (w *walk) undoOne(set int64) {
	w.t.Helper()
	expected := map[string]bool{}
	for _, c := range w.cells("change_id = ?", set) {
		if other, ok := w.others[c]; ok && other.after >= set {
			expected[fmt.Sprintf("%d %s", c.id, c.field)] = true
		}
	}
	path := fmt.Sprintf("/api/admin/activity/%d/undo", set)
	a := w.undo(strconv.FormatInt(set, 10))
	if len(expected) == 0 && strings.Contains(string(a.body), "It is used by a record in the trash.") {
		w.purgeUndone()
		a = w.undo(strconv.FormatInt(set, 10))
	}
	if len(expected) == 0 {
		if a.status != http.StatusOK {
			w.t.Errorf("undo of change set %d: %d %s\n%s", set, a.status, a.body, w.describeSet(set))
		}
		return
	}
	refusal := struct {
		Conflicts []struct {
			ID    int64 `json:"record_id"`
			Field string
		}
	}{}
	if err := json.Unmarshal(a.body, &refusal); err != nil || a.status != http.StatusConflict {
		w.t.Errorf("undo of change set %d: %d %s, want the conflicts %v", set, a.status, a.body, expected)
		return
	}
	for _, c := range refusal.Conflicts {
		delete(expected, fmt.Sprintf("%d %s", c.ID, c.Field))
	}
	w.conflicts += len(refusal.Conflicts)
	r := &request{method: http.MethodPost, path: path, header: http.Header{}}
	r.json(object{"skip_conflicts": true})
	w.authorise(r, "session")
	if a := w.send(r); a.status != http.StatusOK || len(expected) > 0 {
		w.t.Errorf("undo of change set %d: %d %s; conflicts that were not reported: %v\n%s", set, a.status, a.body, expected,
			w.describeSet(set))
	}
}

// purgeUndone purges the records whose creation was undone. Purging one may purge others that are part of it.
// Those that refer to others were undone, and are purged, before them.
func (w *walk) purgeUndone() {
	w.t.Helper()
	entries, err := db.All[int64](w.t.Context(), w.h.DB.Read(), `SELECT id FROM trash WHERE '[' || id || ']' IN (
		SELECT CAST(r.row_key AS TEXT) FROM change_rows AS r JOIN change_sets AS s ON s.id = r.change_id
		WHERE r.source = 'trash' AND r.event = 'insert' AND s.undoes_id IS NOT NULL) ORDER BY id`)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, id := range entries {
		if w.number("SELECT count(*) FROM trash WHERE id = ?", id) == 0 {
			continue
		}
		if _, err := w.call(http.MethodDelete, fmt.Sprintf("/api/admin/trash/%d", id), nil); err != nil {
			w.t.Fatal(err)
		}
	}
}

// describeSet lists the kept rows of a change set.
func (w *walk) describeSet(set int64) string {
	text := ""
	rows, err := db.All[string](w.t.Context(), w.h.DB.Read(), `SELECT s.operation || ' ' || r.event || ' ' || r.source ||
		CAST(r.row_key AS TEXT) || ' ' || substr(CAST(r.data AS TEXT), 1, 300) FROM change_rows AS r
		JOIN change_sets AS s ON s.id = r.change_id WHERE s.id = ? ORDER BY r.id LIMIT 20`, set)
	if err != nil {
		return err.Error()
	}
	for _, row := range rows {
		text += row + "\n"
	}
	return text
}

// resetOthers expects the values of the second person, and sets them back.
func (w *walk) resetOthers() {
	w.t.Helper()
	for c, value := range w.others {
		if w.number("SELECT count(*) FROM "+c.table+" WHERE id = ? AND "+c.field+" = ?", c.id, value.text) != 1 {
			w.t.Errorf("%s of %s %d is no longer %q", c.field, c.table, c.id, value.text)
		}
		w.exec("UPDATE "+c.table+" SET "+c.field+" = (SELECT o."+c.field+" FROM original_"+c.table+
			" AS o WHERE o.id = ?) WHERE id = ?", c.id, c.id)
	}
}
