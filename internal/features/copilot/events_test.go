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

// street has partners Harbour (7) and Meridian (8), and Gone (9) in the trash. Ana is of Harbour, Mia of Meridian, Tom an advisor; Dee is
// deactivated, Eve of the staff, Gus in the trash.
type street struct {
	*kittest.Server
	harbour, meridian *kittest.Client
}

const days = 24 * time.Hour

func open(t *testing.T, d *db.DB) *street {
	t.Helper()
	s := &street{Server: kittest.Serve(t, d, func(s *kittest.Server, set *jobs.Set) {
		(&copilot.Events{Store: s.Kit.Store, Keep: 90 * days}).MountPublic(s.Public)
		copilot.Mount(s.Kit)
		copilot.Jobs(set, s.Kit.Store, 90*days)
	})}
	now := clock.Now()
	s.harbour, s.meridian = s.Partner(7, "Harbour", "PHarbour00"), s.Partner(8, "Meridian", "PMeridian0")
	s.Partner(9, "Gone", "PGone00000")
	s.Exec("UPDATE partners SET deleted_at = ? WHERE id = 9", now)
	for id, user := range map[int64]struct {
		uid     string
		partner any
	}{
		91: {"UAna000000", 7}, 92: {"UMia000000", 8}, 93: {"UTom000000", nil}, 94: {"UDee000000", 7}, 95: {"UEve000000", 1},
		96: {"UGus000000", 7},
	} {
		s.User(id, user.uid, user.partner)
	}
	s.Exec("UPDATE users SET deactivated_at = ? WHERE id = 94", now)
	s.Exec("UPDATE users SET internal = TRUE, staff_role = 'editor' WHERE id = 95")
	s.Exec("UPDATE users SET deleted_at = ? WHERE id = 96", now)
	s.Exec("INSERT INTO collaborators (id, name, name_key, slug, api_key, api_secret, created_at, updated_at) VALUES (41, 'Kite', 'kite', 'kite', 'k', 's', ?, ?)", now, now)
	return s
}

const path = "/api/v1/copilot/events"

func send(c *kittest.Client, events ...any) *kittest.Answer {
	return c.Post(path, object{"events": events})
}

// seen is an event with some fields changed.
func seen(id any, more object) object {
	one := object{"id": id, "kind": "view"}
	maps.Copy(one, more)
	return one
}

func at(from time.Duration) string { return clock.Now().Add(from).Format(time.RFC3339Nano) }

func TestEventsAreTakenAllOrNone(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		for name, one := range map[string]struct {
			event any
			field string
		}{
			"no id":                        {object{"kind": "view"}, ".id"},
			"an empty id":                  {seen("", nil), ".id"},
			"a number for an id":           {seen(5, nil), ".id"},
			"a zero byte in the id":        {seen("a\x00b", nil), ".id"},
			"an id of 65 characters":       {seen(strings.Repeat("ü", 65), nil), ".id"},
			"an id that is here twice":     {seen("first", nil), ".id"},
			"no kind":                      {object{"id": "x"}, ".kind"},
			"an unknown kind":              {seen("x", object{"kind": "purchase"}), ".kind"},
			"a kind in other case":         {seen("x", object{"kind": "View"}), ".kind"},
			"a list for a kind":            {seen("x", object{"kind": []string{"view"}}), ".kind"},
			"an unknown user":              {seen("x", object{"uid": "nobody"}), ".uid"},
			"a user who can't be":          {seen("x", object{"uid": "\x00"}), ".uid"},
			"another partner's user":       {seen("x", object{"uid": "UMia000000"}), ".uid"},
			"a deactivated user":           {seen("x", object{"uid": "UDee000000"}), ".uid"},
			"a user of the staff":          {seen("x", object{"uid": "UEve000000"}), ".uid"},
			"a user in the trash":          {seen("x", object{"uid": "UGus000000"}), ".uid"},
			"a number for a user":          {seen("x", object{"uid": 91}), ".uid"},
			"an unknown collaborator":      {seen("x", object{"collaborator": "nobody"}), ".collaborator"},
			"a collaborator in other case": {seen("x", object{"collaborator": "KITE"}), ".collaborator"},
			"javascript":                   {seen("x", object{"source_url": "javascript:alert(1)"}), ".source_url"},
			"data":                         {seen("x", object{"source_url": "data:text/html,x"}), ".source_url"},
			"a file":                       {seen("x", object{"source_url": "file:///etc/passwd"}), ".source_url"},
			"no scheme":                    {seen("x", object{"source_url": "//trips.example/a"}), ".source_url"},
			"no host":                      {seen("x", object{"source_url": "https:///a"}), ".source_url"},
			"an address of 3,000 letters": {seen("x", object{"source_url": "https://trips.example/" + strings.Repeat("x",
				3000)}), ".source_url"},
			"a zero byte in the address":  {seen("x", object{"source_url": "https://trips.example/\x00"}), ".source_url"},
			"a line break in the address": {seen("x", object{"source_url": "https://trips.example/\n"}), ".source_url"},
			"tomorrow":                    {seen("x", object{"occurred_at": at(days)}), ".occurred_at"},
			"eleven minutes ahead":        {seen("x", object{"occurred_at": at(11 * time.Minute)}), ".occurred_at"},
			"91 days ago":                 {seen("x", object{"occurred_at": at(-91 * days)}), ".occurred_at"},
			"before there were computers": {seen("x", object{"occurred_at": "0001-01-01T00:00:00Z"}), ".occurred_at"},
			"a date alone": {
				seen("x", object{"occurred_at": clock.Now().Format(time.DateOnly)}),
				".occurred_at",
			},
			"no zone": {
				seen("x", object{"occurred_at": clock.Now().Format("2006-01-02T15:04:05")}),
				".occurred_at",
			},
			"a zone there is not":           {seen("x", object{"occurred_at": "2026-01-01T00:00:00+99:00"}), ".occurred_at"},
			"a number for a time":           {seen("x", object{"occurred_at": 1700000000}), ".occurred_at"},
			"an empty time":                 {seen("x", object{"occurred_at": ""}), ".occurred_at"},
			"a field there is not":          {seen("x", object{"happened_at": at(0)}), ".happened_at"},
			"a field that is not theirs":    {seen("x", object{"partner_id": 8}), ".partner_id"},
			"a name in other case":          {seen("x", object{"UID": "UAna000000"}), ".UID"},
			"a text instead of an event":    {"view", ""},
			"nothing instead of an event":   {nil, ""},
			"a list instead of an event":    {[]any{}, ""},
			"a number instead of an event":  {7, ""},
			"an empty object for one":       {object{}, ".id .kind"},
			"two things wrong with one":     {seen("", object{"kind": ""}), ".id .kind"},
			"two things of the wrong types": {seen(1, object{"source_url": true}), ".id .source_url"},
		} {
			answer := send(s.harbour, seen("first", object{"source_url": "https://trips.example/a", "uid": "UTom000000"}),
				one.event, seen("last", nil)).Want(422)
			want := []string{}
			for field := range strings.SplitSeq(one.field, " ") {
				want = append(want, "events.1"+field)
			}
			if got := answer.Keys("errors"); !slices.Equal(got, want) {
				t.Errorf("%s: wrong is %v, want %v: %s", name, got, want, answer.Text)
			}
		}
		for table, query := range map[string]string{
			"copilot_events": "", "copilot_pages": "", "copilot_fresh": "",
			"river_job": " WHERE kind = 'sum-up-copilot-events'",
		} {
			if n := s.Count("SELECT count(*) FROM " + table + query); n != 0 {
				t.Errorf("%d rows of %s were written", n, table)
			}
		}
		send(s.harbour, seen("first", nil), seen("last", nil)).Want(200)
	})
}

func TestHowManyEventsThereMayBe(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		many := func(n int) []any {
			list := []any{}
			for i := range n {
				list = append(list, seen(fmt.Sprint(n, " ", i), object{
					"source_url": fmt.Sprint("https://trips.example/", i),
					"uid":        "UAna000000", "collaborator": "kite",
				}))
			}
			return list
		}
		for n, want := range map[int]bool{0: false, 1: true, 1000: true, 1001: false} {
			if answer := send(s.harbour, many(n)...); !want {
				answer.Refused("events")
			} else if answer.Want(200).Int("accepted") != int64(n) || answer.Int("duplicates") != 0 {
				t.Errorf("of %d events: %s", n, answer.Text)
			}
		}
		for body, want := range map[string]int{
			"{}": 422, `{"events":null}`: 422, `{"events":{}}`: 422, `{"events":"x"}`: 422, "": 400, "[]": 400, "null": 400,
			"{": 400, `"x"`: 400, `{"events":[{"id":"` + "\xff" + `","kind":"view"}]}`: 400,
			`{"events":[{"id":"x","kind":"view"}]} {}`: 400, `{"events":[{"id":"x","kind":"view"}],"more":1}`: 422,
			`{"events":[{"id":"x","kind":"view","source_url":"https://x.example/` + strings.Repeat("x", 4<<20) + `"}]}`: 413,
		} {
			if got := s.harbour.Post(path, body).Status; got != want {
				t.Errorf("%.60s: %d, want %d", body, got, want)
			}
		}
		s.harbour.With("Content-Type", "text/plain").Post(path, `{"events":[]}`).Want(415)
		s.Anyone().Post(path, object{"events": many(1)}).Want(401)
		if n := s.Count("SELECT count(*) FROM copilot_events"); n != 1001 {
			t.Errorf("%d events are there", n)
		}
	})
}

func TestWhatIsKeptOfAnEvent(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		long := "https://trips.example/" + strings.Repeat("ü", 1900)
		berlin := clock.Now().Add(-3 * days).In(time.FixedZone("", 2*60*60)).Format(time.RFC3339)
		send(s.harbour,
			seen("plain", nil), seen(strings.Repeat("ü", 64), object{"kind": "click"}), seen(" ", object{"kind": "lead_intent"}),
			seen(`a\u0000b`, object{"kind": "lead"}),
			seen("own", object{"uid": "UAna000000"}), seen("advisor", object{"uid": "UTom000000", "collaborator": "kite"}),
			seen("empty", object{"uid": "", "source_url": "", "collaborator": nil, "occurred_at": nil}),
			seen("long", object{"source_url": long}),
			seen("password", object{"source_url": "https://ana:hush@trips.example/a?b=c#d"}),
			seen("same", object{"source_url": long}),
			seen("ahead", object{"occurred_at": at(5 * time.Minute)}), seen("old", object{"occurred_at": at(-89 * days)}),
			seen("berlin", object{"occurred_at": berlin}),
		).Want(200)
		send(s.Page("Harbour"), seen("page", object{"uid": "UTom000000"})).Want(200)
		today := clock.Day(clock.Now())
		for query, want := range map[string]int64{
			"SELECT count(*) FROM copilot_events WHERE partner_id = 7": 14,
			"SELECT count(*) FROM copilot_events WHERE kind = 'view' AND event_id = 'plain' AND user_id IS NULL AND page_id IS NULL AND collaborator_id IS NULL AND occurred_at <= received_at": 1,
			"SELECT count(*) FROM copilot_events WHERE event_id = 'own' AND user_id = 91":                                                                                                       1,
			"SELECT count(*) FROM copilot_events WHERE event_id IN ('advisor', 'page') AND user_id = 93":                                                                                        2,
			"SELECT count(*) FROM copilot_events WHERE event_id = 'advisor' AND collaborator_id = 41":                                                                                           1,
			"SELECT count(*) FROM copilot_events WHERE event_id = 'empty' AND user_id IS NULL AND page_id IS NULL":                                                                              1,
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
			if got := s.Count(query); got != want {
				t.Errorf("%s: %d, want %d", query, got, want)
			}
		}
		s.Logged()
		for query, want := range map[string]int64{
			"SELECT count(*) FROM api_logs WHERE results = 13 AND user_id IS NULL AND partner_id = 7 AND CAST(parameters AS TEXT) LIKE '%13 entries%'": 1, // two users
			"SELECT count(*) FROM api_logs WHERE results = 1 AND user_id = 93 AND partner_id = 7":                                                      1,
			"SELECT count(*) FROM users WHERE active_at IS NOT NULL AND id IN (91, 93)":                                                                2,
			"SELECT count(*) FROM users WHERE active_at IS NOT NULL":                                                                                   2,
		} {
			if got := s.Count(query); got != want {
				t.Errorf("%s: %d, want %d", query, got, want)
			}
		}
		if n := s.Leaks(); n != 0 {
			t.Errorf("%d secrets are told", n)
		}
	})
}

func TestAnEventCountsOnceForItsPartner(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		is := func(answer *kittest.Answer, accepted, duplicates int64) {
			t.Helper()
			if answer.Want(200).Int("accepted") != accepted || answer.Int("duplicates") != duplicates {
				t.Errorf("%s, want %d and %d", answer.Text, accepted, duplicates)
			}
		}
		is(send(s.harbour, seen("a", nil), seen("b", nil)), 2, 0)
		is(send(s.harbour, seen("a", object{"kind": "lead"}), seen("b", nil), seen("c", nil)), 1, 2)
		is(send(s.meridian, seen("a", nil)), 1, 0) // another's own name for another event
		is(s.App().Post(path, object{"pid": "PHarbour00", "events": []any{
			seen("a", nil),
			seen("d", object{"uid": "UMia000000"}),
		}}), 1, 1)
		is(send(s.Page("Harbour"), seen("d", nil)), 0, 1)
		for pid, events := range map[any][]any{
			"PGone00000": {seen("x", nil)}, "nobody": {seen("x", nil)},
			"": {seen("x", nil)}, nil: {seen("x", nil)}, 7: {seen("x", nil)}, "\x00": {seen("x", nil)},
		} {
			s.App().Post(path, object{"pid": pid, "events": events}).Refused("pid")
		}
		send(s.App(), seen("x", nil)).Refused("pid")
		s.harbour.Post(path, object{"pid": "PHarbour00", "events": []any{seen("x", nil)}}).Refused("pid")
		s.harbour.Post(path, object{"pid": "PMeridian0", "events": []any{seen("x", nil)}}).Refused("pid")
		s.Page("Harbour").Post(path, object{"pid": "PMeridian0", "events": []any{seen("x", nil)}}).Refused("pid")
		s.App().Post(path, object{"pid": "PHarbour00", "events": []any{seen("x", object{"uid": "UEve000000"})}}).
			Refused("events.0.uid")
		if n := s.Count("SELECT count(*) FROM copilot_events WHERE kind = 'view'"); n != 5 {
			t.Errorf("%d events are there", n)
		}
		if n := s.Count("SELECT count(*) FROM audit_log"); n != 0 {
			t.Errorf("%d events are told as changes", n)
		}
	})
}

func TestTheSameEventsAtTheSameMomentCountOnce(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		events := []any{}
		for i := range 50 {
			events = append(events, seen(fmt.Sprint(i), object{
				"source_url": fmt.Sprint("https://trips.example/", i%7),
				"uid":        "UTom000000",
			}))
		}
		var accepted, duplicates atomic.Int64
		kittest.AtOnce(20, func(i int) {
			turned := append(append([]any{}, events[i:]...), events[:i]...) // each in another order
			answer := send(s.harbour, turned...)
			if answer.Status != 200 {
				t.Errorf("answered %d: %s", answer.Status, answer.Text)
				return
			}
			accepted.Add(answer.Int("accepted"))
			duplicates.Add(answer.Int("duplicates"))
		})
		if accepted.Load() != 50 || duplicates.Load() != 950 {
			t.Errorf("%d events were accepted, %d had come before", accepted.Load(), duplicates.Load())
		}
		if n := s.Count("SELECT count(*) FROM river_job WHERE kind = 'sum-up-copilot-events'"); n != 1 {
			t.Errorf("they are summed up by %d jobs", n)
		}
		s.RunJobs()
		if n := s.Count("SELECT views FROM copilot_partner_window WHERE partner_id = 7"); n != 50 {
			t.Errorf("%d views are counted", n)
		}
	})
}

func TestEventsAskToBeSummedUp(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		waiting := func() int64 {
			return s.Count("SELECT count(*) FROM river_job WHERE kind = 'sum-up-copilot-events' AND state = 'available'")
		}
		for i, id := range []string{"a", "b", "b"} {
			send(s.harbour, seen(id, object{"collaborator": "kite"})).Want(200)
			if n := waiting(); n != 1 {
				t.Errorf("after %d calls %d jobs wait", i+1, n)
			}
		}
		s.RunJobs()
		if n := waiting(); n != 0 {
			t.Errorf("%d jobs are left", n)
		}
		send(s.harbour, seen("b", nil)).Want(200)
		if n := waiting(); n != 0 {
			t.Errorf("%d jobs for what came before", n)
		}
		send(s.harbour, seen("c", nil)).Want(200)
		if n := waiting(); n != 1 {
			t.Errorf("%d jobs after that ran", n)
		}
		s.RunJobs()
		if views, fresh, kite := s.Count("SELECT sum(views) FROM copilot_days"),
			s.Count("SELECT count(*) FROM copilot_fresh"),
			s.Count("SELECT views FROM collaborators WHERE id = 41"); views != 3 || fresh != 0 || kite != 2 {
			t.Errorf("%d views, %d of the collaborator, %d left", views, kite, fresh)
		}
	})
}

func TestFiguresOutliveTheUser(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		editor := s.Editor()
		send(s.harbour, seen("before", object{"uid": "UTom000000"}), seen("ana", object{"uid": "UAna000000"})).Want(200)
		s.RunJobs()
		send(s.harbour, seen("after", object{"uid": "UTom000000"})).Want(200)
		s.Logged()
		s.Exec("DELETE FROM users WHERE id = 93") // for good, before the last one is summed up
		s.RunJobs()
		if err := copilot.RollUp(t.Context(), s.Kit.Store); err != nil {
			t.Fatal(err)
		}
		if n := s.Count("SELECT views FROM copilot_partner_window WHERE partner_id = 7"); n != 3 {
			t.Errorf("the partner has %d views", n)
		}
		if all := editor.Get("copilot-insights/views-by-partner").Want(200); all.Int("items.0.views") != 3 {
			t.Errorf("by partner: %s", all.Text)
		}
		for _, list := range []string{"views-by-user", "partner/7/views-by-user"} {
			if got := editor.Get("copilot-insights/" + list).Want(200); len(got.Column("views")) != 1 ||
				got.Int("items.0.user.id") != 91 {
				t.Errorf("%s: %s", list, got.Text)
			}
		}
		editor.Get("copilot-insights/user/93/views-by-page").Want(404)
	})
}
