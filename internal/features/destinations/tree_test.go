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

// fixture is a server with destinations.
type fixture struct {
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

func (f *fixture) path(id int64) string { return "destinations/" + itoa(id) }

func (f *fixture) create(name string, parent int64) int64 {
	f.Helper()
	return f.admin.Post("destinations", body(name, parent)).Want(201).Int("item.id")
}

// body returns the request body for a name and a parent; 0 is the top level.
func body(name string, parent int64) map[string]any {
	if parent == 0 {
		return map[string]any{"name": name, "parent_id": nil}
	}
	return map[string]any{"name": name, "parent_id": parent}
}

func (f *fixture) label(id int64) string {
	f.Helper()
	return f.admin.Get(f.path(id)).Want(200).String("item.label")
}

func (f *fixture) rows() []row {
	f.Helper()
	rows, err := db.All[row](context.Background(), f.s.DB.Read(),
		`SELECT id, parent_id, name, name_key, label, label_key, path, search_text, children_count
		FROM destinations
		ORDER BY id`)
	if err != nil {
		f.Fatal(err)
	}
	return rows
}

func sameRow(a, b row) bool {
	return a.ID == b.ID && a.Name == b.Name && a.Label == b.Label && a.Path == b.Path &&
		(a.ParentID == nil) == (b.ParentID == nil) && (a.ParentID == nil || *a.ParentID == *b.ParentID)
}

// checkTree compares the derived columns of every destination with those computed from its ancestors.
func (f *fixture) checkTree() {
	f.Helper()
	byID, children := map[int64]row{}, map[int64]int64{}
	for _, r := range f.rows() {
		byID[r.ID] = r
		if r.ParentID != nil {
			children[*r.ParentID]++
		}
	}
	for id, r := range byID {
		names, path := []string{}, ""
		for at := &id; at != nil; at = byID[*at].ParentID {
			if len(names) > 8 {
				f.Fatalf("%d is below itself, or deeper than eight levels", id)
			}
			names, path = append(names, byID[*at].Name), itoa(*at)+"/"+path
		}
		slices.Reverse(names)
		label := strings.Join(names, " > ")
		if r.Label != label || r.Path != path {
			f.Errorf("%d: got label %q and path %s, want %q and %s", id, r.Label, r.Path, label, path)
		}
		if r.NameKey != fold.Key(r.Name) || r.LabelKey != fold.Key(label) || r.SearchText != fold.SearchText(label) {
			f.Errorf("%q: got label key %q and search text %q", label, r.LabelKey, r.SearchText)
		}
		if r.ChildrenCount != children[id] {
			f.Errorf("children_count of %q: got %d, want %d", label, r.ChildrenCount, children[id])
		}
	}
	if f.s.DB.Engine == db.SQLite {
		f.s.Exec("INSERT INTO destinations_search (destinations_search, rank) VALUES ('integrity-check', 1)")
	}
}

// model is the expected tree, in the simplest representation.
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

// problem returns the field whose error is expected for a name and a parent, or an empty string.
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

func TestDestinations_RandomChanges(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		dice := rand.New(rand.NewPCG(3, 5))
		m := model{names: map[int64]string{}, parents: map[int64]int64{}}
		randomID := func() int64 {
			if len(m.names) == 0 || dice.IntN(8) == 0 {
				return 0
			}
			ids := slices.Sorted(maps.Keys(m.names))
			return ids[dice.IntN(len(ids))]
		}
		refused := 0
		for step := range 240 {
			id, name, parent := randomID(), words[dice.IntN(len(words))], randomID()
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
				method, path = "PUT", f.path(id)
			}
			answer := f.admin.Do(method, path, body(name, parent))
			if want != "" {
				answer.Refused(want)
				refused++
				continue
			}
			if answer.Status >= 300 {
				f.Fatalf("step %d: %s %s %q below %d: got %s", step, method, path, name, parent, answer.Text)
			}
			id = answer.Int("item.id")
			m.names[id], m.parents[id] = name, parent
			f.checkTree()
		}
		if refused < 20 || len(m.names) < 20 {
			f.Errorf("too few cases: %d destinations, %d refused requests", len(m.names), refused)
		}
		for _, r := range f.rows() {
			parent := m.parents[r.ID]
			if m.names[r.ID] != r.Name || (r.ParentID == nil) != (parent == 0) ||
				(r.ParentID != nil && *r.ParentID != parent) {
				f.Errorf("%d: got %q below %v, want %q below %d", r.ID, r.Name, r.ParentID, m.names[r.ID], parent)
			}
			f.wantFound(r.ID, r.Label, strings.ToUpper(r.Name))
		}
	})
}

func itoa(id int64) string { return strconv.FormatInt(id, 10) }
