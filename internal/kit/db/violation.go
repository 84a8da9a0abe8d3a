package db

import (
	"errors"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// Violation is a promise of the schema that a write would have broken.
type Violation struct {
	// Unique is true when a value is taken already, false when a reference leads nowhere or is still needed.
	Unique bool
	// on is the index, or `table.column` of the last column: unique indexes are named table_columns.
	on string
}

// On tells whether the violation is about a column. Unique indexes end on the column people can change.
func (v Violation) On(column string) bool {
	return strings.HasSuffix(v.on, "_"+column) || strings.HasSuffix(v.on, "."+column)
}

const (
	sqliteUnique     = 2067
	sqlitePrimaryKey = 1555
	sqliteForeignKey = 787
	sqliteTrigger    = 1811 // a foreign key found broken by a trigger
)

// AsViolation finds the broken promise in an error of either engine.
func AsViolation(err error) (Violation, bool) {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		switch pg.Code {
		case "23505":
			return Violation{Unique: true, on: pg.ConstraintName}, true
		case "23503":
			return Violation{on: pg.ConstraintName}, true
		}
		return Violation{}, false
	}
	code, message, ok := sqliteCode(err)
	if !ok {
		return Violation{}, false
	}
	switch code {
	case sqliteUnique, sqlitePrimaryKey:
		return Violation{Unique: true, on: lastColumn(message)}, true
	case sqliteForeignKey, sqliteTrigger:
		return Violation{}, true
	}
	return Violation{}, false
}

// SQLite says "UNIQUE constraint failed: t.a, t.b" or "…: index 'name'", and modernc adds "(2067)".
func lastColumn(message string) string {
	_, list, _ := strings.Cut(message, "UNIQUE constraint failed: ")
	list, _, _ = strings.Cut(list, " (")
	columns := strings.Split(list, ", ")
	return strings.Trim(strings.TrimPrefix(columns[len(columns)-1], "index "), "'")
}

// SQLiteCode is the primary result code of an error of SQLite, whichever driver it comes from.
func SQLiteCode(err error) (code int, ok bool) {
	code, _, ok = sqliteCode(err)
	return code & 0xff, ok
}

func isTransient(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == "40001" || pg.Code == "40P01")
}
