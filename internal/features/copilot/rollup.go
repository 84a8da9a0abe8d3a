package copilot

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/jobs"
	"waymark/internal/kit/write"
	"waymark/internal/platform/schema"
)

// RollUpJob adds new events to the sums.
type RollUpJob struct{}

// Kind returns the name of the job.
func (RollUpJob) Kind() string { return "sum-up-copilot-events" }

// Jobs registers the background jobs. Storing events enqueues a roll-up. It also runs every minute, to pick up events
// that were missed and to move the window to a new day.
//
// Single events are stored for the given time, which serves to detect duplicates. Sums by day are never deleted.
func Jobs(set *jobs.Set, store *write.Store, keep time.Duration) {
	jobs.Add(set, jobs.Analytics, func(ctx context.Context, _ jobs.Job[RollUpJob]) error { return RollUp(ctx, store) })
	set.Once(RollUpJob{})
	set.Every(time.Minute, RollUpJob{})
	jobs.Add(set, jobs.Analytics, func(ctx context.Context, _ jobs.Job[PruneJob]) error {
		return Prune(ctx, store, keep)
	})
	set.Every(6*time.Hour, PruneJob{})
}

// PruneJob deletes old single events.
type PruneJob struct{}

// Kind returns the name of the job.
func (PruneJob) Kind() string { return "forget-copilot-events" }

// Prune rolls up all events and deletes those received longer ago than keep; 0 keeps all events.
func Prune(ctx context.Context, store *write.Store, keep time.Duration) error {
	if err := RollUp(ctx, store); err != nil {
		return err
	}
	if keep == 0 {
		return nil
	}
	return store.Prune(ctx, "copilot_events", "received_at", clock.Now().Add(-keep))
}

// batchSize is the number of events that one transaction rolls up.
const batchSize = 5000

// RollUp adds all new events to the sums. Running it again changes nothing, because an event is removed from the new
// ones in the transaction that counts it.
func RollUp(ctx context.Context, store *write.Store) error {
	return RollUpOn(ctx, store, clock.Day(clock.Now()), batchSize)
}

// RollUpOn is like RollUp, with the given day as today and the given number of events per transaction.
func RollUpOn(ctx context.Context, store *write.Store, today int64, batch int) error {
	for {
		var taken int
		err := store.DoAlone(ctx, func(tx *write.Tx) error {
			window, err := moveWindow(ctx, tx, today)
			if err != nil {
				return err
			}
			// Events are taken before they are counted, so that all sums cover the same events; those that arrive in the
			// meantime are left for the next run. So are events of a day that the window has not reached yet, as happens
			// around midnight.
			ids, err := db.All[int64](ctx, tx.Conn,
				`DELETE FROM copilot_fresh WHERE event_id IN (
					SELECT event_id
					FROM copilot_fresh
					WHERE coalesce((SELECT day FROM copilot_events WHERE id = copilot_fresh.event_id), 0) <= ?
					ORDER BY event_id
					LIMIT ?
				) RETURNING event_id`, window.Last, batch)
			if err != nil {
				return fmt.Errorf("take new events: %w", err)
			}
			if taken = len(ids); taken == 0 {
				return nil
			}
			return count(ctx, tx, ids, window)
		})
		if err != nil || taken < batch {
			return err
		}
	}
}

// sum is a table of sums.
type sum struct {
	table string
	by    []string // Key columns.
	days  string   // For sums of the window: the table with the sums by day.
	owner string   // Key column whose value 0 is not summed up, because no screen shows it.
}

var (
	daySums = []sum{
		{table: "copilot_days", by: []string{"day"}},
		{table: "copilot_partner_days", by: []string{"partner_id", "day"}},
		{table: "copilot_user_partner_days", by: []string{"user_id", "partner_id", "day"}},
		{table: "copilot_partner_page_days", by: []string{"partner_id", "page_id", "day"}, owner: "partner_id"},
		{table: "copilot_user_page_days", by: []string{"user_id", "page_id", "day"}, owner: "user_id"},
	}
	partnerSums = sum{table: "copilot_partner_window", by: []string{"partner_id"}, days: "copilot_partner_days"}
	userSums    = sum{table: "copilot_user_window", by: []string{"user_id"}, days: "copilot_user_partner_days"}
	pairSums    = sum{
		table: "copilot_user_partner_window", by: []string{"user_id", "partner_id"}, days: "copilot_user_partner_days",
	}
	partnerPageSums = sum{
		table: "copilot_partner_page_window", by: []string{"partner_id", "page_id"}, days: "copilot_partner_page_days",
		owner: "partner_id",
	}
	userPageSums = sum{
		table: "copilot_user_page_window", by: []string{"user_id", "page_id"}, days: "copilot_user_page_days",
		owner: "user_id",
	}
	windowSums = []sum{partnerSums, userSums, pairSums, partnerPageSums, userPageSums}
)

// counts are sums of the window that also count other records.
type counts struct {
	sum
	column string // Column of the number.
	// condition is that a pair of user and partner counts.
	condition func(pair string) string
}

var (
	advisorCounts = counts{partnerSums, "advisors_count", func(pair string) string {
		return "EXISTS (SELECT 1 FROM users WHERE users.id = " + pair + ".user_id AND " + schema.IsAdvisor("users") + ")"
	}}
	partnerCounts = counts{userSums, "partners_count", func(pair string) string {
		return "EXISTS (SELECT 1 FROM partners WHERE partners.id = " + pair +
			".partner_id AND partners.deleted_at IS NULL)"
	}}
	counted = []counts{advisorCounts, partnerCounts}
)

const (
	countsByKind = `sum(CASE kind WHEN 'view' THEN 1 ELSE 0 END), sum(CASE kind WHEN 'click' THEN 1 ELSE 0 END),
		sum(CASE kind WHEN 'lead_intent' THEN 1 ELSE 0 END), sum(CASE kind WHEN 'lead' THEN 1 ELSE 0 END)`
	sumColumns = "sum(views) AS views, sum(clicks) AS clicks, sum(lead_intents) AS lead_intents, sum(leads) AS leads"
	allZero    = "views = 0 AND clicks = 0 AND lead_intents = 0 AND leads = 0"
)

func (s sum) keys() string { return strings.Join(s.by, ", ") }

// add adds the counts of events to the sums.
func (s sum) add(ctx context.Context, c db.Conn, events string, args ...any) error {
	if s.owner != "" {
		events += " AND " + s.owner + " <> 0"
	}
	added := []string{}
	for _, column := range []string{"views", "clicks", "lead_intents", "leads"} {
		added = append(added, column+" = "+s.table+"."+column+" + excluded."+column)
	}
	_, err := c.Exec(ctx, "INSERT INTO "+s.table+" ("+s.keys()+", views, clicks, lead_intents, leads)"+
		" SELECT "+s.keys()+", "+countsByKind+" "+events+" GROUP BY "+s.keys()+" ORDER BY "+s.keys()+
		" ON CONFLICT ("+s.keys()+") DO UPDATE SET "+strings.Join(added, ", "), args...)
	if err != nil {
		return fmt.Errorf("add to %s: %w", s.table, err)
	}
	return nil
}

// attributed are the events that meet a condition, with 0 for a user, partner or page that is missing or was deleted
// permanently (see schema.CopilotAttribution).
func attributed(condition string) string {
	return `FROM (
		SELECT coalesce(users.id, 0) AS user_id, coalesce(partners.id, 0) AS partner_id,
			coalesce(events.page_id, 0) AS page_id, events.day, events.kind
		FROM copilot_events AS events
		LEFT JOIN users ON users.id = events.user_id
		LEFT JOIN partners ON partners.id = events.partner_id
		WHERE ` + condition + `
	) AS events WHERE TRUE`
}

// count adds the events with the given ids to all sums.
func count(ctx context.Context, tx *write.Tx, ids []int64, window clock.Days) error {
	chosen, eventArgs := tx.OneOf("events.id"), []any{db.IDs(ids)}
	// Ids without gaps can be selected as a range, which is cheaper.
	if first, last := slices.Min(ids), slices.Max(ids); last-first+1 == int64(len(ids)) {
		chosen, eventArgs = "events.id BETWEEN ? AND ?", []any{first, last}
	}
	events := attributed(chosen)
	for _, s := range daySums {
		if err := s.add(ctx, tx.Conn, events, eventArgs...); err != nil {
			return err
		}
	}
	recent, args := events+" AND day BETWEEN ? AND ?", append(slices.Clone(eventArgs), window.First, window.Last)
	// Pairs of user and partner that are new in the window have to be counted before they are inserted below.
	newPairs := "FROM (SELECT DISTINCT user_id, partner_id " + recent + `) AS pair
		WHERE NOT EXISTS (
			SELECT 1
			FROM copilot_user_partner_window AS known
			WHERE known.user_id = pair.user_id AND known.partner_id = pair.partner_id
		)`
	for _, side := range counted {
		key, column := side.keys(), side.column
		_, err := tx.Exec(ctx, "INSERT INTO "+side.table+" ("+key+", "+column+")"+
			" SELECT "+key+", count(*) "+newPairs+" AND "+side.condition("pair")+" GROUP BY "+key+" ORDER BY "+key+
			" ON CONFLICT ("+key+") DO UPDATE SET "+column+" = "+side.table+"."+column+" + excluded."+column, args...)
		if err != nil {
			return fmt.Errorf("count new pairs: %w", err)
		}
	}
	for _, s := range windowSums {
		if err := s.add(ctx, tx.Conn, recent, args...); err != nil {
			return err
		}
	}
	_, err := tx.Exec(ctx, `UPDATE collaborators SET views = views + added.n
		FROM (
			SELECT collaborator_id, count(*) AS n
			FROM copilot_events AS events
			WHERE `+chosen+` AND kind = 'view' AND collaborator_id IS NOT NULL
			GROUP BY collaborator_id
		) AS added
		WHERE added.collaborator_id = collaborators.id`, eventArgs...)
	if err != nil {
		return fmt.Errorf("count views of collaborators: %w", err)
	}
	return nil
}

// moveWindow moves the window to the given day and subtracts the days that leave it, unless another node has moved it
// further already. It also locks the sums, so that only one node changes them at a time.
func moveWindow(ctx context.Context, tx *write.Tx, today int64) (clock.Days, error) {
	last, err := db.Value[int64](ctx, tx.Conn, "SELECT last_day FROM copilot_window WHERE id = 1"+tx.ForUpdate())
	if err != nil {
		return clock.Days{}, fmt.Errorf("lock window: %w", err)
	}
	before, after := clock.WindowEnding(last), clock.WindowEnding(max(last, today))
	if last >= today {
		return after, nil
	}
	if after.First > before.Last {
		for _, s := range windowSums {
			if _, err := tx.Exec(ctx, "DELETE FROM "+s.table); err != nil {
				return after, fmt.Errorf("empty %s: %w", s.table, err)
			}
		}
	} else if err := subtractDays(ctx, tx, before.First, after.First-1); err != nil {
		return after, err
	}
	if _, err := tx.Exec(ctx, "UPDATE copilot_window SET last_day = ? WHERE id = 1", today); err != nil {
		return after, fmt.Errorf("move window: %w", err)
	}
	return after, nil
}

// subtractDays subtracts days from the sums of the window and deletes the rows whose figures are then all zero.
func subtractDays(ctx context.Context, tx *write.Tx, first, last int64) error {
	emptyRows := map[string]string{}
	for _, s := range windowSums {
		same := []string{}
		for _, key := range s.by {
			same = append(same, "past."+key+" = "+s.table+"."+key)
		}
		_, err := tx.Exec(ctx, "UPDATE "+s.table+" SET views = "+s.table+".views - past.views"+
			", clicks = "+s.table+".clicks - past.clicks"+
			", lead_intents = "+s.table+".lead_intents - past.lead_intents"+
			", leads = "+s.table+".leads - past.leads"+
			" FROM (SELECT "+s.keys()+", "+sumColumns+" FROM "+s.days+" WHERE day BETWEEN ? AND ? GROUP BY "+s.keys()+
			") AS past WHERE "+strings.Join(same, " AND "), first, last)
		if err != nil {
			return fmt.Errorf("subtract days from %s: %w", s.table, err)
		}
		emptyRows[s.table] = "FROM " + s.table + " WHERE " + allZero + " AND (" + s.keys() + ") IN (SELECT " + s.keys() +
			" FROM " + s.days + " WHERE day BETWEEN ? AND ?)"
	}
	for _, side := range counted {
		key, column := side.keys(), side.column
		_, err := tx.Exec(ctx, "UPDATE "+side.table+" SET "+column+" = "+side.table+"."+column+" - removed.n"+
			" FROM (SELECT "+key+", count(*) AS n "+emptyRows[pairSums.table]+" AND "+side.condition(pairSums.table)+
			" GROUP BY "+key+") AS removed"+
			" WHERE removed."+key+" = "+side.table+"."+key, first, last)
		if err != nil {
			return fmt.Errorf("subtract removed pairs: %w", err)
		}
	}
	for _, s := range windowSums {
		if _, err := tx.Exec(ctx, "DELETE "+emptyRows[s.table], first, last); err != nil {
			return fmt.Errorf("delete empty rows of %s: %w", s.table, err)
		}
	}
	return nil
}
