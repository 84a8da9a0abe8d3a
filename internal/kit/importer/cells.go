package importer

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"waymark/internal/kit/api"
	"waymark/internal/kit/apierr"
	"waymark/internal/kit/db"
	"waymark/internal/kit/fold"
	"waymark/internal/kit/sheet"
	"waymark/internal/kit/table"
)

// reader turns the cells of rows into the JSON that requests have.
type reader struct {
	records *Records
	plan    *Plan
	conn    db.Conn
	fields  map[string]*Field
	found   map[nameIn][]int64 // records by name, so that each name is looked up once
}

type nameIn struct{ table, name string }

func (r *Records) newReader(c db.Conn, plan *Plan) *reader {
	fields := map[string]*Field{}
	for i := range r.Fields {
		if r.Fields[i].Type != TypeID {
			fields[r.Fields[i].Name] = &r.Fields[i]
		}
	}
	return &reader{records: r, plan: plan, conn: c, fields: fields, found: map[nameIn][]int64{}}
}

// textOf returns what a cell contains.
func textOf(cell string) string { return strings.TrimSpace(sheet.Unquote(strings.TrimSpace(cell))) }

// values converts a row. If it is for an existing record, values that are written as exports would write them are left
// out: a name may belong to several records, and a time in a file has no microseconds.
func (r *reader) values(ctx context.Context, cells []string, before Record) (Values, error) {
	values := Values{Object: map[string]json.RawMessage{}, Problems: apierr.Fields{}}
	for i, cell := range cells {
		if i >= len(r.plan.Columns) {
			if strings.TrimSpace(cell) != "" {
				values.Problems.Add("", "Has more cells than there are columns.")
			}
			continue
		}
		f := r.fields[r.plan.Columns[i]]
		if f == nil {
			continue
		}
		if !api.Storable(cell) {
			values.Problems.Add(f.Name, "Contains characters that can't be read.")
			continue
		}
		text := textOf(cell)
		if before != nil && before.Exports(f.Name, text) {
			continue
		}
		if text == "" {
			if before != nil && r.plan.ClearEmpty {
				values.Object[f.Name] = json.RawMessage("null")
			}
			continue
		}
		value, problem, err := r.value(ctx, f, text)
		if err != nil {
			return Values{}, err
		}
		if problem != "" {
			values.Problems.Add(f.Name, "%s", problem)
			continue
		}
		if value != nil {
			values.Object[f.Name] = value
		}
	}
	return values, nil
}

// value converts a cell that is not empty. Values that only the field itself can judge are passed on as text, so that
// it refuses them with its own words.
func (r *reader) value(ctx context.Context, f *Field, text string) (json.RawMessage, string, error) {
	switch f.Type {
	case TypeNumber:
		if number := json.RawMessage(text); json.Valid(number) && strings.Trim(text, "-0123456789.eE+") == "" {
			return number, "", nil
		}
	case TypeBoolean:
		return booleanOf(text)
	case TypeDate:
		date, ok := r.plan.Dates.Parse(text, r.zone())
		if !ok {
			return nil, fmt.Sprintf("Must be a date such as %s.", r.plan.Dates.Example()), nil
		}
		return encode(date), "", nil
	case TypeChoice:
		return encode(choiceOf(f.Choices, text)), "", nil
	case TypeList:
		return encode(splitList(text)), "", nil
	case TypeTexts:
		return textsOf(text)
	case TypeReference:
		id, problem, err := r.reference(ctx, f.RefersTo, text)
		if err != nil || problem != "" || id == 0 {
			return nil, problem, err
		}
		return encode(id), "", nil
	case TypeReferences:
		return r.references(ctx, f, text)
	}
	return encode(text), "", nil
}

func (r *reader) zone() *time.Location {
	if r.records.Zone == nil {
		return time.UTC
	}
	return r.records.Zone
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

func (r *reader) references(ctx context.Context, f *Field, text string) (json.RawMessage, string, error) {
	ids := []int64{}
	for _, name := range splitList(text) {
		id, problem, err := r.reference(ctx, f.RefersTo, name)
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
func (r *reader) reference(ctx context.Context, to table.Table, name string) (int64, string, error) {
	key := nameIn{to.Name, fold.Key(name)}
	ids, known := r.found[key]
	if !known {
		var err error
		ids, err = db.All[int64](ctx, r.conn, "SELECT id FROM "+to.Name+" WHERE "+to.KeyColumn()+" = ?"+to.AndLive()+
			" ORDER BY id LIMIT 2", key.name)
		if err != nil {
			return 0, "", fmt.Errorf("find %s by name: %w", to.Name, err)
		}
		if len(ids) > 0 { // one that is missing may be created by the next row
			r.found[key] = ids
		}
	}
	switch {
	case len(ids) == 1:
		return ids[0], "", nil
	case len(ids) > 1:
		return 0, fmt.Sprintf("Several records are named %q. Use the id instead.", shorten(name)), nil
	}
	if id, ok := api.ParseID(name); ok {
		existing, err := to.Existing(ctx, r.conn, []int64{id})
		if err != nil || existing[id] {
			return id, "", err
		}
	}
	if to.Name == r.records.Table.Name && r.plan.created[key.name] {
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
