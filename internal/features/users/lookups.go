package users

import (
	"cmp"

	"waymark/internal/kit/auth"
	"waymark/internal/kit/listing"
	"waymark/internal/kit/resource"
	"waymark/internal/platform/schema"
)

type option struct {
	resource.Row
	FirstName string `json:"first_name"`
	LastName  string `json:"last_name"`
	Email     string `json:"email"`
	FullName  string `json:"full_name"`
}

// options declares the lookup of users. The e-mail distinguishes users with the same name.
var options = resource.Definition[option]{
	Path: "users", Table: schema.Users, Label: "User", Name: "full_name", Sort: "first_name",
	Hint: func(u *option) string { return u.Email },
	Fields: func(u *option) resource.Fields {
		return resource.Fields{
			resource.Text(&u.FirstName, resource.Sortable, resource.Searchable),
			resource.Text(&u.LastName, resource.Searchable),
			resource.Code(&u.Email, resource.Searchable),
			resource.Computed(&u.FullName, u, func(u *option) string {
				return cmp.Or(auth.FullName(u.FirstName, u.LastName), u.Email)
			}),
		}
	},
}

// hasPublished matches staff who have published content.
var hasPublished = listing.Condition{
	SQL: "internal AND EXISTS (SELECT 1 FROM content WHERE content.admin_id = users.id)",
}

func mountLookups(kit resource.Kit) {
	allUsers := resource.New(kit, options)
	allUsers.MountOptions("search/users")
	allUsers.MountOptions("options/content-admins", hasPublished)
	partnerUsers := options
	partnerUsers.Under = []resource.Parent{{Path: "partners", Table: schema.Partners, Column: "partner_id"}}
	resource.New(kit, partnerUsers).MountOptions("options/partners/{partner_id}/users")
}
