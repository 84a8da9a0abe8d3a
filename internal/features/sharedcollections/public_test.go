package sharedcollections_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"waymark/internal/features/sharedcollections"
	"waymark/internal/features/users"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/hashid"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/write"
	"waymark/internal/platform/schema"
)

type object = map[string]any

// fixture has the partners Harbour (7) and Meridian (8). Ana is a user of Harbour, Mia of Meridian; Tom and Una are
// advisors, Dee is a deactivated advisor, and Eve is a member of staff. Each collection is named after its state.
type fixture struct {
	*kittest.Server
	editor, harbour, meridian *kittest.Client
	signUpErr                 error // returned by the next sign-up
}

func newFixture(t *testing.T, d *db.DB) *fixture {
	t.Helper()
	f := &fixture{}
	f.Server = kittest.Serve(t, d, func(s *kittest.Server, _ *jobs.Set) {
		signUp := users.SignUp(s.Kit)
		sharedcollections.Mount(s.Kit, kittest.Sites)
		users.Mount(s.Kit)
		public := &sharedcollections.Public{Kit: s.Kit, Sites: kittest.Sites}
		public.SignUp = func(
			ctx context.Context, tx *write.Tx, sent map[string]json.RawMessage, partner *int64, collection int64,
		) (int64, error) {
			id, err := signUp(ctx, tx, sent, partner, collection)
			if failure := f.signUpErr; failure != nil {
				f.signUpErr = nil
				return 0, failure
			}
			return id, err
		}
		public.Mount(s.Public)
	})
	now := clock.Now()
	f.editor = f.Editor()
	f.harbour, f.meridian = f.Partner(7, "Harbour", "PHarbour00"), f.Partner(8, "Meridian", "PMeridian0")
	for i, user := range []struct {
		uid     string
		partner any
	}{
		{"UAna000000", 7},
		{"UMia000000", 8},
		{"UTom000000", nil},
		{"UUna000000", nil},
		{"UDee000000", nil},
		{"UEve000000", 1},
	} {
		f.User(int64(91+i), user.uid, user.partner)
	}
	f.Exec("UPDATE users SET deactivated_at = ? WHERE alt_id = 'UDee000000'", now)
	f.Exec("UPDATE users SET internal = TRUE, staff_role = 'editor' WHERE alt_id = 'UEve000000'")
	for i, c := range []struct {
		alt, name      string
		partner, user  any
		expires, trash any
	}{
		{"lisbon", "Lisbon walks", 7, nil, now.Add(time.Hour), nil},
		{"porto", "Porto", 7, nil, nil, nil},
		{"others", "Others", 8, nil, nil, nil},
		{"personal", "Mine", nil, 93, nil, nil},
		{"expired", "Expired", 7, nil, now.Add(-time.Second), nil},
		{"trash", "Trash", 7, nil, nil, now},
	} {
		kind := "partner"
		if c.user != nil {
			kind = "personal"
		}
		f.Exec(`
			INSERT INTO collections (id, alt_id, name, name_key, type, partner_id, user_id, language_id, expires_at,
				deleted_at, search_text, created_at, updated_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?)`,
			31+i, c.alt, c.name, fold.Key(c.name), kind, c.partner, c.user, c.expires, c.trash,
			fold.SearchText(c.name), now, now)
	}
	return f
}

func accept(c *kittest.Client, collection string, who object) *kittest.Response {
	return c.Post("/api/v1/invites/"+collection+"/accept", who)
}

func TestAccept_ExistingUser(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		created := accept(f.harbour, "lisbon", object{"uid": "UAna000000"}).Want(201)
		if created.String("item.uid") != "UAna000000" || created.String("item.collection") != "lisbon" ||
			created.Value("item.signed_up") != false || len(created.String("item.hashid")) < 8 {
			t.Errorf("got %s", created.Text)
		}
		again := accept(f.App(), "lisbon", object{"uid": "UAna000000"}).Want(200)
		if again.Text != created.Text {
			t.Errorf("got %s, want %s", again.Text, created.Text)
		}
		for name, test := range map[string]struct {
			client *kittest.Client
			who    object
			uid    string
		}{
			"an advisor by UID":                {f.harbour, object{"uid": "UTom000000"}, "UTom000000"},
			"the same by e-mail in other case": {f.harbour, object{"email": " UTOM000000@Test.Example "}, "UTom000000"},
			"an own user by e-mail": {
				f.harbour, object{"email": "uana000000@test.example", "first_name": "Hannah"}, "UAna000000",
			},
			"another partner's user by the app": {f.App(), object{"uid": "UMia000000"}, "UMia000000"},
			"the same by e-mail":                {f.App(), object{"email": "umia000000@test.example"}, "UMia000000"},
			"an advisor by e-mail with an empty UID": {
				f.harbour, object{"email": "uuna000000@test.example", "uid": ""}, "UUna000000",
			},
		} {
			answer := accept(test.client, "lisbon", test.who)
			if answer.Status > 201 || answer.String("item.uid") != test.uid || answer.Value("item.signed_up") != false {
				t.Errorf("%s: got %d %s", name, answer.Status, answer.Text)
			}
		}
		accept(f.App(), "personal", object{"uid": "UTom000000"}).Want(201)
		for query, want := range map[string]int64{
			`SELECT count(*) FROM shared_collections
				WHERE collection_id = 31 AND partner_id = 7 AND type = 'user-accepted' AND NOT has_personal_message`: 4,
			`SELECT count(*) FROM shared_collections
				WHERE collection_id = 34 AND partner_id IS NULL`: 1,
			`SELECT shared_collections_count FROM collections
				WHERE id = 31`: 4,
			"SELECT " + schema.PartnerSharedCollectionsCount.Value(d.Engine) + " FROM partners WHERE id = 7": 4,
			"SELECT shared_collections_count FROM users WHERE id = 93":                                       2,
			`SELECT n FROM current_counts
				WHERE list = 'shared_collections' AND facet = 'type' AND value = 'user-accepted'`: 5,
			"SELECT count(*) FROM users WHERE first_name = 'Hannah'": 0,
			"SELECT count(*) FROM audit_log":                         5,
			`SELECT count(*) FROM audit_log
				WHERE action = 'accepted' AND kind = 'collection' AND record_id = 31 AND record_name = 'Lisbon walks'
					AND user_id = 91 AND user_name = 'UAna000000, through Harbour (API)' AND request_id <> ''`: 1,
			`SELECT count(*) FROM audit_log
				WHERE action = 'accepted' AND user_id = 92 AND user_name = 'UMia000000, through the app'`: 1,
		} {
			if got := f.Count(query); got != want {
				t.Errorf("%s: got %d, want %d", query, got, want)
			}
		}
		// The search covers the names of both the collection and the user.
		for query, want := range map[string]int64{"lisbon": 4, "uana": 1, "walks+utom": 1, "nobody": 0} {
			if got := f.editor.Get("shared-collections?query=" + query).Want(200).Int("meta.total"); got != want {
				t.Errorf("%s: got %d results in the console, want %d", query, got, want)
			}
		}
		f.CloseLog()
		if n := f.Leaks(); n != 0 {
			t.Errorf("got %d secrets in the log", n)
		}
		if n := f.Count("SELECT count(*) FROM api_logs WHERE user_id = 91 AND partner_id = 7 AND status_code < 300"); n != 3 {
			t.Errorf("got %d log entries of Ana, want 3, one of them of the app", n)
		}
	})
}

func TestAccept_Refused(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		before := f.Count("SELECT count(*) FROM users")
		for collection, want := range map[string][2]int{
			"others": {404, 201}, "personal": {404, 201}, "expired": {404, 404},
			"trash": {404, 404}, "nowhere": {404, 404}, "31": {404, 404}, "%00": {404, 404}, "%ff": {404, 404},
			"LISBON": {404, 404},
		} {
			for i, client := range []*kittest.Client{f.harbour, f.App()} {
				if got := accept(client, collection, object{"uid": "UTom000000"}).Status; got != want[i] {
					t.Errorf("%s by client %d: got %d, want %d", collection, i, got, want[i])
				}
			}
		}
		accept(f.harbour, "others", object{"email": "new@test.example"}).Want(404)
		f.Exec("DELETE FROM shared_collections")
		auditCount := f.Count("SELECT count(*) FROM audit_log")
		for name, test := range map[string]struct {
			sent  object
			wrong []string
		}{
			"nobody":                 {object{}, []string{"email"}},
			"only a name":            {object{"first_name": "Zoe"}, []string{"email"}},
			"null":                   {object{"uid": nil, "email": nil}, []string{"email"}},
			"an unknown UID":         {object{"uid": "nobody"}, []string{"uid"}},
			"a number for a UID":     {object{"uid": 91}, []string{"uid"}},
			"another partner's user": {object{"uid": "UMia000000"}, []string{"uid"}},
			"a deactivated one":      {object{"uid": "UDee000000"}, []string{"uid"}},
			"a member of staff":      {object{"uid": "UEve000000"}, []string{"uid"}},
			"a UID and more": {
				object{"uid": "UTom000000", "email": "x@test.example", "phone": "1"},
				[]string{"email", "phone"},
			},
			"another partner's by e-mail": {object{"email": "umia000000@test.example"}, []string{"email"}},
			"a deactivated one by e-mail": {object{"email": "udee000000@test.example"}, []string{"email"}},
			"a member of staff by e-mail": {object{"email": "UEve000000@test.example"}, []string{"email"}},
			"no address":                  {object{"email": "zoe"}, []string{"email"}},
			"a name and an address":       {object{"email": "Zoe <zoe@test.example>"}, []string{"email"}},
			"two addresses":               {object{"email": "a@test.example, b@test.example"}, []string{"email"}},
			"a line break":                {object{"email": "zoe@test.example\nBcc: x@test.example"}, []string{"email"}},
			"a zero byte":                 {object{"email": "zoe\x00@test.example"}, []string{"email"}},
			"a number for an address":     {object{"email": 5}, []string{"email"}},
			"a list for an address":       {object{"email": []string{"zoe@test.example"}}, []string{"email"}},
			"10,000 characters": {
				object{"email": strings.Repeat("x", 10_000) + "@test.example"},
				[]string{"email"},
			},
			"a name of 10,000 characters": {
				object{"email": "zoe@test.example", "first_name": strings.Repeat("x", 10_000)},
				[]string{"first_name"},
			},
			"a number for a name": {object{"email": "zoe@test.example", "last_name": 5}, []string{"last_name"}},
			"letters for a phone": {object{"email": "zoe@test.example", "phone": "call me"}, []string{"phone"}},
			"staff fields": {
				object{"email": "zoe@test.example", "internal": true, "staff_role": "admin"},
				[]string{"internal", "staff_role"},
			},
			"fields set by staff": {
				object{
					"email": "zoe@test.example", "partner_id": 8, "user_template_id": 1,
					"deactivated_at": nil, "email_verified_at": "2026-01-01",
				},
				[]string{"partner_id", "user_template_id", "deactivated_at", "email_verified_at"},
			},
			"a password": {
				object{"email": "zoe@test.example", "password": "hush", "password_hash": "hush"},
				[]string{"password", "password_hash"},
			},
			"read-only fields": {object{
				"email": "zoe@test.example", "id": 5, "alt_id": "mine",
				"signup_source": "admin", "version": 1,
			}, []string{"id", "alt_id", "signup_source", "version"}},
			"other fields of a user": {
				object{"email": "zoe@test.example", "country_id": 1, "logo": nil},
				[]string{"country_id", "logo"},
			},
		} {
			answer := accept(f.harbour, "lisbon", test.sent)
			slices.Sort(test.wrong)
			if answer.Status != 422 || !slices.Equal(answer.Keys("errors"), test.wrong) {
				t.Errorf("%s: got %d %s", name, answer.Status, answer.Text)
			}
		}
		for _, body := range []string{"", "[]", "null", "{", "\xff"} {
			f.harbour.Post("/api/v1/invites/lisbon/accept", body).Want(400)
		}
		f.Page("Harbour").Post("/api/v1/invites/lisbon/accept", object{"uid": "UTom000000"}).Want(403)
		f.Anyone().Post("/api/v1/invites/lisbon/accept", object{"uid": "UTom000000"}).Want(401)
		if f.Count("SELECT count(*) FROM users") != before || f.Count("SELECT count(*) FROM shared_collections") != 0 ||
			f.Count("SELECT count(*) FROM audit_log") != auditCount {
			t.Error("a refused request was stored")
		}
		f.CloseLog()
		if n := f.Leaks(); n != 0 {
			t.Errorf("got %d secrets in the log", n)
		}
	})
}

func TestAccept_SignUp(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		advisors := func(tab string) int64 {
			return f.editor.Get("users?counts=1").Want(200).Int("meta.counts." + tab + ".total")
		}
		all, before, fresh := advisors("all"), advisors("advisors"), advisors("new-advisors")
		created := accept(f.harbour, "lisbon", object{
			"email": " Zoé.Lopes@Test.example", "first_name": "Zoé",
			"last_name": "Lopes", "phone": "+351 21 000 00 00", "company_name": "Trips",
		}).Want(201)
		uid := created.String("item.uid")
		if created.Value("item.signed_up") != true || len(uid) != 10 {
			t.Errorf("got %s, want a new user", created.Text)
		}
		user := f.editor.Get("users?query=zoe+lopes").Want(200)
		for path, want := range map[string]any{
			"email": "zoé.lopes@test.example", "full_name": "Zoé Lopes", "phone": "+351 21 000 00 00", "company_name": "Trips",
			"alt_id": uid, "signup_source": "invite", "signup_partner.name": "Harbour",
			"signup_collection.name": "Lisbon walks", "partner_id": nil, "internal": false, "status": "unverified",
			"email_verified_at": nil, "deactivated_at": nil, "shared_collections_count": 1.0, "user_template_id": nil,
		} {
			if got := user.Value("items.0." + path); got != want {
				t.Errorf("%s: got %v, want %v", path, got, want)
			}
		}
		if advisors("all") != all+1 || advisors("advisors") != before+1 || advisors("new-advisors") != fresh+1 {
			t.Error("the new advisor is missing from the counts")
		}
		for _, query := range []string{
			"SELECT count(*) FROM users WHERE alt_id = ? AND coalesce(password_hash, '') = ''",
			"SELECT count(*) FROM users WHERE alt_id = ? AND staff_role IS NULL",
		} {
			if n := f.Count(query, uid); n != 1 {
				t.Errorf("%s: got %d, want 1", query, n)
			}
		}
		for query, want := range map[string]int64{
			"SELECT count(*) FROM audit_log": 2,
			`SELECT count(*) FROM audit_log
				WHERE action = 'created' AND kind = 'user' AND user_id IS NULL AND user_name = 'Harbour (API)'`: 1,
			`SELECT count(*) FROM audit_log
				WHERE action = 'accepted' AND kind = 'collection' AND user_name = 'Zoé Lopes, through Harbour (API)'`: 1,
		} {
			if got := f.Count(query); got != want {
				t.Errorf("%s: got %d, want %d", query, got, want)
			}
		}
		again := accept(f.harbour, "lisbon", object{"email": "ZOÉ.lopes@test.example"}).Want(200)
		if again.String("item.hashid") != created.String("item.hashid") || again.Value("item.signed_up") != false {
			t.Errorf("got %s, want the existing acceptance", again.Text)
		}
		// The same address with a decomposed character (letter and combining accent).
		again = accept(f.harbour, "lisbon", object{"email": "zoe\u0301.lopes@test.example"}).Want(200)
		if again.String("item.uid") != uid {
			t.Errorf("got %s for a decomposed address, want the existing user", again.Text)
		}
		decomposed := accept(f.harbour, "lisbon", object{"email": "re\u0301my@test.example"}).Want(201)
		if decomposed.Value("item.signed_up") != true {
			t.Errorf("got %s, want a new user", decomposed.Text)
		}
		personal := accept(f.App(), "personal", object{"email": "max@test.example"}).Want(201)
		if f.Count(`
				SELECT count(*)
				FROM users
				WHERE alt_id = ? AND signup_source = 'invite' AND signup_partner_id IS NULL AND signup_collection_id = 34`,
			personal.String("item.uid")) != 1 {
			t.Error("a sign-up through a personal collection has the wrong source")
		}
		// Advisors can accept collections of any partner.
		accept(f.meridian, "others", object{"email": "zoé.lopes@test.example"}).Want(201)
	})
}

func TestAccept_Retry(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		f.signUpErr = &pgconn.PgError{Code: "40P01"} // a deadlock, after which the transaction is retried
		created := accept(f.harbour, "lisbon", object{"email": "zoe@test.example", "first_name": "Zoe"}).Want(201)
		if created.Value("item.signed_up") != true ||
			f.Count("SELECT count(*) FROM users WHERE email = 'zoe@test.example' AND first_name = 'Zoe'") != 1 {
			t.Errorf("got %s, want a new user", created.Text)
		}
	})
}

func TestAccept_Parallel(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		for name, test := range map[string]struct {
			who         object
			collections []string
			shared      int64
		}{
			"a new user": {object{"email": "zoe@test.example"}, []string{"lisbon"}, 1},
			"a new user, two collections": {
				object{"email": "max@test.example", "first_name": "Max"},
				[]string{"lisbon", "porto"},
				2,
			},
			"an existing user, two collections": {object{"uid": "UTom000000"}, []string{"lisbon", "porto"}, 2},
		} {
			var lock sync.Mutex
			statuses, signed, ids, uid := map[int]int{}, 0, map[string]bool{}, ""
			kittest.Concurrently(20, func(i int) {
				answer := accept(f.harbour, test.collections[i%len(test.collections)], test.who)
				lock.Lock()
				defer lock.Unlock()
				statuses[answer.Status]++
				if answer.Status > 201 {
					t.Errorf("%s: got %d %s", name, answer.Status, answer.Text)
					return
				}
				ids[answer.String("item.hashid")], uid = true, answer.String("item.uid")
				if answer.Value("item.signed_up") == true {
					signed++
				}
			})
			if statuses[201] != len(test.collections) || int64(len(ids)) != test.shared ||
				(signed != 1) != (test.who["uid"] != nil) {
				t.Errorf("%s: got statuses %v, %d sign-ups, ids %v", name, statuses, signed, ids)
			}
			if n := f.Count(`
				SELECT count(*)
				FROM shared_collections AS s
				JOIN users AS u ON u.id = s.user_id
				WHERE u.alt_id = ?`, uid); n != test.shared {
				t.Errorf("%s: got %d shared collections, want %d", name, n, test.shared)
			}
		}
		if n := f.Count("SELECT count(*) FROM users WHERE signup_source = 'invite'"); n != 2 {
			t.Errorf("got %d sign-ups, want 2", n)
		}
		if n := f.Count("SELECT shared_collections_count FROM collections WHERE id = 31"); n != 3 {
			t.Errorf("got shared_collections_count %d, want 3", n)
		}
	})
}

func TestAccept_AfterDelete(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		first := accept(f.harbour, "lisbon", object{"uid": "UTom000000"}).Want(201).String("item.hashid")
		id, _ := hashid.Decode(first)
		f.editor.Delete(fmt.Sprint("shared-collections/", id)).Want(204)
		second := accept(f.harbour, "lisbon", object{"uid": "UTom000000"}).Want(201).String("item.hashid")
		if first == second {
			t.Error("the public id was used twice")
		}
		for _, query := range []string{
			"SELECT shared_collections_count FROM collections WHERE id = 31",
			"SELECT " + schema.PartnerSharedCollectionsCount.Value(d.Engine) + " FROM partners WHERE id = 7",
			"SELECT shared_collections_count FROM users WHERE id = 93",
		} {
			if n := f.Count(query); n != 1 {
				t.Errorf("%s: got %d, want 1", query, n)
			}
		}
	})
}

func (f *fixture) personalise(c *kittest.Client, hash, uid string, list ...any) *kittest.Response {
	return c.Put("/api/v1/shared-collections/"+hash+"/personalisations",
		object{"uid": uid, "personalisations": append([]any{}, list...)})
}

func TestPersonalise(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		hash := accept(f.harbour, "lisbon", object{"uid": "UTom000000"}).Want(201).String("item.hashid")
		id, _ := hashid.Decode(hash)
		auditCount := func() int64 {
			return f.Count(`
				SELECT count(*)
				FROM audit_log
				WHERE action = 'personalised' AND kind = 'shared collection' AND record_id = ?
					AND record_name = 'Lisbon walks' AND user_id = 93 AND user_name = 'UTom000000, through Harbour (API)'`,
				id)
		}
		changed := func() int64 {
			return f.Count("SELECT count(*) FROM shared_collections WHERE updated_at > created_at")
		}
		assertState := func(name string, count, entries int64, message bool) {
			t.Helper()
			row := f.editor.Get(fmt.Sprint("shared-collections/", id)).Want(200)
			if row.Int("item.personalisations_count") != count || row.Value("item.has_personal_message") != message ||
				auditCount() != entries {
				t.Errorf("%s: got %d personalisations, message %v, %d audit entries", name,
					row.Int("item.personalisations_count"), row.Value("item.has_personal_message"), auditCount())
			}
		}
		f.personalise(f.harbour, hash, "UTom000000").Want(200)
		if assertState("empty list", 0, 0, false); changed() != 0 {
			t.Error("the shared collection was changed")
		}
		okafors := object{
			"name": "The Okafors", "personal_message": "Have a good time!", "cta_display": "book",
			"content_customisations_count": 3,
		}
		first := f.personalise(f.harbour, hash, "UTom000000", okafors, object{"name": " Zoë "}).Want(200)
		if got := first.Column("name"); !slices.Equal(got, []string{"The Okafors", "Zoë"}) ||
			first.String("items.1.cta_display") != "none" || first.Int("items.0.content_customisations_count") != 3 ||
			!strings.Contains(first.String("items.0.landing_page_url"), hashid.Encode(first.Int("items.0.id"))) {
			t.Errorf("got %s", first.Text)
		}
		assertState("two", 2, 1, true)
		at := f.Count(`
			SELECT count(*)
			FROM shared_collections
			WHERE updated_at = (SELECT max(created_at) FROM personalisations)`)
		zoe := object{"name": "Zoë", "cta_display": "none", "personal_message": ""}
		again := f.personalise(f.harbour, hash, "UTom000000", zoe, okafors).Want(200)
		if again.Text != first.Text || at != 1 ||
			f.Count("SELECT count(*) FROM personalisations WHERE updated_at > created_at") != 0 ||
			f.Count(`
				SELECT count(*)
				FROM shared_collections
				WHERE updated_at = (SELECT max(created_at) FROM personalisations)`) != 1 {
			t.Errorf("got %s, want no change to %s", again.Text, first.Text)
		}
		assertState("the same again", 2, 1, true)
		third := f.personalise(f.App(), hash, "UTom000000", object{"name": "the OKAFORS", "personal_message": "  "},
			object{"name": "New"}).Want(200)
		if third.String("items.1.name") != "the OKAFORS" || third.Int("items.1.id") != first.Int("items.0.id") ||
			third.String("items.1.cta_display") != "none" || third.Int("items.1.content_customisations_count") != 0 {
			t.Errorf("got %s, want the existing personalisation renamed", third.Text)
		}
		if assertState("another name", 2, 1, false); f.Count(`
				SELECT count(*)
				FROM audit_log
				WHERE action = 'personalised' AND user_name = 'UTom000000, through the app'`) != 1 {
			t.Error("the audit log does not name the app")
		}
		found := f.editor.Get(fmt.Sprint("shared-collections/", id, "/personalisations?query=okafors")).Want(200)
		if found.Int("meta.total") != 1 {
			t.Errorf("got %s in the console, want one result", found.Text)
		}
		f.personalise(f.harbour, hash, "UTom000000").Want(200)
		if assertState("none", 0, 2, false); f.Count("SELECT count(*) FROM personalisations") != 0 {
			t.Error("personalisations were not removed")
		}
	})
}

func TestPersonalise_Refused(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		hash := accept(f.harbour, "lisbon", object{"uid": "UTom000000"}).Want(201).String("item.hashid")
		personal := accept(f.App(), "personal", object{"uid": "UTom000000"}).Want(201).String("item.hashid")
		f.personalise(f.harbour, hash, "UTom000000", object{"name": "Kept", "personal_message": "Hello"}).Want(200)
		many := []any{}
		for i := range 101 {
			many = append(many, object{"name": fmt.Sprint("Client ", i)})
		}
		for name, test := range map[string]struct {
			list  []any
			wrong string
		}{
			"too many":            {many, ""},
			"no name":             {[]any{object{"personal_message": "x"}}, ".0.name"},
			"an empty name":       {[]any{object{"name": " "}}, ".0.name"},
			"a long name":         {[]any{object{"name": strings.Repeat("ü", 161)}}, ".0.name"},
			"a number for a name": {[]any{object{"name": "a"}, object{"name": 5}}, ".1.name"},
			"a zero byte":         {[]any{object{"name": "a\x00"}}, ".0.name"},
			"the same name twice": {[]any{object{"name": "Zoë"}, object{"name": "ZOE "}}, ".1.name"},
			"a long message": {
				[]any{object{"name": "a", "personal_message": strings.Repeat("x", 5001)}},
				".0.personal_message",
			},
			"a list for a message": {
				[]any{object{"name": "a", "personal_message": []string{"x"}}},
				".0.personal_message",
			},
			"an unknown call to action": {[]any{object{"name": "a", "cta_display": "wizard"}}, ".0.cta_display"},
			"a negative count": {
				[]any{object{"name": "a", "content_customisations_count": -1}},
				".0.content_customisations_count",
			},
			"a fractional count": {
				[]any{object{"name": "a", "content_customisations_count": 1.5}},
				".0.content_customisations_count",
			},
			"a count above the limit": {
				[]any{object{"name": "a", "content_customisations_count": 1_000_001}},
				".0.content_customisations_count",
			},
			"an unknown field": {[]any{object{"name": "a", "message": "x"}}, ".0.message"},
			"a text as entry":  {[]any{"a"}, ".0"},
			"null as entry":    {[]any{object{"name": "a"}, nil}, ".1"},
			"an id":            {[]any{object{"name": "a", "id": 1}}, ".0.id"},
			"a landing page": {
				[]any{object{"name": "a", "landing_page_url": "https://evil.example"}},
				".0.landing_page_url",
			},
			"another shared collection": {
				[]any{object{"name": "a", "shared_collection_id": 1}},
				".0.shared_collection_id",
			},
		} {
			if answer := f.personalise(f.harbour, hash, "UTom000000", test.list...); answer.Status != 422 ||
				!slices.Equal(answer.Keys("errors"), []string{"personalisations" + test.wrong}) {
				t.Errorf("%s: got %d %s", name, answer.Status, answer.Text)
			}
		}
		address := "/api/v1/shared-collections/" + hash + "/personalisations"
		for body, wrong := range map[string]string{
			`{"uid":"UTom000000"}`:                         "personalisations",
			`{"uid":"UTom000000","personalisations":null}`: "personalisations",
			`{"uid":"UTom000000","personalisations":{}}`:   "personalisations", `{"personalisations":[]}`: "uid",
			`{"uid":"nobody","personalisations":[]}`: "uid", `{"uid":"UMia000000","personalisations":[]}`: "uid",
		} {
			f.harbour.Put(address, body).Refused(wrong)
		}
		id, _ := hashid.Decode(hash)
		for name, test := range map[string]struct {
			client    *kittest.Client
			hash, uid string
			want      int
		}{
			"another advisor's":              {f.harbour, hash, "UUna000000", 404},
			"another user's":                 {f.harbour, hash, "UAna000000", 404},
			"another user's by the app":      {f.App(), hash, "UMia000000", 404},
			"by another partner":             {f.meridian, hash, "UTom000000", 404},
			"of a personal one by a partner": {f.harbour, personal, "UTom000000", 404},
			"of a personal one by the app":   {f.App(), personal, "UTom000000", 200},
			"the id itself":                  {f.harbour, fmt.Sprint(id), "UTom000000", 404},
			"an unknown public id":           {f.harbour, "zzzzzzzz", "UTom000000", 404},
			"a missing shared collection":    {f.harbour, hashid.Encode(999), "UTom000000", 404},
			"zero bytes":                     {f.harbour, "%00", "UTom000000", 404},
			"a page":                         {f.Page("Harbour"), hash, "UTom000000", 403},
			"nobody":                         {f.Anyone(), hash, "UTom000000", 401},
		} {
			if answer := f.personalise(test.client, test.hash, test.uid); answer.Status != test.want {
				t.Errorf("%s: got %d, want %d: %s", name, answer.Status, test.want, answer.Text)
			}
		}
		kept := f.Count("SELECT count(*) FROM personalisations WHERE name = 'Kept' AND personal_message = 'Hello'")
		if kept != 1 || f.Count("SELECT count(*) FROM personalisations") != 1 {
			t.Error("a refused request changed personalisations")
		}
		f.Exec("UPDATE collections SET deleted_at = ? WHERE id = 31", clock.Now())
		f.personalise(f.harbour, hash, "UTom000000").Want(404)
		f.Exec("UPDATE collections SET deleted_at = NULL WHERE id = 31")
		f.Exec("UPDATE shared_collections SET deleted_at = ? WHERE collection_id = 31", clock.Now())
		f.personalise(f.harbour, hash, "UTom000000").Want(404)
		if n := f.Count("SELECT count(*) FROM audit_log WHERE action = 'personalised'"); n != 1 {
			t.Errorf("got %d audit entries, want 1", n)
		}
	})
}

func TestPersonalise_Parallel(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		hash := accept(f.harbour, "lisbon", object{"uid": "UTom000000"}).Want(201).String("item.hashid")
		kittest.Concurrently(20, func(int) {
			second := object{"name": "Two", "personal_message": "x"}
			answer := f.personalise(f.harbour, hash, "UTom000000", object{"name": "One"}, second)
			if answer.Status != 200 {
				t.Errorf("got %d %s", answer.Status, answer.Text)
			}
		})
		rows := f.Count("SELECT count(*) FROM personalisations")
		entries := f.Count("SELECT count(*) FROM audit_log WHERE action = 'personalised'")
		if rows != 2 || entries != 1 {
			t.Errorf("got %d personalisations and %d audit entries, want 2 and 1", rows, entries)
		}
	})
}
