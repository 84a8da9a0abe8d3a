//go:build cgo

package db

import (
	"errors"

	"github.com/mattn/go-sqlite3"
)

var sqlite = SQLiteDriver{
	Name: "sqlite3", Description: "mattn/go-sqlite3 (cgo)",
	Code: func(err error) (code int, message string, ok bool) {
		var e sqlite3.Error
		if !errors.As(err, &e) {
			return 0, "", false
		}
		return int(e.ExtendedCode), e.Error(), true
	},
}
