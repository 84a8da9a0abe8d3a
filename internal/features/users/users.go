// Package users keeps the people of partners, and the advisors who have no partner.
package users

import (
	"cmp"

	"waymark/internal/kit/auth"
	"waymark/internal/kit/resource"
)

// User is somebody who uses the platform.
type User struct {
	resource.Row
	FirstName              string          `json:"first_name"`
	LastName               string          `json:"last_name"`
	FullName               string          `json:"full_name"`
	Called                 string          `json:"called" doc:"The full name, or the e-mail of those who have given none."`
	Initials               string          `json:"initials"`
	Email                  string          `json:"email"`
	AltID                  string          `json:"alt_id" doc:"The UID: what the user is known by outside."`
	PartnerID              *int64          `json:"partner_id"`
	Partner                *resource.Named `json:"partner"`
	CollectionsCount       int64           `json:"collections_count"`
	SharedCollectionsCount int64           `json:"shared_collections_count"`
}

var partners = resource.Rows{Table: "partners", Trashable: true}

// Definition declares users.
var Definition = resource.Definition[User]{
	Path: "users", Label: "User", Name: "called", Sort: "first_name", Trashable: true, ItemKey: "data",
	Without: []resource.Verb{resource.Listing, resource.Creating, resource.Updating, resource.Removing},
	Fields: []resource.Field[User]{
		resource.Text("first_name", func(u *User) *string { return &u.FirstName }, resource.Sortable, resource.Searchable),
		resource.Text("last_name", func(u *User) *string { return &u.LastName }, resource.Sortable, resource.Searchable),
		resource.Code("email", func(u *User) *string { return &u.Email }, resource.Searchable),
		resource.Stored("alt_id", func(u *User) any { return &u.AltID }),
		resource.Ref("partner_id", func(u *User) **int64 { return &u.PartnerID }, partners),
		resource.Related("partner", func(u *User) **resource.Named { return &u.Partner }, func(u *User) *int64 { return u.PartnerID }, partners),
		resource.Composed("full_name", func(u *User) *string { return &u.FullName }, func(u *User) string { return auth.FullName(u.FirstName, u.LastName) }),
		resource.Composed("called", func(u *User) *string { return &u.Called }, func(u *User) string { return cmp.Or(auth.FullName(u.FirstName, u.LastName), u.Email) }),
		resource.Computed("initials", func(u *User) { u.Initials = auth.Initials(u.FirstName, u.LastName, u.Email) }),
		resource.Counter("collections_count", func(u *User) *int64 { return &u.CollectionsCount }),
		resource.Counter("shared_collections_count", func(u *User) *int64 { return &u.SharedCollectionsCount }),
	},
}

// Mount adds the calls.
func Mount(kit resource.Kit) { resource.Mount(kit, Definition) }
