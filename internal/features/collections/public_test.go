package collections_test

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"waymark/internal/features/collections"
	"waymark/internal/features/dashboard"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/kittest"
)

// publicFixture is a server with the public API. Its partners are Coast (7), which owns library 71 and may use
// library 82 of Delta, and Delta (8). Ana and Bea belong to Coast, Mia to Delta, and Tom is an advisor. Collections
// and content are named after their state or owner.
type publicFixture struct {
	*kittest.Server
	coast, delta *kittest.Client
	ids          map[string]int64 // ids of content by title
}

func newPublicFixture(t *testing.T, d *db.DB) *publicFixture {
	t.Helper()
	f := &publicFixture{ids: map[string]int64{}}
	f.Server = kittest.Serve(t, d, func(s *kittest.Server, _ *jobs.Set) {
		collections.Mount(s.Kit, kittest.Sites)
		dashboard.Mount(s.Kit, nil)
		collections.MountPublic(s.Kit, s.Public)
	})
	f.coast, f.delta = f.Partner(7, "Coast", "PCoast0000"), f.Partner(8, "Delta", "PDelta0000")
	now := clock.Now()
	for i, user := range []struct {
		uid     string
		partner any
	}{{"UAna000000", 7}, {"UBea000000", 7}, {"UMia000000", 8}, {"UTom000000", nil}, {"UDee000000", 7}, {"UEve000000", 1}} {
		f.User(int64(91+i), user.uid, user.partner)
	}
	f.Exec("UPDATE users SET deactivated_at = ? WHERE id = 95", now)
	f.Exec("UPDATE users SET internal = TRUE, staff_role = 'editor' WHERE id = 96")
	for id, owner := range map[int]int{71: 7, 81: 8, 82: 8} {
		f.Exec(`INSERT INTO libraries (id, name, name_key, partner_id, search_text, created_at, updated_at)
			VALUES (?, ?, ?, ?, '', ?, ?)`, id, fmt.Sprint(id), fmt.Sprint(id), owner, now, now)
	}
	f.Exec("INSERT INTO library_partners (library_id, partner_id) VALUES (82, 7)")
	past, ahead := now.Add(-time.Hour), now.Add(time.Hour)
	for i, c := range []struct {
		title              string
		library            int
		by                 any
		published, expires any
	}{
		{"own", 71, nil, past, nil},
		{"shared", 82, nil, past, ahead},
		{"foreign", 81, nil, past, nil},
		{"house", 1, nil, past, nil},
		{"draft", 71, nil, nil, nil},
		{"scheduled", 71, nil, ahead, nil},
		{"expired", 71, nil, past, past},
		{"trash", 71, nil, past, nil},
		{"loose", 0, nil, past, nil},
		{"ana's", 0, 91, past, nil},
		{"ana's draft", 0, 91, nil, nil},
		{"bea's", 0, 92, past, nil},
		{"tom's", 0, 94, past, nil},
	} {
		id := int64(100 + i)
		f.ids[c.title] = id
		f.Exec(`INSERT INTO content (id, block_type, title, title_key, type_id, partner_id, by_user, created_by_id,
				published_at, expires_at, search_text, created_at, updated_at)
			VALUES (?, 'content', ?, ?, 2, 1, ?, ?, ?, ?, '', ?, ?)`,
			id, c.title, fold.Key(c.title), c.by != nil, c.by, c.published, c.expires, now, now)
		if c.library != 0 {
			f.Exec("INSERT INTO content_libraries (content_id, library_id) VALUES (?, ?)", id, c.library)
		}
	}
	f.Exec("UPDATE content SET deleted_at = ? WHERE title = 'trash'", now)
	for i, c := range []struct {
		alt            string
		partner, user  any
		expires, trash any
		public         any
	}{
		{"anas", nil, 91, nil, nil, nil},
		{"beas", nil, 92, nil, nil, past},
		{"toms", nil, 94, nil, nil, nil},
		{"coasts", 7, nil, ahead, nil, nil},
		{"deltas", 8, nil, nil, nil, past},
		{"expired", 7, nil, past, nil, nil},
		{"trash", 7, nil, nil, now, nil},
	} {
		kind := "partner"
		if c.user != nil {
			kind = "personal"
		}
		f.Exec(`INSERT INTO collections (id, alt_id, name, name_key, type, partner_id, user_id, language_id, expires_at,
				deleted_at, inspires_publish_at, search_text, created_at, updated_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?, '', ?, ?)`,
			31+i, c.alt, c.alt, c.alt, kind, c.partner, c.user, c.expires, c.trash, c.public, now, now)
	}
	return f
}

// add requests as the user uid to add content to a collection.
func (f *publicFixture) add(c *kittest.Client, into, uid string, titles ...string) *kittest.Response {
	ids := []int64{}
	for _, title := range titles {
		ids = append(ids, f.ids[title])
	}
	return c.Post("/api/v1/collections/"+into+"/content", map[string]any{"uid": uid, "content_ids": ids})
}

func TestAddContent(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newPublicFixture(t, d)
		editor := f.Editor()
		check := func(name string, answer *kittest.Response, added, skipped int64) {
			t.Helper()
			if answer.Want(200).Int("added") != added || answer.Int("skipped") != skipped {
				t.Errorf("%s: got %s", name, answer.Text)
			}
		}
		check("own collection", f.add(f.coast, "anas", "UAna000000", "own", "shared", "ana's"), 3, 0)
		check("same content again", f.add(f.coast, "anas", "UAna000000", "own", "shared", "ana's"), 0, 3)
		check("one new item", f.add(f.App(), "anas", "UAna000000", "ana's draft", "own"), 1, 1)
		check("collection of the partner", f.add(f.coast, "coasts", "UBea000000", "own"), 1, 0)
		check("same item twice in one request", f.add(f.coast, "coasts", "UAna000000", "shared", "shared"), 1, 1)
		check("collection of an advisor", f.add(f.App(), "toms", "UTom000000", "house", "tom's"), 2, 0)
		check("public collection of the partner", f.add(f.delta, "deltas", "UMia000000", "foreign", "shared"), 2, 0)
		f.Exec("INSERT INTO collection_content (collection_id, content_id, added_at) VALUES (34, ?, ?)", f.ids["bea's"],
			clock.Now())
		check("item added by staff", f.add(f.coast, "coasts", "UBea000000", "bea's"), 0, 1)
		for query, want := range map[string]int64{
			"SELECT count(*) FROM collection_content WHERE collection_id = 31 AND by_user AND added_by_id = 91": 4,
			"SELECT count(*) FROM collection_content WHERE collection_id = 34 AND by_user AND added_by_id = 92": 1,
			"SELECT count(*) FROM collection_content WHERE collection_id = 34 AND by_user AND added_by_id = 91": 1,
			"SELECT count(*) FROM collection_content WHERE collection_id = 34 AND NOT by_user":                  1,
			"SELECT contents_count FROM collections WHERE id = 31":                                              4,
			"SELECT contents_count FROM collections WHERE id = 34":                                              3,
			"SELECT collections_count FROM content WHERE title = 'shared'":                                      3,
			"SELECT count(*) FROM content WHERE title = 'own' AND added_at IS NOT NULL":                         1,
			"SELECT count(*) FROM audit_log":                                                                    6,
			`SELECT count(*) FROM audit_log
				WHERE action = 'added to' AND kind = 'collection' AND record_id = 31 AND record_name = 'anas'
					AND user_id = 91 AND user_name = 'UAna000000, through Coast (API)'`: 1,
			"SELECT count(*) FROM audit_log WHERE record_id = 31 AND user_name = 'UAna000000, through the app'": 1,
		} {
			if got := f.Count(query); got != want {
				t.Errorf("%s: got %d, want %d", query, got, want)
			}
		}
		if n := editor.Get("dashboard/content-added-to-collections").Want(200).Int("meta.total"); n != 10 {
			t.Errorf("rows on the dashboard: got %d, want 10", n)
		}
		f.CloseLog()
		if n := f.Leaks(); n != 0 {
			t.Errorf("%d secrets leaked into the log", n)
		}
		logged := f.Count(`SELECT count(*) FROM api_logs
			WHERE user_id = 91 AND results = 3 AND CAST(parameters AS TEXT) LIKE ?`,
			fmt.Sprintf("%%%d, %d, %d%%", f.ids["own"], f.ids["shared"], f.ids["ana's"]))
		if logged != 1 {
			t.Errorf("API log entries of the request: got %d, want 1", logged)
		}
	})
}

func TestAddContent_InvalidRequests(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newPublicFixture(t, d)
		for name, test := range map[string]struct {
			client    *kittest.Client
			into, uid string
			want      int
		}{
			"collection of a colleague":                  {f.coast, "beas", "UAna000000", 404},
			"collection of a colleague, through the app": {f.App(), "beas", "UAna000000", 404},
			"public collection of another partner":       {f.coast, "deltas", "UAna000000", 404},
			"collection of an advisor":                   {f.coast, "toms", "UAna000000", 404},
			"collection of a partner, by an advisor":     {f.App(), "coasts", "UTom000000", 404},
			"expired collection":                         {f.coast, "expired", "UAna000000", 404},
			"collection in the trash":                    {f.coast, "trash", "UAna000000", 404},
			"unknown collection":                         {f.coast, "nowhere", "UAna000000", 404},
			"id instead of public ID":                    {f.coast, "31", "UAna000000", 404},
			"zero byte":                                  {f.coast, "%00", "UAna000000", 404},
			"invalid UTF-8":                              {f.coast, "%ff", "UAna000000", 404},
			"unknown user":                               {f.coast, "anas", "nobody", 422},
			"no user":                                    {f.coast, "anas", "", 422},
			"user of another partner":                    {f.coast, "deltas", "UMia000000", 422},
			"advisor, through a partner":                 {f.coast, "toms", "UTom000000", 422},
			"deactivated user":                           {f.coast, "coasts", "UDee000000", 422},
			"staff user":                                 {f.App(), "coasts", "UEve000000", 422},
			"page key":                                   {f.Page("Coast"), "anas", "UAna000000", 403},
			"no key":                                     {f.Anyone(), "anas", "UAna000000", 401},
		} {
			if answer := f.add(test.client, test.into, test.uid, "own"); answer.Status != test.want {
				t.Errorf("%s: got %d, want %d: %s", name, answer.Status, test.want, answer.Text)
			}
		}
		for _, title := range []string{
			"foreign", "house", "draft", "scheduled", "expired", "trash", "loose", "bea's", "tom's", "no such title",
		} {
			f.add(f.coast, "anas", "UAna000000", "own", title, "shared").Refused("content_ids.1")
		}
		f.add(f.coast, "anas", "UAna000000", "foreign", "own", "draft").Refused("content_ids.0", "content_ids.2")
		f.add(f.App(), "toms", "UTom000000", "own").Refused("content_ids.0")
		many := strings.TrimSuffix(strings.Repeat("100,", 101), ",")
		for ids, want := range map[string]string{
			"[]": "content_ids", "null": "content_ids", "{}": "content_ids", `"100"`: "content_ids", `["100"]`: "content_ids",
			"[1.5]": "content_ids", "[99999999999999999999]": "content_ids", "[" + many + "]": "content_ids",
			"[0]": "content_ids.0", "[-1]": "content_ids.0", "[9223372036854775807]": "content_ids.0",
		} {
			f.coast.Post("/api/v1/collections/anas/content", `{"uid":"UAna000000","content_ids":`+ids+`}`).Refused(want)
		}
		f.coast.Post("/api/v1/collections/anas/content", map[string]any{
			"uid": "UAna000000", "content_ids": []int64{100}, "by_user": false, "added_by_id": 95,
		}).Refused("by_user", "added_by_id")
		if n := f.Count("SELECT count(*) FROM collection_content") + f.Count("SELECT count(*) FROM audit_log"); n != 0 {
			t.Errorf("refused requests wrote %d rows", n)
		}
	})
}

func TestAddContent_Concurrent(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newPublicFixture(t, d)
		var added, skipped atomic.Int64
		kittest.Concurrently(20, func(i int) {
			titles := []string{"own", "shared"}
			if i%2 == 0 {
				titles = []string{"shared", "own"}
			}
			answer := f.add(f.coast, []string{"anas", "coasts"}[i/2%2], "UAna000000", titles...)
			if answer.Status != 200 {
				t.Errorf("got %d %s", answer.Status, answer.Text)
				return
			}
			added.Add(answer.Int("added"))
			skipped.Add(answer.Int("skipped"))
		})
		if added.Load() != 4 || skipped.Load() != 36 {
			t.Errorf("got %d added and %d skipped, want 4 and 36", added.Load(), skipped.Load())
		}
		count := f.Count("SELECT collections_count FROM content WHERE title = 'own'")
		if audited := f.Count("SELECT count(*) FROM audit_log"); count != 2 || audited != 2 {
			t.Errorf("got %d collections and %d audit entries, want 2 and 2", count, audited)
		}
	})
}
