package db

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	checkInterval = time.Second
	checkLimit    = time.Second // of the check of one server
	// firstRecheck is when a replica that lacks what reads need is checked again. Mostly it has it by then; each
	// further check waits twice as long.
	firstRecheck = 10 * time.Millisecond
	// keepSamples is the largest lag that is measured.
	keepSamples = 10 * time.Minute
)

// WatchReplicas checks the replicas until ctx is done: each second, and as soon as reads need a newer position.
func (d *DB) WatchReplicas(ctx context.Context, done *sync.WaitGroup) {
	if d.replicas == nil {
		return
	}
	done.Go(func() {
		wait := time.Duration(0)
		for {
			select {
			case <-time.After(wait):
			case <-d.replicas.wake:
				wait = 0
			case <-ctx.Done():
				return
			}
			d.CheckReplicas(ctx)
			if d.replicas.areBehind() {
				wait = min(max(2*wait, firstRecheck), checkInterval)
			} else {
				wait = checkInterval
			}
		}
	})
}

// areBehind reports whether a replica that could be used lacks what reads need.
func (r *replicas) areBehind() bool {
	for _, replica := range r.list {
		if state := replica.state.Load(); state.name == ReplicaOK && state.replayed < r.minimum() {
			return true
		}
	}
	return false
}

// description is what is read from a server to check it. The primary and its replicas have the same identity, and once
// they have replayed the same migrations, the same schema.
type description struct {
	identity   string // of the cluster, the database and the schema
	version    int64  // of the newest migration
	inRecovery bool
	position   Position
}

const descriptionQuery = `SELECT
	(SELECT system_identifier::text FROM pg_control_system()) || ' ' || current_database() || ' ' || current_schema(),
	(SELECT coalesce(max(version_id), 0) FROM goose_db_version WHERE is_applied),
	pg_is_in_recovery(),
	CASE
		WHEN pg_is_in_recovery() THEN coalesce(pg_last_wal_replay_lsn(), '0/0')
		ELSE pg_current_wal_insert_lsn()
	END::text`

func describe(ctx context.Context, pool *pgxpool.Pool) (d description, err error) {
	ctx, cancel := context.WithTimeout(ctx, checkLimit)
	defer cancel()
	position := ""
	if err := pool.QueryRow(ctx, descriptionQuery).Scan(&d.identity, &d.version, &d.inRecovery, &position); err != nil {
		return d, err
	}
	d.position, err = parseLSN(position)
	return d, err
}

// CheckReplicas checks the primary and all replicas once. Without the primary, nothing is known about the replicas.
func (d *DB) CheckReplicas(ctx context.Context) {
	r := d.replicas
	r.checking.Lock()
	defer r.checking.Unlock()
	primary, err := describe(ctx, r.primary)
	if err != nil {
		return // requests report that the database is unavailable
	}
	r.addSample(primary.position, time.Now())
	// The schema may have been updated just before the first check.
	r.floor.CompareAndSwap(uint64(NoReplica), uint64(primary.position))
	var all sync.WaitGroup
	for _, replica := range r.list {
		all.Go(func() { replica.check(ctx, r, primary) })
	}
	all.Wait()
}

// addSample remembers the position of the primary.
func (r *replicas) addSample(position Position, at time.Time) {
	if n := len(r.samples); n > 0 && at.Sub(r.samples[n-1].at) < checkInterval/2 {
		return
	}
	for len(r.samples) > 0 && at.Sub(r.samples[0].at) > keepSamples {
		r.samples = r.samples[1:]
	}
	r.samples = append(r.samples, sample{at, position})
}

// lag returns how long ago the primary was first seen with something that a replica does not have. Unlike the time of
// the last transaction on the replica, it does not grow while nothing is written, and needs no common clock.
func (r *replicas) lag(replayed Position, now time.Time) time.Duration {
	for _, s := range r.samples {
		if s.position > replayed {
			return now.Sub(s.at)
		}
	}
	return 0
}

var (
	errNotStandby = errors.New("the server is not a standby")
	errOther      = errors.New("the server is not a standby of this database")
)

func (r *replica) check(ctx context.Context, all *replicas, primary description) {
	found, err := describe(ctx, r.monitor)
	switch {
	case err != nil:
	case !found.inRecovery:
		err = errNotStandby
	case found.identity != primary.identity:
		err = errOther
	case found.version != primary.version:
		err = fmt.Errorf("the replica has schema %d and the primary %d", found.version, primary.version)
	}
	if ctx.Err() != nil {
		return
	}
	before, now := r.state.Load(), time.Now()
	if err != nil {
		if before.name != ReplicaUnavailable || before.at.IsZero() {
			slog.WarnContext(ctx, "replica not used", "replica", r.name, "error", err)
		}
		r.setUnavailable()
		r.state.Store(&replicaState{name: ReplicaUnavailable, at: now})
		return
	}
	state := &replicaState{name: ReplicaOK, lag: all.lag(found.position, now), replayed: found.position, at: now}
	if state.lag > all.maxLag {
		state.name = ReplicaLagging
	}
	if state.name != before.name {
		slog.InfoContext(ctx, "replica checked", "replica", r.name, "state", state.name, "lag", state.lag)
	}
	r.state.Store(state)
}
