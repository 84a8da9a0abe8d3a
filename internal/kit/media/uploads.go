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
	"waymark/internal/kit/db"
	"waymark/internal/kit/fetch"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/secret"
	"waymark/internal/kit/write"
)

// MaxBytes is the largest file that is taken.
const MaxBytes = 10 << 20

// unclaimedFor is how long an upload may wait for the form it was made for.
const unclaimedFor = 24 * time.Hour

// Image is how an image reads in answers.
type Image struct {
	ID          int64        `json:"id"`
	FullURL     string       `json:"full_url"`
	ThumbURL    string       `json:"thumb_url"`
	Width       int          `json:"width"`
	Height      int          `json:"height"`
	Conversions []Conversion `json:"generated_conversions" nullable:"false"`
}

// Conversion is one size an image was made into.
type Conversion struct {
	Name          string         `json:"name"`
	URL           string         `json:"url"`
	HasConversion bool           `json:"has_conversion"`
	HasResponsive bool           `json:"has_responsive"`
	Meta          ConversionMeta `json:"meta"`
	Sizes         []int          `json:"sizes,omitempty" doc:"The widths of the responsive set."`
}

// ConversionMeta is how large a conversion is.
type ConversionMeta struct {
	Width  int `json:"width"`
	Height int `json:"height"`
}

// Library takes uploads in and gives images out.
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

// Uploaded is what the upload call answers.
type Uploaded struct {
	ID       int64  `json:"id"`
	FullURL  string `json:"full_url"`
	ThumbURL string `json:"thumb_url"`
	Width    int    `json:"width"`
	Height   int    `json:"height"`
	Bytes    int    `json:"bytes"`
}

// Add checks, turns and re-encodes an image and keeps it until something claims it. Refusals are reported under field.
func (l *Library) Add(ctx context.Context, field string, content []byte) (*Uploaded, error) {
	return l.take(ctx, field, bytes.NewReader(content))
}

// AddFrom is Add for an image that is still to be read. It is written to a temporary file first: ErrTooLarge when there
// are more than MaxBytes, SourceError when reading fails.
func (l *Library) AddFrom(ctx context.Context, field string, content io.Reader) (*Uploaded, error) {
	file, err := spool(content, MaxBytes)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	return l.take(ctx, field, file)
}

// AddURL fetches an image from an address and takes it like an upload.
func (l *Library) AddURL(ctx context.Context, field, address string) (*Uploaded, error) {
	file, err := newTempFile()
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	if err := l.Fetch.Download(ctx, address, MaxBytes, file); err != nil {
		return nil, notFetched(field, err)
	}
	return l.take(ctx, field, file)
}

// notFetched tells apart what is wrong with the address or the page from what is wrong here.
func notFetched(field string, err error) error {
	if _, refused := apierr.As(err); refused || errors.Is(err, context.Canceled) || diskError(err) != nil {
		return err
	}
	if errors.Is(err, fetch.ErrTooLarge) {
		return apierr.Field(field, "The image is larger than 10 MB.")
	}
	return apierr.Field(field, "The image could not be fetched from that address.")
}

func (l *Library) take(ctx context.Context, field string, content io.ReadSeeker) (*Uploaded, error) {
	var made *encoded
	err := decode(ctx, content, func(picture image.Image) (err error) {
		made, err = encodeToFile(ctx, picture)
		return err
	})
	if refused := problem(""); errors.As(err, &refused) {
		return nil, apierr.Field(field, "%s", refused)
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = made.file.Close() }()
	folder := secret.RandomString(24, "0123456789abcdefghijklmnopqrstuvwxyz")
	key := folder + "/original." + made.extension
	if err := made.store(ctx, l.Storage, key); err != nil {
		_ = l.Storage.Delete(context.WithoutCancel(ctx), folder) // the sweep of orphans tries again
		return nil, err
	}
	answer := &Uploaded{FullURL: "/files/" + key, ThumbURL: "/files/" + key, Width: made.size.X, Height: made.size.Y, Bytes: int(made.bytes)}
	err = l.Store.Do(ctx, func(tx *write.Tx) (err error) {
		var by *int64
		if actor := write.ActorOf(ctx); actor.UserID != 0 {
			by = &actor.UserID
		}
		answer.ID, err = tx.Insert(ctx, `INSERT INTO uploads (storage_key, content_type, width, height, bytes, conversions, created_by_id, created_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?)`, key, made.contentType, made.size.X, made.size.Y, made.bytes, "[]", by, tx.Now)
		if err != nil {
			return fmt.Errorf("keep the upload: %w", err)
		}
		return tx.Enqueue(ctx, Convert{UploadID: answer.ID})
	})
	if err != nil {
		_ = l.Storage.Delete(context.WithoutCancel(ctx), folder) // nothing refers to it
		return nil, err
	}
	return answer, nil
}

// encoded is a picture in a temporary file.
type encoded struct {
	file                   *tempFile
	contentType, extension string
	size                   image.Point
	bytes                  int64
}

// encodeToFile encodes a picture. It goes to a file because a photo can take fifty megabytes, and because storing it may
// take longer than the pixels should be kept.
func encodeToFile(ctx context.Context, picture image.Image) (*encoded, error) {
	file, err := newTempFile()
	if err != nil {
		return nil, err
	}
	made := &encoded{file: file, size: picture.Bounds().Size()}
	if made.contentType, made.extension, err = encode(watchedWriter{file, ctx}, picture); err == nil {
		made.bytes, err = file.Seek(0, io.SeekEnd)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return made, nil
}

// watchedWriter ends encoding when nobody waits for it any more.
type watchedWriter struct {
	io.Writer
	ctx context.Context //nolint:containedctx // encoders take a writer and no context
}

func (w watchedWriter) Write(content []byte) (int, error) {
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

// Images reads images by their ids.
func Images(ctx context.Context, c db.Conn, ids []int64) (map[int64]*Image, error) {
	images := map[int64]*Image{}
	if len(ids) == 0 {
		return images, nil
	}
	rows, err := db.All[stored](ctx, c, "SELECT "+storedColumns+" FROM uploads WHERE id IN (?)", ids)
	if err != nil {
		return nil, fmt.Errorf("read images: %w", err)
	}
	for _, row := range rows {
		images[row.ID] = row.image()
	}
	return images, nil
}

// Claim keeps the image a record shows from being swept; false when there is no such image.
func Claim(ctx context.Context, tx *write.Tx, id int64) (bool, error) {
	touched, err := tx.Exec(ctx, "UPDATE uploads SET claimed_at = ? WHERE id = ?", tx.Now, id)
	if err != nil {
		return false, fmt.Errorf("claim image %d: %w", id, err)
	}
	return touched > 0, nil
}

// Release lets the sweep look at an image again. If another record shows it, the sweep leaves it.
func Release(ctx context.Context, tx *write.Tx, id int64) error {
	if _, err := tx.Exec(ctx, "UPDATE uploads SET claimed_at = NULL WHERE id = ?", id); err != nil {
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
	set.Every(checkEvery, Check{})
}
