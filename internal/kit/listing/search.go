package listing

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/table"
)

// hits are the rows a search finds.
//
// The hits of a rare search are known by their ids. The hits of a common one are not fetched: a page walks the list in
// its order, compares each row, and soon has enough.
type hits struct {
	condition Condition // with IDs for a common search
	count     Count
	// terms are the words of a common search that looks at the list's own text alone.
	terms []string
	// spread is the distance between the smallest and the largest id in a sample of a common search's hits.
	spread int64
	// streams are queries that return the hits of a common search as row_id, each in the order of ids. A hit may be in
	// several. There are none on PostgreSQL, whose indexes have no order, and if other tables are searched as well.
	streams []Statement
}

// isCommon reports whether the hits are those of a common search.
func (h *hits) isCommon() bool { return h != nil && h.condition.IDs != nil }

// countLimit returns how many rows are worth counting: no more than the search itself was counted to.
func (h *hits) countLimit() int64 {
	if h == nil || !h.count.TotalIsCapped {
		return CountLimit
	}
	return h.count.Total
}

// find looks up a search. It returns nil if there is nothing to search for. The number of filters that the hits will
// have to meet as well decides whether a common search is worth walking.
func (l *List) find(ctx context.Context, c db.Conn, search string, filters int) (*hits, error) {
	terms := fold.Terms(search)
	if len(terms) == 0 || l.Search == nil {
		return nil, nil //nolint:nilnil // no search
	}
	if exact, err := l.findExact(ctx, c, search); exact != nil || err != nil {
		return exact, err
	}
	words, err := l.searchConditions(ctx, c, search, terms)
	if err != nil {
		return nil, err
	}
	query := Statement{SQL: "SELECT id AS row_id FROM (" + words.index.SQL + ") AS hits", Args: words.index.Args}
	if c, err = l.wordConn(ctx, c); err != nil {
		return nil, err
	}
	found, err := l.sampleSearch(ctx, c, search, query)
	if err != nil || found.count <= sampleSize {
		return rare(c, found.ids), err
	}
	common := &hits{condition: words.compare, count: Count{Total: sampleSize, TotalIsCapped: true}, spread: found.spread}
	// PostgreSQL's indexes belong to the list's table, so counting hits that meet other conditions along them is cheap.
	common.condition.IDs = &IDSource{
		SQL: query.SQL, Args: query.Args,
		OwnTable: !words.inRefs && c.Engine == db.Postgres,
	}
	if !words.inURLs && !words.inRefs {
		common.terms = terms
	}
	if c.Engine == db.SQLite && len(l.Search.Refs) == 0 {
		common.streams = l.streams(search, terms)
	}
	// With several filters even a dense search leaves few rows, and a walk to them would be long.
	if found.dense && filters < 2 {
		return common, nil
	}
	ids, err := fetchIDs(ctx, c, query, CountLimit+1)
	if err != nil || len(ids) <= CountLimit {
		return rare(c, ids), wrap(err, "search "+l.Table.Name)
	}
	if !found.dense {
		common.count.Total = CountLimit
	}
	return common, nil
}

// findExact finds records that a search identifies otherwise than by words. It returns nil if there are none.
func (l *List) findExact(ctx context.Context, c db.Conn, search string) (*hits, error) {
	if l.Search.ExactMatch == nil {
		return nil, nil //nolint:nilnil // no such search
	}
	condition, ok := l.Search.ExactMatch(search)
	if !ok {
		return nil, nil //nolint:nilnil // no such search
	}
	query := "SELECT id FROM " + l.Table.Name + " WHERE " + condition.SQL + " LIMIT ?"
	ids, err := db.All[int64](ctx, c, query, append(slices.Clone(condition.Args), sampleSize)...)
	if err != nil || len(ids) == 0 {
		return nil, wrap(err, "search "+l.Table.Name)
	}
	return rare(c, ids), nil
}

// wordSearch is a search for words, as a query along the index and as a condition on a row.
type wordSearch struct {
	index   Statement
	compare Condition
	inURLs  bool // the words are also looked for in URLs
	inRefs  bool // records of other tables contain the words, and their rows are hits as well
}

// searchConditions prepares a search for words.
func (l *List) searchConditions(ctx context.Context, c db.Conn, search string, terms []string) (wordSearch, error) {
	s := wordSearch{index: Words(c.Engine, l.Table.Name, terms), compare: containsTerms(terms)}
	if url := l.urlConditions(c.Engine, search); url != nil {
		s.addURLs(c.Engine, l.Table.Name, *url)
	}
	for _, ref := range l.Search.Refs {
		ids, err := relatedIDs(ctx, c, ref.Table, search)
		if err != nil {
			return wordSearch{}, err
		}
		if len(ids) == 0 {
			continue
		}
		s.inRefs = true
		oneOf := table.Quote(ref.Column) + " IN (?)"
		s.index.SQL += " UNION SELECT id FROM " + l.Table.Name + " WHERE " + oneOf
		s.index.Args = append(s.index.Args, ids)
		s.compare.SQL += " OR " + oneOf
		s.compare.Args = append(s.compare.Args, ids)
	}
	return s, nil
}

// addURLs adds the rows whose URLs contain the words.
func (s *wordSearch) addURLs(engine db.Engine, table string, url urlSearch) {
	s.inURLs = true
	text := s.compare
	s.compare = Condition{
		SQL:  "(" + text.SQL + " OR " + url.compare.SQL + ")",
		Args: slices.Concat(text.Args, url.compare.Args),
	}
	if engine == db.Postgres { // which combines the two indexes of the table
		s.index = Statement{SQL: "SELECT id FROM " + table + " WHERE " + s.compare.SQL, Args: s.compare.Args}
		return
	}
	// Rows that the words find already are left out, so that none is found twice.
	s.index.SQL += " UNION ALL SELECT id FROM (" + url.index.SQL + ") AS addresses WHERE NOT " + text.SQL
	s.index.Args = slices.Concat(s.index.Args, url.index.Args, text.Args)
}

// streams returns the queries of a search on SQLite, whose search tables can be read in the order of ids.
func (l *List) streams(search string, terms []string) []Statement {
	words := Words(db.SQLite, l.Table.Name, terms)
	streams := []Statement{{SQL: strings.Replace(words.SQL, "rowid AS id", "rowid AS row_id", 1), Args: words.Args}}
	if url := l.urlConditions(db.SQLite, search); url != nil {
		streams = append(streams, url.stream)
	}
	return streams
}

// urlSearch is a search for parts of a URL, as a condition on a row and, on SQLite, as queries along its index.
type urlSearch struct {
	compare Condition
	index   Statement
	stream  Statement // see hits
}

// urlConditions returns a search for the words of a search in URLs, or nil: the index has no words of less than three
// characters.
func (l *List) urlConditions(engine db.Engine, search string) *urlSearch {
	words := strings.Fields(strings.ToLower(search))
	tooShort := func(word string) bool { return utf8.RuneCountInString(word) < 3 }
	if l.Search.URLColumn == "" || slices.ContainsFunc(words, tooShort) {
		return nil
	}
	column, name := table.Quote(l.Search.URLColumn), l.Table.Name+"_"+l.Search.URLColumn+"_search"
	compare, quoted := Condition{Args: make([]any, len(words))}, make([]string, len(words))
	for i, word := range words {
		quoted[i] = `"` + strings.ReplaceAll(word, `"`, `""`) + `"`
		compare.Args[i] = "%" + likeEscapes.Replace(word) + "%"
	}
	like := "lower(" + column + `) LIKE ? ESCAPE '\'`
	compare.SQL = "(" + like + strings.Repeat(" AND "+like, len(words)-1) + ")"
	if engine == db.Postgres {
		return &urlSearch{compare: compare}
	}
	index := "SELECT " + l.Table.Name + ".id, search_text FROM " + name + " JOIN " + l.Table.Name + " ON " + l.Table.Name +
		".id = " + name + ".rowid WHERE " + name + " MATCH ?"
	args := []any{strings.Join(quoted, " AND ")}
	stream := "SELECT rowid AS row_id FROM " + name + " WHERE " + name + " MATCH ?"
	return &urlSearch{compare, Statement{SQL: index, Args: args}, Statement{SQL: stream, Args: args}}
}

// maxRelated is how many rows of another table a search takes into account.
const maxRelated = 200

// relatedIDs finds rows of another table by their own search text.
func relatedIDs(ctx context.Context, c db.Conn, t table.Table, search string) ([]int64, error) {
	index := Words(c.Engine, t.Name, fold.Terms(search))
	query := "SELECT id FROM (" + index.SQL + ") AS hits LIMIT ?"
	ids, err := db.All[int64](ctx, c.PlannedPerCall(), query, append(index.Args, maxRelated)...)
	return ids, wrap(err, "search "+t.Name)
}

func rare(c db.Conn, ids []int64) *hits {
	return &hits{condition: hasID(c, ids), count: Count{Total: int64(len(ids))}}
}

// isDense reports whether a walk through a long list meets a hit at least every hundred rows. Both indexes return hits
// in the order of their ids, so the first of them show how close together they are; counting all of them would cost
// more than the page. In a short list a walk saves nothing.
func (l *List) isDense(ctx context.Context, c db.Conn, found sample) (bool, error) {
	long, err := l.isLong(ctx, c)
	return long && int64(found.count)*100 > found.spread+1, err
}

// walkCondition returns what a walk in the given order compares. If the order is that of the one searched text, its
// folded copy is compared: it is part of the index the walk uses, so rows that do not match are never read.
func (l *List) walkCondition(h *hits, o order) Condition {
	if h.terms == nil || l.Search.KeyColumn == "" || o.Column != l.Search.KeyColumn {
		return h.condition
	}
	conditions, args := make([]string, len(h.terms)), []any{}
	for i, term := range h.terms {
		like := table.Quote(o.Column) + ` LIKE ? ESCAPE '\'`
		word := strings.TrimLeft(term, " ")
		if word == term {
			conditions[i], args = like, append(args, "%"+likeEscapes.Replace(word)+"%")
			continue
		}
		// A short word must be the beginning of a word: of the first one, or of one after a space.
		conditions[i] = "(" + like + " OR " + like + ")"
		args = append(args, likeEscapes.Replace(word)+"%", "% "+likeEscapes.Replace(word)+"%")
	}
	return Condition{SQL: strings.Join(conditions, " AND "), Args: args, IDs: h.condition.IDs}
}

// Words is a query for the ids of a table's rows whose search text contains all terms, along the index. More conditions
// can be appended: on the rows of the table with PostgreSQL, on those of the search table with SQLite.
func Words(engine db.Engine, table string, terms []string) Statement {
	if engine == db.Postgres {
		where := containsTerms(terms)
		return Statement{SQL: "SELECT id FROM " + table + " WHERE " + where.SQL, Args: where.Args}
	}
	quoted := make([]string, len(terms))
	for i, term := range terms {
		quoted[i] = `"` + strings.ReplaceAll(term, `"`, `""`) + `"`
	}
	name := table + "_search"
	return Statement{
		SQL:  "SELECT rowid AS id FROM " + name + " WHERE " + name + " MATCH ?",
		Args: []any{strings.Join(quoted, " AND ")},
	}
}

var likeEscapes = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// containsTerms is the condition that a row's search text contains all terms.
func containsTerms(terms []string) Condition {
	conditions, args := make([]string, len(terms)), make([]any, len(terms))
	for i, term := range terms {
		conditions[i] = `search_text LIKE ? ESCAPE '\'`
		args[i] = "%" + likeEscapes.Replace(term) + "%"
	}
	return Condition{SQL: "(" + strings.Join(conditions, " AND ") + ")", Args: args}
}

func wrap(err error, action string) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", action, err)
}
