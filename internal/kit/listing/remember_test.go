package listing_test

import (
	"testing"

	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/listing"
)

// TestSearch_Remembered checks that a common search is remembered as long as the list has the same generation, and that
// its count is never that of an earlier generation.
func TestSearch_Remembered(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		fill(t, d, 25_000)
		exec := func(statement string) {
			t.Helper()
			if _, err := d.Writer().Exec(t.Context(), statement); err != nil {
				t.Fatal(err)
			}
		}
		exec("CREATE TABLE generations (number BIGINT, pending BOOLEAN NOT NULL)")
		exec("INSERT INTO generations (number, pending) VALUES (0, FALSE)")
		list := bookList()
		list.Search.Generation = &listing.Statement{SQL: "SELECT number FROM generations WHERE NOT pending"}
		search := func() (statements int64, count listing.Count) {
			t.Helper()
			before := d.Statements()
			plan, err := list.Plan(t.Context(), d.Read(), listing.Query{Search: "harbour", Page: 1, PerPage: 25})
			if err != nil {
				t.Fatal(err)
			}
			statements = d.Statements() - before
			if count, err = plan.Count(t.Context()); err != nil {
				t.Fatal(err)
			}
			return statements, count
		}
		capped := listing.Count{Total: 1000, TotalIsCapped: true}
		if first, count := search(); first < 2 || count != capped {
			t.Errorf("first search: %d statements, %+v", first, count)
		}
		if again, count := search(); again != 1 || count != capped {
			t.Errorf("same search: %d statements, want only the generation; %+v", again, count)
		}
		// All but 500 hits disappear, which nobody may see as 1,000.
		exec("UPDATE books SET search_text = '', title_key = '' WHERE id > 1000")
		exec("UPDATE generations SET pending = TRUE")
		if n, count := search(); n < 2 || count.TotalIsCapped || count.Total > 500 {
			t.Errorf("while a change has no number: %d statements, %+v", n, count)
		}
		exec("UPDATE generations SET pending = FALSE, number = 1")
		if n, count := search(); n < 2 || count.TotalIsCapped || count.Total > 500 {
			t.Errorf("next generation: %d statements, %+v", n, count)
		}
	})
}
