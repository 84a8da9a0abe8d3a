package resource

import (
	"context"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
)

// Choice is one record in a lookup.
type Choice struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

// Choices are the answer of a lookup.
type Choices struct {
	Items []Choice `json:"items" nullable:"false"`
	Meta  Meta     `json:"meta"`
}

// mountOptions offers the records in a lookup: a hundred at a time below options/, ten below search/.
func (r *Resource[T]) mountOptions(lookup string) {
	perPage := maxPerPage
	if strings.HasPrefix(lookup, "search/") {
		perPage = 10
	}
	op := api.Op{Method: "GET", Path: "/api/admin/" + lookup, Summary: "Look up " + plural(r.Path), Tag: "Lookups", Access: r.Read}
	op.Query = append(PageParams(perPage), searchParams()...)
	op.Query = append(op.Query, api.Param("ids", "Only these, to name what is chosen already: 1,2,3.", &huma.Schema{Type: huma.TypeString}))
	api.Handle(r.kit.API, op, func(ctx context.Context, call *api.Call) (*Choices, error) {
		values := call.Query()
		if values.Get("per_page") == "" {
			values.Set("per_page", strconv.Itoa(perPage))
		}
		ids, err := parseIDs(values.Get("ids"))
		if err != nil {
			return nil, err
		}
		values.Del("ids")
		q, err := r.ParseQuery(values)
		if err != nil {
			return nil, err
		}
		if ids != nil {
			q.Where["ids"] = Where{"id IN (?)", []any{ids}}
		}
		return r.choices(ctx, q)
	})
}

func (r *Resource[T]) choices(ctx context.Context, q Query) (*Choices, error) {
	c := r.kit.Store.DB.Read()
	found, err := r.find(ctx, c, q.Search)
	if err != nil {
		return nil, err
	}
	count, err := r.count(ctx, c, r.base(nil), q.Where, found)
	if err != nil {
		return nil, err
	}
	ids, err := r.pageIDs(ctx, c, join(r.base(nil), q.Where), found, q.Sort, q.PerPage, (q.Page-1)*q.PerPage)
	if err != nil {
		return nil, err
	}
	named, err := r.named(ctx, c, ids)
	if err != nil {
		return nil, err
	}
	byID := map[int64]Choice{}
	for _, choice := range named {
		byID[choice.ID] = choice
	}
	answer := &Choices{Items: []Choice{}, Meta: NewMeta(q.Page, q.PerPage, count)}
	for _, id := range ids {
		answer.Items = append(answer.Items, byID[id])
	}
	return answer, nil
}

// named reads names alone where they stand in a column; a composed one needs the records it is made from.
func (r *Resource[T]) named(ctx context.Context, c db.Conn, ids []int64) ([]Choice, error) {
	if column := r.byName[r.Name].column; column != "" {
		named, err := db.All[Choice](ctx, c, "SELECT id, "+quote(column)+" AS name FROM "+r.Table+" WHERE id IN (?)", ids)
		return named, wrap(err, "look up "+r.Table)
	}
	items, err := r.Load(ctx, c, ids)
	named := []Choice{}
	for _, item := range items {
		named = append(named, Choice{ID: idOf(item), Name: r.nameOf(item)})
	}
	return named, err
}

func parseIDs(text string) ([]int64, error) {
	if text == "" {
		return nil, nil
	}
	ids := []int64{}
	for part := range strings.SplitSeq(text, ",") {
		id, err := strconv.ParseInt(strings.TrimSpace(part), 10, 64)
		if err != nil || len(ids) >= maxPerPage {
			return nil, apierr.Field("ids", "Must be up to %d ids with commas between.", maxPerPage)
		}
		ids = append(ids, id)
	}
	return ids, nil
}
