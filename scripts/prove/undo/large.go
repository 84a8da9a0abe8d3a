package main

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"waymark/internal/app"
	"waymark/internal/kit/db"
	"waymark/scripts/prove/internal/server"
)

// largeUndo undoes a bulk action with a job.
type largeUndo struct {
	server.Database
	server    *server.Server
	publisher string // the path of one that another writer saves
}

// bulkActions are the actions that are undone: one that updates items, and one that links them.
var bulkActions = []string{"/api/admin/content/draft", "/api/admin/libraries/1/content"}

func (u *largeUndo) prove(ctx context.Context, items int) error {
	if err := u.Fill(ctx, items); err != nil {
		return err
	}
	if err := u.start(ctx); err != nil {
		return err
	}
	defer func() { u.server.Kill() }()
	status, text := u.server.Post("/api/admin/publishers", `{"name":"Saved"}`)
	var created struct{ Item struct{ ID int64 } }
	if err := json.Unmarshal([]byte(text), &created); err != nil || status != http.StatusCreated {
		return fmt.Errorf("create a publisher: %d %s", status, text)
	}
	u.publisher = fmt.Sprintf("/api/admin/publishers/%d", created.Item.ID)
	for _, path := range bulkActions {
		if err := u.proveAction(ctx, path); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	return u.onDatabase(ctx, func(d *db.DB) error { return app.VerifyDerived(ctx, d) })
}

func (u *largeUndo) start(ctx context.Context) (err error) {
	u.server, err = server.StartSignedIn(ctx, nil, u.Flags...)
	return err
}

// proveAction applies an action to all items, undoes it, and kills the server in between.
func (u *largeUndo) proveAction(ctx context.Context, path string) error {
	before, err := u.fingerprint(ctx)
	if err != nil {
		return err
	}
	job, err := u.server.Begin(path, `{"filter":{}}`)
	if err != nil {
		return err
	}
	if _, err := u.server.AwaitJob(job, server.Progress.IsDone); err != nil {
		return err
	}
	after, err := u.fingerprint(ctx)
	if err != nil || after == before {
		return fmt.Errorf("the action changed nothing (%w)", err)
	}
	change, err := u.server.NewestChange("")
	if err != nil {
		return err
	}
	checked := time.Now()
	if job, err = u.server.Begin(fmt.Sprintf("/api/admin/activity/%d/undo", change), ""); err != nil {
		return err
	}
	fmt.Printf("%s: undo of %s begun after %s\n", u.Engine, path, time.Since(checked).Round(time.Millisecond))
	begun := time.Now()
	half, latencies, err := u.awaitWithWriter(job, func(p server.Progress) bool { return p.Done >= p.Total/3 })
	if err != nil {
		return err
	}
	u.server.Kill()
	fmt.Printf("%s: killed after %d of %d rows\n", u.Engine, half.Done, half.Total)
	if err := errors.Join(u.start(ctx), u.abandonJobs(ctx)); err != nil {
		return err
	}
	done, more, err := u.awaitWithWriter(job, server.Progress.IsDone)
	if err != nil {
		return err
	}
	if done.Done != done.Total || done.Skipped != 0 || half.Done >= half.Total {
		return fmt.Errorf("got %+v after %+v", done, half)
	}
	restored, err := u.fingerprint(ctx)
	if err != nil || restored != before {
		return fmt.Errorf("the items are not as they were (%w)", err)
	}
	fmt.Printf("%s: %d rows undone in %s; another writer's requests: %s\n", u.Engine, done.Done,
		time.Since(begun).Round(time.Second), server.Describe(append(latencies, more...)))
	return nil
}

// awaitWithWriter returns how long the requests of another writer took at the same time.
func (u *largeUndo) awaitWithWriter(
	job int64, reached func(server.Progress) bool,
) (server.Progress, []time.Duration, error) {
	writer := u.server.StartWriter(u.publisher)
	at, err := u.server.AwaitJob(job, reached)
	latencies, writeErr := writer.Stop()
	return at, latencies, errors.Join(err, writeErr)
}

// abandonJobs has PostgreSQL's jobs of the killed process run again at once, rather than after eleven minutes.
func (u *largeUndo) abandonJobs(ctx context.Context) error {
	if u.Engine != "postgres" {
		return nil
	}
	return u.onDatabase(ctx, func(d *db.DB) error {
		_, err := d.Writer().Exec(ctx, `UPDATE river_job SET attempted_at = now() - interval '1 hour'
			WHERE state = 'running'`)
		return err
	})
}

func (u *largeUndo) onDatabase(ctx context.Context, do func(*db.DB) error) error {
	d, err := db.Open(ctx, u.URL)
	if err != nil {
		return err
	}
	return errors.Join(do(d), d.Close())
}

// fingerprint returns a hash of what bulk actions change.
func (u *largeUndo) fingerprint(ctx context.Context) (string, error) {
	hash := sha256.New()
	ctx = db.WithStatementLimit(ctx, 0)
	err := u.onDatabase(ctx, func(d *db.DB) error {
		for _, query := range []string{
			`SELECT CAST(id AS TEXT) || ' ' || title || ' ' || coalesce(CAST(published_at AS TEXT), '') || ' ' ||
				coalesce(CAST(expires_at AS TEXT), '') || ' ' || coalesce(CAST(deleted_at AS TEXT), '') FROM content ORDER BY id`,
			`SELECT CAST(content_id AS TEXT) || ' ' || CAST(library_id AS TEXT) FROM content_libraries
				ORDER BY content_id, library_id`,
		} {
			rows, err := db.All[string](ctx, d.Read(), query)
			if err != nil {
				return err
			}
			for _, row := range rows {
				_, _ = fmt.Fprintln(hash, row) // a hash does not fail
			}
		}
		return nil
	})
	return fmt.Sprintf("%x", hash.Sum(nil)), err
}
