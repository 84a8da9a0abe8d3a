package accounttypes_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"waymark/internal/features/accounttypes"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/resourcetest"
)

func TestAccountTypes_CRUD(t *testing.T) {
	t.Parallel()
	resourcetest.Run(t, accounttypes.Mount, resourcetest.Sample{
		Path: "account-types", Kind: "account type", Name: "name",
		Create: map[string]any{"name": "Tour opérateur"}, Update: map[string]any{"name": "Airline"},
		Required: []string{"name"}, Unique: []string{"name"}, Longest: map[string]int{"name": 120}, AdminsOnly: true,
		Kept: true,
	})
}

func TestUserTemplates_CRUD(t *testing.T) {
	t.Parallel()
	resourcetest.Run(t, accounttypes.Mount, resourcetest.Sample{
		Path: "account-types/11/user-templates", Kind: "user template", Name: "name",
		Create: map[string]any{"name": "Propriétaire"}, Update: map[string]any{"name": "Owner"},
		Required: []string{"name"}, Unique: []string{"name"}, Longest: map[string]int{"name": 120}, AdminsOnly: true,
	})
}

// seed creates another account type. It returns its id and the paths of three templates: two of account type 11 and
// one of the other type.
func seed(admin *kittest.Client) (other int64, owner, advisor, elsewhere string) {
	other = admin.Post("account-types", map[string]any{"name": "Airline"}).Want(201).Int("item.id")
	path := func(accountType int64, name string) string {
		list := fmt.Sprintf("account-types/%d/user-templates", accountType)
		return fmt.Sprintf("%s/%d", list, admin.Post(list, map[string]any{"name": name}).Want(201).Int("item.id"))
	}
	return other, path(11, "Owner"), path(11, "Advisor"), path(other, "Owner")
}

func TestUserTemplates_Permissions(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := kittest.Serve(t, d, kittest.Resources(accounttypes.Mount))
		admin, editor := s.Admin(), s.Editor()
		_, owner, advisor, _ := seed(admin)
		granted := func(template string) (keys []string) {
			for key, on := range editor.Get(template).Want(200).Value("item.permissions").(map[string]any) {
				if on == true {
					keys = append(keys, key)
				}
			}
			slices.Sort(keys)
			return keys
		}
		audited := func() int64 {
			return s.Count("SELECT count(*) FROM audit_log WHERE kind = 'user template' AND action = 'updated'")
		}
		for _, key := range []string{"content.create", "collections.create", "content.create"} {
			admin.Put(owner+"/permission", map[string]any{"permission": key, "delete": false}).Want(200)
		}
		if got := granted(owner); !slices.Equal(got, []string{"collections.create", "content.create"}) || audited() != 2 {
			t.Errorf("got %v and %d audit entries, want 2 of each", got, audited())
		}
		if got := granted(advisor); len(got) != 0 {
			t.Errorf("permissions of the other template: got %v", got)
		}
		for range 2 {
			answer := admin.Put(owner+"/permission", map[string]any{"permission": "content.create", "delete": true}).Want(200)
			if answer.Value("item.permissions").(map[string]any)["content.create"] != false {
				t.Errorf("the response still has the permission: %s", answer.Text)
			}
		}
		if got := granted(owner); !slices.Equal(got, []string{"collections.create"}) || audited() != 3 {
			t.Errorf("got %v and %d audit entries, want 1 permission and 3 entries", got, audited())
		}
		t.Run("refuses invalid requests", func(t *testing.T) {
			for _, wrong := range []map[string]any{
				{"permission": "all"},
				{"permission": ""},
				{},
				{"permission": "COLLECTIONS.CREATE"},
				{"permission": 7},
				{"permission": nil},
			} {
				admin.Put(owner+"/permission", wrong).Refused("permission")
			}
			admin.Put(owner+"/permission", map[string]any{"permission": "content.edit", "delete": "yes"}).Refused("delete")
			admin.Put(owner+"/permission", map[string]any{"permission": "content.edit", "grant": true}).Refused("grant")
			// The field is read-only and therefore ignored.
			admin.Put(owner, map[string]any{"permissions": map[string]any{"content.edit": true}}).Want(200)
			editor.Put(owner+"/permission", map[string]any{"permission": "content.edit"}).Want(403)
			s.Anyone().Put(owner+"/permission", map[string]any{"permission": "content.edit"}).Want(401)
			if got := granted(owner); !slices.Equal(got, []string{"collections.create"}) {
				t.Errorf("refused requests changed the permissions to %v", got)
			}
		})
	})
}

func TestPermissions_Catalogue(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := kittest.Serve(t, d, kittest.Resources(accounttypes.Mount))
		admin := s.Admin()
		groups, _ := s.Editor().Get("account-type-permissions").Want(200).Value("permissions").([]any)
		keys := []string{}
		for _, g := range groups {
			group := g.(map[string]any)
			if group["group"] == "" || group["label"] == "" {
				t.Errorf("group without name or label: %v", group)
			}
			for _, p := range group["permissions"].([]any) {
				permission := p.(map[string]any)
				key := permission["key"].(string)
				if !strings.HasPrefix(key, group["group"].(string)+".") || permission["label"] == "" ||
					permission["description"] == "" || slices.Contains(keys, key) {
					t.Errorf("invalid permission: %v", permission)
				}
				keys = append(keys, key)
			}
		}
		if len(groups) != 9 || len(keys) < 30 {
			t.Errorf("got %d groups with %d permissions", len(groups), len(keys))
		}
		_, owner, _, _ := seed(admin)
		if all := admin.Get(owner).Want(200).Value("item.permissions").(map[string]any); len(all) != len(keys) {
			t.Errorf("permissions of a template: got %d, want %d", len(all), len(keys))
		}
		s.Anyone().Get("account-type-permissions").Want(401)
	})
}

func TestUserTemplates_AccountType(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := kittest.Serve(t, d, kittest.Resources(accounttypes.Mount))
		admin := s.Admin()
		other, owner, _, elsewhere := seed(admin)
		id := owner[strings.LastIndex(owner, "/")+1:]
		wrong := fmt.Sprintf("account-types/%d/user-templates/%s", other, id)
		admin.Get(wrong).Want(404)
		admin.Put(wrong, map[string]any{"name": "Mine"}).Want(404)
		admin.Delete(wrong).Want(404)
		admin.Put(wrong+"/permission", map[string]any{"permission": "content.edit"}).Want(404)
		for _, nowhere := range []string{"account-types/999/user-templates", "account-types/x/user-templates"} {
			admin.Get(nowhere).Want(404)
			admin.Post(nowhere, map[string]any{"name": "Lost"}).Want(404)
			admin.Get(nowhere + "-options").Want(404)
		}
		admin.Delete("account-types/11").Want(405)
		for path, want := range map[string][]string{
			"account-types/11/user-templates":                   {"Advisor", "Owner"},
			"account-types/11/user-templates-options?query=own": {"Owner"},
			"options/account-types":                             {"Airline", "Partner"},
		} {
			if got := admin.Get(path).Want(200).Column("name"); !slices.Equal(got, want) {
				t.Errorf("%s: got %v, want %v", path, got, want)
			}
		}
		counts := admin.Get("account-types?sort=-user_templates_count").Want(200).Column("user_templates_count")
		if !slices.Equal(counts, []string{"2", "1"}) {
			t.Errorf("template counts: got %v, want 2 and 1", counts)
		}
		admin.Delete(elsewhere).Want(204)
		path := fmt.Sprintf("account-types/%d", other)
		if left := admin.Get(path).Want(200).Int("item.user_templates_count"); left != 0 {
			t.Errorf("got %d templates, want 0", left)
		}
	})
}

func TestUserTemplates_InUse(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s := kittest.Serve(t, d, kittest.Resources(accounttypes.Mount))
		admin, now := s.Admin(), clock.Now()
		_, owner, _, _ := seed(admin)
		id := owner[strings.LastIndex(owner, "/")+1:]
		admin.Put(owner+"/permission", map[string]any{"permission": "content.edit"}).Want(200)
		s.Exec(`INSERT INTO users (email, alt_id, partner_id, user_template_id, created_at, updated_at)
			VALUES ('ana@x.example', 'UAna000000', 1, `+id+`, ?, ?),
				('tom@x.example', 'UTom000000', 1, `+id+`, ?, ?)`, now, now, now, now)
		answer := admin.Delete(owner).Want(409)
		if answer.Int("uses.0.count") != 2 || answer.String("uses.0.kind") != "users" ||
			answer.String("uses.0.path") != "/users?user_template_id="+id {
			t.Errorf("got %s", answer.Text)
		}
		if got := admin.Get(owner).Want(200).Int("item.users_count"); got != 2 {
			t.Errorf("users_count: got %d, want 2", got)
		}
		s.Exec("UPDATE users SET user_template_id = NULL WHERE user_template_id = " + id)
		admin.Delete(owner).Want(204)
		if n := s.Count("SELECT count(*) FROM user_template_permissions"); n != 0 {
			t.Errorf("%d permissions of the deleted template are left", n)
		}
	})
}
