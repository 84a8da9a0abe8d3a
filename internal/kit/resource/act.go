package resource

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"

	"github.com/danielgtaylor/huma/v2"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/write"
)

// Act is something done to records of a list: to those named by their ids, or to all that match the list's parameters.
type Act struct {
	Name  string // what tasks call it: libraries/content
	List  string // the path of the list
	Field string // where a request names the ids: content_ids
	// Do acts in a transaction and tells how many it changed. Named ids came from a person and may be wrong; others were just found.
	Do func(ctx context.Context, tx *write.Tx, on On, ids []int64, named bool) (int64, error)
	// Tell writes into the audit log what was done in all, where Do does not: what it was done to is told under Field.
	Tell func(ctx context.Context, tx *write.Tx, on On, told map[string]any) error
}

// On is what an act is about besides the records: the one whose call it is, and another one, if there is one.
type On struct{ Target, Other int64 }

// Done is how many records an act changed, and what became of the others.
type Done struct {
	Changed int64
	Rest
}

// Rest are the records of an act that are not changed by it, or not yet.
type Rest struct {
	Skipped int64  `json:"skipped" doc:"How many were as they should be already."`
	Job     *int64 `json:"job,omitempty" doc:"The job that does it, when there are too many to be done at once. See jobs/{id}."`
}

// Add makes an act known, also to the jobs that go on with it.
func (b *Bulk) Add(act Act) { b.acts[act.Name] = act }

// Perform does an act to what a request names. within are parameters that the list always has here.
func (b *Bulk) Perform(ctx context.Context, name string, on On, object map[string]json.RawMessage, within url.Values) (*Done, error) {
	act := b.acts[name]
	which, err := b.chosenBy(object, act.Field, act.List)
	if err != nil {
		return nil, err
	}
	named := which.filter == nil
	told := map[string]any{act.Field: which.ids}
	if !named {
		for name, values := range within {
			which.filter[name] = values
		}
		if which.ids, err = b.lists[act.List].matching(ctx, which.filter, 0, anyLast, maxLinked+1); err != nil {
			return nil, err
		}
		if len(which.ids) > maxLinked {
			job, err := b.begin(ctx, act, on, which.filter)
			return &Done{Rest: Rest{Job: &job}}, err
		}
		told[act.Field] = which.ids
	}
	done := &Done{}
	err = b.store.Do(ctx, func(tx *write.Tx) error {
		if done.Changed, err = act.Do(ctx, tx, on, which.ids, named); err != nil {
			return err
		}
		done.Skipped = int64(len(which.ids)) - done.Changed
		if done.Changed == 0 || act.Tell == nil {
			return nil
		}
		return act.Tell(ctx, tx, on, told)
	})
	return done, err
}

// HTTPStatus tells done from begun.
func (r Rest) HTTPStatus() int {
	if r.Job != nil {
		return http.StatusAccepted
	}
	return http.StatusOK
}

// chosen are the records a call on many is about: named one by one, or by the parameters of their list.
type chosen struct {
	ids    []int64
	filter url.Values
}

const anyLast = 1<<62 - 1

// chosenBy reads {content_ids: […]} or {filter: {…}}.
func (b *Bulk) chosenBy(object map[string]json.RawMessage, field, list string) (*chosen, error) {
	var problems apierr.Fields
	which := &chosen{}
	in := &input{name: field, raw: object[field], problems: &problems}
	filter := object["filter"]
	delete(object, field)
	delete(object, "filter")
	switch {
	case in.raw == nil && filter != nil:
		var sent map[string]any
		reader := json.NewDecoder(bytes.NewReader(filter))
		reader.UseNumber()
		if reader.Decode(&sent) != nil || sent == nil || b.lists[list] == nil {
			problems.Add("filter", "Must be the parameters of a list.")
			break
		}
		which.filter = url.Values{}
		for name, value := range sent {
			text := fmt.Sprint(value)
			if value == nil || !api.Storable(text) { // leaving it out would widen the filter
				problems.Add("filter."+name, "Is not a value to filter by.")
			}
			which.filter.Set(name, text)
		}
		if len(problems) > 0 {
			break
		}
		if err := b.lists[list].parseFilter(which.filter); err != nil {
			return nil, err
		}
	case in.raw == nil:
		in.refuse("This field is required.")
	case in.into(&which.ids, "a list of ids") && (len(which.ids) == 0 || len(which.ids) > maxLinked):
		in.refuse("Must have 1 to %d entries.", maxLinked)
	}
	for name := range object {
		problems.Add(name, "Is not a field of this form.")
	}
	return which, problems.Err()
}

// ActSchema describes what Perform takes.
func ActSchema(field string) map[string]*huma.Schema {
	return map[string]*huma.Schema{
		field: {Type: huma.TypeArray, Items: &huma.Schema{Type: huma.TypeInteger}},
		"filter": {
			Type: huma.TypeObject, AdditionalProperties: true,
			Description: "Instead of ids: the parameters of a list, for all that match. More than 5,000 are done by a job: 202 with its id.",
		},
	}
}
