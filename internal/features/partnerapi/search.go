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
)

// SearchAnswer is a page of what a search found.
type SearchAnswer[T any] struct {
	Items  []*T          `json:"items" nullable:"false"`
	Meta   listing.Meta  `json:"meta"`
	Cached bool          `json:"cached" doc:"It was answered from what an earlier search had found."`
	Facade *SearchFacade `json:"facade" doc:"What the searched word stands for, when it is one of the known ones."`
}

// SearchFacade is a searched word that stands for a destination.
type SearchFacade struct {
	id          int64
	Term        string         `json:"term"`
	Type        string         `json:"type" enum:"correction,related" doc:"A correction looks for the destination instead of the word; related looks for both."`
	Destination resource.Named `json:"destination"`
}

const correction = "correction"

func (s *Service) searchContent(ctx context.Context, call *api.Call, v *gate.Visit) (*SearchAnswer[PublishedItem],
	error,
) {
	answer, err := search(ctx, s, call, v, s.items, func(ctx context.Context, who asker, q *listing.Query,
		facade *SearchFacade,
	) error {
		c := s.kit.Store.DB.Read()
		libraries, err := s.libraries(ctx, c, who.partner)
		if err != nil {
			return err
		}
		q.Conditions["published now"] = s.rules.Published()
		// SQLite looks at the few libraries of an item and not, for each library, whether the item is there: the plus says so.
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
		there, _ := s.rules.AtDestination(strconv.FormatInt(facade.Destination.ID, 10))
		if facade.Type != correction {
			there = listing.Either(listing.HasWords("content", q.Search), there)
		}
		q.Search, q.Conditions["facade"] = "", there
		return nil
	})
	if err != nil {
		return nil, err
	}
	shown := make([]int64, len(answer.Items))
	for i, item := range answer.Items {
		shown[i] = item.ID
	}
	v.SetContent(shown)
	return answer, nil
}

func (s *Service) searchCollections(ctx context.Context, call *api.Call,
	v *gate.Visit,
) (*SearchAnswer[PublishedCollection], error) {
	return search(ctx, s, call, v, s.collections, func(_ context.Context, who asker, q *listing.Query,
		facade *SearchFacade,
	) error {
		now := clock.Now()
		q.Conditions["not expired"] = listing.Condition{SQL: "expires_at IS NULL OR expires_at > ?", Args: []any{now}}
		q.Conditions["own or public"] = listing.Either(
			listing.Indexed("collections", "partner_id = ?", who.partner),
			listing.Indexed("collections", "inspires_publish_at <= ?", now),
		)
		if facade == nil {
			return nil
		}
		if facade.Type == correction {
			q.Search = facade.Destination.Name
			return nil
		}
		q.Conditions["facade"] = listing.Either(listing.HasWords("collections", q.Search), listing.HasWords("collections",
			facade.Destination.Name))
		q.Search = ""
		return nil
	})
}

// search answers from the cache, or looks and keeps the answer. narrow says what the caller may find.
func search[T any](ctx context.Context, s *Service, call *api.Call, v *gate.Visit, in *resource.Resource[T],
	narrow func(context.Context, asker, *listing.Query, *SearchFacade) error,
) (*SearchAnswer[T], error) {
	values := call.Query()
	q, err := in.ParseQuery(values)
	if err != nil {
		return nil, err
	}
	who, err := s.asker(ctx, v, values.Get("uid"))
	if err != nil {
		return nil, err
	}
	number, err := generation(ctx, s.kit.Store.DB.Read())
	if err != nil {
		return nil, err
	}
	term := strings.TrimSpace(q.Search)
	key := keyOf(number, in.Path, strconv.FormatInt(who.partner, 10), asked(values))
	answer := &SearchAnswer[T]{}
	if found, ok := s.cache.find(key); ok {
		kept, _ := found.(*SearchAnswer[T])
		*answer = *kept
		answer.Cached = true
	} else {
		if answer.Facade, err = facade(ctx, s.kit.Store.DB.Read(), term); err != nil {
			return nil, err
		}
		if err := narrow(ctx, who, &q, answer.Facade); err != nil {
			return nil, err
		}
		page, err := in.List(ctx, q, nil)
		if err != nil {
			return nil, err
		}
		answer.Items, answer.Meta = page.Items, page.Meta
		encoded, err := json.Marshal(answer)
		if err != nil {
			return nil, fmt.Errorf("weigh an answer: %w", err)
		}
		s.cache.keep(key, answer, len(encoded))
	}
	told := gate.Search{Term: term, Filters: filters(in.Path, values), Results: answer.Meta.Total, Cached: answer.Cached}
	if answer.Facade != nil {
		told.Facade = answer.Facade.id
	}
	v.SetSearch(told)
	v.SetResults(answer.Meta.Total)
	return answer, nil
}

// asked is what makes two searches the same: what counts of the parameters.
func asked(values url.Values) string {
	same := url.Values{}
	for name := range values {
		if value := values.Get(name); value != "" && name != "uid" {
			same.Set(name, value)
		}
	}
	if same.Get("query") == "" && same.Has("search") {
		same.Set("query", same.Get("search"))
	}
	same.Del("search")
	return same.Encode()
}

// filters is what a search was narrowed by, for those who read the history.
func filters(kind string, values url.Values) map[string]string {
	told := map[string]string{}
	if kind != "content" {
		told["in"] = kind
	}
	for name, list := range values {
		if list[0] != "" && !slices.Contains([]string{"query", "search", "uid", "page", "per_page", "sort"}, name) {
			told[name] = list[0]
		}
	}
	return told
}

// facade is what a searched word stands for, or nothing.
func facade(ctx context.Context, c db.Conn, term string) (*SearchFacade, error) {
	key := fold.Key(term)
	if key == "" {
		return nil, nil //nolint:nilnil // no word, no facade
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
			err = fmt.Errorf("look what %q stands for: %w", term, err)
		}
		return nil, err
	}
	one := found[0]
	return &SearchFacade{id: one.ID, Term: one.Term, Type: one.Type, Destination: resource.Named{
		ID:   one.DestinationID,
		Name: one.Destination,
	}}, nil
}
