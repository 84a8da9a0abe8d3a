package media

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/minio/minio-go/v7"
)

// Bucket is a storage in S3 whose files can be listed and removed individually.
type Bucket interface {
	Storage
	// List returns the keys that start with a prefix, without those in subfolders.
	List(ctx context.Context, prefix string) ([]string, error)
	// Remove removes a file. It returns nil if the file doesn't exist.
	Remove(ctx context.Context, key string) error
}

// OpenBucket opens `s3://KEY:SECRET@HOST/BUCKET/PREFIX`.
func OpenBucket(address string) (Bucket, error) {
	storage, err := OpenStorage(address)
	if err != nil {
		return nil, err
	}
	opened, ok := storage.(Bucket)
	if !ok {
		return nil, errors.New("this is not the address of a bucket")
	}
	return opened, nil
}

func (b *bucket) List(ctx context.Context, prefix string) ([]string, error) {
	keys := []string{}
	for object := range b.client.ListObjects(ctx, b.name, minio.ListObjectsOptions{Prefix: b.prefix + prefix}) {
		if object.Err != nil {
			return nil, fmt.Errorf("list the bucket: %w", object.Err)
		}
		if key := strings.TrimPrefix(object.Key, b.prefix); !strings.HasSuffix(key, "/") {
			keys = append(keys, key)
		}
	}
	return keys, nil
}

func (b *bucket) Remove(ctx context.Context, key string) error {
	if err := b.client.RemoveObject(ctx, b.name, b.prefix+key, minio.RemoveObjectOptions{}); err != nil {
		return fmt.Errorf("remove %s: %w", key, err)
	}
	return nil
}
