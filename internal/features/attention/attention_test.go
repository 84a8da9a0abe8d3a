package attention_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"waymark/internal/features/attention"
	"waymark/internal/features/content"
	"waymark/internal/features/subjectareas"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/kittest"
	"waymark/internal/platform/changes"
)

type fixture struct {
	*kittest.Server
	t       *testing.T
	service *attention.Service
	editor  *kittest.Client
	now     time.Time // of the service, if set
	next    int64
}

func serve(t *testing.T, d *db.DB) *fixture {
	t.Helper()
	f := &fixture{t: t, next: 100}
	f.Server = kittest.Serve(t, d, func(s *kittest.Server, set *jobs.Set) {
		f.service = attention.New(s.Kit, s.Mail, "Waymark", "https://console.example")
		f.service.Now = func() time.Time {
			if f.now.IsZero() {
				return clock.Now()
			}
			return f.now
		}
		content.Mount(s.Kit)
		subjectareas.Mount(s.Kit)
		f.service.Mount()
		f.service.Jobs(set)
	})
	f.editor = f.Editor()
	return f
}

// sync numbers all changes and follows them.
func (f *fixture) sync() {
	f.t.Helper()
	for more := true; more; {
		var err error
		if more, err = changes.Number(f.t.Context(), f.DB); err != nil {
			f.t.Fatal(err)
		}
	}
	if err := f.service.CatchUp(f.t.Context()); err != nil {
		f.t.Fatal(err)
	}
}

// add adds an item that needs no attention, and changes columns of it.
func (f *fixture) add(set string, args ...any) int64 {
	f.t.Helper()
	f.next++
	id, now := f.next, clock.Now()
	f.Exec(`INSERT INTO content (id, title, title_key, search_text, content_url, canonical_url, synopsis, type_id,
		partner_id, featured_image_id, published_at, created_at, updated_at)
		VALUES (?, ?, ?, '', ?, ?, 'A synopsis', 2, 1, ?, ?, ?, ?)`, id, fmt.Sprint("Item ", id), fmt.Sprint("item ", id),
		fmt.Sprintf("https://example.com/%d", id), fmt.Sprintf("example.com/%d", id), f.picture(), now, now, now)
	f.Exec("INSERT INTO content_libraries (content_id, library_id) VALUES (?, 1)", id)
	f.Exec("INSERT INTO content_destinations (content_id, destination_id) VALUES (?, ?)", id, f.reference("destinations",
		"name, name_key, label, label_key, path"))
	f.Exec("INSERT INTO content_tags (content_id, tag_id) VALUES (?, ?)", id, f.reference("tags", "tag, tag_key"))
	if set != "" {
		f.Exec("UPDATE content SET "+set+" WHERE id = ?", append(args, id)...)
	}
	return id
}

func (f *fixture) picture() int64 {
	if id := f.Count("SELECT coalesce(max(id), 0) FROM uploads"); id != 0 {
		return id
	}
	return f.Picture()
}

// reference returns a row of a table, which it adds if there is none.
func (f *fixture) reference(table, columns string) int64 {
	f.t.Helper()
	if id := f.Count("SELECT coalesce(max(id), 0) FROM " + table); id != 0 {
		return id
	}
	now := clock.Now()
	marks := strings.Repeat("'sample', ", strings.Count(columns, ",")+1)
	f.Exec("INSERT INTO "+table+" (id, "+columns+", created_at, updated_at) VALUES (50, "+marks+"?, ?)", now, now)
	return 50
}

// collection adds a public collection with items.
func (f *fixture) collection(id int64, items ...int64) {
	f.t.Helper()
	now := clock.Now()
	f.Exec(`INSERT INTO collections (id, alt_id, name, name_key, partner_id, language_id, inspires_publish_at, created_at,
		updated_at) VALUES (?, ?, 'A collection', 'a collection', 1, 1, ?, ?, ?)`, id, fmt.Sprint("alt-", id),
		now.Add(-time.Hour), now, now)
	for _, item := range items {
		f.Exec("INSERT INTO collection_content (collection_id, content_id, added_at) VALUES (?, ?, ?)", id, item, now)
	}
}

// listed returns the reasons of the listed items: "101 broken, 102 moved".
func (f *fixture) listed(query string) string {
	f.t.Helper()
	page := f.editor.Get("attention" + query).Want(200)
	got := []string{}
	reasons := page.Column("reason")
	for i, id := range page.Column("content_id") {
		got = append(got, id+" "+reasons[i])
	}
	if total := page.Int("meta.total"); total != int64(len(got)) {
		f.t.Errorf("%s: the total is %d, want %d", query, total, len(got))
	}
	slices.Sort(got)
	return strings.Join(got, ", ")
}

func (f *fixture) want(query, want string) {
	f.t.Helper()
	if got := f.listed(query); got != want {
		f.t.Errorf("attention%s: got %q, want %q", query, got, want)
	}
}

// wantNone expects that no row is left. The list leaves out rows whose reason is gone, even if they are stored.
func (f *fixture) wantNone() {
	f.t.Helper()
	if n := f.Count("SELECT count(*) FROM attention"); n != 0 {
		f.t.Errorf("%d rows are left", n)
	}
}

// rowID returns the id of a row.
func (f *fixture) rowID(item int64, reason string) int64 {
	f.t.Helper()
	return f.Count("SELECT id FROM attention WHERE content_id = ? AND reason = ?", item, reason)
}

func TestAttention_Reasons(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := serve(t, d)
		now := clock.Now()
		fine := f.add("")
		f.sync()
		f.want("", "")
		for _, c := range []struct {
			reason, broken, fixed string
			args                  []any
		}{
			{"broken", "link_status = 'broken', title = 'x'", "link_status = '', title = 'y'", nil},
			{"moved", "link_status = 'moved', title = 'x'", "link_status = 'ok', title = 'y'", nil},
			{"expiring", "expires_at = ?", "expires_at = NULL", []any{now.AddDate(0, 0, 29)}},
			{"no_image", "featured_image_id = NULL", "featured_image_id = (SELECT max(id) FROM uploads)", nil},
			{"no_synopsis", "synopsis = ''", "synopsis = 'Text'", nil},
		} {
			f.Exec("UPDATE content SET "+c.broken+" WHERE id = ?", append(slices.Clone(c.args), fine)...)
			f.sync()
			f.want("", fmt.Sprint(fine, " ", c.reason))
			f.want("?reason="+c.reason, fmt.Sprint(fine, " ", c.reason))
			f.Exec("UPDATE content SET "+c.fixed+" WHERE id = ?", fine)
			f.want("", "") // it is not shown, although the worker is behind
			f.sync()
			if n := f.Count("SELECT count(*) FROM attention"); n != 0 {
				t.Errorf("%s: %d rows are left", c.reason, n)
			}
		}
		t.Run("what an item is linked to", func(t *testing.T) {
			for table, reason := range map[string]string{
				"content_libraries (content_id, library_id)":        "no_library",
				"content_destinations (content_id, destination_id)": "no_destination",
			} {
				name, _, _ := strings.Cut(table, " ")
				f.Exec("DELETE FROM "+name+" WHERE content_id = ?", fine)
				f.sync()
				f.want("", fmt.Sprint(fine, " ", reason))
				f.Exec("INSERT INTO "+table+" VALUES (?, ?)", fine, map[string]int64{"no_library": 1, "no_destination": 50}[reason])
				f.sync()
				f.want("", "")
			}
		})
		t.Run("an item that will expire within 30 days tomorrow", func(t *testing.T) {
			f.Exec("UPDATE content SET expires_at = ? WHERE id = ?", now.AddDate(0, 0, 31), fine)
			f.sync()
			f.want("", "")
			f.now = now.AddDate(0, 0, 2)
			f.sync()
			f.want("?reason=expiring", fmt.Sprint(fine, " expiring"))
			f.now = time.Time{}
			f.Exec("UPDATE content SET expires_at = NULL WHERE id = ?", fine)
			f.sync()
		})
		t.Run("items in the trash and expired items are left out", func(t *testing.T) {
			gone, old := f.add("synopsis = '', deleted_at = ?", now), f.add("synopsis = '', expires_at = ?", now.Add(-time.Hour))
			f.sync()
			f.want("", "")
			f.Exec("UPDATE content SET deleted_at = NULL WHERE id = ?", gone)
			f.Exec("UPDATE content SET expires_at = NULL WHERE id = ?", old)
			f.sync()
			f.want("", fmt.Sprintf("%d no_synopsis, %d no_synopsis", gone, old))
		})
	})
}

func TestAttention_SubjectAreas(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := serve(t, d)
		admin := f.Admin()
		first, second := f.add(""), f.add("")
		f.sync()
		both := fmt.Sprintf("%d no_subject_area, %d no_subject_area", first, second)
		t.Run("are missing after the last one was removed in a form", func(t *testing.T) {
			admin.Put(fmt.Sprint("content/", first), map[string]any{"tag_ids": []int64{}}).Want(200)
			f.sync()
			f.want("", fmt.Sprint(first, " no_subject_area"))
			admin.Put(fmt.Sprint("content/", first), map[string]any{"tag_ids": []int64{50}}).Want(200)
			f.sync()
			f.wantNone()
		})
		t.Run("are missing after a bulk action", func(t *testing.T) {
			body := map[string]any{"content_ids": []int64{first, second}}
			admin.Post("tags/50/content/remove", body).Want(200)
			f.sync()
			f.want("", both)
			admin.Post("tags/50/content", body).Want(200)
			f.sync()
			f.wantNone()
		})
		t.Run("are missing after a deletion", func(t *testing.T) {
			admin.Delete("tags/50").Want(204)
			f.sync()
			f.want("", both)
		})
	})
}

func TestAttention_ExpiredInPublicCollection(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := serve(t, d)
		item := f.add("expires_at = ?", clock.Now().Add(-time.Hour))
		listed := fmt.Sprint(item, " expired")
		f.collection(7, item)
		f.sync()
		f.want("?reason=expired", listed)
		f.Exec("UPDATE collections SET inspires_publish_at = NULL WHERE id = 7")
		f.want("", "")
		f.sync()
		f.want("", "")
		f.Exec("UPDATE collections SET inspires_publish_at = ? WHERE id = 7", clock.Now().Add(-time.Minute))
		f.collection(8, item)
		f.sync()
		f.want("", listed+", "+listed)
		id := f.Count("SELECT id FROM attention WHERE collection_id = 7")
		f.editor.Post("attention/remove-from-collections", map[string]any{"ids": []int64{id}}).Want(200)
		f.want("", listed)
		if n := f.Count("SELECT count(*) FROM collection_content WHERE content_id = ?", item); n != 1 {
			t.Errorf("the item is in %d collections, want 1", n)
		}
		f.editor.Post("attention/reschedule", map[string]any{
			"filter": map[string]any{"reason": "expired"}, "days": 365,
		}).Want(200)
		f.want("", "")
	})
}

func TestAttention_Duplicates(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := serve(t, d)
		a, b, c := f.add(""), f.add(""), f.add("")
		image := f.add("block_type = 'image', content_url = '', canonical_url = ''")
		f.sync()
		set := func(id int64, column, value string) {
			text := strings.TrimSuffix(column, "_key") // only changes of the text itself have a number
			if column == "canonical_url" {
				text = "content_url"
			}
			f.Exec("UPDATE content SET "+column+" = ?, "+text+" = ? WHERE id = ?", value, value, id)
			f.sync()
		}
		list := func(ids ...int64) string {
			parts := []string{}
			for _, id := range ids {
				parts = append(parts, fmt.Sprint(id, " duplicate"))
			}
			return strings.Join(parts, ", ")
		}
		set(b, "canonical_url", "example.com/101")
		f.want("", list(a, b))
		set(c, "title_key", "item 101")
		set(image, "title_key", "item 101")
		f.want("", list(a, b, c))
		set(a, "title_key", "another")
		f.want("", list(a, b)) // c has nothing in common with others any longer
		f.wantSame(a, a, b)
		set(c, "title_key", "another")
		f.wantSame(a, a, b, c)
		set(c, "title_key", "item 101")
		f.editor.Get("attention/999999/duplicates").Want(404)
		set(b, "title_key", "another")
		set(b, "canonical_url", "example.com/new")
		f.want("", list(a, b))
		f.Exec("UPDATE content SET deleted_at = ? WHERE id = ?", clock.Now(), b)
		f.sync()
		f.want("", "")
	})
}

// wantSame checks the duplicates of an item.
func (f *fixture) wantSame(item int64, want ...int64) {
	f.t.Helper()
	path := fmt.Sprintf("attention/%d/duplicates", f.rowID(item, "duplicate"))
	got := strings.Join(f.editor.Get(path).Want(200).Column("id"), " ")
	if want := strings.Trim(fmt.Sprint(want), "[]"); got != want {
		f.t.Errorf("duplicates of %d: got %s, want %s", item, got, want)
	}
}

// TestAttention_Recount compares the rows after random changes with those that a walk through all items finds.
func TestAttention_Recount(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := serve(t, d)
		random := rand.New(rand.NewPCG(1, 2))
		ids := []int64{}
		for range 12 {
			ids = append(ids, f.add(""))
		}
		f.collection(7, ids[:6]...)
		f.sync()
		now := clock.Now()
		texts := []string{"one", "two", "three"}
		for range 15 {
			for range 8 {
				id := ids[random.IntN(len(ids))]
				text := texts[random.IntN(3)]
				switch random.IntN(8) {
				case 0:
					f.Exec("UPDATE content SET title = ?, title_key = ? WHERE id = ?", text, text, id)
				case 1:
					f.Exec("UPDATE content SET content_url = ?, canonical_url = ? WHERE id = ?", text, text, id)
				case 2:
					f.Exec("UPDATE content SET expires_at = ? WHERE id = ?", now.AddDate(0, 0, random.IntN(80)-40), id)
				case 3:
					f.Exec("UPDATE content SET expires_at = NULL, deleted_at = NULL WHERE id = ?", id)
				case 4:
					f.Exec("UPDATE content SET deleted_at = ? WHERE id = ?", now, id)
				case 5:
					f.Exec("UPDATE content SET synopsis = CASE WHEN synopsis = '' THEN 'Text' ELSE '' END WHERE id = ?", id)
				case 6:
					f.Exec("DELETE FROM content_libraries WHERE content_id = ?", id)
				case 7:
					f.Exec("UPDATE collections SET inspires_publish_at = ? WHERE id = 7", now.AddDate(0, 0, random.IntN(3)-1))
				}
			}
			f.sync()
			followed := f.rows()
			f.checkCounts()
			f.Exec("DELETE FROM attention")
			f.Exec("DELETE FROM installation WHERE key = ?", changes.AttentionKey)
			f.sync()
			if walked := f.rows(); walked != followed {
				t.Fatalf("following changes found\n%s\na walk\n%s", followed, walked)
			}
			f.checkCounts()
		}
	})
}

// rows returns all rows as a text.
func (f *fixture) rows() string {
	f.t.Helper()
	list, err := db.All[string](f.t.Context(), f.DB.Read(), `
		SELECT content_id || ' ' || reason || ' ' || collection_id || ' ' || url_key || ' ' || title_key
		FROM attention ORDER BY content_id, reason, collection_id`)
	if err != nil {
		f.t.Fatal(err)
	}
	return strings.Join(list, "\n")
}

// checkCounts compares the counts with the rows.
func (f *fixture) checkCounts() {
	f.t.Helper()
	counts := f.editor.Get("attention/counts").Want(200)
	page := f.editor.Get("attention?counts=1").Want(200)
	for _, tab := range strings.Fields("all broken moved expiring expired duplicate no_image no_synopsis snoozed") {
		where, args := "tab = ?", []any{tab}
		if tab == "all" {
			where, args = "tab <> 'snoozed'", nil
		}
		want := f.Count("SELECT count(*) FROM attention WHERE "+where, args...)
		got, listed := counts.Int("counts."+tab), page.Int("meta.counts."+tab+".total")
		if got != want || listed != want {
			f.t.Errorf("%s: counted %d and %d, want %d", tab, got, listed, want)
		}
	}
}

// TestAttention_Interrupted continues a walk where a server was killed.
func TestAttention_Interrupted(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := serve(t, d)
		first, second := f.add("synopsis = ''"), f.add("synopsis = ''")
		f.sync()
		head, err := changes.Head(t.Context(), d.Read())
		if err != nil {
			t.Fatal(err)
		}
		f.Exec("DELETE FROM attention")
		f.Exec("UPDATE installation SET value = ? WHERE key = ?", fmt.Sprint(head, " ", first), changes.AttentionKey)
		f.sync()
		f.want("", fmt.Sprint(second, " no_synopsis")) // not the first again
		f.Exec("UPDATE content SET title = 'Changed' WHERE id = ?", first)
		f.sync()
		f.want("", fmt.Sprintf("%d no_synopsis, %d no_synopsis", first, second)) // changes are followed again
	})
}
