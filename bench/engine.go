package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"waymark/internal/kit/db"
	"waymark/internal/kit/secret"
)

// engine is one of the two database engines, with the databases created on it.
type engine struct {
	kind    db.Engine
	folder  string
	program string
	server  string // address of PostgreSQL
	noPages bool   // the program is too old to serve public pages

	databases []string // created on the PostgreSQL server, to be dropped
	fixtures  []*fixture
}

// fixture is a database of one size with a running server.
type fixture struct {
	size     int
	server   *node
	db       *db.DB
	public   publicIDs
	counters map[string]*counter
}

// findings contains the results of one engine.
type findings struct {
	engine db.Engine
	driver string
	cases  map[string]map[int][]sample // by name and size
	sql    map[string][]sample         // the SQL ceilings by case, at the largest size
	bare   map[string][]sample         // the bare HTTP servers, by what they send
	starts []start
	memory memory
	// exports are measured on the largest database.
	exports []exportResult
}

type start struct {
	on   string
	took time.Duration
}

// memory is the memory of the server on the largest database, in bytes.
type memory struct{ started, signedIn, peak, loaded int64 }

// restTime is how long an idle server takes to return memory.
const restTime = 12 * time.Second

// measure runs all measurements on one engine, and stops everything it has started.
func (e *engine) measure(ctx context.Context, p plan) (_ *findings, err error) {
	defer func() { err = errors.Join(err, e.close()) }()
	found := &findings{
		engine: e.kind, cases: map[string]map[int][]sample{}, sql: map[string][]sample{}, bare: map[string][]sample{},
	}
	addresses, err := e.createDatabases(ctx, p.sizes)
	if err != nil {
		return nil, err
	}
	if found.starts, err = e.coldStarts(ctx, addresses[len(addresses)-1]); err != nil {
		return nil, err
	}
	if found.exports, err = e.exports(ctx, addresses[len(addresses)-1]); err != nil {
		return nil, err
	}
	for i, size := range p.sizes {
		if err := e.openFixture(ctx, size, addresses[i]); err != nil {
			return nil, err
		}
	}
	largest := e.fixtures[len(e.fixtures)-1]
	found.driver = largest.db.Driver()
	if found.memory, err = e.measureMemory(ctx); err != nil {
		return nil, err
	}
	r := &runner{plan: p, fixtures: e.fixtures, found: found}
	if err := r.run(ctx); err != nil {
		return nil, err
	}
	if found.memory.peak, err = largest.server.peakMemory(); err != nil {
		return nil, err
	}
	time.Sleep(restTime)
	found.memory.loaded, err = largest.server.memory()
	return found, err
}

// createDatabases creates a database of each size and returns their addresses.
func (e *engine) createDatabases(ctx context.Context, sizes []int) ([]string, error) {
	addresses := make([]string, len(sizes))
	for i, size := range sizes {
		address, err := e.newDatabase(ctx, strconv.Itoa(size))
		if err != nil {
			return nil, err
		}
		addresses[i] = address
		started := time.Now()
		arguments := append(append([]string{"demo"}, demoSizes(size)...), e.flags(address)...)
		command := exec.CommandContext(ctx, e.program, arguments...)
		command.Env = environment()
		if output, err := command.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("demo of %s: %w\n%s", thousands(size), err, output)
		}
		progress("%s: created %s rows in %s", e.kind, thousands(size), time.Since(started).Round(100*time.Millisecond))
		if err := e.finishJobs(ctx, address); err != nil {
			return nil, err
		}
	}
	return addresses, nil
}

// finishJobs runs a server until all jobs of the new data, such as converting pictures, are done. Otherwise they would
// disturb the measurements.
func (e *engine) finishJobs(ctx context.Context, address string) error {
	server, err := e.start(ctx, address)
	if err != nil {
		return err
	}
	defer server.stop()
	d, err := db.Open(ctx, address)
	if err != nil {
		return err
	}
	defer func() { _ = d.Close() }()
	for {
		waiting, err := db.Exists(ctx, d.Read(),
			"SELECT 1 FROM river_job WHERE state IN ('available', 'running', 'retryable', 'pending')")
		if err != nil || !waiting {
			return err
		}
		time.Sleep(200 * time.Millisecond)
	}
}

// newDatabase returns the address of a new database.
func (e *engine) newDatabase(ctx context.Context, label string) (string, error) {
	if e.kind == db.SQLite {
		return "sqlite:" + filepath.Join(e.folder, label, "waymark.db"), nil
	}
	address, err := url.Parse(e.server)
	if err != nil {
		return "", fmt.Errorf("parse address of PostgreSQL: %w", err)
	}
	name := "waymark_bench_" + secret.RandomString(8, "abcdefghijklmnopqrstuvwxyz") + "_" + label
	if err := e.execOnServer(ctx, "CREATE DATABASE "+name); err != nil {
		return "", err
	}
	e.databases = append(e.databases, name)
	address.Path = "/" + name
	return address.String(), nil
}

func (e *engine) execOnServer(ctx context.Context, statement string) error {
	d, err := db.Open(ctx, e.server)
	if err != nil {
		return err
	}
	_, err = d.Writer().Exec(ctx, statement)
	return errors.Join(err, d.Close())
}

func (e *engine) flags(address string) []string {
	flags := []string{"--database", address}
	if e.kind == db.Postgres {
		flags = append(flags, "--secret-key", "a key that protects nothing", "--single-node",
			"--storage", "file:"+filepath.Join(e.folder, "files"))
	}
	return flags
}

func (e *engine) start(ctx context.Context, address string) (*node, error) {
	log := filepath.Join(e.folder, string(e.kind)+"-"+secret.RandomString(8, "abcdefghijklmnopqrstuvwxyz")+".log")
	return startNode(ctx, e.program, log, !e.noPages, e.flags(address))
}

const startRuns = 3

// coldStarts measures the time to start without a database, on an empty one and on a large one.
func (e *engine) coldStarts(ctx context.Context, large string) ([]start, error) {
	empty, err := e.newDatabase(ctx, "empty")
	if err != nil {
		return nil, err
	}
	starts := []start{}
	for _, s := range []struct {
		on, address string
		times       int
	}{
		{"a new database, including its schema", empty, 1},
		{"an empty database", empty, startRuns},
		{"the largest database", large, startRuns},
	} {
		took := make([]time.Duration, s.times)
		for i := range took {
			n, err := e.start(ctx, s.address)
			if err != nil {
				return nil, err
			}
			took[i] = n.ready
			n.stop()
		}
		slices.Sort(took)
		starts = append(starts, start{s.on, took[len(took)/2]})
	}
	return starts, nil
}

func (e *engine) openFixture(ctx context.Context, size int, address string) error {
	server, err := e.start(ctx, address)
	if err != nil {
		return err
	}
	b := &fixture{size: size, server: server, counters: map[string]*counter{}}
	e.fixtures = append(e.fixtures, b)
	if b.db, err = db.Open(ctx, address); err != nil {
		return err
	}
	if err := setPartnerID(ctx, b.db); err != nil {
		return err
	}
	return b.preparePages(ctx)
}

// measureMemory measures the memory of the server on the largest database before any load. It signs in to all servers.
func (e *engine) measureMemory(ctx context.Context) (m memory, err error) {
	largest := e.fixtures[len(e.fixtures)-1].server
	time.Sleep(restTime)
	if m.started, err = largest.memory(); err != nil {
		return m, err
	}
	for _, b := range e.fixtures {
		if err := b.server.signIn(ctx); err != nil {
			return m, err
		}
	}
	time.Sleep(restTime)
	m.signedIn, err = largest.memory()
	return m, err
}

// close stops the servers and drops the databases. It uses its own context, because it must work after an interrupt.
func (e *engine) close() error {
	var problems []error
	for _, b := range e.fixtures {
		b.server.stop()
		if b.db != nil {
			problems = append(problems, b.db.Close())
		}
	}
	for _, name := range e.databases {
		problems = append(problems, e.execOnServer(context.Background(), "DROP DATABASE "+name+" WITH (FORCE)"))
	}
	return errors.Join(problems...)
}

// progress writes to standard error, so that standard output contains only the report.
func progress(format string, args ...any) {
	_, _ = fmt.Fprintf(os.Stderr, format+"\n", args...)
}
