package sharedcollections

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
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

// Personalising is a request to replace a user's personalisations of a shared collection.
type Personalising struct {
	UID              string         `json:"uid" doc:"The UID of the user who has accepted the collection." example:"U5erAn4Qx7"`
	Personalisations []Personalised `json:"personalisations" maxItems:"100" nullable:"false" doc:"All personalisations, each for one client. An empty list removes all."`
}

// Personalised is a personalisation for one client.
type Personalised struct {
	Name                       string `json:"name" doc:"Name of the client. Must be unique." example:"The Okafors"`
	PersonalMessage            string `json:"personal_message,omitempty" doc:"Message to the client." example:"Have a good time!"`
	CTADisplay                 string `json:"cta_display,omitempty" enum:"none,enquire,book,call" doc:"The call to action on the page. Defaults to none."`
	ContentCustomisationsCount int64  `json:"content_customisations_count,omitempty" doc:"Number of items that were adapted to the client." example:"3"`
}

// PersonalisedAnswer contains the personalisations after the change.
type PersonalisedAnswer struct {
	Items []*Personalisation `json:"items" nullable:"false" doc:"All personalisations after the change."`
}

const (
	maxPersonalisations = 100
	maxName             = 160
	maxMessage          = 5000
)

// ctaWords are the calls to action on the page of a personalisation.
var ctaWords = []string{noCTA, "enquire", "book", "call"}

const noCTA = "none"

func (p *Public) personalise(ctx context.Context, call *api.Call, v *gate.Visit) (*PersonalisedAnswer, error) {
	sent, err := gate.Decode[struct {
		UID              string            `json:"uid"`
		Personalisations []json.RawMessage `json:"personalisations"`
	}](ctx, call)
	if err != nil {
		return nil, err
	}
	list, err := parsePersonalisations(sent.Personalisations)
	if err != nil {
		return nil, err
	}
	person, err := v.FindPerson(ctx, p.Kit.Store.DB.Read(), sent.UID, gate.UsersAndAdvisors)
	if err != nil {
		return nil, err
	}
	id, ok := hashid.Decode(call.Text("hashid"))
	if !ok {
		return nil, apierr.NotFound()
	}
	response := &PersonalisedAnswer{}
	err = p.Kit.Store.Do(ctx, func(tx *write.Tx) error {
		if err := p.replace(v.As(ctx, person), tx, id, person, v, list); err != nil {
			return err
		}
		const query = "SELECT id FROM personalisations WHERE shared_collection_id = ? ORDER BY name_key, id"
		ids, err := db.All[int64](ctx, tx.Conn, query, id)
		if err != nil {
			return fmt.Errorf("list personalisations: %w", err)
		}
		response.Items, err = p.rows.Load(ctx, tx.Conn, ids)
		return err
	})
	v.SetResults(int64(len(response.Items)))
	return response, err
}

// parsePersonalisations decodes and validates a list. A missing list is an error, while an empty one removes all
// personalisations.
func parsePersonalisations(sent []json.RawMessage) ([]Personalised, error) {
	if sent == nil {
		return nil, apierr.Field("personalisations", "This field is required.")
	}
	if len(sent) > maxPersonalisations {
		return nil, apierr.Field("personalisations", "Must have at most %d entries.", maxPersonalisations)
	}
	list, err := gate.DecodeList[Personalised]("personalisations", sent)
	if err != nil {
		return nil, err
	}
	return list, validate(list)
}

func validate(list []Personalised) error {
	var problems apierr.Fields
	names := map[string]bool{}
	for i := range list {
		item := &list[i]
		fail := func(field, format string, args ...any) {
			problems.Add("personalisations."+strconv.Itoa(i)+"."+field, format, args...)
		}
		item.Name = strings.TrimSpace(item.Name)
		key := fold.Key(item.Name)
		for _, text := range []struct {
			field, value string
			limit        int
		}{
			{"name", item.Name, maxName},
			{"personal_message", item.PersonalMessage, maxMessage},
		} {
			if utf8.RuneCountInString(text.value) > text.limit {
				fail(text.field, "Must have at most %d characters.", text.limit)
			} else if !api.Storable(text.value) {
				fail(text.field, "Contains characters that can't be stored.")
			}
		}
		switch {
		case key == "":
			fail("name", "This field is required.")
		case names[key]:
			fail("name", "Appears more than once.")
		}
		names[key] = true
		if item.ContentCustomisationsCount < 0 || item.ContentCustomisationsCount > 1_000_000 {
			fail("content_customisations_count", "Must be a whole number from 0 to 1000000.")
		}
		item.CTADisplay = cmp.Or(item.CTADisplay, noCTA)
		if !slices.Contains(ctaWords, item.CTADisplay) {
			fail("cta_display", "Must be one of: %s.", strings.Join(ctaWords, ", "))
		}
	}
	return problems.Err()
}

// replace makes the list the personalisations of a shared collection. Sending the same list again changes nothing.
func (p *Public) replace(
	ctx context.Context, tx *write.Tx, id int64, person gate.Person, v *gate.Visit, list []Personalised,
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
		(err == nil && (owner.User != person.ID ||
			(v.Kind == gate.Server && (owner.Partner == nil || *owner.Partner != v.PartnerID)))) {
		return apierr.NotFound()
	}
	if err != nil {
		return fmt.Errorf("find shared collection %d: %w", id, err)
	}
	keys, message := []string{}, false
	for _, item := range list {
		keys, message = append(keys, fold.Key(item.Name)), message || strings.TrimSpace(item.PersonalMessage) != ""
	}
	const remove = "DELETE FROM personalisations WHERE shared_collection_id = ? AND NOT (name_key IN (?))"
	removed, err := tx.Exec(ctx, remove, id, append(keys, ""))
	if err != nil {
		return fmt.Errorf("remove personalisations: %w", err)
	}
	changed := removed
	for i, item := range list {
		n, err := item.save(ctx, tx, id, keys[i])
		if err != nil {
			return err
		}
		changed += n
	}
	if changed == 0 {
		return nil
	}
	const update = "UPDATE shared_collections SET has_personal_message = ?, updated_at = ? WHERE id = ?"
	if _, err := tx.Exec(ctx, update, message, tx.Now, id); err != nil {
		return fmt.Errorf("update shared collection %d: %w", id, err)
	}
	names := make([]string, len(list))
	for i, item := range list {
		names[i] = item.Name
	}
	return tx.Record(ctx, write.Change{
		Action: "personalised", Kind: "shared collection", ID: id, Name: owner.Name,
		After: map[string]any{"personalisations": names},
	})
}

// save updates the personalisation with this name, or adds it. It returns the number of changed rows.
func (item Personalised) save(ctx context.Context, tx *write.Tx, id int64, key string) (int64, error) {
	existing, err := db.All[struct {
		ID int64 `db:"id"`
		Personalised
	}](ctx, tx.Conn, `
		SELECT id, name, personal_message, cta_display, content_customisations_count
		FROM personalisations
		WHERE shared_collection_id = ? AND name_key = ?
		ORDER BY id LIMIT 1`, id, key)
	if err != nil {
		return 0, fmt.Errorf("find personalisation: %w", err)
	}
	if len(existing) == 0 {
		_, err = tx.Exec(ctx, `
			INSERT INTO personalisations (shared_collection_id, name, name_key, personal_message, cta_display,
				content_customisations_count, search_text, created_at, updated_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			id, item.Name, key, item.PersonalMessage, item.CTADisplay, item.ContentCustomisationsCount,
			fold.SearchText(item.Name), tx.Now, tx.Now)
	} else if existing[0].Personalised != item {
		_, err = tx.Exec(ctx, `
			UPDATE personalisations SET name = ?, personal_message = ?, cta_display = ?,
				content_customisations_count = ?, search_text = ?, updated_at = ?
			WHERE id = ?`,
			item.Name, item.PersonalMessage, item.CTADisplay, item.ContentCustomisationsCount,
			fold.SearchText(item.Name), tx.Now, existing[0].ID)
	} else {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("save personalisation: %w", err)
	}
	return 1, nil
}

// forUpdateOf locks only the shared collection, not the collection it is joined with.
func forUpdateOf(tx *write.Tx) string {
	if lock := tx.ForUpdate(); lock != "" {
		return lock + " OF s"
	}
	return ""
}
