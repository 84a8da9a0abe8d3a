package partners

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/history"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/write"
)

// AccountTypeChange tells what another account type means for a partner's users, whose templates belong to the
// current one.
type AccountTypeChange struct {
	UsersCount int64            `json:"users_count" doc:"Number of users whose template does not belong to the account type."`
	Templates  []UsedTemplate   `json:"templates" nullable:"false" doc:"The templates of these users."`
	Choices    []resource.Named `json:"choices" nullable:"false" doc:"The templates of the account type."`
}

// UsedTemplate is a user template of some of a partner's users.
type UsedTemplate struct {
	ID         int64  `json:"id" db:"id"`
	Name       string `json:"name" db:"name"`
	UsersCount int64  `json:"users_count" db:"n"`
}

// TemplateChoices is the part of a request that says which templates users get with a new account type.
type TemplateChoices struct {
	UserTemplates map[string]*int64 `json:"user_templates,omitempty" doc:"With a new account type: for the id of each template that users have, the id of the one they get, or null for none."`
}

type templateChoicesKey struct{}

// mountUpdate registers the endpoint that updates a partner. It also takes the templates of the partner's users.
func mountUpdate(kit resource.Kit, partners *resource.Resource[Partner]) {
	op := partners.Op("PUT", "/{id}", "Update a partner", partners.Access.Write)
	op.Description = "Changes only the fields that are sent; null clears a field. If the account type changes, users " +
		"whose template belongs to the previous one need another: user_templates says which."
	op.Body = api.AddOptionalFields[TemplateChoices](partners.BodySchema(false))
	api.Handle(kit.API, op, func(ctx context.Context, call *api.Call) (*api.Item[*Partner], error) {
		id, _, object, err := partners.Target(ctx, call)
		if err != nil {
			return nil, err
		}
		choices, choicesErr := api.Take[TemplateChoices](object)
		in, err := partners.Parse(ctx, object, false)
		if err != nil {
			return nil, err
		}
		if err := in.Join(choicesErr); err != nil {
			return nil, err
		}
		ctx = context.WithValue(ctx, templateChoicesKey{}, choices.UserTemplates)
		return partners.Write(ctx, func(tx *write.Tx) (*Partner, error) { return partners.Update(ctx, tx, id, in, nil) })
	})
	api.Handle(kit.API, api.Op{
		Method: "GET", Path: partners.Address() + "/{id}/account-type-change", ID: "previewAccountTypeChange", Tag: "Partner",
		Summary: "Get the users whose templates another account type does not have",
		Query:   []*huma.Param{api.TextParam("account_type_id", "The id of the account type.")},
	}, func(ctx context.Context, call *api.Call) (*AccountTypeChange, error) {
		id, err := call.ID("id")
		if err != nil {
			return nil, err
		}
		c := kit.Store.DB.Read()
		if _, err := partners.Find(ctx, c, id, nil); err != nil {
			return nil, err
		}
		accountType, err := strconv.ParseInt(call.Query().Get("account_type_id"), 10, 64)
		if err != nil {
			return nil, apierr.Field("account_type_id", "Must be the id of an account type.")
		}
		return findChange(ctx, c, id, accountType)
	})
}

func findChange(ctx context.Context, c db.Conn, partner, accountType int64) (*AccountTypeChange, error) {
	change := &AccountTypeChange{}
	var err error
	if change.Templates, err = usedTemplates(ctx, c, partner, accountType); err != nil {
		return nil, err
	}
	for _, template := range change.Templates {
		change.UsersCount += template.UsersCount
	}
	change.Choices, err = db.All[resource.Named](ctx, c,
		"SELECT id, name FROM user_templates WHERE account_type_id = ? ORDER BY name_key, id", accountType)
	if err != nil {
		return nil, fmt.Errorf("list templates of account type %d: %w", accountType, err)
	}
	return change, nil
}

// usedTemplates returns the templates of a partner's users that don't belong to an account type.
func usedTemplates(ctx context.Context, c db.Conn, partner, accountType int64) ([]UsedTemplate, error) {
	list, err := db.All[UsedTemplate](ctx, c, `
		SELECT t.id, t.name, count(*) AS n
		FROM users AS u
		JOIN user_templates AS t ON t.id = u.user_template_id
		WHERE u.partner_id = ? AND u.deleted_at IS NULL AND t.account_type_id <> ?
		GROUP BY t.id, t.name, t.name_key
		ORDER BY t.name_key, t.id`, partner, accountType)
	if err != nil {
		return nil, fmt.Errorf("list templates of the users of partner %d: %w", partner, err)
	}
	return list, nil
}

// checkTemplates requires a choice for every template that users of the partner have and that the new account type
// doesn't.
func checkTemplates(ctx context.Context, tx *write.Tx, c *resource.Change[Partner]) error {
	choices, _ := ctx.Value(templateChoicesKey{}).(map[string]*int64)
	changed := c.Before != nil && c.After.AccountTypeID != nil && *c.Before.AccountTypeID != *c.After.AccountTypeID
	if !changed {
		if len(choices) > 0 {
			c.Problems.Add("user_templates", "Can be changed together with the account type only.")
		}
		return nil
	}
	if len(c.Problems["account_type_id"]) > 0 {
		return nil
	}
	change, err := findChange(ctx, tx.Conn, c.Before.ID, *c.After.AccountTypeID)
	if err != nil {
		return err
	}
	missing := int64(0)
	for _, template := range change.Templates {
		if _, chosen := choices[strconv.FormatInt(template.ID, 10)]; !chosen {
			missing += template.UsersCount
		}
	}
	if missing > 0 {
		c.Problems.Add("user_templates", "Choose a template for the users who have one of the previous account type: %d.",
			missing)
	}
	for from, to := range choices {
		if _, err := strconv.ParseInt(from, 10, 64); err != nil {
			c.Problems.Add("user_templates", "Must name templates by their ids.")
		}
		if to != nil && !slices.ContainsFunc(change.Choices, func(t resource.Named) bool { return t.ID == *to }) {
			c.Problems.Add("user_templates", "%d is not a template of the new account type.", *to)
		}
	}
	return nil
}

// changeTemplates gives a partner's users the templates that were chosen when the account type changes. Others lose
// theirs, because templates belong to an account type.
func changeTemplates(ctx context.Context, tx *write.Tx, c *resource.Change[Partner]) error {
	if c.Before == nil || *c.Before.AccountTypeID == *c.After.AccountTypeID {
		return nil
	}
	choices, _ := ctx.Value(templateChoicesKey{}).(map[string]*int64)
	for from, to := range choices {
		id, err := strconv.ParseInt(from, 10, 64)
		if err != nil || to == nil {
			continue
		}
		_, err = tx.Exec(ctx, `
			UPDATE users
			SET user_template_id = ?, version = version + 1, updated_at = ?
			WHERE partner_id = ? AND user_template_id = ?
				AND user_template_id NOT IN (SELECT id FROM user_templates WHERE account_type_id = ?)`,
			*to, tx.Now, c.After.ID, id, *c.After.AccountTypeID)
		if err != nil {
			return fmt.Errorf("change user templates of partner %d: %w", c.After.ID, err)
		}
	}
	_, err := tx.Exec(ctx, `
		UPDATE users
		SET user_template_id = NULL, version = version + 1, updated_at = ?
		WHERE partner_id = ? AND user_template_id IS NOT NULL
			AND user_template_id NOT IN (SELECT id FROM user_templates WHERE account_type_id = ?)`,
		tx.Now, c.After.ID, *c.After.AccountTypeID)
	if err != nil {
		return fmt.Errorf("clear user templates of partner %d: %w", c.After.ID, err)
	}
	if len(choices) == 0 {
		return nil
	}
	return tx.Record(ctx, write.Change{
		Action: "updated", Kind: "users of partner", ID: c.After.ID, Name: c.After.Name,
		After: map[string]any{"user_templates": choices},
	})
}

// checkUndo refuses to undo the change of an account type if users have got templates of the other one since.
func checkUndo(ctx context.Context, tx *write.Tx, changes *history.Changes) error {
	return changes.RefuseAll(ctx, tx.Conn, changes.Setting("account_type_id"), `
		SELECT partners.id
		FROM partners
		WHERE EXISTS (
			SELECT 1
			FROM users AS u
			JOIN user_templates AS t ON t.id = u.user_template_id
			WHERE u.partner_id = partners.id AND u.deleted_at IS NULL AND t.account_type_id <> partners.account_type_id
		) AND `+tx.OneOf("partners.id"), "account_type_id", "Users have roles of the other account type.")
}
