// Package audit seals the audit log, so that a changed, removed or swapped entry is noticed. A keyed hash chains the
// committed entries together; whoever can write to the database but does not have the secret key can't make another.
package audit

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"sync"
	"time"

	"waymark/internal/kit/db"
	"waymark/internal/kit/secret"
	"waymark/internal/kit/write"
)

const (
	interval = time.Second // between two looks for entries that are not sealed yet
	logEvery = time.Minute // how often the newest seal is logged at most
	perBatch = 1000
	lock     = 7_293_114_606 // the number of the advisory lock that lets one node at a time seal
)

// Log is the audit log and the key that seals it.
type Log struct {
	Store *write.Store
	Key   *secret.Key
}

// Seal is the place of an entry in the chain.
type Seal struct {
	Number int64  `db:"seal_number"`
	Value  string `db:"seal"`
}

func (s Seal) String() string { return strconv.FormatInt(s.Number, 10) + ":" + s.Value }

// ParseSeal reads what String wrote.
func ParseSeal(text string) (Seal, error) {
	number, value, ok := strings.Cut(text, ":")
	n, err := strconv.ParseInt(number, 10, 64)
	if !ok || err != nil || value == "" {
		return Seal{}, fmt.Errorf("%q is not a seal: want NUMBER:SEAL as the server logs it", text)
	}
	return Seal{Number: n, Value: value}, nil
}

// entry is all of an audit row that is sealed.
type entry struct {
	ID         int64           `db:"id"`
	CreatedAt  time.Time       `db:"created_at"`
	UserID     *int64          `db:"user_id"`
	UserName   string          `db:"user_name"`
	Action     string          `db:"action"`
	Kind       string          `db:"kind"`
	RecordID   *int64          `db:"record_id"`
	RecordName string          `db:"record_name"`
	Changes    json.RawMessage `db:"changes"`
	RequestID  string          `db:"request_id"`
	IPAddress  string          `db:"ip_address"`
}

const entryColumns = "id, created_at, user_id, user_name, action, kind, record_id, record_name, changes, request_id, ip_address"

// digestValues hashes the changes of an entry. The databases store JSON in different forms, so it is written anew first.
func (l *Log) digestValues(changes json.RawMessage) string {
	var values any
	if err := json.Unmarshal(changes, &values); err != nil {
		return l.Key.Sign("audit values", "not JSON: "+string(changes))
	}
	canonical, _ := json.Marshal(values) // it was JSON before
	return l.Key.Sign("audit values", string(canonical))
}

// sealOf is the seal of an entry after another one.
func (l *Log) sealOf(before Seal, e entry, valuesDigest string) Seal {
	number := before.Number + 1
	content, _ := json.Marshal([]any{ // only plain values
		before.Value, number, e.ID, e.CreatedAt.UnixMicro(), e.UserID, e.UserName, e.Action, e.Kind, e.RecordID, e.RecordName, e.RequestID, e.IPAddress, valuesDigest,
	})
	return Seal{Number: number, Value: l.Key.Sign("audit seal", string(content))}
}

// SealNew seals the entries that were committed since the last time and returns the newest seal.
func (l *Log) SealNew(ctx context.Context) (Seal, error) {
	newest := Seal{}
	for {
		fresh, err := db.Exists(ctx, l.Store.DB.Read(), "SELECT 1 FROM audit_log WHERE seal_number IS NULL")
		if err != nil || !fresh {
			return newest, err
		}
		var sealed int
		err = l.Store.Do(ctx, func(tx *write.Tx) (err error) {
			newest, sealed, err = l.sealBatch(ctx, tx)
			return err
		})
		if err != nil {
			return newest, fmt.Errorf("seal the audit log: %w", err)
		}
		if sealed < perBatch {
			return newest, nil
		}
	}
}

func (l *Log) sealBatch(ctx context.Context, tx *write.Tx) (Seal, int, error) {
	if first, err := tx.TryLock(ctx, lock); err != nil || !first {
		return Seal{}, 0, err // another node does it
	}
	last, err := l.last(ctx, tx.Conn)
	if err != nil {
		return last, 0, err
	}
	entries, err := db.All[entry](ctx, tx.Conn, "SELECT "+entryColumns+" FROM audit_log WHERE seal_number IS NULL ORDER BY id LIMIT ?", perBatch)
	if err != nil {
		return last, 0, err
	}
	for _, e := range entries {
		digest := l.digestValues(e.Changes)
		last = l.sealOf(last, e, digest)
		if _, err := tx.Exec(ctx, "UPDATE audit_log SET seal_number = ?, seal = ?, values_digest = ? WHERE id = ?", last.Number, last.Value, digest, e.ID); err != nil {
			return last, 0, err
		}
	}
	return last, len(entries), l.remember(ctx, tx.Conn, headFact, last.String())
}

// Facts about the chain in the table installation.
const (
	headFact       = "audit_head"       // the newest seal
	checkpointFact = "audit_checkpoint" // the seal of the last entry that was forgotten, signed
)

func (l *Log) remember(ctx context.Context, c db.Conn, fact, value string) error {
	_, err := c.Exec(ctx, "INSERT INTO installation (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value", fact, value)
	return err
}

// last is the newest seal: of an entry, or of the last one that was forgotten.
func (l *Log) last(ctx context.Context, c db.Conn) (Seal, error) {
	seal, err := db.One[Seal](ctx, c, "SELECT seal_number, seal FROM audit_log WHERE seal_number IS NOT NULL ORDER BY seal_number DESC LIMIT 1")
	if errors.Is(err, sql.ErrNoRows) {
		return l.checkpoint(ctx, c)
	}
	return seal, err
}

// Run seals new entries every second until ctx ends, and once more then.
func (l *Log) Run(ctx context.Context, done *sync.WaitGroup) {
	done.Go(func() {
		ticker := time.NewTicker(interval)
		defer ticker.Stop()
		sealing := &progress{}
		for {
			select {
			case <-ticker.C:
				sealing.note(ctx, l, false)
			case <-ctx.Done():
				sealing.note(context.WithoutCancel(ctx), l, true)
				return
			}
		}
	})
}

// progress logs the newest seal now and then. The log is kept elsewhere than the database, so it shows when the newest
// entries were cut off.
type progress struct {
	newest   Seal
	logged   Seal
	loggedAt time.Time
	failing  bool
}

func (p *progress) note(ctx context.Context, l *Log, last bool) {
	newest, err := l.SealNew(ctx)
	if err != nil {
		if !p.failing {
			slog.ErrorContext(ctx, "the audit log can't be sealed; it is tried again every second", "error", err)
		}
		p.failing = true
		return
	}
	p.failing = false
	if newest.Number > 0 {
		p.newest = newest
	}
	if p.newest != p.logged && (last || time.Since(p.loggedAt) >= logEvery) {
		slog.InfoContext(ctx, "audit log sealed", "newest_seal", p.newest.String())
		p.logged, p.loggedAt = p.newest, time.Now()
	}
}
