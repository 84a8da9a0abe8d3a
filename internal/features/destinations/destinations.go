// Package destinations keeps the places content is about, as a tree: Europe > France > Brittany.
package destinations

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"waymark/internal/kit/resource"
)

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
		resource.Text("name", func(d *Destination) *string { return &d.Name }, resource.Required, resource.Max(120), resource.UniqueWithin, resource.Valid(nameProblem)),
		resource.Ref("parent_id", func(d *Destination) **int64 { return &d.ParentID }, destinations),
		resource.Related("parent", func(d *Destination) **DestinationParent { return &d.Parent }, func(d *Destination) *int64 { return d.ParentID }, destinations),
		resource.Text("label", func(d *Destination) *string { return &d.Label }, resource.ReadOnly, resource.Sortable, resource.Searchable),
		resource.Counter("content_count", func(d *Destination) *int64 { return &d.ContentCount }, resource.Sortable),
		resource.Counter("children_count", func(d *Destination) *int64 { return &d.ChildrenCount }),
	},
	Check: place, Columns: labelled, Saved: relabel,
}

// nameProblem keeps labels readable: a sign between two names means one stands below the other.
func nameProblem(name string) string {
	first, _ := utf8.DecodeRuneInString(name)
	if strings.Contains(name, ">") || unicode.IsMark(first) {
		return "Can't have the sign > or begin with a mark."
	}
	return ""
}

func labelled(_ context.Context, c *resource.Change[Destination]) map[string]any {
	return labelColumns(c.After.Label)
}

// Mount adds the calls.
func Mount(kit resource.Kit) { resource.Mount(kit, Definition) }
