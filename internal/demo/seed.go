package demo

import (
	"context"
	"fmt"
	"io"
	"time"

	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/secret"
	"waymark/internal/kit/write"
	"waymark/internal/platform/sites"
)

// Seed fills a new database with a small amount of data for every screen, once.
func Seed(ctx context.Context, kit resource.Kit, key *secret.Key, queue *jobs.Queue, urls sites.Sites) error {
	done, err := db.Exists(ctx, kit.Store.DB.Read(), "SELECT 1 FROM installation WHERE key = 'demo'")
	if err != nil || done {
		return err
	}
	f := newFiller(kit, io.Discard)
	if err := f.insertNames(ctx, "publishers", data().Publishers); err != nil {
		return fmt.Errorf("demo publishers: %w", err)
	}
	if err := f.insertNames(ctx, "global_tags", data().Tags); err != nil {
		return fmt.Errorf("demo tags: %w", err)
	}
	if err := Fill(ctx, kit, Sizes{Content: 320, Users: 60, Collections: 48}, io.Discard); err != nil {
		return err
	}
	if err := f.linkInvitations(ctx); err != nil {
		return fmt.Errorf("demo invitations: %w", err)
	}
	if err := f.insertCollaborators(ctx, key); err != nil {
		return fmt.Errorf("demo collaborators: %w", err)
	}
	if err := f.setUpPartners(ctx); err != nil {
		return fmt.Errorf("set up demo partners: %w", err)
	}
	if err := Fill(ctx, kit, Sizes{Events: 6000, Calls: 900}, io.Discard); err != nil {
		return err
	}
	if err := f.assignToUsers(ctx); err != nil {
		return fmt.Errorf("demo content of users: %w", err)
	}
	if err := f.addProblems(ctx); err != nil {
		return fmt.Errorf("demo problems: %w", err)
	}
	if err := f.addHistory(ctx, queue); err != nil {
		return fmt.Errorf("demo history: %w", err)
	}
	if err := f.insertLeads(ctx, urls); err != nil {
		return fmt.Errorf("demo leads: %w", err)
	}
	_, err = kit.Store.DB.Writer().Exec(ctx,
		"INSERT INTO installation (key, value) VALUES ('demo', ?) ON CONFLICT (key) DO NOTHING",
		f.now.Format(time.RFC3339))
	return err
}

// insertNames inserts rows into a table of names and skips those that exist.
func (f *filler) insertNames(ctx context.Context, table string, names []string) error {
	return f.store.Do(ctx, func(tx *write.Tx) error {
		rows := [][]any{}
		for _, name := range names {
			at := f.timeAgo(years)
			rows = append(rows, []any{name, fold.Key(name), fold.SearchText(name), at, at})
		}
		return link(ctx, tx, table, "name, name_key, search_text, created_at, updated_at", rows)
	})
}
