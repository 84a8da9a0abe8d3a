package libraries_test

import (
	"fmt"
	"slices"
	"strconv"
	"testing"

	"waymark/internal/features/libraries"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/resourcetest"
)

// insertPartners inserts Alder (21), Birch (22), and Cedar (23), which is in the trash.
func insertPartners(s *kittest.Server) {
	now := clock.Now()
	for id, name := range map[int]string{21: "alder", 22: "birch", 23: "cedar"} {
		s.Exec(`
			INSERT INTO partners (id, account_type_id, name, name_key, slug, alt_id, search_text, created_at, updated_at)
			VALUES (?, 11, ?, ?, ?, ?, ?, ?, ?)`,
			id, name, name, name, name, "  "+name, now, now)
	}
	trash(s, 23)
}

func trash(s *kittest.Server, id int) {
	s.Exec("UPDATE partners SET deleted_at = ? WHERE id = ?", clock.Now(), id)
}

func restore(s *kittest.Server, id int) {
	s.Exec("UPDATE partners SET deleted_at = NULL WHERE id = ?", id)
}

func path(id int64) string { return "libraries/" + strconv.FormatInt(id, 10) }

func TestLibraries_CRUD(t *testing.T) {
	t.Parallel()
	resourcetest.Run(t, libraries.Mount, resourcetest.Sample{
		Path: "libraries", Kind: "library", Name: "name", Before: insertPartners,
		Create:   map[string]any{"name": "Bibliothèque", "partner_id": 21, "partners_ids": []int{1, 22}},
		Update:   map[string]any{"partner_id": 22, "partners_ids": []int{21}},
		Required: []string{"name", "partner_id"}, Unique: []string{"name"}, Longest: map[string]int{"name": 120},
	})
}

func TestLibraries(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := kittest.Serve(t, d, kittest.Resources(libraries.Mount))
		insertPartners(s)
		admin := s.Admin()
		create := func(name string, owner int, access ...int) int64 {
			body := map[string]any{"name": name, "partner_id": owner, "partners_ids": access}
			return admin.Post("libraries", body).Want(201).Int("item.id")
		}
		cafes, walks := create("Cafés", 21, 22, 1), create("Walks", 22)
		list := func(query string) []string { return admin.Get("libraries" + query).Want(200).Column("name") }
		access := func(id int64) string {
			read := admin.Get(path(id)).Want(200)
			return fmt.Sprint(read.Value("item.partners_ids"), " ", names(read.Value("item.partners")))
		}

		t.Run("shows the names of the owner and of other partners", func(t *testing.T) {
			if read := admin.Get(path(cafes)).Want(200); read.String("item.owner.name") != "alder" ||
				read.Int("item.owner.id") != 21 || read.Int("item.content_count") != 0 {
				t.Errorf("got %s", read.Text)
			}
			if got := access(cafes); got != "[1 22] [birch House]" {
				t.Errorf("got %s", got)
			}
			if got := access(walks); got != "[] []" {
				t.Errorf("got %s", got)
			}
		})
		t.Run("refuses wrong partners", func(t *testing.T) {
			before := admin.Get("libraries?sort=id").Want(200).Text
			for _, wrong := range []any{999, 23, 0, "21", 1.5} { // 23 is in the trash
				admin.Post("libraries", map[string]any{"name": "x", "partner_id": wrong}).Refused("partner_id")
				admin.Put(path(walks), map[string]any{"partner_id": wrong}).Refused("partner_id")
			}
			admin.Put(path(walks), map[string]any{"partners_ids": []int{1, 999}}).Refused("partners_ids.1")
			admin.Put(path(walks), map[string]any{"partners_ids": []int{23}}).Refused("partners_ids.0")
			for _, wrong := range []any{"1", 1, []string{"1"}, map[string]int{"id": 1}} {
				admin.Put(path(walks), map[string]any{"partners_ids": wrong}).Refused("partners_ids")
			}
			if after := admin.Get("libraries?sort=id").Want(200).Text; after != before {
				t.Errorf("refused changes were stored: got %s, want %s", after, before)
			}
		})
		t.Run("filters by owner and by access, and searches by owner", func(t *testing.T) {
			for query, want := range map[string][]string{
				"":                                 {"Cafés", "House library", "Walks"},
				"?partner_id=21":                   {"Cafés"},
				"?partner=22":                      {"Walks"},
				"?partner_access=22":               {"Cafés"},
				"?partner_access=21":               {},
				"?partner_id=22&partner_access=22": {},
				"?partner_id=21&partner_access=1":  {"Cafés"},
				"?query=alder":                     {"Cafés"},
			} {
				if got := list(query); !slices.Equal(got, want) {
					t.Errorf("%q: got %v, want %v", query, got, want)
				}
			}
			admin.Get("libraries?partner_id=x").Refused("partner_id")
			admin.Get("libraries?partner=x").Refused("partner")
			admin.Get("libraries?partner_access=x").Refused("partner_access")
		})
		t.Run("refuses to delete the house library", func(t *testing.T) {
			admin.Delete("libraries/1").Want(409)
			admin.Get("libraries/1").Want(200)
		})
		t.Run("hides the access of a partner in the trash until it is restored", func(t *testing.T) {
			trash(s, 22)
			if got := access(cafes); got != "[1] [House]" {
				t.Errorf("got %s with birch in the trash", got)
			}
			if got := list("?partner_access=22"); len(got) != 0 {
				t.Errorf("got %v for a partner in the trash, want none", got)
			}
			// Saving a form that did not show the partner does not remove its access.
			admin.Put(path(cafes), map[string]any{"name": "Coffee", "partners_ids": []int{21}}).Want(200)
			restore(s, 22)
			if got := access(cafes); got != "[21 22] [alder birch]" {
				t.Errorf("got %s with birch restored", got)
			}
			if got := list("?partner_access=22"); !slices.Equal(got, []string{"Coffee"}) {
				t.Errorf("got %v for the restored partner, want [Coffee]", got)
			}
		})
	})
}

func names(list any) []string {
	found := []string{}
	for _, entry := range list.([]any) {
		found = append(found, entry.(map[string]any)["name"].(string))
	}
	return found
}

func TestLibraries_AddContent(t *testing.T) {
	t.Parallel()
	resourcetest.RunAdd(t, libraries.Mount, "libraries", map[string]any{"name": "Walks", "partner_id": 1})
}
