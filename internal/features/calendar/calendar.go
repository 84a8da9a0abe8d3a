// Package calendar lists what happens to content and collections on each day: when they are published, featured and
// expire.
package calendar

import (
	"context"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"waymark/internal/kit/api"
	"waymark/internal/kit/resource"
)

// ScheduledEvent is a date of an item or of a collection.
type ScheduledEvent struct {
	Kind    string    `json:"kind" db:"kind" enum:"content,image,collection"`
	ID      int64     `json:"id" db:"id"`
	Name    string    `json:"name" db:"name"`
	Event   string    `json:"event" db:"-" enum:"publish,feature,expire"`
	Field   string    `json:"field" db:"-" doc:"Field that holds the date." example:"expires_at"`
	At      time.Time `json:"at" db:"at"`
	Version int64     `json:"version" db:"version" doc:"Version of the record, to be sent when the date is changed."`
}

// EventDay is a day with at least one event.
type EventDay struct {
	Day           string            `json:"day" format:"date"`
	Total         int64             `json:"total"`
	TotalIsCapped bool              `json:"total_is_capped"`
	Events        []*ScheduledEvent `json:"events" nullable:"false" doc:"The first ones."`
}

// Calendar holds the days of a period that have events.
type Calendar struct {
	Items []*EventDay `json:"items" nullable:"false"`
}

// Agenda holds the events of a period in the order of their dates.
type Agenda struct {
	Items []*ScheduledEvent `json:"items" nullable:"false"`
	Next  string            `json:"next" doc:"Send it as after to get the events that follow. Empty if there are none."`
}

const (
	maxDays     = 62 // of a request
	shown       = 4  // events of a day in the month
	maxTotal    = 30 // counted per day and kind of event
	agendaLimit = 50
)

// Mount registers the endpoints.
func Mount(kit resource.Kit) {
	s := service{kit}
	api.Handle(kit.API, api.Op{
		Method: "GET", Path: "/api/admin/calendar", Tag: "Calendar", ID: "getCalendar",
		Summary: "List the days of a period with their first events", Query: params(), Replica: true,
	}, s.days)
	api.Handle(kit.API, api.Op{
		Method: "GET", Path: "/api/admin/calendar/events", Tag: "Calendar", ID: "listCalendarEvents",
		Summary: "List the events of a period", Query: append(params(),
			api.TextParam("after", "The next of the previous response.")), Replica: true,
	}, s.agenda)
}

func params() []*huma.Param {
	list := []*huma.Param{
		api.TextParam("from", "First day, as YYYY-MM-DD in the office's time zone."),
		api.TextParam("to", "Last day, at most 61 days later."),
	}
	for _, choice := range []*huma.Param{
		api.TextParam("kind", "", kinds...),
		api.TextParam("event", "", events...),
		api.IDParam("library_id", "Only content in this library; collections belong to none."),
		api.IDParam("partner_id", "Only what belongs to this partner."),
		api.IDParam("type_id", "Only content of this media type."),
	} {
		list = append(list, api.SeveralParam(choice, maxValues))
	}
	return list
}

type service struct{ kit resource.Kit }

func (s service) days(ctx context.Context, call *api.Call) (*Calendar, error) {
	q, err := s.parse(call.Query())
	if err != nil {
		return nil, err
	}
	days, err := s.month(ctx, q)
	if err != nil {
		return nil, err
	}
	result := &Calendar{Items: []*EventDay{}}
	for _, day := range days {
		if day.Total > 0 {
			result.Items = append(result.Items, day)
		}
	}
	return result, nil
}

func (s service) agenda(ctx context.Context, call *api.Call) (*Agenda, error) {
	q, err := s.parse(call.Query())
	if err != nil {
		return nil, err
	}
	after, err := parseCursor(call.Query().Get("after"))
	if err != nil {
		return nil, err
	}
	found := []*ScheduledEvent{}
	for _, source := range q.sources() {
		events, err := s.eventsAfter(ctx, q, source, after)
		if err != nil {
			return nil, err
		}
		found = append(found, events...)
	}
	result := &Agenda{Items: firstOf(found, agendaLimit)}
	if len(found) > agendaLimit {
		result.Next = cursorOf(result.Items[agendaLimit-1]).String()
	}
	return result, nil
}
