// Package impersonation lets an admin see the platform as one of its users does. The console hands out a token; the
// user-facing app redeems it, once and soon, and tells its session from an ordinary one.
package impersonation

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/db"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/secret"
	"waymark/internal/kit/write"
	"waymark/internal/platform/gate"
	"waymark/internal/platform/people"
)

const (
	lifetime   = time.Minute
	maxReason  = 300
	purpose    = "impersonation"
	startedAct = "asked to impersonate"
	redeemed   = "impersonated"
)

// Service hands out tokens and redeems them.
type Service struct {
	Store *write.Store
	Key   *secret.Key
	// AppURL is where the user-facing app is.
	AppURL string
}

// Reason is why an admin wants to.
type Reason struct {
	Reason string `json:"reason,omitempty" maxLength:"300"`
}

// Ticket is what opens the user-facing app as a user.
type Ticket struct {
	Token string `json:"token" doc:"Works once and expires after one minute."`
	URL   string `json:"url"`
}

// Mount adds the console's calls.
func (s *Service) Mount(a *api.API) {
	op := api.Op{
		Method: "POST", Path: "/api/admin/users/{id}/impersonate", Tag: "User", Summary: "Create a token to act as a user",
		Access:      api.Admins,
		Description: "Staff can't be impersonated. The audit log records who asked, and why.", Body: a.SchemaOf(Reason{}),
		BodyOptional: true,
	}
	api.Handle(a, op, func(ctx context.Context, call *api.Call) (*Ticket, error) {
		why := Reason{}
		if call.HasBody() {
			var err error
			if why, err = api.Decode[Reason](call); err != nil {
				return nil, err
			}
		}
		return s.start(ctx, call, why.Reason)
	})
	op.Method, op.ID, op.Body, op.BodyOptional = "GET", "impersonateUserWithGet", nil, false
	op.Description += " Returns 403 unless the console itself sends the request: other sites can make a browser follow a link."
	api.Handle(a, op, func(ctx context.Context, call *api.Call) (*Ticket, error) {
		if err := call.RequireConsole(); err != nil {
			return nil, err
		}
		return s.start(ctx, call, "")
	})
}

type target struct {
	ID            int64      `db:"id"`
	FirstName     string     `db:"first_name"`
	LastName      string     `db:"last_name"`
	Email         string     `db:"email"`
	AltID         string     `db:"alt_id"`
	Internal      bool       `db:"internal"`
	DeactivatedAt *time.Time `db:"deactivated_at"`
	PartnerID     *int64     `db:"partner_id"`
	Partner       *string    `db:"partner"`
}

func (t target) person() people.Person {
	return people.Person{ID: t.ID, FullName: auth.FullName(t.FirstName, t.LastName), Email: t.Email}
}

// refusal is why nobody may act as this user, or nil.
func (t target) refusal() error {
	if t.Internal {
		return apierr.NotAllowed("Staff can't be impersonated.")
	}
	if t.DeactivatedAt != nil {
		return apierr.Conflict("This user is deactivated.")
	}
	return nil
}

func find(ctx context.Context, c db.Conn, id int64) (target, error) {
	user, err := db.One[target](ctx, c, `
		SELECT u.id, u.first_name, u.last_name, u.email, u.alt_id, u.internal, u.deactivated_at, p.id AS partner_id,
			p.name AS partner
		FROM users AS u
		LEFT JOIN partners AS p ON p.id = u.partner_id
		WHERE u.id = ? AND u.deleted_at IS NULL`, id)
	if errors.Is(err, sql.ErrNoRows) {
		return user, apierr.NotFound()
	}
	if err != nil {
		return user, fmt.Errorf("find user %d: %w", id, err)
	}
	return user, user.refusal()
}

func (s *Service) start(ctx context.Context, call *api.Call, reason string) (*Ticket, error) {
	id, err := call.ID("id")
	if err != nil {
		return nil, err
	}
	reason = strings.TrimSpace(reason)
	if utf8.RuneCountInString(reason) > maxReason {
		return nil, apierr.Field("reason", "Must have at most %d characters.", maxReason)
	}
	token := secret.Token()
	err = s.Store.Do(ctx, func(tx *write.Tx) error {
		user, err := find(ctx, tx.Conn, id)
		if err != nil {
			return err
		}
		if err := auth.RequireConfirmed(ctx); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `
			INSERT INTO impersonation_tokens (token_hash, user_id, staff_id, created_at, expires_at)
			VALUES (?, ?, ?, ?, ?)`,
			secret.Hash(token), id, auth.Current(ctx).ID, tx.Now, tx.Now.Add(lifetime))
		if err != nil {
			return fmt.Errorf("keep the token: %w", err)
		}
		change := write.Change{Action: startedAct, Kind: "user", ID: id, Name: user.person().DisplayName()}
		if reason != "" {
			change.After = map[string]any{"reason": reason}
		}
		return tx.Record(ctx, change)
	})
	if err != nil {
		return nil, err
	}
	token += "." + s.Key.Sign(purpose, token)
	return &Ticket{Token: token, URL: strings.TrimRight(s.AppURL, "/") + "/impersonate/" + token}, nil
}

// Redemption is what the user-facing app sends.
type Redemption struct {
	Token string `json:"token"`
}

// Impersonation is who acts as whom.
type Impersonation struct {
	User           ImpersonatedUser `json:"user"`
	ImpersonatedBy Impersonator     `json:"impersonated_by"`
}

// ImpersonatedUser is a user as the user-facing app knows them.
type ImpersonatedUser struct {
	ID       int64           `json:"id"`
	UID      string          `json:"uid"`
	FullName string          `json:"full_name"`
	Email    string          `json:"email"`
	Partner  *resource.Named `json:"partner" doc:"Advisors have none."`
}

// Impersonator is the admin who acts as somebody.
type Impersonator struct {
	ID       int64  `json:"id"`
	FullName string `json:"full_name"`
}

// MountPublic adds the user-facing app's call.
func (s *Service) MountPublic(a *api.API) {
	op := api.Op{
		Method: "POST", Path: "/api/v1/impersonation", ID: "redeemImpersonationToken", Tag: "Impersonation",
		Summary:     "Redeem an impersonation token",
		Description: "A token works once and expires after one minute.", Body: a.SchemaOf(Redemption{}),
	}
	gate.Handle(a, op, []gate.Kind{gate.App}, func(ctx context.Context, call *api.Call,
		_ *gate.Visit,
	) (*api.Item[*Impersonation], error) {
		sent, err := gate.Decode[Redemption](ctx, call)
		if err != nil {
			return nil, err
		}
		if sent.Token == "" {
			return nil, apierr.Field("token", "This field is required.")
		}
		answer := &api.Item[*Impersonation]{}
		err = s.Store.Do(ctx, func(tx *write.Tx) error {
			answer.Item, err = s.redeem(ctx, tx, sent.Token)
			return err
		})
		return answer, err
	})
}

// redeem takes a token. The update finds it once, whoever else tries at the same moment.
func (s *Service) redeem(ctx context.Context, tx *write.Tx, token string) (*Impersonation, error) {
	spent := apierr.Field("token", "Is not valid, was used before, or its time is over.")
	random, tag, _ := strings.Cut(token, ".")
	if !s.Key.Verify(purpose, random, tag) {
		return nil, spent
	}
	pair, err := db.One[struct {
		User  int64 `db:"user_id"`
		Staff int64 `db:"staff_id"`
	}](ctx, tx.Conn, `
		UPDATE impersonation_tokens SET redeemed_at = ?
		WHERE token_hash = ? AND redeemed_at IS NULL AND expires_at > ?
		RETURNING user_id, staff_id`, tx.Now, secret.Hash(random), tx.Now)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, spent
	}
	if err != nil {
		return nil, fmt.Errorf("redeem a token: %w", err)
	}
	user, err := find(ctx, tx.Conn, pair.User)
	if err != nil {
		return nil, gone(err, spent)
	}
	staff, err := db.One[struct {
		FirstName string `db:"first_name"`
		LastName  string `db:"last_name"`
	}](ctx, tx.Conn, `
		SELECT first_name, last_name
		FROM users
		WHERE id = ? AND internal AND staff_role = 'admin' AND deactivated_at IS NULL AND deleted_at IS NULL`,
		pair.Staff)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, spent // no longer an admin
	}
	if err != nil {
		return nil, fmt.Errorf("find who impersonates: %w", err)
	}
	by := Impersonator{ID: pair.Staff, FullName: auth.FullName(staff.FirstName, staff.LastName)}
	answer := &Impersonation{
		User:           ImpersonatedUser{ID: user.ID, UID: user.AltID, FullName: user.person().FullName, Email: user.Email},
		ImpersonatedBy: by,
	}
	if user.PartnerID != nil {
		answer.User.Partner = &resource.Named{ID: *user.PartnerID, Name: *user.Partner}
	}
	actor := write.Actor{UserID: by.ID, Name: by.FullName, RequestID: api.RequestID(ctx), IP: api.ClientIP(ctx)}
	return answer, tx.Record(write.WithActor(ctx, actor), write.Change{
		Action: redeemed, Kind: "user", ID: user.ID,
		Name: user.person().DisplayName(),
	})
}

// gone is for users who left, were deactivated or became staff since the token was made.
func gone(err, spent error) error {
	if _, known := apierr.As(err); known {
		return spent
	}
	return err
}
