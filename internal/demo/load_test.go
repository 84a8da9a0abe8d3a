package demo

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"waymark/internal/kit/db"
	"waymark/internal/kit/derived"
	"waymark/internal/kit/kittest"
	"waymark/internal/platform/changes"
	"waymark/internal/platform/schema"
)

var smallSizes = Sizes{Publishers: 60, Content: 1300, Collections: 70, Users: 60, Events: 60}

// newServer returns a server with a member of staff.
func newServer(t *testing.T, d *db.DB) *kittest.Server {
	t.Helper()
	s := kittest.Serve(t, d)
	s.Editor()
	return s
}

// fillSizes adds rows, in bulk from a number of rows.
func fillSizes(t *testing.T, s *kittest.Server, sizes Sizes, bulkFrom int) {
	t.Helper()
	f := newFiller(s.Kit, io.Discard)
	f.bulkThreshold = bulkFrom
	if err := f.fill(t.Context(), sizes); err != nil {
		t.Fatal(err)
	}
}

const noBulk = 1 << 30

func queryAll[T any](t *testing.T, d *db.DB, query string, args ...any) []T {
	t.Helper()
	found, err := db.All[T](context.Background(), d.Read(), query, args...)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return found
}

// schemaObjects returns the definitions of everything that a load drops.
func schemaObjects(t *testing.T, d *db.DB) []string {
	t.Helper()
	if d.Engine == db.SQLite {
		return queryAll[string](t, d, `SELECT type || ' ' || name || ' ' || coalesce(sql, '')
			FROM sqlite_master
			WHERE name NOT LIKE 'sqlite_stat%'
			ORDER BY type, name`)
	}
	return queryAll[string](t, d, `SELECT pg_get_indexdef(indexrelid)
		FROM pg_index
		JOIN pg_class ON pg_class.oid = indexrelid
		WHERE relnamespace = 'public'::regnamespace
		UNION ALL
		SELECT conrelid::regclass || ' ' || conname || ' ' || convalidated || ' ' || pg_get_constraintdef(oid)
		FROM pg_constraint
		WHERE connamespace = 'public'::regnamespace
		UNION ALL
		SELECT tgenabled::text || ' ' || pg_get_triggerdef(oid)
		FROM pg_trigger
		WHERE NOT tgisinternal
		ORDER BY 1`)
}

func TestLoad_Consistency(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := newServer(t, d)
		before := schemaObjects(t, d)
		// Into an empty database, into a filled one, without content, and finally row by row.
		for i, bulkFrom := range []int{50, 50, 50, noBulk} {
			sizes := smallSizes
			if i == 2 {
				sizes = Sizes{Collections: 70}
			}
			fillSizes(t, s, sizes, bulkFrom)
			if err := derived.Verify(t.Context(), d, schema.Derived()...); err != nil {
				t.Error(err)
			}
			checkConsistency(t, s)
			wrong := s.Count(`SELECT count(*) FROM content c
				WHERE coalesce(added_at, created_at) <> coalesce(
					(SELECT max(added_at) FROM collection_content l WHERE l.content_id = c.id), created_at)`)
			if wrong > 0 {
				t.Errorf("%d items have a wrong added_at", wrong)
			}
			if after := schemaObjects(t, d); !slices.Equal(before, after) {
				t.Errorf("the schema was\n%s\nand is\n%s", strings.Join(before, "\n"), strings.Join(after, "\n"))
			}
		}
		for _, table := range slices.Concat(collectionTables, []string{"content_tags"}) {
			if s.Count("SELECT count(*) FROM "+table) == 0 {
				t.Errorf("%s is empty", table)
			}
		}
		if n := s.Count("SELECT count(*) FROM content"); n != int64(3*smallSizes.Content) {
			t.Errorf("got %d items", n)
		}
	})
}

// numberChanges puts all changes into the feeds. The numbers must be different and not above the newest.
func numberChanges(t *testing.T, d *db.DB) {
	t.Helper()
	for more := true; more; {
		var err error
		if more, err = changes.Number(t.Context(), d); err != nil {
			t.Fatal(err)
		}
	}
	wrong := queryAll[int64](t, d, `SELECT number FROM feed GROUP BY number HAVING count(*) > 1
		UNION ALL SELECT number FROM feed WHERE number > (SELECT number FROM change_counter)
		UNION ALL SELECT number FROM recent_changes WHERE number > (SELECT number FROM change_counter)`)
	if len(wrong) > 0 {
		t.Errorf("%d numbers are wrong, such as %d", len(wrong), wrong[0])
	}
}

func TestLoad_SameRows(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		other := kittest.SQLite
		if d.Engine == db.Postgres {
			other = kittest.Postgres
		}
		sums := [2][]int64{}
		for i, s := range []*kittest.Server{newServer(t, d), newServer(t, other(t))} {
			fillSizes(t, s, smallSizes, []int{50, noBulk}[i])
			numberChanges(t, s.DB)
			for _, query := range []string{
				"SELECT sum(content_id * tag_id) FROM content_tags",
				"SELECT sum(content_id * destination_id) FROM content_destinations",
				"SELECT sum(content_id * language_id) FROM content_subtitles",
				"SELECT sum(id * length(title) * type_id * length(synopsis)) FROM content",
				"SELECT sum(id * (1 + tags_count) * (1 + publishers_count)) FROM content",
				"SELECT sum(collection_id * content_id) FROM collection_content",
				"SELECT sum(id * length(name) * language_id * length(search_text)) FROM collections",
				"SELECT sum(id * coalesce(folder_id, 7)) FROM collections",
				"SELECT sum(collection_id * (1 + position) * length(tag)) FROM collection_tags",
				"SELECT sum(id * length(label) * length(path) * (1 + folders_count) * (1 + collections_count)) FROM folders",
				"SELECT sum(id * user_id * collection_id * length(type) * (1 + personalisations_count)) FROM shared_collections",
				"SELECT sum(shared_collections_count * id) FROM collections",
				`SELECT sum(id * shared_collection_id * length(search_text) * length(cta_display)
					* (1 + content_customisations_count))
				FROM personalisations`,
				"SELECT sum(id * length(email)) FROM users WHERE NOT internal",
				`SELECT sum(id * coalesce(account_type_id, 7) * length(phone) * length(signup_source))
				FROM users
				WHERE NOT internal`,
				"SELECT sum(user_id * day) FROM user_active_days",
				"SELECT sum(n * length(facet)) FROM current_counts WHERE list = 'users' AND facet <> ''",
				"SELECT sum(id * length(name)) FROM publishers", "SELECT sum(id * length(kind)) FROM copilot_events",
				"SELECT sum(record_id * (1 + stream_id)) FROM feed WHERE visible AND kind = 'content'",
				"SELECT sum(record_id * (1 + stream_id)) FROM feed WHERE visible AND kind = 'collection'",
				"SELECT sum(record_id) FROM feed WHERE visible AND kind = 'collection' AND stream_id = 0",
				"SELECT sum(record_id) FROM due_changes WHERE kind = 'content'",
				"SELECT sum(record_id) FROM due_changes WHERE kind = 'collection'",
			} {
				sums[i] = append(sums[i], s.Count(query))
			}
		}
		for i, sum := range sums[0] {
			if sum != sums[1][i] || sum == 0 {
				t.Errorf("sum %d: got %d in bulk and %d row by row", i, sum, sums[1][i])
			}
		}
	})
}

func TestLoad_Interrupted(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := newServer(t, d)
		fillSizes(t, s, Sizes{Content: 100}, noBulk)
		before, failed := schemaObjects(t, d), errors.New("failed")
		for name, end := range map[string]func(stop func()) error{
			"by an error":     func(func()) error { return failed },
			"by an interrupt": func(stop func()) error { stop(); return nil },
		} {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			f := newFiller(s.Kit, io.Discard)
			err := f.load(ctx, []string{"publishers", "content", "content_tags"}, func(l *load) error {
				if _, err := l.insert(ctx, "publishers", "name, name_key, created_at, updated_at",
					[][]any{{"Half", "half", f.now, f.now}}); err != nil {
					return err
				}
				return end(cancel)
			})
			if !errors.Is(err, failed) && !errors.Is(err, context.Canceled) {
				t.Fatalf("%s: %v", name, err)
			}
			if n := s.Count("SELECT count(*) FROM publishers WHERE name = 'Half'"); n != 0 {
				t.Errorf("%s: %d rows remain", name, n)
			}
			if !slices.Equal(before, schemaObjects(t, d)) {
				t.Errorf("%s: the schema has changed", name)
			}
		}
		s.Exec(`INSERT INTO publishers (name, name_key, created_at, updated_at)
			SELECT 'After', 'after', created_at, created_at FROM partners WHERE id = 1`)
		if n := s.Count("SELECT n FROM current_counts WHERE list = 'publishers'"); n != 1 {
			t.Errorf("got %d publishers", n)
		}
	})
}
