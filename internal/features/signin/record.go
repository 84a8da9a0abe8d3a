package signin

import (
	"context"
	"log/slog"

	"waymark/internal/kit/api"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/secret"
	"waymark/internal/kit/write"
)

// The actions of the audit log. They are stored, so they never change.
const (
	signedIn        = "signed in"
	signedOut       = "signed out"
	failedToSignIn  = "failed to sign in"
	failedToConfirm = "failed to confirm the password"
	requestedLink   = "requested a password link"
	usedLink        = "used a password link"
)

func accountOfUser(user *auth.User) account {
	return account{ID: user.ID, FirstName: user.FirstName, LastName: user.LastName}
}

func (a account) name() string { return auth.FullName(a.FirstName, a.LastName) }

// record writes an audit row about an account.
func (a account) record(ctx context.Context, tx *write.Tx, action string) error {
	return tx.Record(ctx, write.Change{Action: action, Kind: "user", ID: a.ID, Name: a.name()})
}

// actor makes the owner of the account the one who acts: they have just proved who they are.
func (a account) actor(ctx context.Context) context.Context {
	return write.WithActor(ctx, write.Actor{
		UserID: a.ID, Name: a.name(), RequestID: api.RequestID(ctx),
		IP: api.ClientIP(ctx),
	})
}

// recordFailure logs a failed sign-in, and records it in the audit log if the account exists. There are never more of these
// rows than the limits allow attempts.
func (s *Service) recordFailure(ctx context.Context, email string, found account) error {
	if found.ID == 0 {
		// People type passwords into the wrong field. A keyed tag still shows which lines are about the same text.
		slog.WarnContext(ctx, "sign-in failed", "account", "unknown:"+s.Key.Sign("log", email)[:12], "ip", api.ClientIP(ctx))
		// A write as well, so that the time the answer takes does not give away which accounts exist.
		_, err := auth.Limits{DB: s.Store.DB}.Hit(ctx, auth.Limit{
			Key:     "sign-in unknown " + secret.Hash(email),
			Allowed: perAccount, Per: window,
		})
		return err
	}
	slog.WarnContext(ctx, "sign-in failed", "account", email, "ip", api.ClientIP(ctx))
	stranger := write.WithActor(ctx, write.Actor{Name: "Anonymous", RequestID: api.RequestID(ctx), IP: api.ClientIP(ctx)})
	return s.Store.Do(ctx, func(tx *write.Tx) error { return found.record(stranger, tx, failedToSignIn) })
}
