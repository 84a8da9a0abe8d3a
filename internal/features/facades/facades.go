// Package facades keeps the words visitors search by that stand for a destination: slips of the pen, other names.
package facades

import (
	"waymark/internal/kit/listing"
	"waymark/internal/kit/resource"
	"waymark/internal/platform/schema"
)

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

var types = []string{"correction", "related"}

// Definition declares facades.
var Definition = resource.Definition[Facade]{
	Path: "facades", Label: "Facade", Sort: "term",
	Filters: []listing.Filter{
		listing.ChoiceFilter("type", types, func(word string) listing.Condition {
			return listing.Condition{
				SQL:  "type = ?",
				Args: []any{word},
			}
		}),
		listing.RefFilter("destination_id"),
	},
	Fields: func(f *Facade) resource.Fields {
		return resource.Fields{
			resource.Text(&f.Term, resource.Required, resource.Max(120), resource.Unique, resource.Searchable),
			resource.Ref(&f.DestinationID, schema.Destinations, resource.Required, resource.Searchable),
			resource.Related(&f.Destination, &f.DestinationID, schema.Destinations),
			resource.Enum(&f.Type, types, resource.Required, resource.Initially("correction")),
			resource.Stored(&f.Views, resource.Sortable),
		}
	},
}

// Mount adds the calls.
func Mount(kit resource.Kit) { resource.Mount(kit, Definition) }
