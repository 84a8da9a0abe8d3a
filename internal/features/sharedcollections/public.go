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

// InviteAcceptance is who accepts a collection: somebody who is there, or somebody who signs up with it.
type InviteAcceptance struct {
	UID         string `json:"uid,omitempty" doc:"Somebody who is there. Leave the rest out."`
	Email       string `json:"email,omitempty" doc:"Somebody new, or an advisor who is there already."`
	FirstName   string `json:"first_name,omitempty"`
	LastName    string `json:"last_name,omitempty"`
	Phone       string `json:"phone,omitempty"`
	CompanyName string `json:"company_name,omitempty"`
}

// AcceptedInvite is the collection as its new reader has it.
type AcceptedInvite struct {
	HashID     string    `json:"hashid"`
	UID        string    `json:"uid"`
	Collection string    `json:"collection" doc:"The alt_id of the collection that was accepted."`
	SignedUp   bool      `json:"signed_up" doc:"They are new."`
	AcceptedAt time.Time `json:"accepted_at"`
	fresh      bool
}

// InviteAnswer is the answer to accepting.
type InviteAnswer struct {
	Item AcceptedInvite `json:"item"`
}

// HTTPStatus tells a new acceptance from one that was there.
func (a InviteAnswer) HTTPStatus() int {
	if a.Item.fresh {
		return http.StatusCreated
	}
	return http.StatusOK
}

// Public is the calls by which users accept collections and personalise them.
type Public struct {
	Kit resource.Kit
	// Sites are the platform's other sites.
	Sites sites.Sites
	// SignUp makes somebody an advisor who accepts a collection of a partner's.
	SignUp func(ctx context.Context, tx *write.Tx, object map[string]json.RawMessage, partner *int64,
		collection int64) (int64, error)

	rows *resource.Resource[Personalisation]
}

// Mount adds the calls.
func (p *Public) Mount(public *api.API) {
	p.rows = resource.New(p.Kit, personalised(p.Sites))
	programs := []gate.Kind{gate.Server, gate.App}
	gate.Handle(public, api.Op{
		Method: "POST", Path: "/api/v1/invites/{alt_id}/accept", Tag: "Sharing", Summary: "Accept an invite to a collection",
		Body: public.SchemaOf(InviteAcceptance{}), Status: http.StatusCreated,
		Description: "Accepting the same collection again changes nothing. An e-mail address instead of a UID signs a new user up.",
	}, programs, p.accept)
	gate.Handle(public, api.Op{
		Method: "PUT", Path: "/api/v1/shared-collections/{hashid}/personalisations", Tag: "Sharing",
		Summary: "Replace the personalisations of a shared collection", Body: public.SchemaOf(Personalising{}),
		Description: "Personalisations with the same name are changed, new ones are added, and all others are removed.",
	}, programs, p.personalise)
}

type invited struct {
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
	named, err := api.Take[struct {
		UID string `json:"uid"`
	}](object)
	if err != nil {
		return nil, err
	}
	fields := []string{"email", "first_name", "last_name", "phone", "company_name"}
	if named.UID != "" {
		fields = nil
	}
	if err := gate.AllowFields(object, fields...); err != nil {
		return nil, err
	}
	answer := &InviteAnswer{}
	err = p.Kit.Store.Do(ctx, func(tx *write.Tx) error {
		to, err := p.invitation(ctx, tx, call.Text("alt_id"), v)
		if err != nil {
			return err
		}
		who, signedUp, err := p.reader(ctx, tx, v, named.UID, object, to)
		if err != nil {
			return err
		}
		answer.Item, err = shared(v.As(ctx, who), tx, to, who)
		answer.Item.SignedUp = signedUp
		return err
	})
	return answer, err
}

// invitation is the collection that is accepted: a partner accepts for its own.
func (p *Public) invitation(ctx context.Context, tx *write.Tx, altID string, v *gate.Visit) (invited, error) {
	to, err := db.One[invited](ctx, tx.Conn, `
		SELECT id, name, alt_id, partner_id, user_id
		FROM collections
		WHERE alt_id = ? AND deleted_at IS NULL AND (expires_at IS NULL OR expires_at > ?)`+tx.ForUpdate(), altID, tx.Now)
	if errors.Is(err, sql.ErrNoRows) || (err == nil && v.Kind == gate.Server &&
		(to.Partner == nil || *to.Partner != v.PartnerID)) {
		return to, apierr.NotFound()
	}
	if err != nil {
		return to, fmt.Errorf("find what is accepted: %w", err)
	}
	return to, nil
}

// reader is who accepts: somebody who is there, by UID or e-mail, or somebody who signs up.
func (p *Public) reader(ctx context.Context, tx *write.Tx, v *gate.Visit, uid string, object map[string]json.RawMessage,
	to invited,
) (who gate.Person, signedUp bool, err error) {
	if uid != "" {
		who, err = v.FindPerson(ctx, tx.Conn, uid, gate.UsersAndAdvisors)
		return who, false, err
	}
	email := ""
	_ = json.Unmarshal(object["email"], &email) // what is no text is refused below
	email = auth.NormaliseEmail(norm.NFC.String(email))
	if email != "" && api.Storable(email) {
		if err := waitFor(ctx, tx, email); err != nil {
			return who, false, err
		}
		uid, err = db.Value[string](ctx, tx.Conn, "SELECT alt_id FROM users WHERE email = ? AND deleted_at IS NULL", email)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return who, false, fmt.Errorf("look who has this address: %w", err)
		}
	}
	if uid == "" {
		signedUp = true
		// A copy, since signing up takes the fields out, and may have to be tried again.
		id, err := p.SignUp(ctx, tx, maps.Clone(object), to.Partner, to.ID)
		if err != nil {
			return who, false, err
		}
		if uid, err = db.Value[string](ctx, tx.Conn, "SELECT alt_id FROM users WHERE id = ?", id); err != nil {
			return who, false, fmt.Errorf("find user %d: %w", id, err)
		}
	}
	who, err = v.FindPerson(ctx, tx.Conn, uid, gate.UsersAndAdvisors)
	if _, refused := apierr.As(err); refused {
		return who, false, apierr.Field("email", "Is already taken.")
	}
	return who, signedUp, err
}

// waitFor lets those who come with the same address at the same moment take turns, whatever they accept. SQLite has one writer anyway.
func waitFor(ctx context.Context, tx *write.Tx, email string) error {
	if tx.Engine != db.Postgres {
		return nil
	}
	if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock(hashtext(?))", "invite "+email); err != nil {
		return fmt.Errorf("wait for others with this address: %w", err)
	}
	return nil
}

// shared is the acceptance of a user: the one there is, or a new one.
func shared(ctx context.Context, tx *write.Tx, to invited, who gate.Person) (AcceptedInvite, error) {
	answer := AcceptedInvite{UID: who.UID, Collection: to.AltID, AcceptedAt: tx.Now}
	there, err := db.All[struct {
		ID        int64     `db:"id"`
		CreatedAt time.Time `db:"created_at"`
	}](ctx, tx.Conn, `
		SELECT id, created_at
		FROM shared_collections
		WHERE user_id = ? AND collection_id = ? AND deleted_at IS NULL`, who.ID, to.ID)
	if err != nil {
		return answer, fmt.Errorf("look whether it was accepted: %w", err)
	}
	if len(there) > 0 {
		answer.HashID, answer.AcceptedAt = hashid.Encode(there[0].ID), there[0].CreatedAt
		return answer, nil
	}
	// It is found by the texts of both, which later changes of these keep up to date.
	id, err := tx.Insert(ctx, `
		INSERT INTO shared_collections (user_id, collection_id, partner_id, type, search_text, created_at, updated_at)
		VALUES (?, ?, ?, ?, (SELECT search_text FROM collections WHERE id = ?) || (SELECT search_text FROM users WHERE id = ?), ?, ?)`,
		who.ID, to.ID, to.Partner, byUser, to.ID, who.ID, tx.Now, tx.Now)
	if err != nil {
		return answer, fmt.Errorf("accept collection %d: %w", to.ID, err)
	}
	answer.HashID, answer.fresh = hashid.Encode(id), true
	return answer, tx.Record(ctx, write.Change{Action: "accepted", Kind: "collection", ID: to.ID, Name: to.Name})
}
