package partnerapi

import (
	"context"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"waymark/internal/kit/api"
	"waymark/internal/kit/db"
	"waymark/internal/kit/listing"
	"waymark/internal/kit/merge"
	"waymark/internal/kit/resource"
	"waymark/internal/platform/gate"
	"waymark/internal/platform/schema"
)

// found describes the records that a search finds.
type found[T any] struct {
	*resource.Resource[T]
	changed string // the kind of their changes
	id      func(*T) int64
	keys    map[string]string // the column of each order
	index   string            // a small index that has what most searches check, so that they need no rows
}

var (
	titleKeys = map[string]string{"id": "id", "created_at": "id", "title": "title_key"}
	nameKeys  = map[string]string{"id": "id", "created_at": "id", "name": "name_key"}
)

// searchRequest is a request for a page of search results.
type searchRequest[T any] struct {
	*Service
	in        found[T]
	requester requester
	values    url.Values
	query     listing.Query
	state     state
}

// search sends a response from the cache, or runs the search and caches the response.
func search[T any](
	ctx context.Context, s *Service, call *api.Call, v *gate.Visit, in found[T], restrict restriction,
) (*response, error) {
	sent := call.Query()
	r := &searchRequest[T]{Service: s, in: in, values: sent}
	var err error
	if r.query, err = in.ParseQuery(r.values); err != nil {
		return nil, err
	}
	if r.requester, err = s.findRequester(ctx, v, r.values.Get("uid")); err != nil {
		return nil, err
	}
	if r.state, err = findState(ctx, s.kit.Store.DB.Read()); err != nil {
		return nil, err
	}
	term, key := strings.TrimSpace(r.query.Search), r.cacheKey(canonical(r.values))
	shown, cached := s.cache.find(key)
	if db.KnowsChanges(ctx) && !s.cache.isCurrent(r.state) {
		cached = false
	}
	if cached {
		v.SetResponse(shown.body, shown.etag)
	} else {
		loadedIn := s.cache.responses.Generation()
		if shown, err = r.run(ctx, restrict); err != nil {
			return nil, err
		}
		s.cache.store(key, shown, loadedIn)
		v.SetResponse(shown.uncached(), shown.etag)
	}
	v.SetSearch(gate.Search{
		Term: term, Filters: filters(in.Path, sent), Results: shown.total, Cached: cached, Facade: shown.facade,
	})
	v.SetResults(shown.total)
	return shown, nil
}

// cacheKey returns a key for what the search finds with the given parameters.
func (r *searchRequest[T]) cacheKey(parameters ...string) string {
	from := []string{r.state.Generation, r.in.Path, strconv.FormatInt(r.requester.partner, 10)}
	return cacheKey(append(from, parameters...)...)
}

// mergedNames are the parameters with ids of records that may have been merged into others, and their tables.
var mergedNames = map[string]string{
	"destination_id": schema.Destinations.Name, "publisher_id": schema.Publishers.Name, "tag_id": schema.Tags.Name,
}

// followMerged replaces the ids of records that were merged into others. The search history keeps those that were sent.
func (r *searchRequest[T]) followMerged(ctx context.Context) error {
	values, followed := maps.Clone(r.values), false
	for name, table := range mergedNames {
		id, ok := api.ParseID(values.Get(name))
		if !ok {
			continue
		}
		into, err := merge.Into(ctx, r.kit.Store.DB.Read(), table, id)
		if err != nil {
			return err
		}
		if into != 0 {
			values.Set(name, strconv.FormatInt(into, 10))
			followed = true
		}
	}
	if !followed {
		return nil
	}
	var err error
	r.values = values
	r.query, err = r.in.ParseQuery(values)
	return err
}

func (r *searchRequest[T]) run(ctx context.Context, restrict restriction) (*response, error) {
	if err := r.followMerged(ctx); err != nil {
		return nil, err
	}
	facade, err := findFacade(ctx, r.kit.Store.DB.Read(), r.query.Search)
	if err != nil {
		return nil, err
	}
	limits, err := restrict(ctx, r.requester, &r.query, facade)
	if err != nil {
		return nil, err
	}
	page, err := r.page(ctx, limits)
	if err != nil {
		return nil, err
	}
	return newResponse(&SearchAnswer[T]{Items: page.Items, Meta: page.Meta, Facade: facade}, r.in)
}

func (r *searchRequest[T]) page(ctx context.Context, limits scope) (*listing.Page[T], error) {
	c := r.kit.Store.DB.Read()
	hits, err := newHitSearch(ctx, c, r.in, r.query, limits)
	if err != nil {
		return nil, err
	}
	all, err := r.results(ctx, hits, limits)
	if err != nil {
		return nil, err
	}
	if all == nil {
		if limits.member != nil {
			r.query.Conditions["member"] = limits.member(r.in.Table.Name + ".id")
		}
		return r.in.List(ctx, r.query, nil)
	}
	ids, meta, err := hits.page(ctx, r.query, all)
	if err != nil {
		return nil, err
	}
	items, err := r.in.Load(ctx, c, ids)
	return &listing.Page[T]{Items: items, Meta: meta}, err
}

// results returns the results from the cache, or finds and caches them. It returns nil if the list has a faster way to
// them.
func (r *searchRequest[T]) results(ctx context.Context, hits *hitSearch, limits scope) (*results, error) {
	if hits == nil {
		return nil, nil //nolint:nilnil // there are no words to search for
	}
	if !limits.isWatched {
		return r.find(ctx, hits, limits)
	}
	// A facade may have replaced the words.
	key := r.cacheKey(r.query.Search, canonical(r.values, "page", "per_page"))
	if known := r.cache.findResults(key, r.state); known != nil {
		return known, nil
	}
	all, err := r.find(ctx, hits, limits)
	if err == nil && all != nil {
		r.cache.storeResults(key, all, r.in.changed, r.state)
	}
	return all, err
}

// find finds the results. PostgreSQL checks the members of libraries together with the words, which is faster.
func (r *searchRequest[T]) find(ctx context.Context, hits *hitSearch, limits scope) (_ *results, err error) {
	if limits.members != "" && hits.conn.Engine == db.SQLite {
		of := limits.member("").IDs
		if hits.known, err = r.cache.findMembers(ctx, hits.conn, limits.members, of, r.state); err != nil {
			return nil, err
		}
	}
	return hits.find(ctx, limits.isWide)
}

// canonical encodes the parameters that affect the result, so that equivalent searches share a cache key. It leaves out
// those with the given names.
func canonical(values url.Values, without ...string) string {
	relevant := url.Values{}
	for name := range values {
		if value := values.Get(name); value != "" && name != "uid" && !slices.Contains(without, name) {
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
