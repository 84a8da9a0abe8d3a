package dashboard

import (
	"context"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/resource"
)

// QueueStatus is the status of a queue.
type QueueStatus struct {
	Name        string `json:"name" enum:"default,slow,analytics,failed"`
	Status      string `json:"status" enum:"ok,warning" doc:"The worse of count_status and age_status."`
	Count       int64  `json:"count" doc:"Number of waiting or failed jobs."`
	CountStatus string `json:"count_status" enum:"ok,warning"`
	Age         int64  `json:"age" doc:"Age of the oldest one in seconds; 0 if there is none."`
	AgeStatus   string `json:"age_status" enum:"ok,warning"`
}

// QueueStatuses lists all queues and the failed jobs.
type QueueStatuses struct {
	Items []QueueStatus `json:"items" nullable:"false"`
}

// limit is the highest count and age without a warning. An age of 0 means no limit: failed jobs always give a
// warning, no matter how old they are.
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
		Name: l.name, Status: "ok", Count: b.Count, CountStatus: "ok", Age: int64(age / time.Second), AgeStatus: "ok",
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
		failed, err := queue.FailedBacklog(ctx)
		if err != nil {
			return nil, err
		}
		response, now := &QueueStatuses{}, clock.Now()
		for _, l := range limits {
			response.Items = append(response.Items, l.status(waiting[l.name], now))
		}
		response.Items = append(response.Items, limit{name: "failed"}.status(failed, now))
		return response, nil
	})
}
