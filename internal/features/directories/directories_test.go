package directories_test

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"mime/multipart"
	"regexp"
	"slices"
	"testing"

	"waymark/internal/features/directories"
	"waymark/internal/features/uploads"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/resourcetest"
)

// testDirectories are the two directories; every test runs on both.
var testDirectories = []struct{ path, kind, column string }{
	{"consortia", "consortium", "consortium_id"},
	{"host-agencies", "host agency", "host_agency_id"},
}

func TestDirectories_CRUD(t *testing.T) {
	t.Parallel()
	for _, directory := range testDirectories {
		t.Run(directory.path, func(t *testing.T) {
			t.Parallel()
			resourcetest.Run(t, directories.Mount, resourcetest.Sample{
				Path: directory.path, Kind: directory.kind, Name: "name",
				Create:   map[string]any{"name": "Étoile Collective", "slug": "etoile"},
				Update:   map[string]any{"name": "North Star", "slug": "north-star"},
				Required: []string{"name"}, Longest: map[string]int{"name": 120, "slug": 120},
			})
		})
	}
}

func TestDirectories(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := kittest.Serve(t, d, kittest.Resources(directories.Mount),
			func(s *kittest.Server, _ *jobs.Set) { uploads.Mount(s.Kit.API, s.Kit.Media) })
		for _, directory := range testDirectories {
			t.Run(directory.path, func(t *testing.T) { testDirectory(t, s, directory.path, directory.column) })
		}
	})
}

func testDirectory(t *testing.T, s *kittest.Server, path, column string) {
	t.Helper()
	admin := s.Admin()
	create := func(values map[string]any) *kittest.Response { return admin.Post(path, values).Want(201) }
	created := create(map[string]any{"name": "Lantern  Travel Group"})
	record := fmt.Sprintf("%s/%d", path, created.Int("item.id"))

	t.Run("returns a single organisation under data", func(t *testing.T) {
		read := admin.Get(record).Want(200)
		if read.String("data.name") != "Lantern  Travel Group" || read.JSON["item"] != nil || read.Value("data.logo") != nil {
			t.Errorf("got %s", read.Text)
		}
		admin.Get(path + "/999").Want(404)
		s.Anyone().Get(record).Want(401)
	})
	t.Run("derives a missing slug from the name", func(t *testing.T) {
		if got := created.String("item.slug"); got != "lantern-travel-group" {
			t.Errorf("got %q", got)
		}
		for i, empty := range []any{"", "  ", nil} {
			got := create(map[string]any{"name": fmt.Sprint("Quay ", i), "slug": empty}).String("item.slug")
			if want := fmt.Sprint("quay-", i); got != want {
				t.Errorf("slug for %v: got %q, want %q", empty, got, want)
			}
		}
		for name, want := range map[string]string{"A/B  Travel?": "a-b-travel", "100% Öko": "100-oko"} {
			if got := create(map[string]any{"name": name}).String("item.slug"); got != want {
				t.Errorf("slug of %s: got %q, want %q", name, got, want)
			}
		}
		got := create(map[string]any{"name": "???"}).String("item.slug")
		if !regexp.MustCompile(`^[a-z0-9]{8}$`).MatchString(got) {
			t.Errorf("slug of a name without letters: got %q", got)
		}
		for _, wrong := range []string{".", "..", "-", "sea-🏖", "a\u200bb"} {
			admin.Post(path, map[string]any{"name": "Wrong slug", "slug": wrong}).Refused("slug")
		}
		got = create(map[string]any{"name": "Own words", "slug": "other-words"}).String("item.slug")
		if got != "other-words" {
			t.Errorf("got %q", got)
		}
	})
	t.Run("refuses empty, invalid and taken slugs, and keeps the slug when the name changes", func(t *testing.T) {
		for _, empty := range []any{"", "  ", nil} {
			admin.Put(record, map[string]any{"slug": empty}).Refused("slug")
		}
		for _, wrong := range []string{"Lantern", "lantern travel", "lantern/travel", "lantern?x"} {
			admin.Put(record, map[string]any{"slug": wrong}).Refused("slug")
			admin.Post(path, map[string]any{"name": "Wrong", "slug": wrong}).Refused("slug")
		}
		admin.Put(record, map[string]any{"slug": "other-words"}).Refused("slug")
		// The slug derived from this name is taken.
		admin.Post(path, map[string]any{"name": "Other  Words"}).Refused("slug")
		admin.Post(path, map[string]any{"name": "LÁNTERN travel group", "slug": "free"}).Refused("name")
		got := admin.Put(record, map[string]any{"name": "Lantern Group"}).Want(200).String("item.slug")
		if got != "lantern-travel-group" {
			t.Errorf("slug after a rename: got %q", got)
		}
	})
	t.Run("sorts by name and searches name and slug", func(t *testing.T) {
		create(map[string]any{"name": "Álamo", "slug": "poplar"})
		names := admin.Get(path).Want(200).Column("name")
		if at := slices.Index(names, "Álamo"); at < 0 || slices.Index(names, "Lantern Group") < at {
			t.Errorf("got %v", names)
		}
		descending := admin.Get(path + "?sort=-name").Want(200).Column("name")
		slices.Reverse(descending)
		if !slices.Equal(names, descending) {
			t.Errorf("descending: got %v reversed, want %v", descending, names)
		}
		for query, want := range map[string]string{"alam": "Álamo", "POPLAR": "Álamo", "lantern+gr": "Lantern Group"} {
			if got := admin.Get(path + "?query=" + query).Want(200).Column("name"); !slices.Equal(got, []string{want}) {
				t.Errorf("%s: got %v, want %s", query, got, want)
			}
		}
	})
	t.Run("has a lookup", func(t *testing.T) {
		got := admin.Get("options/" + path + "?query=alamo").Want(200).Column("name")
		if !slices.Equal(got, []string{"Álamo"}) {
			t.Errorf("got %v", got)
		}
	})
	t.Run("sets and removes a logo", func(t *testing.T) {
		logo := upload(admin)
		shown := admin.Put(record, map[string]any{"logo": map[string]any{"id": logo}}).Want(200)
		if shown.Int("item.logo.id") != logo || shown.Int("item.logo.width") != 3 ||
			shown.String("item.logo.thumb_url") == "" {
			t.Errorf("got %s", shown.Text)
		}
		if got := admin.Get(path + "?query=lantern").Want(200); got.Int("items.0.logo.id") != logo {
			t.Errorf("list: got %s", got.Text)
		}
		for _, wrong := range []any{map[string]any{"id": 999_999}, "logo.png", 7, map[string]any{"id": "x"}} {
			admin.Put(record, map[string]any{"logo": wrong}).Refused("logo")
		}
		if got := admin.Put(record, map[string]any{"logo": nil}).Want(200); got.Value("item.logo") != nil {
			t.Errorf("got %s", got.Text)
		}
	})
	t.Run("keeps the users of a deleted organisation", func(t *testing.T) {
		id := created.Int("item.id")
		s.Exec("INSERT INTO users (email, alt_id, "+column+", created_at, updated_at) VALUES (?, ?, ?, ?, ?)",
			path+"@example.com", path, id, clock.Now(), clock.Now())
		admin.Delete(record).Want(204)
		admin.Get(record).Want(404)
		n := s.Count("SELECT count(*) FROM users WHERE email = ? AND "+column+" IS NULL", path+"@example.com")
		if n != 1 {
			t.Error("the user was deleted or still refers to the organisation")
		}
	})
}

// upload uploads a small picture and returns its id.
func upload(client *kittest.Client) int64 {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, _ := form.CreateFormFile("file", "logo.png")
	_ = png.Encode(part, image.NewNRGBA(image.Rect(0, 0, 3, 2)))
	_ = form.Close()
	return client.With("Content-Type", form.FormDataContentType()).Post("uploads", body.Bytes()).Want(201).Int("item.id")
}
