// Package search finds records of all kinds by what staff type into the palette: part of a name, an id, an e-mail
// address, a URL.
package search

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/listing"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/webpage"
)

const (
	maxHits    = 15
	maxPerKind = 5
	// maxCandidates is how many rows of a kind one query compares. Names that equal the text or start with it have a
	// query of their own, so the best matches are never among those that are left out.
	maxCandidates = 40
	maxText       = 200
	maxURL        = 2000
)

// Hit is a record that was found.
type Hit struct {
	Kind  string `json:"kind" doc:"The kind of record, as in the audit log."`
	ID    int64  `json:"id"`
	Name  string `json:"name"`
	Hint  string `json:"hint" doc:"Distinguishes records with similar names: an owner, an e-mail address."`
	Match string `json:"match" enum:"exact,start,word,part,other" doc:"How well the name matches, best first."`
}

// Hits are the best matches, best first.
type Hits struct {
	Items []*Hit `json:"items" nullable:"false"`
}

// Mount registers the endpoint.
func Mount(kit resource.Kit) {
	op := api.Op{
		Method: "GET", Path: "/api/admin/search", Summary: "Find records of all kinds", Tag: "Search", ID: "searchRecords",
		Replica: true,
	}
	op.Query = append(op.Query, api.TextParam("query", "Part of a name, an id, an e-mail address or a URL."))
	api.Handle(kit.API, op, func(ctx context.Context, call *api.Call) (*Hits, error) {
		s, err := parse(call.Query().Get("query"))
		if err != nil {
			return nil, err
		}
		items, err := s.find(ctx, kit.Store.DB.Read())
		return &Hits{Items: items}, err
	})
}

// search is what was typed.
type search struct {
	text  string
	words []string // folded
	url   bool
}

func parse(text string) (search, error) {
	s := search{text: strings.TrimSpace(text)}
	limit := maxText
	if _, s.url = webpage.Canonical(s.text); s.url {
		limit = maxURL
	}
	if len(s.text) > limit {
		return search{}, apierr.Field("query", "Must have at most %d characters.", limit)
	}
	s.words = strings.Fields(fold.Key(s.text))
	return s, nil
}

// find returns the best matches. It needs three or four statements, whatever the number of kinds.
func (s search) find(ctx context.Context, c db.Conn) ([]*Hit, error) {
	if len(s.words) == 0 {
		return []*Hit{}, nil
	}
	exact, err := s.candidates(ctx, c, s.byCode)
	if err != nil {
		return nil, err
	}
	others, err := s.candidates(ctx, c, s.byStart)
	if err != nil {
		return nil, err
	}
	if len(exact)+len(others) < maxHits {
		parts, err := s.candidates(ctx, c.PlannedPerCall(), s.byPart)
		if err != nil {
			return nil, err
		}
		others = append(others, parts...)
	}
	hits, err := load(ctx, c, append(slices.Clone(exact), others...))
	if err != nil {
		return nil, err
	}
	for i, hit := range hits {
		hits[i].match = s.match(hit.Name)
		if slices.Contains(exact, hit.candidate) {
			hits[i].match = 0
		}
	}
	return best(hits), nil
}

// byCode finds records by their id or another code.
func (s search) byCode(k kind, _ db.Engine) []listing.Statement {
	queries := []listing.Statement{}
	equals := func(column string, value any) {
		query := "SELECT id FROM " + k.table.Name + " WHERE " + column + " = ?" + k.table.AndLive()
		if column == "canonical_url" {
			query += " AND canonical_url <> ''" // the condition of its index
		}
		queries = append(queries, listing.Statement{SQL: query, Args: []any{value}})
	}
	for _, id := range k.ids(s.text) {
		equals("id", id)
	}
	for _, code := range k.codes {
		if value, ok := code.value(s.text); ok {
			equals(code.column, value)
		}
	}
	return queries
}

// byStart finds records whose name starts with the text, and those with words that start with its words.
func (s search) byStart(k kind, engine db.Engine) []listing.Statement {
	queries := []listing.Statement{}
	key := strings.Join(s.words, " ")
	for _, column := range k.keys {
		query := "SELECT id FROM " + k.table.Name + " WHERE " + column + " >= ? AND " + column + " < ?" + k.table.AndLive() +
			" ORDER BY " + column
		queries = append(queries, listing.Statement{SQL: query, Args: []any{key, key + string(utf8.MaxRune)}})
	}
	terms := make([]string, len(s.words))
	for i, word := range s.words {
		terms[i] = "  " + word // as in the search text, which has two spaces before each word
	}
	if len(k.keys) > 0 {
		queries = append(queries, k.words(engine, terms))
	}
	return queries
}

// byPart finds records that have the words anywhere in their search text.
func (s search) byPart(k kind, engine db.Engine) []listing.Statement {
	if len(k.keys) == 0 {
		return nil
	}
	return []listing.Statement{k.words(engine, fold.Terms(s.text))}
}

// candidate is a record that may be shown, by the position of its kind.
type candidate struct {
	Kind int64 `db:"position"`
	ID   int64 `db:"id"`
}

// row is a candidate with what it shows.
type row struct {
	candidate
	Word  string `db:"kind"`
	Name  string `db:"name"`
	Hint  string `db:"hint"`
	match int    // a position in matches
}

// candidates runs the queries of all kinds in one statement.
func (s search) candidates(ctx context.Context, c db.Conn, queries func(kind, db.Engine) []listing.Statement,
) ([]candidate, error) {
	parts, args := []string{}, []any{}
	for i, k := range kinds {
		for _, query := range queries(k, c.Engine) {
			name := fmt.Sprintf("q%d", len(parts))
			parts = append(parts, fmt.Sprintf("SELECT %d AS position, %s.id FROM (%s LIMIT %d) AS %s", i, name, query.SQL,
				maxCandidates, name))
			args = append(args, query.Args...)
		}
	}
	if len(parts) == 0 {
		return nil, nil
	}
	found, err := db.All[candidate](ctx, c, strings.Join(parts, " UNION ALL "), args...)
	if err != nil {
		return nil, fmt.Errorf("search for candidates: %w", err)
	}
	return found, nil
}

// load reads what the candidates show.
func load(ctx context.Context, c db.Conn, candidates []candidate) ([]row, error) {
	parts, args := []string{}, []any{}
	for i, k := range kinds {
		ids := []int64{}
		for _, candidate := range candidates {
			if candidate.Kind == int64(i) {
				ids = append(ids, candidate.ID)
			}
		}
		if len(ids) > 0 {
			parts = append(parts, fmt.Sprintf("SELECT %d AS position, %s FROM %s WHERE %s%s", i, k.columns(), k.table.Name,
				c.OneOf("id"), k.table.AndLive()))
			args = append(args, db.IDs(ids))
		}
	}
	if len(parts) == 0 {
		return nil, nil
	}
	rows, err := db.All[row](ctx, c, strings.Join(parts, " UNION ALL "), args...)
	if err != nil {
		return nil, fmt.Errorf("load search results: %w", err)
	}
	return rows, nil
}

// matches are the values of Hit.Match, best first.
var matches = []string{"exact", "start", "word", "part", "other"}

// match returns how well a name matches, as a position in matches.
func (s search) match(name string) int {
	key, text := fold.Key(name), fold.SearchText(name)
	all := func(contains func(word string) bool) bool {
		return !slices.ContainsFunc(s.words, func(word string) bool { return !contains(word) })
	}
	switch typed := strings.Join(s.words, " "); {
	case key == typed:
		return 0
	case strings.HasPrefix(key, typed):
		return 1
	case all(func(word string) bool { return strings.Contains(text, "  "+word) }):
		return 2
	case all(func(word string) bool { return strings.Contains(text, word) }):
		return 3
	}
	return 4
}

// best returns the best rows, best first. One kind does not crowd out the others.
func best(rows []row) []*Hit {
	slices.SortFunc(rows, func(a, b row) int {
		return cmp.Or(cmp.Compare(a.match, b.match), cmp.Compare(a.Kind, b.Kind), cmp.Compare(len(a.Name), len(b.Name)),
			cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	hits, perKind := []*Hit{}, map[int64]int{}
	for _, r := range rows {
		perKind[r.Kind]++
		if perKind[r.Kind] <= maxPerKind && len(hits) < maxHits {
			hits = append(hits, &Hit{Kind: r.Word, ID: r.ID, Name: r.Name, Hint: r.Hint, Match: matches[r.match]})
		}
	}
	return hits
}
