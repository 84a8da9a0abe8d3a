package copilot_test

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"waymark/internal/features/copilot"
	"waymark/internal/features/users"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
)

// world is a server where partners 11 to 15 have Copilot, which users 21 to 25 use, on pages 31 to 34. Collaborator 41 is seen there.
type world struct {
	*kittest.Server
	t      *testing.T
	editor *kittest.Client
	today  int64
	all    []event // whatever has happened
}

// event is something done in Copilot. Zero is nobody, or no page.
type event struct {
	day, partner, user, page int64
	kind                     int
	collaborator             int64
}

const (
	view = iota
	click
	intent
	lead
)

var kinds = []string{"view", "click", "lead_intent", "lead"}

func serve(t *testing.T, d *db.DB) *world {
	t.Helper()
	s := kittest.Serve(t, d, kittest.Resources(copilot.Mount), kittest.Resources(users.Mount))
	w := &world{Server: s, t: t, editor: s.Editor(), today: clock.Day(clock.Now())}
	for id := int64(11); id <= 15; id++ {
		w.partner(id)
	}
	for id := int64(21); id <= 25; id++ {
		w.user(id)
	}
	for id := 31; id <= 34; id++ {
		s.Exec("INSERT INTO copilot_pages (id, url_hash, url) VALUES (?, ?, ?)", id, fmt.Sprint("hash", id),
			fmt.Sprint("https://trips.example/", id))
	}
	now := clock.Now()
	s.Exec("INSERT INTO collaborators (id, name, name_key, slug, api_key, api_secret, views, created_at, updated_at) VALUES (41, 'Kite', 'kite', 'kite', 'k', 's', 100, ?, ?)", now, now)
	return w
}

func (w *world) partner(id int64) {
	w.t.Helper()
	name, now := fmt.Sprint("Partner ", id), clock.Now()
	w.Exec("INSERT INTO partners (id, account_type_id, name, name_key, slug, alt_id, created_at, updated_at) VALUES (?, 11, ?, ?, ?, ?, ?, ?)", id, name, name, fmt.Sprint("p", id), fmt.Sprint("P", id), now, now)
}

func (w *world) user(id int64) {
	w.t.Helper()
	now := clock.Now()
	w.Exec("INSERT INTO users (id, first_name, last_name, email, alt_id, created_at, updated_at) VALUES (?, 'User', ?, ?, ?, ?, ?)", id, fmt.Sprint("No", id), fmt.Sprintf("u%d@x.example", id), fmt.Sprint("U", id), now, now)
}

// happen adds events that are not summed up yet.
func (w *world) happen(events ...event) {
	w.t.Helper()
	now := clock.Now()
	or := func(id int64) any {
		if id == 0 {
			return nil
		}
		return id
	}
	for chunk := range slices.Chunk(events, 500) {
		rows, fresh, args := []string{}, []string{}, []any{}
		for _, e := range chunk {
			w.all = append(w.all, e)
			id := len(w.all)
			rows, fresh = append(rows, "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"), append(fresh, fmt.Sprintf("(%d)", id))
			args = append(args, id, e.partner, fmt.Sprint("e", id), kinds[e.kind], or(e.user), or(e.collaborator), or(e.page),
				time.Unix(e.day*86400+7, 0).UTC(), now, e.day)
		}
		w.Exec("INSERT INTO copilot_events (id, partner_id, event_id, kind, user_id, collaborator_id, page_id, occurred_at, received_at, day) VALUES "+strings.Join(rows, ", "), args...)
		w.Exec("INSERT INTO copilot_fresh (event_id) VALUES " + strings.Join(fresh, ", "))
	}
}

// sumUp sums up as if on a day, so many events at a time.
func (w *world) sumUp(today int64, step int) {
	w.t.Helper()
	if err := copilot.RollUpOn(w.t.Context(), w.Kit.Store, today, step); err != nil {
		w.t.Fatal(err)
	}
}

// sums are figures under a key, and who was met there.
type sums struct {
	key     [2]int64
	figures [4]int64
	met     map[int64]bool
}

// count is the plain rule: events of some days by what they have of both keys. Those that lack one are in no sum.
func (w *world) count(days clock.Days, key func(event) [2]int64, met func(event) int64) []sums {
	found := map[[2]int64]*sums{}
	for _, e := range w.all {
		k := key(e)
		if e.day < days.First || e.day > days.Last || k[0] == 0 || k[1] == 0 {
			continue
		}
		if found[k] == nil {
			found[k] = &sums{key: k, met: map[int64]bool{}}
		}
		found[k].figures[e.kind]++
		if who := met(e); who != 0 {
			found[k].met[who] = true
		}
	}
	list := []sums{}
	for _, k := range slices.SortedFunc(maps.Keys(found), func(a, b [2]int64) int { return slices.Compare(a[:], b[:]) }) {
		list = append(list, *found[k])
	}
	return list
}

func nobody(event) int64 { return 0 }

// windows are the tables of sums, what they are kept by, and the count beside the figures.
var windows = []struct {
	table, keys, other string
	key                func(event) [2]int64
	met                func(event) int64
}{
	{
		"copilot_partner_window", "partner_id, 1", "advisors_count", func(e event) [2]int64 { return [2]int64{e.partner, 1} },
		func(e event) int64 { return e.user },
	},
	{
		"copilot_user_window", "user_id, 1", "partners_count", func(e event) [2]int64 { return [2]int64{e.user, 1} },
		func(e event) int64 { return e.partner },
	},
	{
		"copilot_user_partner_window", "user_id, partner_id", "0",
		func(e event) [2]int64 { return [2]int64{e.user, e.partner} }, nobody,
	},
	{
		"copilot_partner_page_window", "partner_id, page_id", "0",
		func(e event) [2]int64 { return [2]int64{e.partner, e.page} }, nobody,
	},
	{
		"copilot_user_page_window", "user_id, page_id", "0", func(e event) [2]int64 { return [2]int64{e.user, e.page} },
		nobody,
	},
}

// check compares every sum of the window that ends with a day with what is counted from the events.
func (w *world) check(about string, today int64) {
	w.t.Helper()
	for _, table := range windows {
		want := []string{}
		for _, s := range w.count(clock.WindowEnding(today), table.key, table.met) {
			want = append(want, fmt.Sprint(s.key, s.figures, len(s.met)))
		}
		if got := w.kept(table.table, table.keys, table.other); !slices.Equal(got, want) {
			w.t.Fatalf("%s: %s has\n%v, want\n%v", about, table.table, got, want)
		}
	}
}

type keptRow struct {
	A       int64 `db:"a"`
	B       int64 `db:"b"`
	Other   int64 `db:"other"`
	Views   int64 `db:"views"`
	Clicks  int64 `db:"clicks"`
	Intents int64 `db:"lead_intents"`
	Leads   int64 `db:"leads"`
}

func (w *world) kept(table, keys, other string) []string {
	w.t.Helper()
	a, b, _ := strings.Cut(keys, ", ")
	rows, err := db.All[keptRow](w.t.Context(), w.DB.Read(),
		fmt.Sprintf("SELECT %s AS a, %s AS b, %s AS other, views, clicks, lead_intents, leads FROM %s", a, b, other, table))
	if err != nil {
		w.t.Fatal(err)
	}
	slices.SortFunc(rows, func(x, y keptRow) int { return cmp.Or(cmp.Compare(x.A, y.A), cmp.Compare(x.B, y.B)) })
	list := []string{}
	for _, r := range rows {
		list = append(list, fmt.Sprint([2]int64{r.A, r.B}, [4]int64{r.Views, r.Clicks, r.Intents, r.Leads}, r.Other))
	}
	return list
}

// listed writes the rows of a table: what each is about, the count beside the figures if there is one, and the figures.
func (w *world) listed(path string) []string {
	w.t.Helper()
	list := []string{}
	items, _ := w.editor.Get("copilot-insights/" + path).Want(200).Value("items").([]any)
	for _, item := range items {
		row, _ := item.(map[string]any)
		about := row["source_url"]
		for _, who := range []string{"partner", "user"} {
			if one, ok := row[who].(map[string]any); ok {
				about = one["id"]
			}
		}
		text := fmt.Sprint(about)
		for _, count := range []string{"advisors_count", "partners_count"} {
			if n, ok := row[count]; ok {
				text += fmt.Sprint(" with ", n)
			}
		}
		list = append(list, fmt.Sprintf("%s: %v %v %v %v", text, row["views"], row["clicks"], row["lead_intents"],
			row["leads"]))
	}
	return list
}

func (w *world) lists(about, path string, want ...string) {
	w.t.Helper()
	if got := w.listed(path); !slices.Equal(got, want) && len(got)+len(want) > 0 {
		w.t.Errorf("%s: %s lists\n%s\nwant\n%s", about, path, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

var paths = []string{
	"views-by-partner", "views-by-user", "partner/11/views-by-user", "partner/11/views-by-page",
	"user/21/views-by-partner", "user/21/views-by-page",
}

func TestEveryFigure(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		w := serve(t, d)
		highlights := func(want string) {
			t.Helper()
			got, figures := w.editor.Get("users/highlights").Want(200), []int64{}
			for _, of := range []string{"now.", "previous."} {
				for _, figure := range []string{"views", "clicks", "lead_intents", "leads"} {
					figures = append(figures, got.Int(of+figure))
				}
			}
			if fmt.Sprint(figures) != want {
				t.Errorf("highlights: %v, want %s", figures, want)
			}
		}
		for _, path := range paths {
			w.lists("before anything has happened", path)
		}
		highlights("[0 0 0 0 0 0 0 0]")
		first := w.today - 29 // of the window
		w.happen(
			event{day: w.today, partner: 11, user: 21, page: 31, kind: view}, event{
				day: w.today, partner: 11, user: 21,
				page: 31, kind: view, collaborator: 41,
			},
			event{day: w.today - 1, partner: 11, user: 21, page: 32, kind: click, collaborator: 41},
			event{day: first, partner: 11, user: 22, page: 31, kind: view, collaborator: 41},
			event{day: first, partner: 11, user: 22, page: 31, kind: intent}, event{
				day: w.today, partner: 11, user: 22,
				page: 32, kind: lead,
			},
			event{day: w.today, partner: 12, user: 21, page: 33, kind: view}, event{
				day: w.today, partner: 12, user: 21,
				kind: click,
			}, // on no page
			event{day: w.today, partner: 12, page: 33, kind: view}, event{
				day: w.today, partner: 12, page: 33,
				kind: lead,
			}, // by nobody
			event{day: w.today, partner: 13, kind: view}, // by nobody, on no page
			// The day before the window, the first of those before it, and one that is in neither.
			event{day: first - 1, partner: 11, user: 23, page: 34, kind: view, collaborator: 41},
			event{day: first - 1, partner: 14, user: 21, page: 34, kind: click},
			event{day: first - 30, partner: 11, user: 21, page: 31, kind: lead}, event{
				day: first - 31, partner: 11, user: 21,
				page: 31, kind: intent,
			},
		)
		for _, path := range paths {
			w.lists("before it is summed up", path)
		}
		for _, about := range []string{"summed up", "summed up again"} {
			if err := copilot.RollUp(t.Context(), w.Kit.Store); err != nil {
				t.Fatal(err)
			}
			w.lists(about, "views-by-partner", "11 with 2: 3 1 1 1", "12 with 1: 2 1 0 1", "13 with 0: 1 0 0 0")
			w.lists(about, "views-by-user", "21 with 2: 3 2 0 0", "22 with 1: 1 0 1 1")
			w.lists(about, "partner/11/views-by-user", "21: 2 1 0 0", "22: 1 0 1 1")
			w.lists(about, "partner/11/views-by-page", "https://trips.example/31: 3 0 1 0", "https://trips.example/32: 0 1 0 1")
			w.lists(about, "partner/12/views-by-user", "21: 1 1 0 0")
			w.lists(about, "partner/12/views-by-page", "https://trips.example/33: 2 0 0 1")
			w.lists(about, "partner/13/views-by-user")
			w.lists(about, "partner/13/views-by-page")
			w.lists(about, "user/21/views-by-partner", "11: 2 1 0 0", "12: 1 1 0 0")
			w.lists(about, "user/21/views-by-page", "https://trips.example/31: 2 0 0 0", "https://trips.example/33: 1 0 0 0",
				"https://trips.example/32: 0 1 0 0")
			w.lists(about, "user/23/views-by-partner")
			highlights("[6 2 1 2 1 1 0 1]")
			if n := w.Count("SELECT views FROM collaborators WHERE id = 41"); n != 103 {
				t.Errorf("the collaborator has %d views, want 103", n)
			}
			if n := w.Count("SELECT count(*) FROM copilot_fresh"); n != 0 {
				t.Errorf("%d events are not summed up", n)
			}
			w.check(about, w.today)
		}
		w.Anyone().Get("users/highlights").Want(401)
	})
}

func TestWhoARowIsAbout(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		w := serve(t, d)
		w.Exec("UPDATE users SET personal_photo_id = ? WHERE id = 21", w.Picture())
		w.Exec("UPDATE users SET first_name = '', last_name = '', email = 'nameless@x.example' WHERE id = 22")
		w.happen(event{day: w.today, partner: 11, user: 21}, event{day: w.today, partner: 11, user: 21},
			event{day: w.today, partner: 11, user: 22})
		w.sumUp(w.today, 100)
		for _, path := range []string{"views-by-user", "partner/11/views-by-user"} {
			got := w.editor.Get("copilot-insights/" + path).Want(200)
			for field, want := range map[string]any{
				"0.full_name": "User No21", "0.email": "u21@x.example", "0.initials": "UN", "1.full_name": "",
				"1.email": "nameless@x.example", "1.personal_photo": nil,
			} {
				index, name, _ := strings.Cut(field, ".")
				if value := got.Value("items." + index + ".user." + name); value != want {
					t.Errorf("%s: %s is %v, want %v", path, field, value, want)
				}
			}
			if got.String("items.0.user.personal_photo.full_url") == "" || got.String("items.1.user.initials") == "" {
				t.Errorf("%s: %s", path, got.Text)
			}
		}
		for _, path := range []string{"views-by-partner", "user/21/views-by-partner"} {
			if got := w.editor.Get("copilot-insights/" + path).Want(200); got.String("items.0.partner.name") != "Partner 11" {
				t.Errorf("%s: %s", path, got.Text)
			}
		}
	})
}

func TestEventsThatComeLate(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		w := serve(t, d)
		w.happen(event{day: w.today, partner: 11, user: 21, page: 31})
		w.sumUp(w.today, 100)
		w.happen(
			event{day: w.today - 400, partner: 11, user: 22, page: 32, kind: lead}, event{
				day: w.today - 30, partner: 12,
				user: 21, page: 31,
			}, // before the window
			event{day: w.today - 29, partner: 11, user: 21, page: 31}, event{
				day: w.today - 29, partner: 11, user: 23, page: 33,
				kind: click,
			}, // its first day
		)
		w.sumUp(w.today, 100)
		w.check("late", w.today)
		w.lists("late", "views-by-partner", "11 with 2: 2 1 0 0")
		if n := w.Count("SELECT leads FROM copilot_partner_days WHERE partner_id = 11 AND day = ?", w.today-400); n != 1 {
			t.Errorf("the day long past has %d leads", n)
		}
		w.sumUp(w.today+1, 100) // what came late for the first day leaves with it
		w.check("a day on", w.today+1)
		w.sumUp(w.today+29, 100)
		w.check("the last day of the first event", w.today+29)
		w.sumUp(w.today+30, 100)
		w.check("without it", w.today+30)
		w.happen(event{day: w.today + 100, partner: 13, user: 24, page: 34})
		w.sumUp(w.today+100, 100) // after a long sleep nothing of the window is left
		w.check("much later", w.today+100)
	})
}

// Whatever happens and however it is cut into steps, the sums are those of the plain rule, each day.
func TestTheWindowMovesOn(t *testing.T) {
	t.Parallel()
	for _, step := range []int{1, 7, 5000} {
		t.Run(fmt.Sprint("by ", step), func(t *testing.T) {
			t.Parallel()
			kittest.Each(t, func(t *testing.T, d *db.DB) {
				w := serve(t, d)
				seed := uint64(time.Now().UnixNano())
				random := rand.New(rand.NewPCG(seed, 1))
				t.Logf("seed %d", seed)
				// Mostly few events, so that pairs part and rows end as often as they begin; sometimes a day is slept through.
				for day := w.today - 40; day <= w.today; day++ {
					if random.IntN(8) == 0 && day != w.today {
						continue
					}
					for range random.IntN(12) {
						late := int64(0)
						if random.IntN(4) == 0 {
							late = random.Int64N(45)
						}
						w.happen(event{
							day: day - late, kind: random.IntN(4), partner: 11 + random.Int64N(5),
							user: []int64{0, 21, 22, 23, 24, 25}[random.IntN(6)], page: []int64{0, 31, 32, 33, 34}[random.IntN(5)],
						})
					}
					w.sumUp(day, step)
					w.check(fmt.Sprint("day ", day-w.today), day)
				}
				for _, path := range paths {
					if total := w.editor.Get("copilot-insights/" + path).Want(200).
						Int("meta.total"); total != int64(len(w.listed(path))) {
						t.Errorf("%s: %d in all", path, total)
					}
				}
			})
		})
	}
}

// At midnight events of the new day meet sums of the old one, and nodes whose clocks differ.
func TestTheTurnOfTheDay(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		w := serve(t, d)
		w.happen(event{day: w.today, partner: 11, user: 21, page: 31}, event{
			day: w.today + 1, partner: 11, user: 22,
			page: 32,
		}, event{day: w.today + 1, partner: 12, user: 21, page: 31, kind: click})
		w.sumUp(w.today, 1)
		w.check("before midnight", w.today)
		w.sumUp(w.today+1, 1)
		w.check("after midnight", w.today+1)
		w.happen(event{day: w.today + 1, partner: 13, user: 23, page: 33}, event{
			day: w.today - 29, partner: 14, user: 24,
			page: 34,
		})
		w.sumUp(w.today, 1) // by one whose clock is behind
		w.check("a clock that is behind", w.today+1)
		w.sumUp(w.today+31, 1)
		w.check("when all is over", w.today+31)
	})
}

func TestTwoSumUpAtTheSameMoment(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		w := serve(t, d)
		random := rand.New(rand.NewPCG(7, 7))
		for round := range int64(6) { // from the second on the window moves meanwhile
			events := []event{}
			for range 150 {
				events = append(events, event{
					day: w.today + round - random.Int64N(32), kind: random.IntN(4),
					partner: 11 + random.Int64N(5), user: 21 + random.Int64N(5), page: 31 + random.Int64N(4), collaborator: 41,
				})
			}
			w.happen(events...)
			var both sync.WaitGroup
			failed, begin := make(chan error, 4), make(chan struct{})
			for range 4 {
				both.Go(func() {
					<-begin
					failed <- copilot.RollUpOn(t.Context(), w.Kit.Store, w.today+round, 9)
				})
			}
			close(begin)
			both.Wait()
			close(failed)
			for err := range failed {
				if err != nil {
					t.Fatal(err)
				}
			}
			w.check(fmt.Sprint("round ", round), w.today+round)
		}
		views := int64(100)
		for _, e := range w.all {
			if e.kind == view {
				views++
			}
		}
		if n := w.Count("SELECT views FROM collaborators WHERE id = 41"); n != views {
			t.Errorf("the collaborator has %d views, want %d", n, views)
		}
	})
}

// crowd has happened: 23 partners and users, with figures many of them share.
func (w *world) crowd() {
	w.t.Helper()
	events := []event{}
	for id := int64(100); id < 123; id++ {
		w.partner(id)
		w.user(id + 100)
		w.Exec("INSERT INTO copilot_pages (id, url_hash, url) VALUES (?, ?, ?)", id, fmt.Sprint("hash", id),
			fmt.Sprint("https://trips.example/", id))
		for kind := range kinds {
			for n := range (id*int64(kind+3))%5 + 1 {
				at := event{day: w.today - n, partner: id, user: id + 100, page: id, kind: kind}
				events = append(events, at)
				at.user, at.day = 200+n*int64(kind), w.today-29 // others on its sites, as long ago as counts
				events = append(events, at)
				events = append(events, event{day: w.today, partner: 11, user: id + 100, page: id, kind: kind},
					event{day: w.today, partner: id, user: 21, page: id, kind: kind})
			}
		}
	}
	w.happen(events...)
	w.sumUp(w.today, 5000)
}

var sorts = []string{"views", "clicks", "lead_intents", "leads"}

// sortsOf are what a table can be sorted by.
func sortsOf(path string) []string {
	switch path {
	case "views-by-partner":
		return append(slices.Clone(sorts), "advisors_count")
	case "views-by-user":
		return append(slices.Clone(sorts), "partners_count")
	}
	return sorts
}

func TestSortsAndPages(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		w := serve(t, d)
		w.crowd()
		// Rows of a page have no id of their own; pages were made in the order of their addresses.
		about := func(row map[string]any) string {
			for _, who := range []string{"partner", "user"} {
				if one, ok := row[who].(map[string]any); ok {
					return fmt.Sprint(one["id"])
				}
			}
			return fmt.Sprint(row["source_url"])
		}
		for _, path := range paths {
			for _, sort := range sortsOf(path) {
				for _, sign := range []string{"", "-"} {
					got := w.editor.Get("copilot-insights/" + path + "?per_page=100&sort=" + sign + sort).Want(200)
					items, _ := got.Value("items").([]any)
					if len(items) < 23 || got.Int("meta.total") != int64(len(items)) {
						t.Fatalf("%s lists %d of %d", path, len(items), got.Int("meta.total"))
					}
					ties := 0
					for i := 1; i < len(items); i++ {
						before, _ := items[i-1].(map[string]any)
						row, _ := items[i].(map[string]any)
						x, _ := before[sort].(float64)
						y, _ := row[sort].(float64)
						order := cmp.Or(cmp.Compare(x, y), cmp.Compare(about(before), about(row)))
						if x == y {
							ties++
						}
						if sign == "-" {
							order = -order
						}
						if order >= 0 {
							t.Errorf("%s by %s%s: %v before %v", path, sign, sort, before, row)
						}
					}
					if ties == 0 {
						t.Errorf("%s by %s: no tie to try", path, sort)
					}
				}
			}
			whole, parts := w.listed(path+"?per_page=100"), []string{}
			for page := 1; page <= 3; page++ {
				part := w.editor.Get(fmt.Sprintf("copilot-insights/%s?page=%d", path, page)).Want(200)
				if part.Int("meta.per_page") != 10 || part.Int("meta.page") != int64(page) || part.Int("meta.last_page") != 3 {
					t.Errorf("%s: page %d: %v", path, page, part.Value("meta"))
				}
				parts = append(parts, w.listed(fmt.Sprintf("%s?page=%d", path, page))...)
			}
			if !slices.Equal(parts, whole) {
				t.Errorf("%s: the pages have %v, the whole %v", path, parts, whole)
			}
			if sorted := w.listed(path + "?per_page=100&sort=-views"); !slices.Equal(sorted, whole) {
				t.Errorf("%s is not sorted by views at first", path)
			}
			w.lists("behind the end", path+"?page=4")
			w.lists("three a page", path+"?per_page=3&page=2", whole[3:6]...)
		}
	})
}

// In the moment after midnight in which the sums are still yesterday's, answers come from the days, and are the same.
func TestAfterMidnight(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		w := serve(t, d)
		w.crowd()
		w.happen(event{day: w.today, partner: 12, kind: lead}, event{day: w.today - 30, partner: 13, user: 25, page: 31})
		w.sumUp(w.today, 100)
		queries := []string{"", "?page=2", "?per_page=7&page=3&sort=clicks"}
		answers := func() map[string]string {
			t.Helper()
			told := map[string]string{}
			for _, path := range paths {
				for _, sort := range sortsOf(path) {
					for _, query := range append(queries, "?per_page=100&sort="+sort, "?sort=-"+sort) {
						told[path+query] = w.editor.Get("copilot-insights/" + path + query).Want(200).Text
					}
				}
			}
			return told
		}
		want := answers()
		for _, last := range []int64{w.today - 1, w.today - 3, 0, w.today + 1} {
			w.Exec("UPDATE copilot_window SET last_day = ?", last)
			for path, text := range answers() {
				if text != want[path] {
					t.Errorf("%d days on, %s answers %s, want %s", w.today-last, path, text, want[path])
				}
			}
		}
	})
}

func TestWhatIsInTheTrashIsLeftOut(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		w := serve(t, d)
		w.happen(event{day: w.today, partner: 11, user: 21, page: 31}, event{day: w.today, partner: 11, user: 21, page: 31},
			event{day: w.today, partner: 11, user: 22, page: 31},
			event{day: w.today, partner: 12, user: 21, page: 31})
		w.sumUp(w.today, 100)
		w.Exec("INSERT INTO trash (id, kind, record_id, deleted_at) VALUES (1, 'partner', 11, ?), (2, 'user', 22, ?)",
			clock.Now(), clock.Now())
		for _, last := range []int64{w.today, w.today - 1} { // from the sums, and from the days
			w.Exec("UPDATE copilot_window SET last_day = ?", last)
			there := func(about string) {
				t.Helper()
				w.lists(about, "views-by-partner", "11 with 2: 3 0 0 0", "12 with 1: 1 0 0 0")
				w.lists(about, "views-by-user", "21 with 2: 3 0 0 0", "22 with 1: 1 0 0 0")
				w.lists(about, "partner/11/views-by-user", "21: 2 0 0 0", "22: 1 0 0 0")
				w.lists(about, "user/21/views-by-partner", "11: 2 0 0 0", "12: 1 0 0 0")
			}
			there("all are there")
			w.Exec("UPDATE partners SET deleted_at = created_at, trash_id = 1 WHERE id = 11")
			w.Exec("UPDATE users SET deleted_at = created_at, trash_id = 2 WHERE id = 22")
			w.lists("in the trash", "views-by-partner", "12 with 1: 1 0 0 0")
			w.lists("in the trash", "views-by-user", "21 with 2: 3 0 0 0")
			w.lists("in the trash", "user/21/views-by-partner", "12: 1 0 0 0")
			if total := w.editor.Get("copilot-insights/views-by-user").Want(200).Int("meta.total"); total != 1 {
				t.Errorf("%d users in all, want 1", total)
			}
			for _, gone := range []string{
				"partner/11/views-by-user", "partner/11/views-by-page", "user/22/views-by-partner",
				"user/22/views-by-page",
			} {
				w.editor.Get("copilot-insights/" + gone).Want(404)
			}
			w.Exec("UPDATE partners SET deleted_at = NULL, trash_id = NULL WHERE id = 11")
			w.lists("one is back", "partner/11/views-by-user", "21: 2 0 0 0")
			w.Exec("UPDATE users SET deleted_at = NULL, trash_id = NULL WHERE id = 22")
			there("all are back")
		}
	})
}

func TestWhatIsRefused(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		w := serve(t, d)
		for _, path := range paths {
			at := "copilot-insights/" + path
			w.editor.Get(at).Want(200)
			w.Anyone().Get(at).Want(401)
			for _, wrong := range []string{
				"sort=name", "sort=--views", "sort=-", "sort=id", "sort=views,clicks",
				"sort=" + strings.Repeat("x", 10_000), "page=0", "page=-1", "page=x", "page=1.5", "per_page=0", "per_page=101",
				"per_page=many", "query=x", "partner_id=11",
			} {
				name, _, _ := strings.Cut(wrong, "=")
				w.editor.Get(at + "?" + wrong).Refused(name)
			}
			w.editor.Get(at+"?sort=name&page=0&per_page=0").Refused("sort", "page", "per_page")
			if !strings.HasPrefix(path, "views") {
				w.editor.Get(at + "?sort=advisors_count").Refused("sort")
				for _, missing := range []string{"999", "0", "-1", "x", "99999999999999999999"} {
					id := strings.Split(path, "/")[1]
					w.editor.Get("copilot-insights/" + strings.Replace(path, id, missing, 1)).Want(404)
				}
			}
		}
		w.editor.Get("copilot-insights/views-by-user?sort=advisors_count").Refused("sort")
		w.editor.Get("copilot-insights/views-by-partner?sort=partners_count").Refused("sort")
		w.editor.Get("copilot-insights/partner/21/views-by-user").Want(404) // a user's id
		w.editor.Get("copilot-insights/user/11/views-by-page").Want(404)
	})
}
