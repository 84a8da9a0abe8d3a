package jobs_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/write"
)

type note struct {
	Text string `json:"text"`
}

func (note) Kind() string { return "note" }

// leave writes the effect of a job: a row that says what it was told.
func leave(ctx context.Context, tx *db.Tx, text string) error {
	_, err := tx.Exec(ctx, "INSERT INTO installation (key, value) VALUES (?, '1') ON CONFLICT (key) DO UPDATE SET value = installation.value || '1'", text)
	return err
}

func effects(t *testing.T, d *db.DB, text string) string {
	t.Helper()
	list, err := db.All[string](t.Context(), d.Read(), "SELECT value FROM installation WHERE key = ?", text)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(list, "")
}

// queue opens a queue that runs notes.
func queue(t *testing.T, d *db.DB, run func(context.Context, jobs.Job[note]) error) *jobs.Queue {
	t.Helper()
	set := jobs.NewSet()
	jobs.Add(set, jobs.Default, run)
	q, err := jobs.Open(d, set, 2)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func insert(t *testing.T, d *db.DB, q *jobs.Queue, text string) {
	t.Helper()
	if err := d.Write(t.Context(), func(tx *db.Tx) error { return q.Insert(t.Context(), tx, note{text}) }); err != nil {
		t.Fatal(err)
	}
}

func until(t *testing.T, what string, is func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !is(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

func state(t *testing.T, d *db.DB) string {
	t.Helper()
	s, err := db.Value[string](t.Context(), d.Read(), "SELECT state FROM river_job ORDER BY id LIMIT 1")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestJobsBelongToTheirChange(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		q := queue(t, d, func(ctx context.Context, job jobs.Job[note]) error {
			return d.Write(ctx, func(tx *db.Tx) error { return errors.Join(leave(ctx, tx, job.Args.Text), job.Complete(ctx, tx)) })
		})
		refused := errors.New("refused")
		err := d.Write(t.Context(), func(tx *db.Tx) error {
			return errors.Join(q.Insert(t.Context(), tx, note{"never"}), refused)
		})
		if !errors.Is(err, refused) {
			t.Fatal(err)
		}
		insert(t, d, q, "once")
		if err := q.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		until(t, "the job", func() bool { return effects(t, d, "once") == "1" && state(t, d) == "completed" })
		if err := q.Stop(context.Background()); err != nil {
			t.Fatal(err)
		}
		if effects(t, d, "never") != "" {
			t.Error("a job of a change that was not made has run")
		}
	})
}

func TestAJobThatFailsIsGivenUpAndCanBeRetried(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		var fine atomic.Bool
		q := queue(t, d, func(ctx context.Context, job jobs.Job[note]) error {
			if !fine.Load() {
				return errors.New("the printer is out of paper")
			}
			return d.Write(ctx, func(tx *db.Tx) error { return errors.Join(leave(ctx, tx, job.Args.Text), job.Complete(ctx, tx)) })
		})
		insert(t, d, q, "letter")
		// Four of the five attempts are behind it: their pauses add up to minutes.
		if _, err := d.Writer().Exec(t.Context(), "UPDATE river_job SET attempt = 4"); err != nil {
			t.Fatal(err)
		}
		if err := q.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		defer func() { _ = q.Stop(context.Background()) }()
		until(t, "the job to be given up", func() bool { return state(t, d) == "discarded" })
		failed, total, err := q.Failed(t.Context(), jobs.FailedFilter{}, 10, 0)
		if err != nil || total != 1 || len(failed) != 1 {
			t.Fatalf("%d failed: %v", total, err)
		}
		if f := failed[0]; f.Error != "the printer is out of paper" || f.Kind != "note" || f.Queue != jobs.Default || f.Attempts != 5 || f.FailedAt == nil {
			t.Errorf("got %+v", f)
		}
		fine.Store(true)
		retry := func(id int64) error {
			return d.Write(t.Context(), func(tx *db.Tx) error { return q.Retry(t.Context(), tx, id) })
		}
		if err := retry(failed[0].ID); err != nil {
			t.Fatal(err)
		}
		until(t, "the retried job", func() bool { return effects(t, d, "letter") == "1" })
		if err := retry(failed[0].ID); !errors.Is(err, jobs.ErrNotFailed) {
			t.Errorf("retrying what is done: %v", err)
		}
		if err := retry(999); !errors.Is(err, jobs.ErrNotFailed) {
			t.Errorf("retrying what is not there: %v", err)
		}
	})
}

func TestStoppingLetsARunningJobEnd(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		started := make(chan struct{})
		q := queue(t, d, func(ctx context.Context, job jobs.Job[note]) error {
			close(started)
			time.Sleep(300 * time.Millisecond)
			return d.Write(ctx, func(tx *db.Tx) error { return leave(ctx, tx, job.Args.Text) })
		})
		insert(t, d, q, "slow")
		if err := q.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		<-started
		if err := q.Stop(context.Background()); err != nil {
			t.Fatal(err)
		}
		if effects(t, d, "slow") != "1" {
			t.Error("it was cut off")
		}
	})
}

// TestWorker is not a test: it is the process that the next one kills.
func TestWorker(t *testing.T) {
	address, moment := os.Getenv("WAYMARK_TEST_WORKER"), os.Getenv("WAYMARK_TEST_MOMENT")
	if address == "" {
		t.Skip("run by TestAKilledJobRunsAgainAndItsEffectIsThereOnce")
	}
	d, err := db.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	q := queue(t, d, func(ctx context.Context, job jobs.Job[note]) error {
		err := d.Write(ctx, func(tx *db.Tx) error {
			err := errors.Join(leave(ctx, tx, job.Args.Text), job.Complete(ctx, tx))
			if moment == "before the commit" {
				fmt.Println("ready to die")
				select {}
			}
			return err
		})
		fmt.Println("ready to die")
		<-ctx.Done()
		return err
	})
	if err := q.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	select {}
}

func TestAKilledJobRunsAgainAndItsEffectIsThereOnce(t *testing.T) {
	t.Parallel()
	for _, engine := range []db.Engine{db.SQLite, db.Postgres} {
		for _, moment := range []string{"before the commit", "after the commit"} {
			t.Run(string(engine)+" "+moment, func(t *testing.T) {
				t.Parallel()
				d, address := open(t, engine)
				q := queue(t, d, func(ctx context.Context, job jobs.Job[note]) error {
					return d.Write(ctx, func(tx *db.Tx) error { return errors.Join(leave(ctx, tx, job.Args.Text), job.Complete(ctx, tx)) })
				})
				insert(t, d, q, "letter")
				kill(t, address, moment)
				if engine == db.Postgres {
					// Other nodes may be at work on PostgreSQL, so an interrupted job is freed only after its time limit. This is what happens then.
					if _, err := d.Writer().Exec(t.Context(), "UPDATE river_job SET state = 'available' WHERE state = 'running'"); err != nil {
						t.Fatal(err)
					}
				}
				if err := q.Start(t.Context()); err != nil {
					t.Fatal(err)
				}
				until(t, "the job", func() bool { return state(t, d) == "completed" })
				if err := q.Stop(context.Background()); err != nil {
					t.Fatal(err)
				}
				if got := effects(t, d, "letter"); got != "1" {
					t.Errorf("its effect is there %d times", len(got))
				}
			})
		}
	}
}

func open(t *testing.T, engine db.Engine) (*db.DB, string) {
	t.Helper()
	if engine == db.SQLite {
		d := kittest.SQLite(t)
		return d, "sqlite:" + d.Path
	}
	address := kittest.PostgresURL(t)
	d, err := db.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	return d, address
}

// kill runs the job in a process of its own and kills that at the given moment.
func kill(t *testing.T, address, moment string) {
	t.Helper()
	worker := exec.Command(os.Args[0], "-test.run=^TestWorker$")
	worker.Env = append(os.Environ(), "WAYMARK_TEST_WORKER="+address, "WAYMARK_TEST_MOMENT="+moment)
	output, err := worker.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := worker.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(output)
	for lines.Scan() && lines.Text() != "ready to die" {
	}
	if err := worker.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = worker.Wait()
}

func TestUndeclaredJobsAreRefused(t *testing.T) {
	t.Parallel()
	d := kittest.SQLite(t)
	q := queue(t, d, func(context.Context, jobs.Job[note]) error { return nil })
	store := &write.Store{DB: d, Jobs: q}
	err := store.Do(t.Context(), func(tx *write.Tx) error { return tx.Enqueue(t.Context(), stranger{}) })
	if err == nil {
		t.Error("a job nobody can run was queued")
	}
}

type stranger struct{}

func (stranger) Kind() string { return "stranger" }

func TestJob_WaitsForTheEndOfAnOutage(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		var ran atomic.Bool
		q := queue(t, d, func(context.Context, jobs.Job[note]) error {
			ran.Store(true)
			return fmt.Errorf("send: %w", syscall.ECONNREFUSED)
		})
		insert(t, d, q, "postponed")
		if err := q.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		until(t, "the job to wait", func() bool { return ran.Load() && (state(t, d) == "scheduled" || state(t, d) == "available") })
		left, err := db.Value[int](t.Context(), d.Read(), "SELECT max_attempts - attempt FROM river_job")
		if err != nil || left != 5 {
			t.Errorf("%d attempts are left, want all 5 (%v)", left, err)
		}
		if err := q.Stop(context.Background()); err != nil {
			t.Fatal(err)
		}
	})
}

func TestSet_Once(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		running, release := make(chan struct{}), make(chan struct{})
		set := jobs.NewSet()
		jobs.Add(set, jobs.Default, func(context.Context, jobs.Job[note]) error {
			running <- struct{}{}
			<-release
			return nil
		})
		set.Once(note{})
		q, err := jobs.Open(d, set, 1)
		if err != nil {
			t.Fatal(err)
		}
		waiting := func() int64 {
			n, err := db.Value[int64](t.Context(), d.Read(), "SELECT count(*) FROM river_job WHERE state = 'available'")
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		for range 3 {
			insert(t, d, q, "first")
		}
		if n := waiting(); n != 1 {
			t.Errorf("%d jobs wait, want 1", n)
		}
		if err := q.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		<-running
		for range 3 {
			insert(t, d, q, "while one runs")
		}
		if n := waiting(); n != 1 {
			t.Errorf("%d jobs wait while one runs, want 1: the running one may have missed the change", n)
		}
		release <- struct{}{}
		<-running
		release <- struct{}{}
		if err := q.Stop(t.Context()); err != nil {
			t.Fatal(err)
		}
	})
}
