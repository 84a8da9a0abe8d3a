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

// Both directories owe the same.
var both = []struct{ path, kind, column string }{
	{"consortia", "consortium", "consortium_id"},
	{"host-agencies", "host agency", "host_agency_id"},
}

func TestDirectoriesKeepWhatEveryRecordOwes(t *testing.T) {
	t.Parallel()
	for _, directory := range both {
		t.Run(directory.path, func(t *testing.T) {
			t.Parallel()
			resourcetest.Try(t, directories.Mount, resourcetest.Sample{
				Path: directory.path, Kind: directory.kind, Name: "name",
				Create: map[string]any{"name": "Étoile Collective", "slug": "etoile"}, Update: map[string]any{
					"name": "North Star",
					"slug": "north-star",
				},
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
		for _, directory := range both {
			t.Run(directory.path, func(t *testing.T) { tryDirectory(t, s, directory.path, directory.column) })
		}
	})
}

func tryDirectory(t *testing.T, s *kittest.Server, path, column string) {
	t.Helper()
	admin := s.Admin()
	create := func(values map[string]any) *kittest.Answer { return admin.Post(path, values).Want(201) }
	made := create(map[string]any{"name": "Lantern  Travel Group"})
	one := fmt.Sprintf("%s/%d", path, made.Int("item.id"))

	t.Run("one reads as data", func(t *testing.T) {
		read := admin.Get(one).Want(200)
		if read.String("data.name") != "Lantern  Travel Group" || read.JSON["item"] != nil || read.Value("data.logo") != nil {
			t.Errorf("got %s", read.Text)
		}
		admin.Get(path + "/999").Want(404)
		s.Anyone().Get(one).Want(401)
	})
	t.Run("a slug that is not given comes from the name", func(t *testing.T) {
		if got := made.String("item.slug"); got != "lantern-travel-group" {
			t.Errorf("got %q", got)
		}
		for i, empty := range []any{"", "  ", nil} {
			if got, want := create(map[string]any{"name": fmt.Sprint("Quay ", i), "slug": empty}).String("item.slug"),
				fmt.Sprint("quay-", i); got != want {
				t.Errorf("%v makes the slug %q", empty, got)
			}
		}
		for name, want := range map[string]string{"A/B  Travel?": "a-b-travel", "100% Öko": "100-öko"} {
			if got := create(map[string]any{"name": name}).String("item.slug"); got != want {
				t.Errorf("%s makes the slug %q, want %q", name, got, want)
			}
		}
		if got := create(map[string]any{"name": "???"}).String("item.slug"); !regexp.MustCompile(`^[a-z0-9]{8}$`).
			MatchString(got) {
			t.Errorf("a name without letters makes the slug %q", got)
		}
		for _, wrong := range []string{".", "..", "-", "sea-🏖", "a\u200bb"} {
			admin.Post(path, map[string]any{"name": "Wrong slug", "slug": wrong}).Refused("slug")
		}
		if got := create(map[string]any{"name": "Own words", "slug": "other-words"}).
			String("item.slug"); got != "other-words" {
			t.Errorf("got %q", got)
		}
	})
	t.Run("a slug is never emptied, follows no later name, and belongs to one", func(t *testing.T) {
		for _, empty := range []any{"", "  ", nil} {
			admin.Put(one, map[string]any{"slug": empty}).Refused("slug")
		}
		for _, wrong := range []string{"Lantern", "lantern travel", "lantern/travel", "lantern?x"} {
			admin.Put(one, map[string]any{"slug": wrong}).Refused("slug")
			admin.Post(path, map[string]any{"name": "Wrong", "slug": wrong}).Refused("slug")
		}
		admin.Put(one, map[string]any{"slug": "other-words"}).Refused("slug")
		admin.Post(path, map[string]any{"name": "Other  Words"}).Refused("slug") // the one it would get is taken
		admin.Post(path, map[string]any{"name": "LÁNTERN travel group", "slug": "free"}).Refused("name")
		if got := admin.Put(one, map[string]any{"name": "Lantern Group"}).Want(200).
			String("item.slug"); got != "lantern-travel-group" {
			t.Errorf("a new name made the slug %q", got)
		}
	})
	t.Run("come by name and are found by name and slug", func(t *testing.T) {
		create(map[string]any{"name": "Álamo", "slug": "poplar"})
		names := admin.Get(path).Want(200).Column("name")
		if at := slices.Index(names, "Álamo"); at < 0 || slices.Index(names, "Lantern Group") < at {
			t.Errorf("got %v", names)
		}
		down := admin.Get(path + "?sort=-name").Want(200).Column("name")
		slices.Reverse(down)
		if !slices.Equal(names, down) {
			t.Errorf("down is %v", down)
		}
		for query, want := range map[string]string{"alam": "Álamo", "POPLAR": "Álamo", "lantern+gr": "Lantern Group"} {
			if got := admin.Get(path + "?query=" + query).Want(200).Column("name"); !slices.Equal(got, []string{want}) {
				t.Errorf("%s: %v", query, got)
			}
		}
	})
	t.Run("are offered in a lookup", func(t *testing.T) {
		if got := admin.Get("options/" + path + "?query=alamo").Want(200).Column("name"); !slices.Equal(got,
			[]string{"Álamo"}) {
			t.Errorf("got %v", got)
		}
	})
	t.Run("show a logo, and let it go", func(t *testing.T) {
		logo := upload(admin)
		shown := admin.Put(one, map[string]any{"logo": map[string]any{"id": logo}}).Want(200)
		if shown.Int("item.logo.id") != logo || shown.Int("item.logo.width") != 3 ||
			shown.String("item.logo.thumb_url") == "" {
			t.Errorf("got %s", shown.Text)
		}
		if got := admin.Get(path + "?query=lantern").Want(200); got.Int("items.0.logo.id") != logo {
			t.Errorf("the list shows %s", got.Text)
		}
		for _, wrong := range []any{map[string]any{"id": 999_999}, "logo.png", 7, map[string]any{"id": "x"}} {
			admin.Put(one, map[string]any{"logo": wrong}).Refused("logo")
		}
		if got := admin.Put(one, map[string]any{"logo": nil}).Want(200); got.Value("item.logo") != nil {
			t.Errorf("got %s", got.Text)
		}
	})
	t.Run("people of a deleted one stay, without it", func(t *testing.T) {
		id := made.Int("item.id")
		s.Exec("INSERT INTO users (email, alt_id, "+column+", created_at, updated_at) VALUES (?, ?, ?, ?, ?)",
			path+"@example.com", path, id, clock.Now(), clock.Now())
		admin.Delete(one).Want(204)
		admin.Get(one).Want(404)
		if n := s.Count("SELECT count(*) FROM users WHERE email = ? AND "+column+" IS NULL", path+"@example.com"); n != 1 {
			t.Error("they are gone, or still belong to it")
		}
	})
}

// upload sends a small picture and returns its id.
func upload(client *kittest.Client) int64 {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, _ := form.CreateFormFile("file", "logo.png")
	_ = png.Encode(part, image.NewNRGBA(image.Rect(0, 0, 3, 2)))
	_ = form.Close()
	return client.With("Content-Type", form.FormDataContentType()).Post("uploads", body.Bytes()).Want(201).Int("item.id")
}
