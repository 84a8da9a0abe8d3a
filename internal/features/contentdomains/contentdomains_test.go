package contentdomains_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"waymark/internal/features/contentdomains"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/resourcetest"
)

func TestContentDomains_CRUD(t *testing.T) {
	t.Parallel()
	resourcetest.Run(t, contentdomains.Mount, resourcetest.Sample{
		Path: "content-domains", Kind: "content domain", Name: "display_name",
		Create:   map[string]any{"display_name": "Éditions du Phare", "host": "phare.example", "content_type_id": 2},
		Update:   map[string]any{"display_name": "Le Phare", "content_type_id": 4},
		Required: []string{"display_name", "host", "content_type_id"}, Unique: []string{"host"},
		Longest: map[string]int{"display_name": 120, "host": 253},
	})
}

func TestContentDomains(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := kittest.Serve(t, d, kittest.Resources(contentdomains.Mount))
		admin := s.Admin()
		domain := func(name, host string, mediaType any) map[string]any {
			return map[string]any{"display_name": name, "host": host, "content_type_id": mediaType}
		}
		list := func(query string) []string { return admin.Get("content-domains" + query).Want(200).Column("host") }

		t.Run("extracts the host from a URL and shows the media type", func(t *testing.T) {
			created := admin.Post("content-domains", domain("München", "HTTPS://WWW.München.de:443/rathaus?a=b", 4)).Want(201)
			if created.String("item.host") != "xn--mnchen-3ya.de" || created.String("item.media_type.name") != "Video" ||
				created.String("item.media_type.icon") != "film" || created.Int("item.media_type.id") != 4 {
				t.Errorf("got %s", created.Text)
			}
		})
		t.Run("refuses a host that is taken in another notation", func(t *testing.T) {
			admin.Post("content-domains", domain("Cafe", "cafe.example", 2)).Want(201)
			for _, same := range []string{
				"CAFE.example", " cafe.example. ", "www.cafe.example", "https://anna@cafe.example/menu",
				"http://WWW.Cafe.Example:80",
			} {
				admin.Post("content-domains", domain("Other", same, 2)).Refused("host")
				admin.Put("content-domains/1", map[string]any{"host": same}).Refused("host")
			}
			for _, same := range []string{"münchen.de", "MU\u0308NCHEN.DE", "xn--MNCHEN-3YA.de", "http://münchen.de/"} {
				admin.Post("content-domains", domain("Other", same, 2)).Refused("host")
			}
			// Unlike in names, accents are significant in hosts.
			other := admin.Post("content-domains", domain("Cafe", "café.example", 2)).Want(201).Int("item.id")
			admin.Delete("content-domains/" + strconv.FormatInt(other, 10)).Want(204)
		})
		t.Run("refuses invalid hosts and media types", func(t *testing.T) {
			before := admin.Get("content-domains?sort=id").Want(200).Text
			for _, wrong := range []string{
				"localhost", "192.168.0.1", "exa mple.com", "nonsense", "http://",
				strings.Repeat("a", 300), strings.Repeat("abc.", 80) + "com",
			} {
				admin.Post("content-domains", domain("Wrong", wrong, 2)).Refused("host")
				admin.Put("content-domains/1", map[string]any{"host": wrong}).Refused("host")
			}
			for _, wrong := range []any{999, 0, -1, "2", 1.5, []int{2}} {
				admin.Post("content-domains", domain("Wrong", "wrong.example", wrong)).Refused("content_type_id")
				admin.Put("content-domains/1", map[string]any{"content_type_id": wrong}).Refused("content_type_id")
			}
			if after := admin.Get("content-domains?sort=id").Want(200).Text; after != before {
				t.Errorf("refused requests changed the records: before %s, after %s", before, after)
			}
		})
		t.Run("sorts, filters and searches", func(t *testing.T) {
			for query, want := range map[string][]string{
				"":                              {"cafe.example", "xn--mnchen-3ya.de"},
				"?sort=-display_name":           {"xn--mnchen-3ya.de", "cafe.example"},
				"?sort=host":                    {"cafe.example", "xn--mnchen-3ya.de"},
				"?content_type_id=4":            {"xn--mnchen-3ya.de"},
				"?content_type_id=1":            {},
				"?query=munch":                  {"xn--mnchen-3ya.de"},
				"?query=cafe.exa":               {"cafe.example"},
				"?query=article":                {"cafe.example"},
				"?query=cafe&content_type_id=4": {},
			} {
				if got := list(query); !slices.Equal(got, want) {
					t.Errorf("%q: got %v, want %v", query, got, want)
				}
			}
			for _, wrong := range []string{"x", "0", "-1", "1.5"} {
				admin.Get("content-domains?content_type_id=" + wrong).Refused("content_type_id")
			}
		})
	})
}
