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

// The statuses of an item. They are not stored but computed from the dates when an item is read.
const (
	draft     = "draft"
	scheduled = "scheduled"
	published = "published"
	expired   = "expired"
)

func statusAt(d *Schedule, now time.Time) string {
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

// statusCondition is the counterpart of statusAt as an SQL condition on the dates.
func statusCondition(status string) listing.Condition {
	now := clock.Now()
	const notExpired = " AND (expires_at IS NULL OR expires_at > ?)"
	switch status {
	case draft:
		return indexed("published_at IS NULL"+notExpired, now)
	case scheduled:
		return indexed("published_at > ?"+notExpired, now, now)
	case published:
		return indexed("published_at <= ?"+notExpired, now, now)
	case expired:
		return indexed("expires_at <= ?", now)
	}
	return listing.Condition{}
}

// indexed returns a condition that is backed by an index of the content table.
func indexed(condition string, args ...any) listing.Condition {
	return listing.Indexed("content", condition, args...)
}

// QuickItem is the part of an item that can be changed without its form: the dates and the featured image.
type QuickItem struct {
	resource.Row
	Title         string       `json:"title"`
	FeaturedImage *media.Image `json:"featured_image"`
	Schedule
}

// quickDefinition declares the QuickItem of one block type.
func quickDefinition(label, block string) resource.Definition[QuickItem] {
	return resource.Definition[QuickItem]{
		Path: "content", Table: schema.Content, Label: label, Sort: "id", Name: "title",
		Scope: "block_type = '" + block + "'",
		Fields: func(c *QuickItem) resource.Fields {
			return append(resource.Fields{
				resource.Text(&c.Title, resource.ReadOnly),
				resource.Image(&c.FeaturedImage),
			}, dateFields(&c.Schedule)...)
		},
		Check: func(ctx context.Context, _ *write.Tx, c *resource.Change[QuickItem]) error {
			if block == blockImage && c.After.FeaturedImage == nil {
				c.Problems.Add("featured_image", "This field is required.")
			}
			setPublisher(ctx, c, func(item *QuickItem) *Schedule { return &item.Schedule })
			return nil
		},
	}
}

// setPublisher makes the current user the publisher of an item if its publish date was set or changed.
func setPublisher[T any](ctx context.Context, c *resource.Change[T], scheduleOf func(*T) *Schedule) {
	user, published := auth.Current(ctx), scheduleOf(c.After).PublishedAt
	changed := c.Before == nil || !sameTime(scheduleOf(c.Before).PublishedAt, published)
	if user != nil && published != nil && changed {
		c.SetColumn("admin_id", user.ID)
	}
}

// StatusInput is a request to change the status of an item.
type StatusInput struct {
	Status  string `json:"status" enum:"draft,published,expired"`
	Version *int64 `json:"version,omitempty" doc:"Version that you read. The response is 409 if the item has changed since."`
}

// StatusAnswer holds the new status and dates of an item.
type StatusAnswer struct {
	Schedule
	Version int64 `json:"version"`
}

// FeaturedImageResponse holds the new featured image of an item.
type FeaturedImageResponse struct {
	FeaturedImage *media.Image `json:"featured_image"`
	Version       int64        `json:"version"`
}

// quickItems implements the endpoints that accept both content and images.
type quickItems struct {
	kit            resource.Kit
	content, image *resource.Resource[QuickItem]
}

func newQuickItems(kit resource.Kit) *quickItems {
	return &quickItems{
		kit:     kit,
		content: resource.New(kit, quickDefinition("Content", blockContent)),
		image:   resource.New(kit, quickDefinition("Image", blockImage)),
	}
}

// find returns the resource for the block type of an item.
func (c *quickItems) find(ctx context.Context, id int64) (*resource.Resource[QuickItem], error) {
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

func (c *quickItems) mount() {
	status := api.Op{
		Method: "PUT", Path: "/api/admin/content/{id}/status", Tag: "Content", Summary: "Change the status of an item",
		Description: "published sets the publish date to now unless it has passed, and removes an expiry date that has. " +
			"expired sets the expiry date to now. draft removes the publish date.",
		Body: c.kit.API.SchemaOf(StatusInput{}),
	}
	api.Handle(c.kit.API, status, func(ctx context.Context, call *api.Call) (*StatusAnswer, error) {
		id, err := call.ID("id")
		if err != nil {
			return nil, err
		}
		input, err := api.Decode[StatusInput](call)
		if err != nil {
			return nil, err
		}
		changed, err := c.changeStatus(ctx, id, input.Status, input.Version)
		if err != nil {
			return nil, err
		}
		return &StatusAnswer{Schedule: changed.Schedule, Version: changed.Version}, nil
	})
	body := api.Only(c.content.BodySchema(false), "featured_image", "version")
	body.Required = []string{"featured_image"}
	image := api.Op{
		Method: "PUT", Path: "/api/admin/content/{id}/featured-image", Tag: "Content",
		Summary: "Change the featured image of an item", Body: body,
	}
	api.Handle(c.kit.API, image, func(ctx context.Context, call *api.Call) (*FeaturedImageResponse, error) {
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
		return &FeaturedImageResponse{FeaturedImage: changed.FeaturedImage, Version: changed.Version}, nil
	})
}

// changeStatus reads and changes the dates in one transaction, so that concurrent changes are not lost.
func (c *quickItems) changeStatus(ctx context.Context, id int64, status string, version *int64) (*QuickItem, error) {
	kind, err := c.find(ctx, id)
	if err != nil {
		return nil, err
	}
	var changed *QuickItem
	err = c.kit.Store.Do(ctx, func(tx *write.Tx) error {
		item, err := kind.Lock(ctx, tx, id, nil)
		if err != nil {
			return err
		}
		object, err := statusDates(item, status)
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

func (c *quickItems) changeImage(ctx context.Context, id int64, object map[string]json.RawMessage) (*QuickItem, error) {
	kind, err := c.find(ctx, id)
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
	var changed *QuickItem
	err = c.kit.Store.Do(ctx, func(tx *write.Tx) (err error) {
		changed, err = kind.Update(ctx, tx, id, in, nil)
		return err
	})
	return changed, err
}

// onlyImage refuses a request body that lacks the featured image or has any other field.
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

// statusDates returns the date fields to change so that an item gets the given status.
func statusDates(item *QuickItem, status string) (map[string]json.RawMessage, error) {
	switch status {
	case published, expired, draft:
	case "":
		return nil, apierr.Field("status", "This field is required.")
	default:
		return nil, apierr.Field("status", "Must be one of: draft, published, expired.")
	}
	after, object := item.withStatus(status, clock.Now()), map[string]json.RawMessage{}
	if !sameTime(item.PublishedAt, after.PublishedAt) {
		object["published_at"] = dateJSON(after.PublishedAt)
	}
	if !sameTime(item.ExpiresAt, after.ExpiresAt) {
		object["expires_at"] = dateJSON(after.ExpiresAt)
	}
	return object, nil
}

func dateJSON(date *time.Time) json.RawMessage {
	if date == nil {
		return json.RawMessage("null")
	}
	return json.RawMessage(`"` + date.Format(time.RFC3339Nano) + `"`)
}

// withStatus returns the dates that give an item a status. Dates that agree with it are kept.
func (d Schedule) withStatus(status string, now time.Time) Schedule {
	isExpired := d.ExpiresAt != nil && !d.ExpiresAt.After(now)
	switch {
	case status == expired && !isExpired:
		d.ExpiresAt = &now
	case status != expired && isExpired:
		d.ExpiresAt = nil
	}
	switch {
	case status == draft:
		d.PublishedAt = nil
	case status == published && (d.PublishedAt == nil || d.PublishedAt.After(now)):
		d.PublishedAt = &now
	}
	return d
}
