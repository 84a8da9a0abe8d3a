package content

import (
	"slices"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/media"
	"waymark/internal/kit/resource"
	"waymark/internal/platform/people"
	"waymark/internal/platform/schema"
)

// The two block types, which share a table, a list and an id sequence.
const (
	blockContent = "content"
	blockImage   = "image"
)

// ItemKind is the media type or depth of an item.
type ItemKind struct {
	resource.Named
	Icon string `json:"icon"`
}

// ItemPerson is a user who created or published an item.
type ItemPerson struct {
	ID       int64  `json:"id"`
	FullName string `json:"full_name"`
}

var itemPerson = people.Shown(func(p people.Person) ItemPerson { return ItemPerson{p.ID, p.DisplayName()} })

// Schedule holds the publish and expiry dates of an item, and the status they imply now.
type Schedule struct {
	PublishedAt *time.Time `json:"published_at"`
	ExpiresAt   *time.Time `json:"expires_at"`
	Status      string     `json:"status" enum:"draft,scheduled,published,expired"`
}

// Counts holds the numbers of records linked to an item.
type Counts struct {
	DestinationsCount int64 `json:"destinations_count"`
	TagsCount         int64 `json:"tags_count"`
	CollectionsCount  int64 `json:"collections_count"`
	LibrariesCount    int64 `json:"libraries_count"`
	PublishersCount   int64 `json:"publishers_count"`
}

// Authorship records who created and who published an item.
type Authorship struct {
	CreatedByID *int64      `json:"-" db:"created_by_id"`
	CreatedBy   *ItemPerson `json:"created_by"`
	AdminID     *int64      `json:"-" db:"admin_id"`
	Admin       *ItemPerson `json:"admin" doc:"User who published it."`
	AddedAt     *time.Time  `json:"added_at" doc:"When it was last added to a collection."`
}

// LinkState is what the last check of an item's link found.
type LinkState struct {
	LinkStatus    string     `json:"link_status" enum:",ok,moved,broken,unsure" doc:"Empty until the link has been checked."`
	LinkCheckedAt *time.Time `json:"link_checked_at"`
}

func linkFields(l *LinkState) resource.Fields {
	return resource.Fields{resource.Stored(&l.LinkStatus), resource.Stored(&l.LinkCheckedAt)}
}

// Common holds the fields that content and images share.
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
	Authorship
	Schedule
	Counts
}

// commonFields declares the fields that content and images share. The picture rules apply to the featured image, which
// images require.
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
	}, dateFields(&c.Schedule), countFields(&c.Counts), personFields(&c.Authorship))
}

const maxTitle = 255

func dateFields(d *Schedule) resource.Fields {
	return resource.Fields{
		resource.Date(&d.PublishedAt, resource.Sortable),
		resource.Date(&d.ExpiresAt, resource.EndOfDay, resource.Sortable),
		resource.Computed(&d.Status, d, func(d *Schedule) string { return statusAt(d, clock.Now()) }),
	}
}

func countFields(c *Counts) resource.Fields {
	return resource.Fields{
		resource.Counter(&c.DestinationsCount, schema.ContentDestinationsCount),
		resource.Counter(&c.TagsCount, schema.ContentTagsCount),
		resource.Counter(&c.CollectionsCount, schema.ContentCollectionsCount),
		resource.Counter(&c.LibrariesCount, schema.ContentLibrariesCount),
		resource.Counter(&c.PublishersCount, schema.ContentPublishersCount),
	}
}

func personFields(m *Authorship) resource.Fields {
	return resource.Fields{
		resource.Stored(&m.CreatedByID),
		resource.RelatedTo(&m.CreatedBy, &m.CreatedByID, itemPerson),
		resource.Stored(&m.AdminID),
		resource.RelatedTo(&m.Admin, &m.AdminID, itemPerson),
		resource.Stored(&m.AddedAt, resource.Sortable),
	}
}
