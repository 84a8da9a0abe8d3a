package exports_test

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
)

func TestDownloads_Content(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		f.insertItem(11, "Über, \"Málaga\"\nand more", 2)
		f.insertItem(12, "=HYPERLINK(\"http://evil\")", 8)
		f.insertItem(13, "A film", 4)
		f.insertItem(14, "In the trash", 4)
		f.Exec("UPDATE content SET deleted_at = ? WHERE id = 14", clock.Now())
		f.Exec("UPDATE content SET expires_at = ?, runtime = 90, created_by_id = ? WHERE id = 13",
			clock.Now().Add(-time.Minute), f.admin.UserID)
		f.Exec("UPDATE content SET published_at = NULL WHERE id = 12")
		f.Exec("INSERT INTO content_publishers (content_id, publisher_id) VALUES (11, 5), (11, 6)")
		f.Exec("INSERT INTO content_tags (content_id, tag_id) VALUES (11, 5)")
		f.Exec("INSERT INTO content_destinations (content_id, destination_id) VALUES (11, 5)")
		f.Exec("INSERT INTO content_libraries (content_id, library_id) VALUES (11, 1)")
		f.Exec("INSERT INTO content_languages (content_id, language_id) VALUES (11, 1)")
		now := clock.Now()
		f.Exec(`INSERT INTO collections (id, alt_id, name, name_key, type, partner_id, user_id, language_id, created_at,
				updated_at, deleted_at)
			VALUES (21, 'CSummer000', 'Summer', 'summer', 'partner', 2, NULL, 1, ?, ?, NULL),
				(22, 'COwn000000', 'My own', 'my own', 'personal', NULL, ?, 1, ?, ?, NULL),
				(23, 'CGone00000', 'Gone', 'gone', 'partner', 2, NULL, 1, ?, ?, ?)`,
			now, now, f.admin.UserID, now, now, now, now, now)
		f.Exec(`INSERT INTO collection_content (collection_id, content_id, added_at)
			VALUES (21, 11, ?), (21, 14, ?), (22, 11, ?), (22, 13, ?), (23, 13, ?)`, now, now, now, now, now)

		header, rows := f.table(f.signedURL(f.editor, "all-content"))
		if got := column(t, header, rows, "ID"); !slices.Equal(got, []string{"11", "12", "13"}) {
			t.Errorf("ids: got %v", got)
		}
		for name, want := range map[string][]string{
			"Title":  {"Über, \"Málaga\"\nand more", "'=HYPERLINK(\"http://evil\")", "A film"},
			"Status": {"published", "draft", "expired"}, "Media type": {"Article", "Audio", "Video"},
			"Publishers": {"'=Alpha; Éditions, du Sud", "", ""}, "Subject areas": {"Beaches", "", ""},
			"Destinations": {"Portugal > Faro", "", ""}, "Languages": {"English", "", ""},
			"Collections": {"My own; Summer", "", "My own"}, "Runtime (minutes)": {"", "", "90"},
			"Address":    {"https://example.org/11", "https://example.org/12", "https://example.org/13"},
			"Created by": {"", "", "Test admin"}, "Depth": {"Standard", "Standard", "Standard"},
		} {
			if got := column(t, header, rows, name); !slices.Equal(got, want) {
				t.Errorf("%s: got %q, want %q", name, got, want)
			}
		}
		created, today := column(t, header, rows, "Created")[0], clock.Now().Format(time.RFC3339)[:11]
		if created != today+created[11:] || !strings.HasSuffix(created, "Z") {
			t.Errorf("created: got %s", created)
		}
		for key, want := range map[string]string{"audio-content": "12", "video-content": "13"} {
			header, rows := f.table(f.signedURL(f.editor, key))
			if got := strings.Join(column(t, header, rows, "ID"), " "); got != want {
				t.Errorf("%s: got %s, want %s", key, got, want)
			}
		}
		header, rows = f.table(f.signedURL(f.editor, "content-in-collections"))
		pairs := []string{}
		for i, collection := range column(t, header, rows, "Collection") {
			pairs = append(pairs, collection+" of "+column(t, header, rows, "Owner")[i]+": "+column(t, header, rows, "ID")[i])
		}
		want := []string{"Summer of Compass: 11", "My own of Test admin: 11", "My own of Test admin: 13"}
		if !slices.Equal(pairs, want) {
			t.Errorf("got %q, want %q", pairs, want)
		}
		n := f.Count(`SELECT count(*) FROM audit_log
			WHERE action = 'exported' AND kind = 'export' AND user_id = ? AND user_name = 'Test editor'`, f.editor.UserID)
		if n != 4 {
			t.Errorf("audit entries: got %d, want 4", n)
		}
		n = f.Count(`SELECT count(*) FROM audit_log
			WHERE action = 'exported' AND record_name = 'Content in Collections'`)
		if n != 1 {
			t.Errorf("audit entries of Content in Collections: got %d, want 1", n)
		}
		response, _, _ := f.fetch(f.signedURL(f.editor, "audio-content"))
		disposition := `attachment; filename="audio-content-` + clock.Now().Format(time.DateOnly) + `.csv"`
		if got := response.Header.Get("Content-Disposition"); got != disposition {
			t.Errorf("Content-Disposition: got %s, want %s", got, disposition)
		}
	})
}

func TestDownloads_ManyChunks(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		f.insertItems(1, 1203)
		f.Exec("UPDATE content SET deleted_at = ? WHERE id > 400 AND id <= 500", clock.Now())
		now := clock.Now()
		f.Exec(`INSERT INTO collections (id, alt_id, name, name_key, partner_id, language_id, created_at, updated_at)
			VALUES (21, 'CSummer000', 'Summer', 'summer', 2, 1, ?, ?)`, now, now)
		f.Exec(`INSERT INTO collection_content (collection_id, content_id, added_at)
			SELECT 21, id, created_at FROM content`)
		for key, want := range map[string]int{"all-content": 1103, "content-in-collections": 1103} {
			header, rows := f.table(f.signedURL(f.admin, key))
			ids := column(t, header, rows, "ID")
			if len(ids) != want || len(slices.Compact(slices.Clone(ids))) != want ||
				!slices.IsSortedFunc(ids, func(a, b string) int { return number(a) - number(b) }) {
				t.Errorf("%s: got %d rows, want %d without duplicates and in order", key, len(ids), want)
			}
		}
	})
}

func number(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}

func TestDownloads_Advisors(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		now := clock.Now()
		for i, name := range []string{"Zoë", "Gone", "Partner's"} {
			f.Exec(`INSERT INTO users (first_name, last_name, email, phone, alt_id, password_hash, partner_id, deleted_at,
					created_at, updated_at)
				VALUES (?, 'Advisor', ?, '+351 900', ?, '$argon2id$secret', ?, ?, ?, ?)`,
				name, fmt.Sprintf("a%d@example.org", i), fmt.Sprintf("UAdvisor0%d", i), map[bool]any{true: 2}[i == 2],
				map[bool]any{true: now}[i == 1], now, now)
		}
		if _, ok := f.editor.Get("export/signed-urls").Want(200).Value("signed_urls").(map[string]any)["advisors"]; ok {
			t.Error("an editor gets the URL")
		}
		address := f.signedURL(f.admin, "advisors")
		header, rows := f.table(address)
		if got := column(t, header, rows, "First name"); !slices.Equal(got, []string{"Zoë"}) {
			t.Errorf("advisors: got %v", got)
		}
		if got := rows[0][slices.Index(header, "Phone")]; got != "'+351 900" {
			t.Errorf("phone: got %q", got)
		}
		if _, text, _ := f.fetch(address); strings.Contains(text, "argon2id") {
			t.Error("the file contains a password hash")
		}
		before := f.Count("SELECT count(*) FROM audit_log WHERE action = 'exported'")
		for name, test := range map[string]struct {
			change string
			status int
		}{
			"role changed to editor": {"UPDATE users SET staff_role = 'editor' WHERE id = ?", http.StatusForbidden},
			"deactivated": {
				"UPDATE users SET staff_role = 'admin', deactivated_at = created_at WHERE id = ?",
				http.StatusUnauthorized,
			},
			"deleted": {
				"UPDATE users SET deactivated_at = NULL, deleted_at = created_at WHERE id = ?",
				http.StatusUnauthorized,
			},
			"no longer staff": {
				"UPDATE users SET deleted_at = NULL, internal = FALSE WHERE id = ?",
				http.StatusUnauthorized,
			},
		} {
			// Undo the change of the previous case.
			f.Exec(`UPDATE users SET staff_role = 'admin', deactivated_at = NULL, deleted_at = NULL, internal = TRUE
				WHERE id = ?`, f.admin.UserID)
			f.Exec(test.change, f.admin.UserID)
			if response, text, _ := f.fetch(address); response.StatusCode != test.status {
				t.Errorf("%s: got %d %.100s", name, response.StatusCode, text)
			}
		}
		if after := f.Count("SELECT count(*) FROM audit_log WHERE action = 'exported'"); after != before {
			t.Error("a refused download wrote an audit entry")
		}
	})
}

func TestDownloads_SignedURLs(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		f.Anyone().Get("export/signed-urls").Want(401)
		address := f.signedURL(f.editor, "all-content")
		good, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		until, err := strconv.ParseInt(good.Query().Get("until"), 10, 64)
		if left := time.Until(time.Unix(until, 0)); err != nil || left > 15*time.Minute || left < 14*time.Minute {
			t.Errorf("lifetime of the URL: got %s", left)
		}
		with := func(name, value string) string {
			values := good.Query()
			values.Set(name, value)
			return good.Path + "?" + values.Encode()
		}
		past := strconv.FormatInt(time.Now().Add(-time.Second).Unix(), 10)
		by := good.Query().Get("by")
		expired := good.Path + "?" + url.Values{
			"by": {by}, "until": {past},
			"signature": {f.Kit.Key.Sign("export", "all-content\n"+by+"\n"+past)},
		}.Encode()
		for name, test := range map[string]struct{ address, message string }{
			"no parameters":    {good.Path, "not valid"},
			"forged signature": {with("signature", strings.Repeat("A", 43)), "not valid"},
			"another file":     {strings.Replace(address, "all-content", "video-content", 1), "not valid"},
			"unknown file":     {strings.Replace(address, "all-content", "everything", 1), "not valid"},
			"another user":     {with("by", strconv.FormatInt(f.admin.UserID, 10)), "not valid"},
			"later expiry":     {with("until", strconv.FormatInt(until+60, 10)), "not valid"},
			"expired":          {expired, "has expired"},
			"signature for another purpose": {
				good.Path + "?" + url.Values{
					"by": {by}, "until": {strconv.FormatInt(until, 10)},
					"signature": {f.Kit.Key.Sign("other", "all-content\n"+by+"\n"+strconv.FormatInt(until, 10))},
				}.Encode(),
				"not valid",
			},
		} {
			refused := f.editor.Get(test.address)
			if refused.Status != http.StatusForbidden || !strings.Contains(refused.Text, test.message) ||
				!strings.HasPrefix(refused.Header.Get("Content-Type"), "application/json") {
				t.Errorf("%s: got %d %.200s", name, refused.Status, refused.Text)
			}
		}
		t.Run("works only for the user it was made for", func(t *testing.T) {
			f.Anyone().Get(address).Want(401)
			f.Anyone().Do("HEAD", address, nil).Want(401)
			for _, other := range []*kittest.Client{f.admin, f.Editor()} {
				if refused := other.Get(address).Want(403); !strings.Contains(refused.Text, "belongs to another user") {
					t.Errorf("got %s", refused.Text)
				}
			}
			id := f.editor.Post("exports", map[string]any{"path": "publishers"}).Want(202).Int("item.id")
			f.RunJobs()
			stored := f.editor.Get(fmt.Sprintf("exports/%d", id)).Want(200).String("item.url")
			f.Anyone().Get(stored).Want(401)
			f.admin.Get(stored).Want(403)
			f.editor.Do("HEAD", stored, nil).Want(200)
		})
		f.editor.Post(good.Path+"?"+good.RawQuery, "{}").Want(405)
		f.editor.Do("HEAD", address, nil).Want(200)
		if n := f.Count("SELECT count(*) FROM audit_log WHERE action = 'exported'"); n != 0 {
			t.Errorf("refused and HEAD requests wrote %d audit entries", n)
		}
	})
}

func TestDownloads_Aborted(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		f.insertItems(1, 1200)
		// Reading this value fails after the first chunks were sent.
		f.Exec("UPDATE content SET added_at = 'infinity' WHERE id = 1100")
		_, text, err := f.fetch(f.signedURL(f.admin, "all-content"))
		if err == nil || !strings.Contains(text, "Item 00500") || strings.Contains(text, "Item 01100") {
			t.Errorf("got %d bytes and error %v", len(text), err)
		}
		input := map[string]any{"path": "content", "query": map[string]any{"sort": "title"}}
		id := f.admin.Post("exports", input).Want(202).Int("item.id")
		f.Exec("UPDATE river_job SET max_attempts = 1 WHERE kind = 'write-export'")
		f.RunJobs()
		failed := f.admin.Get(fmt.Sprintf("exports/%d", id)).Want(200)
		if failed.String("item.state") != "failed" || failed.String("item.url") != "" ||
			failed.String("item.problem") == "" || strings.Contains(failed.Text, "infinity") {
			t.Errorf("got %s", failed.Text)
		}
	})
}
