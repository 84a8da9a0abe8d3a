package resource_test

import (
	"strings"
	"testing"
	"time"

	"waymark/internal/kit/db"
	"waymark/internal/kit/derived"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/listing"
	"waymark/internal/kit/lookup"
	"waymark/internal/kit/media"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/table"
	"waymark/internal/kit/trash"
	"waymark/internal/kit/uses"
)

// Maker, Widget and Part have a field of every kind.
type Maker struct {
	resource.Row
	Name string `json:"name"`
}

type Widget struct {
	resource.Row
	Name     string           `json:"name"`
	Slug     string           `json:"slug"`
	Notes    string           `json:"notes"`
	Amount   float64          `json:"amount"`
	Size     int64            `json:"size"`
	Enabled  bool             `json:"enabled"`
	Colour   string           `json:"colour"`
	DueAt    *time.Time       `json:"due_at"`
	EndsAt   *time.Time       `json:"ends_at"`
	Codes    []string         `json:"codes"`
	MakerID  *int64           `json:"maker_id"`
	Maker    *WidgetMaker     `json:"maker"`
	MakerIDs []int64          `json:"maker_ids"`
	Makers   []resource.Named `json:"makers"`
	Picture  *media.Image     `json:"picture"`
	Views    int64            `json:"views"`
	Shout    string           `json:"shout"`
}

// WidgetMaker has the columns of a maker that a widget shows.
type WidgetMaker struct {
	resource.Named
	NameKey string `json:"name_key"`
}

type Part struct {
	resource.Row
	Name string `json:"name"`
}

var (
	makers      = table.Table{Name: "makers", Trash: true}
	makersTrash = trash.Kind{
		Name: "maker", Table: "makers", Fields: map[string]string{"name_key": "name"},
		Dependents: []trash.Dependent{{
			Table: "widgets", Key: "maker_id",
			Dependents: []trash.Dependent{{Table: "parts", Key: "widget_id"}},
		}},
	}
	widgets = table.Table{Name: "widgets", Trash: true}
	madeBy  = table.Link{
		Table: "widget_makers", From: widgets, OwnColumn: "widget_id", To: makers,
		ToColumn: "maker_id",
	}
	widgetsTrash = trash.Kind{Name: "widget", Table: "widgets", Fields: map[string]string{
		"name_key": "name",
		"slug":     "slug",
	}, Dependents: []trash.Dependent{{Table: "parts", Key: "widget_id"}}}
)

var makerDefinition = resource.Definition[Maker]{
	Path: "makers", Label: "Maker", Sort: "name", Trash: &makersTrash,
	Uses: []uses.Use{{
		Kind: "widgets", Path: "/widgets?made_by={id}",
		Link: madeBy.Reverse(),
	}},
	Fields: func(m *Maker) resource.Fields {
		return resource.Fields{
			resource.Text(&m.Name, resource.Required, resource.Unique, resource.Searchable),
		}
	},
}

var widgetDefinition = resource.Definition[Widget]{
	Path: "widgets", Label: "Widget", Sort: "name", SortBy: []string{"created_at"}, Trash: &widgetsTrash,
	Hint: func(w *Widget) string { return w.Colour }, Options: []string{"options/widgets", "search/widgets"},
	Filters: []listing.Filter{
		listing.RefFilter("maker_id", "maker"),
		listing.LinkFilter("made_by", madeBy),
		listing.ChoiceFilter("state", []string{"all", "on", "off"}, func(word string) listing.Condition {
			return map[string]listing.Condition{"on": {SQL: "enabled"}, "off": {SQL: "NOT enabled"}}[word]
		}),
	},
	Tabs: &listing.Tabs{Filter: "state", Values: []string{"all", "on", "off"}},
	Fields: func(w *Widget) resource.Fields {
		return resource.Fields{
			resource.Text(&w.Name, resource.Required, resource.Max(60), resource.Unique, resource.Searchable),
			resource.Slug(&w.Slug, &w.Name, resource.Required, resource.Unique),
			resource.Markdown(&w.Notes, resource.Max(2000), resource.Searchable),
			resource.Number(&w.Amount, resource.Between(0, 100), resource.Initially(1.5)),
			resource.Int(&w.Size, resource.Between(-5, 5), resource.Sortable),
			resource.Bool(&w.Enabled, resource.Initially(true)),
			resource.Enum(&w.Colour, []string{"red", "green"}, resource.Initially("red")),
			resource.Date(&w.DueAt, resource.Sortable),
			resource.Date(&w.EndsAt, resource.EndOfDay),
			resource.List(&w.Codes, resource.Max(10)),
			resource.Ref(&w.MakerID, makers, resource.Searchable),
			resource.Related(&w.Maker, &w.MakerID, makers),
			resource.Refs(&w.MakerIDs, madeBy),
			resource.RelatedAll(&w.Makers, &w.MakerIDs, makers),
			resource.Image(&w.Picture),
			resource.Counter(&w.Views, derived.Children(widgets, "views", widgets, "maker_id"), resource.Sortable),
			resource.Computed(&w.Shout, w, func(w *Widget) string { return strings.ToUpper(w.Name) }),
		}
	},
}

var partDefinition = resource.Definition[Part]{
	Path: "parts", Label: "Part", Sort: "name",
	Under: []resource.Parent{{Path: "makers", Table: makers, Column: "maker_id"}, {
		Path: "widgets", Table: widgets,
		Column: "widget_id",
	}},
	Fields: func(p *Part) resource.Fields {
		return resource.Fields{
			resource.Text(&p.Name, resource.Required, resource.Unique, resource.Searchable),
		}
	},
}

// allParts are the parts of all widgets. Their names are unique per widget.
var allParts = resource.Definition[Part]{
	Path: "all-parts", Table: table.Table{Name: "parts", Trash: true}, Label: "Part", Sort: "name",
	Without: []resource.Verb{resource.Creating, resource.Updating},
	Fields: func(p *Part) resource.Fields {
		return resource.Fields{
			resource.Text(&p.Name, resource.Required, resource.UniquePerOwner, resource.Searchable),
		}
	},
}

func mount(kit resource.Kit) {
	resource.Mount(kit, makerDefinition)
	resource.Mount(kit, widgetDefinition).MountOptions("options/red-widgets", listing.Condition{
		SQL:  "colour = ?",
		Args: []any{"red"},
	})
	resource.Mount(kit, partDefinition).MountOptions("makers/{maker_id}/widgets/{widget_id}/parts-options")
	resource.Mount(kit, allParts)
	lookup.MountWords(kit.API, "options/moods", "How a widget feels", []lookup.Word{
		{ID: "", Name: "Any"},
		{ID: "fine", Name: "Fine"},
		{ID: "so-so", Name: "Só só"},
	})
}

func schema(s *kittest.Server) {
	id, moment, document, fold := "INTEGER PRIMARY KEY AUTOINCREMENT", "INTEGER", "TEXT", "TEXT"
	if s.DB.Engine == db.Postgres {
		id, moment, document, fold = "BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY", "TIMESTAMPTZ", "JSONB",
			`TEXT COLLATE "C"`
	}
	common := `search_text TEXT NOT NULL DEFAULT '', version INTEGER NOT NULL DEFAULT 1,
		created_at MOMENT NOT NULL, updated_at MOMENT NOT NULL, deleted_at MOMENT,
		trash_id BIGINT REFERENCES trash (id) ON DELETE SET NULL`
	for _, statement := range []string{
		"CREATE TABLE makers (id ID, name TEXT NOT NULL, name_key FOLD NOT NULL, " + common + ")",
		"CREATE UNIQUE INDEX makers_name_key ON makers (name_key) WHERE deleted_at IS NULL",
		`CREATE TABLE widgets (id ID, name TEXT NOT NULL, name_key FOLD NOT NULL, slug TEXT NOT NULL,
			notes TEXT NOT NULL, amount REAL NOT NULL, size INTEGER NOT NULL, enabled BOOLEAN NOT NULL,
			colour TEXT NOT NULL, due_at MOMENT, ends_at MOMENT, codes DOCUMENT NOT NULL,
			maker_id BIGINT REFERENCES makers (id), picture_id BIGINT REFERENCES uploads (id),
			views INTEGER NOT NULL DEFAULT 0, ` + common + ")",
		"CREATE UNIQUE INDEX widgets_name_key ON widgets (name_key) WHERE deleted_at IS NULL",
		"CREATE UNIQUE INDEX widgets_slug ON widgets (slug) WHERE deleted_at IS NULL",
		`CREATE TABLE widget_makers (
			widget_id BIGINT REFERENCES widgets (id) ON DELETE CASCADE,
			maker_id BIGINT REFERENCES makers (id) ON DELETE CASCADE,
			PRIMARY KEY (widget_id, maker_id))`,
		`CREATE TABLE parts (id ID, widget_id BIGINT NOT NULL REFERENCES widgets (id) ON DELETE CASCADE,
			name TEXT NOT NULL, name_key FOLD NOT NULL, ` + common + ")",
		"CREATE UNIQUE INDEX parts_widget_id_name_key ON parts (widget_id, name_key) WHERE deleted_at IS NULL",
	} {
		s.Exec(strings.NewReplacer("ID,", id+",", "MOMENT", moment, "DOCUMENT", document, "FOLD", fold).Replace(statement))
	}
	for _, table := range []string{"makers", "widgets", "parts"} {
		if s.DB.Engine == db.Postgres {
			s.Exec("CREATE INDEX " + table + "_search ON " + table + " USING gin (search_text gin_trgm_ops)")
			continue
		}
		for _, statement := range []string{
			`CREATE VIRTUAL TABLE T_search USING fts5
				(search_text, content = 'T', content_rowid = 'id', tokenize = 'trigram case_sensitive 1')`,
			`CREATE TRIGGER T_i AFTER INSERT ON T BEGIN
				INSERT INTO T_search (rowid, search_text) VALUES (new.id, new.search_text); END`,
			`CREATE TRIGGER T_d AFTER DELETE ON T BEGIN
				INSERT INTO T_search (T_search, rowid, search_text) VALUES ('delete', old.id, old.search_text); END`,
			`CREATE TRIGGER T_u AFTER UPDATE OF search_text ON T BEGIN
				INSERT INTO T_search (T_search, rowid, search_text) VALUES ('delete', old.id, old.search_text);
				INSERT INTO T_search (rowid, search_text) VALUES (new.id, new.search_text); END`,
		} {
			s.Exec(strings.NewReplacer("T_", table+"_", "'T'", "'"+table+"'", " ON T ", " ON "+table+" ").Replace(statement))
		}
	}
}

// workshop runs a test on each engine with a server for widgets, makers and parts.
func workshop(t *testing.T, run func(t *testing.T, s *kittest.Server, admin *kittest.Client)) {
	t.Helper()
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := kittest.Serve(t, d, func(s *kittest.Server, _ *jobs.Set) { mount(s.Kit) })
		schema(s)
		run(t, s, s.Admin())
	})
}
