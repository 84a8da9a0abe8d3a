package listing_test

import (
	"context"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/listing"
)

func TestList_Parse(t *testing.T) {
	t.Parallel()
	list := bookList()
	t.Run("has defaults", func(t *testing.T) {
		q, err := list.Parse(url.Values{})
		if err != nil || q.Page != 1 || q.PerPage != 25 || q.Sort != "-created_at" || q.Search != "" || q.Counts ||
			len(q.Conditions) != 0 {
			t.Errorf("got %+v: %v", q, err)
		}
	})
	t.Run("reads every parameter, under each of its names", func(t *testing.T) {
		q, err := list.Parse(url.Values{
			"page": {"3"}, "per_page": {"100"}, "search": {"atlas"}, "sort": {"title"}, "counts": {"1"}, "shelf": {"4"},
			"state": {"lent"}, "due": {""},
		})
		names := slices.Sorted(maps.Keys(q.Conditions))
		if err != nil || q.Page != 3 || q.PerPage != 100 || q.Search != "atlas" || q.Sort != "title" || !q.Counts ||
			!slices.Equal(names, []string{"shelf_id", "state"}) {
			t.Errorf("got %+v: %v", q, err)
		}
	})
	t.Run("reports everything that is wrong, under the name that was sent", func(t *testing.T) {
		_, err := list.Parse(url.Values{
			"page": {"0"}, "per_page": {"101"}, "query": {strings.Repeat("x", 201)}, "sort": {"-colour"}, "shelf": {"x"},
			"state": {"lost"},
		})
		refused, ok := apierr.As(err)
		if got := slices.Sorted(maps.Keys(refused.Errors)); !ok || !slices.Equal(got, []string{
			"page", "per_page", "query",
			"shelf", "sort", "state",
		}) {
			t.Errorf("got %v: %v", got, err)
		}
	})
}

func TestList_Parse_SeveralValues(t *testing.T) {
	t.Parallel()
	list := bookList()
	ids := func(n int) string {
		values := make([]string, n)
		for i := range values {
			values[i] = fmt.Sprint(i + 1)
		}
		return strings.Join(values, ",")
	}
	t.Run("accepts up to 50, without duplicates and spaces", func(t *testing.T) {
		for value, want := range map[string]int{"1,2": 2, " 2 , 1,2": 2, ids(50): 50, ids(50) + ",1,2,3": 50, "2,2": 0} {
			q, err := list.Parse(url.Values{"author_id": {value}})
			if err != nil {
				t.Fatalf("%s: %v", value, err)
			}
			several, _ := q.Conditions["author_id"].Args[0].([]int64)
			if len(several) != want { // a single id is compared as before
				t.Errorf("%s: got %v", value, several)
			}
		}
	})
	t.Run("refuses others under the name that was sent", func(t *testing.T) {
		for name, values := range map[string][]string{
			"author_id": {"1,", ",", "1,x", "1;2", "1,-2", "1,99999999999999999999", ids(51)},
			"shelf":     {"1,x", ids(51)}, "state": {"lent,lost", "lent,"}, "language_id": {"0,1"},
			"written_by": {"1,2"}, // takes one value
		} {
			for _, value := range values {
				_, err := list.Parse(url.Values{name: {value}})
				refused, ok := apierr.As(err)
				if !ok || len(refused.Errors[name]) != 1 {
					t.Errorf("%s=%s: got %v", name, value, err)
				}
			}
		}
	})
}

func TestList_CheckFilter(t *testing.T) {
	t.Parallel()
	list := bookList()
	if err := list.CheckFilter(url.Values{"shelf_id": {"1"}, "query": {"atlas"}}); err != nil {
		t.Errorf("a filter is refused: %v", err)
	}
	err := list.CheckFilter(url.Values{"page": {"1"}, "sort": {"title"}, "colour": {"red"}, "shelf_id": {"x"}})
	refused, ok := apierr.As(err)
	want := []string{"filter.colour", "filter.page", "filter.shelf_id", "filter.sort"}
	if !ok || !slices.Equal(slices.Sorted(maps.Keys(refused.Errors)), want) {
		t.Errorf("got %v", err)
	}
}

func TestList_Params(t *testing.T) {
	t.Parallel()
	names := []string{}
	for _, param := range bookList().Params() {
		names = append(names, param.Name)
	}
	want := "page per_page sort query search state shelf_id shelf language_id author_id due written_by counts"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("the parameters are %s", got)
	}
	taking := []string{"state", "shelf_id", "shelf", "language_id", "author_id", "due"}
	for _, param := range bookList().Params() {
		several := param.Schema.Type == "array" && param.Style == "form" && !*param.Explode && *param.Schema.MaxItems == 50
		if want := slices.Contains(taking, param.Name); several != want {
			t.Errorf("%s takes several values: %v", param.Name, several)
		}
	}
}

func TestParseSearch(t *testing.T) {
	t.Parallel()
	if got, err := listing.ParseSearch(url.Values{"query": {""}, "search": {"atlas"}}); err != nil || got != "atlas" {
		t.Errorf("got %q: %v", got, err)
	}
	if _, err := listing.ParseSearch(url.Values{"query": {strings.Repeat("x", 201)}}); err == nil {
		t.Error("a search of 201 characters is accepted")
	}
	if page, size, err := listing.ParsePage(url.Values{"page": {"2"}}, 10); err != nil || page != 2 || size != 10 {
		t.Errorf("got page %d of %d: %v", page, size, err)
	}
}

func TestPlan_TabCounts(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		fill(t, d, 300)
		list := bookList()
		list.Tabs.More = func(context.Context, db.Conn) ([]string, error) { return []string{"in"}, nil }
		for parameters, want := range map[string]map[string]int64{
			"counts=1":                        {"all": 297, "lent": 99, "in": 198},
			"counts=1&shelf_id=1":             {"all": 42, "lent": 14, "in": 28},
			"counts=1&query=harbour&state=in": {"all": 150, "lent": 50, "in": 100},
		} {
			values, _ := url.ParseQuery(parameters)
			q, err := list.Parse(values)
			if err != nil {
				t.Fatal(err)
			}
			plan, err := list.Plan(t.Context(), d.Read(), q)
			if err != nil {
				t.Fatal(err)
			}
			_, meta, err := plan.Page(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			for tab := range want {
				q.Conditions["state"], _ = list.Filters[0].Condition(tab)
				if n := int64(len(naive(t, d.Read(), q, "id"))); meta.Counts[tab].Total != n || n != want[tab] {
					t.Errorf("%s: the tab %s has %d rows; there are %d", parameters, tab, meta.Counts[tab].Total, n)
				}
			}
		}
	})
}

func TestPlan_Search(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		fill(t, d, 2500)
		find := func(t *testing.T, list *listing.List, search string) []int64 {
			t.Helper()
			plan, err := list.Plan(t.Context(), d.Read(), listing.Query{Page: 1, PerPage: 100, Sort: "id", Search: search})
			if err != nil {
				t.Fatal(err)
			}
			ids, _, err := plan.Page(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return ids
		}
		t.Run("finds all words, each by any part, short ones by their beginning", func(t *testing.T) {
			for search, want := range map[string]int{
				"ATLAS": 5, "tla": 5, "at": 5, "atlas harbour": 0, "la": 0, "%": 0,
				"": 100,
			} {
				if got := find(t, bookList(), search); len(got) != want {
					t.Errorf("%q finds %d rows, not %d", search, len(got), want)
				}
			}
		})
		t.Run("prefers an exact match, if there is one", func(t *testing.T) {
			list := bookList()
			list.Search.ExactMatch = func(search string) (listing.Condition, bool) {
				return listing.Condition{SQL: "deleted_at IS NULL AND title_key = ? AND id > 2400", Args: []any{search}},
					search != "valley"
			}
			if got := find(t, list, "atlas"); !slices.Equal(got, []int64{2500}) {
				t.Errorf("got %v", got)
			}
			if got := find(t, list, "harbou"); len(got) != 100 {
				t.Errorf("without an exact match, %d rows are found", len(got))
			}
		})
		t.Run("finds rows by the text of those they refer to", func(t *testing.T) {
			list := bookList()
			list.Search = &listing.Search{Refs: []listing.Ref{{Column: "shelf_id", Table: books}}}
			if got := find(t, list, "atlas"); len(got) != 5 {
				t.Errorf("got %v", got)
			}
		})
		t.Run("is not offered by lists without a search", func(t *testing.T) {
			list := bookList()
			list.Search = nil
			if got := find(t, list, "atlas"); len(got) != 100 {
				t.Errorf("the search narrows the list to %d rows", len(got))
			}
		})
	})
}
