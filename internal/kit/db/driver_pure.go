//go:build !cgo

package db

import "waymark/internal/kit/db/purego"

var sqlite = SQLiteDriver{Name: purego.Name, Description: purego.Description, Code: purego.Code}
