// Package facades stores search terms that stand for a destination, such as misspellings and other names.
package facades

import (
	"waymark/internal/kit/listing"
	"waymark/internal/kit/resource"
	"waymark/internal/platform/schema"
)

// Facade is a search term and the destination it stands for.
type Facade struct {
	resource.Row
	Term          string             `json:"term"`
	DestinationID *int64             `json:"destination_id"`
	Destination   *FacadeDestination `json:"destination"`
	Type          string             `json:"type" enum:"correction,related"`
	Views         int64              `json:"views" doc:"Number of searches that used it."`
}

// FacadeDestination is the destination of a facade.
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
			return listing.Condition{SQL: "type = ?", Args: []any{word}}
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

// Mount registers the endpoints.
func Mount(kit resource.Kit) { resource.Mount(kit, Definition) }
