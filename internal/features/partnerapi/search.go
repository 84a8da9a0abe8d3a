package partnerapi

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"waymark/internal/kit/api"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/listing"
	"waymark/internal/kit/resource"
	"waymark/internal/platform/gate"
	"waymark/internal/platform/schema"
)

// SearchAnswer is a page of search results.
type SearchAnswer[T any] struct {
	Items  []*T          `json:"items" nullable:"false" doc:"The results of this page."`
	Meta   listing.Meta  `json:"meta" doc:"Which part of the results this page is."`
	Cached bool          `json:"cached" doc:"Whether the response comes from the cache." example:"false"`
	Facade *SearchFacade `json:"facade" doc:"The facade that matches the search term, or null."`
}

// SearchFacade is a search term that stands for a destination.
type SearchFacade struct {
	id          int64
	Term        string         `json:"term" doc:"The search term." example:"Lissabon"`
	Type        string         `json:"type" enum:"correction,related" doc:"A correction replaces the search term; a related facade adds results."`
	Destination resource.Named `json:"destination" doc:"The destination that the term stands for."`
}

const correction = "correction"

// restriction adds the conditions of what a requester may find to a query.
type restriction func(context.Context, requester, *listing.Query, *SearchFacade) (scope, error)

func (s *Service) searchContent(
	ctx context.Context, call *api.Call, v *gate.Visit,
) (*SearchAnswer[PublishedItem], error) {
	itemID := func(item *PublishedItem) int64 { return item.ID }
	in := found[PublishedItem]{s.items, schema.ChangedContent, itemID, titleKeys}
	answer, err := search(ctx, s, call, v, in, s.restrictContent)
	if err != nil {
		return nil, err
	}
	v.SetContent(idsOf(answer.Items, itemID))
	return answer, nil
}

// restrictContent limits a search to published content in the libraries of the requester's partner.
func (s *Service) restrictContent(
	ctx context.Context, r requester, q *listing.Query, facade *SearchFacade,
) (scope, error) {
	libraries, err := s.libraries(ctx, s.kit.Store.DB.Read(), r.partner)
	if err != nil {
		return scope{}, err
	}
	filtered := len(q.Conditions) > 0
	q.Conditions["published now"] = s.rules.Published()
	if facade != nil {
		condition, _ := s.rules.AtDestination(strconv.FormatInt(facade.Destination.ID, 10))
		if facade.Type != correction {
			condition = listing.Either(listing.HasWords("content", q.Search), condition)
		}
		q.Search, q.Conditions["facade"] = "", condition
	}
	ids, items := make([]int64, len(libraries)), int64(0)
	for i, library := range libraries {
		ids[i], items = library.ID, items+library.ContentCount
	}
	return scope{member: inLibraries(ids), isWide: items > fewItems && !filtered}, nil
}

// fewItems is the number of items up to which those of the libraries are found sooner than the hits of a common word.
const fewItems = 2000

// inLibraries is the condition that the item with the id in a column is in one of the libraries.
func inLibraries(libraries []int64) func(id string) listing.Condition {
	return func(id string) listing.Condition {
		return listing.Condition{
			// The plus keeps SQLite from using the index on library_id: an item is in few libraries, so checking those is
			// faster than looking the item up in each library. The offset keeps PostgreSQL from reading all libraries.
			SQL:  "EXISTS (SELECT 1 FROM content_libraries WHERE content_id = " + id + " AND +library_id IN (?) LIMIT 1 OFFSET 0)",
			Args: []any{libraries},
			IDs: &listing.IDSource{
				SQL:  "SELECT content_id AS row_id FROM content_libraries WHERE library_id IN (?)",
				Args: []any{libraries},
			},
		}
	}
}

func (s *Service) searchCollections(
	ctx context.Context, call *api.Call, v *gate.Visit,
) (*SearchAnswer[PublishedCollection], error) {
	in := found[PublishedCollection]{
		s.collections, schema.ChangedCollection, func(c *PublishedCollection) int64 { return c.ID }, nameKeys,
	}
	return search(ctx, s, call, v, in, restrictCollections)
}

// restrictCollections limits a search to collections that have not expired, and are the partner's own or public.
func restrictCollections(_ context.Context, r requester, q *listing.Query, facade *SearchFacade) (scope, error) {
	now := clock.Now()
	q.Conditions["not expired"] = listing.Condition{SQL: "expires_at IS NULL OR expires_at > ?", Args: []any{now}}
	q.Conditions["own or public"] = listing.Either(
		listing.Indexed("collections", "partner_id = ?", r.partner),
		listing.Indexed("collections", "inspires_publish_at <= ?", now),
	)
	if facade == nil {
		return scope{}, nil
	}
	if facade.Type == correction {
		q.Search = facade.Destination.Name
		return scope{}, nil
	}
	q.Conditions["facade"] = listing.Either(
		listing.HasWords("collections", q.Search), listing.HasWords("collections", facade.Destination.Name),
	)
	q.Search = ""
	return scope{}, nil
}

// found describes the records that a search finds.
type found[T any] struct {
	*resource.Resource[T]
	changed string // The kind of their changes.
	id      func(*T) int64
	keys    map[string]string // The column of each order.
}

var (
	titleKeys = map[string]string{"id": "id", "created_at": "id", "title": "title_key"}
	nameKeys  = map[string]string{"id": "id", "created_at": "id", "name": "name_key"}
)

// list returns the page of a query.
func (in found[T]) list(ctx context.Context, c db.Conn, q listing.Query, limits scope) (*listing.Page[T], error) {
	hits, err := newHitSearch(ctx, c, in, q, limits)
	if err != nil {
		return nil, err
	}
	if hits != nil {
		ids, meta, ok, err := hits.page(ctx, q, limits)
		if err != nil {
			return nil, err
		}
		if ok {
			items, err := in.Load(ctx, c, ids)
			return &listing.Page[T]{Items: items, Meta: meta}, err
		}
	}
	if limits.member != nil {
		q.Conditions["member"] = limits.member(in.Table.Name + ".id")
	}
	return in.List(ctx, q, nil)
}

func idsOf[T any](records []*T, id func(*T) int64) []int64 {
	ids := make([]int64, len(records))
	for i, record := range records {
		ids[i] = id(record)
	}
	return ids
}

// search returns a response from the cache, or runs the search and caches the response.
func search[T any](
	ctx context.Context, s *Service, call *api.Call, v *gate.Visit, in found[T], restrict restriction,
) (*SearchAnswer[T], error) {
	values := call.Query()
	q, err := in.ParseQuery(values)
	if err != nil {
		return nil, err
	}
	r, err := s.findRequester(ctx, v, values.Get("uid"))
	if err != nil {
		return nil, err
	}
	generation, err := findGeneration(ctx, s.kit.Store.DB.Read())
	if err != nil {
		return nil, err
	}
	term := strings.TrimSpace(q.Search)
	key := cacheKey(generation, in.Path, strconv.FormatInt(r.partner, 10), canonical(values))
	answer := &SearchAnswer[T]{}
	if found, ok := s.cache.find(key); ok {
		cached, _ := found.(*SearchAnswer[T])
		*answer = *cached
		answer.Cached = true
	} else {
		loadedIn := s.cache.entries.Generation()
		if answer.Facade, err = findFacade(ctx, s.kit.Store.DB.Read(), term); err != nil {
			return nil, err
		}
		limits, err := restrict(ctx, r, &q, answer.Facade)
		if err != nil {
			return nil, err
		}
		page, err := in.list(ctx, s.kit.Store.DB.Read(), q, limits)
		if err != nil {
			return nil, err
		}
		answer.Items, answer.Meta = page.Items, page.Meta
		encoded, err := json.Marshal(answer)
		if err != nil {
			return nil, fmt.Errorf("measure size of response: %w", err)
		}
		s.cache.store(key, answer, len(encoded), in.changed, idsOf(answer.Items, in.id), loadedIn)
	}
	entry := gate.Search{Term: term, Filters: filters(in.Path, values), Results: answer.Meta.Total, Cached: answer.Cached}
	if answer.Facade != nil {
		entry.Facade = answer.Facade.id
	}
	v.SetSearch(entry)
	v.SetResults(answer.Meta.Total)
	return answer, nil
}

// canonical encodes the parameters that affect the result, so that equivalent searches share a cache key.
func canonical(values url.Values) string {
	relevant := url.Values{}
	for name := range values {
		if value := values.Get(name); value != "" && name != "uid" {
			relevant.Set(name, value)
		}
	}
	if relevant.Get("query") == "" && relevant.Has("search") {
		relevant.Set("query", relevant.Get("search"))
	}
	relevant.Del("search")
	return relevant.Encode()
}

// filters returns the filters of a search for the search history.
func filters(kind string, values url.Values) map[string]string {
	filters := map[string]string{}
	if kind != "content" {
		filters["in"] = kind
	}
	for name, list := range values {
		if list[0] != "" && !slices.Contains([]string{"query", "search", "uid", "page", "per_page", "sort"}, name) {
			filters[name] = list[0]
		}
	}
	return filters
}

// findFacade returns the facade of a search term, or nil.
func findFacade(ctx context.Context, c db.Conn, term string) (*SearchFacade, error) {
	key := fold.Key(term)
	if key == "" {
		return nil, nil //nolint:nilnil // an empty term has no facade
	}
	found, err := db.All[struct {
		ID            int64  `db:"id"`
		Term          string `db:"term"`
		Type          string `db:"type"`
		DestinationID int64  `db:"destination_id"`
		Destination   string `db:"destination"`
	}](ctx, c, `
		SELECT f.id, f.term, f.type, f.destination_id, d.name AS destination
		FROM facades AS f
		JOIN destinations AS d ON d.id = f.destination_id
		WHERE f.term_key = ?`, key)
	if err != nil || len(found) == 0 {
		if err != nil {
			err = fmt.Errorf("find facade of %q: %w", term, err)
		}
		return nil, err
	}
	f := found[0]
	return &SearchFacade{
		id: f.ID, Term: f.Term, Type: f.Type,
		Destination: resource.Named{ID: f.DestinationID, Name: f.Destination},
	}, nil
}
