package demo

import (
	"context"
	"strings"

	"waymark/internal/kit/db"
	"waymark/internal/kit/write"
)

// target is where rows go: into the tables as anybody's would, or in bulk.
type target interface {
	// insert adds rows and tells their ids.
	insert(ctx context.Context, table, columns string, rows [][]any) ([]int64, error)
	// link adds rows that have no id, and leaves out those that are there.
	link(ctx context.Context, table, columns string, rows [][]any) error
	// run executes a statement that needs no arguments.
	run(ctx context.Context, statement string) error
}

// plain is a transaction in which triggers count and indexes grow row by row.
type plain struct{ *write.Tx }

func (p plain) insert(ctx context.Context, table, columns string, rows [][]any) ([]int64, error) {
	marks, args := listed(rows)
	return db.All[int64](ctx, p.Conn, "INSERT INTO "+table+" ("+columns+") VALUES "+marks+" RETURNING id", args...)
}

func (p plain) link(ctx context.Context, table, columns string, rows [][]any) error {
	return link(ctx, p.Tx, table, columns, rows)
}

func (p plain) run(ctx context.Context, statement string) error {
	_, err := p.Exec(ctx, statement)
	return err
}

// listed is the places and the arguments of a statement with several rows.
func listed(rows [][]any) (string, []any) {
	mark := "(?" + strings.Repeat(",?", len(rows[0])-1) + ")"
	args := make([]any, 0, len(rows)*len(rows[0]))
	for _, row := range rows {
		args = append(args, row...)
	}
	return mark + strings.Repeat(","+mark, len(rows)-1), args
}
