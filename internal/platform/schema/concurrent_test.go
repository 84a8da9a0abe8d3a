package schema_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/derived"
	"waymark/internal/kit/kittest"
	"waymark/internal/platform/schema"
)

const (
	concurrentWriters = 16
	changesPerWriter  = 12
)

var errUndone = errors.New("undone")

// changeContent makes one change to content that refers to the same few records as that of all other writers.
func changeContent(ctx context.Context, d *db.DB, writer, n int) error {
	return d.Write(ctx, func(tx *db.Tx) error {
		title, now := fmt.Sprint("concurrent ", writer, " ", n), clock.Now()
		id, err := tx.Insert(ctx, `INSERT INTO content (title, title_key, search_text, type_id, depth_id, partner_id,
			created_at, updated_at) VALUES (?, ?, ?, 1, 1, 1, ?, ?)`, title, title, "  "+title, now, now)
		if err != nil {
			return err
		}
		for _, link := range []string{
			"content_publishers (content_id, publisher_id) SELECT ?, id FROM publishers WHERE id <= 2",
			"content_tags (content_id, tag_id) SELECT ?, id FROM tags WHERE id <= 3",
		} {
			if _, err := tx.Exec(ctx, "INSERT INTO "+link, id); err != nil {
				return err
			}
		}
		switch n % 4 {
		case 1:
			_, err = tx.Exec(ctx, "UPDATE content SET deleted_at = ? WHERE id = ?", now, id)
		case 2:
			_, err = tx.Exec(ctx, "DELETE FROM content_tags WHERE content_id = ? AND tag_id = 1", id)
		case 3:
			err = errUndone
		}
		return err
	})
}

// Shown counts are exact at every moment, whether or not deltas are folded at the same time.
func TestCounters_ConcurrentWriters(t *testing.T) {
	t.Parallel()
	for name, folding := range map[string]bool{"while deltas are folded": true, "while they are not": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := kittest.Postgres(t)
			data := newRandomData(t, d)
			data.fold()
			var writers, others sync.WaitGroup
			for writer := range concurrentWriters {
				writers.Go(func() {
					for n := range changesPerWriter {
						if err := changeContent(t.Context(), d, writer, n); err != nil && !errors.Is(err, errUndone) {
							t.Errorf("writer %d: %v", writer, err)
						}
					}
				})
			}
			done := make(chan struct{})
			others.Go(func() {
				for {
					assertExact(t, d)
					select {
					case <-done:
						return
					default:
					}
					if folding {
						data.fold()
					}
				}
			})
			writers.Wait()
			close(done)
			others.Wait()
			data.check("afterwards", schema.Derived()...)
			if stored := storedContent(t, d); !folding && stored != 0 {
				t.Errorf("the stored count of the first publisher is %d although nothing was folded", stored)
			}
			data.fold()
			data.check("folded", schema.Derived()...)
			want := int64(concurrentWriters * changesPerWriter / 2) // a quarter is in the trash, another was undone
			if stored := storedContent(t, d); stored < want {
				t.Errorf("the stored count of the first publisher is %d, want at least %d", stored, want)
			}
		})
	}
}

func storedContent(t *testing.T, d *db.DB) int64 {
	t.Helper()
	n, err := db.Value[int64](t.Context(), d.Read(), "SELECT content_count FROM publishers WHERE id = 1")
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// assertExact compares counts with the rows in single statements, which see one state of the database.
func assertExact(t *testing.T, d *db.DB) {
	t.Helper()
	err := derived.Verify(t.Context(), d, schema.PublisherContentCount, schema.TagContentCount,
		schema.ContentTypeContentCount, schema.ContentTagsCount, schema.ContentTotal)
	if err != nil {
		t.Error(err)
	}
}
