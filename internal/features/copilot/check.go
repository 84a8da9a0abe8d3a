package copilot

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/clock"
	"waymark/internal/platform/gate"
)

// refusals are the problems of events: all by field, and the code of the first one by index.
type refusals struct {
	fields apierr.Fields
	codes  map[int]string
}

func (r *refusals) add(index int, code, field, problem string) {
	r.fields.Add("events."+strconv.Itoa(index)+"."+field, "%s", problem)
	if r.codes[index] == "" {
		r.codes[index] = code
	}
}

// read decodes events and checks them. The error names what is wrong if there is no valid one.
func (e *Events) read(ctx context.Context, v *gate.Visit, sent []json.RawMessage) ([]*row, []RejectedEvent, error) {
	problems := &refusals{codes: map[int]string{}}
	events, err := gate.DecodeList[SentEvent]("events", sent)
	if refused, ok := apierr.As(err); ok {
		problems.fields = refused.Errors
		for name := range refused.Errors {
			index, _ := strconv.Atoi(strings.Split(name, ".")[1])
			problems.codes[index] = "malformed"
		}
	} else if err != nil {
		return nil, nil, err
	}
	rows, err := e.check(ctx, v, events, problems)
	if err != nil {
		return nil, nil, err
	}
	if len(rows) == 0 {
		return nil, nil, problems.fields.Err()
	}
	rejected := []RejectedEvent{}
	for _, index := range slices.Sorted(maps.Keys(problems.codes)) {
		rejected = append(rejected, RejectedEvent{index, problems.codes[index]})
	}
	return rows, rejected, nil
}

// check validates events and resolves the users and collaborators they name. It returns the valid ones.
func (e *Events) check(ctx context.Context, v *gate.Visit, events []SentEvent, problems *refusals) ([]*row, error) {
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
	rows, ids := []*row{}, map[string]bool{}
	for i, event := range events {
		if problems.codes[i] != "" {
			continue
		}
		r := &row{event: event}
		fail := func(code, field, problem string) { problems.add(i, code, field, problem) }
		switch {
		case event.ID == "":
			fail("invalid_id", "id", "This field is required.")
		case utf8.RuneCountInString(event.ID) > maxID:
			fail("invalid_id", "id", fmt.Sprintf("Must have at most %d characters.", maxID))
		case ids[event.ID]:
			fail("repeated_id", "id", "Appears more than once.")
		}
		if !slices.Contains(kinds, event.Kind) {
			fail("invalid_kind", "kind", "Must be one of "+strings.Join(kinds, ", ")+".")
		}
		if event.UID != "" {
			person := people[event.UID]
			if r.user = &person.ID; uidProblems[event.UID] != "" {
				fail("invalid_uid", "uid", uidProblems[event.UID])
			}
		}
		if event.Collaborator != "" {
			id, ok := collaborators[event.Collaborator]
			if r.collaborator = &id; !ok {
				fail("unknown_collaborator", "collaborator", "This collaborator doesn't exist.")
			}
		}
		page, problem := cleanURL(event.SourceURL)
		if r.event.SourceURL = page; problem != "" {
			fail("invalid_source_url", "source_url", problem)
		} else if page != "" && !v.MayReport(page) {
			fail("invalid_source_url", "source_url", "Must be a page of a site on the partner's whitelist.")
		}
		if r.at, problem = e.occurredAt(event.OccurredAt, now); problem != "" {
			fail("invalid_occurred_at", "occurred_at", problem)
		}
		if problems.codes[i] == "" {
			rows, ids[event.ID] = append(rows, r), true
		}
	}
	for _, person := range people {
		v.AddPeople(person)
	}
	return rows, nil
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
