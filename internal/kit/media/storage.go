// Package media takes images in, keeps them in a folder or an S3 bucket, and gives them out in the sizes screens need.
package media

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"waymark/internal/kit/secret"
)

// ErrNoFile is returned for a key that holds nothing.
var ErrNoFile = errors.New("no such file")

// Storage keeps files under keys made of letters, digits, dots, dashes and slashes.
type Storage interface {
	Put(ctx context.Context, key, contentType string, content []byte) error
	// PutFrom stores what is read to its end, however long, and tells its size. When the reader fails there is no file.
	PutFrom(ctx context.Context, key, contentType string, content io.Reader) (int64, error)
	Open(ctx context.Context, key string) (io.ReadSeekCloser, error)
	// Delete removes all files under a folder; one that is not there is no error.
	Delete(ctx context.Context, folder string) error
	// Check tells whether the storage can be reached.
	Check(ctx context.Context) error
}

// OpenStorage opens `file:PATH` or `s3://KEY:SECRET@HOST/BUCKET/PREFIX?region=…&insecure=1`.
func OpenStorage(address string) (Storage, error) {
	if path, ok := strings.CutPrefix(address, "file:"); ok {
		if err := os.MkdirAll(path, 0o750); err != nil {
			return nil, fmt.Errorf("make the files folder: %w", err)
		}
		root, err := os.OpenRoot(path)
		if err != nil {
			return nil, fmt.Errorf("open the files folder: %w", err)
		}
		return folder{root}, nil
	}
	if strings.HasPrefix(address, "s3://") {
		return openS3(address)
	}
	return nil, errors.New("storage: want file:PATH or s3://KEY:SECRET@HOST/BUCKET")
}

// folder keeps files below one root that no key can lead out of.
type folder struct{ root *os.Root }

func (f folder) Put(ctx context.Context, key, contentType string, content []byte) error {
	_, err := f.PutFrom(ctx, key, contentType, bytes.NewReader(content))
	return err
}

// A file is written under another name, put on the disk and then moved: it is there whole or not at all.
func (f folder) PutFrom(_ context.Context, key, _ string, content io.Reader) (int64, error) {
	if err := f.root.MkdirAll(filepath.Dir(key), 0o750); err != nil {
		return 0, fmt.Errorf("store %s: %w", key, err)
	}
	partial := key + "." + secret.Letters(8, "0123456789abcdef") + ".partial" // two that write the same file do not meet
	file, err := f.root.Create(partial)
	if err != nil {
		return 0, fmt.Errorf("store %s: %w", key, err)
	}
	size, err := io.Copy(file, content)
	err = errors.Join(err, file.Sync(), file.Close())
	if err == nil {
		err = f.root.Rename(partial, key)
	}
	if err != nil {
		return 0, fmt.Errorf("store %s: %w", key, errors.Join(err, f.root.Remove(partial)))
	}
	if err := f.syncFolder(filepath.Dir(key)); err != nil {
		return 0, fmt.Errorf("store %s: %w", key, err)
	}
	return size, nil
}

// A new name is on the disk once its folder is.
func (f folder) syncFolder(name string) error {
	folder, err := f.root.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

func (f folder) Open(_ context.Context, key string) (io.ReadSeekCloser, error) {
	file, err := f.root.Open(key)
	if err != nil {
		return nil, ErrNoFile
	}
	if info, err := file.Stat(); err != nil || info.IsDir() {
		return nil, errors.Join(ErrNoFile, file.Close())
	}
	return file, nil
}

func (f folder) Delete(_ context.Context, name string) error { return f.root.RemoveAll(name) }

func (f folder) Check(context.Context) error {
	_, err := f.root.Stat(".")
	return err
}

type bucket struct {
	client *minio.Client
	name   string
	prefix string
}

func openS3(address string) (Storage, error) {
	u, err := url.Parse(address)
	if err != nil || u.User == nil || u.Host == "" {
		return nil, errors.New("storage: want s3://KEY:SECRET@HOST/BUCKET")
	}
	name, prefix, _ := strings.Cut(strings.Trim(u.Path, "/"), "/")
	if name == "" {
		return nil, errors.New("storage: the address names no bucket: want s3://KEY:SECRET@HOST/BUCKET")
	}
	secretKey, _ := u.User.Password()
	client, err := minio.New(u.Host, &minio.Options{
		Creds: credentials.NewStaticV4(u.User.Username(), secretKey, ""), Secure: u.Query().Get("insecure") == "", Region: u.Query().Get("region"),
	})
	if err != nil {
		return nil, fmt.Errorf("open the bucket: %w", err)
	}
	if prefix != "" {
		prefix += "/"
	}
	return &bucket{client: client, name: name, prefix: prefix}, nil
}

func (b *bucket) Put(ctx context.Context, key, contentType string, content []byte) error {
	_, err := b.client.PutObject(ctx, b.name, b.prefix+key, bytes.NewReader(content), int64(len(content)), minio.PutObjectOptions{ContentType: contentType})
	if err != nil {
		return fmt.Errorf("store %s: %w", key, err)
	}
	return nil
}

// partSize is how much of a file of unknown length is held at a time. A bucket takes 10,000 parts: 80 GB.
const partSize = 8 << 20

func (b *bucket) PutFrom(ctx context.Context, key, contentType string, content io.Reader) (int64, error) {
	read := &watched{Reader: content}
	done, err := b.client.PutObject(ctx, b.name, b.prefix+key, read, -1, minio.PutObjectOptions{ContentType: contentType, PartSize: partSize, DisableContentSha256: true, SendContentMd5: true})
	if err == nil && read.failed != nil { // the library takes io.ErrUnexpectedEOF for an end
		err = errors.Join(read.failed, b.client.RemoveObject(ctx, b.name, b.prefix+key, minio.RemoveObjectOptions{}))
	}
	if err != nil {
		return 0, fmt.Errorf("store %s: %w", key, err)
	}
	return done.Size, nil
}

// watched remembers what a reader failed with.
type watched struct {
	io.Reader
	failed error
}

func (w *watched) Read(into []byte) (int, error) {
	n, err := w.Reader.Read(into)
	if err != nil && err != io.EOF {
		w.failed = err
	}
	return n, err
}

func (b *bucket) Open(ctx context.Context, key string) (io.ReadSeekCloser, error) {
	object, err := b.client.GetObject(ctx, b.name, b.prefix+key, minio.GetObjectOptions{})
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", key, err)
	}
	if _, err := object.Stat(); err != nil {
		_ = object.Close()
		if minio.ToErrorResponse(err).Code == "NoSuchKey" {
			return nil, ErrNoFile
		}
		return nil, fmt.Errorf("open %s: %w", key, err)
	}
	return object, nil
}

func (b *bucket) Delete(ctx context.Context, name string) error {
	for object := range b.client.ListObjects(ctx, b.name, minio.ListObjectsOptions{Prefix: b.prefix + name + "/", Recursive: true}) {
		if object.Err != nil {
			return fmt.Errorf("delete %s: %w", name, object.Err)
		}
		if err := b.client.RemoveObject(ctx, b.name, object.Key, minio.RemoveObjectOptions{}); err != nil {
			return fmt.Errorf("delete %s: %w", name, err)
		}
	}
	return nil
}

func (b *bucket) Check(ctx context.Context) error {
	found, err := b.client.BucketExists(ctx, b.name)
	if err == nil && !found {
		err = fmt.Errorf("the bucket %s is not there", b.name)
	}
	return err
}
