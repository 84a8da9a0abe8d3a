package main_test

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"waymark/internal/kit/kittest"
)

// TestServe_Starting starts a server while another one changes the schema.
func TestServe_Starting(t *testing.T) {
	t.Parallel()
	if os.Getenv(kittest.PostgresVariable) == "" {
		t.Skip("needs PostgreSQL")
	}
	database, address := kittest.PostgresURL(t), kittest.FreeAddress(t)
	other, err := pgx.Connect(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = other.Close(t.Context()) }()
	const migrationLock = 7_293_114_605
	if _, err := other.Exec(t.Context(), "SELECT pg_advisory_lock($1)", migrationLock); err != nil {
		t.Fatal(err)
	}
	c := command(t, t.TempDir(), "serve", "--addr", address, "--database", database,
		"--secret-key", "a secret key of some length", "--single-node")
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.Process.Kill()
		_ = c.Wait()
	})
	get := func(path string, done func(status int, body string) bool) {
		t.Helper()
		for deadline := time.Now().Add(time.Minute); ; {
			status, body := 0, ""
			if response, err := http.Get("http://" + address + path); err == nil {
				text, _ := io.ReadAll(response.Body)
				_ = response.Body.Close()
				status, body = response.StatusCode, string(text)
			}
			if done(status, body) {
				return
			}
			if time.Now().After(deadline) {
				t.Fatalf("%s: %d %s", path, status, body)
			}
		}
	}
	const waiting = "waiting for another node, which changes the schema"
	get("/readyz", func(status int, body string) bool {
		answer := struct{ Message, Code, Step string }{}
		return status == http.StatusServiceUnavailable && json.Unmarshal([]byte(body), &answer) == nil &&
			answer.Step == waiting && answer.Code == "unavailable" && answer.Message != ""
	})
	get("/api/auth/me", func(status int, body string) bool {
		return status == http.StatusServiceUnavailable && strings.Contains(body, waiting)
	})
	get("/healthz", func(status int, _ string) bool { return status == http.StatusOK })
	if _, err := other.Exec(t.Context(), "SELECT pg_advisory_unlock($1)", migrationLock); err != nil {
		t.Fatal(err)
	}
	get("/readyz", func(status int, _ string) bool { return status == http.StatusOK })
}
