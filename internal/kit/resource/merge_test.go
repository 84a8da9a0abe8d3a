package resource_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/merge"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/table"
	"waymark/internal/kit/uses"
)

// mergedMakers are makers that can be merged. The first is built in.
func mergedMakers() resource.Definition[Maker] {
	definition := makerDefinition
	definition.Merge = &merge.Rules[Maker]{URLColumn: "search_text"}
	definition.Fixed = 1
	definition.Uses = append(slices.Clone(definition.Uses), uses.Use{
		Kind: "own widgets", Table: widgets, Column: "maker_id", Path: "/widgets?maker={id}&name={name}",
		OnDelete: uses.Deletes,
	})
	return definition
}

// mergedRooms are rooms that can be merged, with their guests and the rooms below them.
func mergedRooms() resource.Definition[Room] {
	definition := roomDefinition
	definition.Merge = &merge.Rules[Room]{
		Copied: []table.Link{roomGuests}, Parent: "parent_id", NameColumn: "name_key",
	}
	definition.Uses = []uses.Use{
		{Kind: "rooms", Table: rooms, Column: "parent_id"},
		{Kind: "guests", Link: roomGuests, OnDelete: uses.Unlinks},
	}
	return definition
}

// merging runs a test on each engine with a server for makers and rooms that can be merged.
func merging(t *testing.T, run func(t *testing.T, s *kittest.Server, admin *kittest.Client)) {
	t.Helper()
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := kittest.Serve(t, d, func(s *kittest.Server, _ *jobs.Set) {
			resource.Mount(s.Kit, mergedMakers())
			resource.Mount(s.Kit, widgetDefinition)
			resource.Mount(s.Kit, mergedRooms()).MountAdd("guests", "guest_ids", roomGuests)
			resource.Mount(s.Kit, guestDefinition)
		})
		schema(s)
		createRoomTables(s)
		run(t, s, s.Admin())
	})
}

// length returns how many entries a list in a response has.
func length(r *kittest.Response, name string) int {
	list, _ := r.Value(name).([]any)
	return len(list)
}

func TestMerge(t *testing.T) {
	merging(t, func(t *testing.T, s *kittest.Server, admin *kittest.Client) {
		for _, name := range []string{"House", "Acme", "ACME Ltd", "Bolts"} {
			create(admin, "makers", fields{"name": name})
		}
		create(admin, "widgets", fields{"name": "Axle", "maker_id": 3, "maker_ids": []int64{2, 3}})
		create(admin, "widgets", fields{"name": "Cog", "maker_ids": []int64{4}})
		t.Run("counts the uses of a record", func(t *testing.T) {
			got := admin.Get("makers/3/uses").Want(200)
			if got.Int("uses.0.count") != 1 || got.String("uses.0.on_delete") != "prevents" ||
				got.String("uses.1.path") != "/widgets?maker=3&name=ACME+Ltd" || length(got, "uses") != 2 {
				t.Errorf("got %s", got.Text)
			}
			refused := admin.Delete("makers/3").Want(409)
			if refused.String("uses.0.kind") != "widgets" || length(refused, "uses") != 1 {
				t.Errorf("got %s", refused.Text)
			}
		})
		t.Run("refuses what can't be merged", func(t *testing.T) {
			admin.Post("makers/2/merge", fields{"ids": []int64{}}).Refused("ids")
			admin.Post("makers/2/merge", fields{"ids": []int64{2}}).Refused("ids.0")
			admin.Post("makers/2/merge", fields{"ids": []int64{3, 3}}).Refused("ids.1")
			admin.Post("makers/2/merge", fields{"ids": []int64{3, 99}}).Refused("ids.1")
			admin.Post("makers/2/merge", fields{"ids": []int64{99}, "dry_run": true}).Refused("ids.0")
			many := make([]int64, 50)
			for i := range many {
				many[i] = int64(i + 3)
			}
			admin.Post("makers/2/merge", fields{"ids": many}).Refused("ids")
			admin.Post("makers/99/merge", fields{"ids": []int64{3}}).Want(404)
			builtIn := admin.Post("makers/2/merge", fields{"ids": []int64{1}}).Want(409)
			if !strings.Contains(builtIn.Text, "built in") {
				t.Errorf("got %s", builtIn.Text)
			}
		})
		t.Run("a dry run changes nothing", func(t *testing.T) {
			got := admin.Post("makers/2/merge", fields{"ids": []int64{3, 4}, "dry_run": true}).Want(200)
			if got.Int("moved.0.count") != 2 || got.Int("moved.1.count") != 1 || got.Int("removed") != 2 {
				t.Errorf("got %s", got.Text)
			}
			if n := s.Count("SELECT count(*) FROM makers WHERE deleted_at IS NULL"); n != 4 {
				t.Errorf("%d makers are left", n)
			}
		})
		t.Run("moves references and remembers the ids", func(t *testing.T) {
			admin.Post("makers/2/merge", fields{"ids": []int64{3, 4}}).Want(200)
			if got := admin.Get("widgets/1").Want(200); !strings.Contains(got.Text, `"maker_ids":[2]`) ||
				got.Int("item.maker_id") != 2 || got.Int("item.version") == 1 {
				t.Errorf("got %s", got.Text)
			}
			if got := admin.Get("widgets/2").Want(200); !strings.Contains(got.Text, `"maker_ids":[2]`) {
				t.Errorf("got %s", got.Text)
			}
			if got := admin.Get("makers/4").Want(404); got.Int("merged_into") != 2 {
				t.Errorf("got %s", got.Text)
			}
			if n := s.Count("SELECT count(*) FROM audit_log WHERE action = 'merged' AND record_id = 2"); n != 1 {
				t.Errorf("%d audit entries, want 1", n)
			}
			if n := s.Count("SELECT count(*) FROM audit_log WHERE action = 'deleted'"); n != 2 {
				t.Errorf("%d deletions, want 2", n)
			}
		})
	})
}

func TestMerge_Tree(t *testing.T) {
	merging(t, func(t *testing.T, s *kittest.Server, admin *kittest.Client) {
		hall := create(admin, "rooms", fields{"name": "Hall"})
		lobby := create(admin, "rooms", fields{"name": "Lobby"})
		desk := create(admin, "rooms", fields{"name": "Desk", "parent_id": lobby})
		drawer := create(admin, "rooms", fields{"name": "Drawer", "parent_id": desk})
		own := create(admin, "rooms", fields{"name": "Desk", "parent_id": hall})
		ada := create(admin, "guests", fields{"name": "Ada"})
		admin.Post(fmt.Sprintf("rooms/%d/guests", lobby), fields{"guest_ids": []int64{ada}}).Want(200)
		conflict := func(into, merged int64, want string) {
			t.Helper()
			got := admin.Post(fmt.Sprintf("rooms/%d/merge", into), fields{"ids": []int64{merged}}).Want(409)
			if !strings.Contains(got.Text, want) {
				t.Errorf("got %s, want %q", got.Text, want)
			}
		}
		conflict(drawer, lobby, "is inside")
		conflict(hall, lobby, "would have the same name")
		admin.Put(fmt.Sprint("rooms/", own), fields{"name": "Bench"}).Want(200)

		admin.Post(fmt.Sprintf("rooms/%d/merge", hall), fields{"ids": []int64{desk, lobby}}).Want(200)
		if got := admin.Get(fmt.Sprint("rooms/", drawer)).Want(200).String("item.label"); got != "Hall > Drawer" {
			t.Errorf("label is %q", got)
		}
		if n := s.Count("SELECT count(*) FROM room_guests WHERE room_id = ? AND guest_id = ?", hall, ada); n != 1 {
			t.Error("the guest has not moved")
		}
		if n := s.Count("SELECT count(*) FROM rooms"); n != 3 {
			t.Errorf("%d rooms are left, want 3", n)
		}
	})
}

func TestDuplicates(t *testing.T) {
	merging(t, func(t *testing.T, s *kittest.Server, admin *kittest.Client) {
		for _, name := range []string{"Conference room", "Hall", "Conferense room", "Hall", "Kitchen"} {
			create(admin, "rooms", fields{"name": name})
		}
		found := func(query string) string {
			groups := []string{}
			got := admin.Get("rooms/duplicates" + query).Want(200)
			for i := range length(got, "groups") {
				at := fmt.Sprintf("groups.%d.", i)
				groups = append(groups, fmt.Sprint(got.String(at+"reason"), " ", got.Int(at+"records.0.id"), " ",
					got.Int(at+"records.1.id")))
			}
			return fmt.Sprint(strings.Join(groups, ", "), " ", got.Value("is_complete"))
		}
		if got := found(""); got != "name 2 4, spelling 1 3 true" {
			t.Errorf("got %s", got)
		}
		if got := found("?begins_with=H"); got != "name 2 4 true" {
			t.Errorf("got %s", got)
		}
		if got := found("?begins_with=kit"); got != " true" {
			t.Errorf("got %s", got)
		}
		t.Run("by another column", func(t *testing.T) {
			create(admin, "makers", fields{"name": "Acme"})
			create(admin, "makers", fields{"name": "Bolts"})
			s.Exec("UPDATE makers SET search_text = 'https://acme.example'")
			if got := admin.Get("makers/duplicates").Want(200); got.String("groups.0.reason") != "url" {
				t.Errorf("got %s", got.Text)
			}
		})
		t.Run("reports that there are too many names to compare", func(t *testing.T) {
			for range 11 {
				s.Exec(`INSERT INTO rooms (name, name_key, label, label_key, created_at, updated_at)
					SELECT 'Box ' || (id + (SELECT max(id) FROM rooms)), 'box ' || (id + (SELECT max(id) FROM rooms)), '', '',
						created_at, updated_at FROM rooms`)
			}
			if got := found(""); got != "name 2 4 false" {
				t.Errorf("got %s", got)
			}
		})
	})
}
