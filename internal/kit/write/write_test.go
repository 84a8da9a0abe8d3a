package write_test

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/write"
)

type note struct {
	Text string `json:"text"`
}

func (note) Kind() string { return "note" }

func newStore(t *testing.T, d *db.DB) *write.Store {
	t.Helper()
	set := jobs.NewSet()
	jobs.Add(set, jobs.Default, func(context.Context, jobs.Job[note]) error { return nil })
	queue, err := jobs.Open(d, set, 1)
	if err != nil {
		t.Fatal(err)
	}
	return &write.Store{DB: d, Jobs: queue}
}

func count(t *testing.T, d *db.DB, query string, args ...any) int64 {
	t.Helper()
	n, err := db.Value[int64](t.Context(), d.Read(), query, args...)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestStore_Do(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		store := newStore(t, d)
		change := func(result error) error {
			return store.Do(t.Context(), func(tx *write.Tx) error {
				_, err := tx.Exec(t.Context(), "INSERT INTO limits (key, resets_at) VALUES ('a', ?)", tx.Now)
				return errors.Join(err, tx.Enqueue(t.Context(), note{"a"}, note{"b"}),
					tx.Record(t.Context(), write.Change{Action: "created", Kind: "limit", Name: "a"}), result)
			})
		}
		counts := func() [3]int64 {
			return [3]int64{
				count(t, d, "SELECT count(*) FROM limits"), count(t, d, "SELECT count(*) FROM river_job WHERE kind = 'note'"),
				count(t, d, "SELECT count(*) FROM audit_log"),
			}
		}
		t.Run("undoes the change, its jobs and its audit row when it fails", func(t *testing.T) {
			refused := errors.New("refused")
			if err := change(refused); !errors.Is(err, refused) {
				t.Errorf("got %v", err)
			}
			if got := counts(); got != [3]int64{} {
				t.Errorf("%v rows are left", got)
			}
		})
		t.Run("commits all of them together", func(t *testing.T) {
			before := clock.Now()
			if err := change(nil); err != nil {
				t.Fatal(err)
			}
			if got := counts(); got != [3]int64{1, 2, 1} {
				t.Errorf("%v rows, want 1 change, 2 jobs and 1 audit row", got)
			}
			at, err := db.Value[time.Time](t.Context(), d.Read(), "SELECT resets_at FROM limits")
			if err != nil || at.Before(before) || at.After(clock.Now()) {
				t.Errorf("the time of the change is %v (%v)", at, err)
			}
			same := "SELECT count(*) FROM audit_log WHERE created_at = (SELECT resets_at FROM limits)"
			if count(t, d, same) != 1 {
				t.Error("the audit row has a different time")
			}
		})
	})
}

func TestStore_Prune(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		store := newStore(t, d)
		now := clock.Now()
		const old = 4500 // more than two batches
		_, err := d.Writer().Exec(t.Context(), `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
			INSERT INTO audit_log (created_at, action, kind, changes) SELECT ?, 'old', 'test', '{}' FROM n`,
			old, now.Add(-time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		for _, at := range []time.Time{now, now.Add(time.Hour)} {
			_, err := d.Writer().Exec(t.Context(), `INSERT INTO audit_log (created_at, action, kind, changes)
				VALUES (?, 'new', 'test', '{}')`, at)
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := store.Prune(t.Context(), "audit_log", "created_at", now); err != nil {
			t.Fatal(err)
		}
		if n := count(t, d, "SELECT count(*) FROM audit_log WHERE action = 'old'"); n != 0 {
			t.Errorf("%d old rows are left", n)
		}
		if n := count(t, d, "SELECT count(*) FROM audit_log"); n != 2 {
			t.Errorf("%d rows are left, want the 2 that are not older", n)
		}
		if err := store.Prune(t.Context(), "no_such_table", "created_at", now); err == nil {
			t.Error("a table that does not exist was pruned")
		}
	})
}

func TestActorOf(t *testing.T) {
	t.Parallel()
	if got := write.ActorOf(t.Context()); got != (write.Actor{Name: "System"}) {
		t.Errorf("without an actor: got %+v", got)
	}
	ada := write.Actor{UserID: 7, Name: "Ada", RequestID: "r-1", IP: "192.0.2.1"}
	if got := write.ActorOf(write.WithActor(t.Context(), ada)); got != ada {
		t.Errorf("got %+v", got)
	}
}

type auditRow struct {
	UserID     *int64          `db:"user_id"`
	UserName   string          `db:"user_name"`
	Action     string          `db:"action"`
	Kind       string          `db:"kind"`
	RecordID   *int64          `db:"record_id"`
	RecordName string          `db:"record_name"`
	Changes    json.RawMessage `db:"changes"`
	RequestID  string          `db:"request_id"`
	IPAddress  string          `db:"ip_address"`
}

// record writes an audit row in its own transaction and returns it with its decoded changes.
func record(ctx context.Context, t *testing.T, store *write.Store, c write.Change) (auditRow, map[string]any) {
	t.Helper()
	if err := store.Do(ctx, func(tx *write.Tx) error { return tx.Record(ctx, c) }); err != nil {
		t.Fatal(err)
	}
	row, err := db.One[auditRow](ctx, store.DB.Read(), `SELECT user_id, user_name, action, kind, record_id, record_name,
		changes, request_id, ip_address FROM audit_log ORDER BY id DESC LIMIT 1`)
	if err != nil {
		t.Fatal(err)
	}
	changes := map[string]any{}
	if err := json.Unmarshal(row.Changes, &changes); err != nil {
		t.Fatal(err)
	}
	return row, changes
}

func TestTx_RecordAll(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		store := newStore(t, d)
		changes := []write.Change{}
		for id := range int64(1201) { // two full statements and a part of one
			changes = append(changes, write.Change{
				Action: "updated", Kind: "publisher", ID: id + 1, Name: "P", After: map[string]any{"rank": id},
			})
		}
		ctx := write.WithActor(t.Context(), write.Actor{UserID: 7, Name: "Ada"})
		for _, list := range [][]write.Change{changes, nil} {
			if err := store.Do(ctx, func(tx *write.Tx) error { return tx.RecordAll(ctx, list) }); err != nil {
				t.Fatal(err)
			}
		}
		if n := count(t, d, "SELECT count(DISTINCT record_id) FROM audit_log WHERE user_id = 7"); n != 1201 {
			t.Errorf("%d rows, want 1201", n)
		}
		last := "SELECT count(*) FROM audit_log WHERE record_id = 1201 AND CAST(changes AS TEXT) LIKE '%1200%'"
		if count(t, d, last) != 1 {
			t.Error("the last row does not have the change of its record")
		}
	})
}

func TestTx_Record(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		store := newStore(t, d)
		t.Run("notes who changed which record", func(t *testing.T) {
			ctx := write.WithActor(t.Context(), write.Actor{UserID: 7, Name: "Ada", RequestID: "r-1", IP: "192.0.2.1"})
			row, _ := record(ctx, t, store, write.Change{Action: "updated", Kind: "publisher", ID: 12, Name: "Harbour Press"})
			if row.UserID == nil || *row.UserID != 7 || row.RecordID == nil || *row.RecordID != 12 {
				t.Errorf("got %+v", row)
			}
			row.UserID, row.RecordID, row.Changes = nil, nil, nil
			want := auditRow{
				UserName: "Ada", Action: "updated", Kind: "publisher", RecordName: "Harbour Press", RequestID: "r-1",
				IPAddress: "192.0.2.1",
			}
			if !reflect.DeepEqual(row, want) {
				t.Errorf("got %+v, want %+v", row, want)
			}
		})
		t.Run("notes the system without an id, and changes that concern no record", func(t *testing.T) {
			row, _ := record(t.Context(), t, store, write.Change{Action: "signed in", Kind: "session"})
			if row.UserID != nil || row.RecordID != nil || row.UserName != "System" {
				t.Errorf("got %+v", row)
			}
		})
		t.Run("keeps only fields that differ", func(t *testing.T) {
			_, changes := record(t.Context(), t, store, write.Change{
				Before: map[string]any{"name": "Old", "same": 1, "list": []int{1, 2}, "gone": "x", "tags": []string{"a"}},
				After:  map[string]any{"name": "New", "same": 1, "list": []int{1, 2}, "added": true, "tags": []string{"b"}},
			})
			pair := func(before, after any) map[string]any { return map[string]any{"before": before, "after": after} }
			want := map[string]any{
				"name": pair("Old", "New"), "gone": pair("x", nil), "added": pair(nil, true), "tags": pair([]any{"a"}, []any{"b"}),
			}
			if !reflect.DeepEqual(changes, want) {
				t.Errorf("got %v, want %v", changes, want)
			}
		})
		t.Run("redacts secrets, but not whether there is one", func(t *testing.T) {
			row, changes := record(t.Context(), t, store, write.Change{
				Before: map[string]any{"password": "hunter1", "token": "", "key": nil, "same": "hunter3"},
				After:  map[string]any{"password": "hunter2", "token": "hunter4", "key": "hunter5", "same": "hunter3"},
				Secret: []string{"password", "token", "key", "same", "absent"},
			})
			if strings.Contains(string(row.Changes), "hunter") {
				t.Errorf("a secret is in the audit log: %s", row.Changes)
			}
			want := map[string]any{
				"password": map[string]any{"before": write.Redacted, "after": write.Redacted},
				"token":    map[string]any{"before": "", "after": write.Redacted},
				"key":      map[string]any{"before": nil, "after": write.Redacted},
			}
			if !reflect.DeepEqual(changes, want) {
				t.Errorf("got %v, want %v", changes, want)
			}
		})
	})
}
