package lookups

import (
	"cmp"

	"waymark/internal/kit/auth"
	"waymark/internal/kit/resource"
)

type named struct {
	resource.Row
	Name string `json:"name"`
}

func name() resource.Field[named] {
	return resource.Text("name", func(n *named) *string { return &n.Name }, resource.Sortable, resource.Searchable)
}

var accountTypes = resource.Definition[named]{Path: "account-types", Label: "Account type", Sort: "name", Fields: []resource.Field[named]{name()}}

var userTemplates = resource.Definition[named]{
	Path: "user-templates", Label: "User template", Sort: "name", Fields: []resource.Field[named]{name()},
	Under: []resource.Parent{{Path: "account-types", Rows: resource.Rows{Table: "account_types"}, Column: "account_type_id"}},
}

type person struct {
	resource.Row
	FirstName string `json:"first_name"`
	LastName  string `json:"last_name"`
	Email     string `json:"email"`
	FullName  string `json:"full_name"`
}

// people are told apart by their e-mail.
var people = resource.Definition[person]{
	Path: "users", Label: "User", Name: "full_name", Hint: "email", Sort: "first_name", Trashable: true,
	Fields: []resource.Field[person]{
		resource.Text("first_name", func(p *person) *string { return &p.FirstName }, resource.Sortable, resource.Searchable),
		resource.Text("last_name", func(p *person) *string { return &p.LastName }, resource.Searchable),
		resource.Code("email", func(p *person) *string { return &p.Email }, resource.Searchable),
		resource.Composed("full_name", func(p *person) *string { return &p.FullName }, func(p *person) string {
			return cmp.Or(auth.FullName(p.FirstName, p.LastName), p.Email)
		}),
	},
}

type collection struct {
	resource.Row
	Name      string          `json:"name"`
	PartnerID *int64          `json:"partner_id"`
	Partner   *resource.Named `json:"partner"`
	UserID    *int64          `json:"user_id"`
	User      *owner          `json:"user"`
	Owner     string          `json:"owner"`
}

type owner struct {
	ID        int64  `json:"id"`
	FirstName string `json:"first_name"`
	LastName  string `json:"last_name"`
	Email     string `json:"email"`
}

func (o owner) Identity() int64 { return o.ID }

var (
	partners = resource.Rows{Table: "partners", Trashable: true}
	users    = resource.Rows{Table: "users", Trashable: true}
)

// collections are told apart by whose they are.
var collections = resource.Definition[collection]{
	Path: "collections", Label: "Collection", Sort: "name", Hint: "owner", Trashable: true,
	Fields: []resource.Field[collection]{
		resource.Text("name", func(c *collection) *string { return &c.Name }, resource.Sortable, resource.Searchable),
		resource.Ref("partner_id", func(c *collection) **int64 { return &c.PartnerID }, partners),
		resource.Related("partner", func(c *collection) **resource.Named { return &c.Partner }, func(c *collection) *int64 { return c.PartnerID }, partners),
		resource.Ref("user_id", func(c *collection) **int64 { return &c.UserID }, users),
		resource.Related("user", func(c *collection) **owner { return &c.User }, func(c *collection) *int64 { return c.UserID }, users),
		resource.Composed("owner", func(c *collection) *string { return &c.Owner }, ownerOf),
	},
}

func ownerOf(c *collection) string {
	switch {
	case c.User != nil:
		return cmp.Or(auth.FullName(c.User.FirstName, c.User.LastName), c.User.Email)
	case c.Partner != nil:
		return c.Partner.Name
	}
	return ""
}

// published are staff whose name stands under something that was published.
var published = resource.Where{SQL: "internal AND EXISTS (SELECT 1 FROM content WHERE content.admin_id = users.id)"}

func mountRecords(kit resource.Kit) {
	resource.New(kit, accountTypes).MountOptions("options/account-types")
	resource.New(kit, userTemplates).MountOptions("account-types/{account_type_id}/user-templates-options")
	resource.New(kit, collections).MountOptions("search/collections")

	everyone := resource.New(kit, people)
	everyone.MountOptions("search/users")
	everyone.MountOptions("options/content-admins", published)
	ofPartner := people
	ofPartner.Under = []resource.Parent{{Path: "partners", Rows: partners, Column: "partner_id"}}
	resource.New(kit, ofPartner).MountOptions("options/partners/{partner_id}/users")
}
