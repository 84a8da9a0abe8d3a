// Package audit seals the audit log, so that changed, removed or reordered entries are detected. A keyed hash chains
// the committed entries. Someone who can write to the database but doesn't have the secret key can't compute a valid
// chain.
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
	"waymark/internal/kit/rotation"
	"waymark/internal/kit/secret"
	"waymark/internal/kit/write"
)

const (
	interval    = time.Second   // between two checks for unsealed entries
	logInterval = time.Minute   // minimum time between two log lines with the newest seal
	batchSize   = 1000          // entries per transaction
	sealingLock = 7_293_114_606 // number of the advisory lock that allows only one node at a time to seal
)

// Log seals, verifies and prunes the audit log in Store with Key.
type Log struct {
	Store *write.Store
	Key   *secret.Key
}

// Seal is the position of an entry in the chain and its keyed hash.
type Seal struct {
	Number int64  `db:"seal_number"`
	Value  string `db:"seal"`
}

func (s Seal) String() string { return strconv.FormatInt(s.Number, 10) + ":" + s.Value }

// ParseSeal parses the result of Seal.String.
func ParseSeal(text string) (Seal, error) {
	number, value, ok := strings.Cut(text, ":")
	n, err := strconv.ParseInt(number, 10, 64)
	if !ok || err != nil || value == "" {
		return Seal{}, fmt.Errorf("%q is not a seal: want NUMBER:SEAL as the server logs it", text)
	}
	return Seal{Number: n, Value: value}, nil
}

// entry contains the sealed columns of an audit row.
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

const entryColumns = `id, created_at, user_id, user_name, action, kind, record_id, record_name, changes, request_id,
	ip_address`

// Purposes of signatures.
const (
	purposeValues     = "audit values"
	purposeSeal       = "audit seal"
	purposeCheckpoint = "audit checkpoint"
)

// signer signs with the key of the installation, or with one that it has had before.
type signer interface {
	Sign(purpose, text string) string
}

// digestValues hashes the changes of an entry.
func digestValues(key signer, changes json.RawMessage) string {
	return key.Sign(purposeValues, canonical(changes))
}

// canonical encodes changes again, because the databases store JSON in different forms.
func canonical(changes json.RawMessage) string {
	var values any
	if err := json.Unmarshal(changes, &values); err != nil {
		return "not JSON: " + string(changes)
	}
	text, _ := json.Marshal(values) // values were decoded from JSON, so this can't fail
	return string(text)
}

// sealOf returns the seal of the entry that follows the entry with the seal before.
func sealOf(key signer, before Seal, e entry, valuesDigest string) Seal {
	number := before.Number + 1
	content, _ := json.Marshal([]any{ // plain values only, so this can't fail
		before.Value, number, e.ID, e.CreatedAt.UnixMicro(), e.UserID, e.UserName, e.Action, e.Kind, e.RecordID, e.RecordName,
		e.RequestID, e.IPAddress, valuesDigest,
	})
	return Seal{Number: number, Value: key.Sign(purposeSeal, string(content))}
}

// SealNew seals the entries that were committed since the last call and returns the newest seal, or the zero seal if
// there were none.
func (l *Log) SealNew(ctx context.Context) (Seal, error) {
	newest := Seal{}
	for {
		found, err := db.Exists(ctx, l.Store.DB.Read(), "SELECT 1 FROM audit_log WHERE seal_number IS NULL")
		if err != nil || !found {
			return newest, err
		}
		texts, err := l.canonicalUnsealed(ctx)
		if err != nil {
			return newest, err
		}
		var sealed int
		err = l.Store.DoAlone(ctx, func(tx *write.Tx) (err error) {
			newest, sealed, err = l.sealBatch(ctx, tx, texts)
			return err
		})
		if err != nil {
			return newest, fmt.Errorf("seal the audit log: %w", err)
		}
		if sealed < batchSize {
			return newest, nil
		}
	}
}

// canonicalUnsealed returns the canonical changes of the next entries, by the stored ones. On SQLite nobody else can
// write during a transaction, and encoding them takes most of the time of sealing.
func (l *Log) canonicalUnsealed(ctx context.Context) (map[string]string, error) {
	if l.Store.DB.Engine != db.SQLite {
		return map[string]string{}, nil
	}
	list, err := db.All[string](ctx, l.Store.DB.Read(), "SELECT changes FROM audit_log"+unsealed, batchSize)
	if err != nil {
		return nil, fmt.Errorf("read the unsealed entries: %w", err)
	}
	texts := make(map[string]string, len(list))
	for _, changes := range list {
		texts[changes] = canonical(json.RawMessage(changes))
	}
	return texts, nil
}

// unsealed selects the next entries. It takes their number.
const unsealed = " WHERE seal_number IS NULL ORDER BY id LIMIT ?"

func (l *Log) sealBatch(ctx context.Context, tx *write.Tx, texts map[string]string) (Seal, int, error) {
	if locked, err := tx.TryLock(ctx, sealingLock); err != nil || !locked {
		return Seal{}, 0, err // another node is sealing
	}
	if err := rotation.Check(ctx, tx.Conn, l.Key); err != nil {
		return Seal{}, 0, err
	}
	last, err := l.last(ctx, tx.Conn)
	if err != nil {
		return last, 0, err
	}
	entries, err := db.All[entry](ctx, tx.Conn, "SELECT "+entryColumns+" FROM audit_log"+unsealed, batchSize)
	if err != nil {
		return last, 0, err
	}
	keys := l.Key.SigningKeys(purposeValues, purposeSeal) // derived once, not for each entry
	sealed := make([]any, 0, sealColumns*len(entries))
	for _, e := range entries {
		text, known := texts[string(e.Changes)]
		if !known {
			text = canonical(e.Changes)
		}
		digest := keys.Sign(purposeValues, text)
		last = sealOf(keys, last, e, digest)
		sealed = append(sealed, last.Number, last.Value, digest, e.ID)
	}
	if err := saveSeals(ctx, tx.Conn, sealed); err != nil {
		return last, 0, err
	}
	return last, len(entries), l.saveFact(ctx, tx.Conn, headKey, last.String())
}

// sealColumns is the number of values of an entry that saveSeals takes: its seal, the digest of its changes, its id.
const sealColumns = 4

// saveSeals stores the seals of entries. With a statement for each of them, sealing would take PostgreSQL three times
// as long. There are four statements, so that the database does not have to prepare one for every number of entries.
func saveSeals(ctx context.Context, c db.Conn, sealed []any) error {
	if c.Engine == db.SQLite {
		return saveEachSeal(ctx, c, sealed)
	}
	for _, rows := range []int{250, 25, 5, 1} {
		size := rows * sealColumns
		for ; len(sealed) >= size; sealed = sealed[size:] {
			if _, err := c.Exec(ctx, `UPDATE audit_log SET seal_number = column1, seal = column2, values_digest = column3
				FROM (VALUES (CAST(? AS BIGINT), ?, ?, CAST(? AS BIGINT))`+
				strings.Repeat(", (CAST(? AS BIGINT), ?, ?, CAST(? AS BIGINT))", rows-1)+`) AS sealed
				WHERE audit_log.id = column4`, sealed[:size]...); err != nil {
				return err
			}
		}
	}
	return nil
}

// saveEachSeal stores each seal by a statement of its own, which takes SQLite a few microseconds. For a list of them it
// would read the whole table once for each row, if its statistics are from a time when the table was small.
func saveEachSeal(ctx context.Context, c db.Conn, sealed []any) error {
	for ; len(sealed) > 0; sealed = sealed[sealColumns:] {
		if _, err := c.Exec(ctx, "UPDATE audit_log SET seal_number = ?, seal = ?, values_digest = ? WHERE id = ?",
			sealed[:sealColumns]...); err != nil {
			return err
		}
	}
	return nil
}

// Keys of the table installation.
const (
	headKey       = "audit_head"       // the newest seal
	checkpointKey = "audit_checkpoint" // the seal of the last pruned entry, signed
)

func (l *Log) saveFact(ctx context.Context, c db.Conn, key, value string) error {
	_, err := c.Exec(ctx, `INSERT INTO installation (key, value) VALUES (?, ?)
		ON CONFLICT (key) DO UPDATE SET value = excluded.value`, key, value)
	return err
}

// last returns the seal of the newest entry or, if all sealed entries were pruned, of the last pruned one.
func (l *Log) last(ctx context.Context, c db.Conn) (Seal, error) {
	seal, err := db.One[Seal](ctx, c, `SELECT seal_number, seal FROM audit_log WHERE seal_number IS NOT NULL
		ORDER BY seal_number DESC LIMIT 1`)
	if errors.Is(err, sql.ErrNoRows) {
		return l.checkpoint(ctx, c)
	}
	return seal, err
}

// Run seals new entries every second until ctx is done, and then a last time.
func (l *Log) Run(ctx context.Context, done *sync.WaitGroup) {
	done.Go(func() {
		ticker := time.NewTicker(interval)
		defer ticker.Stop()
		p := &progress{}
		for {
			select {
			case <-ticker.C:
				p.seal(ctx, l, false)
			case <-ctx.Done():
				p.seal(context.WithoutCancel(ctx), l, true)
				return
			}
		}
	})
}

// progress logs the newest seal at intervals. The server log is stored outside the database, so a logged seal proves
// that newer entries existed if someone removes them from the end of the table.
type progress struct {
	newest   Seal
	logged   Seal
	loggedAt time.Time
	failing  bool
}

// seal seals new entries and logs the newest seal if that is due, or if this is the last call.
func (p *progress) seal(ctx context.Context, l *Log, last bool) {
	newest, err := l.SealNew(ctx)
	if err != nil {
		if !p.failing {
			slog.ErrorContext(ctx, "sealing the audit log failed; retrying every second", "error", err)
		}
		p.failing = true
		return
	}
	p.failing = false
	if newest.Number > 0 {
		p.newest = newest
	}
	if p.newest != p.logged && (last || time.Since(p.loggedAt) >= logInterval) {
		slog.InfoContext(ctx, "audit log sealed", "newest_seal", p.newest.String())
		p.logged, p.loggedAt = p.newest, time.Now()
	}
}
