package secret

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Replacing returns a key that replaces old. It uses old until Use is called with the fingerprint of the new key.
func (k *Key) Replacing(old *Key) *Key {
	return &Key{values: []value{k.values[0], old.values[0]}}
}

// IsReplacing reports whether the key has an old value.
func (k *Key) IsReplacing() bool { return len(k.values) > 1 }

// Has reports whether a fingerprint is that of the key or of the key that it replaces.
func (k *Key) Has(fingerprint string) bool {
	for _, v := range k.values {
		if v.fingerprint() == fingerprint {
			return true
		}
	}
	return false
}

// Use makes the key with this fingerprint the one that signs and encrypts, and reports whether it is known. The old key
// is not used again after the new one, because others may have dropped it.
func (k *Key) Use(fingerprint string) bool {
	if k.values[0].fingerprint() == fingerprint {
		k.isNew.Store(true)
	}
	return k.Has(fingerprint)
}

func (k *Key) current() value {
	if k.isNew.Load() {
		return k.values[0]
	}
	return k.values[len(k.values)-1]
}

// New returns the key that replaces the old one, without the old one. It is the key itself if it replaces none.
func (k *Key) New() *Key { return &Key{values: k.values[:1]} }

// Old returns the key that is being replaced. It is the key itself if it replaces none.
func (k *Key) Old() *Key { return &Key{values: k.values[len(k.values)-1:]} }

// Renew encrypts a text for the same owner with the new key. It reports whether that was necessary: a text that the new
// key can decrypt is returned unchanged.
func (k *Key) Renew(encrypted, owner string) (renewed string, changed bool, err error) {
	fresh := k.New()
	if _, err := fresh.Decrypt(encrypted, owner); err == nil {
		return encrypted, false, nil
	}
	bound, err := k.Old().Bind(encrypted, owner) // earlier versions encrypted without an owner
	if err != nil {
		return "", false, err
	}
	text, err := k.Old().Decrypt(bound, owner)
	if err != nil {
		return "", false, err
	}
	renewed, err = fresh.Encrypt(text, owner)
	return renewed, err == nil, err
}

// SigningKeys are keys for single purposes. They can be stored where the key they are derived from must not be.
type SigningKeys map[string][]byte

// SigningKeys returns the keys with which Sign signs for these purposes.
func (k *Key) SigningKeys(purposes ...string) SigningKeys {
	keys := SigningKeys{}
	for _, purpose := range purposes {
		keys[purpose] = k.current().signingKey(purpose)
	}
	return keys
}

// Sign returns the same signature as Key.Sign of the key that the keys are derived from.
func (s SigningKeys) Sign(purpose, text string) string { return sign(s[purpose], text) }

// NextFile returns the path of the file with the key that replaces the one in a key file.
func NextFile(path string) string { return path + ".new" }

// LoadFile reads a key file and, if there is one, the file with the key that replaces it.
func LoadFile(path string) (*Key, error) {
	key, err := Load(path)
	if err != nil {
		return nil, err
	}
	next, err := Load(NextFile(path))
	if errors.Is(err, fs.ErrNotExist) {
		return key, nil
	}
	if err != nil {
		return nil, err
	}
	return next.Replacing(key), nil
}

// ReplaceFile replaces a key file by the next one. At every moment one of the two files has the new key.
func ReplaceFile(path string) error {
	if err := os.Rename(NextFile(path), path); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(path))
}

func syncFolder(name string) error {
	folder, err := os.Open(name) //nolint:gosec // the folder of the key
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
