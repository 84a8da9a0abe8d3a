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

func TestTheContentFiles(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		w := serve(t, d)
		w.item(11, "Über, \"Málaga\"\nand more", 2)
		w.item(12, "=HYPERLINK(\"http://evil\")", 8)
		w.item(13, "A film", 4)
		w.item(14, "In the trash", 4)
		w.Exec("UPDATE content SET deleted_at = ? WHERE id = 14", clock.Now())
		w.Exec("UPDATE content SET expires_at = ?, runtime = 90, created_by_id = ? WHERE id = 13", clock.Now().
			Add(-time.Minute), w.admin.UserID)
		w.Exec("UPDATE content SET published_at = NULL WHERE id = 12")
		w.Exec("INSERT INTO content_publishers (content_id, publisher_id) VALUES (11, 5), (11, 6)")
		w.Exec("INSERT INTO content_tags (content_id, tag_id) VALUES (11, 5)")
		w.Exec("INSERT INTO content_destinations (content_id, destination_id) VALUES (11, 5)")
		w.Exec("INSERT INTO content_libraries (content_id, library_id) VALUES (11, 1)")
		w.Exec("INSERT INTO content_languages (content_id, language_id) VALUES (11, 1)")
		now := clock.Now()
		w.Exec(`INSERT INTO collections (id, alt_id, name, name_key, type, partner_id, user_id, language_id, created_at, updated_at, deleted_at) VALUES
			(21, 'CSummer000', 'Summer', 'summer', 'partner', 2, NULL, 1, ?, ?, NULL), (22, 'COwn000000', 'My own', 'my own', 'personal', NULL, ?, 1, ?, ?, NULL), (23, 'CGone00000', 'Gone', 'gone', 'partner', 2, NULL, 1, ?, ?, ?)`,
			now, now, w.admin.UserID, now, now, now, now, now)
		w.Exec("INSERT INTO collection_content (collection_id, content_id, added_at) VALUES (21, 11, ?), (21, 14, ?), (22, 11, ?), (22, 13, ?), (23, 13, ?)", now, now, now, now, now)

		head, rows := w.table(w.signed(w.editor, "all-content"))
		if got := column(t, head, rows, "ID"); !slices.Equal(got, []string{"11", "12", "13"}) {
			t.Errorf("all content is %v", got)
		}
		for name, want := range map[string][]string{
			"Title": {"Über, \"Málaga\"\nand more", "'=HYPERLINK(\"http://evil\")", "A film"}, "Status": {
				"published", "draft",
				"expired",
			}, "Media type": {"Article", "Audio", "Video"},
			"Publishers": {"'=Alpha; Éditions, du Sud", "", ""}, "Subject areas": {"Beaches", "", ""},
			"Destinations": {"Portugal > Faro", "", ""}, "Languages": {"English", "", ""},
			"Collections": {"My own; Summer", "", "My own"}, "Runtime (minutes)": {"", "", "90"},
			"Address":    {"https://example.org/11", "https://example.org/12", "https://example.org/13"},
			"Created by": {"", "", "Test admin"}, "Depth": {"Standard", "Standard", "Standard"},
		} {
			if got := column(t, head, rows, name); !slices.Equal(got, want) {
				t.Errorf("%s: got %q, want %q", name, got, want)
			}
		}
		if got := column(t, head, rows, "Created")[0]; got != clock.Now().Format(time.RFC3339)[:11]+got[11:] ||
			!strings.HasSuffix(got, "Z") {
			t.Errorf("created %s", got)
		}
		for key, want := range map[string]string{"audio-content": "12", "video-content": "13"} {
			head, rows := w.table(w.signed(w.editor, key))
			if got := strings.Join(column(t, head, rows, "ID"), " "); got != want {
				t.Errorf("%s has %s, want %s", key, got, want)
			}
		}
		head, rows = w.table(w.signed(w.editor, "content-in-collections"))
		pairs := []string{}
		for i, collection := range column(t, head, rows, "Collection") {
			pairs = append(pairs, collection+" of "+column(t, head, rows, "Owner")[i]+": "+column(t, head, rows, "ID")[i])
		}
		if want := []string{
			"Summer of Compass: 11", "My own of Test admin: 11",
			"My own of Test admin: 13",
		}; !slices.Equal(pairs, want) {
			t.Errorf("got %q, want %q", pairs, want)
		}
		if n := w.Count("SELECT count(*) FROM audit_log WHERE action = 'exported' AND kind = 'export' AND user_id = ? AND user_name = 'Test editor'", w.editor.UserID); n != 4 {
			t.Errorf("%d rows in the log, want 4", n)
		}
		if n := w.Count("SELECT count(*) FROM audit_log WHERE action = 'exported' AND record_name = 'Content in Collections'"); n != 1 {
			t.Errorf("%d rows in the log by that name", n)
		}
		response, _, _ := w.fetch(w.signed(w.editor, "audio-content"))
		if got, want := response.Header.Get("Content-Disposition"), `attachment; filename="audio-content-`+clock.Now().
			Format(time.DateOnly)+`.csv"`; got != want {
			t.Errorf("it is called %s, want %s", got, want)
		}
	})
}

func TestManyChunksMakeOneFile(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		w := serve(t, d)
		w.items(1, 1203)
		w.Exec("UPDATE content SET deleted_at = ? WHERE id > 400 AND id <= 500", clock.Now())
		now := clock.Now()
		w.Exec(`INSERT INTO collections (id, alt_id, name, name_key, partner_id, language_id, created_at, updated_at) VALUES (21, 'CSummer000', 'Summer', 'summer', 2, 1, ?, ?)`, now, now)
		w.Exec("INSERT INTO collection_content (collection_id, content_id, added_at) SELECT 21, id, created_at FROM content")
		for key, want := range map[string]int{"all-content": 1103, "content-in-collections": 1103} {
			head, rows := w.table(w.signed(w.admin, key))
			ids := column(t, head, rows, "ID")
			if len(ids) != want || len(slices.Compact(slices.Clone(ids))) != want ||
				!slices.IsSortedFunc(ids, func(a, b string) int { return number(a) - number(b) }) {
				t.Errorf("%s has %d rows, want %d, each once and in order", key, len(ids), want)
			}
		}
	})
}

func number(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}

func TestTheAdvisorsFileIsTheAdminsAlone(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		w := serve(t, d)
		now := clock.Now()
		for i, name := range []string{"Zoë", "Gone", "Partner's"} {
			w.Exec(`INSERT INTO users (first_name, last_name, email, phone, alt_id, password_hash, partner_id, deleted_at, created_at, updated_at) VALUES (?, 'Advisor', ?, '+351 900', ?, '$argon2id$secret', ?, ?, ?, ?)`,
				name, fmt.Sprintf("a%d@example.org", i), fmt.Sprintf("UAdvisor0%d", i), map[bool]any{true: 2}[i == 2],
				map[bool]any{true: now}[i == 1], now, now)
		}
		if _, ok := w.editor.Get("export/signed-urls").Want(200).Value("signed_urls").(map[string]any)["advisors"]; ok {
			t.Error("editors are given the address")
		}
		address := w.signed(w.admin, "advisors")
		head, rows := w.table(address)
		if got := column(t, head, rows, "First name"); !slices.Equal(got, []string{"Zoë"}) {
			t.Errorf("the advisors are %v", got)
		}
		if got := rows[0][slices.Index(head, "Phone")]; got != "'+351 900" {
			t.Errorf("the phone reads %q", got)
		}
		if _, text, _ := w.fetch(address); strings.Contains(text, "argon2id") {
			t.Error("a hash is in it")
		}
		before := w.Count("SELECT count(*) FROM audit_log WHERE action = 'exported'")
		for what, c := range map[string]struct {
			change string
			status int
		}{
			"an editor now": {"UPDATE users SET staff_role = 'editor' WHERE id = ?", http.StatusForbidden},
			"deactivated": {
				"UPDATE users SET staff_role = 'admin', deactivated_at = created_at WHERE id = ?",
				http.StatusUnauthorized,
			},
			"deleted": {
				"UPDATE users SET deactivated_at = NULL, deleted_at = created_at WHERE id = ?",
				http.StatusUnauthorized,
			},
			"no staff any more": {"UPDATE users SET deleted_at = NULL, internal = FALSE WHERE id = ?", http.StatusUnauthorized},
		} {
			// Each stands alone: what another has changed is undone first.
			w.Exec("UPDATE users SET staff_role = 'admin', deactivated_at = NULL, deleted_at = NULL, internal = TRUE WHERE id = ?", w.admin.UserID)
			w.Exec(c.change, w.admin.UserID)
			if response, text, _ := w.fetch(address); response.StatusCode != c.status {
				t.Errorf("%s: %d %.100s", what, response.StatusCode, text)
			}
		}
		if after := w.Count("SELECT count(*) FROM audit_log WHERE action = 'exported'"); after != before {
			t.Error("a refusal is in the log as a download")
		}
	})
}

func TestOnlySignedAddressesAreServed(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		w := serve(t, d)
		w.Anyone().Get("export/signed-urls").Want(401)
		address := w.signed(w.editor, "all-content")
		good, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		until, err := strconv.ParseInt(good.Query().Get("until"), 10, 64)
		if left := time.Until(time.Unix(until, 0)); err != nil || left > 15*time.Minute || left < 14*time.Minute {
			t.Errorf("it is good for %s", left)
		}
		with := func(name, value string) string {
			values := good.Query()
			values.Set(name, value)
			return good.Path + "?" + values.Encode()
		}
		over := strconv.FormatInt(time.Now().Add(-time.Second).Unix(), 10)
		by := good.Query().Get("by")
		expired := good.Path + "?" + url.Values{
			"by": {by}, "until": {over},
			"signature": {w.Kit.Key.Sign("export", "all-content\n"+by+"\n"+over)},
		}.Encode()
		for what, c := range map[string]struct{ address, says string }{
			"nothing":        {good.Path, "not valid"},
			"forged":         {with("signature", strings.Repeat("A", 43)), "not valid"},
			"another key":    {strings.Replace(address, "all-content", "video-content", 1), "not valid"},
			"no such key":    {strings.Replace(address, "all-content", "everything", 1), "not valid"},
			"another person": {with("by", strconv.FormatInt(w.admin.UserID, 10)), "not valid"},
			"a longer time":  {with("until", strconv.FormatInt(until+60, 10)), "not valid"},
			"over":           {expired, "has expired"},
			"another use": {
				good.Path + "?" + url.Values{
					"by": {by}, "until": {strconv.FormatInt(until, 10)},
					"signature": {w.Kit.Key.Sign("other", "all-content\n"+by+"\n"+strconv.FormatInt(until, 10))},
				}.Encode(),
				"not valid",
			},
		} {
			refused := w.editor.Get(c.address)
			if refused.Status != http.StatusForbidden || !strings.Contains(refused.Text, c.says) ||
				!strings.HasPrefix(refused.Header.Get("Content-Type"), "application/json") {
				t.Errorf("%s: %d %.200s", what, refused.Status, refused.Text)
			}
		}
		t.Run("to the person who asked for them", func(t *testing.T) {
			w.Anyone().Get(address).Want(401)
			w.Anyone().Do("HEAD", address, nil).Want(401)
			for _, other := range []*kittest.Client{w.admin, w.Editor()} {
				if refused := other.Get(address).Want(403); !strings.Contains(refused.Text, "made for somebody else") {
					t.Errorf("got %s", refused.Text)
				}
			}
			id := w.editor.Post("exports", map[string]any{"path": "publishers"}).Want(202).Int("item.id")
			w.RunJobs()
			stored := w.editor.Get(fmt.Sprintf("exports/%d", id)).Want(200).String("item.url")
			w.Anyone().Get(stored).Want(401)
			w.admin.Get(stored).Want(403)
			w.editor.Do("HEAD", stored, nil).Want(200)
		})
		w.editor.Post(good.Path+"?"+good.RawQuery, "{}").Want(405)
		w.editor.Do("HEAD", address, nil).Want(200)
		if n := w.Count("SELECT count(*) FROM audit_log WHERE action = 'exported'"); n != 0 {
			t.Errorf("%d downloads are in the log, and none was begun", n)
		}
	})
}

func TestHalfAFileIsNotTakenForAWholeOne(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		w := serve(t, d)
		w.items(1, 1200)
		w.Exec("UPDATE content SET added_at = 'infinity' WHERE id = 1100") // no moment the program can read
		_, text, err := w.fetch(w.signed(w.admin, "all-content"))
		if err == nil || !strings.Contains(text, "Item 00500") || strings.Contains(text, "Item 01100") {
			t.Errorf("%d bytes came, and the end was %v", len(text), err)
		}
		id := w.admin.Post("exports", map[string]any{"path": "content", "query": map[string]any{"sort": "title"}}).Want(202).
			Int("item.id")
		w.Exec("UPDATE river_job SET max_attempts = 1 WHERE kind = 'write-export'")
		w.RunJobs()
		failed := w.admin.Get(fmt.Sprintf("exports/%d", id)).Want(200)
		if failed.String("item.state") != "failed" || failed.String("item.url") != "" ||
			failed.String("item.problem") == "" || strings.Contains(failed.Text, "infinity") {
			t.Errorf("got %s", failed.Text)
		}
	})
}
