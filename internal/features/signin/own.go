package signin

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/write"
	"waymark/internal/platform/people"
	"waymark/internal/platform/schema"
)

// Profile is the profile of the signed-in member of staff.
type Profile struct {
	resource.Row
	FirstName string    `json:"first_name"`
	LastName  string    `json:"last_name"`
	FullName  string    `json:"full_name"`
	Email     string    `json:"email"`
	Phone     string    `json:"phone"`
	Initials  string    `json:"initials"`
	StaffRole auth.Role `json:"staff_role" enum:"admin,editor"`
}

// profiles declares the profile of the signed-in user. Its endpoints take no id and are registered by Mount.
var profiles = resource.Definition[Profile]{
	Path: "profile", Table: schema.Users, Label: "User", Name: "full_name", Sort: "last_name", Scope: "internal",
	Fields: func(p *Profile) resource.Fields {
		return resource.Fields{
			resource.Text(&p.FirstName, resource.Required, resource.Max(80), resource.Sortable, resource.Searchable),
			resource.Text(&p.LastName, resource.Max(80), resource.Sortable, resource.Searchable),
			resource.Computed(&p.FullName, p, func(p *Profile) string { return auth.FullName(p.FirstName, p.LastName) }),
			resource.Code(&p.Email, resource.Required, resource.Max(200), resource.Unique, resource.Searchable,
				resource.Normalised(auth.NormaliseEmail), resource.Valid(auth.EmailProblem)),
			resource.Code(&p.Phone, resource.Max(40)),
			resource.Computed(&p.Initials, p, func(p *Profile) string {
				return auth.Initials(p.FirstName, p.LastName, p.Email)
			}),
			resource.Stored(&p.StaffRole),
		}
	},
	// Password links are sent to the e-mail address, so whoever changes it can take over the account.
	Check: func(ctx context.Context, _ *write.Tx, c *resource.Change[Profile]) error {
		if c.Before.Email == c.After.Email {
			return nil
		}
		return auth.RequireConfirmed(ctx)
	},
	Saved: func(ctx context.Context, tx *write.Tx, c *resource.Change[Profile]) error {
		if c.Before.Email == c.After.Email {
			return nil
		}
		return people.Unverify(ctx, tx, c.After.ID)
	},
}

func (s *Service) profile(ctx context.Context, _ *api.Call) (*api.Item[*Profile], error) {
	profile, err := s.profiles.Find(ctx, s.Store.DB.Read(), auth.Current(ctx).ID, nil)
	return &api.Item[*Profile]{Item: profile}, err
}

func (s *Service) saveProfile(ctx context.Context, call *api.Call) (*api.Item[*Profile], error) {
	object, err := call.Object()
	if err != nil {
		return nil, err
	}
	in, err := s.profiles.Parse(ctx, object, false)
	if err != nil {
		return nil, err
	}
	response := &api.Item[*Profile]{}
	return response, s.Store.Do(ctx, func(tx *write.Tx) error {
		response.Item, err = s.profiles.Update(ctx, tx, auth.Current(ctx).ID, in, nil)
		return err
	})
}

// PasswordInput changes the user's own password.
type PasswordInput struct {
	CurrentPassword string `json:"current_password"`
	auth.NewPassword
}

// changePassword ends all sessions of the user and starts a new one.
func (s *Service) changePassword(ctx context.Context, call *api.Call) (api.None, error) {
	in, err := api.Decode[PasswordInput](call)
	if err != nil {
		return api.None{}, err
	}
	var problems apierr.Fields
	in.Check(&problems)
	if in.CurrentPassword == "" {
		problems.Add("current_password", "This field is required.")
	}
	if err := problems.Err(); err != nil {
		return api.None{}, err
	}
	user := auth.Current(ctx)
	const wrong = "This is not your current password."
	if err := s.checkOwnPassword(ctx, user, in.CurrentPassword, "current_password", wrong); err != nil {
		return api.None{}, err
	}
	epoch, err := people.SetPassword(ctx, s.Store, user.ID, in.NewPassword)
	if err != nil {
		return api.None{}, err
	}
	r, _ := call.Request()
	cookie, err := s.Sessions.Start(ctx, user.ID, epoch, api.ClientIP(ctx), r.UserAgent())
	if err != nil {
		return api.None{}, err
	}
	setCookie(call, cookie)
	return api.None{}, nil
}

// SettingsInput changes the settings that are sent.
type SettingsInput struct {
	ColorScheme  *string `json:"color_scheme,omitempty" enum:"auto,light,dark"`
	SidebarStyle *string `json:"sidebar_style,omitempty" enum:"default,compact"`
	Density      *string `json:"density,omitempty" enum:"comfortable,compact"`
	PageSize     *int    `json:"page_size,omitempty" enum:"10,25,50,100"`

	AttentionEmail *bool `json:"attention_email,omitempty" doc:"Whether you get a weekly e-mail about what needs attention."`
}

func (s *Service) settings(ctx context.Context, _ *api.Call) (*api.Item[auth.Settings], error) {
	return &api.Item[auth.Settings]{Item: auth.Current(ctx).Settings}, nil
}

func (s *Service) saveSettings(ctx context.Context, call *api.Call) (*api.Item[auth.Settings], error) {
	in, err := api.Decode[SettingsInput](call)
	if err != nil {
		return nil, err
	}
	user := auth.Current(ctx)
	after := user.Settings
	var problems apierr.Fields
	choose := func(field string, value *string, to *string, words ...string) {
		if value == nil {
			return
		}
		if !slices.Contains(words, *value) {
			problems.Add(field, "Must be one of: %s.", strings.Join(words, ", "))
		}
		*to = *value
	}
	choose("color_scheme", in.ColorScheme, &after.ColorScheme, "auto", "light", "dark")
	choose("sidebar_style", in.SidebarStyle, &after.SidebarStyle, "default", "compact")
	choose("density", in.Density, &after.Density, "comfortable", "compact")
	if in.PageSize != nil {
		if !slices.Contains([]int{10, 25, 50, 100}, *in.PageSize) {
			problems.Add("page_size", "Must be one of: 10, 25, 50, 100.")
		}
		after.PageSize = *in.PageSize
	}
	if in.AttentionEmail != nil {
		after.AttentionEmail = *in.AttentionEmail
	}
	if err := problems.Err(); err != nil {
		return nil, err
	}
	return &api.Item[auth.Settings]{Item: after}, s.storeSettings(ctx, user.ID, after)
}

func (s *Service) storeSettings(ctx context.Context, userID int64, after auth.Settings) error {
	// Personal preferences are not recorded in the audit log.
	_, err := s.Store.DB.Writer().Exec(ctx, `
		INSERT INTO staff_settings (user_id, color_scheme, sidebar_style, density, page_size, attention_email)
		VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (user_id) DO UPDATE SET color_scheme = excluded.color_scheme,
			sidebar_style = excluded.sidebar_style, density = excluded.density, page_size = excluded.page_size,
			attention_email = excluded.attention_email`,
		userID, after.ColorScheme, after.SidebarStyle, after.Density, after.PageSize, after.AttentionEmail)
	if err != nil {
		return fmt.Errorf("store settings of user %d: %w", userID, err)
	}
	return nil
}
