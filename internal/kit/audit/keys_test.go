package audit_test

import (
	"testing"

	"waymark/internal/kit/audit"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/secret"
)

// replaceKey replaces the key of a log and returns the log with the new key alone.
func replaceKey(t *testing.T, log *audit.Log, next *secret.Key) *audit.Log {
	t.Helper()
	replacing := &audit.Log{Store: log.Store, Key: next.Replacing(log.Key)}
	err := log.Store.DB.WriteAlone(t.Context(), func(tx *db.Tx) error { return replacing.ReplaceKey(t.Context(), tx) })
	if err != nil {
		t.Fatal(err)
	}
	return &audit.Log{Store: log.Store, Key: next}
}

func TestReplaceKey(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		first := newLog(t, d, 4)
		logged := verify(t, first).Newest
		second := replaceKey(t, first, key(t, "second key"))
		record(t, second, "Publisher 5")
		seal(t, second)
		if _, err := second.Prune(t.Context(), testEnd); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"Publisher 6", "Publisher 7"} {
			record(t, second, name)
			seal(t, second)
		}
		third := replaceKey(t, second, key(t, "third key"))
		record(t, third, "Publisher 8")
		newest := seal(t, third)
		if report := verify(t, third, newest); report.Damaged() || report.Checked != 3 || newest.Number <= logged.Number {
			t.Errorf("got %v", report)
		}
		if report := verify(t, second); !report.Damaged() {
			t.Error("the old key alone verifies entries of the new one")
		}
		// Whoever has the old key can seal a changed entry again, but not the entries that follow it.
		forged := &audit.Log{Store: second.Store, Key: second.Key}
		exec := func(query string) {
			if _, err := d.Writer().Exec(t.Context(), query); err != nil {
				t.Fatal(err)
			}
		}
		exec(`UPDATE audit_log SET user_name = 'Mallory', seal_number = NULL
			WHERE record_name IN ('Publisher 7', 'Publisher 8')`)
		seal(t, forged)
		if report := verify(t, third); !report.Damaged() {
			t.Error("entries that were sealed again with the old key are not reported")
		}
	})
}
