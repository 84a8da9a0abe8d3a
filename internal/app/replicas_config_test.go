package app_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"
)

func testStatusOfReplicas(c *cluster) {
	address, err := url.Parse(c.Standby)
	if err != nil {
		c.t.Fatal(err)
	}
	_, status := c.call(c.first, http.MethodGet, "/api/admin/status", "", nil)
	want := regexp.MustCompile(`"replicas":\[\{"name":"` + regexp.QuoteMeta(address.Host) + `","state":"ok","lag":\d+\}\]`)
	if !want.MatchString(status) {
		c.t.Errorf("got the status %s, want %s in it", status, want)
	}
	recorder := httptest.NewRecorder()
	c.first.Metrics(false).ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	metrics := recorder.Body.String()
	for _, want := range []string{
		`waymark_database_replica_state{replica="1",state="ok"} 1`,
		`waymark_database_replica_state{replica="1",state="lagging"} 0`,
		`waymark_database_replica_state{replica="1",state="unavailable"} 0`,
		`waymark_database_replica_lag_seconds{replica="1"} 0`, // or a fraction of a second
		`waymark_database_reads_total{target="primary"} `, `waymark_database_reads_total{target="replica"} `,
		`waymark_database_reads_repeated_total 0`,
	} {
		if !strings.Contains(metrics, want) {
			c.t.Errorf("the metrics have no line %s", want)
		}
	}
	if strings.Contains(status+metrics, "hush") {
		c.t.Error("the status or the metrics have a password")
	}
}

func TestConfig_Replicas(t *testing.T) {
	t.Parallel()
	const standby = "postgres://reader:hush@standby.example/waymark"
	for name, test := range map[string]struct {
		database string
		replicas []string
		lag      time.Duration
		problem  string
	}{
		"none":             {"sqlite:x.db", nil, 0, ""},
		"on SQLite":        {"sqlite:x.db", []string{standby}, time.Second, "only PostgreSQL has replicas"},
		"on PostgreSQL":    {"postgres://db.example/x", []string{standby, standby}, time.Second, ""},
		"another address":  {"postgres://db.example/x", []string{standby, "sqlite:hush"}, time.Second, "number 2"},
		"a broken address": {"postgres://db.example/x", []string{standby + "?sslmode=hm"}, time.Second, "number 1"},
		"several hosts": {
			"postgres://db.example/x", []string{"postgres://r:hush@a.example,b.example/x"}, time.Second, "several servers",
		},
		"no lag":    {"postgres://db.example/x", []string{standby}, 0, "--replica-lag"},
		"a day lag": {"postgres://db.example/x", []string{standby}, 24 * time.Hour, "--replica-lag"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			config := configIn(t.TempDir(), test.database)
			config.DatabaseReplicas, config.ReplicaLag = test.replicas, test.lag
			err := config.Check()
			switch {
			case test.problem == "" && err != nil:
				t.Errorf("got %v, want no error", err)
			case test.problem != "" && (err == nil || !strings.Contains(err.Error(), test.problem)):
				t.Errorf("got %v, want an error with %q", err, test.problem)
			case err != nil && strings.Contains(err.Error(), "hush"):
				t.Errorf("the error contains a password: %v", err)
			}
		})
	}
}
