// Package puresqlite runs the tests that import it on the SQLite driver of builds without cgo, if the environment
// variable WAYMARK_TEST_SQLITE is pure. Only a few tests import it, because the driver makes linking slower.
package puresqlite

import (
	"os"

	"waymark/internal/kit/db"
	"waymark/internal/kit/db/purego"
)

func init() { //nolint:gochecknoinits // must run before any test
	if os.Getenv("WAYMARK_TEST_SQLITE") == "pure" {
		db.UseSQLite(db.SQLiteDriver{Name: purego.Name, Description: purego.Description, Code: purego.Code})
	}
}
