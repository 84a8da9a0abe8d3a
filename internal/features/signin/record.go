package signin

import (
	"context"
	"log/slog"

	"waymark/internal/kit/api"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/secret"
	"waymark/internal/kit/write"
)

// The actions in the audit log. They are stored, so they must not change.
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

// record adds an entry about the account to the audit log.
func (a account) record(ctx context.Context, tx *write.Tx, action string) error {
	return tx.Record(ctx, write.Change{Action: action, Kind: "user", ID: a.ID, Name: a.name()})
}

// actor returns a context in which changes are attributed to the owner of the account.
func (a account) actor(ctx context.Context) context.Context {
	return write.WithActor(ctx, write.Actor{
		UserID: a.ID, Name: a.name(), RequestID: api.RequestID(ctx), IP: api.ClientIP(ctx),
	})
}

// recordFailure logs a failed sign-in, and records it in the audit log if the account exists. The limits of attempts
// also limit the number of entries.
func (s *Service) recordFailure(ctx context.Context, email string, found account) error {
	if found.ID == 0 {
		// The e-mail field may contain a password typed by mistake, so the log has a keyed hash instead. It still shows
		// which lines refer to the same input.
		slog.WarnContext(ctx, "sign-in failed", "account", "unknown:"+s.Key.Sign("log", email)[:12], "ip", api.ClientIP(ctx))
		// Writing here as well makes the response time independent of whether the account exists.
		unknown := auth.Limit{Key: "sign-in unknown " + secret.Hash(email), Allowed: perAccount, Per: window}
		_, err := s.limits().Hit(ctx, unknown)
		return err
	}
	slog.WarnContext(ctx, "sign-in failed", "account", email, "ip", api.ClientIP(ctx))
	if s.Sessions.Memory != nil {
		return nil
	}
	anonymous := write.WithActor(ctx, write.Actor{Name: "Anonymous", RequestID: api.RequestID(ctx), IP: api.ClientIP(ctx)})
	return s.Store.Do(ctx, func(tx *write.Tx) error { return found.record(anonymous, tx, failedToSignIn) })
}
