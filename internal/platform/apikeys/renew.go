package apikeys

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/rotation"
	"waymark/internal/kit/secret"
	"waymark/internal/kit/write"
)

// NewPair returns a new API key and its secret, encrypted for storage in this transaction.
func NewPair(ctx context.Context, tx *write.Tx, key *secret.Key) (apiKey, encryptedSecret string, err error) {
	err = rotation.Lock(ctx, tx.Tx, key)
	if errors.Is(err, rotation.ErrOtherKey) {
		slog.ErrorContext(ctx, "the secret key was replaced while this server was running", "error", err)
		return "", "", apierr.Unavailable()
	}
	if err != nil {
		return "", "", err
	}
	return key.APIPair()
}

// Renewal is the result of Renew.
type Renewal struct {
	Renewed    int64 // secrets that were encrypted again
	Unreadable int64 // secrets that neither key can decrypt
}

// Renew encrypts all secrets with the key that replaces the old one. Progress is called for each secret.
func Renew(
	ctx context.Context, store *write.Store, key *secret.Key, progress func(), tables ...string,
) (r Renewal, err error) {
	for _, table := range tables {
		err := convertSecrets(ctx, store, table, func(row sealedRow) string {
			progress()
			renewed, changed, err := key.Renew(row.Secret, row.Key)
			switch {
			case err != nil:
				r.Unreadable++
				return row.Secret
			case changed:
				r.Renewed++
			}
			return renewed
		})
		if err != nil {
			return r, fmt.Errorf("encrypt API secrets of %s: %w", table, err)
		}
	}
	return r, nil
}
