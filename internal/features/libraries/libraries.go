// Package libraries keeps the shelves content stands on, whose they are, and which partners may use them.
package libraries

import "waymark/internal/kit/resource"

// Library is a shelf of content.
type Library struct {
	resource.Row
	Name         string           `json:"name"`
	PartnerID    *int64           `json:"partner_id" doc:"Whose it is."`
	Owner        *resource.Named  `json:"owner"`
	PartnersIDs  []int64          `json:"partners_ids" nullable:"false" doc:"Who may use it besides."`
	Partners     []resource.Named `json:"partners" nullable:"false"`
	ContentCount int64            `json:"content_count"`
}

var (
	partners = resource.Rows{Table: "partners", Trashable: true}
	access   = resource.Link{Table: "library_partners", Own: "library_id", Other: "partner_id", To: partners}
)

// Definition declares libraries.
var Definition = resource.Definition[Library]{
	Path: "libraries", Label: "Library", Sort: "name", Fixed: 1,
	Filters: []resource.Filter{resource.FilterRef("partner_id", "partner"), resource.FilterLinked("partner_access", access)},
	Options: []string{"options/libraries"},
	Fields: []resource.Field[Library]{
		resource.Text("name", func(l *Library) *string { return &l.Name }, resource.Required, resource.Max(120), resource.Unique, resource.Searchable),
		resource.Ref("partner_id", func(l *Library) **int64 { return &l.PartnerID }, partners, resource.Required, resource.Searchable),
		resource.Related("owner", func(l *Library) **resource.Named { return &l.Owner }, func(l *Library) *int64 { return l.PartnerID }, partners),
		resource.Refs("partners_ids", func(l *Library) *[]int64 { return &l.PartnersIDs }, access),
		resource.RelatedAll("partners", func(l *Library) *[]resource.Named { return &l.Partners }, func(l *Library) []int64 { return l.PartnersIDs }, partners),
		resource.Counter("content_count", func(l *Library) *int64 { return &l.ContentCount }, resource.Sortable),
	},
}

// Mount adds the calls.
func Mount(kit resource.Kit) {
	resource.Mount(kit, Definition).MountAdd("content", "content_ids", resource.Link{
		Table: "content_libraries", Own: "library_id", Other: "content_id", To: resource.Rows{Table: "content", Trashable: true},
	})
}
