package api

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"regexp"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/secret"
	"waymark/internal/kit/tracing"
	"waymark/internal/kit/write"
)

type requestKey struct{}

// request is what is known about a request. Handlers add to it while the request is served, for its log line.
type request struct {
	id        string
	ip        string
	route     *route
	userID    int64
	partnerID int64
}

// RequestID is the id of a request in the log.
func RequestID(ctx context.Context) string { return requestOf(ctx).id }

// ClientIP is the address a request came from, according to trusted proxies.
func ClientIP(ctx context.Context) string { return requestOf(ctx).ip }

func requestOf(ctx context.Context) *request {
	if r, ok := ctx.Value(requestKey{}).(*request); ok {
		return r
	}
	return &request{}
}

// Identify gives each request an id and finds the client's address. Trusted proxies may send the id, and the trace that
// the request belongs to.
func Identify(trusted []netip.Prefix, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, sent := r.Context(), ""
		if isTrusted(remoteHost(r), trusted) {
			sent = r.Header.Get("X-Request-Id")
			ctx = tracing.WithParent(ctx, r.Header.Get("Traceparent"))
		}
		if !requestIDs.MatchString(sent) {
			sent = secret.RandomString(16, "0123456789abcdefghijklmnopqrstuvwxyz")
		}
		w.Header().Set("X-Request-Id", sent)
		ctx = context.WithValue(ctx, requestKey{}, &request{id: sent, ip: clientIP(r, trusted)})
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// requestIDs are the ids that are accepted from proxies.
var requestIDs = regexp.MustCompile(`^[0-9A-Za-z._-]{8,64}$`)

func remoteHost(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}

// clientIP is the last address in X-Forwarded-For that is not one of our proxies. Clients can write anything before it.
func clientIP(r *http.Request, trusted []netip.Prefix) string {
	host := remoteHost(r)
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

// Log writes a log line and a span for each request, counts it, and turns a panic into an error response.
func Log(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		started := time.Now()
		ctx, span := tracing.StartRequest(r.Context(), r.Method)
		if ctx != r.Context() {
			r = r.WithContext(ctx)
		}
		answer := &recorder{ResponseWriter: w, status: http.StatusOK}
		defer func() {
			value := recover()
			aborted := value == http.ErrAbortHandler //nolint:errorlint // compared as net/http does
			if value != nil && !aborted {
				slog.ErrorContext(ctx, "panic", "panic", value, "trace", string(debug.Stack()))
				if !answer.wrote {
					WriteError(answer, r, apierr.Internal(RequestID(ctx)))
				}
			}
			known, took := requestOf(ctx), time.Since(started)
			if known.route == nil {
				known.route = otherRoute
			}
			known.route.observe(r.Method, answer.status, took.Seconds())
			span.EndRequest(known.route.template, answer.status)
			logRequest(r, known, answer, took)
			if aborted {
				panic(http.ErrAbortHandler) // net/http closes the connection: a truncated response must not look complete
			}
		}()
		next.ServeHTTP(answer, r)
	})
}

// logRequest writes the log line of a request. slog.LogAttrs would also find out where it was called from, which takes
// longer than writing the line.
func logRequest(r *http.Request, known *request, answer *recorder, took time.Duration) {
	level := slog.LevelInfo
	if r.URL.Path == "/healthz" || r.URL.Path == "/readyz" {
		level = slog.LevelDebug // requested every few seconds by monitoring
	}
	ctx, handler := r.Context(), slog.Default().Handler()
	if !handler.Enabled(ctx, level) {
		return
	}
	line := slog.NewRecord(time.Now(), level, "request", 0)
	line.AddAttrs(slog.String("method", r.Method), slog.String("path", maskTokens(r.URL.Path)),
		slog.String("route", known.route.template), slog.Int("status", answer.status),
		slog.Int64("ms", took.Milliseconds()), slog.Int64("bytes", answer.bytes), slog.String("ip", known.ip))
	if known.userID != 0 {
		line.AddAttrs(slog.Int64("user_id", known.userID))
	}
	if known.partnerID != 0 {
		line.AddAttrs(slog.Int64("partner_id", known.partnerID))
	}
	_ = handler.Handle(ctx, line) // there is nowhere else to report it
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

type recorder struct {
	http.ResponseWriter
	status int
	bytes  int64 // of the body, as sent
	wrote  bool
}

func (r *recorder) WriteHeader(status int) {
	r.status, r.wrote = status, true
	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) Write(b []byte) (int, error) {
	r.wrote = true
	n, err := r.ResponseWriter.Write(b)
	r.bytes += int64(n)
	return n, err
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
			requestOf(ctx).userID = user.ID
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
