// Package destinations keeps the places content is about, as a tree: Europe > France > Brittany.
package destinations

import "waymark/internal/kit/resource"

// Destination is a place.
type Destination struct {
	resource.Row
	Name          string             `json:"name"`
	ParentID      *int64             `json:"parent_id"`
	Parent        *DestinationParent `json:"parent"`
	Label         string             `json:"label" doc:"The names from the top of the tree down: Europe > France."`
	ContentCount  int64              `json:"content_count" doc:"Items about this place itself."`
	ChildrenCount int64              `json:"children_count" doc:"Places right below it."`
}

// DestinationParent is what a destination lies in.
type DestinationParent struct {
	resource.Named
	Label string `json:"label"`
}

var destinations = resource.Rows{Table: "destinations"}

var tree = resource.Tree[Destination]{
	Table: "destinations", Noun: "destination", Name: func(d *Destination) *string { return &d.Name },
	Label: func(d *Destination) *string { return &d.Label }, ParentID: func(d *Destination) **int64 { return &d.ParentID },
}

// Definition declares destinations.
var Definition = resource.Definition[Destination]{
	Path: "destinations", Label: "Destination", Name: "label", Sort: "label", Serial: true,
	Filters: []resource.Filter{resource.FilterRef("parent_id")},
	Options: []string{"options/destinations", "search/destinations"},
	Uses: []resource.Use{
		{Kind: "destinations", Rows: destinations, Column: "parent_id", Path: "/destinations?parent_id={id}"},
		{
			Kind: "content", Path: "/content?destination_id={id}",
			Link: resource.Link{Table: "content_destinations", Own: "destination_id", Other: "content_id", To: resource.Rows{Table: "content", Trashable: true}},
		},
		{Kind: "facades", Rows: resource.Rows{Table: "facades"}, Column: "destination_id", Path: "/facades?destination_id={id}"},
	},
	Fields: []resource.Field[Destination]{
		resource.Text("name", func(d *Destination) *string { return &d.Name }, resource.Required, resource.Max(120), resource.UniqueWithin, resource.Valid(resource.TreeName)),
		resource.Ref("parent_id", func(d *Destination) **int64 { return &d.ParentID }, destinations),
		resource.Related("parent", func(d *Destination) **DestinationParent { return &d.Parent }, func(d *Destination) *int64 { return d.ParentID }, destinations),
		resource.Text("label", func(d *Destination) *string { return &d.Label }, resource.ReadOnly, resource.Sortable, resource.Searchable),
		resource.Counter("content_count", func(d *Destination) *int64 { return &d.ContentCount }, resource.Sortable),
		resource.Counter("children_count", func(d *Destination) *int64 { return &d.ChildrenCount }),
	},
	Check: tree.Place, Columns: tree.Columns, Saved: tree.Saved,
}

// Mount adds the calls.
func Mount(kit resource.Kit) { resource.Mount(kit, Definition) }
