package main_test

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"waymark/internal/kit/kittest"
)

// scraped are the metrics of a server: by name, the values of each label.
type scraped map[string]map[string][]string

var (
	sampleLine = regexp.MustCompile(`(?m)^([a-z_]+)(?:\{(.*)\})? \S+$`)
	labelPair  = regexp.MustCompile(`([a-z_]+)="((?:[^"\\]|\\.)*)"`)
)

// scrape reads the metrics, and fails unless they are complete.
func scrape(t *testing.T, address string) scraped {
	t.Helper()
	response, err := http.Get("http://" + address + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("%d %v", response.StatusCode, err)
	}
	found := scraped{}
	for _, line := range sampleLine.FindAllStringSubmatch(string(text), -1) {
		labels := found[line[1]]
		if labels == nil {
			labels = map[string][]string{}
			found[line[1]] = labels
		}
		for _, pair := range labelPair.FindAllStringSubmatch(line[2], -1) {
			labels[pair[1]] = append(labels[pair[1]], pair[2])
		}
	}
	return found
}

// startMonitored starts a server with metrics.
func startMonitored(t *testing.T, args ...string) (s *server, metrics string) {
	t.Helper()
	metrics = kittest.FreeAddress(t)
	return start(t, t.TempDir(), append([]string{"--metrics-addr", metrics}, args...)...), metrics
}

// sendHostile sends requests in which everything that a client can choose contains a word.
func sendHostile(t *testing.T, url, word string) {
	t.Helper()
	for _, hostile := range []struct{ method, path, header, value string }{
		{strings.ToUpper(word), "/api/auth/me", "", ""},
		{"GET", "/" + word, "", ""},
		{"GET", "/api/" + word, "", ""},
		{"GET", "/api/admin/publishers/" + word, "", ""},
		{"GET", "/api/v1/" + word, "", ""},
		{"GET", "/api/v1/search/content?query=" + word, "X-Api-Key", word},
		{"GET", "/api/v1/search/content?" + word + "=1", "Authorization", "Bearer " + word},
		{"GET", "/api/v1/partner", "Authorization", "Basic " + word},
		{"POST", "/api/v1/" + word, "Content-Type", word},
		{"GET", "/files/" + word, "User-Agent", word},
		{"GET", "/" + word + "/%2e%2e/%00", "X-Request-Id", word},
		{"GET", "/dashboard", "Host", word + ".example"},
	} {
		request, err := http.NewRequestWithContext(t.Context(), hostile.method, url+hostile.path, nil)
		if err != nil {
			t.Fatal(err)
		}
		if hostile.header == "Host" {
			request.Host = hostile.value
		} else if hostile.header != "" {
			request.Header.Set(hostile.header, hostile.value)
		}
		response, err := http.DefaultTransport.RoundTrip(request)
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		if response.StatusCode >= 500 {
			t.Errorf("%s %s: got %d", hostile.method, hostile.path, response.StatusCode)
		}
	}
}

func TestMetrics_ClosedLabels(t *testing.T) {
	t.Parallel()
	s, metrics := startMonitored(t)
	sendHostile(t, s.url, "hostile0")
	before := scrape(t, metrics)
	for i := range 5 {
		sendHostile(t, s.url, fmt.Sprint("hostile", i+1))
	}
	after := scrape(t, metrics)
	lists := map[string][]string{
		"method": {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "other"},
		"status": {"1xx", "2xx", "3xx", "4xx", "5xx"},
		"target": {"primary", "replica"},
		"caller": {"anonymous", "server", "browser", "app"},
		"queue":  {"default", "slow", "analytics", "links"},
		"reason": {
			"invalid", "wrong_credentials", "forbidden", "not_found", "rate_limit", "log_full", "unavailable", "server_error",
		},
	}
	for name, labels := range after {
		if !strings.HasPrefix(name, "waymark_") {
			continue
		}
		for label, values := range labels {
			if got, want := len(values), len(before[name][label]); got != want && strings.HasPrefix(name, "waymark_http_") {
				t.Errorf("%s has %d series, want %d: requests of clients added some", name, got, want)
			}
			for _, value := range values {
				known := lists[label] == nil || slices.Contains(lists[label], value)
				if strings.Contains(strings.ToLower(value), "hostile") || !known {
					t.Errorf("%s: a client has chosen %s=%q", name, label, value)
				}
			}
		}
	}
	routes := after["waymark_http_request_duration_seconds_count"]["route"]
	for _, want := range []string{"/api/admin/publishers/{id}", "/api/", "/files/", "/", "other", "/api/v1/"} {
		if !slices.Contains(routes, want) {
			t.Errorf("the routes are %v, want %s among them", routes, want)
		}
	}
}

var (
	metricName  = regexp.MustCompile(`\b(?:waymark|process|go)_[a-z_]+\b|\bup\b`)
	selector    = regexp.MustCompile(`([a-z_]+)\{([^}]*)\}`)
	matcher     = regexp.MustCompile(`([a-z_]+)\s*(=~|=|!=|!~)\s*"([^"]*)"`)
	grouping    = regexp.MustCompile(`\b(?:by|without) \(([^)]*)\)`)
	usedLabel   = regexp.MustCompile(`\$labels\.([a-z_]+)`)
	legendLabel = regexp.MustCompile(`\{\{([a-z_]+)\}\}`)
)

// checkExpression fails if an expression of PromQL, or the texts with it, use a metric or a label that is not exported.
func checkExpression(t *testing.T, exported scraped, expression string, texts ...string) {
	t.Helper()
	// Prometheus adds these labels itself.
	labels := map[string][]string{"job": nil, "instance": nil}
	names := metricName.FindAllString(expression, -1)
	if len(names) == 0 {
		t.Errorf("no metric in %s", expression)
	}
	for _, name := range names {
		if exported[name] == nil && name != "up" {
			t.Errorf("%s is not exported: %s", name, expression)
		}
		maps.Copy(labels, exported[name])
	}
	for _, selected := range selector.FindAllStringSubmatch(expression, -1) {
		for _, match := range matcher.FindAllStringSubmatch(selected[2], -1) {
			label, value := match[1], match[3]
			values, ok := exported[selected[1]][label]
			switch {
			case label == "job" || label == "instance":
			case !ok:
				t.Errorf("%s has no label %s: %s", selected[1], label, expression)
			case label != "status" && match[2] == "=" && !slices.Contains(values, value):
				t.Errorf("%s has no %s %q: %s", selected[1], label, value, expression)
			}
		}
	}
	used := []string{}
	for _, group := range grouping.FindAllStringSubmatch(expression, -1) {
		used = append(used, strings.Split(strings.ReplaceAll(group[1], " ", ""), ",")...)
	}
	for _, text := range texts {
		for _, found := range slices.Concat(usedLabel.FindAllStringSubmatch(text, -1),
			legendLabel.FindAllStringSubmatch(text, -1)) {
			used = append(used, found[1])
		}
	}
	for _, label := range used {
		if _, ok := labels[label]; !ok {
			t.Errorf("no metric has the label %s: %s %v", label, expression, texts)
		}
	}
}

// exported returns the metrics of servers that have served a few requests: one on SQLite, and one on PostgreSQL with a
// replica.
func exported(t *testing.T) scraped {
	t.Helper()
	s, metrics := startMonitored(t)
	s.signIn()
	s.request("GET", "/api/admin/publishers", nil, 200)
	found := scrape(t, metrics)
	servers := kittest.NewReplication(t)
	_, metrics = startMonitored(t, "--database", servers.Primary, "--database-replica", servers.Standby, "--single-node",
		"--secret-key", "a secret key of some length")
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); {
		replicated := scrape(t, metrics)
		for name, labels := range replicated {
			if found[name] == nil {
				found[name] = labels
			}
		}
		if replicated["waymark_database_replica_lag_seconds"] != nil { // the replica has been checked
			return found
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("the replica was not used within 20 seconds")
	return nil
}

func TestMonitoring_Files(t *testing.T) {
	t.Parallel()
	found := exported(t)
	folder := filepath.Join("..", "..", "deploy", "monitoring")
	t.Run("alerts", func(t *testing.T) {
		text, err := os.ReadFile(filepath.Join(folder, "alerts.yml"))
		if err != nil {
			t.Fatal(err)
		}
		var file struct {
			Groups []struct {
				Rules []struct {
					Alert, Expr string
					For         string
					Labels      map[string]string
					Annotations map[string]string
				}
			}
		}
		if err := yaml.Unmarshal(text, &file); err != nil {
			t.Fatal(err)
		}
		count := 0
		for _, group := range file.Groups {
			for _, rule := range group.Rules {
				count++
				if _, err := time.ParseDuration(rule.For); (rule.For != "" && err != nil) || rule.Labels["severity"] == "" ||
					rule.Annotations["summary"] == "" || rule.Annotations["description"] == "" {
					t.Errorf("%s is not complete: %+v", rule.Alert, rule)
				}
				checkExpression(t, found, rule.Expr, rule.Annotations["summary"], rule.Annotations["description"])
			}
		}
		if count < 10 {
			t.Errorf("got %d rules", count)
		}
	})
	t.Run("dashboard", func(t *testing.T) {
		text, err := os.ReadFile(filepath.Join(folder, "dashboard.json"))
		if err != nil {
			t.Fatal(err)
		}
		var file struct {
			Panels []struct {
				Title   string
				Targets []struct{ Expr, LegendFormat string }
			}
		}
		if err := json.Unmarshal(text, &file); err != nil {
			t.Fatal(err)
		}
		count := 0
		for _, panel := range file.Panels {
			for _, target := range panel.Targets {
				count++
				checkExpression(t, found, target.Expr, target.LegendFormat)
			}
		}
		if count < 20 {
			t.Errorf("got %d expressions", count)
		}
	})
}

// TestOperatorsGuide_Metrics checks that the guide for operators has every metric with its labels.
func TestOperatorsGuide_Metrics(t *testing.T) {
	t.Parallel()
	guide, err := os.ReadFile(filepath.Join("..", "..", "docs", "operations.md"))
	if err != nil {
		t.Fatal(err)
	}
	documented := map[string]string{}
	for _, row := range regexp.MustCompile("(?m)^\\| `(waymark_[a-z_]+)` \\| (.*?) \\|").FindAllStringSubmatch(
		string(guide), -1) {
		documented[row[1]] = row[2]
	}
	found := exported(t)
	for name, labels := range found {
		base := name
		for _, suffix := range []string{"_bucket", "_sum", "_count"} {
			if short := strings.TrimSuffix(name, suffix); found[short+"_bucket"] != nil {
				base = short
			}
		}
		if !strings.HasPrefix(name, "waymark_") || strings.HasSuffix(name, "_bucket") {
			continue
		}
		want := "—"
		if names := slices.Sorted(maps.Keys(labels)); len(names) > 0 {
			want = "`" + strings.Join(names, "`, `") + "`"
		}
		if documented[base] != want {
			t.Errorf("%s: got the labels %s in docs/operations.md, want %s", base, documented[base], want)
		}
		defer delete(documented, base)
	}
	t.Cleanup(func() {
		for name := range documented {
			t.Errorf("docs/operations.md has %s, which is not exported", name)
		}
	})
}
