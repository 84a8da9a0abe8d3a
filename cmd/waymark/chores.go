package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"waymark/internal/app"
)

type migrate struct{}

func (migrate) Run(ctx context.Context, shared *settings) error {
	d, err := app.Open(ctx, shared.Database)
	if err != nil {
		return err
	}
	fmt.Println("The schema is up to date.")
	return d.Close()
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

type show struct{}

func (show) Run() error {
	fmt.Println(version)
	return nil
}

type backup struct {
	File string `arg:"" help:"The file to write; it must not exist yet."`
}

func (b backup) Run(ctx context.Context, shared *settings) error {
	if err := app.Backup(ctx, shared.config(), b.File); err != nil {
		return err
	}
	fmt.Println("Written:", b.File)
	return nil
}

type restore struct {
	File string `arg:"" help:"The backup to unpack."`
}

func (r restore) Run(ctx context.Context, shared *settings) error {
	if err := app.Restore(ctx, shared.config(), r.File); err != nil {
		return err
	}
	fmt.Println("Restored:", shared.Database)
	return nil
}

type demo struct {
	Publishers  int `help:"How many publishers to add."`
	Content     int `help:"How many content items to add."`
	Collections int `help:"How many collections to add. When not given, one for every 500 content items."`
	Users       int `help:"How many users to add."`
	Partners    int `help:"How many partners to add to those all demo data has."`
	Events      int `help:"How many Copilot events to add."`
	Calls       int `help:"How many calls of the public API to add to its log; a third of them are searches."`
}

func (d demo) Run(ctx context.Context, shared *settings) error {
	return with(ctx, shared, func(a *app.App) error {
		return a.BulkDemo(ctx, app.DemoSizes{Publishers: d.Publishers, Content: d.Content, Collections: d.Collections, Users: d.Users, Partners: d.Partners, Events: d.Events, Calls: d.Calls}, os.Stdout)
	})
}

// with opens the app for a command and closes it after.
func with(ctx context.Context, shared *settings, do func(*app.App) error) error {
	a, err := app.New(ctx, shared.config())
	if err != nil {
		return err
	}
	return errors.Join(do(a), a.DB.Close())
}
