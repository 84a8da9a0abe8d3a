package calendar

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/platform/schema"
)

// source is a date column of a table. An index begins with each of these columns.
type source struct {
	rank         int // decides between events of the same moment
	table        string
	column       string
	event        string
	kind         string // the SQL of ScheduledEvent.Kind
	title        string
	isCollection bool
}

var sources = []source{
	{0, schema.Content.Name, "published_at", "publish", "block_type", "title", false},
	{1, schema.Collections.Name, "inspires_publish_at", "publish", "'collection'", "name", true},
	{2, schema.Collections.Name, "inspires_feature_at", "feature", "'collection'", "name", true},
	{3, schema.Content.Name, "expires_at", "expire", "block_type", "title", false},
	{4, schema.Collections.Name, "expires_at", "expire", "'collection'", "name", true},
}

// sourceOf returns the source of an event.
func sourceOf(e *ScheduledEvent) source {
	i := slices.IndexFunc(sources, func(s source) bool {
		return s.column == e.Field && s.isCollection == (e.Kind == "collection")
	})
	return sources[i]
}

func (s source) columns() string {
	return s.kind + " AS kind, id, " + s.title + " AS name, " + s.column + " AS at, version"
}

// during returns the condition for the events in a period. They are read in the order of the index, so that a limit
// ends the reading.
func (s source) during() string {
	return s.column + " >= ? AND " + s.column + " < ? AND deleted_at IS NULL"
}

// order is that of the agenda.
func (s source) order() string { return " ORDER BY " + s.column + " NULLS FIRST, id" }

// indexOrder is that of the index that begins with the column. In the order of the agenda, both engines would sort the
// items that are published at the same moment, and PostgreSQL would read all of them; the month may show any.
func (s source) indexOrder() string {
	if s.column == "published_at" {
		return " ORDER BY published_at NULLS FIRST, expires_at, id"
	}
	return s.order()
}

// complete sets what all events of the source have in common.
func (s source) complete(e *ScheduledEvent) *ScheduledEvent {
	e.Event, e.Field = s.event, s.column
	return e
}

// condition is a part of a WHERE clause with its arguments.
type condition struct {
	sql  string
	args []any
}

// eventsAfter returns the first events of a source after another event.
func (s service) eventsAfter(ctx context.Context, q *query, src source, after *cursor) ([]*ScheduledEvent, error) {
	where := q.where(src)
	args := append([]any{q.bounds[0], q.bounds[len(q.bounds)-1]}, where.args...)
	later := after.condition(src)
	query := fmt.Sprintf("SELECT %s FROM %s WHERE %s%s%s%s LIMIT %d",
		src.columns(), src.table, src.during(), where.sql, later.sql, src.order(), agendaLimit+1)
	found, err := db.All[ScheduledEvent](ctx, s.kit.Store.DB.Read(), query, append(args, later.args...)...)
	if err != nil {
		return nil, fmt.Errorf("list the events of %s.%s: %w", src.table, src.column, err)
	}
	events := make([]*ScheduledEvent, len(found))
	for i := range found {
		events[i] = src.complete(&found[i])
	}
	return events, nil
}

// firstOf sorts events and returns the first ones.
func firstOf(events []*ScheduledEvent, limit int) []*ScheduledEvent {
	slices.SortFunc(events, func(a, b *ScheduledEvent) int {
		return cursorOf(a).compare(*cursorOf(b))
	})
	return events[:min(len(events), limit)]
}

// cursor is the place of an event in the order of events.
type cursor struct {
	at   time.Time
	rank int
	id   int64
}

// compare orders places by their times.
func (c cursor) compare(other cursor) int {
	return cmp.Or(c.at.Compare(other.at), cmp.Compare(c.rank, other.rank), cmp.Compare(c.id, other.id))
}

func cursorOf(e *ScheduledEvent) *cursor { return &cursor{e.At, sourceOf(e).rank, e.ID} }

func (c *cursor) String() string { return fmt.Sprintf("%d-%d-%d", c.at.UnixMicro(), c.rank, c.id) }

// parseCursor returns the place before all events for an empty text.
func parseCursor(text string) (*cursor, error) {
	if text == "" {
		return &cursor{}, nil
	}
	c, micros := &cursor{}, int64(0)
	_, err := fmt.Sscanf(text, "%d-%d-%d", &micros, &c.rank, &c.id)
	c.at = time.UnixMicro(micros).UTC()
	if year := c.at.Year(); err != nil || c.String() != text || year < 1 || year > 9999 {
		return nil, apierr.Field("after", "Must be the next of an earlier response.")
	}
	return c, nil
}

// condition matches the events of a source that come after the cursor.
func (c *cursor) condition(src source) condition {
	switch {
	case *c == cursor{}:
		return condition{}
	case src.rank < c.rank:
		return condition{" AND " + src.column + " > ?", []any{c.at}}
	case src.rank > c.rank:
		return condition{" AND " + src.column + " >= ?", []any{c.at}}
	}
	return condition{" AND (" + src.column + " > ? OR " + src.column + " = ? AND id > ?)", []any{c.at, c.at, c.id}}
}
