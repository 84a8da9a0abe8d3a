package signin

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/write"
)

// Profile is what a staff member keeps about themself.
type Profile struct {
	FirstName string    `json:"first_name"`
	LastName  string    `json:"last_name"`
	Email     string    `json:"email"`
	Phone     string    `json:"phone"`
	StaffRole auth.Role `json:"staff_role" enum:"admin,editor"`
	Version   int64     `json:"version"`
	CreatedAt time.Time `json:"created_at"`
}

// ProfileInput changes the fields that are sent.
type ProfileInput struct {
	FirstName *string `json:"first_name,omitempty" maxLength:"80"`
	LastName  *string `json:"last_name,omitempty" maxLength:"80"`
	Email     *string `json:"email,omitempty" maxLength:"200"`
	Phone     *string `json:"phone,omitempty" maxLength:"40"`
	Version   *int64  `json:"version,omitempty"`
}

const profileQuery = "SELECT first_name, last_name, email, phone, staff_role, version, created_at FROM users WHERE id = ?"

func (s *Service) profile(ctx context.Context, _ *api.Call) (*api.Item[Profile], error) {
	profile, err := db.One[Profile](ctx, s.Store.DB.Read(), profileQuery, auth.Current(ctx).ID)
	if err != nil {
		return nil, fmt.Errorf("read the profile: %w", err)
	}
	return &api.Item[Profile]{Item: profile}, nil
}

func (s *Service) saveProfile(ctx context.Context, call *api.Call) (*api.Item[Profile], error) {
	in, err := api.Decode[ProfileInput](call)
	if err != nil {
		return nil, err
	}
	id := auth.Current(ctx).ID
	var after Profile
	err = s.Store.Do(ctx, func(tx *write.Tx) error {
		before, err := db.One[Profile](ctx, tx.Conn, profileQuery+tx.ForUpdate(), id)
		if err != nil {
			return fmt.Errorf("read the profile: %w", err)
		}
		if in.Version != nil && *in.Version != before.Version {
			return apierr.Stale(before)
		}
		after = before
		if err := in.applyTo(&after); err != nil || after == before {
			return err
		}
		after.Version++
		_, err = tx.Exec(ctx, `UPDATE users SET first_name = ?, first_name_key = ?, last_name = ?, last_name_key = ?, email = ?, phone = ?,
				email_verified_at = CASE WHEN email = ? THEN email_verified_at END, search_text = ?, version = version + 1, updated_at = ? WHERE id = ?`,
			after.FirstName, fold.Key(after.FirstName), after.LastName, fold.Key(after.LastName), after.Email, after.Phone,
			after.Email, fold.SearchText(after.FirstName, after.LastName, after.Email), tx.Now, id)
		if violation, ok := db.AsViolation(err); ok && violation.On("email") {
			return apierr.Field("email", "Is already taken.")
		}
		if err != nil {
			return fmt.Errorf("save the profile: %w", err)
		}
		return tx.Record(ctx, write.Change{Action: "updated", Kind: "user", ID: id, Name: auth.FullName(after.FirstName, after.LastName), Before: before.told(), After: after.told()})
	})
	if err != nil {
		return nil, err
	}
	return &api.Item[Profile]{Item: after}, nil
}

func (p Profile) told() map[string]any {
	return map[string]any{"first_name": p.FirstName, "last_name": p.LastName, "email": p.Email, "phone": p.Phone}
}

func (in ProfileInput) applyTo(p *Profile) error {
	var problems apierr.Fields
	set := func(field string, value *string, to *string, longest int, required bool) {
		if value == nil {
			return
		}
		text := strings.TrimSpace(*value)
		if problem := auth.TextProblem(text, longest); problem != "" {
			problems.Add(field, "%s", problem)
		} else if text == "" && required {
			problems.Add(field, "This field is required.")
		}
		*to = text
	}
	set("first_name", in.FirstName, &p.FirstName, 80, true)
	set("last_name", in.LastName, &p.LastName, 80, false)
	set("phone", in.Phone, &p.Phone, 40, false)
	if in.Email != nil {
		p.Email = auth.NormaliseEmail(*in.Email)
		if problem := auth.EmailProblem(p.Email); problem != "" {
			problems.Add("email", "%s", problem)
		}
	}
	return problems.Err()
}

// PasswordInput changes the own password.
type PasswordInput struct {
	CurrentPassword string `json:"current_password"`
	auth.NewPassword
}

// changePassword ends all other sessions and starts this one anew.
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
	if err := s.countTry(ctx, fmt.Sprintf("own password %d", user.ID)); err != nil {
		return api.None{}, err
	}
	hash, err := db.Value[string](ctx, s.Store.DB.Read(), "SELECT password_hash FROM users WHERE id = ?", user.ID)
	if err != nil {
		return api.None{}, fmt.Errorf("change the password: %w", err)
	}
	match, err := auth.CheckPassword(ctx, limitPassword(in.CurrentPassword), hash)
	if err != nil {
		return api.None{}, err
	}
	if !match {
		return api.None{}, apierr.Field("current_password", "Is not your password.")
	}
	epoch, err := auth.SetPassword(ctx, s.Store, user.ID, in.NewPassword)
	if err != nil {
		return api.None{}, err
	}
	r, _ := call.Request()
	cookie, err := s.Sessions.Start(ctx, user.ID, epoch, api.ClientIP(ctx), r.UserAgent())
	if err != nil {
		return api.None{}, err
	}
	call.SetCookie(cookie)
	return api.None{}, nil
}

// SettingsInput changes the settings that are sent.
type SettingsInput struct {
	ColorScheme  *string `json:"color_scheme,omitempty" enum:"auto,light,dark"`
	SidebarStyle *string `json:"sidebar_style,omitempty" enum:"default,compact"`
	Density      *string `json:"density,omitempty" enum:"comfortable,compact"`
	PageSize     *int    `json:"page_size,omitempty" enum:"10,25,50,100"`
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
	if err := problems.Err(); err != nil {
		return nil, err
	}
	// Taste is nobody else's business: it is the one change that leaves no audit row.
	_, err = s.Store.DB.Writer().Exec(ctx, `INSERT INTO staff_settings (user_id, color_scheme, sidebar_style, density, page_size) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (user_id) DO UPDATE SET color_scheme = excluded.color_scheme, sidebar_style = excluded.sidebar_style, density = excluded.density, page_size = excluded.page_size`,
		user.ID, after.ColorScheme, after.SidebarStyle, after.Density, after.PageSize)
	if err != nil {
		return nil, fmt.Errorf("save the settings: %w", err)
	}
	return &api.Item[auth.Settings]{Item: after}, nil
}
