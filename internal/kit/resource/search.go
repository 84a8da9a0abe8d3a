package resource

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
)

// hits are the rows a search finds. The rows of a rare word are looked up in the trigram index and then
// sorted; those of a common one are met soon enough by walking the list in its order and comparing.
type hits struct {
	where Where
	count Count
	terms []string // of a common search in the record's own text alone
	among *Among   // of a common search: the way along the index, and how far apart some of its hits are
	span  int64
}

// most is how far rows are counted: not beyond what a search that finds very many was counted to.
func (h *hits) most() int64 {
	if h == nil || !h.count.TotalIsCapped {
		return Cap
	}
	return h.count.Total
}

const (
	some       = 1000   // hits that are fetched to see how common a search is; a very common one is counted no further
	long       = 20_000 // rows from which a list counts as long
	maxRelated = 200
)

// find looks a search up. Nothing to search for is nil. filters is by how many conditions its hits will be narrowed.
func (r *Resource[T]) find(ctx context.Context, c db.Conn, search string, filters int) (*hits, error) {
	terms := fold.Terms(search)
	if len(terms) == 0 || !r.search {
		return nil, nil //nolint:nilnil // no search is an answer
	}
	if known, err := r.findKnown(ctx, c, search); known != nil || err != nil {
		return known, err
	}
	index, compare, own := indexed(c.Engine, r.Table, terms), compared(terms), true
	for _, f := range r.Fields {
		if f.ref == nil || !f.rules.searchable {
			continue
		}
		ids, err := RelatedIDs(ctx, c, *f.ref, search)
		if err != nil {
			return nil, err
		}
		if len(ids) > 0 {
			own = false
			index.SQL += " UNION SELECT id FROM " + r.Table + " WHERE " + quote(f.column) + " IN (?)"
			index.Args = append(index.Args, ids)
			compare.SQL += " OR " + quote(f.column) + " IN (?)"
			compare.Args = append(compare.Args, ids)
		}
	}
	fetch := func(most int) ([]int64, error) {
		ids, err := db.All[int64](ctx, c, "SELECT id FROM ("+index.SQL+") AS found LIMIT ?", append(slices.Clone(index.Args), most+1)...)
		return ids, wrap(err, "search "+r.Table)
	}
	ids, err := fetch(some)
	if err != nil || len(ids) <= some {
		return rare(c, ids), err
	}
	dense, err := r.isDense(ctx, c, ids)
	if err != nil {
		return nil, err
	}
	h := &hits{where: compare, count: Count{Total: some, TotalIsCapped: true}, span: slices.Max(ids) - slices.Min(ids)}
	// PostgreSQL's index is one of the list itself, and counts hits that meet other conditions, too.
	h.among = &Among{SQL: "SELECT id AS among FROM (" + index.SQL + ") AS found", Args: index.Args, Own: own && c.Engine == db.Postgres}
	if own {
		h.terms = terms
	}
	// Behind several conditions even a dense word leads to few rows, and a walk to them would be long.
	if dense && filters < 2 {
		return h, nil
	}
	if ids, err = fetch(Cap); err != nil || len(ids) <= Cap {
		return rare(c, ids), err
	}
	if !dense {
		h.count.Total = Cap
	}
	return h, nil
}

// findKnown finds the records a search names otherwise than by words; nil when it does not.
func (r *Resource[T]) findKnown(ctx context.Context, c db.Conn, search string) (*hits, error) {
	if r.Known == nil {
		return nil, nil //nolint:nilnil // no such search is an answer
	}
	known, ok := r.Known(search)
	if !ok {
		return nil, nil //nolint:nilnil // the same
	}
	ids, err := db.All[int64](ctx, c, "SELECT id FROM "+r.Table+" WHERE "+known.SQL+" LIMIT ?", append(slices.Clone(known.Args), some)...)
	if err != nil || len(ids) == 0 {
		return nil, wrap(err, "search "+r.Table)
	}
	return rare(c, ids), nil
}

func rare(c db.Conn, ids []int64) *hits {
	return &hits{where: Where{SQL: c.OneOf("id"), Args: []any{db.IDs(ids)}}, count: Count{Total: int64(len(ids))}}
}

// isDense tells whether a walk through a long list meets a hit every hundred rows or sooner. Both indexes tell hits in the
// order of their ids, so the first of them show how close together they are; counting them all would cost more
// than the page. In a short list nothing is saved, and its hits are counted.
func (r *Resource[T]) isDense(ctx context.Context, c db.Conn, first []int64) (bool, error) {
	rows, err := db.Value[int64](ctx, c, "SELECT coalesce(max(n), 0) FROM live_counts WHERE list = ? AND facet = '' AND value = ''", r.Table)
	span := slices.Max(first) - slices.Min(first) + 1
	return rows > long && int64(len(first))*100 > span, wrap(err, "search "+r.Table)
}

// walking is what a walk in the given order compares. Where the order is that of the one searched text, its
// folded twin is compared: it stands in the index the walk goes along, so no row is looked up in vain.
func (r *Resource[T]) walking(found *hits, sort string) Where {
	f := r.byName[strings.TrimPrefix(sort, "-")]
	if found.terms == nil || f == nil || !f.rules.keyed || !f.rules.searchable {
		return found.where
	}
	for _, other := range r.Fields {
		if other.rules.searchable && other.name != f.name {
			return found.where
		}
	}
	conditions, args := make([]string, len(found.terms)), []any{}
	for i, term := range found.terms {
		like := quote(f.column+"_key") + ` LIKE ? ESCAPE '\'`
		word := strings.TrimLeft(term, " ")
		if word == term {
			conditions[i], args = like, append(args, "%"+likeEscapes.Replace(word)+"%")
			continue
		}
		// Short words are found where a word begins: the first one, or one after a space.
		conditions[i], args = "("+like+" OR "+like+")", append(args, likeEscapes.Replace(word)+"%", "% "+likeEscapes.Replace(word)+"%")
	}
	return Where{SQL: strings.Join(conditions, " AND "), Args: args}
}

// RelatedIDs are the records of another table that a search finds by their own text.
func RelatedIDs(ctx context.Context, c db.Conn, rows Rows, search string) ([]int64, error) {
	index := indexed(c.Engine, rows.Table, fold.Terms(search))
	ids, err := db.All[int64](ctx, c, "SELECT id FROM ("+index.SQL+") AS found LIMIT ?", append(index.Args, maxRelated)...)
	if err != nil {
		return nil, fmt.Errorf("search %s: %w", rows.Table, err)
	}
	return ids, nil
}

func indexed(engine db.Engine, table string, terms []string) Where {
	if engine == db.Postgres {
		where := compared(terms)
		return Where{SQL: "SELECT id FROM " + table + " WHERE " + where.SQL, Args: where.Args}
	}
	quoted := make([]string, len(terms))
	for i, term := range terms {
		quoted[i] = `"` + strings.ReplaceAll(term, `"`, `""`) + `"`
	}
	name := table + "_search"
	return Where{SQL: "SELECT rowid AS id FROM " + name + " WHERE " + name + " MATCH ?", Args: []any{strings.Join(quoted, " AND ")}}
}

var likeEscapes = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

func compared(terms []string) Where {
	conditions, args := make([]string, len(terms)), make([]any, len(terms))
	for i, term := range terms {
		conditions[i] = `search_text LIKE ? ESCAPE '\'`
		args[i] = "%" + likeEscapes.Replace(term) + "%"
	}
	return Where{SQL: "(" + strings.Join(conditions, " AND ") + ")", Args: args}
}

// Finding is what a search compares the text of each row with, for lists that are written by hand; false when there is nothing to find.
func Finding(search string) (Where, bool) {
	terms := fold.Terms(search)
	return compared(terms), len(terms) > 0
}

func (r *Resource[T]) searchText(item *T) string {
	parts := []string{}
	for _, f := range r.Fields {
		if f.rules.searchable && f.text != nil {
			parts = append(parts, f.text(item))
		}
	}
	return fold.SearchText(parts...)
}
