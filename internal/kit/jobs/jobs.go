// Package jobs runs background work on three queues kept in the same database as the data, so that a
// change and the work it causes are committed together.
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
	"waymark/internal/kit/unavailable"
)

// The queues.
const (
	Default   = "default"
	Slow      = "slow"
	Analytics = "analytics"
)

const (
	maxAttempts = 5
	timeout     = 10 * time.Minute
	keepFailed  = 30 * 24 * time.Hour
)

// Args is what a job is told; Kind names the job and must never change once jobs of it are stored.
type Args = river.JobArgs

// Inserter takes jobs inside the transaction of the change that causes them.
type Inserter interface {
	Insert(ctx context.Context, tx *db.Tx, args ...Args) error
}

// Set is all the jobs there are. Fill it with Add and Every before Open.
type Set struct {
	workers  *river.Workers
	queues   map[string]string
	once     map[string]bool
	periodic []*river.PeriodicJob
}

// NewSet is an empty set.
func NewSet() *Set {
	return &Set{workers: river.NewWorkers(), queues: map[string]string{}, once: map[string]bool{}}
}

// Job is one run of a job.
type Job[A Args] struct {
	Args A
	row  *river.Job[A]
}

// LastAttempt tells whether the job is given up when this run fails.
func (j Job[A]) LastAttempt() bool { return j.row.Attempt >= j.row.MaxAttempts }

// Complete marks the job as done in the transaction of its effect: after a crash either both are there or neither.
func (j Job[A]) Complete(ctx context.Context, tx *db.Tx) error {
	var err error
	if tx.Engine == db.SQLite {
		_, err = river.JobCompleteTx[*riversqlite.Driver](ctx, tx.SQL, j.row)
	} else {
		_, err = river.JobCompleteTx[*riverdatabasesql.Driver](ctx, tx.SQL, j.row)
	}
	return err
}

// Add declares how jobs of one kind are run, and on which queue.
func Add[A Args](set *Set, queue string, run func(context.Context, Job[A]) error) {
	var args A
	set.queues[args.Kind()] = queue
	river.AddWorker(set.workers, river.WorkFunc(func(ctx context.Context, row *river.Job[A]) error {
		err := run(db.WithStatementLimit(ctx, 0), Job[A]{Args: row.Args, row: row})
		return postponed(ctx, row.JobRow, err)
	}))
}

// Limits of a job that waits for the end of an outage.
const (
	outageLimit  = 24 * time.Hour
	shortestWait = 5 * time.Second
	longestWait  = 5 * time.Minute
)

var (
	postponements unavailable.Sampler
	complaints    unavailable.Sampler // of the queue library, which polls several times a second
)

// postponed keeps an outage from using up the attempts of a job: it runs again later, for a day at most. The longer it
// has waited the longer it waits.
func postponed(ctx context.Context, row *rivertype.JobRow, err error) error {
	age := time.Since(row.CreatedAt)
	if !unavailable.Is(err) || ctx.Err() != nil || age > outageLimit {
		return err
	}
	wait := min(max(age/4, shortestWait), longestWait)
	if skipped, ok := postponements.Allow(time.Now()); ok {
		slog.WarnContext(ctx, "job postponed", "kind", row.Kind, "id", row.ID, "wait", wait.Round(time.Second).String(), "error", err, "similar_lines_not_logged", skipped)
	}
	return river.JobSnooze(wait)
}

// Every runs a job at an interval, on one node at a time.
func (s *Set) Every(interval time.Duration, args Args) {
	queue := s.queues[args.Kind()]
	s.periodic = append(s.periodic, river.NewPeriodicJob(river.PeriodicInterval(interval),
		func() (river.JobArgs, *river.InsertOpts) { return args, &river.InsertOpts{Queue: queue} },
		&river.PeriodicJobOpts{RunOnStart: true}))
}

// Once keeps jobs of a kind, whose arguments don't matter, from waiting more than once: a job is not queued while another one of
// its kind waits. River's unique jobs can't express this, because they also count a running job, which may have read the data
// before the change that queues the next one.
func (s *Set) Once(args Args) { s.once[args.Kind()] = true }

// Queue is the running queues.
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

// Migrate brings the tables of the queues up to date.
func Migrate(ctx context.Context, d *db.DB) error {
	migrator, err := rivermigrate.New(driver(d), &rivermigrate.Config{Logger: quiet()})
	if err != nil {
		return fmt.Errorf("job tables: %w", err)
	}
	if _, err := migrator.Migrate(ctx, rivermigrate.DirectionUp, nil); err != nil {
		return fmt.Errorf("job tables: %w", err)
	}
	return nil
}

// Open makes the queues ready to take jobs. Only Start runs them.
func Open(d *db.DB, set *Set, workers int) (*Queue, error) {
	config := &river.Config{
		Logger:                      quiet(),
		Workers:                     set.workers,
		PeriodicJobs:                set.periodic,
		MaxAttempts:                 maxAttempts,
		JobTimeout:                  timeout,
		RescueStuckJobsAfter:        timeout + time.Minute,
		FetchPollInterval:           500 * time.Millisecond,
		DiscardedJobRetentionPeriod: keepFailed,
		ErrorHandler:                complain{},
		Queues: map[string]river.QueueConfig{
			Default:   {MaxWorkers: max(1, workers)},
			Slow:      {MaxWorkers: max(1, workers/2)},
			Analytics: {MaxWorkers: 1},
		},
	}
	client, err := river.NewClient(driver(d), config)
	if err != nil {
		return nil, fmt.Errorf("open the queues: %w", err)
	}
	return &Queue{db: d, set: set, client: client}, nil
}

// Insert puts jobs on their queues as part of tx.
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
		if _, err := q.client.InsertTx(ctx, tx.SQL, a, &river.InsertOpts{Queue: queue}); err != nil {
			return fmt.Errorf("queue %s: %w", a.Kind(), err)
		}
	}
	return nil
}

// Start begins to run jobs.
func (q *Queue) Start(ctx context.Context) error {
	if q.db.Engine == db.SQLite {
		// One process works on a SQLite file. What it was killed over is free again now, not after the rescue time.
		if _, err := q.db.Writer().Exec(ctx, "UPDATE river_job SET state = 'available' WHERE state = 'running'"); err != nil {
			return fmt.Errorf("free interrupted jobs: %w", err)
		}
	}
	// The queues outlive the context they were started under: Stop ends them, and lets running jobs finish.
	return q.client.Start(context.WithoutCancel(ctx))
}

// Stop takes no new jobs and waits for the running ones; when ctx ends first they are told to end.
func (q *Queue) Stop(ctx context.Context) error {
	err := q.client.Stop(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		return q.client.StopAndCancel(context.WithoutCancel(ctx))
	}
	return err
}

func quiet() *slog.Logger {
	return slog.New(levelled{slog.Default().Handler()})
}

// River tells of every start and stop of its parts; only its warnings are ours to read.
type levelled struct{ slog.Handler }

func (l levelled) Enabled(_ context.Context, level slog.Level) bool { return level >= slog.LevelWarn }

// Handle leaves out what it says of queries that were cut off because we asked it to stop.
func (l levelled) Handle(ctx context.Context, record slog.Record) error {
	stopping := false
	record.Attrs(func(attr slog.Attr) bool {
		stopping = stopping || strings.Contains(attr.Value.String(), context.Canceled.Error())
		return !stopping
	})
	if stopping {
		return nil
	}
	skipped, ok := complaints.Allow(time.Now())
	if !ok {
		return nil
	}
	record.AddAttrs(slog.Int("similar_lines_not_logged", skipped))
	return l.Handler.Handle(ctx, record)
}
