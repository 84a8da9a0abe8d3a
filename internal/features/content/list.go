package content

import (
	"context"
	"fmt"
	"slices"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/listing"
	"waymark/internal/kit/media"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/webpage"
	"waymark/internal/platform/changes"
	"waymark/internal/platform/schema"
)

// ItemRow is an item in the list.
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
	LinkState
	Authorship
	Schedule
	Counts
}

var (
	linkChoices       = []string{"all", "ok", "moved", "broken", "unsure", "unchecked"}
	collectionChoices = []string{"all", "in", "not-in"}
	statusChoices     = []string{"all", published, draft, scheduled, expired}
)

// List declares the list of all items, newest first.
var List = resource.Definition[ItemRow]{
	Path: "content", Table: schema.Content, Label: "Content", Name: "title", Sort: "-created_at",
	SortBy:  []string{"created_at"},
	Without: []resource.Verb{resource.Creating, resource.Reading, resource.Updating, resource.Removing},
	Options: []string{"search/content"},
	Search: listing.Search{
		ExactMatch: byURL, URLColumn: schema.ContentURLSearch.URL,
		Generation: &listing.Statement{SQL: changes.Generation},
	},
	Tabs: &listing.Tabs{Filter: "in_collection", Values: collectionChoices},
	Filters: []listing.Filter{
		listing.ChoiceFilter("in_collection", collectionChoices, func(word string) listing.Condition {
			return map[string]listing.Condition{
				"in":     {SQL: "collections_count > 0"},
				"not-in": {SQL: "collections_count = 0"},
			}[word]
		}),
		listing.ChoiceFilter("block_type", []string{"all", blockContent, blockImage}, blockTypeCondition),
		listing.RefFilter("type_id").CountedIn(schema.ContentTypeContentCount),
		listing.RefFilter("depth_id").CountedIn(schema.ContentDepthContentCount),
		listing.LinkFilter("language_id", schema.ContentLanguages).CountedIn(schema.LanguageContentCount),
		listing.LinkFilter("subtitle_id", schema.ContentSubtitles),
		listing.LinkFilter("tag_id", schema.ContentTags).CountedIn(schema.TagContentCount),
		{
			Names: []string{"destination_id"}, Doc: "Id of a destination; includes the destinations below it.", IsID: true,
			Condition: atDestination, AnyOf: atDestinations,
		},
		exactDestination,
		listing.LinkFilter("library_id", schema.ContentLibraries).CountedIn(schema.LibraryContentCount),
		listing.LinkFilter("publisher_id", schema.ContentPublishers).CountedIn(schema.PublisherContentCount),
		listing.RefFilter("partner_id", "partner"),
		listing.ChoiceFilter("published", statusChoices, statusCondition),
		listing.ChoiceFilter("link_status", linkChoices, linkCondition),
		listing.RefFilter("admin_id"),
		listing.ChoiceFilter("inspires", []string{"all", "public", "not-public", "featured"}, inspiresCondition),
		listing.ChoiceFilter("api_requests", []string{"all", "success"}, apiCondition),
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
			linkFields(&l.LinkState),
			dateFields(&l.Schedule),
			countFields(&l.Counts),
			personFields(&l.Authorship))
	},
}

func blockTypeCondition(word string) listing.Condition {
	if word == "all" {
		return listing.Condition{}
	}
	return listing.Condition{SQL: "block_type = ?", Args: []any{word}}
}

// byURL matches the item whose canonical URL equals that of the search text.
func byURL(search string) (listing.Condition, bool) {
	address, ok := webpage.Canonical(search)
	return listing.Condition{
		SQL:  "deleted_at IS NULL AND canonical_url <> '' AND canonical_url = ?",
		Args: []any{address},
	}, ok
}

// atDestination matches items linked to a destination or to any destination below it.
func atDestination(value string) (listing.Condition, bool) { return atDestinations([]string{value}) }

func atDestinations(values []string) (listing.Condition, bool) {
	tops, ok := listing.ParseIDs(values)
	return listing.Condition{Resolve: func(ctx context.Context, c db.Conn) (listing.Condition, error) {
		// A path lists the ids from the top down, each followed by a slash. In ASCII the digit 0 directly follows the
		// slash, so replacing the last slash by 0 gives the end of the range of paths below the destination.
		ids, err := db.All[int64](ctx, c,
			`SELECT d.id
			FROM destinations AS d
			JOIN destinations AS top
				ON d.path >= top.path AND d.path < substr(top.path, 1, length(top.path) - 1) || '0'
			WHERE top.id IN (?)`, tops)
		if err != nil {
			return listing.Condition{}, fmt.Errorf("find destinations below %d: %w", tops, err)
		}
		if len(ids) <= 1 && len(tops) == 1 {
			condition, _ := exactDestination.Condition(values[0])
			return condition, nil
		}
		// The unary plus keeps SQLite from using the index on destination_id: an item has few destinations, so the
		// lookup by content_id is cheaper.
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

// exactDestination matches items linked to a destination itself, which is what the destination counts.
var exactDestination = listing.LinkFilter("destination_exact", schema.ContentDestinations).
	CountedIn(schema.DestinationContentCount)

// inspiresCondition matches items in collections that are public, not public, or featured on Inspires.
func inspiresCondition(word string) listing.Condition {
	now := clock.Now()
	condition, ok := map[string]string{
		"public":     "c.inspires_publish_at <= ?",
		"not-public": "(c.inspires_publish_at IS NULL OR c.inspires_publish_at > ?)",
		"featured":   "c.inspires_feature_at <= ?",
	}[word]
	if !ok {
		return listing.Condition{}
	}
	from := `FROM collection_content AS cc
		JOIN collections AS c ON c.id = cc.collection_id
		WHERE c.deleted_at IS NULL AND ` + condition
	return listing.Condition{
		SQL: "EXISTS (SELECT 1 " + from + " AND cc.content_id = content.id)", Args: []any{now},
		IDs: &listing.IDSource{SQL: "SELECT cc.content_id AS row_id " + from, Args: []any{now}},
	}
}

// apiWindow is how long an item counts as returned by the public API.
const apiWindow = 30 * 24 * time.Hour

func apiCondition(word string) listing.Condition {
	if word == "all" {
		return listing.Condition{}
	}
	return indexed("last_api_at >= ?", clock.Now().Add(-apiWindow))
}

// linkCondition matches items by what the last check of their link found. Statuses that need attention have an index.
func linkCondition(word string) listing.Condition {
	switch word {
	case "all":
		return listing.Condition{}
	case "unchecked":
		return listing.Condition{SQL: "link_status = '' AND content_url <> ''"}
	case "ok":
		return listing.Condition{SQL: "link_status = 'ok'"}
	}
	return indexed("link_status = ? AND link_status IN ('moved', 'broken', 'unsure')", word)
}
