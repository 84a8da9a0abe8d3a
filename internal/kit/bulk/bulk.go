// Package bulk applies actions to many records: to those named by their ids, or to all that match a list's parameters.
// Few are changed at once, in one transaction. Many are changed by a job, step by step.
package bulk

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"

	"github.com/danielgtaylor/huma/v2"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/listing"
	"waymark/internal/kit/write"
)

// How many records are changed at once, and how many a job changes in one transaction.
const (
	maxAtOnce = 5000
	stepSize  = 1000
	// For actions that are slow.
	maxSlowAtOnce = 500
	slowStepSize  = 200
)

// Runner runs actions.
type Runner struct {
	store   *write.Store
	lists   map[string]*listing.List
	actions map[string]*Action

	processes map[string]Process
}

// NewRunner returns a runner without lists and actions.
func NewRunner(store *write.Store) *Runner {
	return &Runner{
		store: store, lists: map[string]*listing.List{}, actions: map[string]*Action{}, processes: map[string]Process{},
	}
}

// AddList makes a list known by its path, so that actions can be applied to records that match its parameters. A nil
// runner ignores it.
func (r *Runner) AddList(path string, list *listing.List) {
	if r != nil {
		r.lists[path] = list
	}
}

// Action is something that is done to records of a list.
type Action struct {
	Name  string // stored with tasks, so it never changes: libraries/content
	List  string // the path of the list
	Field string // the field in which a request names the ids: content_ids
	// Slow says that a change of a record takes long, because other records count it. Fewer are changed in one
	// transaction, so that it blocks changes of those for less time.
	Slow bool
	// Apply changes records and returns how many it changed. If they were chosen by id, they come from the request and may
	// not exist; otherwise they have just been found.
	Apply func(ctx context.Context, tx *write.Tx, target Target, ids []int64, chosen bool) (int64, error)
	// Record writes one audit entry for everything that was changed, if Apply does not write its own. The values name the
	// records under Field.
	Record func(ctx context.Context, tx *write.Tx, target Target, values map[string]any) error

	runner *Runner
}

// Target is what an action is about besides the records it changes: the record whose call it is, and possibly another,
// or other arguments.
type Target struct {
	ID, Other int64
	Note      string
}

// Result is how many records an action changed, and what happened to the others.
type Result struct {
	Changed int64
	Outcome
}

// Updated is the response of an endpoint that changes fields of records.
type Updated struct {
	Updated int64 `json:"updated"`
	Outcome
}

// Outcome describes the records that an action did not change, or not yet. It is part of a response.
type Outcome struct {
	Skipped int64  `json:"skipped" doc:"Number of records that needed no change."`
	Job     *int64 `json:"job,omitempty" doc:"Id of the background job, if there are too many records to change at once. See jobs/{id}."`
}

// HTTPStatus distinguishes work that was done from work that has begun.
func (o Outcome) HTTPStatus() int {
	if o.Job != nil {
		return http.StatusAccepted
	}
	return http.StatusOK
}

// Add returns an action that can be run. Jobs find it by its name.
func (r *Runner) Add(action Action) *Action {
	if r == nil {
		panic("bulk: action " + action.Name + " has no runner")
	}
	if r.actions[action.Name] != nil {
		panic("bulk: there are two actions named " + action.Name)
	}
	action.runner = r
	r.actions[action.Name] = &action
	return &action
}

// Check reports an action whose list is not known. It is called once everything is mounted.
func (r *Runner) Check() error {
	for name, action := range r.actions {
		if r.lists[action.List] == nil {
			return fmt.Errorf("bulk: action %s is for the list %q, which does not exist", name, action.List)
		}
	}
	return nil
}

// Run applies the action to the records that a request names. within are parameters that the list always has here.
func (a *Action) Run(ctx context.Context, target Target, body map[string]json.RawMessage, within url.Values) (*Result,
	error,
) {
	chosen, err := a.choose(ctx, body, within)
	if err != nil {
		return nil, err
	}
	if a.tooMany(chosen) {
		job, err := a.runner.begin(ctx, a, target, chosen.filter)
		return &Result{Outcome: Outcome{Job: &job}}, err
	}
	result := &Result{}
	err = a.runner.store.DoAlone(ctx, func(tx *write.Tx) error {
		if result.Changed, err = a.Apply(ctx, tx, target, chosen.ids, chosen.filter == nil); err != nil {
			return err
		}
		result.Skipped = int64(len(chosen.ids)) - result.Changed
		if result.Changed == 0 || a.Record == nil {
			return nil
		}
		return a.Record(ctx, tx, target, map[string]any{a.Field: chosen.ids})
	})
	return result, err
}

// choose reads a request, and finds the ids of the records that match its filter: one more than are changed at once, if
// there are as many.
func (a *Action) choose(ctx context.Context, body map[string]json.RawMessage, within url.Values) (*choice, error) {
	chosen, err := a.parse(body)
	if err != nil || chosen.filter == nil {
		return chosen, err
	}
	maps.Copy(chosen.filter, within)
	chosen.ids, err = a.matching(ctx, chosen.filter, listing.IDRange{Last: maxID}, a.maxAtOnce()+1)
	return chosen, err
}

// choice is the records that a request is about: ids, or the parameters of their list.
type choice struct {
	ids    []int64
	filter url.Values
}

// tooMany reports whether the records that match a filter are too many to be changed at once. Those that a request
// names by their ids never are.
func (a *Action) tooMany(c *choice) bool { return c.filter != nil && int64(len(c.ids)) > a.maxAtOnce() }

func (a *Action) maxAtOnce() int64 {
	if a.Slow {
		return maxSlowAtOnce
	}
	return maxAtOnce
}

func (a *Action) stepSize() int64 {
	if a.Slow {
		return slowStepSize
	}
	return stepSize
}

const maxID = 1<<62 - 1

// parse reads {content_ids: […]} or {filter: {…}}. A request with both is refused: it may expect that only the records
// that have the ids and match the filter are changed.
func (a *Action) parse(body map[string]json.RawMessage) (*choice, error) {
	var problems apierr.Fields
	chosen := &choice{}
	ids, filter := body[a.Field], body["filter"]
	delete(body, a.Field)
	delete(body, "filter")
	switch {
	case ids != nil && filter != nil:
		problems.Add("filter", "Can't be given together with %s.", a.Field)
	case filter != nil:
		if chosen.filter = a.parseFilter(filter, &problems); len(problems) == 0 {
			if err := a.runner.lists[a.List].CheckFilter(chosen.filter); err != nil {
				return nil, err
			}
		}
	case ids == nil:
		problems.Add(a.Field, "This field is required.")
	case json.Unmarshal(ids, &chosen.ids) != nil:
		problems.Add(a.Field, "Must be a list of ids.")
	case len(chosen.ids) == 0 || len(chosen.ids) > maxAtOnce:
		problems.Add(a.Field, "Must have 1 to %d entries.", maxAtOnce)
	}
	for name := range body {
		problems.Add(name, "Is not a field of this form.")
	}
	return chosen, problems.Err()
}

func (a *Action) parseFilter(raw json.RawMessage, problems *apierr.Fields) url.Values {
	var sent map[string]any
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	if decoder.Decode(&sent) != nil || sent == nil {
		problems.Add("filter", "Must be the parameters of a list.")
		return nil
	}
	filter := url.Values{}
	for name, value := range sent {
		text := fmt.Sprint(value)
		if value == nil || !api.Storable(text) { // leaving it out would match more records
			problems.Add("filter."+name, "Can't be used as a filter value.")
		}
		filter.Set(name, text)
	}
	return filter
}

// BodySchema describes the body that Run takes.
func (a *Action) BodySchema() *huma.Schema {
	return &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{
		a.Field: {Type: huma.TypeArray, Items: &huma.Schema{Type: huma.TypeInteger}},
		"filter": {
			Type: huma.TypeObject, AdditionalProperties: true,
			Description: "Alternative to ids: list parameters that select all matching records. " +
				fmt.Sprintf("If more than %d match, a job makes the change and the response is 202 with its id.", a.maxAtOnce()),
		},
	}}
}

// plan plans the records in a range of ids that match a filter, in the order of their ids.
func (a *Action) plan(ctx context.Context, filter url.Values, ids listing.IDRange) (*listing.Plan, error) {
	list := a.runner.lists[a.List]
	q, err := list.Parse(filter)
	if err != nil {
		return nil, err
	}
	q.Sort, q.Range = "id", &ids
	return list.Plan(ctx, a.runner.store.DB.Read(), q)
}

func (a *Action) matching(ctx context.Context, filter url.Values, ids listing.IDRange, limit int64) ([]int64, error) {
	plan, err := a.plan(ctx, filter, ids)
	if err != nil {
		return nil, err
	}
	return plan.IDs(ctx, limit)
}

// lastID returns the largest id in the action's list, so that records created later are left out.
func (a *Action) lastID(ctx context.Context, c db.Conn) (int64, error) {
	last, err := db.Value[int64](ctx, c, "SELECT coalesce(max(id), 0) FROM "+a.runner.lists[a.List].Table.Name)
	if err != nil {
		return 0, fmt.Errorf("find the last record: %w", err)
	}
	return last, nil
}
