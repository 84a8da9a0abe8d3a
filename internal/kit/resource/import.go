package resource

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/auth"
	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/importer"
	"waymark/internal/kit/listing"
	"waymark/internal/kit/sheet"
	"waymark/internal/kit/table"
	"waymark/internal/kit/write"
)

// Importable returns the records as files can create and update them.
func (r *Resource[T]) Importable() *importer.Records {
	return &importer.Records{
		Writer: importWriter[T]{r, r.shownBy()}, Address: r.Address(), Kind: r.Kind(), Table: r.Table,
		Fields: r.importFields(), Creates: r.has(Creating), Updates: r.has(Updating), Zone: r.kit.Zone,
	}
}

// addImport makes the record known to imports if files can change it.
func (r *Resource[T]) addImport() {
	if (r.has(Creating) || r.has(Updating)) && r.has(Importing) {
		r.kit.Imports.Add(r.Importable())
	}
}

// importFields lists the fields that files can fill. Images are not among them: they would have to be fetched.
func (r *Resource[T]) importFields() []importer.Field {
	fields := []importer.Field{}
	if r.has(Updating) {
		fields = append(fields, importer.Field{
			Name: importer.IDField, Label: "ID", Type: importer.TypeID, Key: true, Choices: []string{},
		})
	}
	shown := r.shownBy()
	for i := range r.fields {
		f := &r.fields[i]
		if !f.writable() || f.hidden || f.image != nil {
			continue
		}
		imported := importer.Field{
			Name: f.name, Label: sheet.Label(f.name), Type: f.importType(),
			Required: f.rules.required && f.rules.initial == nil && f.fill == nil,
			Key:      r.matchColumn(f.name) != nil, Choices: f.choices(), Min: f.rules.min,
		}
		if f.refers != nil {
			imported.RefersTo = f.referredTable()
		}
		if other := shown[f.name]; other != "" {
			imported.Headings = []string{imported.Label, other}
			imported.Label = sheet.Label(other)
		}
		fields = append(fields, imported)
	}
	return fields
}

// choices returns the words of an Enum.
func (f *Field) choices() []string {
	words := []string{}
	for _, word := range f.schema.Enum {
		if text, ok := word.(string); ok {
			words = append(words, text)
		}
	}
	return words
}

func (f *Field) importType() string {
	if len(f.schema.Enum) > 0 {
		return importer.TypeChoice
	}
	switch f.kind {
	case "number":
		return importer.TypeNumber
	case "date":
		return importer.TypeDate
	case "bool":
		return importer.TypeBoolean
	case "list", "keywords":
		return importer.TypeList
	case "ref":
		return importer.TypeReference
	case "refs":
		return importer.TypeReferences
	case "text map":
		return importer.TypeTexts
	}
	return importer.TypeText
}

// shownBy returns the names of the fields that show what reference fields refer to.
func (r *Resource[T]) shownBy() map[string]string {
	shown := map[string]string{}
	for i := range r.fields {
		f := &r.fields[i]
		if f.kind == "related" {
			shown[f.source] = f.name
		}
	}
	for i := range r.fields {
		f := &r.fields[i]
		one, isRef := strings.CutSuffix(f.name, "_id")
		if isRef && shown[f.name] == "" && r.byName[one] != nil { // attached by hand
			shown[f.name] = one
		}
	}
	return shown
}

// matchColumn returns the column by which rows are matched with existing records, or nil if the field is no key.
func (r *Resource[T]) matchColumn(field string) *importer.KeyColumn {
	f := r.byName[field]
	if f != nil && f.rules.importKey != nil {
		return f.rules.importKey
	}
	if f == nil || f.column == "" || f.text == nil || !f.rules.unique || f.rules.perOwner && len(r.Under) == 0 {
		return nil
	}
	match := &importer.KeyColumn{Column: f.sortColumn(), Value: func(text string) string { return text }}
	if f.rules.folded {
		match.Value = fold.Key
	}
	return match
}

// importWriter implements importer.Writer.
type importWriter[T any] struct {
	r     *Resource[T]
	shown map[string]string // see shownBy
}

// MayWrite refuses people who may not write the record.
func (w importWriter[T]) MayWrite(ctx context.Context) error {
	if w.r.Access.Write == api.Admins && !auth.IsAdmin(ctx) {
		return apierr.NotAllowed("Only admins can do this.")
	}
	return nil
}

// Parents reads the records that new ones are nested below from the path of their list.
func (w importWriter[T]) Parents(ctx context.Context, path string) ([]int64, error) {
	return w.r.parentsAt(ctx, path)
}

// Lock makes changes of serial records wait for each other.
func (w importWriter[T]) Lock(ctx context.Context, tx *write.Tx) error { return w.r.lockTable(ctx, tx) }

// Key returns a value of a key field in its normal form.
func (w importWriter[T]) Key(ctx context.Context, field, text string) string {
	var problems apierr.Fields
	f := w.r.byName[field]
	raw, err := json.Marshal(text)
	if err != nil {
		return ""
	}
	apply, err := w.r.parseField(ctx, f, raw, true, false, &problems)
	if err != nil || apply == nil {
		return ""
	}
	item := new(T)
	apply(rowOf(item))
	return w.r.matchColumn(field).Value(f.text(rowOf(item)))
}

// Match locks the records that have one of the keys, and returns them by key.
func (w importWriter[T]) Match(ctx context.Context, tx *write.Tx, parents []int64, field string, keys []string) (
	map[string][]importer.Record, error,
) {
	keyOf, err := w.idsByKey(ctx, tx.Conn, parents, field, keys)
	if err != nil || len(keyOf) == 0 {
		return nil, err
	}
	ids := slices.Sorted(maps.Keys(keyOf))
	if tx.Engine == db.Postgres {
		lock := "SELECT id FROM " + w.r.Table.Name + " WHERE id IN (?) ORDER BY id" + tx.ForUpdate()
		if _, err := db.All[int64](ctx, tx.Conn, lock, ids); err != nil {
			return nil, fmt.Errorf("lock %s: %w", w.r.Table.Name, err)
		}
	}
	items, err := w.r.load(ctx, tx.Conn, ids, w.r.base(parents))
	if err != nil {
		return nil, err
	}
	found := map[string][]importer.Record{}
	for _, item := range items {
		key := keyOf[idOf(item)]
		found[key] = append(found[key], importedRecord[T]{w, item})
	}
	return found, nil
}

// idsByKey returns the ids of records with their keys. They may be out of scope.
func (w importWriter[T]) idsByKey(ctx context.Context, c db.Conn, parents []int64, field string, keys []string) (
	map[int64]string, error,
) {
	keyOf := map[int64]string{}
	if field == importer.IDField {
		for _, key := range keys {
			id, _ := api.ParseID(key)
			keyOf[id] = key
		}
		return keyOf, nil
	}
	match, from := w.r.matchColumn(field), w.r.Table
	conditions := []listing.Condition{{SQL: table.Quote(match.Column) + " IN (?)" + from.AndLive(), Args: []any{keys}}}
	if match.Where != "" {
		conditions = append(conditions, listing.Condition{SQL: match.Where})
	}
	if len(w.r.Under) > 0 {
		conditions = append(conditions, w.r.base(parents)...)
	}
	where, args := listing.And(conditions)
	matches, err := db.All[struct {
		ID  int64  `db:"id"`
		Key string `db:"match_key"`
	}](ctx, c, "SELECT id, "+table.Quote(match.Column)+" AS match_key FROM "+from.Name+where, args...)
	if err != nil {
		return nil, fmt.Errorf("match %s: %w", from.Name, err)
	}
	for _, m := range matches {
		keyOf[m.ID] = m.Key
	}
	return keyOf, nil
}

// Create creates a record like a request.
func (w importWriter[T]) Create(ctx context.Context, tx *write.Tx, parents []int64, values importer.Values) (string,
	error,
) {
	in, err := w.input(ctx, values, true)
	if err != nil {
		return "", err
	}
	change, err := w.r.create(ctx, tx, in, parents)
	if err != nil {
		return "", err
	}
	if title := w.r.byName[w.r.Table.TitleColumn()]; title != nil && title.text != nil {
		return title.text(rowOf(change.After)), nil
	}
	return "", nil
}

// input parses values. A cell that could not be read has no other problem.
func (w importWriter[T]) input(ctx context.Context, values importer.Values, creating bool) (*Input, error) {
	in, err := w.r.Parse(ctx, values.Object, creating)
	if err != nil {
		return nil, err
	}
	if in.problems == nil {
		in.problems = apierr.Fields{}
	}
	maps.Copy(in.problems, values.Problems)
	return in, nil
}

// importedRecord implements importer.Record.
type importedRecord[T any] struct {
	writer importWriter[T]
	item   *T
}

// Exports reports whether exports write the value of a field, or what is shown of it, as this text.
func (i importedRecord[T]) Exports(field, text string) bool {
	for _, name := range []string{field, i.writer.shown[field]} {
		column, ok := sheet.ColumnNamed(reflect.TypeFor[T](), name)
		if ok && strings.TrimSpace(column.Text(&sheet.Writer{}, reflect.ValueOf(i.item))) == text {
			return true
		}
	}
	return false
}

// Update changes the record like a request.
func (i importedRecord[T]) Update(ctx context.Context, tx *write.Tx, parents []int64, values importer.Values) (bool,
	error,
) {
	in, err := i.writer.input(ctx, values, false)
	if err != nil {
		return false, err
	}
	change, err := i.writer.r.update(ctx, tx, i.item, in, parents)
	return err == nil && change.result != i.item, err
}
