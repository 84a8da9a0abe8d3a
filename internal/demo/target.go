package demo

import (
	"context"
	"strings"

	"waymark/internal/kit/db"
	"waymark/internal/kit/write"
)

// target receives rows: row by row in a transaction, or in bulk.
type target interface {
	// insert inserts rows and returns their ids.
	insert(ctx context.Context, table, columns string, rows [][]any) ([]int64, error)
	// link inserts rows that have no id, and skips those that exist.
	link(ctx context.Context, table, columns string, rows [][]any) error
	// run executes a statement that needs no arguments.
	run(ctx context.Context, statement string) error
}

// rowByRow is a transaction in which triggers and indexes are active.
type rowByRow struct{ *write.Tx }

func (p rowByRow) insert(ctx context.Context, table, columns string, rows [][]any) ([]int64, error) {
	marks, args := placeholders(rows)
	return db.All[int64](ctx, p.Conn, "INSERT INTO "+table+" ("+columns+") VALUES "+marks+" RETURNING id", args...)
}

func (p rowByRow) link(ctx context.Context, table, columns string, rows [][]any) error {
	return link(ctx, p.Tx, table, columns, rows)
}

func (p rowByRow) run(ctx context.Context, statement string) error {
	_, err := p.Exec(ctx, statement)
	return err
}

// placeholders returns the placeholders and the arguments of a statement with several rows.
func placeholders(rows [][]any) (string, []any) {
	mark := "(?" + strings.Repeat(",?", len(rows[0])-1) + ")"
	args := make([]any, 0, len(rows)*len(rows[0]))
	for _, row := range rows {
		args = append(args, row...)
	}
	return mark + strings.Repeat(","+mark, len(rows)-1), args
}
