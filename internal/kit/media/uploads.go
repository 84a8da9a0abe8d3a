package media

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path"
	"regexp"
	"strings"
	"time"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/clock"
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

// Take checks, turns and re-encodes an image and keeps it until something claims it. Refusals are reported under field.
func (l *Library) Take(ctx context.Context, field string, content []byte) (*Uploaded, error) {
	picture, err := decode(ctx, content)
	if errors.Is(err, errNotAnImage) || errors.Is(err, errTooBig) {
		return nil, apierr.Field(field, "%s", err)
	}
	if err != nil {
		return nil, err
	}
	encoded, contentType, extension, err := encode(picture)
	if err != nil {
		return nil, err
	}
	folder := secret.Letters(24, "0123456789abcdefghijklmnopqrstuvwxyz")
	key := folder + "/original." + extension
	if err := l.Storage.Put(ctx, key, contentType, encoded); err != nil {
		return nil, err
	}
	size := picture.Bounds().Size()
	answer := &Uploaded{FullURL: "/files/" + key, ThumbURL: "/files/" + key, Width: size.X, Height: size.Y, Bytes: len(encoded)}
	err = l.Store.Do(ctx, func(tx *write.Tx) error {
		var by *int64
		if actor := write.ActorOf(ctx); actor.UserID != 0 {
			by = &actor.UserID
		}
		answer.ID, err = tx.Insert(ctx, `INSERT INTO uploads (storage_key, content_type, width, height, bytes, conversions, created_by_id, created_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?)`, key, contentType, size.X, size.Y, len(encoded), "[]", by, tx.Now)
		if err != nil {
			return fmt.Errorf("keep the upload: %w", err)
		}
		return tx.Enqueue(ctx, Convert{UploadID: answer.ID})
	})
	if err != nil {
		_ = l.Storage.Delete(ctx, folder) // nothing refers to it
		return nil, err
	}
	return answer, nil
}

// TakeURL fetches an image from an address and takes it like an upload.
func (l *Library) TakeURL(ctx context.Context, field, address string) (*Uploaded, error) {
	page, err := l.Fetch.Get(ctx, address, MaxBytes)
	if errors.Is(err, fetch.ErrTooLarge) {
		return nil, apierr.Field(field, "The image is larger than 10 MB.")
	}
	if err != nil {
		return nil, apierr.Field(field, "The image could not be fetched from that address.")
	}
	return l.Take(ctx, field, page.Body)
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
	picture, err := decode(ctx, content)
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

// Sweep is the job that forgets uploads nothing shows.
type Sweep struct{}

// Kind names the job.
func (Sweep) Kind() string { return "sweep-uploads" }

// Discard is the job that deletes the files of a forgotten upload.
type Discard struct {
	Folder string `json:"folder"`
}

// Kind names the job.
func (Discard) Kind() string { return "discard-files" }

// RunSweep forgets uploads that were never claimed, or were released, and have waited long enough.
func (l *Library) RunSweep(ctx context.Context, _ jobs.Job[Sweep]) error {
	waiting, err := db.All[stored](ctx, l.Store.DB.Read(), "SELECT "+storedColumns+" FROM uploads WHERE claimed_at IS NULL AND created_at < ? ORDER BY created_at LIMIT 1000", clock.Now().Add(-unclaimedFor))
	if err != nil {
		return fmt.Errorf("find unclaimed uploads: %w", err)
	}
	for _, upload := range waiting {
		if err := l.forget(ctx, upload); err != nil {
			return err
		}
	}
	return nil
}

// The schema knows everything that can show an image: while something does, the row can't be deleted.
func (l *Library) forget(ctx context.Context, upload stored) error {
	err := l.Store.Do(ctx, func(tx *write.Tx) error {
		if _, err := tx.Exec(ctx, "DELETE FROM uploads WHERE id = ? AND claimed_at IS NULL", upload.ID); err != nil {
			return err
		}
		return tx.Enqueue(ctx, Discard{Folder: path.Dir(upload.Key)})
	})
	if _, needed := db.AsViolation(err); needed {
		return l.Store.Do(ctx, func(tx *write.Tx) error {
			_, err := Claim(ctx, tx, upload.ID)
			return err
		})
	}
	if err != nil {
		return fmt.Errorf("forget upload %d: %w", upload.ID, err)
	}
	return nil
}

// RunDiscard deletes the files.
func (l *Library) RunDiscard(ctx context.Context, job jobs.Job[Discard]) error {
	return l.Storage.Delete(ctx, job.Args.Folder)
}

// Jobs declares the jobs of the library.
func (l *Library) Jobs(set *jobs.Set) {
	jobs.Add(set, jobs.Slow, l.RunConvert)
	jobs.Add(set, jobs.Default, l.RunSweep)
	jobs.Add(set, jobs.Default, l.RunDiscard)
	set.Every(time.Hour, Sweep{})
}

var keyShape = regexp.MustCompile(`^[0-9a-z]{24}/[0-9a-z-]+\.(jpg|png)$`)

// ServeHTTP gives files out under /files/. Their names never come again, so they may be kept for good; nothing in them runs.
func (l *Library) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	key := strings.TrimPrefix(r.URL.Path, "/files/")
	if (r.Method != http.MethodGet && r.Method != http.MethodHead) || !keyShape.MatchString(key) {
		http.NotFound(w, r)
		return
	}
	file, err := l.Storage.Open(r.Context(), key)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	defer func() { _ = file.Close() }()
	header := w.Header()
	header.Set("Content-Type", map[string]string{".jpg": "image/jpeg", ".png": "image/png"}[path.Ext(key)])
	header.Set("Cache-Control", "public, max-age=31536000, immutable")
	header.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Cross-Origin-Resource-Policy", "cross-origin")
	http.ServeContent(w, r, "", time.Time{}, file)
}
