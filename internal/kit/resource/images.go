package resource

import (
	"context"
	"encoding/json"

	"github.com/danielgtaylor/huma/v2"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/media"
	"waymark/internal/kit/write"
)

// Image is an image of the record. It takes the id of an upload, or an address to fetch it from, or null.
func Image[T any](name string, at func(*T) **media.Image, list ...Rule) Field[T] {
	id := func(t *T) any {
		if *at(t) == nil {
			return nil
		}
		return (*at(t)).ID
	}
	return Field[T]{
		name: name, column: name + "_id", rules: gather(list), value: id,
		schema: ImageSchema(),
		dest:   func(t *T) any { return imageID[T]{t, at} },
		clear:  func(t *T) { *at(t) = nil },
		parse: func(ctx context.Context, in *input) func(*T) {
			id, err := ReadImage(ctx, in.kit, in.name, in.raw, in.problems)
			if err != nil || id == nil {
				in.failed = err
				return nil
			}
			return func(t *T) { *at(t) = &media.Image{ID: *id} }
		},
		attach: func(ctx context.Context, c db.Conn, _ *Resource[T], rows []*T) error {
			ids := []int64{}
			for _, t := range rows {
				if *at(t) != nil {
					ids = append(ids, (*at(t)).ID)
				}
			}
			images, err := media.Images(ctx, c, ids)
			for _, t := range rows {
				if *at(t) != nil && err == nil {
					*at(t) = images[(*at(t)).ID]
				}
			}
			return err
		},
		check: func(ctx context.Context, tx *write.Tx, t *T, problems *apierr.Fields) error {
			if *at(t) == nil {
				return nil
			}
			found, err := media.Claim(ctx, tx, (*at(t)).ID)
			if err == nil && !found {
				problems.Add(name, "There is no such image.")
			}
			return err
		},
		save: func(ctx context.Context, tx *write.Tx, before, after *T) error {
			if before == nil || *at(before) == nil || id(before) == id(after) {
				return nil
			}
			return media.Release(ctx, tx, (*at(before)).ID)
		},
	}
}

// ImageSchema describes what an image field takes.
func ImageSchema() *huma.Schema {
	return &huma.Schema{Type: huma.TypeObject, Nullable: true, Properties: map[string]*huma.Schema{"id": {Type: huma.TypeInteger}, "url": {Type: huma.TypeString}}}
}

// ReadImage reads which upload was sent as an image, and fetches what was sent as an address. It is nil for no image, and
// for what is wrong, which is noted.
func ReadImage(ctx context.Context, kit Kit, name string, raw json.RawMessage, problems *apierr.Fields) (*int64, error) {
	var choice *struct {
		ID  int64  `json:"id"`
		URL string `json:"url"`
	}
	if json.Unmarshal(raw, &choice) != nil {
		problems.Add(name, "Must be an image.")
		return nil, nil //nolint:nilnil,nilerr // the problem is noted
	}
	if choice == nil || (choice.ID == 0 && choice.URL == "") {
		if choice != nil {
			problems.Add(name, "There is no such image.")
		}
		return nil, nil //nolint:nilnil // there is none
	}
	if choice.ID != 0 {
		return &choice.ID, nil
	}
	taken, err := kit.Media.TakeURL(ctx, name, choice.URL)
	if known, ok := apierr.As(err); ok && len(known.Errors[name]) > 0 {
		problems.Add(name, "%s", known.Errors[name][0])
		return nil, nil //nolint:nilnil // the problem is noted
	}
	if err != nil {
		return nil, err
	}
	return &taken.ID, nil
}

type imageID[T any] struct {
	t  *T
	at func(*T) **media.Image
}

func (d imageID[T]) Scan(src any) error {
	id, ok := src.(int64)
	if !ok {
		*d.at(d.t) = nil
		return nil
	}
	*d.at(d.t) = &media.Image{ID: id}
	return nil
}
