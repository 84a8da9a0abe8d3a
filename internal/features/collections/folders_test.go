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

func folderPath(id int64) string { return "folders/" + strconv.FormatInt(id, 10) }

func TestFolders_Tree(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		europe := f.createFolder("partners/2", "Europe", 0)
		iberia := f.createFolder("partners/2", "Iberia", europe)
		lisbon := f.createFolder("partners/2", "Lisbon", iberia)
		other, mine := f.createFolder("partners/3", "Europe", 0), f.createFolder("users/21", "Europe", 0)
		got := f.admin.Get("partners/2/folders").Want(200)
		wantLabels := []string{"Europe", "Europe > Iberia", "Europe > Iberia > Lisbon"}
		if labels := got.Column("label"); !slices.Equal(labels, wantLabels) {
			f.Errorf("labels: got %v, want %v", labels, wantLabels)
		}
		found := f.admin.Get("partners/2/folders?query=europe+lis").Want(200).Column("id")
		if !slices.Equal(found, idStrings([]int64{lisbon})) {
			f.Errorf("search: got %v, want %d", found, lisbon)
		}
		if found := f.admin.Get("users/21/folders").Want(200).Column("id"); !slices.Equal(found, idStrings([]int64{mine})) {
			f.Errorf("folders of a user: got %v", found)
		}
		f.admin.Put(folderPath(iberia), map[string]any{"name": "Portugal", "parent_id": nil}).Want(200)
		if label := f.admin.Get(folderPath(lisbon)).Want(200).String("item.label"); label != "Portugal > Lisbon" {
			f.Errorf("label after its parent was moved and renamed: got %q", label)
		}
		f.admin.Put(folderPath(europe), map[string]any{"parent_id": iberia}).Want(200)

		before := f.s.Count("SELECT count(*) FROM audit_log")
		for _, wrong := range []struct {
			field string
			call  *kittest.Response
		}{
			{"parent_id", f.admin.Put(folderPath(iberia), map[string]any{"parent_id": iberia})},
			{"parent_id", f.admin.Put(folderPath(iberia), map[string]any{"parent_id": lisbon})},
			{"parent_id", f.admin.Put(folderPath(iberia), map[string]any{"parent_id": europe})},
			{"parent_id", f.admin.Put(folderPath(lisbon), map[string]any{"parent_id": other})},
			{"parent_id", f.admin.Put(folderPath(lisbon), map[string]any{"parent_id": mine})},
			{"parent_id", f.admin.Put(folderPath(mine), map[string]any{"parent_id": lisbon})},
			{"parent_id", f.admin.Put(folderPath(lisbon), map[string]any{"parent_id": 999})},
			{"parent_id", f.admin.Post("partners/2/folders", map[string]any{"name": "X", "parent_id": other})},
			{"parent_id", f.admin.Post("users/22/folders", map[string]any{"name": "X", "parent_id": mine})},
			{"name", f.admin.Post("partners/2/folders", map[string]any{"name": "PÓRTUGAL"})},
			{"name", f.admin.Post("partners/2/folders", map[string]any{"name": "lisbon", "parent_id": iberia})},
			{"name", f.admin.Post("partners/2/folders", map[string]any{"name": " "})},
			{"name", f.admin.Post("partners/2/folders", map[string]any{"name": "A > B"})},
			{"name", f.admin.Post("partners/2/folders", map[string]any{"name": strings.Repeat("x", 121)})},
			{"name", f.admin.Put(folderPath(europe), map[string]any{"name": "Lisbon"})},
			{"colour", f.admin.Put(folderPath(europe), map[string]any{"colour": "red"})},
		} {
			wrong.call.Refused(wrong.field)
		}
		// A name has to be unique only within its parent.
		f.admin.Post("partners/2/folders", map[string]any{"name": "Portugal", "parent_id": iberia}).Want(201)
		for _, missing := range []string{
			"partners/999/folders", "users/999/folders", "folders/999", "partners/2/collections-folders/999",
		} {
			f.admin.Get(missing).Want(404)
		}
		f.admin.Put(folderPath(europe), map[string]any{"partner_id": 3, "folders_count": 9}).Want(200)
		if got := f.admin.Get(folderPath(europe)); got.Int("item.partner_id") != 2 || got.Int("item.folders_count") != 0 {
			f.Errorf("an update should not change the owner or the counter: got %s", got.Text)
		}
		if n := f.s.Count("SELECT count(*) FROM audit_log"); n != before+1 {
			f.Errorf("new audit entries: got %d, want 1", n-before)
		}
		f.s.Anyone().Post("partners/2/folders", map[string]any{"name": "X"}).Want(401)
		for owner, id := range map[string]int64{"partners": other, "users": mine} {
			f.s.Exec("UPDATE "+owner+" SET deleted_at = ? WHERE id IN (3, 21)", clock.Now())
			f.admin.Get(folderPath(id)).Want(404)
			f.admin.Put(folderPath(id), map[string]any{"name": "Theirs"}).Want(404)
			f.admin.Delete(folderPath(id)).Want(404)
		}
		f.admin.Put(folderPath(lisbon), map[string]any{"name": "Lisboa", "version": 99}).Want(409)
	})
}

func TestFolders_DeleteOnlyEmpty(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		outer := f.createFolder("partners/2", "Outer", 0)
		inner := f.createFolder("partners/2", "Inner", outer)
		id := f.create("Lisbon", map[string]any{"folder_id": inner})
		f.admin.Delete(folderPath(outer)).Want(409)
		f.admin.Delete(folderPath(inner)).Want(409)
		f.admin.Delete(pathOf(id)).Want(204)
		f.admin.Delete(folderPath(inner)).Want(204)
		f.admin.Delete(folderPath(outer)).Want(204)
		f.admin.Delete(folderPath(outer)).Want(404)
		entry := f.admin.Get("trash").Want(200).Int("items.0.id")
		f.admin.Post("trash/"+strconv.FormatInt(entry, 10)+"/restore", nil).Want(204)
		if got := f.admin.Get(pathOf(id)).Want(200); got.Value("item.folder_id") != nil {
			f.Errorf("a collection whose folder is gone should be restored to the top level: got %s", got.Text)
		}
	})
}

// A folder must not be deleted while a collection is being created in it: one of the two requests fails.
func TestFolders_ConcurrentDelete(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		for range 8 {
			folder := f.createFolder("partners/2", "Race "+strconv.FormatInt(clock.Now().UnixNano(), 36), 0)
			var all sync.WaitGroup
			var created, deleted *kittest.Response
			all.Go(func() {
				created = f.admin.Post("collections", map[string]any{"name": "A", "partner_id": 2, "folder_id": folder})
			})
			all.Go(func() { deleted = f.admin.Delete(folderPath(folder)) })
			all.Wait()
			if created.Status == 201 && deleted.Status == 204 {
				if got := f.admin.Get(pathOf(created.Int("item.id"))).Value("item.folder_id"); got == nil {
					f.Fatal("both requests succeeded and the collection lost its folder")
				}
			}
			createOK := created.Status == 201 || created.Status == 422 || created.Status == 409
			if !createOK || deleted.Status != 204 && deleted.Status != 409 {
				f.Errorf("create: got %s, delete: got %s", created.Text, deleted.Text)
			}
		}
	})
}

func TestFolders_Browser(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		europe := f.createFolder("partners/2", "Europe", 0)
		iberia := f.createFolder("partners/2", "Iberia", europe)
		f.createFolder("partners/2", "Asia", 0)
		elsewhere := f.createFolder("partners/3", "Elsewhere", 0)
		f.create("Outside")
		inside := f.create("Between", map[string]any{"folder_id": europe})
		deep := f.create("Deep", map[string]any{"folder_id": iberia})
		gone := f.create("Gone", map[string]any{"folder_id": europe})
		f.admin.Delete(pathOf(gone)).Want(204)
		f.admin.Post(pathOf(inside)+"/content", map[string]any{"content_ids": f.createContent("A", "B")}).Want(200)

		level := func(path string) string {
			got := f.admin.Get("partners/2/collections-folders" + path).Want(200)
			return strings.Join(got.Column("name"), ", ") + " of " + strconv.FormatInt(got.Int("meta.total"), 10)
		}
		for path, want := range map[string]string{
			"": "Asia, Europe, Outside of 3", "/" + idStrings([]int64{europe})[0]: "Iberia, Between of 2",
			"/" + idStrings([]int64{iberia})[0]: "Deep of 1",
			"?per_page=2":                       "Asia, Europe of 3", "?per_page=2&page=2": "Outside of 3",
			"?per_page=1&page=3": "Outside of 3",
			"?page=7":            " of 3",
		} {
			if got := level(path); got != want {
				f.Errorf("%q: got %q, want %q", path, got, want)
			}
		}
		top := f.admin.Get("partners/2/collections-folders").Want(200)
		if top.Value("folder.id") != nil || len(top.Value("folder.breadcrumbs").([]any)) != 1 ||
			top.Value("folder.breadcrumbs.0.last") != true {
			f.Errorf("top level: got %s", top.Text)
		}
		if top.String("items.1.entity") != "folder" || top.Int("items.1.folders_count") != 1 ||
			top.Int("items.1.collections_count") != 1 || top.Int("items.0.collections_count") != 0 {
			f.Errorf("folders: got %s", top.Text)
		}
		in := f.admin.Get("partners/2/collections-folders/" + idStrings([]int64{iberia})[0]).Want(200)
		if in.Int("folder.id") != iberia || in.String("folder.name") != "Iberia" ||
			in.String("folder.breadcrumbs.1.name") != "Europe" || in.Value("folder.breadcrumbs.1.last") != false ||
			in.Int("folder.breadcrumbs.2.id") != iberia || in.Value("folder.breadcrumbs.2.last") != true {
			f.Errorf("breadcrumbs: got %s", in.Text)
		}
		if in.String("items.0.entity") != "collection" || in.String("items.0.type") != "partner" ||
			in.String("items.0.landing_page_url") != f.admin.Get(pathOf(deep)).String("item.landing_page_url") {
			f.Errorf("collection: got %s", in.Text)
		}
		f.admin.Get("partners/3/collections-folders/" + idStrings([]int64{europe})[0]).Want(404)
		f.admin.Get("partners/2/collections-folders/" + idStrings([]int64{elsewhere})[0]).Want(404)
		f.admin.Get("users/2/collections-folders/" + idStrings([]int64{europe})[0]).Want(404)
		f.admin.Get("partners/999/collections-folders").Want(404)
		f.admin.Get("partners/2/collections-folders?page=0").Refused("page")
		f.admin.Get("users/21/collections-folders").Want(200)
		f.s.Anyone().Get("partners/2/collections-folders").Want(401)
	})
}
