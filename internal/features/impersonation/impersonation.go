// Package impersonation allows an admin to use the platform as one of its users. The console creates a short-lived
// token, which the user-facing app redeems once to start a session that is marked as an impersonation.
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
	lifetime        = time.Minute
	maxReason       = 300
	purpose         = "impersonation"
	requestedAction = "asked to impersonate"
	redeemedAction  = "impersonated"
)

// Service creates and redeems tokens.
type Service struct {
	Store *write.Store
	Key   *secret.Key
	// AppURL is the base URL of the user-facing app.
	AppURL string
}

// Reason is an admin's reason for impersonating a user.
type Reason struct {
	Reason string `json:"reason,omitempty" maxLength:"300"`
}

// Ticket contains the token and the URL that opens the user-facing app with it.
type Ticket struct {
	Token string `json:"token" doc:"Works once and expires after one minute."`
	URL   string `json:"url"`
}

// Mount registers the endpoints of the console.
func (s *Service) Mount(a *api.API) {
	op := api.Op{
		NoUndo: "Nothing was changed.",
		Method: "POST", Path: "/api/admin/users/{id}/impersonate", Tag: "User", Summary: "Create an impersonation token",
		Access: api.Admins, Body: a.SchemaOf(Reason{}), BodyOptional: true,
		Description: "Staff can't be impersonated. The audit log records the request and its reason.",
	}
	api.Handle(a, op, func(ctx context.Context, call *api.Call) (*Ticket, error) {
		input := Reason{}
		if call.HasBody() {
			var err error
			if input, err = api.Decode[Reason](call); err != nil {
				return nil, err
			}
		}
		return s.start(ctx, call, input.Reason)
	})
	op.Method, op.ID, op.Body, op.BodyOptional = "GET", "impersonateUserWithGet", nil, false
	op.Description += " Returns 403 unless the request comes from the console, " +
		"because other sites can make a browser follow a link."
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

// refusal returns an error if the user can't be impersonated.
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
			return fmt.Errorf("store impersonation token: %w", err)
		}
		change := write.Change{Action: requestedAction, Kind: "user", ID: id, Name: user.person().DisplayName()}
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

// Redemption is the request of the user-facing app to redeem a token.
type Redemption struct {
	Token string `json:"token" doc:"The token in the URL that the console opens." example:"kq3vX0aB.5f1d"`
}

// Impersonation contains the impersonated user and the admin.
type Impersonation struct {
	User           ImpersonatedUser `json:"user" doc:"The impersonated user."`
	ImpersonatedBy Impersonator     `json:"impersonated_by" doc:"The admin who impersonates the user."`
}

// ImpersonatedUser is the impersonated user as shown in the user-facing app.
type ImpersonatedUser struct {
	ID       int64           `json:"id" doc:"Id of the user." example:"18"`
	UID      string          `json:"uid" doc:"UID: the public id of the user." example:"U5erAn4Qx7"`
	FullName string          `json:"full_name" doc:"First and last name." example:"Ana Moreira"`
	Email    string          `json:"email" doc:"E-mail address." example:"ana@harbour.example"`
	Partner  *resource.Named `json:"partner" doc:"Partner of the user. Null for advisors." example:"{\"id\": 7, \"name\": \"Harbour Travel\"}"`
}

func (u ImpersonatedUser) subject() gate.Person {
	person := gate.Person{ID: u.ID}
	if u.Partner != nil {
		person.PartnerID = &u.Partner.ID
	}
	return person
}

// Impersonator is the admin who impersonates a user.
type Impersonator struct {
	ID       int64  `json:"id" doc:"Id of the admin." example:"2"`
	FullName string `json:"full_name" doc:"First and last name." example:"Sven Holm"`
}

// MountPublic registers the endpoint of the user-facing app.
func (s *Service) MountPublic(a *api.API) {
	op := api.Op{
		Method: "POST", Path: "/api/v1/impersonation", ID: "redeemImpersonationToken", Tag: "Impersonation",
		Summary:     "Redeem an impersonation token",
		Description: "A token works once and expires after one minute.", Body: a.SchemaOf(Redemption{}),
	}
	gate.Handle(a, op, []gate.Kind{gate.App}, func(
		ctx context.Context, call *api.Call, v *gate.Visit,
	) (*api.Item[*Impersonation], error) {
		input, err := gate.Decode[Redemption](ctx, call)
		if err != nil {
			return nil, err
		}
		if input.Token == "" {
			return nil, apierr.Field("token", "This field is required.")
		}
		response := &api.Item[*Impersonation]{}
		err = s.Store.Do(ctx, func(tx *write.Tx) error {
			response.Item, err = s.redeem(ctx, tx, input.Token)
			return err
		})
		if err == nil {
			v.SetSubject(response.Item.User.subject())
		}
		return response, err
	})
}

// redeem redeems a token. The UPDATE makes sure that only one of several parallel requests succeeds.
func (s *Service) redeem(ctx context.Context, tx *write.Tx, token string) (*Impersonation, error) {
	invalid := apierr.Field("token", "Is not valid, has already been used, or has expired.")
	random, tag, _ := strings.Cut(token, ".")
	if !s.Key.Verify(purpose, random, tag) {
		return nil, invalid
	}
	pair, err := db.One[struct {
		User  int64 `db:"user_id"`
		Staff int64 `db:"staff_id"`
	}](ctx, tx.Conn, `
		UPDATE impersonation_tokens SET redeemed_at = ?
		WHERE token_hash = ? AND redeemed_at IS NULL AND expires_at > ?
		RETURNING user_id, staff_id`, tx.Now, secret.Hash(random), tx.Now)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, invalid
	}
	if err != nil {
		return nil, fmt.Errorf("redeem impersonation token: %w", err)
	}
	user, err := find(ctx, tx.Conn, pair.User)
	if err != nil {
		return nil, replaceRefusal(err, invalid)
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
		return nil, invalid // no longer an admin
	}
	if err != nil {
		return nil, fmt.Errorf("find impersonating admin: %w", err)
	}
	by := Impersonator{ID: pair.Staff, FullName: auth.FullName(staff.FirstName, staff.LastName)}
	response := &Impersonation{
		User:           ImpersonatedUser{ID: user.ID, UID: user.AltID, FullName: user.person().FullName, Email: user.Email},
		ImpersonatedBy: by,
	}
	if user.PartnerID != nil {
		response.User.Partner = &resource.Named{ID: *user.PartnerID, Name: *user.Partner}
	}
	actor := write.Actor{UserID: by.ID, Name: by.FullName, RequestID: api.RequestID(ctx), IP: api.ClientIP(ctx)}
	return response, tx.Record(write.WithActor(ctx, actor), write.Change{
		Action: redeemedAction, Kind: "user", ID: user.ID, Name: user.person().DisplayName(),
	})
}

// replaceRefusal returns the error of an invalid token if the user was deleted, deactivated or became staff after the
// token was created.
func replaceRefusal(err, invalid error) error {
	if _, known := apierr.As(err); known {
		return invalid
	}
	return err
}
