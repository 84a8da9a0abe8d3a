package resource

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"

	"waymark/internal/kit/apierr"
)

// Input is a request to create or update, checked field by field, ready to be applied.
type Input[T any] struct {
	Version *int64
	apply   []func(*T)
	sent    map[string]bool
}

// Parse checks each value of a request on its own. creating asks for what a new record must have.
func (r *Resource[T]) Parse(ctx context.Context, object map[string]json.RawMessage, creating bool) (*Input[T], error) {
	in := &Input[T]{sent: map[string]bool{}}
	var problems apierr.Fields
	for i := range r.Fields {
		f := &r.Fields[i]
		raw, sent := object[f.name]
		delete(object, f.name)
		if f.parse == nil || f.rules.readOnly {
			continue
		}
		in.sent[f.name] = sent
		apply, err := r.parseField(ctx, f, raw, sent, creating, &problems)
		if err != nil {
			return nil, err
		}
		if apply != nil {
			in.apply = append(in.apply, apply)
		}
	}
	if raw, sent := object["version"]; sent && !bytes.Equal(raw, []byte("null")) {
		if err := json.Unmarshal(raw, &in.Version); err != nil {
			problems.Add("version", "Must be a whole number.")
		}
	}
	for name := range object {
		if !slices.Contains(rowNames, name) && !slices.Contains(r.shown, name) {
			problems.Add(name, "Is not a field of this record.")
		}
	}
	if creating && r.Lacks != nil {
		item := new(T)
		for _, apply := range in.apply {
			apply(item)
		}
		r.Lacks(item, &problems)
	}
	return in, problems.Err()
}

func (r *Resource[T]) parseField(ctx context.Context, f *Field[T], raw json.RawMessage, sent, creating bool, problems *apierr.Fields) (func(*T), error) {
	if !sent {
		if !creating {
			return nil, nil //nolint:nilnil // nothing to do
		}
		switch initial := f.rules.initial.(type) {
		case nil:
		case func(*T):
			return initial, nil
		default:
			raw, _ = json.Marshal(initial) // Initially takes plain values
		}
	}
	rules := f.rules
	if _, filled := rules.initial.(func(*T)); filled && creating {
		rules.required = false // what is left empty is filled
	}
	if len(raw) == 0 || bytes.Equal(raw, []byte("null")) {
		if rules.required {
			problems.Add(f.name, "This field is required.")
			return nil, nil //nolint:nilnil // the problem is noted
		}
		if initial, ok := f.rules.initial.(func(*T)); ok && creating {
			return func(t *T) { f.clear(t); initial(t) }, nil
		}
		return f.clear, nil
	}
	in := &input{kit: r.kit, name: f.name, rules: rules, raw: raw, problems: problems}
	apply := f.parse(ctx, in)
	if initial, ok := f.rules.initial.(func(*T)); ok && creating && apply != nil {
		return func(t *T) { apply(t); initial(t) }, in.failed
	}
	return apply, in.failed
}
