package listing

import (
	"context"
	"database/sql"
	"errors"

	"waymark/internal/kit/db"
	"waymark/internal/kit/derived"
)

// skipped is how a page far down a list is reached: rows that are not looked at, and the condition that leaves the
// rest.
type skipped struct {
	rows int64
	rest check
}

// skipBlocks skips all blocks of ids before the one in which a page begins. It returns nil if the list ends before.
func (p *Plan) skipBlocks(ctx context.Context, offset int64) (*skipped, error) {
	direction := " ASC"
	if p.isDescending() {
		direction = " DESC"
	}
	type position struct {
		Block  int64 `db:"block"`
		Before int64 `db:"before"`
	}
	at, err := db.One[position](ctx, p.conn, `
		SELECT block, before
		FROM (
			SELECT block, n, CAST(sum(n) OVER (ORDER BY block`+direction+`) AS BIGINT) - n AS before
			FROM (
				SELECT CAST(value AS BIGINT) AS block, n FROM current_counts WHERE list = ? AND facet = ?
			) AS blocks
		) AS positions
		WHERE before <= ? AND before + n > ?`, p.list.Table.Name, derived.IDBlockFacet, offset, offset)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil //nolint:nilnil // there is no such page
	}
	if err != nil {
		return nil, wrap(err, "find the page of "+p.list.Table.Name)
	}
	rest := Condition{SQL: "id >= ?", Args: []any{at.Block * derived.IDBlockSize}}
	if p.isDescending() {
		rest = Condition{SQL: "id < ?", Args: []any{(at.Block + 1) * derived.IDBlockSize}}
	}
	return &skipped{at.Before, check{"block", rest}}, nil
}

func (p *Plan) isDescending() bool {
	o, _ := p.list.sort(p.query.Sort)
	return o.direction == " DESC"
}
