// Package migrations holds the schema of both databases: two folders with the same numbers.
package migrations

import "embed"

// Files holds a folder for each engine.
//
//go:embed sqlite/*.sql postgres/*.sql
var Files embed.FS
