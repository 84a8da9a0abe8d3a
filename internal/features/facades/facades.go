// Package facades keeps the words visitors search by that stand for a destination: slips of the pen, other names.
package facades

import "waymark/internal/kit/resource"

// Facade is a searched word and the destination it stands for.
type Facade struct {
	resource.Row
	Term          string             `json:"term"`
	DestinationID *int64             `json:"destination_id"`
	Destination   *FacadeDestination `json:"destination"`
	Type          string             `json:"type" enum:"correction,related"`
	Views         int64              `json:"views" doc:"How often a search was led by it."`
}

// FacadeDestination is where the word leads.
type FacadeDestination struct {
	resource.Named
	Label string `json:"label"`
}

var (
	destinations = resource.Rows{Table: "destinations"}
	types        = []string{"correction", "related"}
)

// Definition declares facades.
var Definition = resource.Definition[Facade]{
	Path: "facades", Label: "Facade", Sort: "term",
	Filters: []resource.Filter{
		resource.FilterWords("type", types, func(word string) resource.Where { return resource.Where{SQL: "type = ?", Args: []any{word}} }),
		resource.FilterRef("destination_id"),
	},
	Fields: []resource.Field[Facade]{
		resource.Text("term", func(f *Facade) *string { return &f.Term }, resource.Required, resource.Max(120), resource.Unique, resource.Searchable),
		resource.Ref("destination_id", func(f *Facade) **int64 { return &f.DestinationID }, destinations, resource.Required, resource.Searchable),
		resource.Related("destination", func(f *Facade) **FacadeDestination { return &f.Destination }, func(f *Facade) *int64 { return f.DestinationID }, destinations),
		resource.Enum("type", func(f *Facade) *string { return &f.Type }, types, resource.Required, resource.Initially("correction")),
		resource.Counter("views", func(f *Facade) *int64 { return &f.Views }, resource.Sortable),
	},
}

// Mount adds the calls.
func Mount(kit resource.Kit) { resource.Mount(kit, Definition) }
