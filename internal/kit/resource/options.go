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
	Hint string `json:"hint,omitempty" doc:"What tells it from others of the same name."`
}

// Choices are the answer of a lookup.
type Choices struct {
	Items []Choice `json:"items" nullable:"false"`
	Meta  Meta     `json:"meta"`
}

// MountOptions offers the records in a lookup: a hundred at a time below options/, ten below search/. A nested
// record's lookup has its parents in the address. A condition leaves out what is not to be chosen.
func (r *Resource[T]) MountOptions(lookup string, only ...Where) {
	if strings.Count(lookup, "{") != len(r.Under) {
		panic("resource " + r.Path + ": the lookup " + lookup + " does not name its parents")
	}
	perPage := perLookup(lookup)
	op := api.Op{Method: "GET", Path: "/api/admin/" + lookup, Summary: "Look up " + plural(r.Path), Tag: "Lookups", Access: r.Read}
	op.Query = lookupParams(perPage, "Only these, to name what is chosen already: 1,2,3.")
	api.Handle(r.kit.API, op, func(ctx context.Context, call *api.Call) (*Choices, error) {
		parents, err := r.Parents(ctx, call)
		if err != nil {
			return nil, err
		}
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
			q.Where["ids"] = Where{SQL: "id IN (?)", Args: []any{ids}}
		}
		for i, where := range only {
			q.Where["only "+strconv.Itoa(i)] = where
		}
		return r.choices(ctx, r.base(parents), q)
	})
}

func perLookup(lookup string) int {
	if strings.HasPrefix(lookup, "search/") {
		return 10
	}
	return maxPerPage
}

func lookupParams(perPage int, ids string) []*huma.Param {
	params := append(PageParams(perPage), searchParams()...)
	return append(params, api.Param("ids", ids, &huma.Schema{Type: huma.TypeString}))
}

func (r *Resource[T]) choices(ctx context.Context, base []Where, q Query) (*Choices, error) {
	c := r.kit.Store.DB.Read()
	found, err := r.find(ctx, c, q.Search, len(q.Where))
	if err != nil {
		return nil, err
	}
	rows, err := r.selected(ctx, c, base, q.Where, found, q.Sort)
	if err != nil {
		return nil, err
	}
	count, err := r.count(ctx, c, rows)
	if err != nil {
		return nil, err
	}
	ids, err := r.pageIDs(ctx, c, rows, q.PerPage, (q.Page-1)*q.PerPage)
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
	hint := r.byName[r.Hint]
	if column := r.byName[r.Name].column; column != "" && (hint == nil || hint.column != "") && r.HintOf == nil {
		columns := "id, " + quote(column) + " AS name"
		if hint != nil {
			columns += ", " + quote(hint.column) + " AS hint"
		}
		named, err := db.All[Choice](ctx, c, "SELECT "+columns+" FROM "+r.Table+" WHERE id IN (?)", ids)
		return named, wrap(err, "look up "+r.Table)
	}
	items, err := r.Load(ctx, c, ids)
	named := []Choice{}
	for _, item := range items {
		choice := Choice{ID: idOf(item), Name: r.NameOf(item)}
		switch {
		case r.HintOf != nil:
			choice.Hint = r.HintOf(item)
		case hint != nil:
			choice.Hint = hint.text(item)
		}
		named = append(named, choice)
	}
	return named, err
}

func parseIDs(text string) ([]int64, error) {
	if text == "" {
		return nil, nil
	}
	ids := []int64{}
	for part := range strings.SplitSeq(text, ",") {
		id, ok := api.ParseID(strings.TrimSpace(part))
		if !ok || len(ids) >= maxPerPage {
			return nil, apierr.Field("ids", "Must be up to %d ids with commas between.", maxPerPage)
		}
		ids = append(ids, id)
	}
	return ids, nil
}
