//go:build cgo && linux

package db

import "testing"

func TestSQLite_Configured(t *testing.T) {
	if !isConfigured() {
		t.Error("SQLite was not configured: it was not linked, or has been used before")
	}
}
