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

// UserAdding is what a user puts into a collection.
type UserAdding struct {
	UID        string  `json:"uid" doc:"Who adds it."`
	ContentIDs []int64 `json:"content_ids" minItems:"1" maxItems:"100" nullable:"false"`
}

// UserAddingAnswer tells what became of it.
type UserAddingAnswer struct {
	Added   int64 `json:"added"`
	Skipped int64 `json:"skipped" doc:"How many were in it already."`
}

const mostAdded = 100

// MountPublic adds the call by which users put content into collections: their own, and those of their partner.
func MountPublic(kit resource.Kit, public *api.API) {
	op := api.Op{
		Method: "POST", Path: "/api/v1/collections/{alt_id}/content", Tag: "Collections",
		Summary: "Add content to a collection", Body: public.SchemaOf(UserAdding{}),
		Description: "Users add to their own collections and those of their partner. They can add published content of the partner's libraries and content they created. Expired collections and content are not found.",
	}
	gate.Handle(public, op, []gate.Kind{gate.Server, gate.App}, func(ctx context.Context, call *api.Call,
		v *gate.Visit,
	) (*UserAddingAnswer, error) {
		sent, err := gate.Decode[UserAdding](ctx, call)
		if err != nil {
			return nil, err
		}
		if n := len(sent.ContentIDs); n == 0 || n > mostAdded {
			return nil, apierr.Field("content_ids", "Must be 1 to %d ids.", mostAdded)
		}
		who, err := v.FindPerson(ctx, kit.Store.DB.Read(), sent.UID, gate.OwnUsers)
		if err != nil {
			return nil, err
		}
		answer := &UserAddingAnswer{}
		err = kit.Store.Do(ctx, func(tx *write.Tx) error {
			answer.Added, err = addAs(v.As(ctx, who), tx, call.Text("alt_id"), who, sent.ContentIDs)
			return err
		})
		answer.Skipped = int64(len(sent.ContentIDs)) - answer.Added
		v.SetResults(answer.Added)
		return answer, err
	})
}

func addAs(ctx context.Context, tx *write.Tx, altID string, who gate.Person, ids []int64) (int64, error) {
	one, err := db.One[struct {
		ID      int64  `db:"id"`
		Name    string `db:"name"`
		Partner *int64 `db:"partner_id"`
		User    *int64 `db:"user_id"`
	}](ctx, tx.Conn, "SELECT id, name, partner_id, user_id FROM collections WHERE alt_id = ? AND deleted_at IS NULL AND (expires_at IS NULL OR expires_at > ?)"+tx.ForUpdate(), altID, tx.Now)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, apierr.NotFound()
	}
	if err != nil {
		return 0, fmt.Errorf("find the collection: %w", err)
	}
	theirs := (one.User != nil && *one.User == who.ID) || (one.Partner != nil && who.PartnerID != nil &&
		*one.Partner == *who.PartnerID)
	if !theirs {
		return 0, apierr.NotFound()
	}
	if err := mayAdd(ctx, tx, who, ids); err != nil {
		return 0, err
	}
	added, err := schema.CollectionContent.Add(ctx, tx, one.ID, ids)
	if err != nil || added == 0 {
		return added, err
	}
	if _, err := tx.Exec(ctx, "UPDATE collection_content SET by_user = TRUE WHERE collection_id = ? AND content_id IN (?) AND added_by_id = ? AND added_at = ?", one.ID, ids, who.ID, tx.Now); err != nil {
		return 0, fmt.Errorf("note that a user added it: %w", err)
	}
	return added, tx.Record(ctx, write.Change{
		Action: "added to", Kind: "collection", ID: one.ID, Name: one.Name,
		After: map[string]any{"content_ids": ids},
	})
}

// The house, whose library is everybody's who has no partner.
const house = 1

// mayAdd names each id that a user can't know of.
func mayAdd(ctx context.Context, tx *write.Tx, who gate.Person, ids []int64) error {
	partner := int64(house)
	if who.PartnerID != nil {
		partner = *who.PartnerID
	}
	list, err := db.All[int64](ctx, tx.Conn,
		`SELECT c.id FROM content AS c WHERE c.id IN (?) AND c.deleted_at IS NULL AND ((c.by_user AND c.created_by_id = ?) OR (
		c.published_at <= ? AND (c.expires_at IS NULL OR c.expires_at > ?) AND EXISTS (SELECT 1 FROM content_libraries AS l JOIN libraries AS b ON b.id = l.library_id
			WHERE l.content_id = c.id AND (b.partner_id = ? OR EXISTS (SELECT 1 FROM library_partners AS p WHERE p.library_id = b.id AND p.partner_id = ?)))))`,
		ids, who.ID, tx.Now, tx.Now, partner, partner)
	if err != nil {
		return fmt.Errorf("look what user %d may add: %w", who.ID, err)
	}
	found := map[int64]bool{}
	for _, id := range list {
		found[id] = true
	}
	return table.Missing("content_ids", ids, found, "There is no such content.")
}
