package app

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"waymark/internal/kit/audit"
	"waymark/internal/kit/db"
	"waymark/internal/kit/rotation"
	"waymark/internal/kit/secret"
	"waymark/internal/kit/write"
	"waymark/internal/platform/apikeys"
)

// secretTables are the tables with encrypted API secrets.
var secretTables = []string{"partners", "collaborators"}

// RotateReport describes how a secret key was replaced.
type RotateReport struct {
	apikeys.Renewal
	KeyFile string // the file with the new key; "" if it was passed to the command
}

// RotateKey replaces the secret key of an installation: everything that the old key has encrypted is encrypted with the
// new one. If it is interrupted, the next call continues. Servers that have both keys may be running. Progress is
// called for each secret.
func RotateKey(ctx context.Context, config Config, progress func()) (report RotateReport, err error) {
	config.MustExist, config.NoFiles = true, true
	usesFile := strings.HasPrefix(config.Database, "sqlite:") && config.SecretKey == ""
	if !usesFile && config.OldSecretKey == "" {
		return report, errors.New("set --secret-key to the new key, and --old-secret-key to the one it replaces")
	}
	if err := config.Check(); err != nil {
		return report, err
	}
	if usesFile {
		lock, lockErr := config.Lock() // A running server would not know the new key.
		if lockErr != nil {
			return report, lockErr
		}
		defer func() { err = errors.Join(err, lock.Release()) }()
		if err := config.createNextKey(); err != nil {
			return report, err
		}
	}
	key, err := config.loadKey()
	if err != nil {
		return report, err
	}
	d, err := Open(ctx, config.Database)
	if err != nil {
		return report, err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	if report.Renewal, err = replaceKey(ctx, &write.Store{DB: d}, key, progress); err != nil || !usesFile {
		return report, err
	}
	report.KeyFile = config.keyFile()
	return report, config.replaceKeyFile()
}

// createNextKey creates the file with the new key, unless an interrupted call has left one.
func (c Config) createNextKey() error {
	if _, err := c.loadKey(); err != nil { // there must be a key to replace
		return err
	}
	_, err := secret.LoadOrCreate(secret.NextFile(c.keyFile()))
	return err
}

func replaceKey(
	ctx context.Context, store *write.Store, key *secret.Key, progress func(),
) (renewal apikeys.Renewal, err error) {
	err = store.DB.WriteAlone(ctx, func(tx *db.Tx) error {
		return rotation.Begin(ctx, tx, key, func() error {
			if err := keepBackupPrefix(ctx, tx.Conn, key.Old()); err != nil {
				return err
			}
			return (&audit.Log{Store: store, Key: key}).ReplaceKey(ctx, tx)
		})
	})
	if err != nil {
		return renewal, fmt.Errorf("replace the secret key: %w", err)
	}
	key.Use(key.New().Fingerprint())
	renewal, err = apikeys.Renew(ctx, store, key, progress, secretTables...)
	if err != nil {
		return renewal, err
	}
	return renewal, rotation.End(ctx, store.DB.Writer())
}

// followKey makes a server that has two keys sign with the new one as soon as the database uses it. What is stored does
// not depend on it.
func (a *App) followKey(ctx context.Context, done *sync.WaitGroup) {
	if !a.Key.IsReplacing() {
		return
	}
	done.Go(func() {
		ticker := time.NewTicker(time.Second)
		defer ticker.Stop()
		for a.Key.Fingerprint() != a.Key.New().Fingerprint() {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
				_ = rotation.Check(ctx, a.DB.Read(), a.Key) // It is tried again, and whoever stores something checks it too.
			}
		}
	})
}
