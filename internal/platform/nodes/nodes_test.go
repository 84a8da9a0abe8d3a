package nodes_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
	"waymark/internal/platform/nodes"
)

func list(t *testing.T, d *db.DB, self string) map[string]nodes.Node {
	t.Helper()
	found, err := nodes.List(t.Context(), d.Read(), self)
	if err != nil {
		t.Fatal(err)
	}
	byName := map[string]nodes.Node{}
	for _, node := range found {
		byName[node.Name] = node
	}
	return byName
}

// await waits until a node has a state; "" means that it is not listed.
func await(t *testing.T, d *db.DB, name, state string) nodes.Node {
	t.Helper()
	ticker := time.NewTicker(10 * time.Millisecond)
	defer ticker.Stop()
	for deadline := time.Now().Add(10 * time.Second); ; <-ticker.C {
		node := list(t, d, "")[name]
		if node.State == state {
			return node
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s is %q, want %q", name, node.State, state)
		}
	}
}

func TestNodes(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		insert := func(name string, seen time.Duration) {
			t.Helper()
			at := clock.Now().Add(-seen)
			_, err := d.Writer().Exec(t.Context(),
				"INSERT INTO nodes (id, name, version, started_at, seen_at) VALUES (?, ?, 'v1', ?, ?)", name, name, at, at)
			if err != nil {
				t.Fatal(err)
			}
		}
		insert("killed", time.Minute)
		insert("forgotten", 25*time.Hour)
		var draining atomic.Bool
		node := nodes.NewRegistration(d, "host:8080", "v2", draining.Load)
		ctx, stop := context.WithCancel(t.Context())
		var done sync.WaitGroup
		node.Run(ctx, &done)

		if got := await(t, d, "host:8080", nodes.Ready); got.Version != "v2" || got.StartedAt.IsZero() {
			t.Errorf("got %+v", got)
		}
		found := list(t, d, node.ID())
		if !found["host:8080"].Self || found["killed"].Self || found["killed"].State != nodes.Gone {
			t.Errorf("got %+v", found)
		}
		await(t, d, "forgotten", "")
		draining.Store(true)
		node.Refresh()
		await(t, d, "host:8080", nodes.Draining)
		stop()
		done.Wait()
		if found := list(t, d, ""); len(found) != 1 || found["killed"].Name == "" {
			t.Errorf("after the server stopped, got %+v", found)
		}
	})
}
