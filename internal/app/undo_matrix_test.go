package app_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"

	"waymark/internal/app"
	"waymark/internal/kit/api"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/secret"
)

// TestUndo_Matrix compares what an undo allows with what the direct calls allow. An admin makes a successful request to
// every operation that changes something. Whoever can undo it must be allowed to make the call that sets it back, and
// whoever can undo that undo must be allowed to make the request itself.
func TestUndo_Matrix(t *testing.T) {
	t.Parallel()
	log := watchLog(t)
	run := func(t *testing.T, c app.Config) {
		t.Helper()
		c.AllowPrivateURLs = true
		m := newUndoMatrix(newFuzzer(t, openConfig(t, c), fuzzSeed, log))
		for _, op := range m.f.writingOperations() {
			if !noMatrix[op.name()] {
				m.check(op)
			}
		}
		for _, column := range []string{"create", "update", "delete", "restore", "merge", "other"} {
			t.Logf("%s: %d undos compared, %d of them refused", column, m.compared[column], m.refused[column])
			if m.compared[column] == 0 {
				t.Errorf("no undo of %s was compared", column)
			}
		}
		if m.refused["create"] == 0 || m.refused["update"] == 0 || m.refused["delete"] == 0 {
			t.Error("nothing was refused")
		}
	}
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		run(t, demoOnSQLite(t))
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		run(t, demoOnPostgres(t))
	})
}

// noMatrix are operations that end the sessions of the callers.
var noMatrix = map[string]bool{"PUT /api/admin/staff/{id}/password": true}

// undoMatrix makes requests as several callers, besides the admin of the fuzzer.
type undoMatrix struct {
	f                 *fuzzer
	callers           map[string]string // the cookies of callers, by their names
	compared, refused map[string]int    // undos by what was undone
}

func newUndoMatrix(f *fuzzer) *undoMatrix {
	unconfirmed := f.h.session(auth.Admin)
	_, err := f.h.DB.Writer().Exec(f.t.Context(), "UPDATE sessions SET confirmed_at = ? WHERE token_hash = ?",
		clock.Now().Add(-auth.ConfirmedFor), secret.Hash(unconfirmed))
	if err != nil {
		f.t.Fatal(err)
	}
	return &undoMatrix{
		f: f, callers: map[string]string{
			"editor": f.cookie(f.h.session(auth.Editor)), "unconfirmed admin": f.cookie(unconfirmed),
		},
		compared: map[string]int{}, refused: map[string]int{},
	}
}

// check compares the undo of an operation, and the undo of that undo, with direct calls.
func (m *undoMatrix) check(op *operation) {
	m.f.t.Helper()
	declared, _ := m.f.h.API.Find(op.method, op.path)
	r, a, former, err := m.reach(op)
	if err != nil {
		m.f.t.Errorf("no successful request to %s: %v", op.name(), err)
		return
	}
	change := a.header.Get("Waymark-Change")
	if change == "" || declared.NoUndo != "" {
		return
	}
	column := columnOf(op, declared)
	back := m.inverse(op, r, a, former)
	for name, cookie := range m.callers {
		m.compare(column, name, cookie, change, back)
	}
	undone := m.f.undo(change)
	if undone.status != http.StatusOK {
		m.f.t.Errorf("undo of %s by an admin: %d %s", r, undone.status, undone.body)
		return
	}
	change = undone.header.Get("Waymark-Change")
	for name, cookie := range m.callers {
		m.compare(column, name, cookie, change, m.restoreOf(r, change))
	}
	if again := m.f.undo(change); again.status != http.StatusOK {
		m.f.t.Errorf("undo of the undo of %s by an admin: %d %s", r, again.status, again.body)
	}
}

// reach makes a successful request to an operation, and reads the record that it changes before.
func (m *undoMatrix) reach(op *operation) (*request, *answer, object, error) {
	last, former := errors.New("not tried"), object{}
	for range 6 {
		r, err := m.f.build(op, op.credentials[0])
		if err != nil {
			return nil, nil, nil, err
		}
		if op.method == http.MethodPut && m.f.operations["GET "+op.path] != nil {
			answer, err := m.f.call(http.MethodGet, r.path, nil)
			if err != nil {
				return nil, nil, nil, err
			}
			for _, key := range []string{"item", "data"} {
				if item, ok := answer[key].(object); ok {
					former = item
				}
			}
		}
		a := m.f.send(r)
		if a.err == nil && (a.status/100 == 2 || op.success[a.status]) {
			return r, a, former, nil
		}
		if last = errors.New(m.f.report(r, a)); !m.f.learn(op, a) {
			break
		}
	}
	return nil, nil, nil, last
}

func columnOf(op *operation, declared api.Op) string {
	switch {
	case strings.HasSuffix(op.path, "/merge"):
		return "merge"
	case strings.HasSuffix(op.path, "/restore"):
		return "restore"
	case op.method == http.MethodPost && declared.Status == http.StatusCreated:
		return "create"
	case op.method == http.MethodPut && strings.HasSuffix(op.path, "{id}"):
		return "update"
	case op.method == http.MethodDelete && strings.HasSuffix(op.path, "{id}"):
		return "delete"
	}
	return "other"
}

// inverse returns the request that sets back what another has changed. Where there is none, it is that request itself,
// whose rights the undo needs.
func (m *undoMatrix) inverse(op *operation, r *request, a *answer, former object) *request {
	created := struct {
		Item struct {
			ID json.Number `json:"id"`
		} `json:"item"`
	}{}
	_ = json.Unmarshal(a.body, &created)
	switch back := (&request{header: r.header.Clone()}); {
	case op.method == http.MethodPost && created.Item.ID != "" && m.f.operations["DELETE "+op.path+"/{id}"] != nil:
		back.method, back.path = http.MethodDelete, r.path+"/"+created.Item.ID.String()
		back.header.Del("Content-Type")
		return back
	case op.method == http.MethodPut && len(former) > 0:
		sent, body := object{}, object{}
		_ = json.Unmarshal(r.body, &sent)
		for field := range sent {
			if value, ok := former[field]; ok && field != "version" {
				body[field] = value
			}
		}
		back.method, back.path = http.MethodPut, r.path
		back.json(body)
		return back
	}
	return m.restoreOf(r, a.header.Get("Waymark-Change"))
}

// restoreOf returns the request that restores what a change set has moved to the trash, or else another one.
func (m *undoMatrix) restoreOf(r *request, change string) *request {
	const entry = "FROM change_rows WHERE source = 'trash' AND event = 'insert' AND change_id = "
	if m.f.h.count("SELECT count(*) "+entry+change) != 1 {
		return r
	}
	back := &request{method: http.MethodPost, header: http.Header{}}
	key := m.f.h.text("SELECT CAST(row_key AS TEXT) " + entry + change)
	back.path = "/api/admin/trash/" + strings.Trim(key, "[]") + "/restore"
	return back
}

// compare undoes a change set as a caller. If that is allowed, the direct request must be allowed, too. In the end
// everything is as before.
func (m *undoMatrix) compare(column, name, cookie, change string, direct *request) {
	m.f.t.Helper()
	as := func(r *request) *answer {
		r = r.clone()
		r.header.Set("Cookie", cookie)
		return m.f.send(r)
	}
	undone := as(&request{method: http.MethodPost, path: "/api/admin/activity/" + change + "/undo", header: http.Header{}})
	m.compared[column]++
	if undone.status != http.StatusOK {
		m.refused[column]++
		return
	}
	again := m.f.undo(undone.header.Get("Waymark-Change"))
	if again.status != http.StatusOK {
		m.f.t.Errorf("undo of an undo: %d %s", again.status, again.body)
		return
	}
	answer := as(direct)
	if answer.status == http.StatusForbidden {
		m.f.t.Errorf("%s: the undo is allowed for the %s, but not the call\n%s\n%s", column, name, direct, answer.body)
		return
	}
	if id := answer.header.Get("Waymark-Change"); id != "" && answer.status/100 == 2 {
		set := m.f.undo(id)
		if set.status != http.StatusOK {
			m.f.t.Errorf("undo of %s: %d %s", direct, set.status, set.body)
		}
	}
}
