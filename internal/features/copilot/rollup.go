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
)

// SumUp is the job that adds new events to the sums that are shown.
type SumUp struct{}

// Kind names the job.
func (SumUp) Kind() string { return "sum-up-copilot-events" }

// Jobs adds the background work. Events ask for it as they come; each minute it also takes in what was missed, and the turn of the day.
//
// Single events are kept for a while, to tell which come twice; sums by day stay.
func Jobs(set *jobs.Set, store *write.Store, keep time.Duration) {
	jobs.Add(set, jobs.Analytics, func(ctx context.Context, _ jobs.Job[SumUp]) error { return RollUp(ctx, store) })
	set.Once(SumUp{})
	set.Every(time.Minute, SumUp{})
	jobs.Add(set, jobs.Analytics, func(ctx context.Context, _ jobs.Job[ForgetEvents]) error {
		return Forget(ctx, store,
			keep)
	})
	set.Every(6*time.Hour, ForgetEvents{})
}

// ForgetEvents is the job that forgets single events.
type ForgetEvents struct{}

// Kind names the job.
func (ForgetEvents) Kind() string { return "forget-copilot-events" }

// Forget deletes events that came longer ago than they are kept for, once they are summed up; 0 keeps all events.
func Forget(ctx context.Context, store *write.Store, keep time.Duration) error {
	if err := RollUp(ctx, store); err != nil {
		return err
	}
	if keep == 0 {
		return nil
	}
	return store.Prune(ctx, "copilot_events", "received_at", clock.Now().Add(-keep))
}

// The events that one transaction sums up.
const perStep = 5000

// RollUp sums up all events that are not yet. Running it again changes nothing: an event leaves the fresh ones in the
// transaction that counts it.
func RollUp(ctx context.Context, store *write.Store) error {
	return RollUpOn(ctx, store, clock.Day(clock.Now()), perStep)
}

// RollUpOn sums up as if on a day, so many events at a time.
func RollUpOn(ctx context.Context, store *write.Store, today int64, step int) error {
	for {
		var taken int
		err := store.Do(ctx, func(tx *write.Tx) error {
			window, err := turn(ctx, tx, today)
			if err != nil {
				return err
			}
			// First gone, then counted: what others add meanwhile is left for the next time, in all of the sums. So is what
			// belongs to a day that the window has not come to yet, as at midnight.
			ids, err := db.All[int64](ctx, tx.Conn,
				`DELETE FROM copilot_fresh WHERE event_id IN (SELECT event_id FROM copilot_fresh
				WHERE coalesce((SELECT day FROM copilot_events WHERE id = copilot_fresh.event_id), 0) <= ? ORDER BY event_id LIMIT ?) RETURNING event_id`, window.Last, step)
			if err != nil {
				return fmt.Errorf("take fresh events: %w", err)
			}
			if taken = len(ids); taken == 0 {
				return nil
			}
			return count(ctx, tx, ids, window)
		})
		if err != nil || taken < step {
			return err
		}
	}
}

// sum is a table of sums and what they are kept by. Those of a window know the days it is made of.
type sum struct {
	table string
	by    []string
	days  string
}

var (
	byDay = []sum{
		{table: "copilot_days", by: []string{"day"}},
		{table: "copilot_partner_days", by: []string{"partner_id", "day"}},
		{table: "copilot_user_partner_days", by: []string{"user_id", "partner_id", "day"}},
		{table: "copilot_partner_page_days", by: []string{"partner_id", "page_id", "day"}},
		{table: "copilot_user_page_days", by: []string{"user_id", "page_id", "day"}},
	}
	partners     = sum{"copilot_partner_window", []string{"partner_id"}, "copilot_partner_days"}
	users        = sum{"copilot_user_window", []string{"user_id"}, "copilot_user_partner_days"}
	pairs        = sum{"copilot_user_partner_window", []string{"user_id", "partner_id"}, "copilot_user_partner_days"}
	partnerPages = sum{"copilot_partner_page_window", []string{"partner_id", "page_id"}, "copilot_partner_page_days"}
	userPages    = sum{"copilot_user_page_window", []string{"user_id", "page_id"}, "copilot_user_page_days"}
	inWindow     = []sum{partners, users, pairs, partnerPages, userPages}
)

const (
	counted = `sum(CASE kind WHEN 'view' THEN 1 ELSE 0 END), sum(CASE kind WHEN 'click' THEN 1 ELSE 0 END),
		sum(CASE kind WHEN 'lead_intent' THEN 1 ELSE 0 END), sum(CASE kind WHEN 'lead' THEN 1 ELSE 0 END)`
	summed = "sum(views) AS views, sum(clicks) AS clicks, sum(lead_intents) AS lead_intents, sum(leads) AS leads"
	none   = "views = 0 AND clicks = 0 AND lead_intents = 0 AND leads = 0"
)

func (s sum) keys() string { return strings.Join(s.by, ", ") }

// add counts events into the sums. Events that lack a key, like the user, have no place there.
func (s sum) add(ctx context.Context, c db.Conn, events string, args ...any) error {
	present := []string{}
	for _, key := range s.by {
		present = append(present, key+" IS NOT NULL")
	}
	added := []string{}
	for _, column := range []string{"views", "clicks", "lead_intents", "leads"} {
		added = append(added, column+" = "+s.table+"."+column+" + excluded."+column)
	}
	_, err := c.Exec(ctx, "INSERT INTO "+s.table+" ("+s.keys()+", views, clicks, lead_intents, leads) SELECT "+s.keys()+
		", "+counted+" "+events+" AND "+strings.Join(present, " AND ")+
		" GROUP BY "+s.keys()+" ORDER BY "+s.keys()+" ON CONFLICT ("+s.keys()+") DO UPDATE SET "+strings.Join(added, ", "),
		args...)
	if err != nil {
		return fmt.Errorf("add to %s: %w", s.table, err)
	}
	return nil
}

func count(ctx context.Context, tx *write.Tx, ids []int64, window clock.Days) error {
	events, named := "FROM copilot_events WHERE "+tx.OneOf("id"), []any{db.IDs(ids)}
	if first, last := slices.Min(ids),
		slices.Max(ids); last-first+1 == int64(len(ids)) { // none is between them that is not one of them
		events, named = "FROM copilot_events WHERE id BETWEEN ? AND ?", []any{first, last}
	}
	for _, s := range byDay {
		if err := s.add(ctx, tx.Conn, events, named...); err != nil {
			return err
		}
	}
	recent, args := events+" AND day BETWEEN ? AND ?", append(slices.Clone(named), window.First, window.Last)
	// Who meets whom for the first time in the window is known before the pair is there.
	fresh := "FROM (SELECT DISTINCT user_id, partner_id " + recent + ` AND user_id IS NOT NULL) AS met WHERE NOT EXISTS (
		SELECT 1 FROM copilot_user_partner_window AS known WHERE known.user_id = met.user_id AND known.partner_id = met.partner_id)`
	for _, side := range []struct {
		sum
		column string
	}{{partners, "advisors_count"}, {users, "partners_count"}} {
		_, err := tx.Exec(ctx, "INSERT INTO "+side.table+" ("+side.keys()+", "+side.column+") SELECT "+side.keys()+
			", count(*) "+fresh+" GROUP BY "+side.keys()+
			" ORDER BY "+side.keys()+" ON CONFLICT ("+side.keys()+") DO UPDATE SET "+side.column+" = "+side.table+"."+
			side.column+" + excluded."+side.column, args...)
		if err != nil {
			return fmt.Errorf("count who met whom: %w", err)
		}
	}
	for _, s := range inWindow {
		if err := s.add(ctx, tx.Conn, recent, args...); err != nil {
			return err
		}
	}
	_, err := tx.Exec(ctx, `UPDATE collaborators SET views = views + seen.n FROM (SELECT collaborator_id, count(*) AS n `+
		events+`
		AND kind = 'view' AND collaborator_id IS NOT NULL GROUP BY collaborator_id) AS seen WHERE seen.collaborator_id = collaborators.id`, named...)
	if err != nil {
		return fmt.Errorf("count the views of collaborators: %w", err)
	}
	return nil
}

// turn moves the window to a day, unless another node is further already: what left it is taken away. It also locks the sums,
// so that two nodes take turns.
func turn(ctx context.Context, tx *write.Tx, today int64) (clock.Days, error) {
	last, err := db.Value[int64](ctx, tx.Conn, "SELECT last_day FROM copilot_window WHERE id = 1"+tx.ForUpdate())
	if err != nil {
		return clock.Days{}, fmt.Errorf("lock the window: %w", err)
	}
	was, is := clock.WindowEnding(last), clock.WindowEnding(max(last, today))
	if last >= today {
		return is, nil
	}
	if is.First > was.Last {
		for _, s := range inWindow {
			if _, err := tx.Exec(ctx, "DELETE FROM "+s.table); err != nil {
				return is, fmt.Errorf("empty %s: %w", s.table, err)
			}
		}
	} else if err := leave(ctx, tx, was.First, is.First-1); err != nil {
		return is, err
	}
	if _, err := tx.Exec(ctx, "UPDATE copilot_window SET last_day = ? WHERE id = 1", today); err != nil {
		return is, fmt.Errorf("move the window: %w", err)
	}
	return is, nil
}

// leave takes days out of the window, and then the rows that have nothing left.
func leave(ctx context.Context, tx *write.Tx, first, last int64) error {
	gone := map[string]string{}
	for _, s := range inWindow {
		same := []string{}
		for _, key := range s.by {
			same = append(same, "past."+key+" = "+s.table+"."+key)
		}
		_, err := tx.Exec(ctx, "UPDATE "+s.table+" SET views = "+s.table+".views - past.views, clicks = "+s.table+
			".clicks - past.clicks, lead_intents = "+s.table+".lead_intents - past.lead_intents, leads = "+s.table+
			".leads - past.leads FROM (SELECT "+s.keys()+", "+summed+" FROM "+s.days+" WHERE day BETWEEN ? AND ? GROUP BY "+
			s.keys()+") AS past WHERE "+strings.Join(same, " AND "), first, last)
		if err != nil {
			return fmt.Errorf("take days out of %s: %w", s.table, err)
		}
		gone[s.table] = "FROM " + s.table + " WHERE " + none + " AND (" + s.keys() + ") IN (SELECT " + s.keys() + " FROM " +
			s.days + " WHERE day BETWEEN ? AND ?)"
	}
	for _, side := range []struct {
		sum
		column string
	}{{partners, "advisors_count"}, {users, "partners_count"}} {
		key := side.keys()
		_, err := tx.Exec(ctx, "UPDATE "+side.table+" SET "+side.column+" = "+side.table+"."+side.column+
			" - parted.n FROM (SELECT "+key+", count(*) AS n "+gone[pairs.table]+" GROUP BY "+key+") AS parted WHERE parted."+
			key+" = "+side.table+"."+key, first, last)
		if err != nil {
			return fmt.Errorf("count who parted: %w", err)
		}
	}
	for _, s := range inWindow {
		if _, err := tx.Exec(ctx, "DELETE "+gone[s.table], first, last); err != nil {
			return fmt.Errorf("take rows out of %s: %w", s.table, err)
		}
	}
	return nil
}
