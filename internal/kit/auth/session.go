package auth

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/secret"
)

// Cookie is the name of the session cookie without https. CookieName is its name as it is set.
const Cookie = "waymark_session"

const (
	idle     = 7 * 24 * time.Hour
	lifetime = 30 * 24 * time.Hour
	touch    = time.Hour // a session's idle time is extended this often at most, so that reads do not write
)

// Sessions manages the sessions of staff. The cookie holds a random token, the database its hash.
type Sessions struct {
	DB     *db.DB
	Secure bool // the console is served over https
	// Accounts are the people who may sign in.
	Accounts Accounts
	// Memory has the sessions that are started while the database may not be changed. It is nil otherwise.
	Memory *Memory

	prepare   sync.Once
	findQuery string // composed once, because each request runs it
}

// Accounts connects sessions with the table of the people who sign in, which is not this package's. It is SQL, so that
// a request finds its session and its user in one query.
type Accounts struct {
	// Query selects id, session_epoch and the columns of User of everyone who may sign in at present. A session is over
	// when its user is not among them, or has a higher epoch than the session.
	Query string
	// SetActive stores when a user was last active.
	SetActive func(ctx context.Context, c db.Conn, userID int64, now time.Time) error
}

// Start signs a user in. epoch is the user's own: raising it ends all sessions started before.
func (s *Sessions) Start(ctx context.Context, userID, epoch int64, ip, agent string) (*http.Cookie, error) {
	return s.StartIn(ctx, s.DB.Writer(), userID, epoch, ip, agent)
}

// StartIn does the same as part of a transaction. The password was just given, so the session starts confirmed.
func (s *Sessions) StartIn(ctx context.Context, c db.Conn, userID, epoch int64, ip, agent string) (*http.Cookie,
	error,
) {
	token, now := secret.Token(), clock.Now()
	_, err := c.Exec(ctx, `
		INSERT INTO sessions (token_hash, user_id, epoch, created_at, seen_at, expires_at, ip_address, user_agent,
			confirmed_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`, secret.Hash(token), userID, epoch, now, now, now.Add(idle), ip,
		limit(agent, 300), now)
	if err != nil {
		return nil, fmt.Errorf("start a session: %w", err)
	}
	return newCookie(s.CookieName(), token, int(lifetime/time.Second), s.Secure), s.Accounts.SetActive(ctx, c, userID, now)
}

// EndIn signs a session out as part of a transaction.
func (s *Sessions) EndIn(ctx context.Context, c db.Conn, session Session) error {
	if _, err := c.Exec(ctx, "DELETE FROM sessions WHERE token_hash = ?", session.TokenHash); err != nil {
		return fmt.Errorf("end a session: %w", err)
	}
	return nil
}

// CookieName is the name of the session cookie: with https it has the __Host- prefix.
func (s *Sessions) CookieName() string { return cookieName(Cookie, s.Secure) }

// ClearCookies returns the cookies that make a browser delete the session cookies it sent.
func (s *Sessions) ClearCookies(r *http.Request) []*http.Cookie {
	cookies := []*http.Cookie{}
	for _, name := range s.cookieNames() {
		if len(r.CookiesNamed(name)) > 0 {
			cookies = append(cookies, newCookie(name, "", -1, s.Secure))
		}
	}
	return cookies
}

// RenamedCookies returns the cookies that move a session from the plain name, which versions before the __Host- prefix
// used with https, to the present one. There are none where it has the present name already.
func (s *Sessions) RenamedCookies(r *http.Request, session Session) []*http.Cookie {
	old, err := r.Cookie(Cookie)
	if !s.Secure || err != nil || secret.Hash(old.Value) != session.TokenHash {
		return nil
	}
	return []*http.Cookie{
		newCookie(s.CookieName(), old.Value, int(lifetime/time.Second), true),
		newCookie(Cookie, "", -1, true),
	}
}

func (s *Sessions) cookieNames() []string {
	if s.Secure {
		return []string{s.CookieName(), Cookie}
	}
	return []string{Cookie}
}

// FromRequest returns the staff member whose session cookie a request carries, or nil.
func (s *Sessions) FromRequest(ctx context.Context, r *http.Request) (*User, error) {
	for _, name := range s.cookieNames() {
		cookie, err := r.Cookie(name)
		if err != nil {
			continue
		}
		user, err := s.Find(ctx, cookie.Value)
		if err != nil {
			return nil, err
		}
		// Versions before the __Host- prefix set the plain name over https too. It is accepted for the sessions they started,
		// which were never confirmed, and for no other: any host of the domain can set a cookie of that name.
		if user != nil && (name == s.CookieName() || user.Session.ConfirmedAt == nil) {
			return user, nil
		}
	}
	return nil, nil //nolint:nilnil // having no session is not an error
}

// accountRow is a row of Accounts.
type accountRow struct {
	User
	Epoch int64 `db:"session_epoch"`
}

type found struct {
	accountRow
	SeenAt      time.Time  `db:"seen_at"`
	StartedAt   time.Time  `db:"started_at"`
	ConfirmedAt *time.Time `db:"confirmed_at"`
}

// Find returns the staff member whose session has this token, or nil if it is over: it has expired or was ended, or the
// user has changed the password, was deactivated or deleted, or is no longer staff.
func (s *Sessions) Find(ctx context.Context, token string) (*User, error) {
	if token == "" {
		return nil, nil //nolint:nilnil // having no session is not an error
	}
	now := clock.Now()
	s.prepare.Do(func() {
		s.findQuery = `SELECT a.*, s.seen_at, s.created_at AS started_at, s.confirmed_at
			FROM sessions s JOIN (` + s.Accounts.Query + `) a ON a.id = s.user_id AND a.session_epoch = s.epoch
			WHERE s.token_hash = ? AND s.expires_at > ?`
	})
	hash := secret.Hash(token)
	if s.Memory != nil {
		if user, elsewhere, err := s.findInMemory(ctx, hash); !elsewhere {
			return user, err
		}
	}
	session, err := db.One[found](ctx, s.DB.Read(), s.findQuery, hash, now)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil //nolint:nilnil // having no session is not an error
	}
	if err != nil {
		return nil, fmt.Errorf("find the session: %w", err)
	}
	if now.Sub(session.SeenAt) > touch && s.Memory == nil {
		if err := s.extend(ctx, token, session.StartedAt, now); err != nil {
			return nil, err
		}
		if err := s.Accounts.SetActive(ctx, s.DB.Writer(), session.ID, now); err != nil {
			return nil, err
		}
	}
	session.Session = Session{TokenHash: hash, ConfirmedAt: session.ConfirmedAt}
	return &session.User, nil
}

func (s *Sessions) extend(ctx context.Context, token string, startedAt, now time.Time) error {
	until := now.Add(idle)
	if end := startedAt.Add(lifetime); until.After(end) {
		until = end
	}
	_, err := s.DB.Writer().Exec(ctx, "UPDATE sessions SET seen_at = ?, expires_at = ? WHERE token_hash = ?", now, until,
		secret.Hash(token))
	if err != nil {
		return fmt.Errorf("extend the session: %w", err)
	}
	return nil
}

// Sweep deletes sessions and limits that have expired.
func (s *Sessions) Sweep(ctx context.Context) error {
	now := clock.Now()
	for _, query := range []string{
		"DELETE FROM sessions WHERE expires_at < ?",
		"DELETE FROM limits WHERE resets_at < ?",
	} {
		if _, err := s.DB.Writer().Exec(ctx, query, now); err != nil {
			return fmt.Errorf("sweep: %w", err)
		}
	}
	return nil
}

// limit truncates a text that a client sent to a length and to valid UTF-8.
func limit(s string, length int) string {
	return strings.ToValidUTF8(s[:min(len(s), length)], "")
}
