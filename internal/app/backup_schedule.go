package app

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"waymark/internal/kit/archive"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/media"
	"waymark/internal/kit/secret"
)

const (
	minBackupInterval = time.Minute
	// A failed backup is retried after this time, or after the interval if that is shorter.
	backupRetry = 15 * time.Minute

	backupTimeFormat = "20060102T150405Z"
	backupSuffix     = ".backup"
)

func (c Config) checkBackups() error {
	if c.BackupEvery == 0 {
		return nil
	}
	if !strings.HasPrefix(c.Database, "sqlite:") {
		return errors.New("--backup-every is for SQLite only: on PostgreSQL schedule pg_dump or pg_basebackup, " +
			"and back up the bucket and the secret key")
	}
	if c.BackupEvery < minBackupInterval {
		return fmt.Errorf("--backup-every %s: use at least %s", c.BackupEvery, minBackupInterval)
	}
	if c.BackupKeep < 1 {
		return fmt.Errorf("--backup-keep %d: keep at least 1", c.BackupKeep)
	}
	to := c.backupTo()
	if strings.HasPrefix(to, "s3://") {
		return checkStorage("--backup-to", to)
	}
	if strings.Contains(to, "://") {
		return errors.New("--backup-to: use a folder, or s3://KEY:SECRET@HOST/BUCKET/PREFIX")
	}
	return checkOutsideFiles(c, filepath.Join(to, "x"))
}

// backupTo returns the destination of scheduled backups: a folder or the address of a bucket.
func (c Config) backupTo() string {
	if c.BackupTo == "" {
		return filepath.Join(filepath.Dir(strings.TrimPrefix(c.Database, "sqlite:")), "backups")
	}
	return strings.TrimPrefix(c.BackupTo, "file:")
}

// backupSchedule makes backups at an interval while the server runs. A nil schedule makes none.
type backupSchedule struct {
	config Config
	prefix string // of the names of all backups of this installation
	store  backupStore

	last    atomic.Int64 // Unix time of the newest good backup, 0 if there is none
	failing atomic.Bool  // whether the last attempt failed
	cancel  context.CancelFunc
	running sync.WaitGroup
}

// prefixKey is a key of the table installation: the prefix of the names of backups if the secret key was replaced.
const prefixKey = "backup_prefix"

// backupPrefix returns how the names of scheduled backups begin. It contains part of the fingerprint of the first
// secret key, so that installations that share a folder or bucket do not remove each other's backups.
func backupPrefix(ctx context.Context, c db.Conn, key *secret.Key) (string, error) {
	prefix, err := db.Value[string](ctx, c, "SELECT value FROM installation WHERE key = ?", prefixKey)
	if errors.Is(err, sql.ErrNoRows) {
		return "waymark-" + key.Fingerprint()[:8] + "-", nil
	}
	if err != nil {
		return "", fmt.Errorf("read the prefix of backups: %w", err)
	}
	return prefix, nil
}

// keepBackupPrefix stores the prefix of backups before the key that it is made of is replaced.
func keepBackupPrefix(ctx context.Context, c db.Conn, old *secret.Key) error {
	prefix, err := backupPrefix(ctx, c, old)
	if err != nil {
		return err
	}
	_, err = c.Exec(ctx, "INSERT INTO installation (key, value) VALUES (?, ?) ON CONFLICT (key) DO NOTHING", prefixKey,
		prefix)
	return err
}

// backupStore stores scheduled backups.
type backupStore interface {
	// create makes and verifies a backup, and removes unfinished ones whose names start with prefix.
	create(ctx context.Context, config Config, prefix, name string) (BackupReport, error)
	// list returns the names that start with prefix.
	list(ctx context.Context, prefix string) ([]string, error)
	remove(ctx context.Context, name string) error
}

func newBackupSchedule(ctx context.Context, config Config, d *db.DB, key *secret.Key) (*backupSchedule, error) {
	if config.BackupEvery == 0 {
		return nil, nil //nolint:nilnil // a nil schedule makes no backups
	}
	prefix, err := backupPrefix(ctx, d.Read(), key)
	if err != nil {
		return nil, err
	}
	s := &backupSchedule{config: config, prefix: prefix}
	to := config.backupTo()
	if !strings.HasPrefix(to, "s3://") {
		s.store = backupFolder(to)
		return s, nil
	}
	bucket, err := media.OpenBucket(to)
	s.store = backupBucket{bucket}
	return s, err
}

func (s *backupSchedule) start(ctx context.Context) {
	if s == nil {
		return
	}
	// The schedule ends with stop, not with the context the server was started with.
	ctx, s.cancel = context.WithCancel(context.WithoutCancel(ctx))
	s.running.Go(func() { s.run(ctx) })
}

func (s *backupSchedule) stop() {
	if s == nil || s.cancel == nil {
		return
	}
	s.cancel()
	s.running.Wait()
}

func (s *backupSchedule) run(ctx context.Context) {
	for {
		wait, err := s.attempt(ctx)
		if ctx.Err() != nil {
			return
		}
		s.failing.Store(err != nil)
		if err != nil {
			wait = min(backupRetry, s.config.BackupEvery)
			slog.ErrorContext(ctx, "scheduled backup failed", "error", err, "retry_in", wait.String())
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
	}
}

// attempt makes a backup if one is due, and returns the time until the next.
func (s *backupSchedule) attempt(ctx context.Context) (time.Duration, error) {
	existing, err := s.existing(ctx)
	if err != nil {
		return 0, err
	}
	now := clock.Now()
	if len(existing) > 0 {
		newest := existing[len(existing)-1].time
		s.last.Store(newest.Unix())
		// A time in the future was written with a wrong clock and must not delay the next backup.
		if wait := newest.Add(s.config.BackupEvery).Sub(now); wait > 0 && !newest.After(now) {
			return wait, nil
		}
	}
	name := s.prefix + now.Format(backupTimeFormat) + backupSuffix
	report, err := s.store.create(ctx, s.config, s.prefix, name)
	if err != nil {
		return 0, err
	}
	s.last.Store(now.Unix())
	slog.InfoContext(ctx, "backup written and verified", "name", name, "files", report.Files, "bytes", report.Bytes,
		"took", time.Since(now).Round(time.Millisecond).String())
	return s.config.BackupEvery, s.rotate(ctx, name)
}

// rotate removes the oldest backups of this installation, after a newer one has been verified.
func (s *backupSchedule) rotate(ctx context.Context, newest string) error {
	existing, err := s.existing(ctx)
	if err != nil {
		return err
	}
	existing = slices.DeleteFunc(existing, func(b scheduledBackup) bool { return b.name == newest })
	for _, old := range existing[:max(0, len(existing)-(s.config.BackupKeep-1))] {
		if err := s.store.remove(ctx, old.name); err != nil {
			return fmt.Errorf("remove old backup: %w", err)
		}
		slog.InfoContext(ctx, "old backup removed", "name", old.name)
	}
	return nil
}

type scheduledBackup struct {
	name string
	time time.Time
}

// existing lists the backups made by this schedule, oldest first. It ignores all other files.
func (s *backupSchedule) existing(ctx context.Context) ([]scheduledBackup, error) {
	names, err := s.store.list(ctx, s.prefix)
	if err != nil {
		return nil, fmt.Errorf("list backups: %w", err)
	}
	list := []scheduledBackup{}
	for _, name := range names {
		timestamp, ok := strings.CutSuffix(strings.TrimPrefix(name, s.prefix), backupSuffix)
		created, err := time.Parse(backupTimeFormat, timestamp)
		if ok && err == nil {
			list = append(list, scheduledBackup{name, created})
		}
	}
	slices.SortFunc(list, func(a, b scheduledBackup) int { return a.time.Compare(b.time) })
	return list, nil
}

// metrics report the time of the newest good backup, and whether the last attempt failed, so that monitoring can alert
// when backups are too old or have never worked.
func (s *backupSchedule) metrics() []prometheus.Collector {
	gauge := func(name, help string, value func() float64) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, func() float64 {
			if s == nil {
				return 0
			}
			return value()
		})
	}
	return []prometheus.Collector{
		gauge("waymark_last_backup_timestamp_seconds",
			"When the newest verified scheduled backup was made, 0 if there is none.",
			func() float64 { return float64(s.last.Load()) }),
		gauge("waymark_backup_failing", "1 if the last scheduled backup failed, 0 otherwise.",
			func() float64 { return boolean(s.failing.Load()) }),
	}
}

// backupFolder keeps backups in a folder.
type backupFolder string

func (f backupFolder) create(ctx context.Context, config Config, prefix, name string) (BackupReport, error) {
	if err := os.MkdirAll(string(f), 0o700); err != nil {
		return BackupReport{}, fmt.Errorf("create backup folder: %w", err)
	}
	// Partial files were left by a killed process: only one server runs on an installation, and
	// the prefix is unique to it.
	partial, _ := filepath.Glob(filepath.Join(string(f), prefix+"*"+backupSuffix+".*.partial"))
	for _, leftover := range partial {
		_ = os.Remove(leftover)
	}
	return Backup(ctx, config, filepath.Join(string(f), name))
}

func (f backupFolder) list(_ context.Context, prefix string) ([]string, error) {
	entries, err := os.ReadDir(string(f))
	if err != nil {
		return nil, ignoreMissing(err)
	}
	names := []string{}
	for _, e := range entries {
		if e.Type().IsRegular() && strings.HasPrefix(e.Name(), prefix) {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

func (f backupFolder) remove(_ context.Context, name string) error {
	return ignoreMissing(os.Remove(filepath.Join(string(f), name)))
}

// backupBucket keeps backups in a bucket.
type backupBucket struct{ media.Bucket }

// create streams the backup to the bucket, so that only the copy of the database needs disk space.
func (b backupBucket) create(ctx context.Context, config Config, _, name string) (BackupReport, error) {
	path, err := config.sqlitePath()
	if err != nil {
		return BackupReport{}, err
	}
	scratch, remove, err := scratchFolder(filepath.Dir(path))
	if err != nil {
		return BackupReport{}, err
	}
	defer remove()
	r, w := io.Pipe()
	written := make(chan struct{})
	go func() {
		defer close(written)
		_ = w.CloseWithError(writeArchive(ctx, config, scratch, w))
	}()
	_, err = b.PutFrom(ctx, name, "application/gzip", r)
	_ = r.CloseWithError(err) // Stops the writer if the upload failed first.
	<-written
	if err != nil {
		return BackupReport{}, fmt.Errorf("write the backup: %w", err)
	}
	report, err := b.verify(ctx, name, scratch)
	if err != nil {
		err = fmt.Errorf("the backup that was just written can't be read back: %w", err)
		return report, errors.Join(err, b.Remove(context.WithoutCancel(ctx), name))
	}
	return report, nil
}

func (b backupBucket) verify(ctx context.Context, name, scratch string) (report BackupReport, err error) {
	object, err := b.Open(ctx, name)
	if err != nil {
		return report, err
	}
	defer func() { _ = object.Close() }()
	report.Info, report.Summary, err = archive.Read(ctx, object, scratch, nil)
	return report, err
}

func (b backupBucket) list(ctx context.Context, prefix string) ([]string, error) {
	return b.List(ctx, prefix)
}

func (b backupBucket) remove(ctx context.Context, name string) error { return b.Remove(ctx, name) }
