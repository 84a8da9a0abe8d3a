package jobs_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	osexec "os/exec"
	"strings"
	"sync/atomic"
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

// mark is the effect of a job in these tests: it counts the runs with this text.
func mark(ctx context.Context, tx *db.Tx, text string) error {
	_, err := tx.Exec(ctx, `INSERT INTO installation (key, value) VALUES (?, '1')
		ON CONFLICT (key) DO UPDATE SET value = installation.value || '1'`, text)
	return err
}

// marks returns how often mark was called with a text.
func marks(t *testing.T, d *db.DB, text string) int {
	t.Helper()
	list, err := db.All[string](t.Context(), d.Read(), "SELECT value FROM installation WHERE key = ?", text)
	if err != nil {
		t.Fatal(err)
	}
	return len(strings.Join(list, ""))
}

// markAndComplete returns a job that marks its text and completes in the same transaction.
func markAndComplete(d *db.DB) func(context.Context, jobs.Job[note]) error {
	return func(ctx context.Context, job jobs.Job[note]) error {
		return d.Write(ctx, func(tx *db.Tx) error {
			return errors.Join(mark(ctx, tx, job.Args.Text), job.Complete(ctx, tx))
		})
	}
}

// openQueue opens a queue that runs notes.
func openQueue(t *testing.T, d *db.DB, run func(context.Context, jobs.Job[note]) error) *jobs.Queue {
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

// start runs the queue until the test ends, or until it is stopped.
func start(t *testing.T, q *jobs.Queue) {
	t.Helper()
	if err := q.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = q.Stop(context.Background()) })
}

// waitFor polls until a condition is true.
func waitFor(t *testing.T, what string, condition func() bool) {
	t.Helper()
	poll := time.NewTicker(20 * time.Millisecond)
	defer poll.Stop()
	deadline := time.After(20 * time.Second)
	for !condition() {
		select {
		case <-poll.C:
		case <-deadline:
			t.Fatalf("timed out waiting for %s", what)
		}
	}
}

func exec(t *testing.T, d *db.DB, query string, args ...any) {
	t.Helper()
	if _, err := d.Writer().Exec(t.Context(), query, args...); err != nil {
		t.Fatal(err)
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

func TestInsert_Transaction(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		q := openQueue(t, d, markAndComplete(d))
		refused := errors.New("refused")
		err := d.Write(t.Context(), func(tx *db.Tx) error {
			return errors.Join(q.Insert(t.Context(), tx, note{"never"}), refused)
		})
		if !errors.Is(err, refused) {
			t.Fatal(err)
		}
		insert(t, d, q, "once")
		start(t, q)
		waitFor(t, "the job", func() bool { return marks(t, d, "once") == 1 && state(t, d) == "completed" })
		if err := q.Stop(context.Background()); err != nil {
			t.Fatal(err)
		}
		if marks(t, d, "never") != 0 {
			t.Error("a job ran although its transaction was rolled back")
		}
	})
}

func TestFailedJob_Retry(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		var repaired, last atomic.Bool
		q := openQueue(t, d, func(ctx context.Context, job jobs.Job[note]) error {
			if !repaired.Load() {
				last.Store(job.LastAttempt())
				return errors.New("the printer is out of paper")
			}
			return markAndComplete(d)(ctx, job)
		})
		insert(t, d, q, "letter")
		// The pauses between five attempts add up to minutes, so four of them are skipped.
		exec(t, d, "UPDATE river_job SET attempt = 4")
		start(t, q)
		waitFor(t, "the job to fail", func() bool { return state(t, d) == "discarded" })
		if !last.Load() {
			t.Error("the job did not know that this was its last attempt")
		}
		failed, total, err := q.Failed(t.Context(), jobs.FailedFilter{}, 10, 0)
		if err != nil || total != 1 || len(failed) != 1 {
			t.Fatalf("%d failed: %v", total, err)
		}
		f := failed[0]
		if f.Error != "the printer is out of paper" || f.Kind != "note" || f.Queue != jobs.Default || f.Attempts != 5 {
			t.Errorf("got %+v", f)
		}
		if f.FailedAt == nil || f.FailedAt.Location() != time.UTC || time.Since(*f.FailedAt).Abs() > time.Minute {
			t.Errorf("it failed at %v", f.FailedAt)
		}
		repaired.Store(true)
		retry := func(id int64) error {
			return d.Write(t.Context(), func(tx *db.Tx) error { return q.Retry(t.Context(), tx, id) })
		}
		if err := retry(failed[0].ID); err != nil {
			t.Fatal(err)
		}
		waitFor(t, "the retried job", func() bool { return marks(t, d, "letter") == 1 })
		if err := retry(failed[0].ID); !errors.Is(err, jobs.ErrNotFailed) {
			t.Errorf("retrying a completed job: %v", err)
		}
		if err := retry(999); !errors.Is(err, jobs.ErrNotFailed) {
			t.Errorf("retrying a job that does not exist: %v", err)
		}
	})
}

func TestStop(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		t.Run("waits for a running job", func(t *testing.T) {
			started := make(chan struct{})
			q := openQueue(t, d, func(ctx context.Context, job jobs.Job[note]) error {
				close(started)
				select {
				case <-ctx.Done():
					return ctx.Err()
				case <-time.After(200 * time.Millisecond): // long enough for Stop to be called
				}
				return markAndComplete(d)(ctx, job)
			})
			insert(t, d, q, "slow")
			start(t, q)
			<-started
			if err := q.Stop(context.Background()); err != nil {
				t.Fatal(err)
			}
			if marks(t, d, "slow") != 1 {
				t.Error("the job was cancelled")
			}
		})
		past, cancelPast := context.WithTimeout(context.Background(), 10*time.Millisecond)
		defer cancelPast()
		ended, end := context.WithCancel(context.Background())
		end()
		cancels := func(t *testing.T, ctx context.Context) {
			t.Helper()
			started, cancelled := make(chan struct{}), make(chan error, 1)
			q := openQueue(t, d, func(ctx context.Context, _ jobs.Job[note]) error {
				close(started)
				<-ctx.Done()
				cancelled <- ctx.Err()
				return ctx.Err()
			})
			insert(t, d, q, "endless")
			start(t, q)
			<-started
			if err := q.Stop(ctx); err != nil {
				t.Errorf("got %v", err)
			}
			if err := <-cancelled; !errors.Is(err, context.Canceled) {
				t.Errorf("the job got %v", err)
			}
		}
		t.Run("cancels a job that is still running at the deadline", func(t *testing.T) { cancels(t, past) })
		t.Run("cancels running jobs if the context is cancelled", func(t *testing.T) { cancels(t, ended) })
	})
}

// TestWorker is not a test but the process that TestKilledJob kills.
func TestWorker(t *testing.T) {
	address, moment := os.Getenv("WAYMARK_TEST_WORKER"), os.Getenv("WAYMARK_TEST_MOMENT")
	if address == "" {
		t.Skip("run by TestKilledJob")
	}
	d, err := db.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	q := openQueue(t, d, func(ctx context.Context, job jobs.Job[note]) error {
		err := d.Write(ctx, func(tx *db.Tx) error {
			err := errors.Join(mark(ctx, tx, job.Args.Text), job.Complete(ctx, tx))
			if moment == "before the commit" {
				fmt.Println(readyToBeKilled)
				select {}
			}
			return err
		})
		fmt.Println(readyToBeKilled)
		<-ctx.Done()
		return err
	})
	if err := q.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	select {}
}

const readyToBeKilled = "ready to be killed"

func TestKilledJob(t *testing.T) {
	t.Parallel()
	for _, engine := range []db.Engine{db.SQLite, db.Postgres} {
		for _, moment := range []string{"before the commit", "after the commit"} {
			t.Run(string(engine)+" "+moment, func(t *testing.T) {
				t.Parallel()
				d, address := open(t, engine)
				q := openQueue(t, d, markAndComplete(d))
				insert(t, d, q, "letter")
				kill(t, address, moment)
				if engine == db.Postgres {
					// Other nodes may be running jobs on PostgreSQL, so River releases an interrupted job only after its time
					// limit. This does the same at once.
					exec(t, d, "UPDATE river_job SET state = 'available' WHERE state = 'running'")
				}
				start(t, q)
				waitFor(t, "the job", func() bool { return state(t, d) == "completed" })
				if err := q.Stop(context.Background()); err != nil {
					t.Fatal(err)
				}
				if got := marks(t, d, "letter"); got != 1 {
					t.Errorf("the job took effect %d times", got)
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

// kill runs the job in another process and kills that process at the given moment.
func kill(t *testing.T, address, moment string) {
	t.Helper()
	worker := osexec.Command(os.Args[0], "-test.run=^TestWorker$")
	worker.Env = append(os.Environ(), "WAYMARK_TEST_WORKER="+address, "WAYMARK_TEST_MOMENT="+moment)
	output, err := worker.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := worker.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(output)
	for lines.Scan() && lines.Text() != readyToBeKilled {
	}
	if err := worker.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = worker.Wait()
}

func TestInsert_Undeclared(t *testing.T) {
	t.Parallel()
	d := kittest.SQLite(t)
	q := openQueue(t, d, func(context.Context, jobs.Job[note]) error { return nil })
	store := &write.Store{DB: d, Jobs: q}
	err := store.Do(t.Context(), func(tx *write.Tx) error { return tx.Enqueue(t.Context(), undeclared{}) })
	if err == nil {
		t.Error("an undeclared job was queued")
	}
	err = d.Write(t.Context(), func(tx *db.Tx) error {
		return q.InsertFailed(t.Context(), tx, undeclared{}, time.Now(), "reason")
	})
	if err == nil {
		t.Error("an undeclared failed job was inserted")
	}
}

type undeclared struct{}

func (undeclared) Kind() string { return "undeclared" }

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
