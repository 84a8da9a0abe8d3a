package resource

import (
	"context"
	"fmt"
	"slices"

	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/write"
)

// KeywordTable is a table of keywords. A row has its owner's id, the word, its folded copy and its position.
type KeywordTable struct {
	Table string
	Own   string // the column with the owner's id
	Word  string // the column with the word; its folded copy ends in _key
}

// Keywords is a list of words that records are found by, each on its own. Words that differ in case and accents only
// count as the same.
func Keywords(field *[]string, stored KeywordTable, list ...Rule) Field {
	f, h := List(field, list...), newHandle(field)
	f.kind, f.target, f.dest = "keywords", h, nil
	f.value = func(r row) any { return notNil(*h.in(r)) }
	f.clear = func(r row) { *h.in(r) = []string{} }
	f.fill = func(r row) { *h.in(r) = notNil(*h.in(r)) }
	f.parse = func(_ context.Context, in *input) func(row) {
		words, ok := in.cleanList()
		if !ok {
			return nil
		}
		return func(r row) { *h.in(r) = uniqueWords(words) }
	}
	f.attach = func(ctx context.Context, c db.Conn, rows []row) error { return stored.load(ctx, c, h, rows) }
	f.save = func(ctx context.Context, tx *write.Tx, before *row, after row) error {
		if before != nil && slices.Equal(*h.in(*before), *h.in(after)) {
			return nil
		}
		return stored.save(ctx, tx, before != nil, after.id, *h.in(after))
	}
	return f
}

func (k KeywordTable) load(ctx context.Context, c db.Conn, h *handle[[]string], rows []row) error {
	byID, ids := map[int64]row{}, []int64{}
	for _, r := range rows {
		byID[r.id], ids = r, append(ids, r.id)
		*h.in(r) = []string{}
	}
	query := "SELECT " + k.Own + " AS own, " + k.Word + " AS word FROM " + k.Table +
		" WHERE " + k.Own + " IN (?) ORDER BY position, " + k.Word + "_key"
	found, err := db.All[struct {
		Own  int64  `db:"own"`
		Word string `db:"word"`
	}](ctx, c, query, ids)
	if err != nil {
		return fmt.Errorf("read %s: %w", k.Table, err)
	}
	for _, keyword := range found {
		words := h.in(byID[keyword.Own])
		*words = append(*words, keyword.Word)
	}
	return nil
}

func (k KeywordTable) save(ctx context.Context, tx *write.Tx, replace bool, id int64, words []string) error {
	if replace {
		if _, err := tx.Exec(ctx, "DELETE FROM "+k.Table+" WHERE "+k.Own+" = ?", id); err != nil {
			return fmt.Errorf("clear %s: %w", k.Table, err)
		}
	}
	insert := "INSERT INTO " + k.Table + " (" + k.Own + ", " + k.Word + ", " + k.Word +
		"_key, position) VALUES (?, ?, ?, ?)"
	for i, word := range words {
		if _, err := tx.Exec(ctx, insert, id, word, fold.Key(word), i); err != nil {
			return fmt.Errorf("store %s: %w", k.Table, err)
		}
	}
	return nil
}

// uniqueWords leaves out words that are the same but for case and accents.
func uniqueWords(words []string) []string {
	once, seen := []string{}, map[string]bool{}
	for _, word := range words {
		if key := fold.Key(word); !seen[key] {
			once, seen[key] = append(once, word), true
		}
	}
	return once
}
