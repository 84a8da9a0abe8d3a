// Package jobs runs background jobs on four queues. The queues are stored in the same database as the data, so that a
// change and the jobs it queues are committed together.
package jobs

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riverdatabasesql"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	"github.com/riverqueue/river/rivermigrate"
	"github.com/riverqueue/river/rivertype"

	"waymark/internal/kit/db"
	"waymark/internal/kit/tracing"
	"waymark/internal/kit/unavailable"
)

// The queues.
const (
	Default   = "default"
	Slow      = "slow"
	Analytics = "analytics"
	Links     = "links"
)

const (
	maxAttempts = 5
	timeout     = 10 * time.Minute
	keepFailed  = 30 * 24 * time.Hour
)

// Args are the arguments of a job. Kind is its stored name and must never change.
type Args = river.JobArgs

// Inserter queues jobs in the transaction of the change that causes them.
type Inserter interface {
	Insert(ctx context.Context, tx *db.Tx, args ...Args) error
}

// Set is the set of declared jobs. Call Add and Every before Open.
type Set struct {
	workers  *river.Workers
	queues   map[string]string
	once     map[string]bool
	periodic []*river.PeriodicJob
}

// NewSet returns an empty set.
func NewSet() *Set {
	return &Set{workers: river.NewWorkers(), queues: map[string]string{}, once: map[string]bool{}}
}

// Job is one run of a job.
type Job[A Args] struct {
	Args A
	row  *river.Job[A]
}

// LastAttempt reports whether the job is not retried if this run fails.
func (j Job[A]) LastAttempt() bool { return j.row.Attempt >= j.row.MaxAttempts }

// Complete marks the job as completed in the transaction of its effect, so that after a crash either both have happened
// or neither.
func (j Job[A]) Complete(ctx context.Context, tx *db.Tx) error {
	var err error
	if tx.Engine == db.SQLite {
		_, err = river.JobCompleteTx[*riversqlite.Driver](tx.Context(ctx), tx.SQL, j.row)
	} else {
		_, err = river.JobCompleteTx[*riverdatabasesql.Driver](tx.Context(ctx), tx.SQL, j.row)
	}
	return err
}

// Add declares the queue and the function for one kind of job.
func Add[A Args](set *Set, queue string, run func(context.Context, Job[A]) error) {
	var args A
	set.queues[args.Kind()] = queue
	measured := newMetrics(args.Kind(), queue)
	river.AddWorker(set.workers, river.WorkFunc(func(ctx context.Context, row *river.Job[A]) (err error) {
		started, finished := time.Now(), false
		ctx, span := tracing.StartJob(ctx, args.Kind(), queue)
		defer func() {
			if !finished {
				err = errPanicked // River recovers from the panic
			}
			measured.count(row.JobRow, err, time.Since(started))
			span.End(err)
		}()
		err = run(db.WithStatementLimit(ctx, 0), Job[A]{Args: row.Args, row: row})
		err = postpone(ctx, row.JobRow, err)
		finished = true
		return err
	}))
}

var errPanicked = errors.New("the job panicked")

// Limits of a job that waits for the end of an outage.
const (
	outageLimit = 24 * time.Hour
	minWait     = 5 * time.Second
	maxWait     = 5 * time.Minute
)

var (
	postponeSampler unavailable.Sampler
	riverSampler    unavailable.Sampler // River polls several times a second, and logs every failure
)

// postpone prevents an outage from using up the attempts of a job: it runs again later, for at most a day. The longer
// it has been waiting, the longer it waits for the next attempt.
func postpone(ctx context.Context, row *rivertype.JobRow, err error) error {
	age := time.Since(row.CreatedAt)
	if !unavailable.Is(err) || ctx.Err() != nil || age > outageLimit {
		return err
	}
	wait := min(max(age/4, minWait), maxWait)
	if skipped, ok := postponeSampler.Allow(time.Now()); ok {
		slog.WarnContext(ctx, "job postponed", "kind", row.Kind, "id", row.ID, "wait", wait.Round(time.Second).String(),
			"error", err, "similar_lines_not_logged", skipped)
	}
	return river.JobSnooze(wait)
}

// Every runs a job at an interval and once at the start, on one node at a time.
func (s *Set) Every(interval time.Duration, args Args) {
	queue := s.queues[args.Kind()]
	s.periodic = append(s.periodic, river.NewPeriodicJob(river.PeriodicInterval(interval),
		func() (river.JobArgs, *river.InsertOpts) { return args, &river.InsertOpts{Queue: queue} },
		&river.PeriodicJobOpts{RunOnStart: true}))
}

// Once keeps jobs of a kind, whose arguments don't matter, from waiting more than once: a job is not queued while
// another one of its kind waits. River's unique jobs can't express this, because they also count a running job, which
// may have read the data before the change that queues the next one.
func (s *Set) Once(args Args) { s.once[args.Kind()] = true }

// Queue gives access to the queues.
type Queue struct {
	db     *db.DB
	set    *Set
	client *river.Client[*sql.Tx]
}

func driver(d *db.DB) riverdriver.Driver[*sql.Tx] {
	if d.Engine == db.SQLite {
		return riversqlite.New(d.Handle())
	}
	return riverdatabasesql.New(d.Handle())
}

// Migrate creates or updates the tables of the queues.
func Migrate(ctx context.Context, d *db.DB) error {
	migrator, err := rivermigrate.New(driver(d), &rivermigrate.Config{Logger: riverLogger()})
	if err != nil {
		return fmt.Errorf("job tables: %w", err)
	}
	if _, err := migrator.Migrate(ctx, rivermigrate.DirectionUp, nil); err != nil {
		return fmt.Errorf("job tables: %w", err)
	}
	return nil
}

// Open returns a queue that accepts jobs. They run after Start.
func Open(d *db.DB, set *Set, workers int) (*Queue, error) {
	config := &river.Config{
		Logger:                      riverLogger(),
		Workers:                     set.workers,
		PeriodicJobs:                set.periodic,
		MaxAttempts:                 maxAttempts,
		JobTimeout:                  timeout,
		RescueStuckJobsAfter:        timeout + time.Minute,
		FetchPollInterval:           500 * time.Millisecond,
		DiscardedJobRetentionPeriod: keepFailed,
		ErrorHandler:                errorLogger{},
		Queues: map[string]river.QueueConfig{
			Default:   {MaxWorkers: max(1, workers)},
			Slow:      {MaxWorkers: max(1, workers/2)},
			Analytics: {MaxWorkers: 1},
			Links:     {MaxWorkers: 1},
		},
	}
	client, err := river.NewClient(driver(d), config)
	if err != nil {
		return nil, fmt.Errorf("open the queues: %w", err)
	}
	return &Queue{db: d, set: set, client: client}, nil
}

// Insert queues jobs as part of tx.
func (q *Queue) Insert(ctx context.Context, tx *db.Tx, args ...Args) error {
	for _, a := range args {
		queue, ok := q.set.queues[a.Kind()]
		if !ok {
			return fmt.Errorf("no job of kind %q is declared", a.Kind())
		}
		if q.set.once[a.Kind()] {
			waiting, err := db.Exists(ctx, tx.Conn, "SELECT 1 FROM river_job WHERE state = 'available' AND kind = ?", a.Kind())
			if err != nil {
				return fmt.Errorf("look for a waiting %s: %w", a.Kind(), err)
			}
			if waiting {
				continue
			}
		}
		if _, err := q.client.InsertTx(tx.Context(ctx), tx.SQL, a, &river.InsertOpts{Queue: queue}); err != nil {
			return fmt.Errorf("queue %s: %w", a.Kind(), err)
		}
	}
	return nil
}

// Start starts running jobs.
func (q *Queue) Start(ctx context.Context) error {
	if q.db.Engine == db.SQLite {
		// Only one process uses a SQLite file, so running jobs are those of a killed process. They need not wait until
		// River rescues them.
		if _, err := q.db.Writer().Exec(ctx, "UPDATE river_job SET state = 'available' WHERE state = 'running'"); err != nil {
			return fmt.Errorf("release interrupted jobs: %w", err)
		}
	}
	// The queues must not end with ctx: Stop ends them after the running jobs have finished.
	return q.client.Start(context.WithoutCancel(ctx))
}

// Stop starts no more jobs and waits for the running ones. Those that are still running when ctx ends are
// cancelled.
func (q *Queue) Stop(ctx context.Context) error {
	err := q.client.Stop(ctx)
	if err != nil && ctx.Err() != nil {
		return q.client.StopAndCancel(context.WithoutCancel(ctx))
	}
	return err
}

func riverLogger() *slog.Logger {
	return slog.New(riverHandler{slog.Default().Handler()})
}

// riverHandler logs only the warnings of River, which also logs every start and stop of its parts.
type riverHandler struct{ slog.Handler }

func (h riverHandler) Enabled(_ context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn
}

// Handle skips errors of queries that were cancelled because the queues are being stopped.
func (h riverHandler) Handle(ctx context.Context, record slog.Record) error {
	stopping := false
	record.Attrs(func(attr slog.Attr) bool {
		stopping = stopping || strings.Contains(attr.Value.String(), context.Canceled.Error())
		return !stopping
	})
	if stopping {
		return nil
	}
	skipped, ok := riverSampler.Allow(time.Now())
	if !ok {
		return nil
	}
	record.AddAttrs(slog.Int("similar_lines_not_logged", skipped))
	return h.Handler.Handle(ctx, record)
}
