package sharedcollections

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"time"

	"golang.org/x/text/unicode/norm"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/db"
	"waymark/internal/kit/hashid"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/write"
	"waymark/internal/platform/gate"
	"waymark/internal/platform/sites"
)

// InviteAcceptance identifies the user who accepts a collection: an existing user, or someone who signs up.
type InviteAcceptance struct {
	UID         string `json:"uid,omitempty" doc:"The UID of an existing user. Omit all other fields." example:""`
	Email       string `json:"email,omitempty" doc:"E-mail address of a new user or an existing advisor." example:"ana@harbour.example"`
	FirstName   string `json:"first_name,omitempty" doc:"First name of a new user." example:"Ana"`
	LastName    string `json:"last_name,omitempty" doc:"Last name of a new user." example:"Moreira"`
	Phone       string `json:"phone,omitempty" doc:"Phone number of a new user." example:"+351 21 555 0101"`
	CompanyName string `json:"company_name,omitempty" doc:"Company of a new user." example:"Harbour Travel"`
}

// AcceptedInvite is the result of accepting a collection.
type AcceptedInvite struct {
	HashID     string    `json:"hashid" doc:"Public id of the shared collection." example:"k5Zq"`
	UID        string    `json:"uid" doc:"UID of the user who accepted." example:"U5erAn4Qx7"`
	AltID      string    `json:"alt_id" doc:"Public id of the collection that was accepted." example:"C0llLisb0n"`
	Collection string    `json:"collection" doc:"Alias of alt_id." example:"C0llLisb0n"`
	SignedUp   bool      `json:"signed_up" doc:"Whether this request created the user." example:"false"`
	AcceptedAt time.Time `json:"accepted_at" doc:"When the collection was accepted."`
	created    bool
}

// InviteAnswer is the response to accepting a collection.
type InviteAnswer struct {
	Item AcceptedInvite `json:"item" doc:"The acceptance."`
}

// HTTPStatus returns 201 for a new acceptance and 200 for one that existed before.
func (a InviteAnswer) HTTPStatus() int {
	if a.Item.created {
		return http.StatusCreated
	}
	return http.StatusOK
}

// Public implements the public endpoints with which users accept and personalise collections.
type Public struct {
	Kit   resource.Kit
	Sites sites.Sites
	// SignUp creates an advisor from the form of someone who accepts a partner's collection.
	SignUp func(
		ctx context.Context, tx *write.Tx, object map[string]json.RawMessage, partner *int64, collection int64,
	) (int64, error)

	rows *resource.Resource[Personalisation]
}

// Mount registers the endpoints.
func (p *Public) Mount(public *api.API) {
	p.rows = resource.New(p.Kit, personalisations(p.Sites))
	programs := []gate.Kind{gate.Server, gate.App}
	gate.Handle(public, api.Op{
		Method: "POST", Path: "/api/v1/invites/{alt_id}/accept", Tag: "Sharing",
		Summary: "Accept an invitation to a collection",
		Body:    public.SchemaOf(InviteAcceptance{}), Status: http.StatusCreated,
		Description: "Accepting the same collection again changes nothing. " +
			"An e-mail address instead of a UID signs up a new user.",
	}, programs, p.accept)
	gate.Handle(public, api.Op{
		Method: "PUT", Path: "/api/v1/shared-collections/{hashid}/personalisations", Tag: "Sharing",
		Summary: "Replace the personalisations of a shared collection", Body: public.SchemaOf(Personalising{}),
		Description: "Personalisations with the same name are changed, new ones are added, and all others are removed.",
	}, programs, p.personalise)
}

type invitation struct {
	ID      int64  `db:"id"`
	Name    string `db:"name"`
	AltID   string `db:"alt_id"`
	Partner *int64 `db:"partner_id"`
	User    *int64 `db:"user_id"`
}

func (p *Public) accept(ctx context.Context, call *api.Call, v *gate.Visit) (*InviteAnswer, error) {
	object, err := call.Object()
	if err != nil {
		return nil, err
	}
	v.SetParameters(object)
	user, err := api.Take[struct {
		UID string `json:"uid"`
	}](object)
	if err != nil {
		return nil, err
	}
	fields := []string{"email", "first_name", "last_name", "phone", "company_name"}
	if user.UID != "" {
		fields = nil
	}
	if err := gate.AllowFields(object, fields...); err != nil {
		return nil, err
	}
	response := &InviteAnswer{}
	err = p.Kit.Store.Do(ctx, func(tx *write.Tx) error {
		to, err := p.findInvitation(ctx, tx, call.Text("alt_id"), v)
		if err != nil {
			return err
		}
		person, signedUp, err := p.findOrSignUp(ctx, tx, v, user.UID, object, to)
		if err != nil {
			return err
		}
		response.Item, err = share(v.As(ctx, person), tx, to, person)
		response.Item.SignedUp = signedUp
		return err
	})
	return response, err
}

// findInvitation returns the collection to accept. For a partner's call it must be one of the partner's own.
func (p *Public) findInvitation(ctx context.Context, tx *write.Tx, altID string, v *gate.Visit) (invitation, error) {
	to, err := db.One[invitation](ctx, tx.Conn, `
		SELECT id, name, alt_id, partner_id, user_id
		FROM collections
		WHERE alt_id = ? AND deleted_at IS NULL AND (expires_at IS NULL OR expires_at > ?)`+tx.ForUpdate(), altID, tx.Now)
	if errors.Is(err, sql.ErrNoRows) || (err == nil && v.Kind == gate.Server &&
		(to.Partner == nil || *to.Partner != v.PartnerID)) {
		return to, apierr.NotFound()
	}
	if err != nil {
		return to, fmt.Errorf("find collection to accept: %w", err)
	}
	return to, nil
}

// findOrSignUp returns the user who accepts: an existing one by UID or e-mail, or a new one.
func (p *Public) findOrSignUp(
	ctx context.Context, tx *write.Tx, v *gate.Visit, uid string, object map[string]json.RawMessage, to invitation,
) (person gate.Person, signedUp bool, err error) {
	if uid != "" {
		person, err = v.FindPerson(ctx, tx.Conn, uid, gate.UsersAndAdvisors)
		return person, false, err
	}
	email := ""
	_ = json.Unmarshal(object["email"], &email) // a value of another type is refused by SignUp
	email = auth.NormaliseEmail(norm.NFC.String(email))
	if email != "" && api.Storable(email) {
		if err := lockEmail(ctx, tx, email); err != nil {
			return person, false, err
		}
		uid, err = db.Value[string](ctx, tx.Conn, "SELECT alt_id FROM users WHERE email = ? AND deleted_at IS NULL", email)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return person, false, fmt.Errorf("find user by e-mail: %w", err)
		}
	}
	if uid == "" {
		signedUp = true
		// SignUp removes fields from the object, which is needed again if the transaction is retried.
		id, err := p.SignUp(ctx, tx, maps.Clone(object), to.Partner, to.ID)
		if err != nil {
			return person, false, err
		}
		if uid, err = db.Value[string](ctx, tx.Conn, "SELECT alt_id FROM users WHERE id = ?", id); err != nil {
			return person, false, fmt.Errorf("find user %d: %w", id, err)
		}
	}
	person, err = v.FindPerson(ctx, tx.Conn, uid, gate.UsersAndAdvisors)
	if _, refused := apierr.As(err); refused {
		return person, false, apierr.Field("email", "%s", apierr.AlreadyInUse("email"))
	}
	return person, signedUp, err
}

// lockEmail serialises requests with the same e-mail address, whichever collection they accept. SQLite needs no lock,
// since it has a single writer.
func lockEmail(ctx context.Context, tx *write.Tx, email string) error {
	if tx.Engine != db.Postgres {
		return nil
	}
	if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock(hashtext(?))", "invite "+email); err != nil {
		return fmt.Errorf("lock e-mail: %w", err)
	}
	return nil
}

// share returns the existing acceptance of a user, or creates one.
func share(ctx context.Context, tx *write.Tx, to invitation, person gate.Person) (AcceptedInvite, error) {
	response := AcceptedInvite{UID: person.UID, AltID: to.AltID, Collection: to.AltID, AcceptedAt: tx.Now}
	existing, err := db.All[struct {
		ID        int64     `db:"id"`
		CreatedAt time.Time `db:"created_at"`
	}](ctx, tx.Conn, `
		SELECT id, created_at
		FROM shared_collections
		WHERE user_id = ? AND collection_id = ? AND deleted_at IS NULL`, person.ID, to.ID)
	if err != nil {
		return response, fmt.Errorf("find acceptance: %w", err)
	}
	if len(existing) > 0 {
		response.HashID, response.AcceptedAt = hashid.Encode(existing[0].ID), existing[0].CreatedAt
		return response, nil
	}
	// The search text combines those of the collection and the user; triggers keep it up to date.
	id, err := tx.Insert(ctx, `
		INSERT INTO shared_collections (user_id, collection_id, partner_id, type, search_text, created_at, updated_at)
		VALUES (?, ?, ?, ?,
			(SELECT search_text FROM collections WHERE id = ?) || (SELECT search_text FROM users WHERE id = ?), ?, ?)`,
		person.ID, to.ID, to.Partner, userAccepted, to.ID, person.ID, tx.Now, tx.Now)
	if err != nil {
		return response, fmt.Errorf("accept collection %d: %w", to.ID, err)
	}
	response.HashID, response.created = hashid.Encode(id), true
	return response, tx.Record(ctx, write.Change{Action: "accepted", Kind: "collection", ID: to.ID, Name: to.Name})
}
