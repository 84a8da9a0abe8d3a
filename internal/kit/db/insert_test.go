package db_test

import (
	"context"
	"slices"
	"testing"

	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
)

func TestInsertion_FewTexts(t *testing.T) {
	t.Parallel()
	texts := map[string]bool{}
	for n := range 600 {
		rows, got := make([][]any, n), []any{}
		for i := range rows {
			rows[i] = []any{i}
		}
		for query, args := range (db.Insertion{Into: "numbers (n)"}).Statements(rows) {
			texts[query], got = true, append(got, args...)
		}
		if want := slices.Concat(rows...); !slices.Equal(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
	}
	if len(texts) > 12 {
		t.Errorf("got %d different statements, want at most 12", len(texts))
	}
}

func TestInsertRows(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		ctx := context.Background()
		if _, err := d.Writer().Exec(ctx, "CREATE TABLE numbers (n BIGINT PRIMARY KEY, twice BIGINT)"); err != nil {
			t.Fatal(err)
		}
		rows := [][]any{}
		for i := range 301 {
			rows = append(rows, []any{i, i})
		}
		doubled := db.Insertion{Into: "numbers (n, twice)", Marks: "(?, 2 * ?)", End: "ON CONFLICT DO NOTHING"}
		for range 2 {
			if err := d.Writer().InsertRows(ctx, doubled, rows); err != nil {
				t.Fatal(err)
			}
		}
		sum, err := db.Value[int64](ctx, d.Read(), "SELECT CAST(sum(twice) AS BIGINT) FROM numbers")
		if err != nil || sum != 300*301 {
			t.Errorf("got %d, %v", sum, err)
		}
		if err := d.Writer().InsertRows(ctx, doubled, nil); err != nil {
			t.Errorf("no rows: %v", err)
		}
	})
}
