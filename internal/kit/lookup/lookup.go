// Package lookup offers records and words to choose from: what drop-down lists and pickers load.
package lookup

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/listing"
)

const maxIDs = 100

// Option is a record to choose.
type Option struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
	Hint string `json:"hint,omitempty" doc:"Distinguishes records with the same name."`
}

// options is a page of records to choose from.
type options struct {
	Items []Option     `json:"items" nullable:"false"`
	Meta  listing.Meta `json:"meta"`
}

// Records is a lookup of records.
type Records struct {
	Path    string // below /api/admin: options/publishers, search/publishers
	Summary string
	Access  api.Access
	List    *listing.List
	// Only are conditions that records to choose from meet, besides being on the list.
	Only []listing.Condition
	// Parent returns the id of the parent that the address names, for nested lists. Nil for others.
	Parent func(context.Context, *api.Call) (int64, error)
	// Load returns the options with the given ids, in any order.
	Load func(ctx context.Context, c db.Conn, ids []int64) ([]Option, error)
}

// Mount adds the call. A page has ten records below search/, and a hundred elsewhere.
func (r Records) Mount(a *api.API, d *db.DB) {
	op := api.Op{Method: "GET", Path: "/api/admin/" + r.Path, Summary: r.Summary, Tag: "Lookups", Access: r.Access}
	op.Replica = true
	op.Query = append(params(r.Path), api.IDsParam())
	api.Handle(a, op, func(ctx context.Context, call *api.Call) (*options, error) {
		q, err := r.parse(ctx, call)
		if err != nil {
			return nil, err
		}
		return r.find(ctx, d.Read(), q)
	})
}

func (r Records) parse(ctx context.Context, call *api.Call) (listing.Query, error) {
	var parent int64
	var err error
	if r.Parent != nil {
		if parent, err = r.Parent(ctx, call); err != nil {
			return listing.Query{}, err
		}
	}
	values := call.Query()
	if values.Get("per_page") == "" {
		values.Set("per_page", strconv.Itoa(perPage(r.Path)))
	}
	ids, err := parseIDs(values.Get("ids"))
	if err != nil {
		return listing.Query{}, err
	}
	values.Del("ids")
	q, err := r.List.Parse(values)
	if err != nil {
		return listing.Query{}, err
	}
	q.Parent = parent
	if ids != nil {
		q.Conditions["ids"] = listing.Condition{SQL: "id IN (?)", Args: []any{ids}}
	}
	for i, only := range r.Only {
		q.Conditions["only "+strconv.Itoa(i)] = only
	}
	return q, nil
}

func (r Records) find(ctx context.Context, c db.Conn, q listing.Query) (*options, error) {
	plan, err := r.List.Plan(ctx, c, q)
	if err != nil {
		return nil, err
	}
	ids, meta, err := plan.Page(ctx)
	if err != nil {
		return nil, err
	}
	loaded, err := r.Load(ctx, c, ids)
	if err != nil {
		return nil, err
	}
	byID := map[int64]Option{}
	for _, option := range loaded {
		byID[option.ID] = option
	}
	page := &options{Items: []Option{}, Meta: meta}
	for _, id := range ids {
		page.Items = append(page.Items, byID[id])
	}
	return page, nil
}

func perPage(path string) int {
	if strings.HasPrefix(path, "search/") {
		return 10
	}
	return 100
}

func params(path string) []*huma.Param {
	return append(listing.PageParams(perPage(path)), api.SearchParams()...)
}

func parseIDs(text string) ([]int64, error) {
	if text == "" {
		return nil, nil
	}
	ids := []int64{}
	for part := range strings.SplitSeq(text, ",") {
		id, ok := api.ParseID(strings.TrimSpace(part))
		if !ok || len(ids) >= maxIDs {
			return nil, apierr.Field("ids", "Must be up to %d ids, separated by commas.", maxIDs)
		}
		ids = append(ids, id)
	}
	return ids, nil
}

// Word is a choice that is not a record: a word of the product, a font.
type Word struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Kind string `json:"kind,omitempty" doc:"Kind of word."`
}

// words is a page of words to choose from.
type words struct {
	Items []Word       `json:"items" nullable:"false"`
	Meta  listing.Meta `json:"meta"`
}

// MountWords adds a lookup of words, in the given order.
func MountWords(a *api.API, path, summary string, list []Word) {
	MountWordsOf(a, path, summary, func(*api.Call) ([]Word, error) { return list, nil })
}

// MountWordsOf adds a lookup of words that depend on the address.
func MountWordsOf(a *api.API, path, summary string, list func(*api.Call) ([]Word, error)) {
	op := api.Op{Method: "GET", Path: "/api/admin/" + path, Summary: summary, Tag: "Lookups"}
	op.Query = append(params(path), api.TextParam("ids", "Only these words, separated by commas."))
	api.Handle(a, op, func(_ context.Context, call *api.Call) (*words, error) {
		all, err := list(call)
		if err != nil {
			return nil, err
		}
		return findWords(call, path, all)
	})
}

// findWords returns the words that a call asks for.
func findWords(call *api.Call, path string, all []Word) (*words, error) {
	values := call.Query()
	page, size, err := listing.ParsePage(values, int64(perPage(path)))
	if err != nil {
		return nil, err
	}
	search, err := listing.ParseSearch(values)
	if err != nil {
		return nil, err
	}
	terms, ids := fold.Terms(search), strings.Split(values.Get("ids"), ",")
	found := []Word{}
	for _, word := range all {
		if (!values.Has("ids") || slices.Contains(ids, word.ID)) && containsTerms(word.Name, terms) {
			found = append(found, word)
		}
	}
	from := min((page-1)*size, int64(len(found)))
	to := min(from+size, int64(len(found)))
	meta := listing.NewMeta(page, size, listing.Count{Total: int64(len(found))})
	return &words{Items: found[from:to], Meta: meta}, nil
}

func containsTerms(name string, terms []string) bool {
	if len(terms) == 0 {
		return true
	}
	text := fold.SearchText(name)
	return !slices.ContainsFunc(terms, func(term string) bool { return !strings.Contains(text, term) })
}
