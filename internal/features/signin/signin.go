// Package signin provides the endpoints for signing in and out, and for the user's own profile, password and settings.
package signin

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"waymark/internal/kit/admission"
	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/db"
	"waymark/internal/kit/listing"
	"waymark/internal/kit/mail"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/secret"
	"waymark/internal/kit/write"
	"waymark/internal/platform/schema"
	"waymark/internal/platform/views"
)

// Service implements the endpoints and jobs of sign-in.
type Service struct {
	API       *api.API
	Store     *write.Store
	Sessions  *auth.Sessions
	Key       *secret.Key // signs device cookies
	Mail      mail.Sender
	PublicURL string
	Product   string

	profiles *resource.Resource[Profile]
}

// Me is the signed-in user as shown in the console.
type Me struct {
	ID        int64         `json:"id"`
	FullName  string        `json:"full_name"`
	Initials  string        `json:"initials"`
	Email     string        `json:"email"`
	StaffRole auth.Role     `json:"staff_role" enum:"admin,editor"`
	FirstName string        `json:"first_name"`
	LastName  string        `json:"last_name"`
	Settings  auth.Settings `json:"settings"`
	// DefaultViews are here so that a table which opens with a view needs no request before its first rows.
	DefaultViews map[string]views.DefaultView `json:"default_views" doc:"The saved view with which each table opens."`
	// AttentionCount is here so that the sidebar needs no request.
	AttentionCount int64 `json:"attention_count" doc:"Number of rows in the list of what needs attention."`
}

// Describe converts a signed-in user to their representation in the console.
func Describe(ctx context.Context, c db.Conn, u *auth.User) (*Me, error) {
	defaults, err := views.Defaults(ctx, c, u.ID)
	if err != nil {
		return nil, err
	}
	count, err := attentionCount(ctx, c)
	return &Me{
		ID: u.ID, FullName: auth.FullName(u.FirstName, u.LastName), Initials: auth.Initials(u.FirstName, u.LastName, u.Email),
		Email: u.Email, StaffRole: u.Role, FirstName: u.FirstName, LastName: u.LastName, Settings: u.Settings,
		DefaultViews: defaults, AttentionCount: count,
	}, err
}

// attentionCount reads the stored count of what needs attention.
func attentionCount(ctx context.Context, c db.Conn) (int64, error) {
	stored := listing.StoredCount(schema.Attention.Name, "open", "all")
	n, err := db.All[int64](ctx, c, stored.SQL, stored.Args...)
	if err != nil || len(n) == 0 { // there has never been a row
		return 0, err
	}
	return n[0], nil
}

// Mount registers the endpoints.
func (s *Service) Mount() {
	s.profiles = resource.New(resource.Kit{API: s.API, Store: s.Store}, profiles)
	public := func(method, path, id, summary string, body any) api.Op {
		op := api.Op{Method: method, Path: "/api/auth/" + path, ID: id, Summary: summary, Tag: "Sign-in", Access: api.Public}
		if body != nil {
			op.Body = s.API.SchemaOf(body)
		}
		return op
	}
	own := func(method, path, id, summary string, body any) api.Op {
		op := public(method, path, id, summary, body)
		op.Access = api.Staff
		return op
	}
	login, logout := public("POST", "login", "signIn", "Sign in", Credentials{}),
		public("POST", "logout", "signOut", "Sign out", nil)
	login.ReadOnly, logout.ReadOnly = true, true
	login.Class = admission.SignIn
	api.Handle(s.API, login, s.login)
	api.Handle(s.API, logout, s.logout)
	confirm := own("POST", "confirm", "confirmPassword", "Confirm your password", ConfirmInput{})
	confirm.Class = admission.SignIn
	confirm.Description = "Requests that fail with 403 and the code reauthentication_required are allowed " +
		"for ten minutes afterwards, as they are after signing in."
	api.Handle(s.API, confirm, s.confirm)
	api.Handle(s.API, own("GET", "me", "getCurrentUser", "Get the signed-in user", nil), s.me)
	api.Handle(s.API, own("GET", "profile", "getProfile", "Get your profile", nil), s.profile)
	change := own("PUT", "profile", "updateProfile", "Change your profile", nil)
	change.Body = s.profiles.BodySchema(false)
	api.Handle(s.API, change, s.saveProfile)
	password := own("PUT", "password", "changePassword", "Change your password", PasswordInput{})
	password.Class = admission.SignIn
	api.Handle(s.API, password, s.changePassword)
	api.Handle(s.API, own("GET", "settings", "getSettings", "Get your settings", nil), s.settings)
	api.Handle(s.API, own("PUT", "settings", "updateSettings", "Change your settings", SettingsInput{}), s.saveSettings)
	forgot := public("POST", "forgot-password", "requestPasswordLink",
		"Request a link to set a new password", ForgotInput{})
	forgot.Class = admission.SignIn
	api.Handle(s.API, forgot, s.forgot)
	reset := public("POST", "reset-password", "resetPassword", "Set a new password with a link", ResetInput{})
	reset.Class = admission.SignIn
	api.Handle(s.API, reset, s.reset)
}

// Credentials are the e-mail and password of a sign-in.
type Credentials struct {
	Email    string `json:"email"`
	Password string `json:"password"`
}

type account struct {
	ID           int64  `db:"id"`
	FirstName    string `db:"first_name"`
	LastName     string `db:"last_name"`
	PasswordHash string `db:"password_hash"`
	Epoch        int64  `db:"session_epoch"`
}

// findAccount returns the account of an e-mail address. If there is none, its id is 0. If the user is deactivated,
// its password hash is empty and matches no password.
func (s *Service) findAccount(ctx context.Context, email string) (account, error) {
	found, err := db.One[account](ctx, s.Store.DB.Read(), `
		SELECT id, first_name, last_name, session_epoch,
			CASE WHEN deactivated_at IS NULL THEN password_hash ELSE '' END AS password_hash
		FROM users
		WHERE email = ? AND internal AND staff_role IS NOT NULL AND deleted_at IS NULL`, email)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return account{}, fmt.Errorf("find account: %w", err)
	}
	return found, nil
}

func (s *Service) login(ctx context.Context, call *api.Call) (*api.Item[*Me], error) {
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
	found, err := s.findAccount(ctx, email)
	if err != nil {
		return nil, err
	}
	attempt, err := s.countSignIn(ctx, call, email, found.ID)
	if err != nil {
		return nil, err
	}
	match, err := auth.CheckPassword(ctx, limitPassword(in.Password), found.PasswordHash)
	if err != nil {
		return nil, err
	}
	if !match {
		if err := s.recordFailure(ctx, email, found); err != nil {
			return nil, err
		}
		return nil, apierr.Field("email", "The e-mail address or the password is wrong.")
	}
	cookie, err := s.startSession(ctx, call, attempt, found)
	if err != nil {
		return nil, err
	}
	setCookie(call, cookie)
	setCookie(call, s.devices().Issue(found.ID))
	user, err := s.Sessions.Find(ctx, cookie.Value)
	if err != nil || user == nil {
		return nil, fmt.Errorf("find new session: %w", err)
	}
	return s.describe(ctx, user)
}

// startSession signs a user in. A server that may not change its database keeps the session in memory, and records
// nothing.
func (s *Service) startSession(
	ctx context.Context, call *api.Call, attempt attempt, found account,
) (cookie *http.Cookie, err error) {
	if memory := s.Sessions.Memory; memory != nil {
		memory.Uncount(attempt.own, attempt.shared...)
		return s.Sessions.StartInMemory(found.ID, found.Epoch), nil
	}
	r, _ := call.Request()
	err = s.Store.Do(ctx, func(tx *write.Tx) error {
		if err := attempt.succeeded(ctx, tx); err != nil {
			return err
		}
		ip, agent := api.ClientIP(ctx), r.UserAgent()
		if cookie, err = s.Sessions.StartIn(ctx, tx.Conn, found.ID, found.Epoch, ip, agent); err != nil {
			return err
		}
		return found.record(found.actor(ctx), tx, signedIn)
	})
	return cookie, err
}

// setCookie adds a cookie to the response. It replaces a cookie of the same name, such as one that deletes an old
// session.
func setCookie(call *api.Call, cookie *http.Cookie) {
	_, w := call.Request()
	header := w.Header()
	header["Set-Cookie"] = slices.DeleteFunc(header["Set-Cookie"], func(line string) bool {
		return strings.HasPrefix(line, cookie.Name+"=")
	})
	call.SetCookie(cookie)
}

func (s *Service) devices() auth.Devices {
	return auth.Devices{Key: s.Key, Secure: s.Sessions.Secure}
}

func (s *Service) logout(ctx context.Context, call *api.Call) (api.None, error) {
	if user := auth.Current(ctx); user != nil {
		if err := s.endSession(ctx, user); err != nil {
			return api.None{}, err
		}
	}
	r, _ := call.Request()
	for _, cookie := range s.Sessions.ClearCookies(r) {
		setCookie(call, cookie)
	}
	return api.None{}, nil
}

func (s *Service) endSession(ctx context.Context, user *auth.User) error {
	if s.Sessions.Memory != nil {
		s.Sessions.EndInMemory(user.Session)
		return nil
	}
	return s.Store.Do(ctx, func(tx *write.Tx) error {
		if err := s.Sessions.EndIn(ctx, tx.Conn, user.Session); err != nil {
			return err
		}
		return accountOfUser(user).record(ctx, tx, signedOut)
	})
}

func (s *Service) me(ctx context.Context, _ *api.Call) (*api.Item[*Me], error) {
	return s.describe(ctx, auth.Current(ctx))
}

func (s *Service) describe(ctx context.Context, user *auth.User) (*api.Item[*Me], error) {
	me, err := Describe(ctx, s.Store.DB.Read(), user)
	return &api.Item[*Me]{Item: me}, err
}

// limitPassword shortens a password that is longer than any valid one, to limit the cost of hashing.
func limitPassword(password string) string {
	if len(password) > 1000 {
		return password[:1000]
	}
	return password
}
