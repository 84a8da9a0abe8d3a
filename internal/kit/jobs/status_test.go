package jobs_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/kittest"
)

type report struct {
	Month int `json:"month"`
}

func (report) Kind() string { return "report" }

// openTwoQueues opens a queue that runs notes on the default queue and reports on the slow one.
func openTwoQueues(t *testing.T, d *db.DB) *jobs.Queue {
	t.Helper()
	set := jobs.NewSet()
	jobs.Add(set, jobs.Default, func(context.Context, jobs.Job[note]) error { return nil })
	jobs.Add(set, jobs.Slow, func(context.Context, jobs.Job[report]) error { return nil })
	q, err := jobs.Open(d, set, 2)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func TestWaiting(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		q := openTwoQueues(t, d)
		waiting := func() map[string]jobs.Backlog {
			t.Helper()
			found, err := q.Waiting(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return found
		}
		if got := waiting()[jobs.Default]; got.Count != 0 || got.Since != nil || got.Age(time.Now()) != 0 {
			t.Errorf("an empty queue has the backlog %+v", got)
		}
		now := time.Now()
		for _, job := range []struct {
			args  jobs.Args
			state string
			at    time.Time
		}{
			{note{"old"}, "available", now.Add(-time.Hour)},
			{note{"retried"}, "retryable", now.Add(-time.Minute)},
			{note{"scheduled"}, "scheduled", now.Add(-time.Minute)},
			{note{"later"}, "scheduled", now.Add(time.Hour)},
			{note{"running"}, "running", now.Add(-2 * time.Hour)},
			{report{1}, "available", now},
		} {
			if err := d.Write(t.Context(), func(tx *db.Tx) error { return q.Insert(t.Context(), tx, job.args) }); err != nil {
				t.Fatal(err)
			}
			newest := "(SELECT max(id) FROM river_job)"
			exec(t, d, "UPDATE river_job SET state = '"+job.state+"', scheduled_at = ? WHERE id = "+newest, riverTime(d, job.at))
		}
		got := waiting()
		if backlog := got[jobs.Default]; backlog.Count != 3 || backlog.Age(now).Round(time.Minute) != time.Hour {
			t.Errorf("the default queue has %d jobs for %v, want 3 for an hour", backlog.Count, backlog.Age(now))
		}
		if backlog := got[jobs.Slow]; backlog.Count != 1 || backlog.Age(now) > time.Minute {
			t.Errorf("the slow queue has %d jobs for %v, want 1", backlog.Count, backlog.Age(now))
		}
		if backlog := got[jobs.Analytics]; backlog.Count != 0 {
			t.Errorf("the analytics queue has %d jobs", backlog.Count)
		}
	})
}

// insertFailed inserts a failed note, a failed report and another failed note, and a job that has not failed.
func insertFailed(t *testing.T, d *db.DB, q *jobs.Queue, now time.Time) {
	t.Helper()
	for _, job := range []struct {
		args jobs.Args
		age  time.Duration
	}{{note{"first"}, 3 * time.Hour}, {report{1}, 2 * time.Hour}, {note{"second"}, time.Hour}} {
		err := d.Write(t.Context(), func(tx *db.Tx) error {
			return q.InsertFailed(t.Context(), tx, job.args, now.Add(-job.age), fmt.Sprint("failed ", job.age))
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	insert(t, d, q, "not failed")
}

func list(t *testing.T, d *db.DB, q *jobs.Queue, filter jobs.FailedFilter, limit, offset int) []*jobs.FailedJob {
	t.Helper()
	failed, total, err := q.Failed(t.Context(), filter, limit, offset)
	if err != nil {
		t.Fatal(err)
	}
	if counted, err := q.CountFailed(t.Context(), d.Read(), filter); err != nil || counted != total {
		t.Errorf("counted %d, listed %d (%v)", counted, total, err)
	}
	return failed
}

func TestFailed(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		q, now := openTwoQueues(t, d), time.Now().UTC().Truncate(time.Second)
		insertFailed(t, d, q, now)
		all := list(t, d, q, jobs.FailedFilter{}, 10, 0)
		if len(all) != 3 {
			t.Fatalf("%d jobs, want 3", len(all))
		}
		t.Run("lists the newest first, with their arguments and last error", func(t *testing.T) {
			first, last := all[0], all[2]
			if string(first.Arguments) != `{"text": "second"}` && string(first.Arguments) != `{"text":"second"}` {
				t.Errorf("the arguments are %s", first.Arguments)
			}
			if first.Error != "failed 1h0m0s" || first.Queue != jobs.Default || first.Attempts != 5 || first.FailedAt == nil {
				t.Errorf("got %+v", first)
			}
			if last.Error != "failed 3h0m0s" || !last.FailedAt.Equal(now.Add(-3*time.Hour)) ||
				!last.CreatedAt.Equal(*last.FailedAt) {
				t.Errorf("got %+v", last)
			}
		})
		t.Run("is filtered and paged", func(t *testing.T) {
			for name, c := range map[string]struct {
				filter        jobs.FailedFilter
				limit, offset int
				want          []int64
			}{
				"by kind":   {jobs.FailedFilter{Kind: "report"}, 10, 0, []int64{all[1].ID}},
				"by queue":  {jobs.FailedFilter{Queue: jobs.Default}, 10, 0, []int64{all[0].ID, all[2].ID}},
				"by both":   {jobs.FailedFilter{Kind: "report", Queue: jobs.Default}, 10, 0, []int64{}},
				"by ids":    {jobs.FailedFilter{IDs: []int64{all[2].ID, 999}}, 10, 0, []int64{all[2].ID}},
				"by no ids": {jobs.FailedFilter{IDs: []int64{}}, 10, 0, []int64{}},
				"page 1":    {jobs.FailedFilter{}, 2, 0, []int64{all[0].ID, all[1].ID}},
				"page 2":    {jobs.FailedFilter{}, 2, 2, []int64{all[2].ID}},
			} {
				ids := []int64{}
				for _, failed := range list(t, d, q, c.filter, c.limit, c.offset) {
					ids = append(ids, failed.ID)
				}
				if fmt.Sprint(ids) != fmt.Sprint(c.want) {
					t.Errorf("%s: got %v, want %v", name, ids, c.want)
				}
			}
		})
	})
}

func TestFailedBacklog(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		q, now := openTwoQueues(t, d), time.Now().UTC().Truncate(time.Second)
		if backlog, err := q.FailedBacklog(t.Context()); err != nil || backlog != (jobs.Backlog{}) {
			t.Errorf("without failed jobs: %+v (%v)", backlog, err)
		}
		insertFailed(t, d, q, now)
		backlog, err := q.FailedBacklog(t.Context())
		if err != nil || backlog.Count != 3 || backlog.Age(now) != 3*time.Hour {
			t.Errorf("got %+v (%v)", backlog, err)
		}
	})
}

func TestRetryMany(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		q := openTwoQueues(t, d)
		insertFailed(t, d, q, time.Now())
		all := list(t, d, q, jobs.FailedFilter{}, 10, 0)
		var retried []int64
		err := d.Write(t.Context(), func(tx *db.Tx) (err error) {
			retried, err = q.RetryMany(t.Context(), tx, jobs.FailedFilter{}, 2)
			return err
		})
		if err != nil || fmt.Sprint(retried) != fmt.Sprint([]int64{all[2].ID, all[1].ID}) {
			t.Errorf("retried %v (%v), want the two oldest", retried, err)
		}
		if left := list(t, d, q, jobs.FailedFilter{}, 10, 0); len(left) != 1 || left[0].ID != all[0].ID {
			t.Errorf("%d failed jobs are left", len(left))
		}
	})
}

func TestQueue_DatabaseFailure(t *testing.T) {
	t.Parallel()
	d := kittest.SQLite(t)
	q := openTwoQueues(t, d)
	exec(t, d, "ALTER TABLE river_job RENAME TO river_job_gone")
	_, waitingErr := q.Waiting(t.Context())
	_, backlogErr := q.FailedBacklog(t.Context())
	_, _, failedErr := q.Failed(t.Context(), jobs.FailedFilter{}, 10, 0)
	insertErr := d.Write(t.Context(), func(tx *db.Tx) error { return q.Insert(t.Context(), tx, note{"x"}) })
	retryErr := d.Write(t.Context(), func(tx *db.Tx) error { return q.Retry(t.Context(), tx, 1) })
	manyErr := d.Write(t.Context(), func(tx *db.Tx) error {
		_, err := q.RetryMany(t.Context(), tx, jobs.FailedFilter{}, 10)
		return err
	})
	for name, err := range map[string]error{
		"Waiting": waitingErr, "FailedBacklog": backlogErr, "Failed": failedErr, "Insert": insertErr, "Retry": retryErr,
		"RetryMany": manyErr, "Start": q.Start(t.Context()),
	} {
		if err == nil || errors.Is(err, jobs.ErrNotFailed) {
			t.Errorf("%s: got %v, want the error of the database", name, err)
		}
	}
}
