package destinations_test

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"waymark/internal/features/destinations"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/resourcetest"
)

func TestDestinations_CRUD(t *testing.T) {
	t.Parallel()
	resourcetest.Run(t, destinations.Mount, resourcetest.Sample{
		Path: "destinations", Kind: "destination", Name: "name",
		Create: map[string]any{"name": "Île-de-France"}, Update: map[string]any{"name": "Brittany"},
		Required: []string{"name"}, Unique: []string{"name"}, Longest: map[string]int{"name": 120},
	})
}

func TestDestinations_Label(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		europe := f.create("Europe", 0)
		france := f.create("France", europe)
		brittany := f.create("Brittany", france)
		got := f.admin.Get(f.path(brittany)).Want(200)
		if got.String("item.label") != "Europe > France > Brittany" || got.String("item.name") != "Brittany" ||
			got.Int("item.parent_id") != france {
			f.Errorf("got %s", got.Text)
		}
		f.create("Asia", 0)
		labels := f.admin.Get("destinations").Want(200).Column("label")
		if !slices.Equal(labels, []string{"Asia", "Europe", "Europe > France", "Europe > France > Brittany"}) {
			f.Errorf("list: got %v", labels)
		}
		descending := f.admin.Get("destinations?sort=-label").Want(200).Column("name")
		if !slices.Equal(descending, []string{"Brittany", "France", "Europe", "Asia"}) {
			f.Errorf("descending: got %v", descending)
		}
		children := f.admin.Get("destinations?parent_id=" + itoa(europe)).Want(200).Column("name")
		if !slices.Equal(children, []string{"France"}) {
			f.Errorf("children of Europe: got %v", children)
		}
		f.admin.Get("destinations?parent_id=France").Refused("parent_id")
		if got := f.admin.Get(f.path(europe)).Int("item.children_count"); got != 1 {
			f.Errorf("children_count of Europe: got %d, want 1", got)
		}
		for _, lookup := range []string{"options/destinations", "search/destinations"} {
			got := f.admin.Get(lookup + "?query=brit+europe").Want(200).Column("name")
			if !slices.Equal(got, []string{"Europe > France > Brittany"}) {
				f.Errorf("%s: got %v", lookup, got)
			}
		}
		got = f.admin.Put(f.path(brittany), map[string]any{"label": "Elsewhere", "content_count": 7}).Want(200)
		if got.String("item.label") != "Europe > France > Brittany" || got.Int("item.content_count") != 0 {
			f.Errorf("read-only fields were written: %s", got.Text)
		}
		f.checkTree()
	})
}

func TestDestinations_MoveAndRename(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		// The paths 1/ and 11/ have a common prefix, and so do the names.
		for i := range 12 {
			f.create("Île "+strings.Repeat("I", i+1), 0)
		}
		child := f.create("Straße", 1)
		grandchild := f.create("São Tomé", child)
		deep := f.create("New  York", grandchild)
		other := f.create("Île", 11)
		f.checkTree()

		f.admin.Put(f.path(1), map[string]any{"name": "ΟΔΟΣ Æon"}).Want(200)
		f.checkTree()
		if got := f.label(deep); got != "ΟΔΟΣ Æon > Straße > São Tomé > New  York" {
			f.Errorf("label after a rename above: got %q", got)
		}
		if got := f.label(other); got != "Île IIIIIIIIIII > Île" {
			f.Errorf("label under 11 after 1 was renamed: got %q", got)
		}
		f.admin.Put(f.path(1), map[string]any{"parent_id": 11}).Want(200)
		f.checkTree()
		if got := f.label(deep); got != "Île IIIIIIIIIII > ΟΔΟΣ Æon > Straße > São Tomé > New  York" {
			f.Errorf("label after a move above: got %q", got)
		}
		f.wantFound(deep, "aeon york IIIIIIIIIII", "οδος strasse tome", "Sao")
		f.admin.Put(f.path(child), map[string]any{"parent_id": nil, "name": "Ý"}).Want(200)
		f.checkTree()
		if got := f.label(deep); got != "Ý > São Tomé > New  York" {
			f.Errorf("label after a move to the top with another name: got %q", got)
		}
		f.wantFound(deep, "y york")
		f.wantNotFound(deep, "οδος", "IIIIIIIIIII", "strasse")
		if version := f.admin.Get(f.path(deep)).Int("item.version"); version != 1 {
			f.Errorf("version after changes above: got %d, want 1", version)
		}
	})
}

func TestDestinations_NoCycles(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		a := f.create("A", 0)
		b := f.create("B", a)
		c := f.create("C", b)
		before := f.rows()
		for name, parent := range map[string]int64{"itself": a, "its child": b, "its grandchild": c} {
			got := f.admin.Put(f.path(a), map[string]any{"parent_id": parent}).Refused("parent_id")
			if !strings.Contains(got.Text, "inside itself") {
				f.Errorf("below %s: got %s", name, got.Text)
			}
		}
		for _, wrong := range []any{int64(999999), int64(0), int64(-1), "A", 1.5, []int64{a}, true} {
			f.admin.Put(f.path(c), map[string]any{"parent_id": wrong}).Refused("parent_id")
			f.admin.Post("destinations", map[string]any{"name": "D", "parent_id": wrong}).Refused("parent_id")
		}
		if after := f.rows(); !slices.EqualFunc(before, after, sameRow) {
			f.Errorf("refused moves changed the tree:\n%v\n%v", before, after)
		}
	})
}

func TestDestinations_MaxDepth(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		ids := []int64{0}
		for range 8 {
			ids = append(ids, f.create("Level", ids[len(ids)-1]))
		}
		f.admin.Post("destinations", map[string]any{"name": "Ninth", "parent_id": ids[8]}).Refused("parent_id")
		top := f.create("Top", 0)
		second := f.create("Second", top)
		f.create("Third", second)
		// Three levels fit below the fifth, not below the sixth.
		f.admin.Put(f.path(top), map[string]any{"parent_id": ids[6]}).Refused("parent_id")
		f.admin.Put(f.path(ids[1]), map[string]any{"parent_id": top}).Refused("parent_id")
		f.admin.Put(f.path(top), map[string]any{"parent_id": ids[5]}).Want(200)
		f.admin.Put(f.path(second), map[string]any{"name": "Renamed at the bottom"}).Want(200)
		f.checkTree()
	})
}

func TestDestinations_UniqueNamePerParent(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		europe, america := f.create("Europe", 0), f.create("América", 0)
		f.create("Córdoba", europe)
		cordoba := f.create("Córdoba", america)
		for _, same := range []string{"Córdoba", "CORDOBA", "cordoba", " Co\u0301rdoba "} {
			f.admin.Post("destinations", map[string]any{"name": same, "parent_id": europe}).Refused("name")
		}
		for _, same := range []string{"EUROPE", "America", "ámerica"} {
			f.admin.Post("destinations", map[string]any{"name": same}).Refused("name")
		}
		f.admin.Put(f.path(cordoba), map[string]any{"parent_id": europe}).Refused("name")
		f.admin.Put(f.path(america), map[string]any{"name": "éurope"}).Refused("name")
		f.admin.Put(f.path(cordoba), map[string]any{"name": "CÓRDOBA"}).Want(200) // Its own name in another case.
		for _, wrong := range []string{"A > B", ">", "A>", "\u0301Accent first"} {
			f.admin.Post("destinations", map[string]any{"name": wrong}).Refused("name")
			f.admin.Put(f.path(europe), map[string]any{"name": wrong}).Refused("name")
		}
		f.checkTree()
	})
}

func TestDestinations_InUse(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		now := clock.Now()
		parent := f.create("Parent", 0)
		child := f.create("Child", parent)
		uses := func() []string {
			refused := f.admin.Delete(f.path(parent)).Want(409)
			kinds := []string{}
			list, _ := refused.Value("uses").([]any)
			for i := range list {
				at := "uses." + strconv.Itoa(i)
				kind, path := refused.String(at+".kind"), refused.String(at+".path")
				kinds = append(kinds, kind+" "+itoa(refused.Int(at+".count"))+" "+path)
			}
			return kinds
		}
		if got := uses(); !slices.Equal(got, []string{"destinations 1 /destinations?parent_id=" + itoa(parent)}) {
			f.Errorf("uses with a child: got %v", got)
		}
		f.admin.Delete(f.path(child)).Want(204)
		f.s.Exec("INSERT INTO trash (id, kind, record_id, deleted_at) VALUES (1, 'content', 92, ?)", now)
		f.s.Exec(`INSERT INTO content
				(id, title, title_key, type_id, partner_id, created_at, updated_at, deleted_at, trash_id)
			VALUES (91, 'A', 'a', 2, 1, ?, ?, NULL, NULL), (92, 'B', 'b', 2, 1, ?, ?, ?, 1)`, now, now, now, now, now)
		f.s.Exec("INSERT INTO content_destinations (content_id, destination_id) VALUES (91, ?), (92, ?)", parent, parent)
		f.s.Exec(`INSERT INTO facades (term, term_key, destination_id, created_at, updated_at)
			VALUES ('Word', 'word', ?, ?, ?)`, parent, now, now)
		want := []string{
			"content 1 /content?destination_exact=" + itoa(parent), "facades 1 /facades?destination_id=" + itoa(parent),
			"records in the trash 1 /trash?refers_to=destinations:" + itoa(parent),
		}
		if got := uses(); !slices.Equal(got, want) {
			f.Errorf("uses with content and a facade: got %v", got)
		}
		if got := f.admin.Get(f.path(parent)).Int("item.content_count"); got != 1 {
			f.Errorf("content_count: got %d, want 1 (without the item in the trash)", got)
		}
		f.s.Exec("DELETE FROM facades")
		f.s.Exec("DELETE FROM content_destinations")
		f.admin.Delete(f.path(parent)).Want(204)
		f.admin.Get(f.path(parent)).Want(404)
	})
}

func TestDestinations_ConcurrentMoves(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		a, b := f.create("A", 0), f.create("B", 0)
		below := f.create("Below B", b)
		for range 6 {
			answers := f.runConcurrently(
				func() *kittest.Response { return f.admin.Put(f.path(a), map[string]any{"parent_id": below}) },
				func() *kittest.Response { return f.admin.Put(f.path(b), map[string]any{"parent_id": a}) },
			)
			if answers[0].Status+answers[1].Status != 200+422 {
				f.Fatalf("exactly one move must succeed: got %s and %s", answers[0].Text, answers[1].Text)
			}
			f.checkTree()
			f.admin.Put(f.path(a), map[string]any{"parent_id": nil}).Want(200)
			f.admin.Put(f.path(b), map[string]any{"parent_id": nil}).Want(200)
		}
	})
}

func TestDestinations_ConcurrentChanges(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		top := f.create("Top", 0)
		middle := f.create("Middle", top)
		leaf := f.create("Leaf", middle)
		other := f.create("Other", 0)
		for i := range 6 {
			round := strconv.Itoa(i)
			parent := []int64{top, other}[i%2]
			answers := f.runConcurrently(
				func() *kittest.Response { return f.admin.Put(f.path(top), map[string]any{"name": "Top " + round}) },
				func() *kittest.Response { return f.admin.Put(f.path(middle), map[string]any{"parent_id": parent}) },
				func() *kittest.Response { return f.admin.Put(f.path(leaf), map[string]any{"name": "Leaf " + round}) },
				func() *kittest.Response {
					return f.admin.Post("destinations", map[string]any{"name": "New " + round, "parent_id": middle})
				},
			)
			for _, answer := range answers {
				if answer.Status >= 300 {
					f.Errorf("round %d: got %s", i, answer.Text)
				}
			}
			f.checkTree()
		}
	})
}

func (f *fixture) runConcurrently(calls ...func() *kittest.Response) []*kittest.Response {
	answers := make([]*kittest.Response, len(calls))
	var all sync.WaitGroup
	for i, call := range calls {
		all.Go(func() { answers[i] = call() })
	}
	all.Wait()
	return answers
}

func (f *fixture) wantFound(id int64, queries ...string) {
	f.Helper()
	for _, query := range queries {
		if !slices.Contains(f.search(query), itoa(id)) {
			f.Errorf("search for %q does not find %q", query, f.label(id))
		}
	}
}

func (f *fixture) wantNotFound(id int64, queries ...string) {
	f.Helper()
	for _, query := range queries {
		if slices.Contains(f.search(query), itoa(id)) {
			f.Errorf("search for %q finds %q", query, f.label(id))
		}
	}
}

func (f *fixture) search(query string) []string {
	return f.admin.Get("destinations?per_page=100&query=" + url.QueryEscape(query)).Want(200).Column("id")
}

func each(t *testing.T, run func(f *fixture)) {
	t.Helper()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := kittest.Serve(t, d, kittest.Resources(destinations.Mount))
		run(&fixture{T: t, s: s, admin: s.Admin()})
	})
}
