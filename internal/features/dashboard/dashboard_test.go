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

type letter struct{}

func (letter) Kind() string { return "letter" }

func serve(t *testing.T, d *db.DB) (*kittest.Server, *kittest.Client) {
	t.Helper()
	s := kittest.Serve(t, d, func(_ *kittest.Server, set *jobs.Set) {
		jobs.Add(set, jobs.Slow, func(context.Context, jobs.Job[letter]) error { return nil })
	})
	dashboard.Mount(s.Kit, s.Queue)
	return s, s.Editor()
}

// wait puts jobs on a queue that came there some time ago; a negative time is ahead.
func wait(s *kittest.Server, n int, queue, state string, ago time.Duration) {
	at, ended := clock.Now().Add(-ago), any(nil)
	args := []any{}
	if state == "completed" || state == "discarded" || state == "cancelled" {
		ended = moment(s.DB.Engine, at)
	}
	for range n {
		args = append(args, moment(s.DB.Engine, at), ended)
	}
	row := fmt.Sprintf("('letter', '{}', 5, '%s', '%s', ?, ?)", queue, state)
	s.Exec("INSERT INTO river_job (kind, args, max_attempts, queue, state, scheduled_at, finalized_at) VALUES "+
		strings.Join(slices.Repeat([]string{row}, n), ", "), args...) //nolint:misspell // River's word
}

func moment(engine db.Engine, at time.Time) any {
	if engine == db.SQLite {
		return at.Format("2006-01-02 15:04:05.000")
	}
	return at
}

func TestQueuesTellHowManyWaitAndForHowLong(t *testing.T) {
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
		wants := func(queue, want string) {
			t.Helper()
			got := status()
			if !slices.Contains(strings.Split(got, "\n"), queue+" "+want) {
				t.Errorf("want %s %s, got\n%s", queue, want, got)
			}
		}
		if got := status(); got != "default ok: 0 ok, 0 s ok\nslow ok: 0 ok, 0 s ok\nanalytics ok: 0 ok, 0 s ok\nfailed ok: 0 ok, 0 s ok" {
			t.Errorf("with nothing to do they say\n%s", got)
		}

		// What runs, is done or lies ahead does not wait. What lay ahead and has been reached does.
		wait(s, 3, "default", "running", time.Hour)
		wait(s, 3, "default", "completed", time.Hour)
		wait(s, 3, "default", "cancelled", time.Hour)
		wait(s, 3, "default", "scheduled", -time.Hour)
		wait(s, 3, "default", "retryable", -time.Hour)
		wants("default", "ok: 0 ok, 0 s ok")
		wait(s, 1, "default", "available", 30*time.Second)
		wait(s, 1, "default", "scheduled", 40*time.Second)
		wait(s, 1, "default", "retryable", 20*time.Second)
		if got := editor.Get(path).Want(200); got.Int("items.0.count") != 3 || got.Int("items.0.age") < 40 ||
			got.Int("items.0.age") > 55 || got.String("items.0.status") != "ok" {
			t.Errorf("got %s", got.Text)
		}

		// How many is one measure, how long another; the worse counts.
		s.Exec("DELETE FROM river_job")
		wait(s, 100, "default", "available", 0)
		wait(s, 50, "slow", "available", 0)
		wait(s, 1000, "analytics", "available", 0)
		for i, count := range []int64{100, 50, 1000} {
			if got := editor.Get(path).Want(200); got.Int(fmt.Sprintf("items.%d.count", i)) != count ||
				got.String(fmt.Sprintf("items.%d.status", i)) != "ok" {
				t.Errorf("at its limit: %s", got.Text)
			}
		}
		for i, queue := range []string{"default", "slow", "analytics"} {
			wait(s, 1, queue, "available", 0)
			got := editor.Get(path).Want(200)
			if at := fmt.Sprintf("items.%d.", i); got.String(at+"status") != "warning" ||
				got.String(at+"count_status") != "warning" || got.String(at+"age_status") != "ok" {
				t.Errorf("beyond its limit: %s", got.Text)
			}
		}
		s.Exec("DELETE FROM river_job")
		for i, queue := range []string{"default", "slow", "analytics"} {
			limit := []time.Duration{time.Minute, 10 * time.Minute, 15 * time.Minute}[i]
			at := fmt.Sprintf("items.%d.", i)
			wait(s, 1, queue, "available", limit-20*time.Second)
			if got := editor.Get(path).Want(200); got.String(at+"status") != "ok" {
				t.Errorf("younger than its limit: %s", got.Text)
			}
			wait(s, 1, queue, "available", limit+2*time.Second)
			if got := editor.Get(path).Want(200); got.String(at+"status") != "warning" ||
				got.String(at+"age_status") != "warning" || got.String(at+"count_status") != "ok" ||
				got.Int(at+"age") < int64(limit/time.Second) {
				t.Errorf("older than its limit: %s", got.Text)
			}
		}

		// One that was given up is one too many, however long ago that was.
		wait(s, 1, "slow", "discarded", 3*time.Hour)
		wait(s, 1, "default", "discarded", time.Hour)
		if got := editor.Get(path).Want(200); got.Int("items.3.count") != 2 || got.String("items.3.status") != "warning" ||
			got.String("items.3.count_status") != "warning" || got.String("items.3.age_status") != "ok" ||
			got.Int("items.3.age") < 3*3600 || got.Int("items.3.age") > 3*3600+15 {
			t.Errorf("got %s", got.Text)
		}
		editor.Get(path + "?page=1").Refused("page")
		s.Anyone().Get(path).Want(401)
	})
}

func TestAJobThatIsQueuedNowWaits(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s, editor := serve(t, d)
		if err := d.Write(t.Context(), func(tx *db.Tx) error {
			return s.Queue.Insert(t.Context(), tx, letter{},
				letter{})
		}); err != nil {
			t.Fatal(err)
		}
		if got := editor.Get("dashboard/queue-status").Want(200); got.Int("items.1.count") != 2 ||
			got.Int("items.1.age") > 10 || got.String("items.1.status") != "ok" {
			t.Errorf("got %s", got.Text)
		}
		s.RunJobs()
		if got := editor.Get("dashboard/queue-status").Want(200); got.Int("items.1.count") != 0 ||
			got.Int("items.1.age") != 0 {
			t.Errorf("got %s", got.Text)
		}
	})
}

// furnish fills the house: Ana (21) has made items 3 and 4, 5 is by somebody who is gone, and 6 is in the trash.
func furnish(s *kittest.Server) time.Time {
	now := clock.Now()
	s.Exec(`INSERT INTO partners (id, account_type_id, name, name_key, slug, alt_id, created_at, updated_at) VALUES (2, 11, 'Aurora', 'aurora', 'aurora', 'p2', ?, ?)`, now, now)
	s.Exec(`INSERT INTO users (id, first_name, last_name, email, alt_id, created_at, updated_at) VALUES (21, 'Ana', 'Lopes', 'ana@x.example', 'u21', ?, ?)`, now, now)
	s.Exec(`INSERT INTO collections (id, alt_id, name, name_key, partner_id, language_id, created_at, updated_at) VALUES
		(31, 'c31', 'Lisbon walks', 'lisbon walks', 2, 1, ?, ?), (32, 'c32', 'Porto', 'porto', 2, 1, ?, ?), (33, 'c33', 'Gone', 'gone', 2, 1, ?, ?)`, now, now, now, now, now, now)
	s.Exec("UPDATE collections SET deleted_at = ? WHERE id = 33", now)
	for id, row := range map[int64][3]any{
		1: {"content", nil, false}, 2: {"image", nil, false}, 3: {"content", 21, true},
		4: {"image", 21, true}, 5: {"content", nil, true}, 6: {"content", 21, true},
	} {
		s.Exec(`INSERT INTO content (id, title, title_key, type_id, partner_id, block_type, created_by_id, by_user, created_at, updated_at) VALUES (?, ?, ?, 2, 2, ?, ?, ?, ?, ?)`,
			id, fmt.Sprintf("Item %d", id), fmt.Sprintf("item %d", id), row[0], row[1], row[2], now, now)
	}
	s.Exec(`INSERT INTO destinations (id, name, name_key, label, label_key, path, search_text, created_at, updated_at) VALUES (7, 'Porto', 'porto', 'Porto', 'porto', '/7/', '', ?, ?)`, now, now)
	s.Exec("INSERT INTO content_destinations (content_id, destination_id) VALUES (1, 7), (4, 7)")
	for i, pair := range [][2]int64{{31, 1}, {31, 2}, {32, 1}, {33, 1}, {31, 6}, {32, 3}} {
		byUser := pair != [2]int64{32, 3}
		at := now.Add(-time.Duration(i) * time.Hour)
		if i == 1 {
			at = now // at the same moment as the first
		}
		s.Exec("INSERT INTO collection_content (collection_id, content_id, added_at, by_user) VALUES (?, ?, ?, ?)", pair[0],
			pair[1], at, byUser)
	}
	s.Exec("UPDATE content SET deleted_at = ? WHERE id = 6", now)
	return now
}

func TestTablesShowWhatHappenedLately(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s, editor := serve(t, d)
		for _, path := range []string{
			"content-added-to-collections", "content-added-by-users",
			"content-with-no-destination",
		} {
			if got := editor.Get("dashboard/" + path).Want(200); got.Int("meta.total") != 0 || len(got.Column("id")) != 0 ||
				got.Int("meta.last_page") != 1 {
				t.Errorf("%s: %s", path, got.Text)
			}
		}
		now := furnish(s)

		t.Run("what users put into collections", func(t *testing.T) {
			list := editor.Get("dashboard/content-added-to-collections").Want(200)
			if list.Int("meta.total") != 3 || len(list.Column("id")) != 3 || !slices.Equal(list.Keys("items.0"),
				[]string{"added_at", "collection", "content"}) {
				t.Fatalf("got %s", list.Text)
			}
			for i, want := range []string{
				"2 Item 2 image in 31 Lisbon walks", "1 Item 1 content in 31 Lisbon walks",
				"1 Item 1 content in 32 Porto",
			} {
				at := fmt.Sprintf("items.%d.", i)
				got := fmt.Sprintf("%d %s %s in %d %s", list.Int(at+"content.id"), list.String(at+"content.title"),
					list.String(at+"content.block_type"), list.Int(at+"collection.id"), list.String(at+"collection.name"))
				if got != want {
					t.Errorf("%d. is %q, want %q", i, got, want)
				}
			}
			if got := list.String("items.0.added_at"); got != now.Format(time.RFC3339Nano) {
				t.Errorf("added at %s, want %s", got, now)
			}
		})
		t.Run("what users made", func(t *testing.T) {
			list := editor.Get("dashboard/content-added-by-users").Want(200)
			if got := list.Column("id"); !slices.Equal(got, []string{"5", "4", "3"}) || list.Int("meta.total") != 3 ||
				!slices.Equal(list.Keys("items.0"), []string{"block_type", "created_at", "id", "partner", "title", "user"}) {
				t.Fatalf("got %s", list.Text)
			}
			if list.Value("items.0.user") != nil || list.String("items.1.user.full_name") != "Ana Lopes" ||
				list.String("items.1.user.email") != "ana@x.example" || list.Int("items.1.user.id") != 21 ||
				list.String("items.1.block_type") != "image" || list.String("items.1.partner.name") != "Aurora" ||
				list.String("items.2.title") != "Item 3" {
				t.Errorf("got %s", list.Text)
			}
		})
		t.Run("what has no destination", func(t *testing.T) {
			list := editor.Get("dashboard/content-with-no-destination").Want(200)
			if got := list.Column("id"); !slices.Equal(got, []string{"5", "3", "2"}) || !slices.Equal(list.Keys("items.0"),
				[]string{"block_type", "created_at", "id", "title", "updated_at"}) {
				t.Errorf("got %s", list.Text)
			}
		})
		t.Run("page by page", func(t *testing.T) {
			for _, path := range []string{
				"content-added-to-collections", "content-added-by-users",
				"content-with-no-destination",
			} {
				path = "dashboard/" + path
				first, second, beyond := editor.Get(path+"?per_page=2").Want(200), editor.Get(path+"?per_page=2&page=2").Want(200),
					editor.Get(path+"?per_page=2&page=3").Want(200)
				if len(first.Column("id")) != 2 || len(second.Column("id")) != 1 || len(beyond.Column("id")) != 0 ||
					second.Int("meta.last_page") != 2 || second.Int("meta.total") != 3 {
					t.Errorf("%s: %s %s %s", path, first.Text, second.Text, beyond.Text)
				}
				editor.Get(path + "?page=0").Refused("page")
				editor.Get(path+"?page=x&per_page=101").Refused("page", "per_page")
				editor.Get(path + "?sort=title").Refused("sort")
				s.Anyone().Get(path).Want(401)
				s.Admin().Post(path, "{}").Want(405)
			}
		})
		t.Run("and counts up to the cap", func(t *testing.T) {
			for thousand := range 6 {
				args := []any{}
				for n := range 1000 {
					args = append(args, 1000*(thousand+1)+n, now, now)
				}
				rows := strings.Join(slices.Repeat([]string{"(?, 'x', 'x', 2, 2, TRUE, ?, ?)"}, 1000), ", ")
				s.Exec("INSERT INTO content (id, title, title_key, type_id, partner_id, by_user, created_at, updated_at) VALUES "+
					rows, args...)
			}
			for _, path := range []string{"content-added-by-users", "content-with-no-destination"} {
				if got := editor.Get("dashboard/" + path).Want(200); got.Int("meta.total") != 5000 ||
					got.Value("meta.total_is_capped") != true || got.Value("meta.last_page") != nil || len(got.Column("id")) != 25 {
					t.Errorf("%s: %v", path, got.Value("meta"))
				}
			}
		})
	})
}
