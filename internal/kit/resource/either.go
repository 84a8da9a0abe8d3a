package resource

import (
	"context"
	"slices"

	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
)

// WordsIn is a condition that the text of a table's rows has all words of a search, for searches that are only a part of
// what is asked. Without words it is met by no row.
func WordsIn(table, search string) Where {
	return Where{Look: func(_ context.Context, c db.Conn) (Where, error) {
		terms := fold.Terms(search)
		if len(terms) == 0 {
			return Where{SQL: "1 = 0", Among: &Among{SQL: "SELECT id AS among FROM " + table + " WHERE 1 = 0"}}, nil
		}
		where, index := compared(terms), indexed(c.Engine, table, terms)
		where.Among = &Among{SQL: "SELECT id AS among FROM (" + index.SQL + ") AS found", Args: index.Args}
		return where, nil
	}}
}

// EitherOf is a condition that is met where one of two is. Both must know a way to their rows.
func EitherOf(a, b Where) Where {
	return Where{Look: func(ctx context.Context, c db.Conn) (Where, error) {
		a, b := a, b // what is looked up holds for this time alone
		for _, side := range []*Where{&a, &b} {
			if side.Look == nil {
				continue
			}
			looked, err := side.Look(ctx, c)
			if err != nil {
				return Where{}, err
			}
			*side = looked
		}
		return Where{
			SQL: "(" + a.SQL + ") OR (" + b.SQL + ")", Args: slices.Concat(a.Args, b.Args),
			Among: &Among{
				SQL:  "SELECT among FROM (" + a.Among.SQL + ") AS one UNION ALL SELECT among FROM (" + b.Among.SQL + ") AS other",
				Args: slices.Concat(a.Among.Args, b.Among.Args),
			},
		}, nil
	}}
}
