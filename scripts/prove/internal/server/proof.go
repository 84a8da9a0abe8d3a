package server

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"

	"waymark/scripts/postgres"
)

// Database is an empty database that a proof runs on.
type Database struct {
	Engine   string // sqlite or postgres
	URL      string
	Flags    []string         // of waymark serve, with the database
	Postgres *postgres.Server // nil on SQLite
}

// Prove runs a proof on each engine and ends the process if it fails. BENCH_ENGINE=sqlite or postgres runs it on one
// engine only.
func Prove(name string, run func(ctx context.Context, d Database) error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	folder, err := os.MkdirTemp("", "waymark-"+name+"-")
	if err == nil {
		_ = os.Chmod(folder, 0o755) // PostgreSQL runs as another user
		for _, engine := range []string{"sqlite", "postgres"} {
			if only := os.Getenv("BENCH_ENGINE"); only == "" || only == engine {
				err = errors.Join(err, proveOn(ctx, engine, folder, run))
			}
		}
		_ = os.RemoveAll(folder)
	}
	stop()
	if err != nil {
		fmt.Println("FAILED:", err)
		os.Exit(1)
	}
	fmt.Println("passed")
}

func proveOn(ctx context.Context, engine, folder string, run func(ctx context.Context, d Database) error) error {
	d := Database{
		Engine: engine, URL: "sqlite:" + filepath.Join(folder, "waymark.db"),
		Flags: []string{"--storage=file:" + filepath.Join(folder, engine+"-files")},
	}
	if engine == "postgres" {
		pg, err := postgres.Start(ctx, folder)
		if err != nil {
			return err
		}
		defer pg.Stop()
		d.URL, d.Postgres = pg.URL, pg
		d.Flags = append(d.Flags, "--single-node", "--secret-key=a secret key for one run")
	}
	d.Flags = append(d.Flags, "--database="+d.URL)
	if err := run(ctx, d); err != nil {
		return fmt.Errorf("%s: %w", engine, err)
	}
	return nil
}

// Fill loads demo data with as many items of content.
func (d Database) Fill(ctx context.Context, items int) error {
	content := "--content=" + strconv.Itoa(items)
	demo := exec.CommandContext(ctx, Program, append([]string{"demo", content}, d.Flags...)...)
	demo.Stderr, demo.Env = os.Stderr, Environment()
	if err := demo.Run(); err != nil {
		return fmt.Errorf("fill the database: %w", err)
	}
	return nil
}
