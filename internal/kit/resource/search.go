package resource

import (
	"context"
	"fmt"
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
}

const (
	few        = 200 // hits that are fetched at once, without counting first
	maxRelated = 200
)

// find looks a search up. Nothing to search for is nil.
func (r *Resource[T]) find(ctx context.Context, c db.Conn, search string) (*hits, error) {
	terms := fold.Terms(search)
	if len(terms) == 0 || !r.search {
		return nil, nil //nolint:nilnil // no search is an answer
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
	ids, err := db.All[int64](ctx, c, "SELECT id FROM ("+index.SQL+") AS found LIMIT ?", append(index.Args, few+1)...)
	if err != nil {
		return nil, fmt.Errorf("search %s: %w", r.Table, err)
	}
	if len(ids) <= few {
		return rare(c, ids), nil
	}
	count, err := r.countHits(ctx, c, index)
	if err != nil {
		return nil, err
	}
	if !count.TotalIsCapped {
		dense, err := r.isDense(ctx, c, count.Total)
		if err != nil {
			return nil, err
		}
		if !dense {
			ids, err = db.All[int64](ctx, c, index.SQL, index.Args...)
			return rare(c, ids), wrap(err, "search "+r.Table)
		}
	}
	h := &hits{where: compare, count: count}
	if own {
		h.terms = terms
	}
	return h, nil
}

func rare(c db.Conn, ids []int64) *hits {
	return &hits{where: Where{c.OneOf("id"), []any{db.IDs(ids)}}, count: Count{Total: int64(len(ids))}}
}

func (r *Resource[T]) countHits(ctx context.Context, c db.Conn, index Where) (Count, error) {
	n, err := db.Value[int64](ctx, c, "SELECT count(*) FROM (SELECT id FROM ("+index.SQL+") AS found LIMIT ?) AS counted", append(index.Args, Cap+1)...)
	return Count{Total: min(n, Cap), TotalIsCapped: n > Cap}, wrap(err, "search "+r.Table)
}

// isDense tells whether a walk meets a hit every few rows: then it is quicker than sorting the hits.
func (r *Resource[T]) isDense(ctx context.Context, c db.Conn, found int64) (bool, error) {
	rows, err := db.Value[int64](ctx, c, "SELECT coalesce(max(n), 0) FROM live_counts WHERE list = ? AND facet = '' AND value = ''", r.Table)
	return rows > 0 && found*20 > rows, wrap(err, "search "+r.Table)
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
	return Where{strings.Join(conditions, " AND "), args}
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
		return Where{"SELECT id FROM " + table + " WHERE " + where.SQL, where.Args}
	}
	quoted := make([]string, len(terms))
	for i, term := range terms {
		quoted[i] = `"` + strings.ReplaceAll(term, `"`, `""`) + `"`
	}
	name := table + "_search"
	return Where{"SELECT rowid AS id FROM " + name + " WHERE " + name + " MATCH ?", []any{strings.Join(quoted, " AND ")}}
}

var likeEscapes = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

func compared(terms []string) Where {
	conditions, args := make([]string, len(terms)), make([]any, len(terms))
	for i, term := range terms {
		conditions[i] = `search_text LIKE ? ESCAPE '\'`
		args[i] = "%" + likeEscapes.Replace(term) + "%"
	}
	return Where{"(" + strings.Join(conditions, " AND ") + ")", args}
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
