package apilogs_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"waymark/internal/features/apilogs"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/kittest"
)

// serve serves the endpoints with five logged requests. Two have the same time, and the one with the lowest id is not
// the oldest.
func serve(t *testing.T, d *db.DB) (*kittest.Server, *kittest.Client) {
	t.Helper()
	s := kittest.Serve(t, d, kittest.Resources(apilogs.Mount))
	now := clock.Now()
	s.Exec(`INSERT INTO partners (id, account_type_id, name, name_key, slug, alt_id, created_at, updated_at)
		VALUES (2, 11, 'Aurora', 'aurora', 'aurora', 'p2', ?, ?),
			(3, 11, 'Borealis', 'borealis', 'borealis', 'p3', ?, ?)`, now, now, now, now)
	s.Exec(`INSERT INTO users (id, first_name, last_name, email, alt_id, created_at, updated_at)
		VALUES (21, 'Ana', 'Lopes', 'ana@x.example', 'u21', ?, ?),
			(22, '', '', 'tom@x.example', 'u22', ?, ?)`, now, now, now, now)
	insert := func(
		id int64, ago time.Duration, duration, status int64, path string, results any, parameters string, count int64,
		partner, user any,
	) {
		s.Exec(`INSERT INTO api_logs (id, created_at, duration, status_code, path, results, parameters, parameters_count,
				partner_id, user_id, ip_address, user_agent, search_text)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '192.0.2.7', 'curl/8.5', ?)`,
			id, now.Add(-ago), duration, status, path, results, parameters, count, partner, user,
			fold.SearchText(path, "192.0.2.7", "curl/8.5"))
	}
	insert(1, time.Minute, 501, 200, "/api/v1/search/content", 12, `{"query": "Lisbon", "language_id": 1}`, 2, 2, 21)
	insert(2, time.Hour, 1001, 500, "/api/v1/search/collections", nil, `{}`, 0, 2, 22)
	insert(3, time.Minute, 20, 404, "/api/v1/collections/nowhere", nil, `{}`, 0, 3, nil)
	insert(4, 48*time.Hour, 20, 201, "/api/v1/copilot/events", 0, `{"events": [{"id": "a"}]}`, 1, 3, nil)
	// The last one was refused since methods and reasons are logged.
	insert(5, 2*time.Hour, 5, 401, "/api/v1/search/content", nil, `{"query": "Porto"}`, 1, nil, nil)
	s.Exec(`UPDATE api_logs SET method = 'POST', caller = 'anonymous', error_code = 'invalid',
		error_message = 'Please check the fields.', errors = ? WHERE id = 5`,
		`{"uid": ["This user doesn't exist."], "page": ["Must be 1 or more."], "…": ["and 3 more"]}`)
	return s, s.Editor()
}

func TestAPILogs_List(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s, editor := serve(t, d)
		for query, want := range map[string]string{
			"": "3 1 2 5 4", "?sort=created_at": "4 5 2 1 3", "?sort=-duration": "2 1 4 3 5", "?sort=duration": "5 3 4 1 2",
			"?partner=2": "1 2", "?partner_id=3": "3 4", "?partner=999": "", "?status=all": "3 1 2 5 4",
			"?status=success": "1 4", "?status=success&partner=3": "4", "?status=refused": "3 5", "?status=failed": "2",
			"?status=refused&partner=3": "3", "?status=failed&partner=3": "", "?method=POST": "5", "?method=GET": "",
			"?method=POST&status=refused&search=content": "5", "?method=POST&status=success": "",
			"?search=collections": "3 2", "?query=SEARCH/content": "1 5", "?search=192.0.2.7+nowhere": "3",
			"?search=content&status=success&partner=2&sort=-duration": "1",
			"?search=nothing-like-it":                                 "", "?per_page=2&page=2": "2 5", "?page=9": "",
		} {
			got := editor.Get("api-logs" + query).Want(200)
			if ids := strings.Join(got.Column("id"), " "); ids != want {
				t.Errorf("%q: got %q, want %q", query, ids, want)
			}
			if n := int64(len(strings.Fields(want))); !strings.Contains(query, "page=") && got.Int("meta.total") != n {
				t.Errorf("%q: got total %d, want %d", query, got.Int("meta.total"), n)
			}
		}
		for query, field := range map[string]string{
			"partner=x": "partner", "partner_id=0": "partner_id", "status=broken": "status", "method=post": "method",
			"sort=path":       "sort",
			"sort=-id%20desc": "sort", "page=0": "page", "per_page=101": "per_page",
			"type=all": "type", "search=" + strings.Repeat("a", 201): "query",
		} {
			editor.Get("api-logs?" + query).Refused(field)
		}
		s.Anyone().Get("api-logs").Want(401)
	})
}

func TestAPILogs_Parameters(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s, editor := serve(t, d)
		list := editor.Get("api-logs?partner=2").Want(200)
		keys := []string{
			"caller", "created_at", "duration", "error_code", "error_message", "errors", "id", "ip_address", "method",
			"parameters_count", "partner", "path", "reason", "results", "status_code", "user", "user_agent",
		}
		if got := list.Keys("items.0"); !slices.Equal(got, keys) {
			t.Errorf("keys of a row: got %v", got)
		}
		if list.Int("items.0.parameters_count") != 2 || list.Int("items.0.results") != 12 ||
			list.Value("items.1.results") != nil || list.Int("items.0.duration") != 501 {
			t.Errorf("got %s", list.Text)
		}
		if list.Int("items.0.partner.id") != 2 || list.String("items.0.partner.name") != "Aurora" ||
			list.String("items.0.user.name") != "Ana Lopes" || list.String("items.1.user.name") != "tom@x.example" {
			t.Errorf("got %s", list.Text)
		}
		entry := editor.Get("api-logs/1").Want(200)
		if got := entry.Keys("item"); !slices.Equal(got, slices.Sorted(slices.Values(append(keys, "parameters")))) {
			t.Errorf("keys of an entry: got %v", got)
		}
		if entry.String("item.parameters.query") != "Lisbon" || entry.Int("item.parameters.language_id") != 1 ||
			entry.String("item.ip_address") != "192.0.2.7" || entry.String("item.user_agent") != "curl/8.5" {
			t.Errorf("got %s", entry.Text)
		}
		if none := editor.Get("api-logs/2").Want(200); len(none.Keys("item.parameters")) != 0 {
			t.Errorf("got %s", none.Text)
		}
		anonymous := editor.Get("api-logs/5").Want(200)
		if anonymous.Value("item.partner") != nil || anonymous.Value("item.user") != nil {
			t.Errorf("got %s", anonymous.Text)
		}
		if anonymous.String("item.method") != "POST" || anonymous.String("item.error_code") != "invalid" ||
			anonymous.String("item.errors.uid.0") != "This user doesn't exist." || anonymous.String("item.reason") !=
			"page: Must be 1 or more. uid: This user doesn't exist. and 3 more" {
			t.Errorf("got %s", anonymous.Text)
		}
		if entry.String("item.method") != "" || entry.String("item.reason") != "" || len(entry.Keys("item.errors")) != 0 {
			t.Errorf("an entry of an earlier version: got %s", entry.Text)
		}
		for _, missing := range []string{"999", "0", "x", "1.5"} {
			editor.Get("api-logs/" + missing).Want(404)
		}
		s.Anyone().Get("api-logs/1").Want(401)
	})
}

func TestAPILogs_ReadOnly(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s, _ := serve(t, d)
		admin := s.Admin()
		admin.Post("api-logs", "{}").Want(405)
		for _, method := range []string{"POST", "PUT", "DELETE"} {
			admin.Do(method, "api-logs/1", "{}").Want(405)
		}
		if n := s.Count("SELECT count(*) FROM api_logs"); n != 5 {
			t.Errorf("got %d entries, want 5", n)
		}
	})
}

func TestAPILogs_CountLimit(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		s, editor := serve(t, d)
		at := clock.Now().Add(-time.Hour)
		for thousand := range 6 {
			args := []any{}
			for n := range 1000 {
				args = append(args, 1000*(thousand+1)+n, at)
			}
			row := "(?, ?, 7, 200, '/api/v1/many', '{}', 2, '  /api/v1/many')"
			s.Exec(`INSERT INTO api_logs
					(id, created_at, duration, status_code, path, parameters, partner_id, search_text)
				VALUES `+strings.Join(slices.Repeat([]string{row}, 1000), ", "), args...)
		}
		for query, want := range map[string]string{
			"": "6005", "?status=success": "5000+", "?partner=2": "5000+", "?partner=3": "2",
		} {
			got := editor.Get("api-logs" + query).Want(200)
			total := fmt.Sprint(got.Int("meta.total"))
			if capped, _ := got.Value("meta.total_is_capped").(bool); capped {
				total += "+"
			}
			if total != want {
				t.Errorf("%q: got total %s, want %s", query, total, want)
			}
		}
	})
}
