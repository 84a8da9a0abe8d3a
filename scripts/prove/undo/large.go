package main

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"time"

	"waymark/internal/app"
	"waymark/internal/kit/db"
	"waymark/scripts/prove/internal/server"
)

// largeUndo undoes a bulk action with a job.
type largeUndo struct {
	engine, database string
	flags            []string
	server           *server.Server
	publisher        string // the path of one that another writer saves
}

// progress is what the server says about a job.
type progress struct {
	State                string
	Total, Done, Skipped int
}

// bulkActions are the actions that are undone: one that updates items, and one that links them.
var bulkActions = []string{"/api/admin/content/draft", "/api/admin/libraries/1/content"}

func (u *largeUndo) prove(ctx context.Context, items int) error {
	demo := exec.CommandContext(ctx, server.Program, append([]string{
		"demo", "--content=" + strconv.Itoa(items), "--database=" + u.database,
	}, u.flags...)...)
	demo.Stderr, demo.Env = os.Stderr, server.Environment()
	if err := demo.Run(); err != nil {
		return fmt.Errorf("fill the database: %w", err)
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
	u.server, err = server.StartSignedIn(ctx, nil, append(u.flags, "--database="+u.database)...)
	return err
}

// proveAction applies an action to all items, undoes it, and kills the server in between.
func (u *largeUndo) proveAction(ctx context.Context, path string) error {
	before, err := u.fingerprint(ctx)
	if err != nil {
		return err
	}
	job, err := u.begin(path, `{"filter":{}}`)
	if err != nil {
		return err
	}
	if _, err := u.await(job, isDone); err != nil {
		return err
	}
	after, err := u.fingerprint(ctx)
	if err != nil || after == before {
		return fmt.Errorf("the action changed nothing (%w)", err)
	}
	change, err := u.newestChange()
	if err != nil {
		return err
	}
	checked := time.Now()
	if job, err = u.begin(fmt.Sprintf("/api/admin/activity/%d/undo", change), ""); err != nil {
		return err
	}
	fmt.Printf("%s: undo of %s begun after %s\n", u.engine, path, time.Since(checked).Round(time.Millisecond))
	begun := time.Now()
	half, latencies, err := u.awaitWithWriter(job, func(p progress) bool { return p.Done >= p.Total/3 })
	if err != nil {
		return err
	}
	u.server.Kill()
	fmt.Printf("%s: killed after %d of %d rows\n", u.engine, half.Done, half.Total)
	if err := errors.Join(u.start(ctx), u.abandonJobs(ctx)); err != nil {
		return err
	}
	done, more, err := u.awaitWithWriter(job, isDone)
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
	fmt.Printf("%s: %d rows undone in %s; another writer's requests: %s\n", u.engine, done.Done,
		time.Since(begun).Round(time.Second), describe(append(latencies, more...)))
	return nil
}

// awaitWithWriter returns how long the requests of another writer took at the same time.
func (u *largeUndo) awaitWithWriter(job int64, reached func(progress) bool) (progress, []time.Duration, error) {
	writer := startWriter(u.server, u.publisher)
	at, err := u.await(job, reached)
	latencies, writeErr := writer.stop()
	return at, latencies, errors.Join(err, writeErr)
}

func isDone(p progress) bool { return p.State != "working" }

// begin posts a request that a job does, and returns the job.
func (u *largeUndo) begin(path, body string) (int64, error) {
	status, text := u.server.Post(path, body)
	var begun struct{ Job int64 }
	if err := json.Unmarshal([]byte(text), &begun); err != nil || status != http.StatusAccepted {
		return 0, fmt.Errorf("POST %s: %d %.300s", path, status, text)
	}
	return begun.Job, nil
}

// await waits until a job has reached something.
func (u *largeUndo) await(job int64, reached func(progress) bool) (progress, error) {
	var response struct{ Item progress }
	for range 12_000 {
		status, text := u.server.Get(fmt.Sprintf("/api/admin/jobs/%d", job))
		if err := json.Unmarshal([]byte(text), &response); err != nil || status != http.StatusOK {
			return progress{}, fmt.Errorf("job %d: %d %.300s", job, status, text)
		}
		if response.Item.State == "failed" {
			return progress{}, fmt.Errorf("job %d failed: %s", job, text)
		}
		if response.Item.Total > 0 && reached(response.Item) {
			return response.Item, nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	return progress{}, fmt.Errorf("job %d is at %+v after ten minutes", job, response.Item)
}

func (u *largeUndo) newestChange() (int64, error) {
	_, text := u.server.Get("/api/admin/activity?per_page=1")
	var list struct{ Items []struct{ ID int64 } }
	if err := json.Unmarshal([]byte(text), &list); err != nil || len(list.Items) == 0 {
		return 0, fmt.Errorf("list activity: %.300s", text)
	}
	return list.Items[0].ID, nil
}

// abandonJobs has PostgreSQL's jobs of the killed process run again at once, rather than after eleven minutes.
func (u *largeUndo) abandonJobs(ctx context.Context) error {
	if u.engine != "postgres" {
		return nil
	}
	return u.onDatabase(ctx, func(d *db.DB) error {
		_, err := d.Writer().Exec(ctx, `UPDATE river_job SET attempted_at = now() - interval '1 hour'
			WHERE state = 'running'`)
		return err
	})
}

func (u *largeUndo) onDatabase(ctx context.Context, do func(*db.DB) error) error {
	d, err := db.Open(ctx, u.database)
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
