package db_test

import (
	"path/filepath"
	"testing"

	"waymark/internal/kit/db"
)

func TestDescribe(t *testing.T) {
	t.Parallel()
	whole, err := filepath.Abs("data/waymark.db")
	if err != nil {
		t.Fatal(err)
	}
	for address, want := range map[string]string{
		"sqlite:data/waymark.db":                       "sqlite:" + whole,
		"sqlite:/var/lib/waymark/waymark.db":           "sqlite:/var/lib/waymark/waymark.db",
		"postgres://ada:secret@db1:5432/waymark":       "postgres://ada@db1:5432/waymark",
		"postgres://ada:secret@db1:5432,db2:5432/w":    "postgres://ada@db1:5432,db2:5432/w",
		"postgres://db/w?user=ada&password=secret":     "postgres://db/w?user=ada",
		"postgresql:///w?host=/run&sslPassword=secret": "postgresql:///w?host=%2Frun",
		"postgres://ada:sec%ret@db/w":                  "postgres:…",
		"mysql://ada:secret@db/w":                      "mysql://ada@db/w",
		"secret":                                       "secret",
	} {
		if got := db.Describe(address); got != want {
			t.Errorf("%s: got %s, want %s", address, got, want)
		}
	}
}
