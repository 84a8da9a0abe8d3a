package media

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"time"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/fetch"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/secret"
	"waymark/internal/kit/write"
)

// MaxBytes is the maximum size of an uploaded file.
const MaxBytes = 10 << 20

// unclaimedAge is how long an upload is kept until the form it was uploaded for is saved.
const unclaimedAge = 24 * time.Hour

// Image is an image in API responses.
type Image struct {
	ID          int64        `json:"id" doc:"Id of the image." example:"310"`
	FullURL     string       `json:"full_url" doc:"URL of the image in its original size." example:"https://go.example.com/files/9f2c/lisbon.jpg"`
	ThumbURL    string       `json:"thumb_url" doc:"URL of a small version for lists." example:"https://go.example.com/files/9f2c/lisbon-thumb.jpg"`
	Width       int          `json:"width" doc:"Width of the original in pixels." example:"1600"`
	Height      int          `json:"height" doc:"Height of the original in pixels." example:"900"`
	Conversions []Conversion `json:"generated_conversions" nullable:"false" doc:"Resized versions of the image."`

	encoded []byte // the image as JSON, if it is cached
}

// Conversion is an image that was resized to one of the sizes.
type Conversion struct {
	Name          string         `json:"name" doc:"Name of the version." example:"card"`
	URL           string         `json:"url" doc:"URL of the version." example:"https://go.example.com/files/9f2c/lisbon-card.jpg"`
	HasConversion bool           `json:"has_conversion" doc:"Whether the version has been generated. Until then, url is that of the original." example:"true"`
	HasResponsive bool           `json:"has_responsive" doc:"Whether the version exists in several widths: see sizes." example:"false"`
	Meta          ConversionMeta `json:"meta" doc:"Size of the version."`
	Sizes         []int          `json:"sizes,omitempty" nullable:"false" doc:"Widths of the available sizes, for srcset." example:"[400, 800]"`
}

// ConversionMeta is the size of a conversion in pixels.
type ConversionMeta struct {
	Width  int `json:"width" doc:"Width in pixels." example:"800"`
	Height int `json:"height" doc:"Height in pixels." example:"450"`
}

// Library stores uploaded images and serves them.
type Library struct {
	Store   *write.Store
	Storage Storage
	Fetch   *fetch.Client
}

type stored struct {
	ID          int64        `db:"id"`
	Key         string       `db:"storage_key"`
	Width       int          `db:"width"`
	Height      int          `db:"height"`
	Conversions []Conversion `db:"conversions"`
}

const storedColumns = "id, storage_key, width, height, conversions"

func (s stored) image() *Image {
	full := "/files/" + s.Key
	img := &Image{ID: s.ID, FullURL: full, ThumbURL: full, Width: s.Width, Height: s.Height, Conversions: []Conversion{}}
	for _, c := range s.Conversions {
		c.URL = "/files/" + c.URL
		if c.Name == "thumb" {
			img.ThumbURL = c.URL
		}
		img.Conversions = append(img.Conversions, c)
	}
	return img
}

// Uploaded is the response to an upload.
type Uploaded struct {
	ID       int64  `json:"id"`
	FullURL  string `json:"full_url"`
	ThumbURL string `json:"thumb_url"`
	Width    int    `json:"width"`
	Height   int    `json:"height"`
	Bytes    int    `json:"bytes"`
}

// Add checks an image, rotates it upright, encodes it again and stores it. It is deleted after a day unless a record
// claims it. Refusals are errors of field.
func (l *Library) Add(ctx context.Context, field string, content []byte) (*Uploaded, error) {
	return l.add(ctx, field, bytes.NewReader(content))
}

// AddFrom is Add for an image that is read into a temporary file first. It returns ErrTooLarge for more than MaxBytes,
// and a SourceError if reading fails.
func (l *Library) AddFrom(ctx context.Context, field string, content io.Reader) (*Uploaded, error) {
	file, err := spool(content, MaxBytes)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	return l.add(ctx, field, file)
}

// AddURL is Add for an image that is fetched from a URL.
func (l *Library) AddURL(ctx context.Context, field, address string) (*Uploaded, error) {
	file, err := newTempFile()
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	if err := l.Fetch.Download(ctx, address, MaxBytes, file); err != nil {
		return nil, fetchError(field, err)
	}
	return l.add(ctx, field, file)
}

// fetchError returns a field error if the address or the page is wrong, and err itself if the server is the reason.
func fetchError(field string, err error) error {
	if _, refused := apierr.As(err); refused || errors.Is(err, context.Canceled) || diskError(err) != nil {
		return err
	}
	if errors.Is(err, fetch.ErrTooLarge) {
		return apierr.Field(field, "The image is larger than 10 MB.")
	}
	return apierr.Field(field, "The image could not be fetched from that address.")
}

func (l *Library) add(ctx context.Context, field string, content io.ReadSeeker) (*Uploaded, error) {
	var original *encoded
	err := decode(ctx, content, func(picture image.Image) (err error) {
		original, err = encodeToFile(ctx, picture)
		return err
	})
	if refused := refusal(""); errors.As(err, &refused) {
		return nil, apierr.Field(field, "%s", refused)
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = original.file.Close() }()
	folder := secret.RandomString(24, "0123456789abcdefghijklmnopqrstuvwxyz")
	key := folder + "/original." + original.extension
	if err := original.store(ctx, l.Storage, key); err != nil {
		_ = l.Storage.Delete(context.WithoutCancel(ctx), folder) // if this fails, SweepOrphans deletes it later
		return nil, err
	}
	uploaded := &Uploaded{
		FullURL: "/files/" + key, ThumbURL: "/files/" + key, Width: original.size.X, Height: original.size.Y,
		Bytes: int(original.bytes),
	}
	err = l.Store.Do(ctx, func(tx *write.Tx) (err error) {
		var by *int64
		if actor := write.ActorOf(ctx); actor.UserID != 0 {
			by = &actor.UserID
		}
		uploaded.ID, err = tx.Insert(ctx, `INSERT INTO uploads (storage_key, content_type, width, height, bytes, conversions,
			created_by_id, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
			key, original.contentType, original.size.X, original.size.Y, original.bytes, "[]", by, tx.Now)
		if err != nil {
			return fmt.Errorf("insert the upload: %w", err)
		}
		return tx.Enqueue(ctx, Convert{UploadID: uploaded.ID})
	})
	if err != nil {
		_ = l.Storage.Delete(context.WithoutCancel(ctx), folder) // no row refers to it
		return nil, err
	}
	return uploaded, nil
}

// encoded is a picture in a temporary file.
type encoded struct {
	file                   *tempFile
	contentType, extension string
	size                   image.Point
	bytes                  int64
}

// encodeToFile encodes a picture into a temporary file, because an encoded photo can take fifty megabytes, and because
// storing it may take longer than the pixels should stay in memory.
func encodeToFile(ctx context.Context, picture image.Image) (*encoded, error) {
	file, err := newTempFile()
	if err != nil {
		return nil, err
	}
	result := &encoded{file: file, size: picture.Bounds().Size()}
	if result.contentType, result.extension, err = encodePicture(contextWriter{file, ctx}, picture); err == nil {
		result.bytes, err = file.Seek(0, io.SeekEnd)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return result, nil
}

// contextWriter makes encoding fail when its context ends.
type contextWriter struct {
	io.Writer
	ctx context.Context //nolint:containedctx // encoders take a writer and no context
}

func (w contextWriter) Write(content []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	return w.Writer.Write(content)
}

func (e *encoded) store(ctx context.Context, storage Storage, key string) error {
	if _, err := e.file.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("store %s: %w", key, err)
	}
	_, err := storage.PutFrom(ctx, key, e.contentType, e.file.File)
	return err
}

// Claim protects the image that a record uses from being swept. It returns false if there is no such image.
func Claim(ctx context.Context, tx *write.Tx, id int64) (bool, error) {
	touched, err := tx.Exec(ctx, "UPDATE uploads SET claimed_at = ? WHERE id = ?", tx.Now, id)
	if err != nil {
		return false, fmt.Errorf("claim image %d: %w", id, err)
	}
	return touched > 0, nil
}

// keptReleased is how long an image that a record no longer shows is kept, so that the change can be undone.
const keptReleased = 30 * 24 * time.Hour

// Release allows the sweep to delete an image, unless another record uses it, when the change can't be undone any
// longer.
func Release(ctx context.Context, tx *write.Tx, id int64) error {
	_, err := tx.Exec(ctx, "UPDATE uploads SET claimed_at = NULL, kept_until = ? WHERE id = ?",
		tx.Now.Add(keptReleased), id)
	if err != nil {
		return fmt.Errorf("release image %d: %w", id, err)
	}
	return nil
}

// Jobs declares the jobs of the library.
func (l *Library) Jobs(set *jobs.Set) {
	jobs.Add(set, jobs.Slow, l.RunConvert)
	jobs.Add(set, jobs.Default, l.RunSweep)
	jobs.Add(set, jobs.Default, l.RunDiscard)
	jobs.Add(set, jobs.Default, l.RunCheck)
	set.Every(time.Hour, Sweep{})
	set.Every(checkInterval, Check{})
}
