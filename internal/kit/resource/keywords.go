package resource

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/write"
)

// KeywordTable keeps the keywords of records: a row has its owner's id, the word, the word's folded twin and its position.
type KeywordTable struct {
	Table string
	Own   string // the column with the owner's id
	Word  string // the column with the word; its twin ends on _key
}

// Keywords is a list of words that records are found by, each on its own. No two differ in case and accents alone.
func Keywords[T any](name string, at func(*T) *[]string, kept KeywordTable, list ...Rule) Field[T] {
	f := List(name, at, list...)
	f.column, f.dest = "", nil
	f.value = func(t *T) any { return notNil(*at(t)) }
	parse := f.parse
	f.parse = func(ctx context.Context, in *input) func(*T) {
		set := parse(ctx, in)
		if set == nil {
			return nil
		}
		return func(t *T) {
			set(t)
			*at(t) = onceEach(*at(t))
		}
	}
	f.attach = func(ctx context.Context, c db.Conn, _ *Resource[T], rows []*T) error {
		byID := map[int64]*T{}
		for _, t := range rows {
			byID[idOf(t)], *at(t) = t, []string{}
		}
		found, err := db.All[struct {
			Own  int64  `db:"own"`
			Word string `db:"word"`
		}](ctx, c, "SELECT "+kept.Own+" AS own, "+kept.Word+" AS word FROM "+kept.Table+" WHERE "+kept.Own+" IN (?) ORDER BY position, "+kept.Word+"_key", slices.Collect(maps.Keys(byID)))
		if err != nil {
			return fmt.Errorf("read %s: %w", name, err)
		}
		for _, row := range found {
			*at(byID[row.Own]) = append(*at(byID[row.Own]), row.Word)
		}
		return nil
	}
	f.save = func(ctx context.Context, tx *write.Tx, before, after *T) error {
		if before != nil && slices.Equal(*at(before), *at(after)) {
			return nil
		}
		if before != nil {
			if _, err := tx.Exec(ctx, "DELETE FROM "+kept.Table+" WHERE "+kept.Own+" = ?", idOf(after)); err != nil {
				return fmt.Errorf("clear %s: %w", name, err)
			}
		}
		for i, word := range *at(after) {
			_, err := tx.Exec(ctx, "INSERT INTO "+kept.Table+" ("+kept.Own+", "+kept.Word+", "+kept.Word+"_key, position) VALUES (?, ?, ?, ?)", idOf(after), word, fold.Key(word), i)
			if err != nil {
				return fmt.Errorf("keep %s: %w", name, err)
			}
		}
		return nil
	}
	return f
}

// onceEach leaves out words that were there in another case.
func onceEach(words []string) []string {
	once, seen := []string{}, map[string]bool{}
	for _, word := range words {
		if key := fold.Key(word); !seen[key] {
			once, seen[key] = append(once, word), true
		}
	}
	return once
}

// FilterKeyword narrows a list to records with a keyword, whatever its case and accents.
func FilterKeyword(name string, kept KeywordTable) Filter {
	return Filter{Names: []string{name}, Doc: "A whole word; case and accents do not matter.", Where: func(value string) (Where, bool) {
		key := fold.Key(value)
		is := kept.Word + "_key = ?"
		return Where{
			SQL: "EXISTS (SELECT 1 FROM " + kept.Table + " WHERE " + kept.Own + " = id AND " + is + ")", Args: []any{key},
			Among: &Among{SQL: "SELECT " + kept.Own + " AS among FROM " + kept.Table + " WHERE " + is, Args: []any{key}, Ordered: true},
		}, key != ""
	}}
}
