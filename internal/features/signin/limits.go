package signin

import (
	"context"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/secret"
	"waymark/internal/kit/write"
)

// The number of wrong passwords allowed per window.
const (
	window     = 15 * time.Minute
	perClient  = 10  // per known browser, or per IP address and account
	perAccount = 100 // per account, for all unknown browsers together
	perAddress = 60  // per IP address, which an office may share
)

// attempt is a counted attempt to sign in.
type attempt struct {
	own    auth.Limit   // of this client only
	shared []auth.Limit // shared with other clients
}

// countSignIn counts an attempt before the password is checked, so that parallel attempts can't exceed the limit.
//
// A browser that has signed in to the account before only has its own limit, so that attempts by others can't lock it
// out. Once it has used up its limit, it is treated as unknown. Accounts that don't exist are limited in the same
// way.
func (s *Service) countSignIn(ctx context.Context, call *api.Call, email string, userID int64) (attempt, error) {
	r, _ := call.Request()
	if device := s.devices().Find(r, userID); device != "" && userID != 0 {
		own := auth.Limit{Key: "sign-in device " + secret.Hash(device), Allowed: perClient, Per: window}
		wait, err := s.limits().Hit(ctx, own)
		if err != nil || wait == 0 {
			return attempt{own: own}, err
		}
	}
	account := "sign-in account " + secret.Hash(email)
	own := auth.Limit{Key: account + " from " + auth.AddressKey(api.ClientIP(ctx)), Allowed: perClient, Per: window}
	address, all := s.addressLimit(ctx), auth.Limit{Key: account, Allowed: perAccount, Per: window}
	return attempt{own: own, shared: []auth.Limit{address, all}}, s.count(ctx, address, own, all)
}

func (s *Service) limits() auth.Limits { return auth.Limits{DB: s.Store.DB, Memory: s.Sessions.Memory} }

// succeeded reverts the count of an attempt, since only wrong passwords are limited.
func (a attempt) succeeded(ctx context.Context, tx *write.Tx) error {
	if err := auth.Uncount(ctx, tx.Conn, a.shared...); err != nil {
		return err
	}
	return auth.ResetLimit(ctx, tx.Conn, a.own.Key)
}

// addressLimit returns the limit of the caller's IP address, which all endpoints without authentication share.
func (s *Service) addressLimit(ctx context.Context) auth.Limit {
	return auth.Limit{Key: "sign-in address " + auth.AddressKey(api.ClientIP(ctx)), Allowed: perAddress, Per: window}
}

// count counts an attempt and returns an error if it exceeds one of the limits.
func (s *Service) count(ctx context.Context, limits ...auth.Limit) error {
	wait, err := s.limits().Hit(ctx, limits...)
	if err != nil {
		return err
	}
	if wait > 0 {
		return apierr.TooMany("Too many attempts. Please wait a while and try again.", wait)
	}
	return nil
}
