package secret_test

import (
	"encoding/base64"
	"os"
	"path/filepath"
	"regexp"
	"strings"
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

func TestAKeyThatIsTooShortIsRefused(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "short", "123456789012345", "  12345678901234  \n", strings.Repeat(" ", 40)} {
		if _, err := secret.Parse(text); err == nil {
			t.Errorf("%q was taken", text)
		} else if trimmed := strings.TrimSpace(text); trimmed != "" && strings.Contains(err.Error(), trimmed) {
			t.Errorf("the complaint tells the key: %v", err)
		}
	}
	if _, err := secret.Parse("1234567890123456"); err != nil {
		t.Error(err)
	}
}

func TestTheKeyIsTheSameWithOrWithoutALineEnd(t *testing.T) {
	t.Parallel()
	if parse(t, "correct horse battery").Fingerprint() != parse(t, " correct horse battery\r\n").Fingerprint() {
		t.Error("it is another")
	}
}

func TestAFingerprintTellsKeysApartWithoutTellingTheKey(t *testing.T) {
	t.Parallel()
	text := "correct horse battery staple"
	shown := parse(t, text).Fingerprint()
	if !regexp.MustCompile(`^[0-9a-f]{16}$`).MatchString(shown) {
		t.Errorf("got %q", shown)
	}
	if parse(t, text).Fingerprint() != shown || parse(t, text+"s").Fingerprint() == shown {
		t.Error("it does not tell them apart")
	}
}

func TestWhatIsSealedOpensWithTheSameKeyOnly(t *testing.T) {
	t.Parallel()
	key, other := parse(t, "correct horse battery"), parse(t, "incorrect horse battery")
	for _, text := range []string{"", "x", "a password with ü and \x00", strings.Repeat("long ", 5000)} {
		sealed, err := key.Encrypt(text, "owner")
		if err != nil {
			t.Fatal(err)
		}
		if opened, err := key.Decrypt(sealed, "owner"); err != nil || opened != text {
			t.Errorf("%.20q came back as %.20q (%v)", text, opened, err)
		}
		if opened, err := parse(t, "correct horse battery").Decrypt(sealed, "owner"); err != nil || opened != text {
			t.Errorf("%.20q does not open after a restart (%v)", text, err)
		}
		if opened, err := other.Decrypt(sealed, "owner"); err == nil || opened != "" {
			t.Errorf("%.20q opened with another key as %.20q", text, opened)
		}
		if len(text) > 10 && strings.Contains(sealed, text[:10]) {
			t.Errorf("%.20q can be read", text)
		}
		if again, err := key.Encrypt(text, "owner"); err != nil || again == sealed {
			t.Errorf("%.20q looks the same each time (%v)", text, err)
		}
	}
}

func TestWhatWasTamperedWithDoesNotOpen(t *testing.T) {
	t.Parallel()
	key := parse(t, "correct horse battery")
	sealed, err := key.Encrypt("api secret", "owner")
	if err != nil {
		t.Fatal(err)
	}
	raw, err := base64.RawStdEncoding.DecodeString(strings.TrimPrefix(sealed, "v2."))
	if err != nil {
		t.Fatal(err)
	}
	for i := range raw {
		changed := append([]byte(nil), raw...)
		changed[i] ^= 1
		if opened, err := key.Decrypt("v2."+base64.RawStdEncoding.EncodeToString(changed), "owner"); err == nil || opened != "" {
			t.Errorf("with byte %d changed it opens as %q", i, opened)
		}
	}
	for _, broken := range []string{"", "x", "not base64!", sealed[:len(sealed)-2], sealed + "AA", sealed[:8], base64.RawStdEncoding.EncodeToString(raw[:12]), "api secret"} {
		if opened, err := key.Decrypt(broken, "owner"); err == nil || opened != "" {
			t.Errorf("%q opens as %q", broken, opened)
		}
	}
}

func TestDecrypt_Owner(t *testing.T) {
	t.Parallel()
	key := parse(t, "correct horse battery")
	t.Run("refuses a text that was sealed for another record", func(t *testing.T) {
		sealed, err := key.Encrypt("api secret", "key of partner 7")
		if err != nil {
			t.Fatal(err)
		}
		if opened, err := key.Decrypt(sealed, "key of partner 8"); err == nil || opened != "" {
			t.Errorf("it opens as %q", opened)
		}
	})
	t.Run("binds a text of an earlier version to its record", func(t *testing.T) {
		const unbound = "dHdlbHZlIGJ5dGVzqnJSKcQXDTg2N2ES2ov+zjckfDq0WSELG7I" // "api secret", sealed without an owner
		if opened, err := key.Decrypt(unbound, "owner"); err == nil || opened != "" {
			t.Errorf("it opens without being bound, as %q", opened)
		}
		sealed, err := key.Bind(unbound, "owner")
		if err != nil {
			t.Fatal(err)
		}
		if opened, err := key.Decrypt(sealed, "owner"); err != nil || opened != "api secret" {
			t.Errorf("got %q (%v)", opened, err)
		}
		if again, err := key.Bind(sealed, "another"); err != nil || again != sealed {
			t.Errorf("it was bound again: %v", err)
		}
	})
}

func TestASignatureHoldsForOneTextAndPurpose(t *testing.T) {
	t.Parallel()
	key, other := parse(t, "correct horse battery"), parse(t, "incorrect horse battery")
	tag := key.Sign("reset", "user 7")
	if !key.Verify("reset", "user 7", tag) || !parse(t, "correct horse battery").Verify("reset", "user 7", tag) {
		t.Error("a good one is refused")
	}
	for name, accepted := range map[string]bool{
		"another text":        key.Verify("reset", "user 8", tag),
		"another purpose":     key.Verify("share", "user 7", tag),
		"a shifted boundary":  key.Verify("reset u", "ser 7", tag),
		"another key":         other.Verify("reset", "user 7", tag),
		"no tag":              key.Verify("reset", "user 7", ""),
		"half a tag":          key.Verify("reset", "user 7", tag[:len(tag)/2]),
		"a longer tag":        key.Verify("reset", "user 7", tag+"A"),
		"the text as its tag": key.Verify("reset", "user 7", "user 7"),
	} {
		if accepted {
			t.Errorf("it holds for %s", name)
		}
	}
	if !regexp.MustCompile(`^[A-Za-z0-9_-]{43}$`).MatchString(tag) {
		t.Errorf("%q does not fit into an address", tag)
	}
}

func TestTheKeyFileIsMadeOnceAndForItsOwnerOnly(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "data", "secret.key")
	made, err := secret.LoadOrCreate(path)
	if err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	loaded, err := secret.LoadOrCreate(path)
	if err != nil || loaded.Fingerprint() != made.Fingerprint() {
		t.Errorf("the second start has another key (%v)", err)
	}
	if after, err := os.ReadFile(path); err != nil || string(after) != string(before) || len(after) < 40 {
		t.Errorf("the file changed, or holds little: %d characters (%v)", len(after), err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("its mode is %v (%v)", info.Mode(), err)
	}
	if info, err := os.Stat(filepath.Dir(path)); err != nil || info.Mode().Perm()&0o007 != 0 {
		t.Errorf("the mode of its folder is %v (%v)", info.Mode(), err)
	}
	t.Run("another installation has another", func(t *testing.T) {
		t.Parallel()
		other, err := secret.LoadOrCreate(filepath.Join(t.TempDir(), "secret.key"))
		if err != nil || other.Fingerprint() == made.Fingerprint() {
			t.Errorf("it is the same (%v)", err)
		}
	})
	t.Run("one that can't be used is not replaced", func(t *testing.T) {
		t.Parallel()
		broken := filepath.Join(t.TempDir(), "secret.key")
		if err := os.WriteFile(broken, []byte("short\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := secret.LoadOrCreate(broken); err == nil {
			t.Error("a short key was taken")
		}
		if content, err := os.ReadFile(broken); err != nil || string(content) != "short\n" {
			t.Errorf("it holds %q now (%v)", content, err)
		}
		if _, err := secret.LoadOrCreate(t.TempDir()); err == nil {
			t.Error("a folder was taken for a key")
		}
	})
}

func TestPublicIDsAreTenLettersThatReadUnmistakably(t *testing.T) {
	t.Parallel()
	shape := regexp.MustCompile(`^[1-9A-HJ-NP-Za-km-z]{10}$`)
	seen := map[string]bool{}
	for range 10_000 {
		id := secret.AltID()
		if !shape.MatchString(id) || seen[id] {
			t.Fatalf("%q is of another shape, or came before", id)
		}
		seen[id] = true
	}
}

func TestRandomWordsUseEachLetterEquallyOften(t *testing.T) {
	t.Parallel()
	for _, alphabet := range []string{"01", "0123456789abcdefghijklmnopqrstuvwxyz", "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"} {
		const each = 4000
		counts := map[rune]int{}
		for _, letter := range secret.RandomString(each*len(alphabet), alphabet) {
			counts[letter]++
		}
		if len(counts) != len(alphabet) {
			t.Errorf("%d of %d letters occur", len(counts), len(alphabet))
		}
		for letter, n := range counts {
			// Six and a half standard deviations: chance alone gets there once in a hundred million runs.
			if n < each-410 || n > each+410 {
				t.Errorf("%c occurs %d times among %d letters, want about %d", letter, n, len(alphabet), each)
			}
		}
	}
	if word := secret.RandomString(0, "ab"); word != "" {
		t.Errorf("no letters are %q", word)
	}
}

func TestTokensAreLongAndStoredAsHashes(t *testing.T) {
	t.Parallel()
	token := secret.Token()
	if !regexp.MustCompile(`^[A-Za-z0-9_-]{43}$`).MatchString(token) || token == secret.Token() {
		t.Errorf("got %q", token)
	}
	hash := secret.Hash(token)
	if !regexp.MustCompile(`^[0-9a-f]{64}$`).MatchString(hash) || hash != secret.Hash(token) || hash == secret.Hash(token+"x") {
		t.Errorf("got %q", hash)
	}
	if secret.Hash("abc") != "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" {
		t.Error("sessions that are stored already would be lost: the hash is another")
	}
}
