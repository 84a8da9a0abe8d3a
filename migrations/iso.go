package migrations

import (
	"context"
	"embed"
	"fmt"
	"strings"
	"time"

	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
)

// Steps are the migrations that are written in Go because they read data files.
var Steps = []db.Step{{Version: 3, Run: isoCodes}}

//go:embed iso/*.tsv
var isoFiles embed.FS

// isoCodes inserts the countries, their subdivisions and the languages. It leaves existing rows unchanged.
func isoCodes(ctx context.Context, c db.Conn) error {
	now := time.Now().UTC().Truncate(time.Second)
	countries := readRows("countries", func(cell []string) []any {
		return []any{cell[0], cell[1], cell[2], fold.Key(cell[2]), fold.SearchText(cell[2], cell[0], cell[1]), now, now}
	})
	err := insert(ctx, c, "countries (alpha2, alpha3, name, name_key, search_text, created_at, updated_at)", countries)
	if err != nil {
		return err
	}
	languages := readRows("languages", func(cell []string) []any {
		return []any{cell[0], cell[1], fold.Key(cell[1]), fold.SearchText(cell[1], cell[0]), now, now}
	})
	err = insert(ctx, c, "languages (alpha2, name, name_key, search_text, created_at, updated_at)", languages)
	if err != nil {
		return err
	}
	ids, err := countryIDs(ctx, c)
	if err != nil {
		return err
	}
	subdivisions := readRows("subdivisions", func(cell []string) []any {
		return []any{ids[cell[0]], cell[1], cell[2], fold.Key(cell[2]), fold.SearchText(cell[2], cell[1]), now, now}
	})
	into := "country_regions (country_id, abbreviation, name, name_key, search_text, created_at, updated_at)"
	return insert(ctx, c, into, subdivisions)
}

func countryIDs(ctx context.Context, c db.Conn) (map[string]int64, error) {
	type country struct {
		ID     int64  `db:"id"`
		Alpha2 string `db:"alpha2"`
	}
	all, err := db.All[country](ctx, c, "SELECT id, alpha2 FROM countries")
	if err != nil {
		return nil, fmt.Errorf("list countries: %w", err)
	}
	ids := make(map[string]int64, len(all))
	for _, country := range all {
		ids[country.Alpha2] = country.ID
	}
	return ids, nil
}

func readRows(name string, row func(cell []string) []any) [][]any {
	text, err := isoFiles.ReadFile("iso/" + name + ".tsv")
	if err != nil {
		panic(err) // The file is embedded in the binary.
	}
	rows := [][]any{}
	for line := range strings.Lines(string(text)) {
		rows = append(rows, row(strings.Split(strings.TrimSuffix(line, "\n"), "\t")))
	}
	return rows
}

func insert(ctx context.Context, c db.Conn, into string, rows [][]any) error {
	if err := c.InsertRows(ctx, db.Insertion{Into: into, End: "ON CONFLICT DO NOTHING"}, rows); err != nil {
		return fmt.Errorf("insert into %s: %w", into, err)
	}
	return nil
}
