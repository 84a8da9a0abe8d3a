package users

import (
	"context"
	"fmt"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/db"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/write"
	"waymark/internal/platform/people"
)

// UserAnswer is a user, and whose collections they have accepted.
type UserAnswer struct {
	Data                       *User           `json:"data"`
	SharedCollectionsByPartner []SharedPartner `json:"shared_collections_by_partner" nullable:"false"`
}

// SharedPartner is a partner of whose collections a user has accepted some.
type SharedPartner struct {
	Partner resource.Named `json:"partner"`
	Count   int64          `json:"count"`
}

// mostPartners are shown of those whose collections a user has accepted.
const mostPartners = 100

// Mount adds the calls.
func Mount(kit resource.Kit) {
	mountLookups(kit)
	users := resource.Mount(kit, Definition)
	mountCreate(kit, users)
	mountRead(kit, users)
	mountPassword(kit, users)
	mountHighlights(kit)
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
		password, mistyped := api.Take[auth.NewPassword](object)
		var problems apierr.Fields
		if mistyped == nil {
			password.Check(&problems)
		}
		in, wrong := users.Parse(ctx, object, true)
		if err := apierr.Join(mistyped, problems.Err(), wrong); err != nil {
			return nil, err
		}
		hash, err := password.Hash(ctx)
		if err != nil {
			return nil, err
		}
		answer := &api.Item[*User]{}
		return answer, kit.Store.Do(ctx, func(tx *write.Tx) error {
			if answer.Item, err = users.Create(ctx, tx, in, nil); err != nil {
				return err
			}
			_, err = tx.Exec(ctx, "UPDATE users SET password_hash = ? WHERE id = ?", hash, answer.Item.ID)
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
		answer := &UserAnswer{Data: user, SharedCollectionsByPartner: []SharedPartner{}}
		found, err := db.All[struct {
			ID    int64  `db:"id"`
			Name  string `db:"name"`
			Count int64  `db:"n"`
		}](ctx, c, `
			SELECT p.id, p.name, s.n
			FROM (SELECT partner_id, count(*) AS n FROM shared_collections WHERE user_id = ? AND deleted_at IS NULL
				AND partner_id IS NOT NULL GROUP BY partner_id) AS s
			JOIN partners AS p ON p.id = s.partner_id
			ORDER BY s.n DESC, p.name_key, p.id LIMIT ?`, id, mostPartners)
		if err != nil {
			return nil, fmt.Errorf("count what user %d has accepted: %w", id, err)
		}
		for _, f := range found {
			answer.SharedCollectionsByPartner = append(answer.SharedCollectionsByPartner,
				SharedPartner{Partner: resource.Named{ID: f.ID, Name: f.Name}, Count: f.Count})
		}
		return answer, nil
	})
}

func mountPassword(kit resource.Kit, users *resource.Resource[User]) {
	api.Handle(kit.API, api.Op{
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
