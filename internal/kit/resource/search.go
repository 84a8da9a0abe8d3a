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
	common bool
	where  Where
	total  int64
}

const maxRelated = 200

// find looks a search up. Nothing to search for is nil.
func (r *Resource[T]) find(ctx context.Context, c db.Conn, search string) (*hits, error) {
	terms := fold.Terms(search)
	if len(terms) == 0 || !r.search {
		return nil, nil //nolint:nilnil // no search is an answer
	}
	index, compare := indexed(c.Engine, r.Table, terms), compared(terms)
	for _, f := range r.Fields {
		if f.ref == nil || !f.rules.searchable {
			continue
		}
		ids, err := RelatedIDs(ctx, c, *f.ref, search)
		if err != nil {
			return nil, err
		}
		if len(ids) > 0 {
			index.SQL += " UNION SELECT id FROM " + r.Table + " WHERE " + quote(f.column) + " IN (?)"
			index.Args = append(index.Args, ids)
			compare.SQL += " OR " + quote(f.column) + " IN (?)"
			compare.Args = append(compare.Args, ids)
		}
	}
	n, err := db.Value[int64](ctx, c, "SELECT count(*) FROM (SELECT id FROM ("+index.SQL+") AS found LIMIT ?) AS counted", append(index.Args, Cap+1)...)
	if err != nil {
		return nil, fmt.Errorf("search %s: %w", r.Table, err)
	}
	if n > Cap {
		return &hits{common: true, where: compare}, nil
	}
	ids, err := db.All[int64](ctx, c, index.SQL, index.Args...)
	if err != nil {
		return nil, fmt.Errorf("search %s: %w", r.Table, err)
	}
	return &hits{where: Where{c.OneOf("id"), []any{db.IDs(ids)}}, total: n}, nil
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
