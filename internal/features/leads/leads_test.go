package leads_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"waymark/internal/features/leads"
	"waymark/internal/kit/api"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/trash"
	"waymark/internal/platform/people"
)

const keep = 30 * 24 * time.Hour

// fixture is a server with the partners Aurora (2, with the user Ana, 21) and Borealis (3), and the advisor Tom (22).
type fixture struct {
	*kittest.Server
	service *leads.Service
	bin     *trash.Bin
	t       *testing.T
}

func serve(t *testing.T, d *db.DB) *fixture {
	t.Helper()
	f := &fixture{t: t}
	f.Server = kittest.Serve(t, d, func(s *kittest.Server, set *jobs.Set) {
		f.service = &leads.Service{Store: s.Kit.Store, Mail: s.Mail, Keep: keep}
		f.service.Mount(s.Kit)
		f.service.Jobs(set)
		f.bin = &trash.Bin{Store: s.Kit.Store, Kinds: []trash.Kind{people.Trash, {Name: "partner", Table: "partners"}}}
	})
	f.Partner(2, "Aurora", "p2")
	f.Partner(3, "Borealis", "p3")
	f.Exec("UPDATE partners SET email = 'desk@aurora.example' WHERE id = 2")
	f.User(21, "Ana", 2)
	f.User(22, "Tom", nil)
	now := clock.Now()
	f.Exec(`INSERT INTO collections (id, alt_id, name, name_key, partner_id, language_id, created_at, updated_at)
		VALUES (31, 'c31', 'Porto in winter', 'porto in winter', 2, 1, ?, ?),
			(32, 'c32', 'Azores', 'azores', 3, 1, ?, ?)`, now, now, now, now)
	return f
}

func id(n int64) *int64 { return &n }

// form returns a valid form on the page of a collection of Aurora.
func form() leads.Submission {
	return leads.Submission{
		PartnerID: 2, CollectionID: id(31), Name: "Maria Silva", Email: "maria@mail.example", Phone: "+351 21 555 0100",
		Message: "Ten days in May.\nTwo adults.", PageURL: "https://go.test.example/c31",
	}
}

// submit stores a form that must be new, and returns its id.
func (f *fixture) submit(form leads.Submission) int64 {
	f.t.Helper()
	lead, added, err := f.service.Submit(f.t.Context(), form)
	if err != nil || !added || lead == 0 {
		f.t.Fatalf("got lead %d, added %v (%v)", lead, added, err)
	}
	return lead
}

// insert inserts a lead without its job.
func (f *fixture) insert(lead, partner int64, user, collection any, name, email string, ago time.Duration) {
	f.t.Helper()
	f.Exec(`INSERT INTO leads (id, partner_id, user_id, collection_id, name, email, message, submission_key, search_text,
			created_at)
		VALUES (?, ?, ?, ?, ?, ?, 'Hello', ?, ?, ?)`,
		lead, partner, user, collection, name, email, name, fold.SearchText(name, email), clock.Now().Add(-ago))
}

// insertFour inserts leads, of which the one with the lowest id is not the oldest.
func (f *fixture) insertFour() {
	f.t.Helper()
	f.insert(1, 2, 21, 31, "Maria Silva", "maria@mail.example", time.Minute)
	f.insert(2, 2, nil, nil, "João Pereira", "joao@post.example", 2*time.Hour)
	f.insert(3, 2, 22, 31, "Maria Rossi", "rossi@mail.example", time.Hour)
	f.insert(4, 3, 22, 32, "Lars Berg", "lars@mail.example", 3*time.Hour)
}

func TestLeads_List(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := serve(t, d)
		f.insertFour()
		editor := f.Editor()
		for path, want := range map[string]string{
			"partners/2/leads": "1 3 2", "partners/3/leads": "4", "partners/1/leads": "",
			"users/21/leads": "1", "users/22/leads": "3 4",
			"partners/2/leads?sort=created_at": "2 3 1", "partners/2/leads?sort=-id": "3 2 1",
			"partners/2/leads?query=maria": "1 3", "partners/2/leads?query=joao": "2",
			"partners/2/leads?query=mail.example": "1 3", "partners/2/leads?query=lars": "",
			"partners/2/leads?query=rossi+MARIA": "3", "users/22/leads?query=mail.example": "3 4",
			"partners/2/leads?query=hello":       "", // messages are not searched
			"partners/2/leads?per_page=1&page=2": "3", "partners/2/leads?page=9": "",
		} {
			got := editor.Get(path).Want(200)
			if ids := strings.Join(got.Column("id"), " "); ids != want {
				t.Errorf("%s: got %q, want %q", path, ids, want)
			}
			if n := int64(len(strings.Fields(want))); !strings.Contains(path, "page=") && got.Int("meta.total") != n {
				t.Errorf("%s: got total %d, want %d", path, got.Int("meta.total"), n)
			}
		}
		for _, path := range []string{"partners/2/leads", "users/22/leads"} {
			for query, field := range map[string]string{
				"sort=name": "sort", "sort=email": "sort", "page=0": "page", "per_page=101": "per_page",
				"partner_id=2": "partner_id", "query=" + strings.Repeat("a", 201): "query",
			} {
				editor.Get(path + "?" + query).Refused(field)
			}
			f.Anyone().Get(path).Want(401)
			f.Admin().Get(path).Want(200)
		}
	})
}

func TestLeads_Record(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := serve(t, d)
		f.insertFour()
		editor := f.Editor()
		list := editor.Get("partners/2/leads").Want(200)
		keys := []string{
			"collection", "created_at", "email", "id", "message", "name", "page_url", "partner", "phone", "user",
		}
		if got := list.Keys("items.0"); !slices.Equal(got, keys) {
			t.Errorf("got keys %v, want %v", got, keys)
		}
		for path, want := range map[string]any{
			"items.0.name": "Maria Silva", "items.0.email": "maria@mail.example", "items.0.message": "Hello",
			"items.0.collection.name": "Porto in winter", "items.0.user.name": "Ana", "items.0.partner.name": "Aurora",
			"items.2.collection": nil, "items.2.user": nil,
		} {
			if got := list.Value(path); got != want {
				t.Errorf("%s: got %v, want %v", path, got, want)
			}
		}
		if one := editor.Get("users/22/leads/3").Want(200); one.String("item.name") != "Maria Rossi" {
			t.Errorf("got %s", one.Text)
		}
		for _, missing := range []string{
			"partners/3/leads/1", "users/21/leads/3", "users/22/leads/1", "partners/2/leads/99", "partners/99/leads",
			"partners/99/leads/1", "users/99/leads", "users/2/leads", "partners/x/leads", "partners/0/leads", "leads",
		} {
			editor.Get(missing).Want(404)
		}
		f.Exec("UPDATE partners SET deleted_at = created_at WHERE id = 2")
		f.Exec("UPDATE users SET deleted_at = created_at WHERE id = 21")
		for _, missing := range []string{"partners/2/leads", "partners/2/leads/1", "users/21/leads", "users/21/leads/1"} {
			editor.Get(missing).Want(404)
		}
	})
}

func TestLeads_Permissions(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := serve(t, d)
		f.insertFour()
		admin, editor := f.Admin(), f.Editor()
		for _, path := range []string{"partners/2/leads", "users/21/leads"} {
			admin.Post(path, "{}").Want(405)
			for _, method := range []string{"POST", "PUT", "DELETE"} {
				admin.Do(method, path+"/1", "{}").Want(405)
			}
			if list, ok := f.Kit.API.ListAt(path); !ok || list.Export != api.Admins {
				t.Errorf("%s: editors may export it", path)
			}
		}
		for _, pattern := range []string{"/api/admin/partners/{partner_id}/leads", "/api/admin/users/{user_id}/leads"} {
			if f.Kit.Exports.At(pattern) == nil {
				t.Errorf("%s can't be exported", pattern)
			}
		}
		editor.Delete("leads/1").Want(403)
		f.Anyone().Delete("leads/1").Want(401)
		if n := f.Count("SELECT count(*) FROM leads"); n != 4 {
			t.Errorf("got %d leads, want 4", n)
		}
	})
}

func TestLeads_Delete(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := serve(t, d)
		f.insertFour()
		admin := f.Admin()
		admin.Delete("leads/1").Want(204)
		admin.Delete("leads/2").Want(204)
		for _, missing := range []string{"leads/1", "leads/99", "leads/x", "leads/0"} {
			admin.Delete(missing).Want(404)
		}
		if got := admin.Get("partners/2/leads").Want(200).Column("id"); !slices.Equal(got, []string{"3"}) {
			t.Errorf("got leads %v, want 3", got)
		}
		if got := admin.Get("partners/2/leads?query=silva").Want(200).Int("meta.total"); got != 0 {
			t.Errorf("the search finds %d deleted leads", got)
		}
		if n := f.Count("SELECT count(*) FROM trash"); n != 0 {
			t.Errorf("%d leads are in the trash", n)
		}
		// A lead without a collection is named after its partner.
		for record, name := range map[int64]string{1: "Porto in winter", 2: "Aurora"} {
			if n := f.Count(`SELECT count(*) FROM audit_log
				WHERE action = 'deleted' AND kind = 'lead' AND record_id = ? AND record_name = ? AND user_id = ?`,
				record, name, admin.UserID); n != 1 {
				t.Errorf("lead %d: got %d audit rows, want 1", record, n)
			}
		}
		f.wantNoPersonalData("maria", "silva", "joao", "joão", "hello")
	})
}

// wantNoPersonalData checks that neither the audit log nor the queue contains words of a visitor.
func (f *fixture) wantNoPersonalData(words ...string) {
	f.t.Helper()
	for _, word := range words {
		if n := f.Count(`SELECT (SELECT count(*) FROM audit_log
				WHERE lower(CAST(changes AS TEXT) || record_name || user_name || ip_address) LIKE ?)
			+ (SELECT count(*) FROM river_job WHERE lower(CAST(args AS TEXT)) LIKE ?)`,
			"%"+word+"%", "%"+word+"%"); n != 0 {
			f.t.Errorf("%q is in %d rows of the audit log and the queue", word, n)
		}
	}
}

func TestLeads_Retention(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := serve(t, d)
		f.insert(1, 2, 21, 31, "Old", "old@mail.example", keep+time.Minute)
		f.insert(2, 2, 21, 31, "Young", "young@mail.example", keep-time.Hour)
		run := func() {
			t.Helper()
			err := d.Write(t.Context(), func(tx *db.Tx) error {
				return f.Queue.Insert(t.Context(), tx, leads.DeleteOldLeads{})
			})
			if err != nil {
				t.Fatal(err)
			}
			f.RunJobs()
		}
		f.service.Keep = 0
		run()
		if n := f.Count("SELECT count(*) FROM leads"); n != 2 {
			t.Errorf("kept for ever: got %d leads, want 2", n)
		}
		f.service.Keep = keep
		run()
		if n := f.Count("SELECT sum(id) FROM leads"); n != 2 {
			t.Errorf("got leads with the sum of ids %d, want the young one alone", n)
		}
	})
}

func TestLeads_Purge(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		f := serve(t, d)
		f.insertFour()
		purge := func(table, kind string, record int64) {
			t.Helper()
			now := clock.Now()
			f.Exec("INSERT INTO trash (id, kind, record_id, deleted_at) VALUES (?, ?, ?, ?)", record, kind, record, now)
			f.Exec("UPDATE "+table+" SET deleted_at = ?, trash_id = ? WHERE id = ?", now, record, record)
			if err := f.bin.Purge(t.Context(), record); err != nil {
				t.Fatal(err)
			}
		}
		t.Run("a lead of a purged user stays with the partner", func(t *testing.T) {
			purge("users", "user", 22)
			if n := f.Count("SELECT count(*) FROM leads WHERE id IN (3, 4) AND user_id IS NULL"); n != 2 {
				t.Errorf("got %d leads, want 2", n)
			}
		})
		t.Run("the leads of a purged partner are deleted", func(t *testing.T) {
			f.Exec("UPDATE users SET partner_id = NULL")
			purge("partners", "partner", 2)
			if n := f.Count("SELECT sum(id) FROM leads"); n != 4 {
				t.Errorf("got leads with the sum of ids %d, want the one of the other partner", n)
			}
		})
	})
}
