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

// Limits on a bucket that does not answer. The library's own add up to minutes.
const (
	bucketDial     = 3 * time.Second
	bucketResponse = 15 * time.Second
	bucketTries    = 2
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
	transport.DialContext = (&net.Dialer{Timeout: bucketDial}).DialContext
	transport.ResponseHeaderTimeout = bucketResponse
	client, err := minio.New(at.host, &minio.Options{
		Creds: credentials.NewStaticV4(at.key, at.secret, ""), Secure: !at.insecure, Region: at.region, Transport: transport, MaxRetries: bucketTries,
	})
	if err != nil {
		return nil, fmt.Errorf("open the bucket: %w", err)
	}
	return &bucket{client: client, name: at.bucket, prefix: at.prefix}, nil
}

// bucketAddress is where a bucket is, and the key to it.
type bucketAddress struct {
	key, secret, host, bucket, prefix, region string
	insecure                                  bool
}

// None of these errors repeats the address, which holds a secret.
var (
	errBucketShape  = errors.New("storage: use s3://KEY:SECRET@HOST/BUCKET")
	errNoBucket     = errors.New("storage: the address has no bucket: use s3://KEY:SECRET@HOST/BUCKET")
	errBucketSecret = errors.New("storage: the address can't be read. Use s3://KEY:SECRET@HOST/BUCKET and percent-encode the characters / ? # @ : % in the key and the secret: " +
		"/ is %2F, ? is %3F, # is %23, @ is %40, : is %3A, % is %25")
)

// parseBucket reads KEY:SECRET@HOST/BUCKET/PREFIX?region=…&insecure=1. Secrets of S3 often have slashes in them. They are
// taken as they are, since everything before the last @ belongs to the key and the secret.
func parseBucket(address string) (*bucketAddress, error) {
	// An @ may also be part of the prefix, where a valid URL has it.
	if u, err := url.Parse("s3://" + address); err == nil && u.User != nil {
		secret, _ := u.User.Password()
		return placeInBucket(u, u.User.Username(), secret)
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
	return placeInBucket(u, unescaped(key), unescaped(secret))
}

func placeInBucket(u *url.URL, key, secret string) (*bucketAddress, error) {
	if u.Hostname() == "" || key == "" || secret == "" {
		return nil, errBucketShape
	}
	name, prefix, _ := strings.Cut(strings.Trim(u.Path, "/"), "/")
	if name == "" {
		return nil, errNoBucket
	}
	if strings.Contains(name, "@") { // the secret has both an @ and a slash
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

// unescaped decodes percent-encoding, and leaves text alone that has none.
func unescaped(text string) string {
	if decoded, err := url.PathUnescape(text); err == nil {
		return decoded
	}
	return text
}

// failed describes an error of the bucket. Whatever the reason, it is not the caller's fault: all are outages.
func (b *bucket) failed(act, key string, err error) error {
	if err == nil {
		return nil
	}
	return unavailable.Mark(fmt.Errorf("%s %s in the bucket %s: %w", act, key, b.name, err))
}

func (b *bucket) Put(ctx context.Context, key, contentType string, content []byte) error {
	_, err := b.client.PutObject(ctx, b.name, b.prefix+key, bytes.NewReader(content), int64(len(content)), minio.PutObjectOptions{ContentType: contentType})
	return b.failed("store", key, err)
}

// partSize is how much of a file of unknown length is held at a time. A bucket takes 10,000 parts: 80 GB.
const partSize = 8 << 20

func (b *bucket) PutFrom(ctx context.Context, key, contentType string, content io.Reader) (int64, error) {
	if file, ok := content.(*os.File); ok { // of a known length, and sent from the disk
		return b.putFile(ctx, key, contentType, file)
	}
	source := &sourceReader{Reader: content}
	done, err := b.client.PutObject(ctx, b.name, b.prefix+key, source, -1, minio.PutObjectOptions{ContentType: contentType, PartSize: partSize, DisableContentSha256: true, SendContentMd5: true})
	if source.failed != nil {
		if err == nil { // the library takes io.ErrUnexpectedEOF for an end
			err = b.client.RemoveObject(ctx, b.name, b.prefix+key, minio.RemoveObjectOptions{})
		}
		return 0, fmt.Errorf("store %s: %w", key, errors.Join(source.failed, err))
	}
	if err != nil {
		return 0, b.failed("store", key, err)
	}
	return done.Size, nil
}

func (b *bucket) putFile(ctx context.Context, key, contentType string, file *os.File) (int64, error) {
	info, err := file.Stat()
	if err != nil {
		return 0, fmt.Errorf("store %s: %w", key, err)
	}
	done, err := b.client.PutObject(ctx, b.name, b.prefix+key, file, info.Size(), minio.PutObjectOptions{ContentType: contentType, DisableContentSha256: true, SendContentMd5: true})
	return done.Size, b.failed("store", key, err)
}

func (b *bucket) Open(ctx context.Context, key string) (io.ReadSeekCloser, error) {
	object, err := b.client.GetObject(ctx, b.name, b.prefix+key, minio.GetObjectOptions{})
	if err != nil {
		return nil, b.failed("open", key, err)
	}
	if _, err := object.Stat(); err != nil {
		_ = object.Close()
		if minio.ToErrorResponse(err).Code == minio.NoSuchKey {
			return nil, ErrNoFile
		}
		return nil, b.failed("open", key, err)
	}
	return object, nil
}

func (b *bucket) Delete(ctx context.Context, name string) error {
	for object := range b.client.ListObjectsIter(ctx, b.name, minio.ListObjectsOptions{Prefix: b.prefix + name + "/", Recursive: true}) {
		err := object.Err
		if err == nil {
			err = b.client.RemoveObject(ctx, b.name, object.Key, minio.RemoveObjectOptions{})
		}
		if err != nil {
			return b.failed("delete", name, err)
		}
	}
	return ctx.Err() // a list that is cut off reports no error of its own
}

// Check names the bucket, because the message is for the person who set it up.
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
		options.StartAfter = prefix + after + "0" // the character behind the slash: past everything in that folder
	}
	names := []string{}
	for object := range b.client.ListObjectsIter(ctx, b.name, options) {
		if object.Err != nil {
			return nil, b.failed("list", parent, object.Err)
		}
		if name, ok := strings.CutSuffix(strings.TrimPrefix(object.Key, prefix), "/"); ok && name > after {
			if names = append(names, name); len(names) == limit {
				break
			}
		}
	}
	return names, ctx.Err()
}

func (b *bucket) Modified(ctx context.Context, name string) (latest time.Time, err error) {
	for object := range b.client.ListObjectsIter(ctx, b.name, minio.ListObjectsOptions{Prefix: b.prefix + name + "/", Recursive: true}) {
		if object.Err != nil {
			return latest, b.failed("list", name, object.Err)
		}
		if object.LastModified.After(latest) {
			latest = object.LastModified
		}
	}
	return latest, ctx.Err()
}

// Tidy has nothing to do: what an interrupted write leaves in a bucket is no file, and is removed by a lifecycle rule.
func (b *bucket) Tidy(context.Context, string, time.Time) error { return nil }
