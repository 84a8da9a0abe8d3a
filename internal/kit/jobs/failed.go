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

// FailedJob is a job that was tried as often as is allowed.
type FailedJob struct {
	ID        int64           `json:"id"`
	Kind      string          `json:"kind"`
	Queue     string          `json:"queue"`
	Attempts  int             `json:"attempts"`
	Error     string          `json:"error" doc:"What the last attempt ended with."`
	Arguments json.RawMessage `json:"arguments"`
	CreatedAt time.Time       `json:"created_at"`
	FailedAt  *time.Time      `json:"failed_at"`
}

// ErrNotFailed is returned when a job to retry is not among the failed ones.
var ErrNotFailed = errors.New("no failed job with that id")

// FailedFilter narrows failed jobs down. What is empty narrows nothing.
type FailedFilter struct {
	Kind  string
	Queue string
	IDs   []int64
}

func (w FailedFilter) where(c db.Conn) (string, []any) {
	where, args := " WHERE state = 'discarded'", []any{}
	if w.Kind != "" {
		where, args = where+" AND kind = ?", append(args, w.Kind)
	}
	if w.Queue != "" {
		where, args = where+" AND queue = ?", append(args, w.Queue)
	}
	if w.IDs != nil {
		where, args = where+" AND "+c.OneOf("id"), append(args, db.IDs(w.IDs))
	}
	return where, args
}

// Failed lists failed jobs, newest first, and how many there are.
func (q *Queue) Failed(ctx context.Context, which FailedFilter, limit, offset int) ([]*FailedJob, int64, error) {
	total, err := q.CountFailed(ctx, q.db.Read(), which)
	if err != nil {
		return nil, 0, err
	}
	where, args := which.where(q.db.Read())
	ids, err := db.All[int64](ctx, q.db.Read(), "SELECT id FROM river_job"+where+" ORDER BY id DESC LIMIT ? OFFSET ?", append(args, limit, offset)...)
	if err != nil {
		return nil, 0, fmt.Errorf("list failed jobs: %w", err)
	}
	failed := []*FailedJob{}
	if len(ids) == 0 {
		return failed, total, nil
	}
	found, err := q.client.JobList(ctx, river.NewJobListParams().IDs(ids...).First(len(ids)).OrderBy(river.JobListOrderByID, river.SortOrderDesc))
	if err != nil {
		return nil, 0, fmt.Errorf("read failed jobs: %w", err)
	}
	for _, row := range found.Jobs {
		failed = append(failed, describe(row))
	}
	return failed, total, nil
}

// CountFailed tells how many failed jobs there are.
func (q *Queue) CountFailed(ctx context.Context, c db.Conn, which FailedFilter) (int64, error) {
	where, args := which.where(c)
	n, err := db.Value[int64](ctx, c, "SELECT count(*) FROM river_job"+where, args...)
	if err != nil {
		return 0, fmt.Errorf("count failed jobs: %w", err)
	}
	return n, nil
}

func describe(row *rivertype.JobRow) *FailedJob {
	f := &FailedJob{
		ID: row.ID, Kind: row.Kind, Queue: row.Queue, Attempts: row.Attempt,
		Arguments: row.EncodedArgs, CreatedAt: row.CreatedAt.UTC(), FailedAt: row.FinalizedAt,
	}
	if n := len(row.Errors); n > 0 {
		f.Error = row.Errors[n-1].Error
	}
	return f
}

// Retry puts a failed job back on its queue. Retrying it twice is harmless.
func (q *Queue) Retry(ctx context.Context, tx *db.Tx, id int64) error {
	row, err := q.client.JobGetTx(ctx, tx.SQL, id)
	if errors.Is(err, rivertype.ErrNotFound) || (err == nil && row.State != rivertype.JobStateDiscarded) {
		return ErrNotFailed
	}
	if err != nil {
		return fmt.Errorf("read job %d: %w", id, err)
	}
	if _, err := q.client.JobRetryTx(ctx, tx.SQL, id); err != nil {
		return fmt.Errorf("retry job %d: %w", id, err)
	}
	return nil
}

// RetryMany puts failed jobs back on their queues, the oldest first, and tells which. What is no longer failed is left alone.
func (q *Queue) RetryMany(ctx context.Context, tx *db.Tx, which FailedFilter, most int) ([]int64, error) {
	where, args := which.where(tx.Conn)
	failed, err := db.All[int64](ctx, tx.Conn, "SELECT id FROM river_job"+where+" ORDER BY id LIMIT ?"+tx.ForUpdate(), append(args, most)...)
	if err != nil {
		return nil, fmt.Errorf("find failed jobs: %w", err)
	}
	for _, id := range failed {
		if _, err := q.client.JobRetryTx(ctx, tx.SQL, id); err != nil {
			return nil, fmt.Errorf("retry job %d: %w", id, err)
		}
	}
	return failed, nil
}

// InsertFailed puts a job that has been given up into the list of them, for demo data and tests.
func (q *Queue) InsertFailed(ctx context.Context, tx *db.Tx, args Args, at time.Time, reason string) error {
	queue, ok := q.set.queues[args.Kind()]
	if !ok {
		return fmt.Errorf("no job of kind %q is declared", args.Kind())
	}
	told, err := json.Marshal(args)
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
		Kind: args.Kind(), Queue: queue, EncodedArgs: told, State: rivertype.JobStateDiscarded, Priority: river.PriorityDefault, MaxAttempts: maxAttempts,
		Attempt: maxAttempts, AttemptedAt: &at, CreatedAt: &at, ScheduledAt: &at, FinalizedAt: &at, Errors: attempts,
	})
	if err != nil {
		return fmt.Errorf("insert a failed %s: %w", args.Kind(), err)
	}
	return nil
}

type complain struct{}

func (complain) HandleError(ctx context.Context, job *rivertype.JobRow, err error) *river.ErrorHandlerResult {
	slog.ErrorContext(ctx, "job failed", "kind", job.Kind, "id", job.ID, "attempt", job.Attempt, "error", err)
	return nil
}

func (complain) HandlePanic(ctx context.Context, job *rivertype.JobRow, value any, trace string) *river.ErrorHandlerResult {
	slog.ErrorContext(ctx, "job panicked", "kind", job.Kind, "id", job.ID, "attempt", job.Attempt, "panic", value, "trace", trace)
	return nil
}
