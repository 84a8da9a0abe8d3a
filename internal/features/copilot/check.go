package copilot

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/clock"
	"waymark/internal/platform/gate"
)

// check validates events and resolves the users and collaborators they name.
func (e *Events) check(ctx context.Context, v *gate.Visit, events []SentEvent) ([]*row, error) {
	c, now := e.Store.DB.Read(), clock.Now()
	uids := distinct(events, func(e SentEvent) string { return e.UID })
	people, uidProblems, err := v.FindPeople(ctx, c, uids, gate.UsersAndAdvisors)
	if err != nil {
		return nil, err
	}
	slugs := distinct(events, func(e SentEvent) string { return e.Collaborator })
	collaborators, err := findCollaborators(ctx, c, slugs)
	if err != nil {
		return nil, err
	}
	var problems apierr.Fields
	rows, ids := make([]*row, len(events)), map[string]bool{}
	for i, event := range events {
		r := &row{event: event}
		fail := func(field, format string, args ...any) {
			problems.Add("events."+strconv.Itoa(i)+"."+field, format, args...)
		}
		switch {
		case event.ID == "":
			fail("id", "This field is required.")
		case utf8.RuneCountInString(event.ID) > maxID:
			fail("id", "Must have at most %d characters.", maxID)
		case ids[event.ID]:
			fail("id", "Appears more than once.")
		}
		ids[event.ID] = true
		if !slices.Contains(kinds, event.Kind) {
			fail("kind", "Must be one of %s.", strings.Join(kinds, ", "))
		}
		if event.UID != "" {
			person := people[event.UID]
			if r.user = &person.ID; uidProblems[event.UID] != "" {
				fail("uid", "%s", uidProblems[event.UID])
			}
		}
		if event.Collaborator != "" {
			id, ok := collaborators[event.Collaborator]
			if r.collaborator = &id; !ok {
				fail("collaborator", "This collaborator doesn't exist.")
			}
		}
		page, problem := cleanURL(event.SourceURL)
		if r.event.SourceURL = page; problem != "" {
			fail("source_url", "%s", problem)
		} else if page != "" && !v.MayReport(page) {
			fail("source_url", "Must be a page of a site on the partner's whitelist.")
		}
		if r.at, problem = e.occurredAt(event.OccurredAt, now); problem != "" {
			fail("occurred_at", "%s", problem)
		}
		rows[i] = r
	}
	for _, person := range people {
		v.AddPeople(person)
	}
	return rows, problems.Err()
}

// occurredAt returns when an event happened, which defaults to now, or the problem with the time that was sent.
func (e *Events) occurredAt(sent *time.Time, now time.Time) (at time.Time, problem string) {
	switch {
	case sent == nil:
		return now, ""
	case sent.After(now.Add(maxClockSkew)):
		return now, "Is in the future."
	case e.Keep > 0 && sent.Before(now.Add(-e.Keep)):
		return now, fmt.Sprintf("Is more than %d days ago.", int(e.Keep.Hours()/24))
	case sent.After(now):
		// A clock that is slightly ahead must not create events of the next day.
		return now, ""
	}
	return sent.UTC(), ""
}

// distinct returns the different non-empty values of a field.
func distinct(events []SentEvent, field func(SentEvent) string) []string {
	known, list := map[string]bool{}, []string{}
	for _, e := range events {
		if text := field(e); text != "" && !known[text] {
			known[text] = true
			list = append(list, text)
		}
	}
	return list
}
