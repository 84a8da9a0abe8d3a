package db

import (
	"context"
	"iter"
	"math/bits"
	"strings"
)

// Insertion is an INSERT of many rows.
type Insertion struct {
	Into string // the table and its columns: "tags (id, name)"
	// Marks are the arguments of a row. If they are empty, each value is an argument.
	Marks string
	// End follows the values, such as "ON CONFLICT DO NOTHING".
	End string
}

const (
	// maxInsertedRows keeps the number of arguments below the limits of both engines.
	maxInsertedRows = 128
	// fewRows are inserted by a statement of their own length.
	fewRows = 8
)

// Statements returns the statements that insert rows, with their arguments. Their lengths are few, because each text is
// a prepared statement that connections keep: many rows are split into powers of two.
func (i Insertion) Statements(rows [][]any) iter.Seq2[string, []any] {
	return func(yield func(string, []any) bool) {
		for left := rows; len(left) > 0; {
			n := insertedRows(len(left))
			if !yield(i.statement(left[:n])) {
				return
			}
			left = left[n:]
		}
	}
}

// InsertRows inserts rows.
func (c Conn) InsertRows(ctx context.Context, i Insertion, rows [][]any) error {
	for query, args := range i.Statements(rows) {
		if _, err := c.Exec(ctx, query, args...); err != nil {
			return err
		}
	}
	return nil
}

func (i Insertion) statement(rows [][]any) (string, []any) {
	marks := i.Marks
	if marks == "" {
		marks = "(?" + strings.Repeat(", ?", len(rows[0])-1) + ")"
	}
	args := make([]any, 0, len(rows)*len(rows[0]))
	for _, row := range rows {
		args = append(args, row...)
	}
	query := "INSERT INTO " + i.Into + " VALUES " + marks + strings.Repeat(", "+marks, len(rows)-1)
	if i.End != "" {
		query += " " + i.End
	}
	return query, args
}

// insertedRows returns how many of n rows the next statement inserts.
func insertedRows(n int) int {
	if n <= fewRows || n >= maxInsertedRows {
		return min(n, maxInsertedRows)
	}
	return 1 << (bits.Len(uint(n)) - 1)
}
