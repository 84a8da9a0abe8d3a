package collections

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/table"
	"waymark/internal/kit/write"
	"waymark/internal/platform/gate"
	"waymark/internal/platform/schema"
)

// AddContentRequest is a request of a user to add content to a collection.
type AddContentRequest struct {
	UID        string  `json:"uid" doc:"UID of the user who adds the content." example:"U5erAn4Qx7"`
	ContentIDs []int64 `json:"content_ids" minItems:"1" maxItems:"100" nullable:"false" doc:"Ids of content." example:"[42, 43]"`
}

// AddContentResponse reports the result of an AddContentRequest.
type AddContentResponse struct {
	Added   int64 `json:"added" doc:"Number of items that were added." example:"1"`
	Skipped int64 `json:"skipped" doc:"Number of items that were already in the collection." example:"1"`
}

const maxAdded = 100

// MountPublic registers the public endpoint through which users add content to their own collections and to those of
// their partner.
func MountPublic(kit resource.Kit, public *api.API) {
	op := api.Op{
		Method: "POST", Path: "/api/v1/collections/{alt_id}/content", Tag: "Collections",
		Summary: "Add content to a collection", Body: public.SchemaOf(AddContentRequest{}),
		Description: "Users add to their own collections and those of their partner. They can add published content of " +
			"the partner's libraries and content they created. Expired collections and content are not found.",
	}
	handle := func(ctx context.Context, call *api.Call, v *gate.Visit) (*AddContentResponse, error) {
		sent, err := gate.Decode[AddContentRequest](ctx, call)
		if err != nil {
			return nil, err
		}
		if n := len(sent.ContentIDs); n == 0 || n > maxAdded {
			return nil, apierr.Field("content_ids", "Must be 1 to %d ids.", maxAdded)
		}
		user, err := v.FindPerson(ctx, kit.Store.DB.Read(), sent.UID, gate.OwnUsers)
		if err != nil {
			return nil, err
		}
		response := &AddContentResponse{}
		err = kit.Store.Do(ctx, func(tx *write.Tx) error {
			response.Added, err = addAs(v.As(ctx, user), tx, call.Text("alt_id"), user, sent.ContentIDs)
			return err
		})
		response.Skipped = int64(len(sent.ContentIDs)) - response.Added
		v.SetResults(response.Added)
		return response, err
	}
	gate.Handle(public, op, []gate.Kind{gate.Server, gate.App}, handle)
}

func addAs(ctx context.Context, tx *write.Tx, altID string, user gate.Person, ids []int64) (int64, error) {
	collection, err := db.One[struct {
		ID      int64  `db:"id"`
		Name    string `db:"name"`
		Partner *int64 `db:"partner_id"`
		User    *int64 `db:"user_id"`
	}](ctx, tx.Conn, `SELECT id, name, partner_id, user_id
		FROM collections
		WHERE alt_id = ? AND deleted_at IS NULL AND (expires_at IS NULL OR expires_at > ?)`+tx.ForUpdate(), altID, tx.Now)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, apierr.NotFound()
	}
	if err != nil {
		return 0, fmt.Errorf("find collection: %w", err)
	}
	ownedByUser := collection.User != nil && *collection.User == user.ID
	ownedByPartner := collection.Partner != nil && user.PartnerID != nil && *collection.Partner == *user.PartnerID
	if !ownedByUser && !ownedByPartner {
		return 0, apierr.NotFound()
	}
	if err := checkMayAdd(ctx, tx, user, ids); err != nil {
		return 0, err
	}
	added, err := schema.CollectionContent.Add(ctx, tx, collection.ID, ids)
	if err != nil || added == 0 {
		return added, err
	}
	_, err = tx.Exec(ctx,
		`UPDATE collection_content SET by_user = TRUE
		WHERE collection_id = ? AND content_id IN (?) AND added_by_id = ? AND added_at = ?`,
		collection.ID, ids, user.ID, tx.Now)
	if err != nil {
		return 0, fmt.Errorf("mark content as added by a user: %w", err)
	}
	after := map[string]any{"content_ids": ids}
	names, err := contentNames(ctx, tx.Conn, after)
	if err != nil {
		return 0, err
	}
	return added, tx.Record(ctx, write.Change{
		Action: "added to", Kind: "collection", ID: collection.ID, Name: collection.Name, After: after, Names: names,
	})
}

// housePartner is the id of the platform's own partner. Users without a partner see its libraries.
const housePartner = 1

// checkMayAdd refuses each id that is not visible to the user.
func checkMayAdd(ctx context.Context, tx *write.Tx, user gate.Person, ids []int64) error {
	partner := int64(housePartner)
	if user.PartnerID != nil {
		partner = *user.PartnerID
	}
	list, err := db.All[int64](ctx, tx.Conn,
		`SELECT c.id
		FROM content AS c
		WHERE c.id IN (?) AND c.deleted_at IS NULL AND (
			(c.by_user AND c.created_by_id = ?)
			OR (c.published_at <= ? AND (c.expires_at IS NULL OR c.expires_at > ?) AND EXISTS (
				SELECT 1
				FROM content_libraries AS l
				JOIN libraries AS b ON b.id = l.library_id
				WHERE l.content_id = c.id AND (b.partner_id = ? OR EXISTS (
					SELECT 1 FROM library_partners AS p WHERE p.library_id = b.id AND p.partner_id = ?
				))
			))
		)`,
		ids, user.ID, tx.Now, tx.Now, partner, partner)
	if err != nil {
		return fmt.Errorf("find content visible to user %d: %w", user.ID, err)
	}
	found := map[int64]bool{}
	for _, id := range list {
		found[id] = true
	}
	return table.Missing("content_ids", ids, found, "This content doesn't exist.")
}
