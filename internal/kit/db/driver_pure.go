//go:build !cgo || sqlite_pure

package db

import (
	"errors"

	"modernc.org/sqlite"
)

const (
	sqliteDriver     = "sqlite"
	sqliteDriverName = "modernc.org/sqlite (no cgo)"
)

func sqliteCode(err error) (code int, message string, ok bool) {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return 0, "", false
	}
	return e.Code(), e.Error(), true
}
