package audit

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"waymark/internal/kit/db"
	"waymark/internal/kit/secret"
)

// formerKeysKey is a key of the table installation: the keys of earlier entries, encrypted with the current key.
const formerKeysKey = "audit_former_keys"

// formerKey verifies the entries that were sealed before the secret key was replaced. Someone who has the old key can't
// change them: Last is the seal of the newest of them, and every later seal depends on it.
type formerKey struct {
	Last Seal               `json:"last"`
	Keys secret.SigningKeys `json:"keys"`
}

// formerKeys returns the keys of earlier entries, the oldest first.
func (l *Log) formerKeys(ctx context.Context, c db.Conn, key *secret.Key) ([]formerKey, error) {
	encrypted, err := db.Value[string](ctx, c, "SELECT value FROM installation WHERE key = ?", formerKeysKey)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the keys of earlier entries: %w", err)
	}
	list := []formerKey{}
	text, err := key.Decrypt(encrypted, formerKeysKey)
	if err == nil {
		err = json.Unmarshal([]byte(text), &list)
	}
	if err != nil {
		return nil, fmt.Errorf("the keys of earlier entries can't be read: %w", err)
	}
	return list, nil
}

// keyOf returns the key that sealed an entry. If it is a former key, last is the newest seal that was made with it.
func (l *Log) keyOf(number int64, former []formerKey) (key signer, last Seal) {
	for _, f := range former {
		if number <= f.Last.Number {
			return f.Keys, f.Last
		}
	}
	return l.Key, Seal{}
}

// ReplaceKey makes all entries verifiable with the new key alone. Entries keep their seals, so that those in the
// server's log remain comparable. It is called in the transaction that records the new key, and waits until no node is
// sealing.
func (l *Log) ReplaceKey(ctx context.Context, tx *db.Tx) error {
	if err := tx.Lock(ctx, sealingLock); err != nil {
		return fmt.Errorf("lock the audit log: %w", err)
	}
	fresh := l.Key.New()
	checkpoint, err := l.checkpoint(ctx, tx.Conn)
	if errors.Is(err, errCheckpoint) {
		return nil // Verify reports it. A new signature would hide the damage.
	}
	if err == nil && checkpoint.Number > 0 {
		err = l.saveCheckpoint(ctx, tx.Conn, checkpoint, fresh)
	}
	if err != nil {
		return err
	}
	former, err := l.formerKeys(ctx, tx.Conn, l.Key.Old())
	if err != nil {
		return err
	}
	last, err := l.last(ctx, tx.Conn)
	if err != nil || last.Number == 0 {
		return err
	}
	former = append(former, formerKey{last, l.Key.Old().SigningKeys(purposeValues, purposeSeal)})
	text, err := json.Marshal(former)
	if err != nil {
		return err
	}
	encrypted, err := fresh.Encrypt(string(text), formerKeysKey)
	if err != nil {
		return err
	}
	return l.saveFact(ctx, tx.Conn, formerKeysKey, encrypted)
}
