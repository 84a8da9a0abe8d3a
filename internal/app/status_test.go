package app_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"waymark/internal/kit/auth"
	"waymark/internal/kit/kittest"
)

type statusAnswer struct {
	Nodes struct {
		State string
		Items []struct {
			Name, State string
			Self        bool
		}
	}
	Database struct {
		State, Engine, Version string
		Schema, Size, Limit    int64
	}
	Storage  struct{ State, Problem, Kind string }
	Mail     struct{ State, Mode string }
	Queues   struct{ Items []struct{ Name string } }
	Replicas []any
	Versions struct {
		Program string
		Schema  int64
	}
}

func (h *harness) status(token string) statusAnswer {
	h.t.Helper()
	response := h.do("GET", "/api/admin/status", token, "")
	var answer statusAnswer
	if text := read(h.t, response); response.StatusCode != http.StatusOK || json.Unmarshal([]byte(text), &answer) != nil {
		h.t.Fatalf("%d %s", response.StatusCode, text)
	}
	return answer
}

// awaitNode waits until the server has listed itself.
func (h *harness) awaitNode() {
	h.t.Helper()
	ticker := time.NewTicker(10 * time.Millisecond)
	defer ticker.Stop()
	for deadline := time.Now().Add(10 * time.Second); h.count("SELECT count(*) FROM nodes") == 0; <-ticker.C {
		if time.Now().After(deadline) {
			h.t.Fatal("the server did not list itself")
		}
	}
}

func TestStatus(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, h *harness) {
		admin := h.session(auth.Admin)
		if err := h.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = h.Close(context.Background()) })
		t.Run("is for admins only", func(t *testing.T) {
			if got := h.do("GET", "/api/admin/status", h.session(auth.Editor), "").StatusCode; got != http.StatusForbidden {
				t.Errorf("got %d", got)
			}
		})
		t.Run("reports a healthy server", func(t *testing.T) {
			h.awaitNode()
			s := h.status(admin)
			if len(s.Nodes.Items) != 1 || s.Nodes.Items[0].State != "ready" || !s.Nodes.Items[0].Self {
				t.Errorf("got the nodes %+v", s.Nodes)
			}
			if s.Database.State != "ok" || s.Database.Engine != string(h.DB.Engine) || s.Database.Version == "" ||
				s.Database.Size == 0 || s.Database.Limit == 0 || s.Database.Schema == 0 ||
				s.Versions.Schema != s.Database.Schema || s.Versions.Program != "test" {
				t.Errorf("got the database %+v and the versions %+v", s.Database, s.Versions)
			}
			if s.Storage.State != "ok" || s.Storage.Kind != "folder" || s.Mail.Mode != "log" || len(s.Queues.Items) != 4 ||
				s.Replicas == nil {
				t.Errorf("got %+v", s)
			}
		})
	})
}

func TestStatus_Storage(t *testing.T) {
	t.Parallel()
	h := open(t, "sqlite:"+kittest.SQLite(t).Path)
	folder := strings.TrimPrefix(h.Config.Storage, "file:")
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	s := h.status(h.session(auth.Admin))
	if s.Storage.State != "failed" || s.Database.State != "ok" || strings.Contains(s.Storage.Problem, folder) {
		t.Errorf("got the storage %+v and the database %+v", s.Storage, s.Database)
	}
}

// Metrics must be complete except for what is unknown, and quick, while the database is down.
func TestMetrics_Outage(t *testing.T) {
	t.Parallel()
	for name, outage := range map[string]func(*kittest.Proxy){
		"stopped": (*kittest.Proxy).Stop, "hanging": (*kittest.Proxy).Pause,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			proxy, address := kittest.ProxyURL(t, kittest.PostgresURL(t))
			server := httptest.NewServer(open(t, address).Metrics(false))
			t.Cleanup(server.Close)
			outage(proxy)
			started := time.Now()
			response, err := http.Get(server.URL + "/metrics")
			if err != nil {
				t.Fatal(err)
			}
			defer response.Body.Close()
			text := read(t, response)
			if response.StatusCode != http.StatusOK || time.Since(started) > 5*time.Second {
				t.Errorf("got %d after %v", response.StatusCode, time.Since(started))
			}
			for _, want := range []string{
				"waymark_database_up 0", "waymark_ready 0", "waymark_storage_up 1", "process_open_fds",
			} {
				if !strings.Contains(text, want) {
					t.Errorf("no %s in %s", want, text)
				}
			}
		})
	}
}
