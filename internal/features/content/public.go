package content

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"golang.org/x/text/unicode/norm"

	"waymark/internal/kit/api"
	"waymark/internal/kit/db"
	"waymark/internal/kit/listing"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/webpage"
	"waymark/internal/kit/write"
	"waymark/internal/platform/gate"
)

// Published matches items that are currently published.
func Published() listing.Condition { return statusCondition(published) }

// AtDestination matches items linked to a destination or to any destination below it.
var AtDestination = atDestination

// publicFilters describes the filters that the public API offers.
var publicFilters = map[string]string{
	"block_type":     "Content with a link, or standalone images.",
	"type_id":        "Id of a media type: see GET /api/v1/media-types.",
	"depth_id":       "Id of a content depth: see GET /api/v1/depths.",
	"language_id":    "Id of a language: see GET /api/v1/languages.",
	"tag_id":         "Id of a subject area: see GET /api/v1/subject-areas.",
	"destination_id": "Id of a destination: see GET /api/v1/destinations. Includes the destinations below it.",
	"publisher_id":   "Id of a publisher, as in the publishers of an item.",
}

// PublicFilters returns the filters that the public API offers.
func PublicFilters() []listing.Filter {
	filters := []listing.Filter{}
	for _, filter := range List.Filters {
		if doc, ok := publicFilters[filter.Names[0]]; ok {
			filter.Doc, filter.AnyOf = doc, nil // one value
			filters = append(filters, filter)
		}
	}
	return filters
}

// UserContent is a request of a user to create an item.
type UserContent struct {
	UID         string  `json:"uid" doc:"UID of the user who creates it." example:"U5erAn4Qx7"`
	ContentURL  string  `json:"content_url" doc:"URL of the content itself." example:"https://magazine.example/alfama"`
	Title       string  `json:"title" doc:"Title." example:"A morning in Alfama"`
	Synopsis    string  `json:"synopsis,omitempty" doc:"Summary, in Markdown." example:"Tiles, trams and *pastéis*."`
	TypeID      *int64  `json:"type_id,omitempty" doc:"Id of a media type." example:"3"`
	LanguageIDs []int64 `json:"language_ids,omitempty" doc:"Ids of languages." example:"[12]"`
	TagIDs      []int64 `json:"tag_ids,omitempty" doc:"Ids of subject areas." example:"[4]"`
}

// UserItem is an item that a user created.
type UserItem struct {
	ID         int64  `json:"id" doc:"Id of the item." example:"42"`
	Title      string `json:"title" doc:"Title." example:"A morning in Alfama"`
	ContentURL string `json:"content_url" doc:"URL of the content itself." example:"https://magazine.example/alfama"`
	added      bool
}

// UserContentResponse is the response to UserContent.
type UserContentResponse struct {
	Item UserItem `json:"item" doc:"The new item, or the one that existed before."`
}

// HTTPStatus returns 201 for a new item and 200 for an existing one.
func (u UserContentResponse) HTTPStatus() int {
	if u.Item.added {
		return http.StatusCreated
	}
	return http.StatusOK
}

// MountPublic registers the public endpoint through which users create content.
func MountPublic(kit resource.Kit, public *api.API) {
	items := resource.New(kit, userDefinition)
	op := api.Op{
		Method: "POST", Path: "/api/v1/content", Tag: "Content", Summary: "Create content as a user",
		Body: public.SchemaOf(UserContent{}), Status: http.StatusCreated,
		Description: "The content belongs to the user and is in no library until staff add it to one. A URL that the " +
			"same user has added before returns the existing item.",
	}
	handle := func(ctx context.Context, call *api.Call, v *gate.Visit) (*UserContentResponse, error) {
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
		user, err := v.FindPerson(ctx, kit.Store.DB.Read(), named.UID, gate.OwnUsers)
		if err != nil {
			return nil, err
		}
		fields := []string{"content_url", "title", "synopsis", "type_id", "language_ids", "tag_ids"}
		if err := gate.AllowFields(object, fields...); err != nil {
			return nil, err
		}
		return addAs(v.As(ctx, user), kit, items, user, object)
	}
	gate.Handle(public, op, []gate.Kind{gate.Server, gate.App}, handle)
}

// userDefinition declares the content that users create through the public API.
var userDefinition = func() resource.Definition[Content] {
	def := Definition
	def.Columns = func(ctx context.Context, _ *resource.Change[Content]) map[string]any {
		return map[string]any{"block_type": blockContent, "by_user": true, "created_by_id": write.ActorOf(ctx).UserID}
	}
	return def
}()

func addAs(
	ctx context.Context, kit resource.Kit, items *resource.Resource[Content], user gate.Person,
	object map[string]json.RawMessage,
) (*UserContentResponse, error) {
	partner := int64(housePartner)
	if user.PartnerID != nil {
		partner = *user.PartnerID
	}
	var address string
	_ = json.Unmarshal(object["content_url"], &address) // Parse below refuses a URL that is not a string.
	// Stored URLs are in normalisation form C.
	canonical, _ := webpage.Canonical(norm.NFC.String(address))
	object["partner_id"] = json.RawMessage(fmt.Sprint(partner))
	object["library_ids"] = json.RawMessage("[]")
	in, err := items.Parse(ctx, object, true)
	if err != nil {
		return nil, err
	}
	response := &UserContentResponse{}
	err = kit.Store.Do(ctx, func(tx *write.Tx) error {
		// Concurrent requests of the same user take turns, so that they cannot create the same item twice. SQLite has
		// a single writer anyway.
		if tx.Engine == db.Postgres {
			if _, err := tx.Exec(ctx, "SELECT 1 FROM users WHERE id = ?"+tx.ForUpdate(), user.ID); err != nil {
				return fmt.Errorf("lock user %d: %w", user.ID, err)
			}
		}
		if in.Err() != nil {
			_, err := items.Create(ctx, tx, in, nil) // reports everything that is wrong
			return err
		}
		existing, err := db.All[UserItem](ctx, tx.Conn,
			`SELECT id, title, content_url
			FROM content
			WHERE canonical_url = ? AND canonical_url <> '' AND by_user AND created_by_id = ? AND deleted_at IS NULL
			ORDER BY id`, canonical, user.ID)
		if err != nil {
			return fmt.Errorf("find existing item: %w", err)
		}
		if len(existing) > 0 {
			response.Item = existing[0]
			return nil
		}
		item, err := items.Create(ctx, tx, in, nil)
		if err == nil {
			response.Item = UserItem{ID: item.ID, Title: item.Title, ContentURL: item.ContentURL, added: true}
		}
		return err
	})
	return response, err
}
