package sharedcollections

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/hashid"
	"waymark/internal/kit/write"
	"waymark/internal/platform/gate"
)

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
	who, err := v.FindPerson(ctx, p.Kit.Store.DB.Read(), sent.UID, gate.UsersAndAdvisors)
	if err != nil {
		return nil, err
	}
	id, ok := hashid.Decode(call.Text("hashid"))
	if !ok {
		return nil, apierr.NotFound()
	}
	answer := &PersonalisedAnswer{}
	err = p.Kit.Store.Do(ctx, func(tx *write.Tx) error {
		if err := p.put(v.As(ctx, who), tx, id, who, v, list); err != nil {
			return err
		}
		ids, err := db.All[int64](ctx, tx.Conn,
			"SELECT id FROM personalisations WHERE shared_collection_id = ? ORDER BY name_key, id", id)
		if err != nil {
			return fmt.Errorf("read personalisations: %w", err)
		}
		answer.Items, err = p.rows.Load(ctx, tx.Conn, ids)
		return err
	})
	v.SetResults(int64(len(answer.Items)))
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
	list, err := gate.DecodeList[Personalised]("personalisations", sent)
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
		}{{"name", one.Name, maxName}, {"personal_message", one.PersonalMessage, maxMessage}, {
			"cta_display", one.CTADisplay,
			maxCTA,
		}} {
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
func (p *Public) put(ctx context.Context, tx *write.Tx, id int64, who gate.Person, v *gate.Visit,
	list []Personalised,
) error {
	owner, err := db.One[struct {
		User    int64  `db:"user_id"`
		Partner *int64 `db:"partner_id"`
		Name    string `db:"name"`
	}](ctx, tx.Conn, `
		SELECT s.user_id, s.partner_id, c.name
		FROM shared_collections AS s
		JOIN collections AS c ON c.id = s.collection_id
		WHERE s.id = ? AND s.deleted_at IS NULL AND c.deleted_at IS NULL`+forUpdateOf(tx), id)
	if errors.Is(err, sql.ErrNoRows) ||
		(err == nil && (owner.User != who.ID ||
			(v.Kind == gate.Server && (owner.Partner == nil || *owner.Partner != v.PartnerID)))) {
		return apierr.NotFound()
	}
	if err != nil {
		return fmt.Errorf("find shared collection %d: %w", id, err)
	}
	keys, message := []string{}, false
	for _, one := range list {
		keys, message = append(keys, fold.Key(one.Name)), message || strings.TrimSpace(one.PersonalMessage) != ""
	}
	gone, err := tx.Exec(ctx, "DELETE FROM personalisations WHERE shared_collection_id = ? AND NOT (name_key IN (?))", id,
		append(keys, ""))
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
	if _, err := tx.Exec(ctx, "UPDATE shared_collections SET has_personal_message = ?, updated_at = ? WHERE id = ?",
		message, tx.Now, id); err != nil {
		return fmt.Errorf("note the message of shared collection %d: %w", id, err)
	}
	names := make([]string, len(list))
	for i, one := range list {
		names[i] = one.Name
	}
	return tx.Record(ctx, write.Change{
		Action: "personalised", Kind: "shared collection", ID: id, Name: owner.Name,
		After: map[string]any{"personalisations": names},
	})
}

// save changes the one of this name, or adds it, and tells whether that changed anything.
func (one Personalised) save(ctx context.Context, tx *write.Tx, id int64, key string) (int64, error) {
	there, err := db.All[struct {
		ID int64 `db:"id"`
		Personalised
	}](ctx, tx.Conn, `
		SELECT id, name, personal_message, cta_display, content_customisations_count
		FROM personalisations
		WHERE shared_collection_id = ? AND name_key = ?
		ORDER BY id LIMIT 1`, id, key)
	if err != nil {
		return 0, fmt.Errorf("find a personalisation: %w", err)
	}
	if len(there) == 0 {
		_, err = tx.Exec(ctx, `
			INSERT INTO personalisations (shared_collection_id, name, name_key, personal_message, cta_display,
				content_customisations_count, search_text, created_at, updated_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			id, one.Name, key, one.PersonalMessage, one.CTADisplay, one.ContentCustomisationsCount, fold.SearchText(one.Name),
			tx.Now, tx.Now)
	} else if there[0].Personalised != one {
		_, err = tx.Exec(ctx, `
			UPDATE personalisations SET name = ?, personal_message = ?, cta_display = ?,
				content_customisations_count = ?, search_text = ?, updated_at = ?
			WHERE id = ?`,
			one.Name, one.PersonalMessage, one.CTADisplay, one.ContentCustomisationsCount, fold.SearchText(one.Name), tx.Now,
			there[0].ID)
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
