package schema_test

import (
	"errors"
	"slices"
	"testing"

	"waymark/internal/kit/db"
	"waymark/internal/kit/derived"
	"waymark/internal/kit/kittest"
	"waymark/internal/platform/schema"
)

// SQLite updates the search tables of content before each commit.
func TestSearch_PerCommit(t *testing.T) {
	t.Parallel()
	d := kittest.SQLite(t)
	ctx := t.Context()
	write := func(result error, statements ...string) {
		t.Helper()
		err := d.Write(ctx, func(tx *db.Tx) error {
			for _, statement := range statements {
				if _, err := tx.Exec(ctx, statement); err != nil {
					return err
				}
			}
			return result
		})
		if !errors.Is(err, result) {
			t.Fatal(err)
		}
		if err := derived.Verify(ctx, d, schema.ContentURLSearch, derived.Search{Table: schema.Content}); err != nil {
			t.Error(err)
		}
		if n, err := db.Value[int](ctx, d.Read(), "SELECT count(*) FROM pending_search"); err != nil || n != 0 {
			t.Errorf("%d rows are still pending (%v)", n, err)
		}
	}
	found := func(word string, want ...int64) {
		t.Helper()
		const query = `SELECT rowid FROM content_search WHERE content_search MATCH ? ORDER BY rowid`
		if ids, err := db.All[int64](ctx, d.Read(), query, `"`+word+`"`); err != nil || !slices.Equal(ids, want) {
			t.Errorf("%s: got %v (%v), want %v", word, ids, err, want)
		}
	}
	const insert = `INSERT INTO content (id, title, title_key, type_id, partner_id, search_text, content_url, created_at,
		updated_at) SELECT `
	row := func(id, text string) string {
		return insert + id + ", '', '', min(content_types.id), 1, '" + text + "', 'https://" + text + `.example', 1, 1
			FROM content_types`
	}
	write(nil, row("1", "lisbon"), row("2", "porto"), "UPDATE content SET search_text = 'faro' WHERE id = 2",
		row("3", "madeira"), "DELETE FROM content WHERE id = 3")
	found("lisbon", 1)
	found("porto")
	found("faro", 2)
	found("madeira")
	write(nil, "UPDATE content SET search_text = 'evora' WHERE id = 1",
		"UPDATE content SET search_text = 'sintra' WHERE id = 1", "DELETE FROM content WHERE id = 2", row("2", "braga"))
	found("lisbon")
	found("evora")
	found("sintra", 1)
	found("faro")
	found("braga", 2)
	write(errors.New("refused"), "UPDATE content SET search_text = 'tomar' WHERE id = 1",
		"DELETE FROM content WHERE id = 2")
	found("sintra", 1)
	found("tomar")
	found("braga", 2)
}
