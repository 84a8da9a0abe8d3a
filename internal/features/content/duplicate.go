package content

import (
	"context"
	"fmt"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/table"
	"waymark/internal/kit/write"
	"waymark/internal/platform/schema"
)

// DuplicateResponse is the id of the copy.
type DuplicateResponse struct {
	ID int64 `json:"id"`
}

// copiedColumns are the columns a copy takes over from its original. The publish date and the publisher are not among
// them: the copy is a draft.
const copiedColumns = `block_type, content_url, canonical_url, synopsis, type_id, depth_id, featured_image_id, author,
	runtime, expires_at, lead_in, lead_in_override, embed_code, embed_code_override, embed_classes, partner_id,
	image_source, image_source_url, image_license, image_license_url, image_attribution, image_modifications, original`

func mountDuplicate(kit resource.Kit) {
	handle := func(ctx context.Context, call *api.Call) (*DuplicateResponse, error) {
		id, err := call.ID("id")
		if err != nil {
			return nil, err
		}
		response := &DuplicateResponse{}
		err = kit.Store.Do(ctx, func(tx *write.Tx) (err error) {
			response.ID, err = duplicate(ctx, tx, id)
			return err
		})
		return response, err
	}
	op := api.Op{
		Method: "POST", Path: "/api/admin/content/{id}/duplicate", Tag: "Content", Summary: "Duplicate an item",
		Description: "The copy is a draft and is not in any collection.",
	}
	api.Handle(kit.API, op, handle)
	op.Method, op.ID = "GET", "duplicateContentWithGet"
	op.Description += " Returns 403 unless the request comes from the console, because other sites can make a browser " +
		"follow a link."
	api.Handle(kit.API, op, func(ctx context.Context, call *api.Call) (*DuplicateResponse, error) {
		if err := call.RequireConsole(); err != nil {
			return nil, err
		}
		return handle(ctx, call)
	})
}

func duplicate(ctx context.Context, tx *write.Tx, id int64) (int64, error) {
	items, err := db.All[struct {
		Title     string `db:"title"`
		BlockType string `db:"block_type"`
	}](ctx, tx.Conn, "SELECT title, block_type FROM content WHERE id = ? AND deleted_at IS NULL"+tx.ForUpdate(), id)
	if err != nil {
		return 0, fmt.Errorf("find content %d: %w", id, err)
	}
	if len(items) == 0 {
		return 0, apierr.NotFound()
	}
	title := resource.CopyName(items[0].Title, maxTitle)
	var by *int64
	if user := auth.Current(ctx); user != nil {
		by = &user.ID
	}
	copyID, err := tx.Insert(ctx,
		"INSERT INTO content (title, title_key, search_text, created_by_id, created_at, updated_at, "+copiedColumns+
			") SELECT ?, ?, ?, ?, ?, ?, "+copiedColumns+" FROM content WHERE id = ?",
		title, fold.Key(title), fold.SearchText(title), by, tx.Now, tx.Now, id)
	if err != nil {
		return 0, fmt.Errorf("copy content %d: %w", id, err)
	}
	for _, link := range []table.Link{
		schema.ContentTags, schema.ContentDestinations, schema.ContentLibraries,
		schema.ContentPublishers, schema.ContentLanguages, schema.ContentSubtitles,
	} {
		_, err := tx.Exec(ctx, "INSERT INTO "+link.Table+" (content_id, "+link.ToColumn+
			") SELECT ?, "+link.ToColumn+" FROM "+link.Table+" WHERE content_id = ?", copyID, id)
		if err != nil {
			return 0, fmt.Errorf("copy %s: %w", link.Table, err)
		}
	}
	return copyID, tx.Record(ctx, write.Change{
		Action: "duplicated", Kind: items[0].BlockType, ID: copyID, Name: title,
		After: map[string]any{"original": id}, Names: map[string]write.Names{"original": {id: items[0].Title}},
	})
}
