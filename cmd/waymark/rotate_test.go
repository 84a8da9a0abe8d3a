package main_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"waymark/internal/kit/db"
	"waymark/internal/kit/secret"
)

// TestRotateKey_Killed kills the command at different moments. Each time the files that are left must open all secrets.
func TestRotateKey_Killed(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	data := filepath.Join(folder, "data")
	if output, err := run(t, folder, "demo", "--partners", "2000"); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	original, err := secret.Load(filepath.Join(data, "secret.key"))
	if err != nil {
		t.Fatal(err)
	}
	killed, between := 0, 0
	for wait := 20 * time.Millisecond; ; wait += wait / 4 {
		rotation := command(t, folder, "rotate-key")
		if err := rotation.Start(); err != nil {
			t.Fatal(err)
		}
		timer := time.AfterFunc(wait, func() { _ = rotation.Process.Kill() })
		completed := rotation.Wait() == nil
		timer.Stop()
		_, newKey := os.Stat(filepath.Join(data, "secret.key.new"))
		if opened, all := openSecrets(t, data, loadKeys(t, data)); opened != all || all < 2000 {
			t.Fatalf("killed after %s, the key files open %d of %d secrets", wait, opened, all)
		}
		if completed {
			break
		}
		killed++
		if newKey == nil {
			between++
		}
		if wait > time.Minute {
			t.Fatal("the command does not finish")
		}
	}
	t.Logf("killed %d times, %d of them with two key files", killed, between)
	if between == 0 {
		t.Error("the command was never killed while there were two keys")
	}
	replaced, err := secret.Load(filepath.Join(data, "secret.key"))
	if err != nil {
		t.Fatal(err)
	}
	if opened, all := openSecrets(t, data, replaced); opened != all {
		t.Errorf("the new key opens %d of %d secrets", opened, all)
	}
	if opened, _ := openSecrets(t, data, original); opened != 0 {
		t.Errorf("the old key opens %d secrets", opened)
	}
	if output, err := run(t, folder, "verify-audit"); err != nil {
		t.Errorf("%v: %s", err, output)
	}
}

func loadKeys(t *testing.T, data string) *secret.Key {
	t.Helper()
	key, err := secret.LoadFile(filepath.Join(data, "secret.key"))
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// openSecrets returns how many of the stored secrets a key can decrypt, and how many there are.
func openSecrets(t *testing.T, data string, key *secret.Key) (opened, all int) {
	t.Helper()
	d, err := db.Open(t.Context(), "sqlite:"+filepath.Join(data, "waymark.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = d.Close() }()
	rows, err := db.All[struct {
		Key    string `db:"api_key"`
		Secret string `db:"api_secret"`
	}](t.Context(), d.Read(), "SELECT api_key, api_secret FROM partners WHERE api_secret IS NOT NULL")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		if _, err := key.Decrypt(row.Secret, row.Key); err == nil {
			opened++
		}
	}
	return opened, len(rows)
}
