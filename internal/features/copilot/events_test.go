package copilot_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"waymark/internal/features/copilot"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/kittest"
)

type object = map[string]any

// fixture is a server with the public API. Its partners are Harbour (7), Meridian (8) and Gone (9), which is in the
// trash. Ana belongs to Harbour, Mia to Meridian, and Tom is an advisor. Dee is deactivated, Eve is staff, and Gus is
// in the trash.
type fixture struct {
	*kittest.Server
	harbour, meridian *kittest.Client
}

const days = 24 * time.Hour

func newFixture(t *testing.T, d *db.DB) *fixture {
	t.Helper()
	f := &fixture{Server: kittest.Serve(t, d, func(f *kittest.Server, set *jobs.Set) {
		(&copilot.Events{Store: f.Kit.Store, Keep: 90 * days}).MountPublic(f.Public)
		copilot.Mount(f.Kit)
		copilot.Jobs(set, f.Kit.Store, 90*days)
	})}
	now := clock.Now()
	f.harbour, f.meridian = f.Partner(7, "Harbour", "PHarbour00"), f.Partner(8, "Meridian", "PMeridian0")
	f.Partner(9, "Gone", "PGone00000")
	f.Exec("UPDATE partners SET deleted_at = ? WHERE id = 9", now)
	for id, user := range map[int64]struct {
		uid     string
		partner any
	}{
		91: {"UAna000000", 7}, 92: {"UMia000000", 8}, 93: {"UTom000000", nil}, 94: {"UDee000000", 7}, 95: {"UEve000000", 1},
		96: {"UGus000000", 7},
	} {
		f.User(id, user.uid, user.partner)
	}
	f.Exec("UPDATE users SET deactivated_at = ? WHERE id = 94", now)
	f.Exec("UPDATE users SET internal = TRUE, staff_role = 'editor' WHERE id = 95")
	f.Exec("UPDATE users SET deleted_at = ? WHERE id = 96", now)
	f.Exec(`INSERT INTO collaborators (id, name, name_key, slug, api_key, api_secret, created_at, updated_at)
		VALUES (41, 'Kite', 'kite', 'kite', 'k', 's', ?, ?)`, now, now)
	return f
}

const path = "/api/v1/copilot/events"

func send(c *kittest.Client, events ...any) *kittest.Response {
	return c.Post(path, object{"events": events})
}

// newEvent returns a view with the given fields changed.
func newEvent(id any, more object) object {
	event := object{"id": id, "kind": "view"}
	maps.Copy(event, more)
	return event
}

// at returns the time that is the given duration from now.
func at(from time.Duration) string { return clock.Now().Add(from).Format(time.RFC3339Nano) }

func TestEvents_InvalidEvents(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		for name, test := range map[string]struct {
			event any
			field string
		}{
			"no id":                        {object{"kind": "view"}, ".id"},
			"empty id":                     {newEvent("", nil), ".id"},
			"number as id":                 {newEvent(5, nil), ".id"},
			"zero byte in the id":          {newEvent("a\x00b", nil), ".id"},
			"id of 65 characters":          {newEvent(strings.Repeat("ü", 65), nil), ".id"},
			"id sent twice":                {newEvent("first", nil), ".id"},
			"no kind":                      {object{"id": "x"}, ".kind"},
			"unknown kind":                 {newEvent("x", object{"kind": "purchase"}), ".kind"},
			"kind in another case":         {newEvent("x", object{"kind": "View"}), ".kind"},
			"list as kind":                 {newEvent("x", object{"kind": []string{"view"}}), ".kind"},
			"unknown user":                 {newEvent("x", object{"uid": "nobody"}), ".uid"},
			"zero byte as user":            {newEvent("x", object{"uid": "\x00"}), ".uid"},
			"user of another partner":      {newEvent("x", object{"uid": "UMia000000"}), ".uid"},
			"deactivated user":             {newEvent("x", object{"uid": "UDee000000"}), ".uid"},
			"staff user":                   {newEvent("x", object{"uid": "UEve000000"}), ".uid"},
			"user in the trash":            {newEvent("x", object{"uid": "UGus000000"}), ".uid"},
			"number as user":               {newEvent("x", object{"uid": 91}), ".uid"},
			"unknown collaborator":         {newEvent("x", object{"collaborator": "nobody"}), ".collaborator"},
			"collaborator in another case": {newEvent("x", object{"collaborator": "KITE"}), ".collaborator"},
			"javascript":                   {newEvent("x", object{"source_url": "javascript:alert(1)"}), ".source_url"},
			"data":                         {newEvent("x", object{"source_url": "data:text/html,x"}), ".source_url"},
			"file":                         {newEvent("x", object{"source_url": "file:///etc/passwd"}), ".source_url"},
			"no scheme":                    {newEvent("x", object{"source_url": "//trips.example/a"}), ".source_url"},
			"no host":                      {newEvent("x", object{"source_url": "https:///a"}), ".source_url"},
			"URL of more than 3,000 characters": {
				newEvent("x", object{"source_url": "https://trips.example/" + strings.Repeat("x", 3000)}),
				".source_url",
			},
			"zero byte in the URL":  {newEvent("x", object{"source_url": "https://trips.example/\x00"}), ".source_url"},
			"line break in the URL": {newEvent("x", object{"source_url": "https://trips.example/\n"}), ".source_url"},
			"tomorrow":              {newEvent("x", object{"occurred_at": at(days)}), ".occurred_at"},
			"eleven minutes ahead":  {newEvent("x", object{"occurred_at": at(11 * time.Minute)}), ".occurred_at"},
			"91 days ago":           {newEvent("x", object{"occurred_at": at(-91 * days)}), ".occurred_at"},
			"year 1":                {newEvent("x", object{"occurred_at": "0001-01-01T00:00:00Z"}), ".occurred_at"},
			"date without time": {
				newEvent("x", object{"occurred_at": clock.Now().Format(time.DateOnly)}),
				".occurred_at",
			},
			"time without zone": {
				newEvent("x", object{"occurred_at": clock.Now().Format("2006-01-02T15:04:05")}),
				".occurred_at",
			},
			"invalid zone":                 {newEvent("x", object{"occurred_at": "2026-01-01T00:00:00+99:00"}), ".occurred_at"},
			"number as time":               {newEvent("x", object{"occurred_at": 1700000000}), ".occurred_at"},
			"empty time":                   {newEvent("x", object{"occurred_at": ""}), ".occurred_at"},
			"unknown field":                {newEvent("x", object{"happened_at": at(0)}), ".happened_at"},
			"field of the table":           {newEvent("x", object{"partner_id": 8}), ".partner_id"},
			"field name in another case":   {newEvent("x", object{"UID": "UAna000000"}), ".UID"},
			"text instead of an event":     {"view", ""},
			"null instead of an event":     {nil, ""},
			"list instead of an event":     {[]any{}, ""},
			"number instead of an event":   {7, ""},
			"empty object":                 {object{}, ".id .kind"},
			"two invalid fields":           {newEvent("", object{"kind": ""}), ".id .kind"},
			"two fields of the wrong type": {newEvent(1, object{"source_url": true}), ".id .source_url"},
		} {
			first := newEvent("first", object{"source_url": "https://trips.example/a", "uid": "UTom000000"})
			some := send(f.harbour, first, test.event, newEvent("last", nil)).Want(200)
			if some.Int("accepted")+some.Int("duplicates") != 2 || some.Int("rejected.0.index") != 1 ||
				some.String("rejected.0.code") == "" {
				t.Errorf("%s: got %s, want the others to be recorded", name, some.Text)
			}
			if name == "id sent twice" {
				continue
			}
			response := send(f.harbour, test.event).Want(422)
			want := []string{}
			for field := range strings.SplitSeq(test.field, " ") {
				want = append(want, "events.0"+field)
			}
			if got := response.Keys("errors"); !slices.Equal(got, want) {
				t.Errorf("%s: got errors for %v, want %v: %s", name, got, want, response.Text)
			}
		}
		for table, want := range map[string]int64{"copilot_events": 2, "copilot_pages": 1, "copilot_fresh": 2} {
			if n := f.Count("SELECT count(*) FROM " + table); n != want {
				t.Errorf("%s: got %d rows, want those of the two valid events: %d", table, n, want)
			}
		}
		some := send(f.harbour, newEvent("", nil), newEvent("x", object{"kind": ""}), newEvent("x", nil), "no event",
			newEvent("x", nil)).Want(200)
		want := `{"accepted":1,"duplicates":0,"rejected":[{"index":0,"code":"invalid_id"},` +
			`{"index":1,"code":"invalid_kind"},{"index":3,"code":"malformed"},{"index":4,"code":"repeated_id"}]}`
		if got := strings.TrimSpace(some.Text); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
}

func TestEvents_Limits(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		many := func(n int) []any {
			list := []any{}
			for i := range n {
				list = append(list, newEvent(fmt.Sprint(n, " ", i), object{
					"source_url": fmt.Sprint("https://trips.example/", i), "uid": "UAna000000", "collaborator": "kite",
				}))
			}
			return list
		}
		for n, want := range map[int]bool{0: false, 1: true, 1000: true, 1001: false} {
			if response := send(f.harbour, many(n)...); !want {
				response.Refused("events")
			} else if response.Want(200).Int("accepted") != int64(n) || response.Int("duplicates") != 0 {
				t.Errorf("%d events: got %s", n, response.Text)
			}
		}
		for body, want := range map[string]int{
			"{}": 422, `{"events":null}`: 422, `{"events":{}}`: 422, `{"events":"x"}`: 422, "": 400, "[]": 400, "null": 400,
			"{": 400, `"x"`: 400, `{"events":[{"id":"` + "\xff" + `","kind":"view"}]}`: 400,
			`{"events":[{"id":"x","kind":"view"}]} {}`: 400, `{"events":[{"id":"x","kind":"view"}],"more":1}`: 422,
			`{"events":[{"id":"x","kind":"view","source_url":"https://x.example/` + strings.Repeat("x", 4<<20) + `"}]}`: 413,
		} {
			if got := f.harbour.Post(path, body).Status; got != want {
				t.Errorf("%.60s: got %d, want %d", body, got, want)
			}
		}
		f.harbour.With("Content-Type", "text/html").Post(path, `{"events":[]}`).Want(415)
		f.Anyone().Post(path, object{"events": many(1)}).Want(401)
		if n := f.Count("SELECT count(*) FROM copilot_events"); n != 1001 {
			t.Errorf("got %d stored events, want 1001", n)
		}
	})
}

func TestEvents_StoredFields(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		longURL := "https://trips.example/" + strings.Repeat("ü", 1900)
		berlin := clock.Now().Add(-3 * days).In(time.FixedZone("", 2*60*60)).Format(time.RFC3339)
		send(f.harbour,
			newEvent("plain", nil), newEvent(strings.Repeat("ü", 64), object{"kind": "click"}),
			newEvent(" ", object{"kind": "lead_intent"}),
			newEvent(`a\u0000b`, object{"kind": "lead"}),
			newEvent("own", object{"uid": "UAna000000"}),
			newEvent("advisor", object{"uid": "UTom000000", "collaborator": "kite"}),
			newEvent("empty", object{"uid": "", "source_url": "", "collaborator": nil, "occurred_at": nil}),
			newEvent("long", object{"source_url": longURL}),
			newEvent("password", object{"source_url": "https://ana:hush@trips.example/a?b=c#d"}),
			newEvent("same", object{"source_url": longURL}),
			newEvent("ahead", object{"occurred_at": at(5 * time.Minute)}),
			newEvent("old", object{"occurred_at": at(-89 * days)}),
			newEvent("berlin", object{"occurred_at": berlin}),
		).Want(200)
		send(f.Page("Harbour"), newEvent("page", object{"uid": "UTom000000"})).Want(200)
		today := clock.Day(clock.Now())
		for query, want := range map[string]int64{
			"SELECT count(*) FROM copilot_events WHERE partner_id = 7": 14,
			`SELECT count(*) FROM copilot_events
				WHERE kind = 'view' AND event_id = 'plain' AND user_id IS NULL AND page_id IS NULL
					AND collaborator_id IS NULL AND occurred_at <= received_at`: 1,
			"SELECT count(*) FROM copilot_events WHERE event_id = 'own' AND user_id = 91":                          1,
			"SELECT count(*) FROM copilot_events WHERE event_id IN ('advisor', 'page') AND user_id = 93":           2,
			"SELECT count(*) FROM copilot_events WHERE event_id = 'advisor' AND collaborator_id = 41":              1,
			"SELECT count(*) FROM copilot_events WHERE event_id = 'empty' AND user_id IS NULL AND page_id IS NULL": 1,
			"SELECT count(*) FROM copilot_pages":                                                               2,
			"SELECT count(DISTINCT page_id) FROM copilot_events WHERE event_id IN ('long', 'same')":            1,
			"SELECT count(*) FROM copilot_pages WHERE url = 'https://trips.example/a?b=c#d'":                   1,
			"SELECT count(*) FROM copilot_pages WHERE url LIKE '%hush%'":                                       0,
			"SELECT count(*) FROM copilot_events WHERE event_id = 'ahead' AND occurred_at <= received_at":      1,
			fmt.Sprintf("SELECT count(*) FROM copilot_events WHERE event_id = 'ahead' AND day = %d", today):    1,
			fmt.Sprintf("SELECT count(*) FROM copilot_events WHERE event_id = 'old' AND day = %d", today-89):   1,
			fmt.Sprintf("SELECT count(*) FROM copilot_events WHERE event_id = 'berlin' AND day = %d", today-3): 1,
			"SELECT count(*) FROM copilot_fresh":                                                               14,
		} {
			if got := f.Count(query); got != want {
				t.Errorf("%s: got %d, want %d", query, got, want)
			}
		}
		f.CloseLog()
		for query, want := range map[string]int64{
			// The user is not logged if the events name several.
			`SELECT count(*) FROM api_logs
				WHERE results = 13 AND user_id IS NULL AND partner_id = 7
					AND CAST(parameters AS TEXT) LIKE '%plain%'`: 1,
			"SELECT count(*) FROM api_logs WHERE results = 1 AND user_id = 93 AND partner_id = 7": 1,
			"SELECT count(*) FROM users WHERE active_at IS NOT NULL AND id IN (91, 93)":           2,
			"SELECT count(*) FROM users WHERE active_at IS NOT NULL":                              2,
		} {
			if got := f.Count(query); got != want {
				t.Errorf("%s: got %d, want %d", query, got, want)
			}
		}
		if n := f.Leaks(); n != 0 {
			t.Errorf("%d secrets leaked into the log", n)
		}
	})
}

func TestEvents_Duplicates(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		check := func(response *kittest.Response, accepted, duplicates int64) {
			t.Helper()
			if response.Want(200).Int("accepted") != accepted || response.Int("duplicates") != duplicates {
				t.Errorf("got %s, want %d accepted and %d duplicates", response.Text, accepted, duplicates)
			}
		}
		check(send(f.harbour, newEvent("a", nil), newEvent("b", nil)), 2, 0)
		check(send(f.harbour, newEvent("a", object{"kind": "lead"}), newEvent("b", nil), newEvent("c", nil)), 1, 2)
		check(send(f.meridian, newEvent("a", nil)), 1, 0) // Ids are unique per partner.
		events := []any{newEvent("a", nil), newEvent("d", object{"uid": "UMia000000"})}
		check(f.App().Post(path, object{"pid": "PHarbour00", "events": events}), 1, 1)
		check(send(f.Page("Harbour"), newEvent("d", nil)), 0, 1)
		for _, pid := range []any{"PGone00000", "nobody", "", nil, 7, "\x00"} {
			f.App().Post(path, object{"pid": pid, "events": []any{newEvent("x", nil)}}).Refused("pid")
		}
		send(f.App(), newEvent("x", nil)).Refused("pid")
		f.harbour.Post(path, object{"pid": "PHarbour00", "events": []any{newEvent("x", nil)}}).Refused("pid")
		f.harbour.Post(path, object{"pid": "PMeridian0", "events": []any{newEvent("x", nil)}}).Refused("pid")
		f.Page("Harbour").Post(path, object{"pid": "PMeridian0", "events": []any{newEvent("x", nil)}}).Refused("pid")
		f.App().Post(path, object{"pid": "PHarbour00", "events": []any{newEvent("x", object{"uid": "UEve000000"})}}).
			Refused("events.0.uid")
		if n := f.Count("SELECT count(*) FROM copilot_events WHERE kind = 'view'"); n != 5 {
			t.Errorf("got %d stored views, want 5", n)
		}
		if n := f.Count("SELECT count(*) FROM audit_log"); n != 0 {
			t.Errorf("events wrote %d audit entries", n)
		}
	})
}

func TestEvents_ConcurrentDuplicates(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		events := []any{}
		for i := range 50 {
			events = append(events, newEvent(fmt.Sprint(i), object{
				"source_url": fmt.Sprint("https://trips.example/", i%7), "uid": "UTom000000",
			}))
		}
		var accepted, duplicates atomic.Int64
		kittest.Concurrently(20, func(i int) {
			rotated := append(append([]any{}, events[i:]...), events[:i]...)
			response := send(f.harbour, rotated...)
			if response.Status != 200 {
				t.Errorf("got %d: %s", response.Status, response.Text)
				return
			}
			accepted.Add(response.Int("accepted"))
			duplicates.Add(response.Int("duplicates"))
		})
		if accepted.Load() != 50 || duplicates.Load() != 950 {
			t.Errorf("got %d accepted and %d duplicates, want 50 and 950", accepted.Load(), duplicates.Load())
		}
		if n := f.Count("SELECT count(*) FROM river_job WHERE kind = 'sum-up-copilot-events'"); n != 1 {
			t.Errorf("got %d roll-up jobs, want 1", n)
		}
		f.RunJobs()
		if n := f.Count("SELECT views FROM copilot_partner_window WHERE partner_id = 7"); n != 50 {
			t.Errorf("got %d views, want 50", n)
		}
	})
}

func TestEvents_EnqueueRollUp(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		waiting := func() int64 {
			return f.Count("SELECT count(*) FROM river_job WHERE kind = 'sum-up-copilot-events' AND state = 'available'")
		}
		for i, id := range []string{"a", "b", "b"} {
			send(f.harbour, newEvent(id, object{"collaborator": "kite"})).Want(200)
			if n := waiting(); n != 1 {
				t.Errorf("after %d requests: got %d jobs, want 1", i+1, n)
			}
		}
		f.RunJobs()
		if n := waiting(); n != 0 {
			t.Errorf("got %d jobs after they ran, want 0", n)
		}
		send(f.harbour, newEvent("b", nil)).Want(200)
		if n := waiting(); n != 0 {
			t.Errorf("a duplicate enqueued %d jobs", n)
		}
		send(f.harbour, newEvent("c", nil)).Want(200)
		if n := waiting(); n != 1 {
			t.Errorf("a new event enqueued %d jobs, want 1", n)
		}
		f.RunJobs()
		views, fresh := f.Count("SELECT sum(views) FROM copilot_days"), f.Count("SELECT count(*) FROM copilot_fresh")
		if kite := f.Count("SELECT views FROM collaborators WHERE id = 41"); views != 3 || fresh != 0 || kite != 2 {
			t.Errorf("got %d views, %d of the collaborator and %d new events, want 3, 2 and 0", views, kite, fresh)
		}
	})
}

func TestInsights_DeletedUser(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		editor := f.Editor()
		send(f.harbour, newEvent("before", object{"uid": "UTom000000"}),
			newEvent("ana", object{"uid": "UAna000000"})).Want(200)
		f.RunJobs()
		send(f.harbour, newEvent("after", object{"uid": "UTom000000"})).Want(200)
		f.CloseLog()
		// The user is purged before the last event is rolled up.
		f.Exec("DELETE FROM users WHERE id = 93")
		f.RunJobs()
		if err := copilot.RollUp(t.Context(), f.Kit.Store); err != nil {
			t.Fatal(err)
		}
		if n := f.Count("SELECT views FROM copilot_partner_window WHERE partner_id = 7"); n != 3 {
			t.Errorf("views of the partner: got %d, want 3", n)
		}
		if all := editor.Get("copilot-insights/views-by-partner").Want(200); all.Int("items.0.views") != 3 {
			t.Errorf("by partner: got %s", all.Text)
		}
		for _, list := range []string{"views-by-user", "partner/7/views-by-user"} {
			got := editor.Get("copilot-insights/" + list).Want(200)
			if len(got.Column("views")) != 1 || got.Int("items.0.user.id") != 91 {
				t.Errorf("%s: got %s", list, got.Text)
			}
		}
		editor.Get("copilot-insights/user/93/views-by-page").Want(404)
	})
}
