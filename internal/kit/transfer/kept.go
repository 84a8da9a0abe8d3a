package transfer

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// Rows that are kept for undo contain the values of other tables as JSON, written by triggers of the database: times
// and truth values are numbers on SQLite, and JSON is a text. Undo compares them with the values of today, so they are
// converted to what the triggers of PostgreSQL write.

// keptRows is the table with kept rows.
const keptRows = "change_rows"

// convertKept converts the kept values of one row of keptRows.
func (s *schema) convertKept(row []any) error {
	t := s.tables[keptRows]
	source, err := textOf(row[t.index("source")])
	if err != nil {
		return err
	}
	event, err := textOf(row[t.index("event")])
	if err != nil {
		return err
	}
	at := t.index("data")
	text, err := textOf(row[at])
	if err != nil {
		return err
	}
	row[at], err = s.keptValues(source, event, text)
	return err
}

func (s *schema) keptValues(source, event, text string) (string, error) {
	t, ok := s.tables[source]
	if !ok { // of a table that no longer exists
		return text, nil
	}
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	var values map[string]any
	if err := decoder.Decode(&values); err != nil {
		return "", fmt.Errorf("invalid JSON: %w", err)
	}
	for name, value := range values {
		i := t.index(name)
		if i < 0 || t.columns[i].inJSON == nil {
			continue
		}
		convert := t.columns[i].inJSON
		pair, isPair := value.([]any)
		if event != "update" || !isPair { // the values of an update are pairs: before and after
			pair = []any{value}
		}
		for i, value := range pair {
			if value == nil {
				continue
			}
			var err error
			if pair[i], err = convert(value); err != nil {
				return "", fmt.Errorf("%s of %s: %w", name, source, err)
			}
		}
		if !isPair || event != "update" {
			values[name] = pair[0]
		}
	}
	encoded, err := json.Marshal(values)
	return string(encoded), err
}

func integerInJSON(value any) (int64, error) {
	number, ok := value.(json.Number)
	if !ok {
		return 0, unexpected(value)
	}
	return number.Int64()
}

func boolInJSON(value any) (any, error) {
	if is, ok := value.(bool); ok {
		return is, nil
	}
	n, err := integerInJSON(value)
	return n != 0, err
}

func timeInJSON(value any) (any, error) {
	n, err := integerInJSON(value)
	return time.UnixMicro(n).UTC().Format("2006-01-02T15:04:05.999999-07:00"), err
}

func floatInJSON(value any) (any, error) {
	number, ok := value.(json.Number)
	if !ok {
		return nil, unexpected(value)
	}
	n, err := number.Float64()
	return json.Number(formatFloat(n)), err
}

func jsonInJSON(value any) (any, error) {
	text, ok := value.(string)
	if !ok { // already an object or a list
		return value, nil
	}
	if !json.Valid([]byte(text)) {
		return nil, fmt.Errorf("%q is not valid JSON", text)
	}
	return json.RawMessage(text), nil
}
