// Package staff manages the people who may use the console, and their roles.
package staff

import (
	"context"
	"fmt"
	"strings"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/listing"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/secret"
	"waymark/internal/kit/uses"
	"waymark/internal/kit/write"
	"waymark/internal/platform/people"
	"waymark/internal/platform/schema"
)

// Member is a member of staff.
type Member struct {
	resource.Row
	FirstName     string     `json:"first_name"`
	LastName      string     `json:"last_name"`
	Email         string     `json:"email"`
	Phone         string     `json:"phone"`
	StaffRole     string     `json:"staff_role" enum:"admin,editor"`
	DeactivatedAt *time.Time `json:"deactivated_at" doc:"Set while the member can't sign in."`
	ActiveAt      *time.Time `json:"active_at"`
	FullName      string     `json:"full_name"`
	Initials      string     `json:"initials"`
}

// houseID is the partner that staff belong to.
const houseID = 1

var (
	roles    = []string{string(auth.Admin), string(auth.Editor)}
	statuses = []string{"all", "active", "deactivated"}
)

// Definition declares staff.
var Definition = resource.Definition[Member]{
	Path: "staff", Table: schema.Users, Label: "User", Access: resource.Access{Read: api.Admins, Write: api.Admins},
	Name: "full_name", Sort: "last_name", SortBy: []string{"active_at", "created_at"},
	Scope: "internal", Trash: &people.Trash, Without: []resource.Verb{resource.Creating, resource.Importing},
	Uses: []uses.Use{people.PublishedContent},
	Filters: []listing.Filter{
		listing.ChoiceFilter("status", statuses, func(status string) listing.Condition {
			return map[string]listing.Condition{
				"active":      {SQL: "deactivated_at IS NULL"},
				"deactivated": {SQL: "deactivated_at IS NOT NULL"},
			}[status]
		}),
		listing.ChoiceFilter("staff_role", roles, func(role string) listing.Condition {
			return listing.Condition{SQL: "staff_role = ?", Args: []any{role}}
		}),
	},
	Tabs:    &listing.Tabs{Filter: "status", Values: statuses},
	Options: []string{"options/staff"},
	Fields: func(m *Member) resource.Fields {
		return resource.Fields{
			resource.Text(&m.FirstName, resource.Required, resource.Max(80), resource.Sortable, resource.Searchable),
			resource.Text(&m.LastName, resource.Max(80), resource.Sortable, resource.Searchable),
			resource.Code(&m.Email, resource.Required, resource.Max(200), resource.Unique, resource.Searchable,
				resource.Normalised(auth.NormaliseEmail), resource.Valid(auth.EmailProblem)),
			resource.Code(&m.Phone, resource.Max(40)),
			resource.Enum(&m.StaffRole, roles, resource.Required, resource.Sortable, resource.Initially("editor")),
			resource.Date(&m.DeactivatedAt),
			resource.Stored(&m.ActiveAt),
			resource.Computed(&m.FullName, m, func(m *Member) string { return auth.FullName(m.FirstName, m.LastName) }),
			resource.Computed(&m.Initials, m, func(m *Member) string { return auth.Initials(m.FirstName, m.LastName, m.Email) }),
		}
	},
	Columns: func(context.Context, *resource.Change[Member]) map[string]any {
		return map[string]any{
			"alt_id": secret.AltID(), "internal": true, "partner_id": houseID, "signup_source": "admin",
		}
	},
	Check: check,
	Saved: saved,
	Rules: resource.Rules[Member]{CheckRemove: checkRemove},
}

func check(ctx context.Context, tx *write.Tx, c *resource.Change[Member]) error {
	if err := requireConfirmed(ctx, c); err != nil {
		return err
	}
	if c.After.DeactivatedAt != nil && (c.Before == nil || c.Before.DeactivatedAt == nil) {
		c.After.DeactivatedAt = &tx.Now // a time sent in the request is ignored
	}
	if c.Before == nil || (c.After.StaffRole == string(auth.Admin) && c.After.DeactivatedAt == nil) {
		return nil
	}
	return requireAnotherAdmin(ctx, tx, c.Before)
}

// requireConfirmed requires a confirmed session for changes that affect who can sign in and with which role.
func requireConfirmed(ctx context.Context, c *resource.Change[Member]) error {
	before, after := c.Before, c.After
	if before != nil && before.Email == after.Email && before.StaffRole == after.StaffRole &&
		(before.DeactivatedAt == nil) == (after.DeactivatedAt == nil) {
		return nil
	}
	return auth.RequireConfirmed(ctx)
}

func checkRemove(ctx context.Context, tx *write.Tx, before *Member) error {
	if err := auth.RequireConfirmed(ctx); err != nil {
		return err
	}
	return requireAnotherAdmin(ctx, tx, before)
}

// requireAnotherAdmin returns an error if the change would remove the last active admin.
func requireAnotherAdmin(ctx context.Context, tx *write.Tx, before *Member) error {
	if before.StaffRole != string(auth.Admin) || before.DeactivatedAt != nil {
		return nil
	}
	return people.RequireAnotherAdmin(ctx, tx, before.ID)
}

// saved unverifies a changed e-mail address and ends the sessions of a deactivated member.
func saved(ctx context.Context, tx *write.Tx, c *resource.Change[Member]) error {
	if c.Before == nil {
		return nil
	}
	if c.Before.Email != c.After.Email {
		if err := people.Unverify(ctx, tx, c.After.ID); err != nil {
			return err
		}
	}
	if c.Before.DeactivatedAt == nil && c.After.DeactivatedAt != nil {
		return people.EndSessions(ctx, tx, c.After.ID)
	}
	return nil
}

// Mount registers the endpoints. A new member without a password is sent a link to set one.
func Mount(kit resource.Kit) {
	kit.API.NameRecords("staff", "staff-member", "staff")
	members := resource.Mount(kit, Definition)
	body := api.AddOptionalFields[auth.NewPassword](members.BodySchema(true))
	api.Handle(kit.API, api.Op{
		Method: "POST", Path: "/api/admin/staff", Tag: "User", Access: api.Admins, Status: 201,
		Summary: "Create a staff member", Body: body,
		Description: "Without a password, a link to set one is sent to the e-mail address.",
	}, func(ctx context.Context, call *api.Call) (*api.Item[*Member], error) {
		return create(ctx, kit, members, call)
	})
	api.Handle(kit.API, api.Op{
		NoUndo: "Earlier passwords never work again.",
		Method: "PUT", Path: "/api/admin/staff/{id}/password", ID: "changeStaffMemberPassword", Tag: "User",
		Access: api.Admins, Summary: "Set the password of a staff member",
		Body: kit.API.SchemaOf(auth.NewPassword{}),
	}, func(ctx context.Context, call *api.Call) (api.None, error) {
		id, err := call.ID("id")
		if err != nil {
			return api.None{}, err
		}
		if _, err := members.Find(ctx, kit.Store.DB.Read(), id, nil); err != nil {
			return api.None{}, err
		}
		password, err := api.Decode[auth.NewPassword](call)
		if err != nil {
			return api.None{}, err
		}
		if err := auth.RequireConfirmed(ctx); err != nil {
			return api.None{}, err
		}
		_, err = people.SetPassword(ctx, kit.Store, id, password)
		return api.None{}, err
	})
}

func create(
	ctx context.Context, kit resource.Kit, members *resource.Resource[Member], call *api.Call,
) (*api.Item[*Member], error) {
	object, err := call.Object()
	if err != nil {
		return nil, err
	}
	password, err := api.Take[auth.NewPassword](object)
	if err != nil {
		return nil, err
	}
	in, err := members.Parse(ctx, object, true)
	if err != nil {
		return nil, err
	}
	var problems apierr.Fields
	if password != (auth.NewPassword{}) {
		password.Check(&problems)
	}
	if err := in.Join(problems.Err()); err != nil {
		return nil, err
	}
	hash := ""
	if in.Err() == nil {
		if err := auth.RequireConfirmed(ctx); err != nil {
			return nil, err
		}
		if password != (auth.NewPassword{}) {
			if hash, err = password.Hash(ctx); err != nil {
				return nil, err
			}
		}
	}
	response := &api.Item[*Member]{}
	return response, kit.Store.Do(ctx, func(tx *write.Tx) error {
		response.Item, err = members.Create(ctx, tx, in, nil)
		if err != nil {
			return err
		}
		if hash == "" {
			return tx.Enqueue(ctx, people.SendLink{Email: response.Item.Email})
		}
		_, err = tx.Exec(ctx, "UPDATE users SET password_hash = ? WHERE id = ?", hash, response.Item.ID)
		return err
	})
}

// Add creates a member of staff outside of a request: the first admin, or one added on the command line.
func Add(
	ctx context.Context, store *write.Store, first, last, email string, role auth.Role, password string,
) (int64, error) {
	added, err := Prepare(ctx, first, last, email, role, password)
	if err != nil {
		return 0, err
	}
	return added.Add(ctx, store)
}

// NewMember is a member of staff who can be added.
type NewMember struct {
	first, last, email, passwordHash string
	role                             auth.Role
}

// Prepare checks a new member of staff and hashes the password, which takes long.
func Prepare(ctx context.Context, first, last, email string, role auth.Role, password string) (*NewMember, error) {
	email = auth.NormaliseEmail(email)
	if problem := auth.EmailProblem(email); problem != "" {
		return nil, fmt.Errorf("e-mail address %q: %s", email, strings.ToLower(problem))
	}
	hash, err := auth.NewPassword{Password: password, PasswordConfirmation: password}.Hash(ctx)
	if problem, ok := apierr.As(err); ok {
		return nil, fmt.Errorf("password: %s", strings.Join(problem.Errors["password"], " "))
	}
	return &NewMember{first, last, email, hash, role}, err
}

// Add adds the member and returns the id.
func (m *NewMember) Add(ctx context.Context, store *write.Store) (id int64, err error) {
	err = store.Do(ctx, func(tx *write.Tx) error {
		id, err = insert(ctx, tx, m.first, m.last, m.email, m.role, m.passwordHash)
		return err
	})
	return id, err
}
