// Package media takes images in, keeps them in a folder or an S3 bucket, and gives them out in the sizes screens need.
package media

import (
	"context"
	"errors"
	"io"
	"strings"
	"time"
)

// ErrNoFile is returned for a key that holds nothing.
var ErrNoFile = errors.New("no such file")

// Storage keeps files under keys made of letters, digits, dots, dashes and slashes. Errors of a disk or a bucket that
// can't be reached, is full or refuses us are outages to kit/unavailable.
type Storage interface {
	Put(ctx context.Context, key, contentType string, content []byte) error
	// PutFrom stores a reader to its end, however long, and returns the size. When the reader fails there is no file.
	PutFrom(ctx context.Context, key, contentType string, content io.Reader) (int64, error)
	Open(ctx context.Context, key string) (io.ReadSeekCloser, error)
	// Delete removes all files under a folder. A folder that does not exist is no error.
	Delete(ctx context.Context, folder string) error
	// Check reports whether the storage can be reached.
	Check(ctx context.Context) error
	// Folders lists at most limit folders directly under parent, or under the root for "": their names in order, and only
	// those after a name.
	Folders(ctx context.Context, parent, after string, limit int) ([]string, error)
	// Modified is when something in a folder changed last: the zero time for a folder that does not exist.
	Modified(ctx context.Context, folder string) (time.Time, error)
	// Tidy removes what interrupted writes left in a folder before a moment.
	Tidy(ctx context.Context, folder string, before time.Time) error
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
