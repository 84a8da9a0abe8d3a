package dashboard_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"waymark/internal/features/dashboard"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/kittest"
)

type testJob struct{}

func (testJob) Kind() string { return "letter" }

func serve(t *testing.T, d *db.DB) (*kittest.Server, *kittest.Client) {
	t.Helper()
	s := kittest.Serve(t, d, func(_ *kittest.Server, set *jobs.Set) {
		jobs.Add(set, jobs.Slow, func(context.Context, jobs.Job[testJob]) error { return nil })
	})
	dashboard.Mount(s.Kit, s.Queue)
	return s, s.Editor()
}

// insertJobs inserts jobs that were scheduled some time ago, or in the future if ago is negative.
func insertJobs(s *kittest.Server, n int, queue, state string, ago time.Duration) {
	at, finalizedAt := clock.Now().Add(-ago), any(nil)
	args := []any{}
	if state == "completed" || state == "discarded" || state == "cancelled" {
		finalizedAt = dbTime(s.DB.Engine, at)
	}
	for range n {
		args = append(args, dbTime(s.DB.Engine, at), finalizedAt)
	}
	row := fmt.Sprintf("('letter', '{}', 5, '%s', '%s', ?, ?)", queue, state)
	//nolint:misspell // River names the column finalized_at.
	const insert = "INSERT INTO river_job (kind, args, max_attempts, queue, state, scheduled_at, finalized_at) VALUES "
	s.Exec(insert+strings.Join(slices.Repeat([]string{row}, n), ", "), args...)
}

// dbTime returns a time in the format in which River stores it.
func dbTime(engine db.Engine, at time.Time) any {
	if engine == db.SQLite {
		return at.Format("2006-01-02 15:04:05.000")
	}
	return at
}

func TestQueueStatus(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s, editor := serve(t, d)
		const path = "dashboard/queue-status"
		status := func() string {
			t.Helper()
			got, lines := editor.Get(path).Want(200), []string{}
			for i := range 4 {
				at := func(key string) string { return fmt.Sprintf("items.%d.%s", i, key) }
				lines = append(lines, fmt.Sprintf("%s %s: %d %s, %d s %s", got.String(at("name")), got.String(at("status")),
					got.Int(at("count")), got.String(at("count_status")), got.Int(at("age")), got.String(at("age_status"))))
			}
			if !slices.Equal(got.Keys("items.0"), []string{"age", "age_status", "count", "count_status", "name", "status"}) ||
				len(got.Column("name")) != 4 {
				t.Errorf("got %s", got.Text)
			}
			return strings.Join(lines, "\n")
		}
		wantStatus := func(queue, want string) {
			t.Helper()
			got := status()
			if !slices.Contains(strings.Split(got, "\n"), queue+" "+want) {
				t.Errorf("want %s %s, got\n%s", queue, want, got)
			}
		}
		const idle = "default ok: 0 ok, 0 s ok\nslow ok: 0 ok, 0 s ok\nanalytics ok: 0 ok, 0 s ok\nfailed ok: 0 ok, 0 s ok"
		if got := status(); got != idle {
			t.Errorf("without jobs: got\n%s", got)
		}

		// Jobs that are running, finished or scheduled for later do not count as waiting. Scheduled jobs that are due do.
		insertJobs(s, 3, "default", "running", time.Hour)
		insertJobs(s, 3, "default", "completed", time.Hour)
		insertJobs(s, 3, "default", "cancelled", time.Hour)
		insertJobs(s, 3, "default", "scheduled", -time.Hour)
		insertJobs(s, 3, "default", "retryable", -time.Hour)
		wantStatus("default", "ok: 0 ok, 0 s ok")
		insertJobs(s, 1, "default", "available", 30*time.Second)
		insertJobs(s, 1, "default", "scheduled", 40*time.Second)
		insertJobs(s, 1, "default", "retryable", 20*time.Second)
		waiting := editor.Get(path).Want(200)
		if waiting.Int("items.0.count") != 3 || waiting.Int("items.0.age") < 40 || waiting.Int("items.0.age") > 55 ||
			waiting.String("items.0.status") != "ok" {
			t.Errorf("got %s", waiting.Text)
		}

		// Count and age have separate limits; the worse status counts.
		s.Exec("DELETE FROM river_job")
		insertJobs(s, 100, "default", "available", time.Second)
		insertJobs(s, 50, "slow", "available", time.Second)
		insertJobs(s, 1000, "analytics", "available", time.Second)
		for i, count := range []int64{100, 50, 1000} {
			got := editor.Get(path).Want(200)
			if at := fmt.Sprintf("items.%d.", i); got.Int(at+"count") != count || got.String(at+"status") != "ok" {
				t.Errorf("at the count limit: got %s", got.Text)
			}
		}
		for i, queue := range []string{"default", "slow", "analytics"} {
			insertJobs(s, 1, queue, "available", time.Second)
			got := editor.Get(path).Want(200)
			if at := fmt.Sprintf("items.%d.", i); got.String(at+"status") != "warning" ||
				got.String(at+"count_status") != "warning" || got.String(at+"age_status") != "ok" {
				t.Errorf("above the count limit: got %s", got.Text)
			}
		}
		s.Exec("DELETE FROM river_job")
		for i, queue := range []string{"default", "slow", "analytics"} {
			limit := []time.Duration{time.Minute, 10 * time.Minute, 15 * time.Minute}[i]
			at := fmt.Sprintf("items.%d.", i)
			insertJobs(s, 1, queue, "available", limit-20*time.Second)
			if got := editor.Get(path).Want(200); got.String(at+"status") != "ok" {
				t.Errorf("below the age limit: got %s", got.Text)
			}
			insertJobs(s, 1, queue, "available", limit+2*time.Second)
			got := editor.Get(path).Want(200)
			if got.String(at+"status") != "warning" || got.String(at+"age_status") != "warning" ||
				got.String(at+"count_status") != "ok" ||
				got.Int(at+"age") < int64(limit/time.Second) {
				t.Errorf("above the age limit: got %s", got.Text)
			}
		}

		// A single failed job gives a warning, no matter how old it is.
		insertJobs(s, 1, "slow", "discarded", 3*time.Hour)
		insertJobs(s, 1, "default", "discarded", time.Hour)
		failed := editor.Get(path).Want(200)
		if failed.Int("items.3.count") != 2 || failed.String("items.3.status") != "warning" ||
			failed.String("items.3.count_status") != "warning" || failed.String("items.3.age_status") != "ok" ||
			failed.Int("items.3.age") < 3*3600 || failed.Int("items.3.age") > 3*3600+15 {
			t.Errorf("failed jobs: got %s", failed.Text)
		}
		editor.Get(path + "?page=1").Refused("page")
		s.Anyone().Get(path).Want(401)
	})
}

func TestQueueStatus_EnqueuedJobs(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s, editor := serve(t, d)
		err := d.Write(t.Context(), func(tx *db.Tx) error {
			return s.Queue.Insert(t.Context(), tx, testJob{}, testJob{})
		})
		if err != nil {
			t.Fatal(err)
		}
		got := editor.Get("dashboard/queue-status").Want(200)
		if got.Int("items.1.count") != 2 || got.Int("items.1.age") > 10 || got.String("items.1.status") != "ok" {
			t.Errorf("got %s", got.Text)
		}
		s.RunJobs()
		got = editor.Get("dashboard/queue-status").Want(200)
		if got.Int("items.1.count") != 0 || got.Int("items.1.age") != 0 {
			t.Errorf("got %s", got.Text)
		}
	})
}

// insertContent inserts six items. Ana (21) created items 3 and 4, a deleted user created item 5, and item 6 is in
// the trash.
func insertContent(s *kittest.Server) time.Time {
	now := clock.Now()
	s.Exec(`INSERT INTO partners (id, account_type_id, name, name_key, slug, alt_id, created_at, updated_at)
		VALUES (2, 11, 'Aurora', 'aurora', 'aurora', 'p2', ?, ?)`, now, now)
	s.Exec(`INSERT INTO users (id, first_name, last_name, email, alt_id, created_at, updated_at)
		VALUES (21, 'Ana', 'Lopes', 'ana@x.example', 'u21', ?, ?)`, now, now)
	s.Exec(`INSERT INTO collections (id, alt_id, name, name_key, partner_id, language_id, created_at, updated_at)
		VALUES (31, 'c31', 'Lisbon walks', 'lisbon walks', 2, 1, ?, ?),
			(32, 'c32', 'Porto', 'porto', 2, 1, ?, ?),
			(33, 'c33', 'Gone', 'gone', 2, 1, ?, ?)`, now, now, now, now, now, now)
	s.Exec("UPDATE collections SET deleted_at = ? WHERE id = 33", now)
	for id, row := range map[int64][3]any{
		1: {"content", nil, false}, 2: {"image", nil, false}, 3: {"content", 21, true},
		4: {"image", 21, true}, 5: {"content", nil, true}, 6: {"content", 21, true},
	} {
		s.Exec(`INSERT INTO content
				(id, title, title_key, type_id, partner_id, block_type, created_by_id, by_user, created_at, updated_at)
			VALUES (?, ?, ?, 2, 2, ?, ?, ?, ?, ?)`,
			id, fmt.Sprintf("Item %d", id), fmt.Sprintf("item %d", id), row[0], row[1], row[2], now, now)
	}
	s.Exec(`INSERT INTO destinations (id, name, name_key, label, label_key, path, search_text, created_at, updated_at)
		VALUES (7, 'Porto', 'porto', 'Porto', 'porto', '/7/', '', ?, ?)`, now, now)
	s.Exec("INSERT INTO content_destinations (content_id, destination_id) VALUES (1, 7), (4, 7)")
	for i, pair := range [][2]int64{{31, 1}, {31, 2}, {32, 1}, {33, 1}, {31, 6}, {32, 3}} {
		byUser := pair != [2]int64{32, 3}
		at := now.Add(-time.Duration(i) * time.Hour)
		if i == 1 {
			at = now // Same time as the first one.
		}
		s.Exec("INSERT INTO collection_content (collection_id, content_id, added_at, by_user) VALUES (?, ?, ?, ?)",
			pair[0], pair[1], at, byUser)
	}
	s.Exec("UPDATE content SET deleted_at = ? WHERE id = 6", now)
	return now
}

func TestDashboard_Tables(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s, editor := serve(t, d)
		paths := []string{"content-added-to-collections", "content-added-by-users", "content-with-no-destination"}
		for _, path := range paths {
			got := editor.Get("dashboard/" + path).Want(200)
			if got.Int("meta.total") != 0 || len(got.Column("id")) != 0 || got.Int("meta.last_page") != 1 {
				t.Errorf("%s: got %s", path, got.Text)
			}
		}
		now := insertContent(s)

		t.Run("content added to collections by users", func(t *testing.T) {
			list := editor.Get("dashboard/content-added-to-collections").Want(200)
			keys := []string{"added_at", "collection", "content"}
			if list.Int("meta.total") != 3 || len(list.Column("id")) != 3 || !slices.Equal(list.Keys("items.0"), keys) {
				t.Fatalf("got %s", list.Text)
			}
			for i, want := range []string{
				"2 Item 2 image in 31 Lisbon walks", "1 Item 1 content in 31 Lisbon walks", "1 Item 1 content in 32 Porto",
			} {
				at := fmt.Sprintf("items.%d.", i)
				got := fmt.Sprintf("%d %s %s in %d %s", list.Int(at+"content.id"), list.String(at+"content.title"),
					list.String(at+"content.block_type"), list.Int(at+"collection.id"), list.String(at+"collection.name"))
				if got != want {
					t.Errorf("row %d: got %q, want %q", i, got, want)
				}
			}
			if got := list.String("items.0.added_at"); got != now.Format(time.RFC3339Nano) {
				t.Errorf("added_at: got %s, want %s", got, now)
			}
		})
		t.Run("content created by users", func(t *testing.T) {
			list := editor.Get("dashboard/content-added-by-users").Want(200)
			keys := []string{"block_type", "created_at", "id", "partner", "title", "user"}
			if got := list.Column("id"); !slices.Equal(got, []string{"5", "4", "3"}) || list.Int("meta.total") != 3 ||
				!slices.Equal(list.Keys("items.0"), keys) {
				t.Fatalf("got %s", list.Text)
			}
			if list.Value("items.0.user") != nil || list.String("items.1.user.full_name") != "Ana Lopes" ||
				list.String("items.1.user.email") != "ana@x.example" || list.Int("items.1.user.id") != 21 ||
				list.String("items.1.block_type") != "image" || list.String("items.1.partner.name") != "Aurora" ||
				list.String("items.2.title") != "Item 3" {
				t.Errorf("got %s", list.Text)
			}
		})
		t.Run("content without a destination", func(t *testing.T) {
			list := editor.Get("dashboard/content-with-no-destination").Want(200)
			keys := []string{"block_type", "created_at", "id", "title", "updated_at"}
			if got := list.Column("id"); !slices.Equal(got, []string{"5", "3", "2"}) ||
				!slices.Equal(list.Keys("items.0"), keys) {
				t.Errorf("got %s", list.Text)
			}
		})
		t.Run("pages", func(t *testing.T) {
			for _, path := range paths {
				path = "dashboard/" + path
				first := editor.Get(path + "?per_page=2").Want(200)
				second := editor.Get(path + "?per_page=2&page=2").Want(200)
				third := editor.Get(path + "?per_page=2&page=3").Want(200)
				if len(first.Column("id")) != 2 || len(second.Column("id")) != 1 || len(third.Column("id")) != 0 ||
					second.Int("meta.last_page") != 2 || second.Int("meta.total") != 3 {
					t.Errorf("%s: got %s %s %s", path, first.Text, second.Text, third.Text)
				}
				editor.Get(path + "?page=0").Refused("page")
				editor.Get(path+"?page=x&per_page=101").Refused("page", "per_page")
				editor.Get(path + "?sort=title").Refused("sort")
				s.Anyone().Get(path).Want(401)
				s.Admin().Post(path, "{}").Want(405)
			}
		})
		t.Run("counts up to the limit", func(t *testing.T) {
			for thousand := range 6 {
				args := []any{}
				for n := range 1000 {
					args = append(args, 1000*(thousand+1)+n, now, now)
				}
				rows := strings.Join(slices.Repeat([]string{"(?, 'x', 'x', 2, 2, TRUE, ?, ?)"}, 1000), ", ")
				s.Exec(`INSERT INTO content (id, title, title_key, type_id, partner_id, by_user, created_at, updated_at)
					VALUES `+rows, args...)
			}
			for _, path := range []string{"content-added-by-users", "content-with-no-destination"} {
				got := editor.Get("dashboard/" + path).Want(200)
				if got.Int("meta.total") != 5000 || got.Value("meta.total_is_capped") != true ||
					got.Value("meta.last_page") != nil || len(got.Column("id")) != 25 {
					t.Errorf("%s: got %v", path, got.Value("meta"))
				}
			}
		})
	})
}
