package audit_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"waymark/internal/kit/audit"
	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/secret"
	"waymark/internal/kit/write"
)

// testEnd is later than everything in these tests.
var testEnd = clock.Now().Add(24 * time.Hour)

func key(t *testing.T, text string) *secret.Key {
	t.Helper()
	k, err := secret.Parse(strings.Repeat(text, 8))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// newLog returns a log with a number of entries, sealed in two steps.
func newLog(t *testing.T, d *db.DB, entries int) *audit.Log {
	t.Helper()
	log := &audit.Log{Store: &write.Store{DB: d}, Key: key(t, "test key")}
	for i := range entries {
		record(t, log, fmt.Sprintf("Publisher %d", i+1))
		if i == entries/2 {
			seal(t, log)
		}
	}
	seal(t, log)
	return log
}

func record(t *testing.T, log *audit.Log, name string) {
	t.Helper()
	ctx := write.WithActor(
		context.Background(), write.Actor{UserID: 7, Name: "Ada Admin", RequestID: "r", IP: "192.0.2.1"},
	)
	err := log.Store.Do(ctx, func(tx *write.Tx) error {
		return tx.Record(ctx, write.Change{
			Action: "updated", Kind: "publisher", ID: 12, Name: name,
			Before: map[string]any{"name": "Old", "n": 1.5, "list": []int{1, 2}},
			After:  map[string]any{"name": name, "n": 100000000, "list": nil},
		})
	})
	if err != nil {
		t.Fatal(err)
	}
}

func seal(t *testing.T, log *audit.Log) audit.Seal {
	t.Helper()
	newest, err := log.SealNew(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return newest
}

func verify(t *testing.T, log *audit.Log, expected ...audit.Seal) *audit.Report {
	t.Helper()
	report, err := log.Verify(context.Background(), expected...)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func exec(t *testing.T, log *audit.Log, statement string, args ...any) {
	t.Helper()
	if _, err := log.Store.DB.Writer().Exec(context.Background(), statement, args...); err != nil {
		t.Fatal(err)
	}
}

func TestVerify_Undamaged(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		log := newLog(t, d, 6)
		record(t, log, "Not sealed yet")
		report := verify(t, log)
		if report.Damaged() || report.Checked != 6 || report.Unsealed != 1 || report.Newest.Number != 6 {
			t.Errorf("got %s", report)
		}
		if newest := seal(t, log); newest.Number != 7 || verify(t, log, newest).Damaged() {
			t.Errorf("got %s", verify(t, log, newest))
		}
		t.Run("accepts entries whose values were erased", func(t *testing.T) {
			exec(t, log, "UPDATE audit_log SET changes = '{}', erased_at = ? WHERE seal_number = 3", clock.Now())
			if report := verify(t, log); report.Damaged() || report.Erased != 1 {
				t.Errorf("got %s", report)
			}
			exec(t, log, `UPDATE audit_log SET changes = '{"name":{"before":1,"after":2}}' WHERE seal_number = 3`)
			if !verify(t, log).Damaged() {
				t.Error("values that were added to an erased entry are not detected")
			}
		})
		t.Run("reports damage when the key is another one", func(t *testing.T) {
			other := &audit.Log{Store: log.Store, Key: key(t, "other key")}
			if !verify(t, other).Damaged() {
				t.Error("seals do not depend on the key")
			}
		})
	})
}

// TestSealNew_Many seals more entries than one transaction does, and than one statement stores.
func TestSealNew_Many(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		log := newLog(t, d, 0)
		changes := []write.Change{}
		for i := range 1283 {
			changes = append(changes, write.Change{Action: "created", Kind: "publisher", ID: int64(i + 1), Name: "Harbour"})
		}
		err := log.Store.Do(t.Context(), func(tx *write.Tx) error { return tx.RecordAll(t.Context(), changes) })
		if err != nil {
			t.Fatal(err)
		}
		newest := seal(t, log)
		if report := verify(t, log, newest); report.Damaged() || report.Checked != 1283 || report.Unsealed != 0 {
			t.Errorf("got %s", report)
		}
	})
}

func TestVerify_Damage(t *testing.T) {
	t.Parallel()
	cases := map[string][]string{
		"a changed name":   {"UPDATE audit_log SET record_name = 'Another' WHERE seal_number = 3"},
		"a changed person": {"UPDATE audit_log SET user_id = 8 WHERE seal_number = 3"},
		"a changed time": {`UPDATE audit_log SET created_at = (SELECT created_at FROM audit_log WHERE seal_number = 1)
			WHERE seal_number = 3`},
		"a changed value": {
			`UPDATE audit_log SET changes = '{"name":{"before":"Old","after":"Forged"}}' WHERE seal_number = 3`,
		},
		"a changed address": {"UPDATE audit_log SET ip_address = '' WHERE seal_number = 3"},
		"a removed entry":   {"DELETE FROM audit_log WHERE seal_number = 3"},
		"a removed entry, renumbered": {
			"DELETE FROM audit_log WHERE seal_number = 3", "UPDATE audit_log SET seal_number = 3 WHERE seal_number = 6",
		},
		"the first entry removed": {"DELETE FROM audit_log WHERE seal_number = 1"},
		"the last entry removed":  {"DELETE FROM audit_log WHERE seal_number = 6"},
		"two entries with swapped numbers": {
			"UPDATE audit_log SET seal_number = 100 WHERE seal_number = 3",
			"UPDATE audit_log SET seal_number = 3 WHERE seal_number = 4",
			"UPDATE audit_log SET seal_number = 4 WHERE seal_number = 100",
		},
		"two entries with swapped contents": {
			`UPDATE audit_log SET record_name = CASE seal_number WHEN 3 THEN 'Publisher 4' ELSE 'Publisher 3' END
				WHERE seal_number IN (3, 4)`,
		},
		"a removed seal": {"UPDATE audit_log SET seal_number = NULL, seal = '' WHERE seal_number = 3"},
		"a forged checkpoint": {
			"INSERT INTO installation (key, value) VALUES ('audit_checkpoint', '2:x y')",
			"DELETE FROM audit_log WHERE seal_number <= 2",
		},
	}
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		log := newLog(t, d, 6)
		exec(t, log, "CREATE TABLE original AS SELECT * FROM audit_log")
		for name, statements := range cases {
			t.Run(name, func(t *testing.T) {
				for _, statement := range statements {
					exec(t, log, statement)
				}
				if report := verify(t, log); !report.Damaged() {
					t.Errorf("not detected: %s", report)
				}
				exec(t, log, "DELETE FROM audit_log")
				exec(t, log, "INSERT INTO audit_log SELECT * FROM original")
				exec(t, log, "DELETE FROM installation WHERE key = 'audit_checkpoint'")
				if report := verify(t, log); report.Damaged() {
					t.Fatalf("the original log was not restored: %s", report)
				}
			})
		}
		t.Run("a removed end, by a seal from the server log", func(t *testing.T) {
			newest := verify(t, log).Newest
			exec(t, log, `UPDATE installation SET value = (SELECT '5:' || seal FROM audit_log WHERE seal_number = 5)
				WHERE key = 'audit_head'`)
			exec(t, log, "DELETE FROM audit_log WHERE seal_number = 6")
			if verify(t, log).Damaged() || !verify(t, log, newest).Damaged() {
				t.Errorf("got %s", verify(t, log, newest))
			}
		})
	})
}

func TestPrune(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		log := newLog(t, d, 4)
		limit := clock.Now()
		record(t, log, "Kept")
		newest := seal(t, log)
		if pruned, err := log.Prune(context.Background(), limit); err != nil || pruned != 4 {
			t.Fatalf("pruned %d: %v", pruned, err)
		}
		if report := verify(t, log, newest); report.Damaged() || report.Checked != 1 || report.Newest.Number != 5 {
			t.Errorf("got %s", report)
		}
		if pruned, err := log.Prune(context.Background(), limit.Add(time.Hour)); err != nil || pruned != 1 {
			t.Fatalf("pruned %d: %v", pruned, err)
		}
		record(t, log, "After")
		if newest := seal(t, log); newest.Number != 6 || verify(t, log).Damaged() {
			t.Errorf("the chain does not continue: %s", verify(t, log))
		}
	})
}

func TestDeleteOld(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		const keep = 400 * 24 * time.Hour
		log := &audit.Log{Key: key(t, "test key")}
		s := kittest.Serve(t, d, func(s *kittest.Server, set *jobs.Set) {
			log.Store = s.Kit.Store
			log.Jobs(set, keep)
		})
		record(t, log, "Old")
		record(t, log, "Also old")
		record(t, log, "New")
		old := clock.Now().Add(-keep - time.Hour)
		s.Exec("UPDATE audit_log SET created_at = ? WHERE record_name <> 'New'", old)
		s.Exec("UPDATE change_sets SET created_at = ? WHERE record_name <> 'New'", old)
		s.Exec(`INSERT INTO change_sets (created_at, finished_at, record_name)
			VALUES (?, ?, 'Old, without entries'), (?, NULL, 'Old, unfinished')`, old, old, old)
		s.Exec(`INSERT INTO change_rows (change_id, source, row_key, event, data)
			SELECT id, 'publishers', '[12]', 'update', '{}' FROM change_sets`)
		newest := seal(t, log)
		err := log.Store.Do(t.Context(), func(tx *write.Tx) error { return tx.Enqueue(t.Context(), audit.DeleteOld{}) })
		if err != nil {
			t.Fatal(err)
		}
		s.RunJobs()
		if report := verify(t, log, newest); report.Damaged() || report.Checked != 1 {
			t.Errorf("got %s", report)
		}
		for query, want := range map[string]int64{
			"SELECT count(*) FROM audit_log WHERE record_name = 'New'":                         1,
			"SELECT count(*) FROM audit_log":                                                   1,
			"SELECT count(*) FROM change_sets WHERE record_name IN ('New', 'Old, unfinished')": 2,
			"SELECT count(*) FROM change_sets":                                                 2,
			"SELECT count(*) FROM change_rows WHERE change_id IN (SELECT id FROM change_sets)": 2,
			"SELECT count(*) FROM change_rows":                                                 2,
		} {
			if got := s.Count(query); got != want {
				t.Errorf("%s: got %d, want %d", query, got, want)
			}
		}
	})
}

func TestSealNew_Concurrent(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		log := newLog(t, d, 1)
		var nodes sync.WaitGroup
		for i := range 4 {
			nodes.Go(func() {
				for j := range 10 {
					record(t, log, fmt.Sprintf("%d %d", i, j))
					if _, err := log.SealNew(context.Background()); err != nil {
						t.Error(err)
					}
				}
			})
		}
		nodes.Wait()
		seal(t, log)
		if report := verify(t, log); report.Damaged() || report.Checked != 41 || report.Unsealed != 0 {
			t.Errorf("got %s", report)
		}
	})
}
