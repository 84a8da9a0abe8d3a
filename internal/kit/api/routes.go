package api

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/prometheus/client_golang/prometheus"
)

// Requests is the metric of the duration of requests.
var Requests = prometheus.NewHistogramVec(prometheus.HistogramOpts{
	Name: "waymark_http_request_duration_seconds", Help: "Duration of HTTP requests in seconds.",
	Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
}, []string{"route", "method", "status"})

// otherLabel replaces what is not in a closed list: callers must not be able to add time series.
const otherLabel = "other"

var (
	methodLabels = [...]string{
		http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete,
		http.MethodOptions, otherLabel,
	}
	statusLabels = [...]string{"1xx", "2xx", "3xx", "4xx", "5xx"}
)

// route is a route template, such as /api/admin/publishers/{id}, by which requests are counted and logged.
type route struct {
	template string
	// observers are those of Requests. Each is looked up once.
	observers [len(methodLabels)][len(statusLabels)]atomic.Pointer[prometheus.Observer]
}

// otherRoute is the route of requests that are refused before they are routed, such as those for unknown host names.
var otherRoute = &route{template: otherLabel}

// observe counts a request.
func (r *route) observe(method string, status int, seconds float64) {
	m, s := slices.Index(methodLabels[:], method), min(max(status/100, 1), len(statusLabels))-1
	if m < 0 {
		m = len(methodLabels) - 1
	}
	known := r.observers[m][s].Load()
	if known == nil {
		observer := Requests.WithLabelValues(r.template, methodLabels[m], statusLabels[s])
		known = &observer
		r.observers[m][s].Store(known)
	}
	(*known).Observe(seconds)
}

// routeTable has the routes of a mux, by pattern.
type routeTable struct {
	prefix string // of the templates
	lock   sync.RWMutex
	routes map[string]*route
}

// find returns the route of a pattern of the mux.
func (t *routeTable) find(pattern string) *route {
	t.lock.RLock()
	found := t.routes[pattern]
	t.lock.RUnlock()
	if found != nil {
		return found
	}
	t.lock.Lock()
	defer t.lock.Unlock()
	if t.routes == nil {
		t.routes = map[string]*route{}
	}
	if t.routes[pattern] == nil {
		template := pattern
		if _, path, ok := strings.Cut(pattern, " "); ok { // "GET /path"
			template = path
		}
		t.routes[pattern] = &route{template: t.prefix + strings.TrimSuffix(template, "{$}")}
	}
	return t.routes[pattern]
}

// Routed serves requests with a mux and sets their routes, unless the handler is an API, which sets its own. The
// templates of the routes begin with prefix, which distinguishes the muxes of a server.
func Routed(prefix string, mux *http.ServeMux) http.Handler {
	table := &routeTable{prefix: prefix}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() { setRoute(r.Context(), table, r.Pattern) }()
		mux.ServeHTTP(w, r)
	})
}

// setRoute sets the route of a request that has none.
func setRoute(ctx context.Context, table *routeTable, pattern string) {
	if r := requestOf(ctx); r.route == nil && pattern != "" {
		r.route = table.find(pattern)
	}
}

// SetPartner sets the partner whose key a request has, for the log.
func SetPartner(ctx context.Context, id int64) { requestOf(ctx).partnerID = id }
