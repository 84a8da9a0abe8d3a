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

// part is an entry of an archive built by hand.
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

// pack builds a compressed archive. It ends at the first entry whose content is shorter than its declared size.
func pack(parts []part) []byte {
	var out bytes.Buffer
	compressed, _ := gzip.NewWriterLevel(&out, gzip.BestSpeed)
	packed := tar.NewWriter(compressed)
	for _, p := range parts {
		_ = packed.WriteHeader(&p.header)
		_, _ = packed.Write(p.content)
	}
	_ = packed.Close() // Fails if an entry is incomplete, as intended.
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

// manifest lists the parts with their actual sizes and digests.
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

// sealed builds an archive with a correct manifest and digest.
func sealed(parts ...part) []byte {
	return seal(pack(append(slices.Clone(parts), manifestFile(manifest(parts)))))
}

// withManifest builds an archive with a modified manifest and a correct digest.
func withManifest(parts []part, change func([]manifestLine) []manifestLine) []byte {
	return seal(pack(append(slices.Clone(parts), manifestFile(change(manifest(parts))))))
}

// unpack returns the content of each file in a good archive.
func unpack(archive []byte) (map[string][]byte, error) {
	compressed, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		return nil, err
	}
	files, packed := map[string][]byte{}, tar.NewReader(compressed)
	for {
		header, err := packed.Next()
		if errors.Is(err, io.EOF) {
			return files, nil
		}
		if err != nil {
			return nil, err
		}
		if files[header.Name], err = io.ReadAll(packed); err != nil {
			return nil, err
		}
	}
}

// modified returns the database after running the statements on it.
func modified(ctx context.Context, database []byte, statements ...string) ([]byte, error) {
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
	return os.ReadFile(path) //nolint:gosec // written above
}

// builder builds archives from the parts of a good one.
type builder struct {
	good    []byte
	info    map[string]any
	variant map[string][]byte // damaged databases, by name

	backup, database, key, upload part
	parts                         []part
}

// HandMade builds archives that must be refused from the parts of a good one, which must contain its secret key.
func HandMade(ctx context.Context, good []byte) ([]Archive, error) {
	in, err := unpack(good)
	if err != nil {
		return nil, err
	}
	b := &builder{
		good:     good,
		variant:  map[string][]byte{},
		backup:   file("backup.json", in["backup.json"]),
		database: file("waymark.db", in["waymark.db"]),
		key:      file("secret.key", in["secret.key"]),
		upload:   file("files/a/x.jpg", []byte("picture")),
	}
	b.parts = []part{b.backup, b.database, b.key, b.upload}
	if len(b.key.content) == 0 {
		return nil, errors.New("the good archive has no key")
	}
	if err := json.Unmarshal(in["backup.json"], &b.info); err != nil {
		return nil, err
	}
	for name, statements := range map[string][]string{
		"newer": {
			"UPDATE goose_db_version SET version_id = 99999 WHERE id = (SELECT max(id) FROM goose_db_version)",
			"UPDATE installation SET value = '99999' WHERE key = 'compatible_from'",
		},
		"unused": {"DELETE FROM installation"},
		"unsound": {
			"PRAGMA writable_schema = ON",
			`UPDATE sqlite_schema
			SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'countries')
			WHERE name = 'languages'`,
		},
		"otherKey":  {"UPDATE installation SET value = '0123456789abcdef' WHERE key = 'secret_key_fingerprint'"},
		"unrelated": {"DROP TABLE goose_db_version"},
	} {
		if b.variant[name], err = modified(ctx, in["waymark.db"], statements...); err != nil {
			return nil, err
		}
	}
	return slices.Concat(b.incomplete(), b.badManifests(), b.badEntries(), b.badDescriptions(), b.badDatabases(),
		b.extraBytes()), nil
}

// described returns backup.json with another value for a key, or without the key if value is nil.
func (b *builder) described(key string, value any) part {
	copied := maps.Clone(b.info)
	if copied[key] = value; value == nil {
		delete(copied, key)
	}
	encoded, _ := json.Marshal(copied)
	return file("backup.json", encoded)
}

// with returns an archive that also contains a file of the given name.
func (b *builder) with(name string) []byte {
	return sealed(b.backup, b.database, b.key, file(name, []byte("x")))
}

func (b *builder) incomplete() []Archive {
	return []Archive{
		{"an empty file", nil},
		{"text", []byte("this is not a backup\n")},
		{"an empty stream", pack(nil)[:10]},
		{"an empty archive", pack(nil)},
		{"an empty archive with a digest", seal(pack(nil))},
		{"a key only", pack([]part{b.key})},
		{"a key only, with a manifest", sealed(b.backup, b.key)},
		{"a database of three bytes", pack([]part{file("waymark.db", []byte("abc"))})},
		{"a database of three bytes, with a manifest", sealed(b.backup, file("waymark.db", []byte("abc")), b.key)},
		{"an empty database, with a manifest", sealed(b.backup, file("waymark.db", nil), b.key)},
		{"the format without a manifest", pack(b.parts[1:])},
		{"no manifest", seal(pack(b.parts))},
		{"a manifest only", seal(pack([]part{manifestFile(nil)}))},
		{"no digest", pack(append(slices.Clone(b.parts), manifestFile(manifest(b.parts))))},
	}
}

func (b *builder) badManifests() []Archive {
	return []Archive{
		{"an empty manifest", withManifest(b.parts, func([]manifestLine) []manifestLine {
			return nil
		})},
		{"a file that is not in the manifest", withManifest(b.parts, func(l []manifestLine) []manifestLine {
			return l[:3]
		})},
		{"a missing file", withManifest(b.parts[:3], func(l []manifestLine) []manifestLine {
			return append(l, manifest(b.parts[3:])...)
		})},
		{"another digest in the manifest", withManifest(b.parts, func(l []manifestLine) []manifestLine {
			l[3].SHA256 = l[2].SHA256
			return l
		})},
		{"another size in the manifest", withManifest(b.parts, func(l []manifestLine) []manifestLine {
			l[3].Size = 1 << 62
			return l
		})},
		{"a manifest that is not last", seal(pack([]part{
			b.backup, b.database, b.key, manifestFile(manifest(b.parts)), b.upload,
		}))},
	}
}

func (b *builder) badEntries() []Archive {
	huge := part{tar.Header{Name: "files/huge", Size: 1 << 40, Typeflag: tar.TypeReg, Mode: 0o600}, []byte("little")}
	return []Archive{
		{"a file twice", sealed(b.backup, b.database, b.key, b.upload, b.upload)},
		{"the database twice", sealed(b.backup, b.database, b.database, b.key)},
		{"the key before the database", sealed(b.backup, b.key, b.database)},
		{"no database", sealed(b.backup, b.key, b.upload)},
		{"an absolute name", b.with("/etc/waymark")},
		{"a name outside", b.with("../outside")},
		{"a name outside the files", b.with("files/../../outside")},
		{"an unknown name", b.with("readme.txt")},
		{"a symbolic link", sealed(b.backup, b.database, b.key, special("files/link", tar.TypeSymlink, "/etc/passwd"))},
		{"a hard link", sealed(b.backup, b.database, b.key, special("files/link", tar.TypeLink, "secret.key"))},
		{"a folder", sealed(b.backup, b.database, b.key, special("files/folder/", tar.TypeDir, ""))},
		{"a device", sealed(b.backup, b.database, b.key, special("files/device", tar.TypeChar, ""))},
		{"a huge declared size", sealed(b.backup, b.database, b.key, huge)},
	}
}

func (b *builder) badDescriptions() []Archive {
	return []Archive{
		{"a later format", sealed(b.described("format", 3), b.database, b.key)},
		{"an unknown format", sealed(b.described("format", 0), b.database, b.key)},
		{"no format", sealed(b.described("format", nil), b.database, b.key)},
		{"a format that is no number", sealed(b.described("format", "2"), b.database, b.key)},
		{"another schema than described", sealed(b.described("schema", 1), b.database, b.key)},
	}
}

func (b *builder) badDatabases() []Archive {
	return []Archive{
		{"a later schema", sealed(b.described("schema", 99999), file("waymark.db", b.variant["newer"]), b.key)},
		{"a database that fails integrity_check", sealed(b.backup, file("waymark.db", b.variant["unsound"]), b.key)},
		{"a database without a fingerprint", sealed(b.backup, file("waymark.db", b.variant["unused"]), b.key)},
		{"a database without a schema", sealed(b.backup, file("waymark.db", b.variant["unrelated"]), b.key)},
		{"a key that does not match", sealed(b.backup, b.database, file("secret.key", []byte("another key of some length")))},
		{"a database that does not match the key", sealed(b.backup, file("waymark.db", b.variant["otherKey"]), b.key)},
		{"a key that is too short", sealed(b.backup, b.database, file("secret.key", []byte("short")))},
		{"a key that is missing", sealed(b.backup, b.database)},
		{"a key that is not announced", sealed(b.described("includes_key", false), b.database, b.key)},
	}
}

func (b *builder) extraBytes() []Archive {
	return []Archive{
		{"a byte appended", append(bytes.Clone(b.good), 0)},
		{"two backups in one file", append(bytes.Clone(b.good), b.good...)},
		{"bytes before it", append([]byte{0}, b.good...)},
	}
}
