// Package publishers manages the organisations that content is credited to.
package publishers

import (
	"waymark/internal/kit/listing"
	"waymark/internal/kit/merge"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/uses"
	"waymark/internal/platform/schema"
)

// Publisher is an organisation that content is credited to.
type Publisher struct {
	resource.Row
	Name         string `json:"name"`
	ContentCount int64  `json:"content_count"`
}

// Definition declares publishers.
var Definition = resource.Definition[Publisher]{
	Path: "publishers", Label: "Publisher", Sort: "name", SortBy: []string{"created_at"},
	Filters: []listing.Filter{listing.LinkFilter("content_id", schema.ContentPublishers.Reverse())},
	Options: []string{"options/publishers"},
	Uses: []uses.Use{{
		Kind: "content", Link: schema.ContentPublishers.Reverse(), Path: "/content?publisher_id={id}",
		Counter: "content_count", OnDelete: uses.Unlinks,
	}},
	Merge: &merge.Rules[Publisher]{},
	Fields: func(p *Publisher) resource.Fields {
		return resource.Fields{
			resource.Text(&p.Name, resource.Required, resource.Max(160), resource.Unique, resource.Searchable),
			resource.Counter(&p.ContentCount, schema.PublisherContentCount, resource.Sortable),
		}
	},
}

// Mount registers the endpoints.
func Mount(kit resource.Kit) {
	resource.Mount(kit, Definition).MountAdd("content", "content_ids", schema.ContentPublishers.Reverse())
}
