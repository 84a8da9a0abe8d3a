package audit_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"waymark/internal/kit/audit"
	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/write"
)

// captureLog redirects the default logger to a buffer until the test ends.
func captureLog(t *testing.T) *bytes.Buffer {
	t.Helper()
	var lines bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&lines, nil)))
	t.Cleanup(func() { slog.SetDefault(before) })
	return &lines
}

// runUntilStopped runs the sealing and stops it at once, after which every entry has to be sealed.
func runUntilStopped(t *testing.T, log *audit.Log) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var done sync.WaitGroup
	log.Run(ctx, &done)
	done.Wait()
}

// Not parallel: the default logger belongs to the whole process.
func TestRun(t *testing.T) {
	d := kittest.SQLite(t)
	log := &audit.Log{Store: &write.Store{DB: d}, Key: key(t, "test key")}
	t.Run("seals new entries when the server stops and logs the newest seal", func(t *testing.T) {
		lines := captureLog(t)
		record(t, log, "First")
		record(t, log, "Second")
		runUntilStopped(t, log)
		report := verify(t, log)
		if report.Damaged() || report.Checked != 2 || report.Unsealed != 0 {
			t.Errorf("got %s", report)
		}
		if want := `msg="audit log sealed" newest_seal=` + report.Newest.String(); !strings.Contains(lines.String(), want) {
			t.Errorf("%q is not in the log: %s", want, lines)
		}
	})
	t.Run("logs nothing when there is nothing to seal", func(t *testing.T) {
		lines := captureLog(t)
		runUntilStopped(t, log)
		if lines.Len() != 0 {
			t.Errorf("logged %s", lines)
		}
	})
	t.Run("logs that sealing failed", func(t *testing.T) {
		lines := captureLog(t)
		if err := d.Close(); err != nil {
			t.Fatal(err)
		}
		runUntilStopped(t, log)
		if !strings.Contains(lines.String(), "level=ERROR") ||
			!strings.Contains(lines.String(), "sealing the audit log failed") {
			t.Errorf("logged %s", lines)
		}
	})
}

func TestParseSeal(t *testing.T) {
	t.Parallel()
	want := audit.Seal{Number: 17, Value: "a:b"}
	if got, err := audit.ParseSeal(want.String()); err != nil || got != want {
		t.Errorf("got %v (%v), want %v", got, err, want)
	}
	for _, text := range []string{"", "17", "17:", ":a", "x:a", "1.5:a", "a:17"} {
		if got, err := audit.ParseSeal(text); err == nil {
			t.Errorf("%q was accepted as %v", text, got)
		}
	}
}

func TestReport_String(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		log := newLog(t, d, 60)
		t.Run("of an undamaged log", func(t *testing.T) {
			report := verify(t, log)
			for _, want := range []string{"Checked 60 sealed entries", report.Newest.String(), "No damage found."} {
				if !strings.Contains(report.String(), want) {
					t.Errorf("%q is missing from %s", want, report)
				}
			}
		})
		t.Run("lists the first problems and counts the rest", func(t *testing.T) {
			exec(t, log, "UPDATE audit_log SET user_name = 'Somebody else' WHERE seal_number <= 53")
			text := verify(t, log).String()
			if n := strings.Count(text, "DAMAGED: "); n != 50 {
				t.Errorf("%d problems are listed, want 50", n)
			}
			if !strings.Contains(text, "and 3 more problems") || strings.Contains(text, "No damage found") {
				t.Errorf("got %s", text)
			}
		})
	})
}

func TestVerify_MoreThanOneBatch(t *testing.T) {
	t.Parallel()
	log := &audit.Log{Store: &write.Store{DB: kittest.SQLite(t)}, Key: key(t, "test key")}
	const entries = 2100
	err := log.Store.Do(t.Context(), func(tx *write.Tx) error {
		for i := range entries {
			change := write.Change{Action: "created", Kind: "publisher", ID: int64(i + 1), Name: fmt.Sprint(i)}
			if err := tx.Record(t.Context(), change); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if newest := seal(t, log); newest.Number != entries {
		t.Errorf("the newest seal is %s, want number %d", newest, entries)
	}
	if report := verify(t, log); report.Damaged() || report.Checked != entries {
		t.Errorf("got %s", report)
	}
}

func TestLog_DatabaseFailure(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, d *db.DB) {
		log := newLog(t, d, 2)
		record(t, log, "Not sealed yet")
		exec(t, log, "ALTER TABLE installation RENAME TO installation_gone")
		if _, err := log.SealNew(t.Context()); err == nil {
			t.Error("sealing reported success although the newest seal was not saved")
		}
		if _, err := log.Prune(t.Context(), testEnd); err == nil {
			t.Error("pruning reported success although the checkpoint was not saved")
		}
		if _, err := log.Verify(t.Context()); err == nil {
			t.Error("verifying reported success although the newest seal was not read")
		}
		exec(t, log, "ALTER TABLE installation_gone RENAME TO installation")
		if report := verify(t, log); report.Damaged() || report.Checked != 2 || report.Unsealed != 1 {
			t.Errorf("the failures left traces: %s", report)
		}
	})
}
