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

// partners are Alder (21), Birch (22), and Cedar (23), which is in the trash.
func partners(s *kittest.Server) {
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

func TestLibrariesKeepWhatEveryRecordOwes(t *testing.T) {
	t.Parallel()
	resourcetest.Try(t, libraries.Mount, resourcetest.Sample{
		Path: "libraries", Kind: "library", Name: "name", Before: partners,
		Create:   map[string]any{"name": "Bibliothèque", "partner_id": 21, "partners_ids": []int{1, 22}},
		Update:   map[string]any{"partner_id": 22, "partners_ids": []int{21}},
		Required: []string{"name", "partner_id"}, Unique: []string{"name"}, Longest: map[string]int{"name": 120},
	})
}

func TestLibraries(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := kittest.Serve(t, d, kittest.Resources(libraries.Mount))
		partners(s)
		admin := s.Admin()
		shelf := func(name string, owner int, access ...int) int64 {
			return admin.Post("libraries", map[string]any{"name": name, "partner_id": owner, "partners_ids": access}).Want(201).
				Int("item.id")
		}
		cafes, walks := shelf("Cafés", 21, 22, 1), shelf("Walks", 22)
		list := func(query string) []string { return admin.Get("libraries" + query).Want(200).Column("name") }
		access := func(id int64) string {
			read := admin.Get(path(id)).Want(200)
			return fmt.Sprint(read.Value("item.partners_ids"), " ", names(read.Value("item.partners")))
		}

		t.Run("show their owner and who may use them, by name", func(t *testing.T) {
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
		t.Run("are taken in other case and with other accents", func(t *testing.T) {
			for _, same := range []string{"CAFES", "cafés", "Cafe\u0301s", " càfes "} {
				admin.Post("libraries", map[string]any{"name": same, "partner_id": 1}).Refused("name")
				admin.Put(path(walks), map[string]any{"name": same}).Refused("name")
			}
		})
		t.Run("refuse wrong partners under their fields, and stay as they are", func(t *testing.T) {
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
				t.Errorf("before %s, after %s", before, after)
			}
		})
		t.Run("are narrowed by owner and by who may use them, and found by their owner", func(t *testing.T) {
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
					t.Errorf("%q lists %v, want %v", query, got, want)
				}
			}
			admin.Get("libraries?partner_id=x").Refused("partner_id")
			admin.Get("libraries?partner=x").Refused("partner")
			admin.Get("libraries?partner_access=x").Refused("partner_access")
		})
		t.Run("that belong to the product stay", func(t *testing.T) {
			admin.Delete("libraries/1").Want(409)
			admin.Get("libraries/1").Want(200)
		})
		t.Run("hide a partner in the trash, and have it again when it comes back", func(t *testing.T) {
			trash(s, 22)
			if got := access(cafes); got != "[1] [House]" {
				t.Errorf("with birch in the trash: %s", got)
			}
			if got := list("?partner_access=22"); len(got) != 0 {
				t.Errorf("narrowed to a partner in the trash: %v", got)
			}
			// A form that never saw the partner does not take its access away.
			admin.Put(path(cafes), map[string]any{"name": "Coffee", "partners_ids": []int{21}}).Want(200)
			restore(s, 22)
			if got := access(cafes); got != "[21 22] [alder birch]" {
				t.Errorf("with birch back: %s", got)
			}
			if got := list("?partner_access=22"); !slices.Equal(got, []string{"Coffee"}) {
				t.Errorf("narrowed to a partner that is back: %v", got)
			}
		})
	})
}

func names(list any) []string {
	found := []string{}
	for _, one := range list.([]any) {
		found = append(found, one.(map[string]any)["name"].(string))
	}
	return found
}

func TestContentIsAddedToALibraryOnce(t *testing.T) {
	t.Parallel()
	resourcetest.TryAdding(t, libraries.Mount, "libraries", map[string]any{"name": "Walks", "partner_id": 1})
}
