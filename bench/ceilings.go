package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
)

// staticCommand is the argument with which this program is the HTTP ceiling. It is a process of its own, like the
// server that is compared with it.
const staticCommand = "serve-static"

// startStatic starts a bare HTTP server that sends a fixed response, as the ceiling of what net/http can do on this
// machine. It is a response of our own, so that both send the same number of bytes.
func startStatic(ctx context.Context, body []byte) (address string, stop func(), err error) {
	if address, err = freeAddress(); err != nil {
		return "", nil, err
	}
	program, err := os.Executable()
	if err != nil {
		return "", nil, fmt.Errorf("find this program: %w", err)
	}
	command := exec.CommandContext(ctx, program, staticCommand, address)
	command.Stdin, command.Stderr = bytes.NewReader(body), os.Stderr
	if err := command.Start(); err != nil {
		return "", nil, fmt.Errorf("start the HTTP ceiling: %w", err)
	}
	stop = func() {
		_ = command.Process.Kill()
		_ = command.Wait()
	}
	for range 1000 {
		if _, err = fetch(ctx, address, "", http.MethodGet, "/", nil); err == nil {
			return address, stop, nil
		}
		time.Sleep(10 * time.Millisecond)
	}
	stop()
	return "", nil, fmt.Errorf("start the HTTP ceiling: %w", err)
}

// serveStatic is the bare HTTP server. It sends what it reads from standard input.
func serveStatic(address string) error {
	body, err := io.ReadAll(os.Stdin)
	if err != nil {
		return fmt.Errorf("read response: %w", err)
	}
	header := map[string]string{"Content-Type": "application/json", "Content-Length": strconv.Itoa(len(body))}
	if bytes.HasPrefix(body, []byte("\x1f\x8b")) {
		header["Content-Type"], header["Content-Encoding"] = "text/html; charset=utf-8", "gzip"
	}
	handler := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		for name, value := range header {
			w.Header().Set(name, value)
		}
		_, _ = w.Write(body)
	})
	return (&http.Server{Addr: address, ReadHeaderTimeout: time.Minute, Handler: handler}).ListenAndServe()
}

// The SQL ceiling of a case runs the SQL of its requests with the same driver and settings, without authentication,
// permissions, validation, audit log and JSON.

func publisherPage(offset int) func(context.Context, *db.DB, int, int) error {
	return func(ctx context.Context, d *db.DB, _, _ int) error {
		ids, err := db.All[int64](ctx, d.Read(),
			"SELECT id FROM publishers ORDER BY name_key LIMIT ? OFFSET ?", perPage, offset)
		if err != nil {
			return fmt.Errorf("page: %w", err)
		}
		if len(ids) != perPage {
			return fmt.Errorf("page: %d rows", len(ids))
		}
		return publisherRows(ctx, d, ids)
	}
}

func publisherRows(ctx context.Context, d *db.DB, ids []int64) error {
	rows, err := d.Read().Query(ctx,
		"SELECT id, version, created_at, updated_at, name, content_count FROM publishers WHERE id IN (?)", ids)
	if err != nil {
		return fmt.Errorf("rows: %w", err)
	}
	defer func() { _ = rows.Close() }()
	found := 0
	for rows.Next() {
		var id, version, count int64
		var created, updated time.Time
		var name string
		if err := rows.Scan(&id, &version, db.Into(&created), db.Into(&updated), &name, &count); err != nil {
			return fmt.Errorf("rows: %w", err)
		}
		found++
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("rows: %w", err)
	}
	if found != len(ids) {
		return fmt.Errorf("rows: %d of %d", found, len(ids))
	}
	return nil
}

// searchLimit is the number of hits up to which a word is rare.
const searchLimit = 1000

// searchPublishers runs the SQL of a search. The hits of a rare word are sorted, those of a common word are found by
// scanning the index of the sort order.
func searchPublishers(ctx context.Context, d *db.DB, word string) error {
	like := "%" + word + "%"
	index, argument := "SELECT rowid AS id FROM publishers_search WHERE publishers_search MATCH ? LIMIT ?", `"`+word+`"`
	if d.Engine == db.Postgres {
		index, argument = "SELECT id FROM publishers WHERE search_text LIKE ? LIMIT ?", like
	}
	hits, err := db.All[int64](ctx, d.Read(), index, argument, searchLimit+1)
	if err != nil {
		return fmt.Errorf("search: %w", err)
	}
	where, pageArgument := d.Read().OneOf("id"), any(db.IDs(hits))
	if len(hits) > searchLimit {
		where, pageArgument = "name_key LIKE ?", like
	}
	ids, err := db.All[int64](ctx, d.Read(),
		"SELECT id FROM publishers WHERE "+where+" ORDER BY name_key LIMIT ?", pageArgument, perPage)
	if err != nil {
		return fmt.Errorf("search: %w", err)
	}
	return publisherRows(ctx, d, ids)
}

func insertPublisher(ctx context.Context, d *db.DB, _, i int) error {
	name, now := fmt.Sprintf("Bare Insert Books %d", i), clock.Now()
	return d.Write(ctx, func(tx *db.Tx) error {
		_, err := tx.Insert(ctx,
			"INSERT INTO publishers (name, name_key, search_text, created_at, updated_at) VALUES (?, ?, ?, ?, ?)",
			name, fold.Key(name), fold.SearchText(name), now, now)
		return err
	})
}
