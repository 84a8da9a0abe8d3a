// Package rotation records which secret key a database uses, and replaces it by another one while servers are running.
//
// Servers have both keys before the replacement begins. The database decides which of them is used: every transaction
// that stores something encrypted or signed looks it up and locks it, so that nothing is stored with the old key after
// the new one has been recorded.
package rotation

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"

	"waymark/internal/kit/db"
	"waymark/internal/kit/secret"
)

// Keys of the table installation.
const (
	fingerprintKey = "secret_key_fingerprint" // of the key that is used
	replacedKey    = "secret_key_replaced"    // fingerprint of the old key, until nothing is encrypted with it any longer
)

// ErrOtherKey is returned for a key that the database does not use.
var ErrOtherKey = errors.New("this database uses another secret key: start the server with that key")

// ErrUnfinished is returned if the old key is needed, because data is still encrypted with it.
var ErrUnfinished = errors.New("the secret key of this database is being replaced: start the server with " +
	"--old-secret-key as well, and run `waymark rotate-key` again")

// Fingerprint returns the fingerprint of the key that a database uses, or "" if it has not been used yet.
func Fingerprint(ctx context.Context, c db.Conn) (string, error) {
	return find(ctx, c, fingerprintKey, "")
}

// Replaced returns the fingerprint of the key that is being replaced, or "".
func Replaced(ctx context.Context, c db.Conn) (string, error) { return find(ctx, c, replacedKey, "") }

func find(ctx context.Context, c db.Conn, key, lock string) (string, error) {
	value, err := db.Value[string](ctx, c, "SELECT value FROM installation WHERE key = ?"+lock, key)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("read %s: %w", key, err)
	}
	return value, nil
}

// Check makes key use the value that the database uses. The error is ErrOtherKey if it doesn't have that value. Any key
// is accepted for a database that has not been used yet.
func Check(ctx context.Context, c db.Conn, key *secret.Key) error { return check(ctx, c, key, "") }

// Lock is a Check for transactions that store something encrypted or signed. The database uses the same key until the
// transaction ends.
func Lock(ctx context.Context, tx *db.Tx, key *secret.Key) error {
	return check(ctx, tx.Conn, key, tx.ForUpdate())
}

func check(ctx context.Context, c db.Conn, key *secret.Key, lock string) error {
	fingerprint, err := find(ctx, c, fingerprintKey, lock)
	if err != nil {
		return err
	}
	if !key.Use(fingerprint) && fingerprint != "" {
		return ErrOtherKey
	}
	return nil
}

// CheckComplete returns ErrUnfinished if the database has data that key can't decrypt.
func CheckComplete(ctx context.Context, c db.Conn, key *secret.Key) error {
	replaced, err := Replaced(ctx, c)
	if err != nil {
		return err
	}
	if replaced != "" && !key.Has(replaced) {
		return ErrUnfinished
	}
	return nil
}

// Adopt records the key with which a database is first used.
func Adopt(ctx context.Context, c db.Conn, key *secret.Key) error {
	_, err := c.Exec(ctx, "INSERT INTO installation (key, value) VALUES (?, ?) ON CONFLICT (key) DO NOTHING",
		fingerprintKey, key.New().Fingerprint())
	if err != nil {
		return fmt.Errorf("store fingerprint of the secret key: %w", err)
	}
	return nil
}

// Begin records the new key, unless an earlier call has done so. It waits for transactions that store something with
// the old key. Change is called in the same transaction, and only if there is something to change.
func Begin(ctx context.Context, tx *db.Tx, key *secret.Key, change func() error) error {
	fingerprint, err := find(ctx, tx.Conn, fingerprintKey, tx.ForUpdate())
	if err != nil {
		return err
	}
	switch fingerprint {
	case "":
		return errors.New("this database has never been used by a server, so it has no secret key to replace")
	case key.New().Fingerprint():
		return nil
	case key.Old().Fingerprint():
	default:
		return errors.New("neither of the two keys is the secret key of this database")
	}
	if replaced, err := Replaced(ctx, tx.Conn); err != nil || replaced != "" {
		return cmp.Or(err, ErrUnfinished) // the old key is itself a new one that is not in use everywhere yet
	}
	if err := change(); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, "UPDATE installation SET value = ? WHERE key = ?", key.New().Fingerprint(), fingerprintKey)
	if err != nil {
		return fmt.Errorf("store fingerprint of the secret key: %w", err)
	}
	_, err = tx.Exec(ctx, "INSERT INTO installation (key, value) VALUES (?, ?)", replacedKey, fingerprint)
	if err != nil {
		return fmt.Errorf("store fingerprint of the old secret key: %w", err)
	}
	return nil
}

// End records that nothing is encrypted with the old key any longer.
func End(ctx context.Context, c db.Conn) error {
	if _, err := c.Exec(ctx, "DELETE FROM installation WHERE key = ?", replacedKey); err != nil {
		return fmt.Errorf("end the replacement of the secret key: %w", err)
	}
	return nil
}
