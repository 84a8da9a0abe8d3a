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

// options are users to choose from. Their e-mail distinguishes those with the same name.
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

// hasPublished is met by staff who published content.
var hasPublished = listing.Condition{SQL: "internal AND EXISTS (SELECT 1 FROM content WHERE content.admin_id = users.id)"}

func mountLookups(kit resource.Kit) {
	everyone := resource.New(kit, options)
	everyone.MountOptions("search/users")
	everyone.MountOptions("options/content-admins", hasPublished)
	ofPartner := options
	ofPartner.Under = []resource.Parent{{Path: "partners", Table: schema.Partners, Column: "partner_id"}}
	resource.New(kit, ofPartner).MountOptions("options/partners/{partner_id}/users")
}
