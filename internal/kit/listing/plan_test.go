package listing_test

import (
	"flag"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
	_ "waymark/internal/kit/kittest/puresqlite"
	"waymark/internal/kit/listing"
)

var update = flag.Bool("update", false, "write the plans that were chosen into testdata/plans.txt")

// planned are the queries whose plans are pinned: combinations of filters, a search and an order.
var planned = []string{
	"", "sort=title", "sort=-due_at",
	"state=lent", "state=in", "shelf_id=1", "language_id=1", "language_id=2", "author_id=1", "author_id=2",
	"due=soon", "due=now", "written_by=1",
	"author_id=1&sort=title", "author_id=1&state=in", "author_id=1&language_id=1", "author_id=2&language_id=1",
	"due=soon&author_id=1", "due=soon&sort=due_at", "written_by=1&sort=title",
	"query=harbour", "query=atlas", "query=nothing", "query=harbour&sort=title", "query=harbour&state=in",
	"query=harbour&author_id=1", "query=harbour&author_id=2", "query=harbour&author_id=1&language_id=1",
	"query=harbour&due=soon", "query=atlas&author_id=1", "query=harbour&written_by=1",
	"shelf_id=1,2", "shelf_id=1,2,99&sort=title", "language_id=1,2", "language_id=2,3", "author_id=1,2", "author_id=2,3",
	"author_id=1,2&sort=title", "author_id=1,2&state=in", "author_id=1,2&language_id=1,2", "state=lent,in", "state=all,in",
	"due=soon,now", "query=harbour&author_id=1,2", "query=harbour&language_id=1,2", "query=atlas&author_id=1,2",
}

// TestPlan pins the plan of each query, on short and long lists and on both engines, and compares what the plan finds
// with what a statement without a plan finds. After a change of the planner: go test ./internal/kit/listing -run
// TestPlan -update
func TestPlan(t *testing.T) {
	t.Parallel()
	pinned, chosen := readPlans(t), plans{}
	t.Run("choose", func(t *testing.T) {
		for size, n := range map[string]int{"short": 300, "long": 25_000} {
			t.Run(size, func(t *testing.T) {
				kittest.Each(t, func(t *testing.T, d *db.DB) {
					fill(t, d, n)
					for _, parameters := range planned {
						plan := check(t, d, parameters)
						key := fmt.Sprintf("%-5s %-8s %s", size, d.Engine, parameters)
						if chosen.set(key, plan); !*update && pinned.byKey[key] != plan {
							t.Errorf("%s: the plan is\n%s, not\n%s", key, plan, pinned.byKey[key])
						}
					}
				})
			})
		}
	})
	if *update {
		chosen.write(t)
	}
}

// check compares a plan's pages, counts and ids with those of a statement without a plan, and returns the plan's
// description.
func check(t *testing.T, d *db.DB, parameters string) string {
	t.Helper()
	list, c := bookList(), d.Read()
	values, err := url.ParseQuery(parameters)
	if err != nil {
		t.Fatal(err)
	}
	q, err := list.Parse(values)
	if err != nil {
		t.Fatal(err)
	}
	order := map[string]string{
		"-created_at": "id DESC", "title": "title_key, id", "due_at": "due_at, id", "-due_at": "due_at DESC, id DESC",
	}[q.Sort]
	if d.Engine == db.Postgres {
		order = strings.NewReplacer("due_at,", "due_at NULLS FIRST,", "due_at DESC", "due_at DESC NULLS LAST").Replace(order)
	}
	want := naive(t, c, q, order)
	plan, err := list.Plan(t.Context(), c, q)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := plan.IDs(t.Context(), 0); err != nil || !slices.Equal(got, want) {
		t.Errorf("%q finds %d rows, not %d: %v", parameters, len(got), len(want), err)
	}
	count, err := plan.Count(t.Context())
	exact := !count.TotalIsCapped && count.Total == int64(len(want))
	capped := count.TotalIsCapped && count.Total < int64(len(want)) && count.Total >= 1000
	if err != nil || (!exact && !capped) {
		t.Errorf("%q counts %+v rows, not %d: %v", parameters, count, len(want), err)
	}
	q.Page = 2
	paged, err := list.Plan(t.Context(), c, q)
	if err != nil {
		t.Fatal(err)
	}
	page, meta, err := paged.Page(t.Context())
	if err != nil || !slices.Equal(page, want[min(25, len(want)):min(50, len(want))]) || meta.Page != 2 ||
		meta.PerPage != 25 {
		t.Errorf("page 2 of %q has %v and %+v: %v", parameters, page, meta, err)
	}
	if rows := rowsOf(t, c, paged); !slices.Equal(rows, page) {
		t.Errorf("the rows of page 2 of %q are %v, not %v", parameters, rows, page)
	}
	checkRange(t, list, c, q)
	return plan.Explain()
}

// checkRange looks at some ids only, which makes every count exact.
func checkRange(t *testing.T, list *listing.List, c db.Conn, q listing.Query) {
	t.Helper()
	q.Sort, q.Range = "id", &listing.IDRange{After: 20, Last: 250}
	want := naive(t, c, q, "id")
	plan, err := list.Plan(t.Context(), c, q)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := plan.IDs(t.Context(), 50); err != nil || !slices.Equal(got, want[:min(50, len(want))]) {
		t.Errorf("in a range: %d rows, not %d: %v", len(got), len(want), err)
	}
	if n, err := plan.CountAll(t.Context()); err != nil || n != int64(len(want)) {
		t.Errorf("in a range: counts %d, not %d: %v", n, len(want), err)
	}
}

// plans are descriptions of plans by size, engine and query.
type plans struct {
	mu    sync.Mutex
	byKey map[string]string
}

const plansFile = "testdata/plans.txt"

func readPlans(t *testing.T) *plans {
	t.Helper()
	text, err := os.ReadFile(plansFile)
	if err != nil && !*update {
		t.Fatal(err)
	}
	p := &plans{byKey: map[string]string{}}
	for _, block := range strings.Split(strings.TrimSpace(string(text)), "\n\n") {
		if key, plan, ok := strings.Cut(block, "\n\t"); ok {
			p.byKey[key] = plan
		}
	}
	return p
}

func (p *plans) set(key, plan string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.byKey == nil {
		p.byKey = map[string]string{}
	}
	p.byKey[key] = plan
}

func (p *plans) write(t *testing.T) {
	t.Helper()
	blocks := []string{}
	for key, plan := range p.byKey {
		blocks = append(blocks, key+"\n\t"+plan)
	}
	slices.Sort(blocks)
	if err := os.WriteFile(plansFile, []byte(strings.Join(blocks, "\n\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestPage_FarDown compares pages far down a list, where blocks of ids are skipped, with all ids of the list.
func TestPage_FarDown(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		fill(t, d, 25_000)
		comparePages(t, d, 24_750)
		t.Run("in blocks without gaps", func(t *testing.T) {
			for _, statement := range []string{
				"UPDATE books SET deleted_at = NULL, trash_id = NULL WHERE id BETWEEN 4000 AND 21000",
				`UPDATE live_counts SET n = (
					SELECT count(*) FROM books WHERE deleted_at IS NULL
				) WHERE list = 'books' AND facet = ''`,
				`UPDATE live_counts SET n = (
					SELECT count(*) FROM books WHERE deleted_at IS NULL AND CAST(id / 4096 AS TEXT) = live_counts.value
				) WHERE list = 'books' AND facet = 'id_block'`,
			} {
				if _, err := d.Writer().Exec(t.Context(), statement); err != nil {
					t.Fatal(err)
				}
			}
			comparePages(t, d, 24_920)
		})
	})
}

func comparePages(t *testing.T, d *db.DB, total int64) {
	t.Helper()
	list, c := bookList(), d.Read()
	for sort, order := range map[string]string{"-created_at": "id DESC", "created_at": "id"} {
		all := naive(t, c, listing.Query{}, order)
		for _, page := range []int64{1, 20, 21, 22, 40, 41, 42, 61, 82, 83, 123, 200, 205, 247, 248, 249, 250, 251, 10_000} {
			plan, err := list.Plan(t.Context(), c, listing.Query{Page: page, PerPage: 100, Sort: sort})
			if err != nil {
				t.Fatal(err)
			}
			first := min((page-1)*100, int64(len(all)))
			want := all[first:min(first+100, int64(len(all)))]
			if got, meta, err := plan.Page(t.Context()); err != nil || !slices.Equal(got, want) || meta.Total != total {
				t.Errorf("page %d in the order of %s: got %d ids of %d, want %d of %d (%v)", page, sort, len(got), meta.Total,
					len(want), total, err)
			}
			if got := rowsOf(t, c, plan); !slices.Equal(got, want) {
				t.Errorf("rows of page %d in the order of %s: got %v, want %v", page, sort, got, want)
			}
		}
	}
}

// rowsOf reads the ids of a page along with its rows.
func rowsOf(t *testing.T, c db.Conn, plan *listing.Plan) []int64 {
	t.Helper()
	location, _, err := plan.Locate(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if location == nil {
		return []int64{}
	}
	rows, ok := location.Rows()
	if !ok {
		ids, err := location.IDs(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return ids
	}
	ids, err := db.All[int64](t.Context(), c, "SELECT id FROM "+rows.SQL, rows.Args...)
	if err != nil {
		t.Fatal(err)
	}
	return ids
}
