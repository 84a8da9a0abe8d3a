// Package media accepts uploaded images, stores them in a folder or an S3 bucket, and serves them in several sizes.
package media

import (
	"context"
	"errors"
	"io"
	"strings"
	"time"
)

// ErrNoFile is returned for a key without a file.
var ErrNoFile = errors.New("no such file")

// Storage stores files under keys of letters, digits, dots, dashes and slashes. If the disk or the bucket can't be
// reached, is full or refuses access, the error is an outage as defined by package unavailable.
type Storage interface {
	Put(ctx context.Context, key, contentType string, content []byte) error
	// PutFrom stores the content of a reader of any length and returns its size. If the reader fails, no file is stored.
	PutFrom(ctx context.Context, key, contentType string, content io.Reader) (int64, error)
	Open(ctx context.Context, key string) (io.ReadSeekCloser, error)
	// Delete removes all files in a folder. It returns nil if the folder does not exist.
	Delete(ctx context.Context, folder string) error
	// Check returns an error if the storage can't be used.
	Check(ctx context.Context) error
	// Folders returns the sorted names of at most limit folders directly under parent, or under the root for "", that come
	// after the name after.
	Folders(ctx context.Context, parent, after string, limit int) ([]string, error)
	// LastModified returns when something in a folder was last changed, or the zero time if the folder does not exist.
	LastModified(ctx context.Context, folder string) (time.Time, error)
	// RemovePartialWrites removes files of interrupted writes that are older than before.
	RemovePartialWrites(ctx context.Context, folder string, before time.Time) error
}

// OpenStorage opens `file:PATH` or `s3://KEY:SECRET@HOST/BUCKET/PREFIX?region=…&insecure=1`.
func OpenStorage(address string) (Storage, error) {
	if path, ok := strings.CutPrefix(address, "file:"); ok {
		return openFolder(path)
	}
	if rest, ok := strings.CutPrefix(address, "s3://"); ok {
		return openBucket(rest)
	}
	return nil, errors.New("storage: use file:PATH or s3://KEY:SECRET@HOST/BUCKET")
}
