// Package partners keeps the companies the platform serves.
package partners

import "waymark/internal/kit/resource"

// Partner is a company the platform serves.
type Partner struct {
	resource.Row
	Name          string          `json:"name"`
	Slug          string          `json:"slug"`
	AltID         string          `json:"alt_id" doc:"The PID: what the partner is known by outside."`
	AccountTypeID *int64          `json:"account_type_id"`
	AccountType   *resource.Named `json:"account_type"`
	Email         string          `json:"email"`
	Phone         string          `json:"phone"`
	URL           string          `json:"url"`

	CollectionsCount int64 `json:"collections_count"`
}

var accountTypes = resource.Rows{Table: "account_types"}

// Definition declares partners.
var Definition = resource.Definition[Partner]{
	Path: "partners", Label: "Partner", Sort: "name", Trashable: true,
	Without: []resource.Verb{resource.Listing, resource.Creating, resource.Updating, resource.Removing},
	Options: []string{"options/partners"},
	Fields: []resource.Field[Partner]{
		resource.Text("name", func(p *Partner) *string { return &p.Name }, resource.Required, resource.Max(120), resource.Sortable, resource.Searchable),
		resource.Slug("slug", func(p *Partner) *string { return &p.Slug }, func(p *Partner) string { return p.Name }, resource.Unique, resource.Searchable),
		resource.Stored("alt_id", func(p *Partner) any { return &p.AltID }),
		resource.Ref("account_type_id", func(p *Partner) **int64 { return &p.AccountTypeID }, accountTypes, resource.Required),
		resource.Related("account_type", func(p *Partner) **resource.Named { return &p.AccountType }, func(p *Partner) *int64 { return p.AccountTypeID }, accountTypes),
		resource.Code("email", func(p *Partner) *string { return &p.Email }),
		resource.Code("phone", func(p *Partner) *string { return &p.Phone }),
		resource.Code("url", func(p *Partner) *string { return &p.URL }),
		resource.Counter("collections_count", func(p *Partner) *int64 { return &p.CollectionsCount }),
	},
}

// Mount adds the calls.
func Mount(kit resource.Kit) { resource.Mount(kit, Definition) }
