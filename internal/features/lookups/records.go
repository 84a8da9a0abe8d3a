package lookups

import (
	"cmp"

	"waymark/internal/kit/auth"
	"waymark/internal/kit/resource"
)

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

type template struct {
	resource.Row
	Name          string          `json:"name"`
	AccountTypeID *int64          `json:"account_type_id"`
	AccountType   *resource.Named `json:"account_type"`
}

var accountTypes = resource.Rows{Table: "account_types"}

// templates are those of all account types, which are what tells namesakes apart.
var templates = resource.Definition[template]{
	Path: "user-templates", Label: "User template", Sort: "name", HintOf: func(t *template) string { return t.AccountType.Name },
	Fields: []resource.Field[template]{
		resource.Text("name", func(t *template) *string { return &t.Name }, resource.Sortable, resource.Searchable),
		resource.Ref("account_type_id", func(t *template) **int64 { return &t.AccountTypeID }, accountTypes),
		resource.Related("account_type", func(t *template) **resource.Named { return &t.AccountType }, func(t *template) *int64 { return t.AccountTypeID }, accountTypes),
	},
}

var partners = resource.Rows{Table: "partners", Trashable: true}

// published are staff whose name stands under something that was published.
var published = resource.Where{SQL: "internal AND EXISTS (SELECT 1 FROM content WHERE content.admin_id = users.id)"}

func mountRecords(kit resource.Kit) {
	everyone := resource.New(kit, people)
	everyone.MountOptions("search/users")
	resource.New(kit, templates).MountOptions("options/user-templates")
	everyone.MountOptions("options/content-admins", published)
	ofPartner := people
	ofPartner.Under = []resource.Parent{{Path: "partners", Rows: partners, Column: "partner_id"}}
	resource.New(kit, ofPartner).MountOptions("options/partners/{partner_id}/users")
}
