package collaborators_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"waymark/internal/features/collaborators"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/resourcetest"
)

func TestCollaborators_CRUD(t *testing.T) {
	t.Parallel()
	resourcetest.Run(t, collaborators.Mount, resourcetest.Sample{
		Path: "collaborators", Kind: "collaborator", Name: "name",
		Create:   map[string]any{"name": "Harbour Guides", "slug": "harbour-guides"},
		Update:   map[string]any{"name": "Harbour Tours"},
		Required: []string{"name"}, Unique: []string{"slug"}, Longest: map[string]int{"name": 120, "slug": 120},
	})
}

func TestCollaborators_ListAndDefaults(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := kittest.Serve(t, d, kittest.Resources(collaborators.Mount))
		editor := s.Editor()
		for _, name := range []string{"Delta", "Éclair", "Alpha", "Beta"} {
			editor.Post("collaborators", map[string]any{"name": name}).Want(201)
		}
		s.Exec("UPDATE collaborators SET views = 7 WHERE name IN ('Beta', 'Éclair', 'Delta')")
		want := []string{"Beta", "Delta", "Éclair", "Alpha"}
		if got := editor.Get("collaborators").Want(200).Column("name"); !slices.Equal(got, want) {
			t.Errorf("list: got %v, want %v", got, want)
		}
		if got := editor.Get("collaborators?sort=views").Want(200).Column("name"); got[0] != "Alpha" {
			t.Errorf("least viewed first: got %v", got)
		}
		created := editor.Post("collaborators", map[string]any{
			"name": "Two  Words HERE", "logo": map[string]any{"id": s.Picture()}, "views": 99, "api_key": "mine",
		}).Want(201)
		if created.String("item.slug") != "two-words-here" || created.String("item.logo.full_url") == "" ||
			created.Int("item.views") != 0 || created.String("item.api_key") == "mine" ||
			len(created.String("item.api_key")) != 24 {
			t.Errorf("created: got %s", created.Text)
		}
		editor.Post("collaborators", map[string]any{"name": "X", "slug": "Two Words"}).Refused("slug")
		editor.Post("collaborators", map[string]any{"name": "X", "logo": map[string]any{"id": 999}}).Refused("logo")
	})
}

func TestCollaborators_Secret(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := kittest.Serve(t, d, kittest.Resources(collaborators.Mount))
		admin, editor := s.Admin(), s.Editor()
		created := admin.Post("collaborators", map[string]any{"name": "Harbour Guides"}).Want(201)
		record := "collaborators/" + strconv.FormatInt(created.Int("item.id"), 10)
		pair := admin.Post(record+"/api-secret", nil).Want(200)
		secret := pair.String("api_secret")
		if len(secret) != 40 || pair.String("api_key") != created.String("item.api_key") {
			t.Fatalf("key and secret: got %s", pair.Text)
		}
		if again := admin.Post(record+"/api-secret", nil).Want(200).String("api_secret"); again != secret {
			t.Error("revealing the secret changed it")
		}
		stored, err := db.Value[string](t.Context(), d.Read(), "SELECT api_secret FROM collaborators")
		if err != nil || strings.Contains(stored, secret) {
			t.Errorf("the secret is stored in plain text (%v)", err)
		}
		editor.Post(record+"/api-secret", nil).Want(403)
		s.Anyone().Post(record+"/api-secret", nil).Want(401)
		admin.Post("collaborators/999/api-secret", nil).Want(404)
		admin.Put(record, map[string]any{"name": "Harbour Tours", "api_secret": "mine"}).Want(200)
		for _, path := range []string{record, "collaborators", "collaborators?query=harbour"} {
			got := admin.Get(path).Want(200)
			if strings.Contains(got.Text, secret) || strings.Contains(got.Text, stored) {
				t.Errorf("%s contains the secret", path)
			}
		}
		for _, query := range []string{secret, secret[:8], stored[:12]} {
			if got := admin.Get("collaborators?query=" + query).Want(200); got.Int("meta.total") != 0 {
				t.Error("a search for the secret finds the record")
			}
		}
		for _, sort := range []string{"api_secret", "-api_secret", "api_key"} {
			admin.Get("collaborators?sort=" + sort).Refused("sort")
		}
		revealed := 0
		rows, err := db.All[string](t.Context(), d.Read(),
			"SELECT coalesce(action, '') || ' ' || coalesce(CAST(changes AS TEXT), '') FROM audit_log")
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			if strings.Contains(row, secret) || strings.Contains(row, stored) {
				t.Errorf("the audit log contains the secret: %s", row)
			}
			if strings.HasPrefix(row, "revealed the secret of") {
				revealed++
			}
		}
		if revealed != 2 {
			t.Errorf("audit entries: got %d, want 2", revealed)
		}
	})
}
