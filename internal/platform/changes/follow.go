package changes

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"waymark/internal/kit/db"
)

// Follower keeps something in line with the content of the platform. It reads the changes since the last time or, if
// that was too long ago, walks through all items. Each step is a transaction that stores the position with its effect,
// so a follower that was killed continues where it was, and others wait for one step at most.
type Follower struct {
	DB *db.DB
	// Key is where the position is stored: the number of the last change, and the last id of a walk if one has begun.
	Key string
	// Lock is the number of an advisory lock, which keeps two servers from following the same changes.
	Lock int64
	// Changed follows changes.
	Changed func(ctx context.Context, tx *db.Tx, list []Change) error
	// Walked follows live items that a walk has come to.
	Walked func(ctx context.Context, tx *db.Tx, ids []int64) error
	// Rest is how many times as long as a step took the follower waits after it. Steps are longer than other writes,
	// and SQLite has only one writer.
	Rest int
}

// The keys of the followers. Items that are loaded in bulk have no numbers, so that all followers walk again.
const (
	LinksKey     = "links_planned"
	AttentionKey = "attention_followed"
)

const followSize = 1000

// position is how far a follower has come.
type position struct {
	number int64
	walked int64 // -1 unless a walk has begun
}

// CatchUp follows all changes that have a number. It returns at once if another server does.
func (f Follower) CatchUp(ctx context.Context) error {
	for {
		at, err := f.position(ctx, f.DB.Read())
		if err != nil {
			return err
		}
		head, err := Head(ctx, f.DB.Read())
		if err != nil || (at.walked < 0 && at.number >= head) {
			return err
		}
		done, began := false, time.Now()
		err = f.DB.WriteAlone(ctx, func(tx *db.Tx) error {
			done, err = f.step(ctx, tx)
			return err
		})
		if err != nil || done {
			return err
		}
		if err := wait(ctx, time.Since(began)*time.Duration(f.Rest)); err != nil {
			return err
		}
	}
}

func wait(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// step follows some changes, and reports whether there are no more.
func (f Follower) step(ctx context.Context, tx *db.Tx) (done bool, err error) {
	locked, err := tx.TryLock(ctx, f.Lock)
	if err != nil || !locked {
		return true, err
	}
	at, err := f.position(ctx, tx.Conn)
	if err != nil {
		return false, err
	}
	if at.walked >= 0 {
		return false, f.walk(ctx, tx, at)
	}
	list, err := Since(ctx, tx.Conn, at.number, followSize)
	if errors.Is(err, ErrTooOld) {
		if at.number, err = Head(ctx, tx.Conn); err != nil {
			return false, err
		}
		at.walked = 0
		return false, f.store(ctx, tx.Conn, at)
	}
	if err != nil || len(list) == 0 {
		return true, err
	}
	if err := f.Changed(ctx, tx, list); err != nil {
		return false, err
	}
	at.number = list[len(list)-1].Number
	return false, f.store(ctx, tx.Conn, at)
}

func (f Follower) walk(ctx context.Context, tx *db.Tx, at position) error {
	ids, err := db.All[int64](ctx, tx.Conn,
		"SELECT id FROM content WHERE id > ? AND deleted_at IS NULL ORDER BY id LIMIT ?", at.walked, followSize)
	if err != nil {
		return fmt.Errorf("walk through the items: %w", err)
	}
	if len(ids) == 0 {
		at.walked = -1
		return f.store(ctx, tx.Conn, at)
	}
	if err := f.Walked(ctx, tx, ids); err != nil {
		return err
	}
	at.walked = ids[len(ids)-1]
	return f.store(ctx, tx.Conn, at)
}

func (f Follower) position(ctx context.Context, c db.Conn) (position, error) {
	start := position{walked: -1}
	stored, err := db.All[string](ctx, c, "SELECT value FROM installation WHERE key = ?", f.Key)
	if err != nil {
		return start, fmt.Errorf("read the position of %s: %w", f.Key, err)
	}
	if len(stored) == 0 {
		return start, nil
	}
	number, walked, isWalk := strings.Cut(stored[0], " ")
	at := start
	if at.number, err = strconv.ParseInt(number, 10, 64); err != nil {
		return start, nil //nolint:nilerr // it begins again
	}
	if !isWalk {
		return at, nil
	}
	if at.walked, err = strconv.ParseInt(walked, 10, 64); err != nil {
		return start, nil //nolint:nilerr // it begins again
	}
	return at, nil
}

func (f Follower) store(ctx context.Context, c db.Conn, at position) error {
	value := strconv.FormatInt(at.number, 10)
	if at.walked >= 0 {
		value += " " + strconv.FormatInt(at.walked, 10)
	}
	_, err := c.Exec(ctx, `INSERT INTO installation (key, value) VALUES (?, ?)
		ON CONFLICT (key) DO UPDATE SET value = excluded.value`, f.Key, value)
	if err != nil {
		return fmt.Errorf("store the position of %s: %w", f.Key, err)
	}
	return nil
}

// RecordIDs returns the ids of the changed records of a kind.
func RecordIDs(list []Change, kind string) []int64 {
	ids := []int64{}
	for _, change := range list {
		if change.Kind == kind {
			ids = append(ids, change.RecordID)
		}
	}
	return ids
}
