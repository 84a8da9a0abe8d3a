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

func TestDestinationsKeepWhatEveryRecordOwes(t *testing.T) {
	t.Parallel()
	resourcetest.Try(t, destinations.Mount, resourcetest.Sample{
		Path: "destinations", Kind: "destination", Name: "name",
		Create: map[string]any{"name": "Île-de-France"}, Update: map[string]any{"name": "Brittany"},
		Required: []string{"name"}, Unique: []string{"name"}, Longest: map[string]int{"name": 120},
	})
}

func TestALabelIsTheWayDownTheTree(t *testing.T) {
	t.Parallel()
	each(t, func(w *world) {
		europe := w.made("Europe", 0)
		france := w.made("France", europe)
		brittany := w.made("Brittany", france)
		if got := w.admin.Get(w.one(brittany)).Want(200); got.String("item.label") != "Europe > France > Brittany" ||
			got.String("item.name") != "Brittany" || got.Int("item.parent_id") != france {
			w.Errorf("got %s", got.Text)
		}
		w.made("Asia", 0)
		if got := w.admin.Get("destinations").Want(200).Column("label"); !slices.Equal(got, []string{
			"Asia", "Europe",
			"Europe > France", "Europe > France > Brittany",
		}) {
			w.Errorf("listed as %v", got)
		}
		if got := w.admin.Get("destinations?sort=-label").Want(200).Column("name"); !slices.Equal(got,
			[]string{"Brittany", "France", "Europe", "Asia"}) {
			w.Errorf("turned round: %v", got)
		}
		if got := w.admin.Get("destinations?parent_id=" + itoa(europe)).Want(200).Column("name"); !slices.Equal(got,
			[]string{"France"}) {
			w.Errorf("right below Europe: %v", got)
		}
		w.admin.Get("destinations?parent_id=France").Refused("parent_id")
		if got := w.admin.Get(w.one(europe)).Int("item.children_count"); got != 1 {
			w.Errorf("Europe counts %d places right below, want 1", got)
		}
		for _, lookup := range []string{"options/destinations", "search/destinations"} {
			if got := w.admin.Get(lookup + "?query=brit+europe").Want(200).Column("name"); !slices.Equal(got,
				[]string{"Europe > France > Brittany"}) {
				w.Errorf("%s offers %v", lookup, got)
			}
		}
		if got := w.admin.Put(w.one(brittany), map[string]any{"label": "Elsewhere", "content_count": 7}).
			Want(200); got.String("item.label") != "Europe > France > Brittany" || got.Int("item.content_count") != 0 {
			w.Errorf("what is only shown was written: %s", got.Text)
		}
		w.check()
	})
}

func TestAMoveAndARenameReachEverythingBelow(t *testing.T) {
	t.Parallel()
	each(t, func(w *world) {
		// The paths 1/, 11/ and 111/ begin alike, and so do the names.
		for i := range 12 {
			w.made("Île "+strings.Repeat("I", i+1), 0)
		}
		child := w.made("Straße", 1)
		grandchild := w.made("São Tomé", child)
		deep := w.made("New  York", grandchild)
		other := w.made("Île", 11)
		w.check()

		w.admin.Put(w.one(1), map[string]any{"name": "ΟΔΟΣ Æon"}).Want(200)
		w.check()
		if got := w.label(deep); got != "ΟΔΟΣ Æon > Straße > São Tomé > New  York" {
			w.Errorf("renamed above: %q", got)
		}
		if got := w.label(other); got != "Île IIIIIIIIIII > Île" {
			w.Errorf("under 11, after 1 was renamed: %q", got)
		}
		w.admin.Put(w.one(1), map[string]any{"parent_id": 11}).Want(200)
		w.check()
		if got := w.label(deep); got != "Île IIIIIIIIIII > ΟΔΟΣ Æon > Straße > São Tomé > New  York" {
			w.Errorf("moved above: %q", got)
		}
		w.found(deep, "aeon york IIIIIIIIIII", "οδος strasse tome", "Sao")
		w.admin.Put(w.one(child), map[string]any{"parent_id": nil, "name": "Ý"}).Want(200)
		w.check()
		if got := w.label(deep); got != "Ý > São Tomé > New  York" {
			w.Errorf("moved to the top under another name: %q", got)
		}
		w.found(deep, "y york")
		w.lost(deep, "οδος", "IIIIIIIIIII", "strasse")
		if version := w.admin.Get(w.one(deep)).Int("item.version"); version != 1 {
			w.Errorf("a change above raised the version to %d: an open form below it would be stale", version)
		}
	})
}

func TestATreeStaysATree(t *testing.T) {
	t.Parallel()
	each(t, func(w *world) {
		a := w.made("A", 0)
		b := w.made("B", a)
		c := w.made("C", b)
		before := w.rows()
		for name, parent := range map[string]int64{"itself": a, "its child": b, "its grandchild": c} {
			if got := w.admin.Put(w.one(a), map[string]any{"parent_id": parent}).
				Refused("parent_id"); !strings.Contains(got.Text, "below itself") {
				w.Errorf("below %s: %s", name, got.Text)
			}
		}
		for _, wrong := range []any{int64(999999), int64(0), int64(-1), "A", 1.5, []int64{a}, true} {
			w.admin.Put(w.one(c), map[string]any{"parent_id": wrong}).Refused("parent_id")
			w.admin.Post("destinations", map[string]any{"name": "D", "parent_id": wrong}).Refused("parent_id")
		}
		if after := w.rows(); !slices.EqualFunc(before, after, sameRow) {
			w.Errorf("refused moves changed the tree:\n%v\n%v", before, after)
		}
	})
}

func TestATreeHasAtMostEightLevels(t *testing.T) {
	t.Parallel()
	each(t, func(w *world) {
		ids := []int64{0}
		for range 8 {
			ids = append(ids, w.made("Level", ids[len(ids)-1]))
		}
		w.admin.Post("destinations", map[string]any{"name": "Ninth", "parent_id": ids[8]}).Refused("parent_id")
		top := w.made("Top", 0)
		second := w.made("Second", top)
		w.made("Third", second)
		// Three levels fit below the fifth, not below the sixth.
		w.admin.Put(w.one(top), map[string]any{"parent_id": ids[6]}).Refused("parent_id")
		w.admin.Put(w.one(ids[1]), map[string]any{"parent_id": top}).Refused("parent_id")
		w.admin.Put(w.one(top), map[string]any{"parent_id": ids[5]}).Want(200)
		w.admin.Put(w.one(second), map[string]any{"name": "Renamed at the bottom"}).Want(200)
		w.check()
	})
}

func TestANameIsTakenOncePerParent(t *testing.T) {
	t.Parallel()
	each(t, func(w *world) {
		europe, america := w.made("Europe", 0), w.made("América", 0)
		w.made("Córdoba", europe)
		cordoba := w.made("Córdoba", america)
		for _, same := range []string{"Córdoba", "CORDOBA", "cordoba", " Co\u0301rdoba "} {
			w.admin.Post("destinations", map[string]any{"name": same, "parent_id": europe}).Refused("name")
		}
		for _, same := range []string{"EUROPE", "America", "ámerica"} {
			w.admin.Post("destinations", map[string]any{"name": same}).Refused("name")
		}
		w.admin.Put(w.one(cordoba), map[string]any{"parent_id": europe}).Refused("name")
		w.admin.Put(w.one(america), map[string]any{"name": "éurope"}).Refused("name")
		w.admin.Put(w.one(cordoba), map[string]any{"name": "CÓRDOBA"}).Want(200) // its own name in another case is free
		for _, wrong := range []string{"A > B", ">", "A>", "\u0301Accent first"} {
			w.admin.Post("destinations", map[string]any{"name": wrong}).Refused("name")
			w.admin.Put(w.one(europe), map[string]any{"name": wrong}).Refused("name")
		}
		w.check()
	})
}

func TestADestinationInUseStays(t *testing.T) {
	t.Parallel()
	each(t, func(w *world) {
		now := clock.Now()
		parent := w.made("Parent", 0)
		child := w.made("Child", parent)
		uses := func() []string {
			refused := w.admin.Delete(w.one(parent)).Want(409)
			kinds := []string{}
			list, _ := refused.Value("uses").([]any)
			for i := range list {
				at := "uses." + strconv.Itoa(i)
				kinds = append(kinds, refused.String(at+".kind")+" "+itoa(refused.Int(at+".count"))+" "+refused.String(at+".path"))
			}
			return kinds
		}
		if got := uses(); !slices.Equal(got, []string{"destinations 1 /destinations?parent_id=" + itoa(parent)}) {
			w.Errorf("with a child: %v", got)
		}
		w.admin.Delete(w.one(child)).Want(204)
		w.s.Exec("INSERT INTO trash (id, kind, record_id, deleted_at) VALUES (1, 'content', 92, ?)", now)
		w.s.Exec(`INSERT INTO content (id, title, title_key, type_id, partner_id, created_at, updated_at, deleted_at, trash_id) VALUES
			(91, 'A', 'a', 2, 1, ?, ?, NULL, NULL), (92, 'B', 'b', 2, 1, ?, ?, ?, 1)`, now, now, now, now, now)
		w.s.Exec("INSERT INTO content_destinations (content_id, destination_id) VALUES (91, ?), (92, ?)", parent, parent)
		w.s.Exec("INSERT INTO facades (term, term_key, destination_id, created_at, updated_at) VALUES ('Word', 'word', ?, ?, ?)", parent, now, now)
		want := []string{
			"content 1 /content?destination_id=" + itoa(parent), "content in the trash 1 /trash",
			"facades 1 /facades?destination_id=" + itoa(parent),
		}
		if got := uses(); !slices.Equal(got, want) {
			w.Errorf("with content and a facade: %v", got)
		}
		if got := w.admin.Get(w.one(parent)).Int("item.content_count"); got != 1 {
			w.Errorf("counts %d items, want the live one only", got)
		}
		w.s.Exec("DELETE FROM facades")
		w.s.Exec("DELETE FROM content_destinations")
		w.admin.Delete(w.one(parent)).Want(204)
		w.admin.Get(w.one(parent)).Want(404)
	})
}

func TestTwoMovesAtOnceMakeNoCycle(t *testing.T) {
	t.Parallel()
	each(t, func(w *world) {
		a, b := w.made("A", 0), w.made("B", 0)
		below := w.made("Below B", b)
		for range 6 {
			answers := w.together(
				func() *kittest.Answer { return w.admin.Put(w.one(a), map[string]any{"parent_id": below}) },
				func() *kittest.Answer { return w.admin.Put(w.one(b), map[string]any{"parent_id": a}) },
			)
			if answers[0].Status+answers[1].Status != 200+422 {
				w.Fatalf("one move must win: %s and %s", answers[0].Text, answers[1].Text)
			}
			w.check()
			w.admin.Put(w.one(a), map[string]any{"parent_id": nil}).Want(200)
			w.admin.Put(w.one(b), map[string]any{"parent_id": nil}).Want(200)
		}
	})
}

func TestChangesAboveAndBelowAtOnceLoseNothing(t *testing.T) {
	t.Parallel()
	each(t, func(w *world) {
		top := w.made("Top", 0)
		middle := w.made("Middle", top)
		leaf := w.made("Leaf", middle)
		other := w.made("Other", 0)
		for i := range 6 {
			round := strconv.Itoa(i)
			parent := []int64{top, other}[i%2]
			answers := w.together(
				func() *kittest.Answer { return w.admin.Put(w.one(top), map[string]any{"name": "Top " + round}) },
				func() *kittest.Answer { return w.admin.Put(w.one(middle), map[string]any{"parent_id": parent}) },
				func() *kittest.Answer { return w.admin.Put(w.one(leaf), map[string]any{"name": "Leaf " + round}) },
				func() *kittest.Answer {
					return w.admin.Post("destinations", map[string]any{"name": "New " + round, "parent_id": middle})
				},
			)
			for _, answer := range answers {
				if answer.Status >= 300 {
					w.Errorf("round %d: %s", i, answer.Text)
				}
			}
			w.check()
		}
	})
}

func (w *world) together(calls ...func() *kittest.Answer) []*kittest.Answer {
	answers := make([]*kittest.Answer, len(calls))
	var all sync.WaitGroup
	for i, call := range calls {
		all.Go(func() { answers[i] = call() })
	}
	all.Wait()
	return answers
}

func (w *world) found(id int64, queries ...string) {
	w.Helper()
	for _, query := range queries {
		if !slices.Contains(w.search(query), itoa(id)) {
			w.Errorf("searching %q does not find %q", query, w.label(id))
		}
	}
}

func (w *world) lost(id int64, queries ...string) {
	w.Helper()
	for _, query := range queries {
		if slices.Contains(w.search(query), itoa(id)) {
			w.Errorf("searching %q finds %q", query, w.label(id))
		}
	}
}

func (w *world) search(query string) []string {
	return w.admin.Get("destinations?per_page=100&query=" + url.QueryEscape(query)).Want(200).Column("id")
}

func each(t *testing.T, run func(w *world)) {
	t.Helper()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := kittest.Serve(t, d, kittest.Resources(destinations.Mount))
		run(&world{T: t, s: s, admin: s.Admin()})
	})
}
