package lookup_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"waymark/internal/kit/api"
	"waymark/internal/kit/db"
	"waymark/internal/kit/derived"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/listing"
	"waymark/internal/kit/lookup"
	"waymark/internal/kit/table"
)

var colours = table.Table{Name: "colours"}

func mount(s *kittest.Server, _ *jobs.Set) {
	list := &listing.List{
		Table: colours, Sort: "name", Parent: "palette_id", Search: &listing.Search{},
		Sorts: []listing.Sort{{Name: "name", Column: "name", Unique: true}},
	}
	load := func(ctx context.Context, c db.Conn, ids []int64) ([]lookup.Option, error) {
		return db.All[lookup.Option](ctx, c, "SELECT id, name, 'colour' AS hint FROM colours WHERE id IN (?)", ids)
	}
	parent := func(_ context.Context, call *api.Call) (int64, error) { return call.ID("palette_id") }
	for path, only := range map[string][]listing.Condition{
		"options/palettes/{palette_id}/colours": nil,
		"search/palettes/{palette_id}/colours":  {{SQL: "name <> ?", Args: []any{"Black"}}},
	} {
		records := lookup.Records{Path: path, Summary: "Look up colours", List: list, Only: only, Parent: parent, Load: load}
		records.Mount(s.Kit.API, s.DB)
	}
	lookup.MountWords(s.Kit.API, "options/moods", "List moods", []lookup.Word{
		{ID: "", Name: "Any"}, {ID: "fine", Name: "Fine"}, {ID: "so-so", Name: "Só só"},
	})
}

func TestRecords(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := kittest.Serve(t, d, mount)
		s.Exec(`CREATE TABLE colours (id BIGINT PRIMARY KEY, palette_id BIGINT NOT NULL, name TEXT NOT NULL,
			search_text TEXT NOT NULL)`)
		for _, statement := range (derived.Search{Table: colours}).Create(d.Engine) {
			s.Exec(statement)
		}
		names := []string{"Black", "Blue", "Green", "Red"}
		for i := range 120 {
			names = append(names, fmt.Sprintf("Shade %03d", i))
		}
		for i, name := range names {
			s.Exec("INSERT INTO colours (id, palette_id, name, search_text) VALUES (?, 1, ?, ?)", i+1, name,
				fold.SearchText(name))
		}
		s.Exec("INSERT INTO colours (id, palette_id, name, search_text) VALUES (999, 2, 'Amber', ?)",
			fold.SearchText("Amber"))
		admin := s.Admin()
		list := func(path string) *kittest.Response { return admin.Get(path).Want(200) }

		t.Run("offers a hundred at a time in the list's order, ten below search", func(t *testing.T) {
			all, few := list("options/palettes/1/colours"), list("search/palettes/1/colours")
			if got := all.Column("name"); len(got) != 100 || !slices.Equal(got[:4], names[:4]) || all.Int("meta.total") != 124 {
				t.Errorf("got %d: %s", len(got), all.Text)
			}
			if len(few.Column("name")) != 10 || all.String("items.0.hint") != "colour" {
				t.Errorf("got %s", few.Text)
			}
			if got := list("options/palettes/1/colours?page=2&per_page=3").Column("name"); !slices.Equal(got,
				[]string{"Red", "Shade 000", "Shade 001"}) {
				t.Errorf("page 2 has %v", got)
			}
		})
		t.Run("leaves out what can't be chosen, and records of other parents", func(t *testing.T) {
			if got := list("search/palettes/1/colours?query=bl").Column("name"); !slices.Equal(got, []string{"Blue"}) {
				t.Errorf("got %v", got)
			}
			if got := list("options/palettes/2/colours").Column("name"); !slices.Equal(got, []string{"Amber"}) {
				t.Errorf("got %v", got)
			}
			admin.Get("options/palettes/x/colours").Want(404)
		})
		t.Run("finds the records with given ids", func(t *testing.T) {
			if got := list("options/palettes/1/colours?ids=4,%202,999").Column("name"); !slices.Equal(got,
				[]string{"Blue", "Red"}) {
				t.Errorf("got %v", got)
			}
			for _, wrong := range []string{"x", "1,,2", "1.5", strings.Repeat("1,", 100) + "1"} {
				admin.Get("options/palettes/1/colours?ids=" + wrong).Refused("ids")
			}
			admin.Get("options/palettes/1/colours?per_page=101").Refused("per_page")
		})
	})
}

func TestWords(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		admin := kittest.Serve(t, d, mount).Admin()
		for query, want := range map[string]string{
			"": "Any Fine Só só", "?query=SO": "Só só", "?search=fin": "Fine", "?ids=": "Any", "?ids=fine,so-so": "Fine Só só",
			"?ids=nobody": "", "?page=2&per_page=2": "Só só", "?page=9": "",
		} {
			if got := strings.Join(admin.Get("options/moods"+query).Want(200).Column("name"), " "); got != want {
				t.Errorf("%q offers %q, not %q", query, got, want)
			}
		}
		if got := admin.Get("options/moods?per_page=2").Want(200); got.Int("meta.total") != 3 ||
			got.Int("meta.last_page") != 2 {
			t.Errorf("got %s", got.Text)
		}
		admin.Get("options/moods?page=0").Refused("page")
		admin.Get("options/moods?query=" + strings.Repeat("x", 201)).Refused("query")
	})
}
