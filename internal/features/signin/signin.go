// Package signin lets staff in and out, and keeps their own profile, password and settings.
package signin

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/db"
	"waymark/internal/kit/mail"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/secret"
	"waymark/internal/kit/write"
)

// Service is what sign-in needs.
type Service struct {
	API       *api.API
	Store     *write.Store
	Sessions  *auth.Sessions
	Mail      mail.Sender
	PublicURL string
	Product   string

	profiles *resource.Resource[Profile]
}

// Me is the signed-in person as the console shows them.
type Me struct {
	ID        int64         `json:"id"`
	FullName  string        `json:"full_name"`
	Initials  string        `json:"initials"`
	Email     string        `json:"email"`
	StaffRole auth.Role     `json:"staff_role" enum:"admin,editor"`
	FirstName string        `json:"first_name"`
	LastName  string        `json:"last_name"`
	Settings  auth.Settings `json:"settings"`
}

// Describe is a signed-in user as the console shows them.
func Describe(u *auth.User) Me {
	return Me{
		ID: u.ID, FullName: auth.FullName(u.FirstName, u.LastName), Initials: auth.Initials(u.FirstName, u.LastName, u.Email),
		Email: u.Email, StaffRole: u.Role, FirstName: u.FirstName, LastName: u.LastName, Settings: u.Settings,
	}
}

// A person mistypes a few times; a program tries for ever. An office shares one address.
const (
	perAccount = 10
	perAddress = 60
	window     = 15 * time.Minute
)

// Mount adds the calls.
func (s *Service) Mount() {
	s.profiles = resource.New(resource.Kit{API: s.API, Store: s.Store}, profiles)
	public := func(method, path, summary string, body any) api.Op {
		op := api.Op{Method: method, Path: "/api/auth/" + path, Summary: summary, Tag: "Sign-in", Access: api.Public}
		if body != nil {
			op.Body = s.API.SchemaOf(body)
		}
		return op
	}
	own := func(method, path, summary string, body any) api.Op {
		op := public(method, path, summary, body)
		op.Access = api.Staff
		return op
	}
	api.Handle(s.API, public("POST", "login", "Sign in", Credentials{}), s.login)
	api.Handle(s.API, public("POST", "logout", "Sign out", nil), s.logout)
	api.Handle(s.API, own("GET", "me", "Who is signed in", nil), s.me)
	api.Handle(s.API, own("GET", "profile", "The own profile", nil), s.profile)
	change := own("PUT", "profile", "Change the own profile", nil)
	change.Body = s.profiles.BodySchema(false)
	api.Handle(s.API, change, s.saveProfile)
	api.Handle(s.API, own("PUT", "password", "Change the own password", PasswordInput{}), s.changePassword)
	api.Handle(s.API, own("GET", "settings", "The own settings", nil), s.settings)
	api.Handle(s.API, own("PUT", "settings", "Change the own settings", SettingsInput{}), s.saveSettings)
	api.Handle(s.API, public("POST", "forgot-password", "Ask for a link to set a new password", ForgotInput{}), s.forgot)
	api.Handle(s.API, public("POST", "reset-password", "Set a new password with a link", ResetInput{}), s.reset)
}

// Credentials are what a person signs in with.
type Credentials struct {
	Email    string `json:"email"`
	Password string `json:"password"`
}

type account struct {
	ID           int64  `db:"id"`
	PasswordHash string `db:"password_hash"`
	Epoch        int64  `db:"session_epoch"`
}

func (s *Service) login(ctx context.Context, call *api.Call) (*api.Item[Me], error) {
	in, err := api.Decode[Credentials](call)
	if err != nil {
		return nil, err
	}
	email := auth.NormaliseEmail(in.Email)
	var problems apierr.Fields
	if email == "" {
		problems.Add("email", "This field is required.")
	}
	if in.Password == "" {
		problems.Add("password", "This field is required.")
	}
	if err := problems.Err(); err != nil {
		return nil, err
	}
	accountKey := "sign-in account " + secret.Hash(email)
	if err := s.countTry(ctx, accountKey); err != nil {
		return nil, err
	}
	found, err := db.One[account](ctx, s.Store.DB.Read(), `SELECT id, password_hash, session_epoch FROM users
		WHERE email = ? AND internal AND staff_role IS NOT NULL AND deactivated_at IS NULL AND deleted_at IS NULL`, email)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, fmt.Errorf("sign in: %w", err)
	}
	match, err := auth.CheckPassword(ctx, limitPassword(in.Password), found.PasswordHash)
	if err != nil {
		return nil, err
	}
	if !match {
		slog.WarnContext(ctx, "sign-in failed", "ip", api.ClientIP(ctx))
		return nil, apierr.Field("email", "The e-mail address or the password is wrong.")
	}
	if err := (auth.Limits{DB: s.Store.DB}).Forgive(ctx, accountKey); err != nil {
		return nil, err
	}
	r, _ := call.Request()
	cookie, err := s.Sessions.Start(ctx, found.ID, found.Epoch, api.ClientIP(ctx), r.UserAgent())
	if err != nil {
		return nil, err
	}
	call.SetCookie(cookie)
	user, err := s.Sessions.Find(ctx, cookie.Value)
	if err != nil || user == nil {
		return nil, fmt.Errorf("sign in: the session is not there: %w", err)
	}
	return &api.Item[Me]{Item: Describe(user)}, nil
}

// countTry counts before the password is looked at, so that many tries at once do not slip through.
func (s *Service) countTry(ctx context.Context, accountKey string) error {
	limits := auth.Limits{DB: s.Store.DB}
	for key, allowed := range map[string]int64{accountKey: perAccount, "sign-in address " + api.ClientIP(ctx): perAddress} {
		wait, err := limits.Hit(ctx, key, allowed, window)
		if err != nil {
			return err
		}
		if wait > 0 {
			return apierr.TooMany("Too many tries. Please wait a while.", wait)
		}
	}
	return nil
}

func (s *Service) logout(ctx context.Context, call *api.Call) (api.None, error) {
	cookie, err := s.Sessions.End(ctx, call.Cookie(auth.Cookie))
	if err == nil {
		call.SetCookie(cookie)
	}
	return api.None{}, err
}

func (s *Service) me(ctx context.Context, _ *api.Call) (*api.Item[Me], error) {
	return &api.Item[Me]{Item: Describe(auth.Current(ctx))}, nil
}

// A password longer than any that is taken is hashed no further than that.
func limitPassword(password string) string {
	if len(password) > 1000 {
		return password[:1000]
	}
	return password
}
