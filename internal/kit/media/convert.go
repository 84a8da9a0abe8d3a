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

// Convert is the job that makes the sizes of an image.
type Convert struct {
	UploadID int64 `json:"upload_id"`
}

// Kind names the job.
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

// RunConvert makes the sizes. Files of an earlier try are written over, so running it again is harmless.
func (l *Library) RunConvert(ctx context.Context, job jobs.Job[Convert]) error {
	upload, err := db.One[stored](ctx, l.Store.DB.Read(), "SELECT "+storedColumns+" FROM uploads WHERE id = ?", job.Args.UploadID)
	if errors.Is(err, sql.ErrNoRows) {
		return nil // swept in the meantime
	}
	if err != nil {
		return fmt.Errorf("convert: %w", err)
	}
	conversions, err := l.convert(ctx, upload)
	if err != nil {
		return err
	}
	return l.Store.Do(ctx, func(tx *write.Tx) error {
		if _, err := tx.Exec(ctx, "UPDATE uploads SET conversions = ?, converted_at = ? WHERE id = ?", db.JSON(conversions), tx.Now, upload.ID); err != nil {
			return fmt.Errorf("convert: %w", err)
		}
		return job.Complete(ctx, tx.Tx)
	})
}

// perSize is the most memory that a picture may take outside of the decoding slot.
const perSize = 8 << 20

// convert makes all sizes from the largest of them. Only that one is made from the original, whose pixels are in memory
// no longer than needed.
func (l *Library) convert(ctx context.Context, upload stored) (conversions []Conversion, err error) {
	original, err := l.original(ctx, upload)
	if err != nil {
		return nil, err
	}
	defer func() { _ = original.Close() }()
	run := &conversion{upload: upload}
	defer run.close()
	var largest image.Image
	err = decodePatiently(ctx, original, func(picture image.Image) error {
		largest = resize(picture, sizes[len(sizes)-1].width)
		if b := largest.Bounds(); 4*b.Dx()*b.Dy() <= perSize {
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

// original copies the original to a temporary file: decoding reads it several times, which takes long in a bucket.
func (l *Library) original(ctx context.Context, upload stored) (*tempFile, error) {
	kept, err := l.Storage.Open(ctx, upload.Key)
	if err != nil {
		return nil, fmt.Errorf("convert %s: %w", upload.Key, err)
	}
	file, err := spool(kept, maxOriginal)
	if err = errors.Join(err, kept.Close()); err != nil {
		return nil, fmt.Errorf("convert %s: %w", upload.Key, err)
	}
	return file, nil
}

// maxOriginal is larger than MaxBytes: a picture that is encoded again can grow.
const maxOriginal = 1 << 30

// conversion is the making of the sizes of one image.
type conversion struct {
	upload      stored
	conversions []Conversion
	files       []*encoded
	keys        []string
}

func (c *conversion) encodeAll(ctx context.Context, largest image.Image) error {
	c.conversions = []Conversion{}
	for _, size := range sizes {
		made, err := c.encode(ctx, largest, size.name, size.width)
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
			made.HasResponsive = true
			made.Sizes = append(made.Sizes, width)
		}
		c.conversions = append(c.conversions, made)
	}
	return nil
}

func (c *conversion) encode(ctx context.Context, largest image.Image, name string, width int) (Conversion, error) {
	made, err := encodeToFile(ctx, resize(largest, width))
	if err != nil {
		return Conversion{}, err
	}
	key := path.Dir(c.upload.Key) + "/" + name + "." + made.extension
	c.files, c.keys = append(c.files, made), append(c.keys, key)
	return Conversion{Name: name, URL: key, HasConversion: true, Meta: ConversionMeta{made.size.X, made.size.Y}}, nil
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
	for _, made := range c.files {
		_ = made.file.Close()
	}
}
