package linkchecks

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"time"

	"waymark/internal/kit/clock"
	"waymark/internal/kit/db"
	"waymark/internal/kit/host"
	"waymark/internal/kit/linkcheck"
)

const (
	// retryAfter is when a link is checked again that could not be checked because its host was busy.
	retryAfter = 2 * time.Minute
	// unsureAfter is when a link is checked again whose server gave no answer that counts.
	unsureAfter = 24 * time.Hour
	// brokenDays is the number of days after which such a link counts as broken.
	brokenDays = 3
	// keptChecks is the number of results that are kept for each item.
	keptChecks = 20
)

// link is the link of an item with what the last check found.
type link struct {
	ContentID    int64      `db:"content_id"`
	URL          string     `db:"url"`
	Host         string     `db:"host"`
	Status       string     `db:"status"`
	Code         int        `db:"code"`
	FinalURL     string     `db:"final_url"`
	FailingSince *time.Time `db:"failing_since"`
	FailedDays   int64      `db:"failed_days"`
	FailedAt     *time.Time `db:"failed_at"`
}

const linkColumns = "content_id, url, host, status, code, final_url, failing_since, failed_days, failed_at"

// checkOldest checks the link of a host that has been due for the longest time, if there is one.
func (s *Service) checkOldest(ctx context.Context, t *turns, hostName string) error {
	links, err := db.All[link](ctx, s.Kit.Store.DB.Read(), "SELECT "+linkColumns+` FROM content_links
		WHERE host = ? AND due_at <= ? ORDER BY due_at, content_id LIMIT 1`, hostName, clock.Now())
	if err != nil {
		return fmt.Errorf("find a link to check: %w", err)
	}
	if len(links) == 0 {
		return nil
	}
	return s.check(ctx, t, links[0])
}

// check checks a link and stores the result.
func (s *Service) check(ctx context.Context, t *turns, l link) error {
	excluded, err := s.isExcluded(ctx, l.Host)
	if err != nil {
		return err
	}
	result := linkcheck.Result{URL: l.URL, Problem: "Links to this site are not checked (content domains)."}
	if !excluded {
		result, err = s.checker(t).Check(ctx, l.URL)
		if errors.Is(err, linkcheck.ErrBusy) {
			return errors.Join(err, s.postpone(ctx, l))
		}
		if err != nil {
			return err
		}
	}
	if at, err := url.Parse(result.URL); err == nil && result.RetryAfter > 0 && t.held[at.Hostname()] != nil {
		t.held[at.Hostname()].rest = result.RetryAfter
	}
	return s.store(ctx, l, result)
}

// isExcluded reports whether staff have switched off checks for a site.
func (s *Service) isExcluded(ctx context.Context, name string) (bool, error) {
	excluded, err := db.Exists(ctx, s.Kit.Store.DB.Read(),
		"SELECT 1 FROM content_domains WHERE host = ? AND NOT check_links", host.Normalise(name))
	return excluded, wrap(err, "find the settings of a site")
}

func (s *Service) postpone(ctx context.Context, l link) error {
	_, err := s.Kit.Store.DB.Writer().Exec(ctx, "UPDATE content_links SET due_at = ? WHERE content_id = ?",
		clock.Now().Add(retryAfter), l.ContentID)
	return wrap(err, "postpone a check")
}

// store stores a result, unless the item has another link by now. It changes neither the version of the item nor when
// it was last updated.
func (s *Service) store(ctx context.Context, l link, r linkcheck.Result) error {
	now := clock.Now()
	before := l
	status := l.apply(r, now)
	return s.Kit.Store.DB.Write(ctx, func(tx *db.Tx) error {
		updated, err := tx.Exec(ctx, `UPDATE content_links SET due_at = ?, checked_at = ?, status = ?, code = ?,
			final_url = ?, problem = ?, failing_since = ?, failed_days = ?, failed_at = ? WHERE content_id = ? AND url = ?`,
			s.dueAfter(r, now), now, string(status), r.Code, r.URL, r.Problem, l.FailingSince, l.FailedDays, l.FailedAt,
			l.ContentID, l.URL)
		if err != nil || updated == 0 {
			return wrap(err, "store the result of a check")
		}
		_, err = tx.Exec(ctx, "UPDATE content SET link_status = ?, link_checked_at = ? WHERE id = ? AND content_url = ?",
			string(status), now, l.ContentID, l.URL)
		if err != nil {
			return fmt.Errorf("store the status of a link: %w", err)
		}
		if before.Status == string(status) && before.Code == r.Code && before.FinalURL == r.URL {
			return nil
		}
		return remember(ctx, tx, l, status, r, now)
	})
}

// apply updates how long a link has been failing, and returns its status.
func (l *link) apply(r linkcheck.Result, now time.Time) linkcheck.Status {
	if r.Status != linkcheck.Unsure && r.Status != linkcheck.Broken {
		l.FailingSince, l.FailedDays, l.FailedAt = nil, 0, nil
		return r.Status
	}
	if r.Status == linkcheck.Unsure {
		if l.FailedAt == nil || clock.Day(*l.FailedAt) != clock.Day(now) {
			l.FailedDays++
		}
		l.FailedAt = &now
	}
	if l.FailingSince == nil {
		l.FailingSince = &now
	}
	if r.Status == linkcheck.Unsure && l.FailedDays >= brokenDays {
		return linkcheck.Broken
	}
	return r.Status
}

// dueAfter returns when a link is checked again. Links that were checked together are spread, so that they don't stay
// together.
func (s *Service) dueAfter(r linkcheck.Result, now time.Time) time.Time {
	every := s.Every
	if every == 0 {
		every = defaultEvery
	}
	if r.Status == linkcheck.Unsure {
		return now.Add(min(every, max(unsureAfter, r.RetryAfter)))
	}
	return now.Add(every - rand.N(every/10+1))
}

// defaultEvery is when a link is due again that was checked although checks are not scheduled.
const defaultEvery = 7 * 24 * time.Hour

// remember adds a result to the history of an item.
func remember(
	ctx context.Context, tx *db.Tx, l link, status linkcheck.Status, r linkcheck.Result, now time.Time,
) error {
	_, err := tx.Exec(ctx, `INSERT INTO link_checks (content_id, url, checked_at, status, code, final_url, problem)
		VALUES (?, ?, ?, ?, ?, ?, ?)`, l.ContentID, l.URL, now, string(status), r.Code, r.URL, r.Problem)
	if err != nil {
		return fmt.Errorf("add to the history of a link: %w", err)
	}
	_, err = tx.Exec(ctx, `DELETE FROM link_checks WHERE content_id = ? AND id <= (
		SELECT id FROM link_checks WHERE content_id = ? ORDER BY id DESC LIMIT 1 OFFSET ?)`,
		l.ContentID, l.ContentID, keptChecks)
	return wrap(err, "delete old results of a link")
}
