package api

import (
	"context"
	"log/slog"
	"net/http"

	"waymark/internal/kit/db"
)

// PositionHeader is the header with the position of the database's log that a client has seen: in the response to a
// change, and in later requests, which then never get an older state. Browsers that use the console also send it as a
// cookie, with which a page that is opened anew begins.
const PositionHeader = "Waymark-Position"

const (
	positionCookie = "waymark_position"
	// positionAge is how long a browser keeps the cookie, in seconds. A replica that is that far behind is never used.
	positionAge = 600
)

// Positions lets clients see their own changes although lists come from replicas, which are behind. Without replicas it
// does nothing.
func Positions(d *db.DB, next http.Handler) http.Handler { return positions{db: d}.wrap(next) }

// ConsolePositions does the same for the console, whose positions are also cookies. They are secure if the console is.
func ConsolePositions(d *db.DB, secure bool, next http.Handler) http.Handler {
	return positions{db: d, cookies: true, secure: secure}.wrap(next)
}

type positions struct {
	db              *db.DB
	cookies, secure bool
}

func (p positions) wrap(next http.Handler) http.Handler {
	if !p.db.HasReplicas() {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		session := db.NewSession(p.sent(r))
		r = r.WithContext(db.WithSession(r.Context(), session))
		next.ServeHTTP(&positionWriter{ResponseWriter: w, positions: p, request: r, session: session}, r)
	})
}

// sent returns the latest position that a request has. Callers can send anything: what can't be read means the primary.
func (p positions) sent(r *http.Request) (latest db.Position) {
	for _, text := range r.Header.Values(PositionHeader) {
		latest = max(latest, db.ParsePosition(text))
	}
	if !p.cookies {
		return latest
	}
	for _, cookie := range r.CookiesNamed(positionCookie) {
		latest = max(latest, db.ParsePosition(cookie.Value))
	}
	return latest
}

// positionWriter adds the position to the response of a request that has changed something. It is read when the
// response begins, so that it covers all transactions of the request.
type positionWriter struct {
	http.ResponseWriter
	positions

	request *http.Request
	session *db.Session
	wrote   bool
}

func (w *positionWriter) WriteHeader(status int) {
	if !w.wrote && status >= http.StatusOK {
		w.wrote = true
		w.setPosition(status)
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *positionWriter) Write(b []byte) (int, error) {
	if !w.wrote {
		w.WriteHeader(http.StatusOK)
	}
	return w.ResponseWriter.Write(b)
}

func (w *positionWriter) setPosition(status int) {
	isRead := w.request.Method == http.MethodGet || w.request.Method == http.MethodHead
	if !w.session.Changed() && (isRead || status >= http.StatusBadRequest) {
		return
	}
	ctx := context.WithoutCancel(w.request.Context()) // a client that has left is no problem of the database
	position, err := w.db.Position(ctx)
	if err != nil {
		slog.WarnContext(ctx, "position of a change unknown; its client reads from the primary", "error", err)
		position = db.NoReplica
	}
	w.Header().Set(PositionHeader, position.String())
	if w.cookies {
		//nolint:gosec // Secure is left out only where the console is not served over https, like for the session
		http.SetCookie(w, &http.Cookie{
			Name: positionCookie, Value: position.String(), Path: "/api/", MaxAge: positionAge, HttpOnly: true,
			Secure: w.secure, SameSite: http.SameSiteLaxMode,
		})
	}
}

// Unwrap is called by http.ResponseController.
func (w *positionWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
