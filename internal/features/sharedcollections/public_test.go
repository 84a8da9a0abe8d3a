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
)

type object = map[string]any

// fair has partners Harbour (7) and Meridian (8). Ana is of Harbour, Mia of Meridian, Tom and Una are advisors; Dee is a deactivated
// one, Eve of the staff. Collections are called what they are.
type fair struct {
	*kittest.Server
	editor, harbour, meridian *kittest.Client
	failing                   error // what signing up ends in, once
}

func open(t *testing.T, d *db.DB) *fair {
	t.Helper()
	f := &fair{}
	f.Server = kittest.Serve(t, d, func(s *kittest.Server, _ *jobs.Set) {
		signUp := users.SignUp(s.Kit)
		sharedcollections.Mount(s.Kit, kittest.Sites)
		users.Mount(s.Kit)
		(&sharedcollections.Public{Kit: s.Kit, Sites: kittest.Sites, SignUp: func(ctx context.Context, tx *write.Tx,
			sent map[string]json.RawMessage, partner *int64, collection int64,
		) (int64, error) {
			id, err := signUp(ctx, tx, sent, partner, collection)
			if failing := f.failing; failing != nil {
				f.failing = nil
				return 0, failing
			}
			return id, err
		}}).Mount(s.Public)
	})
	now := clock.Now()
	f.editor, f.harbour, f.meridian = f.Editor(), f.Partner(7, "Harbour", "PHarbour00"),
		f.Partner(8, "Meridian", "PMeridian0")
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
			31+i, c.alt, c.name, fold.Key(c.name), kind, c.partner, c.user, c.expires, c.trash, fold.SearchText(c.name), now,
			now)
	}
	return f
}

func accept(c *kittest.Client, collection string, who object) *kittest.Answer {
	return c.Post("/api/v1/invites/"+collection+"/accept", who)
}

func TestSomebodyWhoIsThereAcceptsACollection(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := open(t, d)
		made := accept(f.harbour, "lisbon", object{"uid": "UAna000000"}).Want(201)
		if made.String("item.uid") != "UAna000000" || made.String("item.collection") != "lisbon" ||
			made.Value("item.signed_up") != false || len(made.String("item.hashid")) < 8 {
			t.Errorf("accepted: %s", made.Text)
		}
		again := accept(f.App(), "lisbon", object{"uid": "UAna000000"}).Want(200)
		if again.Text != made.Text {
			t.Errorf("accepted again: %s, it was %s", again.Text, made.Text)
		}
		for name, one := range map[string]struct {
			client *kittest.Client
			who    object
			uid    string
		}{
			"an advisor by UID":                {f.harbour, object{"uid": "UTom000000"}, "UTom000000"},
			"the same by e-mail in other case": {f.harbour, object{"email": " UTOM000000@Test.Example "}, "UTom000000"},
			"an own user by e-mail": {f.harbour, object{
				"email":      "uana000000@test.example",
				"first_name": "Hannah",
			}, "UAna000000"},
			"another partner's user by the app": {f.App(), object{"uid": "UMia000000"}, "UMia000000"},
			"the same by e-mail":                {f.App(), object{"email": "umia000000@test.example"}, "UMia000000"},
			"another by e-mail, with an empty UID": {
				f.harbour,
				object{"email": "uuna000000@test.example", "uid": ""},
				"UUna000000",
			},
		} {
			if answer := accept(one.client, "lisbon", one.who); answer.Status > 201 || answer.String("item.uid") != one.uid ||
				answer.Value("item.signed_up") != false {
				t.Errorf("%s: %d %s", name, answer.Status, answer.Text)
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
			"SELECT shared_collections_count FROM partners WHERE id = 7": 4,
			"SELECT shared_collections_count FROM users WHERE id = 93":   2,
			`SELECT n FROM live_counts
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
				t.Errorf("%s: %d, want %d", query, got, want)
			}
		}
		for query, want := range map[string]int64{
			"lisbon": 4, "uana": 1, "walks+utom": 1,
			"nobody": 0,
		} { // found by both names, like any other
			if got := f.editor.Get("shared-collections?query=" + query).Want(200).Int("meta.total"); got != want {
				t.Errorf("the console finds %d for %s, want %d", got, query, want)
			}
		}
		f.Logged()
		if n := f.Leaks(); n != 0 {
			t.Errorf("%d secrets are told", n)
		}
		if n := f.Count("SELECT count(*) FROM api_logs WHERE user_id = 91 AND partner_id = 7 AND status_code < 300"); n != 2 {
			t.Errorf("%d calls were made for Ana", n)
		}
	})
}

func TestWhatIsNotAccepted(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := open(t, d)
		before := f.Count("SELECT count(*) FROM users")
		for collection, want := range map[string][2]int{
			"others": {404, 201}, "personal": {404, 201}, "expired": {404, 404},
			"trash": {404, 404}, "nowhere": {404, 404}, "31": {404, 404}, "%00": {404, 404}, "%ff": {404, 404},
			"LISBON": {404, 404},
		} {
			for i, client := range []*kittest.Client{f.harbour, f.App()} {
				if got := accept(client, collection, object{"uid": "UTom000000"}).Status; got != want[i] {
					t.Errorf("%s by %d: %d, want %d", collection, i, got, want[i])
				}
			}
		}
		accept(f.harbour, "others", object{"email": "new@test.example"}).Want(404)
		f.Exec("DELETE FROM shared_collections")
		told := f.Count("SELECT count(*) FROM audit_log")
		for name, one := range map[string]struct {
			sent  object
			wrong []string
		}{
			"nobody":                 {object{}, []string{"email"}},
			"nobody, by name":        {object{"first_name": "Zoe"}, []string{"email"}},
			"null":                   {object{"uid": nil, "email": nil}, []string{"email"}},
			"an unknown UID":         {object{"uid": "nobody"}, []string{"uid"}},
			"a number for a UID":     {object{"uid": 91}, []string{"uid"}},
			"another partner's user": {object{"uid": "UMia000000"}, []string{"uid"}},
			"a deactivated one":      {object{"uid": "UDee000000"}, []string{"uid"}},
			"one of the staff":       {object{"uid": "UEve000000"}, []string{"uid"}},
			"a UID and more": {
				object{"uid": "UTom000000", "email": "x@test.example", "phone": "1"},
				[]string{"email", "phone"},
			},
			"another partner's by e-mail": {object{"email": "umia000000@test.example"}, []string{"email"}},
			"a deactivated one by e-mail": {object{"email": "udee000000@test.example"}, []string{"email"}},
			"one of the staff by e-mail":  {object{"email": "UEve000000@test.example"}, []string{"email"}},
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
			"what only staff are": {
				object{"email": "zoe@test.example", "internal": true, "staff_role": "admin"},
				[]string{"internal", "staff_role"},
			},
			"what only staff decide": {object{
				"email": "zoe@test.example", "partner_id": 8, "user_template_id": 1,
				"deactivated_at": nil, "email_verified_at": "2026-01-01",
			}, []string{
				"partner_id", "user_template_id",
				"deactivated_at", "email_verified_at",
			}},
			"a password": {
				object{"email": "zoe@test.example", "password": "hush", "password_hash": "hush"},
				[]string{"password", "password_hash"},
			},
			"what the platform decides": {object{
				"email": "zoe@test.example", "id": 5, "alt_id": "mine",
				"signup_source": "admin", "version": 1,
			}, []string{"id", "alt_id", "signup_source", "version"}},
			"fields of a user that are there": {
				object{"email": "zoe@test.example", "country_id": 1, "logo": nil},
				[]string{"country_id", "logo"},
			},
		} {
			answer := accept(f.harbour, "lisbon", one.sent)
			slices.Sort(one.wrong)
			if answer.Status != 422 || !slices.Equal(answer.Keys("errors"), one.wrong) {
				t.Errorf("%s: %d %s", name, answer.Status, answer.Text)
			}
		}
		for _, body := range []string{"", "[]", "null", "{", "\xff"} {
			f.harbour.Post("/api/v1/invites/lisbon/accept", body).Want(400)
		}
		f.Page("Harbour").Post("/api/v1/invites/lisbon/accept", object{"uid": "UTom000000"}).Want(403)
		f.Anyone().Post("/api/v1/invites/lisbon/accept", object{"uid": "UTom000000"}).Want(401)
		if f.Count("SELECT count(*) FROM users") != before || f.Count("SELECT count(*) FROM shared_collections") != 0 ||
			f.Count("SELECT count(*) FROM audit_log") != told {
			t.Error("something refused was written")
		}
		f.Logged()
		if n := f.Leaks(); n != 0 {
			t.Errorf("%d secrets are told", n)
		}
	})
}

func TestSomebodyNewSignsUp(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := open(t, d)
		advisors := func(tab string) int64 {
			return f.editor.Get("users?counts=1").Want(200).Int("meta.counts." + tab + ".total")
		}
		all, before, fresh := advisors("all"), advisors("advisors"), advisors("new-advisors")
		made := accept(f.harbour, "lisbon", object{
			"email": " Zoé.Lopes@Test.example", "first_name": "Zoé",
			"last_name": "Lopes", "phone": "+351 21 000 00 00", "company_name": "Trips",
		}).Want(201)
		uid := made.String("item.uid")
		if made.Value("item.signed_up") != true || len(uid) != 10 {
			t.Errorf("signed up: %s", made.Text)
		}
		user := f.editor.Get("users?query=zoe+lopes").Want(200)
		for path, want := range map[string]any{
			"email": "zoé.lopes@test.example", "full_name": "Zoé Lopes", "phone": "+351 21 000 00 00", "company_name": "Trips",
			"alt_id": uid, "signup_source": "invite", "signup_partner.name": "Harbour",
			"signup_collection.name": "Lisbon walks", "partner_id": nil, "internal": false, "status": "unverified",
			"email_verified_at": nil, "deactivated_at": nil, "shared_collections_count": 1.0, "user_template_id": nil,
		} {
			if got := user.Value("items.0." + path); got != want {
				t.Errorf("%s is %v, want %v", path, got, want)
			}
		}
		if advisors("all") != all+1 || advisors("advisors") != before+1 || advisors("new-advisors") != fresh+1 {
			t.Error("the tabs do not count them")
		}
		for _, query := range []string{
			"SELECT count(*) FROM users WHERE alt_id = ? AND coalesce(password_hash, '') = ''",
			"SELECT count(*) FROM users WHERE alt_id = ? AND staff_role IS NULL",
		} {
			if n := f.Count(query, uid); n != 1 {
				t.Errorf("%s: %d", query, n)
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
				t.Errorf("%s: %d, want %d", query, got, want)
			}
		}
		if again := accept(f.harbour, "lisbon", object{"email": "ZOÉ.lopes@test.example"}).
			Want(200); again.String("item.hashid") != made.String("item.hashid") || again.Value("item.signed_up") != false {
			t.Errorf("again: %s", again.Text)
		}
		// The same letter, written as two.
		if again := accept(f.harbour, "lisbon", object{"email": "zoe\u0301.lopes@test.example"}).
			Want(200); again.String("item.uid") != uid {
			t.Errorf("in two letters: %s", again.Text)
		}
		if two := accept(f.harbour, "lisbon", object{"email": "re\u0301my@test.example"}).
			Want(201); two.Value("item.signed_up") != true {
			t.Errorf("signed up in two letters: %s", two.Text)
		}
		if personal := accept(f.App(), "personal", object{"email": "max@test.example"}).
			Want(201); f.Count(`
				SELECT count(*)
				FROM users
				WHERE alt_id = ? AND signup_source = 'invite' AND signup_partner_id IS NULL AND signup_collection_id = 34`,
			personal.String("item.uid")) != 1 {
			t.Error("by a personal collection, they came from somewhere else")
		}
		accept(f.meridian, "others", object{"email": "zoé.lopes@test.example"}).Want(201) // an advisor, whoever invited them
	})
}

func TestASignUpThatHasToBeTriedAgain(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := open(t, d)
		f.failing = &pgconn.PgError{Code: "40P01"} // others were in the way
		made := accept(f.harbour, "lisbon", object{"email": "zoe@test.example", "first_name": "Zoe"}).Want(201)
		if made.Value("item.signed_up") != true ||
			f.Count("SELECT count(*) FROM users WHERE email = 'zoe@test.example' AND first_name = 'Zoe'") != 1 {
			t.Errorf("signed up: %s", made.Text)
		}
	})
}

func TestTheSamePersonAtTheSameMomentIsOne(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := open(t, d)
		for name, one := range map[string]struct {
			who         object
			collections []string
			shared      int64
		}{
			"somebody new": {object{"email": "zoe@test.example"}, []string{"lisbon"}, 1},
			"somebody new, two collections": {
				object{"email": "max@test.example", "first_name": "Max"},
				[]string{"lisbon", "porto"},
				2,
			},
			"somebody who is there, two of these": {object{"uid": "UTom000000"}, []string{"lisbon", "porto"}, 2},
		} {
			var lock sync.Mutex
			statuses, signed, ids, uid := map[int]int{}, 0, map[string]bool{}, ""
			kittest.AtOnce(20, func(i int) {
				answer := accept(f.harbour, one.collections[i%len(one.collections)], one.who)
				lock.Lock()
				defer lock.Unlock()
				statuses[answer.Status]++
				if answer.Status > 201 {
					t.Errorf("%s: %d %s", name, answer.Status, answer.Text)
					return
				}
				ids[answer.String("item.hashid")], uid = true, answer.String("item.uid")
				if answer.Value("item.signed_up") == true {
					signed++
				}
			})
			if statuses[201] != len(one.collections) || int64(len(ids)) != one.shared ||
				(signed != 1) != (one.who["uid"] != nil) {
				t.Errorf("%s: %v, %d signed up, known as %v", name, statuses, signed, ids)
			}
			if n := f.Count(`
				SELECT count(*)
				FROM shared_collections AS s
				JOIN users AS u ON u.id = s.user_id
				WHERE u.alt_id = ?`, uid); n != one.shared {
				t.Errorf("%s has %d collections", name, n)
			}
		}
		if n := f.Count("SELECT count(*) FROM users WHERE signup_source = 'invite'"); n != 2 {
			t.Errorf("%d users signed up", n)
		}
		if n := f.Count("SELECT shared_collections_count FROM collections WHERE id = 31"); n != 3 {
			t.Errorf("the collection counts %d", n)
		}
	})
}

func TestWhatStaffDeletedIsAcceptedAnew(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := open(t, d)
		first := accept(f.harbour, "lisbon", object{"uid": "UTom000000"}).Want(201).String("item.hashid")
		id, _ := hashid.Decode(first)
		f.editor.Delete(fmt.Sprint("shared-collections/", id)).Want(204)
		second := accept(f.harbour, "lisbon", object{"uid": "UTom000000"}).Want(201).String("item.hashid")
		if first == second {
			t.Error("a name was used twice")
		}
		for _, query := range []string{
			"SELECT shared_collections_count FROM collections WHERE id = 31",
			"SELECT shared_collections_count FROM partners WHERE id = 7",
			"SELECT shared_collections_count FROM users WHERE id = 93",
		} {
			if n := f.Count(query); n != 1 {
				t.Errorf("%s: %d", query, n)
			}
		}
	})
}

func (f *fair) personalise(c *kittest.Client, hash, uid string, list ...any) *kittest.Answer {
	return c.Put("/api/v1/shared-collections/"+hash+"/personalisations",
		object{"uid": uid, "personalisations": append([]any{}, list...)})
}

func TestPersonalisationsTakeThePlaceOfWhatWasThere(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := open(t, d)
		hash := accept(f.harbour, "lisbon", object{"uid": "UTom000000"}).Want(201).String("item.hashid")
		id, _ := hashid.Decode(hash)
		told := func() int64 {
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
		holds := func(when string, count, rows int64, message bool) {
			t.Helper()
			row := f.editor.Get(fmt.Sprint("shared-collections/", id)).Want(200)
			if row.Int("item.personalisations_count") != count || row.Value("item.has_personal_message") != message ||
				told() != rows {
				t.Errorf("%s: %d personalisations, a message %v, told %d times", when, row.Int("item.personalisations_count"),
					row.Value("item.has_personal_message"), told())
			}
		}
		f.personalise(f.harbour, hash, "UTom000000").Want(200)
		if holds("nothing for nothing", 0, 0, false); changed() != 0 {
			t.Error("it was changed")
		}
		okafors := object{
			"name": "The Okafors", "personal_message": "Have a good time!", "cta_display": "book",
			"content_customisations_count": 3,
		}
		first := f.personalise(f.harbour, hash, "UTom000000", okafors, object{"name": " Zoë "}).Want(200)
		if got := first.Column("name"); !slices.Equal(got, []string{"The Okafors", "Zoë"}) ||
			first.String("items.1.cta_display") != "none" || first.Int("items.0.content_customisations_count") != 3 ||
			!strings.Contains(first.String("items.0.landing_page_url"), hashid.Encode(first.Int("items.0.id"))) {
			t.Errorf("personalised: %s", first.Text)
		}
		holds("two", 2, 1, true)
		at := f.Count(`
			SELECT count(*)
			FROM shared_collections
			WHERE updated_at = (SELECT max(created_at) FROM personalisations)`)
		again := f.personalise(f.harbour, hash, "UTom000000", object{
			"name": "Zoë", "cta_display": "none",
			"personal_message": "",
		}, okafors).Want(200)
		if again.Text != first.Text || at != 1 ||
			f.Count("SELECT count(*) FROM personalisations WHERE updated_at > created_at") != 0 ||
			f.Count(`
				SELECT count(*)
				FROM shared_collections
				WHERE updated_at = (SELECT max(created_at) FROM personalisations)`) != 1 {
			t.Errorf("the same again: %s, it was %s", again.Text, first.Text)
		}
		holds("the same again", 2, 1, true)
		third := f.personalise(f.App(), hash, "UTom000000", object{"name": "the OKAFORS", "personal_message": "  "},
			object{"name": "New"}).Want(200)
		if third.String("items.1.name") != "the OKAFORS" || third.Int("items.1.id") != first.Int("items.0.id") ||
			third.String("items.1.cta_display") != "none" || third.Int("items.1.content_customisations_count") != 0 {
			t.Errorf("in other case: %s", third.Text)
		}
		if holds("one of another name", 2, 1,
			false); f.Count(`
				SELECT count(*)
				FROM audit_log
				WHERE action = 'personalised' AND user_name = 'UTom000000, through the app'`) != 1 {
			t.Error("the log does not tell of the app")
		}
		if found := f.editor.Get(fmt.Sprint("shared-collections/", id, "/personalisations?query=okafors")).
			Want(200); found.Int("meta.total") != 1 {
			t.Errorf("the console finds %s", found.Text)
		}
		f.personalise(f.harbour, hash, "UTom000000").Want(200)
		if holds("none", 0, 2, false); f.Count("SELECT count(*) FROM personalisations") != 0 {
			t.Error("some are left")
		}
	})
}

func TestPersonalisationsThatAreRefused(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := open(t, d)
		hash := accept(f.harbour, "lisbon", object{"uid": "UTom000000"}).Want(201).String("item.hashid")
		personal := accept(f.App(), "personal", object{"uid": "UTom000000"}).Want(201).String("item.hashid")
		f.personalise(f.harbour, hash, "UTom000000", object{"name": "Kept", "personal_message": "Hello"}).Want(200)
		many := []any{}
		for i := range 101 {
			many = append(many, object{"name": fmt.Sprint("Client ", i)})
		}
		for name, one := range map[string]struct {
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
			"a long call to do something": {
				[]any{object{"name": "a", "cta_display": strings.Repeat("x", 41)}},
				".0.cta_display",
			},
			"fewer than none": {
				[]any{object{"name": "a", "content_customisations_count": -1}},
				".0.content_customisations_count",
			},
			"half a one": {
				[]any{object{"name": "a", "content_customisations_count": 1.5}},
				".0.content_customisations_count",
			},
			"more than anybody makes": {
				[]any{object{"name": "a", "content_customisations_count": 1_000_001}},
				".0.content_customisations_count",
			},
			"a field there is not":   {[]any{object{"name": "a", "message": "x"}}, ".0.message"},
			"a text instead of one":  {[]any{"a"}, ".0"},
			"nothing instead of one": {[]any{object{"name": "a"}, nil}, ".1"},
			"the id of one":          {[]any{object{"name": "a", "id": 1}}, ".0.id"},
			"a landing page of their choice": {
				[]any{object{"name": "a", "landing_page_url": "https://evil.example"}},
				".0.landing_page_url",
			},
			"the shared collection of others": {
				[]any{object{"name": "a", "shared_collection_id": 1}},
				".0.shared_collection_id",
			},
		} {
			if answer := f.personalise(f.harbour, hash, "UTom000000", one.list...); answer.Status != 422 ||
				!slices.Equal(answer.Keys("errors"), []string{"personalisations" + one.wrong}) {
				t.Errorf("%s: %d %s", name, answer.Status, answer.Text)
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
		for name, one := range map[string]struct {
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
			"a word of nothing":              {f.harbour, "zzzzzzzz", "UTom000000", 404},
			"of one that is not there":       {f.harbour, hashid.Encode(999), "UTom000000", 404},
			"zero bytes":                     {f.harbour, "%00", "UTom000000", 404},
			"a page":                         {f.Page("Harbour"), hash, "UTom000000", 403},
			"nobody":                         {f.Anyone(), hash, "UTom000000", 401},
		} {
			if answer := f.personalise(one.client, one.hash, one.uid); answer.Status != one.want {
				t.Errorf("%s: %d, want %d: %s", name, answer.Status, one.want, answer.Text)
			}
		}
		if n := f.Count("SELECT count(*) FROM personalisations WHERE name = 'Kept' AND personal_message = 'Hello'"); n != 1 ||
			f.Count("SELECT count(*) FROM personalisations") != 1 {
			t.Error("what was there is not")
		}
		f.Exec("UPDATE collections SET deleted_at = ? WHERE id = 31", clock.Now())
		f.personalise(f.harbour, hash, "UTom000000").Want(404)
		f.Exec("UPDATE collections SET deleted_at = NULL WHERE id = 31")
		f.Exec("UPDATE shared_collections SET deleted_at = ? WHERE collection_id = 31", clock.Now())
		f.personalise(f.harbour, hash, "UTom000000").Want(404)
		if n := f.Count("SELECT count(*) FROM audit_log WHERE action = 'personalised'"); n != 1 {
			t.Errorf("told %d times", n)
		}
	})
}

func TestPersonalisedAtTheSameMoment(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := open(t, d)
		hash := accept(f.harbour, "lisbon", object{"uid": "UTom000000"}).Want(201).String("item.hashid")
		kittest.AtOnce(20, func(int) {
			if answer := f.personalise(f.harbour, hash, "UTom000000", object{"name": "One"},
				object{"name": "Two", "personal_message": "x"}); answer.Status != 200 {
				t.Errorf("%d %s", answer.Status, answer.Text)
			}
		})
		if n, told := f.Count("SELECT count(*) FROM personalisations"),
			f.Count("SELECT count(*) FROM audit_log WHERE action = 'personalised'"); n != 2 || told != 1 {
			t.Errorf("%d are there, told %d times", n, told)
		}
	})
}
