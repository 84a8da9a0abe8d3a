package partnerapi

import (
	"context"
	"fmt"
	"strconv"

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
	in := found[PublishedItem]{
		s.items, schema.ChangedContent, func(item *PublishedItem) int64 { return item.ID }, titleKeys, "content_id",
	}
	shown, err := search(ctx, s, call, v, in, s.restrictContent)
	if err != nil {
		return nil, err
	}
	v.SetContent(shown.ids)
	return nil, nil //nolint:nilnil // the visit has the encoded answer
}

// restrictContent limits a search to published content in the libraries of the requester's partner.
func (s *Service) restrictContent(
	ctx context.Context, r requester, q *listing.Query, facade *SearchFacade,
) (scope, error) {
	libraries, err := s.libraries(ctx, s.kit.Store.DB.Read(), r.partner)
	if err != nil {
		return scope{}, err
	}
	_, byTag := q.Conditions["tag_id"] // changes to the tags of an item are not numbered
	isFiltered := len(q.Conditions) > 0
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
	return scope{
		member: inLibraries(ids), members: fmt.Sprint(ids), isWide: items > fewItems && !isFiltered, isWatched: !byTag,
	}, nil
}

// fewItems is the number of items up to which those of the libraries are found sooner than the hits of a common word.
const fewItems = 2000

// inLibraries is the condition that the item with the id in a column is in one of the libraries.
func inLibraries(libraries []int64) func(id string) listing.Condition {
	return func(id string) listing.Condition {
		return listing.Condition{
			// The plus keeps SQLite from using the index on library_id: an item is in few libraries, so checking those is
			// faster than looking the item up in each library. The offset keeps PostgreSQL from reading all libraries.
			SQL: "EXISTS (SELECT 1 FROM content_libraries WHERE content_id = " + id +
				" AND +library_id IN (?) LIMIT 1 OFFSET 0)",
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
		s.collections, schema.ChangedCollection, func(c *PublishedCollection) int64 { return c.ID }, nameKeys, "",
	}
	_, err := search(ctx, s, call, v, in, restrictCollections)
	return nil, err // the visit has the encoded answer
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
		return scope{isWatched: true}, nil
	}
	if facade.Type == correction {
		q.Search = facade.Destination.Name
		return scope{isWatched: true}, nil
	}
	q.Conditions["facade"] = listing.Either(
		listing.HasWords("collections", q.Search), listing.HasWords("collections", facade.Destination.Name),
	)
	q.Search = ""
	return scope{}, nil
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
