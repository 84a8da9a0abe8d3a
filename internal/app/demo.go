package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"waymark/internal/demo"
	"waymark/internal/features/staff"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
)

// The accounts of the demo data.
const (
	DemoAdmin    = "admin@waymark.example"
	DemoEditor   = "editor@waymark.example"
	DemoPassword = "waymark-demo"
)

// DemoSizes says how many rows of each kind to add.
type DemoSizes = demo.Sizes

// CheckDemo returns an error if the database contains records that are not demo data. It marks an empty database as one
// for demo data, so that more can be added later.
func (a *App) CheckDemo(ctx context.Context) error {
	marked, err := db.Exists(ctx, a.DB.Read(), "SELECT 1 FROM installation WHERE key IN ('demo', 'demo_data')")
	if err != nil || marked {
		return err
	}
	// Every database has the first admin, the house partner and the house library.
	used, err := db.Exists(ctx, a.DB.Read(),
		`SELECT 1
		WHERE (SELECT count(*) FROM users) > 1
			OR EXISTS (SELECT 1 FROM partners WHERE id <> 1)
			OR EXISTS (SELECT 1 FROM content)
			OR EXISTS (SELECT 1 FROM collections)
			OR EXISTS (SELECT 1 FROM publishers)
			OR EXISTS (SELECT 1 FROM libraries WHERE id <> 1)
			OR EXISTS (SELECT 1 FROM trash)`)
	if err != nil {
		return fmt.Errorf("find existing records: %w", err)
	}
	if used {
		return errors.New("this database has records that are not demo data")
	}
	_, err = a.DB.Writer().Exec(ctx,
		"INSERT INTO installation (key, value) VALUES ('demo_data', ?) ON CONFLICT (key) DO NOTHING",
		clock.Now().Format(time.RFC3339))
	return err
}

// SeedDemo fills a new database with demo data, once. It returns an error if the database is in real use.
func (a *App) SeedDemo(ctx context.Context) error {
	if err := a.CheckDemo(ctx); err != nil {
		return fmt.Errorf("%w: start the server without --demo", err)
	}
	exists, err := db.Exists(ctx, a.DB.Read(), "SELECT 1 FROM users WHERE email = ?", DemoEditor)
	if err != nil {
		return err
	}
	if !exists {
		if _, err := staff.Add(ctx, a.Store, "Eva", "Editor", DemoEditor, auth.Editor, DemoPassword); err != nil {
			return err
		}
	}
	return demo.Seed(db.WithStatementLimit(ctx, 0), a.kit, a.Key, a.Queue, a.sites)
}

// BulkDemo adds the given numbers of rows.
func (a *App) BulkDemo(ctx context.Context, sizes DemoSizes, out io.Writer) error {
	if err := demo.Fill(db.WithStatementLimit(ctx, 0), a.kit, sizes, out); err != nil {
		return err
	}
	// Rows that were loaded in bulk have no numbers. The server would walk through all items.
	return a.attention.CatchUp(ctx)
}
