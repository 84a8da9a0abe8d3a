// Package contentdepths stores the depths of content, which say how much time an item takes a reader.
package contentdepths

import (
	"waymark/internal/kit/resource"
	"waymark/internal/kit/uses"
	"waymark/internal/platform/schema"
)

// ContentDepth is a depth that content can have.
type ContentDepth struct {
	resource.Row
	Name         string `json:"name"`
	Icon         string `json:"icon"`
	Description  string `json:"description"`
	Order        int64  `json:"order"`
	ContentCount int64  `json:"content_count"`
}

// Definition declares content depths.
var Definition = resource.Definition[ContentDepth]{
	Path: "content-depths", Label: "Content depth", Sort: "order", Fixed: 3,
	Options: []string{"options/content-depths"},
	Uses: []uses.Use{
		{Kind: "content", Table: schema.Content, Column: "depth_id", Path: "/content?depth_id={id}"},
	},
	Fields: func(d *ContentDepth) resource.Fields {
		return resource.Fields{
			resource.Text(&d.Name, resource.Required, resource.Max(80), resource.Unique, resource.Searchable),
			resource.Icon(&d.Icon),
			resource.Text(&d.Description, resource.Searchable),
			resource.Position(&d.Order),
			resource.Counter(&d.ContentCount, schema.ContentDepthContentCount),
		}
	},
}

// Mount registers the endpoints.
func Mount(kit resource.Kit) { resource.Mount(kit, Definition) }
