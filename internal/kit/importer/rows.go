package importer

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/write"
)

// KeyOf returns the value that a row is matched by in its normal form, and what is wrong with it. It is empty for a row
// that is a new record.
func (r *Records) KeyOf(ctx context.Context, plan *Plan, cells []string) (key, problem string) {
	column := slices.Index(plan.Columns, plan.Key)
	if plan.Key == "" || column < 0 || column >= len(cells) {
		return "", ""
	}
	text := textOf(cells[column])
	if text == "" || !api.Storable(text) {
		return "", "" // the field itself refuses it
	}
	if plan.Key == IDField {
		if _, ok := api.ParseID(text); !ok {
			return "", "Must be the id of a record."
		}
		return text, ""
	}
	return r.Key(ctx, plan.Key, text), ""
}

// Import creates and updates records, with one savepoint for each row: a row that is refused leaves no trace in the
// transaction.
func (r *Records) Import(ctx context.Context, tx *write.Tx, plan *Plan, rows []Row) ([]Result, error) {
	if err := r.Lock(ctx, tx); err != nil {
		return nil, err
	}
	keys := []string{}
	for _, row := range rows {
		if row.Key != "" && row.Problem == "" {
			keys = append(keys, row.Key)
		}
	}
	var matches map[string][]Record
	if len(keys) > 0 {
		var err error
		if matches, err = r.Match(ctx, tx, plan.Parents, plan.Key, keys); err != nil {
			return nil, err
		}
	}
	reader, results := r.newReader(tx.Conn, plan), make([]Result, len(rows))
	for i, row := range rows {
		var err error
		if results[i], err = r.importRow(ctx, tx, reader, row, matches[row.Key]); err != nil {
			return nil, err
		}
	}
	return results, nil
}

// importRow creates or updates the record of a row.
func (r *Records) importRow(ctx context.Context, tx *write.Tx, reader *reader, row Row, matches []Record) (Result,
	error,
) {
	plan := reader.plan
	if problem := r.refuseRow(plan, row, len(matches)); problem != "" {
		return rejected(Problem{plan.Key, problem}), nil
	}
	var before Record
	if len(matches) > 0 {
		before = matches[0]
	}
	values, err := reader.values(ctx, row.Cells, before)
	if err != nil {
		return Result{}, err
	}
	result := Result{}
	refused, err := attempt(ctx, tx, func() (err error) {
		result.Outcome, err = r.writeRow(ctx, tx, plan, values, before)
		return err
	})
	if err != nil || refused == nil {
		return result, err
	}
	return rejected(problemsOf(refused)...), nil
}

// refuseRow returns why a row can be neither a new record nor a change of the one that was found, or nothing.
func (r *Records) refuseRow(plan *Plan, row Row, matches int) string {
	switch {
	case row.Problem != "":
		return row.Problem
	case matches > 1:
		return "Several records match this row."
	case matches == 1 && !r.Updates:
		return fmt.Sprintf("This %s exists already, and can't be changed by an import.", r.Kind)
	case matches == 0 && plan.Key == IDField && row.Key != "":
		return fmt.Sprintf("There is no %s with this id. Leave it empty to create one.", r.Kind)
	case matches == 0 && !r.Creates:
		return fmt.Sprintf("This %s doesn't exist, and can't be created by an import.", r.Kind)
	}
	return ""
}

func (r *Records) writeRow(ctx context.Context, tx *write.Tx, plan *Plan, values Values, before Record) (string,
	error,
) {
	if before == nil {
		name, err := r.Create(ctx, tx, plan.Parents, values)
		if err == nil && plan.DryRun && r.refersToItself() {
			plan.rememberName(name)
		}
		return Created, err
	}
	changed, err := before.Update(ctx, tx, plan.Parents, values)
	if err == nil && !changed {
		return Unchanged, nil
	}
	return Changed, err
}

// refersToItself reports whether records of the kind refer to others of their kind, such as a parent.
func (r *Records) refersToItself() bool {
	return slices.ContainsFunc(r.Fields, func(f Field) bool {
		return f.Type == TypeReference && f.RefersTo.Name == r.Table.Name
	})
}

// rememberName makes it possible for later rows of a dry run to refer to a record.
func (p *Plan) rememberName(name string) {
	if p.created == nil {
		p.created = map[string]bool{}
	}
	if name != "" {
		p.created[fold.Key(name)] = true
	}
}

// attempt runs fn, and undoes what it did if the API would have refused it.
func attempt(ctx context.Context, tx *write.Tx, fn func() error) (*apierr.Error, error) {
	err := tx.Attempt(ctx, fn)
	if refused, ok := apierr.As(err); ok {
		return refused, nil
	}
	return nil, err
}

func rejected(problems ...Problem) Result { return Result{Outcome: Rejected, Problems: problems} }

// problemsOf returns what is wrong with a row, in the order of the fields' names. Entries of lists are reported for
// their field.
func problemsOf(refused *apierr.Error) []Problem {
	if len(refused.Errors) == 0 {
		message := refused.Message
		if refused.Code == apierr.CodeReauthenticationRequired {
			message = "This change needs your password: confirm it and check the file again."
		}
		return []Problem{{"", message}}
	}
	problems := []Problem{}
	for _, name := range slices.Sorted(maps.Keys(refused.Errors)) {
		field, _, _ := strings.Cut(name, ".")
		for _, message := range refused.Errors[name] {
			if problem := (Problem{field, message}); !slices.Contains(problems, problem) {
				problems = append(problems, problem)
			}
		}
	}
	return problems
}
