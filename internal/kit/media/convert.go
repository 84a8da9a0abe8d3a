package media

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"image"
	"path"

	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/write"
)

// Convert is the job that resizes an uploaded image to all sizes.
type Convert struct {
	UploadID int64 `json:"upload_id"`
}

// Kind returns the stored name of the job.
func (Convert) Kind() string { return "convert-image" }

var sizes = []struct {
	name       string
	width      int
	responsive []int
}{
	{name: "thumb", width: 200},
	{name: "card", width: 600},
	{name: "wide", width: 1200, responsive: []int{320, 640, 960}},
}

// RunConvert resizes an image. It overwrites the files of an earlier attempt, so it can run more than once.
func (l *Library) RunConvert(ctx context.Context, job jobs.Job[Convert]) error {
	upload, err := db.One[stored](
		ctx, l.Store.DB.Read(), "SELECT "+storedColumns+" FROM uploads WHERE id = ?", job.Args.UploadID,
	)
	if errors.Is(err, sql.ErrNoRows) {
		return nil // it was swept before the job ran
	}
	if err != nil {
		return fmt.Errorf("convert: %w", err)
	}
	conversions, err := l.convert(ctx, upload)
	if err != nil {
		return err
	}
	return l.Store.Do(ctx, func(tx *write.Tx) error {
		if _, err := tx.Exec(
			ctx, "UPDATE uploads SET conversions = ?, converted_at = ? WHERE id = ?", db.JSON(conversions), tx.Now, upload.ID,
		); err != nil {
			return fmt.Errorf("convert: %w", err)
		}
		return job.Complete(ctx, tx.Tx)
	})
}

// maxUnslotted is how much memory a picture may take outside of the decoding slot.
const maxUnslotted = 8 << 20

// convert resizes the original to the largest size, and that to all others, so that the pixels of the original are in
// memory no longer than necessary.
func (l *Library) convert(ctx context.Context, upload stored) (conversions []Conversion, err error) {
	original, err := l.original(ctx, upload)
	if err != nil {
		return nil, err
	}
	defer func() { _ = original.Close() }()
	run := &conversion{upload: upload}
	defer run.close()
	var largest image.Image
	err = decodeInJob(ctx, original, func(picture image.Image) error {
		largest = resize(picture, sizes[len(sizes)-1].width)
		if b := largest.Bounds(); 4*b.Dx()*b.Dy() <= maxUnslotted {
			return nil
		}
		err := run.encodeAll(ctx, largest)
		largest = nil
		return err
	})
	if err == nil && largest != nil {
		err = run.encodeAll(ctx, largest)
	}
	if err == nil {
		err = run.store(ctx, l.Storage)
	}
	if err != nil {
		return nil, fmt.Errorf("convert %s: %w", upload.Key, err)
	}
	return run.conversions, nil
}

// original copies the original to a temporary file, because decoding reads it several times, which is slow in a bucket.
func (l *Library) original(ctx context.Context, upload stored) (*tempFile, error) {
	content, err := l.Storage.Open(ctx, upload.Key)
	if err != nil {
		return nil, fmt.Errorf("convert %s: %w", upload.Key, err)
	}
	file, err := spool(content, maxOriginal)
	if err = errors.Join(err, content.Close()); err != nil {
		return nil, fmt.Errorf("convert %s: %w", upload.Key, err)
	}
	return file, nil
}

// maxOriginal is larger than MaxBytes because a picture can grow when it is encoded again.
const maxOriginal = 1 << 30

// conversion collects the files of one image until all of them can be stored.
type conversion struct {
	upload      stored
	conversions []Conversion
	files       []*encoded
	keys        []string
}

func (c *conversion) encodeAll(ctx context.Context, largest image.Image) error {
	c.conversions = []Conversion{}
	for _, size := range sizes {
		converted, err := c.encode(ctx, largest, size.name, size.width)
		if err != nil {
			return err
		}
		for _, width := range size.responsive {
			if width >= c.upload.Width {
				continue
			}
			if _, err := c.encode(ctx, largest, fmt.Sprintf("%s-%d", size.name, width), width); err != nil {
				return err
			}
			converted.HasResponsive = true
			converted.Sizes = append(converted.Sizes, width)
		}
		c.conversions = append(c.conversions, converted)
	}
	return nil
}

func (c *conversion) encode(ctx context.Context, largest image.Image, name string, width int) (Conversion, error) {
	file, err := encodeToFile(ctx, resize(largest, width))
	if err != nil {
		return Conversion{}, err
	}
	key := path.Dir(c.upload.Key) + "/" + name + "." + file.extension
	c.files, c.keys = append(c.files, file), append(c.keys, key)
	return Conversion{Name: name, URL: key, HasConversion: true, Meta: ConversionMeta{file.size.X, file.size.Y}}, nil
}

func (c *conversion) store(ctx context.Context, storage Storage) error {
	for i, file := range c.files {
		if err := file.store(ctx, storage, c.keys[i]); err != nil {
			return err
		}
	}
	return nil
}

func (c *conversion) close() {
	for _, encoded := range c.files {
		_ = encoded.file.Close()
	}
}
