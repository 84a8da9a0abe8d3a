package auth

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/secret"
)

// Memory has the sessions and limits of a server that may not change its database. They end with the process. Its zero
// value is ready to use.
type Memory struct {
	lock     sync.Mutex
	sessions map[string]memorySession // by the hash of their token
	ended    map[string]bool          // sessions in the database that were signed out here
	windows  map[string]window        // of limits, by their key
}

type memorySession struct {
	userID, epoch        int64
	startedAt, expiresAt time.Time
}

// maxEntries limits the memory that callers without a session can use up.
const maxEntries = 10_000

// start signs a user in without writing to the database.
func (m *Memory) start(token string, userID, epoch int64) {
	m.lock.Lock()
	defer m.lock.Unlock()
	now := clock.Now()
	for hash, s := range m.sessions {
		if !now.Before(s.expiresAt) {
			delete(m.sessions, hash)
		}
	}
	if m.sessions == nil {
		m.sessions = map[string]memorySession{}
	}
	m.sessions[secret.Hash(token)] = memorySession{
		userID: userID, epoch: epoch, startedAt: now, expiresAt: now.Add(idle),
	}
}

// end signs a session out.
func (m *Memory) end(hash string) {
	m.lock.Lock()
	defer m.lock.Unlock()
	if _, found := m.sessions[hash]; found {
		delete(m.sessions, hash)
		return
	}
	if m.ended == nil {
		m.ended = map[string]bool{}
	}
	m.ended[hash] = true
}

func (m *Memory) find(hash string) (s memorySession, found, ended bool) {
	m.lock.Lock()
	defer m.lock.Unlock()
	s, found = m.sessions[hash]
	return s, found && clock.Now().Before(s.expiresAt), m.ended[hash]
}

// hit counts an attempt, and returns how long to wait.
func (m *Memory) hit(limit Limit) time.Duration {
	m.lock.Lock()
	defer m.lock.Unlock()
	if m.windows == nil || len(m.windows) > maxEntries {
		m.windows = map[string]window{}
	}
	now, w := clock.Now(), m.windows[limit.Key]
	if !now.Before(w.ResetsAt) {
		w = window{ResetsAt: now.Add(limit.Per)}
	}
	w.Count++
	m.windows[limit.Key] = w
	return w.wait(limit, now)
}

// Uncount reverts attempts that turned out to be legitimate: one of each shared limit, and all of the caller's own.
func (m *Memory) Uncount(own Limit, shared ...Limit) {
	m.lock.Lock()
	defer m.lock.Unlock()
	delete(m.windows, own.Key)
	for _, limit := range shared {
		if w := m.windows[limit.Key]; w.Count > 0 {
			w.Count--
			m.windows[limit.Key] = w
		}
	}
}

// StartInMemory signs a user in on a server that may not change its database.
func (s *Sessions) StartInMemory(userID, epoch int64) *http.Cookie {
	token := secret.Token()
	s.Memory.start(token, userID, epoch)
	return newCookie(s.CookieName(), token, int(lifetime/time.Second), s.Secure)
}

// EndInMemory signs a session out on a server that may not change its database. A session in the database is valid
// again on other servers, but the browser no longer has its cookie.
func (s *Sessions) EndInMemory(session Session) { s.Memory.end(session.TokenHash) }

// findInMemory returns the staff member of a session that was started in memory, or nil. It reports whether the session
// may be in the database.
func (s *Sessions) findInMemory(ctx context.Context, hash string) (user *User, elsewhere bool, err error) {
	session, found, ended := s.Memory.find(hash)
	if !found {
		return nil, !ended, nil
	}
	account, err := db.One[accountRow](ctx, s.DB.Read(),
		"SELECT a.* FROM ("+s.Accounts.Query+") a WHERE a.id = ? AND a.session_epoch = ?", session.userID, session.epoch)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, fmt.Errorf("find the session: %w", err)
	}
	account.Session = Session{TokenHash: hash, ConfirmedAt: &session.startedAt}
	return &account.User, false, nil
}
