package content

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"

	"golang.org/x/text/unicode/norm"

	"waymark/internal/kit/api"
	"waymark/internal/kit/db"
	"waymark/internal/kit/listing"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/webpage"
	"waymark/internal/kit/write"
	"waymark/internal/platform/gate"
)

// Published is what is to be seen now.
func Published() listing.Condition { return inState(published) }

// AtDestination is what is at a destination or below it.
var AtDestination = atDestination

// PublicFilters are what searches by others can be narrowed by.
func PublicFilters() []listing.Filter {
	open := []string{"block_type", "type_id", "depth_id", "language_id", "tag_id", "destination_id", "publisher_id"}
	return slices.DeleteFunc(slices.Clone(List.Filters), func(f listing.Filter) bool {
		return !slices.Contains(open,
			f.Names[0])
	})
}

// UserContent is an item a user adds.
type UserContent struct {
	UID         string  `json:"uid" doc:"Who adds it."`
	ContentURL  string  `json:"content_url"`
	Title       string  `json:"title"`
	Synopsis    string  `json:"synopsis,omitempty"`
	TypeID      *int64  `json:"type_id,omitempty"`
	LanguageIDs []int64 `json:"language_ids,omitempty"`
	TagIDs      []int64 `json:"tag_ids,omitempty"`
}

// UserItem is an item a user added.
type UserItem struct {
	ID         int64  `json:"id"`
	Title      string `json:"title"`
	ContentURL string `json:"content_url"`
	added      bool
}

// UserContentAnswer is the answer to adding one.
type UserContentAnswer struct {
	Item UserItem `json:"item"`
}

// HTTPStatus tells a new item from one that was there.
func (u UserContentAnswer) HTTPStatus() int {
	if u.Item.added {
		return http.StatusCreated
	}
	return http.StatusOK
}

// MountPublic adds the call by which users add content of their own.
func MountPublic(kit resource.Kit, public *api.API) {
	items := resource.New(kit, ofUsers)
	op := api.Op{
		Method: "POST", Path: "/api/v1/content", Tag: "Content", Summary: "Create content as a user",
		Body: public.SchemaOf(UserContent{}), Status: http.StatusCreated,
		Description: "The content belongs to the user and is in no library until staff add it to one. A URL that the same user has added before returns the existing item.",
	}
	gate.Handle(public, op, []gate.Kind{gate.Server, gate.App}, func(ctx context.Context, call *api.Call,
		v *gate.Visit,
	) (*UserContentAnswer, error) {
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
		who, err := v.FindPerson(ctx, kit.Store.DB.Read(), named.UID, gate.OwnUsers)
		if err != nil {
			return nil, err
		}
		if err := gate.AllowFields(object, "content_url", "title", "synopsis", "type_id", "language_ids", "tag_ids"); err != nil {
			return nil, err
		}
		return addAs(v.As(ctx, who), kit, items, who, object)
	})
}

// ofUsers is content as users add it: with nothing that is the staff's to decide.
var ofUsers = func() resource.Definition[Content] {
	def := Definition
	def.Columns = func(ctx context.Context, _ *resource.Change[Content]) map[string]any {
		return map[string]any{"block_type": blockContent, "by_user": true, "created_by_id": write.ActorOf(ctx).UserID}
	}
	return def
}()

func addAs(ctx context.Context, kit resource.Kit, items *resource.Resource[Content], who gate.Person,
	object map[string]json.RawMessage,
) (*UserContentAnswer, error) {
	partner := int64(housePartner)
	if who.PartnerID != nil {
		partner = *who.PartnerID
	}
	var address string
	_ = json.Unmarshal(object["content_url"], &address)         // what is no text is refused below
	canonical, _ := webpage.Canonical(norm.NFC.String(address)) // as it is stored
	object["partner_id"] = json.RawMessage(fmt.Sprint(partner))
	object["library_ids"] = json.RawMessage("[]")
	in, err := items.Parse(ctx, object, true)
	if err != nil {
		return nil, err
	}
	answer := &UserContentAnswer{}
	err = kit.Store.Do(ctx, func(tx *write.Tx) error {
		if tx.Engine == db.Postgres { // the same request twice at the same moment takes turns
			if _, err := tx.Exec(ctx, "SELECT 1 FROM users WHERE id = ?"+tx.ForUpdate(), who.ID); err != nil {
				return fmt.Errorf("wait for user %d: %w", who.ID, err)
			}
		}
		before, err := db.All[UserItem](ctx, tx.Conn,
			"SELECT id, title, content_url FROM content WHERE canonical_url = ? AND canonical_url <> '' AND by_user AND created_by_id = ? AND deleted_at IS NULL ORDER BY id", canonical, who.ID)
		if err != nil {
			return fmt.Errorf("look whether it is there: %w", err)
		}
		if len(before) > 0 {
			answer.Item = before[0]
			return nil
		}
		item, err := items.Create(ctx, tx, in, nil)
		if err == nil {
			answer.Item = UserItem{ID: item.ID, Title: item.Title, ContentURL: item.ContentURL, added: true}
		}
		return err
	})
	return answer, err
}
