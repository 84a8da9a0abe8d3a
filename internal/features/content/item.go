package content

import (
	"context"
	"slices"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/media"
	"waymark/internal/kit/resource"
	"waymark/internal/platform/people"
	"waymark/internal/platform/schema"
)

// The two kinds of items, which share a table, a list and their ids.
const (
	blockContent = "content"
	blockImage   = "image"
)

// ItemKind is a media type or depth as items show it.
type ItemKind struct {
	resource.Named
	Icon string `json:"icon"`
}

// ItemPerson is a user as items show them.
type ItemPerson struct {
	ID       int64  `json:"id"`
	FullName string `json:"full_name"`
}

// Dated is when an item is to be seen, and what that makes of it now.
type Dated struct {
	PublishedAt *time.Time `json:"published_at"`
	ExpiresAt   *time.Time `json:"expires_at"`
	Status      string     `json:"status" enum:"draft,scheduled,published,expired"`
}

// Counted is how much hangs on an item.
type Counted struct {
	DestinationsCount int64 `json:"destinations_count"`
	TagsCount         int64 `json:"tags_count"`
	CollectionsCount  int64 `json:"collections_count"`
	LibrariesCount    int64 `json:"libraries_count"`
	PublishersCount   int64 `json:"publishers_count"`
}

// Made is who made an item and who published it.
type Made struct {
	CreatedByID *int64      `json:"-" db:"created_by_id"`
	CreatedBy   *ItemPerson `json:"created_by"`
	AdminID     *int64      `json:"-" db:"admin_id"`
	Admin       *ItemPerson `json:"admin" doc:"Who published it."`
	AddedAt     *time.Time  `json:"added_at" doc:"When it last went into a collection."`
}

// Common is what items of both kinds have in their forms.
type Common struct {
	Title          string           `json:"title"`
	Synopsis       string           `json:"synopsis"`
	FeaturedImage  *media.Image     `json:"featured_image"`
	TagIDs         []int64          `json:"tag_ids" nullable:"false"`
	Tags           []resource.Named `json:"tags" nullable:"false"`
	DestinationIDs []int64          `json:"destination_ids" nullable:"false"`
	Destinations   []resource.Named `json:"destinations" nullable:"false"`
	CollectionIDs  []int64          `json:"collection_ids" nullable:"false"`
	Collections    []resource.Named `json:"collections" nullable:"false"`
	LibraryIDs     []int64          `json:"library_ids" nullable:"false"`
	Libraries      []resource.Named `json:"libraries" nullable:"false"`
	PartnerID      *int64           `json:"partner_id"`
	Partner        *resource.Named  `json:"partner"`
	BlockType      string           `json:"block_type" enum:"content,image"`
	Made
	Dated
	Counted
}

// commonFields declares the fields of both kinds. An image must have a picture, so it adds rules to it.
func commonFields(c *Common, picture ...resource.Rule) resource.Fields {
	return slices.Concat(resource.Fields{
		resource.Text(&c.Title, resource.Required, resource.Max(maxTitle), resource.Sortable, resource.Searchable),
		resource.Markdown(&c.Synopsis),
		resource.Image(&c.FeaturedImage, picture...),
		resource.Refs(&c.TagIDs, schema.ContentTags),
		resource.RelatedAll(&c.Tags, &c.TagIDs, schema.ContentTags.To),
		resource.Refs(&c.DestinationIDs, schema.ContentDestinations),
		resource.RelatedAll(&c.Destinations, &c.DestinationIDs, schema.ContentDestinations.To),
		resource.Refs(&c.CollectionIDs, schema.CollectionContent.Reverse()),
		resource.RelatedAll(&c.Collections, &c.CollectionIDs, schema.CollectionContent.Reverse().To),
		resource.Refs(&c.LibraryIDs, schema.ContentLibraries, resource.Initially([]int64{1})),
		resource.RelatedAll(&c.Libraries, &c.LibraryIDs, schema.ContentLibraries.To),
		resource.Ref(&c.PartnerID, schema.Partners, resource.Required, resource.Initially(1)),
		resource.Related(&c.Partner, &c.PartnerID, schema.Partners),
		resource.Stored(&c.BlockType),
	}, dateFields(&c.Dated), countFields(&c.Counted), personFields(&c.Made))
}

const maxTitle = 255

func dateFields(d *Dated) resource.Fields {
	return resource.Fields{
		resource.Date(&d.PublishedAt, resource.Sortable),
		resource.Date(&d.ExpiresAt, resource.EndOfDay, resource.Sortable),
		resource.Computed(&d.Status, d, func(d *Dated) string { return statusAt(d, clock.Now()) }),
	}
}

func countFields(c *Counted) resource.Fields {
	return resource.Fields{
		resource.Counter(&c.DestinationsCount, schema.ContentDestinationsCount),
		resource.Counter(&c.TagsCount, schema.ContentTagsCount),
		resource.Counter(&c.CollectionsCount, schema.ContentCollectionsCount),
		resource.Counter(&c.LibrariesCount, schema.ContentLibrariesCount),
		resource.Counter(&c.PublishersCount, schema.ContentPublishersCount),
	}
}

func personFields(m *Made) resource.Fields {
	return resource.Fields{
		resource.Stored(&m.CreatedByID),
		resource.Attached(&m.CreatedBy),
		resource.Stored(&m.AdminID),
		resource.Attached(&m.Admin),
		resource.Stored(&m.AddedAt, resource.Sortable),
	}
}

// attachPeople names who made the items and who published them, also when they have left.
func attachPeople[T any](at func(*T) *Made) func(context.Context, db.Conn, []*T) error {
	return func(ctx context.Context, c db.Conn, items []*T) error {
		ids := []int64{}
		for _, item := range items {
			for _, id := range []*int64{at(item).CreatedByID, at(item).AdminID} {
				if id != nil {
					ids = append(ids, *id)
				}
			}
		}
		users, err := people.Find(ctx, c, ids)
		if err != nil {
			return err
		}
		shown := map[int64]*ItemPerson{}
		for id, user := range users {
			shown[id] = &ItemPerson{ID: id, FullName: user.DisplayName()}
		}
		for _, item := range items {
			made := at(item)
			if made.CreatedByID != nil {
				made.CreatedBy = shown[*made.CreatedByID]
			}
			if made.AdminID != nil {
				made.Admin = shown[*made.AdminID]
			}
		}
		return nil
	}
}
