package sharedcollections

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/gate"
	"waymark/internal/kit/hashid"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/write"
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
	// SignUp makes somebody an advisor who accepts a collection of a partner's.
	SignUp func(ctx context.Context, tx *write.Tx, object map[string]json.RawMessage, partner *int64, collection int64) (int64, error)
}

// Mount adds the calls.
func (p *Public) Mount(public *api.API) {
	programs := []gate.Kind{gate.Server, gate.App}
	gate.Handle(public, api.Op{
		Method: "POST", Path: "/api/v1/invites/{alt_id}/accept", Tag: "Sharing", Summary: "Accept a collection", Body: public.SchemaOf(InviteAcceptance{}), Status: http.StatusCreated,
		Description: "Whoever accepts the same collection again has it as before. With an e-mail address instead of a UID, somebody new signs up.",
	}, programs, p.accept)
	gate.Handle(public, api.Op{
		Method: "PUT", Path: "/api/v1/shared-collections/{hashid}/personalisations", Tag: "Sharing", Summary: "What a user made of a shared collection", Body: public.SchemaOf(Personalising{}),
		Description: "Takes the place of what was there: those of the same name are changed, others are added or go.",
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
	v.Sent(object)
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
	if err := gate.Only(object, fields...); err != nil {
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
	to, err := db.One[invited](ctx, tx.Conn, "SELECT id, name, alt_id, partner_id, user_id FROM collections WHERE alt_id = ? AND deleted_at IS NULL AND (expires_at IS NULL OR expires_at > ?)"+tx.ForUpdate(), altID, tx.Now)
	if errors.Is(err, sql.ErrNoRows) || (err == nil && v.Kind == gate.Server && (to.Partner == nil || *to.Partner != v.PartnerID)) {
		return to, apierr.NotFound()
	}
	if err != nil {
		return to, fmt.Errorf("find what is accepted: %w", err)
	}
	return to, nil
}

// reader is who accepts: somebody who is there, by UID or e-mail, or somebody who signs up.
func (p *Public) reader(ctx context.Context, tx *write.Tx, v *gate.Visit, uid string, object map[string]json.RawMessage, to invited) (who gate.Person, signedUp bool, err error) {
	if uid != "" {
		who, err = v.Person(ctx, tx.Conn, uid, gate.AndAdvisors)
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
	who, err = v.Person(ctx, tx.Conn, uid, gate.AndAdvisors)
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
	}](ctx, tx.Conn, "SELECT id, created_at FROM shared_collections WHERE user_id = ? AND collection_id = ? AND deleted_at IS NULL", who.ID, to.ID)
	if err != nil {
		return answer, fmt.Errorf("look whether it was accepted: %w", err)
	}
	if len(there) > 0 {
		answer.HashID, answer.AcceptedAt = hashid.Of(there[0].ID), there[0].CreatedAt
		return answer, nil
	}
	// It is found by the texts of both, which later changes of these keep up to date.
	id, err := tx.Insert(ctx, `INSERT INTO shared_collections (user_id, collection_id, partner_id, type, search_text, created_at, updated_at)
		VALUES (?, ?, ?, ?, (SELECT search_text FROM collections WHERE id = ?) || (SELECT search_text FROM users WHERE id = ?), ?, ?)`,
		who.ID, to.ID, to.Partner, byUser, to.ID, who.ID, tx.Now, tx.Now)
	if err != nil {
		return answer, fmt.Errorf("accept collection %d: %w", to.ID, err)
	}
	answer.HashID, answer.fresh = hashid.Of(id), true
	return answer, tx.Record(ctx, write.Change{Action: "accepted", Kind: "collection", ID: to.ID, Name: to.Name})
}

// Personalising is all that a user made of a shared collection.
type Personalising struct {
	UID              string         `json:"uid" doc:"Whose it is."`
	Personalisations []Personalised `json:"personalisations" maxItems:"100" nullable:"false"`
}

// Personalised is what a user made of it for one client.
type Personalised struct {
	Name                       string `json:"name"`
	PersonalMessage            string `json:"personal_message,omitempty"`
	CTADisplay                 string `json:"cta_display,omitempty" doc:"What the page calls to do; none when not given."`
	ContentCustomisationsCount int64  `json:"content_customisations_count,omitempty"`
}

// PersonalisedAnswer are the personalisations as they now are.
type PersonalisedAnswer struct {
	Items []*Personalisation `json:"items" nullable:"false"`
}

const (
	mostPersonalised = 100
	maxName          = 160
	maxMessage       = 5000
	maxCTA           = 40
)

func (p *Public) personalise(ctx context.Context, call *api.Call, v *gate.Visit) (*PersonalisedAnswer, error) {
	sent, err := gate.Decode[struct {
		UID              string            `json:"uid"`
		Personalisations []json.RawMessage `json:"personalisations"`
	}](ctx, call)
	if err != nil {
		return nil, err
	}
	list, err := read(sent.Personalisations)
	if err != nil {
		return nil, err
	}
	who, err := v.Person(ctx, p.Kit.Store.DB.Read(), sent.UID, gate.AndAdvisors)
	if err != nil {
		return nil, err
	}
	id, ok := hashid.ID(call.Text("hashid"))
	if !ok {
		return nil, apierr.NotFound()
	}
	rows := resource.New(p.Kit, personalised(p.Kit.Sites))
	answer := &PersonalisedAnswer{}
	err = p.Kit.Store.Do(ctx, func(tx *write.Tx) error {
		if err := p.put(v.As(ctx, who), tx, id, who, v, list); err != nil {
			return err
		}
		ids, err := db.All[int64](ctx, tx.Conn, "SELECT id FROM personalisations WHERE shared_collection_id = ? ORDER BY name_key, id", id)
		if err != nil {
			return fmt.Errorf("read personalisations: %w", err)
		}
		answer.Items, err = rows.Load(ctx, tx.Conn, ids)
		return err
	})
	v.Returned(int64(len(answer.Items)))
	return answer, err
}

// read checks what was sent. Nothing at all is no empty list: that would take away what is there.
func read(sent []json.RawMessage) ([]Personalised, error) {
	if sent == nil {
		return nil, apierr.Field("personalisations", "This field is required.")
	}
	if len(sent) > mostPersonalised {
		return nil, apierr.Field("personalisations", "Must have at most %d entries.", mostPersonalised)
	}
	list, err := gate.Each[Personalised]("personalisations", sent)
	if err != nil {
		return nil, err
	}
	return list, check(list)
}

func check(list []Personalised) error {
	var problems apierr.Fields
	names := map[string]bool{}
	for i := range list {
		one := &list[i]
		fail := func(field, format string, args ...any) {
			problems.Add("personalisations."+strconv.Itoa(i)+"."+field, format, args...)
		}
		one.Name = strings.TrimSpace(one.Name)
		key := fold.Key(one.Name)
		for _, text := range []struct {
			field, value string
			most         int
		}{{"name", one.Name, maxName}, {"personal_message", one.PersonalMessage, maxMessage}, {"cta_display", one.CTADisplay, maxCTA}} {
			if utf8.RuneCountInString(text.value) > text.most {
				fail(text.field, "Must have at most %d characters.", text.most)
			} else if !api.Storable(text.value) {
				fail(text.field, "Has characters that can't be stored.")
			}
		}
		switch {
		case key == "":
			fail("name", "This field is required.")
		case names[key]:
			fail("name", "Is here twice.")
		}
		names[key] = true
		if one.ContentCustomisationsCount < 0 || one.ContentCustomisationsCount > 1_000_000 {
			fail("content_customisations_count", "Must be a whole number from 0 to 1000000.")
		}
		if one.CTADisplay == "" {
			one.CTADisplay = "none"
		}
	}
	return problems.Err()
}

// put makes the personalisations of a shared collection those that were sent. Sent again, they are as they were.
func (p *Public) put(ctx context.Context, tx *write.Tx, id int64, who gate.Person, v *gate.Visit, list []Personalised) error {
	owner, err := db.One[struct {
		User    int64  `db:"user_id"`
		Partner *int64 `db:"partner_id"`
		Name    string `db:"name"`
	}](ctx, tx.Conn, "SELECT s.user_id, s.partner_id, c.name FROM shared_collections AS s JOIN collections AS c ON c.id = s.collection_id WHERE s.id = ? AND s.deleted_at IS NULL AND c.deleted_at IS NULL"+forUpdateOf(tx), id)
	if errors.Is(err, sql.ErrNoRows) || (err == nil && (owner.User != who.ID || (v.Kind == gate.Server && (owner.Partner == nil || *owner.Partner != v.PartnerID)))) {
		return apierr.NotFound()
	}
	if err != nil {
		return fmt.Errorf("find shared collection %d: %w", id, err)
	}
	keys, message := []string{}, false
	for _, one := range list {
		keys, message = append(keys, fold.Key(one.Name)), message || strings.TrimSpace(one.PersonalMessage) != ""
	}
	gone, err := tx.Exec(ctx, "DELETE FROM personalisations WHERE shared_collection_id = ? AND NOT (name_key IN (?))", id, append(keys, ""))
	if err != nil {
		return fmt.Errorf("take personalisations away: %w", err)
	}
	changed := gone
	for i, one := range list {
		n, err := one.save(ctx, tx, id, keys[i])
		if err != nil {
			return err
		}
		changed += n
	}
	if changed == 0 {
		return nil
	}
	if _, err := tx.Exec(ctx, "UPDATE shared_collections SET has_personal_message = ?, updated_at = ? WHERE id = ?", message, tx.Now, id); err != nil {
		return fmt.Errorf("note the message of shared collection %d: %w", id, err)
	}
	names := make([]string, len(list))
	for i, one := range list {
		names[i] = one.Name
	}
	return tx.Record(ctx, write.Change{Action: "personalised", Kind: "shared collection", ID: id, Name: owner.Name, After: map[string]any{"personalisations": names}})
}

// save changes the one of this name, or adds it, and tells whether that changed anything.
func (one Personalised) save(ctx context.Context, tx *write.Tx, id int64, key string) (int64, error) {
	there, err := db.All[struct {
		ID int64 `db:"id"`
		Personalised
	}](ctx, tx.Conn, "SELECT id, name, personal_message, cta_display, content_customisations_count FROM personalisations WHERE shared_collection_id = ? AND name_key = ? ORDER BY id LIMIT 1", id, key)
	if err != nil {
		return 0, fmt.Errorf("find a personalisation: %w", err)
	}
	if len(there) == 0 {
		_, err = tx.Exec(ctx, "INSERT INTO personalisations (shared_collection_id, name, name_key, personal_message, cta_display, content_customisations_count, search_text, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
			id, one.Name, key, one.PersonalMessage, one.CTADisplay, one.ContentCustomisationsCount, fold.SearchText(one.Name), tx.Now, tx.Now)
	} else if there[0].Personalised != one {
		_, err = tx.Exec(ctx, "UPDATE personalisations SET name = ?, personal_message = ?, cta_display = ?, content_customisations_count = ?, search_text = ?, updated_at = ? WHERE id = ?",
			one.Name, one.PersonalMessage, one.CTADisplay, one.ContentCustomisationsCount, fold.SearchText(one.Name), tx.Now, there[0].ID)
	} else {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("save a personalisation: %w", err)
	}
	return 1, nil
}

// forUpdateOf locks the shared collection alone, not the collection it is joined with.
func forUpdateOf(tx *write.Tx) string {
	if lock := tx.ForUpdate(); lock != "" {
		return lock + " OF s"
	}
	return ""
}
