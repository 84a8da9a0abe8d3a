package partnerapi_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
	"waymark/internal/platform/changes"
)

const (
	randomItems       = 50
	randomCollections = 20
	// maxAhead is how far in the future the dates are that a change sets.
	maxAhead = 200 * time.Millisecond
)

// TestFeeds_RandomChanges changes content and collections in every way that affects a partner, in concurrent
// transactions, while readers follow the feeds and two servers number the changes. At the end of each round, the copies
// of all readers must be what the partner can read.
func TestFeeds_RandomChanges(t *testing.T) {
	t.Parallel()
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	each(t, func(t *testing.T, f *fixture) {
		f.Gate.PerMinute = 10_000_000
		f.fillRandom()
		readers := []*mirror{}
		for round := range 3 {
			// Each round has readers that begin in the middle of the changes.
			readers = append(readers, newMirror(f.harbour, "/api/v1/content", "title"),
				newMirror(f.harbour, "/api/v1/collections", "name"))
			f.runRound(t, seed+uint64(round), readers)
			content, collections := f.readable(t)
			for i, m := range append(readers, newMirror(f.harbour, "/api/v1/content", "title"),
				newMirror(f.harbour, "/api/v1/collections", "name")) {
				m.sync(100)
				want := content
				if m.field == "name" {
					want = collections
				}
				if !maps.Equal(m.records, want) {
					t.Errorf("round %d: the copy of reader %d has\n%v, want\n%v", round, i, m.records, want)
				}
			}
		}
	})
}

// fillRandom inserts the records that are changed at random.
func (f *fixture) fillRandom() {
	f.t.Helper()
	now := clock.Now()
	for n := range randomItems {
		f.item(fmt.Sprint("Item ", n), now, nil, []int{71})
	}
	for n := range randomCollections {
		f.Exec(`INSERT INTO collections (id, alt_id, name, name_key, type, partner_id, language_id, created_at, updated_at)
			VALUES (?, ?, ?, '', 'partner', 7, 1, ?, ?)`, n+1, fmt.Sprintf("C%09d", n), fmt.Sprint("Collection ", n), now, now)
	}
}

// runRound makes changes while readers follow, and waits for all dates that the changes have set.
func (f *fixture) runRound(t *testing.T, seed uint64, readers []*mirror) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	var background sync.WaitGroup
	for range 2 {
		(&changes.Watcher{DB: f.DB}).Run(ctx, &background)
	}
	for i, m := range readers {
		background.Go(func() {
			pace := time.NewTicker(10 * time.Millisecond)
			defer pace.Stop()
			for ctx.Err() == nil {
				m.sync(1 + 3*i)
				<-pace.C
			}
		})
	}
	kittest.Concurrently(4, func(worker int) {
		random := rand.New(rand.NewPCG(seed, uint64(worker)))
		for range 40 {
			f.randomChange(random)
		}
	})
	<-time.After(maxAhead)
	stop()
	background.Wait()
	f.number()
}

// readable returns what the partner can read now, by id.
func (f *fixture) readable(t *testing.T) (content, collections map[int64]string) {
	t.Helper()
	now := clock.Now()
	read := func(query string, args ...any) map[int64]string {
		list, err := db.All[struct {
			ID   int64  `db:"id"`
			Name string `db:"name"`
		}](t.Context(), f.DB.Read(), query, args...)
		if err != nil {
			t.Fatal(err)
		}
		records := map[int64]string{}
		for _, r := range list {
			records[r.ID] = r.Name
		}
		return records
	}
	content = read(`SELECT DISTINCT content.id, title AS name
		FROM content
		JOIN content_libraries ON content_id = content.id
		JOIN libraries ON libraries.id = library_id
		WHERE content.deleted_at IS NULL AND published_at <= ? AND (expires_at IS NULL OR expires_at > ?)
			AND (libraries.partner_id = 7 OR library_id IN (SELECT library_id FROM library_partners WHERE partner_id = 7))`,
		now, now)
	collections = read(`SELECT id, name
		FROM collections
		WHERE deleted_at IS NULL AND (expires_at IS NULL OR expires_at > ?)
			AND (partner_id = 7 OR inspires_publish_at <= ?)`, now, now)
	return content, collections
}

var errRolledBack = errors.New("rolled back")

// randomChange makes one or more changes in a transaction, which is sometimes rolled back.
func (f *fixture) randomChange(random *rand.Rand) {
	ids := slices.Collect(maps.Values(f.ids))
	slices.Sort(ids)
	// Chosen here, because the transaction may run again.
	seed, rollBack := random.Uint64(), random.IntN(10) == 0
	err := f.DB.Write(f.t.Context(), func(tx *db.Tx) error {
		again := rand.New(rand.NewPCG(seed, 0))
		for range 1 + again.IntN(3) {
			change := randomStatement(again, ids[again.IntN(len(ids))], 1+again.IntN(randomCollections))
			if _, err := tx.Exec(f.t.Context(), change[0].(string), change[1:]...); err != nil {
				return err
			}
		}
		if rollBack {
			return errRolledBack
		}
		return nil
	})
	// On PostgreSQL, an item may be deleted while another transaction adds it to a library.
	violation, violated := db.AsViolation(err)
	if err != nil && !errors.Is(err, errRolledBack) && (!violated || violation.Unique) {
		f.t.Error(err)
	}
}

// randomStatement returns a statement and its arguments.
func randomStatement(random *rand.Rand, item int64, collection int) []any {
	now := clock.Now()
	soon := now.Add(time.Duration(random.Int64N(int64(maxAhead))))
	library, foreign := []int{71, 81, 82}[random.IntN(3)], []int{81, 82}[random.IntN(2)]
	name, owner := fmt.Sprint(random.Uint32()), 7+random.IntN(2)
	statements := [][]any{
		{"UPDATE content SET title = ? WHERE id = ?", name, item},
		{"UPDATE content SET published_at = ? WHERE id = ?", soon, item},
		{"UPDATE content SET published_at = NULL WHERE id = ?", item},
		{"UPDATE content SET expires_at = ? WHERE id = ?", soon, item},
		{"UPDATE content SET expires_at = NULL WHERE id = ?", item},
		{"UPDATE content SET deleted_at = ? WHERE id = ?", now, item},
		{"UPDATE content SET deleted_at = NULL WHERE id = ?", item},
		{"UPDATE content SET deleted_at = NULL, expires_at = NULL, published_at = ? WHERE id = ?", now, item},
		{"DELETE FROM content WHERE id = ? AND id % 3 = 0", item},
		{
			"INSERT INTO content_libraries (content_id, library_id) " +
				"SELECT id, ? FROM content WHERE id = ? ON CONFLICT DO NOTHING",
			library, item,
		},
		{"DELETE FROM content_libraries WHERE content_id = ? AND library_id = ?", item, library},
		{"INSERT INTO library_partners (library_id, partner_id) VALUES (?, 7) ON CONFLICT DO NOTHING", foreign},
		{"DELETE FROM library_partners WHERE library_id = ? AND partner_id = 7", foreign},
		{"UPDATE libraries SET partner_id = ? WHERE id = 81", owner},
		{"UPDATE collections SET name = ? WHERE id = ?", name, collection},
		{"UPDATE collections SET partner_id = ? WHERE id = ?", owner, collection},
		{"UPDATE collections SET inspires_publish_at = ? WHERE id = ?", soon, collection},
		{"UPDATE collections SET inspires_publish_at = NULL WHERE id = ?", collection},
		{"UPDATE collections SET expires_at = ? WHERE id = ?", soon, collection},
		{"UPDATE collections SET expires_at = NULL, deleted_at = NULL WHERE id = ?", collection},
		{"UPDATE collections SET deleted_at = ? WHERE id = ?", now, collection},
		{"DELETE FROM collections WHERE id = ? AND id % 4 = 0", collection},
	}
	return statements[random.IntN(len(statements))]
}
