package db

import (
	"errors"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// Violation is a violated unique or foreign key constraint.
type Violation struct {
	// Unique is true if a value exists already, and false if a reference has no target or its target is still in use.
	Unique bool
	// constraint is the name of the index, or `table.column` of its last column. Unique indexes are named table_columns.
	constraint string
}

// On reports whether a column violates the constraint. The last column of a unique index is the one that people edit.
func (v Violation) On(column string) bool {
	return strings.HasSuffix(v.constraint, "_"+column) || strings.HasSuffix(v.constraint, "."+column)
}

const (
	sqliteUnique     = 2067
	sqlitePrimaryKey = 1555
	sqliteForeignKey = 787
	sqliteTrigger    = 1811 // a foreign key that is violated within a trigger
)

// AsViolation returns the violated constraint if err is such an error of either engine.
func AsViolation(err error) (Violation, bool) {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		switch pg.Code {
		case "23505":
			return Violation{Unique: true, constraint: pg.ConstraintName}, true
		case "23503":
			return Violation{constraint: pg.ConstraintName}, true
		}
		return Violation{}, false
	}
	code, message, ok := sqlite.Code(err)
	if !ok {
		return Violation{}, false
	}
	switch code {
	case sqliteUnique, sqlitePrimaryKey:
		return Violation{Unique: true, constraint: lastColumn(message)}, true
	case sqliteForeignKey, sqliteTrigger:
		return Violation{}, true
	}
	return Violation{}, false
}

// lastColumn returns the last column, or the index, that SQLite names in its message: "UNIQUE constraint failed: t.a,
// t.b" or "…: index 'name'", to which modernc adds "(2067)".
func lastColumn(message string) string {
	_, list, _ := strings.Cut(message, "UNIQUE constraint failed: ")
	list, _, _ = strings.Cut(list, " (")
	columns := strings.Split(list, ", ")
	return strings.Trim(strings.TrimPrefix(columns[len(columns)-1], "index "), "'")
}

// SQLiteCode returns the primary result code of an error of either SQLite driver.
func SQLiteCode(err error) (code int, ok bool) {
	code, _, ok = sqlite.Code(err)
	return code & 0xff, ok
}

// isTransient reports whether PostgreSQL aborted a transaction that can succeed when it is run again.
func isTransient(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == "40001" || pg.Code == "40P01")
}
