// Package secret signs and encrypts with the installation's secret key, and generates random tokens and ids.
package secret

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
)

// Key is the installation's secret key. Other keys are derived from it, one for each purpose. While it is being
// replaced, it has two values: one of them signs and encrypts, and both verify and decrypt.
type Key struct {
	values []value // the old one, if there is one, is the last
	isNew  atomic.Bool
}

type value []byte

const minLength = 16

// Parse returns the key for a text of at least 16 characters. Surrounding white space is ignored.
func Parse(text string) (*Key, error) {
	text = strings.TrimSpace(text)
	if len(text) < minLength {
		return nil, fmt.Errorf("the secret key needs at least %d characters", minLength)
	}
	return &Key{values: []value{value(text)}}, nil
}

// Load reads the key file. The error is fs.ErrNotExist if there is none.
func Load(path string) (*Key, error) {
	content, err := os.ReadFile(path) //nolint:gosec // the operator says where the data folder is
	if err != nil {
		return nil, fmt.Errorf("read the secret key: %w", err)
	}
	return Parse(string(content))
}

// LoadOrCreate reads the key file, or creates one that only its owner can read.
func LoadOrCreate(path string) (*Key, error) {
	key, err := Load(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return key, err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		return nil, fmt.Errorf("create the key folder: %w", err)
	}
	if err := create(path); err != nil {
		return nil, fmt.Errorf("write the secret key: %w", err)
	}
	return Load(path) // another process may have created it at the same moment
}

// create writes a new key. The file gets its name only when it is complete and synced, because half a key would never
// be replaced.
func create(path string) error {
	file, err := os.CreateTemp(filepath.Dir(path), ".secret-*.partial") // readable by its owner only
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(file.Name()) }()
	_, err = file.WriteString(Token())
	if err := errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	if err := os.Link(file.Name(), path); err != nil {
		if errors.Is(err, fs.ErrExist) {
			return nil
		}
		if err := os.Rename(file.Name(), path); err != nil { // not every file system has hard links
			return err
		}
	}
	return syncFolder(filepath.Dir(path))
}

// Fingerprint returns a short identifier of the key that does not reveal the key.
func (k *Key) Fingerprint() string { return k.current().fingerprint() }

func (v value) fingerprint() string { return hex.EncodeToString(v.derive("fingerprint"))[:16] }

// Sign returns a signature of text that can't be computed without the key and is valid only for this purpose.
func (k *Key) Sign(purpose, text string) string { return sign(k.current().signingKey(purpose), text) }

func (v value) signingKey(purpose string) []byte { return v.derive("sign " + purpose) }

func sign(key []byte, text string) string {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(text))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// Verify reports, in constant time, whether signature is what Sign returns for purpose and text.
func (k *Key) Verify(purpose, text, signature string) bool {
	return slices.ContainsFunc(k.values, func(v value) bool {
		return hmac.Equal([]byte(sign(v.signingKey(purpose), text)), []byte(signature))
	})
}

// boundPrefix marks encrypted texts that are bound to an owner. Earlier versions encrypted without an owner.
const boundPrefix = "v2."

// Encrypt encrypts a text for storage. Decrypt needs the same owner, so that an encrypted text can't be copied to
// another record and used there.
func (k *Key) Encrypt(text, owner string) (string, error) {
	aead, err := k.current().cipher()
	if err != nil {
		return "", err
	}
	nonce := make([]byte, aead.NonceSize())
	_, _ = rand.Read(nonce) // never fails: crypto/rand ends the program instead
	return boundPrefix + base64.RawStdEncoding.EncodeToString(aead.Seal(nonce, nonce, []byte(text), []byte(owner))), nil
}

// Decrypt returns the text that was encrypted for the same owner.
func (k *Key) Decrypt(encrypted, owner string) (string, error) {
	encoded, ok := strings.CutPrefix(encrypted, boundPrefix)
	if !ok {
		return "", errors.New("decrypt: not an encrypted text")
	}
	return k.decrypt(encoded, []byte(owner))
}

// Bind converts a text that was encrypted by an earlier version, without an owner, to one that is bound to owner. A
// text that is already bound is returned unchanged.
func (k *Key) Bind(encrypted, owner string) (string, error) {
	if strings.HasPrefix(encrypted, boundPrefix) {
		return encrypted, nil
	}
	text, err := k.decrypt(encrypted, nil)
	if err != nil {
		return "", err
	}
	return k.Encrypt(text, owner)
}

func (k *Key) decrypt(encoded string, owner []byte) (text string, err error) {
	for _, v := range k.values {
		if text, err = v.decrypt(encoded, owner); err == nil {
			return text, nil
		}
	}
	return "", err
}

func (v value) decrypt(encoded string, owner []byte) (string, error) {
	aead, err := v.cipher()
	if err != nil {
		return "", err
	}
	raw, err := base64.RawStdEncoding.DecodeString(encoded)
	if err != nil || len(raw) < aead.NonceSize() {
		return "", errors.New("decrypt: not an encrypted text")
	}
	text, err := aead.Open(nil, raw[:aead.NonceSize()], raw[aead.NonceSize():], owner)
	if err != nil {
		return "", errors.New("decrypt: encrypted with another key or for another record")
	}
	return string(text), nil
}

func (v value) cipher() (cipher.AEAD, error) {
	block, err := aes.NewCipher(v.derive("encrypt"))
	if err != nil {
		return nil, fmt.Errorf("cipher: %w", err)
	}
	return cipher.NewGCM(block)
}

func (v value) derive(purpose string) []byte {
	derived, err := hkdf.Key(sha256.New, v, nil, "waymark "+purpose, 32)
	if err != nil {
		panic(err) // only for keys longer than the hash function allows
	}
	return derived
}

// Token returns 256 random bits as a URL-safe string, for session tokens and reset links.
func Token() string {
	raw := make([]byte, 32)
	_, _ = rand.Read(raw)
	return base64.RawURLEncoding.EncodeToString(raw)
}

// Hash returns the form in which tokens are stored, so that tokens can't be obtained by reading the database.
func Hash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

const base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

// AltIDLength is the length of a public id.
const AltIDLength = 10

// AltID returns a random public id of ten letters and digits, without those that look alike.
func AltID() string { return RandomString(AltIDLength, base58) }

// RandomString returns length characters of an ASCII alphabet, each chosen with the same probability.
func RandomString(length int, alphabet string) string {
	text := make([]byte, 0, length)
	limit := 256 - 256%len(alphabet)
	for len(text) < length {
		var buffer [32]byte
		_, _ = rand.Read(buffer[:])
		for _, b := range buffer {
			if int(b) < limit && len(text) < length {
				text = append(text, alphabet[int(b)%len(alphabet)])
			}
		}
	}
	return string(text)
}

// APIPair returns a new API key and its secret, encrypted with the API key as its owner.
func (k *Key) APIPair() (key, encryptedSecret string, err error) {
	key = RandomString(24, base58)
	encryptedSecret, err = k.Encrypt(RandomString(40, base58), key)
	return key, encryptedSecret, err
}
