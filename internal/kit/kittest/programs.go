package kittest

import (
	"context"
	"encoding/base64"
	"strings"
	"sync"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
)

// Partner inserts a partner with an API key, and returns a client with its key and secret. Pages of its site,
// NAME.example, may call the API with the key alone.
func (s *Server) Partner(id int64, name, pid string) *Client {
	s.t.Helper()
	sealed, err := s.Kit.Key.Encrypt("hush, "+name, keyOf(name))
	if err != nil {
		s.t.Fatal(err)
	}
	now, key := clock.Now(), fold.Key(name)
	s.Exec(`INSERT INTO partners (id, account_type_id, name, name_key, slug, alt_id, api_key, api_secret,
		whitelist_domains, search_text, created_at, updated_at) VALUES (?, 11, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		id, name, key, key, pid, keyOf(name), sealed, db.JSON([]string{key + ".example"}), fold.SearchText(name), now, now)
	return s.Anyone().With("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(keyOf(name)+":hush, "+name)))
}

func keyOf(partner string) string { return "key of " + partner }

// Page returns a client that calls the API from a page of a partner's site.
func (s *Server) Page(partner string) *Client {
	return s.Anyone().With("X-Api-Key", keyOf(partner)).With("Origin", "https://"+strings.ToLower(partner)+".example")
}

// User inserts a user of a partner, or an advisor if the partner is nil. The UID is also the first name.
func (s *Server) User(id int64, uid string, partner any) {
	s.t.Helper()
	now := clock.Now()
	s.Exec(`INSERT INTO users (id, first_name, first_name_key, email, alt_id, partner_id, search_text, created_at,
		updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		id, uid, fold.Key(uid), strings.ToLower(uid)+"@test.example", uid, partner, fold.SearchText(uid), now, now)
}

// CloseLog closes the log of the public API, so that all earlier requests are stored. Later ones are not logged.
func (s *Server) CloseLog() {
	s.t.Helper()
	if err := s.Gate.Log.Close(context.Background()); err != nil {
		s.t.Fatal(err)
	}
}

// Concurrently runs a function a number of times concurrently.
func Concurrently(times int, do func(i int)) {
	var wait sync.WaitGroup
	begin := make(chan struct{})
	for i := range times {
		wait.Go(func() {
			<-begin
			do(i)
		})
	}
	close(begin)
	wait.Wait()
}

// Leaks counts the log and audit rows that contain a secret of the partners in tests.
func (s *Server) Leaks() int64 {
	s.t.Helper()
	return s.Count(`SELECT
		(SELECT count(*) FROM api_logs WHERE CAST(parameters AS TEXT) LIKE '%hush%'
			OR search_text LIKE '%hush%' OR path LIKE '%hush%' OR user_agent LIKE '%hush%'
			OR error_message LIKE '%hush%' OR CAST(errors AS TEXT) LIKE '%hush%')
		+ (SELECT count(*) FROM audit_log WHERE CAST(changes AS TEXT) LIKE '%hush%'
			OR user_name LIKE '%hush%' OR record_name LIKE '%hush%')`)
}
