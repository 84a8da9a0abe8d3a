package secret_test

import (
	"encoding/base64"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"waymark/internal/kit/secret"
)

func parse(t *testing.T, text string) *secret.Key {
	t.Helper()
	key, err := secret.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func TestParse(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "short", "123456789012345", "  12345678901234  \n", strings.Repeat(" ", 40)} {
		if _, err := secret.Parse(text); err == nil {
			t.Errorf("%q was accepted", text)
		} else if trimmed := strings.TrimSpace(text); trimmed != "" && strings.Contains(err.Error(), trimmed) {
			t.Errorf("the error contains the key: %v", err)
		}
	}
	if _, err := secret.Parse("1234567890123456"); err != nil {
		t.Error(err)
	}
}

func TestParse_WhiteSpace(t *testing.T) {
	t.Parallel()
	if parse(t, "correct horse battery").Fingerprint() != parse(t, " correct horse battery\r\n").Fingerprint() {
		t.Error("surrounding white space changes the key")
	}
}

func TestFingerprint(t *testing.T) {
	t.Parallel()
	text := "correct horse battery staple"
	fingerprint := parse(t, text).Fingerprint()
	if !regexp.MustCompile(`^[0-9a-f]{16}$`).MatchString(fingerprint) {
		t.Errorf("got %q", fingerprint)
	}
	if parse(t, text).Fingerprint() != fingerprint {
		t.Error("the same key has two fingerprints")
	}
	if parse(t, text+"s").Fingerprint() == fingerprint {
		t.Error("two keys have the same fingerprint")
	}
}

func TestEncrypt(t *testing.T) {
	t.Parallel()
	key, other := parse(t, "correct horse battery"), parse(t, "incorrect horse battery")
	for _, text := range []string{"", "x", "a password with ü and \x00", strings.Repeat("long ", 5000)} {
		encrypted, err := key.Encrypt(text, "owner")
		if err != nil {
			t.Fatal(err)
		}
		if decrypted, err := key.Decrypt(encrypted, "owner"); err != nil || decrypted != text {
			t.Errorf("%.20q came back as %.20q (%v)", text, decrypted, err)
		}
		if decrypted, err := parse(t, "correct horse battery").Decrypt(encrypted, "owner"); err != nil || decrypted != text {
			t.Errorf("%.20q is not decrypted after a restart (%v)", text, err)
		}
		if decrypted, err := other.Decrypt(encrypted, "owner"); err == nil || decrypted != "" {
			t.Errorf("%.20q decrypted with another key as %.20q", text, decrypted)
		}
		if len(text) > 10 && strings.Contains(encrypted, text[:10]) {
			t.Errorf("%.20q is readable in the encrypted text", text)
		}
		if again, err := key.Encrypt(text, "owner"); err != nil || again == encrypted {
			t.Errorf("%.20q is encrypted to the same text each time (%v)", text, err)
		}
	}
}

func TestDecrypt_Tampering(t *testing.T) {
	t.Parallel()
	key := parse(t, "correct horse battery")
	encrypted, err := key.Encrypt("api secret", "owner")
	if err != nil {
		t.Fatal(err)
	}
	raw, err := base64.RawStdEncoding.DecodeString(strings.TrimPrefix(encrypted, "v2."))
	if err != nil {
		t.Fatal(err)
	}
	for i := range raw {
		changed := append([]byte(nil), raw...)
		changed[i] ^= 1
		if decrypted, err := key.Decrypt("v2."+base64.RawStdEncoding.EncodeToString(changed), "owner"); err == nil ||
			decrypted != "" {
			t.Errorf("with byte %d changed it was decrypted as %q", i, decrypted)
		}
	}
	for _, broken := range []string{
		"", "x", "not base64!", encrypted[:len(encrypted)-2], encrypted + "AA", encrypted[:8],
		base64.RawStdEncoding.EncodeToString(raw[:12]), "api secret",
	} {
		if decrypted, err := key.Decrypt(broken, "owner"); err == nil || decrypted != "" {
			t.Errorf("%q was decrypted as %q", broken, decrypted)
		}
	}
}

func TestDecrypt_Owner(t *testing.T) {
	t.Parallel()
	key := parse(t, "correct horse battery")
	t.Run("refuses a text that was encrypted for another record", func(t *testing.T) {
		encrypted, err := key.Encrypt("api secret", "key of partner 7")
		if err != nil {
			t.Fatal(err)
		}
		if decrypted, err := key.Decrypt(encrypted, "key of partner 8"); err == nil || decrypted != "" {
			t.Errorf("it was decrypted as %q", decrypted)
		}
	})
	t.Run("binds a text of an earlier version to its record", func(t *testing.T) {
		const unbound = "dHdlbHZlIGJ5dGVzqnJSKcQXDTg2N2ES2ov+zjckfDq0WSELG7I" // "api secret", encrypted without an owner
		if decrypted, err := key.Decrypt(unbound, "owner"); err == nil || decrypted != "" {
			t.Errorf("it was decrypted without an owner, as %q", decrypted)
		}
		encrypted, err := key.Bind(unbound, "owner")
		if err != nil {
			t.Fatal(err)
		}
		if decrypted, err := key.Decrypt(encrypted, "owner"); err != nil || decrypted != "api secret" {
			t.Errorf("got %q (%v)", decrypted, err)
		}
		if again, err := key.Bind(encrypted, "another"); err != nil || again != encrypted {
			t.Errorf("it was bound a second time: %v", err)
		}
		for _, invalid := range []string{"", "api secret", unbound[:10], unbound[1:]} {
			if bound, err := key.Bind(invalid, "owner"); err == nil {
				t.Errorf("%q was bound as %q", invalid, bound)
			}
		}
	})
}

func TestVerify(t *testing.T) {
	t.Parallel()
	key, other := parse(t, "correct horse battery"), parse(t, "incorrect horse battery")
	signature := key.Sign("reset", "user 7")
	if !key.Verify("reset", "user 7", signature) ||
		!parse(t, "correct horse battery").Verify("reset", "user 7", signature) {
		t.Error("a valid signature was refused")
	}
	for name, accepted := range map[string]bool{
		"another text":              key.Verify("reset", "user 8", signature),
		"another purpose":           key.Verify("share", "user 7", signature),
		"a shifted boundary":        key.Verify("reset u", "ser 7", signature),
		"another key":               other.Verify("reset", "user 7", signature),
		"no signature":              key.Verify("reset", "user 7", ""),
		"half a signature":          key.Verify("reset", "user 7", signature[:len(signature)/2]),
		"a longer signature":        key.Verify("reset", "user 7", signature+"A"),
		"the text as its signature": key.Verify("reset", "user 7", "user 7"),
	} {
		if accepted {
			t.Errorf("the signature was accepted for %s", name)
		}
	}
	if !regexp.MustCompile(`^[A-Za-z0-9_-]{43}$`).MatchString(signature) {
		t.Errorf("%q is not safe in a URL", signature)
	}
}

func TestLoadOrCreate(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "data", "secret.key")
	created, err := secret.LoadOrCreate(path)
	if err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	loaded, err := secret.LoadOrCreate(path)
	if err != nil || loaded.Fingerprint() != created.Fingerprint() {
		t.Errorf("the second call returns another key (%v)", err)
	}
	if after, err := os.ReadFile(path); err != nil || string(after) != string(before) || len(after) < 40 {
		t.Errorf("the file changed, or is too short: %d characters (%v)", len(after), err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("its mode is %v (%v)", info.Mode(), err)
	}
	if info, err := os.Stat(filepath.Dir(path)); err != nil || info.Mode().Perm()&0o007 != 0 {
		t.Errorf("the mode of its folder is %v (%v)", info.Mode(), err)
	}
	t.Run("creates a different key for every installation", func(t *testing.T) {
		t.Parallel()
		other, err := secret.LoadOrCreate(filepath.Join(t.TempDir(), "secret.key"))
		if err != nil || other.Fingerprint() == created.Fingerprint() {
			t.Errorf("the key is the same (%v)", err)
		}
	})
	t.Run("leaves no other files", func(t *testing.T) {
		t.Parallel()
		entries, err := os.ReadDir(filepath.Dir(path))
		if err != nil || len(entries) != 1 {
			t.Errorf("found %v (%v)", entries, err)
		}
	})
	t.Run("returns the same key to processes that start at the same time", func(t *testing.T) {
		t.Parallel()
		path := filepath.Join(t.TempDir(), "secret.key")
		var processes sync.WaitGroup
		fingerprints := make([]string, 16)
		for i := range fingerprints {
			processes.Go(func() {
				key, err := secret.LoadOrCreate(path)
				if err != nil {
					t.Error(err)
					return
				}
				fingerprints[i] = key.Fingerprint()
			})
		}
		processes.Wait()
		if different := slices.Compact(fingerprints); len(different) != 1 {
			t.Errorf("%d different keys", len(different))
		}
	})
	t.Run("fails where no file can be created", func(t *testing.T) {
		t.Parallel()
		file := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := secret.LoadOrCreate(filepath.Join(file, "secret.key")); err == nil {
			t.Error("a key was created below a file")
		}
	})
	t.Run("does not replace an unusable key", func(t *testing.T) {
		t.Parallel()
		broken := filepath.Join(t.TempDir(), "secret.key")
		if err := os.WriteFile(broken, []byte("short\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := secret.LoadOrCreate(broken); err == nil {
			t.Error("a short key was accepted")
		}
		if content, err := os.ReadFile(broken); err != nil || string(content) != "short\n" {
			t.Errorf("the file now contains %q (%v)", content, err)
		}
		if _, err := secret.LoadOrCreate(t.TempDir()); err == nil {
			t.Error("a folder was accepted as a key")
		}
	})
}

func TestLoad(t *testing.T) {
	t.Parallel()
	if _, err := secret.Load(filepath.Join(t.TempDir(), "secret.key")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v, want fs.ErrNotExist", err)
	}
}

func TestAPIPair(t *testing.T) {
	t.Parallel()
	key := parse(t, "correct horse battery")
	apiKey, encrypted, err := key.APIPair()
	if err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`^[1-9A-HJ-NP-Za-km-z]{24}$`).MatchString(apiKey) {
		t.Errorf("the API key is %q", apiKey)
	}
	plain, err := key.Decrypt(encrypted, apiKey)
	if err != nil || !regexp.MustCompile(`^[1-9A-HJ-NP-Za-km-z]{40}$`).MatchString(plain) {
		t.Errorf("the secret is %q (%v)", plain, err)
	}
	if other, _, err := key.APIPair(); err != nil || other == apiKey {
		t.Errorf("two pairs have the same key (%v)", err)
	}
}

func TestAltID(t *testing.T) {
	t.Parallel()
	shape := regexp.MustCompile(`^[1-9A-HJ-NP-Za-km-z]{10}$`)
	ids := map[string]bool{}
	for range 10_000 {
		id := secret.AltID()
		if !shape.MatchString(id) || ids[id] {
			t.Fatalf("%q has the wrong form, or was returned before", id)
		}
		ids[id] = true
	}
}

func TestRandomString(t *testing.T) {
	t.Parallel()
	for _, alphabet := range []string{
		"01", "0123456789abcdefghijklmnopqrstuvwxyz", "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
	} {
		const each = 4000
		counts := map[rune]int{}
		for _, letter := range secret.RandomString(each*len(alphabet), alphabet) {
			counts[letter]++
		}
		if len(counts) != len(alphabet) {
			t.Errorf("%d of %d characters occur", len(counts), len(alphabet))
		}
		for letter, n := range counts {
			// Six and a half standard deviations: a correct generator exceeds them once in a hundred million runs.
			if n < each-410 || n > each+410 {
				t.Errorf("%c occurs %d times among %d characters, want about %d", letter, n, len(alphabet), each)
			}
		}
	}
	if text := secret.RandomString(0, "ab"); text != "" {
		t.Errorf("a string of length 0 is %q", text)
	}
}

func TestTokenAndHash(t *testing.T) {
	t.Parallel()
	token := secret.Token()
	if !regexp.MustCompile(`^[A-Za-z0-9_-]{43}$`).MatchString(token) || token == secret.Token() {
		t.Errorf("got %q", token)
	}
	hash := secret.Hash(token)
	if !regexp.MustCompile(`^[0-9a-f]{64}$`).MatchString(hash) || hash != secret.Hash(token) ||
		hash == secret.Hash(token+"x") {
		t.Errorf("got %q", hash)
	}
	if secret.Hash("abc") != "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" {
		t.Error("the hash function changed, which invalidates all stored sessions")
	}
}
