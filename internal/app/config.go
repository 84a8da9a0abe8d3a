// Package app puts the house together: it is the only place that knows every feature.
package app

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"path/filepath"
	"strings"
	"time"

	"waymark/internal/kit/db"
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
	KeepTraffic      time.Duration // how long logs, searches and single events are kept
	SingleNode       bool
	AllowPrivateURLs bool
	Demo             bool
	Version          string
	AdminEmail       string
	AdminPassword    string
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

// check refuses what can't work before anything is opened.
func (c Config) check() error {
	if _, err := time.LoadLocation(c.Timezone); err != nil {
		return fmt.Errorf("time zone %q: %w", c.Timezone, err)
	}
	if strings.HasPrefix(c.Database, "sqlite:") {
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

func (c Config) key() (*secret.Key, error) {
	if c.SecretKey != "" {
		return secret.Parse(c.SecretKey)
	}
	return secret.LoadOrCreate(KeyFile(strings.TrimPrefix(c.Database, "sqlite:")))
}

// A node with another key could neither read what is encrypted nor trust what is signed.
func checkFingerprint(ctx context.Context, d *db.DB, key *secret.Key) error {
	_, err := d.Writer().Exec(ctx, "INSERT INTO installation (key, value) VALUES ('secret_key_fingerprint', ?) ON CONFLICT (key) DO NOTHING", key.Fingerprint())
	if err != nil {
		return fmt.Errorf("keep the key's fingerprint: %w", err)
	}
	kept, err := db.Value[string](ctx, d.Read(), "SELECT value FROM installation WHERE key = 'secret_key_fingerprint'")
	if err != nil {
		return fmt.Errorf("read the key's fingerprint: %w", err)
	}
	if kept != key.Fingerprint() {
		return errors.New("this database was made with another secret key: start with that one")
	}
	return nil
}
