package app

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"waymark/internal/features/status"
	"waymark/internal/kit/db"
)

// maxReplicaLag is less than the time for which browsers keep the position of their last change.
const maxReplicaLag = 5 * time.Minute

func (c Config) checkReplicas(postgres bool) error {
	switch {
	case len(c.DatabaseReplicas) == 0:
		return nil
	case !postgres:
		return errors.New("--database-replica: only PostgreSQL has replicas; a SQLite database is a file of one server")
	case c.ReplicaLag <= 0 || c.ReplicaLag > maxReplicaLag:
		return fmt.Errorf("--replica-lag %s: use a duration of up to %s", c.ReplicaLag, maxReplicaLag)
	}
	for i, address := range c.DatabaseReplicas {
		if !strings.HasPrefix(address, "postgres://") && !strings.HasPrefix(address, "postgresql://") {
			return fmt.Errorf("--database-replica: number %d is not an address like postgres://…", i+1)
		}
		if err := db.CheckReplicaURL(address); err != nil {
			return fmt.Errorf("--database-replica: number %d: %w", i+1, err)
		}
	}
	return nil
}

// replicaStatus describes the replicas for the status page.
func (a *App) replicaStatus(context.Context) []status.Replica {
	list := []status.Replica{}
	for _, replica := range a.DB.Replicas() {
		list = append(list, status.Replica{Name: replica.Name, State: replica.State, Lag: replica.Lag.Milliseconds()})
	}
	return list
}

var (
	replicaState = describe("database_replica_state", "1 for the state of a replica, 0 for the others.",
		"replica", "state")
	replicaLag = describe("database_replica_lag_seconds",
		"How far a replica is behind. It has no value while the replica is unavailable.", "replica")
	databaseReads = describe("database_reads_total",
		"Number of reads outside of transactions, by the server that answered. Counted if there are replicas.", "target")
	repeatedReads = describe("database_reads_repeated_total",
		"Number of reads that failed on a replica and were repeated on the primary.")
)

// collectReplicas sends the figures of the replicas, which are numbered in the order of the settings.
func (c *appCollector) collectReplicas(m metricWriter) {
	if !c.app.DB.HasReplicas() {
		return
	}
	for i, replica := range c.app.DB.Replicas() {
		number := strconv.Itoa(i + 1)
		for _, state := range db.ReplicaStates {
			m.gauge(replicaState, boolean(state == replica.State), number, state)
		}
		if replica.State != db.ReplicaUnavailable {
			m.gauge(replicaLag, replica.Lag.Seconds(), number)
		}
	}
	primary, replica, repeated := c.app.DB.ReadCounts()
	m.counter(databaseReads, float64(primary), "primary")
	m.counter(databaseReads, float64(replica), "replica")
	m.counter(repeatedReads, float64(repeated))
}
