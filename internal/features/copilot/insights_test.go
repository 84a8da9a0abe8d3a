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
	"waymark/internal/kit/derived"
	"waymark/internal/kit/kittest"
	"waymark/internal/platform/schema"
)

// insightFixture is a server where users 21 to 25 use Copilot on the sites of partners 11 to 15, on pages 31 to 34.
// Events may name collaborator 41.
type insightFixture struct {
	*kittest.Server
	t      *testing.T
	editor *kittest.Client
	today  int64
	all    []event // All events inserted so far.
	// purged are the users and partners that were deleted permanently; uncounted are those in the trash and the users
	// who are not advisors.
	purged, uncounted map[int64]bool
}

// event is a Copilot event. A zero user, page or collaborator means none.
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

func newInsightFixture(t *testing.T, d *db.DB) *insightFixture {
	t.Helper()
	s := kittest.Serve(t, d, kittest.Resources(copilot.Mount), kittest.Resources(users.Mount))
	f := &insightFixture{
		Server: s, t: t, editor: s.Editor(), today: clock.Day(clock.Now()),
		purged: map[int64]bool{}, uncounted: map[int64]bool{},
	}
	for id := int64(11); id <= 15; id++ {
		f.createPartner(id)
	}
	for id := int64(21); id <= 25; id++ {
		f.createUser(id)
	}
	for id := 31; id <= 34; id++ {
		s.Exec("INSERT INTO copilot_pages (id, url_hash, url) VALUES (?, ?, ?)", id, fmt.Sprint("hash", id),
			fmt.Sprint("https://trips.example/", id))
	}
	now := clock.Now()
	s.Exec(`INSERT INTO collaborators (id, name, name_key, slug, api_key, api_secret, views, created_at, updated_at)
		VALUES (41, 'Kite', 'kite', 'kite', 'k', 's', 100, ?, ?)`, now, now)
	return f
}

func (f *insightFixture) createPartner(id int64) {
	f.t.Helper()
	name, now := fmt.Sprint("Partner ", id), clock.Now()
	f.Exec(`INSERT INTO partners (id, account_type_id, name, name_key, slug, alt_id, created_at, updated_at)
		VALUES (?, 11, ?, ?, ?, ?, ?, ?)`, id, name, name, fmt.Sprint("p", id), fmt.Sprint("P", id), now, now)
}

func (f *insightFixture) createUser(id int64) {
	f.t.Helper()
	now := clock.Now()
	f.Exec(`INSERT INTO users (id, first_name, last_name, email, alt_id, created_at, updated_at)
		VALUES (?, 'User', ?, ?, ?, ?, ?)`,
		id, fmt.Sprint("No", id), fmt.Sprintf("u%d@x.example", id), fmt.Sprint("U", id), now, now)
}

// insert stores events that are not rolled up yet.
func (f *insightFixture) insert(events ...event) {
	f.t.Helper()
	now := clock.Now()
	nullable := func(id int64) any {
		if id == 0 {
			return nil
		}
		return id
	}
	for chunk := range slices.Chunk(events, 500) {
		rows, fresh, args := []string{}, []string{}, []any{}
		for _, e := range chunk {
			f.all = append(f.all, e)
			id := len(f.all)
			rows, fresh = append(rows, "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"), append(fresh, fmt.Sprintf("(%d)", id))
			args = append(args, id, e.partner, fmt.Sprint("e", id), kinds[e.kind],
				nullable(e.user), nullable(e.collaborator), nullable(e.page), time.Unix(e.day*86400+7, 0).UTC(), now, e.day)
		}
		f.Exec(`INSERT INTO copilot_events (id, partner_id, event_id, kind, user_id, collaborator_id, page_id,
				occurred_at, received_at, day)
			VALUES `+strings.Join(rows, ", "), args...)
		f.Exec("INSERT INTO copilot_fresh (event_id) VALUES " + strings.Join(fresh, ", "))
	}
}

// rollUp rolls up the events with the given day as today and the given batch size.
func (f *insightFixture) rollUp(today int64, batch int) {
	f.t.Helper()
	if err := copilot.RollUpOn(f.t.Context(), f.Kit.Store, today, batch); err != nil {
		f.t.Fatal(err)
	}
}

// sums are the expected figures under a key, with the users or partners that occurred.
type sums struct {
	key     [2]int64
	figures [4]int64
	others  map[int64]bool
}

// count computes the expected sums directly from the events of some days. What was deleted permanently counts as 0.
func (f *insightFixture) count(days clock.Days, key func(event) [2]int64, other func(event) int64) []sums {
	found := map[[2]int64]*sums{}
	for _, e := range f.all {
		if f.purged[e.user] {
			e.user = 0
		}
		if f.purged[e.partner] {
			e.partner = 0
		}
		k := key(e)
		if e.day < days.First || e.day > days.Last || k == notSummed {
			continue
		}
		if found[k] == nil {
			found[k] = &sums{key: k, others: map[int64]bool{}}
		}
		found[k].figures[e.kind]++
		if id := other(e); id != 0 && k[0] != 0 && !f.uncounted[id] {
			found[k].others[id] = true
		}
	}
	list := []sums{}
	for _, k := range slices.SortedFunc(maps.Keys(found), func(a, b [2]int64) int { return slices.Compare(a[:], b[:]) }) {
		list = append(list, *found[k])
	}
	return list
}

func none(event) int64 { return 0 }

// notSummed is the key of events that a table leaves out.
var notSummed = [2]int64{-1, -1}

// pageKey is the key of a page of a user or a partner.
func pageKey(owner, page int64) [2]int64 {
	if owner == 0 {
		return notSummed
	}
	return [2]int64{owner, page}
}

// windows are the tables of sums, with their keys and the additional count.
var windows = []struct {
	table, keys, count string
	key                func(event) [2]int64
	other              func(event) int64
}{
	{
		"copilot_partner_window", "partner_id, 1", "advisors_count",
		func(e event) [2]int64 { return [2]int64{e.partner, 1} }, func(e event) int64 { return e.user },
	},
	{
		"copilot_user_window", "user_id, 1", "partners_count",
		func(e event) [2]int64 { return [2]int64{e.user, 1} }, func(e event) int64 { return e.partner },
	},
	{
		"copilot_user_partner_window", "user_id, partner_id", "0",
		func(e event) [2]int64 { return [2]int64{e.user, e.partner} }, none,
	},
	{
		"copilot_partner_page_window", "partner_id, page_id", "0",
		func(e event) [2]int64 { return pageKey(e.partner, e.page) }, none,
	},
	{
		"copilot_user_page_window", "user_id, page_id", "0",
		func(e event) [2]int64 { return pageKey(e.user, e.page) }, none,
	},
}

// check compares all sums of the window that ends on the given day with those computed from the events.
func (f *insightFixture) check(about string, today int64) {
	f.t.Helper()
	for _, table := range windows {
		want := []string{}
		for _, s := range f.count(clock.WindowEnding(today), table.key, table.other) {
			want = append(want, fmt.Sprint(s.key, s.figures, len(s.others)))
		}
		if got := f.stored(table.table, table.keys, table.count); !slices.Equal(got, want) {
			f.t.Fatalf("%s: %s: got\n%v, want\n%v", about, table.table, got, want)
		}
	}
}

type storedRow struct {
	A       int64 `db:"a"`
	B       int64 `db:"b"`
	Other   int64 `db:"other"`
	Views   int64 `db:"views"`
	Clicks  int64 `db:"clicks"`
	Intents int64 `db:"lead_intents"`
	Leads   int64 `db:"leads"`
}

// stored returns the rows of a table of sums.
func (f *insightFixture) stored(table, keys, other string) []string {
	f.t.Helper()
	a, b, _ := strings.Cut(keys, ", ")
	rows, err := db.All[storedRow](f.t.Context(), f.DB.Read(),
		fmt.Sprintf("SELECT %s AS a, %s AS b, %s AS other, views, clicks, lead_intents, leads FROM %s", a, b, other, table))
	if err != nil {
		f.t.Fatal(err)
	}
	slices.SortFunc(rows, func(x, y storedRow) int { return cmp.Or(cmp.Compare(x.A, y.A), cmp.Compare(x.B, y.B)) })
	list := []string{}
	for _, r := range rows {
		if r.A == 0 {
			r.Other = 0 // Nothing shows it.
		}
		list = append(list, fmt.Sprint([2]int64{r.A, r.B}, [4]int64{r.Views, r.Clicks, r.Intents, r.Leads}, r.Other))
	}
	return list
}

// list returns the rows of a table as text: the record, the additional count if there is one, and the figures.
func (f *insightFixture) list(path string) []string {
	f.t.Helper()
	list := []string{}
	items, _ := f.editor.Get("copilot-insights/" + path).Want(200).Value("items").([]any)
	for _, item := range items {
		row, _ := item.(map[string]any)
		about := row["source_url"]
		for _, who := range []string{"partner", "user"} {
			if record, ok := row[who].(map[string]any); ok {
				about = record["id"]
			}
		}
		text := fmt.Sprint(about)
		for _, count := range []string{"advisors_count", "partners_count"} {
			if n, ok := row[count]; ok {
				text += fmt.Sprint(" with ", n)
			}
		}
		list = append(list, fmt.Sprintf("%s: %v %v %v %v",
			text, row["views"], row["clicks"], row["lead_intents"], row["leads"]))
	}
	return list
}

// wantList checks the rows of a table.
func (f *insightFixture) wantList(about, path string, want ...string) {
	f.t.Helper()
	if got := f.list(path); !slices.Equal(got, want) && len(got)+len(want) > 0 {
		f.t.Errorf("%s: %s: got\n%s\nwant\n%s", about, path, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

var paths = []string{
	"views-by-partner", "views-by-user", "partner/11/views-by-user", "partner/11/views-by-page",
	"user/21/views-by-partner", "user/21/views-by-page",
}

func TestInsights_Figures(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newInsightFixture(t, d)
		highlights := func(want string) {
			t.Helper()
			got, figures := f.editor.Get("users/highlights").Want(200), []int64{}
			for _, period := range []string{"now.", "previous."} {
				for _, figure := range []string{"views", "clicks", "lead_intents", "leads"} {
					figures = append(figures, got.Int(period+figure))
				}
			}
			if fmt.Sprint(figures) != want {
				t.Errorf("highlights: got %v, want %s", figures, want)
			}
		}
		for _, path := range paths {
			f.wantList("without events", path)
		}
		highlights("[0 0 0 0 0 0 0 0]")
		first := f.today - 29 // First day of the window.
		f.insert(
			event{day: f.today, partner: 11, user: 21, page: 31, kind: view},
			event{day: f.today, partner: 11, user: 21, page: 31, kind: view, collaborator: 41},
			event{day: f.today - 1, partner: 11, user: 21, page: 32, kind: click, collaborator: 41},
			event{day: first, partner: 11, user: 22, page: 31, kind: view, collaborator: 41},
			event{day: first, partner: 11, user: 22, page: 31, kind: intent},
			event{day: f.today, partner: 11, user: 22, page: 32, kind: lead},
			event{day: f.today, partner: 12, user: 21, page: 33, kind: view},
			event{day: f.today, partner: 12, user: 21, kind: click}, // No page.
			event{day: f.today, partner: 12, page: 33, kind: view},  // No user.
			event{day: f.today, partner: 12, page: 33, kind: lead},  // No user.
			event{day: f.today, partner: 13, kind: view},            // Neither user nor page.
			// The last day before the window, the first day of the previous window, and the day before that.
			event{day: first - 1, partner: 11, user: 23, page: 34, kind: view, collaborator: 41},
			event{day: first - 1, partner: 14, user: 21, page: 34, kind: click},
			event{day: first - 30, partner: 11, user: 21, page: 31, kind: lead},
			event{day: first - 31, partner: 11, user: 21, page: 31, kind: intent},
		)
		for _, path := range paths {
			f.wantList("before the roll-up", path)
		}
		for _, about := range []string{"rolled up", "rolled up again"} {
			if err := copilot.RollUp(t.Context(), f.Kit.Store); err != nil {
				t.Fatal(err)
			}
			f.wantList(about, "views-by-partner", "11 with 2: 3 1 1 1", "12 with 1: 2 1 0 1", "13 with 0: 1 0 0 0")
			f.wantList(about, "views-by-user", "21 with 2: 3 2 0 0", "22 with 1: 1 0 1 1")
			f.wantList(about, "partner/11/views-by-user", "21: 2 1 0 0", "22: 1 0 1 1")
			f.wantList(about, "partner/11/views-by-page", "https://trips.example/31: 3 0 1 0",
				"https://trips.example/32: 0 1 0 1")
			f.wantList(about, "partner/12/views-by-user", "21: 1 1 0 0")
			f.wantList(about, "partner/12/views-by-page", "https://trips.example/33: 2 0 0 1")
			f.wantList(about, "partner/13/views-by-user")
			f.wantList(about, "partner/13/views-by-page")
			f.wantList(about, "user/21/views-by-partner", "11: 2 1 0 0", "12: 1 1 0 0")
			f.wantList(about, "user/21/views-by-page", "https://trips.example/31: 2 0 0 0",
				"https://trips.example/33: 1 0 0 0", "https://trips.example/32: 0 1 0 0")
			f.wantList(about, "user/23/views-by-partner")
			highlights("[6 2 1 2 1 1 0 1]")
			if n := f.Count("SELECT views FROM collaborators WHERE id = 41"); n != 103 {
				t.Errorf("views of the collaborator: got %d, want 103", n)
			}
			if n := f.Count("SELECT count(*) FROM copilot_fresh"); n != 0 {
				t.Errorf("%d events are not rolled up", n)
			}
			f.check(about, f.today)
		}
		f.Anyone().Get("users/highlights").Want(401)
	})
}

func TestInsights_Records(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newInsightFixture(t, d)
		f.Exec("UPDATE users SET personal_photo_id = ? WHERE id = 21", f.Picture())
		f.Exec("UPDATE users SET first_name = '', last_name = '', email = 'nameless@x.example' WHERE id = 22")
		f.insert(event{day: f.today, partner: 11, user: 21}, event{day: f.today, partner: 11, user: 21},
			event{day: f.today, partner: 11, user: 22})
		f.rollUp(f.today, 100)
		for _, path := range []string{"views-by-user", "partner/11/views-by-user"} {
			got := f.editor.Get("copilot-insights/" + path).Want(200)
			for field, want := range map[string]any{
				"0.full_name": "User No21", "0.email": "u21@x.example", "0.initials": "UN", "1.full_name": "",
				"1.email": "nameless@x.example", "1.personal_photo": nil,
			} {
				index, name, _ := strings.Cut(field, ".")
				if value := got.Value("items." + index + ".user." + name); value != want {
					t.Errorf("%s: %s: got %v, want %v", path, field, value, want)
				}
			}
			if got.String("items.0.user.personal_photo.full_url") == "" || got.String("items.1.user.initials") == "" {
				t.Errorf("%s: got %s", path, got.Text)
			}
		}
		for _, path := range []string{"views-by-partner", "user/21/views-by-partner"} {
			got := f.editor.Get("copilot-insights/" + path).Want(200)
			if got.String("items.0.partner.name") != "Partner 11" {
				t.Errorf("%s: got %s", path, got.Text)
			}
		}
	})
}

func TestRollUp_LateEvents(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newInsightFixture(t, d)
		f.insert(event{day: f.today, partner: 11, user: 21, page: 31})
		f.rollUp(f.today, 100)
		f.insert(
			// Before the window.
			event{day: f.today - 400, partner: 11, user: 22, page: 32, kind: lead},
			event{day: f.today - 30, partner: 12, user: 21, page: 31},
			// On its first day.
			event{day: f.today - 29, partner: 11, user: 21, page: 31},
			event{day: f.today - 29, partner: 11, user: 23, page: 33, kind: click},
		)
		f.rollUp(f.today, 100)
		f.check("late", f.today)
		f.wantList("late", "views-by-partner", "11 with 2: 2 1 0 0")
		leads := f.Count("SELECT leads FROM copilot_partner_days WHERE partner_id = 11 AND day = ?", f.today-400)
		if leads != 1 {
			t.Errorf("leads 400 days ago: got %d, want 1", leads)
		}
		f.rollUp(f.today+1, 100) // Late events of the first day leave the window together with it.
		f.check("a day later", f.today+1)
		f.rollUp(f.today+29, 100)
		f.check("the last day of the first event", f.today+29)
		f.rollUp(f.today+30, 100)
		f.check("without it", f.today+30)
		f.insert(event{day: f.today + 100, partner: 13, user: 24, page: 34})
		f.rollUp(f.today+100, 100) // Nothing of the old window is left after a long break.
		f.check("much later", f.today+100)
	})
}

// The sums of every day match those computed from the events, for random events and any batch size.
func TestRollUp_MovingWindow(t *testing.T) {
	t.Parallel()
	for _, batch := range []int{1, 7, 5000} {
		t.Run(fmt.Sprint("batches of ", batch), func(t *testing.T) {
			t.Parallel()
			kittest.Each(t, func(t *testing.T, d *db.DB) {
				f := newInsightFixture(t, d)
				seed := uint64(time.Now().UnixNano())
				random := rand.New(rand.NewPCG(seed, 1))
				t.Logf("seed %d", seed)
				// Few events per day make rows appear and disappear often; some days are skipped.
				for day := f.today - 40; day <= f.today; day++ {
					if random.IntN(8) == 0 && day != f.today {
						continue
					}
					for range random.IntN(12) {
						late := int64(0)
						if random.IntN(4) == 0 {
							late = random.Int64N(45)
						}
						f.insert(event{
							day: day - late, kind: random.IntN(4), partner: 11 + random.Int64N(5),
							user: []int64{0, 21, 22, 23, 24, 25}[random.IntN(6)], page: []int64{0, 31, 32, 33, 34}[random.IntN(5)],
						})
					}
					if random.IntN(2) == 0 {
						f.changeSomeone(random)
					}
					f.rollUp(day, batch)
					f.check(fmt.Sprint("day ", day-f.today), day)
					if random.IntN(2) == 0 {
						f.changeSomeone(random)
						f.check(fmt.Sprint("day ", day-f.today, ", after a change"), day)
					}
				}
				f.checkSums("at the end")
				f.checkRebuild()
				for _, path := range paths {
					total := f.editor.Get("copilot-insights/" + path).Want(200).Int("meta.total")
					if total != int64(len(f.list(path))) {
						t.Errorf("%s: got total %d, want the number of rows", path, total)
					}
				}
			})
		})
	}
}

// changeSomeone deletes, restores or purges a user or a partner, or changes whether a user is an advisor. It leaves
// user 21 and partner 11 alone.
func (f *insightFixture) changeSomeone(random *rand.Rand) {
	f.t.Helper()
	table, id := "users", 22+random.Int64N(4)
	if random.IntN(3) == 0 {
		table, id = "partners", 12+random.Int64N(4)
	}
	if f.purged[id] {
		return
	}
	f.uncounted[id] = !f.uncounted[id]
	change := "deleted_at = NULL, trash_id = NULL"
	switch {
	case f.uncounted[id] && random.IntN(8) == 0:
		f.purged[id] = true
		f.Exec("DELETE FROM "+table+" WHERE id = ?", id)
		return
	case f.uncounted[id] && (table == "partners" || random.IntN(2) == 0):
		f.Exec("INSERT INTO trash (id, kind, record_id, deleted_at) VALUES (?, 'user', ?, ?) ON CONFLICT DO NOTHING",
			id, id, clock.Now())
		change = fmt.Sprint("deleted_at = created_at, trash_id = ", id)
	case f.uncounted[id]:
		change = []string{"internal = TRUE, staff_role = 'editor'", "partner_id = 1"}[random.IntN(2)]
	case table == "users":
		change += ", internal = FALSE, partner_id = NULL"
	}
	f.Exec("UPDATE "+table+" SET "+change+" WHERE id = ?", id)
}

// checkSums checks that the rows of every table and the unattributed figures add up to its total, and that the total
// is the same wherever it is shown.
func (f *insightFixture) checkSums(about string) {
	f.t.Helper()
	tiles := f.editor.Get("users/highlights").Want(200)
	all := figuresIn(tiles.Value("now"))
	partners := f.checkTable(about, "views-by-partner", all)
	users := f.checkTable(about, "views-by-user", all)
	for owner, rows := range map[string]map[int64]map[string]any{"partner": partners, "user": users} {
		other := map[string]string{"partner": "user", "user": "partner"}[owner]
		for id, row := range rows {
			path := fmt.Sprintf("%s/%d/views-by-", owner, id)
			shown := f.checkTable(about, path+other, figuresIn(row))
			f.checkTable(about, path+"page", figuresIn(row))
			if owner == "user" {
				f.wantNumber(about, path+other, row["partners_count"], len(shown))
				continue
			}
			advisors := 0
			for _, user := range shown {
				if record, _ := user["user"].(map[string]any); record["partner"] == nil && !f.staff(record["id"]) {
					advisors++
				}
			}
			f.wantNumber(about, path+other, row["advisors_count"], advisors)
		}
	}
}

func (f *insightFixture) staff(id any) bool {
	return f.Count("SELECT count(*) FROM users WHERE internal AND id = ?", id) > 0
}

func (f *insightFixture) wantNumber(about, path string, got any, want int) {
	f.t.Helper()
	if got != float64(want) {
		f.t.Errorf("%s: %s: its owner counts %v, want the %d that it lists", about, path, got, want)
	}
}

func figuresIn(value any) [4]float64 {
	row, _ := value.(map[string]any)
	figures := [4]float64{}
	for i, name := range sorts {
		figures[i], _ = row[name].(float64)
	}
	return figures
}

// checkTable compares the sum of a table's rows and of the unattributed figures with the total, and returns the rows
// by id.
func (f *insightFixture) checkTable(about, path string, total [4]float64) map[int64]map[string]any {
	f.t.Helper()
	got, rows := f.editor.Get("copilot-insights/"+path+"?per_page=100").Want(200), map[int64]map[string]any{}
	sum := figuresIn(got.Value("unattributed"))
	items, _ := got.Value("items").([]any)
	for i, item := range items {
		row, _ := item.(map[string]any)
		for n, figure := range figuresIn(row) {
			sum[n] += figure
		}
		id := float64(-i)
		for _, of := range []string{"user", "partner"} {
			if record, ok := row[of].(map[string]any); ok {
				id, _ = record["id"].(float64)
			}
		}
		rows[int64(id)] = row
	}
	if sum != total || figuresIn(got.Value("total")) != total {
		f.t.Errorf("%s: %s: rows add up to %v, total %v, want %v", about, path, sum, got.Value("total"), total)
	}
	return rows
}

// checkRebuild checks that the sums of an earlier release, without rows of no record, are completed.
func (f *insightFixture) checkRebuild() {
	f.t.Helper()
	for _, table := range windows {
		days := strings.Replace(table.table, "_window", "_days", 1)
		for key := range strings.SplitSeq(table.keys, ", ") {
			if key != "user_id" && key != "page_id" {
				continue
			}
			f.Exec("DELETE FROM " + table.table + " WHERE " + key + " = 0")
			if days != "copilot_user_days" {
				f.Exec("DELETE FROM " + days + " WHERE " + key + " = 0")
			}
		}
		if table.count != "0" {
			f.Exec("UPDATE " + table.table + " SET " + table.count + " = 7")
		}
	}
	if err := derived.Verify(f.t.Context(), f.DB, schema.CopilotAttribution); err == nil {
		f.t.Error("wrong numbers of advisors are not reported")
	}
	for _, statement := range schema.CopilotAttribution.Rebuild(f.DB.Engine) {
		f.Exec(statement)
	}
	f.check("rebuilt", f.today)
	f.checkSums("rebuilt")
	if err := derived.Verify(f.t.Context(), f.DB, schema.CopilotAttribution); err != nil {
		f.t.Error(err)
	}
}

// Around midnight, events of the new day meet sums of the old one, and clocks of nodes differ.
func TestRollUp_Midnight(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newInsightFixture(t, d)
		f.insert(
			event{day: f.today, partner: 11, user: 21, page: 31},
			event{day: f.today + 1, partner: 11, user: 22, page: 32},
			event{day: f.today + 1, partner: 12, user: 21, page: 31, kind: click},
		)
		f.rollUp(f.today, 1)
		f.check("before midnight", f.today)
		f.rollUp(f.today+1, 1)
		f.check("after midnight", f.today+1)
		f.insert(
			event{day: f.today + 1, partner: 13, user: 23, page: 33},
			event{day: f.today - 29, partner: 14, user: 24, page: 34},
		)
		f.rollUp(f.today, 1)
		f.check("on a node whose clock is behind", f.today+1)
		f.rollUp(f.today+31, 1)
		f.check("after the window of all events", f.today+31)
	})
}

func TestRollUp_Concurrent(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newInsightFixture(t, d)
		random := rand.New(rand.NewPCG(7, 7))
		for round := range int64(6) { // The window moves in every round but the first.
			events := []event{}
			for range 150 {
				events = append(events, event{
					day: f.today + round - random.Int64N(32), kind: random.IntN(4),
					partner: 11 + random.Int64N(5), user: 21 + random.Int64N(5), page: 31 + random.Int64N(4), collaborator: 41,
				})
			}
			f.insert(events...)
			var all sync.WaitGroup
			failed, begin := make(chan error, 4), make(chan struct{})
			for range 4 {
				all.Go(func() {
					<-begin
					failed <- copilot.RollUpOn(t.Context(), f.Kit.Store, f.today+round, 9)
				})
			}
			close(begin)
			all.Wait()
			close(failed)
			for err := range failed {
				if err != nil {
					t.Fatal(err)
				}
			}
			f.check(fmt.Sprint("round ", round), f.today+round)
		}
		views := int64(100)
		for _, e := range f.all {
			if e.kind == view {
				views++
			}
		}
		if n := f.Count("SELECT views FROM collaborators WHERE id = 41"); n != views {
			t.Errorf("views of the collaborator: got %d, want %d", n, views)
		}
	})
}

// insertMany inserts events of 23 partners and users, many of whom have the same figures.
func (f *insightFixture) insertMany() {
	f.t.Helper()
	events := []event{}
	for id := int64(100); id < 123; id++ {
		f.createPartner(id)
		f.createUser(id + 100)
		f.Exec("INSERT INTO copilot_pages (id, url_hash, url) VALUES (?, ?, ?)", id, fmt.Sprint("hash", id),
			fmt.Sprint("https://trips.example/", id))
		for kind := range kinds {
			for n := range (id*int64(kind+3))%5 + 1 {
				at := event{day: f.today - n, partner: id, user: id + 100, page: id, kind: kind}
				events = append(events, at)
				// Other users on the partner's sites, on the first day of the window.
				at.user, at.day = 200+n*int64(kind), f.today-29
				events = append(events, at)
				events = append(events, event{day: f.today, partner: 11, user: id + 100, page: id, kind: kind},
					event{day: f.today, partner: id, user: 21, page: id, kind: kind})
			}
		}
	}
	f.insert(events...)
	f.rollUp(f.today, 5000)
}

var sorts = []string{"views", "clicks", "lead_intents", "leads"}

// sortsOf returns the sort columns of a table.
func sortsOf(path string) []string {
	switch path {
	case "views-by-partner":
		return append(slices.Clone(sorts), "advisors_count")
	case "views-by-user":
		return append(slices.Clone(sorts), "partners_count")
	}
	return sorts
}

func TestInsights_SortAndPages(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newInsightFixture(t, d)
		f.insertMany()
		// Rows about pages have no id; pages are created in the order of their URLs.
		about := func(row map[string]any) string {
			for _, who := range []string{"partner", "user"} {
				if record, ok := row[who].(map[string]any); ok {
					return fmt.Sprint(record["id"])
				}
			}
			return fmt.Sprint(row["source_url"])
		}
		for _, path := range paths {
			for _, sort := range sortsOf(path) {
				for _, sign := range []string{"", "-"} {
					got := f.editor.Get("copilot-insights/" + path + "?per_page=100&sort=" + sign + sort).Want(200)
					items, _ := got.Value("items").([]any)
					if len(items) < 23 || got.Int("meta.total") != int64(len(items)) {
						t.Fatalf("%s: got %d of %d rows", path, len(items), got.Int("meta.total"))
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
						t.Errorf("%s by %s: the data has no ties", path, sort)
					}
				}
			}
			whole, parts := f.list(path+"?per_page=100"), []string{}
			for page := 1; page <= 3; page++ {
				part := f.editor.Get(fmt.Sprintf("copilot-insights/%s?page=%d", path, page)).Want(200)
				if part.Int("meta.per_page") != 10 || part.Int("meta.page") != int64(page) || part.Int("meta.last_page") != 3 {
					t.Errorf("%s: page %d: got %v", path, page, part.Value("meta"))
				}
				parts = append(parts, f.list(fmt.Sprintf("%s?page=%d", path, page))...)
			}
			if !slices.Equal(parts, whole) {
				t.Errorf("%s: got %v in pages, want %v", path, parts, whole)
			}
			if sorted := f.list(path + "?per_page=100&sort=-views"); !slices.Equal(sorted, whole) {
				t.Errorf("%s is not sorted by views by default", path)
			}
			f.wantList("past the end", path+"?page=4")
			f.wantList("three per page", path+"?per_page=3&page=2", whole[3:6]...)
		}
	})
}

// Until the window is moved after midnight, the tables are computed from the sums by day, with the same result.
func TestInsights_BeforeWindowMoves(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newInsightFixture(t, d)
		f.insertMany()
		f.insert(event{day: f.today, partner: 12, kind: lead}, event{day: f.today - 30, partner: 13, user: 25, page: 31})
		f.rollUp(f.today, 100)
		queries := []string{"", "?page=2", "?per_page=7&page=3&sort=clicks"}
		answers := func() map[string]string {
			t.Helper()
			texts := map[string]string{}
			for _, path := range paths {
				for _, sort := range sortsOf(path) {
					for _, query := range append(queries, "?per_page=100&sort="+sort, "?sort=-"+sort) {
						texts[path+query] = f.editor.Get("copilot-insights/" + path + query).Want(200).Text
					}
				}
			}
			return texts
		}
		want := answers()
		for _, last := range []int64{f.today - 1, f.today - 3, 0, f.today + 1} {
			f.Exec("UPDATE copilot_window SET last_day = ?", last)
			for path, text := range answers() {
				if text != want[path] {
					t.Errorf("%d days later: %s: got %s, want %s", f.today-last, path, text, want[path])
				}
			}
		}
	})
}

func TestInsights_Trash(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newInsightFixture(t, d)
		f.insert(
			event{day: f.today, partner: 11, user: 21, page: 31},
			event{day: f.today, partner: 11, user: 21, page: 31},
			event{day: f.today, partner: 11, user: 22, page: 31},
			event{day: f.today, partner: 12, user: 21, page: 31},
		)
		f.rollUp(f.today, 100)
		f.Exec("INSERT INTO trash (id, kind, record_id, deleted_at) VALUES (1, 'partner', 11, ?), (2, 'user', 22, ?)",
			clock.Now(), clock.Now())
		for _, last := range []int64{f.today, f.today - 1} { // Read from the window, and from the sums by day.
			f.Exec("UPDATE copilot_window SET last_day = ?", last)
			wantAll := func(about string) {
				t.Helper()
				f.wantList(about, "views-by-partner", "11 with 2: 3 0 0 0", "12 with 1: 1 0 0 0")
				f.wantList(about, "views-by-user", "21 with 2: 3 0 0 0", "22 with 1: 1 0 0 0")
				f.wantList(about, "partner/11/views-by-user", "21: 2 0 0 0", "22: 1 0 0 0")
				f.wantList(about, "user/21/views-by-partner", "11: 2 0 0 0", "12: 1 0 0 0")
			}
			wantAll("before the deletion")
			f.checkSums("before the deletion")
			f.Exec("UPDATE partners SET deleted_at = created_at, trash_id = 1 WHERE id = 11")
			f.Exec("UPDATE users SET deleted_at = created_at, trash_id = 2 WHERE id = 22")
			f.wantList("in the trash", "views-by-partner", "12 with 1: 1 0 0 0")
			f.wantList("in the trash", "views-by-user", "21 with 1: 3 0 0 0")
			f.checkSums("in the trash")
			f.wantList("in the trash", "user/21/views-by-partner", "12: 1 0 0 0")
			if total := f.editor.Get("copilot-insights/views-by-user").Want(200).Int("meta.total"); total != 1 {
				t.Errorf("total of users: got %d, want 1", total)
			}
			for _, gone := range []string{
				"partner/11/views-by-user", "partner/11/views-by-page", "user/22/views-by-partner", "user/22/views-by-page",
			} {
				f.editor.Get("copilot-insights/" + gone).Want(404)
			}
			f.Exec("UPDATE partners SET deleted_at = NULL, trash_id = NULL WHERE id = 11")
			f.wantList("after one restore", "partner/11/views-by-user", "21: 2 0 0 0")
			f.Exec("UPDATE users SET deleted_at = NULL, trash_id = NULL WHERE id = 22")
			wantAll("after both restores")
			f.checkSums("after both restores")
		}
	})
}

func TestInsights_InvalidRequests(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newInsightFixture(t, d)
		for _, path := range paths {
			at := "copilot-insights/" + path
			f.editor.Get(at).Want(200)
			f.Anyone().Get(at).Want(401)
			for _, wrong := range []string{
				"sort=name", "sort=--views", "sort=-", "sort=id", "sort=views,clicks",
				"sort=" + strings.Repeat("x", 10_000), "page=0", "page=-1", "page=x", "page=1.5", "per_page=0", "per_page=101",
				"per_page=many", "query=x", "partner_id=11",
			} {
				name, _, _ := strings.Cut(wrong, "=")
				f.editor.Get(at + "?" + wrong).Refused(name)
			}
			f.editor.Get(at+"?sort=name&page=0&per_page=0").Refused("sort", "page", "per_page")
			if !strings.HasPrefix(path, "views") {
				f.editor.Get(at + "?sort=advisors_count").Refused("sort")
				for _, missing := range []string{"999", "0", "-1", "x", "99999999999999999999"} {
					id := strings.Split(path, "/")[1]
					f.editor.Get("copilot-insights/" + strings.Replace(path, id, missing, 1)).Want(404)
				}
			}
		}
		f.editor.Get("copilot-insights/views-by-user?sort=advisors_count").Refused("sort")
		f.editor.Get("copilot-insights/views-by-partner?sort=partners_count").Refused("sort")
		f.editor.Get("copilot-insights/partner/21/views-by-user").Want(404) // 21 is a user.
		f.editor.Get("copilot-insights/user/11/views-by-page").Want(404)
	})
}
