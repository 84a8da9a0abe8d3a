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

// Steps are the migrations that are not SQL: those that fill tables from data files.
var Steps = []db.Step{{Version: 3, Run: isoCodes}}

//go:embed iso/*.tsv
var isoFiles embed.FS

// isoCodes brings the countries with their subdivisions, and the languages. What is there already stays as it is.
func isoCodes(ctx context.Context, c db.Conn) error {
	now := time.Now().UTC().Truncate(time.Second)
	countries := rowsOf("countries", func(cell []string) []any {
		return []any{cell[0], cell[1], cell[2], fold.Key(cell[2]), fold.SearchText(cell[2], cell[0], cell[1]), now, now}
	})
	if err := insert(ctx, c, "countries (alpha2, alpha3, name, name_key, search_text, created_at, updated_at)", countries); err != nil {
		return err
	}
	languages := rowsOf("languages", func(cell []string) []any {
		return []any{cell[0], cell[1], fold.Key(cell[1]), fold.SearchText(cell[1], cell[0]), now, now}
	})
	if err := insert(ctx, c, "languages (alpha2, name, name_key, search_text, created_at, updated_at)", languages); err != nil {
		return err
	}
	ids, err := countryIDs(ctx, c)
	if err != nil {
		return err
	}
	subdivisions := rowsOf("subdivisions", func(cell []string) []any {
		return []any{ids[cell[0]], cell[1], cell[2], fold.Key(cell[2]), fold.SearchText(cell[2], cell[1]), now, now}
	})
	return insert(ctx, c, "country_regions (country_id, abbreviation, name, name_key, search_text, created_at, updated_at)", subdivisions)
}

func countryIDs(ctx context.Context, c db.Conn) (map[string]int64, error) {
	type country struct {
		ID     int64  `db:"id"`
		Alpha2 string `db:"alpha2"`
	}
	all, err := db.All[country](ctx, c, "SELECT id, alpha2 FROM countries")
	if err != nil {
		return nil, fmt.Errorf("find the countries: %w", err)
	}
	ids := make(map[string]int64, len(all))
	for _, one := range all {
		ids[one.Alpha2] = one.ID
	}
	return ids, nil
}

func rowsOf(name string, row func(cell []string) []any) [][]any {
	text, err := isoFiles.ReadFile("iso/" + name + ".tsv")
	if err != nil {
		panic(err) // it is part of the program
	}
	rows := [][]any{}
	for line := range strings.Lines(string(text)) {
		rows = append(rows, row(strings.Split(strings.TrimSuffix(line, "\n"), "\t")))
	}
	return rows
}

func insert(ctx context.Context, c db.Conn, into string, rows [][]any) error {
	const perStatement = 500
	for len(rows) > 0 {
		some := rows[:min(perStatement, len(rows))]
		rows = rows[len(some):]
		args := []any{}
		for _, row := range some {
			args = append(args, row...)
		}
		mark := "(?" + strings.Repeat(", ?", len(some[0])-1) + ")"
		if _, err := c.Exec(ctx, "INSERT INTO "+into+" VALUES "+mark+strings.Repeat(", "+mark, len(some)-1)+" ON CONFLICT DO NOTHING", args...); err != nil {
			return fmt.Errorf("insert into %s: %w", into, err)
		}
	}
	return nil
}
