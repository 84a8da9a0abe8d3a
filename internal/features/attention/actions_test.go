package attention_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
)

// moved adds an item whose link has moved, and follows that.
func (f *fixture) moved() int64 {
	f.t.Helper()
	id, now := f.add("link_status = 'moved'"), clock.Now()
	f.Exec(`INSERT INTO content_links (content_id, url, host, due_at, checked_at, status, code, final_url)
		VALUES (?, ?, 'example.com', ?, ?, 'moved', 200, ?)`, id, fmt.Sprintf("https://example.com/%d", id), now, now,
		fmt.Sprintf("https://new.example.com/%d", id))
	return id
}

func TestAttention_UseNewAddress(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := serve(t, d)
		one, two, three := f.moved(), f.moved(), f.moved()
		other := f.add("synopsis = ''")
		f.sync()
		f.want("?reason=moved", fmt.Sprintf("%d moved, %d moved, %d moved", one, two, three))
		done := f.editor.Post("attention/use-new-address", map[string]any{
			"ids": []int64{f.rowID(one, "moved"), f.rowID(other, "no_synopsis"), 99999},
		}).Want(200)
		if done.Int("updated") != 1 || done.Int("skipped") != 2 {
			t.Errorf("got %s", done.Text)
		}
		f.want("?reason=moved", fmt.Sprintf("%d moved, %d moved", two, three)) // at once
		f.editor.Post("attention/use-new-address", map[string]any{"filter": map[string]any{"reason": "moved"}}).Want(200)
		f.want("", fmt.Sprint(other, " no_synopsis"))
		n := f.Count(`SELECT count(*) FROM content WHERE content_url LIKE 'https://new.example.com/%' AND version = 2
			AND canonical_url LIKE 'new.example.com/%' AND link_status = ''`)
		if n != 3 {
			t.Errorf("%d items have their new address, want 3", n)
		}
		if n := f.Count("SELECT count(*) FROM audit_log WHERE action = 'updated'"); n != 3 {
			t.Errorf("%d audit entries, want 3", n)
		}
		f.sync()
		f.checkCounts()
	})
}

func TestAttention_Reschedule(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := serve(t, d)
		soon := clock.Now().AddDate(0, 0, 5)
		item := f.add("expires_at = ?", soon)
		f.sync()
		body := func(fields map[string]any) map[string]any {
			fields["ids"] = []int64{f.rowID(item, "expiring")}
			return fields
		}
		f.editor.Post("attention/reschedule", body(map[string]any{"days": 10})).Want(200)
		f.want("", fmt.Sprint(item, " expiring")) // still within 30 days
		f.editor.Post("attention/reschedule", body(map[string]any{"days": 30})).Want(200)
		f.want("", "")
		if n := f.Count("SELECT count(*) FROM content WHERE expires_at = ?", soon.AddDate(0, 0, 40)); n != 1 {
			t.Error("the days were not added to the date")
		}
		for field, bad := range map[string]map[string]any{
			"days": {"ids": []int64{1}, "days": -1}, "date": {"ids": []int64{1}, "date": "tomorrow"},
			"ids": {"days": 1}, "x": {"ids": []int64{1}, "days": 1, "x": 1},
		} {
			f.editor.Post("attention/reschedule", bad).Refused(field)
		}
		f.editor.Post("attention/reschedule", map[string]any{"ids": []int64{1}, "date": "2001-01-01"}).Refused("date")
	})
}

func TestAttention_Snooze(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := serve(t, d)
		item := f.add("synopsis = ''")
		f.sync()
		until := clock.Now().AddDate(0, 0, 3)
		body := map[string]any{
			"ids": []int64{f.rowID(item, "no_synopsis")}, "until": until.Format(time.DateOnly), "note": "Waiting for a text",
		}
		f.editor.Post("attention/snooze", body).Want(200)
		listed := fmt.Sprint(item, " no_synopsis")
		f.want("", "")
		f.want("?reason=snoozed", listed)
		f.checkCounts()
		if note := f.editor.Get("attention?reason=snoozed").Want(200).Column("note"); note[0] != "Waiting for a text" {
			t.Errorf("the note is %q", note[0])
		}
		t.Run("returns by itself", func(t *testing.T) {
			f.now = until.AddDate(0, 0, 1)
			f.sync()
			f.now = time.Time{}
			f.want("", listed)
			f.want("?reason=snoozed", "")
			f.checkCounts()
		})
		t.Run("returns on request", func(t *testing.T) {
			f.editor.Post("attention/snooze", body).Want(200)
			f.editor.Post("attention/snooze", map[string]any{"ids": body["ids"], "until": ""}).Want(200)
			f.want("", listed)
		})
		t.Run("is forgotten with the reason", func(t *testing.T) {
			f.editor.Post("attention/snooze", body).Want(200)
			f.Exec("UPDATE content SET synopsis = 'Text' WHERE id = ?", item)
			f.sync()
			f.Exec("UPDATE content SET synopsis = '' WHERE id = ?", item)
			f.sync()
			f.want("", listed)
		})
		f.editor.Post("attention/snooze", map[string]any{"ids": []int64{1}, "until": "2001-01-01"}).Refused("until")
		f.editor.Post("attention/snooze", map[string]any{
			"ids": []int64{1}, "until": body["until"], "note": strings.Repeat("x", 501),
		}).Refused("note")
	})
}

func TestAttention_Assign(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := serve(t, d)
		admin := f.Admin()
		first, second := f.add("synopsis = ''"), f.add("synopsis = ''")
		f.sync()
		ids := []int64{f.rowID(first, "no_synopsis"), f.rowID(second, "no_synopsis")}
		admin.Post("attention/assign", map[string]any{"ids": ids, "user_id": f.editor.UserID}).Want(200)
		f.RunJobs()
		sentence := "Test admin has assigned 2 items to you."
		if len(f.Mail.Messages) != 1 || !strings.Contains(f.Mail.Messages[0].Text, sentence) {
			t.Fatalf("got %+v, want one message", f.Mail.Messages)
		}
		f.want("?assignee=me", fmt.Sprintf("%d no_synopsis, %d no_synopsis", first, second))
		f.want("?assignee=none", "")
		f.want(fmt.Sprint("?assignee=", admin.UserID), "")
		if n := f.editor.Get("attention/counts").Want(200).Int("mine"); n != 2 {
			t.Errorf("%d rows are mine, want 2", n)
		}
		t.Run("to oneself sends nothing", func(t *testing.T) {
			f.editor.Post("attention/assign", map[string]any{"ids": ids[:1], "user_id": nil}).Want(200)
			f.editor.Post("attention/assign", map[string]any{"ids": ids[:1], "user_id": f.editor.UserID}).Want(200)
			f.RunJobs()
			if len(f.Mail.Messages) != 1 {
				t.Errorf("%d messages were sent, want 1", len(f.Mail.Messages))
			}
		})
		admin.Post("attention/assign", map[string]any{"ids": ids}).Refused("user_id")
		admin.Post("attention/assign", map[string]any{"ids": ids, "user_id": 12345}).Refused("user_id")
		f.editor.Get("attention?assignee=x").Refused("assignee")
		f.Anyone().Get("attention").Want(401)
	})
}

func TestAttention_WeeklyEmail(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := serve(t, d)
		f.Exec("INSERT INTO staff_settings (user_id, attention_email) VALUES (?, TRUE)", f.editor.UserID)
		f.Admin() // does not want it
		send := func(at string) int {
			f.now, _ = time.Parse(time.DateTime, at)
			for range 2 { // two servers
				if err := f.service.QueueDigests(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			f.now = time.Time{}
			f.RunJobs()
			return len(f.Mail.Messages)
		}
		if n := send("2026-11-16 08:00:00"); n != 0 {
			t.Errorf("%d messages were sent, although nothing needs attention", n)
		}
		item := f.add("synopsis = ''")
		f.sync()
		f.editor.Post("attention/assign", map[string]any{
			"ids": []int64{f.rowID(item, "no_synopsis")}, "user_id": f.editor.UserID,
		}).Want(200)
		if n := send("2026-11-22 23:00:00") + send("2026-11-23 06:59:00"); n != 0 {
			t.Errorf("%d messages were sent before Monday morning", n)
		}
		if n := send("2026-11-23 07:10:00"); n != 1 {
			t.Fatalf("%d messages were sent on Monday, want 1", n)
		}
		text := f.Mail.Messages[0].Text
		if !strings.Contains(text, "no synopsis: 1") || !strings.Contains(text, fmt.Sprintf("Item %d (no synopsis)", item)) {
			t.Errorf("got %s", text)
		}
		if n := send("2026-11-23 12:00:00"); n != 1 {
			t.Error("a second message was sent on the same day")
		}
		if n := send("2026-11-30 07:00:00"); n != 2 {
			t.Error("no message was sent in the next week")
		}
	})
}
