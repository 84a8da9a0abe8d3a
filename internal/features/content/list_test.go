package content_test

import (
	"fmt"
	"maps"
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

// row is an item of the test data.
type row struct {
	id                                                          int
	title, block                                                string
	typeID, depth, partner                                      int
	admin                                                       int64
	published, expires, api                                     *time.Time
	tags, places, libraries, publishers, languages, collections []int
	trashed                                                     bool
}

func (r *row) alive(now time.Time) bool { return r.expires == nil || r.expires.After(now) }

// filterRules reimplements every filter in the simplest way: for each filter and value, whether a row matches.
func filterRules(now time.Time, staff int64) map[string]map[string]func(*row) bool {
	has := func(list func(*row) []int, id int) func(*row) bool {
		return func(r *row) bool { return slices.Contains(list(r), id) }
	}
	all := func(*row) bool { return true }
	within := func(r *row) []int { // Lisbon (3) is below Portugal (2).
		if slices.Contains(r.places, 3) {
			return append([]int{2}, r.places...)
		}
		return r.places
	}
	// Collection 2 is public, 3 is public and featured, and 4 is neither.
	return map[string]map[string]func(*row) bool{
		"in_collection": {
			"all": all, "in": func(r *row) bool { return len(r.collections) > 0 },
			"not-in": func(r *row) bool { return len(r.collections) == 0 },
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
		"language_id": {
			"1": has(func(r *row) []int { return r.languages }, 1),
			"5": has(func(r *row) []int { return r.languages }, 5),
		},
		"tag_id": {
			"2": has(func(r *row) []int { return r.tags }, 2), "3": has(func(r *row) []int { return r.tags }, 3),
			"99": has(func(r *row) []int { return r.tags }, 99),
		},
		"destination_id": {"2": has(within, 2), "3": has(within, 3), "20": has(within, 20), "99": has(within, 99)},
		"library_id": {
			"1": has(func(r *row) []int { return r.libraries }, 1),
			"2": has(func(r *row) []int { return r.libraries }, 2),
		},
		"publisher_id": {
			"2": has(func(r *row) []int { return r.publishers }, 2),
			"3": has(func(r *row) []int { return r.publishers }, 3),
		},
		"partner_id": {
			"1": func(r *row) bool { return r.partner == 1 },
			"3": func(r *row) bool { return r.partner == 3 },
		},
		"admin_id": {fmt.Sprint(staff): func(r *row) bool { return r.admin == staff }},
		"collection_id": {
			"2": has(func(r *row) []int { return r.collections }, 2),
			"4": has(func(r *row) []int { return r.collections }, 4),
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
			"public":     func(r *row) bool { return slices.Contains(r.collections, 2) || slices.Contains(r.collections, 3) },
			"featured":   func(r *row) bool { return slices.Contains(r.collections, 3) },
			"not-public": func(r *row) bool { return slices.Contains(r.collections, 4) },
		},
		"api_requests": {
			"all":     all,
			"success": func(r *row) bool { return r.api != nil && r.api.After(now.Add(-30*24*time.Hour)) },
		},
		"query": {
			"lisbon": func(r *row) bool { return strings.Contains(r.title, "Lisbon") },
			"canoe":  func(r *row) bool { return strings.Contains(r.title, "canoe") },
		},
	}
}

// TestContent_FilterCombinations compares random combinations of filters with filterRules. The data is large enough for
// every query plan: some values match many items, some few, some none.
func TestContent_FilterCombinations(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		admin, dice := s.Admin(), rand.New(rand.NewPCG(5, 16))
		now := clock.Now()
		rows := insertItems(s, dice, now, admin.UserID, 2600)
		s.Analyse()
		rules := filterRules(now, admin.UserID)
		names := []string{}
		for name := range rules {
			names = append(names, name)
		}
		slices.Sort(names)
		check := func(chosen map[string]string, sort string, page int) {
			t.Helper()
			query := url.Values{"sort": {sort}, "per_page": {"20"}, "page": {fmt.Sprint(page)}}
			want := slices.Clone(rows)
			for name, value := range chosen {
				query.Set(name, value)
				want = slices.DeleteFunc(want, func(r *row) bool {
					return !slices.ContainsFunc(strings.Split(value, ","), func(one string) bool { return rules[name][one](r) })
				})
			}
			want = slices.DeleteFunc(want, func(r *row) bool { return r.trashed })
			order(want, sort)
			got := admin.Get("content?" + query.Encode()).Want(200)
			ids := []string{}
			for i := (page - 1) * 20; i < min(page*20, len(want)); i++ {
				ids = append(ids, fmt.Sprint(want[i].id))
			}
			if !slices.Equal(got.Column("id"), ids) {
				t.Errorf("%s: got %v, want %v", query.Encode(), got.Column("id"), ids)
			}
			total, capped := got.Int("meta.total"), got.Value("meta.total_is_capped") == true
			if total > int64(len(want)) || (total < int64(len(want)) && !capped) {
				t.Errorf("%s: got total %d, want %d", query.Encode(), total, len(want))
			}
		}
		for _, name := range names {
			for value := range rules[name] {
				check(map[string]string{name: value}, "-created_at", 1)
				check(map[string]string{name: value}, "title", 2)
			}
			if name == "query" {
				continue // a search is one text
			}
			several := strings.Join(slices.Collect(maps.Keys(rules[name])), ",")
			check(map[string]string{name: several}, "-created_at", 1)
			check(map[string]string{name: several}, "title", 2)
		}
		common := map[string]string{ // These values match many items.
			"tag_id": "2", "library_id": "1", "language_id": "1", "publisher_id": "2", "destination_id": "2",
		}
		for a, value := range common {
			for b, other := range common {
				check(map[string]string{a: value, b: other}, "-created_at", 2)
				check(map[string]string{a: value, b: other, "type_id": "2", "published": "published"}, "created_at", 1)
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
				first, several := dice.IntN(len(values)), 1+dice.IntN(3)
				if name == "query" {
					several = 1
				}
				chosen[name] = strings.Join(values[first:min(len(values), first+several)], ",")
			}
			check(chosen, sorts[dice.IntN(len(sorts))], 1+dice.IntN(3))
		}
		t.Run("applies the other filters to the tab counts", func(t *testing.T) {
			counted := admin.Get("content?counts=1&tag_id=2&published=published").Want(200)
			for _, tab := range []string{"all", "in", "not-in"} {
				onTab := counted.Int("meta.counts." + tab + ".total")
				list := admin.Get("content?tag_id=2&published=published&in_collection=" + tab)
				if total := list.Int("meta.total"); onTab != total || onTab == 0 {
					t.Errorf("%s: got %d on the tab, %d in the list", tab, onTab, total)
				}
			}
		})
		t.Run("refuses unknown filters and invalid values", func(t *testing.T) {
			for parameter, value := range map[string]string{
				"in_collection": "out", "block_type": "video", "type_id": "x", "depth_id": "-1", "language_id": "1.5",
				"tag_id": "0", "destination_id": "top", "library_id": "1,x", "publisher_id": "'",
				"partner": "me", "published": "yes", "admin_id": "x", "inspires": "maybe", "api_requests": "failed",
				"colour": "red", "sort": "synopsis", "collection_id": "x",
			} {
				admin.Get("content?" + parameter + "=" + url.QueryEscape(value)).Refused(parameter)
			}
		})
	})
}

func TestContent_SearchByURL(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		admin := s.Admin()
		id := fmt.Sprint(create(admin,
			map[string]any{"content_url": "https://www.Harbour.example/a/lisbon/?b=2&a=1&utm_source=x#top"}))
		create(admin, map[string]any{
			"content_url": "https://harbour.example/a/lisbon", "title": "harbour.example/b is a title",
		})
		for _, address := range []string{
			"https://harbour.example/a/lisbon?a=1&b=2", "HARBOUR.example/a/lisbon?b=2&a=1",
			" http://www.harbour.example/a/lisbon/?a=1&b=2&fbclid=3 ",
		} {
			got := admin.Get("content?query=" + url.QueryEscape(address)).Want(200).Column("id")
			if !slices.Equal(got, []string{id}) {
				t.Errorf("%s: got %v, want %s", address, got, id)
			}
		}
		if got := admin.Get("content?query=harbour.example%2Fb").Want(200).Column("id"); len(got) != 1 {
			t.Errorf("a URL without an item should be searched as text: got %v", got)
		}
		moved := admin.Put("content/"+id, map[string]any{"content_url": "https://harbour.example/moved"}).Want(200)
		got := admin.Get("content?query=https://harbour.example/moved").Want(200).Column("id")
		if !slices.Equal(got, []string{fmt.Sprint(moved.Int("item.id"))}) {
			t.Errorf("after a change of the URL: got %v", got)
		}
	})
}

// Content is found by its host and by parts of its URL, together with what the same words find in titles.
func TestContent_SearchByPartOfURL(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		admin := s.Admin()
		for title, address := range map[string]string{
			"Tram 28": "https://www.LonelyHarbour.example/Portugal/lisbon-by-tram?ref=100%25_off",
			"Porto":   "https://lonelyharbour.example/portugal/porto", "Peru": "https://andes.example/lima",
			"Portugal in a week": "https://other.example/week",
		} {
			create(admin, map[string]any{"title": title, "content_url": address})
		}
		for query, want := range map[string][]string{
			"lonelyharbour.example":             {"Porto", "Tram 28"},
			"LONELYHARBOUR":                     {"Porto", "Tram 28"},
			"harbour.ex":                        {"Porto", "Tram 28"},
			"lisbon-by":                         {"Tram 28"},
			"/portugal/p":                       {"Porto"},
			"portugal":                          {"Porto", "Portugal in a week", "Tram 28"}, // also in a title
			"lonely porto":                      {"Porto"},
			"https://lonelyharbour.example/por": {"Porto"},
			"100%25_off":                        {"Tram 28"},
			"100_25":                            {}, // no wildcards
			"lonely week":                       {}, // the words of a search are all in the title, or all in the URL
			"an":                                {}, // too short for URLs
			`lonely" OR "x`:                     {},
			"lonelyharbour.example zz":          {},
		} {
			for _, path := range []string{"content?sort=title&query=", "search/content?query="} {
				response := admin.Get(path + url.QueryEscape(query)).Want(200)
				field := "title"
				if strings.HasPrefix(path, "search") {
					field = "name"
				}
				if got := slices.Sorted(slices.Values(response.Column(field))); !slices.Equal(got, want) && len(got)+len(want) > 0 {
					t.Errorf("%s%q: got %q, want %q", path, query, got, want)
				}
			}
			total := admin.Get("content?published=all&query=" + url.QueryEscape(query)).Want(200).Int("meta.total")
			if total != int64(len(want)) {
				t.Errorf("%q: got a total of %d, want %d", query, total, len(want))
			}
		}
		// Filters and all that match work on the same rows.
		if got := admin.Get("content?query=lonelyharbour&type_id=999").Want(200).Int("meta.total"); got != 0 {
			t.Errorf("got %d items of another type", got)
		}
		id := admin.Get("content?query=andes.example").Want(200).Int("items.0.id")
		admin.Delete("content/" + fmt.Sprint(id)).Want(204)
		if got := admin.Get("content?query=andes.example").Want(200).Int("meta.total"); got != 0 {
			t.Errorf("got %d items that are in the trash", got)
		}
	})
}

// order sorts rows in the order the list is expected to have.
func order(rows []*row, sort string) {
	name, down := strings.CutPrefix(sort, "-")
	moment := map[string]func(*row) *time.Time{
		"published_at": func(r *row) *time.Time { return r.published },
		"expires_at":   func(r *row) *time.Time { return r.expires },
		"added_at":     func(*row) *time.Time { return nil },
	}[name]
	slices.SortFunc(rows, func(a, b *row) int {
		result := 0
		switch {
		case name == "title":
			result = strings.Compare(fold.Key(a.title), fold.Key(b.title))
		case name == "added_at":
			result = added(a) - added(b)
		case moment != nil && (moment(a) == nil || moment(b) == nil):
			result = map[bool]int{true: 1}[moment(a) != nil] - map[bool]int{true: 1}[moment(b) != nil]
		case moment != nil:
			result = moment(a).Compare(*moment(b))
		}
		if result == 0 {
			result = a.id - b.id
		}
		if down {
			return -result
		}
		return result
	})
}

// added orders items by when they were added to a collection: collections with higher ids got their items later.
func added(r *row) int {
	if len(r.collections) == 0 {
		return 0
	}
	return slices.Max(r.collections)
}

// insertItems inserts n random items with their links.
func insertItems(s *kittest.Server, dice *rand.Rand, now time.Time, staff int64, n int) []*row {
	s.Exec(`INSERT INTO collections
			(id, alt_id, name, name_key, partner_id, language_id, search_text, created_at, updated_at)
		VALUES (4, 'quiet', 'Quiet', 'quiet', 2, 1, '', ?, ?)`, now, now)
	s.Exec(`INSERT INTO collections
			(id, alt_id, name, name_key, partner_id, language_id, search_text, created_at, updated_at, deleted_at)
		VALUES (5, 'gone', 'Gone', 'gone', 2, 1, '', ?, ?, ?)`, now, now, now)
	s.Exec("UPDATE collections SET inspires_publish_at = ? WHERE id IN (2, 3, 5)", now.Add(-time.Hour))
	s.Exec("UPDATE collections SET inspires_feature_at = ? WHERE id IN (3, 5)", now.Add(-time.Hour))
	pick := func(chance int, values ...int) []int {
		list := []int{}
		for _, value := range values {
			if dice.IntN(100) < chance {
				list = append(list, value)
			}
		}
		return list
	}
	randomTime := func(chance int) *time.Time {
		if dice.IntN(100) >= chance {
			return nil
		}
		at := now.Add(time.Duration(dice.IntN(90)-60) * 24 * time.Hour).Add(-time.Minute).Truncate(time.Second)
		return &at
	}
	rows := []*row{}
	insert := newBatch(s, "content", `id, title, title_key, search_text, block_type, type_id, depth_id, partner_id,
		admin_id, published_at, expires_at, last_api_at, created_at, updated_at`)
	links := map[string]*batch{}
	for table, other := range map[string]string{
		"content_tags": "tag_id", "content_destinations": "destination_id",
		"content_libraries": "library_id", "content_publishers": "publisher_id", "content_languages": "language_id",
	} {
		links[table] = newBatch(s, table, "content_id, "+other)
	}
	collections := newBatch(s, "collection_content", "content_id, collection_id, added_at")
	for i := range n {
		subject := []string{"A day", "Étude", "A canoe"}[min(2, dice.IntN(60)/20+dice.IntN(40)/39)]
		place := []string{"Lisbon", "Porto", "Peru"}[dice.IntN(3)]
		r := &row{id: 100 + i, title: fmt.Sprintf("%s in %s %d", subject, place, dice.IntN(500))}
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
		r.published, r.expires, r.api = randomTime(90), randomTime(20), randomTime(30)
		r.tags = append(pick(70, 2), pick(3, 3)...)
		r.places = append(pick(50, 2, 3), pick(2, 20)...)
		r.libraries, r.publishers = append(pick(95, 1), pick(10, 2)...), append(pick(60, 2), pick(1, 3)...)
		r.languages, r.collections = append(pick(97, 1), pick(5, 5)...), append(pick(20, 2), pick(2, 3, 4)...)
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
			"content_libraries": r.libraries, "content_publishers": r.publishers, "content_languages": r.languages,
		} {
			for _, other := range others {
				links[table].add(r.id, other)
			}
		}
		for _, collection := range r.collections {
			collections.add(r.id, collection, now.Add(time.Duration(collection)*time.Minute))
		}
	}
	insert.flush()
	for _, link := range links {
		link.flush()
	}
	collections.flush()
	for _, r := range rows {
		if r.trashed {
			s.Exec("UPDATE content SET deleted_at = ? WHERE id = ?", now, r.id)
		}
	}
	s.Analyse()
	return rows
}

// batch inserts many rows with few statements.
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
