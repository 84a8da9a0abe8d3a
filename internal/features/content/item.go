package content

import (
	"context"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/media"
	"waymark/internal/kit/resource"
	"waymark/internal/platform/people"
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

var (
	types        = resource.Rows{Table: "content_types"}
	depths       = resource.Rows{Table: "content_depths"}
	partners     = resource.Rows{Table: "partners", Trashable: true}
	languages    = resource.Rows{Table: "languages"}
	tags         = resource.Link{Table: "content_tags", Own: "content_id", Other: "tag_id", To: resource.Rows{Table: "tags", Name: "tag"}}
	destinations = resource.Link{Table: "content_destinations", Own: "content_id", Other: "destination_id", To: resource.Rows{Table: "destinations", Name: "label"}}
	libraries    = resource.Link{Table: "content_libraries", Own: "content_id", Other: "library_id", To: resource.Rows{Table: "libraries"}}
	publishers   = resource.Link{Table: "content_publishers", Own: "content_id", Other: "publisher_id", To: resource.Rows{Table: "publishers"}}
	spoken       = resource.Link{Table: "content_languages", Own: "content_id", Other: "language_id", To: languages}
	subtitles    = resource.Link{Table: "content_subtitles", Own: "content_id", Other: "language_id", To: languages}
	collections  = resource.Link{
		Table: "collection_content", Own: "content_id", Other: "collection_id", To: resource.Rows{Table: "collections", Trashable: true},
		AddedAt: "added_at", AddedBy: "added_by_id",
	}
)

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
	CreatedByID *int64      `json:"-"`
	CreatedBy   *ItemPerson `json:"created_by"`
	AdminID     *int64      `json:"-"`
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

// shared declares the fields of both kinds. picture are rules for theirs: an image must have one.
func shared[T any](at func(*T) *Common, picture ...resource.Rule) []resource.Field[T] {
	all := []resource.Field[T]{
		resource.Text("title", func(t *T) *string { return &at(t).Title }, resource.Required, resource.Max(maxTitle), resource.Sortable, resource.Searchable),
		resource.Markdown("synopsis", func(t *T) *string { return &at(t).Synopsis }),
		resource.Image("featured_image", func(t *T) **media.Image { return &at(t).FeaturedImage }, picture...),
		resource.Refs("tag_ids", func(t *T) *[]int64 { return &at(t).TagIDs }, tags),
		resource.RelatedAll("tags", func(t *T) *[]resource.Named { return &at(t).Tags }, func(t *T) []int64 { return at(t).TagIDs }, tags.To),
		resource.Refs("destination_ids", func(t *T) *[]int64 { return &at(t).DestinationIDs }, destinations),
		resource.RelatedAll("destinations", func(t *T) *[]resource.Named { return &at(t).Destinations }, func(t *T) []int64 { return at(t).DestinationIDs }, destinations.To),
		resource.Refs("collection_ids", func(t *T) *[]int64 { return &at(t).CollectionIDs }, collections),
		resource.RelatedAll("collections", func(t *T) *[]resource.Named { return &at(t).Collections }, func(t *T) []int64 { return at(t).CollectionIDs }, collections.To),
		resource.Refs("library_ids", func(t *T) *[]int64 { return &at(t).LibraryIDs }, libraries, resource.Initially([]int64{1})),
		resource.RelatedAll("libraries", func(t *T) *[]resource.Named { return &at(t).Libraries }, func(t *T) []int64 { return at(t).LibraryIDs }, libraries.To),
		resource.Ref("partner_id", func(t *T) **int64 { return &at(t).PartnerID }, partners, resource.Required, resource.Initially(1)),
		resource.Related("partner", func(t *T) **resource.Named { return &at(t).Partner }, func(t *T) *int64 { return at(t).PartnerID }, partners),
		resource.Stored("block_type", func(t *T) any { return &at(t).BlockType }),
	}
	all = append(all, dates(func(t *T) *Dated { return &at(t).Dated })...)
	all = append(all, counts(func(t *T) *Counted { return &at(t).Counted })...)
	return append(all, makers(func(t *T) *Made { return &at(t).Made })...)
}

const maxTitle = 255

func dates[T any](at func(*T) *Dated) []resource.Field[T] {
	return []resource.Field[T]{
		resource.Date("published_at", func(t *T) **time.Time { return &at(t).PublishedAt }, resource.Sortable),
		resource.Date("expires_at", func(t *T) **time.Time { return &at(t).ExpiresAt }, resource.EndOfDay, resource.Sortable),
		resource.Computed("status", func(t *T) { at(t).Status = statusAt(at(t), clock.Now()) }),
	}
}

func counts[T any](at func(*T) *Counted) []resource.Field[T] {
	return []resource.Field[T]{
		resource.Counter("destinations_count", func(t *T) *int64 { return &at(t).DestinationsCount }),
		resource.Counter("tags_count", func(t *T) *int64 { return &at(t).TagsCount }),
		resource.Counter("collections_count", func(t *T) *int64 { return &at(t).CollectionsCount }),
		resource.Counter("libraries_count", func(t *T) *int64 { return &at(t).LibrariesCount }),
		resource.Counter("publishers_count", func(t *T) *int64 { return &at(t).PublishersCount }),
	}
}

func makers[T any](at func(*T) *Made) []resource.Field[T] {
	return []resource.Field[T]{
		resource.Hidden("created_by_id", func(t *T) any { return &at(t).CreatedByID }),
		resource.Hidden("admin_id", func(t *T) any { return &at(t).AdminID }),
		resource.Stored("added_at", func(t *T) any { return &at(t).AddedAt }, resource.Sortable),
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
			shown[id] = &ItemPerson{ID: id, FullName: user.Called()}
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
