// Package migrations contains the schema of both databases, in two folders with the same version numbers.
package migrations

import "embed"

// Files contains a folder for each engine.
//
//go:embed sqlite/*.sql postgres/*.sql
var Files embed.FS
