package main

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"waymark/internal/app"
	"waymark/internal/kit/db"
	"waymark/scripts/prove/internal/server"
)

// proof merges one destination into another.
type proof struct {
	engine, database string
	server           *server.Server
	items            int
	publisher        string // the path of one that another writer saves
	kept, merged     int64
}

func (p *proof) run(ctx context.Context) error {
	if err := p.addPlaces(ctx); err != nil {
		return err
	}
	var saved struct{ Item struct{ ID int64 } }
	if err := p.request(http.MethodPost, "/api/admin/publishers", `{"name": "Saved"}`, &saved); err != nil {
		return err
	}
	p.publisher = fmt.Sprintf("/api/admin/publishers/%d", saved.Item.ID)
	before, err := p.rows(ctx)
	if err != nil {
		return err
	}
	if err := p.verify(ctx, int64(p.items)); err != nil {
		return fmt.Errorf("before the merge: %w", err)
	}
	if err := p.merge(); err != nil {
		return err
	}
	if err := p.verify(ctx, int64(p.items+p.items/2)); err != nil {
		return fmt.Errorf("after the merge: %w", err)
	}
	if err := p.verifyMerged(); err != nil {
		return err
	}
	if err := p.undo(); err != nil {
		return err
	}
	if err := p.verify(ctx, int64(p.items)); err != nil {
		return fmt.Errorf("after the undo: %w", err)
	}
	after, err := p.rows(ctx)
	if err != nil || after != before {
		return errors.Join(fmt.Errorf("after the undo, the rows are not as they were: %s, before: %s", after, before), err)
	}
	return nil
}

// addPlaces adds two destinations with children. Half of the items of each are at both.
func (p *proof) addPlaces(ctx context.Context) error {
	ids := []int64{}
	for _, place := range []struct {
		name   string
		parent int
	}{
		{"Mergeville", -1},
		{"Mergeton", -1},
		{"Old town", 0},
		{"Harbour", 1},
		{"Lighthouse", 3},
	} {
		parent := "null"
		if place.parent >= 0 {
			parent = fmt.Sprint(ids[place.parent])
		}
		var created struct{ Item struct{ ID int64 } }
		body := fmt.Sprintf(`{"name": %q, "parent_id": %s}`, place.name, parent)
		if err := p.request(http.MethodPost, "/api/admin/destinations", body, &created); err != nil {
			return err
		}
		ids = append(ids, created.Item.ID)
	}
	p.kept, p.merged = ids[0], ids[1]
	return p.onDatabase(ctx, func(ctx context.Context, d *db.DB) error {
		for place, from := range map[int64]int{p.kept: 0, p.merged: p.items / 2} {
			_, err := d.Writer().Exec(ctx, `INSERT INTO content_destinations (content_id, destination_id)
				SELECT id, ? FROM content WHERE deleted_at IS NULL ORDER BY id LIMIT ? OFFSET ?`, place, p.items, from)
			if err != nil {
				return err
			}
		}
		_, err := d.Writer().Exec(ctx, `INSERT INTO content_destinations (content_id, destination_id)
			SELECT id, ? FROM content WHERE deleted_at IS NULL ORDER BY id DESC LIMIT 100`, ids[4])
		return err
	})
}

// merge merges the second destination into the first, and compares the result with that of a dry run.
func (p *proof) merge() error {
	path := fmt.Sprintf("/api/admin/destinations/%d/merge", p.kept)
	type moved struct {
		Kind  string
		Count int64
	}
	var results [2]struct{ Moved []moved }
	writer := p.server.StartWriter(p.publisher)
	for i, body := range []string{`{"ids": [%d], "dry_run": true}`, `{"ids": [%d]}`} {
		begun := time.Now()
		if err := p.request(http.MethodPost, path, fmt.Sprintf(body, p.merged), &results[i]); err != nil {
			return err
		}
		fmt.Printf("%s: %s took %s\n", p.engine, []string{"a dry run", "the merge"}[i],
			time.Since(begun).Round(time.Millisecond))
	}
	latencies, err := writer.Stop()
	if err != nil {
		return err
	}
	fmt.Printf("%s: another writer's requests: %s\n", p.engine, server.Describe(latencies))
	if !slices.Equal(results[0].Moved, results[1].Moved) ||
		!slices.Contains(results[1].Moved, moved{"content", int64(p.items)}) {
		return fmt.Errorf("the dry run reports %v, the merge %v", results[0].Moved, results[1].Moved)
	}
	return nil
}

// undo undoes the merge, with a job if it changed many rows.
func (p *proof) undo() error {
	change, err := p.server.NewestChange(fmt.Sprintf("kind=destination&record_id=%d", p.kept))
	if err != nil {
		return err
	}
	begun := time.Now()
	status, text := p.server.Post(fmt.Sprintf("/api/admin/activity/%d/undo", change), "")
	if status == http.StatusAccepted {
		var accepted struct{ Job int64 }
		if err := json.Unmarshal([]byte(text), &accepted); err != nil {
			return err
		}
		if _, err := p.server.AwaitJob(accepted.Job, server.Progress.IsDone); err != nil {
			return err
		}
	} else if status != http.StatusOK {
		return fmt.Errorf("undo: %d %.300s", status, text)
	}
	fmt.Printf("%s: the undo took %s\n", p.engine, time.Since(begun).Round(time.Millisecond))
	return nil
}

// verify compares the lists of the remaining destination and all derived columns with a recount.
func (p *proof) verify(ctx context.Context, items int64) error {
	var place struct {
		Item struct {
			ContentCount int64 `json:"content_count"`
		}
	}
	if err := p.request(http.MethodGet, fmt.Sprintf("/api/admin/destinations/%d", p.kept), "", &place); err != nil {
		return err
	}
	if place.Item.ContentCount != items {
		return fmt.Errorf("content_count: got %d, want %d", place.Item.ContentCount, items)
	}
	for path, query := range map[string]string{
		"content?destination_exact=%d": `SELECT count(*) FROM content_destinations
			JOIN content ON content.id = content_id AND deleted_at IS NULL WHERE destination_id = ?`,
		"content?destination_id=%d": `SELECT count(DISTINCT content_id) FROM content_destinations
			JOIN content ON content.id = content_id AND deleted_at IS NULL
			WHERE destination_id IN (SELECT id FROM destinations
				WHERE path LIKE (SELECT path FROM destinations WHERE id = ?) || '%')`,
		"destinations?parent_id=%d": "SELECT count(*) FROM destinations WHERE parent_id = ?",
	} {
		if err := p.compare(ctx, fmt.Sprintf(path, p.kept), query, p.kept); err != nil {
			return err
		}
	}
	const labelled = "SELECT count(*) FROM destinations WHERE label LIKE '%Mergeville%'"
	if err := p.compare(ctx, "destinations?query=mergeville", labelled); err != nil {
		return err
	}
	return p.onDatabase(ctx, func(ctx context.Context, d *db.DB) error { return app.VerifyDerived(ctx, d) })
}

// compare compares the total of a list with a count. The list may only know that there are more.
func (p *proof) compare(ctx context.Context, path, query string, args ...any) error {
	var list struct {
		Meta struct {
			Total         int64
			TotalIsCapped bool `json:"total_is_capped"`
		}
	}
	if err := p.request(http.MethodGet, "/api/admin/"+path, "", &list); err != nil {
		return err
	}
	return p.onDatabase(ctx, func(ctx context.Context, d *db.DB) error {
		want, err := db.Value[int64](ctx, d.Read(), query, args...)
		if err != nil {
			return err
		}
		if got := list.Meta.Total; got != want && (!list.Meta.TotalIsCapped || got > want) {
			return fmt.Errorf("%s lists %d, want %d", path, got, want)
		}
		return nil
	})
}

// verifyMerged follows the id of the merged destination.
func (p *proof) verifyMerged() error {
	status, text := p.server.Get(fmt.Sprintf("/api/admin/destinations/%d", p.merged))
	if status != http.StatusNotFound || !strings.Contains(text, fmt.Sprintf(`"merged_into":%d`, p.kept)) {
		return fmt.Errorf("the merged destination: %d %s", status, text)
	}
	var pair struct {
		Key    string `json:"api_key"`
		Secret string `json:"api_secret"`
	}
	if err := p.request(http.MethodPost, "/api/admin/partners/1/api-secret", "", &pair); err != nil {
		return err
	}
	found := map[int64]string{}
	for _, id := range []int64{p.kept, p.merged} {
		path := fmt.Sprintf("/api/v1/search/content?per_page=100&destination_id=%d", id)
		if status, found[id] = p.server.GetAs(pair.Key, pair.Secret, path); status != http.StatusOK {
			return fmt.Errorf("GET %s: %d %.300s", path, status, found[id])
		}
	}
	if found[p.kept] != found[p.merged] || !strings.Contains(found[p.kept], `"title"`) {
		return fmt.Errorf("the public API finds %.500s, and for the merged destination %.500s", found[p.kept],
			found[p.merged])
	}
	return nil
}

// changedRows are the rows that a merge changes, by their tables. VerifyDerived checks counters, whose last changes
// PostgreSQL keeps in a table of their own.
var changedRows = []struct{ table, columns string }{
	{"content_destinations", "content_id, destination_id"},
	{"destinations", "id, parent_id, label, path, search_text"},
	{"facades", "id, destination_id"},
	{"merged_records", "kind, old_id"},
}

// rows returns hashes of the rows that a merge changes.
func (p *proof) rows(ctx context.Context) (string, error) {
	hashes := []string{}
	err := p.onDatabase(ctx, func(ctx context.Context, d *db.DB) error {
		for _, rows := range changedRows {
			texts := []string{}
			for column := range strings.SplitSeq(rows.columns, ", ") {
				texts = append(texts, "coalesce(CAST("+column+" AS TEXT), '')")
			}
			all, err := db.All[string](ctx, d.Read(), "SELECT "+strings.Join(texts, " || ' ' || ")+" FROM "+rows.table)
			if err != nil {
				return err
			}
			slices.Sort(all)
			hashes = append(hashes, fmt.Sprintf("%s %x", rows.table, sha256.Sum256([]byte(strings.Join(all, "\n"))))[:40])
		}
		return nil
	})
	return strings.Join(hashes, ", "), err
}

func (p *proof) request(method, path, body string, into any) error {
	var status int
	var text string
	if method == http.MethodGet {
		status, text = p.server.Get(path)
	} else {
		status, text = p.server.Post(path, body)
	}
	if status < 200 || status > 299 {
		return fmt.Errorf("%s %s: %d %.300s", method, path, status, text)
	}
	return json.Unmarshal([]byte(text), into)
}

func (p *proof) onDatabase(ctx context.Context, do func(context.Context, *db.DB) error) error {
	ctx = db.WithStatementLimit(ctx, 0)
	d, err := db.Open(ctx, p.database)
	if err != nil {
		return err
	}
	return errors.Join(do(ctx, d), d.Close())
}
