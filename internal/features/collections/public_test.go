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

// desk is where users put content into collections. Partners are Coast (7), with library 71 and Delta's 82, and Delta (8). Ana and Bea are of
// Coast, Mia of Delta, Tom is an advisor. Collections and content are called what they are.
type desk struct {
	*kittest.Server
	coast, delta *kittest.Client
	ids          map[string]int64 // of content
}

func openDesk(t *testing.T, d *db.DB) *desk {
	t.Helper()
	k := &desk{ids: map[string]int64{}}
	k.Server = kittest.Serve(t, d, func(s *kittest.Server, _ *jobs.Set) {
		collections.Mount(s.Kit, kittest.Sites)
		dashboard.Mount(s.Kit, nil)
		collections.MountPublic(s.Kit, s.Public)
	})
	k.coast, k.delta = k.Partner(7, "Coast", "PCoast0000"), k.Partner(8, "Delta", "PDelta0000")
	now := clock.Now()
	for i, user := range []struct {
		uid     string
		partner any
	}{{"UAna000000", 7}, {"UBea000000", 7}, {"UMia000000", 8}, {"UTom000000", nil}, {"UDee000000", 7}, {"UEve000000", 1}} {
		k.User(int64(91+i), user.uid, user.partner)
	}
	k.Exec("UPDATE users SET deactivated_at = ? WHERE id = 95", now)
	k.Exec("UPDATE users SET internal = TRUE, staff_role = 'editor' WHERE id = 96")
	for id, owner := range map[int]int{71: 7, 81: 8, 82: 8} {
		k.Exec("INSERT INTO libraries (id, name, name_key, partner_id, search_text, created_at, updated_at) VALUES (?, ?, ?, ?, '', ?, ?)", id, fmt.Sprint(id), fmt.Sprint(id), owner, now, now)
	}
	k.Exec("INSERT INTO library_partners (library_id, partner_id) VALUES (82, 7)")
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
		k.ids[c.title] = id
		k.Exec("INSERT INTO content (id, block_type, title, title_key, type_id, partner_id, by_user, created_by_id, published_at, expires_at, search_text, created_at, updated_at) VALUES (?, 'content', ?, ?, 2, 1, ?, ?, ?, ?, '', ?, ?)",
			id, c.title, fold.Key(c.title), c.by != nil, c.by, c.published, c.expires, now, now)
		if c.library != 0 {
			k.Exec("INSERT INTO content_libraries (content_id, library_id) VALUES (?, ?)", id, c.library)
		}
	}
	k.Exec("UPDATE content SET deleted_at = ? WHERE title = 'trash'", now)
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
		k.Exec("INSERT INTO collections (id, alt_id, name, name_key, type, partner_id, user_id, language_id, expires_at, deleted_at, inspires_publish_at, search_text, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?, '', ?, ?)",
			31+i, c.alt, c.alt, c.alt, kind, c.partner, c.user, c.expires, c.trash, c.public, now, now)
	}
	return k
}

func (k *desk) put(c *kittest.Client, into, uid string, titles ...string) *kittest.Answer {
	ids := []int64{}
	for _, title := range titles {
		ids = append(ids, k.ids[title])
	}
	return c.Post("/api/v1/collections/"+into+"/content", map[string]any{"uid": uid, "content_ids": ids})
}

func TestAUserPutsContentIntoACollection(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		k := openDesk(t, d)
		editor := k.Editor()
		is := func(when string, answer *kittest.Answer, added, skipped int64) {
			t.Helper()
			if answer.Want(200).Int("added") != added || answer.Int("skipped") != skipped {
				t.Errorf("%s: %s", when, answer.Text)
			}
		}
		is("their own collection", k.put(k.coast, "anas", "UAna000000", "own", "shared", "ana's"), 3, 0)
		is("the same again", k.put(k.coast, "anas", "UAna000000", "own", "shared", "ana's"), 0, 3)
		is("one of them new", k.put(k.App(), "anas", "UAna000000", "ana's draft", "own"), 1, 1)
		is("their partner's", k.put(k.coast, "coasts", "UBea000000", "own"), 1, 0)
		is("twice in one call", k.put(k.coast, "coasts", "UAna000000", "shared", "shared"), 1, 1)
		is("an advisor's", k.put(k.App(), "toms", "UTom000000", "house", "tom's"), 2, 0)
		is("public ones of one's own", k.put(k.delta, "deltas", "UMia000000", "foreign", "shared"), 2, 0)
		k.Exec("INSERT INTO collection_content (collection_id, content_id, added_at) VALUES (34, ?, ?)", k.ids["bea's"],
			clock.Now())
		is("what staff put there", k.put(k.coast, "coasts", "UBea000000", "bea's"), 0, 1)
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
			"SELECT count(*) FROM audit_log WHERE action = 'added to' AND kind = 'collection' AND record_id = 31 AND record_name = 'anas' AND user_id = 91 AND user_name = 'UAna000000, through Coast (API)'": 1,
			"SELECT count(*) FROM audit_log WHERE record_id = 31 AND user_name = 'UAna000000, through the app'":                                                                                               1,
		} {
			if got := k.Count(query); got != want {
				t.Errorf("%s: %d, want %d", query, got, want)
			}
		}
		if n := editor.Get("dashboard/content-added-to-collections").Want(200).Int("meta.total"); n != 10 {
			t.Errorf("on the dashboard: %d", n)
		}
		k.Logged()
		if n := k.Leaks(); n != 0 {
			t.Errorf("%d secrets are told", n)
		}
		if n := k.Count("SELECT count(*) FROM api_logs WHERE user_id = 91 AND results = 3 AND CAST(parameters AS TEXT) LIKE '%3 entries%'"); n != 1 {
			t.Errorf("the call is in the log %d times", n)
		}
	})
}

func TestContentThatIsNotPutIntoACollection(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		k := openDesk(t, d)
		for name, one := range map[string]struct {
			client    *kittest.Client
			into, uid string
			want      int
		}{
			"a colleague's":                  {k.coast, "beas", "UAna000000", 404},
			"a colleague's by the app":       {k.App(), "beas", "UAna000000", 404},
			"another partner's, though open": {k.coast, "deltas", "UAna000000", 404},
			"an advisor's":                   {k.coast, "toms", "UAna000000", 404},
			"a partner's by an advisor":      {k.App(), "coasts", "UTom000000", 404},
			"an expired one":                 {k.coast, "expired", "UAna000000", 404},
			"one in the trash":               {k.coast, "trash", "UAna000000", 404},
			"none":                           {k.coast, "nowhere", "UAna000000", 404},
			"the id of one":                  {k.coast, "31", "UAna000000", 404},
			"zero bytes":                     {k.coast, "%00", "UAna000000", 404},
			"what is no UTF-8":               {k.coast, "%ff", "UAna000000", 404},
			"somebody unknown":               {k.coast, "anas", "nobody", 422},
			"nobody":                         {k.coast, "anas", "", 422},
			"another partner's user":         {k.coast, "deltas", "UMia000000", 422},
			"an advisor by a partner":        {k.coast, "toms", "UTom000000", 422},
			"a deactivated user":             {k.coast, "coasts", "UDee000000", 422},
			"one of the staff":               {k.App(), "coasts", "UEve000000", 422},
			"a page":                         {k.Page("Coast"), "anas", "UAna000000", 403},
			"no key":                         {k.Anyone(), "anas", "UAna000000", 401},
		} {
			if answer := k.put(one.client, one.into, one.uid, "own"); answer.Status != one.want {
				t.Errorf("%s: %d, want %d: %s", name, answer.Status, one.want, answer.Text)
			}
		}
		for _, title := range []string{
			"foreign", "house", "draft", "scheduled", "expired", "trash", "loose", "bea's",
			"tom's", "nothing of the kind",
		} {
			k.put(k.coast, "anas", "UAna000000", "own", title, "shared").Refused("content_ids.1")
		}
		k.put(k.coast, "anas", "UAna000000", "foreign", "own", "draft").Refused("content_ids.0", "content_ids.2")
		k.put(k.App(), "toms", "UTom000000", "own").Refused("content_ids.0")
		many := strings.TrimSuffix(strings.Repeat("100,", 101), ",")
		for ids, want := range map[string]string{
			"[]": "content_ids", "null": "content_ids", "{}": "content_ids", `"100"`: "content_ids", `["100"]`: "content_ids",
			"[1.5]": "content_ids", "[99999999999999999999]": "content_ids", "[" + many + "]": "content_ids",
			"[0]": "content_ids.0", "[-1]": "content_ids.0", "[9223372036854775807]": "content_ids.0",
		} {
			k.coast.Post("/api/v1/collections/anas/content", `{"uid":"UAna000000","content_ids":`+ids+`}`).Refused(want)
		}
		k.coast.Post("/api/v1/collections/anas/content", map[string]any{
			"uid": "UAna000000", "content_ids": []int64{100},
			"by_user": false, "added_by_id": 95,
		}).Refused("by_user", "added_by_id")
		if n := k.Count("SELECT count(*) FROM collection_content") + k.Count("SELECT count(*) FROM audit_log"); n != 0 {
			t.Errorf("%d rows were written", n)
		}
	})
}

func TestTheSameContentAtTheSameMoment(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		k := openDesk(t, d)
		var added, skipped atomic.Int64
		kittest.AtOnce(20, func(i int) {
			titles := []string{"own", "shared"}
			if i%2 == 0 {
				titles = []string{"shared", "own"}
			}
			answer := k.put(k.coast, []string{"anas", "coasts"}[i/2%2], "UAna000000", titles...)
			if answer.Status != 200 {
				t.Errorf("%d %s", answer.Status, answer.Text)
				return
			}
			added.Add(answer.Int("added"))
			skipped.Add(answer.Int("skipped"))
		})
		if added.Load() != 4 || skipped.Load() != 36 {
			t.Errorf("%d were added, %d skipped", added.Load(), skipped.Load())
		}
		if n, told := k.Count("SELECT collections_count FROM content WHERE title = 'own'"),
			k.Count("SELECT count(*) FROM audit_log"); n != 2 || told != 2 {
			t.Errorf("it counts %d collections, told %d times", n, told)
		}
	})
}
