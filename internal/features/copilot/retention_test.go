package copilot_test

import (
	"testing"
	"time"

	"waymark/internal/features/copilot"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/kittest"
)

func TestPrune(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newInsightFixture(t, d)
		now := clock.Now()
		for id, days := range map[int]int{1: 0, 2: 89, 3: 91, 4: 400} {
			at := now.AddDate(0, 0, -days)
			f.Exec(`INSERT INTO copilot_events (id, partner_id, event_id, kind, occurred_at, day, received_at)
				VALUES (?, 11, ?, 'view', ?, ?, ?)`, id, "e"+string(rune('0'+id)), at, clock.Day(at), at)
			f.Exec("INSERT INTO copilot_fresh (event_id) VALUES (?)", id)
		}
		t.Run("keeps all events if the limit is 0", func(t *testing.T) {
			if err := copilot.Prune(t.Context(), f.Kit.Store, 0); err != nil {
				t.Fatal(err)
			}
			if n := f.Count("SELECT count(*) FROM copilot_events"); n != 4 {
				t.Errorf("got %d events, want 4", n)
			}
		})
		for range 2 {
			if err := copilot.Prune(t.Context(), f.Kit.Store, 90*24*time.Hour); err != nil {
				t.Fatal(err)
			}
		}
		for query, want := range map[string]int64{
			"SELECT count(*) FROM copilot_events":                               2,
			"SELECT count(*) FROM copilot_fresh":                                0,
			"SELECT sum(views) FROM copilot_days":                               4,
			"SELECT sum(views) FROM copilot_partner_days WHERE partner_id = 11": 4,
			"SELECT sum(views) FROM copilot_partner_window":                     1,
		} {
			if got := f.Count(query); got != want {
				t.Errorf("%s: got %d, want %d", query, got, want)
			}
		}
	})
}

func TestEvents_NoRetentionLimit(t *testing.T) {
	t.Parallel()
	s := kittest.Serve(t, kittest.SQLite(t), func(s *kittest.Server, set *jobs.Set) {
		(&copilot.Events{Store: s.Kit.Store}).MountPublic(s.Public)
		copilot.Jobs(set, s.Kit.Store, 0)
	})
	partner := s.Partner(7, "Harbour", "PHarbour00")
	old := clock.Now().AddDate(-2, 0, 0).Format(time.RFC3339)
	partner.Post(path, object{"events": []any{newEvent("old", object{"occurred_at": old})}}).Want(200)
	if n := s.Count("SELECT count(*) FROM copilot_events"); n != 1 {
		t.Errorf("got %d events, want 1", n)
	}
}
