package backupproof

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"waymark/internal/kit/db"
)

// Archive is an archive that must be refused.
type Archive struct {
	Name    string
	Content []byte
}

// part is an entry of an archive that is built by hand.
type part struct {
	header  tar.Header
	content []byte
}

func file(name string, content []byte) part {
	return part{tar.Header{Name: name, Size: int64(len(content)), Mode: 0o600, Typeflag: tar.TypeReg}, content}
}

func special(name string, kind byte, target string) part {
	return part{header: tar.Header{Name: name, Typeflag: kind, Linkname: target, Mode: 0o600}}
}

// pack builds a compressed archive. An entry whose content is shorter than its size ends the archive there.
func pack(parts []part) []byte {
	var out bytes.Buffer
	compressed, _ := gzip.NewWriterLevel(&out, gzip.BestSpeed)
	packed := tar.NewWriter(compressed)
	for _, p := range parts {
		_ = packed.WriteHeader(&p.header)
		_, _ = packed.Write(p.content)
	}
	_ = packed.Close() // fails when an entry is incomplete, as intended
	_ = compressed.Close()
	return out.Bytes()
}

// seal appends the digest of everything before it, as the format requires.
func seal(content []byte) []byte {
	sum := sha256.Sum256(content)
	sealed := append(bytes.Clone(content), 0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 0xff, 36, 0, 'W', 'M', 32, 0)
	sealed = append(sealed, sum[:]...)
	return append(sealed, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0)
}

type manifestLine struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

// manifest lists parts as they are.
func manifest(parts []part) []manifestLine {
	lines := []manifestLine{}
	for _, p := range parts {
		sum := sha256.Sum256(p.content)
		lines = append(lines, manifestLine{p.header.Name, p.header.Size, hex.EncodeToString(sum[:])})
	}
	return lines
}

func manifestFile(lines []manifestLine) part {
	var content bytes.Buffer
	for _, line := range lines {
		encoded, _ := json.Marshal(line)
		content.Write(append(encoded, '\n'))
	}
	return file("manifest.jsonl", content.Bytes())
}

// whole builds an archive that is wrong only in its parts: manifest and digest are right.
func whole(parts ...part) []byte {
	return seal(pack(append(slices.Clone(parts), manifestFile(manifest(parts)))))
}

// listing builds an archive with a manifest of its own.
func listing(parts []part, change func([]manifestLine) []manifestLine) []byte {
	return seal(pack(append(slices.Clone(parts), manifestFile(change(manifest(parts))))))
}

// contents unpacks a good archive.
func contents(archive []byte) (map[string][]byte, error) {
	compressed, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		return nil, err
	}
	found, packed := map[string][]byte{}, tar.NewReader(compressed)
	for {
		header, err := packed.Next()
		if errors.Is(err, io.EOF) {
			return found, nil
		}
		if err != nil {
			return nil, err
		}
		if found[header.Name], err = io.ReadAll(packed); err != nil {
			return nil, err
		}
	}
}

// changed is a database after some statements.
func changed(ctx context.Context, database []byte, statements ...string) ([]byte, error) {
	folder, err := os.MkdirTemp("", "waymark-proof-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	path := filepath.Join(folder, "changed.db")
	if err := os.WriteFile(path, database, 0o600); err != nil { //nolint:gosec // in a temporary folder
		return nil, err
	}
	d, err := db.Open(ctx, "sqlite:"+path)
	if err != nil {
		return nil, err
	}
	for _, statement := range statements {
		if _, err := d.Writer().Exec(ctx, statement); err != nil {
			return nil, errors.Join(fmt.Errorf("%s: %w", statement, err), d.Close())
		}
	}
	if err := d.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(path) //nolint:gosec // written a moment ago
}

// handMade are the parts of a good archive, from which others are built.
type handMade struct {
	good    []byte
	info    map[string]any
	variant map[string][]byte // the database after some statements

	backup, database, key, upload part
	parts                         []part
}

// HandMade builds archives that must be refused from the parts of a good one, which includes its key.
func HandMade(ctx context.Context, good []byte) ([]Archive, error) {
	in, err := contents(good)
	if err != nil {
		return nil, err
	}
	h := &handMade{
		good: good, variant: map[string][]byte{}, backup: file("backup.json", in["backup.json"]), database: file("waymark.db",
			in["waymark.db"]),
		key: file("secret.key", in["secret.key"]), upload: file("files/a/x.jpg", []byte("picture")),
	}
	h.parts = []part{h.backup, h.database, h.key, h.upload}
	if len(h.key.content) == 0 {
		return nil, errors.New("the good archive has no key")
	}
	if err := json.Unmarshal(in["backup.json"], &h.info); err != nil {
		return nil, err
	}
	for name, statements := range map[string][]string{
		"newer":  {"UPDATE goose_db_version SET version_id = 99999 WHERE id = (SELECT max(id) FROM goose_db_version)"},
		"unused": {"DELETE FROM installation"},
		"unsound": {
			"PRAGMA writable_schema = ON",
			"UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'countries') WHERE name = 'languages'",
		},
		"otherKey":  {"UPDATE installation SET value = '0123456789abcdef' WHERE key = 'secret_key_fingerprint'"},
		"unrelated": {"DROP TABLE goose_db_version"},
	} {
		if h.variant[name], err = changed(ctx, in["waymark.db"], statements...); err != nil {
			return nil, err
		}
	}
	return slices.Concat(h.incomplete(), h.badManifests(), h.badEntries(), h.badDescriptions(), h.badDatabases(),
		h.extraBytes()), nil
}

// described returns backup.json with another value under a key, or without the key.
func (h *handMade) described(key string, value any) part {
	copied := maps.Clone(h.info)
	if copied[key] = value; value == nil {
		delete(copied, key)
	}
	encoded, _ := json.Marshal(copied)
	return file("backup.json", encoded)
}

// with returns a whole archive that also has a file of this name.
func (h *handMade) with(name string) []byte {
	return whole(h.backup, h.database, h.key, file(name, []byte("x")))
}

func (h *handMade) incomplete() []Archive {
	return []Archive{
		{"an empty file", nil},
		{"text", []byte("this is not a backup\n")},
		{"an empty stream", pack(nil)[:10]},
		{"an empty archive", pack(nil)},
		{"an empty archive with a digest", seal(pack(nil))},
		{"a key only", pack([]part{h.key})},
		{"a key only, with a manifest", whole(h.backup, h.key)},
		{"a database of three bytes", pack([]part{file("waymark.db", []byte("abc"))})},
		{"a database of three bytes, with a manifest", whole(h.backup, file("waymark.db", []byte("abc")), h.key)},
		{"an empty database, with a manifest", whole(h.backup, file("waymark.db", nil), h.key)},
		{"the format without a manifest", pack(h.parts[1:])},
		{"no manifest", seal(pack(h.parts))},
		{"a manifest only", seal(pack([]part{manifestFile(nil)}))},
		{"no digest", pack(append(slices.Clone(h.parts), manifestFile(manifest(h.parts))))},
	}
}

func (h *handMade) badManifests() []Archive {
	return []Archive{
		{"an empty manifest", listing(h.parts, func([]manifestLine) []manifestLine { return nil })},
		{"a file that is not in the manifest", listing(h.parts, func(l []manifestLine) []manifestLine { return l[:3] })},
		{"a missing file", listing(h.parts[:3], func(l []manifestLine) []manifestLine {
			return append(l,
				manifest(h.parts[3:])...)
		})},
		{
			"another digest in the manifest",
			listing(h.parts, func(l []manifestLine) []manifestLine { l[3].SHA256 = l[2].SHA256; return l }),
		},
		{
			"another size in the manifest",
			listing(h.parts, func(l []manifestLine) []manifestLine { l[3].Size = 1 << 62; return l }),
		},
		{"a manifest that is not last", seal(pack(append([]part{h.backup, h.database, h.key, manifestFile(manifest(h.parts))},
			h.upload)))},
	}
}

func (h *handMade) badEntries() []Archive {
	huge := part{tar.Header{Name: "files/huge", Size: 1 << 40, Typeflag: tar.TypeReg, Mode: 0o600}, []byte("little")}
	return []Archive{
		{"a file twice", whole(h.backup, h.database, h.key, h.upload, h.upload)},
		{"the database twice", whole(h.backup, h.database, h.database, h.key)},
		{"the key before the database", whole(h.backup, h.key, h.database)},
		{"no database", whole(h.backup, h.key, h.upload)},
		{"an absolute name", h.with("/etc/waymark")},
		{"a name outside", h.with("../outside")},
		{"a name outside the files", h.with("files/../../outside")},
		{"an unknown name", h.with("readme.txt")},
		{"a symbolic link", whole(h.backup, h.database, h.key, special("files/link", tar.TypeSymlink, "/etc/passwd"))},
		{"a hard link", whole(h.backup, h.database, h.key, special("files/link", tar.TypeLink, "secret.key"))},
		{"a folder", whole(h.backup, h.database, h.key, special("files/folder/", tar.TypeDir, ""))},
		{"a device", whole(h.backup, h.database, h.key, special("files/device", tar.TypeChar, ""))},
		{"a huge declared size", whole(h.backup, h.database, h.key, huge)},
	}
}

func (h *handMade) badDescriptions() []Archive {
	return []Archive{
		{"a later format", whole(h.described("format", 3), h.database, h.key)},
		{"an unknown format", whole(h.described("format", 0), h.database, h.key)},
		{"no format", whole(h.described("format", nil), h.database, h.key)},
		{"a format that is no number", whole(h.described("format", "2"), h.database, h.key)},
		{"another schema than described", whole(h.described("schema", 1), h.database, h.key)},
	}
}

func (h *handMade) badDatabases() []Archive {
	return []Archive{
		{"a later schema", whole(h.described("schema", 99999), file("waymark.db", h.variant["newer"]), h.key)},
		{"a database that fails integrity_check", whole(h.backup, file("waymark.db", h.variant["unsound"]), h.key)},
		{"a database without a fingerprint", whole(h.backup, file("waymark.db", h.variant["unused"]), h.key)},
		{"a database without a schema", whole(h.backup, file("waymark.db", h.variant["unrelated"]), h.key)},
		{"a key that does not match", whole(h.backup, h.database, file("secret.key", []byte("another key of some length")))},
		{"a database that does not match the key", whole(h.backup, file("waymark.db", h.variant["otherKey"]), h.key)},
		{"a key that is too short", whole(h.backup, h.database, file("secret.key", []byte("short")))},
		{"a key that is missing", whole(h.backup, h.database)},
		{"a key that is not announced", whole(h.described("includes_key", false), h.database, h.key)},
	}
}

func (h *handMade) extraBytes() []Archive {
	return []Archive{
		{"a byte appended", append(bytes.Clone(h.good), 0)},
		{"two backups in one file", append(bytes.Clone(h.good), h.good...)},
		{"bytes before it", append([]byte{0}, h.good...)},
	}
}
