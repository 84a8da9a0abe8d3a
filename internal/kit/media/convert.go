package media

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"image"
	"io"
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

func (l *Library) convert(ctx context.Context, upload stored) ([]Conversion, error) {
	file, err := l.Storage.Open(ctx, upload.Key)
	if err != nil {
		return nil, fmt.Errorf("convert %s: %w", upload.Key, err)
	}
	content, err := io.ReadAll(file)
	if err = errors.Join(err, file.Close()); err != nil {
		return nil, fmt.Errorf("convert %s: %w", upload.Key, err)
	}
	var picture image.Image
	// The place is not held for the sizes: they take long, and the slow queue makes few at a time.
	err = decode(ctx, content, func(upright image.Image) error {
		picture = upright
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("convert %s: %w", upload.Key, err)
	}
	folder := path.Dir(upload.Key)
	keep := func(name string, width int) (Conversion, error) {
		made := resize(picture, width)
		encoded, contentType, extension, err := encode(made)
		if err != nil {
			return Conversion{}, err
		}
		key := folder + "/" + name + "." + extension
		size := made.Bounds().Size()
		return Conversion{Name: name, URL: key, HasConversion: true, Meta: ConversionMeta{size.X, size.Y}}, l.Storage.Put(ctx, key, contentType, encoded)
	}
	conversions := []Conversion{}
	for _, size := range sizes {
		conversion, err := keep(size.name, size.width)
		if err != nil {
			return nil, err
		}
		for _, width := range size.responsive {
			if width >= upload.Width {
				continue
			}
			if _, err := keep(fmt.Sprintf("%s-%d", size.name, width), width); err != nil {
				return nil, err
			}
			conversion.HasResponsive = true
			conversion.Sizes = append(conversion.Sizes, width)
		}
		conversions = append(conversions, conversion)
	}
	return conversions, nil
}
