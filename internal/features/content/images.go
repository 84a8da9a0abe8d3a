package content

import (
	"context"

	"waymark/internal/kit/resource"
	"waymark/internal/kit/trash"
	"waymark/internal/kit/webpage"
	"waymark/internal/kit/write"
	"waymark/internal/platform/schema"
)

// ImageItem is an item that is a picture, with its source and licence terms.
type ImageItem struct {
	resource.Row
	ImageSource        string `json:"image_source"`
	ImageSourceURL     string `json:"image_source_url"`
	ImageLicense       string `json:"image_license"`
	ImageLicenseURL    string `json:"image_license_url"`
	ImageAttribution   string `json:"image_attribution"`
	ImageModifications string `json:"image_modifications"`
	Original           bool   `json:"original"`
	Common
}

// ImageTrash deletes and restores images.
var ImageTrash = trash.Kind{Name: "image", Table: "content", Images: []string{"featured_image_id"}}

// photoType is the id of the media type of images.
const photoType = 3

// ImageDefinition declares images.
var ImageDefinition = resource.Definition[ImageItem]{
	Path: "images", Table: schema.Content, Label: "Image", Name: "title", Sort: "-created_at",
	SortBy: []string{"created_at"},
	Scope:  "block_type = '" + blockImage + "'", Trash: &ImageTrash, Without: []resource.Verb{resource.Listing},
	Uses: itemUses,
	Fields: func(i *ImageItem) resource.Fields {
		return append(resource.Fields{
			resource.Text(&i.ImageSource),
			resource.Code(&i.ImageSourceURL, resource.Max(2000), resource.Normalised(webpage.WithScheme),
				resource.Valid(webpage.Problem)),
			resource.Text(&i.ImageLicense),
			resource.Code(&i.ImageLicenseURL, resource.Max(2000), resource.Normalised(webpage.WithScheme),
				resource.Valid(webpage.Problem)),
			resource.Text(&i.ImageAttribution, resource.Max(500)),
			resource.Text(&i.ImageModifications, resource.Max(500)),
			resource.Bool(&i.Original),
		}, commonFields(&i.Common, resource.Required)...)
	},
	Columns: func(ctx context.Context, _ *resource.Change[ImageItem]) map[string]any {
		columns := createdAs(ctx, blockImage)
		columns["type_id"] = photoType
		return columns
	},
	Check: func(ctx context.Context, tx *write.Tx, c *resource.Change[ImageItem]) error {
		if c.Before == nil && !c.Sent("published_at") {
			c.After.PublishedAt = &tx.Now
		}
		setPublisher(ctx, c, func(i *ImageItem) *Schedule { return &i.Schedule })
		return nil
	},
	Saved: func(ctx context.Context, tx *write.Tx, c *resource.Change[ImageItem]) error {
		if c.Before != nil {
			return nil
		}
		_, err := tx.Exec(ctx, "INSERT INTO content_languages (content_id, language_id) VALUES (?, 1)", c.After.ID)
		return err
	},
}
