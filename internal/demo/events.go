package demo

import (
	"time"

	"waymark/internal/kit/write"
)

type event struct {
	ago    time.Duration
	table  string
	change write.Change
}

type values = map[string]any

const day = 24 * time.Hour

// Changes that staff might have made in the last weeks, newest first.
var events = []event{
	{2 * time.Hour, "publishers", updated("publisher", "Harbour Press", values{"name": "Harbour Publishing"}, values{"name": "Harbour Press"})},
	{5 * time.Hour, "content_types", updated("media type", "Article",
		values{
			"description":    "A text of a page or more, by a named author, that can be read in one sitting.\n\nReviews, interviews and city portraits count as well; lists of addresses do not.",
			"call_to_action": "", "weight": 2.5, "has_author": false,
		},
		values{"description": "A story, guide or post to read", "call_to_action": "Read the article", "weight": 0, "has_author": true})},
	{26 * time.Hour, "content_types", write.Change{
		Action: "reordered", Kind: "media type", Name: "Media type",
		Before: values{"order": []int{2, 1, 4, 3, 5, 6, 7, 8}}, After: values{"order": []int{1, 2, 3, 4, 5, 6, 7, 8}},
	}},
	{28 * time.Hour, "global_tags", created("global tag", "Sustainable stays")},
	{2 * day, "publishers", created("publisher", "The Cartographer's Table")},
	{3 * day, "global_tags", write.Change{Action: "deleted", Kind: "global tag", Name: "Misc", Before: values{"name": "Misc"}}},
	{4 * day, "publishers", updated("publisher", "Éditions du Phare", values{"name": "Editions du phare"}, values{"name": "Éditions du Phare"})},
	{6 * day, "global_tags", updated("global tag", "Food & wine", values{"name": "Food"}, values{"name": "Food & wine"})},
	{9 * day, "publishers", created("publisher", "Monsoon Quarterly")},
	{11 * day, "publishers", write.Change{
		Action: "deleted", Kind: "publisher", Name: "The Society for the Preservation of Old Mountain Railways and Their Stations, Northern Branch",
		Before: values{"name": "The Society for the Preservation of Old Mountain Railways and Their Stations, Northern Branch"},
	}},
	{15 * day, "content_types", updated("media type", "Video", values{"has_runtime": false, "icon": "circle-play"}, values{"has_runtime": true, "icon": "film"})},
	{19 * day, "global_tags", created("global tag", "Literary travel")},
	{24 * day, "publishers", created("publisher", "Salt & Compass")},
}

func created(kind, name string) write.Change {
	return write.Change{Action: "created", Kind: kind, Name: name, After: values{"name": name}}
}

func updated(kind, name string, before, after values) write.Change {
	return write.Change{Action: "updated", Kind: kind, Name: name, Before: before, After: after}
}
