package media

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"waymark/internal/kit/unavailable"
)

type bucket struct {
	client *minio.Client
	name   string
	prefix string
}

// Limits on a bucket that does not respond. The defaults of the library add up to minutes.
const (
	bucketDialTimeout     = 3 * time.Second
	bucketResponseTimeout = 15 * time.Second
	bucketAttempts        = 2
)

func openBucket(address string) (Storage, error) {
	at, err := parseBucket(address)
	if err != nil {
		return nil, err
	}
	transport, err := minio.DefaultTransport(!at.insecure)
	if err != nil {
		return nil, fmt.Errorf("open the bucket: %w", err)
	}
	transport.DialContext = (&net.Dialer{Timeout: bucketDialTimeout}).DialContext
	transport.ResponseHeaderTimeout = bucketResponseTimeout
	client, err := minio.New(at.host, &minio.Options{
		Creds: credentials.NewStaticV4(at.key, at.secret, ""), Secure: !at.insecure, Region: at.region, Transport: transport,
		MaxRetries: bucketAttempts,
	})
	if err != nil {
		return nil, fmt.Errorf("open the bucket: %w", err)
	}
	return &bucket{client: client, name: at.bucket, prefix: at.prefix}, nil
}

// bucketAddress contains the parts of a bucket's URL.
type bucketAddress struct {
	key, secret, host, bucket, prefix, region string
	insecure                                  bool
}

// None of these errors contains the address, because the address contains a secret.
var (
	errBucketShape  = errors.New("storage: use s3://KEY:SECRET@HOST/BUCKET")
	errNoBucket     = errors.New("storage: the address has no bucket: use s3://KEY:SECRET@HOST/BUCKET")
	errBucketSecret = errors.New("storage: the address can't be read. Use s3://KEY:SECRET@HOST/BUCKET " +
		"and percent-encode the characters / ? # @ : % in the key and the secret: " +
		"/ is %2F, ? is %3F, # is %23, @ is %40, : is %3A, % is %25")
)

// parseBucket parses KEY:SECRET@HOST/BUCKET/PREFIX?region=…&insecure=1. The secrets of S3 often contain slashes, which
// are not valid there in a URL. They are accepted because everything before the last @ belongs to the key and the
// secret.
func parseBucket(address string) (*bucketAddress, error) {
	// A valid URL comes first, because its prefix may contain an @.
	if u, err := url.Parse("s3://" + address); err == nil && u.User != nil {
		secret, _ := u.User.Password()
		return newBucketAddress(u, u.User.Username(), secret)
	}
	at := strings.LastIndexByte(address, '@')
	if at < 0 {
		return nil, errBucketShape
	}
	u, err := url.Parse("s3://" + address[at+1:])
	key, secret, ok := strings.Cut(address[:at], ":")
	if err != nil || !ok {
		return nil, errBucketSecret
	}
	return newBucketAddress(u, unescape(key), unescape(secret))
}

func newBucketAddress(u *url.URL, key, secret string) (*bucketAddress, error) {
	if u.Hostname() == "" || key == "" || secret == "" {
		return nil, errBucketShape
	}
	name, prefix, _ := strings.Cut(strings.Trim(u.Path, "/"), "/")
	if name == "" {
		return nil, errNoBucket
	}
	if strings.Contains(name, "@") { // the secret contains both an @ and a slash
		return nil, errBucketSecret
	}
	if prefix != "" {
		prefix += "/"
	}
	return &bucketAddress{
		key: key, secret: secret, host: u.Host, bucket: name, prefix: prefix,
		region: u.Query().Get("region"), insecure: u.Query().Get("insecure") != "",
	}, nil
}

// unescape decodes percent-encoding. It returns the text unchanged if that is invalid.
func unescape(text string) string {
	if decoded, err := url.PathUnescape(text); err == nil {
		return decoded
	}
	return text
}

// wrap adds the operation and the bucket to an error and marks it as an outage: no error of a bucket is caused by the
// request.
func (b *bucket) wrap(operation, key string, err error) error {
	if err == nil {
		return nil
	}
	return unavailable.Mark(fmt.Errorf("%s %s in the bucket %s: %w", operation, key, b.name, err))
}

func (b *bucket) Put(ctx context.Context, key, contentType string, content []byte) error {
	_, err := b.client.PutObject(
		ctx, b.name, b.prefix+key, bytes.NewReader(content), int64(len(content)),
		minio.PutObjectOptions{ContentType: contentType},
	)
	return b.wrap("store", key, err)
}

// partSize is how much of a file of unknown length is in memory at a time. A bucket accepts 10,000 parts, or 80 GB.
const partSize = 8 << 20

func (b *bucket) PutFrom(ctx context.Context, key, contentType string, content io.Reader) (int64, error) {
	if file, ok := content.(*os.File); ok { // has a known length and needs no memory
		return b.putFile(ctx, key, contentType, file)
	}
	source := &sourceReader{Reader: content}
	info, err := b.client.PutObject(
		ctx, b.name, b.prefix+key, source, -1,
		minio.PutObjectOptions{
			ContentType: contentType, PartSize: partSize, DisableContentSha256: true, SendContentMd5: true,
		},
	)
	if source.failed != nil {
		if err == nil { // the library treats io.ErrUnexpectedEOF as the end of the content
			err = b.client.RemoveObject(ctx, b.name, b.prefix+key, minio.RemoveObjectOptions{})
		}
		return 0, fmt.Errorf("store %s: %w", key, errors.Join(source.failed, err))
	}
	if err != nil {
		return 0, b.wrap("store", key, err)
	}
	return info.Size, nil
}

func (b *bucket) putFile(ctx context.Context, key, contentType string, file *os.File) (int64, error) {
	stat, err := file.Stat()
	if err != nil {
		return 0, fmt.Errorf("store %s: %w", key, err)
	}
	info, err := b.client.PutObject(
		ctx, b.name, b.prefix+key, file, stat.Size(),
		minio.PutObjectOptions{ContentType: contentType, DisableContentSha256: true, SendContentMd5: true},
	)
	return info.Size, b.wrap("store", key, err)
}

func (b *bucket) Open(ctx context.Context, key string) (io.ReadSeekCloser, error) {
	object, err := b.client.GetObject(ctx, b.name, b.prefix+key, minio.GetObjectOptions{})
	if err != nil {
		return nil, b.wrap("open", key, err)
	}
	if _, err := object.Stat(); err != nil {
		_ = object.Close()
		if minio.ToErrorResponse(err).Code == minio.NoSuchKey {
			return nil, ErrNoFile
		}
		return nil, b.wrap("open", key, err)
	}
	return object, nil
}

func (b *bucket) Delete(ctx context.Context, name string) error {
	for object := range b.client.ListObjectsIter(
		ctx, b.name, minio.ListObjectsOptions{Prefix: b.prefix + name + "/", Recursive: true},
	) {
		err := object.Err
		if err == nil {
			err = b.client.RemoveObject(ctx, b.name, object.Key, minio.RemoveObjectOptions{})
		}
		if err != nil {
			return b.wrap("delete", name, err)
		}
	}
	return ctx.Err() // the iterator reports no error when the context ends
}

// Check reports whether the bucket can be used. The error names the bucket for the person who configured it.
func (b *bucket) Check(ctx context.Context) error {
	found, err := b.client.BucketExists(ctx, b.name)
	if err == nil && !found {
		err = errors.New("there is no such bucket")
	}
	if err != nil {
		return unavailable.Mark(fmt.Errorf("the bucket %s at %s can't be used: %w", b.name, b.client.EndpointURL().Host, err))
	}
	return nil
}

func (b *bucket) Folders(ctx context.Context, parent, after string, limit int) ([]string, error) {
	prefix := b.prefix
	if parent != "" {
		prefix += parent + "/"
	}
	options := minio.ListObjectsOptions{Prefix: prefix, MaxKeys: min(limit, 1000)}
	if after != "" {
		options.StartAfter = prefix + after + "0" // "0" follows "/", so this is after everything in that folder
	}
	names := []string{}
	for object := range b.client.ListObjectsIter(ctx, b.name, options) {
		if object.Err != nil {
			return nil, b.wrap("list", parent, object.Err)
		}
		if name, ok := strings.CutSuffix(strings.TrimPrefix(object.Key, prefix), "/"); ok && name > after {
			if names = append(names, name); len(names) == limit {
				break
			}
		}
	}
	return names, ctx.Err()
}

func (b *bucket) LastModified(ctx context.Context, name string) (latest time.Time, err error) {
	for object := range b.client.ListObjectsIter(
		ctx, b.name, minio.ListObjectsOptions{Prefix: b.prefix + name + "/", Recursive: true},
	) {
		if object.Err != nil {
			return latest, b.wrap("list", name, object.Err)
		}
		if object.LastModified.After(latest) {
			latest = object.LastModified
		}
	}
	return latest, ctx.Err()
}

// RemovePartialWrites does nothing: interrupted uploads are not visible as files and are removed by a lifecycle rule.
func (b *bucket) RemovePartialWrites(context.Context, string, time.Time) error { return nil }
