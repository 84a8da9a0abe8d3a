package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"path/filepath"
	"strings"

	"waymark/internal/kit/db"
	"waymark/internal/kit/rotation"
	"waymark/internal/kit/secret"
)

// KeyFile returns the path of the file that contains the secret key of a SQLite database.
func KeyFile(databasePath string) string {
	return filepath.Join(filepath.Dir(databasePath), "secret.key")
}

func (c Config) keyFile() string { return KeyFile(strings.TrimPrefix(c.Database, "sqlite:")) }

// checkKeys checks the keys in the settings.
func (c Config) checkKeys() error {
	if c.SecretKey == "" {
		if c.OldSecretKey != "" {
			return errors.New("--old-secret-key is the key that --secret-key replaces: set both")
		}
		return nil
	}
	key, err := secret.Parse(c.SecretKey)
	if err != nil || c.OldSecretKey == "" {
		return err
	}
	old, err := secret.Parse(c.OldSecretKey)
	if err != nil {
		return fmt.Errorf("--old-secret-key: %w", err)
	}
	if old.Fingerprint() == key.Fingerprint() {
		return errors.New("--old-secret-key is the same key as --secret-key")
	}
	return nil
}

// loadKey returns the secret key from the settings or, if there is none, from the key file. It includes the key that is
// being replaced, if there is one.
func (c Config) loadKey() (*secret.Key, error) {
	if c.SecretKey != "" {
		key, err := secret.Parse(c.SecretKey)
		if err != nil || c.OldSecretKey == "" {
			return key, err
		}
		old, err := secret.Parse(c.OldSecretKey)
		if err != nil {
			return nil, err
		}
		return key.Replacing(old), nil
	}
	key, err := secret.LoadFile(c.keyFile())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf(
			"the secret key of this database is missing: put it back as %s, or give it with --secret-key", c.keyFile())
	}
	return key, err
}

// loadOrCreateKey returns the secret key. It creates a key file only if the database has not been used with any key
// yet: data encrypted with another key could not be read.
func (c Config) loadOrCreateKey(ctx context.Context, d *db.DB) (*secret.Key, error) {
	fingerprint, err := rotation.Fingerprint(ctx, d.Read())
	if err != nil {
		return nil, err
	}
	if fingerprint == "" && c.SecretKey == "" {
		return secret.LoadOrCreate(c.keyFile())
	}
	return c.loadKey()
}

// matchingKey returns the secret key and checks that the database uses it. The first key with which a database is used
// is recorded there: with another one a node could neither decrypt stored data nor verify signatures.
func (c Config) matchingKey(ctx context.Context, d *db.DB) (*secret.Key, error) {
	load := c.loadOrCreateKey
	if c.ReadOnly {
		load = func(context.Context, *db.DB) (*secret.Key, error) { return c.loadKey() }
	}
	key, err := load(ctx, d)
	if err != nil {
		return nil, err
	}
	if !c.ReadOnly {
		if err := rotation.Adopt(ctx, d.Writer(), key); err != nil {
			return nil, err
		}
	}
	if err := rotation.Check(ctx, d.Read(), key); err != nil {
		return nil, err
	}
	if err := rotation.CheckComplete(ctx, d.Read(), key); err != nil {
		return nil, err
	}
	return key, c.noticeReplacement(ctx, d, key)
}

// noticeReplacement removes an old key file that is no longer needed, and says what is left to do.
func (c Config) noticeReplacement(ctx context.Context, d *db.DB, key *secret.Key) error {
	if !key.IsReplacing() || key.Fingerprint() != key.New().Fingerprint() {
		return nil
	}
	replaced, err := rotation.Replaced(ctx, d.Read())
	switch {
	case err != nil:
		return err
	case replaced != "":
		slog.WarnContext(ctx, "the secret key is being replaced: run `waymark rotate-key` until it has finished")
	case c.SecretKey != "":
		slog.WarnContext(ctx, "the secret key has been replaced: --old-secret-key is no longer needed")
	case !c.ReadOnly:
		return c.replaceKeyFile()
	}
	return nil
}

// replaceKeyFile gives the file with the new key the name of the key file.
func (c Config) replaceKeyFile() error {
	err := secret.ReplaceFile(c.keyFile())
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // another process may have done it
		return fmt.Errorf("replace the key file: %w", err)
	}
	return nil
}
