package content

import (
	"context"
	"fmt"
	"slices"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/listing"
	"waymark/internal/kit/media"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/webpage"
	"waymark/internal/platform/schema"
)

// ItemRow is an item as the list shows it.
type ItemRow struct {
	resource.Row
	BlockType     string           `json:"block_type" enum:"content,image"`
	Title         string           `json:"title"`
	ContentURL    string           `json:"content_url"`
	FeaturedImage *media.Image     `json:"featured_image"`
	TypeID        *int64           `json:"type_id"`
	Type          *ItemKind        `json:"type"`
	DepthID       *int64           `json:"depth_id"`
	Depth         *ItemKind        `json:"depth"`
	LibraryIDs    []int64          `json:"library_ids" nullable:"false"`
	Libraries     []resource.Named `json:"libraries" nullable:"false"`
	PublisherIDs  []int64          `json:"publisher_ids" nullable:"false"`
	Publishers    []resource.Named `json:"publishers" nullable:"false"`
	PartnerID     *int64           `json:"partner_id"`
	Made
	Dated
	Counted
}

var (
	inCollection = []string{"all", "in", "not-in"}
	publishState = []string{"all", published, draft, scheduled, expired}
)

// List declares the list of all items, newest first.
var List = resource.Definition[ItemRow]{
	Path: "content", Table: schema.Content, Label: "Content", Name: "title", Sort: "-created_at",
	SortBy: []string{"created_at"}, IDOrder: true,
	Without:    []resource.Verb{resource.Creating, resource.Reading, resource.Updating, resource.Removing},
	Options:    []string{"search/content"},
	ExactMatch: byAddress,
	Tabs:       &listing.Tabs{Filter: "in_collection", Values: inCollection},
	Filters: []listing.Filter{
		listing.ChoiceFilter("in_collection", inCollection, func(word string) listing.Condition {
			return map[string]listing.Condition{
				"in":     {SQL: "collections_count > 0"},
				"not-in": {SQL: "collections_count = 0"},
			}[word]
		}),
		listing.ChoiceFilter("block_type", []string{"all", blockContent, blockImage}, func(word string) listing.Condition {
			if word == "all" {
				return listing.Condition{}
			}
			return listing.Condition{SQL: "block_type = ?", Args: []any{word}}
		}),
		listing.RefFilter("type_id").CountedIn(schema.ContentTypeContentCount),
		listing.RefFilter("depth_id").CountedIn(schema.ContentDepthContentCount),
		listing.LinkFilter("language_id", schema.ContentLanguages).CountedIn(schema.LanguageContentCount),
		listing.LinkFilter("tag_id", schema.ContentTags).CountedIn(schema.TagContentCount),
		{
			Names: []string{"destination_id"}, Doc: "The id of a destination: with everything below it.",
			Condition: atDestination,
		},
		listing.LinkFilter("library_id", schema.ContentLibraries).CountedIn(schema.LibraryContentCount),
		listing.LinkFilter("publisher_id", schema.ContentPublishers).CountedIn(schema.PublisherContentCount),
		listing.RefFilter("partner_id", "partner"),
		listing.ChoiceFilter("published", publishState, inState),
		listing.RefFilter("admin_id"),
		listing.ChoiceFilter("inspires", []string{"all", "public", "not-public", "featured"}, onInspires),
		listing.ChoiceFilter("api_requests", []string{"all", "success"}, returnedByAPI),
		listing.LinkFilter("collection_id", schema.CollectionContent.Reverse()),
	},
	Fields: func(l *ItemRow) resource.Fields {
		return slices.Concat(
			resource.Fields{
				resource.Stored(&l.BlockType),
				resource.Text(&l.Title, resource.Sortable, resource.Searchable),
				resource.Code(&l.ContentURL),
				resource.Image(&l.FeaturedImage),
				resource.Ref(&l.TypeID, schema.ContentTypes),
				resource.Related(&l.Type, &l.TypeID, schema.ContentTypes),
				resource.Ref(&l.DepthID, schema.ContentDepths),
				resource.Related(&l.Depth, &l.DepthID, schema.ContentDepths),
				resource.Refs(&l.LibraryIDs, schema.ContentLibraries),
				resource.RelatedAll(&l.Libraries, &l.LibraryIDs, schema.ContentLibraries.To),
				resource.Refs(&l.PublisherIDs, schema.ContentPublishers),
				resource.RelatedAll(&l.Publishers, &l.PublisherIDs, schema.ContentPublishers.To),
				resource.Ref(&l.PartnerID, schema.Partners),
			},
			dateFields(&l.Dated),
			countFields(&l.Counted),
			personFields(&l.Made))
	},
	Attach: attachPeople(func(l *ItemRow) *Made { return &l.Made }),
}

// byAddress finds an item whose whole address is searched for, however it is written.
func byAddress(search string) (listing.Condition, bool) {
	address, ok := webpage.Canonical(search)
	return listing.Condition{
		SQL:  "deleted_at IS NULL AND canonical_url <> '' AND canonical_url = ?",
		Args: []any{address},
	}, ok
}

// atDestination narrows the list to items of a destination and of everything below it.
func atDestination(value string) (listing.Condition, bool) {
	id, ok := api.ParseID(value)
	return listing.Condition{Resolve: func(ctx context.Context, c db.Conn) (listing.Condition, error) {
		// Paths are the ids from the top down, each with a slash after it; the digit 0 comes right after the slash.
		ids, err := db.All[int64](ctx, c,
			`SELECT d.id FROM destinations AS d JOIN destinations AS top ON d.path >= top.path AND d.path < substr(top.path, 1, length(top.path) - 1) || '0' WHERE top.id = ?`, id)
		if err != nil {
			return listing.Condition{}, fmt.Errorf("find what is below destination %d: %w", id, err)
		}
		if len(ids) <= 1 {
			at, _ := inDestination.Condition(value)
			return at, nil
		}
		// SQLite looks at the few places of an item and not, for each place, whether the item is there: the plus says so.
		return listing.Condition{
			SQL:  "EXISTS (SELECT 1 FROM content_destinations WHERE content_id = content.id AND +destination_id IN (?))",
			Args: []any{ids},
			IDs: &listing.IDSource{
				SQL:  "SELECT content_id AS row_id FROM content_destinations WHERE destination_id IN (?)",
				Args: []any{ids},
			},
		}, nil
	}}, ok
}

var inDestination = listing.LinkFilter("destination_id", schema.ContentDestinations).
	CountedIn(schema.DestinationContentCount)

// onInspires narrows the list to items of collections that are public on Inspires, or are not, or are featured there.
func onInspires(word string) listing.Condition {
	now := clock.Now()
	condition, ok := map[string]string{
		"public":     "c.inspires_publish_at <= ?",
		"not-public": "(c.inspires_publish_at IS NULL OR c.inspires_publish_at > ?)",
		"featured":   "c.inspires_feature_at <= ?",
	}[word]
	if !ok {
		return listing.Condition{}
	}
	from := "FROM collection_content AS cc JOIN collections AS c ON c.id = cc.collection_id WHERE c.deleted_at IS NULL AND " + condition
	return listing.Condition{
		SQL: "EXISTS (SELECT 1 " + from + " AND cc.content_id = content.id)", Args: []any{now},
		IDs: &listing.IDSource{SQL: "SELECT cc.content_id AS row_id " + from, Args: []any{now}},
	}
}

// recently is how far back a call of the public API counts.
const recently = 30 * 24 * time.Hour

func returnedByAPI(word string) listing.Condition {
	if word == "all" {
		return listing.Condition{}
	}
	return own("last_api_at >= ?", clock.Now().Add(-recently))
}
