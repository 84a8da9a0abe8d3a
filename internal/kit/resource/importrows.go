package resource

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/listing"
	"waymark/internal/kit/sheet"
	"waymark/internal/kit/table"
	"waymark/internal/kit/write"
)

// matchColumn returns the column by which rows are matched with existing records, or nil if the field is no key.
func (r *Resource[T]) matchColumn(field string) *ImportKeyColumn {
	for i := range r.ImportKeys {
		if r.ImportKeys[i].Field == field {
			return &r.ImportKeys[i]
		}
	}
	f := r.byName[field]
	if f == nil || f.column == "" || f.text == nil || !f.rules.unique || f.rules.perOwner && len(r.Under) == 0 {
		return nil
	}
	match := &ImportKeyColumn{Field: field, Column: f.sortColumn(), Value: func(text string) string { return text }}
	if f.rules.folded {
		match.Value = fold.Key
	}
	return match
}

// ImportKey returns the value that a row is matched by. It is empty for a row that is a new record.
func (r *Resource[T]) ImportKey(ctx context.Context, plan *ImportPlan, cells []string) (key, problem string) {
	column := slices.Index(plan.Columns, plan.Key)
	if plan.Key == "" || column < 0 || column >= len(cells) {
		return "", ""
	}
	text := strings.TrimSpace(sheet.Unquote(strings.TrimSpace(cells[column])))
	if text == "" || !api.Storable(text) {
		return "", "" // the field itself refuses it
	}
	if plan.Key == idField {
		if _, ok := api.ParseID(text); !ok {
			return "", "Must be the id of a record."
		}
		return text, ""
	}
	var problems apierr.Fields
	f := r.byName[plan.Key]
	apply, err := r.parseField(ctx, f, encode(text), true, false, &problems)
	if err != nil || apply == nil {
		return "", "" // the field itself refuses it
	}
	item := new(T)
	apply(rowOf(item))
	return r.matchColumn(plan.Key).Value(f.text(rowOf(item))), ""
}

// ImportRows creates and updates records, one savepoint for each row.
func (r *Resource[T]) ImportRows(ctx context.Context, tx *write.Tx, plan *ImportPlan, rows []ImportRow) (
	[]ImportResult, error,
) {
	if err := r.lockTable(ctx, tx); err != nil {
		return nil, err
	}
	found, err := r.matchRows(ctx, tx, plan, rows)
	if err != nil {
		return nil, err
	}
	reader, results := r.newRowReader(tx.Conn, plan), make([]ImportResult, len(rows))
	for i, row := range rows {
		if results[i], err = r.importRow(ctx, tx, reader, row, found[row.Key]); err != nil {
			return nil, err
		}
	}
	return results, nil
}

// matchRows finds the records that rows are matched with, and locks them.
func (r *Resource[T]) matchRows(ctx context.Context, tx *write.Tx, plan *ImportPlan, rows []ImportRow) (
	map[string][]*T, error,
) {
	keys := []string{}
	for _, row := range rows {
		if row.Key != "" && row.Problem == "" {
			keys = append(keys, row.Key)
		}
	}
	keyOf, err := r.idsByKey(ctx, tx.Conn, plan, keys)
	if err != nil || len(keyOf) == 0 {
		return nil, err
	}
	ids := slices.Sorted(maps.Keys(keyOf))
	if tx.Engine == db.Postgres {
		lock := "SELECT id FROM " + r.Table.Name + " WHERE id IN (?) ORDER BY id" + tx.ForUpdate()
		if _, err := db.All[int64](ctx, tx.Conn, lock, ids); err != nil {
			return nil, fmt.Errorf("lock %s: %w", r.Table.Name, err)
		}
	}
	items, err := r.load(ctx, tx.Conn, ids, r.base(plan.Parents))
	if err != nil {
		return nil, err
	}
	found := map[string][]*T{}
	for _, item := range items {
		key := keyOf[idOf(item)]
		found[key] = append(found[key], item)
	}
	return found, nil
}

// idsByKey returns the ids of records with their keys. They may be out of scope.
func (r *Resource[T]) idsByKey(ctx context.Context, c db.Conn, plan *ImportPlan, keys []string) (
	map[int64]string, error,
) {
	keyOf := map[int64]string{}
	if len(keys) == 0 {
		return keyOf, nil
	}
	if plan.Key == idField {
		for _, key := range keys {
			id, _ := api.ParseID(key)
			keyOf[id] = key
		}
		return keyOf, nil
	}
	match := r.matchColumn(plan.Key)
	conditions := []listing.Condition{{SQL: table.Quote(match.Column) + " IN (?)" + r.Table.AndLive(), Args: []any{keys}}}
	if match.Where != "" {
		conditions = append(conditions, listing.Condition{SQL: match.Where})
	}
	if len(r.Under) > 0 {
		conditions = append(conditions, r.base(plan.Parents)...)
	}
	where, args := listing.And(conditions)
	matches, err := db.All[struct {
		ID  int64  `db:"id"`
		Key string `db:"match_key"`
	}](ctx, c, "SELECT id, "+table.Quote(match.Column)+" AS match_key FROM "+r.Table.Name+where, args...)
	if err != nil {
		return nil, fmt.Errorf("match %s: %w", r.Table.Name, err)
	}
	for _, m := range matches {
		keyOf[m.ID] = m.Key
	}
	return keyOf, nil
}

// importRow creates or updates the record of a row.
func (r *Resource[T]) importRow(
	ctx context.Context, tx *write.Tx, reader *rowReader[T], row ImportRow, found []*T,
) (ImportResult, error) {
	plan := reader.plan
	var before *T
	if len(found) > 0 {
		before = found[0]
	}
	if problem := r.refuseRow(plan, row, len(found)); problem != "" {
		return rejected(ImportProblem{plan.Key, problem}), nil
	}
	object, problems, err := reader.object(ctx, row.Cells, before)
	if err != nil {
		return ImportResult{}, err
	}
	result := ImportResult{Outcome: RowCreated}
	refused, err := attempt(ctx, tx, func() error {
		result.Outcome, err = r.writeRow(ctx, tx, plan, object, problems, before)
		return err
	})
	if err != nil || refused == nil {
		return result, err
	}
	return rejected(problemsOf(refused)...), nil
}

// refuseRow returns why a row can be neither a new record nor a change of the one that was found, or nothing.
func (r *Resource[T]) refuseRow(plan *ImportPlan, row ImportRow, found int) string {
	switch {
	case row.Problem != "":
		return row.Problem
	case found > 1:
		return "Several records match this row."
	case found == 1 && !r.has(Updating):
		return fmt.Sprintf("This %s exists already, and can't be changed by an import.", r.Kind())
	case found == 0 && plan.Key == idField && row.Key != "":
		return fmt.Sprintf("There is no %s with this id. Leave it empty to create one.", r.Kind())
	case found == 0 && !r.has(Creating):
		return fmt.Sprintf("This %s doesn't exist, and can't be created by an import.", r.Kind())
	}
	return ""
}

func (r *Resource[T]) writeRow(
	ctx context.Context, tx *write.Tx, plan *ImportPlan, object map[string]json.RawMessage, problems apierr.Fields,
	before *T,
) (string, error) {
	in, err := r.Parse(ctx, object, before == nil)
	if err != nil {
		return "", err
	}
	maps.Copy(in.parsed(), problems) // a cell that could not be read has no other problem
	if before == nil {
		change, err := r.create(ctx, tx, in, plan.Parents)
		if err == nil && plan.DryRun && r.refersToItself() {
			r.rememberName(plan, change.After)
		}
		return RowCreated, err
	}
	change, err := r.update(ctx, tx, before, in, plan.Parents)
	if err == nil && change.result == before {
		return RowUnchanged, nil
	}
	return RowChanged, err
}

// parsed returns the problems of the input, which can be added to.
func (in *Input) parsed() apierr.Fields {
	if in.problems == nil {
		in.problems = apierr.Fields{}
	}
	return in.problems
}

// rememberName makes it possible for later rows of a dry run to refer to a record.
func (r *Resource[T]) rememberName(plan *ImportPlan, item *T) {
	if plan.created == nil {
		plan.created = map[string]bool{}
	}
	if title := r.byName[r.Table.TitleColumn()]; title != nil && title.text != nil {
		plan.created[fold.Key(title.text(rowOf(item)))] = true
	}
}

// attempt runs fn in a savepoint, and undoes what it did if the API would have refused it.
func attempt(ctx context.Context, tx *write.Tx, fn func() error) (*apierr.Error, error) {
	if _, err := tx.Exec(ctx, "SAVEPOINT import_row"); err != nil {
		return nil, fmt.Errorf("begin a row: %w", err)
	}
	err := fn()
	refused, ok := apierr.As(err)
	if err != nil && !ok {
		return nil, err
	}
	if ok {
		if _, err := tx.Exec(ctx, "ROLLBACK TO SAVEPOINT import_row"); err != nil {
			return nil, fmt.Errorf("undo a row: %w", err)
		}
	}
	if _, err := tx.Exec(ctx, "RELEASE SAVEPOINT import_row"); err != nil {
		return nil, fmt.Errorf("end a row: %w", err)
	}
	return refused, nil
}

func rejected(problems ...ImportProblem) ImportResult {
	return ImportResult{Outcome: RowRejected, Problems: problems}
}

// problemsOf returns what is wrong with a row, in the order of the fields' names. Entries of lists are reported for
// their field.
func problemsOf(refused *apierr.Error) []ImportProblem {
	if len(refused.Errors) == 0 {
		message := refused.Message
		if refused.Code == apierr.CodeReauthenticationRequired {
			message = "This change needs your password: confirm it and check the file again."
		}
		return []ImportProblem{{"", message}}
	}
	problems := []ImportProblem{}
	for _, name := range slices.Sorted(maps.Keys(refused.Errors)) {
		field, _, _ := strings.Cut(name, ".")
		for _, message := range refused.Errors[name] {
			if problem := (ImportProblem{field, message}); !slices.Contains(problems, problem) {
				problems = append(problems, problem)
			}
		}
	}
	return problems
}
