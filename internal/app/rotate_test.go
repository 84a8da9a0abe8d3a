package app_test

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"waymark/internal/app"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/secret"
)

const newSecretKey = "another secret key of some length"

func parseKey(t *testing.T, text string) *secret.Key {
	t.Helper()
	key, err := secret.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// addPartners inserts partners with API keys, one of them in the trash, and returns the key and secret of each.
func addPartners(t *testing.T, h *harness, n int) [][2]string {
	t.Helper()
	pairs := [][2]string{}
	err := h.DB.Write(t.Context(), func(tx *db.Tx) error {
		for i := range n {
			key, encrypted, err := h.Key.APIPair()
			if err != nil {
				return err
			}
			plain, err := h.Key.Decrypt(encrypted, key)
			if err != nil {
				return err
			}
			pairs = append(pairs, [2]string{key, plain})
			name, now := fmt.Sprintf("partner %d", i), clock.Now()
			_, err = tx.Exec(t.Context(), `INSERT INTO partners (account_type_id, name, name_key, slug, alt_id, api_key,
				api_secret, search_text, created_at, updated_at) VALUES (11, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
				name, name, fmt.Sprintf("partner-%d", i), secret.AltID(), key, encrypted, name, now, now)
			if err != nil {
				return err
			}
		}
		_, err := tx.Exec(t.Context(), "UPDATE partners SET deleted_at = ? WHERE slug = 'partner-0'", clock.Now())
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return pairs
}

// countOpened returns how many of the stored secrets a key can decrypt, and how many there are.
func countOpened(t *testing.T, d *db.DB, key *secret.Key) (opened, all int) {
	t.Helper()
	rows, err := db.All[struct {
		Key    string `db:"api_key"`
		Secret string `db:"api_secret"`
	}](t.Context(), d.Read(), `SELECT api_key, api_secret FROM partners WHERE api_secret IS NOT NULL
		UNION ALL SELECT api_key, api_secret FROM collaborators WHERE api_secret IS NOT NULL`)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		if _, err := key.Decrypt(row.Secret, row.Key); err == nil {
			opened++
		}
	}
	return opened, len(rows)
}

// callAPI calls the public API as the server of a partner, and returns the status.
func (h *harness) callAPI(pair [2]string) int {
	h.t.Helper()
	request, err := http.NewRequestWithContext(h.t.Context(), http.MethodGet, h.URL+"/api/v1/content", nil)
	if err != nil {
		h.t.Fatal(err)
	}
	request.Host = ownHost
	request.Header.Set("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(pair[0]+":"+pair[1])))
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		h.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	return response.StatusCode
}

// interruptRotation replaces the key until half of the partners have been converted.
func interruptRotation(t *testing.T, c app.Config, after int) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	done := 0
	_, err := app.RotateKey(ctx, c, func() {
		if done++; done == after {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v, want context.Canceled", err)
	}
}

func TestRotateKey(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, h *harness) {
		before, after := parseKey(t, h.Config.SecretKey), parseKey(t, newSecretKey)
		pairs := addPartners(t, h, 700)
		h.do("POST", "/api/admin/collaborators", h.session(auth.Admin), `{"name":"Compass","slug":"compass"}`)
		seal, err := app.SealAudit(t.Context(), h.App)
		if err != nil || seal.Number == 0 {
			t.Fatalf("the audit log was not sealed: %v (%v)", seal, err)
		}
		both, onlyNew := h.Config, h.Config
		both.SecretKey, both.OldSecretKey = newSecretKey, h.Config.SecretKey
		onlyNew.SecretKey = newSecretKey
		node := openConfig(t, both) // a server that runs all the time
		if node.Key.Fingerprint() != before.Fingerprint() {
			t.Error("a server uses the new key before it is replaced")
		}
		interruptRotation(t, both, 600)
		opened, all := countOpened(t, h.DB, after)
		if opened == 0 || opened == all {
			t.Fatalf("the interrupted command has converted %d of %d secrets", opened, all)
		}
		_, err = app.New(t.Context(), onlyNew)
		wantError(t, err, "run `waymark rotate-key` again")
		_, err = app.New(t.Context(), h.Config)
		wantError(t, err, "uses another secret key")
		for _, i := range []int{1, 699} {
			if status := node.callAPI(pairs[i]); status != http.StatusOK {
				t.Errorf("partner %d got %d from a server with both keys, want 200", i, status)
			}
		}
		created := node.do("POST", "/api/admin/partners", node.session(auth.Admin),
			`{"name":"New Harbour","slug":"new-harbour","account_type_id":11}`)
		if created.StatusCode != http.StatusCreated {
			t.Fatalf("got %d %s, want 201", created.StatusCode, read(t, created))
		}
		if status := h.do("POST", "/api/admin/partners", h.session(auth.Admin),
			`{"name":"Late","slug":"late","account_type_id":11}`).StatusCode; status != http.StatusServiceUnavailable {
			t.Errorf("a server with the old key alone created a partner: got %d, want 503", status)
		}

		report, err := app.RotateKey(t.Context(), both, func() {})
		if err != nil || report.Renewed == 0 || report.Unreadable != 0 {
			t.Errorf("got %+v (%v)", report, err)
		}
		if opened, all := countOpened(t, h.DB, after); opened != all || all < 702 {
			t.Errorf("the new key opens %d of %d secrets", opened, all)
		}
		if opened, _ := countOpened(t, h.DB, before); opened != 0 {
			t.Errorf("the old key opens %d secrets", opened)
		}
		if n := h.count("SELECT count(*) FROM change_rows WHERE CAST(data AS TEXT) LIKE '%v2.%'"); n != 0 {
			t.Errorf("%d rows that are kept for undo have encrypted values", n)
		}
		if report, err := app.RotateKey(t.Context(), both, func() {}); err != nil || report.Renewed != 0 {
			t.Errorf("when repeated, got %+v (%v)", report, err)
		}
		expectRotated(t, onlyNew, pairs, seal.String())
	})
}

// expectRotated checks a server that has only the new key.
func expectRotated(t *testing.T, onlyNew app.Config, pairs [][2]string, seal string) {
	t.Helper()
	final := openConfig(t, onlyNew)
	for _, i := range []int{1, 699} {
		if status := final.callAPI(pairs[i]); status != http.StatusOK {
			t.Errorf("partner %d got %d with the new key, want 200", i, status)
		}
	}
	if status := final.callAPI(pairs[0]); status != http.StatusUnauthorized {
		t.Errorf("the partner in the trash got %d, want 401", status)
	}
	if _, err := app.SealAudit(t.Context(), final.App); err != nil {
		t.Fatal(err)
	}
	audit, err := final.VerifyAudit(t.Context(), []string{seal})
	if err != nil || audit.Damaged() || audit.Checked < 2 || audit.Unsealed > 0 {
		t.Errorf("the audit log with the new key: %v (%v)", audit, err)
	}
	if _, err := final.DB.Writer().Exec(t.Context(),
		"UPDATE audit_log SET user_name = 'Mallory' WHERE seal_number = 1"); err != nil {
		t.Fatal(err)
	}
	if audit, err := final.VerifyAudit(t.Context(), nil); err != nil || !audit.Damaged() {
		t.Errorf("a changed entry from before the replacement is not reported: %v (%v)", audit, err)
	}
}

func TestRotateKey_File(t *testing.T) {
	t.Parallel()
	i := install(t)
	h := openConfig(t, i.Config)
	addPartners(t, h, 700)
	if err := h.DB.Close(); err != nil {
		t.Fatal(err)
	}
	archived := i.backup(t)
	keyFile := filepath.Join(i.folder, "secret.key")
	original, err := secret.Load(keyFile)
	if err != nil {
		t.Fatal(err)
	}
	t.Run("refuses while a server is running", func(t *testing.T) {
		lock, err := i.Lock()
		if err != nil {
			t.Fatal(err)
		}
		_, err = app.RotateKey(t.Context(), i.Config, func() {})
		wantError(t, errors.Join(err, lock.Release()), "stop it first")
	})
	interruptRotation(t, i.Config, 600)
	t.Run("serves with both key files after an interruption, and makes no backup", func(t *testing.T) {
		h := openConfig(t, i.Config)
		if opened, all := countOpened(t, h.DB, h.Key); opened != all {
			t.Errorf("%d of %d secrets can be read", opened, all)
		}
		_, err := app.Backup(t.Context(), i.Config, filepath.Join(t.TempDir(), "backup"))
		wantError(t, err, "is being replaced")
	})
	if _, err := app.RotateKey(t.Context(), i.Config, func() {}); err != nil {
		t.Fatal(err)
	}
	replaced, err := secret.Load(keyFile)
	if err != nil || replaced.Fingerprint() == original.Fingerprint() {
		t.Fatalf("the key file was not replaced (%v)", err)
	}
	if _, err := os.Stat(keyFile + ".new"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v for the file of the new key, want that it doesn't exist", err)
	}
	h = openConfig(t, i.Config)
	if opened, all := countOpened(t, h.DB, replaced); opened != all {
		t.Errorf("the new key opens %d of %d secrets", opened, all)
	}
	t.Run("restores backups from before and after", func(t *testing.T) {
		for _, file := range []string{archived, i.backup(t)} {
			restored := i.elsewhere(t)
			if err := restored.restore(t, file, app.RestoreOptions{}); err != nil {
				t.Fatal(err)
			}
			restored.start(t)
		}
	})
}

func TestRotateKey_Refusals(t *testing.T) {
	t.Parallel()
	h := open(t, "sqlite:"+filepath.Join(t.TempDir(), "waymark.db"))
	for _, test := range []struct{ newKey, oldKey, want string }{
		{newSecretKey, "", "set --secret-key to the new key"},
		{newSecretKey, newSecretKey, "is the same key"},
		{"", newSecretKey, "set both"},
		{newSecretKey, "short", "--old-secret-key: the secret key needs at least 16 characters"},
		{newSecretKey, "a key of another installation", "neither of the two keys"},
	} {
		c := h.Config
		c.SecretKey, c.OldSecretKey = test.newKey, test.oldKey
		_, err := app.RotateKey(t.Context(), c, func() {})
		wantError(t, err, test.want)
	}
	if opened, all := countOpened(t, h.DB, h.Key); opened != all {
		t.Errorf("%d of %d secrets can be read", opened, all)
	}
}
