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

// Queues are the names of all queues.
var Queues = []string{Default, Slow, Analytics, Links}

// The states of jobs that monitoring distinguishes: those that are ready to run, and those that run.
const (
	StateWaiting = string(rivertype.JobStateAvailable)
	StateRunning = string(rivertype.JobStateRunning)
)

// depthStates are the states of jobs that have not ended.
var depthStates = []rivertype.JobState{
	rivertype.JobStateAvailable, rivertype.JobStateRunning, rivertype.JobStateRetryable, rivertype.JobStateScheduled,
}

// maxDepth limits how many jobs are counted, so that a long queue does not make monitoring slow.
const maxDepth = 100_000

// Depth is the number of jobs of a queue in a state.
type Depth struct {
	Queue string
	State string
	Count int64         // at most 100,000
	Age   time.Duration // of the oldest job that is due; 0 if there is none
}

// Depths returns the jobs that have not ended, for each queue and state. Like Waiting, it reads River's index only.
func (q *Queue) Depths(ctx context.Context) ([]Depth, error) {
	c, now := q.db.Read(), clock.Now()
	parts := []string{}
	for _, queue := range Queues {
		for _, state := range depthStates {
			parts = append(parts, fmt.Sprintf(`SELECT '%s' AS queue, '%s' AS state, count(*) AS n, %s AS since FROM (
				SELECT scheduled_at FROM river_job WHERE state = '%s' AND queue = '%s' AND priority IN (1, 2, 3, 4)
				ORDER BY priority, scheduled_at LIMIT %d) AS jobs`,
				queue, state, seconds(c.Engine, "min(scheduled_at)"), state, queue, maxDepth))
		}
	}
	found, err := db.All[struct {
		Queue string `db:"queue"`
		State string `db:"state"`
		Count int64  `db:"n"`
		Since *int64 `db:"since"`
	}](ctx, c, strings.Join(parts, " UNION ALL "))
	if err != nil {
		return nil, fmt.Errorf("count jobs: %w", err)
	}
	depths := []Depth{}
	for _, row := range found {
		depths = append(depths, Depth{
			Queue: row.Queue, State: row.State, Count: row.Count, Age: newBacklog(row.Count, row.Since).Age(now),
		})
	}
	return depths, nil
}
