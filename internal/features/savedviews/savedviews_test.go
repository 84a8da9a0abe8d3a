package savedviews_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"waymark/internal/features/savedviews"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
)

func serve(t *testing.T, d *db.DB) *kittest.Server {
	t.Helper()
	return kittest.Serve(t, d, kittest.Resources(savedviews.Mount))
}

func view(name string, more ...any) map[string]any {
	body := map[string]any{"table": "content", "name": name}
	for i := 0; i < len(more); i += 2 {
		body[fmt.Sprint(more[i])] = more[i+1]
	}
	return body
}

func path(created *kittest.Response) string {
	return fmt.Sprintf("views/%d", created.Want(201).Int("item.id"))
}

// names returns the views of content that someone sees, with a star after the default.
func names(c *kittest.Client) string {
	list := []string{}
	for _, item := range c.Get("views?table=content").Want(200).Value("items").([]any) {
		fields, _ := item.(map[string]any)
		name := fmt.Sprint(fields["name"])
		if fields["default"] == true {
			name += "*"
		}
		list = append(list, name)
	}
	return strings.Join(list, " ")
}

func wantNames(t *testing.T, c *kittest.Client, want string) {
	t.Helper()
	if got := names(c); got != want {
		t.Errorf("the views are %q, want %q", got, want)
	}
}

func TestSavedViews_Private(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		owner, other, admin := s.Editor(), s.Editor(), s.Admin()
		s.Anyone().Get("views?table=content").Want(401)
		s.Anyone().Post("views", view("Mine")).Want(401)
		created := owner.Post("views", view("Mine", "params", map[string]any{"type_id": "1,2", "sort": "-title", "query": ""},
			"columns", []string{"title", "status"})).Want(201)
		if got := created.Value("item.params"); fmt.Sprint(got) != "map[sort:-title type_id:1,2]" {
			t.Errorf("the parameters are %v", got)
		}
		if created.String("item.columns.1") != "status" || created.Value("item.shared") != false {
			t.Errorf("got %s", created.Text)
		}
		mine := path(created)
		t.Run("is invisible to everyone else", func(t *testing.T) {
			wantNames(t, owner, "Mine")
			for _, c := range []*kittest.Client{other, admin} {
				wantNames(t, c, "")
				c.Put(mine, map[string]any{"name": "Theirs"}).Want(404)
				c.Put(mine, map[string]any{"name": 5, "version": 99}).Want(404)
				c.Put(mine, map[string]any{"default": true}).Want(404)
				c.Delete(mine).Want(404)
			}
			owner.Get("views?table=users").Want(200)
			if n := len(owner.Get("views?table=users").Value("items").([]any)); n != 0 {
				t.Errorf("another table has %d views", n)
			}
		})
		t.Run("has a name of its own among those of its owner", func(t *testing.T) {
			owner.Post("views", view("  MINE ")).Refused("name")
			path(other.Post("views", view("Mine")))
			path(owner.Post("views", view("Mine", "table", "users")))
			second := path(owner.Post("views", view("Second")))
			owner.Put(second, map[string]any{"name": "mine"}).Refused("name")
			owner.Delete(second).Want(204)
		})
		t.Run("is updated, and an old version is reported", func(t *testing.T) {
			version := created.Int("item.version")
			changed := owner.Put(mine, map[string]any{
				"name": "Renamed", "params": map[string]any{"sort": "title"}, "version": version,
			}).Want(200)
			if changed.Int("item.version") != version+1 || fmt.Sprint(changed.Value("item.params")) != "map[sort:title]" ||
				changed.String("item.columns.0") != "title" {
				t.Errorf("got %s", changed.Text)
			}
			stale := owner.Put(mine, map[string]any{"name": "Again", "version": version}).Want(409)
			if stale.String("item.name") != "Renamed" {
				t.Errorf("got %s", stale.Text)
			}
			owner.Put(mine, map[string]any{"table": "users"}).Refused("table")
		})
		t.Run("is recorded in the audit log", func(t *testing.T) {
			owner.Delete(mine).Want(204)
			owner.Delete(mine).Want(404)
			n := s.Count("SELECT count(*) FROM audit_log WHERE kind = 'saved view' AND record_name IN ('Mine', 'Renamed')" +
				" AND action IN ('created', 'updated', 'deleted')")
			if n != 5 { // three created, one renamed and deleted
				t.Errorf("got %d audit entries", n)
			}
		})
	})
}

func TestSavedViews_Shared(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		editor, admin, second := s.Editor(), s.Admin(), s.Admin()
		own := path(editor.Post("views", view("Own")))
		shared := path(admin.Post("views", view("Shared", "shared", true)))
		t.Run("is visible to all, and changed by admins only", func(t *testing.T) {
			wantNames(t, editor, "Own Shared")
			wantNames(t, second, "Shared")
			editor.Post("views", view("Mine too", "shared", true)).Want(403)
			editor.Put(own, map[string]any{"shared": true}).Want(403)
			editor.Put(shared, map[string]any{"name": "Taken over"}).Want(403)
			editor.Put(shared, map[string]any{"shared": false}).Want(403)
			editor.Delete(shared).Want(403)
			second.Put(shared, map[string]any{"name": "Everyone"}).Want(200)
			wantNames(t, editor, "Own Everyone")
		})
		t.Run("has a name of its own among the shared ones", func(t *testing.T) {
			second.Post("views", view("everyone", "shared", true)).Refused("name")
			private := path(second.Post("views", view("Everyone")))
			second.Put(private, map[string]any{"shared": true}).Refused("name")
			second.Put(shared, map[string]any{"shared": false}).Refused("name")
			second.Delete(private).Want(204)
		})
		t.Run("can be the default of each person, who keep their own until it is private", func(t *testing.T) {
			editor.Put(shared, map[string]any{"default": true}).Want(200)
			admin.Put(shared, map[string]any{"default": true}).Want(200)
			wantNames(t, editor, "Own Everyone*")
			wantNames(t, second, "Everyone")
			editor.Put(own, map[string]any{"default": true}).Want(200)
			wantNames(t, editor, "Own* Everyone")
			wantNames(t, admin, "Everyone*")
			editor.Put(own, map[string]any{"default": false}).Want(200)
			editor.Put(shared, map[string]any{"default": true}).Want(200)
			admin.Put(shared, map[string]any{"shared": false}).Want(200)
			wantNames(t, admin, "Everyone*")
			wantNames(t, editor, "Own")
			if n := s.Count("SELECT count(*) FROM saved_view_defaults"); n != 1 {
				t.Errorf("%d people have a default", n)
			}
			second.Put(shared, map[string]any{"shared": true}).Want(404)
			admin.Put(shared, map[string]any{"shared": true}).Want(200)
			wantNames(t, editor, "Own Everyone")
		})
		t.Run("leaves nobody with a default when it is deleted", func(t *testing.T) {
			editor.Put(shared, map[string]any{"default": true}).Want(200)
			second.Delete(shared).Want(204)
			wantNames(t, editor, "Own")
			if n := s.Count("SELECT count(*) FROM saved_view_defaults"); n != 0 {
				t.Errorf("%d people have a default", n)
			}
		})
	})
}

func TestSavedViews_DeletedUser(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		leaving, staying := s.Admin(), s.Admin()
		private := leaving.Post("views", view("Private", "default", true)).Want(201).Int("item.id")
		path(leaving.Post("views", view("Shared", "shared", true)))
		wantNames(t, leaving, "Private* Shared")
		// A purge deletes the row.
		s.Exec("DELETE FROM users WHERE id = (SELECT owner_id FROM saved_views WHERE id = ?)", private)
		wantNames(t, staying, "Shared")
		if n := s.Count("SELECT count(*) FROM saved_views") + s.Count("SELECT count(*) FROM saved_view_defaults"); n != 1 {
			t.Errorf("%d rows are left", n)
		}
	})
}

func TestSavedViews_Input(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		c := s.Editor()
		params := func(n int, value string) map[string]string {
			all := map[string]string{}
			for i := range n {
				all[fmt.Sprintf("p%d", i)] = value
			}
			return all
		}
		for field, values := range map[string][]any{
			"table": {
				nil, "", "Content", "../content", "a'b", strings.Repeat("a", 81), 5,
			},
			"name": {nil, "", " ", strings.Repeat("x", 81), "a\x00b", "a\nb", []string{"a"}},
			"params": {
				5, "sort=1",
				[]string{"sort"},
				map[string]any{"sort": 5},
				map[string]any{"a": nil, "b": []int{1}},
				params(41, "1"), params(5, strings.Repeat("x", 900)),
				map[string]string{"": "1"},
				map[string]string{"Sort": "1"},
				map[string]string{"a'b": "1"},
				map[string]string{strings.Repeat("n", 61): "1"},
			},
			"columns": {5, "title", []any{1}, make([]string, 201)},
			"shared":  {"yes", 1},
			"default": {"yes", 1},
		} {
			for _, value := range values {
				c.Post("views", view("View", field, value)).Refused(field)
			}
		}
		c.Post("views", view("View", "params", map[string]string{"sort": "a\x00b"})).Refused("params.sort")
		c.Post("views", view("View", "columns", []string{"title", "a b"})).Refused("columns.1")
		path(c.Post("views", view("Owned", "owner_id", 1, "version", 7, "id", 99)))
		wantNames(t, c, "Owned")
		c.Post("views", view("", "default", "yes")).Refused("name", "default")
		for _, query := range []string{"", "?table=", "?table=A", "?table=%00", "?table=" + strings.Repeat("a", 81)} {
			c.Get("views" + query).Refused("table")
		}
		for _, id := range []string{"0", "x", "999", "99999999999999999999"} {
			c.Put("views/"+id, map[string]any{"name": "a"}).Want(404)
			c.Delete("views/" + id).Want(404)
		}
		wantNames(t, c, "Owned")
	})
}

func TestSavedViews_Limit(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		admin := s.Admin()
		first := admin.Post("views", view("First")).Want(201).Int("item.id")
		for i := range 98 {
			key, now := fmt.Sprint(i), clock.Now()
			s.Exec(`INSERT INTO saved_views (table_name, name, name_key, owner_id, created_at, updated_at)
				SELECT 'content', 'x', ?, owner_id, ?, ? FROM saved_views WHERE id = ?`, key, now, now, first)
			s.Exec(`INSERT INTO saved_views (table_name, name, name_key, shared, created_at, updated_at)
				VALUES ('content', 'x', ?, TRUE, ?, ?)`, key, now, now)
		}
		for _, shared := range []bool{false, true} {
			if shared {
				path(admin.Post("views", view("99th", "shared", true)))
			}
			var tries sync.WaitGroup
			for i := range 16 {
				tries.Go(func() { admin.Post("views", view(fmt.Sprint("View ", i), "shared", shared)) })
			}
			tries.Wait()
			admin.Post("views", view("One too many", "shared", shared)).Refused("name")
			if n := s.Count("SELECT count(*) FROM saved_views WHERE shared = ?", shared); n != 100 {
				t.Errorf("there are %d views", n)
			}
		}
		admin.Put(fmt.Sprintf("views/%d", first), map[string]any{"shared": true}).Refused("name")
		admin.Put(fmt.Sprintf("views/%d", first), map[string]any{"name": "Renamed"}).Want(200)
		path(admin.Post("views", view("Elsewhere", "table", "users")))
		path(s.Editor().Post("views", view("Mine")))
	})
}

func TestSavedViews_ConcurrentChanges(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := serve(t, d)
		admin, editor := s.Admin(), s.Editor()
		created := admin.Post("views", view("Shared", "shared", true)).Want(201)
		one, version := path(created), created.Int("item.version")
		statuses, mu := map[int]int{}, sync.Mutex{}
		var changes sync.WaitGroup
		for i := range 6 {
			changes.Go(func() {
				got := admin.Put(one, map[string]any{"name": fmt.Sprint("Name ", i), "version": version})
				mu.Lock()
				defer mu.Unlock()
				statuses[got.Status]++
			})
			changes.Go(func() { editor.Put(one, map[string]any{"default": i%2 == 0}).Want(200) })
		}
		changes.Wait()
		if statuses[200] != 1 || statuses[409] != 5 {
			t.Errorf("the statuses are %v", statuses)
		}
		if n := s.Count("SELECT count(*) FROM audit_log WHERE action = 'updated' AND kind = 'saved view'"); n != 1 {
			t.Errorf("got %d audit entries", n)
		}
	})
}
