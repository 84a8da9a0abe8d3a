// Package purego is the SQLite driver of builds without cgo.
package purego

import (
	"errors"

	"modernc.org/sqlite"
)

// The values of db.SQLiteDriver.
const (
	Name        = "sqlite"
	Description = "modernc.org/sqlite (no cgo)"
)

// Code returns the extended result code of an error of this driver.
func Code(err error) (code int, message string, ok bool) {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return 0, "", false
	}
	return e.Code(), e.Error(), true
}
