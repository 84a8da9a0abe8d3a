package partnerapi

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/merge"
	"waymark/internal/kit/resource"
	"waymark/internal/platform/changes"
	"waymark/internal/platform/gate"
	"waymark/internal/platform/schema"
)

const (
	defaultFeedSize = 100
	maxFeedSize     = 500
)

// FeedPage is a part of a feed.
type FeedPage[T any] struct {
	Items      []FeedEntry[T] `json:"items" nullable:"false" doc:"Records that are new or have changed, and those that can't be read any more, the oldest change first."`
	NextCursor string         `json:"next_cursor" doc:"Send it as cursor to get the changes after this page." example:"MTc5NDg2MDAwMDAwMDAwMC40Mg"`
	HasMore    bool           `json:"has_more" doc:"Whether more changes can be read right away."`
}

// FeedEntry is a record that is new or has changed, or one that the partner can't read any more.
type FeedEntry[T any] struct {
	record  *T
	removed *RemovedRecord
}

// RemovedRecord is a record that the partner can't read any more.
type RemovedRecord struct {
	ID      int64 `json:"id" doc:"Id of the record." example:"41"`
	Removed bool  `json:"removed" enum:"true" doc:"Always true. Remove the record from your copy."`
}

// MarshalJSON encodes the record or its removal.
func (e FeedEntry[T]) MarshalJSON() ([]byte, error) {
	if e.removed != nil {
		return json.Marshal(e.removed)
	}
	return json.Marshal(e.record)
}

// Schema documents both forms of an entry.
func (FeedEntry[T]) Schema(r huma.Registry) *huma.Schema {
	return &huma.Schema{OneOf: []*huma.Schema{
		r.Schema(reflect.TypeFor[T](), true, ""), r.Schema(reflect.TypeFor[RemovedRecord](), true, ""),
	}}
}

// feedParams are the parameters of a feed.
func feedParams() []*huma.Param {
	one, most := 1.0, float64(maxFeedSize)
	return []*huma.Param{
		api.TextParam("cursor", "next_cursor of the previous page. Without it, the feed starts with all current records."),
		api.Param("updated_since", "Instead of a cursor: a time such as 2026-01-31T12:00:00Z, from which on changes are "+
			"returned. At most 90 days ago.", &huma.Schema{Type: huma.TypeString, Format: "date-time"}),
		api.Param("limit", "The number of entries per page.", &huma.Schema{
			Type: huma.TypeInteger, Minimum: &one, Maximum: &most, Default: defaultFeedSize,
		}),
	}
}

// readFeed reads the page of a feed that a call asks for.
func (s *Service) readFeed(ctx context.Context, call *api.Call, feed changes.Feed) (*changes.Page, error) {
	values := call.Query()
	var problems apierr.Fields
	var from changes.Cursor
	cursor, since := values.Get("cursor"), values.Get("updated_since")
	if cursor != "" {
		var ok bool
		if from, ok = changes.ParseCursor(cursor); !ok {
			problems.Add("cursor", "Is not a cursor of this feed.")
		}
	}
	if since != "" {
		at, err := time.Parse(time.RFC3339, since)
		switch {
		case err != nil || at.Year() < 1970 || at.Year() > 9999:
			problems.Add("updated_since", "Must be a time such as 2026-01-31T12:00:00Z.")
		case cursor != "":
			problems.Add("updated_since", "Can't be combined with cursor.")
		case clock.Now().Sub(at) > changes.KeepRemoved:
			problems.Add("updated_since", "Must be within the last 90 days. Leave it out to read all records.")
		default:
			from = changes.SinceTime(at)
		}
	}
	limit := defaultFeedSize
	if text := values.Get("limit"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > maxFeedSize {
			problems.Add("limit", "Must be between 1 and %d.", maxFeedSize)
		}
		limit = n
	}
	if err := problems.Err(); err != nil {
		return nil, err
	}
	page, err := feed.Read(ctx, s.kit.Store.DB.Read(), from, limit)
	if errors.Is(err, changes.ErrTooOld) {
		return nil, apierr.Field("cursor", "Is older than 90 days. Leave it out to read all records.")
	}
	return page, err
}

// feedPage builds the response from a page of a feed. Of its records, visible are those that the partner can read.
func feedPage[T any](
	ctx context.Context, s *Service, v *gate.Visit, page *changes.Page, in *resource.Resource[T], visible []int64,
	idOf func(*T) int64,
) (*FeedPage[T], error) {
	records, err := in.Load(ctx, s.kit.Store.DB.Read(), visible)
	if err != nil {
		return nil, err
	}
	byID := map[int64]*T{}
	for _, record := range records {
		byID[idOf(record)] = record
	}
	response := &FeedPage[T]{Items: []FeedEntry[T]{}, NextCursor: page.Next.String(), HasMore: page.More}
	for _, id := range page.IDs {
		switch record := byID[id]; {
		case record != nil:
			response.Items = append(response.Items, FeedEntry[T]{record: record})
		case page.Removals[id]:
			response.Items = append(response.Items, FeedEntry[T]{removed: &RemovedRecord{ID: id, Removed: true}})
		}
	}
	v.SetResults(int64(len(response.Items)))
	return response, nil
}

func (s *Service) contentFeed(
	ctx context.Context, call *api.Call, v *gate.Visit,
) (*FeedPage[PublishedItem], error) {
	c := s.kit.Store.DB.Read()
	page, err := s.readFeed(ctx, call, changes.Feed{
		Kind: schema.ChangedContent, Partner: v.PartnerID, Streams: func(ctx context.Context) ([]int64, error) {
			return s.libraryIDs(ctx, c, v.PartnerID)
		},
	})
	if err != nil {
		return nil, err
	}
	visible, err := visibleContent(ctx, c, page.Streams, page.Visible, page.At)
	if err != nil {
		return nil, err
	}
	v.SetContent(visible)
	return feedPage(ctx, s, v, page, s.items, visible, func(i *PublishedItem) int64 { return i.ID })
}

// visibleContent returns those of some items that are published at a time and in one of the libraries.
func visibleContent(ctx context.Context, c db.Conn, libraries, ids []int64, at time.Time) ([]int64, error) {
	if len(libraries) == 0 || len(ids) == 0 {
		return nil, nil
	}
	return db.All[int64](ctx, c, `
		SELECT id
		FROM content
		WHERE `+c.OneOf("id")+` AND deleted_at IS NULL AND published_at <= ? AND (expires_at IS NULL OR expires_at > ?)
			AND EXISTS (SELECT 1 FROM content_libraries WHERE content_id = content.id AND `+c.OneOf("library_id")+`)
		ORDER BY id`, db.IDs(ids), at, at, db.IDs(libraries))
}

func (s *Service) collectionFeed(
	ctx context.Context, call *api.Call, v *gate.Visit,
) (*FeedPage[PublishedCollection], error) {
	page, err := s.readFeed(ctx, call, changes.Feed{
		Kind: schema.ChangedCollection, Streams: func(context.Context) ([]int64, error) {
			return []int64{v.PartnerID, changes.PublicStream}, nil
		},
	})
	if err != nil {
		return nil, err
	}
	visible := []int64{}
	if len(page.Visible) > 0 {
		c := s.kit.Store.DB.Read()
		visible, err = db.All[int64](ctx, c, `
			SELECT id
			FROM collections
			WHERE `+c.OneOf("id")+` AND deleted_at IS NULL AND (expires_at IS NULL OR expires_at > ?)
				AND (partner_id = ? OR inspires_publish_at <= ?)
			ORDER BY id`, db.IDs(page.Visible), page.At, v.PartnerID, page.At)
		if err != nil {
			return nil, err
		}
	}
	return feedPage(ctx, s, v, page, s.collections, visible, func(i *PublishedCollection) int64 { return i.ID })
}

// ItemAnswer is the response of the call for one item.
type ItemAnswer struct {
	Item       *PublishedItem `json:"item" nullable:"false" doc:"The record."`
	MergedInto *int64         `json:"merged_into,omitempty" doc:"Id of the item, if the id in the path is that of one that was merged into it. Store this one instead." example:"42"`
}

// item returns an item of content that the caller can read.
func (s *Service) item(ctx context.Context, call *api.Call, v *gate.Visit) (*ItemAnswer, error) {
	id, err := call.ID("id")
	if err != nil {
		return nil, err
	}
	r, err := s.findRequester(ctx, v, call.Query().Get("uid"))
	if err != nil {
		return nil, err
	}
	c := s.kit.Store.DB.Read()
	libraries, err := s.libraryIDs(ctx, c, r.partner)
	if err != nil {
		return nil, err
	}
	visible, err := visibleContent(ctx, c, libraries, []int64{id}, clock.Now())
	if err != nil {
		return nil, err
	}
	if len(visible) == 0 {
		into, err := merge.Into(ctx, c, schema.Content.Name, id)
		if err != nil || into == 0 {
			return nil, cmp.Or[error](err, apierr.NotFound())
		}
		if visible, err = visibleContent(ctx, c, libraries, []int64{into}, clock.Now()); err != nil {
			return nil, err
		}
	}
	items, err := s.items.Load(ctx, c, visible)
	if err != nil {
		return nil, err
	}
	if len(items) == 0 { // deleted in the meantime
		return nil, apierr.NotFound()
	}
	v.SetContent(visible)
	v.SetResults(1)
	answer := &ItemAnswer{Item: items[0]}
	if answer.Item.ID != id {
		answer.MergedInto = &answer.Item.ID
	}
	return answer, nil
}

func (s *Service) mountFeeds(public *api.API, uid *huma.Param) {
	const how = " Read it page by page with next_cursor, store the last one, and go on from there later: every " +
		"change is delivered at least once, within seconds. A record that can't be read any more is delivered as " +
		`{"id": 1, "removed": true}, for 90 days.`
	gate.Handle(public, api.Op{
		Method: "GET", Path: "/api/v1/content", ID: "listContentChanges", Tag: "Content",
		Summary: "List changed content", Query: feedParams(), Replica: true,
		Description: "Published content in the partner's libraries, in the order in which it was published, changed or " +
			"removed." + how + " A new name of a media type, content depth, language, destination or publisher is not a " +
			"change of its content: refer to them by id, and read their names from the lookups.",
	}, []gate.Kind{gate.Server}, s.contentFeed)
	gate.Handle(public, api.Op{
		Method: "GET", Path: "/api/v1/collections", ID: "listCollectionChanges", Tag: "Collections",
		Summary: "List changed collections", Query: feedParams(), Replica: true,
		Description: "The partner's own collections and those that are public on Inspires, in the order in which they " +
			"changed." + how + " A new name of a language is not a change of its collections: read it from the lookup.",
	}, []gate.Kind{gate.Server}, s.collectionFeed)
	gate.Handle(public, api.Op{
		Method: "GET", Path: "/api/v1/content/{id}", Tag: "Content", Summary: "Get an item of content",
		Query: []*huma.Param{uid}, Replica: true,
		Description: "Content that search/content can find. The id of an item that was merged into another finds the " +
			"other, with merged_into.",
	}, []gate.Kind{gate.Server, gate.Browser, gate.App}, s.item)
}
