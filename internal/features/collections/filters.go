package collections

import (
	"waymark/internal/kit/clock"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/listing"
	"waymark/internal/platform/schema"
)

// byPublicID matches the collection whose public ID equals the search text.
func byPublicID(search string) (listing.Condition, bool) {
	return listing.Condition{SQL: "deleted_at IS NULL AND alt_id = ?", Args: []any{search}}, len(search) == 10
}

var filters = []listing.Filter{
	listing.ChoiceFilter("type", append([]string{"all"}, types...), func(word string) listing.Condition {
		if word == "all" {
			return listing.Condition{}
		}
		return listing.Condition{
			SQL: "type = ?", Args: []any{word},
			Stored: listing.StoredCount("collections", "type", word),
		}
	}),
	listing.RefFilter("partner_id", "partner").CountedIn(schema.PartnerCollectionsCount),
	listing.RefFilter("user_id", "user").CountedIn(schema.UserCollectionsCount),
	listing.RefFilter("language_id"),
	listing.ChoiceFilter("inspires", []string{"all", "public", "not-public", "featured"}, inspiresCondition),
	listing.ChoiceFilter("has_tags", []string{"all", "yes", "no"}, func(word string) listing.Condition {
		return map[string]listing.Condition{"yes": {SQL: "tags_count > 0"}, "no": {SQL: "tags_count = 0"}}[word]
	}),
	tagFilter,
	listing.LinkFilter("content_id", schema.CollectionContent),
}

// tagFilter matches collections with the given tag, ignoring case and accents.
var tagFilter = listing.Filter{
	Names: []string{"exact_tag"}, Doc: "A whole tag; case and accents are ignored.",
	Condition: func(value string) (listing.Condition, bool) {
		key := fold.Key(value)
		return listing.Condition{
			SQL:  "EXISTS (SELECT 1 FROM collection_tags WHERE collection_id = collections.id AND tag_key = ?)",
			Args: []any{key},
			IDs: &listing.IDSource{
				SQL:  "SELECT collection_id AS row_id FROM collection_tags WHERE tag_key = ?",
				Args: []any{key}, Ordered: true,
			},
		}, key != ""
	},
}

func inspiresCondition(word string) listing.Condition {
	now := clock.Now()
	switch word {
	case "public":
		return listing.Indexed("collections", "inspires_publish_at <= ?", now)
	case "not-public":
		return listing.Condition{SQL: "inspires_publish_at IS NULL OR inspires_publish_at > ?", Args: []any{now}}
	case "featured":
		return listing.Indexed("collections", "inspires_feature_at <= ?", now)
	}
	return listing.Condition{}
}
