package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"
)

// exported is one export of all content of the largest database: how long it took, how much came, and how far the server's
// memory rose above what it held before.
type exported struct {
	name  string
	took  time.Duration
	bytes int64
	grown int64
}

// largestGrowth is how much an export of a million rows may add to the server's peak, in bytes.
const largestGrowth = 100_000_000

const exportsName = "exports"

// exports measures both ways to a file, each on a server that has done nothing else: a peak never goes down again.
func (e *engine) exports(ctx context.Context, address string) ([]exported, error) {
	if !strings.Contains(exportsName, os.Getenv("BENCH_ONLY")) {
		return nil, nil
	}
	found := []exported{}
	for _, way := range []struct {
		name string
		run  func(context.Context, *node) (int64, error)
	}{{"download of all content", downloadContent}, {"table of all content by title", exportTable}} {
		one, err := e.exportOn(ctx, address, way.run)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", way.name, err)
		}
		one.name = way.name
		progress("%s: %s: %s MB in %s", e.kind, one.name, decimal(megabytes(one.bytes)), one.took.Round(100*time.Millisecond))
		found = append(found, one)
	}
	return found, nil
}

func (e *engine) exportOn(ctx context.Context, address string, run func(context.Context, *node) (int64,
	error),
) (one exported, err error) {
	server, err := e.start(ctx, address)
	if err != nil {
		return one, err
	}
	defer server.stop()
	if err := server.signIn(ctx); err != nil {
		return one, err
	}
	time.Sleep(2 * time.Second)
	// Checking the password took more memory than an export does. The peak begins anew.
	if err := server.forgetPeak(); err != nil {
		return one, err
	}
	before, err := server.peak()
	if err != nil {
		return one, err
	}
	started := time.Now()
	if one.bytes, err = run(ctx, server); err != nil {
		return one, fmt.Errorf("%w\n%s", err, server.lastWords())
	}
	one.took = time.Since(started)
	after, err := server.peak()
	one.grown = after - before
	return one, err
}

func downloadContent(ctx context.Context, server *node) (int64, error) {
	var answer struct {
		Addresses map[string]string `json:"signed_urls"`
	}
	if err := ask(ctx, server, http.MethodGet, "/api/admin/export/signed-urls", nil, &answer); err != nil {
		return 0, err
	}
	return drainFile(ctx, server, answer.Addresses["all-content"])
}

func exportTable(ctx context.Context, server *node) (int64, error) {
	type item struct {
		Item struct {
			ID      int64  `json:"id"`
			State   string `json:"state"`
			Problem string `json:"problem"`
			URL     string `json:"url"`
		} `json:"item"`
	}
	var export item
	body := map[string]any{"path": "content", "query": map[string]string{"sort": "title"}}
	if err := ask(ctx, server, http.MethodPost, "/api/admin/exports", body, &export); err != nil {
		return 0, err
	}
	for export.Item.State == "working" {
		time.Sleep(200 * time.Millisecond)
		if err := ask(ctx, server, http.MethodGet, fmt.Sprintf("/api/admin/exports/%d", export.Item.ID), nil,
			&export); err != nil {
			return 0, err
		}
	}
	if export.Item.State != "done" {
		return 0, errors.New(export.Item.Problem)
	}
	return drainFile(ctx, server, export.Item.URL)
}

func ask(ctx context.Context, server *node, method, path string, body, into any) error {
	answer, err := fetch(ctx, server.address, server.cookie, method, path, body)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(answer, into); err != nil {
		return fmt.Errorf("%s %s: %w", method, path, err)
	}
	return nil
}

// drainFile downloads a file to its end, without keeping it.
func drainFile(ctx context.Context, server *node, path string) (int64, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+server.address+path, nil)
	if err != nil {
		return 0, fmt.Errorf("download: %w", err)
	}
	answer, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		return 0, fmt.Errorf("download: %w", err)
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("download: %s", answer.Status)
	}
	size, err := io.Copy(io.Discard, answer.Body)
	if err != nil {
		return size, fmt.Errorf("download: %w", err)
	}
	return size, nil
}

func (f *findings) reportExports(out io.Writer) {
	for _, one := range f.exports {
		_, _ = fmt.Fprintf(out, "Export, %s: %s MB in %s s, peak memory grew by %s MB\n", one.name,
			decimal(megabytes(one.bytes)), decimal(one.took.Seconds()), decimal(megabytes(one.grown)))
	}
}

func (f *findings) brokenExports() []string {
	broken := []string{}
	for _, one := range f.exports {
		if one.grown > largestGrowth {
			broken = append(broken, fmt.Sprintf("On %s, the %s adds %s MB to the server's peak memory; at most %s is promised.",
				f.engine, one.name, decimal(megabytes(one.grown)), decimal(megabytes(largestGrowth))))
		}
	}
	return broken
}
