package schema_test

import (
	"archive/zip"
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/derived"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/kittest"
	"waymark/internal/platform/schema"
	"waymark/migrations"
)

// oldFiles returns the migrations of an engine, up to a version, of the last release whose migrations created search
// tables and triggers.
func oldFiles(t *testing.T, engine db.Engine, version int) fs.FS {
	t.Helper()
	archive, err := zip.OpenReader("testdata/schema-10.zip")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = archive.Close() }()
	names, err := fs.Glob(archive, string(engine)+"/*.sql")
	if err != nil || len(names) != 9 {
		t.Fatalf("got %d migrations (%v), want 9", len(names), err)
	}
	files := fstest.MapFS{}
	for _, name := range names {
		var number int
		if _, err := fmt.Sscanf(path.Base(name), "%d_", &number); err != nil {
			t.Fatal(err)
		}
		text, err := fs.ReadFile(archive, name)
		if err != nil {
			t.Fatal(err)
		}
		if number <= version {
			files[path.Base(name)] = &fstest.MapFile{Data: text}
		}
	}
	return files
}

// eachOld runs a test on a database of an earlier release on each engine, with a new database for comparison.
func eachOld(t *testing.T, version int, run func(t *testing.T, old, fresh *db.DB)) {
	t.Helper()
	start := func(t *testing.T, address string) *db.DB {
		t.Helper()
		d, err := db.Open(t.Context(), address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = d.Close() })
		steps := slices.DeleteFunc(slices.Clone(migrations.Steps), func(s db.Step) bool { return s.Version > int64(version) })
		if err := d.Migrate(t.Context(), oldFiles(t, d.Engine, version), steps); err != nil {
			t.Fatal(err)
		}
		if err := jobs.Migrate(t.Context(), d); err != nil {
			t.Fatal(err)
		}
		return d
	}
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		run(t, start(t, "sqlite:"+filepath.Join(t.TempDir(), "old.db")), kittest.SQLite(t))
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		run(t, start(t, kittest.EmptyPostgresURL(t)), kittest.Postgres(t))
	})
}

func upgrade(t *testing.T, d *db.DB) {
	t.Helper()
	if err := d.Migrate(t.Context(), migrations.Files(d.Engine), migrations.Steps); err != nil {
		t.Fatal(err)
	}
	if err := derived.Apply(t.Context(), d, schema.Revision, schema.Derived()...); err != nil {
		t.Fatal(err)
	}
}

func list(t *testing.T, d *db.DB, query string) []string {
	t.Helper()
	found, err := db.All[string](context.Background(), d.Read(), query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return found
}

// listSchema returns the whole schema of a database: tables, indexes, views, triggers and functions.
func listSchema(t *testing.T, d *db.DB) []string {
	t.Helper()
	if d.Engine == db.SQLite {
		return list(t, d, "SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM sqlite_master ORDER BY 1")
	}
	return list(t, d, `SELECT 'column ' || table_name || '.' || column_name || ' ' || data_type
			FROM information_schema.columns WHERE table_schema = 'public'
		UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
		UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
		UNION ALL SELECT pg_get_functiondef(p.oid) FROM pg_proc AS p WHERE pronamespace = 'public'::regnamespace
			AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = p.oid AND deptype = 'e') ORDER BY 1`)
}

func assertSameSchema(t *testing.T, upgraded, fresh *db.DB) {
	t.Helper()
	got, want := listSchema(t, upgraded), listSchema(t, fresh)
	for _, object := range got {
		if !slices.Contains(want, object) {
			t.Errorf("only in the upgraded database: %s", object)
		}
	}
	for _, object := range want {
		if !slices.Contains(got, object) {
			t.Errorf("missing in the upgraded database: %s", object)
		}
	}
}

// inOldRelease returns those of some objects that the old release has. It did not count blocks of ids.
func inOldRelease[T derived.Object](objects []T) []T {
	return slices.DeleteFunc(objects, func(o T) bool {
		return slices.Contains(o.Tables(), schema.Leads.Name) || slices.Contains(o.Tables(), schema.Attention.Name) ||
			o.Name() == schema.ContentURLSearch.Name() || o.Name() == schema.SiteDomains.Name()
	})
}

func withoutBlocks(objects []derived.Object) []derived.Object {
	for i, object := range objects {
		if total, ok := object.(derived.Total); ok {
			total.Facets = slices.DeleteFunc(slices.Clone(total.Facets), func(f derived.Facet) bool {
				return f.Name == derived.IDBlockFacet
			})
			objects[i] = total
		}
	}
	return objects
}

// checkOldRelease checks that the declarations match the triggers of the old release, which had no deltas.
func (data *randomData) checkOldRelease() {
	data.t.Helper()
	data.exec("CREATE TABLE counter_deltas (counter TEXT, row_id BIGINT, n BIGINT)")
	data.exec("CREATE VIEW current_counts AS SELECT list, facet, value, n FROM live_counts")
	data.check("before", withoutBlocks(inOldRelease(schema.Derived()))...)
	data.exec("DROP VIEW current_counts")
	data.exec("DROP TABLE counter_deltas")
}

// searchFingerprints returns a value for each search table that changes when the table is rebuilt.
func searchFingerprints(t *testing.T, d *db.DB) []string {
	t.Helper()
	parts := []string{}
	for _, s := range inOldRelease(schema.Searches()) {
		query := "SELECT count(*) || ' ' || sum(id) || ' ' || sum(length(block)) FROM " + s.Name() + "_data"
		if d.Engine == db.Postgres {
			query = "SELECT pg_relation_filenode('" + s.Name() + "')::text"
		}
		parts = append(parts, s.Name()+" "+strings.Join(list(t, d, query), ""))
	}
	return parts
}

func TestUpgrade_FilledDatabase(t *testing.T) {
	t.Parallel()
	eachOld(t, 10, func(t *testing.T, d, fresh *db.DB) {
		data := newRandomData(t, d)
		data.run(300)
		data.checkOldRelease()
		data.exec("UPDATE publishers SET content_count = content_count + 1")
		before := searchFingerprints(t, d)

		upgrade(t, d)
		data.check("after", schema.Derived()...)
		assertSameSchema(t, d, fresh)
		t.Run("leaves the search tables as they are", func(t *testing.T) {
			if after := searchFingerprints(t, d); !slices.Equal(before, after) {
				t.Errorf("got\n%v\nwant\n%v", after, before)
			}
		})
		t.Run("search results equal those of a full scan", func(t *testing.T) { assertSearch(t, d) })

		data.run(300)
		data.check("later", schema.Derived()...)
		assertSearch(t, d)
		upgrade(t, d)
		assertSameSchema(t, d, fresh)
	})
}

// assertSearch compares searches for a part of a word with a scan of all rows.
func assertSearch(t *testing.T, d *db.DB) {
	t.Helper()
	hits := 0
	for _, s := range schema.Searches() {
		for _, part := range []string{"word1", "rd2", "ord33"} {
			names := strings.NewReplacer("$search", s.Name(), "$table", s.Table.Name, "$part", part,
				"$column", cmp.Or(s.URL, "search_text"))
			all := list(t, d, names.Replace( // this condition can't use an index
				"SELECT CAST(id AS TEXT) FROM $table WHERE replace($column, '$part', '') <> $column ORDER BY id"))
			query := "SELECT CAST(id AS TEXT) FROM $table WHERE $column LIKE '%$part%' ORDER BY id"
			if d.Engine == db.SQLite {
				query = `SELECT CAST(rowid AS TEXT) FROM $search WHERE $search MATCH '"$part"' ORDER BY rowid`
			}
			if found := list(t, d, names.Replace(query)); !slices.Equal(all, found) {
				t.Errorf("%s: searching %s finds %v, want %v", s.Name(), part, found, all)
			}
			hits += len(all)
		}
	}
	if hits < 50 {
		t.Errorf("only %d rows were found", hits)
	}
}

// seeds insert rows into the schema of any earlier version.
var seeds = []string{
	`INSERT INTO languages (id, name, name_key, alpha2, created_at, updated_at)
		VALUES (900, 'N', 'n', 'xx', ?, ?)`,
	"INSERT INTO account_types (id, name, name_key, created_at, updated_at) VALUES (20, 'T', 't', ?, ?)",
	`INSERT INTO partners (id, account_type_id, name, name_key, slug, alt_id, search_text, created_at, updated_at)
		VALUES (20, 20, 'P', 'p', 'p', 'p', '  word1', ?, ?)`,
	`INSERT INTO users (id, email, alt_id, partner_id, search_text, created_at, updated_at)
		VALUES (20, 'a', 'a', 20, '  word2', ?, ?), (21, 'b', 'b', NULL, '', ?, ?)`,
	"INSERT INTO content_types (id, name, name_key, created_at, updated_at) VALUES (20, 'T', 't', ?, ?)",
	`INSERT INTO content (id, title, title_key, type_id, partner_id, created_at, updated_at)
		VALUES (20, 'C', 'c', 20, 20, ?, ?), (21, 'D', 'd', 20, 20, ?, ?)`,
	`INSERT INTO collections (id, alt_id, name, name_key, partner_id, language_id, search_text, created_at, updated_at)
		VALUES (20, 'a', 'C', 'c', 20, 900, '  word3', ?, ?)`,
	"INSERT INTO collection_content (collection_id, content_id, added_at) VALUES (20, 20, ?), (20, 21, ?)",
	`INSERT INTO shared_collections (user_id, collection_id, partner_id, created_at, updated_at)
		VALUES (20, 20, 20, ?, ?)`,
	"UPDATE content SET deleted_at = ? WHERE id = 21",
}

// A Copilot domain of several sites stays with the one that is named after it, or else with the oldest.
func TestUpgrade_SiteDomains(t *testing.T) {
	t.Parallel()
	eachOld(t, 10, func(t *testing.T, d, _ *db.DB) {
		now := clock.Now()
		run := func(query string, args ...any) {
			t.Helper()
			if _, err := d.Writer().Exec(t.Context(), query, args...); err != nil {
				t.Fatal(err)
			}
		}
		run("INSERT INTO account_types (id, name, name_key, created_at, updated_at) VALUES (20, 'T', 't', ?, ?)", now, now)
		run(`INSERT INTO partners (id, account_type_id, name, name_key, slug, alt_id, created_at, updated_at)
			VALUES (20, 20, 'P', 'p', 'p', 'p', ?, ?)`, now, now)
		for i, site := range []struct {
			domains []string
			deleted any
		}{
			{[]string{"a.example", "shared.example", "c.example"}, nil},
			{[]string{"b.example", "shared.example"}, nil},
			{[]string{"c.example", "z.example"}, nil},
			{[]string{"gone.example", "shared.example"}, now},
		} {
			run(`INSERT INTO sites (id, partner_id, domain, copilot_domains, created_at, updated_at, deleted_at)
				VALUES (?, 20, ?, ?, ?, ?, ?)`, 30+i, site.domains[0], db.JSON(site.domains), now, now, site.deleted)
		}
		upgrade(t, d)
		got := list(t, d, "SELECT CAST(site_id AS TEXT) || ' ' || domain FROM site_domains ORDER BY site_id, domain")
		want := []string{"30 a.example", "30 shared.example", "31 b.example", "32 c.example", "32 z.example"}
		if !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
		got = list(t, d, "SELECT replace(CAST(copilot_domains AS TEXT), ' ', '') FROM sites ORDER BY id")
		want = []string{
			`["a.example","shared.example"]`, `["b.example"]`, `["c.example","z.example"]`, `["gone.example","shared.example"]`,
		}
		if !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}

// Upgrades every version that may be in use, with a row of each kind that later migrations change.
func TestUpgrade_EarlierVersions(t *testing.T) {
	t.Parallel()
	for _, version := range []int{1, 2, 3, 4, 5, 6, 7, 8, 9} {
		t.Run(fmt.Sprint(version), func(t *testing.T) {
			t.Parallel()
			eachOld(t, version, func(t *testing.T, d, fresh *db.DB) {
				now := clock.Now()
				for _, statement := range seeds {
					args := slices.Repeat([]any{now}, strings.Count(statement, "?"))
					if _, err := d.Writer().Exec(t.Context(), statement, args...); err != nil {
						t.Fatalf("%s: %v", statement, err)
					}
				}
				upgrade(t, d)
				assertSameSchema(t, d, fresh)
				if err := derived.Verify(t.Context(), d, schema.Derived()...); err != nil {
					t.Error(err)
				}
				for query, want := range map[string]string{
					"SELECT search_text FROM shared_collections":                         "  word3  word2",
					"SELECT CAST(account_type_id AS TEXT) FROM users WHERE id = 20":      "20",
					"SELECT CAST(contents_count AS TEXT) FROM collections WHERE id = 20": "1",
				} {
					if got := list(t, d, query); !slices.Equal(got, []string{want}) {
						t.Errorf("%s: got %q, want %q", query, got, want)
					}
				}
			})
		})
	}
}

// Before migration 14, partners could have the same domain.
func TestUpgrade_LandingPageDomains(t *testing.T) {
	t.Parallel()
	eachOld(t, 10, func(t *testing.T, d, _ *db.DB) {
		now := clock.Now()
		for id, partner := range map[int]struct {
			domain  string
			deleted any
		}{
			20: {"trips.example", now}, 21: {"trips.example", nil}, 22: {"trips.example", nil}, 23: {"trips.example", now},
			24: {"", nil}, 25: {"", nil}, 26: {"go.trips.example", nil}, 27: {"trips.example", nil},
		} {
			name := fmt.Sprint("Partner ", id)
			if _, err := d.Writer().Exec(t.Context(), `INSERT INTO partners (id, account_type_id, name, name_key, slug, alt_id,
				landing_page_domain, deleted_at, created_at, updated_at) VALUES (?, 11, ?, ?, ?, ?, ?, ?, ?, ?)`,
				id, name, name, name, name, partner.domain, partner.deleted, now, now); err != nil {
				t.Fatal(err)
			}
		}
		upgrade(t, d)
		got := list(t, d, "SELECT CAST(id AS TEXT) || ' ' || landing_page_domain FROM partners WHERE id >= 20 ORDER BY id")
		want := []string{
			"20 trips.example", "21 trips.example", "22 ", "23 trips.example", "24 ", "25 ", "26 go.trips.example", "27 ",
		}
		if !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
		_, err := d.Writer().Exec(t.Context(), "UPDATE partners SET landing_page_domain = 'trips.example' WHERE id = 22")
		if violation, ok := db.AsViolation(err); !ok || !violation.Unique || !violation.On("landing_page_domain") {
			t.Errorf("got %v, want a violated unique index", err)
		}
	})
}
