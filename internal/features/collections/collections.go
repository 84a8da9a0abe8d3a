// Package collections keeps the selections of content that partners and their users share.
package collections

import "waymark/internal/kit/resource"

// Collection is a selection of content.
type Collection struct {
	resource.Row
	Name string `json:"name"`
}

// Definition declares collections.
var Definition = resource.Definition[Collection]{
	Path: "collections", Label: "Collection", Sort: "name", Trashable: true,
	Fields: []resource.Field[Collection]{
		resource.Text("name", func(c *Collection) *string { return &c.Name }, resource.Required, resource.Sortable, resource.Searchable),
	},
}

// Mount adds the calls.
func Mount(kit resource.Kit) {
	resource.New(kit, Definition).MountAdd("content", "content_ids", resource.Link{
		Table: "collection_content", Own: "collection_id", Other: "content_id", To: resource.Rows{Table: "content", Trashable: true},
		AddedAt: "added_at", AddedBy: "added_by_id",
	})
}
