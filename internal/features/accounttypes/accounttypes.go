// Package accounttypes stores the account types of partners, the user templates of each, and the permissions of each
// template.
package accounttypes

import (
	"context"
	"fmt"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/uses"
	"waymark/internal/kit/write"
	"waymark/internal/platform/schema"
)

// AccountType is a type of partner.
type AccountType struct {
	resource.Row
	Name               string `json:"name"`
	UserTemplatesCount int64  `json:"user_templates_count"`
}

// UserTemplate is a role for users of partners with a certain account type.
type UserTemplate struct {
	resource.Row
	Name        string          `json:"name"`
	Permissions map[string]bool `json:"permissions" nullable:"false" doc:"Whether each permission is granted."`
	UsersCount  int64           `json:"users_count"`
}

// Definition declares account types. They can't be deleted, because every partner needs one.
var Definition = resource.Definition[AccountType]{
	Path: "account-types", Label: "Account type", Access: resource.Access{Write: api.Admins}, Sort: "name",
	Without: []resource.Verb{resource.Removing},
	Options: []string{"options/account-types"},
	Uses: []uses.Use{
		{Kind: "partners", Table: schema.Partners, Column: "account_type_id", Path: "/partners?account_type_id={id}"},
		{
			Kind: "user templates", Table: schema.UserTemplates, Column: "account_type_id",
			Path: "/account-types/{id}/user-templates", Counter: "user_templates_count",
		},
	},
	Fields: func(a *AccountType) resource.Fields {
		return resource.Fields{
			resource.Text(&a.Name, resource.Required, resource.Max(120), resource.Unique, resource.Searchable),
			resource.Counter(&a.UserTemplatesCount, schema.AccountTypeUserTemplatesCount, resource.Sortable),
		}
	},
}

// Templates declares the user templates of an account type.
var Templates = resource.Definition[UserTemplate]{
	Path: "user-templates", Label: "User template", Access: resource.Access{Write: api.Admins}, Sort: "name",
	Under:   []resource.Parent{{Path: "account-types", Table: schema.AccountTypes, Column: "account_type_id"}},
	Options: []string{"account-types/{account_type_id}/user-templates-options"},
	Uses: []uses.Use{
		{Kind: "users", Table: schema.Users, Column: "user_template_id", Path: "/users?user_template_id={id}"},
	},
	Fields: func(u *UserTemplate) resource.Fields {
		return resource.Fields{
			resource.Text(&u.Name, resource.Required, resource.Max(120), resource.UniquePerOwner, resource.Searchable),
			resource.Counter(&u.UsersCount, schema.UserTemplateUsersCount),
			resource.Attached(&u.Permissions),
		}
	},
	Attach: attachPermissions,
}

func attachPermissions(ctx context.Context, c db.Conn, templates []*UserTemplate) error {
	byID, ids := map[int64]*UserTemplate{}, []int64{}
	for _, template := range templates {
		template.Permissions = noPermissions()
		byID[template.ID], ids = template, append(ids, template.ID)
	}
	granted, err := db.All[struct {
		Template   int64  `db:"user_template_id"`
		Permission string `db:"permission"`
	}](ctx, c, "SELECT user_template_id, permission FROM user_template_permissions WHERE user_template_id IN (?)", ids)
	if err != nil {
		return fmt.Errorf("load permissions: %w", err)
	}
	for _, g := range granted {
		permissions := byID[g.Template].Permissions
		if _, known := permissions[g.Permission]; known {
			permissions[g.Permission] = true
		}
	}
	return nil
}

type templateOption struct {
	resource.Row
	Name          string          `json:"name"`
	AccountTypeID *int64          `json:"account_type_id"`
	AccountType   *resource.Named `json:"account_type"`
}

// allTemplates are the user templates of all account types, for lookups. The account type distinguishes those with the
// same name.
var allTemplates = resource.Definition[templateOption]{
	Path: "user-templates", Label: "User template", Sort: "name",
	Hint: func(t *templateOption) string { return t.AccountType.Name },
	Fields: func(t *templateOption) resource.Fields {
		return resource.Fields{
			resource.Text(&t.Name, resource.Sortable, resource.Searchable),
			resource.Ref(&t.AccountTypeID, schema.AccountTypes),
			resource.Related(&t.AccountType, &t.AccountTypeID, schema.AccountTypes),
		}
	},
}

// PermissionCatalogue lists all permissions.
type PermissionCatalogue struct {
	Permissions []PermissionGroup `json:"permissions" nullable:"false"`
}

// PermissionSwitch is a request to grant or revoke a permission of a template.
type PermissionSwitch struct {
	Permission string `json:"permission" doc:"Key of the permission."`
	Delete     bool   `json:"delete,omitempty" doc:"Whether to revoke the permission instead of granting it."`
}

// Mount registers the endpoints.
func Mount(kit resource.Kit) {
	resource.New(kit, allTemplates).MountOptions("options/user-templates")
	resource.Mount(kit, Definition)
	templates := resource.Mount(kit, Templates)
	api.Handle(kit.API, api.Op{
		Method: "GET", Path: "/api/admin/account-type-permissions", Tag: "Account type", Summary: "List all permissions",
	}, func(context.Context, *api.Call) (*PermissionCatalogue, error) {
		return &PermissionCatalogue{Permissions: Catalogue}, nil
	})
	api.Handle(kit.API, api.Op{
		Method: "PUT", Path: templates.Address() + "/{id}/permission", Tag: "User template",
		Summary: "Grant or revoke a permission of a user template", Access: api.Admins,
		Body: kit.API.SchemaOf(PermissionSwitch{}),
	}, func(ctx context.Context, call *api.Call) (*api.Item[*UserTemplate], error) {
		parents, err := templates.Parents(ctx, call)
		if err != nil {
			return nil, err
		}
		id, err := call.ID("id")
		if err != nil {
			return nil, err
		}
		if _, err := templates.Find(ctx, kit.Store.DB.Read(), id, parents); err != nil {
			return nil, err
		}
		change, err := api.Decode[PermissionSwitch](call)
		if err != nil {
			return nil, err
		}
		if _, known := noPermissions()[change.Permission]; !known {
			return nil, apierr.Field("permission", "This permission doesn't exist.")
		}
		response := &api.Item[*UserTemplate]{}
		err = kit.Store.Do(ctx, func(tx *write.Tx) error {
			template, err := templates.Lock(ctx, tx, id, parents)
			if err != nil {
				return err
			}
			response.Item = template
			return change.apply(ctx, tx, template)
		})
		return response, err
	})
}

// apply grants or revokes the permission. It writes nothing, not even an audit entry, if that is already the case.
func (s PermissionSwitch) apply(ctx context.Context, tx *write.Tx, template *UserTemplate) error {
	before, after := template.Permissions[s.Permission], !s.Delete
	if before == after {
		return nil
	}
	query := "INSERT INTO user_template_permissions (user_template_id, permission) VALUES (?, ?)"
	if s.Delete {
		query = "DELETE FROM user_template_permissions WHERE user_template_id = ? AND permission = ?"
	}
	if _, err := tx.Exec(ctx, query, template.ID, s.Permission); err != nil {
		return fmt.Errorf("change permission: %w", err)
	}
	template.Permissions[s.Permission] = after
	return tx.Record(ctx, write.Change{
		Action: "updated", Kind: "user template", ID: template.ID, Name: template.Name,
		Before: map[string]any{s.Permission: before}, After: map[string]any{s.Permission: after},
	})
}
