package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"waymark"
	"waymark/internal/app"
)

type migrate struct{}

func (migrate) Run(ctx context.Context, shared *settings) error {
	if err := app.Migrate(ctx, shared.config()); err != nil {
		return err
	}
	fmt.Println("The schema is up to date.")
	return nil
}

type openapi struct{}

func (openapi) Run(shared *settings) error {
	document, err := app.Document(shared.config())
	if err != nil {
		return err
	}
	_, err = os.Stdout.Write(append(document, '\n'))
	return err
}

type notices struct{}

func (notices) Run() error {
	_, err := os.Stdout.WriteString(waymark.ThirdPartyNotices)
	return err
}

type printVersion struct{}

func (printVersion) Run() error {
	fmt.Println(version)
	return nil
}

type backup struct {
	File string `arg:"" help:"File to write. It must not exist yet."`
}

func (b backup) Run(ctx context.Context, shared *settings) error {
	report, err := app.Backup(ctx, shared.config(), b.File)
	if err != nil {
		return err
	}
	fmt.Printf("Written and verified: %s (%s)\n", b.File, summary(report))
	if !report.IncludesKey {
		fmt.Println("The backup does not include the secret key, because it was passed to the command. Keep it safe.")
	}
	return nil
}

func summary(report app.BackupReport) string {
	origin := "format without a manifest"
	if report.Format > 0 {
		origin = "made " + report.CreatedAt.Format(time.RFC3339) + " by version " + report.Version
	}
	return fmt.Sprintf("%d files, %d bytes, schema %d, %s", report.Files, report.Bytes, report.Schema, origin)
}

// manifestFlag is the flag to accept backups made by earlier versions.
type manifestFlag struct {
	WithoutManifest bool `help:"Accept a backup made by an earlier version, which has no manifest. Only its checksum, database and secret key are verified."`
}

type verify struct {
	File string `arg:"" help:"Backup to check."`
	manifestFlag
}

func (v verify) Run(ctx context.Context, shared *settings) error {
	report, err := app.Verify(ctx, shared.config(), v.File, app.RestoreOptions{WithoutManifest: v.WithoutManifest})
	if err != nil {
		return err
	}
	fmt.Printf("Verified: %s (%s)\n", v.File, summary(report))
	if !report.IncludesKey {
		fmt.Println("The backup does not include the secret key.")
	}
	return nil
}

type restore struct {
	File string `arg:"" help:"Backup to restore."`
	manifestFlag
	AsCopy bool `help:"Mark the database as a copy. A server on it sends no mail until it is started with --hold-mail=false."`
}

func (r restore) Run(ctx context.Context, shared *settings) error {
	report, err := app.Restore(ctx, shared.config(), r.File, app.RestoreOptions{
		WithoutManifest: r.WithoutManifest,
		AsCopy:          r.AsCopy,
	})
	if err != nil {
		return err
	}
	fmt.Printf("Restored: %s (%s)\n", shared.Database, summary(report))
	if !report.IncludesKey {
		fmt.Println("The backup does not include the secret key. Start the server with the key of the original installation.")
	}
	return nil
}

type demo struct {
	Publishers  int `help:"Number of publishers to add."`
	Content     int `help:"Number of content items to add."`
	Collections int `help:"Number of collections to add. If not set, one for every 500 content items."`
	Users       int `help:"Number of users to add."`
	Partners    int `help:"Number of partners to add to the standard demo partners."`
	Events      int `help:"Number of Copilot events to add."`
	Calls       int `help:"Number of public API calls to add to the API log. A third of them are searches."`

	Yes bool `help:"Add demo data even if the database contains other records."`
}

func (d demo) Run(ctx context.Context, shared *settings) (err error) {
	config := shared.config()
	sizes := app.DemoSizes{
		Publishers: d.Publishers, Content: d.Content, Collections: d.Collections, Users: d.Users,
		Partners: d.Partners, Events: d.Events, Calls: d.Calls,
	}
	for name, size := range map[string]int{
		"publishers": d.Publishers, "content": d.Content, "collections": d.Collections, "users": d.Users,
		"partners": d.Partners, "events": d.Events, "calls": d.Calls,
	} {
		if size < 0 {
			return fmt.Errorf("--%s %d: use 0 or more", name, size)
		}
	}
	if sizes.InBulk() {
		lock, err := config.Lock() // A running server could not write during the load.
		if err != nil {
			return err
		}
		defer func() { _ = lock.Release() }()
	}
	a, err := app.New(ctx, config)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.DB.Close()) }()
	if !d.Yes {
		if err := a.CheckDemo(ctx); err != nil {
			return fmt.Errorf("%w; to add demo data to it anyway, repeat the command with --yes", err)
		}
	}
	return a.BulkDemo(ctx, sizes, os.Stdout)
}

// withApp runs a command on an existing installation. The command does not use the uploaded files.
func withApp(ctx context.Context, shared *settings, run func(*app.App) error) error {
	config := shared.config()
	config.MustExist, config.NoFiles = true, true
	a, err := app.New(ctx, config)
	if err != nil {
		return err
	}
	return errors.Join(run(a), a.DB.Close())
}
