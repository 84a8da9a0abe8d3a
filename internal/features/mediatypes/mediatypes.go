// Package mediatypes manages the kinds of content, such as books, articles and videos.
package mediatypes

import (
	"waymark/internal/kit/resource"
	"waymark/internal/kit/uses"
	"waymark/internal/platform/schema"
)

// MediaType is a kind of content.
type MediaType struct {
	resource.Row
	Name         string  `json:"name"`
	Icon         string  `json:"icon"`
	Description  string  `json:"description"`
	LeadIn       string  `json:"lead_in"`
	CallToAction string  `json:"call_to_action"`
	Weight       float64 `json:"weight"`
	Order        int64   `json:"order"`
	HasAuthor    bool    `json:"has_author" doc:"Whether items of this type have an author."`
	HasRuntime   bool    `json:"has_runtime" doc:"Whether items of this type have a runtime and subtitles."`
	ContentCount int64   `json:"content_count"`
}

// Definition declares media types. They are served at content-types.
var Definition = resource.Definition[MediaType]{
	Path: "content-types", Label: "Media type", Sort: "order", Fixed: 8,
	Options: []string{"options/content-types"},
	Uses: []uses.Use{
		{Kind: "content", Table: schema.Content, Column: "type_id", Path: "/content?type_id={id}"},
		{
			Kind: "content domains", Table: schema.ContentDomains, Column: "content_type_id",
			Path: "/content-domains?content_type_id={id}",
		},
	},
	Fields: func(m *MediaType) resource.Fields {
		return resource.Fields{
			resource.Text(&m.Name, resource.Required, resource.Max(80), resource.Unique, resource.Searchable),
			resource.Icon(&m.Icon),
			resource.Text(&m.Description, resource.Searchable),
			resource.Text(&m.LeadIn, resource.Max(120)),
			resource.Text(&m.CallToAction, resource.Max(120)),
			resource.Number(&m.Weight, resource.Between(-1000, 1000), resource.Sortable),
			resource.Position(&m.Order),
			resource.Bool(&m.HasAuthor),
			resource.Bool(&m.HasRuntime),
			resource.Counter(&m.ContentCount, schema.ContentTypeContentCount, resource.Sortable),
		}
	},
}

// Mount registers the endpoints.
func Mount(kit resource.Kit) {
	kit.API.NameRecords("content-types", "media-type", "media-types")
	resource.Mount(kit, Definition)
}
