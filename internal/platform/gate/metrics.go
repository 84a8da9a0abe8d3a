package gate

import (
	"net/http"

	"github.com/prometheus/client_golang/prometheus"
)

// Calls is the metric of calls of the public API, by the kind of their caller.
var Calls = prometheus.NewCounterVec(prometheus.CounterOpts{
	Name: "waymark_gate_calls_total", Help: "Number of calls of the public API.",
}, []string{"caller"})

// Refusals is the metric of calls of the public API that were answered with an error.
var Refusals = prometheus.NewCounterVec(prometheus.CounterOpts{
	Name: "waymark_gate_refusals_total", Help: "Number of calls of the public API that were answered with an error.",
}, []string{"reason"})

// The reasons of refusals.
const (
	reasonInvalid     = "invalid"
	reasonCredentials = "wrong_credentials" //nolint:gosec // a word, not a credential
	reasonForbidden   = "forbidden"
	reasonNotFound    = "not_found"
	reasonRate        = "rate_limit"
	reasonLog         = "log_full"
	reasonUnavailable = "unavailable"
	reasonError       = "server_error"
)

// callCounters and refusalCounters are looked up once. They also export the metrics before the first call.
var (
	callCounters    = map[Kind]prometheus.Counter{}
	refusalCounters = map[string]prometheus.Counter{}
)

func init() { //nolint:gochecknoinits // the counters of closed lists
	for kind, name := range kindNames {
		callCounters[kind] = Calls.WithLabelValues(name)
	}
	for _, reason := range []string{
		reasonInvalid, reasonCredentials, reasonForbidden, reasonNotFound, reasonRate, reasonLog, reasonUnavailable,
		reasonError,
	} {
		refusalCounters[reason] = Refusals.WithLabelValues(reason)
	}
}

// count counts a call that has been answered.
func (v *Visit) count() {
	callCounters[v.Kind].Inc()
	if v.entry.refused() {
		refusalCounters[reasonOf(v.entry.status)].Inc()
	}
}

func reasonOf(status int) string {
	switch status {
	case http.StatusUnauthorized:
		return reasonCredentials
	case http.StatusForbidden:
		return reasonForbidden
	case http.StatusNotFound:
		return reasonNotFound
	case http.StatusTooManyRequests:
		return reasonRate
	case http.StatusServiceUnavailable:
		return reasonUnavailable
	}
	if status >= http.StatusInternalServerError {
		return reasonError
	}
	return reasonInvalid
}
