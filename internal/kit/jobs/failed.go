package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/rivertype"

	"waymark/internal/kit/db"
)

// FailedJob is a job whose last permitted attempt failed.
type FailedJob struct {
	ID        int64           `json:"id"`
	Kind      string          `json:"kind"`
	Queue     string          `json:"queue"`
	Attempts  int             `json:"attempts"`
	Error     string          `json:"error" doc:"Error of the last attempt."`
	Arguments json.RawMessage `json:"arguments"`
	CreatedAt time.Time       `json:"created_at"`
	FailedAt  *time.Time      `json:"failed_at"`
}

// ErrNotFailed is returned when the job to retry does not exist or has not failed.
var ErrNotFailed = errors.New("no failed job with that id")

// FailedFilter selects failed jobs. Empty fields match all of them.
type FailedFilter struct {
	Kind  string
	Queue string
	IDs   []int64
}

func (f FailedFilter) where(c db.Conn) (string, []any) {
	where, args := " WHERE state = 'discarded'", []any{}
	if f.Kind != "" {
		where, args = where+" AND kind = ?", append(args, f.Kind)
	}
	if f.Queue != "" {
		where, args = where+" AND queue = ?", append(args, f.Queue)
	}
	if f.IDs != nil {
		where, args = where+" AND "+c.OneOf("id"), append(args, db.IDs(f.IDs))
	}
	return where, args
}

// Failed returns a page of failed jobs, newest first, and how many match the filter in total.
func (q *Queue) Failed(ctx context.Context, filter FailedFilter, limit, offset int) ([]*FailedJob, int64, error) {
	total, err := q.CountFailed(ctx, q.db.Read(), filter)
	if err != nil {
		return nil, 0, err
	}
	where, args := filter.where(q.db.Read())
	query := "SELECT id FROM river_job" + where + " ORDER BY id DESC LIMIT ? OFFSET ?"
	ids, err := db.All[int64](ctx, q.db.Read(), query, append(args, limit, offset)...)
	if err != nil {
		return nil, 0, fmt.Errorf("list failed jobs: %w", err)
	}
	failed := []*FailedJob{}
	if len(ids) == 0 {
		return failed, total, nil
	}
	params := river.NewJobListParams().IDs(ids...).First(len(ids)).OrderBy(river.JobListOrderByID, river.SortOrderDesc)
	found, err := q.client.JobList(ctx, params)
	if err != nil {
		return nil, 0, fmt.Errorf("read failed jobs: %w", err)
	}
	for _, row := range found.Jobs {
		failed = append(failed, describe(row))
	}
	return failed, total, nil
}

// CountFailed returns how many failed jobs match the filter.
func (q *Queue) CountFailed(ctx context.Context, c db.Conn, filter FailedFilter) (int64, error) {
	where, args := filter.where(c)
	n, err := db.Value[int64](ctx, c, "SELECT count(*) FROM river_job"+where, args...)
	if err != nil {
		return 0, fmt.Errorf("count failed jobs: %w", err)
	}
	return n, nil
}

func describe(row *rivertype.JobRow) *FailedJob {
	f := &FailedJob{
		ID: row.ID, Kind: row.Kind, Queue: row.Queue, Attempts: row.Attempt,
		Arguments: row.EncodedArgs, CreatedAt: row.CreatedAt.UTC(),
	}
	if row.FinalizedAt != nil {
		failedAt := row.FinalizedAt.UTC()
		f.FailedAt = &failedAt
	}
	if n := len(row.Errors); n > 0 {
		f.Error = row.Errors[n-1].Error
	}
	return f
}

// Retry puts a failed job back on its queue. For any other job it returns ErrNotFailed.
func (q *Queue) Retry(ctx context.Context, tx *db.Tx, id int64) error {
	row, err := q.client.JobGetTx(tx.Context(ctx), tx.SQL, id)
	if errors.Is(err, rivertype.ErrNotFound) || (err == nil && row.State != rivertype.JobStateDiscarded) {
		return ErrNotFailed
	}
	if err != nil {
		return fmt.Errorf("read job %d: %w", id, err)
	}
	if _, err := q.client.JobRetryTx(tx.Context(ctx), tx.SQL, id); err != nil {
		return fmt.Errorf("retry job %d: %w", id, err)
	}
	return nil
}

// RetryMany puts up to limit failed jobs back on their queues, the oldest first, and returns their ids. Jobs that have
// not failed are left alone.
func (q *Queue) RetryMany(ctx context.Context, tx *db.Tx, filter FailedFilter, limit int) ([]int64, error) {
	where, args := filter.where(tx.Conn)
	query := "SELECT id FROM river_job" + where + " ORDER BY id LIMIT ?" + tx.ForUpdate()
	failed, err := db.All[int64](ctx, tx.Conn, query, append(args, limit)...)
	if err != nil {
		return nil, fmt.Errorf("find failed jobs: %w", err)
	}
	for _, id := range failed {
		if _, err := q.client.JobRetryTx(tx.Context(ctx), tx.SQL, id); err != nil {
			return nil, fmt.Errorf("retry job %d: %w", id, err)
		}
	}
	return failed, nil
}

// InsertFailed inserts a job that has failed already, for demo data and tests.
func (q *Queue) InsertFailed(ctx context.Context, tx *db.Tx, args Args, at time.Time, reason string) error {
	queue, ok := q.set.queues[args.Kind()]
	if !ok {
		return fmt.Errorf("no job of kind %q is declared", args.Kind())
	}
	encoded, err := json.Marshal(args)
	if err != nil {
		return fmt.Errorf("encode %s: %w", args.Kind(), err)
	}
	attempts := [][]byte{}
	for n := range maxAttempts {
		attempt, err := json.Marshal(rivertype.AttemptError{At: at, Attempt: n + 1, Error: reason})
		if err != nil {
			return fmt.Errorf("encode %s: %w", args.Kind(), err)
		}
		attempts = append(attempts, attempt)
	}
	_, err = driver(q.db).UnwrapExecutor(tx.SQL).JobInsertFull(ctx, &riverdriver.JobInsertFullParams{
		Kind: args.Kind(), Queue: queue, EncodedArgs: encoded, State: rivertype.JobStateDiscarded,
		Priority: river.PriorityDefault, MaxAttempts: maxAttempts, Attempt: maxAttempts,
		AttemptedAt: &at, CreatedAt: &at, ScheduledAt: &at, FinalizedAt: &at, Errors: attempts,
	})
	if err != nil {
		return fmt.Errorf("insert a failed %s: %w", args.Kind(), err)
	}
	return nil
}

// errorLogger logs failed attempts.
type errorLogger struct{}

func (errorLogger) HandleError(ctx context.Context, job *rivertype.JobRow, err error) *river.ErrorHandlerResult {
	slog.ErrorContext(ctx, "job failed", "kind", job.Kind, "id", job.ID, "attempt", job.Attempt, "error", err)
	return nil
}

func (errorLogger) HandlePanic(
	ctx context.Context, job *rivertype.JobRow, value any, trace string,
) *river.ErrorHandlerResult {
	slog.ErrorContext(
		ctx, "job panicked", "kind", job.Kind, "id", job.ID, "attempt", job.Attempt, "panic", value, "trace", trace,
	)
	return nil
}
