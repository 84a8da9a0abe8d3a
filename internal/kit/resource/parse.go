package resource

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"

	"waymark/internal/kit/apierr"
)

// Input is a request to create or update, checked field by field, ready to be applied.
type Input struct {
	Version  *int64
	apply    []func(row)
	sent     map[string]bool
	problems apierr.Fields
	// alone says that a transaction contains no other change, so that it may end with a violation of the schema.
	alone bool
}

// Err returns the problems that were found so far. Create and Update report them together with those that only the
// database can tell, so that a form shows all of them at once.
func (in *Input) Err() error { return in.problems.Err() }

// Join adds the field errors of other parts of the same form. It returns the first error of any other kind.
func (in *Input) Join(parts ...error) error {
	err := apierr.Join(append(parts, in.Err())...)
	known, ok := apierr.As(err)
	if !ok || known.Errors == nil {
		return err
	}
	in.problems = known.Errors
	return nil
}

func (in *Input) applyTo(r row) {
	for _, apply := range in.apply {
		apply(r)
	}
}

var null = []byte("null")

// Parse checks each value of a request on its own. If it is for a new record, required fields must be there. Problems
// are part of the input, which contains the other values as far as they could be read.
func (r *Resource[T]) Parse(ctx context.Context, object map[string]json.RawMessage, creating bool) (*Input, error) {
	in := &Input{sent: map[string]bool{}}
	for i := range r.fields {
		f := &r.fields[i]
		raw, sent := object[f.name]
		delete(object, f.name)
		if !f.writable() {
			continue
		}
		in.sent[f.name] = sent
		apply, err := r.parseField(ctx, f, raw, sent, creating, &in.problems)
		if err != nil {
			return nil, err
		}
		if apply != nil {
			in.apply = append(in.apply, apply)
		}
	}
	if raw, sent := object["version"]; sent && !bytes.Equal(raw, null) {
		if err := json.Unmarshal(raw, &in.Version); err != nil {
			in.problems.Add("version", "Must be a whole number.")
		}
	}
	for name := range object {
		if !slices.Contains(rowColumns, name) && !slices.Contains(r.shown, name) {
			in.problems.Add(name, "Is not a field of this record.")
		}
	}
	return in, nil
}

// parseField returns how a field of the request changes a record, or nil for no change.
func (r *Resource[T]) parseField(ctx context.Context, f *Field, raw json.RawMessage, sent, creating bool,
	problems *apierr.Fields,
) (func(row), error) {
	rules, fill := f.rules, f.fill
	if !creating {
		if !sent {
			return nil, nil //nolint:nilnil // the field stays as it is
		}
		fill = nil
	}
	if !sent && rules.initial != nil {
		raw = rules.initial
	}
	if !sent && raw == nil && fill != nil {
		return fill, nil
	}
	if fill != nil {
		rules.required = false // an empty field is filled
	}
	if len(raw) == 0 || bytes.Equal(raw, null) {
		if rules.required {
			problems.Add(f.name, "This field is required.")
			return nil, nil //nolint:nilnil // the problem is reported
		}
		return then(f.clear, fill), nil
	}
	in := &input{kit: r.kit, name: f.name, rules: rules, raw: raw, problems: problems}
	apply := f.parse(ctx, in)
	if apply == nil {
		return nil, in.failed
	}
	return then(apply, fill), in.failed
}

// then applies a change, and then completes the record.
func then(apply, fill func(row)) func(row) {
	if fill == nil {
		return apply
	}
	return func(r row) { apply(r); fill(r) }
}

// Preview returns a new record as far as it could be read from a request.
func (r *Resource[T]) Preview(in *Input) *T {
	item := new(T)
	in.applyTo(rowOf(item))
	return item
}
