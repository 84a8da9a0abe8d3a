package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"waymark/internal/kit/auth"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/secret"
)

// undoRules makes changes and undoes them as different people.
type undoRules struct {
	*harness
	t             *testing.T
	admin, editor string
	// unconfirmed is a session of an admin that is no longer confirmed by the password.
	unconfirmed string
	n           int
}

func newUndoRules(t *testing.T, h *harness) *undoRules {
	t.Helper()
	u := &undoRules{
		harness: h, t: t, admin: h.session(auth.Admin), editor: h.session(auth.Editor), unconfirmed: h.session(auth.Admin),
	}
	_, err := h.DB.Writer().Exec(t.Context(), "UPDATE sessions SET confirmed_at = ? WHERE token_hash = ?",
		clock.Now().Add(-auth.ConfirmedFor), secret.Hash(u.unconfirmed))
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// call makes a request that must succeed, and returns its change set and the id of the record it created.
func (u *undoRules) call(token, method, path string, body any) (change string, id int64) {
	u.t.Helper()
	text := ""
	if body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			u.t.Fatal(err)
		}
		text = string(encoded)
	}
	answer := u.do(method, "/api/admin/"+path, token, text)
	content := read(u.t, answer)
	if answer.StatusCode >= 300 {
		u.t.Fatalf("%s %s: %d %s", method, path, answer.StatusCode, content)
	}
	created := struct {
		Item struct {
			ID int64 `json:"id"`
		} `json:"item"`
	}{}
	if answer.StatusCode == http.StatusCreated {
		if err := json.Unmarshal([]byte(content), &created); err != nil {
			u.t.Fatal(err)
		}
	}
	return answer.Header.Get("Waymark-Change"), created.Item.ID
}

func (u *undoRules) create(path string, body map[string]any) int64 {
	u.t.Helper()
	_, id := u.call(u.admin, "POST", path, body)
	return id
}

func (u *undoRules) put(path string, id int64, body map[string]any) string {
	u.t.Helper()
	change, _ := u.call(u.admin, "PUT", fmt.Sprintf("%s/%d", path, id), body)
	return change
}

func (u *undoRules) remove(path string, id int64) string {
	u.t.Helper()
	change, _ := u.call(u.admin, "DELETE", fmt.Sprintf("%s/%d", path, id), nil)
	return change
}

// undo undoes a change set, expects a status, and returns the change set of the undo.
func (u *undoRules) undo(token, change string, status int, reasons ...string) string {
	u.t.Helper()
	answer := u.do("POST", "/api/admin/activity/"+change+"/undo", token, "")
	content := read(u.t, answer)
	if answer.StatusCode != status {
		u.t.Errorf("undo: %d %s, want %d", answer.StatusCode, content, status)
	}
	for _, reason := range reasons {
		if !strings.Contains(content, reason) {
			u.t.Errorf("undo: %s, want %q", content, reason)
		}
	}
	return answer.Header.Get("Waymark-Change")
}

func (u *undoRules) unique(name string) string {
	u.n++
	return fmt.Sprintf("%s %d", name, u.n)
}

func (u *undoRules) user(path string, more map[string]any) int64 {
	u.t.Helper()
	u.n++
	body := map[string]any{"first_name": "Ana", "email": fmt.Sprintf("ana%d@example.com", u.n)}
	if path == "users" {
		body["password"], body["password_confirmation"] = "correct horse", "correct horse"
	}
	for key, value := range more {
		body[key] = value
	}
	return u.create(path, body)
}

func (u *undoRules) partner(accountType int64) int64 {
	u.t.Helper()
	return u.create("partners", map[string]any{"name": u.unique("Partner"), "account_type_id": accountType})
}

func TestUndo_Rights(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, h *harness) {
		u := newUndoRules(t, h)
		t.Run("an editor can't undo an admin's undo", func(t *testing.T) {
			deleted := u.remove("partners", u.partner(11))
			undone := u.undo(u.admin, deleted, 200)
			u.undo(u.editor, undone, 409, "Only admins can undo this.")
			again := u.undo(u.admin, undone, 200)
			u.undo(u.editor, again, 409, "Only admins can undo this.")
			u.undo(u.admin, again, 200)
		})
		t.Run("an editor can't undo the creation of a partner, which would delete it", func(t *testing.T) {
			change, id := u.call(u.editor, "POST", "partners", map[string]any{"name": "Mine", "account_type_id": 11})
			u.undo(u.editor, change, 403)
			undone := u.undo(u.admin, change, 200)
			u.undo(u.editor, undone, 403)
			if n := h.count("SELECT count(*) FROM partners WHERE id = ? AND deleted_at IS NOT NULL", id); n != 1 {
				t.Error("the partner is back")
			}
		})
		t.Run("an editor can't bring an admin's embed code back", func(t *testing.T) {
			id := u.create("content", map[string]any{
				"title": "Map", "content_url": "https://example.com/map", "type_id": 2, "embed_code": "<b>first</b>",
				"embed_code_override": true,
			})
			changed := u.put("content", id, map[string]any{"embed_code": "<b>second</b>"})
			undone := u.undo(u.admin, changed, 200)
			u.undo(u.editor, undone, 403)
		})
		t.Run("changes of sign-in need a confirmed session", func(t *testing.T) {
			member := u.user("staff", map[string]any{"staff_role": "editor"})
			user := u.user("users", nil)
			for _, change := range []string{
				u.put("staff", member, map[string]any{"staff_role": "admin"}),
				u.put("staff", member, map[string]any{"deactivated_at": "2026-01-01"}),
				u.put("staff", member, map[string]any{"email": "other@example.com"}),
				u.put("users", user, map[string]any{"email": "another@example.com"}),
				u.remove("staff", member),
			} {
				u.undo(u.unconfirmed, change, 403, "Confirm your password to continue.")
			}
			created, _ := u.call(u.admin, "POST", "staff", map[string]any{
				"first_name": "Sam", "email": "sam@example.com", "staff_role": "editor",
			})
			u.undo(u.unconfirmed, created, 403, "Confirm your password to continue.")
			named := u.put("users", user, map[string]any{"first_name": "Eva"})
			u.undo(u.unconfirmed, named, 200)
		})
		t.Run("private views belong to their owners", func(t *testing.T) {
			created, _ := u.call(u.editor, "POST", "views", map[string]any{"table": "content", "name": "Mine"})
			u.undo(u.admin, created, 403)
			u.undo(u.editor, created, 200)
		})
	})
}

func TestUndo_LastAdmin(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, h *harness) {
		u := newUndoRules(t, h)
		member := u.user("staff", map[string]any{"staff_role": "editor"})
		promoted := u.put("staff", member, map[string]any{"staff_role": "admin"})
		if _, err := h.DB.Writer().Exec(t.Context(),
			"UPDATE users SET staff_role = 'editor' WHERE internal AND id <> ?", member); err != nil {
			t.Fatal(err)
		}
		cookie, err := h.Sessions.Start(t.Context(), member, 0, "", "")
		if err != nil {
			t.Fatal(err)
		}
		u.undo(cookie.Value, promoted, 409, "There would be no admin left.")
	})
}

func TestUndo_Trees(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, h *harness) {
		u := newUndoRules(t, h)
		partner := u.partner(11)
		for path, list := range map[string]string{
			"destinations": "destinations", "folders": fmt.Sprintf("partners/%d/folders", partner),
		} {
			label := func(id int64) string {
				const columns = "label || '|' || label_key || '|' || path || '|' || search_text"
				return h.text("SELECT "+columns+" FROM "+path+" WHERE id = ?", id)
			}
			node := func(name string, parent any) int64 {
				return u.create(list, map[string]any{"name": name, "parent_id": parent})
			}
			t.Run(path+" are not put into themselves", func(t *testing.T) {
				x, y := node("X", nil), node("Y", nil)
				u.put(path, y, map[string]any{"parent_id": x})
				toRoot := u.put(path, y, map[string]any{"parent_id": nil})
				u.put(path, x, map[string]any{"parent_id": y})
				u.undo(u.admin, toRoot, 409, "can't be inside itself")
			})
			t.Run(path+" are not put too deep", func(t *testing.T) {
				parent := any(nil)
				for i := range 6 {
					parent = node(fmt.Sprint("Level ", i), parent)
				}
				moved := node("Moved", parent)
				out := u.put(path, moved, map[string]any{"parent_id": nil})
				second := node("Second", moved)
				node("Third", second)
				u.undo(u.admin, out, 409, "at most 8 levels")
			})
			t.Run(path+" have the labels of their place, as do those that came since", func(t *testing.T) {
				a, b := node("A", nil), node("B", nil)
				into := u.put(path, b, map[string]any{"parent_id": a})
				c := node("C", b)
				renamed := u.put(path, a, map[string]any{"name": "Renamed"})
				u.undo(u.admin, into, 200)
				if got, want := label(c), fmt.Sprintf("B > C|b > c|%d/%d/|", b, c); !strings.HasPrefix(got, want) {
					t.Errorf("the label is %s, want %s", got, want)
				}
				u.undo(u.admin, renamed, 200)
				if got := label(a); !strings.HasPrefix(got, "A|a|") {
					t.Errorf("the label is %s", got)
				}
			})
		}
	})
}

func TestUndo_RulesBetweenRecords(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, h *harness) {
		u := newUndoRules(t, h)
		t.Run("a collection stays in a folder of its owner", func(t *testing.T) {
			first, second := u.partner(11), u.partner(11)
			folder := u.create(fmt.Sprintf("partners/%d/folders", first), map[string]any{"name": "Folder"})
			id := u.create("collections", map[string]any{
				"name": "Collection", "type": "partner", "partner_id": second, "language_id": 1,
			})
			given := u.put("collections", id, map[string]any{"partner_id": first})
			u.put("collections", id, map[string]any{"folder_id": folder})
			u.undo(u.admin, given, 409, "It is not a folder of this owner.")
		})
		t.Run("a user has a template of the partner's account type", func(t *testing.T) {
			one := u.create("account-types", map[string]any{"name": u.unique("Type")})
			two := u.create("account-types", map[string]any{"name": u.unique("Type")})
			template := u.create(fmt.Sprintf("account-types/%d/user-templates", two), map[string]any{"name": "Role"})
			partner := u.partner(one)
			user := u.user("users", map[string]any{"partner_id": partner})
			changed := u.put("partners", partner, map[string]any{"account_type_id": two})
			u.put("users", user, map[string]any{"user_template_id": template})
			u.undo(u.admin, changed, 409, "Users have roles of the other account type.")
		})
		t.Run("redirects form no loop", func(t *testing.T) {
			partner := u.partner(11)
			site := u.create(fmt.Sprintf("partners/%d/sites", partner), map[string]any{"domain": "loops.example"})
			path := fmt.Sprintf("partners/%d/sites/%d/redirects", partner, site)
			id := u.create(path, map[string]any{"path_pattern": "/a", "redirect_url": "/b", "enabled": true})
			off := u.put(path, id, map[string]any{"enabled": false})
			u.create(path, map[string]any{"path_pattern": "/b", "redirect_url": "/a", "enabled": true})
			u.undo(u.admin, off, 409, "redirected in a loop")
		})
		t.Run("nothing changes below a record in the trash", func(t *testing.T) {
			partner := u.partner(11)
			site := u.create(fmt.Sprintf("partners/%d/sites", partner), map[string]any{"domain": "trashed.example"})
			path := fmt.Sprintf("partners/%d/sites/%d/redirects", partner, site)
			created, _ := u.call(u.admin, "POST", path, map[string]any{"path_pattern": "/z", "redirect_url": "/y"})
			id := u.create(path, map[string]any{"path_pattern": "/a", "redirect_url": "/b"})
			changed := u.put(path, id, map[string]any{"redirect_url": "/c"})
			u.remove("partners", partner)
			u.undo(u.admin, changed, 409, "The record it belongs to is in the trash.")
			u.undo(u.admin, created, 409, "The record it belongs to is in the trash.")
		})
		t.Run("a partner that owns libraries is not deleted", func(t *testing.T) {
			created, id := u.call(u.admin, "POST", "partners", map[string]any{"name": u.unique("Owner"), "account_type_id": 11})
			u.create("libraries", map[string]any{"name": u.unique("Library"), "partner_id": id})
			u.undo(u.admin, created, 409, "is still in use")
		})
	})
}

func TestUndo_Restores(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, h *harness) {
		u := newUndoRules(t, h)
		t.Run("a user without reviving sessions", func(t *testing.T) {
			user := u.user("users", nil)
			epoch := h.count("SELECT session_epoch FROM users WHERE id = ?", user)
			u.undo(u.admin, u.remove("users", user), 200)
			if h.count("SELECT session_epoch FROM users WHERE id = ?", user) == epoch {
				t.Error("sessions from before the deletion are valid")
			}
		})
		t.Run("the users of a partner without reviving sessions", func(t *testing.T) {
			partner := u.partner(11)
			user := u.user("users", map[string]any{"partner_id": partner})
			epoch := h.count("SELECT session_epoch FROM users WHERE id = ?", user)
			u.undo(u.admin, u.remove("partners", partner), 200)
			if h.count("SELECT session_epoch FROM users WHERE id = ? AND deleted_at IS NULL", user) == epoch {
				t.Error("sessions from before the deletion are valid")
			}
		})
		t.Run("no collection whose owner is in the trash", func(t *testing.T) {
			partner := u.partner(11)
			id := u.create("collections", map[string]any{
				"name": "Collection", "type": "partner", "partner_id": partner, "language_id": 1,
			})
			deleted := u.remove("collections", id)
			u.remove("partners", partner)
			u.undo(u.admin, deleted, 409, "Its owner is in the trash.")
		})
		t.Run("nothing of a partner that can't come back itself", func(t *testing.T) {
			partner := u.create("partners", map[string]any{"name": "Taken", "slug": "taken", "account_type_id": 11})
			user := u.user("users", map[string]any{"partner_id": partner})
			deleted := u.remove("partners", partner)
			u.create("partners", map[string]any{"name": "Taken again", "slug": "taken", "account_type_id": 11})
			answer := u.do("POST", "/api/admin/activity/"+deleted+"/undo", u.admin, `{"skip_conflicts": true}`)
			if answer.StatusCode != http.StatusOK {
				t.Errorf("undo: %d %s", answer.StatusCode, read(t, answer))
			}
			if h.count("SELECT count(*) FROM users WHERE id = ? AND deleted_at IS NOT NULL", user) != 1 {
				t.Error("its user is back")
			}
			if h.count("SELECT count(*) FROM trash WHERE kind = 'partner' AND record_id = ?", partner) != 1 {
				t.Error("it is no longer listed in the trash")
			}
		})
		t.Run("an e-mail address that is not verified", func(t *testing.T) {
			user := u.user("users", nil)
			changed := u.put("users", user, map[string]any{"email": "new@example.com"})
			if _, err := h.DB.Writer().Exec(t.Context(), "UPDATE users SET email_verified_at = ? WHERE id = ?", clock.Now(),
				user); err != nil {
				t.Fatal(err)
			}
			u.undo(u.admin, changed, 200)
			if h.count("SELECT count(*) FROM users WHERE id = ? AND email_verified_at IS NULL", user) != 1 {
				t.Error("the earlier address counts as verified")
			}
		})
	})
}
