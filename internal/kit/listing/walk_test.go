package listing_test

import (
	"strings"
	"testing"

	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/listing"
)

// TestSearch_Walk checks that PostgreSQL goes along the order of a list until a page is full, although its statistics
// do not know how common a word is, and although the rows are not stored in that order.
func TestSearch_Walk(t *testing.T) {
	t.Parallel()
	d := kittest.Postgres(t)
	fill(t, d, 25_000)
	for _, statement := range []string{
		"ALTER TABLE books SET (autovacuum_enabled = FALSE, fillfactor = 10)",
		"CREATE TABLE copies AS SELECT * FROM books ORDER BY md5(CAST(id AS TEXT))",
		"TRUNCATE books",
		"INSERT INTO books SELECT * FROM copies",
		"UPDATE books SET search_text = ' valley'",
		"ANALYZE books",
		"UPDATE books SET search_text = copies.search_text FROM copies WHERE copies.id = books.id",
	} {
		if _, err := d.Writer().Exec(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	for _, sort := range []string{"-created_at", "title"} {
		query := listing.Query{Search: "harbour", Sort: sort, Page: 1, PerPage: 25}
		plan, err := bookList().Plan(t.Context(), d.Read(), query)
		if err != nil {
			t.Fatal(err)
		}
		page, _, err := plan.Locate(t.Context())
		if err != nil || page == nil {
			t.Fatalf("%v, %v", page, err)
		}
		rows, _ := page.Rows()
		lines, err := db.All[string](t.Context(), d.Read(), "EXPLAIN SELECT id FROM "+rows.SQL, rows.Args...)
		if err != nil {
			t.Fatal(err)
		}
		if explained := strings.Join(lines, "\n"); strings.Contains(explained, "Seq Scan on books") ||
			!strings.Contains(explained, "Limit") {
			t.Errorf("sorted by %s, PostgreSQL reads all rows:\n%s", sort, explained)
		}
	}
}
