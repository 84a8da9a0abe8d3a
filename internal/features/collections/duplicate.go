package collections

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/write"
)

// copyFields are the fields a request may set on the copy. All other values come from the original.
var copyFields = []string{"type", "partner_id", "user_id", "name", "folder_id"}

func mountDuplicate(kit resource.Kit, collections *resource.Resource[Collection]) {
	op := api.Op{
		Method: "POST", Path: "/api/admin/collections/{id}/duplicate", Tag: "Collection",
		Summary: "Duplicate a collection",
		Description: "The copy has the content, tags, language, code and expiry date of the original, " +
			"and is not on Inspires. Fields that are not sent are copied.",
		Body: api.Only(collections.BodySchema(true), copyFields...), Status: 201,
	}
	api.Handle(kit.API, op, func(ctx context.Context, call *api.Call) (*api.Item[*Collection], error) {
		id, err := call.ID("id")
		if err != nil {
			return nil, err
		}
		if _, err := collections.Find(ctx, kit.Store.DB.Read(), id, nil); err != nil {
			return nil, err
		}
		object, err := call.Object()
		if err != nil {
			return nil, err
		}
		response := &api.Item[*Collection]{}
		err = kit.Store.Do(ctx, func(tx *write.Tx) (err error) {
			response.Item, err = duplicate(ctx, tx, collections, id, object)
			return err
		})
		if err != nil {
			return nil, err
		}
		return response, nil
	})
}

func duplicate(
	ctx context.Context, tx *write.Tx, collections *resource.Resource[Collection], id int64,
	object map[string]json.RawMessage,
) (*Collection, error) {
	original, err := collections.Lock(ctx, tx, id, nil)
	if err != nil {
		return nil, err
	}
	values, err := copyValues(original, object)
	if err != nil {
		return nil, err
	}
	in, err := collections.Parse(ctx, values, true)
	if err != nil {
		return nil, err
	}
	created, err := collections.Create(ctx, tx, in, nil)
	if err != nil {
		return nil, err
	}
	var by *int64
	if user := auth.Current(ctx); user != nil {
		by = &user.ID
	}
	_, err = tx.Exec(ctx, `INSERT INTO collection_content (collection_id, content_id, added_at, added_by_id)
		SELECT ?, content_id, ?, ?
		FROM collection_content
		WHERE collection_id = ? AND EXISTS (SELECT 1 FROM content WHERE id = content_id AND deleted_at IS NULL)
		ORDER BY content_id`, created.ID, tx.Now, by, id)
	if err != nil {
		return nil, fmt.Errorf("copy content of collection %d: %w", id, err)
	}
	return collections.Find(ctx, tx.Conn, created.ID, nil)
}

// copyValues returns the field values of a copy: those of the original, overridden by those in object.
func copyValues(original *Collection, object map[string]json.RawMessage) (map[string]json.RawMessage, error) {
	encoded, err := json.Marshal(map[string]any{
		"type": original.Type, "partner_id": original.PartnerID, "user_id": original.UserID, "folder_id": original.FolderID,
		"name": resource.CopyName(original.Name, maxName), "language_id": original.LanguageID, "code": original.Code,
		"tags": original.Tags, "expires_at": original.ExpiresAt,
	})
	if err != nil {
		return nil, fmt.Errorf("copy a collection: %w", err)
	}
	values := map[string]json.RawMessage{}
	if err := json.Unmarshal(encoded, &values); err != nil {
		return nil, fmt.Errorf("copy a collection: %w", err)
	}
	var problems apierr.Fields
	for field, value := range object {
		if !slices.Contains(copyFields, field) {
			problems.Add(field, "Is not a field of this form.")
			continue
		}
		// A copy for another owner does not keep the old owner or the folder.
		if string(values[field]) != string(value) && field != "name" && field != "folder_id" {
			for _, own := range []string{"partner_id", "user_id", "folder_id"} {
				if _, sent := object[own]; !sent {
					values[own] = json.RawMessage("null")
				}
			}
		}
		values[field] = value
	}
	return values, problems.Err()
}
