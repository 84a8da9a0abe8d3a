package resource_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"waymark/internal/kit/api"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/importer"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/sheet"
	"waymark/internal/kit/write"
)

// importRows imports rows of cells, which are separated by commas, and returns what happened to each.
func importRows(
	t *testing.T, s *kittest.Server, records *importer.Records, plan *importer.Plan, lines ...string,
) []string {
	t.Helper()
	ctx, rows := t.Context(), []importer.Row{}
	for _, line := range lines {
		cells := strings.Split(line, ",")
		key, problem := records.KeyOf(ctx, plan, cells)
		rows = append(rows, importer.Row{Cells: cells, Key: key, Problem: problem})
	}
	rollBack := errors.New("a dry run changes nothing")
	var results []importer.Result
	err := s.Kit.Store.DoAlone(ctx, func(tx *write.Tx) (err error) {
		if results, err = records.Import(ctx, tx, plan, rows); err == nil && plan.DryRun {
			return rollBack
		}
		return err
	})
	if err != nil && !errors.Is(err, rollBack) {
		t.Fatal(err)
	}
	outcomes := []string{}
	for _, result := range results {
		outcome := result.Outcome
		for _, problem := range result.Problems {
			outcome += " " + problem.Field + ": " + problem.Message
		}
		outcomes = append(outcomes, outcome)
	}
	return outcomes
}

func expectOutcomes(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestImport_Fields(t *testing.T) {
	workshop(t, func(t *testing.T, s *kittest.Server, admin *kittest.Client) {
		create(admin, "makers", fields{"name": "Acme"})
		records := s.Kit.Imports.At("/api/admin/widgets")
		found := []string{}
		for _, field := range records.Fields {
			found = append(found, fmt.Sprintf("%s %s %v %v", field.Name, field.Type, field.Required, field.Key))
		}
		want := []string{
			"id id false true", "name text true true", "slug text false true", "notes text false false",
			"amount number false false", "size number false false", "enabled boolean false false",
			"colour choice false false", "due_at date false false", "ends_at date false false", "codes list false false",
			"maker_id reference false false", "maker_ids references false false",
		}
		if !slices.Equal(found, want) {
			t.Errorf("got %q, want %q", found, want)
		}
		maker := records.Fields[len(records.Fields)-2]
		for heading, want := range map[string]bool{"Maker": true, "maker-id": true, "MAKER_ID": true, "made by": false} {
			if got := maker.MatchesHeading(heading); got != want {
				t.Errorf("%s: got %v, want %v", heading, got, want)
			}
		}
		sample, err := records.Sample(t.Context(), s.DB.Read())
		if got := strings.Join(sample, "|"); err != nil || got !=
			"|Sample name|Sample slug|Sample notes|1|1|yes|red|2026-01-31|2026-01-31|First; Second|Acme|Acme" {
			t.Errorf("got the sample %q (%v)", got, err)
		}
		if s.Kit.Imports.At("/api/admin/all-parts") != nil {
			t.Error("records without a create and an update can be imported")
		}
	})
}

func TestImport_Rows(t *testing.T) {
	workshop(t, func(t *testing.T, s *kittest.Server, admin *kittest.Client) {
		create(admin, "makers", fields{"name": "Acme"})
		create(admin, "makers", fields{"name": "Bolts"})
		records := s.Kit.Imports.At("/api/admin/widgets")
		plan := &importer.Plan{
			Columns: []string{"name", "size", "enabled", "colour", "due_at", "codes", "maker_id", "maker_ids", ""},
			Key:     "name", Dates: sheet.DayFirst,
		}
		expectOutcomes(t, importRows(t, s, records, plan,
			"Axle,3,no,Green,31/01/2030,a|b,acme,Acme; 2,ignored",
			"Bolt,,,,,,,",
			"Cog,9,perhaps,blue,soon,,Nobody,Acme;99,,more",
			"Disc,many",
			"\x00,1",
		),
			"created", "created",
			"rejected : Has more cells than there are columns. colour: Must be one of: red, green. "+
				"due_at: Must be a date such as 31/01/2026. enabled: Must be yes or no. maker_id: \"Nobody\" was not found. "+
				"maker_ids: \"99\" was not found. size: Must be between -5 and 5.",
			"rejected size: Must be a whole number.",
			"rejected name: Contains characters that can't be read.",
		)
		got := admin.Get("widgets/1").Want(200)
		for _, part := range []string{
			`"size":3`, `"enabled":false`, `"colour":"green"`, `"codes":["a","b"]`, `"maker_id":1`, `"maker_ids":[1,2]`,
			`"due_at":"2030-01-3`,
		} {
			if !strings.Contains(got.Text, part) {
				t.Errorf("got %s, want %s", got.Text, part)
			}
		}
		t.Run("what was exported changes nothing", func(t *testing.T) {
			// Times in files have no fractions of seconds.
			admin.Put("widgets/1", fields{"due_at": "2030-01-31T10:00:00.5Z"}).Want(200)
			again := &importer.Plan{
				Columns: []string{"id", "name", "enabled", "due_at", "maker_id", "maker_ids"}, Key: "id",
			}
			row := "1,Axle,no,2030-01-31T10:00:00Z,Acme,Acme; Bolts"
			expectOutcomes(t, importRows(t, s, records, again, row), "unchanged")
			if n := s.Count("SELECT version FROM widgets WHERE id = 1"); n != 2 {
				t.Errorf("the version is %d", n)
			}
		})
		t.Run("empty cells clear fields if they shall", func(t *testing.T) {
			part := &importer.Plan{Columns: []string{"name", "maker_id", "codes"}, Key: "name"}
			expectOutcomes(t, importRows(t, s, records, part, "AXLE,,"), "changed") // the name is written differently
			part.ClearEmpty = true
			expectOutcomes(t, importRows(t, s, records, part, "AXLE,,"), "changed")
			if got := admin.Get("widgets/1").Want(200); !strings.Contains(got.Text, `"codes":[]`) ||
				!strings.Contains(got.Text, `"maker_id":null`) {
				t.Errorf("got %s", got.Text)
			}
		})
		t.Run("matches by id", func(t *testing.T) {
			byID := &importer.Plan{Columns: []string{"id", "name"}, Key: "id"}
			expectOutcomes(t, importRows(t, s, records, byID, "99,x", "x,y", "2,Bolts", ",Eye"),
				"rejected id: There is no widget with this id. Leave it empty to create one.",
				"rejected id: Must be the id of a record.", "changed", "created")
		})
	})
}

func TestImport_Tree(t *testing.T) {
	hotel(t, func(t *testing.T, s *kittest.Server, admin *kittest.Client) {
		records := s.Kit.Imports.At("/api/admin/rooms")
		create(admin, "rooms", fields{"name": "Twin"})
		create(admin, "rooms", fields{"name": "Twin"})
		plan := func(dryRun bool) *importer.Plan {
			return &importer.Plan{Columns: []string{"name", "parent_id", "tags"}, DryRun: dryRun}
		}
		// The name of a record is its label, so two rooms named Twin have the same one.
		expectOutcomes(t,
			importRows(t, s, records, plan(true), "Attic,,old;large", "Study,Attic", "Desk,Nowhere", "Bed,Twin"),
			"created", "created", `rejected parent_id: "Nowhere" was not found.`,
			`rejected parent_id: Several records are named "Twin". Use the id instead.`)
		if n := s.Count("SELECT count(*) FROM rooms"); n != 2 {
			t.Errorf("a dry run has left %d rooms", n)
		}
		expectOutcomes(t, importRows(t, s, records, plan(false), "Attic,,old;large", "Study,Attic", "Bed,1"),
			"created", "created", "created")
		if n := s.Count("SELECT count(*) FROM rooms WHERE label IN ('Attic > Study', 'Twin > Bed')"); n != 2 {
			t.Error("the rooms are not inside the others")
		}
		if n := s.Count("SELECT count(*) FROM room_tags"); n != 2 {
			t.Errorf("%d tags, want 2", n)
		}
	})
}

func TestImport_Nested(t *testing.T) {
	workshop(t, func(t *testing.T, s *kittest.Server, admin *kittest.Client) {
		create(admin, "makers", fields{"name": "Acme"})
		for _, name := range []string{"Axle", "Bolt"} {
			create(admin, "widgets", fields{"name": name, "maker_id": 1})
		}
		records := s.Kit.Imports.At("/api/admin/makers/{maker_id}/widgets/{widget_id}/parts")
		if _, err := records.Parents(t.Context(), "makers/1/widgets/9/parts"); err == nil {
			t.Error("found a parent that is not there")
		}
		for _, widget := range []int64{1, 2} {
			parents, err := records.Parents(t.Context(), fmt.Sprintf("makers/1/widgets/%d/parts", widget))
			if err != nil || !slices.Equal(parents, []int64{1, widget}) {
				t.Fatalf("got %v (%v)", parents, err)
			}
			plan := &importer.Plan{Parents: parents, Columns: []string{"name"}, Key: "name"}
			expectOutcomes(t, importRows(t, s, records, plan, "Lid"), "created")
			expectOutcomes(t, importRows(t, s, records, plan, "Lid"), "unchanged")
		}
	})
}

func TestImport_Rights(t *testing.T) {
	t.Parallel()
	s := kittest.Serve(t, kittest.SQLite(t), kittest.Resources(func(kit resource.Kit) {
		forAdmins := makerDefinition
		forAdmins.Access = resource.Access{Write: api.Admins}
		resource.Mount(kit, forAdmins)
		resource.Mount(kit, widgetDefinition)
	}))
	admin := auth.WithUser(t.Context(), &auth.User{ID: 1, Role: auth.Admin})
	editor := auth.WithUser(t.Context(), &auth.User{ID: 2, Role: auth.Editor})
	for _, c := range []struct {
		ctx   context.Context
		table string
		want  bool
	}{{admin, "makers", true}, {editor, "makers", false}, {editor, "widgets", true}, {editor, "others", true}} {
		if err := s.Kit.Imports.MayWrite(c.ctx, c.table); (err == nil) != c.want {
			t.Errorf("%s: got %v, want %v", c.table, err, c.want)
		}
	}
}
