package failedjobs_test

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"

	"waymark/internal/features/failedjobs"
	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/kittest"
)

type letter struct{}

func (letter) Kind() string { return "letter" }

func TestFailedJobsAreListedAndRetried(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		var fine atomic.Bool
		s := kittest.Serve(t, d, func(s *kittest.Server, set *jobs.Set) {
			jobs.Add(set, jobs.Slow, func(context.Context, jobs.Job[letter]) error {
				if !fine.Load() {
					return errors.New("no stamp")
				}
				return nil
			})
		})
		failedjobs.Mount(s.Kit.API, s.Kit.Store, s.Queue)
		admin, editor := s.Admin(), s.Editor()
		if err := d.Write(t.Context(), func(tx *db.Tx) error { return s.Queue.Insert(t.Context(), tx, letter{}) }); err != nil {
			t.Fatal(err)
		}
		s.Exec("UPDATE river_job SET attempt = 4") // the last attempt is next
		s.RunJobs()
		list := admin.Get("failed-jobs").Want(200)
		if list.Int("meta.total") != 1 || list.String("items.0.kind") != "letter" || list.String("items.0.error") != "no stamp" || list.String("items.0.queue") != "slow" {
			t.Errorf("got %s", list.Text)
		}
		path := fmt.Sprintf("failed-jobs/%d/retry", list.Int("items.0.id"))
		editor.Post(path, nil).Want(403)
		fine.Store(true)
		admin.Post(path, nil).Want(204)
		admin.Post(path, nil).Want(404)
		s.RunJobs()
		if got := admin.Get("failed-jobs").Int("meta.total"); got != 0 {
			t.Errorf("%d are still failed", got)
		}
		if n := s.Count("SELECT count(*) FROM audit_log WHERE action = 'retried'"); n != 1 {
			t.Error("the audit log does not tell")
		}
	})
}
