package app_test

import (
	"fmt"
	"net/http"
	"path/filepath"
	"testing"

	"waymark/internal/app"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/db"
)

// upgrade changes a database as a later version would, whose schema programs can use from compatibleFrom on. It returns
// the number of that schema. Both numbers are relative to the schema of this version.
func upgrade(t *testing.T, d *db.DB, compatibleFrom int64) int64 {
	t.Helper()
	exec := func(query string, args ...any) {
		t.Helper()
		if _, err := d.Writer().Exec(t.Context(), query, args...); err != nil {
			t.Fatal(err)
		}
	}
	latest, err := db.Value[int64](t.Context(), d.Read(), "SELECT max(version_id) FROM goose_db_version")
	if err != nil {
		t.Fatal(err)
	}
	exec("INSERT INTO goose_db_version (version_id, is_applied) VALUES (?, TRUE)", latest+1)
	exec("UPDATE installation SET value = ? WHERE key = 'compatible_from'", fmt.Sprint(latest+compatibleFrom))
	exec("CREATE TABLE added_later (id INTEGER PRIMARY KEY)")
	exec("UPDATE derived_objects SET revision = revision + 1, hash = 'of a later version' WHERE name = 'content_total'")
	return latest + 1
}

func TestSchema_Newer(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, h *harness) {
		upgrade(t, h.DB, 0)
		older := openConfig(t, h.Config)
		response := older.do("POST", "/api/admin/publishers", older.session(auth.Admin), `{"name":"Harbour Press"}`)
		if response.StatusCode != http.StatusCreated {
			t.Errorf("got %d %s, want 201", response.StatusCode, read(t, response))
		}
		if n := older.count("SELECT count(*) FROM derived_objects WHERE hash = 'of a later version'"); n != 1 {
			t.Errorf("%d derived objects of the later version remain, want 1", n)
		}
		if n := older.count("SELECT count(*) FROM added_later"); n != 0 {
			t.Errorf("the table of the later version has %d rows", n)
		}
		readOnly := h.Config
		readOnly.ReadOnly = true
		openConfig(t, readOnly)
	})
}

func TestSchema_Incompatible(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, h *harness) {
		newest := upgrade(t, h.DB, 1)
		words := []string{
			fmt.Sprintf("it has schema %d, which needs a program with schema %[1]d or later", newest),
			fmt.Sprintf("this one has schema %d", newest-1),
		}
		before := h.count("SELECT count(*) FROM audit_log")
		_, err := app.New(t.Context(), h.Config)
		wantError(t, err, words...)
		wantError(t, app.Migrate(t.Context(), h.Config), words...)
		readOnly := h.Config
		readOnly.ReadOnly = true
		_, err = app.New(t.Context(), readOnly)
		wantError(t, err, words...)
		if after := h.count("SELECT count(*) FROM audit_log"); after != before {
			t.Errorf("%d entries were written", after-before)
		}
	})
}

// TestBackup_DamagedArchives has an archive that this version must not restore.
func TestRestore_NewerSchema(t *testing.T) {
	t.Parallel()
	i := install(t)
	d, err := db.Open(t.Context(), i.Database)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = d.Close() }()
	upgrade(t, d, 0)
	restored := i.elsewhere(t)
	if err := restored.restore(t, i.backup(t), app.RestoreOptions{}); err != nil {
		t.Fatal(err)
	}
	restored.start(t)

	t.Run("makes no backup that this version could not restore", func(t *testing.T) {
		const statement = "UPDATE installation SET value = '99999' WHERE key = 'compatible_from'"
		if _, err := d.Writer().Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
		_, err := app.Backup(t.Context(), i.Config, filepath.Join(t.TempDir(), "backup"))
		wantError(t, err, "needs a program with schema 99999 or later")
	})
}
