package dashboard

import (
	"context"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/resource"
)

// QueueStatus is how a queue is doing.
type QueueStatus struct {
	Name        string `json:"name" enum:"default,slow,analytics,failed"`
	Status      string `json:"status" enum:"ok,warning" doc:"The worse of the two."`
	Count       int64  `json:"count" doc:"How many jobs wait, or have failed."`
	CountStatus string `json:"count_status" enum:"ok,warning"`
	Age         int64  `json:"age" doc:"For how many seconds the oldest of them has; 0 when there is none."`
	AgeStatus   string `json:"age_status" enum:"ok,warning"`
}

// QueueStatuses are all queues, and the jobs that were given up.
type QueueStatuses struct {
	Items []QueueStatus `json:"items" nullable:"false"`
}

// limit is what is still fine. A day more or less makes no difference to a job that has failed: what counts is that there is one.
type limit struct {
	name  string
	count int64
	age   time.Duration
}

var limits = []limit{
	{jobs.Default, 100, time.Minute},
	{jobs.Slow, 50, 10 * time.Minute},
	{jobs.Analytics, 1000, 15 * time.Minute},
}

func (l limit) status(b jobs.Backlog, now time.Time) QueueStatus {
	age := b.Age(now)
	s := QueueStatus{
		Name: l.name, Count: b.Count, CountStatus: "ok", Age: int64(age / time.Second), AgeStatus: "ok",
		Status: "ok",
	}
	if b.Count > l.count {
		s.CountStatus, s.Status = "warning", "warning"
	}
	if l.age > 0 && age.Truncate(time.Second) > l.age {
		s.AgeStatus, s.Status = "warning", "warning"
	}
	return s
}

func mountQueues(kit resource.Kit, queue *jobs.Queue) {
	op := api.Op{
		Method: "GET", Path: "/api/admin/dashboard/queue-status", Tag: "Dashboard",
		Summary: "Get the status of the queues",
	}
	api.Handle(kit.API, op, func(ctx context.Context, _ *api.Call) (*QueueStatuses, error) {
		waiting, err := queue.Waiting(ctx)
		if err != nil {
			return nil, err
		}
		given, err := queue.FailedBacklog(ctx)
		if err != nil {
			return nil, err
		}
		answer, now := &QueueStatuses{}, clock.Now()
		for _, l := range limits {
			answer.Items = append(answer.Items, l.status(waiting[l.name], now))
		}
		answer.Items = append(answer.Items, limit{name: "failed"}.status(given, now))
		return answer, nil
	})
}
