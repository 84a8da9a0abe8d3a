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

func TestCollaboratorsKeepWhatEveryRecordOwes(t *testing.T) {
	t.Parallel()
	resourcetest.Try(t, collaborators.Mount, resourcetest.Sample{
		Path: "collaborators", Kind: "collaborator", Name: "name",
		Create:   map[string]any{"name": "Harbour Guides", "slug": "harbour-guides"},
		Update:   map[string]any{"name": "Harbour Tours"},
		Required: []string{"name"}, Unique: []string{"slug"}, Longest: map[string]int{"name": 120, "slug": 120},
	})
}

func TestTheMostViewedComeFirst(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := kittest.Serve(t, d, kittest.Resources(collaborators.Mount))
		editor := s.Editor()
		for _, name := range []string{"Delta", "Éclair", "Alpha", "Beta"} {
			editor.Post("collaborators", map[string]any{"name": name}).Want(201)
		}
		s.Exec("UPDATE collaborators SET views = 7 WHERE name IN ('Beta', 'Éclair', 'Delta')")
		if got := editor.Get("collaborators").Want(200).Column("name"); !slices.Equal(got, []string{
			"Beta", "Delta", "Éclair",
			"Alpha",
		}) {
			t.Errorf("listed as %v", got)
		}
		if got := editor.Get("collaborators?sort=views").Want(200).Column("name"); got[0] != "Alpha" {
			t.Errorf("turned round: %v", got)
		}
		made := editor.Post("collaborators", map[string]any{
			"name": "Two  Words HERE",
			"logo": map[string]any{"id": s.Picture()}, "views": 99, "api_key": "mine",
		}).Want(201)
		if made.String("item.slug") != "two-words-here" || made.String("item.logo.full_url") == "" ||
			made.Int("item.views") != 0 || made.String("item.api_key") == "mine" || len(made.String("item.api_key")) != 24 {
			t.Errorf("made: %s", made.Text)
		}
		editor.Post("collaborators", map[string]any{"name": "X", "slug": "Two Words"}).Refused("slug")
		editor.Post("collaborators", map[string]any{"name": "X", "logo": map[string]any{"id": 999}}).Refused("logo")
	})
}

func TestASecretIsToldToAdminsOnly(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := kittest.Serve(t, d, kittest.Resources(collaborators.Mount))
		admin, editor := s.Admin(), s.Editor()
		made := admin.Post("collaborators", map[string]any{"name": "Harbour Guides"}).Want(201)
		one := "collaborators/" + strconv.FormatInt(made.Int("item.id"), 10)
		pair := admin.Post(one+"/api-secret", nil).Want(200)
		hidden := pair.String("api_secret")
		if len(hidden) != 40 || pair.String("api_key") != made.String("item.api_key") {
			t.Fatalf("told: %s", pair.Text)
		}
		if again := admin.Post(one+"/api-secret", nil).Want(200).String("api_secret"); again != hidden {
			t.Error("it is another one now")
		}
		stored, err := db.Value[string](t.Context(), d.Read(), "SELECT api_secret FROM collaborators")
		if err != nil || strings.Contains(stored, hidden) {
			t.Errorf("it is stored as it is (%v)", err)
		}
		editor.Post(one+"/api-secret", nil).Want(403)
		s.Anyone().Post(one+"/api-secret", nil).Want(401)
		admin.Post("collaborators/999/api-secret", nil).Want(404)
		admin.Put(one, map[string]any{"name": "Harbour Tours", "api_secret": "mine"}).Want(200)
		for _, path := range []string{one, "collaborators", "collaborators?query=harbour"} {
			got := admin.Get(path).Want(200)
			if strings.Contains(got.Text, hidden) || strings.Contains(got.Text, stored) {
				t.Errorf("%s tells the secret", path)
			}
		}
		for _, query := range []string{hidden, hidden[:8], stored[:12]} {
			if got := admin.Get("collaborators?query=" + query).Want(200); got.Int("meta.total") != 0 {
				t.Errorf("a search for the secret finds it")
			}
		}
		for _, sort := range []string{"api_secret", "-api_secret", "api_key"} {
			admin.Get("collaborators?sort=" + sort).Refused("sort")
		}
		told := 0
		rows, err := db.All[string](t.Context(), d.Read(),
			"SELECT coalesce(action, '') || ' ' || coalesce(CAST(changes AS TEXT), '') FROM audit_log")
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			if strings.Contains(row, hidden) || strings.Contains(row, stored) {
				t.Errorf("the audit log has the secret: %s", row)
			}
			if strings.HasPrefix(row, "revealed the secret of") {
				told++
			}
		}
		if told != 2 {
			t.Errorf("the audit log tells of %d times, want 2", told)
		}
	})
}
