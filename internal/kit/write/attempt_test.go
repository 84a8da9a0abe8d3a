package write_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"waymark/internal/kit/db"
	"waymark/internal/kit/kittest"
	"waymark/internal/kit/write"
)

func TestTx_Attempt(t *testing.T) {
	t.Parallel()
	refused := errors.New("refused")
	// A step of a transaction is a change, or an attempt of a change. Those with a ! fail.
	for name, test := range map[string]struct{ steps, want []string }{
		"a failed attempt after a change":          {[]string{"one", "try two!", "three"}, []string{"one", "three"}},
		"a failed attempt before any change":       {[]string{"try one!", "two"}, []string{"two"}},
		"failed attempts only":                     {[]string{"try one!", "try two!"}, nil},
		"a failed attempt between successful ones": {[]string{"try one", "try two!", "try three"}, []string{"one", "three"}},
		"a failed attempt before a successful one": {[]string{"try one!", "try two"}, []string{"two"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			kittest.Each(t, func(t *testing.T, d *db.DB) {
				ctx := write.WithOrigin(t.Context(), &write.Origin{Operation: "test", Program: "test"})
				err := newStore(t, d).Do(ctx, func(tx *write.Tx) error { return runSteps(ctx, tx, test.steps, refused) })
				if err != nil {
					t.Fatal(err)
				}
				expectNames(t, d, "SELECT key FROM limits ORDER BY key", test.want)
				expectNames(t, d, "SELECT record_name FROM audit_log ORDER BY record_name", test.want)
				entries := count(t, d, "SELECT coalesce(sum(entries), 0) FROM change_sets")
				sets := count(t, d, "SELECT count(*) FROM change_sets WHERE finished_at IS NOT NULL AND NOT is_open")
				if int(entries) != len(test.want) || int(sets) != min(len(test.want), 1) {
					t.Errorf("%d change sets with %d entries, want %d entries in one", sets, entries, len(test.want))
				}
				if n := count(t, d, "SELECT count(*) FROM audit_log WHERE change_id NOT IN (SELECT id FROM change_sets)"); n > 0 {
					t.Errorf("%d entries have lost their change set", n)
				}
			})
		})
	}
}

func runSteps(ctx context.Context, tx *write.Tx, steps []string, refused error) error {
	for _, step := range steps {
		name, attempted := strings.CutPrefix(step, "try ")
		name, fails := strings.CutSuffix(name, "!")
		change := func() error {
			_, err := tx.Exec(ctx, "INSERT INTO limits (key, resets_at) VALUES (?, ?)", name, tx.Now)
			err = errors.Join(err, tx.Record(ctx, write.Change{Action: "created", Kind: "limit", Name: name}))
			if err == nil && fails {
				err = refused
			}
			return err
		}
		run := change
		if attempted {
			run = func() error { return tx.Attempt(ctx, change) }
		}
		err := run()
		if fails != errors.Is(err, refused) || !fails && err != nil {
			return fmt.Errorf("%s: %w", step, err)
		}
	}
	return nil
}

func expectNames(t *testing.T, d *db.DB, query string, want []string) {
	t.Helper()
	got, err := db.All[string](t.Context(), d.Read(), query)
	if err != nil || !slices.Equal(got, slices.Sorted(slices.Values(want))) {
		t.Errorf("%s: %q (%v), want %q", query, got, err, want)
	}
}
