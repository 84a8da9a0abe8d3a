package app_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"waymark/internal/app"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
)

// demoTemplate is an installation with demo data. Tests copy it, because generating the data takes more than a second
// of processor time.
type demoTemplate struct {
	folder   fs.FS  // the uploaded files and, on SQLite, the database
	postgres string // the name of the database on PostgreSQL
}

const demoDatabase = "waymark.db"

var sqliteDemo = sync.OnceValues(func() (demoTemplate, error) {
	return newDemoTemplate(func(folder string) (string, error) {
		path := filepath.Join(folder, demoDatabase)
		if err := kittest.CopySQLite(path); err != nil {
			return "", err
		}
		return "", seedDemo(configIn(folder, "sqlite:"+path))
	})
})

var postgresDemo = sync.OnceValues(func() (demoTemplate, error) {
	return newDemoTemplate(func(folder string) (string, error) {
		return kittest.PostgresTemplate(func(address string) error { return seedDemo(configIn(folder, address)) })
	})
})

func newDemoTemplate(seed func(folder string) (postgres string, err error)) (demoTemplate, error) {
	folder, err := os.MkdirTemp("", "waymark-demo-")
	if err != nil {
		return demoTemplate{}, err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	name, err := seed(folder)
	if err != nil {
		return demoTemplate{}, err
	}
	files, err := readFolder(folder)
	return demoTemplate{folder: files, postgres: name}, err
}

func seedDemo(c app.Config) error {
	ctx := context.Background()
	a, err := app.New(ctx, c)
	if err != nil {
		return err
	}
	return errors.Join(a.SeedDemo(ctx), convertImages(ctx, a), a.Gate.Log.Close(ctx), a.DB.Close())
}

// convertImages waits until all images are converted, which every copy would have to do otherwise.
func convertImages(ctx context.Context, a *app.App) error {
	if err := a.Queue.Start(ctx); err != nil {
		return err
	}
	for {
		waiting, err := db.Exists(ctx, a.DB.Read(),
			"SELECT 1 FROM river_job WHERE kind = 'convert-image' AND state IN ('available', 'running', 'retryable')")
		if err != nil || !waiting {
			return errors.Join(err, a.Queue.Stop(ctx))
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func readFolder(folder string) (fs.FS, error) {
	files, root := fstest.MapFS{}, os.DirFS(folder)
	err := fs.WalkDir(root, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(root, path)
		files[path] = &fstest.MapFile{Data: content, Mode: 0o600}
		return err
	})
	return files, err
}

// demoOnSQLite returns the configuration of an installation with demo data on SQLite.
func demoOnSQLite(t *testing.T) app.Config {
	t.Helper()
	folder, _ := copyDemo(t, sqliteDemo)
	return configIn(folder, "sqlite:"+filepath.Join(folder, demoDatabase))
}

// demoOnPostgres returns the configuration of an installation with demo data on PostgreSQL.
func demoOnPostgres(t *testing.T) app.Config {
	t.Helper()
	kittest.RequirePostgres(t)
	folder, name := copyDemo(t, postgresDemo)
	return configIn(folder, kittest.CopyPostgres(t, name))
}

func copyDemo(t *testing.T, template func() (demoTemplate, error)) (folder, postgres string) {
	t.Helper()
	from, err := template()
	if err != nil {
		t.Fatal(err)
	}
	folder = t.TempDir()
	if err := os.CopyFS(folder, from.folder); err != nil {
		t.Fatal(err)
	}
	return folder, from.postgres
}

// onEachDemo runs a test with the complete app and demo data on each engine.
func onEachDemo(t *testing.T, run func(t *testing.T, h *harness)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		run(t, openConfig(t, demoOnSQLite(t)))
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		run(t, openConfig(t, demoOnPostgres(t)))
	})
}
