package jobs

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/riverqueue/river/rivertype"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
)

// Backlog is a number of jobs and the time since when the oldest of them has been there.
type Backlog struct {
	Count int64
	Since *time.Time
}

// Age returns how long the oldest job has been there, or 0 if there is none.
func (b Backlog) Age(now time.Time) time.Duration {
	if b.Since == nil {
		return 0
	}
	return max(0, now.Sub(*b.Since))
}

// Waiting returns, for each queue, the jobs that are due but not running. River's index consists of state, queue,
// priority and time. Each part of the query has a condition on all of them, so that neither engine reads the many
// completed jobs.
func (q *Queue) Waiting(ctx context.Context) (map[string]Backlog, error) {
	c, now := q.db.Read(), clock.Now()
	parts, args := []string{}, []any{}
	for _, queue := range []string{Default, Slow, Analytics} {
		for _, state := range []rivertype.JobState{
			rivertype.JobStateAvailable, rivertype.JobStateScheduled, rivertype.JobStateRetryable,
		} {
			oldest := seconds(c.Engine, "min(scheduled_at)")
			parts = append(parts, "SELECT '"+queue+"' AS queue, count(*) AS n, "+oldest+` AS since FROM river_job
				WHERE state = '`+string(state)+"' AND queue = '"+queue+"' AND priority IN (1, 2, 3, 4) AND scheduled_at <= ?")
			args = append(args, riverTime(c.Engine, now))
		}
	}
	found, err := db.All[struct {
		Queue string `db:"queue"`
		Count int64  `db:"n"`
		Since *int64 `db:"since"`
	}](ctx, c, strings.Join(parts, " UNION ALL "), args...)
	if err != nil {
		return nil, fmt.Errorf("count waiting jobs: %w", err)
	}
	waiting := map[string]Backlog{}
	for _, row := range found {
		waiting[row.Queue] = waiting[row.Queue].add(newBacklog(row.Count, row.Since))
	}
	return waiting, nil
}

func newBacklog(count int64, since *int64) Backlog {
	if since == nil {
		return Backlog{}
	}
	at := time.Unix(*since, 0)
	return Backlog{Count: count, Since: &at}
}

func (b Backlog) add(other Backlog) Backlog {
	if b.Since == nil || (other.Since != nil && other.Since.Before(*b.Since)) {
		b.Since = other.Since
	}
	b.Count += other.Count
	return b
}

const endedAt = "finalized_at" //nolint:misspell // the name of River's column

// FailedBacklog returns the number of failed jobs and when the first of them failed. The query uses River's index on
// the time at which jobs end.
func (q *Queue) FailedBacklog(ctx context.Context) (Backlog, error) {
	c := q.db.Read()
	found, err := db.One[struct {
		Count int64  `db:"n"`
		Since *int64 `db:"since"`
	}](ctx, c, "SELECT count(*) AS n, "+seconds(c.Engine, "min("+endedAt+")")+` AS since FROM river_job
		WHERE state = 'discarded' AND `+endedAt+" IS NOT NULL")
	if err != nil {
		return Backlog{}, fmt.Errorf("count failed jobs: %w", err)
	}
	return newBacklog(found.Count, found.Since), nil
}

// riverTime converts a time to River's format: on SQLite, River stores times as text.
func riverTime(engine db.Engine, at time.Time) any {
	if engine == db.SQLite {
		return at.UTC().Format("2006-01-02 15:04:05.999")
	}
	return at
}

// seconds returns an SQL expression for a time in seconds since 1970.
func seconds(engine db.Engine, expression string) string {
	if engine == db.SQLite {
		return "unixepoch(" + expression + ")"
	}
	return "floor(extract(epoch FROM " + expression + "))::bigint"
}
