package resource_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/kittest"
	_ "waymark/internal/kit/kittest/puresqlite"
	"waymark/internal/kit/listing"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/resourcetest"
	"waymark/internal/kit/trash"
	"waymark/internal/kit/write"
)

type fields = map[string]any

func TestWidgets_CRUD(t *testing.T) {
	t.Parallel()
	resourcetest.Run(t, mount, resourcetest.Sample{
		Path: "widgets", Kind: "widget", Name: "name", Before: schema, Trashed: true,
		Create: fields{
			"name": "Ölkanne", "slug": "olkanne", "notes": "Two\nlines", "amount": 2.5, "size": 3,
			"enabled": false, "colour": "green", "due_at": "2030-01-02T03:04:05Z",
		},
		Update: fields{"name": "Trichter", "amount": 0, "enabled": true}, Required: []string{"name"},
		Longest: map[string]int{"name": 60, "notes": 2000},
	})
}

func TestCreate_Defaults(t *testing.T) {
	workshop(t, func(t *testing.T, s *kittest.Server, admin *kittest.Client) {
		made := admin.Post("widgets", fields{"name": "  Oil   Can "}).Want(201)
		for path, want := range map[string]any{
			"item.name": "Oil   Can", "item.slug": "oil-can", "item.amount": 1.5, "item.enabled": true, "item.colour": "red",
			"item.due_at":   nil,
			"item.maker_id": nil, "item.maker": nil, "item.picture": nil, "item.shout": "OIL   CAN", "item.views": float64(0),
			"item.version": float64(1),
		} {
			if got := made.Value(path); got != want {
				t.Errorf("%s is %v, want %v", path, got, want)
			}
		}
		if made.Text == "" || !strings.Contains(made.Text, `"codes":[]`) || !strings.Contains(made.Text, `"maker_ids":[]`) {
			t.Errorf("empty lists are not lists: %s", made.Text)
		}
		t.Run("keeps an explicit false or zero", func(t *testing.T) {
			other := admin.Post("widgets", fields{"name": "Off", "enabled": false, "amount": 0}).Want(201)
			if other.Value("item.enabled") != false || other.Value("item.amount") != float64(0) {
				t.Errorf("got %s", other.Text)
			}
		})
		t.Run("derives a missing slug, and refuses to clear it later", func(t *testing.T) {
			for i, empty := range []any{"", " ", nil} {
				filled := admin.Post("widgets", fields{"name": fmt.Sprint("Tin  Can ", i), "slug": empty}).Want(201)
				if got := filled.String("item.slug"); got != fmt.Sprint("tin-can-", i) {
					t.Errorf("%v became %q", empty, got)
				}
				admin.Put(fmt.Sprintf("widgets/%d", filled.Int("item.id")), fields{"slug": empty}).Refused("slug")
			}
		})
		t.Run("reports every value that is taken, except the record's own", func(t *testing.T) {
			admin.Post("widgets", fields{"name": "OIL can", "slug": "oil-can"}).Refused("name", "slug")
			admin.Post("widgets", fields{"name": "Another", "slug": "oil-can"}).Refused("slug")
			path := fmt.Sprintf("widgets/%d", made.Int("item.id"))
			admin.Put(path, fields{"name": "oil CAN", "slug": "oil-can"}).Want(200)
			admin.Put(path, fields{"name": "Off", "slug": "off"}).Refused("name", "slug")
		})
		t.Run("clears a field with null, and keeps one that is not sent", func(t *testing.T) {
			path := fmt.Sprintf("widgets/%d", made.Int("item.id"))
			admin.Put(path, fields{"notes": "Some", "due_at": "2030-01-01T00:00:00+02:00", "codes": []string{"A", "B", "A"}}).
				Want(200)
			changed := admin.Put(path, fields{"notes": nil}).Want(200)
			if changed.String("item.notes") != "" || changed.String("item.due_at") != "2029-12-31T22:00:00Z" ||
				fmt.Sprint(changed.Value("item.codes")) != "[A B]" {
				t.Errorf("got %s", changed.Text)
			}
			changed = admin.Put(path, fields{"due_at": nil, "codes": nil}).Want(200)
			if changed.Value("item.due_at") != nil || fmt.Sprint(changed.Value("item.codes")) != "[]" {
				t.Errorf("got %s", changed.Text)
			}
		})
	})
}

func TestCreate_InvalidValues(t *testing.T) {
	workshop(t, func(t *testing.T, s *kittest.Server, admin *kittest.Client) {
		path := fmt.Sprintf("widgets/%d", admin.Post("widgets", fields{"name": "Oil can"}).Want(201).Int("item.id"))
		before := admin.Get(path).Text
		for _, wrong := range []struct {
			field, under string
			value        any
		}{
			{"amount", "amount", 101},
			{"amount", "amount", -0.5},
			{"amount", "amount", "1"},
			{"amount", "amount", json.RawMessage("1e999")},
			{"size", "size", 6},
			{"size", "size", 1.5},
			{"size", "size", true},
			{"size", "size", json.RawMessage("99999999999999999999")},
			{"enabled", "enabled", "yes"},
			{"enabled", "enabled", 1},
			{"colour", "colour", "blue"},
			{"colour", "colour", "RED"},
			{"colour", "colour", []string{"red"}},
			{"due_at", "due_at", "tomorrow"},
			{"due_at", "due_at", "2030-13-01T00:00:00Z"},
			{"due_at", "due_at", 5},
			{"due_at", "due_at", "0001-01-01T00:00:00Z"},
			{"codes", "codes.1", []string{"fine", "far too long a code"}},
			{"codes", "codes.0", []string{" "}},
			{"codes", "codes", "A"},
			{"codes", "codes", []int{1}},
			{"codes", "codes", make([]string, 201)},
			{"maker_id", "maker_id", 999},
			{"maker_id", "maker_id", "1"},
			{"maker_ids", "maker_ids.0", []int{999}},
			{"maker_ids", "maker_ids", 5},
			{"picture", "picture", fields{"id": 999}},
			{"picture", "picture", "a.jpg"},
			{"picture", "picture", fields{}},
			{"slug", "slug", "Oil Can"},
			{"slug", "slug", "oil/can"},
			{"name", "name", "tab\there"},
			{"name", "name", "null\u0000byte"},
		} {
			admin.Put(path, fields{wrong.field: wrong.value}).Refused(wrong.under)
		}
		t.Run("reports several problems, each for its field", func(t *testing.T) {
			admin.Put(path, fields{"size": 9, "colour": "x", "what": 1}).Refused("size", "colour", "what")
		})
		if after := admin.Get(path).Text; after != before {
			t.Errorf("something changed: %s", after)
		}
	})
}

func TestDate_OfficeTimeZone(t *testing.T) {
	workshop(t, func(t *testing.T, s *kittest.Server, admin *kittest.Client) {
		zone, err := time.LoadLocation("Europe/Berlin")
		if err != nil {
			t.Fatal(err)
		}
		away := resource.New(resource.Kit{API: s.Kit.API, Store: s.Kit.Store, Media: s.Kit.Media, Zone: zone},
			widgetDefinition)
		for day, want := range map[string][2]string{
			"2030-01-02": {"2030-01-01T23:00:00Z", "2030-01-02T22:59:59.999999Z"},
			"2030-03-31": {"2030-03-30T23:00:00Z", "2030-03-31T21:59:59.999999Z"}, // the clocks go forward: 23 hours
			"2030-10-27": {"2030-10-26T22:00:00Z", "2030-10-27T22:59:59.999999Z"}, // and back: 25
		} {
			in, err := away.Parse(t.Context(), map[string]json.RawMessage{
				"name": json.RawMessage(`"` + day + `"`), "due_at": json.RawMessage(`"` + day + `"`),
				"ends_at": json.RawMessage(`"` + day + `"`),
			}, true)
			if err != nil {
				t.Fatal(err)
			}
			err = s.Kit.Store.Do(t.Context(), func(tx *write.Tx) error {
				made, err := away.Create(t.Context(), tx, in, nil)
				if err == nil && (made.DueAt.Format(time.RFC3339Nano) != want[0] ||
					made.EndsAt.Format(time.RFC3339Nano) != want[1]) {
					t.Errorf("%s begins %v and ends %v", day, made.DueAt, made.EndsAt)
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		for _, wrong := range []string{"2030-02-30", "2030-1-2", "02/01/2030", "0000-00-00", "1899-12-31", "tomorrow"} {
			admin.Post("widgets", fields{"name": "Wrong", "due_at": wrong}).Refused("due_at")
		}
	})
}

func TestRef(t *testing.T) {
	workshop(t, func(t *testing.T, s *kittest.Server, admin *kittest.Client) {
		acme := admin.Post("makers", fields{"name": "Açme Works"}).Want(201).Int("item.id")
		gone := admin.Post("makers", fields{"name": "Gone"}).Want(201).Int("item.id")
		admin.Delete(fmt.Sprintf("makers/%d", gone)).Want(204)
		made := admin.Post("widgets", fields{"name": "Oil can", "maker_id": acme, "maker_ids": []int64{acme, acme}}).Want(201)
		path := fmt.Sprintf("widgets/%d", made.Int("item.id"))

		t.Run("shows the other record", func(t *testing.T) {
			if made.String("item.maker.name") != "Açme Works" || fmt.Sprint(made.Value("item.maker_ids")) != fmt.Sprintf("[%d]",
				acme) {
				t.Errorf("got %s", made.Text)
			}
		})
		t.Run("shows other columns, and the records of a set in the order of their names", func(t *testing.T) {
			zulu := admin.Post("makers", fields{"name": "Zulu"}).Want(201).Int("item.id")
			beta := admin.Post("makers", fields{"name": "beta"}).Want(201).Int("item.id")
			many := admin.Post("widgets", fields{"name": "By many", "maker_id": zulu, "maker_ids": []int64{zulu, acme, beta}}).
				Want(201)
			if many.String("item.maker.name_key") != "zulu" || many.String("item.makers.0.name") != "Açme Works" ||
				many.String("item.makers.1.name") != "beta" || many.String("item.makers.2.name") != "Zulu" {
				t.Errorf("got %s", many.Text)
			}
			if listed := admin.Get("widgets?query=by+many").Want(200); listed.String("items.0.makers.2.name") != "Zulu" {
				t.Errorf("the list has %s", listed.Text)
			}
			if got := admin.Get(fmt.Sprintf("widgets?made_by=%d", beta)).Want(200).Column("name"); !slices.Equal(got,
				[]string{"By many"}) {
				t.Errorf("filtered by a tie: %v", got)
			}
			for _, wrong := range []string{"x", "0", "-1"} {
				admin.Get("widgets?made_by=" + wrong).Refused("made_by")
			}
			one := fmt.Sprintf("widgets/%d", many.Int("item.id"))
			t.Run("a link prevents the other record from being deleted", func(t *testing.T) {
				refused := admin.Delete(fmt.Sprintf("makers/%d", beta)).Want(409)
				if refused.Int("uses.0.count") != 1 || refused.String("uses.0.path") != fmt.Sprintf("/widgets?made_by=%d", beta) {
					t.Errorf("got %s", refused.Text)
				}
			})
			t.Run("hides links to records in the trash, and keeps them", func(t *testing.T) {
				now := clock.Now()
				s.Exec("UPDATE makers SET deleted_at = ? WHERE id = ?", now, beta)
				if read := admin.Get(one).Want(200); fmt.Sprint(read.Value("item.maker_ids")) != fmt.Sprintf("[%d %d]", acme,
					zulu) {
					t.Errorf("shows %s", read.Text)
				}
				admin.Put(one, fields{"maker_ids": []int64{zulu}}).Want(200)
				s.Exec("UPDATE makers SET deleted_at = NULL WHERE id = ?", beta)
				if read := admin.Get(one).Want(200); fmt.Sprint(read.Value("item.maker_ids")) != fmt.Sprintf("[%d %d]", zulu,
					beta) {
					t.Errorf("afterwards %s", read.Text)
				}
			})
			admin.Delete(one).Want(204)
		})
		t.Run("refuses a record in the trash", func(t *testing.T) {
			admin.Put(path, fields{"maker_id": gone}).Refused("maker_id")
			admin.Put(path, fields{"maker_ids": []int64{acme, gone}}).Refused("maker_ids.1")
		})
		t.Run("is found by the other record's name", func(t *testing.T) {
			admin.Post("widgets", fields{"name": "Funnel"}).Want(201)
			if got := admin.Get("widgets?query=acme").Column("name"); !slices.Equal(got, []string{"Oil can"}) {
				t.Errorf("got %v", got)
			}
		})
		t.Run("filters the list, with either name of the parameter", func(t *testing.T) {
			for _, name := range []string{"maker_id", "maker"} {
				if got := admin.Get(fmt.Sprintf("widgets?%s=%d", name, acme)).Want(200).Column("name"); !slices.Equal(got,
					[]string{"Oil can"}) {
					t.Errorf("%s: got %v", name, got)
				}
				admin.Get("widgets?" + name + "=x").Refused(name)
			}
		})
		t.Run("adds and removes the records of a set", func(t *testing.T) {
			other := admin.Post("makers", fields{"name": "Other"}).Want(201).Int("item.id")
			version := admin.Get(path).Int("item.version")
			changed := admin.Put(path, fields{"maker_ids": []int64{other}}).Want(200)
			if fmt.Sprint(changed.Value("item.maker_ids")) != fmt.Sprintf("[%d]", other) ||
				changed.Int("item.version") != version+1 {
				t.Errorf("got %s", changed.Text)
			}
			if n := s.Count("SELECT count(*) FROM widget_makers WHERE widget_id = ?", made.Int("item.id")); n != 1 {
				t.Errorf("%d pairs are stored", n)
			}
		})
	})
}

func TestImage(t *testing.T) {
	workshop(t, func(t *testing.T, s *kittest.Server, admin *kittest.Client) {
		var content bytes.Buffer
		if err := png.Encode(&content, image.NewGray(image.Rect(0, 0, 30, 20))); err != nil {
			t.Fatal(err)
		}
		upload, err := s.Kit.Media.Add(t.Context(), "file", content.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		made := admin.Post("widgets", fields{"name": "Oil can", "picture": fields{"id": upload.ID}}).Want(201)
		path := fmt.Sprintf("widgets/%d", made.Int("item.id"))
		claimed := func(id int64) int64 {
			return s.Count("SELECT count(*) FROM uploads WHERE id = ? AND claimed_at IS NOT NULL", id)
		}
		if made.Int("item.picture.width") != 30 || !strings.HasPrefix(made.String("item.picture.full_url"), "/files/") ||
			claimed(upload.ID) != 1 {
			t.Errorf("got %s", made.Text)
		}
		t.Run("accepts an image as it was read", func(t *testing.T) {
			again := admin.Put(path, fields{"picture": made.Value("item.picture")}).Want(200)
			if again.Int("item.version") != 1 {
				t.Error("sending the same image changed the record")
			}
		})
		t.Run("fetches an image from a URL", func(t *testing.T) {
			site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				_,
					_ = w.Write(content.Bytes())
			}))
			defer site.Close()
			changed := admin.Put(path, fields{"picture": fields{"url": site.URL + "/a.png"}}).Want(200)
			if id := changed.Int("item.picture.id"); id == upload.ID || claimed(id) != 1 || claimed(upload.ID) != 0 {
				t.Errorf("got %s", changed.Text)
			}
			admin.Put(path, fields{"picture": fields{"url": "http://127.0.0.1:1/a.png"}}).Refused("picture")
			text := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				_,
					_ = w.Write([]byte("words"))
			}))
			defer text.Close()
			if refused := admin.Put(path, fields{"picture": fields{"url": text.URL}}).
				Refused("picture"); !strings.Contains(refused.Text, "JPEG") {
				t.Errorf("it is not said why: %s", refused.Text)
			}
		})
		t.Run("removes an image with null", func(t *testing.T) {
			id := admin.Get(path).Int("item.picture.id")
			if changed := admin.Put(path, fields{"picture": nil}).Want(200); changed.Value("item.picture") != nil ||
				claimed(id) != 0 {
				t.Errorf("got %s", changed.Text)
			}
		})
	})
}

func TestUnder(t *testing.T) {
	workshop(t, func(t *testing.T, s *kittest.Server, admin *kittest.Client) {
		acme, other := admin.Post("makers", fields{"name": "Acme"}).Int("item.id"),
			admin.Post("makers", fields{"name": "Other"}).Int("item.id")
		can := admin.Post("widgets", fields{"name": "Can", "maker_id": acme}).Int("item.id")
		funnel := admin.Post("widgets", fields{"name": "Funnel", "maker_id": acme}).Int("item.id")
		parts := fmt.Sprintf("makers/%d/widgets/%d/parts", acme, can)
		lid := admin.Post(parts, fields{"name": "Lid"}).Want(201).Int("item.id")

		for _, wrong := range []string{
			fmt.Sprintf("makers/%d/widgets/%d/parts", other, can), fmt.Sprintf("makers/%d/widgets/%d/parts", acme, 999),
			fmt.Sprintf("makers/x/widgets/%d/parts", can),
		} {
			admin.Get(wrong).Want(404)
			admin.Post(wrong, fields{"name": "Spout"}).Want(404)
		}
		for _, wrong := range []string{
			fmt.Sprintf("makers/%d/widgets/%d/parts/%d", acme, funnel, lid),
			fmt.Sprintf("makers/%d/widgets/%d/parts/%d", other, can, lid),
		} {
			admin.Get(wrong).Want(404)
			admin.Put(wrong, fields{"name": "Spout"}).Want(404)
			admin.Delete(wrong).Want(404)
		}
		if got := admin.Get(fmt.Sprintf("%s/%d", parts, lid)).Want(200).String("item.name"); got != "Lid" {
			t.Errorf("reading one answers %s under data", got)
		}
		if got := admin.Get(parts).Want(200).Column("name"); !slices.Equal(got, []string{"Lid"}) {
			t.Errorf("got %v", got)
		}
		t.Run("names are unique below each parent", func(t *testing.T) {
			admin.Post(parts, fields{"name": "LID"}).Refused("name")
			admin.Post(fmt.Sprintf("makers/%d/widgets/%d/parts", acme, funnel), fields{"name": "Lid"}).Want(201)
		})
		t.Run("is not found while a parent is in the trash", func(t *testing.T) {
			admin.Delete(fmt.Sprintf("widgets/%d", can)).Want(204)
			admin.Get(parts).Want(404)
			admin.Delete(fmt.Sprintf("%s/%d", parts, lid)).Want(404)
		})
	})
}

func TestTrash(t *testing.T) {
	workshop(t, func(t *testing.T, s *kittest.Server, admin *kittest.Client) {
		bin := &trash.Bin{Store: s.Kit.Store, Kinds: []trash.Kind{makersTrash, widgetsTrash}}
		acme := admin.Post("makers", fields{"name": "Acme"}).Int("item.id")
		can := admin.Post("widgets", fields{"name": "Can", "maker_id": acme}).Int("item.id")
		old := admin.Post("widgets", fields{"name": "Old", "maker_id": acme}).Int("item.id")
		admin.Post(fmt.Sprintf("makers/%d/widgets/%d/parts", acme, can), fields{"name": "Lid"}).Want(201)
		admin.Delete(fmt.Sprintf("widgets/%d", old)).Want(204)
		admin.Delete(fmt.Sprintf("makers/%d", acme)).Want(204)
		entry := func(kind string) int64 { return s.Count("SELECT max(id) FROM trash WHERE kind = ?", kind) }
		live := func(table string) int64 {
			return s.Count("SELECT count(*) FROM " + table + " WHERE deleted_at IS NULL")
		}

		t.Run("includes dependent records", func(t *testing.T) {
			if live("makers")+live("widgets")+live("parts") != 0 || s.Count("SELECT count(*) FROM trash") != 2 {
				t.Error("something stayed, or has an entry of its own")
			}
			if got := admin.Get("widgets?query=can").Column("id"); len(got) != 0 {
				t.Errorf("the search still finds %v", got)
			}
			if got := admin.Get("options/widgets").Column("id"); len(got) != 0 {
				t.Errorf("the lookup still offers %v", got)
			}
		})
		t.Run("restores what one delete moved, and nothing else", func(t *testing.T) {
			if err := bin.Restore(t.Context(), entry("maker")); err != nil {
				t.Fatal(err)
			}
			if live("makers") != 1 || live("widgets") != 1 || live("parts") != 1 {
				t.Errorf("live: %d makers, %d widgets, %d parts", live("makers"), live("widgets"), live("parts"))
			}
			if err := bin.Restore(t.Context(), 999); err == nil {
				t.Error("restored what is not there")
			}
		})
		t.Run("does not restore a name that is taken", func(t *testing.T) {
			admin.Post("widgets", fields{"name": "OLD", "slug": "another"}).Want(201)
			err := bin.Restore(t.Context(), entry("widget"))
			if err == nil || !strings.Contains(fmt.Sprint(err), "check the fields") {
				t.Errorf("got %v", err)
			}
			if n := s.Count("SELECT count(*) FROM trash"); n != 1 {
				t.Errorf("%d entries after a refused restore", n)
			}
		})
		t.Run("deletes permanently after thirty days, and not before", func(t *testing.T) {
			if err := bin.PurgeOld(t.Context()); err != nil {
				t.Fatal(err)
			}
			if n := s.Count("SELECT count(*) FROM widgets WHERE id = ?", old); n != 1 {
				t.Error("purged too early")
			}
			s.Exec("UPDATE trash SET deleted_at = ?", clock.Now().Add(-trash.Retention-1000000000))
			if err := bin.PurgeOld(t.Context()); err != nil {
				t.Fatal(err)
			}
			if n := s.Count("SELECT count(*) FROM widgets WHERE id = ?", old) + s.Count("SELECT count(*) FROM trash"); n != 0 {
				t.Error("still there after its time")
			}
			if n := s.Count("SELECT count(*) FROM audit_log WHERE action IN ('restored', 'purged')"); n != 2 {
				t.Errorf("the audit log tells of %d", n)
			}
		})
	})
}

func TestList(t *testing.T) {
	workshop(t, func(t *testing.T, s *kittest.Server, admin *kittest.Client) {
		for i, name := range []string{"Zebra", "apple", "Éclair", "100% wool_x", "Ünder \"quote\""} {
			made := fields{"name": name, "enabled": i%2 == 0, "size": i}
			if i > 2 {
				made["due_at"] = fmt.Sprintf("2030-01-0%dT00:00:00Z", i)
			}
			admin.Post("widgets", made).Want(201)
		}
		names := func(query string) []string { return admin.Get("widgets?" + query).Want(200).Column("name") }
		t.Run("sorts without regard to case and accents", func(t *testing.T) {
			if got := names(""); !slices.Equal(got, []string{"100% wool_x", "apple", "Éclair", "Ünder \"quote\"", "Zebra"}) {
				t.Errorf("got %v", got)
			}
		})
		t.Run("sorts missing dates first", func(t *testing.T) {
			if got := names("sort=due_at"); got[4] != "Ünder \"quote\"" || got[3] != "100% wool_x" {
				t.Errorf("got %v", got)
			}
			if got := names("sort=-due_at"); got[0] != "Ünder \"quote\"" || got[4] != "Zebra" {
				t.Errorf("got %v", got)
			}
		})
		t.Run("finds special characters", func(t *testing.T) {
			for query, want := range map[string]int{
				"100%25": 1, "wool_x": 1, "wool-x": 0, "%25%25": 0, "%22quote": 1, "ECL": 1,
				"cla+ec": 1, "z": 1, "e": 1,
			} {
				if got := names("query=" + query); len(got) != want {
					t.Errorf("%s finds %v, want %d", query, got, want)
				}
			}
		})
		t.Run("filters and counts by tab", func(t *testing.T) {
			page := admin.Get("widgets?state=on&counts=1").Want(200)
			if page.Int("meta.total") != 3 || page.Int("meta.counts.all.total") != 5 || page.Int("meta.counts.on.total") != 3 ||
				page.Int("meta.counts.off.total") != 2 {
				t.Errorf("got %s", page.Text)
			}
			if both := admin.Get("widgets?state=off&query=apple&counts=1").Want(200); both.Int("meta.total") != 1 ||
				both.Int("meta.counts.on.total") != 0 {
				t.Errorf("got %s", both.Text)
			}
			admin.Get("widgets?state=broken").Refused("state")
		})
		t.Run("pages", func(t *testing.T) {
			page := admin.Get("widgets?per_page=2&page=3").Want(200)
			if page.Int("meta.last_page") != 3 || page.Int("meta.total") != 5 || len(page.Column("id")) != 1 {
				t.Errorf("got %s", page.Text)
			}
		})
		t.Run("lookups below search have ten options per page", func(t *testing.T) {
			if page := admin.Get("search/widgets?query=apple").Want(200); page.Int("meta.per_page") != 10 ||
				page.String("items.0.name") != "apple" {
				t.Errorf("got %s", page.Text)
			}
		})
	})
}

func TestMountOptions(t *testing.T) {
	workshop(t, func(t *testing.T, s *kittest.Server, admin *kittest.Client) {
		maker := admin.Post("makers", fields{"name": "Acme"}).Want(201).Int("item.id")
		for _, colour := range []string{"red", "green"} {
			admin.Post("widgets", fields{"name": "Oil can " + colour, "colour": colour, "maker_id": maker}).Want(201)
		}
		t.Run("distinguishes records with the same name by a hint", func(t *testing.T) {
			if got := admin.Get("options/widgets").Want(200); got.String("items.0.name") != "Oil can green" ||
				got.String("items.0.hint") != "green" {
				t.Errorf("got %s", got.Text)
			}
		})
		t.Run("excludes records that can't be chosen, and counts the rest", func(t *testing.T) {
			got := admin.Get("options/red-widgets").Want(200)
			if !slices.Equal(got.Column("name"), []string{"Oil can red"}) || got.Int("meta.total") != 1 {
				t.Errorf("got %s", got.Text)
			}
		})
		t.Run("nested records stay below their parents", func(t *testing.T) {
			admin.Post(fmt.Sprintf("makers/%d/widgets/1/parts", maker), fields{"name": "Lid"}).Want(201)
			admin.Post(fmt.Sprintf("makers/%d/widgets/2/parts", maker), fields{"name": "Spout"}).Want(201)
			if got := admin.Get(fmt.Sprintf("makers/%d/widgets/2/parts-options", maker)).Want(200).
				Column("name"); !slices.Equal(got, []string{"Spout"}) {
				t.Errorf("got %v", got)
			}
			admin.Get("makers/999/widgets/2/parts-options").Want(404)
			admin.Get(fmt.Sprintf("makers/%d/widgets/999/parts-options", maker)).Want(404)
		})
		t.Run("word lists", func(t *testing.T) {
			for query, want := range map[string][]string{
				"": {"", "fine", "so-so"}, "?query=so": {"so-so"}, "?search=FINE": {"fine"}, "?ids=so-so,fine": {"fine", "so-so"},
				"?ids=": {""}, "?ids=none": {}, "?per_page=1&page=2": {"fine"}, "?page=9": {},
			} {
				if got := admin.Get("options/moods" + query).Want(200).Column("id"); !slices.Equal(got, want) {
					t.Errorf("%s: got %v, want %v", query, got, want)
				}
			}
			admin.Get("options/moods?per_page=101").Refused("per_page")
			admin.Get("options/moods?sort=name").Refused("sort")
			admin.Get("options/moods?query=" + strings.Repeat("x", 201)).Refused("query")
			s.Anyone().Get("options/moods").Want(401)
		})
	})
}

func TestUniquePerOwner(t *testing.T) {
	workshop(t, func(t *testing.T, s *kittest.Server, admin *kittest.Client) {
		maker := admin.Post("makers", fields{"name": "Acme"}).Want(201).Int("item.id")
		for i := range 3 {
			admin.Post("widgets", fields{"name": fmt.Sprint("W", i), "maker_id": maker}).Want(201)
			admin.Post(fmt.Sprintf("makers/%d/widgets/%d/parts", maker, i+1), fields{"name": "Lid"}).Want(201)
		}
		t.Run("sorts equal names by id", func(t *testing.T) {
			if got := admin.Get("all-parts?sort=-name").Want(200).Column("id"); !slices.Equal(got, []string{"3", "2", "1"}) {
				t.Errorf("got %v", got)
			}
		})
		t.Run("is in no list while the owner is in the trash", func(t *testing.T) {
			admin.Delete("widgets/2").Want(204)
			got := admin.Get("all-parts").Want(200)
			if !slices.Equal(got.Column("id"), []string{"1", "3"}) || got.Int("meta.total") != 2 {
				t.Errorf("got %s", got.Text)
			}
			admin.Get("all-parts/2").Want(404)
			admin.Delete("all-parts/2").Want(404)
		})
		t.Run("is deleted permanently", func(t *testing.T) {
			admin.Delete("all-parts/3").Want(204)
			if n := s.Count("SELECT count(*) FROM parts WHERE id = 3"); n != 0 {
				t.Error("the row is still there")
			}
		})
	})
}

func TestList_Totals(t *testing.T) {
	workshop(t, func(t *testing.T, s *kittest.Server, admin *kittest.Client) {
		const many = listing.CountLimit + 200
		err := s.DB.Write(t.Context(), func(tx *db.Tx) error {
			for i := range many {
				name := fmt.Sprintf("Harbour %05d", i)
				now := clock.Now()
				_, err := tx.Exec(t.Context(),
					`INSERT INTO widgets (name, name_key, slug, notes, amount, size, enabled, colour, codes, search_text,
						created_at, updated_at)
					VALUES (?, ?, ?, '', 0, 0, ?, 'red', '[]', ?, ?, ?)`, name, fold.Key(name), name, i%100 == 0,
					fold.SearchText(name), now, now)
				if err != nil {
					return err
				}
				_, err = tx.Exec(t.Context(),
					"INSERT INTO makers (name, name_key, search_text, created_at, updated_at) VALUES (?, ?, ?, ?, ?)", "Old "+name,
					fold.Key("Old "+name), fold.SearchText("Old "+name), now, now)
				if err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, query := range []string{"harb", "bour", "h", "ha", "o", "old+h", "O+HARBOUR"} {
			if page := admin.Get("makers?query=" + query).Want(200); page.String("items.0.name") != "Old Harbour 00000" ||
				page.Value("meta.total_is_capped") != true {
				t.Errorf("walking for %s: %v", query, page.Column("name"))
			}
		}
		if page := admin.Get("makers?query=ar&sort=-name").Want(200); len(page.Column("id")) != 0 {
			t.Errorf("two letters inside a word: %v", page.Column("name"))
		}
		capped := func(page *kittest.Response) bool {
			return page.Value("meta.total_is_capped") == true && page.Int("meta.total") == listing.CountLimit &&
				page.Value("meta.last_page") == nil
		}
		if page := admin.Get("widgets?state=off").Want(200); !capped(page) {
			t.Errorf("many rows: %s", page.Text[len(page.Text)-200:])
		}
		common := admin.Get("widgets?query=harbour&sort=-name&page=2").Want(200)
		if !capped(common) || common.String("items.0.name") != fmt.Sprintf("Harbour %05d", many-26) {
			t.Errorf("a common word: %v", common.Column("name"))
		}
		t.Run("counts a very common word of a long list to a thousand only", func(t *testing.T) {
			s.Exec("INSERT INTO live_counts (list, n) VALUES ('widgets', 100000)") // as in a list of that length
			dense := admin.Get("widgets?query=harbour").Want(200)
			if dense.Int("meta.total") != 1000 || dense.Value("meta.total_is_capped") != true ||
				dense.String("items.0.name") != "Harbour 00000" {
				t.Errorf("got %v", dense.Value("meta"))
			}
			s.Exec("DELETE FROM live_counts WHERE list = 'widgets'")
		})
		if short := admin.Get("widgets?query=h+har&sort=name").Want(200); !capped(short) ||
			short.String("items.0.name") != "Harbour 00000" {
			t.Errorf("common short words: %v", short.Column("name"))
		}
		if rare := admin.Get("widgets?query=harbour+05199").Want(200); rare.Int("meta.total") != 1 ||
			rare.Int("meta.last_page") != 1 {
			t.Errorf("a rare word: %s", rare.Text)
		}
		if both := admin.Get("widgets?query=harbour&state=on").Want(200); both.Int("meta.total") != many/100 ||
			both.Value("meta.total_is_capped") != false {
			t.Errorf("a common word, narrowed: %v", both.Value("meta"))
		}
		if last := admin.Get(fmt.Sprintf("widgets?page=%d", many/25)).Want(200); len(last.Column("id")) != 25 {
			t.Error("the last page beyond the cap is empty")
		}
	})
}

func TestConcurrentChanges(t *testing.T) {
	workshop(t, func(t *testing.T, s *kittest.Server, admin *kittest.Client) {
		together := func(n int, do func(i int) *kittest.Response) map[int]int {
			var group sync.WaitGroup
			statuses := make([]int, n)
			for i := range n {
				group.Go(func() { statuses[i] = do(i).Status })
			}
			group.Wait()
			counts := map[int]int{}
			for _, status := range statuses {
				counts[status]++
			}
			return counts
		}
		if got := together(20, func(int) *kittest.Response {
			return admin.Post("widgets",
				fields{"name": "Oil can"})
		}); got[201] != 1 || got[422] != 19 {
			t.Errorf("twenty creates of one name: %v", got)
		}
		path := fmt.Sprintf("widgets/%d", s.Count("SELECT id FROM widgets"))
		got := together(20, func(i int) *kittest.Response {
			return admin.Put(path, fields{"notes": fmt.Sprint(i), "version": 1})
		})
		if got[200] != 1 || got[409] != 19 {
			t.Errorf("twenty saves of one version: %v", got)
		}
		if got := together(20, func(int) *kittest.Response { return admin.Delete(path) }); got[204] != 1 || got[404] != 19 {
			t.Errorf("twenty deletes of one record: %v", got)
		}
	})
}
