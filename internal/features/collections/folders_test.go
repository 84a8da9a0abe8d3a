package collections_test

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/kittest"
)

func folderAt(id int64) string { return "folders/" + strconv.FormatInt(id, 10) }

func TestFoldersHoldFolders(t *testing.T) {
	t.Parallel()
	each(t, func(w *world) {
		europe := w.folder("partners/2", "Europe", 0)
		iberia := w.folder("partners/2", "Iberia", europe)
		lisbon := w.folder("partners/2", "Lisbon", iberia)
		other, mine := w.folder("partners/3", "Europe", 0), w.folder("users/21", "Europe", 0)
		got := w.admin.Get("partners/2/folders").Want(200)
		if labels := got.Column("label"); !slices.Equal(labels, []string{
			"Europe", "Europe > Iberia",
			"Europe > Iberia > Lisbon",
		}) {
			w.Errorf("labels: %v", labels)
		}
		if found := w.admin.Get("partners/2/folders?query=europe+lis").Want(200).Column("id"); !slices.Equal(found,
			texts([]int64{lisbon})) {
			w.Errorf("found: %v", found)
		}
		if found := w.admin.Get("users/21/folders").Want(200).Column("id"); !slices.Equal(found, texts([]int64{mine})) {
			w.Errorf("of a user: %v", found)
		}
		w.admin.Put(folderAt(iberia), map[string]any{"name": "Portugal", "parent_id": nil}).Want(200)
		if label := w.admin.Get(folderAt(lisbon)).Want(200).String("item.label"); label != "Portugal > Lisbon" {
			w.Errorf("after a move and a rename above: %q", label)
		}
		w.admin.Put(folderAt(europe), map[string]any{"parent_id": iberia}).Want(200)

		before := w.s.Count("SELECT count(*) FROM audit_log")
		for _, wrong := range []struct {
			field string
			call  *kittest.Answer
		}{
			{"parent_id", w.admin.Put(folderAt(iberia), map[string]any{"parent_id": iberia})},
			{"parent_id", w.admin.Put(folderAt(iberia), map[string]any{"parent_id": lisbon})},
			{"parent_id", w.admin.Put(folderAt(iberia), map[string]any{"parent_id": europe})},
			{"parent_id", w.admin.Put(folderAt(lisbon), map[string]any{"parent_id": other})},
			{"parent_id", w.admin.Put(folderAt(lisbon), map[string]any{"parent_id": mine})},
			{"parent_id", w.admin.Put(folderAt(mine), map[string]any{"parent_id": lisbon})},
			{"parent_id", w.admin.Put(folderAt(lisbon), map[string]any{"parent_id": 999})},
			{"parent_id", w.admin.Post("partners/2/folders", map[string]any{"name": "X", "parent_id": other})},
			{"parent_id", w.admin.Post("users/22/folders", map[string]any{"name": "X", "parent_id": mine})},
			{"name", w.admin.Post("partners/2/folders", map[string]any{"name": "PÓRTUGAL"})},
			{"name", w.admin.Post("partners/2/folders", map[string]any{"name": "lisbon", "parent_id": iberia})},
			{"name", w.admin.Post("partners/2/folders", map[string]any{"name": " "})},
			{"name", w.admin.Post("partners/2/folders", map[string]any{"name": "A > B"})},
			{"name", w.admin.Post("partners/2/folders", map[string]any{"name": strings.Repeat("x", 121)})},
			{"name", w.admin.Put(folderAt(europe), map[string]any{"name": "Lisbon"})},
			{"colour", w.admin.Put(folderAt(europe), map[string]any{"colour": "red"})},
		} {
			wrong.call.Refused(wrong.field)
		}
		w.admin.Post("partners/2/folders", map[string]any{"name": "Portugal", "parent_id": iberia}).
			Want(201) // the same name elsewhere
		for _, missing := range []string{
			"partners/999/folders", "users/999/folders", "folders/999",
			"partners/2/collections-folders/999",
		} {
			w.admin.Get(missing).Want(404)
		}
		w.admin.Put(folderAt(europe), map[string]any{"partner_id": 3, "folders_count": 9}).Want(200)
		if got := w.admin.Get(folderAt(europe)); got.Int("item.partner_id") != 2 || got.Int("item.folders_count") != 0 {
			w.Errorf("an owner is for good: %s", got.Text)
		}
		if n := w.s.Count("SELECT count(*) FROM audit_log"); n != before+1 {
			w.Errorf("the audit log has %d new lines, want one", n-before)
		}
		w.s.Anyone().Post("partners/2/folders", map[string]any{"name": "X"}).Want(401)
		for owner, id := range map[string]int64{"partners": other, "users": mine} {
			w.s.Exec("UPDATE "+owner+" SET deleted_at = ? WHERE id IN (3, 21)", clock.Now())
			w.admin.Get(folderAt(id)).Want(404)
			w.admin.Put(folderAt(id), map[string]any{"name": "Theirs"}).Want(404)
			w.admin.Delete(folderAt(id)).Want(404)
		}
		w.admin.Put(folderAt(lisbon), map[string]any{"name": "Lisboa", "version": 99}).Want(409)
	})
}

func TestOnlyEmptyFoldersAreDeleted(t *testing.T) {
	t.Parallel()
	each(t, func(w *world) {
		outer := w.folder("partners/2", "Outer", 0)
		inner := w.folder("partners/2", "Inner", outer)
		id := w.made("Lisbon", map[string]any{"folder_id": inner})
		w.admin.Delete(folderAt(outer)).Want(409)
		w.admin.Delete(folderAt(inner)).Want(409)
		w.admin.Delete(one(id)).Want(204)
		w.admin.Delete(folderAt(inner)).Want(204)
		w.admin.Delete(folderAt(outer)).Want(204)
		w.admin.Delete(folderAt(outer)).Want(404)
		entry := w.admin.Get("trash").Want(200).Int("items.0.id")
		w.admin.Post("trash/"+strconv.FormatInt(entry, 10)+"/restore", nil).Want(204)
		if got := w.admin.Get(one(id)).Want(200); got.Value("item.folder_id") != nil {
			w.Errorf("it comes back outside of folders: %s", got.Text)
		}
	})
}

// Whoever is first wins: a folder is not deleted under a collection that goes into it.
func TestAFolderIsNotDeletedUnderACollection(t *testing.T) {
	t.Parallel()
	each(t, func(w *world) {
		for range 8 {
			folder := w.folder("partners/2", "Race "+strconv.FormatInt(clock.Now().UnixNano(), 36), 0)
			var all sync.WaitGroup
			var made, deleted *kittest.Answer
			all.Go(func() {
				made = w.admin.Post("collections", map[string]any{"name": "A", "partner_id": 2, "folder_id": folder})
			})
			all.Go(func() { deleted = w.admin.Delete(folderAt(folder)) })
			all.Wait()
			if made.Status == 201 && deleted.Status == 204 {
				if got := w.admin.Get(one(made.Int("item.id"))).Value("item.folder_id"); got == nil {
					w.Fatal("both were done, and the collection lost its folder without a word")
				}
			}
			if made.Status != 201 && made.Status != 422 && made.Status != 409 || deleted.Status != 204 && deleted.Status != 409 {
				w.Errorf("%s and %s", made.Text, deleted.Text)
			}
		}
	})
}

func TestTheBrowserShowsOneLevelAtATime(t *testing.T) {
	t.Parallel()
	each(t, func(w *world) {
		europe := w.folder("partners/2", "Europe", 0)
		iberia := w.folder("partners/2", "Iberia", europe)
		w.folder("partners/2", "Asia", 0)
		elsewhere := w.folder("partners/3", "Elsewhere", 0)
		w.made("Outside")
		inside := w.made("Between", map[string]any{"folder_id": europe})
		deep := w.made("Deep", map[string]any{"folder_id": iberia})
		gone := w.made("Gone", map[string]any{"folder_id": europe})
		w.admin.Delete(one(gone)).Want(204)
		w.admin.Post(one(inside)+"/content", map[string]any{"content_ids": w.items("A", "B")}).Want(200)

		level := func(path string) string {
			got := w.admin.Get("partners/2/collections-folders" + path).Want(200)
			return strings.Join(got.Column("name"), ", ") + " of " + strconv.FormatInt(got.Int("meta.total"), 10)
		}
		for path, want := range map[string]string{
			"": "Asia, Europe, Outside of 3", "/" + texts([]int64{europe})[0]: "Iberia, Between of 2",
			"/" + texts([]int64{iberia})[0]: "Deep of 1",
			"?per_page=2":                   "Asia, Europe of 3", "?per_page=2&page=2": "Outside of 3",
			"?per_page=1&page=3": "Outside of 3",
			"?page=7":            " of 3",
		} {
			if got := level(path); got != want {
				w.Errorf("%q shows %q, want %q", path, got, want)
			}
		}
		top := w.admin.Get("partners/2/collections-folders").Want(200)
		if top.Value("folder.id") != nil || len(top.Value("folder.breadcrumbs").([]any)) != 1 ||
			top.Value("folder.breadcrumbs.0.last") != true {
			w.Errorf("at the top: %s", top.Text)
		}
		if top.String("items.1.entity") != "folder" || top.Int("items.1.folders_count") != 1 ||
			top.Int("items.1.collections_count") != 1 || top.Int("items.0.collections_count") != 0 {
			w.Errorf("folders: %s", top.Text)
		}
		in := w.admin.Get("partners/2/collections-folders/" + texts([]int64{iberia})[0]).Want(200)
		if in.Int("folder.id") != iberia || in.String("folder.name") != "Iberia" ||
			in.String("folder.breadcrumbs.1.name") != "Europe" || in.Value("folder.breadcrumbs.1.last") != false ||
			in.Int("folder.breadcrumbs.2.id") != iberia || in.Value("folder.breadcrumbs.2.last") != true {
			w.Errorf("the way to a folder: %s", in.Text)
		}
		if in.String("items.0.entity") != "collection" || in.String("items.0.type") != "partner" ||
			in.String("items.0.landing_page_url") != w.admin.Get(one(deep)).String("item.landing_page_url") {
			w.Errorf("a collection: %s", in.Text)
		}
		w.admin.Get("partners/3/collections-folders/" + texts([]int64{europe})[0]).Want(404)
		w.admin.Get("partners/2/collections-folders/" + texts([]int64{elsewhere})[0]).Want(404)
		w.admin.Get("users/2/collections-folders/" + texts([]int64{europe})[0]).Want(404)
		w.admin.Get("partners/999/collections-folders").Want(404)
		w.admin.Get("partners/2/collections-folders?page=0").Refused("page")
		w.admin.Get("users/21/collections-folders").Want(200)
		w.s.Anyone().Get("partners/2/collections-folders").Want(401)
	})
}
