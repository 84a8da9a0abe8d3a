// Package subjectareas manages the subjects of content.
package subjectareas

import (
	"context"
	"fmt"

	"waymark/internal/kit/listing"
	"waymark/internal/kit/media"
	"waymark/internal/kit/merge"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/uses"
	"waymark/internal/kit/write"
	"waymark/internal/platform/schema"
)

// SubjectArea is a subject or characteristic of content.
type SubjectArea struct {
	resource.Row
	Tag           string       `json:"tag"`
	FeaturedImage *media.Image `json:"featured_image"`
	ContentCount  int64        `json:"content_count"`
}

// Definition declares subject areas. They are served at tags.
var Definition = resource.Definition[SubjectArea]{
	Path: "tags", Label: "Subject area", Sort: "tag",
	Filters: []listing.Filter{listing.LinkFilter("content_id", schema.ContentTags.Reverse())},
	Options: []string{"options/tags"},
	Uses: []uses.Use{{
		Kind: "content", Link: schema.ContentTags.Reverse(), Path: "/content?tag_id={id}", Counter: "content_count",
		OnDelete: uses.Unlinks,
	}},
	Merge: &merge.Rules[SubjectArea]{},
	Fields: func(a *SubjectArea) resource.Fields {
		return resource.Fields{
			resource.Text(&a.Tag, resource.Required, resource.Max(80), resource.Unique, resource.Searchable),
			resource.Image(&a.FeaturedImage),
			resource.Counter(&a.ContentCount, schema.TagContentCount, resource.Sortable),
		}
	},
	Rules: resource.Rules[SubjectArea]{CheckRemove: func(ctx context.Context, tx *write.Tx, a *SubjectArea) error {
		return reportContent(ctx, tx, a.ID)
	}},
}

// reportContent reports the items that lose a subject area with its deletion.
func reportContent(ctx context.Context, tx *write.Tx, id int64) error {
	_, err := tx.Exec(ctx, `INSERT INTO pending_changes (kind, record_id)
		SELECT ?, content_id FROM content_tags WHERE tag_id = ?`, schema.ContentTags.Reports.Kind, id)
	if err != nil {
		return fmt.Errorf("report the content of subject area %d: %w", id, err)
	}
	return nil
}

// Mount registers the endpoints.
func Mount(kit resource.Kit) {
	kit.API.NameRecords("tags", "subject-area", "subject-areas")
	areas := resource.Mount(kit, Definition)
	areas.MountAdd("content", "content_ids", schema.ContentTags.Reverse())
	areas.MountRemove("content", "content_ids", schema.ContentTags.Reverse())
}
