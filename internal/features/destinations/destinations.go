// Package destinations stores the places content is about, as a tree: Europe > France > Brittany.
package destinations

import (
	"waymark/internal/kit/listing"
	"waymark/internal/kit/merge"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/uses"
	"waymark/internal/platform/schema"
)

// Destination is a place in the tree.
type Destination struct {
	resource.Row
	Name          string             `json:"name"`
	ParentID      *int64             `json:"parent_id"`
	Parent        *DestinationParent `json:"parent"`
	Label         string             `json:"label" doc:"Names from the top level down: Europe > France."`
	ContentCount  int64              `json:"content_count" doc:"Number of items linked to this place itself."`
	ChildrenCount int64              `json:"children_count" doc:"Number of places directly below it."`
}

// DestinationParent is the parent of a destination.
type DestinationParent struct {
	resource.Named
	Label string `json:"label"`
}

var tree = resource.Tree[Destination]{
	Table: "destinations", Noun: "destination", Name: func(d *Destination) *string { return &d.Name },
	Label: func(d *Destination) *string { return &d.Label }, ParentID: func(d *Destination) **int64 { return &d.ParentID },
}

// Definition declares destinations.
var Definition = resource.Definition[Destination]{
	Path: "destinations", Label: "Destination", Name: "label", Sort: "label", Serial: true,
	Filters: []listing.Filter{
		listing.RefFilter("parent_id"),
		listing.LinkFilter("content_id", schema.ContentDestinations.Reverse()),
	},
	Options: []string{"options/destinations", "search/destinations"},
	Uses: []uses.Use{
		{Kind: "destinations", Table: schema.Destinations, Column: "parent_id", Path: "/destinations?parent_id={id}"},
		{Kind: "content", Link: schema.ContentDestinations.Reverse(), Path: "/content?destination_exact={id}"},
		{Kind: "facades", Table: schema.Facades, Column: "destination_id", Path: "/facades?destination_id={id}"},
	},
	Merge: &merge.Rules[Destination]{Parent: "parent_id", NameColumn: "name_key"},
	Fields: func(d *Destination) resource.Fields {
		return resource.Fields{
			resource.Text(&d.Name, resource.Required, resource.Max(120), resource.UniquePerOwner,
				resource.Valid(resource.TreeName)),
			resource.Ref(&d.ParentID, schema.Destinations),
			resource.Related(&d.Parent, &d.ParentID, schema.Destinations),
			resource.Text(&d.Label, resource.ReadOnly, resource.Sortable, resource.Searchable),
			resource.Counter(&d.ContentCount, schema.DestinationContentCount, resource.Sortable),
			resource.Counter(&d.ChildrenCount, schema.DestinationChildrenCount),
		}
	},
	Check: tree.Place, Columns: tree.Columns, Saved: tree.Saved,
	Rules: resource.Rules[Destination]{CheckUndo: tree.CheckUndo},
}

// Mount registers the endpoints.
func Mount(kit resource.Kit) {
	destinations := resource.Mount(kit, Definition)
	destinations.MountAdd("content", "content_ids", schema.ContentDestinations.Reverse())
	destinations.MountRemove("content", "content_ids", schema.ContentDestinations.Reverse())
}
