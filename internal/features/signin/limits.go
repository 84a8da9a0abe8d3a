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

// How many wrong passwords are allowed in a window. A person mistypes a few times; a program tries for ever.
const (
	window     = 15 * time.Minute
	perClient  = 10  // by one known browser, or by one address at one account
	perAccount = 100 // at one account, by all unknown browsers together
	perAddress = 60  // by one address, which an office may share
)

// try is a counted attempt to sign in.
type try struct {
	own    auth.Limit   // of this client alone
	shared []auth.Limit // of this client and others
}

// countSignIn counts an attempt before the password is checked, so that many at once do not slip through.
//
// A browser that has signed in to the account before has a limit of its own and no other, so that nobody else's attempts
// keep it out. Once it has used up its limit it counts as unknown. Accounts that don't exist are counted like all others.
func (s *Service) countSignIn(ctx context.Context, call *api.Call, email string, userID int64) (try, error) {
	r, _ := call.Request()
	if device := s.devices().Find(r, userID); device != "" && userID != 0 {
		own := auth.Limit{Key: "sign-in device " + secret.Hash(device), Allowed: perClient, Per: window}
		wait, err := auth.Limits{DB: s.Store.DB}.Hit(ctx, own)
		if err != nil || wait == 0 {
			return try{own: own}, err
		}
	}
	account := "sign-in account " + secret.Hash(email)
	own := auth.Limit{Key: account + " from " + auth.AddressKey(api.ClientIP(ctx)), Allowed: perClient, Per: window}
	address, all := s.addressLimit(ctx), auth.Limit{Key: account, Allowed: perAccount, Per: window}
	return try{own: own, shared: []auth.Limit{address, all}}, s.count(ctx, address, own, all)
}

// succeeded takes the attempt back. Limits are on wrong passwords.
func (t try) succeeded(ctx context.Context, tx *write.Tx) error {
	if err := auth.Uncount(ctx, tx.Conn, t.shared...); err != nil {
		return err
	}
	return auth.ResetLimit(ctx, tx.Conn, t.own.Key)
}

// addressLimit is shared by all calls that can be made without a session.
func (s *Service) addressLimit(ctx context.Context) auth.Limit {
	return auth.Limit{Key: "sign-in address " + auth.AddressKey(api.ClientIP(ctx)), Allowed: perAddress, Per: window}
}

// count counts an attempt and refuses it when there were too many.
func (s *Service) count(ctx context.Context, limits ...auth.Limit) error {
	wait, err := auth.Limits{DB: s.Store.DB}.Hit(ctx, limits...)
	if err != nil {
		return err
	}
	if wait > 0 {
		return apierr.TooMany("Too many attempts. Please wait a while and try again.", wait)
	}
	return nil
}
