package history_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/history"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/trash"
	"waymark/internal/kit/write"
	"waymark/internal/platform/schema"
)

// fixture makes changes to a database and undoes them.
type fixture struct {
	t      *testing.T
	db     *db.DB
	store  *write.Store
	undoer *history.Undoer
}

func newFixture(t *testing.T, d *db.DB) *fixture {
	t.Helper()
	store := &write.Store{DB: d}
	kinds := history.NewKinds()
	kinds.Add("publishers", history.Kind{Name: "publisher", Title: "name"})
	kinds.Add("content", history.Kind{Name: "content", Title: "title"})
	kinds.Add("content_tags", history.Kind{Name: "content", Owner: "content_id", OwnerTable: "content", Field: "tag_ids"})
	return &fixture{t, d, store, &history.Undoer{
		Store: store, Tables: schema.Histories(), Kinds: kinds, Uploads: "uploads",
		Trash: []history.TrashKind{
			{Kind: trash.Kind{Name: "content", Table: "content"}, Column: "block_type", Value: "content"},
		},
		Secrets: map[string]func(context.Context, *write.Tx) (map[string]any, error){
			"collaborators": func(context.Context, *write.Tx) (map[string]any, error) {
				return map[string]any{"api_key": "new key", "api_secret": "new secret"}, nil
			},
		},
	}}
}

// change runs statements as one change set. $now is the time.
func (f *fixture) change(statements ...string) int64 {
	f.t.Helper()
	origin := &write.Origin{Operation: "test"}
	err := f.store.Do(write.WithOrigin(f.t.Context(), origin), func(tx *write.Tx) error {
		return f.run(tx, statements)
	})
	if err != nil {
		f.t.Fatal(err)
	}
	return origin.Change
}

func (f *fixture) run(tx *write.Tx, statements []string) error {
	for _, statement := range statements {
		n := strings.Count(statement, "$now")
		args := make([]any, n)
		for i := range args {
			args[i] = tx.Now
		}
		if _, err := tx.Exec(f.t.Context(), strings.ReplaceAll(statement, "$now", "?"), args...); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	return nil
}

// undo undoes a change set and returns that of the undo, and what was skipped. A check must find the same conflicts
// before, except those that only the database finds.
func (f *fixture) undo(change int64) (int64, []history.Conflict) {
	f.t.Helper()
	found := f.check(change)
	origin := &write.Origin{Operation: "undo", Undoes: change}
	var conflicts history.Conflicts
	ctx := write.WithOrigin(f.t.Context(), origin)
	err := f.store.DoAlone(ctx, func(tx *write.Tx) (err error) {
		conflicts, err = f.undoer.Reverse(ctx, tx, f.find(change))
		return err
	})
	if err != nil {
		f.t.Fatal(err)
	}
	byDatabase := slices.ContainsFunc(conflicts.First, func(c history.Conflict) bool { return c.Reason == taken })
	if !byDatabase && describe(found.First) != describe(conflicts.First) {
		f.t.Errorf("the check found\n%s, the undo\n%s", describe(found.First), describe(conflicts.First))
	}
	return origin.Change, conflicts.First
}

const taken = "Another record has this value by now."

func describe(conflicts []history.Conflict) string {
	list := []string{}
	for _, c := range conflicts {
		list = append(list, fmt.Sprintf("%s %d (%s) %s: %s %s %s", c.Kind, c.RecordID, c.Name, c.Field, c.Expected, c.Now,
			c.Reason))
	}
	slices.Sort(list)
	return strings.Join(list, "\n")
}

func (f *fixture) find(change int64) *history.Set {
	f.t.Helper()
	set, err := history.Find(f.t.Context(), f.db.Read(), change)
	if err != nil || set == nil {
		f.t.Fatalf("change set %d: %v (%v)", change, set, err)
	}
	return set
}

func (f *fixture) check(change int64) history.Conflicts {
	f.t.Helper()
	undo, err := f.undoer.Open(f.t.Context(), f.db.Read(), f.find(change))
	if err != nil {
		f.t.Fatal(err)
	}
	found, err := undo.Check(f.t.Context())
	if err != nil {
		f.t.Fatal(err)
	}
	return found
}

// undoInSteps undoes a change set in one transaction per row, and returns the change set of the undo.
func (f *fixture) undoInSteps(change int64) int64 {
	f.t.Helper()
	f.undoer.SetWindow(1)
	defer f.undoer.SetWindow(0)
	if found := f.check(change); found.Count > 0 {
		f.t.Errorf("the check found\n%s", describe(found.First))
	}
	undo, err := f.undoer.Open(f.t.Context(), f.db.Read(), f.find(change))
	if err != nil {
		f.t.Fatal(err)
	}
	ctx := write.WithOrigin(f.t.Context(), &write.Origin{Operation: "undo", Undoes: change})
	part := history.Part{Rows: 1}
	for part.Rows > 0 {
		err := f.store.DoAlone(ctx, func(tx *write.Tx) (err error) {
			part, err = undo.Step(ctx, tx, part.Last)
			return err
		})
		if err != nil || part.Skipped > 0 {
			f.t.Fatalf("%+v (%v)", part, err)
		}
	}
	return write.OriginOf(ctx).Change
}

// keeps reports whether a text is in a kept row.
func (f *fixture) keeps(text string) bool {
	f.t.Helper()
	found, err := db.Exists(f.t.Context(), f.db.Read(), "SELECT 1 FROM change_rows WHERE CAST(data AS TEXT) LIKE ?",
		"%"+text+"%")
	if err != nil {
		f.t.Fatal(err)
	}
	return found
}

// rows returns the kept columns of a table, as text.
func (f *fixture) rows(table string) string {
	f.t.Helper()
	for _, h := range schema.Histories() {
		if h.Table != table {
			continue
		}
		columns := []string{}
		for _, column := range h.Columns {
			columns = append(columns, `coalesce(CAST("`+column+`" AS TEXT), 'NULL')`)
		}
		query := "SELECT " + strings.Join(columns, " || '|' || ") + ` FROM ` + table + ` ORDER BY "` + strings.Join(h.Key, `", "`) + `"`
		list, err := db.All[string](f.t.Context(), f.db.Read(), query)
		if err != nil {
			f.t.Fatal(err)
		}
		return strings.Join(list, "\n")
	}
	f.t.Fatalf("%s has no history", table)
	return ""
}

const (
	addPublisher = "INSERT INTO publishers (id, name, name_key, search_text, created_at, updated_at) VALUES "
	addTag       = "INSERT INTO tags (id, tag, tag_key, search_text, created_at, updated_at) VALUES "
	addContent   = `INSERT INTO content (id, title, title_key, type_id, partner_id, search_text, created_at, updated_at)
		VALUES `
)

func each(t *testing.T, run func(t *testing.T, f *fixture)) {
	t.Helper()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		f.change(
			addPublisher+"(101, 'Harbour', 'harbour', 'harbour', $now, $now), (102, 'Marram', 'marram', 'marram', $now, $now)",
			addTag+"(201, 'Rail', 'rail', 'rail', $now, $now), (202, 'Sea', 'sea', 'sea', $now, $now)",
			addContent+"(301, 'By train', 'by train', 2, 1, 'by train', $now, $now)",
			addContent+"(302, 'By sea', 'by sea', 2, 1, 'by sea', $now, $now)",
			"INSERT INTO content_tags (content_id, tag_id) VALUES (301, 201), (302, 201), (302, 202)",
			"INSERT INTO content_publishers (content_id, publisher_id) VALUES (301, 101), (302, 101)",
		)
		run(t, f)
	})
}

func TestReverse(t *testing.T) {
	t.Parallel()
	tables := []string{"publishers", "tags", "content", "content_tags", "content_publishers"}
	cases := map[string][]string{
		"an update": {"UPDATE publishers SET name = 'Quay', name_key = 'quay' WHERE id = 101"},
		"updates of one row": {
			"UPDATE publishers SET name = 'A' WHERE id = 101", "UPDATE publishers SET name = 'B' WHERE id = 101",
		},
		"updates of many rows": {"UPDATE content SET published_at = $now", "UPDATE content SET title = 'x' WHERE id = 301"},
		"an insert":            {addPublisher + "(103, 'New', 'new', 'new', $now, $now)"},
		"an insert with links": {
			addTag + "(203, 'New', 'new', 'new', $now, $now)", "INSERT INTO content_tags VALUES (301, 203)",
		},
		"a delete with links": {"DELETE FROM publishers WHERE id = 101"},
		"links": {
			"DELETE FROM content_tags WHERE content_id = 302", "INSERT INTO content_tags VALUES (301, 202)",
		},
		"a link that comes back": {
			"DELETE FROM content_tags WHERE tag_id = 201", "INSERT INTO content_tags VALUES (301, 201)",
		},
		"a new record in use": {
			addPublisher + "(105, 'Used', 'used', 'used', $now, $now)",
			"UPDATE content_publishers SET publisher_id = 105 WHERE content_id = 301",
			"INSERT INTO content_publishers VALUES (302, 105)", "UPDATE publishers SET name = 'U' WHERE id = 105",
		},
		"a record that is created and deleted": {
			addPublisher + "(106, 'Short', 'short', 'short', $now, $now)", "INSERT INTO content_publishers VALUES (302, 106)",
			"UPDATE publishers SET name = 'Shorter' WHERE id = 106", "DELETE FROM publishers WHERE id = 106",
		},
		"another row with the same name": {
			"DELETE FROM publishers WHERE id = 102", addPublisher + "(104, 'Marram', 'marram', 'marram', $now, $now)",
		},
	}
	state := func(f *fixture) string {
		list := []string{}
		for _, table := range tables {
			list = append(list, table+"\n"+f.rows(table))
		}
		return strings.Join(list, "\n")
	}
	each(t, func(t *testing.T, f *fixture) {
		for name, statements := range cases {
			before := state(f)
			change := f.change(statements...)
			after := state(f)
			undone, conflicts := f.undo(change)
			if got := state(f); got != before || len(conflicts) > 0 {
				t.Errorf("%s, undone: got\n%s\nwant\n%s; conflicts %v", name, got, before, conflicts)
			}
			redone, conflicts := f.undo(undone)
			if got := state(f); got != after || len(conflicts) > 0 {
				t.Errorf("%s, redone: got\n%s\nwant\n%s; conflicts %v", name, got, after, conflicts)
			}
			undone = f.undoInSteps(redone)
			if got := state(f); got != before {
				t.Errorf("%s, undone in steps: got\n%s\nwant\n%s", name, got, before)
			}
			redone = f.undoInSteps(undone)
			if got := state(f); got != after {
				t.Errorf("%s, redone in steps: got\n%s\nwant\n%s", name, got, after)
			}
			f.undo(redone)
		}
	})
}

func TestReverse_CreatedRecordsGoToTheTrash(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, f *fixture) {
		change := f.change(
			addContent+"(303, 'New', 'new', 2, 1, 'new', $now, $now)", "INSERT INTO content_tags VALUES (303, 201)",
		)
		undone, conflicts := f.undo(change)
		if len(conflicts) > 0 {
			t.Fatalf("conflicts %v", conflicts)
		}
		state := func() string {
			state, err := db.Value[string](t.Context(), f.db.Read(), `SELECT
				(SELECT count(*) FROM content WHERE id = 303 AND deleted_at IS NOT NULL) || ' ' ||
				(SELECT count(*) FROM trash WHERE kind = 'content' AND record_id = 303 AND name = 'New') || ' ' ||
				(SELECT count(*) FROM content_tags WHERE content_id = 303)`)
			if err != nil {
				t.Fatal(err)
			}
			return state
		}
		if got := state(); got != "1 1 1" {
			t.Errorf("after the undo: got %s, want the record with its link in the trash", got)
		}
		if _, conflicts := f.undo(undone); len(conflicts) > 0 || state() != "0 0 1" {
			t.Errorf("after the redo: got %s, conflicts %v", state(), conflicts)
		}
	})
}

func TestReverse_UsedInTheTrash(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, f *fixture) {
		tag := f.change(addTag + "(203, 'New', 'new', 'new', $now, $now)")
		f.undo(f.change(
			addContent+"(303, 'New', 'new', 2, 1, 'new', $now, $now)", "INSERT INTO content_tags VALUES (303, 203)",
		))
		undone, conflicts := f.undo(tag)
		if len(conflicts) > 0 {
			t.Errorf("a tag of content in the trash: conflicts %v", conflicts)
		}
		f.undo(undone)
		if links := f.rows("content_tags"); !strings.Contains(links, "303|203") {
			t.Errorf("the link is not back: %s", links)
		}
		together := f.change(addTag+"(204, 'Other', 'other', 'other', $now, $now)",
			addContent+"(304, 'Other', 'other', 2, 1, 'other', $now, $now)", "INSERT INTO content_tags VALUES (304, 204)")
		if _, conflicts := f.undo(together); len(conflicts) > 0 {
			t.Errorf("a tag and content with it: conflicts %v", conflicts)
		}
	})
}

func TestReverse_Conflicts(t *testing.T) {
	t.Parallel()
	cases := []struct{ name, first, second, field, reason string }{
		{
			"a value has changed since", "UPDATE publishers SET name = 'Quay', name_key = 'quay' WHERE id = 101",
			"UPDATE publishers SET name = 'Pier' WHERE id = 101", "name", "It has been changed since.",
		},
		{
			"the record is gone", "UPDATE publishers SET name = 'Quay' WHERE id = 101", "DELETE FROM publishers WHERE id = 101",
			"", "It has been deleted since.",
		},
		{
			"a created record has been changed", addPublisher + "(103, 'New', 'new', 'new', $now, $now)",
			"UPDATE publishers SET name = 'Newer' WHERE id = 103", "name", "It has been changed since.",
		},
		{
			"a created record is gone", addPublisher + "(103, 'New', 'new', 'new', $now, $now)",
			"DELETE FROM publishers WHERE id = 103", "", "It has been deleted since.",
		},
		{
			"a created record is used", addPublisher + "(103, 'New', 'new', 'new', $now, $now)",
			"INSERT INTO content_publishers VALUES (301, 103)", "", "It has been used since.",
		},
		{
			"the name is taken", "DELETE FROM publishers WHERE id = 102",
			addPublisher + "(104, 'Marram', 'marram', 'marram', $now, $now)", "name", "Another record has this value by now.",
		},
		{
			"the id is taken", "DELETE FROM publishers WHERE id = 102",
			addPublisher + "(102, 'Dune', 'dune', 'dune', $now, $now)", "", "It exists again.",
		},
		{
			"the other end of a link is gone", "DELETE FROM content_tags WHERE content_id = 301",
			"DELETE FROM tags WHERE id = 201", "tag_ids", "What it referred to no longer exists.",
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			each(t, func(t *testing.T, f *fixture) {
				change := f.change(c.first)
				f.change(c.second)
				_, conflicts := f.undo(change)
				if len(conflicts) == 0 || conflicts[0].Field != c.field || conflicts[0].Reason != c.reason {
					t.Errorf("got %+v, want one about %q: %s", conflicts, c.field, c.reason)
				}
			})
		})
	}
}

func TestReverse_TheRestOfARow(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, f *fixture) {
		change := f.change("UPDATE content SET title = 'A', author = 'B' WHERE id = 301")
		f.change("UPDATE content SET title = 'C' WHERE id = 301")
		_, conflicts := f.undo(change)
		if len(conflicts) != 1 || conflicts[0].Name != "C" || conflicts[0].Kind != "content" ||
			conflicts[0].RecordID != 301 || string(conflicts[0].Expected) != `"A"` || string(conflicts[0].Now) != `"C"` {
			t.Errorf("got %+v", conflicts)
		}
		author, err := db.Value[string](t.Context(), f.db.Read(), "SELECT author FROM content WHERE id = 301")
		if author != "" {
			t.Errorf("the author is %q (%v)", author, err)
		}
	})
}

func TestReverse_Secrets(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, f *fixture) {
		f.change(`INSERT INTO collaborators (id, name, name_key, slug, api_key, api_secret, views, created_at, updated_at)
			VALUES (401, 'Guide', 'guide', 'guide', 'old key', 'old secret', 7, $now, $now)`)
		change := f.change("DELETE FROM collaborators WHERE id = 401")
		if f.keeps("old ") {
			t.Error("the secrets are kept")
		}
		f.undo(change)
		got, err := db.Value[string](t.Context(), f.db.Read(),
			"SELECT api_key || ' ' || CAST(views AS TEXT) || ' ' || CAST(version AS TEXT) FROM collaborators WHERE id = 401")
		if got != "new key 7 2" {
			t.Errorf("got %q, want a new key, and the views as before (%v)", got, err)
		}
	})
}

func TestReverse_NotAllowed(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, f *fixture) {
		change := f.change("UPDATE publishers SET name = 'Quay' WHERE id = 101")
		asked := ""
		f.undoer.MayChange = func(_ context.Context, c history.RowChange) error {
			asked = c.Operation + " " + c.Table + "." + strings.Join(slices.Sorted(maps.Keys(c.Values)), ",")
			return nil
		}
		if _, conflicts := f.undo(change); len(conflicts) > 0 || asked != "test publishers.name" {
			t.Errorf("asked for %s, conflicts %v", asked, conflicts)
		}
	})
}

func TestChangeSets(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, f *fixture) {
		t.Run("have no rows without an origin", func(t *testing.T) {
			err := f.store.Do(t.Context(), func(tx *write.Tx) error {
				return f.run(tx, []string{"UPDATE publishers SET name = 'Pier' WHERE id = 102"})
			})
			if err != nil || f.keeps("Pier") {
				t.Errorf("the row is kept (%v)", err)
			}
		})
		t.Run("do not exist if nothing has changed", func(t *testing.T) {
			if change := f.change("UPDATE publishers SET name = name"); change != 0 {
				t.Errorf("got change set %d", change)
			}
		})
		for name, steps := range map[string][]int{
			"with the change":               {1},
			"in two statements":             {1, 2},
			"in several statements at once": {600},
		} {
			t.Run("count entries "+name, func(t *testing.T) {
				for _, asked := range []bool{false, true} {
					f.wantEntries(t, steps, asked)
				}
			})
		}
		t.Run("are those of all transactions of an origin", func(t *testing.T) {
			origin := &write.Origin{Continues: true}
			ctx := write.WithOrigin(t.Context(), origin)
			for i := range 3 {
				origin.Continues = i < 2
				err := f.store.DoAlone(ctx, func(tx *write.Tx) error {
					return f.run(tx, []string{fmt.Sprintf("UPDATE publishers SET name = 'Step %d' WHERE id = 101", i)})
				})
				set, otherErr := history.Find(ctx, f.db.Read(), origin.Change)
				if err != nil || otherErr != nil || (set.FinishedAt != nil) != (i == 2) {
					t.Errorf("step %d: %+v (%v, %v)", i, set, err, otherErr)
				}
			}
			f.undo(origin.Change)
			name, err := db.Value[string](t.Context(), f.db.Read(), "SELECT name FROM publishers WHERE id = 101")
			if name != "Harbour" {
				t.Errorf("after the undo the name is %s (%v)", name, err)
			}
		})
	})
}

// wantEntries records entries in steps, as one change set. If asked, the transaction asks for its id first.
func (f *fixture) wantEntries(t *testing.T, steps []int, asked bool) {
	t.Helper()
	origin := &write.Origin{Operation: "test", Program: "console"}
	ctx := write.WithOrigin(write.WithActor(t.Context(), write.Actor{UserID: 7, Name: "Ada"}), origin)
	var id int64
	total := 0
	err := f.store.Do(ctx, func(tx *write.Tx) (err error) {
		total = 0
		if asked {
			if id, err = tx.ChangeID(ctx); err != nil {
				return err
			}
		}
		if err := f.run(tx, []string{"UPDATE publishers SET name = name || '.' WHERE id = 102"}); err != nil {
			return err
		}
		for _, n := range steps {
			entries := make([]write.Change, n)
			for i := range entries {
				entries[i] = write.Change{Action: "updated", Kind: "publisher", ID: int64(102 + total + i), Name: "Quay"}
			}
			if err := tx.RecordAll(ctx, entries); err != nil {
				return err
			}
			total += n
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	set := f.find(origin.Change)
	if set.Entries != int64(total) || set.Action != "updated" || set.Kind != "publisher" || set.FinishedAt == nil ||
		set.RecordID == nil || *set.RecordID != 102 || set.UserName != "Ada" || set.Program != "console" {
		t.Errorf("the change set is %+v", set)
	}
	if asked && id != origin.Change {
		t.Errorf("its id is %d, but ChangeID returned %d", origin.Change, id)
	}
	for table, want := range map[string]int{"audit_log": total, "change_rows": 1} {
		n, err := db.Value[int](t.Context(), f.db.Read(), "SELECT count(*) FROM "+table+" WHERE change_id = ?", origin.Change)
		if err != nil || n != want {
			t.Errorf("%s has %d rows of it, not %d (%v)", table, n, want, err)
		}
	}
}

func TestJobs(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		var undoer *history.Undoer
		s := kittest.Serve(t, d, func(s *kittest.Server, set *jobs.Set) {
			undoer = kittest.Undoer(s)
			undoer.Jobs(set)
		})
		f := &fixture{t, d, s.Kit.Store, undoer}
		count := func() int {
			n, err := db.Value[int](t.Context(), d.Read(), "SELECT count(*) FROM change_rows")
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		queue := func(args jobs.Args) {
			err := s.Kit.Store.Do(t.Context(), func(tx *write.Tx) error { return tx.Enqueue(t.Context(), args) })
			if err != nil {
				t.Fatal(err)
			}
			s.RunJobs()
		}
		old := f.change(addPublisher + "(101, 'Harbour', 'harbour', 'harbour', $now, $now)")
		f.change(addPublisher + "(102, 'Marram', 'marram', 'marram', $now, $now), (103, 'Quay', 'quay', 'quay', $now, $now)")
		queue(history.Erase{Table: "publishers", IDs: []int64{102}})
		if got := count(); got != 2 {
			t.Errorf("got %d kept rows after one of 3 was erased", got)
		}
		s.Exec("UPDATE change_sets SET created_at = ? WHERE id = ?", clock.Now().Add(-history.Retention-time.Hour), old)
		queue(history.Prune{})
		if got := count(); got != 1 {
			t.Errorf("got %d kept rows, want that of the newer change set", got)
		}
	})
}
