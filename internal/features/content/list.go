package content

import (
	"context"
	"fmt"
	"slices"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/media"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/webpage"
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
	Path: "content", Label: "Content", Name: "title", Sort: "-created_at", SortBy: []string{"created_at"}, Chronological: true,
	Trashable: true, Without: []resource.Verb{resource.Creating, resource.Reading, resource.Updating, resource.Removing},
	Options: []string{"search/content"},
	Known:   byAddress,
	Tabs:    &resource.Tabs{Filter: "in_collection", Values: inCollection},
	Filters: []resource.Filter{
		resource.FilterWords("in_collection", inCollection, func(word string) resource.Where {
			return map[string]resource.Where{"in": {SQL: "collections_count > 0"}, "not-in": {SQL: "collections_count = 0"}}[word]
		}),
		resource.FilterWords("block_type", []string{"all", blockContent, blockImage}, func(word string) resource.Where {
			if word == "all" {
				return resource.Where{}
			}
			return resource.Where{SQL: "block_type = ?", Args: []any{word}}
		}),
		resource.FilterRef("type_id").Counted("content_types", "content_count"),
		resource.FilterRef("depth_id").Counted("content_depths", "content_count"),
		resource.FilterLinked("language_id", spoken).Counted("languages", "content_count"),
		resource.FilterLinked("tag_id", tags).Counted("tags", "content_count"),
		{Names: []string{"destination_id"}, Doc: "The id of a destination: with everything below it.", Where: atDestination},
		resource.FilterLinked("library_id", libraries).Counted("libraries", "content_count"),
		resource.FilterLinked("publisher_id", publishers).Counted("publishers", "content_count"),
		resource.FilterRef("partner_id", "partner"),
		resource.FilterWords("published", publishState, inState),
		resource.FilterRef("admin_id"),
		resource.FilterWords("inspires", []string{"all", "public", "not-public", "featured"}, onInspires),
		resource.FilterWords("api_requests", []string{"all", "success"}, returnedByAPI),
		resource.FilterLinked("collection_id", collections),
	},
	Fields: slices.Concat(
		[]resource.Field[ItemRow]{
			resource.Stored("block_type", func(l *ItemRow) any { return &l.BlockType }),
			resource.Text("title", func(l *ItemRow) *string { return &l.Title }, resource.Sortable, resource.Searchable),
			resource.Code("content_url", func(l *ItemRow) *string { return &l.ContentURL }),
			resource.Image("featured_image", func(l *ItemRow) **media.Image { return &l.FeaturedImage }),
			resource.Ref("type_id", func(l *ItemRow) **int64 { return &l.TypeID }, types),
			resource.Related("type", func(l *ItemRow) **ItemKind { return &l.Type }, func(l *ItemRow) *int64 { return l.TypeID }, types),
			resource.Ref("depth_id", func(l *ItemRow) **int64 { return &l.DepthID }, depths),
			resource.Related("depth", func(l *ItemRow) **ItemKind { return &l.Depth }, func(l *ItemRow) *int64 { return l.DepthID }, depths),
			resource.Refs("library_ids", func(l *ItemRow) *[]int64 { return &l.LibraryIDs }, libraries),
			resource.RelatedAll("libraries", func(l *ItemRow) *[]resource.Named { return &l.Libraries }, func(l *ItemRow) []int64 { return l.LibraryIDs }, libraries.To),
			resource.Refs("publisher_ids", func(l *ItemRow) *[]int64 { return &l.PublisherIDs }, publishers),
			resource.RelatedAll("publishers", func(l *ItemRow) *[]resource.Named { return &l.Publishers }, func(l *ItemRow) []int64 { return l.PublisherIDs }, publishers.To),
			resource.Ref("partner_id", func(l *ItemRow) **int64 { return &l.PartnerID }, partners),
		},
		dates(func(l *ItemRow) *Dated { return &l.Dated }),
		counts(func(l *ItemRow) *Counted { return &l.Counted }),
		makers(func(l *ItemRow) *Made { return &l.Made }),
	),
	Attach: attachPeople(func(l *ItemRow) *Made { return &l.Made }),
}

// byAddress finds an item whose whole address is searched for, however it is written.
func byAddress(search string) (resource.Where, bool) {
	address, ok := webpage.Canonical(search)
	return resource.Where{SQL: "deleted_at IS NULL AND canonical_url <> '' AND canonical_url = ?", Args: []any{address}}, ok
}

// atDestination narrows the list to items of a destination and of everything below it.
func atDestination(value string) (resource.Where, bool) {
	id, ok := api.ParseID(value)
	return resource.Where{Look: func(ctx context.Context, c db.Conn) (resource.Where, error) {
		// Paths are the ids from the top down, each with a slash after it; the digit 0 comes right after the slash.
		ids, err := db.All[int64](ctx, c, `SELECT d.id FROM destinations AS d JOIN destinations AS top ON d.path >= top.path AND d.path < substr(top.path, 1, length(top.path) - 1) || '0' WHERE top.id = ?`, id)
		if err != nil {
			return resource.Where{}, fmt.Errorf("find what is below destination %d: %w", id, err)
		}
		if len(ids) <= 1 {
			at, _ := inDestination.Where(value)
			return at, nil
		}
		// SQLite looks at the few places of an item and not, for each place, whether the item is there: the plus says so.
		return resource.Where{
			SQL: "EXISTS (SELECT 1 FROM content_destinations WHERE content_id = content.id AND +destination_id IN (?))", Args: []any{ids},
			Among: &resource.Among{SQL: "SELECT content_id AS among FROM content_destinations WHERE destination_id IN (?)", Args: []any{ids}},
		}, nil
	}}, ok
}

var inDestination = resource.FilterLinked("destination_id", destinations).Counted("destinations", "content_count")

// onInspires narrows the list to items of collections that are public on Inspires, or are not, or are featured there.
func onInspires(word string) resource.Where {
	now := clock.Now()
	condition, ok := map[string]string{
		"public":     "c.inspires_publish_at <= ?",
		"not-public": "(c.inspires_publish_at IS NULL OR c.inspires_publish_at > ?)",
		"featured":   "c.inspires_feature_at <= ?",
	}[word]
	if !ok {
		return resource.Where{}
	}
	from := "FROM collection_content AS cc JOIN collections AS c ON c.id = cc.collection_id WHERE c.deleted_at IS NULL AND " + condition
	return resource.Where{
		SQL: "EXISTS (SELECT 1 " + from + " AND cc.content_id = content.id)", Args: []any{now},
		Among: &resource.Among{SQL: "SELECT cc.content_id AS among " + from, Args: []any{now}},
	}
}

// recently is how far back a call of the public API counts.
const recently = 30 * 24 * time.Hour

func returnedByAPI(word string) resource.Where {
	if word == "all" {
		return resource.Where{}
	}
	return own("last_api_at >= ?", clock.Now().Add(-recently))
}
