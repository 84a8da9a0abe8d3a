package secret_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"waymark/internal/kit/secret"
)

func TestReplacing(t *testing.T) {
	t.Parallel()
	before, after := parse(t, "correct horse battery"), parse(t, "incorrect horse battery")
	key := after.Replacing(before)
	if key.Fingerprint() != before.Fingerprint() || !key.Has(after.Fingerprint()) || key.Has("0123456789abcdef") {
		t.Errorf("the key has the fingerprint %s", key.Fingerprint())
	}
	if !before.Verify("reset", "user 7", key.Sign("reset", "user 7")) {
		t.Error("the old key is not used before the new one is recorded")
	}
	if key.Use("0123456789abcdef") {
		t.Error("an unknown fingerprint was accepted")
	}
	if !key.Use(after.Fingerprint()) || !key.Use(before.Fingerprint()) || key.Fingerprint() != after.Fingerprint() {
		t.Error("the old key is used again after the new one")
	}
	for name, signature := range map[string]string{
		"old": before.Sign("reset", "user 7"), "new": after.Sign("reset", "user 7"),
	} {
		if !key.Verify("reset", "user 7", signature) {
			t.Errorf("a signature of the %s key was refused", name)
		}
	}
	if after.Verify("reset", "user 7", before.Sign("reset", "user 7")) {
		t.Error("the new key alone accepts a signature of the old one")
	}
	signer := before.SigningKeys("reset")
	if signer.Sign("reset", "user 7") != before.Sign("reset", "user 7") {
		t.Error("a signing key signs differently")
	}
}

func TestRenew(t *testing.T) {
	t.Parallel()
	before, after := parse(t, "correct horse battery"), parse(t, "incorrect horse battery")
	key := after.Replacing(before)
	encrypted, err := before.Encrypt("api secret", "owner")
	if err != nil {
		t.Fatal(err)
	}
	const unbound = "dHdlbHZlIGJ5dGVzqnJSKcQXDTg2N2ES2ov+zjckfDq0WSELG7I" // "api secret", encrypted without an owner
	for _, text := range []string{encrypted, unbound} {
		renewed, changed, err := key.Renew(text, "owner")
		if err != nil || !changed {
			t.Fatalf("got changed = %v (%v)", changed, err)
		}
		if decrypted, err := after.Decrypt(renewed, "owner"); err != nil || decrypted != "api secret" {
			t.Errorf("got %q (%v)", decrypted, err)
		}
		if _, err := before.Decrypt(renewed, "owner"); err == nil {
			t.Error("the old key still decrypts it")
		}
		if again, changed, err := key.Renew(renewed, "owner"); err != nil || changed || again != renewed {
			t.Errorf("it was encrypted a second time (%v)", err)
		}
	}
	for _, invalid := range []string{"", "v2.", "api secret", encrypted[:20]} {
		if renewed, changed, err := key.Renew(invalid, "owner"); err == nil || changed {
			t.Errorf("%q became %q", invalid, renewed)
		}
	}
	if _, _, err := key.Renew(encrypted, "another owner"); err == nil {
		t.Error("a text of another owner was accepted")
	}
}

func TestReplaceFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "secret.key")
	before, err := secret.LoadOrCreate(path)
	if err != nil {
		t.Fatal(err)
	}
	after, err := secret.LoadOrCreate(secret.NextFile(path))
	if err != nil {
		t.Fatal(err)
	}
	both, err := secret.LoadFile(path)
	if err != nil || !both.Has(before.Fingerprint()) || !both.Has(after.Fingerprint()) {
		t.Fatalf("the two files have other keys (%v)", err)
	}
	if err := secret.ReplaceFile(path); err != nil {
		t.Fatal(err)
	}
	replaced, err := secret.LoadFile(path)
	if err != nil || replaced.IsReplacing() || replaced.Fingerprint() != after.Fingerprint() {
		t.Errorf("the file does not have the new key (%v)", err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("its mode is %v (%v)", info.Mode(), err)
	}
	if err := secret.ReplaceFile(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v, want fs.ErrNotExist", err)
	}
}
