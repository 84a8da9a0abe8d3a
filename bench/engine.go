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

// engine is one of the two databases, with all that was made on it.
type engine struct {
	kind    db.Engine
	folder  string
	program string
	server  string // PostgreSQL's address

	databases []string // made on the server, to be dropped
	beds      []*bed
}

// bed is a database of one size with a server on it.
type bed struct {
	size   int
	server *node
	data   *db.DB
	counts map[string]*counter
}

// findings are what was measured on one engine.
type findings struct {
	engine db.Engine
	driver string
	cases  map[string]map[int][]sample // by name and size
	data   map[string][]sample         // the data ceilings, by the name of the case, at the largest size
	http   []sample
	starts []start
	memory memory
	// exports are those of the largest database.
	exports []exported
}

type start struct {
	on   string
	took time.Duration
}

// memory is that of the server on the largest database, in bytes.
type memory struct{ started, signedIn, loaded int64 }

// measure does all that is measured on one engine, and leaves nothing running.
func (e *engine) measure(ctx context.Context, p plan) (_ *findings, err error) {
	defer func() { err = errors.Join(err, e.close()) }()
	found := &findings{engine: e.kind, cases: map[string]map[int][]sample{}, data: map[string][]sample{}}
	addresses, err := e.load(ctx, p.sizes)
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
		if err := e.open(ctx, size, addresses[i]); err != nil {
			return nil, err
		}
	}
	largest := e.beds[len(e.beds)-1]
	found.driver = largest.data.Driver()
	if found.memory, err = e.settle(ctx); err != nil {
		return nil, err
	}
	r := &runner{plan: p, beds: e.beds, found: found}
	if err := r.run(ctx); err != nil {
		return nil, err
	}
	time.Sleep(time.Second)
	found.memory.loaded, err = largest.server.memory()
	return found, err
}

// load makes a database of each size.
func (e *engine) load(ctx context.Context, sizes []int) ([]string, error) {
	addresses := make([]string, len(sizes))
	for i, size := range sizes {
		address, err := e.database(ctx, strconv.Itoa(size))
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
		progress("%s: made %s rows in %s", e.kind, thousands(size), time.Since(started).Round(100*time.Millisecond))
		if err := e.finishJobs(ctx, address); err != nil {
			return nil, err
		}
	}
	return addresses, nil
}

// finishJobs lets a server do what the new data left to be done, the conversions of its pictures: it would be measured along.
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

// database gives the address of a new database.
func (e *engine) database(ctx context.Context, label string) (string, error) {
	if e.kind == db.SQLite {
		return "sqlite:" + filepath.Join(e.folder, label, "waymark.db"), nil
	}
	address, err := url.Parse(e.server)
	if err != nil {
		return "", fmt.Errorf("the server's address: %w", err)
	}
	name := "waymark_bench_" + secret.RandomString(8, "abcdefghijklmnopqrstuvwxyz") + "_" + label
	if err := e.onServer(ctx, "CREATE DATABASE "+name); err != nil {
		return "", err
	}
	e.databases = append(e.databases, name)
	address.Path = "/" + name
	return address.String(), nil
}

func (e *engine) onServer(ctx context.Context, statement string) error {
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
		flags = append(flags, "--secret-key", "a key that protects nothing", "--single-node", "--storage",
			"file:"+filepath.Join(e.folder, "files"))
	}
	return flags
}

func (e *engine) start(ctx context.Context, address string) (*node, error) {
	log := filepath.Join(e.folder, string(e.kind)+"-"+secret.RandomString(8, "abcdefghijklmnopqrstuvwxyz")+".log")
	return startNode(ctx, e.program, log, e.flags(address))
}

const startsEach = 3

// coldStarts times the start on nothing at all, on an empty database, and on a large one.
func (e *engine) coldStarts(ctx context.Context, large string) ([]start, error) {
	empty, err := e.database(ctx, "empty")
	if err != nil {
		return nil, err
	}
	starts := []start{}
	for _, s := range []struct {
		on, address string
		times       int
	}{
		{"a new database, whose schema is made", empty, 1},
		{"an empty database", empty, startsEach},
		{"the largest database", large, startsEach},
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

func (e *engine) open(ctx context.Context, size int, address string) error {
	server, err := e.start(ctx, address)
	if err != nil {
		return err
	}
	b := &bed{size: size, server: server, counts: map[string]*counter{}}
	e.beds = append(e.beds, b)
	if b.data, err = db.Open(ctx, address); err != nil {
		return err
	}
	return knownPartner(ctx, b.data)
}

// settle signs in everywhere, and looks at the memory of the server on the largest database before any load.
func (e *engine) settle(ctx context.Context) (m memory, err error) {
	largest := e.beds[len(e.beds)-1].server
	time.Sleep(3 * time.Second)
	if m.started, err = largest.memory(); err != nil {
		return m, err
	}
	for _, b := range e.beds {
		if err := b.server.signIn(ctx); err != nil {
			return m, err
		}
	}
	time.Sleep(2 * time.Second)
	m.signedIn, err = largest.memory()
	return m, err
}

// close stops the servers and drops the databases. It has its own context: after an interrupt it must still work.
func (e *engine) close() error {
	var problems []error
	for _, b := range e.beds {
		b.server.stop()
		if b.data != nil {
			problems = append(problems, b.data.Close())
		}
	}
	for _, name := range e.databases {
		problems = append(problems, e.onServer(context.Background(), "DROP DATABASE "+name+" WITH (FORCE)"))
	}
	return errors.Join(problems...)
}

// progress goes to the error output, so that the report can be kept on its own.
func progress(format string, args ...any) {
	_, _ = fmt.Fprintf(os.Stderr, format+"\n", args...)
}
