package listing

import (
	"context"
	"slices"

	"waymark/internal/kit/db"
	"waymark/internal/kit/derived"
)

// minSkip is the number of rows before a page from which finding its block takes less time than going through them.
const minSkip = derived.IDBlockSize / 2

// position is where a page of a whole list begins.
type position struct {
	Total  *int64 `db:"total"`  // of the list; nil if it was never counted
	Block  int64  `db:"block"`  // -1 if the list ends before
	Rows   int64  `db:"n"`      // in the block
	Before int64  `db:"before"` // in the blocks before it
}

// findPosition reads the count of a list, and in which block of ids a page begins.
func (p *Plan) findPosition(ctx context.Context, offset int64) (position, error) {
	direction := " ASC"
	if p.isDescending() {
		direction = " DESC"
	}
	total := p.stored
	query := `
		SELECT counted.total, coalesce(block, -1) AS block, coalesce(n, 0) AS n, coalesce(before, 0) AS before
		FROM (SELECT (` + total.SQL + `) AS total) AS counted
		LEFT JOIN (
			SELECT block, n, CAST(sum(n) OVER (ORDER BY block` + direction + `) AS BIGINT) - n AS before
			FROM (
				SELECT CAST(value AS BIGINT) AS block, n FROM current_counts WHERE list = ? AND facet = ?
			) AS blocks
		) AS positions ON before <= ? AND before + n > ?`
	args := append(slices.Clone(total.Args), p.list.Table.Name, derived.IDBlockFacet, offset, offset)
	at, err := db.One[position](ctx, p.conn, query, args...)
	return at, wrap(err, "find the page of "+p.list.Table.Name)
}

// skip makes a source begin at a position, and returns how many of its rows are before the page. In a block without
// gaps, the id of each row is known.
func (p *Plan) skip(page source, at position, offset int64) (source, int64) {
	first, rest := at.Block*derived.IDBlockSize, offset-at.Before
	condition := Condition{SQL: "id >= ?"}
	if p.isDescending() {
		first += derived.IDBlockSize - 1
		condition.SQL = "id <= ?"
	}
	if at.Rows == derived.IDBlockSize {
		if p.isDescending() {
			first -= rest
		} else {
			first += rest
		}
		rest = 0
	}
	condition.Args = []any{first}
	page.checks = append(slices.Clone(page.checks), check{"block", condition})
	return page, rest
}

func (p *Plan) isDescending() bool {
	o, _ := p.list.sort(p.query.Sort)
	return o.direction == " DESC"
}
