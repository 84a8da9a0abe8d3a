package api

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/secret"
	"waymark/internal/kit/write"
)

type requestKey struct{}

type request struct {
	id string
	ip string
}

// RequestID is the id of a request in the log.
func RequestID(ctx context.Context) string { return requestOf(ctx).id }

// ClientIP is the address a request came from, according to trusted proxies.
func ClientIP(ctx context.Context) string { return requestOf(ctx).ip }

func requestOf(ctx context.Context) request {
	r, _ := ctx.Value(requestKey{}).(request)
	return r
}

// Identify gives each request an id and finds the client's address.
func Identify(trusted []netip.Prefix, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := secret.RandomString(16, "0123456789abcdefghijklmnopqrstuvwxyz")
		w.Header().Set("X-Request-Id", id)
		ctx := context.WithValue(r.Context(), requestKey{}, request{id: id, ip: clientIP(r, trusted)})
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// clientIP is the last address in X-Forwarded-For that is not one of our proxies. Clients can write anything before it.
func clientIP(r *http.Request, trusted []netip.Prefix) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0 && isTrusted(host, trusted); i-- {
		hop, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if err != nil {
			break
		}
		host = hop.String()
	}
	return host
}

func isTrusted(host string, trusted []netip.Prefix) bool {
	addr, err := netip.ParseAddr(host)
	if err != nil {
		return false
	}
	for _, prefix := range trusted {
		if prefix.Contains(addr.Unmap()) {
			return true
		}
	}
	return false
}

// Requests is the metric of the duration of requests.
var Requests = prometheus.NewHistogramVec(prometheus.HistogramOpts{
	Name: "waymark_http_request_duration_seconds", Help: "Duration of HTTP requests in seconds.",
	Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
}, []string{"method", "status"})

// Log writes a log line for each request and turns a panic into an error response.
func Log(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		started := time.Now()
		answer := &recorder{ResponseWriter: w, status: http.StatusOK}
		defer func() {
			value := recover()
			aborted := value == http.ErrAbortHandler //nolint:errorlint // compared as net/http does
			if value != nil && !aborted {
				slog.ErrorContext(r.Context(), "panic", "panic", value, "trace", string(debug.Stack()))
				if !answer.wrote {
					WriteError(answer, r, apierr.Internal(RequestID(r.Context())))
				}
			}
			took := time.Since(started)
			Requests.WithLabelValues(methodLabel(r.Method), statusClass(answer.status)).Observe(took.Seconds())
			level := slog.LevelInfo
			if r.URL.Path == "/healthz" || r.URL.Path == "/readyz" {
				level = slog.LevelDebug // requested every few seconds by monitoring
			}
			logRequest(r, level, answer.status, took)
			if aborted {
				panic(http.ErrAbortHandler) // net/http closes the connection: a truncated response must not look complete
			}
		}()
		next.ServeHTTP(answer, r)
	})
}

// logRequest writes the log line of a request. slog.LogAttrs would also find out where it was called from, which takes
// longer than writing the line.
func logRequest(r *http.Request, level slog.Level, status int, took time.Duration) {
	ctx, handler := r.Context(), slog.Default().Handler()
	if !handler.Enabled(ctx, level) {
		return
	}
	line := slog.NewRecord(time.Now(), level, "request", 0)
	line.AddAttrs(slog.String("method", r.Method), slog.String("path", maskTokens(r.URL.Path)),
		slog.Int("status", status), slog.Int64("ms", took.Milliseconds()), slog.String("ip", ClientIP(ctx)))
	_ = handler.Handle(ctx, line) // there is nowhere else to report it
}

// methodLabel is other for unknown methods: callers must not be able to add time series.
func methodLabel(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete,
		http.MethodOptions:
		return method
	}
	return "other"
}

// shortestToken is shorter than any token in a path (password links, impersonation) and longer than any other segment.
const shortestToken = 40

// maskTokens hides path segments that may be credentials: readers of the log must not be able to use them.
func maskTokens(path string) string {
	if len(path) <= shortestToken {
		return path
	}
	segments := strings.Split(path, "/")
	for i, segment := range segments {
		if len(segment) >= shortestToken {
			segments[i] = write.Redacted
		}
	}
	return strings.Join(segments, "/")
}

func statusClass(status int) string { return string(rune('0'+status/100)) + "xx" }

type recorder struct {
	http.ResponseWriter
	status int
	wrote  bool
}

func (r *recorder) WriteHeader(status int) {
	r.status, r.wrote = status, true
	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) Write(b []byte) (int, error) {
	r.wrote = true
	return r.ResponseWriter.Write(b)
}

// Unwrap is called by http.ResponseController.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// SignedIn finds the user of a request. A session cookie without a session is deleted.
func SignedIn(sessions *auth.Sessions, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx := r.Context()
		actor := write.Actor{Name: "Anonymous", RequestID: RequestID(ctx), IP: ClientIP(ctx)}
		user, err := sessions.FromRequest(ctx, r)
		if err != nil {
			WriteError(w, r, err)
			return
		}
		if user != nil {
			ctx = auth.WithUser(ctx, user)
			actor.UserID, actor.Name = user.ID, auth.FullName(user.FirstName, user.LastName)
		} else {
			for _, cookie := range sessions.ClearCookies(r) {
				http.SetCookie(w, cookie)
			}
		}
		ctx = write.WithActor(ctx, actor)
		if changes(r) {
			origin := &write.Origin{Program: program(r)}
			ctx, w = write.WithOrigin(ctx, origin), &changeNamer{ResponseWriter: w, origin: origin}
		}
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// changes reports whether a request is one of staff that may change records.
func changes(r *http.Request) bool {
	return r.Method != http.MethodGet && r.Method != http.MethodHead && strings.HasPrefix(r.URL.Path, "/api/admin/")
}

// program names what sent a request: the console, or the first word of its user agent, such as curl.
func program(r *http.Request) string {
	if r.Header.Get("Sec-Fetch-Site") != "" {
		return "console"
	}
	name, _, _ := strings.Cut(r.UserAgent(), "/")
	return strings.ToValidUTF8(name[:min(len(name), 40)], "")
}

// changeNamer adds the id of the change set that a request has made to its response, if it can be undone.
type changeNamer struct {
	http.ResponseWriter
	origin *write.Origin
}

func (w *changeNamer) WriteHeader(status int) {
	if w.origin.Change != 0 && !w.origin.NoRows {
		w.Header().Set("Waymark-Change", strconv.FormatInt(w.origin.Change, 10))
	}
	w.ResponseWriter.WriteHeader(status)
}

// Unwrap is called by http.ResponseController.
func (w *changeNamer) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// SameOrigin refuses requests of other sites' pages, except those that only read.
func SameOrigin(next http.Handler) http.Handler {
	protection := http.NewCrossOriginProtection()
	protection.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		WriteError(w, r, apierr.NotAllowed("Requests from other sites are not allowed."))
	}))
	return protection.Handler(next)
}

// Logged adds the request id to every line that is logged with a request's context.
type Logged struct{ slog.Handler }

// Handle writes the line.
func (l Logged) Handle(ctx context.Context, record slog.Record) error {
	if id := RequestID(ctx); id != "" {
		record.AddAttrs(slog.String("request_id", id))
	}
	return l.Handler.Handle(ctx, record)
}

// WithAttrs keeps the request id on derived handlers.
func (l Logged) WithAttrs(attrs []slog.Attr) slog.Handler { return Logged{l.Handler.WithAttrs(attrs)} }

// WithGroup keeps the request id on derived handlers.
func (l Logged) WithGroup(name string) slog.Handler { return Logged{l.Handler.WithGroup(name)} }
