package destinations_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/kittest"
)

// addContent links new items to destinations: the last one is in the trash.
func (f *fixture) addContent(first, n int64, destinations ...int64) {
	f.Helper()
	now := clock.Now()
	f.s.Exec("INSERT INTO trash (id, kind, record_id, deleted_at) VALUES (?, 'content', ?, ?)", first, first+n-1, now)
	for id := first; id < first+n; id++ {
		f.s.Exec(`INSERT INTO content (id, title, title_key, type_id, partner_id, created_at, updated_at)
			VALUES (?, 'A', 'a', 2, 1, ?, ?)`, id, now, now)
		for _, destination := range destinations {
			f.s.Exec("INSERT INTO content_destinations (content_id, destination_id) VALUES (?, ?)", id, destination)
		}
	}
	f.s.Exec("UPDATE content SET deleted_at = ?, trash_id = ? WHERE id = ?", now, first, first+n-1)
}

func (f *fixture) merge(into int64, dryRun bool, ids ...int64) *kittest.Response {
	return f.admin.Post(f.path(into)+"/merge", map[string]any{"ids": ids, "dry_run": dryRun})
}

func (f *fixture) contentCount(id int64) int64 {
	return f.admin.Get(f.path(id)).Want(200).Int("item.content_count")
}

func TestDestinations_Merge(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		europe := f.create("Europe", 0)
		kept, second, third := f.create("Lisbon", europe), f.create("Lisboa", europe), f.create("Lissabon", 0)
		alfama, belem := f.create("Alfama", kept), f.create("Belém", second)
		tower := f.create("Torre de Belém", belem)
		f.addContent(100, 5, kept)
		f.addContent(200, 5, second, third)
		f.addContent(300, 3, kept, third)
		now := clock.Now()
		f.s.Exec(`INSERT INTO facades (term, term_key, destination_id, created_at, updated_at)
			VALUES ('Word', 'word', ?, ?, ?)`, second, now, now)
		before := f.rows()
		preview := f.merge(kept, true, second, third).Want(200)
		if got := preview.Text; !strings.Contains(got, `"kind":"content","count":13`) ||
			!strings.Contains(got, `"kind":"destinations","count":1`) || !strings.Contains(got, `"kind":"facades","count":1`) ||
			!strings.Contains(got, `"dry_run":true`) || preview.Int("removed") != 2 {
			f.Errorf("dry run: got %s", got)
		}
		if after := f.rows(); !slices.EqualFunc(before, after, sameRow) {
			f.Errorf("the dry run changed the tree")
		}
		f.merge(kept, false, second, third).Want(200)
		f.checkTree()
		if got := f.contentCount(kept); got != 4+4+2 {
			f.Errorf("content_count: got %d, want 10 live items once each", got)
		}
		if got := f.s.Count("SELECT count(*) FROM content_destinations"); got != 13 {
			f.Errorf("links: got %d, want 13 with those of the trash", got)
		}
		if got := f.s.Count("SELECT count(*) FROM content WHERE id >= 200 AND id < 300 AND version = 2"); got != 5 {
			f.Errorf("versions of moved items: got %d changed, want 5", got)
		}
		if got := f.label(tower); got != "Europe > Lisbon > Belém > Torre de Belém" {
			f.Errorf("label below a moved child: got %q", got)
		}
		if got := f.s.Count("SELECT count(*) FROM facades WHERE destination_id = ?", kept); got != 1 {
			f.Errorf("facades of the remaining destination: got %d, want 1", got)
		}
		f.wantFound(tower, "lisbon torre")
		f.wantNotFound(tower, "lisboa")
		for _, old := range []int64{second, third} {
			if got := f.admin.Get(f.path(old)).Want(404).Int("merged_into"); got != kept {
				f.Errorf("%d was merged into %d, want %d", old, got, kept)
			}
		}
		other := f.create("Portugal's capital", 0)
		f.merge(other, false, kept).Want(200)
		if got := f.admin.Get(f.path(second)).Want(404).Int("merged_into"); got != other {
			f.Errorf("after a second merge: got %d, want %d", got, other)
		}
		f.checkTree()
		_ = alfama
		const audited = "SELECT count(*) FROM audit_log WHERE action = 'merged' AND record_id = ? AND changes LIKE '%Lisboa%'"
		if got := f.s.Count(strings.Replace(audited, "changes", "CAST(changes AS TEXT)", 1), kept); got != 1 {
			f.Errorf("audit entries with the names: got %d, want 1", got)
		}
	})
}

func TestDestinations_MergeRefused(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		a, b := f.create("A", 0), f.create("B", 0)
		f.create("Same", a)
		same, inside := f.create("SAME", b), f.create("Inside", b)
		for name, dryRun := range map[string]bool{"a dry run": true, "a merge": false} {
			got := f.merge(a, dryRun, b).Want(409).String("message")
			if !strings.Contains(got, "A > Same and B > SAME") {
				f.Errorf("%s with two children of the same name: got %q", name, got)
			}
			if got := f.merge(inside, dryRun, b).Want(409).String("message"); !strings.Contains(got, "B > Inside is inside B") {
				f.Errorf("%s into a descendant: got %q", name, got)
			}
			f.merge(a, dryRun, 999_999).Refused("ids.0")
		}
		f.merge(a, false).Refused("ids")
		f.merge(a, false, a).Refused("ids.0")
		f.merge(a, false, b, b).Refused("ids.1")
		many := []int64{}
		for i := range int64(50) {
			many = append(many, 1000+i)
		}
		f.merge(a, false, many...).Refused("ids")
		f.admin.Post(f.path(999_999)+"/merge", map[string]any{"ids": []int64{a}}).Want(404)
		for _, wrong := range []any{"1", 1, []any{"1"}, []any{1.5}, nil, []any{nil}} {
			if got := f.admin.Post(f.path(a)+"/merge", map[string]any{"ids": wrong}); got.Status != 422 {
				f.Errorf("ids %v: got %d", wrong, got.Status)
			}
		}
		f.merge(b, false, same, inside).Want(200) // Children of the remaining one.
		deep := a
		for level := range 7 {
			deep = f.create(fmt.Sprint("Level ", level), deep)
		}
		child := f.create("Child", b)
		f.merge(deep, false, b).Want(409)
		if got := f.label(child); got != "B > Child" {
			f.Errorf("after a refused merge: got %q", got)
		}
		f.checkTree()
	})
}
