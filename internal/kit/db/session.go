package db

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"sync"
	"sync/atomic"
)

// Position is a place in the write-ahead log of PostgreSQL. A server that has replayed the log up to there has
// everything that was committed before.
type Position uint64

// NoReplica is a position that no replica reaches. It means the primary.
const NoReplica Position = math.MaxUint64

// String returns 16 hexadecimal digits, so that positions are ordered like their texts.
func (p Position) String() string { return fmt.Sprintf("%016X", uint64(p)) }

var positionText = regexp.MustCompile(`^[0-9A-F]{16}$`)

// ParsePosition reads a position that a client has sent. One that is invalid means the primary.
func ParsePosition(text string) Position {
	number, err := strconv.ParseUint(text, 16, 64)
	if err != nil || !positionText.MatchString(text) {
		return NoReplica
	}
	return Position(number)
}

// parseLSN reads a position as PostgreSQL writes it: 16/B374D848.
func parseLSN(text string) (Position, error) {
	var high, low uint32
	if _, err := fmt.Sscanf(text, "%X/%X", &high, &low); err != nil {
		return 0, fmt.Errorf("position in the log %q: %w", text, err)
	}
	return Position(uint64(high)<<32 | uint64(low)), nil
}

// Session is one request of a client, which must see what its earlier requests have changed. If the request itself
// changes something, its later reads use the primary.
type Session struct {
	after   Position // the last change that the client knows of
	changed atomic.Bool
}

// NewSession returns the session of a client that has seen everything up to a position.
func NewSession(after Position) *Session { return &Session{after: after} }

// Changed reports whether the client needs a new position.
func (s *Session) Changed() bool { return s.changed.Load() }

// KnowsChanges reports whether the client of a context has changed something, or has learned of a change, and must see
// it.
func KnowsChanges(ctx context.Context) bool {
	s, ok := ctx.Value(sessionKey{}).(*Session)
	return ok && (s.after > 0 || s.Changed())
}

type (
	sessionKey struct{}
	readingKey struct{}
)

// WithSession sets the session of the statements that are run with a context.
func WithSession(ctx context.Context, s *Session) context.Context {
	return context.WithValue(ctx, sessionKey{}, s)
}

// NoteChange says that the client of a context has changed something, or learns of a change that others have made. Its
// later reads must not be older.
func NoteChange(ctx context.Context) {
	if s, ok := ctx.Value(sessionKey{}).(*Session); ok {
		s.changed.Store(true)
	}
}

// FromReplica returns a context whose reads may come from a replica. It is for reads that nothing is written after:
// lists, searches and reports. It has no effect without a session, and none after FromPrimary.
func FromReplica(ctx context.Context) context.Context {
	s, ok := ctx.Value(sessionKey{}).(*Session)
	if !ok || readingOf(ctx) != nil {
		return ctx
	}
	return context.WithValue(ctx, readingKey{}, &reading{session: s})
}

// FromPrimary returns a context whose reads come from the primary, whatever FromReplica said before or says later. It
// is for rights, and for what is kept in memory.
func FromPrimary(ctx context.Context) context.Context {
	if ctx.Value(sessionKey{}) == nil {
		return ctx
	}
	return context.WithValue(ctx, readingKey{}, onPrimary)
}

// onPrimary is a reading without a session, which never uses a replica.
var onPrimary = &reading{}

// reading is a series of reads that may come from a replica. They use one replica only, and after that the primary: a
// second replica could be older than what was read from the first.
type reading struct {
	session *Session

	lock    sync.Mutex
	decided bool
	replica *replica // nil for the primary
}

func readingOf(ctx context.Context) *reading {
	r, _ := ctx.Value(readingKey{}).(*reading)
	return r
}

// choose returns the replica for the next statement, or nil for the primary. The position is compared for each
// statement, because it may have been raised since the last one.
func (r *reading) choose(from *replicas) *replica {
	if r == nil || r.session == nil || r.session.Changed() {
		return nil
	}
	r.lock.Lock()
	defer r.lock.Unlock()
	needed := max(r.session.after, from.minimum())
	if !r.decided {
		r.decided, r.replica = true, from.find(needed)
	}
	if r.replica != nil && !r.replica.has(needed) {
		r.replica = nil
	}
	return r.replica
}

// leave makes later reads use the primary.
func (r *reading) leave() {
	r.lock.Lock()
	defer r.lock.Unlock()
	r.replica = nil
}
