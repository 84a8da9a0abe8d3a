// Package migrations holds the schema of both databases: two folders with the same numbers.
package migrations

import "embed"

//go:embed sqlite/*.sql postgres/*.sql
var Files embed.FS
