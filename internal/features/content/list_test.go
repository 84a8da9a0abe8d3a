package content_test

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/kittest"
)

// row is an item of the shelf as the test knows it.
type row struct {
	id                                                  int
	title, block                                        string
	typeID, depth, partner                              int
	admin                                               int64
	published, expires, api                             *time.Time
	tags, places, libraries, publishers, langs, bundles []int
	trashed                                             bool
}

func (r *row) alive(now time.Time) bool { return r.expires == nil || r.expires.After(now) }

// filters is every filter with its values, and whether a row meets them: said once more, as plainly as can be.
func filters(now time.Time, staff int64) map[string]map[string]func(*row) bool {
	is := func(list func(*row) []int, id int) func(*row) bool {
		return func(r *row) bool { return slices.Contains(list(r), id) }
	}
	all := func(*row) bool { return true }
	within := func(r *row) []int { // Portugal has Lisbon below it
		if slices.Contains(r.places, 3) {
			return append([]int{2}, r.places...)
		}
		return r.places
	}
	// Of the collections, 2 is public, 3 is featured, too, and 4 is neither.
	return map[string]map[string]func(*row) bool{
		"in_collection": {
			"all": all, "in": func(r *row) bool { return len(r.bundles) > 0 },
			"not-in": func(r *row) bool { return len(r.bundles) == 0 },
		},
		"block_type": {
			"all": all, "content": func(r *row) bool { return r.block == "content" },
			"image": func(r *row) bool { return r.block == "image" },
		},
		"type_id": {
			"2": func(r *row) bool { return r.typeID == 2 }, "4": func(r *row) bool { return r.typeID == 4 },
			"7": func(r *row) bool { return r.typeID == 7 },
		},
		"depth_id": {"1": func(r *row) bool { return r.depth == 1 }, "3": func(r *row) bool { return r.depth == 3 }},
		"language_id": {"1": is(func(r *row) []int { return r.langs }, 1), "5": is(func(r *row) []int { return r.langs },
			5)},
		"tag_id": {
			"2": is(func(r *row) []int { return r.tags }, 2), "3": is(func(r *row) []int { return r.tags }, 3),
			"99": is(func(r *row) []int { return r.tags }, 99),
		},
		"destination_id": {"2": is(within, 2), "3": is(within, 3), "20": is(within, 20), "99": is(within, 99)},
		"library_id": {
			"1": is(func(r *row) []int { return r.libraries }, 1),
			"2": is(func(r *row) []int { return r.libraries }, 2),
		},
		"publisher_id": {
			"2": is(func(r *row) []int { return r.publishers }, 2),
			"3": is(func(r *row) []int { return r.publishers }, 3),
		},
		"partner_id": {
			"1": func(r *row) bool { return r.partner == 1 },
			"3": func(r *row) bool { return r.partner == 3 },
		},
		"admin_id": {fmt.Sprint(staff): func(r *row) bool { return r.admin == staff }},
		"collection_id": {
			"2": is(func(r *row) []int { return r.bundles }, 2),
			"4": is(func(r *row) []int { return r.bundles }, 4),
		},
		"published": {
			"all":       all,
			"expired":   func(r *row) bool { return !r.alive(now) },
			"draft":     func(r *row) bool { return r.alive(now) && r.published == nil },
			"scheduled": func(r *row) bool { return r.alive(now) && r.published != nil && r.published.After(now) },
			"published": func(r *row) bool { return r.alive(now) && r.published != nil && !r.published.After(now) },
		},
		"inspires": {
			"all":        all,
			"public":     func(r *row) bool { return slices.Contains(r.bundles, 2) || slices.Contains(r.bundles, 3) },
			"featured":   func(r *row) bool { return slices.Contains(r.bundles, 3) },
			"not-public": func(r *row) bool { return slices.Contains(r.bundles, 4) },
		},
		"api_requests": {"all": all, "success": func(r *row) bool {
			return r.api != nil &&
				r.api.After(now.Add(-30*24*time.Hour))
		}},
		"query": {
			"lisbon": func(r *row) bool { return strings.Contains(r.title, "Lisbon") },
			"canoe":  func(r *row) bool { return strings.Contains(r.title, "canoe") },
		},
	}
}

// TestEveryCombinationOfFilters holds thousands of random lists against the plain rule. The shelf is long enough for
// every way the list has of finding its rows: values that many items have, that few have, and that none has.
func TestEveryCombinationOfFilters(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		admin, dice := s.Admin(), rand.New(rand.NewPCG(5, 16))
		now := clock.Now()
		rows := fillShelf(s, dice, now, admin.UserID, 2600)
		rules := filters(now, admin.UserID)
		names := []string{}
		for name := range rules {
			names = append(names, name)
		}
		slices.Sort(names)
		try := func(chosen map[string]string, sort string, page int) {
			t.Helper()
			query := url.Values{"sort": {sort}, "per_page": {"20"}, "page": {fmt.Sprint(page)}}
			want := slices.Clone(rows)
			for name, value := range chosen {
				query.Set(name, value)
				want = slices.DeleteFunc(want, func(r *row) bool { return !rules[name][value](r) })
			}
			want = slices.DeleteFunc(want, func(r *row) bool { return r.trashed })
			order(want, sort)
			got := admin.Get("content?" + query.Encode()).Want(200)
			ids := []string{}
			for i := (page - 1) * 20; i < min(page*20, len(want)); i++ {
				ids = append(ids, fmt.Sprint(want[i].id))
			}
			if !slices.Equal(got.Column("id"), ids) {
				t.Errorf("%s: %v, want %v", query.Encode(), got.Column("id"), ids)
			}
			total, capped := got.Int("meta.total"), got.Value("meta.total_is_capped") == true
			if total > int64(len(want)) || (total < int64(len(want)) && !capped) {
				t.Errorf("%s: %d in all, want %d", query.Encode(), total, len(want))
			}
		}
		for _, name := range names { // each alone, then any together
			for value := range rules[name] {
				try(map[string]string{name: value}, "-created_at", 1)
				try(map[string]string{name: value}, "title", 2)
			}
		}
		most := map[string]string{
			"tag_id": "2", "library_id": "1", "language_id": "1", "publisher_id": "2",
			"destination_id": "2",
		} // many items have these
		for a, value := range most {
			for b, other := range most {
				try(map[string]string{a: value, b: other}, "-created_at", 2)
				try(map[string]string{a: value, b: other, "type_id": "2", "published": "published"}, "created_at", 1)
			}
		}
		sorts := []string{
			"-created_at", "created_at", "title", "-title", "-added_at", "added_at", "expires_at",
			"-expires_at", "-published_at",
		}
		for range 250 {
			chosen := map[string]string{}
			for range 1 + dice.IntN(4) {
				name := names[dice.IntN(len(names))]
				values := []string{}
				for value := range rules[name] {
					values = append(values, value)
				}
				slices.Sort(values)
				chosen[name] = values[dice.IntN(len(values))]
			}
			try(chosen, sorts[dice.IntN(len(sorts))], 1+dice.IntN(3))
		}
		t.Run("tabs count what the other filters leave", func(t *testing.T) {
			counted := admin.Get("content?counts=1&tag_id=2&published=published").Want(200)
			for _, tab := range []string{"all", "in", "not-in"} {
				if a, b := counted.Int("meta.counts."+tab+".total"),
					admin.Get("content?tag_id=2&published=published&in_collection="+tab).Int("meta.total"); a != b || a == 0 {
					t.Errorf("%s: %d on the tab, %d in the list", tab, a, b)
				}
			}
		})
		t.Run("what is no filter or no choice is named", func(t *testing.T) {
			for parameter, value := range map[string]string{
				"in_collection": "out", "block_type": "video", "type_id": "x", "depth_id": "-1", "language_id": "1.5",
				"tag_id": "0", "destination_id": "top", "library_id": "1,2", "publisher_id": "'",
				"partner": "me", "published": "yes", "admin_id": "x", "inspires": "maybe", "api_requests": "failed",
				"colour": "red", "sort": "synopsis", "collection_id": "x",
			} {
				admin.Get("content?" + parameter + "=" + url.QueryEscape(value)).Refused(parameter)
			}
		})
	})
}

func TestAnItemIsFoundByItsAddress(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		admin := s.Admin()
		id := fmt.Sprint(create(admin,
			map[string]any{"content_url": "https://www.Harbour.example/a/lisbon/?b=2&a=1&utm_source=x#top"}))
		create(admin, map[string]any{
			"content_url": "https://harbour.example/a/lisbon",
			"title":       "harbour.example/b is a title",
		})
		for _, address := range []string{
			"https://harbour.example/a/lisbon?a=1&b=2", "HARBOUR.example/a/lisbon?b=2&a=1",
			" http://www.harbour.example/a/lisbon/?a=1&b=2&fbclid=3 ",
		} {
			if got := admin.Get("content?query=" + url.QueryEscape(address)).Want(200).Column("id"); !slices.Equal(got,
				[]string{id}) {
				t.Errorf("%s finds %v, want %s", address, got, id)
			}
		}
		if got := admin.Get("content?query=harbour.example%2Fb").Want(200).Column("id"); len(got) != 1 {
			t.Errorf("an address nobody has is no longer a word: %v", got)
		}
		moved := admin.Put("content/"+id, map[string]any{"content_url": "https://harbour.example/moved"}).Want(200)
		if got := admin.Get("content?query=https://harbour.example/moved").Want(200).Column("id"); !slices.Equal(got,
			[]string{fmt.Sprint(moved.Int("item.id"))}) {
			t.Errorf("after a move: %v", got)
		}
	})
}

func order(rows []*row, sort string) {
	name, down := strings.CutPrefix(sort, "-")
	moment := map[string]func(*row) *time.Time{
		"published_at": func(r *row) *time.Time { return r.published },
		"expires_at":   func(r *row) *time.Time { return r.expires },
		"added_at":     func(*row) *time.Time { return nil },
	}[name]
	slices.SortFunc(rows, func(a, b *row) int {
		way := 0
		switch {
		case name == "title":
			way = strings.Compare(fold.Key(a.title), fold.Key(b.title))
		case name == "added_at":
			way = added(a) - added(b)
		case moment != nil && (moment(a) == nil || moment(b) == nil):
			way = map[bool]int{true: 1}[moment(a) != nil] - map[bool]int{true: 1}[moment(b) != nil]
		case moment != nil:
			way = moment(a).Compare(*moment(b))
		}
		if way == 0 {
			way = a.id - b.id
		}
		if down {
			return -way
		}
		return way
	})
}

// added is how late an item went into a collection: the later ones have the higher ids.
func added(r *row) int {
	if len(r.bundles) == 0 {
		return 0
	}
	return slices.Max(r.bundles)
}

func fillShelf(s *kittest.Server, dice *rand.Rand, now time.Time, staff int64, n int) []*row {
	s.Exec("INSERT INTO collections (id, alt_id, name, name_key, partner_id, language_id, search_text, created_at, updated_at) VALUES (4, 'quiet', 'Quiet', 'quiet', 2, 1, '', ?, ?)", now, now)
	s.Exec("INSERT INTO collections (id, alt_id, name, name_key, partner_id, language_id, search_text, created_at, updated_at, deleted_at) VALUES (5, 'gone', 'Gone', 'gone', 2, 1, '', ?, ?, ?)", now, now, now)
	s.Exec("UPDATE collections SET inspires_publish_at = ? WHERE id IN (2, 3, 5)", now.Add(-time.Hour))
	s.Exec("UPDATE collections SET inspires_feature_at = ? WHERE id IN (3, 5)", now.Add(-time.Hour))
	some := func(chance int, values ...int) []int {
		list := []int{}
		for _, value := range values {
			if dice.IntN(100) < chance {
				list = append(list, value)
			}
		}
		return list
	}
	when := func(chance int) *time.Time {
		if dice.IntN(100) >= chance {
			return nil
		}
		at := now.Add(time.Duration(dice.IntN(90)-60) * 24 * time.Hour).Add(-time.Minute).Truncate(time.Second)
		return &at
	}
	rows := []*row{}
	insert := newBatch(s, "content",
		"id, title, title_key, search_text, block_type, type_id, depth_id, partner_id, admin_id, published_at, expires_at, last_api_at, created_at, updated_at")
	links := map[string]*batch{}
	for table, other := range map[string]string{
		"content_tags": "tag_id", "content_destinations": "destination_id",
		"content_libraries": "library_id", "content_publishers": "publisher_id", "content_languages": "language_id",
	} {
		links[table] = newBatch(s, table, "content_id, "+other)
	}
	bundles := newBatch(s, "collection_content", "content_id, collection_id, added_at")
	for i := range n {
		r := &row{id: 100 + i, title: fmt.Sprintf("%s in %s %d", []string{
			"A day", "Étude",
			"A canoe",
		}[min(2, dice.IntN(60)/20+dice.IntN(40)/39)], []string{"Lisbon", "Porto", "Peru"}[dice.IntN(3)],
			dice.IntN(500))}
		r.block, r.typeID, r.depth, r.partner = "content", []int{2, 2, 2, 4}[dice.IntN(4)], 1+dice.IntN(3), 1+dice.IntN(3)
		if dice.IntN(10) == 0 {
			r.block, r.typeID = "image", 3
		}
		if dice.IntN(200) == 0 {
			r.typeID = 7
		}
		if dice.IntN(3) == 0 {
			r.admin = staff
		}
		r.published, r.expires, r.api = when(90), when(20), when(30)
		r.tags = append(some(70, 2), some(3, 3)...)
		r.places = append(some(50, 2, 3), some(2, 20)...)
		r.libraries, r.publishers = append(some(95, 1), some(10, 2)...), append(some(60, 2), some(1, 3)...)
		r.langs, r.bundles = append(some(97, 1), some(5, 5)...), append(some(20, 2), some(2, 3, 4)...)
		r.trashed = dice.IntN(15) == 0
		rows = append(rows, r)
		var by any
		if r.admin != 0 {
			by = r.admin
		}
		insert.add(r.id, r.title, fold.Key(r.title), fold.SearchText(r.title), r.block, r.typeID, r.depth, r.partner, by,
			r.published, r.expires, r.api, now, now)
		for table, others := range map[string][]int{
			"content_tags": r.tags, "content_destinations": r.places,
			"content_libraries": r.libraries, "content_publishers": r.publishers, "content_languages": r.langs,
		} {
			for _, other := range others {
				links[table].add(r.id, other)
			}
		}
		for _, bundle := range r.bundles {
			bundles.add(r.id, bundle, now.Add(time.Duration(bundle)*time.Minute))
		}
	}
	insert.flush()
	for _, link := range links {
		link.flush()
	}
	bundles.flush()
	for _, r := range rows {
		if r.trashed {
			s.Exec("UPDATE content SET deleted_at = ? WHERE id = ?", now, r.id)
		}
	}
	s.Analyse()
	return rows
}

// batch inserts many rows by few statements.
type batch struct {
	s             *kittest.Server
	table, column string
	marks         []string
	args          []any
}

func newBatch(s *kittest.Server, table, columns string) *batch {
	return &batch{s: s, table: table, column: columns}
}

func (b *batch) add(values ...any) {
	b.marks = append(b.marks, "(?"+strings.Repeat(", ?", len(values)-1)+")")
	b.args = append(b.args, values...)
	if len(b.args) > 8000 {
		b.flush()
	}
}

func (b *batch) flush() {
	if len(b.marks) > 0 {
		b.s.Exec("INSERT INTO "+b.table+" ("+b.column+") VALUES "+strings.Join(b.marks, ", "), b.args...)
	}
	b.marks, b.args = nil, nil
}
