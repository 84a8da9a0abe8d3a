// Package app assembles the server. It is the only package that imports every feature.
package app

import (
	"errors"
	"fmt"
	"io/fs"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"waymark/internal/kit/host"
	"waymark/internal/kit/mail"
	"waymark/internal/kit/media"
	"waymark/internal/kit/otlp"
	"waymark/internal/platform/sites"
)

// Config contains the settings the operator chooses.
type Config struct {
	Database         string
	DatabaseReplicas []string      // standbys of the database
	ReplicaLag       time.Duration // how far a standby may be behind
	Storage          string
	PublicURL        string
	AppURL           string
	InspiresURL      string
	LandingURL       string
	ProductName      string
	SecretKey        string
	OldSecretKey     string // the key that SecretKey replaces
	Timezone         string
	SMTPURL          string
	TrustedProxies   []string
	Workers          int
	AppKey           string
	APIRate          int64         // public API calls a partner may make per minute
	KeepTraffic      time.Duration // how long API logs, searches and single events are kept; 0 means for ever
	KeepLeads        time.Duration // how long leads are kept; 0 means for ever
	KeepActivity     time.Duration // how long change sets and audit entries are kept; 0 means for ever
	CheckLinksEvery  time.Duration // how often each link of content is checked; 0 means only on request
	SingleNode       bool
	AllowPrivateURLs bool
	Demo             bool
	ReadOnly         bool // change nothing: requests that would are refused, and no jobs run
	Version          string
	AdminEmail       string
	AdminPassword    string
	MustExist        bool          // fail instead of creating a database
	NoFiles          bool          // uploaded files are not used
	HoldMail         *bool         // whether mail is held; nil means as recorded in the database
	BackupEvery      time.Duration // interval of scheduled backups; 0 means none
	BackupKeep       int           // how many scheduled backups are kept
	BackupTo         string        // a folder or a bucket; "" means a folder next to the database
	OTLPEndpoint     string        // the collector that traces are sent to; "" means none
	NodeName         string        // the name of this server among the nodes of the database
}

// The addresses of the sites if the operator has not set them.
const (
	DefaultInspiresURL = "https://inspires.waymark.example"
	DefaultLandingURL  = "https://go.waymark.example"
)

// UsePages points links at a site with public pages, unless the operator has set other URLs.
func (c *Config) UsePages(address string) {
	if c.LandingURL == DefaultLandingURL {
		c.LandingURL = address
	}
	if c.InspiresURL == DefaultInspiresURL {
		c.InspiresURL = address
	}
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

// HasOtherNodes reports whether other servers may use the same database.
func (c Config) HasOtherNodes() bool {
	return !strings.HasPrefix(c.Database, "sqlite:") && !c.SingleNode
}

// Check rejects settings that can't work, before anything is opened or created.
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
	if err := c.checkReplicas(postgres); err != nil || !postgres {
		return err
	}
	if c.SecretKey == "" {
		return errors.New("on PostgreSQL, set --secret-key to the same key on every node")
	}
	if !strings.HasPrefix(c.Storage, "s3://") && !c.SingleNode && !c.NoFiles {
		return errors.New("on PostgreSQL files belong in a bucket (--storage s3://…) that all nodes share; " +
			"or use --single-node if there is only one node")
	}
	return nil
}

// sites returns the addresses of the platform's sites.
func (c Config) sites() sites.Sites {
	return sites.Sites{
		Landing: c.LandingURL, Inspires: c.InspiresURL, App: c.AppURL, Console: c.PublicURL, SharedDomain: c.Demo,
	}
}

// maxWorkers is more than any machine can run at the same time. Each worker needs memory, and sometimes a connection.
const maxWorkers = 1000

// minLinkInterval protects the sites that content links to.
const minLinkInterval = time.Hour

func (c Config) checkNumbers() error {
	switch {
	case c.Workers < 1 || c.Workers > maxWorkers:
		return fmt.Errorf("--workers %d: use a number from 1 to %d, or background jobs would never run", c.Workers,
			maxWorkers)
	case c.APIRate < 1:
		return fmt.Errorf("--api-rate %d: use at least 1, or every call would be refused", c.APIRate)
	case c.KeepTraffic < 0:
		return fmt.Errorf("--keep-traffic-days %d: use a number of days, or 0 to keep traffic for ever",
			int(c.KeepTraffic/(24*time.Hour)))
	case c.KeepLeads < 0:
		return fmt.Errorf("--keep-leads-days %d: use a number of days, or 0 to keep leads for ever",
			int(c.KeepLeads/(24*time.Hour)))
	case c.KeepActivity < 0:
		return fmt.Errorf("--keep-activity-days %d: use a number of days, or 0 to keep activity for ever",
			int(c.KeepActivity/(24*time.Hour)))
	case c.CheckLinksEvery < 0 || (c.CheckLinksEvery > 0 && c.CheckLinksEvery < minLinkInterval):
		return fmt.Errorf("--check-links-every %s: use at least %s, or 0 to check no links", c.CheckLinksEvery,
			minLinkInterval)
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
			return fmt.Errorf("%s %q: use a complete address such as https://console.example.com, "+
				"without a password, query or fragment", setting.name, setting.value)
		}
	}
	return c.checkPages()
}

// checkPages rejects addresses of public pages that the console could not be separated from: browsers send its cookies
// to all ports of its host.
func (c Config) checkPages() error {
	console := host.Name(c.PublicURL)
	for _, setting := range []struct{ name, value string }{
		{"--inspires-url", c.InspiresURL},
		{"--landing-url", c.LandingURL},
	} {
		if u, err := url.Parse(setting.value); err != nil || strings.Trim(u.Path, "/") != "" {
			return fmt.Errorf("%s %q: use an address without a path, such as https://go.example.com", setting.name,
				setting.value)
		}
		if host.Name(setting.value) == console {
			return fmt.Errorf("%s %q: public pages need a host name of their own, not that of --public-url", setting.name,
				setting.value)
		}
	}
	return nil
}

// checkServices checks the secret key and the addresses of mail server and storage, without connecting to them.
func (c Config) checkServices() error {
	if err := c.checkKeys(); err != nil {
		return err
	}
	if _, err := mail.Open(c.SMTPURL, c.ProductName); err != nil {
		return err
	}
	if c.OTLPEndpoint != "" {
		if err := otlp.CheckEndpoint(c.OTLPEndpoint); err != nil {
			return err
		}
	}
	return checkStorage("--storage", c.storage())
}

func checkStorage(setting, address string) error {
	if path, ok := strings.CutPrefix(address, "file:"); ok {
		if path == "" {
			return fmt.Errorf("%s %q names no folder", setting, address)
		}
		return nil // Opening the storage would create the folder.
	}
	if _, err := media.OpenStorage(address); err != nil {
		return fmt.Errorf("%s: %w", setting, err)
	}
	return nil
}

// openStorage opens the storage of uploaded files. Without files it creates no folder.
func (c Config) openStorage() (media.Storage, error) {
	if c.NoFiles {
		return media.NoStorage(), nil
	}
	storage, err := media.OpenStorage(c.storage())
	if err != nil {
		return nil, err
	}
	return media.Measure(storage), nil
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

// checkFiles returns an error if a new database would be created where an existing one seems to have been lost.
func (c Config) checkFiles() error {
	path, ok := strings.CutPrefix(c.Database, "sqlite:")
	if !ok {
		return nil
	}
	if err := c.checkMove(); err != nil {
		return err
	}
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		if c.ReadOnly {
			return nil
		}
		return finishRestore(path) // A restore may have been interrupted after its last move.
	}
	if _, err := os.Lstat(journalFile(path)); err == nil {
		return fmt.Errorf("a restore to %s was interrupted: run it again", path)
	}
	if _, err := os.Lstat(KeyFile(path)); err == nil {
		return fmt.Errorf("there is a secret key but no database at %s: restore a backup with `waymark restore FILE`, "+
			"check --database, or remove %s to start with a new, empty database", path, KeyFile(path))
	}
	if c.MustExist || c.ReadOnly {
		return fmt.Errorf("there is no database at %s: check --database; `waymark serve` creates a new one", path)
	}
	return nil
}
