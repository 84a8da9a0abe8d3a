package gate

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/write"
)

// write stores a batch in one transaction.
func (l *Log) write(batch []entry) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	err := l.store.Do(ctx, func(tx *write.Tx) error {
		steps := []func(context.Context, *write.Tx, []entry) error{
			l.attribute, writeCalls, writeSearches, updatePartners, updateUsers, updateContent,
		}
		for _, step := range steps {
			if err := step(ctx, tx, batch); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		slog.Error("write log entries of the public API; will be retried", "calls", len(batch), "error", err)
	}
	return err
}

// existingID returns the SQL of an id argument that becomes NULL if its row has been deleted in the meantime.
func existingID(table string) string { return "(SELECT id FROM " + table + " WHERE id = ?)" }

func writeCalls(ctx context.Context, tx *write.Tx, batch []entry) error {
	rows := [][]any{}
	for _, e := range batch {
		words, refused := []string{e.path, e.ip}, refusal{fields: map[string][]string{}}
		if e.refusal != nil {
			refused = *e.refusal
			words = append(words, refused.words()...)
		}
		for _, name := range slices.Sorted(maps.Keys(e.parameters)) {
			words = append(words, e.parameters[name])
		}
		rows = append(rows, []any{
			e.at, e.duration.Milliseconds(), e.status, e.method, e.path, e.results, db.JSON(e.parameters), len(e.parameters),
			e.partnerID(), e.userID(), kindNames[e.caller.Kind], e.ip, e.agent, refused.code, refused.message,
			db.JSON(refused.fields), clean(fold.SearchText(words...), 2*maxText),
		})
	}
	const into = `api_logs (created_at, duration, status_code, method, path, results, parameters, parameters_count,
		partner_id, user_id, caller, ip_address, user_agent, error_code, error_message, errors, search_text)`
	marks := "(?, ?, ?, ?, ?, ?, ?, ?, " + existingID("partners") + ", " + existingID("users") + ", ?, ?, ?, ?, ?, ?, ?)"
	if err := tx.InsertRows(ctx, db.Insertion{Into: into, Marks: marks}, rows); err != nil {
		return fmt.Errorf("insert calls: %w", err)
	}
	return nil
}

func writeSearches(ctx context.Context, tx *write.Tx, batch []entry) error {
	rows, views := [][]any{}, map[int64]int64{}
	for _, e := range batch {
		if s := e.search; s != nil {
			filters := map[string]string{}
			for name, value := range s.Filters {
				filters[name] = clean(value, maxText)
			}
			rows = append(rows, []any{
				e.at, e.duration.Milliseconds(), s.Cached, clean(s.Term, maxText), s.Results, db.JSON(filters),
				e.partnerID(), e.userID(), fold.SearchText(clean(s.Term, maxText)),
			})
			if s.Facade != 0 {
				views[s.Facade]++
			}
		}
	}
	const into = `search_history (created_at, duration, cached, term, results, filters,
		partner_id, user_id, search_text)`
	marks := "(?, ?, ?, ?, ?, ?, " + existingID("partners") + ", " + existingID("users") + ", ?)"
	if err := tx.InsertRows(ctx, db.Insertion{Into: into, Marks: marks}, rows); err != nil {
		return fmt.Errorf("insert searches: %w", err)
	}
	for _, id := range slices.Sorted(maps.Keys(views)) { // all nodes lock in the same order, which prevents deadlocks
		if _, err := tx.Exec(ctx, "UPDATE facades SET views = views + ? WHERE id = ?", views[id], id); err != nil {
			return fmt.Errorf("count views of facade %d: %w", id, err)
		}
	}
	return nil
}

// latestTimes holds the latest time per id.
type latestTimes map[int64]time.Time

func (l latestTimes) add(id int64, at time.Time) {
	if at.After(l[id]) {
		l[id] = at
	}
}

func (l latestTimes) store(ctx context.Context, tx *write.Tx, table, column string) error {
	for _, id := range slices.Sorted(maps.Keys(l)) {
		update := "UPDATE " + table + " SET " + column + " = ?" +
			" WHERE id = ? AND (" + column + " IS NULL OR " + column + " < ?)"
		if _, err := tx.Exec(ctx, update, l[id], id, l[id]); err != nil {
			return fmt.Errorf("update %s of %s %d: %w", column, table, id, err)
		}
	}
	return nil
}

func updatePartners(ctx context.Context, tx *write.Tx, batch []entry) error {
	called, signedIn := latestTimes{}, latestTimes{}
	for _, e := range batch {
		if e.caller.PartnerID != 0 {
			called.add(e.caller.PartnerID, e.at)
		}
		for _, p := range e.people {
			if p.PartnerID != nil {
				signedIn.add(*p.PartnerID, e.at)
			}
		}
	}
	if err := called.store(ctx, tx, "partners", "last_api_activity_at"); err != nil {
		return err // after an error, PostgreSQL rejects all further statements of the transaction
	}
	return signedIn.store(ctx, tx, "partners", "last_login_at")
}

func updateUsers(ctx context.Context, tx *write.Tx, batch []entry) error {
	active, days := latestTimes{}, map[[2]int64]bool{}
	for _, e := range batch {
		for _, p := range e.people {
			active.add(p.ID, e.at)
			days[[2]int64{p.ID, clock.Day(e.at)}] = true
		}
	}
	if err := active.store(ctx, tx, "users", "active_at"); err != nil {
		return err
	}
	pairs := slices.SortedFunc(maps.Keys(days), func(a, b [2]int64) int {
		return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1]))
	})
	for _, pair := range pairs {
		_, err := tx.Exec(ctx, `
		INSERT INTO user_active_days (user_id, day)
		SELECT id, ? FROM users WHERE id = ?
		ON CONFLICT DO NOTHING`, pair[1], pair[0])
		if err != nil {
			return fmt.Errorf("store active day of user %d: %w", pair[0], err)
		}
	}
	return nil
}

// contentPrecision limits the updates of popular content. An hour is precise enough, since the filter on this column
// works in units of 30 days.
const contentPrecision = time.Hour

func updateContent(ctx context.Context, tx *write.Tx, batch []entry) error {
	shown := latestTimes{}
	for _, e := range batch {
		for _, id := range e.content {
			shown.add(id, e.at)
		}
	}
	if len(shown) == 0 {
		return nil
	}
	ids := slices.Sorted(maps.Keys(shown))
	query := "SELECT id FROM content WHERE " + tx.OneOf("id") +
		" AND (last_api_at IS NULL OR last_api_at < ?) ORDER BY id" + tx.ForUpdate()
	stale, err := db.All[int64](ctx, tx.Conn, query, db.IDs(ids), tx.Now.Add(-contentPrecision))
	if err != nil || len(stale) == 0 {
		return err
	}
	update := "UPDATE content SET last_api_at = ? WHERE " + tx.OneOf("id")
	if _, err := tx.Exec(ctx, update, tx.Now, db.IDs(stale)); err != nil {
		return fmt.Errorf("update last use of content: %w", err)
	}
	return nil
}
