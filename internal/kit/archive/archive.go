// Package archive writes and reads the file format of backups.
//
// A backup is a gzip-compressed tar file that standard tools can unpack. Its entries are, in this order: backup.json
// (what the backup is and which version made it), the database, the secret key when it is included, the uploaded
// files, and manifest.jsonl with the name, size and SHA-256 of every entry before it. The compressed stream is
// followed by an empty gzip member whose header contains the SHA-256 of all bytes before it. Neither gzip nor tar
// checks every bit (the gzip header and the padding of its last block are unprotected), so only this digest makes
// any change to the file detectable. It protects against damage, not against forgery.
package archive

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Format is the version of the format that this package writes. Version 1 had no manifest.
const Format = 2

// The names of the entries.
const (
	Database = "waymark.db"
	Key      = "secret.key"
	Files    = "files/" // prefix of uploaded files

	infoName     = "backup.json"
	manifestName = "manifest.jsonl"
)

// Limits on what a reader keeps in memory.
const (
	maxInfoSize     = 64 << 10
	maxManifestLine = 64 << 10
)

// Info describes a backup. It is the archive's first entry.
type Info struct {
	Format      int       `json:"format"`
	Version     string    `json:"version"` // of the product that made the backup
	Schema      int64     `json:"schema"`  // number of the newest migration in the database
	CreatedAt   time.Time `json:"created_at"`
	IncludesKey bool      `json:"includes_key"`
}

// Summary counts the contents of an archive.
type Summary struct {
	Files int64 // entries other than backup.json and the manifest
	Bytes int64 // their total size
}

// entry is a line of the manifest.
type entry struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

func (e entry) line() ([]byte, error) {
	encoded, err := json.Marshal(e)
	return append(encoded, '\n'), err
}

// Errors that callers react to.
var (
	// ErrNoManifest is returned for archives in the format of earlier versions.
	ErrNoManifest = errors.New("the archive has no manifest")
	// ErrDamaged is returned when the content differs from what was written.
	ErrDamaged = errors.New("the archive is damaged")
	// ErrInvalid is returned for archives that were not written by this package.
	ErrInvalid = errors.New("this is not a valid backup")
)

func damaged(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrDamaged, fmt.Sprintf(format, args...))
}

func invalid(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrInvalid, fmt.Sprintf(format, args...))
}

// trailerSize is the length of what trailer returns.
const trailerSize = 10 + 2 + 4 + sha256.Size + 2 + 8

// trailer returns an empty gzip member with a digest in its extra field. Unpacking tools skip it without a warning.
func trailer(digest []byte) []byte {
	member := []byte{0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 0xff}
	member = binary.LittleEndian.AppendUint16(member, 4+sha256.Size)
	member = append(member, 'W', 'M')
	member = binary.LittleEndian.AppendUint16(member, sha256.Size)
	member = append(member, digest...)
	member = append(member, 3, 0)                 // an empty final block
	return append(member, 0, 0, 0, 0, 0, 0, 0, 0) // checksum and size of nothing
}

// ValidName reports whether an entry of this name can be part of an archive.
func ValidName(name string) bool {
	switch name {
	case Database, Key:
		return true
	}
	inside, ok := strings.CutPrefix(name, Files)
	return ok && fs.ValidPath(inside) && inside != "." && !strings.Contains(name, "\x00") &&
		filepath.IsLocal(filepath.FromSlash(inside))
}

// order returns a key that sorts names as a walk through their folders finds them. Entries in strictly ascending
// order have no duplicates, which a reader can check without remembering all names.
func order(name string) string {
	switch name {
	case infoName:
		return ""
	case Database:
		return "1"
	case Key:
		return "2"
	}
	return "3" + strings.ReplaceAll(name, "/", "\x00")
}

// spool keeps manifest lines in a temporary file, so that memory doesn't grow with the number of files.
type spool struct{ file *os.File }

func newSpool(folder string) (*spool, error) {
	file, err := os.CreateTemp(folder, ".waymark-manifest-*")
	if err != nil {
		return nil, fmt.Errorf("temporary manifest: %w", err)
	}
	// A file without a name disappears with the process. On systems that can't remove open files, close removes it.
	_ = os.Remove(file.Name())
	return &spool{file}, nil
}

func (s *spool) add(e entry) error {
	line, err := e.line()
	if err != nil {
		return err
	}
	_, err = s.file.Write(line)
	return err
}

func (s *spool) rewind() (size int64, err error) {
	if size, err = s.file.Seek(0, io.SeekCurrent); err != nil {
		return 0, err
	}
	_, err = s.file.Seek(0, io.SeekStart)
	return size, err
}

func (s *spool) close() {
	_ = s.file.Close()
	_ = os.Remove(s.file.Name())
}

func decodeInfo(content []byte) (Info, error) {
	var version struct {
		Format int `json:"format"`
	}
	// The version is decoded first because a later format may have other fields.
	if err := json.Unmarshal(content, &version); err != nil {
		return Info{}, invalid("%s can't be read", infoName)
	}
	if version.Format > Format {
		return Info{},
			invalid("it has format %d, made by a later version of Waymark; this version reads format %d", version.Format, Format)
	}
	if version.Format != Format {
		return Info{}, invalid("it names the unknown format %d", version.Format)
	}
	var info Info
	decoder := json.NewDecoder(bytes.NewReader(content))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&info); err != nil {
		return Info{}, invalid("%s can't be read", infoName)
	}
	return info, nil
}
