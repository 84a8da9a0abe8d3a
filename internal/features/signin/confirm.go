package signin

import (
	"context"
	"fmt"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/db"
	"waymark/internal/kit/write"
)

// ConfirmInput contains the password of the signed-in user.
type ConfirmInput struct {
	Password string `json:"password"`
}

// confirm marks the session as confirmed for a while, which auth.RequireConfirmed checks.
func (s *Service) confirm(ctx context.Context, call *api.Call) (api.None, error) {
	in, err := api.Decode[ConfirmInput](call)
	if err != nil {
		return api.None{}, err
	}
	if in.Password == "" {
		return api.None{}, apierr.Field("password", "This field is required.")
	}
	user := auth.Current(ctx)
	if err := s.checkOwnPassword(ctx, user, in.Password, "password", "The password is wrong."); err != nil {
		return api.None{}, err
	}
	err = s.Store.Do(ctx, func(tx *write.Tx) error {
		return s.Sessions.Confirm(ctx, tx.Conn, user.Session, tx.Now)
	})
	if err != nil {
		return api.None{}, err
	}
	r, _ := call.Request()
	for _, cookie := range s.Sessions.RenamedCookies(r, user.Session) {
		setCookie(call, cookie)
	}
	return api.None{}, nil
}

// checkOwnPassword checks the password of the signed-in user and reports a wrong one as an error of the given field.
//
// Attempts are counted per session: someone who guesses in a stolen session does not lock out the owner, and can't get
// another session without the password. All endpoints that require the user's password share the limit.
func (s *Service) checkOwnPassword(ctx context.Context, user *auth.User, password, field, problem string) error {
	limit := auth.Limit{Key: "confirm " + user.Session.TokenHash, Allowed: perClient, Per: window}
	if err := s.count(ctx, limit); err != nil {
		return err
	}
	hash, err := db.Value[string](ctx, s.Store.DB.Read(), "SELECT password_hash FROM users WHERE id = ?", user.ID)
	if err != nil {
		return fmt.Errorf("check own password: %w", err)
	}
	match, err := auth.CheckPassword(ctx, limitPassword(password), hash)
	if err != nil {
		return err
	}
	err = s.Store.Do(ctx, func(tx *write.Tx) error {
		if match {
			return auth.ResetLimit(ctx, tx.Conn, limit.Key)
		}
		return accountOfUser(user).record(ctx, tx, failedToConfirm)
	})
	if err != nil || match {
		return err
	}
	return apierr.Field(field, "%s", problem)
}
