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

// Backlog is how many jobs there are, and since when the oldest of them has been there.
type Backlog struct {
	Count int64
	Since *time.Time
}

// Age is how long the oldest has been there; nothing when there is none.
func (b Backlog) Age(now time.Time) time.Duration {
	if b.Since == nil {
		return 0
	}
	return max(0, now.Sub(*b.Since))
}

// Waiting tells for each queue which jobs could run now but do not: their time has come, and nobody has taken them. River's
// index has state, queue, priority and time in that order. Each part of the query names all of them, so that neither engine
// looks at the many jobs that are done.
func (q *Queue) Waiting(ctx context.Context) (map[string]Backlog, error) {
	c, now := q.db.Read(), clock.Now()
	parts, args := []string{}, []any{}
	for _, queue := range []string{Default, Slow, Analytics} {
		for _, state := range []rivertype.JobState{rivertype.JobStateAvailable, rivertype.JobStateScheduled, rivertype.JobStateRetryable} {
			parts = append(parts, "SELECT '"+queue+"' AS queue, count(*) AS n, "+seconds(c.Engine, "min(scheduled_at)")+` AS since FROM river_job
				WHERE state = '`+string(state)+"' AND queue = '"+queue+"' AND priority IN (1, 2, 3, 4) AND scheduled_at <= ?")
			args = append(args, moment(c.Engine, now))
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
		waiting[row.Queue] = waiting[row.Queue].and(backlog(row.Count, row.Since))
	}
	return waiting, nil
}

func backlog(count int64, since *int64) Backlog {
	if since == nil {
		return Backlog{}
	}
	at := time.Unix(*since, 0)
	return Backlog{Count: count, Since: &at}
}

func (b Backlog) and(more Backlog) Backlog {
	if b.Since == nil || (more.Since != nil && more.Since.Before(*b.Since)) {
		b.Since = more.Since
	}
	b.Count += more.Count
	return b
}

// FailedBacklog tells of the jobs that were tried as often as is allowed. They have an index by when they ended.
func (q *Queue) FailedBacklog(ctx context.Context) (Backlog, error) {
	c := q.db.Read()
	found, err := db.One[struct {
		Count int64  `db:"n"`
		Since *int64 `db:"since"`
	}](ctx, c, "SELECT count(*) AS n, "+seconds(c.Engine, "min(finalized_at)")+" AS since FROM river_job WHERE state = 'discarded' AND finalized_at IS NOT NULL") //nolint:misspell // River's word
	if err != nil {
		return Backlog{}, fmt.Errorf("count failed jobs: %w", err)
	}
	return backlog(found.Count, found.Since), nil
}

// River keeps moments as texts on SQLite, in this form alone.
func moment(engine db.Engine, at time.Time) any {
	if engine == db.SQLite {
		return at.UTC().Format("2006-01-02 15:04:05.999")
	}
	return at
}

func seconds(engine db.Engine, moment string) string {
	if engine == db.SQLite {
		return "unixepoch(" + moment + ")"
	}
	return "floor(extract(epoch FROM " + moment + "))::bigint"
}
