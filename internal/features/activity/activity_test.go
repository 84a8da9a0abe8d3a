package activity_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"waymark/internal/features/activity"
	"waymark/internal/features/publishers"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/kittest"
)

func TestActivity(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := kittest.Serve(t, d, func(s *kittest.Server, _ *jobs.Set) {
			activity.Mount(s.Kit, kittest.Undoer(s))
			publishers.Mount(s.Kit)
		})
		admin, editor := s.Admin(), s.Editor()
		id := editor.Post("publishers", map[string]any{"name": "Harbour"}).Want(201).Int("item.id")
		admin.Put(fmt.Sprintf("publishers/%d", id), map[string]any{"name": "Harbour Press"}).Want(200)
		editor.Delete(fmt.Sprintf("publishers/%d", id)).Want(204)

		log := admin.Get("activity").Want(200)
		if got := log.Column("action"); !slices.Equal(got, []string{"deleted", "updated", "created"}) {
			t.Fatalf("got %v", got)
		}
		if log.String("items.1.changes.name.before") != "Harbour" ||
			log.String("items.1.changes.name.after") != "Harbour Press" || log.Int("items.1.user_id") != admin.UserID ||
			log.String("items.1.user_name") != "Test admin" || log.String("items.0.record_name") != "Harbour Press" ||
			log.String("items.0.request_id") == "" {
			t.Errorf("got %s", log.Text)
		}
		today := clock.Now().Format("2006-01-02")
		for query, want := range map[string]int{
			fmt.Sprintf("user_id=%d", editor.UserID): 2, "kind=publisher": 3, "kind=Publisher": 3, "kind=nothing": 0,
			"action=updated": 1, fmt.Sprintf("record_id=%d", id): 3,
			"from=" + today: 3, "to=" + today: 3, "from=2999-01-01": 0, "to=2000-01-01": 0, "sort=created_at": 3,
		} {
			if got := admin.Get("activity?" + query).Want(200).Column("id"); len(got) != want {
				t.Errorf("%s: got %d rows, want %d", query, len(got), want)
			}
		}
		admin.Get("activity?from=yesterday").Refused("from")
		admin.Get("activity?user_id=x").Refused("user_id")
		editor.Get("activity").Want(403)
		for _, method := range []string{"POST", "PUT", "DELETE"} {
			if got := admin.Do(method, "activity/1", nil).Status; got != 405 {
				t.Errorf("%s: got %d, want 405", method, got)
			}
		}
	})
}

func TestActivity_TimeZone(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := kittest.Serve(t, d, func(s *kittest.Server, _ *jobs.Set) {
			zone, err := time.LoadLocation("America/New_York")
			if err != nil {
				t.Fatal(err)
			}
			s.Kit.Zone = zone
			activity.Mount(s.Kit, kittest.Undoer(s))
		})
		// November 1st, 2026 has 25 hours in New York: it starts at 04:00 UTC and ends at 05:00 UTC on the next day.
		for _, at := range []string{
			"2026-11-01T03:59:59Z", "2026-11-01T04:00:00Z", "2026-11-02T04:59:59Z", "2026-11-02T05:00:00Z",
		} {
			moment, err := time.Parse(time.RFC3339, at)
			if err != nil {
				t.Fatal(err)
			}
			s.Exec(`INSERT INTO change_sets (created_at, action, kind, record_name)
				VALUES (?, 'created', 'publisher', ?)`, moment, at)
		}
		admin := s.Admin()
		for query, want := range map[string][]string{
			"from=2026-11-01&to=2026-11-01": {"2026-11-02T04:59:59Z", "2026-11-01T04:00:00Z"},
			"to=2026-10-31":                 {"2026-11-01T03:59:59Z"},
			"from=2026-11-02":               {"2026-11-02T05:00:00Z"},
		} {
			if got := admin.Get("activity?" + query).Want(200).Column("record_name"); !slices.Equal(got, want) {
				t.Errorf("%s: got %v, want %v", query, got, want)
			}
		}
	})
}
