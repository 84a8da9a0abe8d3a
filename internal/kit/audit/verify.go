package audit

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"waymark/internal/kit/db"
)

// maxProblems is how many problems a report lists; the rest are counted.
const maxProblems = 50

// Report is the result of checking the whole log.
type Report struct {
	Checked  int64 // number of sealed entries
	Erased   int64 // how many of these have had their values erased
	Unsealed int64 // number of entries that are not sealed yet
	Newest   Seal
	Problems []string
	more     int64
}

// Damaged reports whether a problem was found.
func (r *Report) Damaged() bool { return len(r.Problems) > 0 }

func (r *Report) add(format string, args ...any) {
	if len(r.Problems) >= maxProblems {
		r.more++
		return
	}
	r.Problems = append(r.Problems, fmt.Sprintf(format, args...))
}

func (r *Report) String() string {
	var text strings.Builder
	fmt.Fprintf(
		&text, "Checked %d sealed entries (%d with erased values). Newest seal: %s\n", r.Checked, r.Erased, r.Newest,
	)
	fmt.Fprintf(&text, "Not sealed yet: %d entries. A running server seals new entries within seconds.\n", r.Unsealed)
	for _, problem := range r.Problems {
		fmt.Fprintln(&text, "DAMAGED: "+problem)
	}
	if r.more > 0 {
		fmt.Fprintf(&text, "… and %d more problems.\n", r.more)
	}
	if !r.Damaged() {
		fmt.Fprintln(&text, "No damage found.")
	}
	return text.String()
}

type sealedEntry struct {
	entry
	Seal
	ValuesDigest string     `db:"values_digest"`
	ErasedAt     *time.Time `db:"erased_at"`
}

// Verify checks every sealed entry. expected are seals from the server log that the entries must still have.
func (l *Log) Verify(ctx context.Context, expected ...Seal) (*Report, error) {
	c, report := l.Store.DB.Read(), &Report{}
	before, err := l.checkpoint(ctx, c)
	if err != nil {
		report.add("%v", err)
	}
	former, err := l.formerKeys(ctx, c, l.Key)
	if err != nil {
		report.add("%v", err)
	}
	found := map[int64]string{before.Number: before.Value}
	for _, seal := range expected {
		found[seal.Number] = ""
	}
	for {
		entries, err := db.All[sealedEntry](ctx, c, "SELECT "+entryColumns+`, seal_number, seal, values_digest, erased_at
			FROM audit_log WHERE seal_number > ? ORDER BY seal_number LIMIT ?`, before.Number, batchSize)
		if err != nil {
			return nil, fmt.Errorf("read the audit log: %w", err)
		}
		for _, e := range entries {
			l.check(report, before, e, former)
			before = e.Seal
			if _, wanted := found[e.Number]; wanted {
				found[e.Number] = e.Value
			}
		}
		if len(entries) < batchSize {
			break
		}
	}
	report.Newest = before
	for _, seal := range expected {
		if found[seal.Number] != seal.Value {
			report.add("The log had the seal %s; entries up to number %d were removed or changed since.", seal, seal.Number)
		}
	}
	return report, l.checkEnd(ctx, c, report)
}

func (l *Log) check(report *Report, before Seal, e sealedEntry, former []formerKey) {
	report.Checked++
	key, last := l.keyOf(e.Number, former)
	digest := e.ValuesDigest
	if e.ErasedAt == nil {
		digest = digestValues(key, e.Changes)
	} else {
		report.Erased++
		if text := strings.TrimSpace(string(e.Changes)); text != "{}" {
			report.add("Entry %d (number %d) is marked as erased but has values.", e.ID, e.Number)
		}
	}
	switch {
	case e.Number != before.Number+1:
		report.add("Entries with the numbers %d to %d are missing.", before.Number+1, e.Number-1)
	case sealOf(key, before, e.entry, digest) != e.Seal, e.Number == last.Number && e.Seal != last:
		report.add(
			"Entry %d (number %d, %s, %s %s by %s) was changed or swapped.", e.ID, e.Number, e.CreatedAt.Format(time.RFC3339),
			e.Action, e.Kind, e.UserName,
		)
	}
}

func (l *Log) checkEnd(ctx context.Context, c db.Conn, report *Report) error {
	head, err := db.Value[string](ctx, c, "SELECT value FROM installation WHERE key = ?", headKey)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("read the newest seal: %w", err)
	}
	if newest, parseErr := ParseSeal(head); parseErr == nil && newest.Number > report.Newest.Number {
		report.add("Entries with the numbers %d to %d are missing from the end.", report.Newest.Number+1, newest.Number)
	}
	report.Unsealed, err = db.Value[int64](ctx, c, "SELECT count(*) FROM audit_log WHERE seal_number IS NULL")
	if err != nil {
		return fmt.Errorf("count unsealed entries: %w", err)
	}
	return nil
}

var errCheckpoint = errors.New("the checkpoint of the audit log is not genuine")

// checkpoint returns the seal that the chain starts from: that of the last pruned entry, or the zero seal.
func (l *Log) checkpoint(ctx context.Context, c db.Conn) (Seal, error) {
	stored, err := db.Value[string](ctx, c, "SELECT value FROM installation WHERE key = ?", checkpointKey)
	if errors.Is(err, sql.ErrNoRows) {
		return Seal{}, nil
	}
	if err != nil {
		return Seal{}, fmt.Errorf("read the checkpoint: %w", err)
	}
	text, signature, _ := strings.Cut(stored, " ")
	seal, err := ParseSeal(text)
	if err != nil || !l.Key.Verify(purposeCheckpoint, text, signature) {
		return Seal{}, errCheckpoint
	}
	return seal, nil
}
