package failedjobs_test

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"

	"waymark/internal/features/failedjobs"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/kittest"
)

type testJob struct{}

func (testJob) Kind() string { return "letter" }

func TestFailedJobs_ListAndRetry(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		var succeeds atomic.Bool
		s := kittest.Serve(t, d, func(s *kittest.Server, set *jobs.Set) {
			jobs.Add(set, jobs.Slow, func(context.Context, jobs.Job[testJob]) error {
				if !succeeds.Load() {
					return errors.New("no stamp")
				}
				return nil
			})
		})
		failedjobs.Mount(s.Kit.API, s.Kit.Store, s.Queue)
		admin, editor := s.Admin(), s.Editor()
		err := d.Write(t.Context(), func(tx *db.Tx) error { return s.Queue.Insert(t.Context(), tx, testJob{}) })
		if err != nil {
			t.Fatal(err)
		}
		s.Exec("UPDATE river_job SET attempt = 4") // The next attempt is the last one.
		s.RunJobs()
		list := admin.Get("failed-jobs").Want(200)
		if list.Int("meta.total") != 1 || list.String("items.0.kind") != "letter" ||
			list.String("items.0.error") != "no stamp" || list.String("items.0.queue") != "slow" {
			t.Errorf("got %s", list.Text)
		}
		path := fmt.Sprintf("failed-jobs/%d/retry", list.Int("items.0.id"))
		editor.Post(path, nil).Want(403)
		succeeds.Store(true)
		admin.Post(path, nil).Want(204)
		admin.Post(path, nil).Want(404)
		s.RunJobs()
		if got := admin.Get("failed-jobs").Int("meta.total"); got != 0 {
			t.Errorf("got %d failed jobs, want 0", got)
		}
		if n := s.Count("SELECT count(*) FROM audit_log WHERE action = 'retried'"); n != 1 {
			t.Error("the retry wrote no audit entry")
		}
	})
}

func TestFailedJobs_RetryMany(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		var runs atomic.Int64
		s := kittest.Serve(t, d, func(_ *kittest.Server, set *jobs.Set) {
			jobs.Add(set, jobs.Slow, func(context.Context, jobs.Job[testJob]) error { runs.Add(1); return nil })
		})
		failedjobs.Mount(s.Kit.API, s.Kit.Store, s.Queue)
		admin, editor := s.Admin(), s.Editor()
		fail := func(n int) {
			t.Helper()
			err := d.Write(t.Context(), func(tx *db.Tx) error {
				for range n {
					if err := s.Queue.InsertFailed(t.Context(), tx, testJob{}, clock.Now(), "no stamp"); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		retry := func(body any, retried, skipped int64) {
			t.Helper()
			got := admin.Post("failed-jobs/retry", body).Want(200)
			if got.Int("retried") != retried || got.Int("skipped") != skipped {
				t.Errorf("got %s, want %d retried and %d skipped", got.Text, retried, skipped)
			}
		}
		fail(4)
		list := admin.Get("failed-jobs").Want(200)
		if list.Int("meta.total") != 4 || list.Int("items.0.attempts") != 5 || list.String("items.0.error") != "no stamp" ||
			list.Value("items.0.failed_at") == nil {
			t.Errorf("got %s", list.Text)
		}
		first, second := list.Int("items.0.id"), list.Int("items.1.id")

		t.Run("refuses invalid requests", func(t *testing.T) {
			for _, body := range []any{
				"{}", `{"ids":[]}`, `{"ids":"all"}`, `{"ids":[1],"filter":{}}`,
				map[string]any{"ids": make([]int64, 5001)},
			} {
				admin.Post("failed-jobs/retry", body).Refused("ids")
			}
			admin.Post("failed-jobs/retry", `{"filter":{"page":"1"}}`).Refused("filter")
			admin.Post("failed-jobs/retry", `{"filter":[]}`).Refused("filter")
			admin.Post("failed-jobs/retry", `{"filter":{"queue":"fast"}}`).Refused("queue")
			admin.Get("failed-jobs?queue=fast").Refused("queue")
			editor.Post("failed-jobs/retry", map[string]any{"ids": []int64{first}}).Want(403)
			if got := admin.Get("failed-jobs").Int("meta.total"); got != 4 {
				t.Errorf("got %d failed jobs, want 4", got)
			}
		})
		t.Run("retries jobs by id once, with one audit entry", func(t *testing.T) {
			retry(map[string]any{"ids": []int64{first, second, first, 999_999}}, 2, 1)
			retry(map[string]any{"ids": []int64{first, second}}, 0, 2)
			if n := s.Count("SELECT count(*) FROM audit_log WHERE action = 'retried' AND record_name = '2 jobs'"); n != 1 {
				t.Errorf("audit entries: got %d, want 1", n)
			}
		})
		t.Run("retries all jobs that match a filter", func(t *testing.T) {
			for query, want := range map[string]int64{
				"kind=letter": 2, "kind=parcel": 0, "queue=slow": 2, "queue=default": 0, "queue=slow&kind=letter": 2,
			} {
				if got := admin.Get("failed-jobs?" + query).Want(200).Int("meta.total"); got != want {
					t.Errorf("%s: got %d, want %d", query, got, want)
				}
			}
			retry(`{"filter":{"queue":"default"}}`, 0, 0)
			retry(`{"filter":{"queue":"slow"}}`, 2, 0)
			retry(`{"filter":{}}`, 0, 0)
			s.RunJobs()
			if got := runs.Load(); got != 4 {
				t.Errorf("got %d runs, want 4", got)
			}
		})
	})
}
