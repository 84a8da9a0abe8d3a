package media

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"waymark/internal/kit/db"
	"waymark/internal/kit/encode"
)

// AppendJSON appends the image as JSON. That of an image in the cache was made before.
func (i *Image) AppendJSON(b []byte) ([]byte, error) {
	if i.encoded != nil {
		return append(b, i.encoded...), nil
	}
	type plain Image // without this method
	return encode.JSON(b, (*plain)(i))
}

// Reference identifies an image and its conversions. Neither changes without the reference.
type Reference struct {
	ID        int64  `db:"id"`
	Key       string `db:"storage_key"`
	Converted string `db:"converted"` // when it was converted; empty before
}

const convertedColumn = "coalesce(CAST(converted_at AS TEXT), '')"

// ReferenceColumns are the columns of uploads that NewReference takes.
var ReferenceColumns = [3]string{"storage_key", convertedColumn, "''"}

// NewReference returns the reference to an upload with the given columns.
func NewReference(id int64, columns [3]string) Reference {
	return Reference{id, columns[0], columns[1]}
}

// maxCached limits how many images are cached. One takes about three kilobytes.
const maxCached = 2000

type cacheKey struct{ key, converted string }

// cached has images after their conversion. Without it, reading images took a tenth of the time of a list, besides that
// of encoding them. Its images are shared by everyone who reads them, so nobody changes them.
var cached = struct {
	sync.RWMutex
	byKey map[cacheKey]*Image
}{byKey: map[cacheKey]*Image{}}

// Images returns images by their ids. Ids without an image are left out.
func Images(ctx context.Context, c db.Conn, ids []int64) (map[int64]*Image, error) {
	if len(ids) == 0 {
		return map[int64]*Image{}, nil
	}
	references, err := db.All[Reference](ctx, c,
		"SELECT id, storage_key, "+convertedColumn+" AS converted FROM uploads WHERE id IN (?)", ids)
	if err != nil {
		return nil, fmt.Errorf("read images: %w", err)
	}
	return Load(ctx, c, references)
}

// Load returns images by their ids. It reads those that are not cached.
func Load(ctx context.Context, c db.Conn, references []Reference) (map[int64]*Image, error) {
	images, missing := make(map[int64]*Image, len(references)), []int64{}
	cached.RLock()
	for _, r := range references {
		if image := cached.byKey[cacheKey{r.Key, r.Converted}]; image != nil {
			images[r.ID] = image
		} else {
			missing = append(missing, r.ID)
		}
	}
	cached.RUnlock()
	if len(missing) > 0 {
		if err := readImages(ctx, c, missing, images); err != nil {
			return nil, err
		}
	}
	if origin, _ := ctx.Value(originKey{}).(string); origin != "" {
		for id, image := range images {
			images[id] = image.withOrigin(origin)
		}
	}
	return images, nil
}

// readImages reads images and caches those that have been converted.
func readImages(ctx context.Context, c db.Conn, ids []int64, images map[int64]*Image) error {
	rows, err := db.All[struct {
		stored
		Converted string `db:"converted"`
	}](ctx, c, "SELECT "+storedColumns+", "+convertedColumn+" AS converted FROM uploads WHERE id IN (?)", ids)
	if err != nil {
		return fmt.Errorf("read images: %w", err)
	}
	cached.Lock()
	defer cached.Unlock()
	for _, row := range rows {
		image := row.image()
		images[row.ID] = image
		if row.Converted == "" {
			continue
		}
		if image.encoded, err = image.AppendJSON(nil); err != nil {
			return fmt.Errorf("encode image %d: %w", row.ID, err)
		}
		if len(cached.byKey) >= maxCached {
			clear(cached.byKey)
		}
		cached.byKey[cacheKey{row.Key, row.Converted}] = image
	}
	return nil
}

type originKey struct{}

// WithOrigin returns a context in which Images returns complete URLs, for readers on other sites. origin has no
// slash at the end.
func WithOrigin(ctx context.Context, origin string) context.Context {
	return context.WithValue(ctx, originKey{}, origin)
}

// withOrigin returns a copy of the image with an origin before its URLs.
func (i *Image) withOrigin(origin string) *Image {
	image := *i
	image.encoded = nil
	image.FullURL, image.ThumbURL = origin+i.FullURL, origin+i.ThumbURL
	image.Conversions = slices.Clone(i.Conversions)
	for n := range image.Conversions {
		if image.Conversions[n].URL != "" {
			image.Conversions[n].URL = origin + image.Conversions[n].URL
		}
	}
	return &image
}
