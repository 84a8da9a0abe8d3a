package destinations_test

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/kittest"
)

// world is a tree of destinations on one database.
type world struct {
	*testing.T
	s     *kittest.Server
	admin *kittest.Client
}

type row struct {
	ID            int64  `db:"id"`
	ParentID      *int64 `db:"parent_id"`
	Name          string `db:"name"`
	NameKey       string `db:"name_key"`
	Label         string `db:"label"`
	LabelKey      string `db:"label_key"`
	Path          string `db:"path"`
	SearchText    string `db:"search_text"`
	ChildrenCount int64  `db:"children_count"`
}

func (w *world) one(id int64) string { return "destinations/" + itoa(id) }

func (w *world) made(name string, parent int64) int64 {
	w.Helper()
	return w.admin.Post("destinations", asked(name, parent)).Want(201).Int("item.id")
}

func asked(name string, parent int64) map[string]any {
	if parent == 0 {
		return map[string]any{"name": name, "parent_id": nil}
	}
	return map[string]any{"name": name, "parent_id": parent}
}

func (w *world) label(id int64) string {
	w.Helper()
	return w.admin.Get(w.one(id)).Want(200).String("item.label")
}

func (w *world) rows() []row {
	w.Helper()
	rows, err := db.All[row](context.Background(), w.s.DB.Read(),
		"SELECT id, parent_id, name, name_key, label, label_key, path, search_text, children_count FROM destinations ORDER BY id")
	if err != nil {
		w.Fatal(err)
	}
	return rows
}

func sameRow(a, b row) bool {
	return a.ID == b.ID && a.Name == b.Name && a.Label == b.Label && a.Path == b.Path &&
		(a.ParentID == nil) == (b.ParentID == nil) && (a.ParentID == nil || *a.ParentID == *b.ParentID)
}

// check walks up from every destination and holds what is stored against what the way tells.
func (w *world) check() {
	w.Helper()
	byID, children := map[int64]row{}, map[int64]int64{}
	for _, r := range w.rows() {
		byID[r.ID] = r
		if r.ParentID != nil {
			children[*r.ParentID]++
		}
	}
	for id, r := range byID {
		names, path := []string{}, ""
		for at := &id; at != nil; at = byID[*at].ParentID {
			if len(names) > 8 {
				w.Fatalf("%d stands below itself, or deeper than eight levels", id)
			}
			names, path = append(names, byID[*at].Name), itoa(*at)+"/"+path
		}
		slices.Reverse(names)
		label := strings.Join(names, " > ")
		if r.Label != label || r.Path != path {
			w.Errorf("%d reads %q at %s, want %q at %s", id, r.Label, r.Path, label, path)
		}
		if r.NameKey != fold.Key(r.Name) || r.LabelKey != fold.Key(label) || r.SearchText != fold.SearchText(label) {
			w.Errorf("%q is sorted as %q and found as %q", label, r.LabelKey, r.SearchText)
		}
		if r.ChildrenCount != children[id] {
			w.Errorf("%q counts %d below it, want %d", label, r.ChildrenCount, children[id])
		}
	}
	if w.s.DB.Engine == db.SQLite {
		w.s.Exec("INSERT INTO destinations_search (destinations_search, rank) VALUES ('integrity-check', 1)")
	}
}

// model is the tree as it should be, kept in the simplest way.
type model struct {
	names   map[int64]string
	parents map[int64]int64
}

func (m model) level(id int64) int {
	level := 0
	for at := id; at != 0; at = m.parents[at] {
		level++
	}
	return level
}

func (m model) under(id, above int64) bool {
	for at := id; at != 0; at = m.parents[at] {
		if at == above {
			return true
		}
	}
	return false
}

func (m model) height(id int64) int {
	height := 0
	for other := range m.parents {
		if m.under(other, id) {
			height = max(height, m.level(other)-m.level(id)+1)
		}
	}
	return height
}

// problem is the field under which a place and a name must be refused, or nothing.
func (m model) problem(id int64, name string, parent int64) string {
	if id != 0 && parent != m.parents[id] && parent != 0 && m.under(parent, id) {
		return "parent_id"
	}
	height := 1
	if id != 0 {
		height = m.height(id)
	}
	if m.level(parent)+height > 8 {
		return "parent_id"
	}
	for other, taken := range m.names {
		if other != id && m.parents[other] == parent && fold.Key(taken) == fold.Key(name) {
			return "name"
		}
	}
	return ""
}

var words = []string{
	"I", "Il", "Île", "ILE", "Île de Ré", "Straße", "Strasse", "São Tomé", "New  York", "ΟΔΟΣ",
	"İstanbul", "Æon", "日本", "が", "1", "11", "1/", "´", "% _ \\", "🏝 Atoll",
}

func TestWhateverIsDoneToATreeItsLabelsAreRight(t *testing.T) {
	t.Parallel()
	each(t, func(w *world) {
		dice := rand.New(rand.NewPCG(3, 5))
		m := model{names: map[int64]string{}, parents: map[int64]int64{}}
		someone := func() int64 {
			if len(m.names) == 0 || dice.IntN(8) == 0 {
				return 0
			}
			ids := slices.Sorted(maps.Keys(m.names))
			return ids[dice.IntN(len(ids))]
		}
		refused := 0
		for step := range 240 {
			id, name, parent := someone(), words[dice.IntN(len(words))], someone()
			if len(m.names) < 12 || (step%10 == 0 && len(m.names) < 40) {
				id = 0
			}
			if id != 0 && step%3 == 0 {
				name = m.names[id]
			} else if id != 0 && step%3 == 1 {
				parent = m.parents[id]
			}
			want := m.problem(id, name, parent)
			method, path := "POST", "destinations"
			if id != 0 {
				method, path = "PUT", w.one(id)
			}
			answer := w.admin.Do(method, path, asked(name, parent))
			if want != "" {
				answer.Refused(want)
				refused++
				continue
			}
			if answer.Status >= 300 {
				w.Fatalf("step %d: %s %s %q below %d: %s", step, method, path, name, parent, answer.Text)
			}
			id = answer.Int("item.id")
			m.names[id], m.parents[id] = name, parent
			w.check()
		}
		if refused < 20 || len(m.names) < 20 {
			w.Errorf("%d destinations and %d refusals are no trial", len(m.names), refused)
		}
		for _, r := range w.rows() {
			if parent := m.parents[r.ID]; m.names[r.ID] != r.Name || (r.ParentID == nil) != (parent == 0) ||
				(r.ParentID != nil && *r.ParentID != parent) {
				w.Errorf("%d is %q below %v, want %q below %d", r.ID, r.Name, r.ParentID, m.names[r.ID], parent)
			}
			w.found(r.ID, r.Label, strings.ToUpper(r.Name))
		}
	})
}

func itoa(id int64) string { return strconv.FormatInt(id, 10) }
