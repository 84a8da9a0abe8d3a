package db

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// replicas are the standbys of a PostgreSQL server that reads may use. They are checked in the background, so that a
// read costs no other statement.
type replicas struct {
	list   []*replica
	maxLag time.Duration
	// primary checks the primary on a connection of its own: a busy pool must not make the replicas look old.
	primary *pgxpool.Pool

	floor  atomic.Uint64 // see minimum
	turn   atomic.Uint64
	counts struct{ primary, replica, repeated atomic.Int64 }

	checking sync.Mutex    // held during a check
	samples  []sample      // of the primary, the oldest first
	wake     chan struct{} // makes WatchReplicas check at once
}

// sample is the position of the primary at a time.
type sample struct {
	at       time.Time
	position Position
}

// replica is one standby.
type replica struct {
	name    string // its host and port
	pool    *pgxpool.Pool
	monitor *pgxpool.Pool // one connection for checks
	state   atomic.Pointer[replicaState]

	lock   sync.Mutex
	lease  context.Context //nolint:containedctx // ends when the replica becomes unavailable
	cancel context.CancelFunc
}

// replicaState is what the last check has found.
type replicaState struct {
	name     string
	lag      time.Duration
	replayed Position
	at       time.Time
}

// The states of a replica. Only one that is OK is used.
const (
	ReplicaOK          = "ok"
	ReplicaLagging     = "lagging"
	ReplicaUnavailable = "unavailable"
)

// ReplicaStates lists all states.
var ReplicaStates = []string{ReplicaOK, ReplicaLagging, ReplicaUnavailable}

// maxStateAge is how long the result of a check is used.
const maxStateAge = 3 * time.Second

// DefaultReplicaLag is how far a replica may be behind.
const DefaultReplicaLag = 5 * time.Second

// AddReplicas makes reads whose context allows it use standbys of the database that are not further behind than maxLag.
// It must be called before the first read, and connects to none of them: WatchReplicas does.
func (d *DB) AddReplicas(ctx context.Context, urls []string, maxLag time.Duration) error {
	if len(urls) == 0 {
		return nil
	}
	if d.Engine != Postgres {
		return errors.New("only PostgreSQL has replicas")
	}
	added := &replicas{maxLag: maxLag, wake: make(chan struct{}, 1)}
	added.floor.Store(uint64(NoReplica)) // none is used before the first check
	config := d.pool.Config()
	config.MaxConns, config.MinConns, config.MinIdleConns = 1, 0, 0
	var err error
	if added.primary, err = pgxpool.NewWithConfig(ctx, config); err != nil {
		return fmt.Errorf("open PostgreSQL: %w", err)
	}
	for _, url := range urls {
		r, err := openReplica(ctx, url)
		if err != nil {
			added.close()
			return err
		}
		added.list = append(added.list, r)
	}
	d.replicas, d.reads = added, routed{pooled{d.pool}, added}
	return nil
}

// CheckReplicaURL returns an error for the address of a replica that can't be used. What is known about a replica
// applies to one server, so an address with several hosts is refused.
func CheckReplicaURL(url string) error {
	_, err := replicaConfig(url)
	return err
}

func replicaConfig(url string) (*pgxpool.Config, error) {
	config, err := poolConfig(url, true)
	if err != nil {
		return nil, err
	}
	server := config.ConnConfig
	for _, other := range server.Fallbacks {
		if other.Host != server.Host || other.Port != server.Port {
			return nil, errors.New("the address of a replica names several servers: list each as a replica of its own")
		}
	}
	return config, nil
}

func openReplica(ctx context.Context, url string) (*replica, error) {
	config, err := replicaConfig(url)
	if err != nil {
		return nil, err
	}
	server := config.ConnConfig
	r := &replica{name: net.JoinHostPort(server.Host, strconv.Itoa(int(server.Port)))}
	r.state.Store(&replicaState{name: ReplicaUnavailable})
	r.lease, r.cancel = context.WithCancel(context.Background())
	if r.pool, err = pgxpool.NewWithConfig(ctx, config); err != nil {
		return nil, fmt.Errorf("open a replica: %w", err)
	}
	single := config.Copy()
	single.MaxConns, single.MinConns, single.MinIdleConns = 1, 0, 0
	if r.monitor, err = pgxpool.NewWithConfig(ctx, single); err != nil {
		r.pool.Close()
		return nil, fmt.Errorf("open a replica: %w", err)
	}
	return r, nil
}

func (r *replicas) close() {
	if r == nil {
		return
	}
	r.primary.Close()
	for _, replica := range r.list {
		replica.setUnavailable()
		replica.pool.Close()
		replica.monitor.Close()
	}
}

// minimum is the position that all reads from replicas have at least. What this process keeps in memory is never newer.
func (r *replicas) minimum() Position { return Position(r.floor.Load()) }

// raiseMinimum returns false if the minimum is higher already.
func (r *replicas) raiseMinimum(to Position) bool {
	for {
		known := r.floor.Load()
		if known >= uint64(to) {
			return false
		}
		if r.floor.CompareAndSwap(known, uint64(to)) {
			return true
		}
	}
}

// find returns a replica that has replayed the log up to a position, or nil. They take turns.
func (r *replicas) find(needed Position) *replica {
	first := r.turn.Add(1)
	for i := range uint64(len(r.list)) {
		if candidate := r.list[(first+i)%uint64(len(r.list))]; candidate.has(needed) {
			return candidate
		}
	}
	return nil
}

// has reports whether the replica can be used for reads of a position.
func (r *replica) has(needed Position) bool {
	state := r.state.Load()
	return state.name == ReplicaOK && state.replayed >= needed && time.Since(state.at) < maxStateAge
}

// available returns a context that ends when the replica becomes unavailable.
func (r *replica) available() context.Context {
	r.lock.Lock()
	defer r.lock.Unlock()
	return r.lease
}

// suspend keeps the replica from being used until the next check.
func (r *replica) suspend() { r.state.Store(&replicaState{name: ReplicaUnavailable}) }

// setUnavailable also ends the queries that are waiting for the replica.
func (r *replica) setUnavailable() {
	r.suspend()
	r.lock.Lock()
	defer r.lock.Unlock()
	r.cancel()
	r.lease, r.cancel = context.WithCancel(context.Background())
}

// HasReplicas reports whether reads may use replicas.
func (d *DB) HasReplicas() bool { return d.replicas != nil }

// Position returns the position of the primary's log. It covers everything that has been committed before the call.
func (d *DB) Position(ctx context.Context) (Position, error) {
	text, err := Value[string](FromPrimary(ctx), d.Read(), "SELECT pg_current_wal_insert_lsn()::text")
	if err != nil {
		return 0, fmt.Errorf("find the position in the log: %w", err)
	}
	return parseLSN(text)
}

// RequireCurrent makes reads use only replicas that have everything that has been committed before the call. It is
// called when this process learns of changes, before it discards what it has in memory: values that are loaded
// afterwards are then not older than the changes.
func (d *DB) RequireCurrent(ctx context.Context) error {
	if d.replicas == nil {
		return nil
	}
	position, err := d.Position(ctx)
	if err != nil {
		return err
	}
	if d.replicas.raiseMinimum(position) {
		select {
		case d.replicas.wake <- struct{}{}:
		default: // a check is due already
		}
	}
	return nil
}

// ReplicaStatus describes a replica.
type ReplicaStatus struct {
	Name  string // host and port
	State string // one of ReplicaStates
	Lag   time.Duration
}

// status describes the replica. One whose last check is too old is not used, whatever the check has found.
func (r *replica) status() ReplicaStatus {
	state := r.state.Load()
	if time.Since(state.at) >= maxStateAge {
		return ReplicaStatus{Name: r.name, State: ReplicaUnavailable}
	}
	return ReplicaStatus{Name: r.name, State: state.name, Lag: state.lag}
}

// Replicas describes the replicas in the order in which they were added.
func (d *DB) Replicas() []ReplicaStatus {
	if d.replicas == nil {
		return nil
	}
	list := make([]ReplicaStatus, len(d.replicas.list))
	for i, r := range d.replicas.list {
		list[i] = r.status()
	}
	return list
}

// ReadCounts returns how many reads the primary and the replicas have answered, and how many of those on the primary
// had failed on a replica before. They are counted if there are replicas.
func (d *DB) ReadCounts() (primary, replica, repeated int64) {
	if d.replicas == nil {
		return 0, 0, 0
	}
	counts := &d.replicas.counts
	return counts.primary.Load(), counts.replica.Load(), counts.repeated.Load()
}
