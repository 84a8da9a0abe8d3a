package resource

import (
	"context"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/media"
	"waymark/internal/kit/write"
)

// Image is an image of the record. It takes the id of an upload, an address to fetch it from, or null. Its column is
// NAME_id.
func Image(field **media.Image, list ...Rule) Field {
	h := newHandle(field)
	id := func(r row) *int64 {
		if *h.in(r) == nil {
			return nil
		}
		return &(*h.in(r)).ID
	}
	return Field{
		kind: "image", target: h, rules: collect(list), nullable: true, schema: media.ChoiceSchema(), image: id,
		dest:  func(r row) any { return imageID{h.in(r)} },
		value: func(r row) any { return optional(id(r)) },
		clear: func(r row) { *h.in(r) = nil },
		parse: func(ctx context.Context, in *input) func(row) {
			id, err := in.kit.Media.ReadChoice(ctx, in.name, in.raw, in.problems)
			if err != nil || id == nil {
				in.failed = err
				return nil
			}
			return func(r row) { *h.in(r) = &media.Image{ID: *id} }
		},
		relation: &relation{
			query: byIDs("uploads", media.ReferenceColumns),
			ids:   func(rows []row) []int64 { return presentIDs(rows, id) },
			fill: func(ctx context.Context, c db.Conn, rows []row, others []another) error {
				return fillImages(ctx, c, h, rows, others)
			},
		},
		check: func(ctx context.Context, tx *write.Tx, r row, name string, problems *apierr.Fields) error {
			if id(r) == nil {
				return nil
			}
			found, err := media.Claim(ctx, tx, *id(r))
			if err == nil && !found {
				problems.Add(name, "This image doesn't exist.")
			}
			return err
		},
		save: func(ctx context.Context, tx *write.Tx, before *row, after row) error {
			if before == nil || id(*before) == nil || optional(id(*before)) == optional(id(after)) {
				return nil
			}
			return media.Release(ctx, tx, *id(*before))
		},
	}
}

func fillImages(ctx context.Context, c db.Conn, h *handle[*media.Image], rows []row, others []another) error {
	references := make([]media.Reference, len(others))
	for i, o := range others {
		references[i] = media.NewReference(o.id, o.texts)
	}
	images, err := media.Load(ctx, c, references)
	if err != nil {
		return err
	}
	for _, r := range rows {
		if image := h.in(r); *image != nil {
			*image = images[(*image).ID]
		}
	}
	return nil
}

// imageID scans the id of an upload.
type imageID struct{ image **media.Image }

func (d imageID) Scan(src any) error {
	id, ok := src.(int64)
	if !ok {
		*d.image = nil
		return nil
	}
	if *d.image == nil || (*d.image).ID != id {
		*d.image = &media.Image{ID: id}
	}
	return nil
}
