package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

// exportResult is the result of exporting all content of the largest database. memoryGrowth is how much the peak
// memory of the server grew during the export.
type exportResult struct {
	name         string
	took         time.Duration
	bytes        int64
	memoryGrowth int64
}

// maxExportMemory limits how much an export of a million rows may add to the peak memory, in bytes.
const maxExportMemory = 100_000_000

const exportsName = "exports"

// exports measures both kinds of exports, each on a new server.
func (e *engine) exports(ctx context.Context, address string) ([]exportResult, error) {
	if !selected(exportsName) {
		return nil, nil
	}
	found := []exportResult{}
	for _, kind := range []struct {
		name string
		run  func(context.Context, *node) (int64, error)
	}{{"download of all content", downloadContent}, {"table of all content by title", exportTable}} {
		one, err := e.exportOn(ctx, address, kind.run)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", kind.name, err)
		}
		one.name = kind.name
		progress("%s: %s: %s MB in %s", e.kind, one.name, decimal(megabytes(one.bytes)), one.took.Round(100*time.Millisecond))
		found = append(found, one)
	}
	return found, nil
}

func (e *engine) exportOn(
	ctx context.Context, address string, run func(context.Context, *node) (int64, error),
) (one exportResult, err error) {
	server, err := e.start(ctx, address)
	if err != nil {
		return one, err
	}
	defer server.stop()
	if err := server.signIn(ctx); err != nil {
		return one, err
	}
	time.Sleep(2 * time.Second)
	// Checking the password takes more memory than an export, so the peak is reset.
	if err := server.resetPeak(); err != nil {
		return one, err
	}
	before, err := server.peakMemory()
	if err != nil {
		return one, err
	}
	started := time.Now()
	if one.bytes, err = run(ctx, server); err != nil {
		return one, fmt.Errorf("%w\n%s", err, server.logTail())
	}
	one.took = time.Since(started)
	after, err := server.peakMemory()
	one.memoryGrowth = after - before
	return one, err
}

func downloadContent(ctx context.Context, server *node) (int64, error) {
	var answer struct {
		Addresses map[string]string `json:"signed_urls"`
	}
	if err := request(ctx, server, http.MethodGet, "/api/admin/export/signed-urls", nil, &answer); err != nil {
		return 0, err
	}
	return download(ctx, server, answer.Addresses["all-content"])
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
	if err := request(ctx, server, http.MethodPost, "/api/admin/exports", body, &export); err != nil {
		return 0, err
	}
	for export.Item.State == "working" {
		time.Sleep(200 * time.Millisecond)
		path := fmt.Sprintf("/api/admin/exports/%d", export.Item.ID)
		if err := request(ctx, server, http.MethodGet, path, nil, &export); err != nil {
			return 0, err
		}
	}
	if export.Item.State != "done" {
		return 0, errors.New(export.Item.Problem)
	}
	return download(ctx, server, export.Item.URL)
}

func request(ctx context.Context, server *node, method, path string, body, into any) error {
	answer, err := fetch(ctx, server.address, server.cookie, method, path, body)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(answer, into); err != nil {
		return fmt.Errorf("%s %s: %w", method, path, err)
	}
	return nil
}

// download downloads a file and returns its size.
func download(ctx context.Context, server *node, path string) (int64, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+server.address+path, nil)
	if err != nil {
		return 0, fmt.Errorf("download: %w", err)
	}
	request.Header.Set("Cookie", server.cookie)
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
		_, _ = fmt.Fprintf(out, "Export, %s: %s MB in %s s, peak memory grew by %s MB\n",
			one.name, decimal(megabytes(one.bytes)), decimal(one.took.Seconds()), decimal(megabytes(one.memoryGrowth)))
	}
}

func (f *findings) failedExports() []string {
	failed := []string{}
	for _, one := range f.exports {
		if one.memoryGrowth > maxExportMemory {
			failed = append(failed, fmt.Sprintf("On %s, the %s adds %s MB to the peak memory; the limit is %s MB.",
				f.engine, one.name, decimal(megabytes(one.memoryGrowth)), decimal(megabytes(maxExportMemory))))
		}
	}
	return failed
}
