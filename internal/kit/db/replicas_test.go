package db_test

import (
	"context"
	"testing"
	"time"

	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
)

// replicated is a database with a standby that reads may use.
type replicated struct {
	*kittest.Replication
	db    *db.DB
	proxy *kittest.Proxy // between the program and the standby
	t     *testing.T
}

func newReplicated(t *testing.T, servers *kittest.Replication) *replicated {
	t.Helper()
	r := &replicated{Replication: servers, t: t}
	d, err := db.Open(t.Context(), r.Primary)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	proxy, address := kittest.ProxyURL(t, r.Standby)
	if err := d.AddReplicas(t.Context(), []string{address}, db.DefaultReplicaLag); err != nil {
		t.Fatal(err)
	}
	r.db, r.proxy = d, proxy
	for _, statement := range []string{"DROP TABLE IF EXISTS notes", "CREATE TABLE notes (text TEXT)"} {
		if _, err := d.Writer().Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	r.CatchUp(d)
	return r
}

// session returns the context of a request that may read from a replica.
func session(after db.Position) context.Context {
	return db.FromReplica(db.WithSession(context.Background(), db.NewSession(after)))
}

// add inserts a note and returns the position after it.
func (r *replicated) add() db.Position {
	r.t.Helper()
	if _, err := r.db.Writer().Exec(r.t.Context(), "INSERT INTO notes (text) VALUES ('note')"); err != nil {
		r.t.Fatal(err)
	}
	position, err := r.db.Position(r.t.Context())
	if err != nil {
		r.t.Fatal(err)
	}
	return position
}

// count returns the number of notes, and whether the replica has answered.
func (r *replicated) count(ctx context.Context) (notes int, fromReplica bool) {
	r.t.Helper()
	_, before, _ := r.db.ReadCounts()
	notes, err := db.Value[int](ctx, r.db.Read(), "SELECT count(*) FROM notes")
	if err != nil {
		r.t.Fatal(err)
	}
	_, after, _ := r.db.ReadCounts()
	return notes, after > before
}

func (r *replicated) expect(ctx context.Context, name string, notes int, fromReplica bool) {
	r.t.Helper()
	if n, replica := r.count(ctx); n != notes || replica != fromReplica {
		r.t.Errorf("%s: got %d notes, from the replica: %v; want %d, %v", name, n, replica, notes, fromReplica)
	}
}

// The tests share two servers, which take seconds to start, so they run one after the other.
func TestReplicas(t *testing.T) {
	t.Parallel()
	servers := kittest.NewReplication(t)
	for _, test := range []struct {
		name string
		run  func(*testing.T, *replicated)
	}{
		{"clients see their own changes", testReplicaPositions},
		{"a replica that lags is skipped", testReplicaLag},
		{"reads go on when a replica is gone or hangs", testReplicaOutage},
		{"other servers are not read from", testOtherServers},
		{"a replica with another schema is skipped", testReplicaSchema},
		{"commits that wait for a standby are not acknowledged", testUnknownOutcomes},
		{"reads without rows have their own columns", testEmptyReplicaReads},
	} {
		t.Run(test.name, func(t *testing.T) { test.run(t, newReplicated(t, servers)) })
	}
}

func testReplicaPositions(t *testing.T, r *replicated) { //nolint:thelper // a test
	ctx := t.Context()
	r.expect(ctx, "a context without a session", 0, false)
	r.expect(db.WithSession(ctx, db.NewSession(0)), "a session alone", 0, false)
	r.expect(db.FromReplica(ctx), "FromReplica without a session", 0, false)
	r.expect(session(0), "FromReplica", 0, true)
	r.expect(db.FromPrimary(session(0)), "FromPrimary", 0, false)
	r.expect(db.FromReplica(db.FromPrimary(session(0))), "FromReplica after FromPrimary", 0, false)
	r.expect(session(db.ParsePosition("nonsense")), "a position that can't be read", 0, false)
	r.expect(session(db.ParsePosition("FFFFFFFFFFFFFFFE")), "a position in the far future", 0, false)

	r.Pause()
	position := r.add()
	r.db.CheckReplicas(ctx)
	r.expect(session(0), "a client that knows nothing of the note", 0, true)
	r.expect(session(position), "the client that has written it", 1, false)
	r.expect(session(db.ParsePosition(position.String())), "the client, through its text", 1, false)

	reading := session(0)
	r.expect(reading, "before a change in the same request", 0, true)
	if err := r.db.Write(reading, func(tx *db.Tx) error {
		_, err := tx.Exec(reading, "INSERT INTO notes (text) VALUES ('another')")
		return err
	}); err != nil {
		t.Fatal(err)
	}
	r.expect(reading, "after a change in the same request", 2, false)
	single := session(0)
	if _, err := r.db.Writer().Exec(single, "INSERT INTO notes (text) VALUES ('third')"); err != nil {
		t.Fatal(err)
	}
	r.expect(single, "after a single statement in the same request", 3, false)

	reading = session(0)
	r.expect(reading, "before the process learns of changes", 0, true)
	if err := r.db.RequireCurrent(ctx); err != nil {
		t.Fatal(err)
	}
	r.expect(reading, "a request that began before", 3, false)
	r.expect(session(0), "a new request", 3, false)

	r.Resume()
	r.CatchUp(r.db)
	r.expect(session(position), "a replica that has caught up", 3, true)
	r.expect(reading, "the request that has used the primary", 3, false)
}

func testReplicaLag(t *testing.T, r *replicated) { //nolint:thelper // a test
	ctx := t.Context()
	state := func() db.ReplicaStatus { return r.db.Replicas()[0] }
	if got := state(); got.State != db.ReplicaOK || got.Lag != 0 {
		t.Errorf("got %+v, want no lag", got)
	}
	r.Pause()
	r.add()
	r.db.Age(ctx, db.DefaultReplicaLag+time.Second)
	if got := state(); got.State != db.ReplicaLagging || got.Lag < db.DefaultReplicaLag {
		t.Errorf("got %+v, want a lag of more than %v", got, db.DefaultReplicaLag)
	}
	r.expect(session(0), "a replica that is too far behind", 1, false)
	r.Resume()
	r.CatchUp(r.db)
	if got := state(); got.State != db.ReplicaOK || got.Lag != 0 {
		t.Errorf("got %+v after it has caught up, want no lag", got)
	}
	r.expect(session(0), "a replica that has caught up", 1, true)
	r.db.Age(ctx, time.Minute)
	if got := state(); got.State != db.ReplicaOK || got.Lag != 0 {
		t.Errorf("got %+v although nothing was written, want no lag", got)
	}
}

func testReplicaOutage(t *testing.T, r *replicated) { //nolint:thelper // a test
	ctx := t.Context()
	r.add()
	r.CatchUp(r.db)
	r.expect(session(0), "before the outage", 1, true)

	r.proxy.Stop()
	reading := session(0)
	r.expect(reading, "a replica that is gone", 1, false)
	r.expect(reading, "the same request", 1, false)
	if _, _, repeated := r.db.ReadCounts(); repeated != 1 {
		t.Errorf("%d reads were repeated, want 1: the others must not try the replica", repeated)
	}
	r.db.CheckReplicas(ctx)
	if got := r.db.Replicas()[0]; got.State != db.ReplicaUnavailable {
		t.Errorf("got %+v, want it to be unavailable", got)
	}
	r.proxy.Start()
	r.CatchUp(r.db)
	r.expect(session(0), "a replica that is back", 1, true)

	r.proxy.Pause()
	checked := make(chan struct{})
	go func() {
		defer close(checked)
		r.db.CheckReplicas(ctx)
	}()
	began := time.Now()
	r.expect(session(0), "a replica that hangs", 1, false)
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("a read from a replica that hangs took %v", took)
	}
	<-checked
	r.proxy.Resume()
}

// A server that is no standby of the database must not be read from, whatever it contains.
func testOtherServers(t *testing.T, r *replicated) { //nolint:thelper // a test
	for name, address := range map[string]string{
		"the primary":              r.Primary,
		"another server":           kittest.PostgresURL(t),
		"a server that is missing": "postgres://waymark@127.0.0.1:1/postgres",
	} {
		t.Run(name, func(t *testing.T) {
			d, err := db.Open(t.Context(), r.Primary)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = d.Close() }()
			if err := d.AddReplicas(t.Context(), []string{address}, db.DefaultReplicaLag); err != nil {
				t.Fatal(err)
			}
			d.CheckReplicas(t.Context())
			if got := d.Replicas()[0]; got.State != db.ReplicaUnavailable {
				t.Errorf("got %+v, want it not to be used", got)
			}
		})
	}
}

func testReplicaSchema(t *testing.T, r *replicated) { //nolint:thelper // a test
	r.Pause()
	if _, err := r.db.Writer().Exec(t.Context(),
		"INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, TRUE)"); err != nil {
		t.Fatal(err)
	}
	r.db.CheckReplicas(t.Context())
	if got := r.db.Replicas()[0]; got.State != db.ReplicaUnavailable {
		t.Errorf("got %+v for a replica with another schema, want it not to be used", got)
	}
	r.Resume()
	r.CatchUp(r.db)
	if got := r.db.Replicas()[0]; got.State != db.ReplicaOK {
		t.Errorf("got %+v for a replica with the same schema, want it to be used", got)
	}
}

func testEmptyReplicaReads(t *testing.T, r *replicated) { //nolint:thelper // a test
	testEmptyReads(t, r.db, func() context.Context { return session(0) })
	if _, replica, _ := r.db.ReadCounts(); replica == 0 {
		t.Error("no read has reached the replica")
	}
}

func TestPosition(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", "0", "16/B374D848", "0000000000000000 ", "000000000000000g", "+000000000000001", "0x00000000000001",
		"00000000000000001", "-000000000000001", "0000_0000_0000_0", "000000000000000a",
	} {
		if got := db.ParsePosition(text); got != db.NoReplica {
			t.Errorf("%q: got %v, want the primary", text, got)
		}
	}
	for _, p := range []db.Position{0, 1, 0x16B374D848, db.NoReplica} {
		if got := db.ParsePosition(p.String()); got != p {
			t.Errorf("%v: got %v after reading its text", p, got)
		}
	}
}

func TestReplicas_Addresses(t *testing.T) {
	t.Parallel()
	for address, ok := range map[string]bool{
		"postgres://a@db.example/x":                        true,
		"postgres://a@db.example/x?sslmode=prefer":         true,
		"postgres://a@db.example:5432,other.example/x":     false,
		"postgres://a@db.example/x?sslmode=sometimes":      false,
		"postgres://a:%zz@db.example/x":                    false,
		"postgres://a@db.example:5432,db.example:5433/abc": false,
	} {
		if err := db.CheckReplicaURL(address); (err == nil) != ok {
			t.Errorf("%s: got %v, want it to be accepted: %v", address, err, ok)
		}
	}
	if err := kittest.SQLite(t).AddReplicas(t.Context(), []string{"postgres://a@db.example/x"}, 0); err == nil {
		t.Error("a replica of SQLite was accepted")
	}
}
