package activity_test

import (
	"fmt"
	"strings"
	"testing"

	"waymark/internal/features/activity"
	"waymark/internal/features/publishers"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/write"
)

// largeSet is more than is undone at once.
const largeSet = 6000

// rename gives all publishers new names, as one change set.
func rename(t *testing.T, s *kittest.Server) int64 {
	t.Helper()
	origin := &write.Origin{Operation: "updatePublisher"}
	ctx := write.WithOrigin(t.Context(), origin)
	err := s.Kit.Store.DoAlone(ctx, func(tx *write.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE publishers
			SET name = 'New ' || CAST(id AS TEXT), name_key = 'new ' || CAST(id AS TEXT)`)
		if err != nil {
			return err
		}
		changes := []write.Change{}
		for id := range int64(largeSet) {
			changes = append(changes, write.Change{
				Action: "updated", Kind: "publisher", ID: id + 1, Name: "New", After: map[string]any{"name": "New"},
			})
		}
		return tx.RecordAll(ctx, changes)
	})
	if err != nil {
		t.Fatal(err)
	}
	return origin.Change
}

func TestUndo_Large(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := kittest.Serve(t, d, func(s *kittest.Server, _ *jobs.Set) {
			activity.Mount(s.Kit, kittest.Undoer(s))
			publishers.Mount(s.Kit)
		})
		s.Exec("DELETE FROM publishers")
		s.Exec(`WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
			INSERT INTO publishers (id, name, name_key, search_text, created_at, updated_at)
			SELECT n, 'Old ' || CAST(n AS TEXT), 'old ' || CAST(n AS TEXT), 'old', ?, ? FROM numbers`,
			largeSet, clock.Now(), clock.Now())
		admin, change := s.Admin(), rename(t, s)
		path := fmt.Sprintf("activity/%d", change)
		old := func() int64 { return s.Count("SELECT count(*) FROM publishers WHERE name LIKE 'Old %'") }
		s.Exec("UPDATE publishers SET name = 'Changed ' || CAST(id AS TEXT) WHERE id <= 150")

		refused := admin.Post(path+"/undo", nil).Want(409)
		if refused.Int("conflict_count") != 150 || strings.Count(refused.Text, `"expected"`) != 100 || old() != 0 ||
			admin.Get(path).Want(200).Value("item.undone_by_id") != nil {
			t.Errorf("with conflicts: got %.300s, and %d publishers have their old names", refused.Text, old())
		}

		begun := admin.Post(path+"/undo", map[string]any{"skip_conflicts": true}).Want(202)
		undone := "activity/" + begun.Header.Get("Waymark-Change")
		job := fmt.Sprintf("jobs/%d", begun.Int("job"))
		if working := admin.Get(job).Want(200); working.String("item.state") != "working" ||
			working.Int("item.total") != largeSet {
			t.Errorf("before the first step: got %s", working.Text)
		}
		admin.Post(path+"/undo", nil).Want(409)
		admin.Post(undone+"/undo", nil).Want(409)
		s.Exec("UPDATE publishers SET name = 'Late' WHERE id = 3000") // after the check
		s.RunJobs()
		done := admin.Get(job).Want(200)
		if done.String("item.state") != "done" || done.Int("item.done") != largeSet || done.Int("item.skipped") != 151 {
			t.Errorf("got %s", done.Text)
		}
		if old() != largeSet-151 {
			t.Errorf("%d publishers have their old names, not %d", old(), largeSet-151)
		}
		if set := admin.Get(undone).Want(200); set.Int("item.entries") != largeSet ||
			set.String("item.action") != "undone" || set.String("item.user_name") != "Test admin" {
			t.Errorf("got %.300s", set.Text)
		}

		begun = admin.Post(undone+"/undo", nil).Want(202)
		admin.Post(path+"/undo", nil).Want(409) // until it has been done again
		s.RunJobs()
		if old() != 0 || admin.Get(path).Want(200).Value("item.undoable") != true ||
			admin.Get(fmt.Sprintf("jobs/%d", begun.Int("job"))).Want(200).Int("item.skipped") != 0 {
			t.Errorf("done again: %d publishers have their old names", old())
		}
	})
}
