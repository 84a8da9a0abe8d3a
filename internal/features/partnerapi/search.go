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
type restriction func(context.Context, requester, *listing.Query, *SearchFacade) error

func (s *Service) searchContent(
	ctx context.Context, call *api.Call, v *gate.Visit,
) (*SearchAnswer[PublishedItem], error) {
	restrict := func(ctx context.Context, r requester, q *listing.Query, facade *SearchFacade) error {
		c := s.kit.Store.DB.Read()
		libraries, err := s.libraries(ctx, c, r.partner)
		if err != nil {
			return err
		}
		q.Conditions["published now"] = s.rules.Published()
		// The plus keeps SQLite from using the index on library_id: an item is in few libraries, so checking those is
		// faster than looking the item up in each library.
		q.Conditions["in the libraries"] = listing.Condition{
			SQL:  "EXISTS (SELECT 1 FROM content_libraries WHERE content_id = content.id AND +library_id IN (?))",
			Args: []any{libraries},
			IDs: &listing.IDSource{
				SQL:  "SELECT content_id AS row_id FROM content_libraries WHERE library_id IN (?)",
				Args: []any{libraries},
			},
		}
		if facade == nil {
			return nil
		}
		condition, _ := s.rules.AtDestination(strconv.FormatInt(facade.Destination.ID, 10))
		if facade.Type != correction {
			condition = listing.Either(listing.HasWords("content", q.Search), condition)
		}
		q.Search, q.Conditions["facade"] = "", condition
		return nil
	}
	itemID := func(item *PublishedItem) int64 { return item.ID }
	answer, err := search(ctx, s, call, v, found[PublishedItem]{s.items, schema.ChangedContent, itemID}, restrict)
	if err != nil {
		return nil, err
	}
	v.SetContent(idsOf(answer.Items, itemID))
	return answer, nil
}

func (s *Service) searchCollections(
	ctx context.Context, call *api.Call, v *gate.Visit,
) (*SearchAnswer[PublishedCollection], error) {
	restrict := func(_ context.Context, r requester, q *listing.Query, facade *SearchFacade) error {
		now := clock.Now()
		q.Conditions["not expired"] = listing.Condition{SQL: "expires_at IS NULL OR expires_at > ?", Args: []any{now}}
		q.Conditions["own or public"] = listing.Either(
			listing.Indexed("collections", "partner_id = ?", r.partner),
			listing.Indexed("collections", "inspires_publish_at <= ?", now),
		)
		if facade == nil {
			return nil
		}
		if facade.Type == correction {
			q.Search = facade.Destination.Name
			return nil
		}
		q.Conditions["facade"] = listing.Either(
			listing.HasWords("collections", q.Search), listing.HasWords("collections", facade.Destination.Name),
		)
		q.Search = ""
		return nil
	}
	in := found[PublishedCollection]{
		s.collections, schema.ChangedCollection, func(c *PublishedCollection) int64 { return c.ID },
	}
	return search(ctx, s, call, v, in, restrict)
}

// found describes the records that a search finds.
type found[T any] struct {
	*resource.Resource[T]
	changed string // The kind of their changes.
	id      func(*T) int64
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
		if err := restrict(ctx, r, &q, answer.Facade); err != nil {
			return nil, err
		}
		page, err := in.List(ctx, q, nil)
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
