package resource

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/sheet"
	"waymark/internal/kit/table"
)

// rowReader turns the cells of rows into the JSON that requests have.
type rowReader[T any] struct {
	r     *Resource[T]
	plan  *ImportPlan
	conn  db.Conn
	shown map[string]string
	found map[nameIn][]int64 // records by name, so that each name is looked up once
}

type nameIn struct{ table, name string }

func (r *Resource[T]) newRowReader(c db.Conn, plan *ImportPlan) *rowReader[T] {
	return &rowReader[T]{r: r, plan: plan, conn: c, shown: r.shownBy(), found: map[nameIn][]int64{}}
}

// object converts a row. If it is for an existing record, values that are written as exports would write them are left
// out: a name may belong to several records, and a time in a file has no microseconds.
func (rr *rowReader[T]) object(ctx context.Context, cells []string, before *T) (map[string]json.RawMessage,
	apierr.Fields, error,
) {
	object, problems := map[string]json.RawMessage{}, apierr.Fields{}
	for i, cell := range cells {
		if i >= len(rr.plan.Columns) {
			if strings.TrimSpace(cell) != "" {
				problems.Add("", "Has more cells than there are columns.")
			}
			continue
		}
		f := rr.r.byName[rr.plan.Columns[i]]
		if f == nil {
			continue
		}
		if !api.Storable(cell) {
			problems.Add(f.name, "Contains characters that can't be read.")
			continue
		}
		text := strings.TrimSpace(sheet.Unquote(strings.TrimSpace(cell)))
		if before != nil && rr.isExportOf(f, before, text) {
			continue
		}
		if text == "" {
			if before != nil && rr.plan.ClearEmpty {
				object[f.name] = json.RawMessage("null")
			}
			continue
		}
		value, problem, err := rr.value(ctx, f, text)
		if err != nil {
			return nil, nil, err
		}
		if problem != "" {
			problems.Add(f.name, "%s", problem)
			continue
		}
		if value != nil {
			object[f.name] = value
		}
	}
	return object, problems, nil
}

// isExportOf reports whether exports write the present value of a field as this text.
func (rr *rowReader[T]) isExportOf(f *Field, before *T, text string) bool {
	for _, name := range []string{f.name, rr.shown[f.name]} {
		column, ok := sheet.ColumnNamed(reflect.TypeFor[T](), name)
		if ok && strings.TrimSpace(column.Text(&sheet.Writer{}, reflect.ValueOf(before))) == text {
			return true
		}
	}
	return false
}

// value converts a cell that is not empty. Values that only the field itself can judge are passed on as text, so that
// it refuses them with its own words.
func (rr *rowReader[T]) value(ctx context.Context, f *Field, text string) (json.RawMessage, string, error) {
	switch f.importType() {
	case "number":
		if number := json.RawMessage(text); json.Valid(number) && strings.Trim(text, "-0123456789.eE+") == "" {
			return number, "", nil
		}
	case "boolean":
		return booleanOf(text)
	case "date":
		date, ok := rr.plan.Dates.Parse(text, rr.zone())
		if !ok {
			return nil, fmt.Sprintf("Must be a date such as %s.", rr.plan.Dates.Example()), nil
		}
		return encode(date), "", nil
	case "choice":
		return encode(choiceOf(f.choices(), text)), "", nil
	case "list":
		return encode(splitList(text)), "", nil
	case "texts":
		return textsOf(text)
	case "reference":
		id, problem, err := rr.reference(ctx, *f.ref, text)
		if err != nil || problem != "" || id == 0 {
			return nil, problem, err
		}
		return encode(id), "", nil
	case "references":
		return rr.references(ctx, f, text)
	}
	return encode(text), "", nil
}

func (rr *rowReader[T]) zone() *time.Location {
	if rr.r.kit.Zone == nil {
		return time.UTC
	}
	return rr.r.kit.Zone
}

// encode encodes a text, a number or a list of them, which can't fail.
func encode(value any) json.RawMessage {
	raw, _ := json.Marshal(value) //nolint:errchkjson // see above
	return raw
}

func booleanOf(text string) (json.RawMessage, string, error) {
	switch fold.Key(text) {
	case "yes", "true", "1", "on":
		return encode(true), "", nil
	case "no", "false", "0", "off":
		return encode(false), "", nil
	}
	return nil, "Must be yes or no.", nil
}

// choiceOf finds a word by itself or by its label. An unknown word is returned as it is.
func choiceOf(words []string, text string) string {
	for _, word := range words {
		if foldHeading(word) == foldHeading(text) || foldHeading(sheet.Label(word)) == foldHeading(text) {
			return word
		}
	}
	return text
}

// splitList splits a cell at semicolons and vertical bars.
func splitList(text string) []string {
	entries := []string{}
	for _, entry := range strings.FieldsFunc(text, func(r rune) bool { return r == ';' || r == '|' }) {
		if entry = strings.TrimSpace(entry); entry != "" {
			entries = append(entries, entry)
		}
	}
	return entries
}

// textsOf reads texts by name, as exports write them: "city: Lisbon; country: Portugal".
func textsOf(text string) (json.RawMessage, string, error) {
	texts := map[string]string{}
	for _, entry := range splitList(text) {
		name, value, found := strings.Cut(entry, ":")
		if !found {
			return nil, "Must be texts with their names, such as city: Lisbon; country: Portugal.", nil
		}
		texts[strings.TrimSpace(name)] = strings.TrimSpace(value)
	}
	return encode(texts), "", nil
}

func (rr *rowReader[T]) references(ctx context.Context, f *Field, text string) (json.RawMessage, string, error) {
	ids := []int64{}
	for _, name := range splitList(text) {
		id, problem, err := rr.reference(ctx, f.link.To, name)
		if err != nil || problem != "" {
			return nil, problem, err
		}
		if id != 0 {
			ids = append(ids, id)
		}
	}
	return encode(ids), "", nil
}

// reference finds a record by its name, or else by its id. Names come first, because exports contain names, which can
// be numbers. It returns 0 for a record that a dry run would have created.
func (rr *rowReader[T]) reference(ctx context.Context, to table.Table, name string) (int64, string, error) {
	key := nameIn{to.Name, fold.Key(name)}
	ids, known := rr.found[key]
	if !known {
		var err error
		ids, err = db.All[int64](ctx, rr.conn, "SELECT id FROM "+to.Name+" WHERE "+to.KeyColumn()+" = ?"+to.AndLive()+
			" ORDER BY id LIMIT 2", key.name)
		if err != nil {
			return 0, "", fmt.Errorf("find %s by name: %w", to.Name, err)
		}
		if len(ids) > 0 { // one that is missing may be created by the next row
			rr.found[key] = ids
		}
	}
	switch {
	case len(ids) == 1:
		return ids[0], "", nil
	case len(ids) > 1:
		return 0, fmt.Sprintf("Several records are named %q. Use the id instead.", shorten(name)), nil
	}
	if id, ok := api.ParseID(name); ok {
		existing, err := to.Existing(ctx, rr.conn, []int64{id})
		if err != nil || existing[id] {
			return id, "", err
		}
	}
	if to.Name == rr.r.Table.Name && rr.plan.created[key.name] {
		return 0, "", nil
	}
	return 0, fmt.Sprintf("%q was not found.", shorten(name)), nil
}

// shorten limits a text in a message.
func shorten(text string) string {
	const limit = 60
	if runes := []rune(text); len(runes) > limit {
		return string(runes[:limit]) + "…"
	}
	return text
}

// refersToItself reports whether records of the kind refer to others of their kind, such as a parent.
func (r *Resource[T]) refersToItself() bool {
	return slices.ContainsFunc(r.fields, func(f Field) bool { return f.ref != nil && f.ref.Name == r.Table.Name })
}

// ImportSample returns the cells of a row that shows what each field takes.
func (r *Resource[T]) ImportSample(ctx context.Context) ([]string, error) {
	cells := []string{}
	for _, field := range r.ImportFields() {
		cell := ""
		switch field.Type {
		case "id":
		case "choice":
			cell = field.Choices[0]
		case "number":
			cell = strconv.Itoa(int(max(1, r.byName[field.Name].rules.min)))
		case "boolean":
			cell = "yes"
		case "date":
			cell = sheet.ISODates.Example()
		case "list":
			cell = "First; Second"
		case "texts":
			cell = "name: Value"
		case "reference", "references":
			f := r.byName[field.Name]
			to := f.link
			name, err := r.anyName(ctx, f.ref, to)
			if err != nil {
				return nil, err
			}
			cell = name
		default:
			cell = "Sample " + strings.ToLower(field.Label)
		}
		cells = append(cells, cell)
	}
	return cells, nil
}

// anyName returns the name of the first record that a field can refer to.
func (r *Resource[T]) anyName(ctx context.Context, ref *table.Table, link *table.Link) (string, error) {
	if ref == nil {
		ref = &link.To
	}
	column := ref.TitleColumn()
	if ref.Key != "" {
		column = ref.Key
	}
	names, err := db.All[string](ctx, r.kit.Store.DB.Read(),
		"SELECT "+table.Quote(column)+" FROM "+ref.Name+" WHERE id > 0"+ref.AndLive()+" ORDER BY id LIMIT 1")
	if err != nil || len(names) == 0 {
		return "", wrap(err, "find a name in "+ref.Name)
	}
	return names[0], nil
}
