package jobs

import (
	"errors"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
)

// Finished is the metric of runs of jobs.
var Finished = prometheus.NewCounterVec(prometheus.CounterOpts{
	Name: "waymark_jobs_finished_total",
	Help: "Number of runs of background jobs. A run that failed is retried, one that was discarded is not.",
}, []string{"kind", "result"})

// Duration is the metric of the duration of runs of jobs.
var Duration = prometheus.NewHistogramVec(prometheus.HistogramOpts{
	Name: "waymark_job_duration_seconds", Help: "Duration of runs of background jobs in seconds.",
	Buckets: []float64{.01, .1, .5, 1, 5, 30, 120, 600},
}, []string{"queue"})

// The results of a run.
const (
	succeeded = "succeeded"
	failed    = "failed"
	postponed = "postponed"
	discarded = "discarded"
)

// metrics are those of one kind of job, looked up once.
type metrics struct {
	results  map[string]prometheus.Counter
	duration prometheus.Observer
}

func newMetrics(kind, queue string) metrics {
	m := metrics{results: map[string]prometheus.Counter{}, duration: Duration.WithLabelValues(queue)}
	for _, result := range []string{succeeded, failed, postponed, discarded} {
		m.results[result] = Finished.WithLabelValues(kind, result)
	}
	return m
}

func (m metrics) count(row *rivertype.JobRow, err error, took time.Duration) {
	m.duration.Observe(took.Seconds())
	m.results[resultOf(row, err)].Inc()
}

func resultOf(row *rivertype.JobRow, err error) string {
	var snoozed *river.JobSnoozeError
	switch {
	case err == nil:
		return succeeded
	case errors.As(err, &snoozed):
		return postponed
	case row.Attempt >= row.MaxAttempts:
		return discarded
	}
	return failed
}
