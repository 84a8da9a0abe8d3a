package admission

import "github.com/prometheus/client_golang/prometheus"

// metrics count requests by class.
type metrics struct {
	collectors        []prometheus.Collector
	admitted, refused [classes]prometheus.Counter
	waited            [classes]prometheus.Observer
}

func newMetrics() metrics {
	counter := func(name, help string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, []string{"class"})
	}
	admitted := counter("waymark_requests_admitted_total", "Number of requests that were admitted, by class.")
	refused := counter("waymark_requests_refused_total",
		"Number of requests that were refused because the server was overloaded, by class.")
	waited := prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name:    "waymark_requests_wait_duration_seconds",
		Help:    "How long requests have waited for a slot, if they had to, by class.",
		Buckets: []float64{.001, .005, .01, .025, .05, .1, .2, .5, 1, 2, 5, 10},
	}, []string{"class"})
	m := metrics{collectors: []prometheus.Collector{admitted, refused, waited}}
	for class := SignIn; class < classes; class++ {
		m.admitted[class], m.refused[class] = admitted.WithLabelValues(names[class]), refused.WithLabelValues(names[class])
		m.waited[class] = waited.WithLabelValues(names[class])
	}
	return m
}

func (m *metrics) addGauges(l *Limiter) {
	for class := SignIn; class < classes; class++ {
		q := &l.queues[class]
		gauge := func(name, help string, value func() int) {
			m.collectors = append(m.collectors, prometheus.NewGaugeFunc(prometheus.GaugeOpts{
				Name: name, Help: help, ConstLabels: prometheus.Labels{"class": names[class]},
			}, func() float64 {
				l.mu.Lock()
				defer l.mu.Unlock()
				return float64(value())
			}))
		}
		gauge("waymark_requests_running", "Number of requests that are being handled, by class.",
			func() int { return q.running })
		gauge("waymark_requests_waiting", "Number of requests that wait for a slot, by class.",
			func() int { return len(q.waiting) })
	}
}

// Collectors returns the metrics of the limiter.
func (l *Limiter) Collectors() []prometheus.Collector { return l.metrics.collectors }
