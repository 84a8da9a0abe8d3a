// Package app puts the house together: it is the only place that knows every feature.
package app

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"waymark/internal/kit/db"
	"waymark/internal/kit/mail"
	"waymark/internal/kit/media"
	"waymark/internal/kit/secret"
)

// Config is what the operator decides.
type Config struct {
	Database         string
	Storage          string
	PublicURL        string
	AppURL           string
	InspiresURL      string
	LandingURL       string
	ProductName      string
	SecretKey        string
	Timezone         string
	SMTPURL          string
	TrustedProxies   []string
	Workers          int
	AppKey           string
	APIRate          int64         // calls of the public API a partner may make in a minute
	KeepTraffic      time.Duration // how long logs, searches and single events are kept; 0 for ever
	SingleNode       bool
	AllowPrivateURLs bool
	Demo             bool
	Version          string
	AdminEmail       string
	AdminPassword    string
	Existing         bool          // refuse to create a database
	HoldMail         *bool         // whether mail is held; nil for what the database says
	BackupEvery      time.Duration // how often the server makes a backup; 0 for never
	BackupKeep       int           // how many of these are kept
	BackupTo         string        // a folder or a bucket; "" for a folder next to the database
}

func (c Config) proxies() ([]netip.Prefix, error) {
	list := []netip.Prefix{}
	for _, text := range c.TrustedProxies {
		prefix, err := netip.ParsePrefix(text)
		if addr, addrErr := netip.ParseAddr(text); err != nil && addrErr == nil {
			prefix, err = addr.Prefix(addr.BitLen())
		}
		if err != nil {
			return nil, fmt.Errorf("trusted proxy %q: want an address or a network like 10.0.0.0/8", text)
		}
		list = append(list, prefix)
	}
	return list, nil
}

// Check refuses settings that can't work, before anything is opened or created.
func (c Config) Check() error { return errors.Join(c.checkSettings(), c.checkFiles()) }

func (c Config) checkSettings() error {
	postgres := strings.HasPrefix(c.Database, "postgres://") || strings.HasPrefix(c.Database, "postgresql://")
	if path, ok := strings.CutPrefix(c.Database, "sqlite:"); !postgres && (!ok || path == "") {
		return fmt.Errorf("--database %q: use sqlite:PATH or postgres://…", c.Database)
	}
	for _, check := range []func() error{c.checkNumbers, c.checkURLs, c.checkServices, c.checkBackups} {
		if err := check(); err != nil {
			return err
		}
	}
	if !postgres {
		return nil
	}
	if c.SecretKey == "" {
		return errors.New("on PostgreSQL --secret-key must be given, the same on every node")
	}
	if !strings.HasPrefix(c.Storage, "s3://") && !c.SingleNode {
		return errors.New("on PostgreSQL files belong in a bucket (--storage s3://…) that all nodes share; with one node only, say --single-node")
	}
	return nil
}

func (c Config) checkNumbers() error {
	switch {
	case c.Workers < 1:
		return fmt.Errorf("--workers %d: use at least 1, or background jobs would never run", c.Workers)
	case c.APIRate < 1:
		return fmt.Errorf("--api-rate %d: use at least 1, or every call would be refused", c.APIRate)
	case c.KeepTraffic < 0:
		return fmt.Errorf("--keep-traffic-days %d: use a number of days, or 0 to keep traffic for ever",
			int(c.KeepTraffic/(24*time.Hour)))
	case strings.TrimSpace(c.ProductName) == "":
		return errors.New("--product-name is empty")
	}
	if _, err := time.LoadLocation(c.Timezone); err != nil {
		return fmt.Errorf("--timezone %q: %w", c.Timezone, err)
	}
	_, err := c.proxies()
	return err
}

func (c Config) checkURLs() error {
	for _, setting := range []struct{ name, value string }{
		{"--public-url", c.PublicURL},
		{"--app-url", c.AppURL},
		{"--inspires-url", c.InspiresURL},
		{"--landing-url", c.LandingURL},
	} {
		u, err := url.Parse(setting.value)
		if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Hostname() == "" || u.User != nil ||
			u.RawQuery != "" || u.ForceQuery || u.Fragment != "" || strings.Contains(setting.value, "#") {
			return fmt.Errorf("%s %q: use a complete address such as https://console.example.com, without a password, query or fragment", setting.name, setting.value)
		}
	}
	return nil
}

// checkServices checks the addresses of the services that are used, without connecting to them.
func (c Config) checkServices() error {
	if c.SecretKey != "" {
		if _, err := secret.Parse(c.SecretKey); err != nil {
			return err
		}
	}
	if _, err := mail.Open(c.SMTPURL, c.ProductName); err != nil {
		return err
	}
	return checkStorage("--storage", c.storage())
}

func checkStorage(setting, address string) error {
	if path, ok := strings.CutPrefix(address, "file:"); ok {
		if path == "" {
			return fmt.Errorf("%s %q names no folder", setting, address)
		}
		return nil // opening it would create the folder
	}
	if _, err := media.OpenStorage(address); err != nil {
		return fmt.Errorf("%s: %w", setting, err)
	}
	return nil
}

func (c Config) storage() string {
	if c.Storage != "" {
		return c.Storage
	}
	if path, ok := strings.CutPrefix(c.Database, "sqlite:"); ok {
		return "file:" + filepath.Join(filepath.Dir(path), "files")
	}
	return "file:data/files"
}

// KeyFile is where the secret key of a SQLite database is kept.
func KeyFile(databasePath string) string {
	return filepath.Join(filepath.Dir(databasePath), "secret.key")
}

// key is the secret key. A new key file is made only for a database that belongs to no key yet: with another key,
// its secrets could not be read.
func (c Config) key(ctx context.Context, d *db.DB) (*secret.Key, error) {
	fingerprint, err := fingerprintOf(ctx, d)
	if err != nil {
		return nil, err
	}
	if fingerprint == "" && c.SecretKey == "" {
		return secret.LoadOrCreate(KeyFile(strings.TrimPrefix(c.Database, "sqlite:")))
	}
	return c.existingKey()
}

// existingKey is the secret key that was given or is in the key file.
func (c Config) existingKey() (*secret.Key, error) {
	if c.SecretKey != "" {
		return secret.Parse(c.SecretKey)
	}
	file := KeyFile(strings.TrimPrefix(c.Database, "sqlite:"))
	key, err := secret.Load(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("the secret key of this database is missing: put it back as %s, or give it with --secret-key",
			file)
	}
	return key, err
}

// checkFiles refuses to create a database where one seems to have been lost.
func (c Config) checkFiles() error {
	path, ok := strings.CutPrefix(c.Database, "sqlite:")
	if !ok {
		return nil
	}
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return finishRestore(path) // a restore that was interrupted after its last move
	}
	if _, err := os.Lstat(journalFile(path)); err == nil {
		return fmt.Errorf("a restore to %s was interrupted: run it again", path)
	}
	if _, err := os.Lstat(KeyFile(path)); err == nil {
		return fmt.Errorf("there is a secret key but no database at %s: restore a backup with `waymark restore FILE`, check --database, or remove %s to start with a new, empty database", path, KeyFile(path))
	}
	if c.Existing {
		return fmt.Errorf("there is no database at %s: check --database; `waymark serve` creates a new one", path)
	}
	return nil
}

// fingerprintOf is the fingerprint of the key a database belongs to, or "" if it belongs to none yet.
func fingerprintOf(ctx context.Context, d *db.DB) (string, error) {
	fingerprint, err := db.Value[string](ctx, d.Read(),
		"SELECT value FROM installation WHERE key = 'secret_key_fingerprint'")
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("read the key's fingerprint: %w", err)
	}
	return fingerprint, nil
}

// A node with another key could neither read what is encrypted nor trust what is signed.
func checkFingerprint(ctx context.Context, d *db.DB, key *secret.Key) error {
	_, err := d.Writer().Exec(ctx,
		"INSERT INTO installation (key, value) VALUES ('secret_key_fingerprint', ?) ON CONFLICT (key) DO NOTHING",
		key.Fingerprint())
	if err != nil {
		return fmt.Errorf("keep the key's fingerprint: %w", err)
	}
	kept, err := fingerprintOf(ctx, d)
	if err != nil {
		return err
	}
	if kept != key.Fingerprint() {
		return errors.New("this database was made with another secret key: start with that one")
	}
	return nil
}
