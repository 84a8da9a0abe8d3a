package jobs_test

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/kittest"
)

// riverTime converts a time to the form in which River stores it.
func riverTime(d *db.DB, at time.Time) any {
	if d.Engine == db.SQLite {
		return at.UTC().Format("2006-01-02 15:04:05.999")
	}
	return at
}

func TestOutage(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		var runs atomic.Int32
		q := openQueue(t, d, func(context.Context, jobs.Job[note]) error {
			runs.Add(1)
			return fmt.Errorf("send: %w", syscall.ECONNREFUSED)
		})
		t.Run("postpones a job without using up its attempts", func(t *testing.T) {
			insert(t, d, q, "postponed")
			start(t, q)
			waitFor(t, "the job to be postponed", func() bool {
				return runs.Load() > 0 && (state(t, d) == "scheduled" || state(t, d) == "available")
			})
			if err := q.Stop(context.Background()); err != nil {
				t.Fatal(err)
			}
			left, err := db.Value[int](t.Context(), d.Read(), "SELECT max_attempts - attempt FROM river_job")
			if err != nil || left != 5 {
				t.Errorf("%d attempts are left, want all 5 (%v)", left, err)
			}
		})
		t.Run("fails a job that has been waiting for more than a day", func(t *testing.T) {
			exec(t, d, `UPDATE river_job SET created_at = ?, attempt = max_attempts - 1, state = 'available', scheduled_at = ?`,
				riverTime(d, time.Now().Add(-25*time.Hour)), riverTime(d, time.Now().Add(-time.Second)))
			q := openQueue(t, d, func(context.Context, jobs.Job[note]) error {
				return fmt.Errorf("send: %w", syscall.ECONNREFUSED)
			})
			start(t, q)
			waitFor(t, "the job to fail", func() bool { return state(t, d) == "discarded" })
		})
	})
}

func TestPanic(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		q := openQueue(t, d, func(context.Context, jobs.Job[note]) error { panic("unexpected") })
		insert(t, d, q, "panic")
		exec(t, d, "UPDATE river_job SET attempt = 4")
		start(t, q)
		waitFor(t, "the job to fail", func() bool { return state(t, d) == "discarded" })
		failed, _, err := q.Failed(t.Context(), jobs.FailedFilter{}, 10, 0)
		if err != nil || len(failed) != 1 || failed[0].Error != "unexpected" {
			t.Errorf("got %+v (%v)", failed, err)
		}
	})
}

func TestEvery(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		set := jobs.NewSet()
		ran := make(chan string, 10)
		jobs.Add(set, jobs.Analytics, func(_ context.Context, job jobs.Job[note]) error {
			ran <- job.Args.Text
			return nil
		})
		set.Every(time.Hour, note{"periodic"})
		q, err := jobs.Open(d, set, 1)
		if err != nil {
			t.Fatal(err)
		}
		start(t, q)
		select {
		case text := <-ran:
			if text != "periodic" {
				t.Errorf("ran %q", text)
			}
		case <-time.After(20 * time.Second):
			t.Fatal("the periodic job did not run at the start")
		}
		queue, err := db.Value[string](t.Context(), d.Read(), "SELECT queue FROM river_job WHERE kind = 'note'")
		if err != nil || queue != jobs.Analytics {
			t.Errorf("it ran on the queue %q (%v)", queue, err)
		}
	})
}

func TestMigrate(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		const count = "SELECT count(*) FROM river_migration"
		before, err := db.Value[int](t.Context(), d.Read(), count)
		if err := errors.Join(err, jobs.Migrate(t.Context(), d)); err != nil {
			t.Fatal(err)
		}
		if after, err := db.Value[int](t.Context(), d.Read(), count); err != nil || after != before || after == 0 {
			t.Errorf("%d migrations were applied, before there were %d (%v)", after, before, err)
		}
	})
}
