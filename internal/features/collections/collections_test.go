package collections_test

import (
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

// world is a house with two partners (2 and 3), two users (21 of partner 2, and the advisor 22), and their folders.
type world struct {
	*testing.T
	s     *kittest.Server
	admin *kittest.Client
}

func mount(s *kittest.Server, _ *jobs.Set) {
	collections.Mount(s.Kit, kittest.Sites)
	content.Mount(s.Kit)
	trashfeature.Mount(s.Kit.API, &trash.Bin{Store: s.Kit.Store, Kinds: []trash.Kind{collections.Trash}})
}

func each(t *testing.T, run func(w *world)) {
	t.Helper()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := kittest.Serve(t, d, mount)
		w := &world{T: t, s: s, admin: s.Admin()}
		w.settle()
		run(w)
	})
}

func (w *world) settle() {
	now := clock.Now()
	w.s.Exec(`INSERT INTO partners (id, account_type_id, name, name_key, slug, alt_id, landing_page_domain, search_text, created_at, updated_at) VALUES
		(2, 11, 'Aurora', 'aurora', 'aurora', 'PAurora000', 'trips.aurora.example', '  aurora', ?, ?), (3, 11, 'Borealis', 'borealis', 'borealis', 'PBorealis0', '', '  borealis', ?, ?)`, now, now, now, now)
	w.s.Exec(`INSERT INTO users (id, first_name, last_name, email, alt_id, partner_id, search_text, created_at, updated_at) VALUES
		(21, 'Ana', 'Lopes', 'ana@aurora.example', 'UAna000000', 2, '  ana  lopes', ?, ?), (22, '', '', 'Tom@advisors.example', 'UTom000000', NULL, '  tom', ?, ?)`, now, now, now, now)
}

// items makes content with these titles and tells the ids.
func (w *world) items(titles ...string) []int64 {
	w.Helper()
	ids := []int64{}
	for _, title := range titles {
		ids = append(ids, w.admin.Post("content", map[string]any{"title": title, "content_url": "https://example.com/" +
			strconv.Itoa(len(ids)), "type_id": 2}).Want(201).Int("item.id"))
	}
	return ids
}

// made is a new collection of partner 2, unless the fields say otherwise.
func (w *world) made(name string, fields ...map[string]any) int64 {
	w.Helper()
	object := map[string]any{"name": name, "partner_id": 2}
	for _, more := range fields {
		for field, value := range more {
			object[field] = value
		}
	}
	return w.admin.Post("collections", object).Want(201).Int("item.id")
}

func (w *world) folder(owner, name string, parent int64) int64 {
	w.Helper()
	object := map[string]any{"name": name}
	if parent > 0 {
		object["parent_id"] = parent
	}
	return w.admin.Post(owner+"/folders", object).Want(201).Int("item.id")
}

func one(id int64) string { return "collections/" + strconv.FormatInt(id, 10) }

func TestCollectionsKeepWhatEveryRecordOwes(t *testing.T) {
	t.Parallel()
	resourcetest.Try(t, func(kit resource.Kit) { collections.Mount(kit, kittest.Sites) }, resourcetest.Sample{
		Path: "collections", Kind: "collection", Name: "name",
		Create: map[string]any{
			"name": "Lisbon in spring", "partner_id": 1, "code": []string{"LIS-1"},
			"tags": []string{"city"},
		},
		Update:   map[string]any{"name": "Porto in autumn"},
		Required: []string{"name", "partner_id"}, Longest: map[string]int{"name": 160}, Trashed: true,
	})
}

func TestACollectionReadsAsItWasMade(t *testing.T) {
	t.Parallel()
	each(t, func(w *world) {
		shelf := w.folder("partners/2", "Europe", 0)
		shelf = w.folder("partners/2", "Iberia", shelf)
		got := w.admin.Post("collections", map[string]any{
			"name": "Lisbon", "partner_id": 2, "folder_id": shelf, "code": []string{"LIS-1", "LIS-1", "B 2"},
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
				w.Errorf("%s is %q, want %q", field, is, want)
			}
		}
		if len(got.String("item.alt_id")) != 10 || got.Value("item.public") != true || got.Value("item.featured") != false ||
			got.Value("item.expired") != true {
			w.Errorf("got %s", got.Text)
		}
		if list := resourceList(got, "item.code"); !slices.Equal(list, []string{"LIS-1", "B 2"}) {
			w.Errorf("codes: %v", list)
		}
		if list := resourceList(got, "item.tags"); !slices.Equal(list, []string{"City", "café"}) {
			w.Errorf("tags differ in case or accents: %v", list)
		}
		id := got.Int("item.id")
		again := w.admin.Put(one(id), map[string]any{
			"tags": []string{"walks", "City"}, "alt_id": "other",
			"contents_count": 7,
		}).Want(200)
		if list := resourceList(again, "item.tags"); !slices.Equal(list, []string{"walks", "City"}) ||
			again.String("item.alt_id") != got.String("item.alt_id") || again.Int("item.contents_count") != 0 ||
			again.Int("item.version") != 2 {
			w.Errorf("after a change: %s", again.Text)
		}
		personal := w.admin.Post("collections", map[string]any{"name": "Mine", "type": "personal", "user_id": 22}).Want(201)
		if personal.String("item.owner.name") != "Tom@advisors.example" ||
			personal.String("item.owner.alt_id") != "UTom000000" || personal.Value("item.partner_id") != nil ||
			personal.String("item.landing_page_url") != kittest.Sites.Landing+"/"+personal.String("item.alt_id") {
			w.Errorf("a personal one: %s", personal.Text)
		}
	})
}

func resourceList(a *kittest.Answer, path string) []string {
	list, _ := a.Value(path).([]any)
	texts := []string{}
	for _, entry := range list {
		text, _ := entry.(string)
		texts = append(texts, text)
	}
	return texts
}

func TestACollectionHasExactlyOneOwnerAndAFolderOfTheirs(t *testing.T) {
	t.Parallel()
	each(t, func(w *world) {
		theirs, others, mine := w.folder("partners/2", "Europe", 0), w.folder("partners/3", "Europe", 0),
			w.folder("users/21", "Clients", 0)
		now := clock.Now()
		w.s.Exec("UPDATE partners SET deleted_at = ? WHERE id = 3", now)
		w.s.Exec(`INSERT INTO users (id, email, alt_id, created_at, updated_at, deleted_at) VALUES (29, 'gone@x.example', 'gone', ?, ?, ?)`, now, now, now)
		for about, try := range map[string]struct {
			field  string
			object map[string]any
		}{
			"a partner's without a partner": {"partner_id", map[string]any{"name": "A"}},
			"nothing at all":                {"partner_id", map[string]any{}},
			"a person's without anything":   {"user_id", map[string]any{"type": "personal", "code": "LIS"}},
			"a person's without a person":   {"user_id", map[string]any{"name": "A", "type": "personal"}},
			"both owners":                   {"user_id", map[string]any{"name": "A", "partner_id": 2, "user_id": 21}},
			"both owners, the other way": {"partner_id", map[string]any{
				"name": "A", "type": "personal", "partner_id": 2,
				"user_id": 21,
			}},
			"another partner's folder": {"folder_id", map[string]any{"name": "A", "partner_id": 2, "folder_id": others}},
			"a person's folder":        {"folder_id", map[string]any{"name": "A", "partner_id": 2, "folder_id": mine}},
			"a partner's folder for persons": {"folder_id", map[string]any{
				"name": "A", "type": "personal", "user_id": 21,
				"folder_id": theirs,
			}},
			"no such folder":         {"folder_id", map[string]any{"name": "A", "partner_id": 2, "folder_id": 999}},
			"a partner in the trash": {"partner_id", map[string]any{"name": "A", "partner_id": 3}},
			"a user in the trash":    {"user_id", map[string]any{"name": "A", "type": "personal", "user_id": 29}},
			"no such partner":        {"partner_id", map[string]any{"name": "A", "partner_id": 999}},
			"no such type":           {"type", map[string]any{"name": "A", "partner_id": 2, "type": "shared"}},
			"no such language": {"language_id", map[string]any{
				"name": "A", "partner_id": 2,
				"language_id": 99999,
			}},
			"codes that are no list": {"code", map[string]any{"name": "A", "partner_id": 2, "code": "LIS"}},
			"an empty code": {"code.1", map[string]any{
				"name": "A", "partner_id": 2,
				"code": []string{"LIS", " "},
			}},
			"a tag that is too long": {"tags.0", map[string]any{
				"name": "A", "partner_id": 2,
				"tags": []string{strings.Repeat("x", 81)},
			}},
			"no date": {"expires_at", map[string]any{
				"name": "A", "partner_id": 2,
				"expires_at": "tomorrow",
			}},
			"something else": {"colour", map[string]any{"name": "A", "partner_id": 2, "colour": "red"}},
		} {
			if got := w.admin.Post("collections", try.object); got.Status != 422 || !strings.Contains(got.Text,
				`"`+try.field+`":[`) {
				w.Errorf("%s: %s", about, got.Text)
			}
		}
		if n := w.s.Count("SELECT count(*) FROM collections"); n != 0 {
			w.Errorf("refused ones left %d collections", n)
		}
		id := w.made("Lisbon", map[string]any{"folder_id": theirs})
		w.admin.Put(one(id), map[string]any{"folder_id": mine}).Refused("folder_id")
		w.admin.Put(one(id), map[string]any{"type": "personal"}).Refused("user_id")
		w.admin.Put(one(id), map[string]any{"type": "personal", "user_id": 21, "folder_id": theirs}).Refused("folder_id")
		got := w.admin.Put(one(id), map[string]any{"type": "personal", "user_id": 21}).Want(200)
		if got.Value("item.partner_id") != nil || got.Value("item.folder_id") != nil || got.Int("item.user_id") != 21 {
			w.Errorf("another type lets the partner and the folder go: %s", got.Text)
		}
		got = w.admin.Put(one(id), map[string]any{"folder_id": mine}).Want(200)
		if got.String("item.folder.label") != "Clients" {
			w.Errorf("in a folder of the user's: %s", got.Text)
		}
		w.s.Exec("INSERT INTO shared_collections (user_id, collection_id, partner_id, created_at, updated_at) VALUES (22, ?, 2, ?, ?)", id, now, now)
		if got := w.admin.Put(one(id), map[string]any{"user_id": 22}).Want(200); got.Value("item.folder_id") != nil {
			w.Errorf("another user has other folders: %s", got.Text)
		}
		w.admin.Put(one(id), map[string]any{"type": "partner", "partner_id": 1}).Want(200)
		if n := w.s.Count("SELECT partner_id FROM shared_collections WHERE collection_id = ?", id); n != 1 {
			w.Errorf("what was accepted of it belongs to partner %d still", n)
		}
	})
}

func TestTheListIsNarrowed(t *testing.T) {
	t.Parallel()
	each(t, func(w *world) {
		ago, ahead := clock.Now().Add(-time.Hour).Format(time.RFC3339), clock.Now().Add(time.Hour).Format(time.RFC3339)
		plain := w.made("Plain")
		public := w.made("Públic walks", map[string]any{
			"inspires_publish_at": ago, "tags": []string{"Café", "walks"},
			"code": []string{"LIS-2026"},
		})
		featured := w.made("Featured", map[string]any{
			"inspires_publish_at": ago, "inspires_feature_at": ago, "partner_id": 3,
			"tags": []string{"walks"},
		})
		scheduled := w.made("Scheduled", map[string]any{"inspires_publish_at": ahead, "inspires_feature_at": ahead})
		personal := w.made("Personal", map[string]any{"type": "personal", "partner_id": nil, "user_id": 21, "language_id": 2})
		deleted := w.made("Deleted", map[string]any{"tags": []string{"walks"}, "inspires_publish_at": ago})
		w.admin.Delete(one(deleted)).Want(204)
		altID := w.admin.Get(one(public)).String("item.alt_id")
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
			"?type=partner&inspires=public&has_tags=yes&query=feat": {featured}, "?sort=name": {
				featured, personal, plain,
				public, scheduled,
			}, "?page=2": {},
		} {
			got := w.admin.Get("collections" + query).Want(200)
			if ids := got.Column("id"); !slices.Equal(ids, texts(want)) {
				w.Errorf("%q lists %v, want %v", query, ids, want)
			}
			if query != "?page=2" && got.Int("meta.total") != int64(len(want)) {
				w.Errorf("%q counts %d, want %d", query, got.Int("meta.total"), len(want))
			}
		}
		counts := w.admin.Get("collections?counts=1&partner=2").Want(200)
		if counts.Int("meta.counts.all.total") != 3 || counts.Int("meta.counts.partner.total") != 3 ||
			counts.Int("meta.counts.personal.total") != 0 {
			w.Errorf("tabs of one partner: %s", counts.Text)
		}
		for parameter, value := range map[string]string{
			"type": "shared", "partner": "x", "inspires": "yes",
			"has_tags": "maybe", "exact_tag": "+", "sort": "alt_id", "per_page": "101", "language_id": "-1",
		} {
			w.admin.Get("collections?" + parameter + "=" + value).Refused(parameter)
		}
		lookup := w.admin.Get("search/collections?query=pers").Want(200)
		if lookup.String("items.0.name") != "Personal" || lookup.String("items.0.hint") != "Ana Lopes" ||
			lookup.Int("meta.per_page") != 10 {
			w.Errorf("looked up: %s", lookup.Text)
		}
		for query, want := range map[string]string{"feat": "Borealis", "plain": "Aurora"} {
			if got := w.admin.Get("search/collections?query=" + query).Want(200); got.String("items.0.hint") != want {
				w.Errorf("%q is told apart by %q, want %q", query, got.String("items.0.hint"), want)
			}
		}
		if got := w.admin.Get("search/collections?query=deleted").Want(200); got.Int("meta.total") != 0 {
			w.Errorf("what is in the trash is offered: %s", got.Text)
		}
	})
}

func texts(ids []int64) []string {
	list := []string{}
	for _, id := range ids {
		list = append(list, strconv.FormatInt(id, 10))
	}
	return list
}
