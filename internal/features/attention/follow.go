package attention

import (
	"context"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"sync"
	"time"

	"waymark/internal/kit/db"
	"waymark/internal/kit/table"
	"waymark/internal/platform/changes"
	"waymark/internal/platform/schema"
)

const (
	// lockFollow is the number of an advisory lock.
	lockFollow = 7_305_120_484
	// tick is how often the worker looks for dates that have come.
	tick = 5 * time.Second
	// windowKey is where the last expiry date is stored that the list has come to, with the id of its item.
	windowKey = "attention_window"
	stepSize  = 1000
	// rest leaves at least three quarters of the time to other writers.
	rest = 3
)

// Wake makes the worker look for changes.
func (s *Service) Wake() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// Run follows changes until ctx is done.
func (s *Service) Run(ctx context.Context, done *sync.WaitGroup) {
	done.Go(func() {
		ticker := time.NewTicker(tick)
		defer ticker.Stop()
		failing := false
		for {
			err := s.follow(ctx, rest)
			if err != nil && !failing && ctx.Err() == nil {
				slog.ErrorContext(ctx, "finding what needs attention failed; retrying", "error", err)
			}
			failing = err != nil
			select {
			case <-s.wake:
			case <-ticker.C:
			case <-ctx.Done():
				return
			}
		}
	})
}

// CatchUp follows all numbered changes, and the clock, as fast as it can.
func (s *Service) CatchUp(ctx context.Context) error { return s.follow(ctx, 0) }

// follow follows all numbered changes, and the clock. After each step it waits for rest times as long.
func (s *Service) follow(ctx context.Context, rest int) error {
	ctx = db.WithStatementLimit(ctx, 0)
	if err := s.followClock(ctx); err != nil {
		return err
	}
	return changes.Follower{
		DB: s.Kit.Store.DB, Key: changes.AttentionKey, Lock: lockFollow, Changed: s.followChanges, Walked: s.followWalk,
		Rest: rest,
	}.CatchUp(ctx)
}

func (s *Service) followChanges(ctx context.Context, tx *db.Tx, list []changes.Change) error {
	ids := changes.RecordIDs(list, schema.ChangedContent)
	more, err := s.contentOf(ctx, tx, changes.RecordIDs(list, schema.ChangedCollection))
	if err != nil {
		return err
	}
	return s.Refresh(ctx, tx, table.UniqueIDs(append(ids, more...)))
}

// followWalk refreshes items that a walk has come to. Since when they need attention is not stored: the time of their
// last change is the best guess.
func (s *Service) followWalk(ctx context.Context, tx *db.Tx, ids []int64) error {
	r := &refresh{tx: tx, now: s.now(), known: func(item state) time.Time { return item.UpdatedAt }}
	return r.run(ctx, ids)
}

// contentOf returns the items whose reasons depend on collections: those that have expired in them, and those that are
// listed for being in them.
func (s *Service) contentOf(ctx context.Context, tx *db.Tx, collections []int64) ([]int64, error) {
	if len(collections) == 0 {
		return nil, nil
	}
	ids, err := db.All[int64](ctx, tx.Conn, `
		SELECT content_id FROM attention WHERE collection_id IN (?) AND collection_id <> 0
		UNION
		SELECT content_id
		FROM collection_content
		JOIN content ON content.id = content_id
		WHERE collection_id IN (?) AND deleted_at IS NULL AND expires_at <= ?`, collections, collections, s.now())
	if err != nil {
		return nil, fmt.Errorf("find expired items in collections: %w", err)
	}
	return ids, nil
}

// followClock adds items whose expiry date is near, and brings back what is no longer snoozed.
func (s *Service) followClock(ctx context.Context) error {
	for more := true; more; {
		var err error
		if more, err = s.moveWindow(ctx); err != nil {
			return err
		}
	}
	c := s.Kit.Store.DB
	over, err := db.Exists(ctx, c.Read(), "SELECT 1 FROM attention WHERE snoozed_until <= ?", s.now())
	if err != nil || !over {
		return err
	}
	_, err = c.Writer().Exec(ctx, `UPDATE attention SET tab = reason, snoozed_until = NULL, note = '' WHERE id IN (
		SELECT id FROM attention WHERE snoozed_until <= ? ORDER BY snoozed_until LIMIT ?)`, s.now(), stepSize)
	return err
}

// dueItem is an item that will expire, or be published.
type dueItem struct {
	DueAt time.Time `db:"due_at"`
	ID    int64     `db:"record_id"`
}

// moveWindow refreshes items whose dates have come near since the last time, and reports whether there may be more. The
// dates of all items are in due_changes, because each is a numbered change once it is reached.
func (s *Service) moveWindow(ctx context.Context) (more bool, err error) {
	c, end := s.Kit.Store.DB, s.now().Add(Window)
	last, err := s.window(ctx, c.Read())
	if err != nil {
		return false, err
	}
	if last == nil { // the first walk finds all items
		return false, s.storeWindow(ctx, c.Writer(), dueItem{DueAt: end})
	}
	due, err := db.All[dueItem](ctx, c.Read(), `SELECT due_at, record_id FROM due_changes
		WHERE due_at >= ? AND due_at <= ? AND kind = ? AND (due_at > ? OR record_id > ?)
		ORDER BY due_at, kind, record_id LIMIT ?`,
		last.DueAt, end, schema.ChangedContent, last.DueAt, last.ID, stepSize)
	if err != nil || len(due) == 0 {
		return false, err
	}
	ids := make([]int64, len(due))
	for i, item := range due {
		ids[i] = item.ID
	}
	return len(due) == stepSize, c.WriteAlone(ctx, func(tx *db.Tx) error {
		if err := s.Refresh(ctx, tx, ids); err != nil {
			return err
		}
		return s.storeWindow(ctx, tx.Conn, due[len(due)-1])
	})
}

func (s *Service) window(ctx context.Context, c db.Conn) (*dueItem, error) {
	stored, err := db.All[string](ctx, c, "SELECT value FROM installation WHERE key = ?", windowKey)
	if err != nil || len(stored) == 0 {
		return nil, err
	}
	first, second, _ := strings.Cut(stored[0], " ")
	micros, err := strconv.ParseInt(first, 10, 64)
	if err != nil {
		return nil, nil //nolint:nilnil,nilerr // it begins again
	}
	id, _ := strconv.ParseInt(second, 10, 64)
	return &dueItem{DueAt: time.UnixMicro(micros).UTC(), ID: id}, nil
}

func (s *Service) storeWindow(ctx context.Context, c db.Conn, last dueItem) error {
	_, err := c.Exec(ctx, `INSERT INTO installation (key, value) VALUES (?, ?)
		ON CONFLICT (key) DO UPDATE SET value = excluded.value`, windowKey,
		fmt.Sprintf("%d %d", last.DueAt.UnixMicro(), last.ID))
	return err
}
