// Package secret derives from the one secret key what signs and what encrypts, and makes random ids.
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
	"strings"
)

// Key is the installation's secret.
type Key struct{ value []byte }

const minLength = 16

// Parse takes the key as it was given.
func Parse(text string) (*Key, error) {
	text = strings.TrimSpace(text)
	if len(text) < minLength {
		return nil, fmt.Errorf("the secret key needs at least %d characters", minLength)
	}
	return &Key{value: []byte(text)}, nil
}

// Load reads the key file. The error is fs.ErrNotExist if there is none.
func Load(path string) (*Key, error) {
	content, err := os.ReadFile(path) //nolint:gosec // the operator says where the data folder is
	if err != nil {
		return nil, fmt.Errorf("read the secret key: %w", err)
	}
	return Parse(string(content))
}

// LoadOrCreate reads the key file, or makes one that only its owner can read.
func LoadOrCreate(path string) (*Key, error) {
	key, err := Load(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return key, err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		return nil, fmt.Errorf("make the key's folder: %w", err)
	}
	if err := create(path); err != nil {
		return nil, fmt.Errorf("write the secret key: %w", err)
	}
	return Load(path) // possibly that of another process that started at the same moment
}

// create writes a new key. The file has its name only once it is complete and on the disk: half a key would never be replaced.
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
	folder, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// Fingerprint tells keys apart without telling the key.
func (k *Key) Fingerprint() string { return hex.EncodeToString(k.derive("fingerprint"))[:16] }

// Sign is a tag that only a holder of the key can make for this purpose and text.
func (k *Key) Sign(purpose, text string) string {
	mac := hmac.New(sha256.New, k.derive("sign "+purpose))
	mac.Write([]byte(text))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// Verify checks a tag in constant time.
func (k *Key) Verify(purpose, text, tag string) bool {
	return hmac.Equal([]byte(k.Sign(purpose, text)), []byte(tag))
}

// bound marks sealed texts that belong to an owner. Those without it were sealed before owners were part of the seal.
const bound = "v2."

// Encrypt seals a text for storage. Only Decrypt with the same owner opens it: a sealed text that is copied to another
// record is worthless there.
func (k *Key) Encrypt(text, owner string) (string, error) {
	sealer, err := k.sealer()
	if err != nil {
		return "", err
	}
	nonce := make([]byte, sealer.NonceSize())
	_, _ = rand.Read(nonce) // never fails: crypto/rand ends the program instead
	return bound + base64.RawStdEncoding.EncodeToString(sealer.Seal(nonce, nonce, []byte(text), []byte(owner))), nil
}

// Decrypt opens what Encrypt sealed for the same owner.
func (k *Key) Decrypt(sealed, owner string) (string, error) {
	encoded, ok := strings.CutPrefix(sealed, bound)
	if !ok {
		return "", errors.New("decrypt: not a sealed text")
	}
	return k.open(encoded, []byte(owner))
}

// Bind seals a text for an owner that was sealed without one, by a version before owners were part of the seal. A text
// that has an owner already is returned as it is.
func (k *Key) Bind(sealed, owner string) (string, error) {
	if strings.HasPrefix(sealed, bound) {
		return sealed, nil
	}
	text, err := k.open(sealed, nil)
	if err != nil {
		return "", err
	}
	return k.Encrypt(text, owner)
}

func (k *Key) open(encoded string, owner []byte) (string, error) {
	sealer, err := k.sealer()
	if err != nil {
		return "", err
	}
	raw, err := base64.RawStdEncoding.DecodeString(encoded)
	if err != nil || len(raw) < sealer.NonceSize() {
		return "", errors.New("decrypt: not a sealed text")
	}
	text, err := sealer.Open(nil, raw[:sealer.NonceSize()], raw[sealer.NonceSize():], owner)
	if err != nil {
		return "", errors.New("decrypt: sealed with another key or for another record")
	}
	return string(text), nil
}

func (k *Key) sealer() (cipher.AEAD, error) {
	block, err := aes.NewCipher(k.derive("encrypt"))
	if err != nil {
		return nil, fmt.Errorf("cipher: %w", err)
	}
	return cipher.NewGCM(block)
}

func (k *Key) derive(purpose string) []byte {
	derived, err := hkdf.Key(sha256.New, k.value, nil, "waymark "+purpose, 32)
	if err != nil {
		panic(err) // only for lengths no hash can give
	}
	return derived
}

// Token is a random word of 256 bits: session tokens, reset links.
func Token() string {
	raw := make([]byte, 32)
	_, _ = rand.Read(raw)
	return base64.RawURLEncoding.EncodeToString(raw)
}

// Hash is how tokens are stored: who reads the database can't use them.
func Hash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

const base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

// AltID is a random public id of ten letters and digits that can't be mistaken for one another.
func AltID() string { return RandomString(10, base58) }

// RandomString returns length characters of an ASCII alphabet, each chosen with the same probability.
func RandomString(length int, alphabet string) string {
	word := make([]byte, 0, length)
	limit := 256 - 256%len(alphabet)
	for len(word) < length {
		var buffer [32]byte
		_, _ = rand.Read(buffer[:])
		for _, b := range buffer {
			if int(b) < limit && len(word) < length {
				word = append(word, alphabet[int(b)%len(alphabet)])
			}
		}
	}
	return string(word)
}

// APIPair is a new key for programs to sign in with, and its secret, sealed for that key.
func (k *Key) APIPair() (key, sealed string, err error) {
	key = RandomString(24, base58)
	sealed, err = k.Encrypt(RandomString(40, base58), key)
	return key, sealed, err
}
