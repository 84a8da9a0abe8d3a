package media

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"path"
	"strings"

	"github.com/minio/minio-go/v7"
	"golang.org/x/sync/errgroup"
)

// walker is a storage whose files can be listed.
type walker interface {
	// eachFile calls fn with the key of every file. It stops at the first error.
	eachFile(ctx context.Context, fn func(key string) error) error
}

func (f folder) eachFile(ctx context.Context, fn func(key string) error) error {
	return f.walk(".", func(at string, info fs.FileInfo) error {
		// Names that start with a dot are folders of a backup or a restore that was interrupted.
		if info.IsDir() && at != "." && strings.HasPrefix(info.Name(), ".") {
			return fs.SkipDir
		}
		if !info.Mode().IsRegular() || strings.HasSuffix(at, partialSuffix) {
			return nil
		}
		return errors.Join(ctx.Err(), fn(at))
	})
}

func (b *bucket) eachFile(ctx context.Context, fn func(key string) error) error {
	options := minio.ListObjectsOptions{Prefix: b.prefix, Recursive: true}
	for object := range b.client.ListObjectsIter(ctx, b.name, options) {
		if object.Err != nil {
			return b.wrap("list", "all files", object.Err)
		}
		if err := fn(strings.TrimPrefix(object.Key, b.prefix)); err != nil {
			return err
		}
	}
	return ctx.Err() // the iterator reports no error when the context ends
}

// CopiedFile is a file that CopyAll has copied, or found to be there already.
type CopiedFile struct {
	Key     string
	Bytes   int64
	Skipped bool
}

// copiesAtOnce is the number of files that are copied at the same time.
const copiesAtOnce = 4

// CopyAll copies all files of a storage into another one, except those that it has already. Each file is read back and
// compared. copied is called for each file, by one goroutine at a time.
func CopyAll(ctx context.Context, from, to Storage, copied func(CopiedFile)) error {
	source, ok := from.(walker)
	if !ok {
		return fmt.Errorf("the files of %T can't be listed", from)
	}
	results := make(chan CopiedFile)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(copiesAtOnce)
	finished := make(chan struct{})
	go func() {
		defer close(finished)
		for result := range results {
			copied(result)
		}
	}()
	err := source.eachFile(ctx, func(key string) error {
		group.Go(func() error {
			result, err := copyFile(ctx, from, to, key)
			if err == nil {
				results <- result
			}
			return err
		})
		return ctx.Err()
	})
	// An error of a file ends the walk with the error of the context.
	if failed := group.Wait(); failed != nil {
		err = failed
	}
	close(results)
	<-finished
	return err
}

func copyFile(ctx context.Context, from, to Storage, key string) (CopiedFile, error) {
	file, err := from.Open(ctx, key)
	if err != nil {
		return CopiedFile{}, fmt.Errorf("read %s: %w", key, err)
	}
	defer func() { _ = file.Close() }()
	size, sum, err := digest(file)
	if err != nil {
		return CopiedFile{}, fmt.Errorf("read %s: %w", key, err)
	}
	same, err := hasFile(ctx, to, key, size, sum)
	if err != nil || same {
		return CopiedFile{Key: key, Bytes: size, Skipped: same}, err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return CopiedFile{}, fmt.Errorf("read %s: %w", key, err)
	}
	if _, err := to.PutFrom(ctx, key, mime.TypeByExtension(path.Ext(key)), file); err != nil {
		return CopiedFile{}, err
	}
	same, err = hasFile(ctx, to, key, size, sum)
	if err == nil && !same {
		err = fmt.Errorf("the copy of %s differs from the file", key)
	}
	return CopiedFile{Key: key, Bytes: size}, err
}

// hasFile reports whether a storage has a file with this size and digest.
func hasFile(ctx context.Context, in Storage, key string, size int64, sum []byte) (bool, error) {
	file, err := in.Open(ctx, key)
	if errors.Is(err, ErrNoFile) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer func() { _ = file.Close() }()
	foundSize, found, err := digest(file)
	if err != nil {
		return false, fmt.Errorf("read %s: %w", key, err)
	}
	return foundSize == size && bytes.Equal(found, sum), nil
}

func digest(file io.Reader) (int64, []byte, error) {
	hash := sha256.New()
	size, err := io.Copy(hash, file)
	return size, hash.Sum(nil), err
}
