// Package libraries manages groups of content, their owners, and the partners that may use them.
package libraries

import (
	"waymark/internal/kit/listing"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/uses"
	"waymark/internal/platform/schema"
)

// Library is a group of content.
type Library struct {
	resource.Row
	Name         string           `json:"name"`
	PartnerID    *int64           `json:"partner_id" doc:"The owner."`
	Owner        *resource.Named  `json:"owner"`
	PartnersIDs  []int64          `json:"partners_ids" nullable:"false" doc:"Other partners that may use it."`
	Partners     []resource.Named `json:"partners" nullable:"false"`
	ContentCount int64            `json:"content_count"`
}

// Definition declares libraries.
var Definition = resource.Definition[Library]{
	Path: "libraries", Label: "Library", Sort: "name", Fixed: 1,
	Filters: []listing.Filter{
		listing.RefFilter("partner_id", "partner"),
		listing.LinkFilter("partner_access", schema.LibraryPartners),
		listing.LinkFilter("content_id", schema.ContentLibraries.Reverse()),
	},
	Options: []string{"options/libraries"},
	Uses: []uses.Use{
		{
			Kind: "content", Link: schema.ContentLibraries.Reverse(), Path: "/content?library_id={id}",
			Counter: "content_count", OnDelete: uses.Unlinks,
		},
		{
			Kind: "partners", Link: schema.LibraryPartners, Path: "/partners?library_id={id}", OnDelete: uses.Unlinks,
		},
	},
	Fields: func(l *Library) resource.Fields {
		return resource.Fields{
			resource.Text(&l.Name, resource.Required, resource.Max(120), resource.Unique, resource.Searchable),
			resource.Ref(&l.PartnerID, schema.Partners, resource.Required, resource.Searchable),
			resource.Related(&l.Owner, &l.PartnerID, schema.Partners),
			resource.Refs(&l.PartnersIDs, schema.LibraryPartners),
			resource.RelatedAll(&l.Partners, &l.PartnersIDs, schema.Partners),
			resource.Counter(&l.ContentCount, schema.LibraryContentCount, resource.Sortable),
		}
	},
}

// Mount registers the endpoints.
func Mount(kit resource.Kit) {
	resource.Mount(kit, Definition).MountAdd("content", "content_ids", schema.ContentLibraries.Reverse())
}
