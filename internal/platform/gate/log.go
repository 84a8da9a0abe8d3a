package gate

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/write"
)

// entry is all that is kept of a call.
type entry struct {
	at         time.Time
	duration   time.Duration
	status     int
	path       string
	results    *int64
	parameters map[string]string
	caller     Caller
	people     []Person
	ip, agent  string
	search     *Searched
	content    []int64
}

// Searched is what the search history keeps of a search.
type Searched struct {
	Term    string
	Filters map[string]string
	Results int64
	Cached  bool
	Facade  int64 // the facade that led it, or 0
}

const (
	room      = 4096 // entries that wait to be written
	perBatch  = 500
	gathering = 100 * time.Millisecond // how long a batch waits for more
	patience  = 250 * time.Millisecond // how long a call waits for a place
	pause     = time.Second            // after a batch that could not be written
	lastTries = 3                      // how often that is tried when the program ends
)

// Log writes down what happens at the gate, many calls at a time and off their path. It never holds more than a fixed
// number of them: when they can't be written down, calls wait for a place and are then turned away.
type Log struct {
	store   *write.Store
	places  chan struct{}
	entries chan entry
	begin   sync.Once
	close   sync.Once
	closing chan struct{}
	done    chan struct{}
}

// NewLog is an empty log.
func NewLog(store *write.Store) *Log {
	return &Log{
		store: store, places: make(chan struct{}, room), entries: make(chan entry, room),
		closing: make(chan struct{}), done: make(chan struct{}),
	}
}

// reserve takes a place for an entry.
func (l *Log) reserve(ctx context.Context) error {
	l.begin.Do(func() { go l.run() })
	select {
	case l.places <- struct{}{}:
		return nil
	default:
	}
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case l.places <- struct{}{}:
		return nil
	case <-timer.C:
		return apierr.Overloaded()
	case <-ctx.Done():
		return ctx.Err()
	}
}

// put hands an entry over that has a place.
func (l *Log) put(e entry) { l.entries <- e }

// Close writes down what is left, after the last call was answered. When ctx ends before that is done, the rest is lost.
func (l *Log) Close(ctx context.Context) error {
	l.begin.Do(func() { go l.run() })
	l.close.Do(func() { close(l.closing) })
	select {
	case <-l.done:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("write down the last calls: %w", ctx.Err())
	}
}

func (l *Log) run() {
	defer close(l.done)
	for {
		batch := l.gather()
		if len(batch) == 0 {
			return
		}
		for tries := 1; l.write(batch) != nil; tries++ {
			select {
			case <-time.After(pause):
			case <-l.closing:
				if tries >= lastTries {
					slog.Error("calls of the public API are lost", "calls", len(batch))
					return
				}
			}
		}
		for range batch {
			<-l.places
		}
	}
}

// gather waits for an entry and then a little for more. Nothing is the end.
func (l *Log) gather() []entry {
	batch := []entry{}
	select {
	case e := <-l.entries:
		batch = append(batch, e)
	case <-l.closing:
		return l.rest(batch)
	}
	timer := time.NewTimer(gathering)
	defer timer.Stop()
	for len(batch) < perBatch {
		select {
		case e := <-l.entries:
			batch = append(batch, e)
		case <-timer.C:
			return batch
		case <-l.closing:
			return l.rest(batch)
		}
	}
	return batch
}

// rest is what is there without waiting.
func (l *Log) rest(batch []entry) []entry {
	for len(batch) < perBatch {
		select {
		case e := <-l.entries:
			batch = append(batch, e)
		default:
			return batch
		}
	}
	return batch
}

func (l *Log) write(batch []entry) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	err := l.store.Do(ctx, func(tx *write.Tx) error {
		for _, step := range []func(context.Context, *write.Tx, []entry) error{
			writeCalls, writeSearches, noteCallers,
			notePeople, noteShown,
		} {
			if err := step(ctx, tx, batch); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		slog.Error("calls of the public API could not be written down, and will be tried again", "calls", len(batch), "error",
			err)
	}
	return err
}

// known is an argument for an id of somebody who may be gone by now.
func known(table string) string { return "(SELECT id FROM " + table + " WHERE id = ?)" }

// who is the one user a call named, if it was one.
func (e entry) who() *int64 {
	if len(e.people) == 0 {
		return nil
	}
	for _, p := range e.people {
		if p.ID != e.people[0].ID {
			return nil
		}
	}
	return &e.people[0].ID
}

func (c Caller) partner() *int64 {
	if c.PartnerID == 0 {
		return nil
	}
	return &c.PartnerID
}

func insert(ctx context.Context, tx *write.Tx, into, marks string, rows [][]any) error {
	if len(rows) == 0 {
		return nil
	}
	args := []any{}
	for _, row := range rows {
		args = append(args, row...)
	}
	_, err := tx.Exec(ctx, "INSERT INTO "+into+" VALUES "+marks+strings.Repeat(", "+marks, len(rows)-1), args...)
	return err
}

func writeCalls(ctx context.Context, tx *write.Tx, batch []entry) error {
	rows := [][]any{}
	for _, e := range batch {
		words := []string{e.path, e.ip}
		for _, name := range slices.Sorted(maps.Keys(e.parameters)) {
			words = append(words, e.parameters[name])
		}
		rows = append(rows, []any{
			e.at, e.duration.Milliseconds(), e.status, e.path, e.results, db.JSON(e.parameters), len(e.parameters),
			e.caller.partner(), e.who(), e.ip, e.agent,
			clean(fold.SearchText(words...), 2*maxText),
		})
	}
	err := insert(ctx, tx, "api_logs (created_at, duration, status_code, path, results, parameters, parameters_count, partner_id, user_id, ip_address, user_agent, search_text)",
		"(?, ?, ?, ?, ?, ?, ?, "+known("partners")+", "+known("users")+", ?, ?, ?)", rows)
	if err != nil {
		return fmt.Errorf("write calls down: %w", err)
	}
	return nil
}

func writeSearches(ctx context.Context, tx *write.Tx, batch []entry) error {
	rows, led := [][]any{}, map[int64]int64{}
	for _, e := range batch {
		if s := e.search; s != nil {
			filters := map[string]string{}
			for name, value := range s.Filters {
				filters[name] = clean(value, maxText)
			}
			rows = append(rows, []any{
				e.at, e.duration.Milliseconds(), s.Cached, clean(s.Term, maxText), s.Results, db.JSON(filters), e.caller.partner(),
				e.who(), fold.SearchText(clean(s.Term, maxText)),
			})
			if s.Facade != 0 {
				led[s.Facade]++
			}
		}
	}
	err := insert(ctx, tx, "search_history (created_at, duration, cached, term, results, filters, partner_id, user_id, search_text)",
		"(?, ?, ?, ?, ?, ?, "+known("partners")+", "+known("users")+", ?)", rows)
	if err != nil {
		return fmt.Errorf("write searches down: %w", err)
	}
	for _, id := range slices.Sorted(maps.Keys(led)) { // in one order, so that two nodes take turns
		if _, err := tx.Exec(ctx, "UPDATE facades SET views = views + ? WHERE id = ?", led[id], id); err != nil {
			return fmt.Errorf("count the views of facade %d: %w", id, err)
		}
	}
	return nil
}

// latest keeps the newest moment of each id.
type latest map[int64]time.Time

func (l latest) note(id int64, at time.Time) {
	if at.After(l[id]) {
		l[id] = at
	}
}

func (l latest) store(ctx context.Context, tx *write.Tx, table, column string) error {
	for _, id := range slices.Sorted(maps.Keys(l)) {
		if _, err := tx.Exec(ctx, "UPDATE "+table+" SET "+column+" = ? WHERE id = ? AND ("+column+" IS NULL OR "+column+
			" < ?)", l[id], id, l[id]); err != nil {
			return fmt.Errorf("note %s of %s %d: %w", column, table, id, err)
		}
	}
	return nil
}

func noteCallers(ctx context.Context, tx *write.Tx, batch []entry) error {
	called, signedIn := latest{}, latest{}
	for _, e := range batch {
		if e.caller.PartnerID != 0 {
			called.note(e.caller.PartnerID, e.at)
		}
		for _, p := range e.people {
			if p.PartnerID != nil {
				signedIn.note(*p.PartnerID, e.at)
			}
		}
	}
	if err := called.store(ctx, tx, "partners", "last_api_activity_at"); err != nil {
		return err // after an error, PostgreSQL refuses all further statements of the transaction
	}
	return signedIn.store(ctx, tx, "partners", "last_login_at")
}

func notePeople(ctx context.Context, tx *write.Tx, batch []entry) error {
	active, days := latest{}, map[[2]int64]bool{}
	for _, e := range batch {
		for _, p := range e.people {
			active.note(p.ID, e.at)
			days[[2]int64{p.ID, clock.Day(e.at)}] = true
		}
	}
	if err := active.store(ctx, tx, "users", "active_at"); err != nil {
		return err
	}
	pairs := slices.SortedFunc(maps.Keys(days), func(a, b [2]int64) int {
		return cmp.Or(cmp.Compare(a[0], b[0]),
			cmp.Compare(a[1], b[1]))
	})
	for _, pair := range pairs {
		_, err := tx.Exec(ctx, "INSERT INTO user_active_days (user_id, day) SELECT id, ? FROM users WHERE id = ? ON CONFLICT DO NOTHING", pair[1], pair[0])
		if err != nil {
			return fmt.Errorf("note that user %d was active: %w", pair[0], err)
		}
	}
	return nil
}

// Content is asked for again and again; that it was in the last hour is exact enough for a filter of thirty days.
const coarse = time.Hour

func noteShown(ctx context.Context, tx *write.Tx, batch []entry) error {
	shown := latest{}
	for _, e := range batch {
		for _, id := range e.content {
			shown.note(id, e.at)
		}
	}
	if len(shown) == 0 {
		return nil
	}
	ids := slices.Sorted(maps.Keys(shown))
	stale, err := db.All[int64](ctx, tx.Conn, "SELECT id FROM content WHERE "+tx.OneOf("id")+
		" AND (last_api_at IS NULL OR last_api_at < ?) ORDER BY id"+tx.ForUpdate(), db.IDs(ids), tx.Now.Add(-coarse))
	if err != nil || len(stale) == 0 {
		return err
	}
	if _, err := tx.Exec(ctx, "UPDATE content SET last_api_at = ? WHERE "+tx.OneOf("id"), tx.Now,
		db.IDs(stale)); err != nil {
		return fmt.Errorf("note what was shown: %w", err)
	}
	return nil
}
