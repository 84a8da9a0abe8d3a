package content

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/listing"
	"waymark/internal/kit/media"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/write"
	"waymark/internal/platform/schema"
)

// The states an item is in. None is stored: the dates tell, at the moment of asking.
const (
	draft     = "draft"
	scheduled = "scheduled"
	published = "published"
	expired   = "expired"
)

func statusAt(d *Dated, now time.Time) string {
	switch {
	case d.ExpiresAt != nil && !d.ExpiresAt.After(now):
		return expired
	case d.PublishedAt == nil:
		return draft
	case d.PublishedAt.After(now):
		return scheduled
	}
	return published
}

// inState is the same as a condition, as ranges of the dates.
func inState(state string) listing.Condition {
	now := clock.Now()
	const alive = " AND (expires_at IS NULL OR expires_at > ?)"
	switch state {
	case draft:
		return own("published_at IS NULL"+alive, now)
	case scheduled:
		return own("published_at > ?"+alive, now, now)
	case published:
		return own("published_at <= ?"+alive, now, now)
	case expired:
		return own("expires_at <= ?", now)
	}
	return listing.Condition{}
}

// own is a condition on the item alone, which has an index of its own.
func own(condition string, args ...any) listing.Condition {
	return listing.Indexed("content", condition, args...)
}

// Card is what can be changed of an item without its form: when it is seen, and its picture.
type Card struct {
	resource.Row
	Title         string       `json:"title"`
	FeaturedImage *media.Image `json:"featured_image"`
	Dated
}

// card declares the cards of one kind of items. Who publishes one is kept beside it.
func card(label, block string) resource.Definition[Card] {
	return resource.Definition[Card]{
		Path: "content", Table: schema.Content, Label: label, Sort: "id", Name: "title", Scope: "block_type = '" + block +
			"'",
		Fields: func(c *Card) resource.Fields {
			return append(resource.Fields{
				resource.Text(&c.Title, resource.ReadOnly),
				resource.Image(&c.FeaturedImage),
			}, dateFields(&c.Dated)...)
		},
		Check: func(_ context.Context, _ *write.Tx, c *resource.Change[Card]) error {
			if block == blockImage && c.After.FeaturedImage == nil {
				c.Problems.Add("featured_image", "This field is required.")
			}
			return nil
		},
		Saved: func(ctx context.Context, tx *write.Tx, c *resource.Change[Card]) error {
			return notePublisher(ctx, tx, c.After.ID, &c.Before.Dated, &c.After.Dated)
		},
	}
}

// notePublisher keeps who gave an item its publish date.
func notePublisher(ctx context.Context, tx *write.Tx, id int64, before, after *Dated) error {
	user := auth.Current(ctx)
	if user == nil || after.PublishedAt == nil || (before != nil && before.PublishedAt != nil &&
		before.PublishedAt.Equal(*after.PublishedAt)) {
		return nil
	}
	_, err := tx.Exec(ctx, "UPDATE content SET admin_id = ? WHERE id = ?", user.ID, id)
	return err
}

// StatusInput is the status an item gets.
type StatusInput struct {
	Status  string `json:"status" enum:"draft,published,expired"`
	Version *int64 `json:"version,omitempty" doc:"The version that was read: 409 if the item has changed since."`
}

// StatusAnswer is what the switcher changed.
type StatusAnswer struct {
	Dated
	Version int64 `json:"version"`
}

// FeaturedImageAnswer is the picture an item has now.
type FeaturedImageAnswer struct {
	FeaturedImage *media.Image `json:"featured_image"`
	Version       int64        `json:"version"`
}

// cards are those of both kinds, for the calls that take any item.
type cards struct {
	kit            resource.Kit
	content, image *resource.Resource[Card]
}

func newCards(kit resource.Kit) *cards {
	return &cards{
		kit: kit, content: resource.New(kit, card("Content", blockContent)),
		image: resource.New(kit, card("Image", blockImage)),
	}
}

// of finds the kind of an item.
func (c *cards) of(ctx context.Context, id int64) (*resource.Resource[Card], error) {
	block, err := db.All[string](ctx, c.kit.Store.DB.Read(),
		"SELECT block_type FROM content WHERE id = ? AND deleted_at IS NULL", id)
	if err != nil {
		return nil, fmt.Errorf("find content %d: %w", id, err)
	}
	if len(block) == 0 {
		return nil, apierr.NotFound()
	}
	if block[0] == blockImage {
		return c.image, nil
	}
	return c.content, nil
}

func (c *cards) mount() {
	status := api.Op{
		Method: "PUT", Path: "/api/admin/content/{id}/status", Tag: "Content", Summary: "Change the status of an item",
		Description: "published sets the publish date to now unless it has passed, and removes an expiry date that has. expired sets the expiry date to now. draft removes the publish date.",
		Body:        c.kit.API.SchemaOf(StatusInput{}),
	}
	api.Handle(c.kit.API, status, func(ctx context.Context, call *api.Call) (*StatusAnswer, error) {
		id, err := call.ID("id")
		if err != nil {
			return nil, err
		}
		wanted, err := api.Decode[StatusInput](call)
		if err != nil {
			return nil, err
		}
		changed, err := c.switchStatus(ctx, id, wanted.Status, wanted.Version)
		if err != nil {
			return nil, err
		}
		return &StatusAnswer{Dated: changed.Dated, Version: changed.Version}, nil
	})
	body := api.Only(c.content.BodySchema(false), "featured_image", "version")
	body.Required = []string{"featured_image"}
	image := api.Op{
		Method: "PUT", Path: "/api/admin/content/{id}/featured-image", Tag: "Content",
		Summary: "Change the featured image of an item", Body: body,
	}
	api.Handle(c.kit.API, image, func(ctx context.Context, call *api.Call) (*FeaturedImageAnswer, error) {
		id, err := call.ID("id")
		if err != nil {
			return nil, err
		}
		object, err := call.Object()
		if err != nil {
			return nil, err
		}
		changed, err := c.changeImage(ctx, id, object)
		if err != nil {
			return nil, err
		}
		return &FeaturedImageAnswer{FeaturedImage: changed.FeaturedImage, Version: changed.Version}, nil
	})
}

// switchStatus looks at the dates and changes them in one transaction, whatever they were a moment ago.
func (c *cards) switchStatus(ctx context.Context, id int64, state string, version *int64) (*Card, error) {
	kind, err := c.of(ctx, id)
	if err != nil {
		return nil, err
	}
	var changed *Card
	err = c.kit.Store.Do(ctx, func(tx *write.Tx) error {
		item, err := kind.Lock(ctx, tx, id, nil)
		if err != nil {
			return err
		}
		object, err := switched(item, state)
		if err != nil {
			return err
		}
		in, err := kind.Parse(ctx, object, false)
		if err != nil {
			return err
		}
		in.Version = version
		changed, err = kind.Update(ctx, tx, id, in, nil)
		return err
	})
	return changed, err
}

func (c *cards) changeImage(ctx context.Context, id int64, object map[string]json.RawMessage) (*Card, error) {
	kind, err := c.of(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := onlyImage(object); err != nil {
		return nil, err
	}
	in, err := kind.Parse(ctx, object, false)
	if err != nil {
		return nil, err
	}
	var changed *Card
	err = c.kit.Store.Do(ctx, func(tx *write.Tx) (err error) {
		changed, err = kind.Update(ctx, tx, id, in, nil)
		return err
	})
	return changed, err
}

func onlyImage(object map[string]json.RawMessage) error {
	var problems apierr.Fields
	if _, sent := object["featured_image"]; !sent {
		problems.Add("featured_image", "This field is required.")
	}
	for name := range object {
		if name != "featured_image" && name != "version" {
			problems.Add(name, "Is not a field of this form.")
		}
	}
	return problems.Err()
}

// switched are the dates that bring an item into a state.
func switched(item *Card, state string) (map[string]json.RawMessage, error) {
	now := clock.Now()
	moment, none := json.RawMessage(`"`+now.Format(time.RFC3339Nano)+`"`), json.RawMessage("null")
	object := map[string]json.RawMessage{}
	over := item.ExpiresAt != nil && !item.ExpiresAt.After(now)
	switch state {
	case published:
		if item.PublishedAt == nil || item.PublishedAt.After(now) {
			object["published_at"] = moment
		}
		if over {
			object["expires_at"] = none
		}
	case expired:
		if !over {
			object["expires_at"] = moment
		}
	case draft:
		object["published_at"] = none
		if over {
			object["expires_at"] = none
		}
	case "":
		return nil, apierr.Field("status", "This field is required.")
	default:
		return nil, apierr.Field("status", "Must be one of: draft, published, expired.")
	}
	return object, nil
}
