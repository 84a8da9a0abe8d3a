package collections_test

import (
	"fmt"
	"testing"
	"time"

	"waymark/internal/kit/clock"
)

func TestCollections_KeepScheduled(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		past, ahead := clock.Now().Add(-time.Hour), clock.Now().Add(48*time.Hour)
		dates := func(date time.Time) map[string]any {
			return map[string]any{"inspires_publish_at": date, "inspires_feature_at": date}
		}
		ids := []int64{
			f.create("Plain"), f.create("Past", dates(past)), f.create("Ahead", dates(ahead)), f.create("Also", dates(ahead)),
		}
		gone := f.create("Gone", dates(ahead))
		f.admin.Delete(fmt.Sprintf("collections/%d", gone)).Want(204)
		editor := f.s.Editor()
		for _, body := range []map[string]any{
			{"ids": append([]int64{gone}, ids...)}, {"filter": map[string]any{"type": "partner"}},
		} {
			got := editor.Post("collections/selection", body).Want(200)
			if got.Int("selected.total") != 4 || got.Int("publish_scheduled.total") != 2 ||
				got.Int("feature_scheduled.total") != 2 || got.Int("published.total") != 1 || got.Int("featured.total") != 1 {
				f.Errorf("%v: got %s", body, got.Text)
			}
		}
		for _, c := range []struct{ path, column string }{
			{"publish-on-inspires", "inspires_publish_at"}, {"feature-on-inspires", "inspires_feature_at"},
		} {
			done := editor.Post("collections/"+c.path, map[string]any{"ids": ids, "keep_scheduled": true}).Want(200)
			if done.Int("updated") != 1 || done.Int("skipped") != 3 {
				f.Errorf("%s: got %s", c.path, done.Text)
			}
			scheduled := "SELECT count(*) FROM collections WHERE deleted_at IS NULL AND " + c.column + " > ?"
			if n := f.s.Count(scheduled, clock.Now()); n != 2 {
				f.Errorf("%s: %d collections are still scheduled, want 2", c.path, n)
			}
			done = editor.Post("collections/"+c.path, map[string]any{"ids": ids}).Want(200)
			if done.Int("updated") != 2 || f.s.Count(scheduled, clock.Now()) != 0 {
				f.Errorf("%s without the choice: got %s", c.path, done.Text)
			}
			editor.Post("collections/"+c.path, map[string]any{"ids": ids, "keep_scheduled": 1}).Refused("keep_scheduled")
		}
		for _, path := range []string{"unpublish-on-inspires", "remove-featured-on-inspires", "selection"} {
			editor.Post("collections/"+path, map[string]any{"ids": ids, "keep_scheduled": true}).Refused("keep_scheduled")
		}
	})
}
