package apikeys_test

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"testing"

	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/secret"
	"waymark/internal/kit/write"
	"waymark/internal/platform/apikeys"
)

const keyText = "a secret key of some length"

// sealUnbound encrypts a text as earlier versions did, without binding it to an API key.
func sealUnbound(t *testing.T, text string) string {
	t.Helper()
	derived, err := hkdf.Key(sha256.New, []byte(keyText), nil, "waymark encrypt", 32)
	if err != nil {
		t.Fatal(err)
	}
	block, err := aes.NewCipher(derived)
	if err != nil {
		t.Fatal(err)
	}
	sealer, err := cipher.NewGCM(block)
	if err != nil {
		t.Fatal(err)
	}
	nonce := []byte("twelve bytes")
	return base64.RawStdEncoding.EncodeToString(sealer.Seal(nonce, nonce, []byte(text), nil))
}

func TestBindSecrets(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		ctx := context.Background()
		key, err := secret.Parse(keyText)
		if err != nil {
			t.Fatal(err)
		}
		store := &write.Store{DB: d}
		set := func(value string) {
			t.Helper()
			update := "UPDATE partners SET api_key = 'the key', api_secret = ? WHERE id = 1"
			if _, err := d.Writer().Exec(ctx, update, value); err != nil {
				t.Fatal(err)
			}
		}
		stored := func() string {
			t.Helper()
			value, err := db.Value[string](ctx, d.Read(), "SELECT api_secret FROM partners WHERE id = 1")
			if err != nil {
				t.Fatal(err)
			}
			return value
		}
		set(sealUnbound(t, "from before"))
		if err := apikeys.BindSecrets(ctx, store, key, "partners", "collaborators"); err != nil {
			t.Fatal(err)
		}
		if text, err := key.Decrypt(stored(), "the key"); err != nil || text != "from before" {
			t.Errorf("got %q (%v), want %q", text, err, "from before")
		}
		t.Run("runs once, so an unbound secret stored later stays unusable", func(t *testing.T) {
			set(sealUnbound(t, "copied in"))
			if err := apikeys.BindSecrets(ctx, store, key, "partners", "collaborators"); err != nil {
				t.Fatal(err)
			}
			if text, err := key.Decrypt(stored(), "the key"); err == nil {
				t.Errorf("unbound secret was decrypted to %q, want an error", text)
			}
		})
	})
}
