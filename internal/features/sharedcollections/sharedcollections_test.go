package sharedcollections_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"waymark/internal/features/sharedcollections"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/resource"
)

// serve starts a server where Ana (21) and Tom (22, without a name) have accepted collections of partners 2 and 3,
// and a personal one.
func serve(t *testing.T, d *db.DB) (*kittest.Server, *kittest.Client) {
	t.Helper()
	s := kittest.Serve(t, d, kittest.Resources(func(kit resource.Kit) { sharedcollections.Mount(kit, kittest.Sites) }))
	now := clock.Now()
	s.Exec(`
		INSERT INTO partners (id, account_type_id, name, name_key, slug, alt_id, landing_page_domain, search_text,
			created_at, updated_at)
		VALUES (2, 11, 'Aurora', 'aurora', 'aurora', 'p2', 'trips.aurora.example', '  aurora', ?, ?),
			(3, 11, 'Borealis', 'borealis', 'borealis', 'p3', '', '  borealis', ?, ?)`, now, now, now, now)
	s.Exec(`
		INSERT INTO users (id, first_name, last_name, email, alt_id, search_text, created_at, updated_at)
		VALUES (21, 'Ana', 'Lopes', 'ana@x.example', 'u21', '  ana  lopes  ana@x.example', ?, ?),
			(22, '', '', 'Tom@X.example', 'u22', '  tom@x.example', ?, ?)`, now, now, now, now)
	s.Exec(`
		INSERT INTO collections (id, alt_id, name, name_key, type, partner_id, user_id, language_id, search_text,
			created_at, updated_at)
		VALUES (31, 'c31', 'Lisbon walks', 'lisbon walks', 'partner', 2, NULL, 1, '  lisbon  walks', ?, ?),
			(32, 'c32', 'Porto', 'porto', 'partner', 3, NULL, 1, '  porto', ?, ?),
			(33, 'c33', 'Mine', 'mine', 'personal', NULL, 21, 1, '  mine', ?, ?)`, now, now, now, now, now, now)
	accepted := func(id, user, collection int64, partner any, kind string, ago time.Duration) {
		at := now.Add(-ago)
		s.Exec(`
			INSERT INTO shared_collections (id, user_id, collection_id, partner_id, type, search_text, created_at,
				updated_at)
			SELECT ?, ?, ?, ?, ?, c.search_text || u.search_text, ?, ?
			FROM collections c, users u
			WHERE c.id = ? AND u.id = ?`,
			id, user, collection, partner, kind, at, at, collection, user)
	}
	accepted(1, 21, 31, 2, "user-accepted", 50*time.Hour)
	accepted(2, 22, 31, 2, "auto-accepted", 5*time.Hour)
	accepted(3, 21, 32, 3, "user-accepted", 3*time.Minute)
	accepted(4, 22, 33, nil, "user-accepted", time.Second)
	s.Exec(`
		INSERT INTO personalisations (id, shared_collection_id, name, name_key, personal_message, cta_display,
			content_customisations_count, search_text, created_at, updated_at)
		VALUES (1, 1, 'For the Okafors', 'for the okafors', 'Have a good time!', 'enquire', 3, '  for  the  okafors',
			?, ?), (2, 1, 'Honeymoon', 'honeymoon', '', 'none', 0, '  honeymoon', ?, ?)`,
		now.Add(-2*time.Hour), now, now.Add(-time.Hour), now)
	s.Exec("UPDATE shared_collections SET has_personal_message = TRUE WHERE id = 1")
	return s, s.Editor()
}

func TestSharedCollections_OfUser(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s, editor := serve(t, d)
		for path, want := range map[string][]string{
			"users/21/shared-collections": {"3", "1"}, "users/22/shared-collections": {"4", "2"},
			"users/21/shared-collections?query=lisbon": {"1"}, "users/21/shared-collections?query=tom": {},
			"users/21/shared-collections?partner=3": {"3"}, "users/22/shared-collections?type=auto-accepted": {"2"},
			"users/21/shared-collections?sort=-personalisations_count": {"1", "3"},
		} {
			got := editor.Get(path).Want(200)
			if ids := got.Column("id"); !slices.Equal(ids, want) && len(ids)+len(want) > 0 ||
				got.Int("meta.total") != int64(len(want)) {
				t.Errorf("%s: got %v of %d, want %v", path, ids, got.Int("meta.total"), want)
			}
		}
		editor.Get("users/21/shared-collections?user_id=22").Refused("user_id")
		s.Exec("UPDATE users SET deleted_at = created_at WHERE id = 22")
		for _, user := range []string{"22", "999", "x"} {
			editor.Get("users/" + user + "/shared-collections").Want(404)
		}
		s.Anyone().Get("users/21/shared-collections").Want(401)
	})
}

func TestSharedCollections_List(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s, editor := serve(t, d)
		for query, want := range map[string][]string{
			"": {"4", "3", "2", "1"}, "?type=all": {"4", "3", "2", "1"}, "?type=user-accepted": {"4", "3", "1"},
			"?type=auto-accepted": {"2"}, "?partner=2": {"2", "1"}, "?partner_id=3": {"3"},
			"?partner=2&type=user-accepted": {"1"}, "?user_id=21": {"3", "1"}, "?collection_id=31&type=all": {"2", "1"},
			"?query=lisbon": {"2", "1"}, "?query=lisbon+ana": {"1"}, "?query=LÓPES": {"3", "1"},
			"?query=boreal": {"3"}, "?query=tom@x&type=user-accepted": {"4"}, "?query=nobody": {},
			"?sort=created_at": {"1", "2", "3", "4"}, "?sort=-personalisations_count": {"1", "4", "3", "2"},
		} {
			got := editor.Get("shared-collections" + query).Want(200)
			if ids := got.Column("id"); !slices.Equal(ids, want) && len(ids)+len(want) > 0 {
				t.Errorf("%q: got %v, want %v", query, ids, want)
			}
			if got.Int("meta.total") != int64(len(want)) {
				t.Errorf("%q: got a total of %d, want %d", query, got.Int("meta.total"), len(want))
			}
		}
		row := editor.Get("shared-collections?partner=2&type=user-accepted").Want(200)
		for field, want := range map[string]any{
			"user.full_name": "Ana Lopes", "user.email": "ana@x.example", "collection.name": "Lisbon walks",
			"collection.partner.name": "Aurora", "has_personal_message": true,
			"personalisations_count": 2.0, "created_at_diff": "2 days ago", "name": "Lisbon walks",
		} {
			if got := row.Value("items.0." + field); got != want {
				t.Errorf("%s: got %v, want %v", field, got, want)
			}
		}
		if strings.Contains(row.Text, `"personalisations"`) {
			t.Error("the list contains personalisations")
		}
		personal := editor.Get("shared-collections?query=mine").Want(200)
		if personal.Value("items.0.collection.partner") != nil || personal.String("items.0.user.full_name") != "" {
			t.Errorf("got personal collection %s", personal.Text)
		}
		for parameter, value := range map[string]string{"type": "accepted", "partner": "x", "sort": "user", "page": "0"} {
			editor.Get("shared-collections?" + parameter + "=" + value).Refused(parameter)
		}
		t.Run("finds a collection by its new name", func(t *testing.T) {
			s.Exec("UPDATE collections SET name = 'Sintra', search_text = '  sintra' WHERE id = 31")
			got := editor.Get("shared-collections?query=sintra+ana").Want(200).Column("id")
			if !slices.Equal(got, []string{"1"}) {
				t.Errorf("got %v, want [1]", got)
			}
		})
		s.Anyone().Get("shared-collections").Want(401)
	})
}

// The console explains with these values why a personalised page is not available.
func TestSharedCollections_Availability(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s, editor := serve(t, d)
		past, future := clock.Now().Add(-time.Hour), clock.Now().Add(time.Hour)
		s.Exec("UPDATE users SET deactivated_at = ? WHERE id = 22", past)
		for name, test := range map[string]struct {
			publish, expire *time.Time
			public, expired bool
		}{
			"a draft":         {nil, nil, false, false},
			"published later": {&future, nil, false, false},
			"public":          {&past, &future, true, false},
			"expired":         {&past, &past, true, true},
		} {
			s.Exec("UPDATE collections SET inspires_publish_at = ?, expires_at = ? WHERE id = 31", test.publish, test.expire)
			one := editor.Get("shared-collections/1").Want(200)
			if one.Value("item.collection.public") != test.public || one.Value("item.collection.expired") != test.expired ||
				(one.Value("item.collection.inspires_publish_at") != nil) != (test.publish != nil) ||
				(one.Value("item.collection.expires_at") != nil) != (test.expire != nil) {
				t.Errorf("%s: got %s", name, one.Text)
			}
			if one.Value("item.user.deactivated_at") != nil {
				t.Errorf("%s: got a deactivated user: %s", name, one.Text)
			}
		}
		if two := editor.Get("shared-collections/2").Want(200); two.Value("item.user.deactivated_at") == nil {
			t.Errorf("got an active user: %s", two.Text)
		}
	})
}

func TestSharedCollections_Single(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s, editor := serve(t, d)
		one := editor.Get("shared-collections/1").Want(200)
		if len(one.String("item.hashid")) < 8 || one.String("item.personalisations.0.name") != "Honeymoon" ||
			one.String("item.personalisations.1.cta_display") != "enquire" {
			t.Errorf("got %s", one.Text)
		}
		list := editor.Get("shared-collections/1/personalisations").Want(200)
		if names := list.Column("name"); !slices.Equal(names, []string{"Honeymoon", "For the Okafors"}) {
			t.Errorf("got personalisations %v", names)
		}
		if page := list.String("items.1.landing_page_url"); !strings.HasPrefix(page, "https://trips.aurora.example/") ||
			len(page) < len("https://trips.aurora.example/")+8 || page == list.String("items.0.landing_page_url") {
			t.Errorf("got landing page %s", page)
		}
		found := editor.Get("shared-collections/1/personalisations?query=okaf").Want(200).Column("name")
		if !slices.Equal(found, []string{"For the Okafors"}) {
			t.Errorf("got %v, want [For the Okafors]", found)
		}
		if none := editor.Get("shared-collections/2/personalisations").Want(200); none.Int("meta.total") != 0 {
			t.Errorf("got %s, want no personalisations", none.Text)
		}
		editor.Get("shared-collections/999").Want(404)
		editor.Get("shared-collections/999/personalisations").Want(404)

		editor.Delete("shared-collections/1").Want(204)
		editor.Delete("shared-collections/1").Want(404)
		editor.Get("shared-collections/1/personalisations").Want(404)
		if n := s.Count("SELECT count(*) FROM personalisations"); n != 0 {
			t.Errorf("got %d personalisations, want none", n)
		}
		if n := s.Count("SELECT shared_collections_count FROM collections WHERE id = 31"); n != 1 {
			t.Errorf("got shared_collections_count %d, want 1", n)
		}
		if n := s.Count(`
			SELECT count(*)
			FROM audit_log
			WHERE kind = 'shared collection' AND action = 'deleted' AND record_name = 'Lisbon walks'`); n != 1 {
			t.Errorf("got %d audit entries, want 1", n)
		}
		// Row 2 is deleted together with its collection.
		s.Exec("UPDATE shared_collections SET deleted_at = ? WHERE id = 2", clock.Now())
		editor.Get("shared-collections/2").Want(404)
		editor.Delete("shared-collections/2").Want(404)
	})
}
