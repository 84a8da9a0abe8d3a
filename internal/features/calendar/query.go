package calendar

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"waymark/internal/kit/apierr"
	"waymark/internal/kit/listing"
	"waymark/internal/platform/schema"
)

const maxValues = listing.MaxValues

var (
	kinds  = []string{"content", "image", "collection"}
	events = []string{"publish", "feature", "expire"}
)

// query is what a request asks for.
type query struct {
	bounds                       []time.Time // when each day begins, and when the last one ends
	kinds, events                []string
	libraries, partners, typeIDs []int64
}

func (s service) parse(values url.Values) (*query, error) {
	var problems apierr.Fields
	q := &query{}
	q.bounds = s.bounds(values, &problems)
	q.kinds = words(values, "kind", kinds, &problems)
	q.events = words(values, "event", events, &problems)
	q.libraries = ids(values, "library_id", &problems)
	q.partners = ids(values, "partner_id", &problems)
	q.typeIDs = ids(values, "type_id", &problems)
	return q, problems.Err()
}

// bounds returns when each day of the period begins, and when the last one ends. Days are not always 24 hours long.
func (s service) bounds(values url.Values, problems *apierr.Fields) []time.Time {
	ends := map[string]time.Time{}
	for _, name := range []string{"from", "to"} {
		day, _, err := s.kit.Day(values.Get(name))
		if err != nil || day.Year() < 1 {
			problems.Add(name, "Must be a day such as 2026-11-18.")
			return nil
		}
		ends[name] = day
	}
	list := []time.Time{ends["from"]}
	for day := ends["from"]; !day.After(ends["to"]); {
		if len(list) > maxDays {
			problems.Add("to", "Must be at most %d days after from.", maxDays-1)
			return nil
		}
		day = day.AddDate(0, 0, 1)
		list = append(list, day)
	}
	if len(list) == 1 {
		problems.Add("to", "Must not be before from.")
	}
	return list
}

// several returns the values of a parameter, which are separated by commas.
func several(values url.Values, name string, problems *apierr.Fields) []string {
	text := values.Get(name)
	if text == "" {
		return nil
	}
	list := strings.Split(text, ",")
	if len(list) > maxValues {
		problems.Add(name, "Must have at most %d values.", maxValues)
		return nil
	}
	return list
}

func words(values url.Values, name string, known []string, problems *apierr.Fields) []string {
	list := several(values, name, problems)
	for _, word := range list {
		if !slices.Contains(known, word) {
			problems.Add(name, "Must be one of: %s.", strings.Join(known, ", "))
			return nil
		}
	}
	return list
}

func ids(values url.Values, name string, problems *apierr.Fields) []int64 {
	list, ok := listing.ParseIDs(several(values, name, problems))
	if !ok {
		problems.Add(name, "Must be the id of a record.")
	}
	return list
}

// sources returns the sources that can have what the query asks for.
func (q *query) sources() []source {
	found := []source{}
	for _, src := range sources {
		wanted := func(kind string) bool { return len(q.kinds) == 0 || slices.Contains(q.kinds, kind) }
		if len(q.events) > 0 && !slices.Contains(q.events, src.event) {
			continue
		}
		if src.isCollection && (!wanted("collection") || len(q.libraries)+len(q.typeIDs) > 0) {
			continue // only content is in libraries and has a type
		}
		if !src.isCollection && !wanted("content") && !wanted("image") {
			continue
		}
		found = append(found, src)
	}
	return found
}

// where returns the condition for the events of a source, to be appended to a WHERE clause.
func (q *query) where(src source) condition {
	c := condition{}
	add := func(sql string, arg any) { c.sql, c.args = c.sql+" AND "+sql, append(c.args, arg) }
	if len(q.partners) > 0 {
		add("partner_id IN (?)", q.partners)
	}
	if src.isCollection {
		return c
	}
	if len(q.kinds) > 0 {
		add("block_type IN (?)", q.kinds)
	}
	if len(q.typeIDs) > 0 {
		add("type_id IN (?)", q.typeIDs)
	}
	if len(q.libraries) > 0 {
		link := schema.ContentLibraries
		add(fmt.Sprintf("EXISTS (SELECT 1 FROM %s WHERE %s = content.id AND %s IN (?))", link.Table, link.OwnColumn,
			link.ToColumn), q.libraries)
	}
	return c
}
