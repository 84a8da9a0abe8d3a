package users

import (
	"context"
	"fmt"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/db"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/secret"
	"waymark/internal/kit/write"
	"waymark/internal/platform/people"
)

// UserAnswer is a user, with the number of accepted collections per partner.
type UserAnswer struct {
	Data                       *User           `json:"data" nullable:"false"`
	SharedCollectionsByPartner []SharedPartner `json:"shared_collections_by_partner" nullable:"false"`
}

// SharedPartner is the number of a partner's collections that a user has accepted.
type SharedPartner struct {
	Partner resource.Named `json:"partner"`
	Count   int64          `json:"count"`
}

// maxPartners limits the partners listed in UserAnswer.
const maxPartners = 100

// Mount registers the endpoints.
func Mount(kit resource.Kit) {
	mountLookups(kit)
	users := resource.Mount(kit, Definition)
	mountCreate(kit, users)
	mountRead(kit, users)
	mountPassword(kit, users)
	mountHighlights(kit)
	kit.Imports.Add(resource.New(kit, imported()).Importable())
}

// imported declares users as files contain them. New users have no password, and are sent no mail: they can ask for a
// link to set one.
func imported() resource.Definition[User] {
	def := Definition
	def.Without = nil
	def.Columns = func(context.Context, *resource.Change[User]) map[string]any {
		return map[string]any{"alt_id": secret.AltID(), "signup_source": "import"}
	}
	return def
}

func mountCreate(kit resource.Kit, users *resource.Resource[User]) {
	body := api.AddFields[auth.NewPassword](users.BodySchema(true))
	api.Handle(kit.API, api.Op{
		Method: "POST", Path: users.Address(), Tag: "User", Status: 201, Summary: "Create a user", Body: body,
	}, func(ctx context.Context, call *api.Call) (*api.Item[*User], error) {
		object, err := call.Object()
		if err != nil {
			return nil, err
		}
		password, passwordErr := api.Take[auth.NewPassword](object)
		var problems apierr.Fields
		if passwordErr == nil {
			password.Check(&problems)
		}
		in, err := users.Parse(ctx, object, true)
		if err != nil {
			return nil, err
		}
		if err := in.Join(passwordErr, problems.Err()); err != nil {
			return nil, err
		}
		hash := ""
		if in.Err() == nil {
			if hash, err = password.Hash(ctx); err != nil {
				return nil, err
			}
		}
		response := &api.Item[*User]{}
		return response, kit.Store.Do(ctx, func(tx *write.Tx) error {
			if response.Item, err = users.Create(ctx, tx, in, nil); err != nil {
				return err
			}
			_, err = tx.Exec(ctx, "UPDATE users SET password_hash = ? WHERE id = ?", hash, response.Item.ID)
			return err
		})
	})
}

func mountRead(kit resource.Kit, users *resource.Resource[User]) {
	api.Handle(kit.API, api.Op{
		Method: "GET", Path: users.Address() + "/{id}", Tag: "User", Summary: "Get a user",
	}, func(ctx context.Context, call *api.Call) (*UserAnswer, error) {
		id, err := call.ID("id")
		if err != nil {
			return nil, err
		}
		c := kit.Store.DB.Read()
		user, err := users.Find(ctx, c, id, nil)
		if err != nil {
			return nil, err
		}
		response := &UserAnswer{Data: user, SharedCollectionsByPartner: []SharedPartner{}}
		found, err := db.All[struct {
			ID    int64  `db:"id"`
			Name  string `db:"name"`
			Count int64  `db:"n"`
		}](ctx, c, `
			SELECT p.id, p.name, s.n
			FROM (
				SELECT partner_id, count(*) AS n
				FROM shared_collections
				WHERE user_id = ? AND deleted_at IS NULL AND partner_id IS NOT NULL
				GROUP BY partner_id
			) AS s
			JOIN partners AS p ON p.id = s.partner_id
			ORDER BY s.n DESC, p.name_key, p.id LIMIT ?`, id, maxPartners)
		if err != nil {
			return nil, fmt.Errorf("count collections accepted by user %d: %w", id, err)
		}
		for _, f := range found {
			response.SharedCollectionsByPartner = append(response.SharedCollectionsByPartner,
				SharedPartner{Partner: resource.Named{ID: f.ID, Name: f.Name}, Count: f.Count})
		}
		return response, nil
	})
}

func mountPassword(kit resource.Kit, users *resource.Resource[User]) {
	api.Handle(kit.API, api.Op{
		NoUndo: "Earlier passwords never work again.",
		Method: "PUT", Path: users.Address() + "/{id}/change-password", Tag: "User", Summary: "Set the password of a user",
		Body:        kit.API.SchemaOf(auth.NewPassword{}),
		Description: "Signs the user out everywhere. Only admins can set the password of staff.",
	}, func(ctx context.Context, call *api.Call) (api.None, error) {
		id, err := call.ID("id")
		if err != nil {
			return api.None{}, err
		}
		user, err := users.Find(ctx, kit.Store.DB.Read(), id, nil)
		if err != nil {
			return api.None{}, err
		}
		if user.Internal {
			if err := people.RequireAdminToChangeStaff(ctx); err != nil {
				return api.None{}, err
			}
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
