package partnerapi_test

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"waymark/internal/features/content"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/listing"
	"waymark/internal/kit/resource"
	"waymark/internal/platform/schema"
)

// listedItem is an item of content as other lists find it.
type listedItem struct {
	resource.LogRow
	Title string `json:"title"`
}

var listedContent = resource.Definition[listedItem]{
	Path: "content", Table: schema.Content, Label: "Content", Name: "title", Sort: "-created_at",
	SortBy: []string{"created_at"}, Filters: content.PublicFilters(),
	Fields: func(i *listedItem) resource.Fields {
		return resource.Fields{resource.Text(&i.Title, resource.Sortable, resource.Searchable)}
	},
}

// TestSearch_RandomContent compares searches with lists of the same content, which go through the rows in other ways.
// There are enough rows for words with more hits than are counted one by one.
func TestSearch_RandomContent(t *testing.T) {
	t.Parallel()
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	each(t, func(t *testing.T, f *fixture) {
		random := rand.New(rand.NewPCG(seed, 1))
		f.fillContent(random, 7000)
		f.Exec("DELETE FROM pending_changes") // otherwise no search reuses results
		lists := resource.New(f.Kit, listedContent)
		for range 100 {
			client, libraries := f.harbour, []int64{71, 82}
			if random.IntN(3) == 0 {
				client, libraries = f.meridian, []int64{81, 82}
			}
			f.compare(t, lists, client, libraries, randomSearch(random))
		}
	})
}

func randomSearch(random *rand.Rand) url.Values {
	one := func(values ...string) string { return values[random.IntN(len(values))] }
	values := url.Values{
		"query":    {one("harbour", "harbour", "market", "market tower", "atlas", "harbour atlas", "ha", "nothing")},
		"sort":     {one("", "", "", "created_at", "-created_at", "title", "-title", "id")},
		"page":     {one("1", "1", "2", "3", "7", "40", "1000")},
		"per_page": {one("1", "10", "25", "100")},
	}
	if random.IntN(2) == 0 {
		filter := one("type_id=7", "block_type=image", "depth_id=3", "language_id=1", "tag_id=5", "destination_id=2")
		name, value, _ := strings.Cut(filter, "=")
		values.Set(name, value)
	}
	return values
}

// compare checks that a search has the same page and total as a list.
func (f *fixture) compare(
	t *testing.T, lists *resource.Resource[listedItem], client *kittest.Client, libraries []int64, values url.Values,
) {
	t.Helper()
	q, err := lists.ParseQuery(values)
	if err != nil {
		t.Fatal(err)
	}
	q.Conditions["published"] = content.Published()
	q.Conditions["in the libraries"] = listing.Condition{
		SQL:  "EXISTS (SELECT 1 FROM content_libraries WHERE content_id = content.id AND +library_id IN (?))",
		Args: []any{libraries},
		IDs: &listing.IDSource{
			SQL:  "SELECT content_id AS row_id FROM content_libraries WHERE library_id IN (?)",
			Args: []any{libraries},
		},
	}
	page, err := lists.List(t.Context(), q, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := make([]string, len(page.Items))
	for i, item := range page.Items {
		want[i] = fmt.Sprint(item.ID)
	}
	answer := client.Get("/api/v1/search/content?" + values.Encode()).Want(200)
	got := answer.Column("id")
	if !slices.Equal(got, want) {
		t.Errorf("%s: got %v, want %v", values.Encode(), got, want)
	}
	if total, capped := answer.Int("meta.total"), answer.Value("meta.total_is_capped"); total != page.Meta.Total ||
		capped != page.Meta.TotalIsCapped || (answer.Value("meta.last_page") == nil) != (page.Meta.LastPage == nil) {
		t.Errorf("%s: got the total %d, capped %v, want %+v", values.Encode(), total, capped, page.Meta)
	}
}

// fillContent inserts rows of content. Library 71 has a few of them, 82 many and 81 all others.
func (f *fixture) fillContent(random *rand.Rand, rows int) {
	f.t.Helper()
	now := clock.Now()
	dates := []any{nil, now.Add(-time.Hour), now.Add(-time.Minute), now.Add(time.Hour)}
	var items, libraries, languages, tags, places insertion
	for i := range rows {
		id, words := int64(1000+i), []string{fmt.Sprint("Item ", random.IntN(5000))}
		for word, share := range map[string]int{"harbour": 80, "market": 40, "tower": 50} {
			if random.IntN(100) < share {
				words = append(words, word)
			}
		}
		if random.IntN(200) == 0 {
			words = append(words, "atlas")
		}
		slices.Sort(words)
		title := strings.Join(words, " ")
		published, expires, deleted := dates[min(random.IntN(8), 2)], any(nil), any(nil)
		if random.IntN(10) == 0 {
			published, expires = dates[3], dates[random.IntN(4)]
		}
		if random.IntN(20) == 0 {
			deleted = now
		}
		items.add(id, []string{"content", "image"}[random.IntN(12)/11], title, fold.Key(title), []int{2, 7}[random.IntN(9)/8],
			2+random.IntN(2), 1, published, expires, deleted, fold.SearchText(title), now, now)
		switch {
		case random.IntN(20) == 0:
			libraries.add(id, 71)
		case random.IntN(3) > 0:
			libraries.add(id, 82)
		default:
			libraries.add(id, 81)
		}
		if random.IntN(4) == 0 {
			languages.add(id, 1)
		}
		if random.IntN(30) == 0 {
			tags.add(id, 5)
		}
		if random.IntN(9) == 0 {
			places.add(id, []int{2, 3, 20}[random.IntN(3)])
		}
	}
	items.run(f, `content (id, block_type, title, title_key, type_id, depth_id, partner_id, published_at, expires_at,
		deleted_at, search_text, created_at, updated_at)`)
	libraries.run(f, "content_libraries (content_id, library_id)")
	languages.run(f, "content_languages (content_id, language_id)")
	tags.run(f, "content_tags (content_id, tag_id)")
	places.run(f, "content_destinations (content_id, destination_id)")
}

// insertion is rows to insert.
type insertion [][]any

func (r *insertion) add(values ...any) { *r = append(*r, values) }

func (r *insertion) run(f *fixture, into string) {
	f.t.Helper()
	for rows := range slices.Chunk(*r, 1000) {
		marks := "(?" + strings.Repeat(", ?", len(rows[0])-1) + ")"
		f.Exec("INSERT INTO "+into+" VALUES "+marks+strings.Repeat(", "+marks, len(rows)-1), slices.Concat(rows...)...)
	}
}
