package app

import (
	"context"
	"io"

	"waymark/internal/app/demo"
	"waymark/internal/features/staff"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/db"
)

// The people of the demo data.
const (
	DemoAdmin    = "admin@waymark.example"
	DemoEditor   = "editor@waymark.example"
	DemoPassword = "waymark-demo"
)

// DemoSizes are how many rows of each kind to add.
type DemoSizes = demo.Sizes

// SeedDemo fills a new database with enough to look at, once.
func (a *App) SeedDemo(ctx context.Context) error {
	there, err := db.Exists(ctx, a.DB.Read(), "SELECT 1 FROM users WHERE email = ?", DemoEditor)
	if err != nil {
		return err
	}
	if !there {
		if _, err := staff.Add(ctx, a.Store, "Eva", "Editor", DemoEditor, auth.Editor, DemoPassword); err != nil {
			return err
		}
	}
	return demo.Seed(ctx, a.kit, a.Key, a.Queue)
}

// BulkDemo adds as many rows as asked for.
func (a *App) BulkDemo(ctx context.Context, sizes DemoSizes, out io.Writer) error {
	return demo.Fill(ctx, a.kit, sizes, out)
}
