package collections_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"waymark/internal/features/collections"
	"waymark/internal/features/content"
	trashfeature "waymark/internal/features/trash"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/resource"
	"waymark/internal/kit/resourcetest"
	"waymark/internal/kit/trash"
)

// fixture is a server with two partners (2 and 3) and two users (21 of partner 2, and the advisor 22).
type fixture struct {
	*testing.T
	s     *kittest.Server
	admin *kittest.Client
}

func mount(s *kittest.Server, _ *jobs.Set) {
	collections.Mount(s.Kit, kittest.Sites)
	content.Mount(s.Kit)
	trashfeature.Mount(s.Kit.API, &trash.Bin{Store: s.Kit.Store, Kinds: []trash.Kind{collections.Trash}})
}

func each(t *testing.T, run func(f *fixture)) {
	t.Helper()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := kittest.Serve(t, d, mount)
		f := &fixture{T: t, s: s, admin: s.Admin()}
		f.seed()
		run(f)
	})
}

// seed inserts the partners and users.
func (f *fixture) seed() {
	now := clock.Now()
	f.s.Exec(`INSERT INTO partners
			(id, account_type_id, name, name_key, slug, alt_id, landing_page_domain, search_text, created_at, updated_at)
		VALUES
			(2, 11, 'Aurora', 'aurora', 'aurora', 'PAurora000', 'trips.aurora.example', '  aurora', ?, ?),
			(3, 11, 'Borealis', 'borealis', 'borealis', 'PBorealis0', '', '  borealis', ?, ?)`, now, now, now, now)
	f.s.Exec(`INSERT INTO users
			(id, first_name, last_name, email, alt_id, partner_id, search_text, created_at, updated_at)
		VALUES
			(21, 'Ana', 'Lopes', 'ana@aurora.example', 'UAna000000', 2, '  ana  lopes', ?, ?),
			(22, '', '', 'Tom@advisors.example', 'UTom000000', NULL, '  tom', ?, ?)`, now, now, now, now)
}

// createContent creates content with the given titles and returns its ids.
func (f *fixture) createContent(titles ...string) []int64 {
	f.Helper()
	ids := []int64{}
	for _, title := range titles {
		url := "https://example.com/" + strconv.Itoa(len(ids))
		item := f.admin.Post("content", map[string]any{"title": title, "content_url": url, "type_id": 2}).Want(201)
		ids = append(ids, item.Int("item.id"))
	}
	return ids
}

// create creates a collection of partner 2, unless the fields name another owner.
func (f *fixture) create(name string, fields ...map[string]any) int64 {
	f.Helper()
	object := map[string]any{"name": name, "partner_id": 2}
	for _, more := range fields {
		for field, value := range more {
			object[field] = value
		}
	}
	return f.admin.Post("collections", object).Want(201).Int("item.id")
}

// createFolder creates a folder of the owner at the given path. Parent 0 is the top level.
func (f *fixture) createFolder(owner, name string, parent int64) int64 {
	f.Helper()
	object := map[string]any{"name": name}
	if parent > 0 {
		object["parent_id"] = parent
	}
	return f.admin.Post(owner+"/folders", object).Want(201).Int("item.id")
}

func pathOf(id int64) string { return "collections/" + strconv.FormatInt(id, 10) }

func TestCollections_CRUD(t *testing.T) {
	t.Parallel()
	resourcetest.Run(t, func(kit resource.Kit) { collections.Mount(kit, kittest.Sites) }, resourcetest.Sample{
		Path: "collections", Kind: "collection", Name: "name",
		Create: map[string]any{
			"name": "Lisbon in spring", "partner_id": 1, "code": []string{"LIS-1"},
			"tags": []string{"city"},
		},
		Update:   map[string]any{"name": "Porto in autumn"},
		Required: []string{"name", "partner_id"}, Longest: map[string]int{"name": 160}, Trashed: true,
	})
}

func TestCollections_Fields(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		europe := f.createFolder("partners/2", "Europe", 0)
		iberia := f.createFolder("partners/2", "Iberia", europe)
		got := f.admin.Post("collections", map[string]any{
			"name": "Lisbon", "partner_id": 2, "folder_id": iberia, "code": []string{"LIS-1", "LIS-1", "B 2"},
			"tags":                []string{"City", "café", "CITY", "Cafe"},
			"inspires_publish_at": "2024-05-01", "inspires_feature_at": "2999-01-01", "expires_at": "2024-05-31",
		}).Want(201)
		for field, want := range map[string]string{
			"type": "partner", "owner.name": "Aurora", "owner.alt_id": "PAurora000", "folder.label": "Europe > Iberia",
			"language.name":       "English",
			"inspires_publish_at": "2024-05-01T00:00:00Z", "expires_at": "2024-05-31T23:59:59.999999Z",
			"landing_page_url": "https://trips.aurora.example/" + got.String("item.alt_id"),
			"invite_url":       kittest.Sites.Inspires + "/invite/" + got.String("item.alt_id"),
		} {
			if is := got.String("item." + field); is != want {
				f.Errorf("%s is %q, want %q", field, is, want)
			}
		}
		if len(got.String("item.alt_id")) != 10 || got.Value("item.public") != true || got.Value("item.featured") != false ||
			got.Value("item.expired") != true {
			f.Errorf("got %s", got.Text)
		}
		if list := stringList(got, "item.code"); !slices.Equal(list, []string{"LIS-1", "B 2"}) {
			f.Errorf("codes: %v", list)
		}
		if list := stringList(got, "item.tags"); !slices.Equal(list, []string{"City", "café"}) {
			f.Errorf("tags that differ only in case or accents: got %v", list)
		}
		id := got.Int("item.id")
		again := f.admin.Put(pathOf(id), map[string]any{
			"tags": []string{"walks", "City"}, "alt_id": "other", "contents_count": 7,
		}).Want(200)
		if list := stringList(again, "item.tags"); !slices.Equal(list, []string{"walks", "City"}) ||
			again.String("item.alt_id") != got.String("item.alt_id") || again.Int("item.contents_count") != 0 ||
			again.Int("item.version") != 2 {
			f.Errorf("after an update: got %s", again.Text)
		}
		personal := f.admin.Post("collections", map[string]any{"name": "Mine", "type": "personal", "user_id": 22}).Want(201)
		if personal.String("item.owner.name") != "Tom@advisors.example" ||
			personal.String("item.owner.alt_id") != "UTom000000" || personal.Value("item.partner_id") != nil ||
			personal.String("item.landing_page_url") != kittest.Sites.Landing+"/"+personal.String("item.alt_id") {
			f.Errorf("personal collection: got %s", personal.Text)
		}
	})
}

func stringList(a *kittest.Response, path string) []string {
	list, _ := a.Value(path).([]any)
	idStrings := []string{}
	for _, entry := range list {
		text, _ := entry.(string)
		idStrings = append(idStrings, text)
	}
	return idStrings
}

func TestCollections_OwnerAndFolder(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		ownFolder := f.createFolder("partners/2", "Europe", 0)
		otherFolder := f.createFolder("partners/3", "Europe", 0)
		userFolder := f.createFolder("users/21", "Clients", 0)
		now := clock.Now()
		f.s.Exec("UPDATE partners SET deleted_at = ? WHERE id = 3", now)
		f.s.Exec(`INSERT INTO users (id, email, alt_id, created_at, updated_at, deleted_at)
			VALUES (29, 'gone@x.example', 'gone', ?, ?, ?)`, now, now, now)
		for name, test := range map[string]struct {
			field  string
			object map[string]any
		}{
			"partner collection without a partner":           {"partner_id", map[string]any{"name": "A"}},
			"empty body":                                     {"partner_id", map[string]any{}},
			"personal collection without any required field": {"user_id", map[string]any{"type": "personal", "code": "LIS"}},
			"personal collection without a user":             {"user_id", map[string]any{"name": "A", "type": "personal"}},
			"partner collection with both owners": {"user_id", map[string]any{
				"name": "A", "partner_id": 2, "user_id": 21,
			}},
			"personal collection with both owners": {"partner_id", map[string]any{
				"name": "A", "type": "personal", "partner_id": 2, "user_id": 21,
			}},
			"folder of another partner": {"folder_id", map[string]any{"name": "A", "partner_id": 2, "folder_id": otherFolder}},
			"folder of a user":          {"folder_id", map[string]any{"name": "A", "partner_id": 2, "folder_id": userFolder}},
			"personal collection in a folder of a partner": {"folder_id", map[string]any{
				"name": "A", "type": "personal", "user_id": 21, "folder_id": ownFolder,
			}},
			"missing folder":          {"folder_id", map[string]any{"name": "A", "partner_id": 2, "folder_id": 999}},
			"partner in the trash":    {"partner_id", map[string]any{"name": "A", "partner_id": 3}},
			"user in the trash":       {"user_id", map[string]any{"name": "A", "type": "personal", "user_id": 29}},
			"missing partner":         {"partner_id", map[string]any{"name": "A", "partner_id": 999}},
			"unknown type":            {"type", map[string]any{"name": "A", "partner_id": 2, "type": "shared"}},
			"missing language":        {"language_id", map[string]any{"name": "A", "partner_id": 2, "language_id": 99999}},
			"code that is not a list": {"code", map[string]any{"name": "A", "partner_id": 2, "code": "LIS"}},
			"empty code":              {"code.1", map[string]any{"name": "A", "partner_id": 2, "code": []string{"LIS", " "}}},
			"tag that is too long": {"tags.0", map[string]any{
				"name": "A", "partner_id": 2, "tags": []string{strings.Repeat("x", 81)},
			}},
			"invalid date":  {"expires_at", map[string]any{"name": "A", "partner_id": 2, "expires_at": "tomorrow"}},
			"unknown field": {"colour", map[string]any{"name": "A", "partner_id": 2, "colour": "red"}},
		} {
			got := f.admin.Post("collections", test.object)
			if got.Status != 422 || !strings.Contains(got.Text, `"`+test.field+`":[`) {
				f.Errorf("%s: got %s", name, got.Text)
			}
		}
		if n := f.s.Count("SELECT count(*) FROM collections"); n != 0 {
			f.Errorf("refused requests created %d collections", n)
		}
		id := f.create("Lisbon", map[string]any{"folder_id": ownFolder})
		f.admin.Put(pathOf(id), map[string]any{"folder_id": userFolder}).Refused("folder_id")
		f.admin.Put(pathOf(id), map[string]any{"type": "personal"}).Refused("user_id")
		f.admin.Put(pathOf(id), map[string]any{
			"type": "personal", "user_id": 21, "folder_id": ownFolder,
		}).Refused("folder_id")
		got := f.admin.Put(pathOf(id), map[string]any{"type": "personal", "user_id": 21}).Want(200)
		if got.Value("item.partner_id") != nil || got.Value("item.folder_id") != nil || got.Int("item.user_id") != 21 {
			f.Errorf("changing the type should clear the partner and the folder: got %s", got.Text)
		}
		got = f.admin.Put(pathOf(id), map[string]any{"folder_id": userFolder}).Want(200)
		if got.String("item.folder.label") != "Clients" {
			f.Errorf("in a folder of the user: got %s", got.Text)
		}
		f.s.Exec(`INSERT INTO shared_collections (user_id, collection_id, partner_id, created_at, updated_at)
			VALUES (22, ?, 2, ?, ?)`, id, now, now)
		if got := f.admin.Put(pathOf(id), map[string]any{"user_id": 22}).Want(200); got.Value("item.folder_id") != nil {
			f.Errorf("changing the user should clear the folder: got %s", got.Text)
		}
		f.admin.Put(pathOf(id), map[string]any{"type": "partner", "partner_id": 1}).Want(200)
		if n := f.s.Count("SELECT partner_id FROM shared_collections WHERE collection_id = ?", id); n != 1 {
			f.Errorf("partner of the acceptance: got %d, want 1", n)
		}
	})
}

func TestCollections_Filters(t *testing.T) {
	t.Parallel()
	each(t, func(f *fixture) {
		ago, ahead := clock.Now().Add(-time.Hour).Format(time.RFC3339), clock.Now().Add(time.Hour).Format(time.RFC3339)
		plain := f.create("Plain")
		public := f.create("Públic walks", map[string]any{
			"inspires_publish_at": ago, "tags": []string{"Café", "walks"}, "code": []string{"LIS-2026"},
		})
		featured := f.create("Featured", map[string]any{
			"inspires_publish_at": ago, "inspires_feature_at": ago, "partner_id": 3, "tags": []string{"walks"},
		})
		scheduled := f.create("Scheduled", map[string]any{"inspires_publish_at": ahead, "inspires_feature_at": ahead})
		personal := f.create("Personal", map[string]any{
			"type": "personal", "partner_id": nil, "user_id": 21, "language_id": 2,
		})
		deleted := f.create("Deleted", map[string]any{"tags": []string{"walks"}, "inspires_publish_at": ago})
		f.admin.Delete(pathOf(deleted)).Want(204)
		altID := f.admin.Get(pathOf(public)).String("item.alt_id")
		all := []int64{personal, scheduled, featured, public, plain}
		for query, want := range map[string][]int64{
			"": all, "?type=all": all, "?type=partner": {scheduled, featured, public, plain}, "?type=personal": {personal},
			"?partner=2": {scheduled, public, plain}, "?partner_id=3": {featured}, "?partner=1": {}, "?user_id=21": {personal},
			"?language_id=2":   {personal},
			"?inspires=public": {featured, public}, "?inspires=not-public": {personal, scheduled, plain},
			"?inspires=featured": {featured}, "?inspires=all": all,
			"?has_tags=yes": {featured, public}, "?has_tags=no": {personal, scheduled, plain}, "?has_tags=all": all,
			"?exact_tag=CAFE": {public}, "?exact_tag=walk": {}, "?exact_tag=walks": {featured, public},
			"?exact_tag=walks&partner=2": {public},
			"?query=public":              {public}, "?query=lis-20": {public}, "?search=sched": {scheduled},
			"?query=" + altID: {public},
			"?query=cafe":     {},
			"?type=partner&inspires=public&has_tags=yes&query=feat": {featured},
			"?sort=name": {featured, personal, plain, public, scheduled},
			"?page=2":    {},
		} {
			got := f.admin.Get("collections" + query).Want(200)
			if ids := got.Column("id"); !slices.Equal(ids, idStrings(want)) {
				f.Errorf("%q: got %v, want %v", query, ids, want)
			}
			if query != "?page=2" && got.Int("meta.total") != int64(len(want)) {
				f.Errorf("%q: got total %d, want %d", query, got.Int("meta.total"), len(want))
			}
		}
		counts := f.admin.Get("collections?counts=1&partner=2").Want(200)
		if counts.Int("meta.counts.all.total") != 3 || counts.Int("meta.counts.partner.total") != 3 ||
			counts.Int("meta.counts.personal.total") != 0 {
			f.Errorf("tab counts of one partner: got %s", counts.Text)
		}
		for parameter, value := range map[string]string{
			"type": "shared", "partner": "x", "inspires": "yes", "has_tags": "maybe", "exact_tag": "+", "sort": "alt_id",
			"per_page": "101", "language_id": "-1",
		} {
			f.admin.Get("collections?" + parameter + "=" + value).Refused(parameter)
		}
		lookup := f.admin.Get("search/collections?query=pers").Want(200)
		hint := func(got *kittest.Response, owner string) string {
			return fmt.Sprintf("%s · ID %d", owner, got.Int("items.0.id"))
		}
		if lookup.String("items.0.name") != "Personal" || lookup.String("items.0.hint") != hint(lookup, "Ana Lopes") ||
			lookup.Int("meta.per_page") != 10 {
			f.Errorf("lookup: got %s", lookup.Text)
		}
		for query, owner := range map[string]string{"feat": "Borealis", "plain": "Aurora"} {
			got := f.admin.Get("search/collections?query=" + query).Want(200)
			if want := hint(got, owner); got.String("items.0.hint") != want {
				f.Errorf("hint of %q: got %q, want %q", query, got.String("items.0.hint"), want)
			}
		}
		if got := f.admin.Get("search/collections?query=deleted").Want(200); got.Int("meta.total") != 0 {
			f.Errorf("the lookup offers a collection in the trash: %s", got.Text)
		}
	})
}

func idStrings(ids []int64) []string {
	list := []string{}
	for _, id := range ids {
		list = append(list, strconv.FormatInt(id, 10))
	}
	return list
}
