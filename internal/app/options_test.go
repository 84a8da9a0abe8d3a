package app_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"waymark/internal/features/accounttypes"
	"waymark/internal/features/apilogs"
	"waymark/internal/features/collections"
	"waymark/internal/features/content"
	"waymark/internal/features/linkchecks"
	"waymark/internal/features/partners"
	"waymark/internal/features/sharedcollections"
	"waymark/internal/features/users"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/resource"
	"waymark/internal/platform/sites"
)

// mountLookups mounts the features that serve the lookups below.
func mountLookups(kit resource.Kit) {
	accounttypes.Mount(kit)
	apilogs.Mount(kit)
	collections.Mount(kit, sites.Sites{})
	content.Mount(kit)
	(&linkchecks.Service{Kit: kit}).Mount()
	partners.Mount(kit, sites.Sites{})
	sharedcollections.Mount(kit, sites.Sites{})
	users.Mount(kit)
}

// wordLookups are the lookups with fixed items: ids and names, in order.
var wordLookups = map[string]string{
	"options/api-requests":      "all=All requests, success=Success",
	"options/block-types":       "all=All, content=Content, image=Image",
	"options/content-published": "all=All, published=Published, draft=Draft, scheduled=Scheduled, expired=Expired",
	"options/link-statuses": "all=All links, ok=Working, moved=Moved, broken=Broken, unsure=Unsure, " +
		"unchecked=Not checked",
	"options/inspires":                 "all=All, public=Public, not-public=Not public, featured=Featured",
	"options/shared-collection-types":  "all=All, user-accepted=User accepted, auto-accepted=Auto accepted",
	"options/copilot-advisor-branding": "=Automatic, advisor=Advisor, agency=Agency, co-branded=Co-branded, none=None",
}

// recordLookups are the lookups of records, with the number of items after insertRecords.
var recordLookups = map[string]int{
	"options/partners/2/users": 3,
	"search/users":             6, "options/content-admins": 1, "options/user-templates": 3,
}

func TestLookups_FixedItems(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := kittest.Serve(t, d, kittest.Resources(mountLookups))
		editor := s.Editor()
		for path, want := range wordLookups {
			if got := format(editor.Get(path).Want(200), "id", "name"); got != want {
				t.Errorf("%s: %s", path, got)
			}
		}
		t.Run("are found by their name", func(t *testing.T) {
			got := editor.Get("options/content-published?query=SCHED").Want(200).Column("id")
			if !slices.Equal(got, []string{"scheduled"}) {
				t.Errorf("got %v", got)
			}
		})
		t.Run("are found by their ids, including the empty one", func(t *testing.T) {
			for ids, want := range map[string]string{
				"": "Automatic", "advisor": "Advisor", "none,advisor": "Advisor None", "nobody": "",
			} {
				names := editor.Get("options/copilot-advisor-branding?ids=" + ids).Want(200).Column("name")
				if got := strings.Join(names, " "); got != want {
					t.Errorf("%q: got %v, want %q", ids, got, want)
				}
			}
		})
	})
}

func TestLookups_Parameters(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := kittest.Serve(t, d, kittest.Resources(mountLookups))
		insertRecords(s)
		editor := s.Editor()
		totals := map[string]int{}
		for path, want := range wordLookups {
			totals[path] = 1 + strings.Count(want, ", ")
		}
		for path, n := range recordLookups {
			totals[path] = n
		}
		for path, total := range totals {
			t.Run(path, func(t *testing.T) {
				all := editor.Get(path).Want(200)
				size := 100
				if strings.HasPrefix(path, "search/") {
					size = 10
				}
				if path == "search/users" {
					total++ // The caller is a user too.
				}
				if got := all.Column("id"); len(got) != total || all.Int("meta.total") != int64(total) ||
					all.Int("meta.page") != 1 || all.Int("meta.per_page") != int64(size) {
					t.Fatalf("%d of %d: %s", len(got), total, all.Text)
				}
				pages := []string{}
				for page := 1; page <= total; page++ {
					pages = append(pages, editor.Get(fmt.Sprintf("%s?per_page=1&page=%d", path, page)).Want(200).Column("id")...)
				}
				if !slices.Equal(pages, all.Column("id")) {
					t.Errorf("page by page: %v, at once: %v", pages, all.Column("id"))
				}
				if past := editor.Get(path + "?page=999").Want(200); len(past.Column("id")) != 0 ||
					past.Int("meta.total") != int64(total) {
					t.Errorf("past the end: %s", past.Text)
				}
				last := all.Column("id")[total-1]
				if got := editor.Get(path + "?ids=" + last).Want(200); !slices.Equal(got.Column("id"), []string{last}) ||
					got.Int("meta.total") != 1 {
					t.Errorf("ids=%s: %s", last, got.Text)
				}
				name := all.Column("name")[0]
				got := editor.Get(path + "?query=" + url.QueryEscape(strings.ToUpper(name))).Want(200).Column("name")
				if !slices.Contains(got, name) {
					t.Errorf("%s is not among %v", name, got)
				}
				if got := editor.Get(path + "?query=zzqqxx").Want(200); len(got.Column("id")) != 0 || got.Int("meta.total") != 0 {
					t.Errorf("a query without matches finds %s", got.Text)
				}
				for _, wrong := range []string{"0", "-1", "101", "many"} {
					editor.Get(path + "?per_page=" + wrong).Refused("per_page")
				}
				editor.Get(path + "?page=0").Refused("page")
				editor.Get(path + "?sort=name").Refused("sort")
				editor.Get(path + "?partner_id=1").Refused("partner_id")
				editor.Get(path + "?query=" + strings.Repeat("x", 201)).Refused("query")
				editor.Get(path + "?query=x%00").Refused("query")
				s.Anyone().Get(path).Want(401)
			})
		}
		for path := range recordLookups {
			for _, wrong := range []string{"x", "1,,2", "1.5", strings.Repeat("1,", 100) + "1"} {
				editor.Get(path + "?ids=" + wrong).Refused("ids")
			}
		}
	})
}

func TestLookups_Records(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := kittest.Serve(t, d, kittest.Resources(mountLookups))
		insertRecords(s)
		admin := s.Admin()
		get := func(path string, fields ...string) string { return format(admin.Get(path).Want(200), fields...) }
		check := func(t *testing.T, path, got, want string) {
			t.Helper()
			if got != want {
				t.Errorf("%s: got %s, want %s", path, got, want)
			}
		}

		t.Run("shows the e-mail of users next to their name, or in its place", func(t *testing.T) {
			check(t, "partner 2", get("options/partners/2/users", "id", "name", "hint"),
				"24=nameless@example.com=nameless@example.com, 21=Ana Lopes=ana@example.com, 22=Björn Ek=bjorn@example.com")
		})
		t.Run("lists only the users of the partner, also by id", func(t *testing.T) {
			check(t, "partner 3", get("options/partners/3/users", "id"), "25")
			check(t, "partner 3, ids of another partner", get("options/partners/3/users?ids=21,25", "id"), "25")
			check(t, "partner 3, search for a user of another partner", get("options/partners/3/users?query=ana", "id"), "")
			for _, none := range []string{"4", "999", "x", "-1"} { // Partner 4 is in the trash.
				admin.Get("options/partners/" + none + "/users").Want(404)
			}
		})
		t.Run("finds users by either name and by e-mail", func(t *testing.T) {
			for query, want := range map[string]string{
				"bjorn": "22", "BJÖRN+ek": "22", "lopes": "21", "nameless%40": "24", "trashed": "",
			} {
				check(t, query, get("search/users?query="+query, "id"), want)
			}
		})
		t.Run("shows the account type of user templates", func(t *testing.T) {
			check(t, "templates", get("options/user-templates", "id", "name", "hint"),
				"51=Editor=Partner, 52=Owner=Airline, 53=Owner=Partner")
			check(t, "found", get("options/user-templates?query=OWN", "id"), "52, 53")
		})
		t.Run("lists staff who published something as content admins", func(t *testing.T) {
			check(t, "content admins", get("options/content-admins", "id", "name"), "31=Sam Staff")
			s.Exec("UPDATE content SET admin_id = 32 WHERE id = 3")
			check(t, "after another published content", get("options/content-admins", "id"), "31, 32")
			s.Exec("UPDATE users SET deleted_at = ? WHERE id = 31", clock.Now())
			check(t, "after one was deleted", get("options/content-admins", "id"), "32")
		})
	})
}

// insertRecords inserts records that lookups must contain, and others that they must not.
func insertRecords(s *kittest.Server) {
	now := clock.Now()
	name := func(name string) (string, string, string) { return name, fold.Key(name), fold.SearchText(name) }
	for i, title := range []string{"Compass", "Lantern", "Trashed"} {
		name, key, text := name(title)
		s.Exec(`INSERT INTO partners
			(id, account_type_id, name, name_key, slug, alt_id, search_text, created_at, updated_at)
			VALUES (?, 11, ?, ?, ?, ?, ?, ?, ?)`, i+2, name, key, key, key, text, now, now)
	}
	s.Exec(`INSERT INTO account_types (id, name, name_key, created_at, updated_at)
		VALUES (12, 'Airline', 'airline', ?, ?)`, now, now)
	for i, title := range []string{"Editor", "Owner", "Owner"} {
		name, key, text := name(title)
		s.Exec(`INSERT INTO user_templates (id, account_type_id, name, name_key, search_text, created_at, updated_at)
			VALUES (?, ?, ?, ?, ?, ?, ?)`, 51+i, 11+i%2, name, key, text, now, now)
	}
	for _, user := range []struct {
		id, partner        int
		first, last, email string
		internal           bool
	}{
		{21, 2, "Ana", "Lopes", "ana@example.com", false},
		{22, 2, "Björn", "Ek", "bjorn@example.com", false},
		{23, 2, "Trashed", "Person", "trashed@example.com", false},
		{24, 2, "", "", "nameless@example.com", false},
		{25, 3, "Caio", "Reis", "caio@example.com", false},
		{31, 1, "Sam", "Staff", "sam@example.com", true},
		{32, 1, "Tia", "Staff", "tia@example.com", true},
	} {
		s.Exec(`INSERT INTO users
			(id, partner_id, first_name, first_name_key, last_name, last_name_key, email, alt_id, internal, search_text,
				created_at, updated_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			user.id, user.partner, user.first, fold.Key(user.first), user.last, fold.Key(user.last), user.email, user.email,
			user.internal, fold.SearchText(user.first, user.last, user.email), now, now)
	}
	// The first was published by staff, the second by a user, the third by nobody.
	s.Exec(`INSERT INTO content (id, title, title_key, type_id, partner_id, admin_id, created_at, updated_at) VALUES
		(1, 'A', 'a', 2, 1, 31, ?, ?), (2, 'B', 'b', 2, 1, 21, ?, ?), (3, 'C', 'c', 2, 1, NULL, ?, ?)`,
		now, now, now, now, now, now)
	for table, id := range map[string]int{"partners": 4, "users": 23} {
		s.Exec("UPDATE "+table+" SET deleted_at = ? WHERE id = ?", now, id)
	}
}

// format returns a list as one line, with the fields of an item separated by =.
func format(answer *kittest.Response, fields ...string) string {
	columns := [][]string{}
	for _, field := range fields {
		columns = append(columns, answer.Column(field))
	}
	items := []string{}
	for i := range columns[0] {
		cells := []string{}
		for _, column := range columns {
			cells = append(cells, column[i])
		}
		items = append(items, strings.Join(cells, "="))
	}
	return strings.Join(items, ", ")
}
