package app_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"waymark/internal/app"
	"waymark/internal/app/backupproof"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/media"
)

// installation is a folder with a database, a key file and an uploaded file.
type installation struct {
	app.Config
	folder string
}

func install(t *testing.T) *installation {
	t.Helper()
	folder := filepath.Dir(kittest.SQLite(t).Path)
	c := config(t, "sqlite:"+filepath.Join(folder, "waymark.db"))
	c.Storage, c.SecretKey = "", ""
	i := &installation{c, folder}
	i.start(t)
	i.write(t, "files/abc/original.jpg", "picture")
	return i
}

// start opens the app once, which creates the key and the first admin.
func (i *installation) start(t *testing.T) {
	t.Helper()
	a, err := app.New(t.Context(), i.Config)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(a.Gate.Log.Close(context.Background()), a.DB.Close()); err != nil {
		t.Fatal(err)
	}
}

func (i *installation) write(t *testing.T, name, content string) {
	t.Helper()
	path := filepath.Join(i.folder, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o750), os.WriteFile(path, []byte(content), 0o600)); err != nil {
		t.Fatal(err)
	}
}

func (i *installation) backup(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "waymark.backup")
	if _, err := app.Backup(t.Context(), i.Config, file); err != nil {
		t.Fatal(err)
	}
	return file
}

// elsewhere returns the same configuration with another, empty folder.
func (i *installation) elsewhere(t *testing.T) *installation {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "data")
	c := i.Config
	c.Database = "sqlite:" + filepath.Join(folder, "waymark.db")
	return &installation{c, folder}
}

func (i *installation) restore(t *testing.T, file string, options app.RestoreOptions) error {
	t.Helper()
	_, err := app.Restore(t.Context(), i.Config, file, options)
	return err
}

// contents lists all files below a folder.
func contents(t *testing.T, folder string) []string {
	t.Helper()
	names := []string{}
	err := filepath.WalkDir(folder, func(name string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			inside, _ := filepath.Rel(folder, name)
			names = append(names, inside)
		}
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return names
}

var restoredFiles = []string{"files/abc/original.jpg", "secret.key", "waymark.db"}

func wantError(t *testing.T, err error, words ...string) {
	t.Helper()
	for _, word := range words {
		if err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("got %v, want an error with %q", err, word)
		}
	}
}

func TestBackup_Restore(t *testing.T) {
	t.Parallel()
	i := install(t)
	a, err := app.New(t.Context(), i.Config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.DB.Close() })
	file := filepath.Join(t.TempDir(), "waymark.backup")
	ctx, stop := context.WithCancel(t.Context())
	writing := make(chan struct{})
	go func() { // The server keeps writing during the backup.
		defer close(writing)
		for ctx.Err() == nil {
			_, _ = a.DB.Writer().Exec(ctx,
				"INSERT INTO audit_log (created_at, action, kind, changes) VALUES (?, 'x', 'y', '{}')", clock.Now())
		}
	}()
	i.write(t, "files/abc/original.jpg.0123.partial", "half a pic")
	report, err := app.Backup(t.Context(), i.Config, file)
	stop()
	<-writing
	if err != nil {
		t.Fatal(err)
	}
	if report.Files != 3 || !report.IncludesKey || report.Version != "test" {
		t.Errorf("got %+v", report)
	}
	t.Run("leaves only the backup, readable by its owner", func(t *testing.T) {
		if got := contents(t, filepath.Dir(file)); !slices.Equal(got, []string{"waymark.backup"}) {
			t.Errorf("got %v", got)
		}
		if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%v %v", info.Mode(), err)
		}
	})
	t.Run("replaces no file", func(t *testing.T) {
		_, err := app.Backup(t.Context(), i.Config, file)
		wantError(t, err, "already exists")
		wantError(t, i.restore(t, file, app.RestoreOptions{}), "already exists")
	})
	t.Run("can be verified", func(t *testing.T) {
		verified, err := app.Verify(t.Context(), app.Config{}, file, app.RestoreOptions{})
		if err != nil || verified != report {
			t.Errorf("got %+v, %v, want %+v", verified, err, report)
		}
	})
	t.Run("restores an installation that works", func(t *testing.T) {
		restored := i.elsewhere(t)
		if err := restored.restore(t, file, app.RestoreOptions{}); err != nil {
			t.Fatal(err)
		}
		if got := contents(t, restored.folder); !slices.Equal(got, restoredFiles) {
			t.Errorf("restored %v", got)
		}
		back, err := app.New(t.Context(), restored.Config)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = back.DB.Close() }()
		if n, err := db.Value[int](t.Context(), back.DB.Read(),
			"SELECT count(*) FROM users WHERE email = 'ada@example.com'"); err != nil || n != 1 {
			t.Errorf("%d admins: %v", n, err)
		}
		if content, err := os.ReadFile(filepath.Join(restored.folder, "files", "abc", "original.jpg")); err != nil ||
			string(content) != "picture" {
			t.Errorf("the file is %q: %v", content, err)
		}
		for _, name := range []string{"waymark.db", "secret.key"} {
			if info, err := os.Stat(filepath.Join(restored.folder, name)); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("%s: %v %v", name, info.Mode(), err)
			}
		}
	})
	t.Run("refers to the tools of PostgreSQL", func(t *testing.T) {
		c := config(t, "postgres://x")
		_, err := app.Backup(t.Context(), c, filepath.Join(t.TempDir(), "x"))
		wantError(t, err, "pg_dump")
		_, err = app.Restore(t.Context(), c, file, app.RestoreOptions{})
		wantError(t, err, "pg_restore")
	})
	t.Run("is not written to the folder of uploaded files", func(t *testing.T) {
		_, err := app.Backup(t.Context(), i.Config, filepath.Join(i.folder, "files", "x.backup"))
		wantError(t, err, "another folder")
	})
	t.Run("keeps the key file of a lost database", func(t *testing.T) {
		lost := i.elsewhere(t)
		key, err := os.ReadFile(filepath.Join(i.folder, "secret.key"))
		if err != nil {
			t.Fatal(err)
		}
		lost.write(t, "secret.key", string(key)+"\n")
		if err := lost.restore(t, file, app.RestoreOptions{}); err != nil {
			t.Error(err)
		}
		other := i.elsewhere(t)
		other.write(t, "secret.key", "the key of another database")
		wantError(t, other.restore(t, file, app.RestoreOptions{}), "another database")
		if got := contents(t, other.folder); !slices.Equal(got, []string{"secret.key"}) {
			t.Errorf("left %v", got)
		}
	})
	t.Run("refuses folders with other files", func(t *testing.T) {
		full := i.elsewhere(t)
		full.write(t, "files/mine.jpg", "x")
		wantError(t, full.restore(t, file, app.RestoreOptions{}), "not empty")
		if got := contents(t, full.folder); !slices.Equal(got, []string{"files/mine.jpg"}) {
			t.Errorf("left %v", got)
		}
	})
	t.Run("refuses while a server runs there", func(t *testing.T) {
		busy := i.elsewhere(t)
		lock, err := busy.Lock()
		if err != nil {
			t.Fatal(err)
		}
		wantError(t, busy.restore(t, file, app.RestoreOptions{}), "stop it first")
		if err := lock.Release(); err != nil {
			t.Fatal(err)
		}
		if err := busy.restore(t, file, app.RestoreOptions{}); err != nil {
			t.Error(err)
		}
	})
}

func TestBackup_DamagedArchives(t *testing.T) {
	t.Parallel()
	i := install(t)
	d, err := db.Open(t.Context(), i.Database)
	if err != nil {
		t.Fatal(err)
	}
	_, err = d.Writer().Exec(t.Context(), "DELETE FROM country_regions") // Most of the database.
	if err := errors.Join(err, d.Close()); err != nil {
		t.Fatal(err)
	}
	result, err := backupproof.Run(t.Context(), i.backup(t), t.TempDir(), backupproof.Plan{
		Seed: 1, Flips: 40, Cuts: 10, Every: 10, Config: i.Config,
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, problem := range result.Problems {
		t.Error(problem)
	}
	all := result.Flips + result.Cuts + result.HandMade
	if result.Refused != all || result.HandMade < 40 || result.Restored != all/10 {
		t.Errorf("got %+v", result)
	}
}

func TestBackup_EarlierFormat(t *testing.T) {
	t.Parallel()
	i := install(t)
	file := filepath.Join(t.TempDir(), "earlier.backup")
	database := filepath.Join(t.TempDir(), "copy.db")
	d, err := db.Open(t.Context(), i.Database)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(d.Backup(t.Context(), database), d.Close()); err != nil {
		t.Fatal(err)
	}
	earlier := func(files ...string) []byte {
		var out bytes.Buffer
		compressed := gzip.NewWriter(&out)
		packed := tar.NewWriter(compressed)
		for at := 0; at < len(files); at += 2 {
			content, err := os.ReadFile(files[at+1])
			if err != nil {
				t.Fatal(err)
			}
			_ = packed.WriteHeader(&tar.Header{Name: files[at], Size: int64(len(content)), Mode: 0o600})
			_, _ = packed.Write(content)
		}
		if err := errors.Join(packed.Close(), compressed.Close()); err != nil {
			t.Fatal(err)
		}
		return out.Bytes()
	}
	good := earlier("waymark.db", database, "secret.key", filepath.Join(i.folder, "secret.key"), "files/abc/original.jpg",
		filepath.Join(i.folder, "files", "abc", "original.jpg"))
	try := func(content []byte, accept bool) error {
		if err := os.WriteFile(file, content, 0o600); err != nil {
			t.Fatal(err)
		}
		target := i.elsewhere(t)
		err := target.restore(t, file, app.RestoreOptions{WithoutManifest: accept})
		got := contents(t, target.folder)
		if err == nil && !slices.Equal(got, restoredFiles) || err != nil && len(got) > 0 {
			t.Errorf("%v: left %v", err, got)
		}
		return err
	}
	wantError(t, try(good, false), "--without-manifest")
	if err := try(good, true); err != nil {
		t.Error(err)
	}
	wantError(t, try(good[:len(good)-4], true), "damaged")
	wantError(t, try(append(bytes.Clone(good), 0), true), "damaged")
	flipped := bytes.Clone(good)
	flipped[len(flipped)/2] ^= 4
	wantError(t, try(flipped, true), "damaged")
	other := filepath.Join(t.TempDir(), "other.key")
	if err := os.WriteFile(other, []byte("another key of some length"), 0o600); err != nil {
		t.Fatal(err)
	}
	wantError(t, try(earlier("waymark.db", database, "secret.key", other), true), "does not belong")
	t.Run("verifies a backup with a manifest completely", func(t *testing.T) {
		current, err := os.ReadFile(i.backup(t))
		if err != nil {
			t.Fatal(err)
		}
		current[4] ^= 1 // In the gzip header, which only the digest of the whole file covers.
		wantError(t, try(current, true), "damaged")
	})
}

func TestRestore_Interrupted(t *testing.T) {
	t.Parallel()
	i := install(t)
	i.write(t, "files/def/original.jpg", "another")
	file, want := i.backup(t), append([]string{"files/abc/original.jpg", "files/def/original.jpg"}, restoredFiles[1:]...)
	for moves := 0; ; moves++ {
		target := i.elsewhere(t)
		more, err := app.InterruptedRestore(t.Context(), target.Config, file, moves)
		if err != nil {
			t.Fatal(err)
		}
		if !more {
			if moves < 6 {
				t.Errorf("only %d moves", moves)
			}
			break
		}
		if _, err := os.Stat(filepath.Join(target.folder, "waymark.db")); err == nil {
			target.start(t) // The database is moved last, so the restore is complete and the server cleans up.
			got := slices.DeleteFunc(contents(t, target.folder), func(name string) bool {
				return strings.HasPrefix(name, "waymark.db-")
			})
			if !slices.Equal(got, want) {
				t.Errorf("after %d moves: %v", moves, got)
			}
			continue
		}
		if moves > 0 {
			_, err := app.New(t.Context(), target.Config)
			wantError(t, err, "was interrupted")
		}
		if err := target.restore(t, file, app.RestoreOptions{}); err != nil {
			t.Errorf("after %d moves: %v", moves, err)
		}
		if got := contents(t, target.folder); !slices.Equal(got, want) {
			t.Errorf("after %d moves: %v", moves, got)
		}
	}
	t.Run("removes everything it created when it is cancelled", func(t *testing.T) {
		target := i.elsewhere(t)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := app.Restore(ctx, target.Config, file, app.RestoreOptions{}); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
		if _, err := os.Stat(target.folder); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("left %v", contents(t, target.folder))
		}
	})
}

func TestBackup_Key(t *testing.T) {
	t.Parallel()
	i := install(t)
	keyFile := filepath.Join(i.folder, "secret.key")
	key, err := os.ReadFile(keyFile)
	if err != nil {
		t.Fatal(err)
	}
	target := func() string { return filepath.Join(t.TempDir(), "x.backup") }
	given := i.elsewhere(t)
	t.Run("is not in the backup if it is configured", func(t *testing.T) {
		c := i.Config
		c.SecretKey = string(key)
		file := target()
		report, err := app.Backup(t.Context(), c, file)
		if err != nil || report.IncludesKey {
			t.Fatalf("%+v %v", report, err)
		}
		given.SecretKey = "another key of some length"
		wantError(t, given.restore(t, file, app.RestoreOptions{}), "given secret key")
		given.SecretKey = ""
		if err := given.restore(t, file, app.RestoreOptions{}); err != nil {
			t.Fatal(err)
		}
		_, err = app.New(t.Context(), given.Config)
		wantError(t, err, "secret key of this database is missing")
	})
	t.Run("must match the database", func(t *testing.T) {
		i.write(t, "secret.key", "another key of some length")
		file := target()
		_, err := app.Backup(t.Context(), i.Config, file)
		wantError(t, err, "does not belong to this database")
		if got := contents(t, filepath.Dir(file)); len(got) > 0 {
			t.Errorf("left %v", got)
		}
	})
	t.Run("is not created if it is missing", func(t *testing.T) {
		if err := os.Remove(keyFile); err != nil {
			t.Fatal(err)
		}
		_, err := app.Backup(t.Context(), i.Config, target())
		wantError(t, err, "is missing", keyFile)
		_, err = app.New(t.Context(), i.Config)
		wantError(t, err, "is missing", keyFile)
		if _, err := os.Stat(keyFile); !errors.Is(err, fs.ErrNotExist) {
			t.Error("a new key was written")
		}
	})
	t.Run("is refused without its database", func(t *testing.T) {
		lost := i.elsewhere(t)
		lost.write(t, "secret.key", string(key))
		_, err := app.New(t.Context(), lost.Config)
		wantError(t, err, "waymark restore", "remove")
		wantError(t, app.Migrate(t.Context(), lost.Config), "waymark restore")
		if got := contents(t, lost.folder); !slices.Equal(got, []string{"secret.key"}) {
			t.Errorf("left %v", got)
		}
	})
	t.Run("is not created by commands that need an existing database", func(t *testing.T) {
		none := i.elsewhere(t)
		none.MustExist = true
		_, err := app.New(t.Context(), none.Config)
		wantError(t, err, "no database")
		if got := contents(t, none.folder); len(got) > 0 {
			t.Errorf("left %v", got)
		}
	})
}

func TestDatabase_Mode(t *testing.T) {
	t.Parallel()
	i := install(t)
	check := func() {
		t.Helper()
		a, err := app.New(t.Context(), i.Config)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = a.DB.Close() }()
		for _, name := range []string{"waymark.db", "waymark.db-wal", "waymark.db-shm"} {
			if info, err := os.Stat(filepath.Join(i.folder, name)); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("%s: %v %v", name, info, err)
			}
		}
	}
	if err := os.Chmod(filepath.Join(i.folder, "waymark.db"), 0o644); err != nil {
		t.Fatal(err)
	}
	check()
	fresh := i.elsewhere(t)
	fresh.start(t)
	if info, err := os.Stat(filepath.Join(fresh.folder, "waymark.db")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info, err)
	}
}

func TestRestore_AsCopy(t *testing.T) {
	t.Parallel()
	i := install(t)
	file, copied := i.backup(t), i.elsewhere(t)
	if err := copied.restore(t, file, app.RestoreOptions{AsCopy: true}); err != nil {
		t.Fatal(err)
	}
	if got := contents(t, copied.folder); !slices.Equal(got, restoredFiles) {
		t.Errorf("left %v", got)
	}
	held := func(hold *bool) bool {
		c := copied.Config
		c.HoldMail = hold
		a, err := app.New(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = a.DB.Close() }()
		marked, err := db.Exists(t.Context(), a.DB.Read(), "SELECT 1 FROM installation WHERE key = 'mail' AND value = 'held'")
		if err != nil {
			t.Fatal(err)
		}
		return marked
	}
	yes, no := true, false
	for _, step := range []struct {
		hold *bool
		want bool
	}{{nil, true}, {&yes, true}, {&no, false}, {nil, false}} {
		if got := held(step.hold); got != step.want {
			t.Errorf("held is %v, want %v", got, step.want)
		}
	}
}

func TestBackupSchedule(t *testing.T) {
	t.Parallel()
	i := install(t)
	i.BackupEvery, i.BackupKeep = time.Hour, 3
	scheduled := func(t *testing.T, to string) *app.App {
		t.Helper()
		c := i.Config
		c.BackupTo = to
		a, err := app.New(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = a.DB.Close() })
		return a
	}
	attempt := func(t *testing.T, a *app.App, due bool) {
		t.Helper()
		wait, err := a.AttemptBackup(t.Context())
		if err != nil || (wait == time.Hour) != due || wait <= 0 || wait > time.Hour {
			t.Errorf("the next backup is due in %v: %v", wait, err)
		}
	}
	t.Run("writes to a folder and rotates only its own files", func(t *testing.T) {
		folder := filepath.Join(t.TempDir(), "backups")
		a := scheduled(t, folder)
		attempt(t, a, true)
		attempt(t, a, false)
		attempt(t, scheduled(t, folder), false) // After a restart.
		first := contents(t, folder)
		if len(first) != 1 {
			t.Fatalf("got %v", first)
		}
		if _, err := app.Verify(t.Context(), i.Config, filepath.Join(folder, first[0]), app.RestoreOptions{}); err != nil {
			t.Error(err)
		}
		if err := os.Remove(filepath.Join(folder, first[0])); err != nil {
			t.Fatal(err)
		}
		mine := []string{"mine.backup", "waymark-00000000-20200101T000000Z.backup", a.BackupName(0)[:17] + "2020.backup"}
		old := []string{
			a.BackupName(2 * time.Hour), a.BackupName(3 * time.Hour), a.BackupName(4 * time.Hour),
			a.BackupName(500 * time.Hour),
		}
		stale := a.BackupName(time.Hour) + ".00000000.partial"
		for _, name := range slices.Concat(mine, old, []string{stale}) {
			if err := os.WriteFile(filepath.Join(folder, name), []byte("x"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		attempt(t, a, true)
		remaining := contents(t, folder)
		if len(remaining) != len(mine)+3 {
			t.Errorf("left %v", remaining)
		}
		for _, name := range slices.Concat(mine, old[:2]) {
			if !slices.Contains(remaining, name) {
				t.Errorf("%s was removed", name)
			}
		}
	})
	t.Run("removes nothing when a backup fails", func(t *testing.T) {
		folder := t.TempDir()
		a := scheduled(t, folder)
		for hours := range 6 {
			name := a.BackupName(time.Duration(hours+2) * time.Hour)
			if err := os.WriteFile(filepath.Join(folder, name), nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := a.DB.Writer().Exec(t.Context(),
			"UPDATE installation SET value = 'x' WHERE key = 'secret_key_fingerprint'"); err != nil {
			t.Fatal(err)
		}
		_, err := a.AttemptBackup(t.Context())
		wantError(t, err, "does not belong")
		if got := contents(t, folder); len(got) != 6 {
			t.Errorf("left %v", got)
		}
		if _, err := a.DB.Writer().Exec(t.Context(),
			"UPDATE installation SET value = ? WHERE key = 'secret_key_fingerprint'", a.Key.Fingerprint()); err != nil {
			t.Fatal(err)
		}
	})
	t.Run("writes to a bucket and rotates there", func(t *testing.T) {
		address, stopBucket, err := kittest.StartBucket()
		if err != nil {
			t.Fatal(err)
		}
		defer stopBucket()
		address = strings.Replace(address, "/waymark?", "/waymark/nightly?", 1)
		bucket, err := media.OpenBucket(address)
		if err != nil {
			t.Fatal(err)
		}
		a := scheduled(t, address)
		for hours := range 4 {
			if err := bucket.Put(t.Context(), a.BackupName(time.Duration(hours+2)*time.Hour), "x", []byte("x")); err != nil {
				t.Fatal(err)
			}
		}
		if err := bucket.Put(t.Context(), "mine.backup", "x", []byte("x")); err != nil {
			t.Fatal(err)
		}
		attempt(t, a, true)
		attempt(t, a, false)
		names, err := bucket.List(t.Context(), "")
		if err != nil || len(names) != 4 || !slices.Contains(names, "mine.backup") {
			t.Errorf("%v %v", names, err)
		}
		newest, err := bucket.Open(t.Context(), slices.Max(names))
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), "x.backup")
		out, err := os.Create(file)
		if err != nil {
			t.Fatal(err)
		}
		_, err = out.ReadFrom(newest)
		if err := errors.Join(err, out.Close(), newest.Close()); err != nil {
			t.Fatal(err)
		}
		if _, err := app.Verify(t.Context(), i.Config, file, app.RestoreOptions{}); err != nil {
			t.Error(err)
		}
		stopBucket()
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		if _, err := a.AttemptBackup(ctx); err == nil {
			t.Error("an unreachable bucket caused no error")
		}
		for _, name := range contents(t, i.folder) {
			if strings.Contains(name, "backup") {
				t.Errorf("%s was left behind", name)
			}
		}
	})
}

func TestConfig_Check(t *testing.T) {
	t.Parallel()
	good := func() app.Config { return config(t, "sqlite:"+filepath.Join(t.TempDir(), "data", "waymark.db")) }
	for name, change := range map[string]func(*app.Config){
		"--workers":            func(c *app.Config) { c.Workers = 0 },
		"--workers -1":         func(c *app.Config) { c.Workers = -1 },
		"--api-rate":           func(c *app.Config) { c.APIRate = 0 },
		"--keep-activity-days": func(c *app.Config) { c.KeepActivity = -24 * time.Hour },
		"--keep-leads-days":    func(c *app.Config) { c.KeepLeads = -24 * time.Hour },
		"--keep-traffic-days":  func(c *app.Config) { c.KeepTraffic = -24 * time.Hour },
		"--product-name":       func(c *app.Config) { c.ProductName = " " },
		"--timezone":           func(c *app.Config) { c.Timezone = "Atlantis" },
		"trusted proxy":        func(c *app.Config) { c.TrustedProxies = []string{"everybody"} },
		"--public-url":         func(c *app.Config) { c.PublicURL = "nonsense" },
		"--app-url":            func(c *app.Config) { c.AppURL = "ftp://app.example" },
		"--inspires-url":       func(c *app.Config) { c.InspiresURL = "https://user:word@x.example" },
		"--landing-url":        func(c *app.Config) { c.LandingURL = "https://x.example/?a=b" },
		"smtp":                 func(c *app.Config) { c.SMTPURL = "nonsense" },
		"--storage":            func(c *app.Config) { c.Storage = "nonsense" },
		"bucket":               func(c *app.Config) { c.Storage = "s3://key:secret@host/" },
		"secret key":           func(c *app.Config) { c.SecretKey = "short" },
		"--database":           func(c *app.Config) { c.Database = "mysql://x" },
		"--database \"sqlite":  func(c *app.Config) { c.Database = "sqlite:" },
		"--backup-every":       func(c *app.Config) { c.BackupEvery, c.BackupKeep = time.Second, 7 },
		"--backup-keep":        func(c *app.Config) { c.BackupEvery, c.BackupKeep = time.Hour, 0 },
		"--backup-to":          func(c *app.Config) { c.BackupEvery, c.BackupKeep, c.BackupTo = time.Hour, 7, "ftp://x" },
		"pg_basebackup": func(c *app.Config) {
			c.Database, c.BackupEvery, c.BackupKeep = "postgres://x", time.Hour, 7
		},
		"another folder": func(c *app.Config) {
			c.Storage, c.BackupEvery, c.BackupKeep, c.BackupTo = "", time.Hour, 7,
				filepath.Join(filepath.Dir(strings.TrimPrefix(c.Database, "sqlite:")), "files", "x")
		},
	} {
		c := good()
		change(&c)
		_, err := app.New(t.Context(), c)
		wantError(t, err, name)
		path := strings.TrimPrefix(c.Database, "sqlite:")
		got := contents(t, filepath.Dir(filepath.Dir(path)))
		if strings.HasPrefix(c.Database, "sqlite:/") && len(got) > 0 {
			t.Errorf("%s: %v was created", name, got)
		}
	}
	c := good()
	c.PublicURL, c.KeepTraffic = "http://localhost:8080/console/", 0
	if err := c.Check(); err != nil {
		t.Error(err)
	}
}
