package history

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"waymark/internal/kit/db"
)

// simulation is the effect that reversed rows would have on those that are reversed after them. A nil simulation has
// none, because the database has it.
type simulation struct {
	// repeated are the rows that the change set changed several times, and states their values so far.
	repeated map[string]bool
	states   map[string]*rowState
	// back are the records that exist again.
	back map[string]bool
	// references counts those to created records that are gone, by table, column and id.
	references map[string]int64
}

// rowState is what a row would be: gone, or with these values instead of the present ones.
type rowState struct {
	gone   bool
	values columnValues
}

func (o *Undo) simulate(ctx context.Context, c db.Conn) (*simulation, error) {
	repeated, err := db.All[string](ctx, c, `SELECT source || CAST(row_key AS TEXT) FROM change_rows
		WHERE change_id = ? GROUP BY source, row_key HAVING count(*) > 1`, o.set.ID)
	if err != nil {
		return nil, fmt.Errorf("find rows that were changed several times: %w", err)
	}
	s := &simulation{map[string]bool{}, map[string]*rowState{}, map[string]bool{}, map[string]int64{}}
	for _, row := range repeated {
		s.repeated[row] = true
	}
	return s, nil
}

// returns reports whether a record would exist again.
func (s *simulation) returns(record string) bool { return s != nil && s.back[record] }

// released returns how many references to a record would be gone.
func (s *simulation) released(ref reference, id int64) int64 {
	if s == nil {
		return 0
	}
	return s.references[fmt.Sprintf("%s.%s %d", ref.Table, ref.Column, id)]
}

// apply changes the present values of rows to those that they would have.
func (s *simulation) apply(rows []*keptRow, present map[string]columnValues) {
	if s == nil {
		return
	}
	for _, r := range rows {
		state := s.states[r.Source+r.Key]
		switch {
		case state == nil:
		case state.gone:
			delete(present, r.Key)
		default:
			values := maps.Clone(state.values)
			for column, value := range present[r.Key] {
				if _, changed := values[column]; !changed {
					values[column] = value
				}
			}
			present[r.Key] = values
		}
	}
}

// reverse notes the effect of rows that would be reversed.
func (s *simulation) reverse(o *Undo, rows []*keptRow) {
	for _, r := range rows {
		record := r.Source + r.Key
		switch r.Event {
		case inserted:
			s.change(record, &rowState{gone: true})
			s.release(o, r, r.values)
		case deleted:
			s.change(record, &rowState{values: r.values})
			if _, ok := o.deleted[record]; ok {
				s.back[record] = true
			}
		default:
			s.change(record, &rowState{values: r.before})
			if string(r.before["deleted_at"]) == "null" {
				s.back[record] = true
			}
			reset := maps.Clone(r.after)
			maps.DeleteFunc(reset, func(column string, _ json.RawMessage) bool { return r.before[column] == nil })
			s.release(o, r, reset)
		}
	}
}

// release notes which references to created records are among the values that a row would no longer have.
func (s *simulation) release(o *Undo, r *keptRow, former columnValues) {
	if s == nil {
		return
	}
	for _, ref := range o.catalog.byTable[r.Source] {
		if id := string(former[ref.Column]); o.created[ref.Parent+"["+id+"]"] {
			s.references[ref.Table+"."+ref.Column+" "+id]++
		}
	}
}

// change adds to the state of a row, if it is needed again.
func (s *simulation) change(record string, state *rowState) {
	if !s.repeated[record] {
		return
	}
	if known := s.states[record]; known != nil && !known.gone && !state.gone {
		maps.Copy(known.values, cloned(state.values))
		return
	}
	state.values = cloned(state.values)
	s.states[record] = state
}

// cloned copies values, which are parts of longer texts that would otherwise stay in memory.
func cloned(values columnValues) columnValues {
	copied := columnValues{}
	for column, value := range values {
		copied[column] = slices.Clone(value)
	}
	return copied
}
